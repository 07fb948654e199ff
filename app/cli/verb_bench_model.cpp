// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/cli/verb_bench.h"
#include "core/model/state.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

constexpr int kAxes = 7;
constexpr std::size_t kModelSamples = 1000;

// A chain of links 0.2 m long, turning about z and y in turn.
intrinsic_proto::scene_object::v1::SceneObject makeArm() {
  intrinsic_proto::scene_object::v1::SceneObject arm;
  auto* base = arm.add_entities();
  base->set_name("base");
  base->mutable_link();
  for (int i = 1; i <= kAxes; ++i) {
    auto* joint = arm.add_entities();
    joint->set_name(fmt::format("joint_{}", i));
    joint->set_parent_name(i == 1 ? "base" : fmt::format("link_{}", i - 1));
    auto* k = joint->mutable_joint()->mutable_kinematics_component();
    k->set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    k->mutable_axis()->set_z(i % 2);
    k->mutable_axis()->set_y((i + 1) % 2);
    k->mutable_parent_t_inboard()->mutable_position()->set_z(0.2);
    k->mutable_parent_t_inboard()->mutable_orientation()->set_w(1);
    k->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
    k->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
    auto* link = arm.add_entities();
    link->set_name(fmt::format("link_{}", i));
    link->set_parent_name(joint->name());
    link->mutable_link();
  }
  return arm;
}

// Boxes that stand side by side, and an arm.
Result<world::World> makeHall(int objects, geometry::GeometryStore& store) {
  const auto box = session::createPrimitive(world::kRootObject, {}, "part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {});
  const auto arm = session::createFromSceneObject(world::kRootObject, {}, "arm", makeArm(), {});
  worldwright::v1::Edits edits;
  for (int i = 1; i < objects; ++i) {
    auto* create = edits.add_edits()->mutable_create_object();
    *create = box->edits(0).create_object();
    create->set_name(fmt::format("part_{}", i));
    create->set_name_is_global_alias(true);
  }
  *edits.add_edits() = arm->edits(0);
  return world::apply(world::World(), edits, store);
}

struct ModelFigures {
  Times make, move, jog, single, lane, state;
  double check = 0.0;
};

// Random objects, each looked at for the first time.
Status measureUpdates(const world::World& w, geometry::GeometryStore& store, int objects, ModelFigures& out) {
  const model::Model m = model::Model::make(w);
  std::mt19937 random(2);
  std::vector<world::World> moved;
  for (std::size_t i = 0; i < kModelSamples + kModelSamples / 10; ++i) {
    const ObjectId some = w.aliasNamed(fmt::format("part_{}", 1 + random() % static_cast<unsigned>(objects - 1)));
    WW_ASSIGN(world::World next,
              world::apply(w, *session::setPose(some, world::kRootObject, Pose::translation(1, 2, 3)), store));
    moved.push_back(std::move(next));
  }
  WW_ASSIGN(const world::World jogged,
            world::apply(w, *session::setJoints(w.aliasNamed("arm"), JointVector::Constant(kAxes, 0.3)), store));
  const auto update = [&](const world::World& after) {
    out.check += static_cast<double>(m.updated(after).bodyCount());
  };
  out.make = measure(20, 1, [&] { out.check += static_cast<double>(model::Model::make(w).bodyCount()); });
  std::size_t next = 0;
  out.move = measure(kModelSamples, 1, [&] { update(moved[next++]); });
  out.jog = measure(kModelSamples, 1, [&] { update(jogged); });
  return okStatus();
}

Status measurePasses(const world::World& w, ModelFigures& out) {
  const model::Model m = model::Model::make(w);
  WW_ASSIGN(const auto arm, model::Mechanism::ofObject(m, w.aliasNamed("arm")));
  std::mt19937 random(1);
  model::PositionLanes q(model::kLanes, kAxes);
  for (double& v : q.reshaped()) v = static_cast<double>(random() % 6000) / 1000.0 - 3.0;
  const JointVector one = q.row(0).matrix().transpose();
  std::vector<Pose> poses(kAxes);
  std::vector<model::PoseLanes> lanes(kAxes);
  model::State state(m);
  out.single = measure(kModelSamples, 200, [&] {
    arm.forward(one, poses);
    out.check += poses.back().p.x();
  });
  out.lane = measure(kModelSamples, 100, [&] {
    arm.forward(q, lanes);
    out.check += lanes.back().p[0][0];
  });
  out.lane.p50 /= model::kLanes;
  out.lane.p95 /= model::kLanes;
  out.state = measure(kModelSamples, 200, [&] {
    state.set(arm, one);
    state.forward(arm);
    out.check += state.rootT(arm.moved().back()).p.x();
  });
  return okStatus();
}

}  // namespace

int benchModel(Run& run, const BenchOptions& options) {
  geometry::GeometryStore store;
  ModelFigures f;
  const auto w = makeHall(options.objects, store);
  if (!w.ok()) return fail(run, w.status());
  if (const Status status = measureUpdates(*w, store, options.objects, f); !status.ok()) return fail(run, status);
  if (const Status status = measurePasses(*w, f); !status.ok()) return fail(run, status);
  std::string text =
      fmt::format("{}\n{} objects, an arm of {} axes; thread CPU time\n", cpuName(), options.objects, kAxes);
  text += timesLine("model made from a world", f.make, "-");
  text += timesLine("model after moving one object", f.move, "50");
  text += timesLine("model after jogging the arm", f.jog, "50");
  text += timesLine("forward of the arm", f.single, "0.4");
  text += timesLine("the same of 8 configurations, each", f.lane, "0.12");
  text += timesLine("the same in a state of the whole world", f.state, "-");
  print(run,
        {{"cpu", cpuName()},
         {"objects", options.objects},
         {"axes", kAxes},
         {"make_us", timesJson(f.make)},
         {"move_us", timesJson(f.move)},
         {"jog_us", timesJson(f.jog)},
         {"forward_us", timesJson(f.single)},
         {"forward_lane_us", timesJson(f.lane)},
         {"forward_state_us", timesJson(f.state)}},
        text);
  return kDone;
}

}  // namespace ww::cli
