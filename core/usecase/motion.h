// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <stop_token>
#include <string>

#include "core/kinematics/tool.h"
#include "core/planning/plan.h"
#include "core/planning/wire.h"

namespace ww::usecase {

// Where a robot shall go, in whatever way it is asked for.
struct Target {
  ObjectId robot;
  std::optional<JointVector> start = {};    // none: as in the world
  std::string configuration = {};           // the goal, unless empty
  std::optional<world::NodeRef> node = {};  // the goal otherwise: what the tool shall meet
  std::optional<world::NodeRef> tool = {};  // none: the likeliest
  planning::MotionType type = planning::MotionType::kAny;
};

struct Move {
  planning::MotionRequest motion;
  std::optional<kinematics::ToolChoice> tool;  // that it is planned for
  Diagnostics notes;                           // of a target that moves with the robot
};

// What the planner is asked for. NOT_FOUND when robot, configuration, tool or target are not there,
// FAILED_PRECONDITION when nothing moves with the robot's joints, INVALID_ARGUMENT without a goal, and for a tool that
// does not move with the robot.
Result<Move> moveTo(const world::World& world, const Target& target);

// Whether the robot could stand at a target frame that is turned over in place, by half a turn about its x axis, clear
// of all else: where no posture is at the frame as it is, it points into something. False for other targets. Tens of
// milliseconds; `scene` is of the world.
bool isFreeTurnedOver(const world::World& world, const collision::Scene& scene, const Target& target,
                      const std::stop_token& stop);

}  // namespace ww::usecase
