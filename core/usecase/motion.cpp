// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/motion.h"

#include <chrono>

#include "core/base/finding.h"
#include "core/constraints/failures.h"
#include "core/constraints/node_task.h"
#include "core/kinematics/ik.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/carriers.h"
#include "core/model/named.h"
#include "core/planning/failures.h"
#include "core/planning/refusals.h"
#include "core/planning/robot_scene.h"
#include "core/planning/wire_read.h"
#include "core/usecase/failures.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"

namespace ww::usecase {
namespace {

bool isThere(const world::World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame) != nullptr;
  if (const auto* entity = std::get_if<EntityId>(&node)) return world.owner(*entity) != nullptr;
  return world.peek(std::get<ObjectId>(node)) != nullptr;
}

// Of what has no name any more.
std::string idOf(const world::NodeRef& node) {
  return std::visit([](auto id) { return world::toWire(id); }, node);
}

// The entity that a node goes with; of an object what it hangs on, as its own joints do not move its base.
EntityId ridesAt(const world::World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame)->parent_entity;
  if (const auto* entity = std::get_if<EntityId>(&node)) return *entity;
  return world.peek(std::get<ObjectId>(node))->parent_entity;
}

Status refuseTool(const world::World& world, ObjectId robot, const world::NodeRef& node) {
  WW_ASSIGN(const auto tree, kinematics::JointTree::make(world, robot));
  return constraints::refuseNode(constraints::failures::kNotMoved, tree.mechanism(), node);
}

// The one that was asked for, with why it is one; else the best.
Result<kinematics::ToolChoice> toolFor(const world::World& world, const Target& target) {
  if (target.tool) {
    if (!isThere(world, *target.tool)) return fail(failures::kToolGone, {{"tool", arg::Name{idOf(*target.tool)}}});
    if (!model::isCarriedBy(world, target.robot, ridesAt(world, *target.tool)))
      return refuseTool(world, target.robot, *target.tool);
    return kinematics::ToolChoice{*target.tool, kinematics::whyTool(world, target.robot, *target.tool), false};
  }
  const auto choices = kinematics::toolChoices(world, target.robot);
  if (!choices.empty()) return choices.front();
  return fail(failures::kNothingMoves, {{"robot", model::named(world, target.robot)}});
}

// A frame of the robot itself, or of what it carries, is a place to go to as well, as in requests.
Diagnostics whatRides(const world::World& world, const Target& target) {
  if (!target.node || !model::isCarriedBy(world, target.robot, ridesAt(world, *target.node))) return {};
  return {findingOf(fail(constraints::failures::kTargetMoves, {{"node", model::named(world, *target.node)}}))};
}

Result<planning::Goal> goalOf(const world::World& world, const Target& target, const Move& move) {
  if (!target.configuration.empty()) {
    WW_ASSIGN(const JointVector joints, planning::namedConfiguration(world, target.robot, target.configuration));
    return planning::Goal(joints);
  }
  if (!target.node) return fail(failures::kNoTarget, {{"robot", model::named(world, target.robot)}});
  if (!isThere(world, *target.node)) return fail(failures::kTargetGone, {{"target", arg::Name{idOf(*target.node)}}});
  return planning::Goal(planning::PoseGoal{move.tool->node, *target.node, {}});
}

}  // namespace

Result<Move> moveTo(const world::World& world, const Target& target) {
  Move move;
  if (!world.peek(target.robot)) return fail(failures::kRobotGone, {{"robot", arg::Name{world::toWire(target.robot)}}});
  auto tool = toolFor(world, target);
  // Positions of joints can be reached without one.
  if (!tool.ok() && (target.configuration.empty() || target.tool)) return tool.status();
  if (tool.ok()) move.tool = std::move(tool).value();
  move.motion.robot = target.robot;
  move.motion.start = target.start;
  planning::Segment segment;
  segment.type = target.type;
  if (move.tool) segment.tool = move.tool->node;
  WW_ASSIGN(segment.goal, goalOf(world, target, move));
  move.notes = whatRides(world, target);
  move.motion.segments.push_back(std::move(segment));
  return move;
}

bool isFreeTurnedOver(const world::World& world, const collision::Scene& scene, const Target& target,
                      const std::stop_token& stop) {
  constexpr auto kTurnedPatience = std::chrono::milliseconds(300);
  const auto* frame = target.node && target.configuration.empty() ? std::get_if<FrameId>(&*target.node) : nullptr;
  const auto move = moveTo(world, target);
  if (!frame || !move.ok() || !move->tool) return false;
  // One that rides along is as far from the tool whatever the robot does.
  if (world.isAncestor(target.robot, world.peek(*frame)->object)) return false;
  auto checked = planning::RobotScene::make(scene, target.robot, move->motion.segments.front().settings);
  if (!checked.ok()) return false;
  (void)checked->forgetConstant();
  kinematics::IkRequest asked;
  asked.tip = checked->tree().riding(move->tool->node);
  asked.root_t_goal = world.rootT(*frame) * Pose{Vec3::Zero(), Quat(0.0, 1.0, 0.0, 0.0)};
  asked.start = target.start.value_or(checked->tree().worldPositions());
  asked.accept = [&checked](const JointVector& q) { return !checked->collides(q); };
  asked.diagnose = false;
  asked.stop = stop;
  asked.deadline = kinematics::Clock::now() + kTurnedPatience;
  if (asked.tip.joint < 0) return false;
  const auto found = kinematics::solveIk(checked->tree(), asked);
  return found.ok() && !found->solutions.empty();
}

}  // namespace ww::usecase
