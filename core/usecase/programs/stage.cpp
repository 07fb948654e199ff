// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/stage.h"

#include "core/geometry/wire_convert.h"
#include "core/model/named.h"
#include "core/planning/plan.h"
#include "core/scene/limits.h"
#include "core/session/edit_builders.h"
#include "core/usecase/failures.h"
#include "core/usecase/programs/cast.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::usecase {
namespace {

using RulesOfWorld = intrinsic_proto::world::CollisionSettings;

template <typename Step>
std::variant<bool, double> valueOf(const Step& step) {
  if (step.has_number()) return step.number();
  return step.on();
}

void allow(RulesOfWorld& settings, ObjectId object, const std::vector<ObjectId>& others) {
  if (others.empty()) return;
  auto& rule = *settings.add_collision_rules();
  rule.add_left()->mutable_object()->set_id(world::toWire(object));
  for (const ObjectId other : others) rule.add_right()->mutable_object()->set_id(world::toWire(other));
  rule.mutable_collision_action()->set_is_excluded(true);
}

template <typename References>
Result<std::vector<ObjectId>> resolveAll(const world::World& world, const References& references) {
  std::vector<ObjectId> out;
  for (const auto& reference : references) {
    WW_ASSIGN(const ObjectId object, world::resolve(world, reference));
    out.push_back(object);
  }
  return out;
}

}  // namespace

Stage::Stage(world::World world)
    : world_(std::move(world)),
      begun_(world_),
      own_settings_(std::make_shared<const RulesOfWorld>(world_.collisionSettings())) {}

// Nothing here makes geometry, so that no store is needed.
Status Stage::apply(const std::shared_ptr<const worldwright::v1::Edits>& edits) {
  geometry::GeometryStore none;
  WW_ASSIGN(world_, world::apply(world_, *edits, none));
  return okStatus();
}

// The end of a motion may be beyond a limit by a rounding, which an edit would refuse.
Status Stage::setJoints(ObjectId object, const JointVector& positions) {
  JointVector kept = positions;
  const world::Object& robot = *world_.peek(object);
  for (std::size_t i = 0; i < robot.moving_joints.size() && kept.size() > static_cast<Eigen::Index>(i); ++i) {
    const world::JointLimits& limits = robot.movingJoint(i).application;
    double& value = kept[static_cast<Eigen::Index>(i)];
    if (scene::isWithin(value, limits, scene::kRoundingSlack)) value = scene::nearestWithin(value, limits);
  }
  return apply(session::setJoints(object, kept));
}

Status Stage::start(const worldwright::v1::Program& program) {
  if (program.start_case() == worldwright::v1::Program::START_NOT_SET) return okStatus();
  WW_ASSIGN(const ObjectId robot, robotOf(world_, program));
  if (program.has_start_joints()) {
    const auto& joints = program.start_joints().joints();
    const world::Object& object = *world_.peek(robot);
    const arg::Name name{program.name()};
    if (static_cast<std::size_t>(joints.size()) != object.moving_joints.size()) {
      arg::Names names;
      for (std::size_t i = 0; i < object.moving_joints.size(); ++i) names.texts.push_back(object.movingJointName(i));
      return fail(failures::kStartJoints, {{"program", name},
                                           {"robot", model::named(world_, robot)},
                                           {"given", arg::Count{static_cast<std::uint64_t>(joints.size())}},
                                           {"count", arg::Count{object.moving_joints.size()}},
                                           {"joints", std::move(names)}});
    }
    return within(setJoints(robot, Eigen::Map<const JointVector>(joints.data(), joints.size())),
                  phrase(WW_TEXT("Core", "start_joints of {program}"), {{"program", name}}));
  }
  WW_ASSIGN(const JointVector q, planning::namedConfiguration(world_, robot, program.start_configuration()));
  return setJoints(robot, q);
}

Status Stage::hang(ObjectId object, EntityId on) {
  return apply(session::reparentObject(object, world_.owner(on)->object, on));
}

Status Stage::refreshRules() {
  RulesOfWorld settings = *own_settings_;
  for (const auto& [object, holding] : held_) allow(settings, object, holding.may_touch);
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& update = *edits->add_edits()->mutable_world_update()->mutable_update_collision_settings();
  *update.mutable_collision_settings() = std::move(settings);
  return apply(edits);
}

Status Stage::attach(const worldwright::v1::Program& program, const worldwright::v1::AttachStep& step) {
  WW_ASSIGN(const ObjectId object, world::resolve(world_, step.object()));
  EntityId on;
  if (step.has_to()) {
    WW_ASSIGN(on, world::resolveOneOrBase(world_, step.to()));
  } else {
    WW_ASSIGN(const ObjectId robot, robotOf(world_, program));
    WW_ASSIGN(const world::NodeRef tool, toolOf(begun_, program, nullptr, robot));
    on = entityOf(world_, tool);
  }
  WW_ASSIGN(std::vector<ObjectId> may_touch, resolveAll(world_, step.may_touch()));
  const ObjectId holder = world_.owner(on)->object;
  // Fingers touch what they hold.
  may_touch.push_back(holder);
  const world::Object& now = *world_.peek(object);
  Holding holding{now.parent, now.parent_entity, std::move(may_touch)};
  if (const auto known = held_.find(object); known != held_.end()) {
    holding.before_parent = known->second.before_parent;
    holding.before_entity = known->second.before_entity;
  }
  WW_TRY(hang(object, on));
  held_[object] = std::move(holding);
  return refreshRules();
}

Status Stage::detach(const worldwright::v1::DetachStep& step) {
  WW_ASSIGN(const ObjectId object, world::resolve(world_, step.object()));
  const auto known = held_.find(object);
  EntityId on = known == held_.end() ? world::kRootEntity : known->second.before_entity;
  if (step.has_to()) {
    WW_ASSIGN(on, world::resolveOneOrBase(world_, step.to()));
  }
  WW_TRY(hang(object, on));
  if (known == held_.end()) return okStatus();
  held_.erase(known);
  return refreshRules();
}

void Stage::setSignal(const worldwright::v1::SetSignalStep& step) { signals_[step.signal()] = valueOf(step); }

bool Stage::isHeld(ObjectId object) const {
  const world::Object* now = world_.peek(object);
  return held_.contains(object) || (now && now->parent != world::kRootObject);
}

bool Stage::isSet(const worldwright::v1::AwaitSignalStep& step) const {
  const auto known = signals_.find(step.signal());
  return known != signals_.end() && known->second == valueOf(step);
}

Stage::SettingsPtr Stage::allowing(const RulesOfWorld& settings, ObjectId object,
                                   const std::vector<ObjectId>& may_touch) const {
  auto out = std::make_shared<RulesOfWorld>(settings);
  for (const auto& [held, holding] : held_) allow(*out, held, holding.may_touch);
  allow(*out, object, may_touch);
  return out;
}

void Stage::write(worldwright::v1::PlannedStep& out) const {
  for (const auto& [object, holding] : held_) {
    const world::Object& held = *world_.peek(object);
    auto& wire = *out.add_held();
    wire.set_object(object.value);
    wire.set_parent(held.parent.value);
    wire.set_parent_entity(held.parent_entity.value);
    geometry::toWire(held.parent_entity_t_this, wire.mutable_parent_entity_t_object());
  }
  for (const auto& [name, value] : signals_) {
    auto& wire = *out.add_signals();
    wire.set_signal(name);
    if (const bool* on = std::get_if<bool>(&value)) wire.set_on(*on);
    else wire.set_number(std::get<double>(value));
  }
}

}  // namespace ww::usecase
