// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/types.h"
#include "intrinsic/icon/proto/joint_space.pb.h"
#include "intrinsic/motion_planning/proto/v1/geometric_constraints.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_limits.pb.h"
#include "intrinsic/motion_planning/proto/v1/robot_specification.pb.h"

namespace ww::planning {

// Not for use outside this folder, but for readFrameLimits(). Parts of the wire's requests; failures name the field.
Result<ObjectId> readRobot(const world::World& world,
                           const intrinsic_proto::motion_planning::v1::RobotReference& robot);
// As many finite values as the robot has moving joints; what is beyond a limit by a rounding is on it.
Result<JointVector> readJoints(const intrinsic_proto::icon::JointVec& joints, const world::Object& robot,
                               const std::string& field);
Result<Goal> readGoal(const world::World& world, const world::Object& robot,
                      const intrinsic_proto::motion_planning::v1::GeometricConstraint& target,
                      const std::string& field);
// What has to hold along a whole motion; INVALID_ARGUMENT as a goal.
Result<Goal> readAlong(const world::World& world, const world::Object& robot,
                       const intrinsic_proto::motion_planning::v1::UniformGeometricConstraint& along,
                       const std::string& field);
// The same as a target, for errors, which have no field for the other.
intrinsic_proto::motion_planning::v1::GeometricConstraint asTarget(
    const intrinsic_proto::motion_planning::v1::UniformGeometricConstraint& along);
// The field of the target that is set, with the path before it.
std::string goalField(const intrinsic_proto::motion_planning::v1::GeometricConstraint& target,
                      const std::string& field);
// The robot's application limits with those of the request in their place; they must lie within.
Result<std::vector<world::JointLimits>> readLimits(
    const world::Object& robot, const intrinsic_proto::motion_planning::v1::JointLimitsUpdate& update,
    const std::string& field);
// What is not given is as the robot has it. INVALID_ARGUMENT for a limit that is not positive. Those of translation are
// for each axis on the wire; here for the length of the vector, which keeps them in every frame.
Result<model::FrameLimits> readFrameLimits(const world::Object& robot,
                                           const intrinsic_proto::motion_planning::v1::DynamicCartesianLimits& limits,
                                           const std::string& field);
intrinsic_proto::icon::JointVec jointsToWire(const JointVector& q);

}  // namespace ww::planning
