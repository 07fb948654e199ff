// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/planning/types.h"
#include "core/program/expand.h"
#include "core/usecase/programs/stage.h"

namespace worldwright::v1 {
class JointMotion;
class PlannedCorner;
}  // namespace worldwright::v1

namespace ww::usecase {

// What steps ask of the planner, in the world as they find it.
struct StepMotion {
  planning::MotionRequest request;
  std::vector<world::NodeRef> tools;  // of each segment; none of a joint that is set
};

// Of moves of one robot in a row: one segment each, with its limits and rules. The corner
// behind each but the last is rounded as it says. Fails as planning::toMotionRequest.
Result<StepMotion> moveMotion(const Stage& stage, std::span<const program::FlatStep> moves);
// The index of a joint of that name among those of the object that are free to choose. NOT_FOUND.
Result<std::size_t> jointPlace(const world::World& world, ObjectId object, const std::string& joint);
// Of a joint that is set: straight in joint space, all other joints of the object as they are. NOT_FOUND, else as that.
Result<StepMotion> jointMotion(const Stage& stage, const worldwright::v1::SetJointStep& step);

// Trajectories as they are kept, and back. `motion` must fit together (program::checkPlan).
void writeMotion(const planning::Trajectory& trajectory, worldwright::v1::JointMotion& out);
planning::Trajectory readMotion(const worldwright::v1::JointMotion& motion);
// Where a corner is, radians or metres.
JointVector cornerJoints(const worldwright::v1::PlannedCorner& corner);
// The parts of a trajectory that runs through several segments, by the last state of each (planning::Plan::ends).
std::vector<planning::Trajectory> partsOf(const planning::Trajectory& whole, std::span<const std::size_t> ends);

}  // namespace ww::usecase
