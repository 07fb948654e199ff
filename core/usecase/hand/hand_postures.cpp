// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/kinematics/full_turn.h"
#include "core/model/limits.h"
#include "core/usecase/hand/hand_follower.h"

namespace ww::usecase {
namespace {

using Posture = HandFollower::Posture;

constexpr double kSame = 1e-3;  // radians or metres
constexpr auto kPatience = std::chrono::milliseconds(150);

// Full turns aside.
bool looksAlike(const kinematics::JointTree& tree, const JointVector& a, const JointVector& b) {
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const double by = a[static_cast<Eigen::Index>(i)] - b[static_cast<Eigen::Index>(i)];
    if (std::abs(tree.isRevolute(i) ? std::remainder(by, 2.0 * std::numbers::pi) : by) > kSame) return false;
  }
  return true;
}

void collect(const kinematics::JointTree& tree, const kinematics::IkResult& found, std::vector<Posture>& out) {
  for (std::size_t i = 0; i < found.solutions.size(); ++i) {
    const JointVector& q = found.solutions[i];
    if (std::ranges::any_of(out, [&](const Posture& p) { return looksAlike(tree, p.q, q); })) continue;
    Posture& posture = out.emplace_back();
    posture.q = q;
    if (i < found.branches.size()) posture.branch = found.branches[i];
  }
}

// A right shoulder comes before a left one, an elbow that is up before one that is down.
auto orderOf(const Posture& posture) {
  const kinematics::IkBranch& b = posture.branch;
  return std::tuple(-b.shoulder, -b.elbow, -b.wrist);
}

}  // namespace

void HandFollower::judge(Posture& posture) {
  if (const auto beyond = model::limitExcess(tree_.limits(), posture.q))
    std::tie(posture.joint, posture.excess) = *beyond;
  const model::State& state = at(posture.q);
  if (checker_.collides(state)) posture.contact = checker_.first(state);
}

Result<std::vector<HandFollower::Posture>> HandFollower::postures(const JointVector& now, const std::stop_token& stop) {
  auto asked = request(now, toolAt(now));
  asked.max_solutions = 16;
  asked.max_restarts = 12;
  asked.stop = stop;
  asked.deadline = kinematics::Clock::now() + kPatience;
  std::vector<Posture> out;
  WW_ASSIGN(const auto within, kinematics::solveIk(tree_, asked));
  collect(tree_, within, out);
  // Where postures are few, those that limits forbid are told as well.
  asked.limits = unlimited_;
  const bool few = named_ && branchOf(now).has_value();
  if (few) {
    WW_ASSIGN(auto beyond, kinematics::solveIk(tree_, asked));
    // A joint that a whole turn brings within its limits is not beyond them.
    const std::vector<double> full = kinematics::fullTurns(tree_, tip_);
    for (JointVector& q : beyond.solutions) q = kinematics::turnedToLimits(tree_.limits(), full, q);
    collect(tree_, beyond, out);
  }
  for (Posture& posture : out) {
    posture.is_current = looksAlike(tree_, posture.q, now);
    if (posture.is_current) posture.q = now;
  }
  if (few) std::ranges::stable_sort(out, {}, orderOf);
  else std::ranges::stable_sort(out, std::ranges::greater(), &Posture::is_current);
  if (out.size() > kMostPostures) out.resize(kMostPostures);
  for (Posture& posture : out) judge(posture);
  return out;
}

}  // namespace ww::usecase
