// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/repairs.h"

#include <numbers>
#include <optional>
#include <type_traits>

#include "core/collision/check.h"
#include "core/model/named.h"
#include "core/session/pose_builders.h"
#include "core/usecase/failures.h"
#include "core/usecase/far_away.h"

namespace ww::usecase {
namespace {

using world::World;

struct Overlap {
  Vec3 way_out = Vec3::Zero();  // of the robot, unit, root frame
  double depth = 0.0;           // metres, until they are as far apart as they are to be
};

// The deepest between the base of the robot and the object.
std::optional<Overlap> overlapOf(const World& world, ObjectId robot, ObjectId object) {
  const auto isOf = [&](EntityId entity) {
    const auto* owner = world.owner(entity);
    return owner && owner->object == object;
  };
  std::optional<Overlap> deepest;
  for (const collision::Contact& c : collision::checkWorld(world)) {
    const bool first = isBase(world, c.a, robot) && isOf(c.b), second = isBase(world, c.b, robot) && isOf(c.a);
    const double depth = c.margin_m - c.distance_m;
    if ((!first && !second) || (deepest && deepest->depth >= depth)) continue;
    deepest = Overlap{second ? c.normal : Vec3(-c.normal), depth};
  }
  return deepest;
}

// In the parent, if it hung on that; zero for what is new there.
Vec3 placeBefore(const World& before, const world::NodeRef& node, const world::NodeRef& parent) {
  const bool there = std::visit(
      [&](auto id) {
        if constexpr (std::is_same_v<decltype(id), EntityId>) return before.owner(id) != nullptr;
        else return before.peek(id) != nullptr;
      },
      node);
  if (!there || session::poseParent(before, node) != parent) return Vec3::Zero();
  return (before.rootT(parent).inverse() * before.rootT(node)).p;
}

}  // namespace

session::EditsPtr readAsMillimetres(const World& before, const World& world, const std::vector<world::NodeRef>& nodes) {
  std::vector<session::PosedNode> posed;
  for (const world::NodeRef& node : nodes) {
    const world::NodeRef parent = session::poseParent(world, node);
    Pose parent_t_node = world.rootT(parent).inverse() * world.rootT(node);
    parent_t_node.p = fromMillimetres(parent_t_node.p, placeBefore(before, node, parent));
    posed.push_back({node, parent, parent_t_node});
  }
  return session::setPoses(world, std::move(posed));
}

session::EditsPtr turnedOver(const World& world, const world::NodeRef& node) {
  const world::NodeRef parent = session::poseParent(world, node);
  const Pose half_turn{Vec3::Zero(), Quat(0.0, 1.0, 0.0, 0.0)};
  return session::setPoses(world, {{node, parent, world.rootT(parent).inverse() * world.rootT(node) * half_turn}});
}

session::EditsPtr readAsDegrees(const World& before, const World& world, const std::vector<ObjectId>& robots) {
  std::vector<session::EditsPtr> edits;
  for (const ObjectId id : robots) {
    const auto robot = world.object(id), was = before.object(id);
    if (!robot) continue;
    JointVector q = robot->jointPositions();
    for (std::size_t i = 0; i < robot->moving_joints.size(); ++i) {
      const world::Entity* same = was ? was->entityNamed(robot->movingJointName(i)) : nullptr;
      const double old = same && same->joint ? same->joint->value : 0.0;
      double& value = q[static_cast<Eigen::Index>(i)];
      if (robot->movingJoint(i).motion == world::MotionType::kRevolute && value != old)
        value *= std::numbers::pi / 180.0;
    }
    edits.push_back(session::setJoints(id, q));
  }
  return session::join(edits);
}

bool isBase(const World& world, EntityId entity, ObjectId robot) {
  const auto* owner = world.owner(entity);
  if (!owner || owner->object != robot) return false;
  const auto object = world.object(robot);
  for (const world::Entity* e = object->entity(entity); e; e = e->parent ? object->entity(e->parent) : nullptr)
    if (e->joint && e->joint->moves()) return false;
  return true;
}

ObjectId robotStandingIn(const World& world, EntityId a, EntityId b) {
  for (const auto& [entity, other] : {std::pair(a, b), std::pair(b, a)}) {
    const auto* owner = world.owner(entity);
    const auto robot = owner ? world.object(owner->object) : nullptr;
    if (robot && robot->isKinematic() && isBase(world, entity, robot->id) && world.owner(other) &&
        world.owner(other)->object != robot->id)
      return robot->id;
  }
  return {};
}

Result<session::EditsPtr> movedOut(const World& world, const TryEdits& tried, ObjectId robot, EntityId other) {
  constexpr int kSteps = 8;        // out of one thing it may come into the next part of it
  constexpr double kClear = 1e-4;  // metres
  const auto* owner = world.owner(other);
  if (!world.object(robot)) return fail(failures::kRobotGone, {{"robot", arg::Name{world::toWire(robot)}}});
  if (!owner) return fail(failures::kPlaceGone);
  Pose root_t_robot = world.rootT(robot);
  auto edits = session::setPose(robot, world::kRootObject, root_t_robot);
  auto overlap = overlapOf(world, robot, owner->object);
  for (int i = 0; i < kSteps && overlap; ++i) {
    root_t_robot.p += overlap->way_out * (overlap->depth + kClear);
    edits = session::setPose(robot, world::kRootObject, root_t_robot);
    WW_ASSIGN(const World now, tried(edits));
    overlap = overlapOf(now, robot, owner->object);
  }
  if (!overlap) return edits;
  return fail(failures::kBaseInside, {{"robot", model::named(world, robot)},
                                      {"other", model::named(world, other)},
                                      {"depth", arg::Length{overlap->depth}}});
}

}  // namespace ww::usecase
