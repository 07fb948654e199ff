// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/constraints/failures.h"
#include "core/model/named.h"

namespace ww::constraints {

Vec3 rotationVector(const Quat& q) {
  const double s = q.vec().norm();
  if (s < 1e-12) return (q.w() < 0.0 ? -2.0 : 2.0) * q.vec();
  const double angle = 2.0 * std::atan2(s, std::abs(q.w()));
  return (q.w() < 0.0 ? -angle : angle) / s * q.vec();
}

PoseTask::PoseTask(const model::Mechanism& mechanism, const model::Mechanism::Seat& tip, const Pose& root_t_goal,
                   std::string text)
    : mechanism_(mechanism), tip_(tip), goal_(root_t_goal), text_(std::move(text)) {
  for (int row = tip.row; row >= 0; row = mechanism.row(static_cast<std::size_t>(row)).parent)
    chain_.push_back(static_cast<std::size_t>(row));
  std::ranges::reverse(chain_);
  for (const std::size_t row : chain_) {
    const auto joint = static_cast<std::size_t>(mechanism.row(row).joint);
    const auto known = std::ranges::find(joints_, joint);
    columns_.push_back(known - joints_.begin());
    if (known == joints_.end()) joints_.push_back(joint);
  }
}

PoseTask::Vec6 PoseTask::missing(const Pose& root_t_tip) const {
  Vec6 out;
  out.head<3>() = goal_.p - root_t_tip.p;
  out.tail<3>() = rotationVector(goal_.q * root_t_tip.q.conjugate());
  return out;
}

void PoseTask::velocities(std::span<const Pose> root_t_row, Columns& out) const {
  const Vec3 p_tip = tip(root_t_row).p;
  out.setZero(6, static_cast<Eigen::Index>(joints_.size()));
  for (std::size_t k = 0; k < chain_.size(); ++k)
    out.col(columns_[k]) += mechanism_.velocity(chain_[k], root_t_row, p_tip);
}

Eigen::VectorXd PoseTask::residual(const JointVector&, std::span<const Pose> root_t_row) const {
  return missing(tip(root_t_row));
}

Eigen::MatrixXd PoseTask::jacobian(const JointVector&, std::span<const Pose> root_t_row) const {
  Columns columns;
  velocities(root_t_row, columns);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(6, static_cast<Eigen::Index>(mechanism_.size()));
  for (std::size_t k = 0; k < joints_.size(); ++k)
    out.col(static_cast<Eigen::Index>(joints_[k])) = columns.col(static_cast<Eigen::Index>(k));
  return out;
}

Miss PoseTask::distance(const JointVector&, std::span<const Pose> root_t_row) const {
  const Pose at = tip(root_t_row);
  return {positionDistance(at, goal_), rotationDistance(at, goal_)};
}

namespace {

// What could be meant instead: frames that move with the robot, or that do not; where there is none, bodies.
std::vector<std::string> othersThan(const model::Mechanism& mechanism, bool moving) {
  constexpr std::size_t kMost = 20;
  const world::World& world = mechanism.model().world();
  std::vector<std::string> frames, bodies;
  world.forEachFrame([&](const world::Frame& frame) {
    if (frames.size() < kMost && (mechanism.seat(frame.id).row >= 0) == moving)
      frames.push_back(world.display(frame.id));
  });
  if (!frames.empty()) return frames;
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities)
      if (bodies.size() < kMost && !entity->joint && (mechanism.seat(entity->id).row >= 0) == moving)
        bodies.push_back(world.display(entity->id));
  });
  return bodies;
}

}  // namespace

Status refuseNode(const FailureRow& row, const model::Mechanism& mechanism, world::NodeRef node) {
  const bool moving = &row == &failures::kNotMoved;
  return fail(row, {{"node", model::named(mechanism.model().world(), node)},
                    {"known", arg::Names{othersThan(mechanism, moving)}}});
}

Result<std::unique_ptr<const Task>> makePose(const model::Mechanism& mechanism, const Constraint& constraint) {
  const auto& pose = std::get<PoseEquality>(constraint);
  const world::World& world = mechanism.model().world();
  const auto moving = mechanism.seat(pose.moving), target = mechanism.seat(pose.target);
  if (moving.row < 0) return refuseNode(failures::kNotMoved, mechanism, pose.moving);
  if (target.row >= 0) return refuseNode(failures::kTargetMoves, mechanism, pose.target);
  return std::unique_ptr<const Task>(std::make_unique<PoseTask>(
      mechanism, moving, target.row_t_node * pose.target_t_moving,
      fmt::format("the pose of {} in {}", world.display(pose.moving), world.display(pose.target))));
}

}  // namespace ww::constraints
