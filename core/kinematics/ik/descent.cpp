// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/descent.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace ww::kinematics {
namespace {

constexpr double kLargestStep = 0.7;  // radians or metres per joint and iteration

}  // namespace

Descent::Descent(const JointTree& tree, const Riding& tip, const Pose& goal, std::vector<world::JointLimits> limits)
    : tree_(tree),
      task_(tree.mechanism(), {tip.joint, tip.joint_t_node}, goal),
      limits_(std::move(limits)),
      poses_(tree.movers().size()) {
  j_.setZero(6, static_cast<Eigen::Index>(joints().size()));
  frozen_.assign(joints().size(), 0);
  // Turning by one radian counts as much as moving by a third of the arm.
  tree_.moverPoses(tree.worldPositions(), poses_);
  const auto& chain = task_.chain();
  double reach = tip.joint_t_node.p.norm();
  for (std::size_t k = 1; k < chain.size(); ++k) reach += (poses_[chain[k]].p - poses_[chain[k - 1]].p).norm();
  weight_ = std::clamp(reach / 3.0, 0.05, 3.0);
}

Pose Descent::tipAt(const JointVector& q) {
  tree_.moverPoses(q, poses_);
  tip_pose_ = task_.tip(poses_);
  return tip_pose_;
}

Descent::Vec6 Descent::errorAt(const JointVector& q, double weight) {
  Vec6 e = task_.missing(tipAt(q));
  e.tail<3>() *= weight;
  return e;
}

void Descent::fillJacobian(double weight) {
  task_.velocities(poses_, j_);
  j_.bottomRows<3>() *= weight;
}

// Joints that would leave their range are put on its end and left out of a second solve.
bool Descent::step(const Vec6& e, double lambda, const JointVector& q, JointVector& next) {
  std::ranges::fill(frozen_, 0);
  next = q;
  Vec6 rest = e;
  for (int pass = 0; pass < 4; ++pass) {
    Eigen::Matrix<double, 6, 6> a = lambda * Eigen::Matrix<double, 6, 6>::Identity();
    for (std::size_t k = 0; k < joints().size(); ++k) {
      if (frozen_[k]) continue;
      const Vec6 c = j_.col(static_cast<Eigen::Index>(k));
      a.noalias() += c * c.transpose();
    }
    const Vec6 y = a.ldlt().solve(rest);
    double largest = 0.0;
    for (std::size_t k = 0; k < joints().size(); ++k) {
      if (!frozen_[k]) largest = std::max(largest, std::abs(j_.col(static_cast<Eigen::Index>(k)).dot(y)));
    }
    if (!std::isfinite(largest)) return false;
    const double scale = largest > kLargestStep ? kLargestStep / largest : 1.0;
    bool hit = false;
    for (std::size_t k = 0; k < joints().size(); ++k) {
      if (frozen_[k]) continue;
      const auto column = static_cast<Eigen::Index>(k), i = static_cast<Eigen::Index>(joints()[k]);
      next[i] = q[i] + scale * j_.col(column).dot(y);
      if (limits_.empty()) continue;
      const double kept = std::clamp(next[i], limits_[joints()[k]].lower, limits_[joints()[k]].upper);
      if (kept == next[i]) continue;
      hit = true;
      frozen_[k] = 1;
      next[i] = kept;
      rest -= (kept - q[i]) * j_.col(column);
    }
    if (!hit) return true;
  }
  return true;
}

Descent::Found Descent::run(const JointVector& start, int iterations, double weight) {
  JointVector q = start, next = start;
  if (!limits_.empty()) {
    for (const std::size_t i : joints()) {
      const auto at = static_cast<Eigen::Index>(i);
      q[at] = std::clamp(q[at], limits_[i].lower, limits_[i].upper);
    }
  }
  Vec6 e = errorAt(q, weight);
  double cost = e.squaredNorm(), lambda = 1e-3 * std::max(cost, 1e-4), mark = cost;
  int polish = 0;
  for (int n = 0; n < iterations; ++n) {
    if (cost < 1e-26 || (cost < 1e-18 && ++polish > 2)) break;
    if (n % 15 == 14) {
      if (weight > 0.0 && cost > 0.8 * mark && cost > 1e-8) break;  // stuck: another start is quicker
      mark = cost;
    }
    fillJacobian(weight);
    bool better = false;
    for (int k = 0; k < 8 && !better; ++k) {
      if (!step(e, lambda, q, next)) break;
      const Vec6 at_next = errorAt(next, weight);
      if (at_next.squaredNorm() < cost) {
        better = true;
        e = at_next;
        cost = e.squaredNorm();
        q = next;
        lambda = std::max(0.2 * lambda, 1e-14);
        lambda = std::min(lambda, 0.1 * cost + 1e-14);
      } else {
        lambda = std::max(5.0 * lambda, 1e-9);
      }
    }
    if (!better) break;
  }
  errorAt(q, weight);
  return {q, positionDistance(tip_pose_, task_.goal()), weight > 0.0 ? rotationDistance(tip_pose_, task_.goal()) : 0.0};
}

}  // namespace ww::kinematics
