// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/joint_ranges.h"

#include <cmath>

#include "core/constraints/failures.h"
#include "core/constraints/joint_task.h"
#include "core/constraints/node_task.h"
#include "core/model/limits.h"

namespace ww::constraints {
namespace {

class JointRangesTask final : public Task {
 public:
  JointRangesTask(const model::Mechanism& mechanism, JointVector lower, JointVector upper, const JointVector& start)
      : mechanism_(mechanism), lower_(std::move(lower)), upper_(std::move(upper)), start_(start) {}

  Eigen::Index rows() const override { return lower_.size(); }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose>) const override {
    return q.cwiseMax(lower_).cwiseMin(upper_) - q;
  }
  Eigen::MatrixXd jacobian(const JointVector& q, std::span<const Pose>) const override {
    Eigen::MatrixXd out = Eigen::MatrixXd::Identity(rows(), rows());
    for (Eigen::Index i = 0; i < rows(); ++i)
      if (q[i] > lower_[i] && q[i] < upper_[i]) out(i, i) = 0.0;
    return out;
  }
  Miss distance(const JointVector& q, std::span<const Pose> root_t_row) const override {
    Miss out;
    const Eigen::VectorXd missing = residual(q, root_t_row);
    for (Eigen::Index i = 0; i < missing.size(); ++i) addMiss(mechanism_, static_cast<std::size_t>(i), missing[i], out);
    return out;
  }
  std::optional<Sample> sample(const Unit& unit) const override {
    Sample out{std::nullopt, start_};
    for (Eigen::Index i = 0; i < rows(); ++i) {
      const double lower = std::isfinite(lower_[i]) ? lower_[i] : std::min(start_[i], upper_[i]) - 1.0;
      const double upper = std::isfinite(upper_[i]) ? upper_[i] : std::max(start_[i], lower_[i]) + 1.0;
      out.q[i] = lower + (upper - lower) * unit();
    }
    return out;
  }
  Phrase text() const override { return phrase(WW_TEXT("Core", "the range of the joints")); }

 private:
  const model::Mechanism& mechanism_;
  JointVector lower_, upper_, start_;
};

}  // namespace

Result<TaskPtr> makeJointRanges(const model::Mechanism& mechanism, const Constraint& constraint,
                                const JointVector& start) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  const auto& c = std::get<JointRanges>(constraint);
  const auto limits = model::motionLimits(mechanism).position;
  JointVector lower = c.lower, upper = c.upper;
  for (JointVector* end : {&lower, &upper}) {
    if (end->size() == static_cast<Eigen::Index>(mechanism.size())) continue;
    if (end->size() != 0)
      return fail(failures::kWrongCount, {{"count", arg::Count{mechanism.size()}},
                                          {"given", arg::Count{static_cast<std::size_t>(end->size())}}});
    end->resize(static_cast<Eigen::Index>(mechanism.size()));
    for (std::size_t i = 0; i < mechanism.size(); ++i)
      (*end)[static_cast<Eigen::Index>(i)] = end == &lower ? limits[i].lower : limits[i].upper;
  }
  for (Eigen::Index i = 0; i < lower.size(); ++i) {
    WW_TRY(checkRange("lower_limits", lower[i], -kFar, std::numeric_limits<double>::max()));
    WW_TRY(checkRange("upper_limits", upper[i], lower[i], kFar));
  }
  return TaskPtr(std::make_unique<JointRangesTask>(mechanism, std::move(lower), std::move(upper), start));
}

}  // namespace ww::constraints
