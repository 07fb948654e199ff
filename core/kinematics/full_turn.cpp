// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/full_turn.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

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

}  // namespace

std::vector<double> fullTurns(const JointTree& tree, const Riding& tip) { return turnsOf(tree, tree.chain(tip)); }

std::vector<double> fullTurns(const JointTree& tree) {
  std::vector<std::size_t> all(tree.movers().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return turnsOf(tree, all);
}

}  // namespace ww::kinematics
