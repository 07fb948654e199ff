// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "core/collision/balls/ball_model.h"
#include "core/collision/checker.h"

namespace ww::collision {

// What a checker looks at, as balls: of what moves those of its cover; of what stands its box, its ball, or the balls
// of its cover. All of them hold the bodies that they stand for, and keep the margins of their pairs, exemptions
// included: what is free among them is free for the checker, everywhere the same; what is not may be free all the same.
class BallScene {
 public:
  // None where that is no help: for a mechanism that balls cannot follow, where rules are switched off, where something
  // collides wherever the movers are, or where too much stands around. The mechanism must be of the checker's model,
  // and its joints the checker's movers. About so many balls for each thing that moves, at least some. Costs what is
  // within reach.
  static std::optional<BallModel> make(Checker& checker, const model::Mechanism& mechanism,
                                       std::size_t most_balls = kFineBalls);
  static constexpr std::size_t kFineBalls = 192;

 private:
  // Groups of the balls of each thing that moves: the first, and the one after the last.
  using Groups = std::vector<std::pair<int, int>>;

  static BallModel movers(Checker& checker, const model::Mechanism& mechanism, std::size_t most_balls, Groups& groups);
  static bool addStanding(Checker& checker, const Groups& groups, BallModel& model);
  static std::vector<int> addBody(const Body& body, double near, BallModel& model);
};

}  // namespace ww::collision
