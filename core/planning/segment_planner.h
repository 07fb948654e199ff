// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/planning/path_search.h"
#include "core/planning/timing.h"

namespace ww::planning {

struct OutsideRows;

// Not for use outside this folder. Plans the path of one segment.
class SegmentPlanner {
 public:
  SegmentPlanner(RobotScene& scene, const Segment& segment, const PlanOptions& options, Budget budget, Diagnosis& why);

  // Waypoints from start to goal, every edge free at the spacing of the scene. Paths that go around keep off obstacles
  // by some millimetres where there is room; padding() says how much.
  Result<Waypoints> plan(const JointVector& start);
  const std::vector<world::JointLimits>& limits() const { return limits_; }
  double padding() const { return padding_; }

  // What kinds of motions are made of (motions/). The way to the first of the goals that can be had straight,
  // if any; from then on checks keep off by the padding (metres), but for what is near start and goals.
  Result<std::optional<Waypoints>> straight(const JointVector& start, const std::vector<JointVector>& goals,
                                            double padding);
  Result<Waypoints> around(const JointVector& start, const std::vector<JointVector>& goals, const Budget& budget);
  // What is in the way of the straight motion.
  Result<Waypoints> refusePath(const JointVector& from, const JointVector& to);
  Status refuse(Diagnosis::Kind kind, Status status, const JointVector& q);
  const Budget& budget() const { return budget_; }
  const Diagnosis& diagnosis() const { return why_; }

 private:
  Status checkStart(const JointVector& start);
  Result<std::vector<JointVector>> goals(const JointVector& start);
  Result<std::vector<JointVector>> poseGoals(const PoseGoal& goal, const JointVector& start);
  Status checkJointGoal(const JointVector& goal);
  Status refuseLimit(Diagnosis::Kind kind, const OutsideRows& rows, const JointVector& q);
  std::optional<collision::Contact> findContacts(const JointVector& q);
  Status refuseIk(const kinematics::IkRequest& request, const kinematics::IkResult& ik);
  Result<bool> pathFree(const Waypoints& path);

  RobotScene& scene_;
  const Segment& segment_;
  const PlanOptions& options_;
  const Budget budget_;
  Diagnosis& why_;
  std::vector<world::JointLimits> limits_;
  double padding_ = 0.0;
};

}  // namespace ww::planning
