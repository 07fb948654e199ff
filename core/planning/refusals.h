// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/base/failure.h"
#include "core/kinematics/ik.h"
#include "core/planning/robot_scene.h"

namespace ww::planning {

// Not for use outside this folder: failures of motions, put together.

// A failure with one more reason, told after the others.
Status andAlso(Status status, Status reason);

// A failure of a path constraint itself, which could as well be one of the goal.
Status ofPathConstraint(Status status);
bool isOfPathConstraint(const Status& status);

// A kind of failure by collision: of the robot with a thing, and of the robot with itself or what it carries; and the
// same of pairs that are only nearer than their margin.
struct CollisionRows {
  const FailureRow& with_thing;
  const FailureRow& with_itself;
  const FailureRow& near_thing;
  const FailureRow& near_itself;
};
struct CollisionFigures {
  std::size_t postures = 0;
  double at = 0.0, first = 0.0;  // shares of the way
};
// The failure of the pair, which is its reason. `with`: all that meets there, the pair first, where that is known: what
// is to be moved away is all of it.
Status refusePair(const RobotScene& scene, const CollisionRows& rows, const std::optional<collision::Contact>& pair,
                  const CollisionFigures& figures = {}, std::span<const collision::Contact> with = {});
// Of postures that reach a goal and collide; what stands in the way of each, and of those beyond limits, in a few
// words.
Status refusePostures(RobotScene& scene, const CollisionRows& rows, const std::vector<JointVector>& postures,
                      const kinematics::IkDiagnosis& why);
// What is missed by more than kFarthest, which no arm can make up for.
bool isTooFar(const kinematics::JointTree& tree, const constraints::Task& task, const JointVector& q);
// Of a goal that cannot be reached.
Status refuseUnreachable(const RobotScene& scene, const kinematics::IkRequest& request,
                         const kinematics::IkDiagnosis& why);
// What is told of positions outside of the limits: as they are, and where degrees or millimetres were perhaps meant.
struct OutsideRows {
  const FailureRow& plain;
  const FailureRow& in_degrees;
  const FailureRow& in_millimetres;
};
// The joint that is farthest outside its limits, if any is by more than `slack` (radians or metres); `waypoint` where
// the rows tell one.
Status refuseOutside(const OutsideRows& rows, const kinematics::JointTree& tree,
                     const std::vector<world::JointLimits>& limits, const JointVector& q, double slack,
                     int waypoint = 0);
// That a target frame moves along with what goes there, but for motions relative to the moving frame itself.
Diagnostics targetRides(const kinematics::JointTree& tree, const Goal& goal);
// Whether the judge's word holds for all of a motion: what its least clearance found between two checks is noted.
void setValidated(const world::World& world, TrajectoryReport& report);
// A joint, if any, that stands so far away that no way from there can be checked; `q` in joint order.
Status checkNear(const world::World& world, ObjectId robot, const JointVector& q);

}  // namespace ww::planning
