// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/program/expand.h"
#include "core/usecase/programs/motion_judge.h"

namespace worldwright::v1 {
class PlannedStep;
}

namespace ww::usecase {

// Planning of programs with steps that are locked. Steps are those of a program, calls replaced.

// A locked motion in the world as the steps before have left it.
struct LockedDrive {
  ObjectId robot;
  std::vector<world::NodeRef> tools;  // of a move, what goes to the target
  planning::Trajectory path;
  std::optional<validate::Clearance> clearance;  // of what is looked at for collisions
  Diagnostics notes;
};
// What a locked step drives, judged in that world; `before`: the step before as planned, null: none. Fails with what
// stands against it (FAILED_PRECONDITION) and what `interrupted` says.
Result<LockedDrive> driveLocked(const Stage& stage, const collision::Scene& scene,
                                const std::vector<program::FlatStep>& steps, std::size_t at,
                                const std::function<Status()>& interrupted);
// The rest of what the plan says of it: its corner, that it was locked.
void writeLocked(const worldwright::v1::ProgramStep& step, worldwright::v1::PlannedStep& out);

// Where the next motion of the robot begins if that is locked, with the place of its step; steps from `from` on.
// Radians or metres.
struct LockedStart {
  JointVector joints;
  program::Place place;
};
std::optional<LockedStart> nextLockedStart(const world::World& world, const std::vector<program::FlatStep>& steps,
                                           std::size_t from, ObjectId robot);
// Has the last of the motions end there. FAILED_PRECONDITION where that is not at its target.
Status endAtLocked(const Stage& stage, const collision::Scene& scene, const LockedStart& start, StepMotion& motion);

}  // namespace ww::usecase
