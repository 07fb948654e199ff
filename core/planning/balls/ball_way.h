// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/balls/ball_planner.h"
#include "core/planning/path_search.h"

namespace ww::planning {

// Ways of a robot among balls that hold what its scene looks at (collision::BallScene): a quick first answer for
// motions of any kind. Margins are those that the scene had when this was made; the scene must live as long and keep
// them. Positions are radians or metres.
class BallWay {
 public:
  // Null where balls are no help.
  static std::unique_ptr<BallWay> make(RobotScene& scene, const std::vector<world::JointLimits>& limits);

  // Of searches from now on; radians or metres, of the same joints.
  void setLimits(const std::vector<world::JointLimits>& limits) { limits_ = limits; }

  // Whether a path is free: proven where balls can tell, else looked at by the scene at its spacing. Fails with what
  // the budget says.
  Result<bool> isFree(const Waypoints& path, const Budget& budget);
  // A path to one of the goals, shortened, that isFree(); none when the work that is allowed does not find one. Where
  // balls are in the way at the start, or at all goals, they give way at the start and the first goal, which must be
  // free. Fails with what the budget says.
  Result<std::optional<Waypoints>> around(const JointVector& start, const std::vector<JointVector>& goals,
                                          std::uint64_t seed, const Budget& budget);

 private:
  // Few balls are quick; many tell more.
  struct Level {
    Level(collision::BallModel made, std::uint64_t work) : model(std::move(made)), check(model.world()), passes(work) {}
    collision::BallModel model;
    collision::BallCheck check;
    std::uint64_t passes;  // that a search may take
  };
  BallWay(RobotScene& scene, collision::BallModel model, const std::vector<world::JointLimits>& limits);
  bool inReach(const JointVector& q) const;
  bool isFree(collision::BallCheck& check, const JointVector& q) const;
  BallLimits limitsAround(const JointVector& start, std::uint64_t passes) const;
  Waypoints waypoints(const BallPath& path, const JointVector& start, const std::vector<JointVector>& goals) const;
  struct Question {
    const JointVector& start;
    const std::vector<JointVector>& goals;
    std::uint64_t seed;
    const Budget& budget;
  };
  // As around().
  Result<std::optional<Waypoints>> around(Level& level, const Question& question);
  struct Effort {
    std::uint64_t passes;
    bool proven;  // among balls
  };
  Result<std::optional<Waypoints>> search(collision::BallCheck& check, const Effort& effort,
                                          const Question& question) const;

  RobotScene& scene_;
  std::unique_ptr<Level> few_, many_;  // many: made when they are needed
  std::vector<world::JointLimits> limits_;
};

}  // namespace ww::planning
