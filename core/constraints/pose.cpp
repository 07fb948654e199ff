// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/pose.h"

#include <algorithm>
#include <cmath>

namespace ww::constraints {
namespace {

class PoseEqualityTask final : public NodeTask {
 public:
  PoseEqualityTask(const model::Mechanism& mechanism, Nodes nodes, const Pose& target_t_goal)
      : NodeTask(mechanism, std::move(nodes)), goal_(target_t_goal) {}

  const Pose& goal() const { return goal_; }
  Eigen::Index rows() const override { return 6; }
  Eigen::VectorXd missing(const Pose& t) const override {
    PoseTask::Vec6 out;
    out << goal_.p - t.p, rotationVector(goal_.q * t.q.conjugate());
    return out;
  }
  Change change(const Pose& t) const override {
    Change out = Change::Identity(6, 6);
    out.bottomRightCorner<3, 3>() = rotationChange(rotationVector(goal_.q * t.q.conjugate()));
    return out;
  }
  Miss miss(const Pose& t) const override { return {positionDistance(t, goal_), rotationDistance(t, goal_)}; }
  Pose draw(const Unit&) const override { return goal_; }
  Phrase text() const override { return named(WW_TEXT("Core", "the pose of {moving} in {target}")); }

 private:
  Pose goal_;
};

}  // namespace

PoseTask::PoseTask(const model::Mechanism& mechanism, const model::Mechanism::Seat& tip, const Pose& root_t_goal)
    : mechanism_(mechanism), tip_(tip), goal_(root_t_goal) {
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

Result<TaskPtr> makePose(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start) {
  const auto& c = std::get<PoseEquality>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PoseEqualityTask>(mechanism, std::move(nodes), c.target_t_moving));
}

Result<TaskPtr> makeRelativePose(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start) {
  const auto& c = std::get<RelativePose>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.moving, start));
  nodes.target = {-1, Pose::identity()};
  const Pose goal = displaced(mechanism, c.moving, c.by, c.reference, start);
  return TaskPtr(std::make_unique<PoseEqualityTask>(mechanism, std::move(nodes), goal));
}

Eigen::Matrix3d rotationChange(const Vec3& v) {
  const double angle = v.norm();
  const Eigen::Matrix3d k = cross(v);
  // Near 0 the fraction is 1/12 to first order.
  const double part =
      angle < 1e-4 ? 1.0 / 12.0
                   : 1.0 / (angle * angle) - (1.0 + std::cos(angle)) / (2.0 * angle * std::max(std::sin(angle), 1e-9));
  return Eigen::Matrix3d::Identity() + 0.5 * k + part * k * k;
}

Pose displaced(const model::Mechanism& mechanism, world::NodeRef moving, const Pose& by,
               const std::optional<world::NodeRef>& reference, const JointVector& start) {
  const Pose from = rootT(mechanism, moving, start);
  const Quat axes = reference ? rootT(mechanism, *reference, start).q : from.q;
  return {from.p + axes * by.p, (axes * by.q * axes.conjugate() * from.q).normalized()};
}

std::optional<RootPose> rootPoseOf(const Task& task) {
  const auto* pose = dynamic_cast<const PoseEqualityTask*>(&task);
  if (!pose) return std::nullopt;
  const Nodes& n = *pose->nodes();
  if (n.target.row < 0) return RootPose{n.moving_node, n.moving, n.target.row_t_node * pose->goal()};
  // What stands still is brought to a place of what moves: a part held against a tool that is fixed.
  if (n.moving.row < 0) return RootPose{n.target_node, n.target, n.moving.row_t_node * pose->goal().inverse()};
  return std::nullopt;
}

}  // namespace ww::constraints
