// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/hand/damped_step.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace ww::usecase {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

// Of the columns that are not held; the others are zero.
Eigen::VectorXd solve(const constraints::PoseTask::Columns& free, const constraints::PoseTask::Vec6& error,
                      double damping) {
  Matrix6 normal = free * free.transpose();
  normal.diagonal().array() += damping;
  const constraints::PoseTask::Vec6 y = normal.ldlt().solve(error);
  return free.transpose() * y;
}

}  // namespace

DampedStep dampedStep(const constraints::PoseTask::Columns& jacobian, const constraints::PoseTask::Vec6& error,
                      double damping, double most, const JointRoom& room) {
  const Eigen::Index count = jacobian.cols();
  constraints::PoseTask::Columns free = jacobian;
  constraints::PoseTask::Vec6 rest = error;
  Eigen::VectorXd ended = Eigen::VectorXd::Zero(count);
  std::vector<bool> held(static_cast<std::size_t>(count), false);
  DampedStep out;
  double hardest = 0.0;
  for (Eigen::Index pass = 0; pass <= count; ++pass) {
    out.change = solve(free, rest, damping);
    // Shortened first: an end that is far away holds nothing back.
    const double largest = out.change.size() > 0 ? out.change.cwiseAbs().maxCoeff() : 0.0;
    if (largest > most) out.change *= most / largest;
    bool more = false;
    for (Eigen::Index k = 0; k < count; ++k) {
      if (held[static_cast<std::size_t>(k)]) continue;
      const double kept = std::clamp(out.change[k], room.lower[k], room.upper[k]);
      const double over = std::abs(out.change[k] - kept);
      if (over == 0.0) continue;
      if (over > hardest) {
        hardest = over;
        out.held = static_cast<int>(k);
        out.held_above = out.change[k] > kept;
      }
      held[static_cast<std::size_t>(k)] = more = true;
      ended[k] = kept;
      rest -= kept * free.col(k);
      free.col(k).setZero();
    }
    if (!more) break;
  }
  for (Eigen::Index k = 0; k < count; ++k)
    if (held[static_cast<std::size_t>(k)]) out.change[k] = ended[k];
  return out;
}

}  // namespace ww::usecase
