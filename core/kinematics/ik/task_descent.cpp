// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/ik/task_descent.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace ww::kinematics {

TaskDescent::TaskDescent(const JointTree& tree, const constraints::Task& task, std::vector<world::JointLimits> limits)
    : tree_(tree), task_(task), limits_(std::move(limits)), poses_(tree.movers().size()) {}

Eigen::VectorXd TaskDescent::residual(const JointVector& q) {
  tree_.moverPoses(q, poses_);
  return task_.residual(q, poses_);
}

// Joints that would leave their range are put on its end and left out of a further solve.
bool TaskDescent::step(const Eigen::VectorXd& e, const Eigen::MatrixXd& j, double lambda, const JointVector& q,
                       JointVector& next) {
  std::vector<std::uint8_t> frozen(tree_.size(), 0);
  Eigen::VectorXd rest = e;
  next = q;
  for (int pass = 0; pass < 4; ++pass) {
    Eigen::MatrixXd free = j;
    for (std::size_t i = 0; i < frozen.size(); ++i)
      if (frozen[i]) free.col(static_cast<Eigen::Index>(i)).setZero();
    Eigen::MatrixXd a = free.transpose() * free;
    a.diagonal().array() += lambda;
    const Eigen::VectorXd way = a.ldlt().solve(free.transpose() * rest);
    const double most = way.cwiseAbs().maxCoeff();
    if (!std::isfinite(most)) return false;
    const double scale = most > largest_ ? largest_ / most : 1.0;
    bool hit = false;
    for (std::size_t i = 0; i < frozen.size(); ++i) {
      const auto at = static_cast<Eigen::Index>(i);
      if (frozen[i]) continue;
      next[at] = q[at] + scale * way[at];
      if (limits_.empty()) continue;
      const double kept = std::clamp(next[at], limits_[i].lower, limits_[i].upper);
      if (kept == next[at]) continue;
      hit = true;
      frozen[i] = 1;
      next[at] = kept;
      rest -= (kept - q[at]) * j.col(at);
    }
    if (!hit) return true;
  }
  return true;
}

TaskDescent::Found TaskDescent::run(const JointVector& start, int iterations, double largest) {
  largest_ = largest;
  JointVector q = start, next = start;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    double& v = q[static_cast<Eigen::Index>(i)];
    v = std::clamp(v, limits_[i].lower, limits_[i].upper);
  }
  Eigen::VectorXd e = residual(q);
  double cost = e.squaredNorm(), lambda = 1e-3 * std::max(cost, 1e-4), mark = cost;
  for (int n = 0; n < iterations && cost > 1e-26; ++n) {
    if (n % 20 == 19) {
      if (cost > 0.9 * mark) break;  // stuck: another start is quicker
      mark = cost;
    }
    tree_.moverPoses(q, poses_);
    const Eigen::MatrixXd j = task_.jacobian(q, poses_);
    bool better = false;
    for (int k = 0; k < 8 && !better; ++k) {
      if (!step(e, j, lambda, q, next)) break;
      const Eigen::VectorXd at_next = residual(next);
      better = at_next.squaredNorm() < cost;
      if (!better) {
        lambda = std::max(5.0 * lambda, 1e-9);
        continue;
      }
      e = at_next;
      cost = e.squaredNorm();
      q = next;
      lambda = std::min(std::max(0.2 * lambda, 1e-14), 0.1 * cost + 1e-14);
    }
    if (!better) break;
  }
  return {q, e.cwiseAbs().maxCoeff()};
}

}  // namespace ww::kinematics
