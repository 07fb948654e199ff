// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/planning/path_rule.h"
#include "core/planning/robot_scene.h"

namespace ww::planning {

// Seconds that the calling thread has had of a processor.
double threadSeconds();

// When to give up.
struct Budget {
  std::stop_token stop;
  Clock::time_point deadline = Clock::time_point::max();
  Clock::time_point began = Clock::now();
  // Seconds of work of the thread that made this: on a machine with much else to do they take longer. 0: no limit.
  double work = 0.0, work_began = threadSeconds();
  // Ok, CANCELLED or DEADLINE_EXCEEDED.
  Status check() const;
  // A share of what is left of both.
  Budget share(double part) const;
};

using Waypoints = std::vector<JointVector>;

// The first configuration in collision on a straight way, if any, at steps of at most `spacing`; ends
// included. Looks at spread-out places first, so it need not be the first along the way.
Result<std::optional<double>> findCollision(RobotScene& scene, const JointVector& from, const JointVector& to,
                                            double spacing, const Budget& budget);

// Whether a straight way is free, ends included: all of it where that can be proven, else at the spacing of the scene.
// Fails with what the budget says.
Result<bool> isFreeWay(RobotScene& scene, const JointVector& from, const JointVector& to, const Budget& budget);

// What a search is for and how far it goes.
struct SearchOptions {
  std::vector<world::JointLimits> limits;  // joints without finite ends: +-pi, +-1 m around the start
  double spacing = 1.0 / 64.0;             // between checks
  double range = 1.5;                      // longest edge
  std::size_t max_nodes = 200'000;
  std::uint64_t seed = 1;
  Budget budget;
  Progress progress;
  const PathRule* rule = nullptr;  // that all edges keep; null: none
};

// A path between free configurations; the goal is any of several. RESOURCE_EXHAUSTED after max_nodes.
// RRT-Connect (Kuffner, LaValle 2000), balanced, the smaller tree grown first. With a rule every step is brought back
// to it, and the path is of such steps (Berenson et al. 2009).
Result<Waypoints> searchPath(RobotScene& scene, const JointVector& start, const std::vector<JointVector>& goals,
                             const SearchOptions& options);

// The way between two places (radians or metres) that keeps a rule, straight or in steps, when it is free at `spacing`.
Result<std::optional<Waypoints>> freeWay(RobotScene& scene, const PathRule& rule, const JointVector& from,
                                         const JointVector& to, double spacing, const Budget& budget);
// A shorter path that keeps the rule as the given one does, by such ways, checked at `spacing` (radians or metres); the
// ends stay. Fails with what the budget says.
Result<Waypoints> shortenKept(RobotScene& scene, const PathRule& rule, Waypoints path, double spacing,
                              std::uint64_t seed, const Budget& budget);

// A shorter path by straight cuts, checked at `spacing`; the ends stay.
Result<Waypoints> shortenPath(RobotScene& scene, Waypoints path, double spacing, std::uint64_t seed,
                              const Budget& budget);

double pathLength(const Waypoints& path);

}  // namespace ww::planning
