// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/balls/ball_planner.h"
#include "core/planning/path_search.h"

namespace ww::planning {

// Ways of a robot among balls that hold what its scene looks at (collision::BallScene): a quick first answer for
// motions of any kind. What it finds is free everywhere, margins and padding included; what it does not find may be
// there all the same. Positions are radians or metres; margins are those that the scene had when this was made.
class BallWay {
 public:
  // Null where balls are no help.
  static std::unique_ptr<BallWay> make(RobotScene& scene, const std::vector<world::JointLimits>& limits);

  // Whether a straight motion is known to be free.
  bool isStraight(const JointVector& from, const JointVector& to);
  // A path to one of the goals, shortened; none when the work that is allowed does not find one. Fails with what the
  // budget says.
  Result<std::optional<Waypoints>> around(const JointVector& start, const std::vector<JointVector>& goals,
                                          std::uint64_t seed, const Budget& budget);

 private:
  BallWay(collision::BallModel model, const std::vector<world::JointLimits>& limits, std::vector<bool> revolute);
  bool inReach(const JointVector& q) const;
  BallLimits limitsAround(const JointVector& start) const;
  Waypoints waypoints(const BallPath& path, const JointVector& start, const std::vector<JointVector>& goals) const;

  collision::BallModel model_;
  collision::BallCheck check_;
  std::vector<world::JointLimits> limits_;
  std::vector<bool> revolute_;
};

}  // namespace ww::planning
