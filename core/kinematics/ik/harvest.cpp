// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/harvest.h"

#include <algorithm>

#include "core/kinematics/ik/ik_diagnosis.h"
#include "core/kinematics/ik/solvers.h"

namespace ww::kinematics {
namespace {

const std::vector<world::JointLimits>& limitsOf(const JointTree& tree, const IkRequest& r) {
  return r.limits.empty() ? tree.limits() : r.limits;
}

std::array<Turns::Joint, Turns::kMostJoints> jointsOf(const JointTree& tree, const IkRequest& r, const IkChain& chain) {
  std::array<Turns::Joint, Turns::kMostJoints> out;
  const auto& limits = limitsOf(tree, r);
  for (std::size_t i = 0; i < chain.count; ++i) {
    const std::size_t joint = chain.joint[i];
    out[i] = {r.start[static_cast<Eigen::Index>(joint)], r.weights.empty() ? 1.0 : r.weights[joint],
              limits[joint].lower, limits[joint].upper, chain.turns[i]};
  }
  return out;
}

}  // namespace

Harvest::Harvest(const JointTree& tree, const IkRequest& request, const IkChain& chain)
    : tree_(tree),
      request_(request),
      chain_(chain),
      limits_(limitsOf(tree, request)),
      turns_(std::span<const Turns::Joint>(jointsOf(tree, request, chain)).first(chain.count)) {}

void Harvest::add(std::span<const double> posture, const IkBranch& branch) {
  if (turns_.add(posture, count_)) branches_[count_++] = branch;
}

bool Harvest::wasOffered(const JointVector& q) const {
  constexpr double kSame = 1e-9;  // radians or metres
  const auto is_same = [&q](const JointVector& known) { return (known - q).cwiseAbs().maxCoeff() < kSame; };
  return std::ranges::any_of(std::span(good_).first(known_good_), is_same, &Good::q) ||
         std::ranges::any_of(std::span(refused_).first(known_refused_), is_same);
}

Status Harvest::offer(const Turns::One& one, int& left) {
  WW_TRY(interrupted(request_));
  JointVector q = request_.start;
  for (std::size_t i = 0; i < chain_.count; ++i)
    q[static_cast<Eigen::Index>(chain_.joint[i])] = turns_.position(one, i);
  if (wasOffered(q)) return okStatus();
  if (request_.accept && !request_.accept(q)) {
    refused_.push_back(std::move(q));
    return okStatus();
  }
  --left;
  const double square = squareFromStart(request_, q);
  good_.push_back({std::move(q), branches_[turns_.tag(one)], square});
  return okStatus();
}

Harvest::Posture Harvest::postureOf(const Turns::One& one) const {
  Posture out{{}, branches_[turns_.tag(one)]};
  for (std::size_t i = 0; i < chain_.count; ++i) out.positions[i] = turns_.position(one, i);
  return out;
}

// Other postures come before turns of the same: those look different.
Status Harvest::take(int most) {
  Status done = okStatus();
  int left = most;
  std::vector<Turns::One> near;
  turns_.nearest(near);
  for (std::size_t i = 0; i < near.size() && left > 0 && !enough() && done.ok(); ++i) done = offer(near[i], left);
  for (Turns::One one; request_.turns && left > 0 && !enough() && done.ok() && turns_.next(one);)
    if (one.choice != 0) done = offer(one, left);
  std::vector<Posture> rest;
  // Those that were offered as well: other turns of them may be left.
  if (left == 0 && !enough())
    for (const Turns::One& one : near) rest.push_back(postureOf(one));
  turns_.clear();
  count_ = 0;
  known_good_ = rest.empty() ? 0 : good_.size();
  known_refused_ = rest.empty() ? 0 : refused_.size();
  for (const Posture& p : rest) add(std::span(p.positions).first(chain_.count), p.branch);
  return done;
}

Result<IkResult> Harvest::finish(std::size_t kept) {
  const auto from = good_.begin() + static_cast<std::ptrdiff_t>(std::min(kept, good_.size()));
  std::stable_sort(from, good_.end(), [](const Good& a, const Good& b) { return a.square < b.square; });
  std::ranges::stable_sort(refused_, {}, [this](const JointVector& q) { return squareFromStart(request_, q); });
  IkResult out;
  const bool named = std::ranges::any_of(good_, [](const Good& g) { return g.branch.named(); });
  for (Good& g : good_) {
    if (named) out.branches.push_back(g.branch);
    out.solutions.push_back(std::move(g.q));
  }
  out.refused = std::move(refused_);
  if (out.solutions.empty() && request_.diagnose) out.why = diagnoseIk(tree_, request_, out);
  return out;
}

}  // namespace ww::kinematics
