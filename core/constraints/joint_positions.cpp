// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/joint_positions.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "core/base/failure.h"
#include "core/constraints/failures.h"
#include "core/constraints/joint_task.h"

namespace ww::constraints {
namespace {

class JointPositionsTask final : public Task {
 public:
  JointPositionsTask(const model::Mechanism& mechanism, std::vector<std::size_t> joints, JointVector goal,
                     const JointVector& start)
      : mechanism_(mechanism), joints_(std::move(joints)), goal_(std::move(goal)), start_(start) {}

  Eigen::Index rows() const override { return goal_.size(); }
  Eigen::VectorXd residual(const JointVector& q, std::span<const Pose>) const override {
    Eigen::VectorXd out = goal_;
    for (std::size_t i = 0; i < joints_.size(); ++i)
      out[static_cast<Eigen::Index>(i)] -= q[static_cast<Eigen::Index>(joints_[i])];
    return out;
  }
  Eigen::MatrixXd jacobian(const JointVector&, std::span<const Pose>) const override {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(rows(), static_cast<Eigen::Index>(mechanism_.size()));
    for (std::size_t i = 0; i < joints_.size(); ++i)
      out(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(joints_[i])) = 1.0;
    return out;
  }
  Miss distance(const JointVector& q, std::span<const Pose> root_t_row) const override {
    Miss out;
    const Eigen::VectorXd missing = residual(q, root_t_row);
    for (std::size_t i = 0; i < joints_.size(); ++i)
      addMiss(mechanism_, joints_[i], missing[static_cast<Eigen::Index>(i)], out);
    return out;
  }
  std::optional<Sample> sample(const Unit&) const override {
    Sample out{std::nullopt, start_};
    for (std::size_t i = 0; i < joints_.size(); ++i)
      out.q[static_cast<Eigen::Index>(joints_[i])] = goal_[static_cast<Eigen::Index>(i)];
    return out;
  }
  Phrase text() const override {
    std::string list;
    for (Eigen::Index i = 0; i < rows(); ++i) list += fmt::format("{}{:.4g}", i == 0 ? "" : ", ", goal_[i]);
    return phrase(WW_TEXT("Core", "the joint positions {list}"), {{"list", arg::Words{list}}});
  }

 private:
  const model::Mechanism& mechanism_;
  std::vector<std::size_t> joints_;
  JointVector goal_, start_;
};

Status checkFinite(const model::Mechanism& mechanism, const std::vector<std::size_t>& joints, const JointVector& q) {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (std::isfinite(q[static_cast<Eigen::Index>(i)])) continue;
    return fail(failures::kNotFinite,
                {{"joint", arg::Name{mechanism.model().jointName(mechanism.joints()[joints[i]])}}});
  }
  return okStatus();
}

std::vector<std::size_t> allJoints(const model::Mechanism& mechanism) {
  std::vector<std::size_t> out(mechanism.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

Status wrongCount(std::size_t count, std::size_t given) {
  return fail(failures::kWrongCount, {{"count", arg::Count{count}}, {"given", arg::Count{given}}});
}

}  // namespace

Status checkPositions(const model::Mechanism& mechanism, const JointVector& positions) {
  const auto given = static_cast<std::size_t>(positions.size());
  if (given != mechanism.size()) return wrongCount(mechanism.size(), given);
  return checkFinite(mechanism, allJoints(mechanism), positions);
}

Result<TaskPtr> makeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint,
                                   const JointVector& start) {
  const auto& goal = std::get<JointVector>(constraint);
  WW_TRY(checkPositions(mechanism, goal));
  return TaskPtr(std::make_unique<JointPositionsTask>(mechanism, allJoints(mechanism), goal, start));
}

Result<TaskPtr> makeSomeJointPositions(const model::Mechanism& mechanism, const Constraint& constraint,
                                       const JointVector& start) {
  const auto& c = std::get<SomeJointPositions>(constraint);
  const auto given = static_cast<std::size_t>(c.positions.size());
  const bool known = std::ranges::all_of(c.joints, [&](std::size_t joint) { return joint < mechanism.size(); });
  if (given != c.joints.size() || !known || given == 0)
    return wrongCount(known ? c.joints.size() : mechanism.size(), given);
  WW_TRY(checkFinite(mechanism, c.joints, c.positions));
  return TaskPtr(std::make_unique<JointPositionsTask>(mechanism, c.joints, c.positions, start));
}

}  // namespace ww::constraints
