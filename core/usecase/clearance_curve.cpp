// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/clearance_curve.h"

#include <algorithm>
#include <utility>

namespace ww::usecase {
namespace {

model::Overrides standingAt(ObjectId robot, const JointVector& q) {
  model::Overrides out;
  out.joints[robot] = q;
  return out;
}

// Both ends, then ever finer.
std::vector<int> coarseFirst(int count) {
  std::vector<int> out{0, count - 1};
  std::vector<char> taken(static_cast<std::size_t>(count), 0);
  taken.front() = taken.back() = 1;
  int step = 1;
  while (2 * step < count) step *= 2;
  for (; step > 0; step /= 2)
    for (int i = step; i < count; i += step)
      if (!std::exchange(taken[static_cast<std::size_t>(i)], 1)) out.push_back(i);
  return out;
}

}  // namespace

ClearanceCurve::ClearanceCurve(const collision::Scene& scene, ObjectId robot, model::Trajectory trajectory, int moments)
    : robot_(robot),
      trajectory_(std::move(trajectory)),
      there_(standingAt(robot, trajectory_.empty() ? JointVector() : trajectory_.sample(0.0).q)),
      state_(scene.model()),
      checker_(scene, there_.movers(scene.world())) {
  if (trajectory_.empty() || scene.rules().disabled()) return;
  order_ = coarseFirst(std::max(2, moments));
  known_.resize(order_.size());
  is_known_.resize(order_.size(), false);
}

ClearanceSample ClearanceCurve::at(double seconds) {
  there_.joints[robot_] = trajectory_.sample(seconds).q;
  there_.apply(state_);
  const auto near = checker_.nearest(state_, kFarthest);
  if (!near) return {seconds, kFarthest, {}, {}, Vec3::Zero(), Vec3::Zero()};
  return {seconds, near->distance_m, near->a, near->b, near->point_a, near->point_b};
}

bool ClearanceCurve::work(int count) {
  const double last = static_cast<double>(order_.size()) - 1.0;
  for (; count > 0 && !isDone(); --count, ++next_) {
    const auto moment = static_cast<std::size_t>(order_[next_]);
    known_[moment] = at(trajectory_.duration() * static_cast<double>(moment) / last);
    is_known_[moment] = true;
  }
  return !isDone();
}

std::vector<ClearanceSample> ClearanceCurve::samples() const {
  std::vector<ClearanceSample> out;
  for (std::size_t i = 0; i < known_.size(); ++i)
    if (is_known_[i]) out.push_back(known_[i]);
  return out;
}

}  // namespace ww::usecase
