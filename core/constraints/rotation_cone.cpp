// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/rotation_cone.h"

#include <cmath>
#include <numbers>

#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

// What is missing is the rotation vector that brings the axis to the cone the shortest way.
class RotationConeTask final : public NodeTask {
 public:
  RotationConeTask(const model::Mechanism& mechanism, Nodes nodes, const RotationCone& c)
      : NodeTask(mechanism, std::move(nodes)),
        axis_(c.axis_in_moving.normalized()),
        goal_(c.axis_in_target.normalized()),
        half_angle_(c.half_angle) {}

  Eigen::Index rows() const override { return 3; }
  Eigen::VectorXd missing(const Pose& t) const override {
    const Turn turn = turnAt(t);
    return Vec3(turn.beyond * turn.about);
  }
  Change change(const Pose& t) const override {
    Change out = Change::Zero(3, 6);
    const Turn turn = turnAt(t);
    if (turn.angle < half_angle_) return out;
    const Vec3 a = t.q * axis_;
    const Eigen::Matrix3d along = turn.about * turn.about.transpose();
    // Across, the way to the cone turns with the axis; opposite to the cone it is any.
    const double share =
        turn.sine > 1e-9 ? turn.beyond / turn.sine : (turn.angle < 1.0 && half_angle_ <= 0.0 ? 1.0 : 0.0);
    out.rightCols<3>() = along + share * (Eigen::Matrix3d::Identity() - along) *
                                     (std::cos(turn.angle) * Eigen::Matrix3d::Identity() - a * goal_.transpose());
    return out;
  }
  Miss miss(const Pose& t) const override { return {0.0, turnAt(t).beyond}; }
  Pose draw(const Unit& unit) const override {
    const double angle = half_angle_ * unit();
    const Vec3 tilted = Eigen::AngleAxisd(angle, goal_.unitOrthogonal()) * goal_;
    const Vec3 place = drawPlace(unit);
    const Quat around(Eigen::AngleAxisd(2.0 * std::numbers::pi * unit(), goal_));
    const Quat spin(Eigen::AngleAxisd(2.0 * std::numbers::pi * unit(), axis_));
    return {place, around * Quat::FromTwoVectors(axis_, tilted) * spin};
  }
  Phrase text() const override { return named(WW_TEXT("Core", "the axis of {moving} in the cone of {target}")); }

 private:
  struct Turn {
    double angle = 0.0, sine = 0.0, beyond = 0.0;
    Vec3 about;  // unit: from the axis to that of the cone
  };
  Turn turnAt(const Pose& t) const {
    const Vec3 a = t.q * axis_, c = a.cross(goal_);
    Turn out;
    out.sine = c.norm();
    out.angle = std::atan2(out.sine, a.dot(goal_));
    out.beyond = std::max(0.0, out.angle - half_angle_);
    out.about = out.sine > 1e-12 ? Vec3(c / out.sine) : goal_.unitOrthogonal();
    return out;
  }

  Vec3 axis_, goal_;
  double half_angle_;
};

}  // namespace

Result<TaskPtr> makeRotationCone(const model::Mechanism& mechanism, const Constraint& constraint,
                                 const JointVector& start) {
  const auto& c = std::get<RotationCone>(constraint);
  WW_TRY(checkAxis("moving_axis", c.axis_in_moving));
  WW_TRY(checkAxis("target_axis", c.axis_in_target));
  WW_TRY(checkRange("cone_opening_half_angle", c.half_angle, 0.0, std::numbers::pi));
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<RotationConeTask>(mechanism, std::move(nodes), c));
}

}  // namespace ww::constraints
