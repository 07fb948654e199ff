// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/math/pose.h"

// A planned program as plain data: what the dialects write, and nothing that they would have to look up. Metres,
// radians, seconds.
namespace ww::program::dialects {

// An axis, as the model has it and as the controller counts it:
// controller = sign * position + offset + of_previous * (what the controller calls the axis before it).
struct RobotJoint {
  std::string name;
  bool slides = false;            // prismatic: positions in metres, else radians
  bool external = false;          // a rail or a table that the controller drives beside the arm
  double max_speed = 0.0;         // rad/s or m/s; 0: unknown
  double max_acceleration = 0.0;  // rad/s^2 or m/s^2; 0: unknown
  double sign = 1.0;              // 1 or -1, a factor
  double offset = 0.0;            // rad or m
  double of_previous = 0.0;       // a factor; Fanuc counts axis 3 from the horizontal: -1 where the model does not
};

// Which of the postures that reach a pose, by the names of core/kinematics/branch.h: +1 or -1, 0 where it has no name.
struct Posture {
  std::int8_t shoulder = 0;  // +1: reaches forward (right), -1: over its back (left)
  std::int8_t elbow = 0;     // +1: up

  // Of an arm whose names do not tell all postures apart: the others that reach the pose within the limits of the
  // joints. Positions in joint order: rad or m.
  struct Other {
    std::vector<double> joints;
    std::int8_t shoulder = 0, elbow = 0;
  };
  std::vector<Other> others = {};
};

struct Speed {
  double joint_share = 1.0;  // a share of the joints' speed limits, above 0 and at most 1
  // Of the joints' acceleration limits, above 0 and at most 1, for joint moves that have less of their own.
  double joint_acceleration_share = 1.0;
  double linear_m_s = 0.0;      // of the tool; 0: not said
  double angular_rad_s = 0.0;   // of the tool; 0: not said
  double linear_m_s2 = 0.0;     // acceleration of the tool, m/s^2; 0: not said
  double angular_rad_s2 = 0.0;  // of its turning, rad/s^2; 0: not said
  double planned_s = 0.0;       // how long the planned move takes, seconds; 0: not said
};

// How a corner is rounded. Languages say it one way or the other; where both are given, each takes its own.
struct Blend {
  double radius_m = 0.0;  // from the corner, in which the tool may leave its path; 0: none
  double share = 0.0;     // 0 to 1 of what the controller allows at most; 0: none

  bool none() const { return radius_m == 0.0 && share == 0.0; }
};

enum class MoveKind {
  kJoint,        // all joints at once, to a configuration
  kJointToPose,  // the same, but the program names the pose and the posture instead of the configuration
  kLinear        // the tool in a straight line, to a pose
};

struct Move {
  MoveKind kind = MoveKind::kJoint;
  std::vector<double> joints;  // where it ends, in joint order: rad or m
  Pose base_t_tool;            // the same as a pose
  Posture posture;
  Speed speed;
  Blend blend;
};
struct Wait {
  double seconds = 0.0;
};
struct Signal {
  std::string name;
  int number = -1;  // of the controller; -1: none is known
};
struct SetSignal {
  Signal signal;
  bool on = true;
};
struct AwaitSignal {
  Signal signal;
  bool on = true;
  double at_most_s = 0.0;  // 0: for ever; else the program ends with an error
};
struct Comment {
  std::string text;
};
// A finger's joint. No language of a controller has a statement for it: there it is a signal, or refused.
struct GripperMove {
  std::string joint;
  double position = 0.0;  // rad or m
  std::optional<SetSignal> by;
  double settle_s = 0.0;  // to wait after it
};
struct Call {
  std::string program;
};

struct Step {
  std::string name;  // may be empty, and need not be unique
  std::variant<Move, Wait, SetSignal, AwaitSignal, Comment, GripperMove, Call> what;
  std::string place = {};  // in the program that it comes from: "3", "3.2"; empty: as these here count
};

struct RobotProgram {
  std::string name;
  std::string robot;
  std::vector<RobotJoint> joints;
  std::string tool_name = "tool";
  int tool_number = 1;  // the controller's, where it keeps its tools by number
  Pose flange_t_tool;
  double tool_kg = 0.0;  // 0: unknown
  std::string base_name = "base";
  int base_number = 1;  // the controller's, as above
  Pose robot_t_base;    // of the base or work object, in the robot's own frame
  std::vector<Step> steps;
};

}  // namespace ww::program::dialects
