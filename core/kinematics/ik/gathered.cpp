// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/gathered.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/ik/solvers.h"

namespace ww::kinematics {
namespace {

constexpr double kSame = 1e-3;

bool isAmong(const std::vector<JointVector>& known, const JointVector& q) {
  return std::ranges::any_of(known, [&q](const JointVector& o) { return jointDistance(o, q) < kSame; });
}

}  // namespace

void Gathered::take(JointVector q) {
  if (isAmong(out_.solutions, q) || isAmong(out_.refused, q)) return;
  (request_.accept && !request_.accept(q) ? out_.refused : out_.solutions).push_back(std::move(q));
}

IkResult Gathered::finish(std::size_t kept) {
  const auto by_distance = [this](const JointVector& q) { return squareFromStart(request_, q); };
  const auto from = out_.solutions.begin() + static_cast<std::ptrdiff_t>(std::min(kept, out_.solutions.size()));
  std::ranges::stable_sort(from, out_.solutions.end(), {}, by_distance);
  std::ranges::stable_sort(out_.refused, {}, by_distance);
  return std::move(out_);
}

double randomPosition(const JointTree& tree, const std::vector<world::JointLimits>& limits, const JointVector& start,
                      std::size_t joint, Random& random) {
  const double at = start[static_cast<Eigen::Index>(joint)], span = tree.isRevolute(joint) ? M_PI : 1.0;
  const double lower = std::isfinite(limits[joint].lower) ? limits[joint].lower : at - span;
  const double upper = std::isfinite(limits[joint].upper) ? limits[joint].upper : at + span;
  return random.uniform(lower, std::max(lower, upper));
}

}  // namespace ww::kinematics
