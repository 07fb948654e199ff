// SPDX-License-Identifier: Apache-2.0
#include "core/validate/suspicions.h"

#include <algorithm>
#include <cmath>

#include "core/base/finding.h"
#include "core/model/limits.h"
#include "core/model/named.h"
#include "core/validate/failures.h"
#include "core/validate/stray_tools.h"

namespace ww::validate {
namespace {

ObjectId robotOf(const model::Mechanism& robot) { return robot.model().body(robot.joints().front()).object; }

// A place at which a tool may hang: the row that carries it, and where it is now.
struct Mount {
  world::NodeRef node;
  Vec3 p_in_root;
};

// Frames and links of the robot on its last bodies, which carry no other.
std::vector<Mount> mountsOf(const model::Mechanism& robot) {
  const model::Model& model = robot.model();
  const world::World& world = model.world();
  std::vector<std::uint8_t> carries(robot.moved().size(), 0);
  for (std::size_t i = 0; i < carries.size(); ++i)
    if (const int parent = robot.row(i).parent; parent >= 0) carries[static_cast<std::size_t>(parent)] = 1;
  const auto isLast = [&](world::NodeRef node) {
    const int row = robot.seat(node).row;
    return row >= 0 && !carries[static_cast<std::size_t>(row)];
  };
  std::vector<Mount> out;
  const auto object = world.object(robotOf(robot));
  for (const FrameId id : world.framesOf(*object))
    if (isLast(id)) out.push_back({id, world.rootT(id).p});
  for (const auto& entity : object->entities)
    if (isLast(entity->id)) out.push_back({entity->id, world.rootT(entity->id).p});
  return out;
}

// What may be a tool: grippers, and things with a place of their own to be meant.
struct Loose {
  ObjectId id;
  Vec3 p_in_root;
};

std::vector<Loose> looseOf(const world::World& world) {
  std::vector<Loose> out;
  world.forEachObject([&](const world::Object& object) {
    if (object.id == world::kRootObject) return;
    if (object.isKinematic() || !world.framesOf(object).empty()) out.push_back({object.id, world.rootT(object.id).p});
  });
  return out;
}

bool carriesObject(const model::Mechanism& robot) {
  const model::Model& model = robot.model();
  const ObjectId own = robotOf(robot);
  return std::ranges::any_of(robot.moved(), [&](model::BodyIndex i) {
    return std::ranges::any_of(model.objectsOn(i), [own](ObjectId id) { return id != own; });
  });
}

Diagnostics looseTools(const model::Mechanism& robot, const std::vector<Loose>& all) {
  constexpr double kAt = 0.002;  // metres
  const world::World& world = robot.model().world();
  const ObjectId own = robotOf(robot);
  const std::vector<Mount> mounts = mountsOf(robot);
  Diagnostics out;
  for (const Loose& loose : all) {
    const auto at = std::ranges::find_if(
        mounts, [&loose](const Mount& mount) { return (mount.p_in_root - loose.p_in_root).norm() < kAt; });
    if (at == mounts.end() || world.isAncestor(loose.id, own)) continue;
    out.push_back(findingOf(fail(failures::kToolNotAttached, {{"object", model::named(world, loose.id)},
                                                              {"mount", model::named(world, at->node)},
                                                              {"robot", model::named(world, own)}})));
  }
  return out;
}

}  // namespace

Diagnostics looseTools(const model::Mechanism& robot) {
  if (carriesObject(robot)) return {};
  return looseTools(robot, looseOf(robot.model().world()));
}

Diagnostics outsideLimits(const model::Mechanism& robot) {
  constexpr double kRounded = 1e-6;  // radians or metres
  const JointVector q = robot.restPositions();
  const auto limits = model::motionLimits(robot).position;
  const auto outside = model::limitExcess(limits, q, kRounded);
  if (!outside) return {};
  const auto i = static_cast<std::size_t>(outside->first);
  const model::BodyIndex body = robot.joints()[i];
  const bool above = q[outside->first] > limits[i].upper, turns = robot.model().body(body).revolute;
  const auto amount = [turns](double v) { return turns ? FailureValue(arg::Angle{v}) : FailureValue(arg::Length{v}); };
  return {findingOf(fail(above ? failures::kStandsAbove : failures::kStandsBelow,
                         {{"robot", model::named(robot.model().world(), robotOf(robot))},
                          {"joint", arg::Name{robot.model().jointName(body)}},
                          {"excess", amount(outside->second)},
                          {"limit", amount(above ? limits[i].upper : limits[i].lower)}}))};
}

Diagnostics fromBelow(const model::Mechanism& robot, world::NodeRef tool, const Pose& root_t_goal) {
  constexpr double kLongEnough = 0.01;  // metres; of less no direction can be told
  constexpr double kUp = 0.9;           // the cosine of 25 degrees
  const auto seat = robot.seat(tool);
  const double length = seat.row_t_node.p.norm();
  if (seat.row < 0 || length < kLongEnough) return {};
  const Vec3 direction_in_tool = seat.row_t_node.q.conjugate() * (seat.row_t_node.p / length);
  if ((root_t_goal.q * direction_in_tool).z() < kUp) return {};
  return {findingOf(fail(failures::kFromBelow, {{"tool", model::named(robot.model().world(), tool)}}))};
}

Diagnostics suspicions(const model::Model& model) {
  Diagnostics out;
  const std::vector<Loose> loose = looseOf(model.world());
  model.world().forEachObject([&](const world::Object& object) {
    if (auto stray = strayTool(model.world(), object.id)) out.push_back(std::move(*stray));
    if (!object.isKinematic()) return;
    const auto robot = model::Mechanism::ofObject(model, object.id);
    if (!robot.ok()) return;
    Diagnostics tools = carriesObject(*robot) ? Diagnostics() : looseTools(*robot, loose);
    for (const Diagnostics& found : {std::move(tools), outsideLimits(*robot)})
      out.insert(out.end(), found.begin(), found.end());
  });
  return out;
}

}  // namespace ww::validate
