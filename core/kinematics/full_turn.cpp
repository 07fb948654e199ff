// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/full_turn.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "core/scene/limits.h"

namespace ww::kinematics {
namespace {

std::vector<double> turnsOf(const JointTree& tree, const std::vector<std::size_t>& chain) {
  constexpr int kMostTurns = 12;
  constexpr double kWhole = 1e-9;
  std::vector<double> out(tree.size(), 0.0);
  for (const std::size_t mover : chain) {
    const std::size_t joint = tree.jointOf(mover);
    const auto stays = [&](int turns) {
      return std::ranges::all_of(chain, [&](std::size_t other) {
        const double made = turns * tree.multiplierOf(other);
        return tree.jointOf(other) != joint || (tree.turns(other) && std::abs(made - std::round(made)) < kWhole);
      });
    };
    int turns = 1;
    while (turns <= kMostTurns && !stays(turns)) ++turns;
    out[joint] = turns > kMostTurns || !tree.isRevolute(joint) ? 0.0 : 2.0 * std::numbers::pi * turns;
  }
  return out;
}

double turned(const world::JointLimits& limits, double position, double full) {
  const double excess = scene::excessOf(position, limits);
  if (full <= 0.0 || !std::isfinite(excess) || excess <= 0.0) return position;
  // To the first turn that is past the end that it is beyond, or the one before.
  const double turn = position < limits.lower ? full : -full;
  const double past = position + turn * std::ceil(excess / full), before = past - turn;
  return scene::excessOf(past, limits) < scene::excessOf(before, limits) ? past : before;
}

}  // namespace

std::vector<double> fullTurns(const JointTree& tree, const Riding& tip) { return turnsOf(tree, tree.chain(tip)); }

std::vector<double> fullTurns(const JointTree& tree) {
  std::vector<std::size_t> all(tree.movers().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return turnsOf(tree, all);
}

JointVector turnedToLimits(const std::vector<world::JointLimits>& limits, const std::vector<double>& full,
                           JointVector q) {
  for (std::size_t i = 0; i < full.size(); ++i) {
    double& position = q[static_cast<Eigen::Index>(i)];
    position = turned(limits[i], position, full[i]);
  }
  return q;
}

}  // namespace ww::kinematics
