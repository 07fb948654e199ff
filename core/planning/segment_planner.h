// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/base/failure.h"
#include "core/constraints/constraint.h"
#include "core/planning/balls/ball_way.h"
#include "core/planning/line.h"
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
  // Where the segment may end from there, for a choice among several (fails when there is none): all solutions of its
  // goal that are free, or the end that its path has. Radians or metres.
  Result<std::vector<JointVector>> ends(const JointVector& start);
  // plan() goes to one of these then; none: to where the goal says.
  void setEnds(std::vector<JointVector> ends) { ends_ = std::move(ends); }
  const std::vector<world::JointLimits>& limits() const { return limits_; }
  double padding() const { return padding_; }
  // What a linear motion follows.
  const std::optional<Line>& line() const { return line_; }
  // Of positions in radians or metres. True without one.
  bool isOnLine(const JointVector& q) const;
  // What holds along the whole motion; none without one. Made by plan(). Of positions in radians or metres.
  const PathRule* rule() const { return rule_ ? &*rule_ : nullptr; }
  bool keepsRule(const JointVector& q) const { return !rule_ || rule_->keeps(q); }
  // The next plan() looks closer at it.
  void lookCloser() { closer_ = true; }

  // What kinds of motions are made of (motions/). Configurations (radians or metres) that satisfy the goal and
  // are free, nearest first; fails with what stands against the nearest. What leaves room is looked for where the path
  // constraint holds; `in_rule` false: wherever it is, and those that break it are left out.
  Result<std::vector<JointVector>> goals(const JointVector& start) {
    return ends_.empty() ? goalsOf(segment_.goal, start) : Result(ends_);
  }
  Result<std::vector<JointVector>> goalsOf(const Goal& goal, const JointVector& start, bool in_rule = true);
  // The way to the first of the goals that can be had straight, if any; from then on checks keep off by the padding
  // (metres), but for what is near start and goals.
  Result<std::optional<Waypoints>> straight(const JointVector& start, const std::vector<JointVector>& goals,
                                            double padding);
  // The same by ways that keep the path constraint, where there is one. Radians or metres; fails when time is up.
  Result<std::optional<Waypoints>> along(const JointVector& start, const std::vector<JointVector>& goals);
  Result<Waypoints> around(const JointVector& start, const std::vector<JointVector>& goals, const Budget& budget);
  // What is in the way of the straight motion.
  Result<Waypoints> refusePath(const JointVector& from, const JointVector& to);
  Status refuse(Diagnosis::Kind kind, Status status, const JointVector& q);
  // Where a way, of straight joint motions, first breaks the path constraint, and how far it goes off it: a failure
  // of that row, with the shares of the way's length. None where it is kept.
  std::optional<Status> refuseBroken(const FailureRow& row, const Waypoints& way);
  const Budget& budget() const { return budget_; }
  Diagnosis& diagnosis() { return why_; }
  RobotScene& scene() { return scene_; }
  const Segment& segment() const { return segment_; }
  std::uint64_t seed() const { return options_.seed; }
  void setLine(const Line& line) { line_ = line; }
  // Of the configuration, deepest first; also in the diagnosis.
  std::optional<collision::Contact> findContacts(const JointVector& q);

 private:
  Status checkStart(const JointVector& start);
  // Fails with what is wrong with it; radians or metres.
  Status makeRule(const JointVector& start);
  // The failure of a configuration (radians or metres) that the path constraint does not allow.
  Status refuseOff(const FailureRow& row, const JointVector& q, const JointVector& shown);
  // Radians or metres; fails with why there is none.
  Result<std::vector<JointVector>> solve(kinematics::IkRequest ik, const JointVector& start);
  // The path that was given (radians or metres), if it is free and starts there, else why not; the judge sees to the
  // rest.
  Result<Waypoints> retake(const JointVector& start);
  // Of a path (radians or metres) that was planned for another goal.
  Status refuseOtherGoal(const Waypoints& path);
  // Fail with the reason; radians or metres.
  Status checkJointGoal(const JointVector& goal);
  Status refuseLimit(Diagnosis::Kind kind, const OutsideRows& rows, const JointVector& q);
  Status refuseIk(const kinematics::IkRequest& request, const kinematics::IkResult& ik);
  Result<bool> pathFree(const Waypoints& path);

  RobotScene& scene_;
  const Segment& segment_;
  const PlanOptions& options_;
  const Budget budget_;
  Diagnosis& why_;
  std::vector<world::JointLimits> limits_;
  double padding_ = 0.0;
  std::unique_ptr<BallWay> balls_;  // with that padding; null: no help, or nothing was asked yet
  std::optional<Line> line_;
  std::optional<PathRule> rule_;
  std::vector<JointVector> ends_;
  bool all_ends_ = false;  // of a goal all solutions are wanted
  bool closer_ = false;    // at the rule
};

}  // namespace ww::planning
