// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/motion.h"

#include <fmt/core.h>

#include <algorithm>

namespace ww::usecase {
namespace {

bool isThere(const world::World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame) != nullptr;
  if (const auto* entity = std::get_if<EntityId>(&node)) return world.owner(*entity) != nullptr;
  return world.peek(std::get<ObjectId>(node)) != nullptr;
}

// The one that was asked for, with why it is one; else the best.
Result<kinematics::ToolChoice> toolFor(const world::World& world, const Target& target) {
  if (target.tool) {
    if (!isThere(world, *target.tool))
      return fail(Code::kNotFound, "the tool is not there any more").withHint("choose another one");
    return kinematics::ToolChoice{*target.tool, kinematics::whyTool(world, target.robot, *target.tool), false};
  }
  const auto choices = kinematics::toolChoices(world, target.robot);
  if (!choices.empty()) return choices.front();
  return fail(Code::kFailedPrecondition,
              fmt::format("'{}' has nothing that its joints move", world.display(target.robot)))
      .withHint("choose a robot with joints that move");
}

Result<planning::Goal> goalOf(const world::World& world, const Target& target, const Move& move) {
  if (!target.configuration.empty()) {
    WW_ASSIGN(const JointVector joints, planning::namedConfiguration(world, target.robot, target.configuration));
    return planning::Goal(joints);
  }
  if (!target.node) return fail(Code::kInvalidArgument, "the motion has no target").withHint("choose one");
  if (!isThere(world, *target.node))
    return fail(Code::kNotFound, "the target is not there any more").withHint("choose another one");
  return planning::Goal(planning::PoseGoal{move.tool->node, *target.node, {}});
}

}  // namespace

Result<Move> moveTo(const world::World& world, const Target& target) {
  Move move;
  if (!world.peek(target.robot)) return fail(Code::kNotFound, "there is no such robot").withHint("choose another one");
  auto tool = toolFor(world, target);
  // Positions of joints can be reached without one.
  if (!tool.ok() && (target.configuration.empty() || target.tool)) return tool.status();
  if (tool.ok()) move.tool = std::move(tool).value();
  move.motion.robot = target.robot;
  move.motion.start = target.start;
  planning::Segment segment;
  segment.type = target.type;
  WW_ASSIGN(segment.goal, goalOf(world, target, move));
  move.motion.segments.push_back(std::move(segment));
  return move;
}

}  // namespace ww::usecase
