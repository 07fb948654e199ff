// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>

#include "core/planning/branch_search.h"
#include "core/planning/plan.h"
#include "core/planning/rounded_run.h"

namespace ww::planning {

// Not for use outside this folder. One call of planMotion(): what fails is in the diagnosis as well.
class Planner {
 public:
  // Fails as planMotion().
  Planner(const world::World& world, const MotionRequest& request, const PlanOptions& options, Diagnosis& why);
  Result<Plan> run();

 private:
  // What segments with the same collision settings share.
  struct Checks {
    SettingsPtr settings;
    RobotScene scene;
    validate::Judge judge;
  };
  // What fails here is wrong with the request.
  Result<Checks*> checksOf(const SettingsPtr& settings);
  Status prepare(std::size_t index, Plan& plan);
  Status checkStart(const JointVector& at, std::size_t joints) const;
  void addCoverage(const RobotScene& scene, bool of_request, Plan& plan) const;

  // ---- paths of all segments, from places in radians or metres; fails with why there is none
  Status planPaths(const JointVector& start);
  // To those ends, but of the last segment to any that it may have; `failed` is where it did not go on. Radians or
  // metres; fails with what stands in the way there.
  Status planTo(const std::vector<JointVector>& ends, const JointVector& start, std::size_t& failed);
  Status planPart(std::size_t index, const JointVector& from);
  Result<std::vector<JointVector>> endsOf(std::size_t index, const JointVector& from);
  void setLimits(Part& part);
  void forgetFailure();

  // ---- trajectories (plan_timing.cpp); fails with what the judge or the budget says
  Status timeParts(Plan& plan);
  // From the first part on as many as can be driven without a stop; the index behind them, `first` if none can. Fails
  // with what the budget says; a run that the judge refuses is none.
  Result<std::size_t> timeRun(std::size_t first, std::size_t end, Plan& plan);
  Result<std::vector<Trajectory>> timeRounded(std::span<const Part> parts, const RoundedRun& run);
  Result<RoundedRun> curveOf(std::span<Part> parts, bool last);
  bool joins(std::size_t index);
  const FailureRow* whyStop(const Part& a, const Part& b) const;
  void tellStop(std::size_t index, const FailureRow& row);
  void tellSmaller(const RoundedCorner& corner);
  Result<Trajectory> timeAlone(const Part& part);
  // The same; where the judge sees that the path constraint is missed between the planner's looks, a way that was
  // looked at more closely. Fails as timeAlone() and planPart().
  Result<Trajectory> timeKept(std::size_t index);
  bool cornerIsFree(const Part& part, const Corner& corner);
  Status finish(const Part& part, const Trajectory& trajectory, Plan& plan);
  validate::JudgeOptions judgeOptions(const Part& part) const;
  PathLimits pathLimits(const Part& part) const;
  void addReport(const validate::Clearance& part, Plan& plan) const;

  std::function<Status()> interrupted() const {
    return [this] { return budget_.check(); };
  }
  void note(const Diagnostics& notes);
  Status failedAt(std::size_t index, Status status);
  Progress portion(std::size_t index) const;

  const world::World& world_;
  const collision::Scene scene_;  // of all segments
  const MotionRequest& request_;
  PlanOptions options_;
  const Progress whole_;
  Diagnosis& why_;
  const Clock::time_point began_;
  Budget budget_;
  std::deque<Checks> checks_;
  std::vector<Part> parts_;
  std::vector<std::optional<Diagnosis>> no_end_;  // of segments that have none
  std::vector<RoundedCorner> corners_;
};

}  // namespace ww::planning
