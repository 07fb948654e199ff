// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/joint_sum.h"

#include <algorithm>
#include <cmath>

#include "core/constraints/failures.h"
#include "core/constraints/joint_task.h"
#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

class JointSumTask final : public Task {
 public:
  JointSumTask(const model::Mechanism& mechanism, const JointSum& c, const JointVector& start)
      : mechanism_(mechanism), c_(c), start_(start) {}

  Eigen::Index rows() const override { return 1; }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose>) const override {
    return Eigen::VectorXd::Constant(1, missing(q));
  }
  Eigen::MatrixXd jacobian(const JointVector& q, std::span<const Pose>) const override {
    const bool inside = std::abs(c_.signs.dot(q)) < c_.limit;
    return inside ? Eigen::MatrixXd::Zero(1, q.size()) : Eigen::MatrixXd(c_.signs.transpose());
  }
  Miss distance(const JointVector& q, std::span<const Pose>) const override {
    Miss out;
    for (Eigen::Index i = 0; i < c_.signs.size(); ++i)
      if (c_.signs[i] != 0.0) addMiss(mechanism_, static_cast<std::size_t>(i), missing(q), out);
    return out;
  }
  // The joints share what a sum within the limit asks for.
  std::optional<Sample> sample(const Unit& unit) const override {
    Sample out{std::nullopt, start_};
    for (double& q : out.q) q += 2.0 * unit() - 1.0;
    const double sum = c_.limit * (2.0 * unit() - 1.0);
    out.q += (sum - c_.signs.dot(out.q)) / c_.signs.squaredNorm() * c_.signs;
    return out;
  }
  Phrase text() const override { return phrase(WW_TEXT("Core", "the limit of the sum of joint positions")); }

 private:
  double missing(const JointVector& q) const {
    const double sum = c_.signs.dot(q);
    return std::clamp(sum, -c_.limit, c_.limit) - sum;
  }

  const model::Mechanism& mechanism_;
  JointSum c_;
  JointVector start_;
};

}  // namespace

Result<TaskPtr> makeJointSum(const model::Mechanism& mechanism, const Constraint& constraint,
                             const JointVector& start) {
  const auto& c = std::get<JointSum>(constraint);
  const auto given = static_cast<std::size_t>(c.signs.size());
  if (given != mechanism.size() || !c.signs.allFinite())
    return fail(failures::kWrongCount, {{"count", arg::Count{mechanism.size()}}, {"given", arg::Count{given}}});
  WW_TRY(checkRange("joint_sum_limit", c.limit, 0.0, std::numeric_limits<double>::max()));
  // A sum of no joints.
  if (c.signs.isZero()) return fail(failures::kNoAxis, {{"field", arg::Words{"joint_signs"}}});
  return TaskPtr(std::make_unique<JointSumTask>(mechanism, c, start));
}

}  // namespace ww::constraints
