// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/rotation.h"

#include <cmath>
#include <numbers>

#include "core/constraints/node_task.h"
#include "core/constraints/pose.h"

namespace ww::constraints {
namespace {

// Within an angle of a rotation; what is missing is the rotation vector to the nearest that is.
class RotationTask final : public NodeTask {
 public:
  RotationTask(const model::Mechanism& mechanism, Nodes nodes, const Quat& goal, double radius)
      : NodeTask(mechanism, std::move(nodes)), goal_(goal.normalized()), radius_(radius) {}

  Eigen::Index rows() const override { return 3; }
  Eigen::VectorXd missing(const Pose& t) const override {
    const Vec3 way = rotationVector(goal_ * t.q.conjugate());
    const double angle = way.norm();
    return angle > radius_ ? Vec3((1.0 - radius_ / angle) * way) : Vec3(Vec3::Zero());
  }
  Change change(const Pose& t) const override {
    Change out = Change::Zero(3, 6);
    const Vec3 way = rotationVector(goal_ * t.q.conjugate());
    const double angle = way.norm();
    if (angle < radius_) return out;
    const Eigen::Matrix3d turn = rotationChange(way);
    if (angle < 1e-9) {
      out.rightCols<3>() = turn;
      return out;
    }
    const Vec3 u = way / angle;
    const Eigen::Matrix3d along = u * u.transpose();
    out.rightCols<3>() = (along + (1.0 - radius_ / angle) * (Eigen::Matrix3d::Identity() - along)) * turn;
    return out;
  }
  Miss miss(const Pose& t) const override { return {0.0, missing(t).norm()}; }
  Pose draw(const Unit& unit) const override { return {drawPlace(unit), drawTurn(unit, radius_) * goal_}; }
  Phrase text() const override { return named(WW_TEXT("Core", "the rotation of {moving} in {target}")); }

 private:
  Quat goal_;
  double radius_;
};

}  // namespace

Result<TaskPtr> makeRotation(const model::Mechanism& mechanism, const Constraint& constraint,
                             const JointVector& start) {
  const auto& c = std::get<RotationEquality>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<RotationTask>(mechanism, std::move(nodes), c.target_q_moving, 0.0));
}

Result<TaskPtr> makeRotationBall(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start) {
  const auto& c = std::get<RotationBall>(constraint);
  WW_TRY(checkRange("angular_radius", c.radius, 0.0, std::numbers::pi));
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<RotationTask>(mechanism, std::move(nodes), c.target_q_moving, c.radius));
}

Result<TaskPtr> makeRelativeRotation(const model::Mechanism& mechanism, const Constraint& constraint,
                                     const JointVector& start) {
  const auto& c = std::get<RelativeRotation>(constraint);
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.moving, start));
  const Pose goal = displaced(mechanism, c.moving, {Vec3::Zero(), c.by}, c.reference, start);
  nodes.target = {-1, Pose::identity()};
  return TaskPtr(std::make_unique<RotationTask>(mechanism, std::move(nodes), goal.q, 0.0));
}

}  // namespace ww::constraints
