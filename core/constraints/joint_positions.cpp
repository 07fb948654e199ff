// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/joint_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/constraints/failures.h"

namespace ww::constraints {
namespace {

class JointPositionsTask final : public Task {
 public:
  JointPositionsTask(const model::Mechanism& mechanism, JointVector goal)
      : mechanism_(mechanism), goal_(std::move(goal)) {}

  Eigen::Index rows() const override { return goal_.size(); }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose>) const override { return goal_ - q; }
  Eigen::MatrixXd jacobian(const JointVector&, std::span<const Pose>) const override {
    return Eigen::MatrixXd::Identity(rows(), rows());
  }
  Miss distance(const JointVector& q, std::span<const Pose>) const override {
    Miss out;
    for (Eigen::Index i = 0; i < rows(); ++i) {
      const auto& body = mechanism_.model().body(mechanism_.joints()[static_cast<std::size_t>(i)]);
      double& most = body.revolute ? out.radians : out.metres;
      most = std::max(most, std::abs(goal_[i] - q[i]));
    }
    return out;
  }
  std::string text() const override {
    std::string list;
    for (Eigen::Index i = 0; i < rows(); ++i) list += fmt::format("{}{:.4g}", i == 0 ? "" : ", ", goal_[i]);
    return fmt::format("the joint positions {}", list);
  }

 private:
  const model::Mechanism& mechanism_;
  JointVector goal_;
};

}  // namespace

Status checkPositions(const model::Mechanism& mechanism, const JointVector& positions) {
  const auto given = static_cast<std::size_t>(positions.size());
  if (given != mechanism.size())
    return fail(failures::kWrongCount, {{"count", arg::Count{mechanism.size()}}, {"given", arg::Count{given}}});
  for (std::size_t i = 0; i < given; ++i) {
    if (std::isfinite(positions[static_cast<Eigen::Index>(i)])) continue;
    return fail(failures::kNotFinite, {{"joint", arg::Name{mechanism.model().jointName(mechanism.joints()[i])}}});
  }
  return okStatus();
}

Result<std::unique_ptr<const Task>> makeJointPositions(const model::Mechanism& mechanism,
                                                       const Constraint& constraint) {
  const auto& goal = std::get<JointVector>(constraint);
  WW_TRY(checkPositions(mechanism, goal));
  return std::unique_ptr<const Task>(std::make_unique<JointPositionsTask>(mechanism, goal));
}

}  // namespace ww::constraints
