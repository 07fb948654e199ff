// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/simulation/bullet/engine.h"

// What can be asked of a simulation, after gazebo_msgs: the same words, with the meaning that they have here.
//
// Names: a model is an object ("robot", "cell/robot"), a link or joint is "model::link" (or "model:link"); its plain
// name will do where no other has it. A reference frame is a model, a link, or a frame of an object ("robot/flange");
// "", "world", "map" and "/map" are the root frame.
//
// States are told in a reference frame F: pose F^-1 X; linear velocity R_F^T (v_X - v_F), angular R_F^T (w_X - w_F),
// both of the origins. Setting is the exact inverse, so that what was got can be set and changes nothing.
namespace ww::simulation {

constexpr double kCoarseStep = 0.01;  // seconds: in longer steps what lies on a table begins to roll

// Of something in its reference frame.
struct StateIn {
  std::string reference_frame;
  Pose pose;
  Twist twist;
};

bool isReservedName(const std::string& name);  // what no spawned model may be called

// How a model is spawned.
struct SpawnWays {
  bool is_static = false;
  bool held_by_world = false;  // a joint of its file fastens it to the world
  Pose object_t_model;         // the frame that its file calls the model's
};

struct ModelProperties {
  std::string parent_model_name, canonical_body_name;
  std::vector<std::string> body_names, geom_names, joint_names, child_model_names;  // unscoped
  bool is_static = false;
};

// In the link's frame: kg, kg m^2 about the centre of mass.
struct LinkProperties {
  Pose com;  // the axes that the inertia is along
  bool gravity_mode = true;
  double mass = 0.0;
  double ixx = 0.0, ixy = 0.0, ixz = 0.0, iyy = 0.0, iyz = 0.0, izz = 0.0;
};

// What was asked of a joint and has no effect; kept, and told again.
struct KeptJoint {
  std::optional<double> erp, cfm, stop_erp, stop_cfm, fudge_factor;
};

enum class JointType { kRevolute, kContinuous, kPrismatic, kFixed, kBall, kUniversal };  // numbers as in gazebo_msgs
// Radians or metres, per second; Nm or N; damping in Nm s/rad or N s/m.
struct JointProperties {
  JointType type = JointType::kRevolute;
  double damping = 0.0;
  double position = 0.0, rate = 0.0;  // radians or metres
  double friction = 0.0, lower = 0.0, upper = 0.0, drive_force = 0.0;
  KeptJoint kept;
};
// What is not set stays.
struct JointChanges {
  std::optional<double> damping, friction, hi_stop, lo_stop;
  std::optional<double> spring_stiffness, spring_reference;
  std::optional<double> fmax, vel;  // a drive to that speed with that force
  KeptJoint kept;
};

// From `start` (seconds of simulation; what is past is now) for `duration`: for ever when that is below 0, not at all
// at 0, else for max(1, round(duration / time step)) whole steps, the next step the first.
struct Span {
  double start = 0.0, duration = 0.0;
};

// Force and torque in the axes of the reference frame, as it is at each step; at a point of that frame (of the
// world's), which rides on the body from the first step on. Those of several calls add up.
struct BodyWrench {
  std::string body_name, reference_frame;
  Vec3 reference_point = Vec3::Zero();
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  Span span;
};

struct TrajectoryPoint {
  double time_from_start = 0.0;               // seconds
  std::vector<double> positions, velocities;  // a velocity for each joint, or none
};
struct JointTrajectory {
  std::string model_name;
  std::vector<std::string> joint_names;
  std::vector<TrajectoryPoint> points;
  std::optional<StateIn> model_pose;
  bool disable_physics_updates = false;  // joints are put where they ought to be, whatever stands in the way
};

struct Contact {
  std::string info, collision1, collision2;
  std::vector<Vec3> forces, positions, normals;  // root frame; forces act on the first
  std::vector<double> depths, slips;
  Vec3 total_force = Vec3::Zero(), total_torque = Vec3::Zero();  // torque about the root's origin
};

// In the root frame.
struct NamedState {
  std::string name;
  Pose pose;
  Twist twist;
};
struct NamedJoint {
  std::string name;
  JointState state;
  double target = 0.0;  // radians or metres, of its drive; NaN without one
};

// What is started anew.
struct ResetScope {
  bool time = false, state = false, spawned = false;
  static ResetScope all() { return {true, true, true}; }
};

// What a call that succeeded has to tell: empty, or "stored, not simulated: ...".
using StatusMessage = Phrase;

}  // namespace ww::simulation
