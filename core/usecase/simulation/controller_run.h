// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/model/trajectory.h"
#include "core/program/planned.h"
#include "core/simulation/simulation.h"

namespace ww::usecase {

// A joint that a run drives, with what its drive can do.
struct ControlledJoint {
  ObjectId object;
  std::size_t index = 0;  // among the moving joints of the object
  std::string name;       // "robot::joint_1"
  bool revolute = true;
  double effort_limit = 0.0, velocity_limit = 0.0;  // Nm or N; radians or metres per second; infinite: none
};

// Something that a run holds fast from then on, or (without a link) lets go.
struct ControllerGrip {
  double seconds = 0.0;  // since it began
  ObjectId object;
  EntityId link;
};

// A planned motion as the joint controllers of a simulation get it: they follow it as far as their drives can.
struct ControllerRun {
  std::string title;
  double duration = 0.0;  // seconds
  std::vector<ControlledJoint> joints;
  std::vector<simulation::JointTrajectory> trajectories;  // of each object one
  std::vector<ControllerGrip> grips;
};

// Of the last plan that a world keeps of a program: FAILED_PRECONDITION where it keeps none, NOT_FOUND where what it
// moves has gone. What it attaches is held fast, as by a gripper that nothing slips in.
Result<ControllerRun> controllerRunOf(const world::World& world, const std::string& program);
// Of one motion of all moving joints of a robot. NOT_FOUND, INVALID_ARGUMENT for one of other joints.
Result<ControllerRun> controllerRunOf(const world::World& world, ObjectId robot, const model::Trajectory& trajectory,
                                      const std::string& title);
// The programs that a world keeps a plan of, by their names in the order of the world.
std::vector<std::string> plannedPrograms(const world::World& world);
// Puts the joints where the run begins, and drives them from there on. Fails as the simulation does.
Status begin(simulation::Simulation& simulation, const ControllerRun& run);

}  // namespace ww::usecase
