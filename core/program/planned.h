// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/ids.h"
#include "core/math/pose.h"
#include "core/program/expand.h"

namespace ww::program {

// A planned program as plain data: what exports, time lines and players read. Metres, radians, seconds; poses in the
// root frame.

enum class StepKind { kMove, kAttach, kDetach, kWait, kSetSignal, kAwaitSignal, kSetJoint };
enum class MotionKind { kAny, kLinear, kJoint };
inline constexpr MotionKind kMotionKinds[] = {MotionKind::kAny, MotionKind::kLinear, MotionKind::kJoint};
using SignalValue = std::variant<bool, double>;

// Whose joints move.
struct Mover {
  ObjectId object;
  std::string name;
  std::vector<std::string> joints;
  std::vector<bool> revolute;  // else prismatic
};

// As model::Trajectory: cubics between states.
struct Motion {
  std::vector<double> times;  // since the step began
  std::vector<JointVector> q, v, a;

  bool empty() const { return times.empty(); }
};

// Rounding of the corner to the next step; 0: none.
struct Blend {
  double metres = 0.0, radians = 0.0, joint_radians = 0.0;
};

// A corner that a motion passes by on its way into the next.
struct Corner {
  JointVector q;                                    // there, radians or metres
  double metres = 0.0, radians = 0.0, joint = 0.0;  // within which of it the way is left
};

// What rides on an entity that it does not hang on in the world.
struct Held {
  ObjectId object, parent;
  EntityId parent_entity;
  Pose parent_entity_t_object;
};

// When a motion comes nearest to something, and what to what.
struct Nearest {
  double seconds = 0.0;  // since the step began
  EntityId a, b;
  std::string a_name, b_name;  // as the world called them when it was planned
};

struct PlannedStep {
  Place place;
  StepKind kind = StepKind::kWait;
  std::string name, comment;
  double begins = 0.0, ends = 0.0;  // seconds since the program began

  // Moves, and joints that are set.
  std::optional<std::size_t> mover;  // index into PlannedProgram::movers
  Motion motion;
  double speed = 1.0;                   // share of the velocity limits
  std::optional<double> min_clearance;  // metres; steps that were planned as one motion share it
  std::optional<Nearest> nearest;       // what that is of; plans of before have none
  bool was_locked = false;              // and not planned

  // Moves.
  MotionKind motion_kind = MotionKind::kAny;
  Blend blend;
  bool goes_on = false;             // without a stop
  std::optional<Corner> corner;     // that is rounded; plans of before have none
  bool stops_all_the_same = false;  // though a corner was to be rounded
  std::string tool;                 // display name of what moves
  std::optional<Pose> root_t_tool_begins, root_t_tool_ends;

  // Others, each what it needs.
  std::string object;  // display name: attached, detached, or whose joint is set
  std::string joint;
  double position = 0.0;  // of the joint, radians or metres
  std::string signal;
  SignalValue value = false;
  double seconds = 0.0;  // to wait

  // When it is done.
  std::vector<Held> held;
  std::map<std::string, SignalValue> signals;
};

struct PlannedProgram {
  std::string name;
  std::uint64_t seed = 0;
  std::vector<Mover> movers;
  std::vector<PlannedStep> steps;

  double duration() const { return steps.empty() ? 0.0 : steps.back().ends; }
};

// INVALID_ARGUMENT for a plan that does not fit together (checkPlan).
Result<PlannedProgram> plannedProgram(const worldwright::v1::ProgramPlan& plan);
// The step that comes nearest to something, of those that share a motion the one that does; null: none was looked at.
const PlannedStep* nearestStep(const PlannedProgram& program);
// Joint positions along a motion of a step; times outside are clamped. The motion must not be empty.
JointVector positionsAt(const Motion& motion, double seconds);

}  // namespace ww::program
