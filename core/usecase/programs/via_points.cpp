// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/via_points.h"

#include <algorithm>
#include <utility>

namespace ww::usecase {
namespace {

// States, and a place between each two of them: between states the motion is a cubic.
std::vector<JointVector> samplesOf(const program::Motion& motion) {
  std::vector<JointVector> out{motion.q.front()};
  for (std::size_t i = 1; i < motion.times.size(); ++i) {
    out.push_back(program::positionsAt(motion, 0.5 * (motion.times[i - 1] + motion.times[i])));
    out.push_back(motion.q[i]);
  }
  return out;
}

double distanceTo(const JointVector& from, const JointVector& to, const JointVector& q) {
  const JointVector along = to - from;
  const double squared = along.squaredNorm();
  const double share = squared > 0.0 ? std::clamp((q - from).dot(along) / squared, 0.0, 1.0) : 0.0;
  return (q - from - share * along).norm();
}

}  // namespace

std::vector<JointVector> viaPoints(const program::Motion& motion, double tolerance) {
  const std::vector<JointVector> all = samplesOf(motion);
  std::vector<bool> kept(all.size(), false);
  kept.front() = kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open{{0, all.size() - 1}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    std::size_t farthest = first;
    double most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
      const double distance = distanceTo(all[first], all[last], all[i]);
      if (distance <= most) continue;
      most = distance;
      farthest = i;
    }
    if (farthest == first) continue;
    kept[farthest] = true;
    open.emplace_back(first, farthest);
    open.emplace_back(farthest, last);
  }
  std::vector<JointVector> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (kept[i]) out.push_back(all[i]);
  return out;
}

}  // namespace ww::usecase
