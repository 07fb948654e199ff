// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/position_frustum.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

// What is missing is how far the point is outside of each of the six sides.
class PositionFrustumTask final : public NodeTask {
 public:
  PositionFrustumTask(const model::Mechanism& mechanism, Nodes nodes, const PositionFrustum& c)
      : NodeTask(mechanism, std::move(nodes)), c_(c) {
    const double cx = std::cos(c.x_angle), sx = std::sin(c.x_angle), cy = std::cos(c.y_angle), sy = std::sin(c.y_angle);
    out_ << 0.0, cx, -sx, 0.0, -cx, -sx, cy, 0.0, -sy, -cy, 0.0, -sy, 0.0, 0.0, -1.0, 0.0, 0.0, 1.0;
    most_ << 0.0, 0.0, 0.0, 0.0, -c.near_z, c.far_z;
  }

  Eigen::Index rows() const override { return 6; }
  Eigen::VectorXd missing(const Pose& t) const override { return beyond(t).cwiseMax(0.0); }
  Change change(const Pose& t) const override {
    Change out = -out_ * pointVelocity(t, c_.p_in_moving);
    const Sides over = beyond(t);
    for (Eigen::Index i = 0; i < 6; ++i)
      if (over[i] < 0.0) out.row(i).setZero();
    return out;
  }
  Miss miss(const Pose& t) const override { return {std::max(0.0, beyond(t).maxCoeff()), 0.0}; }
  Pose draw(const Unit& unit) const override {
    const double far = std::isfinite(c_.far_z) ? c_.far_z : c_.near_z + 1.0;
    const double z = c_.near_z + (far - c_.near_z) * unit();
    const Vec3 p(z * std::tan(c_.y_angle) * (2.0 * unit() - 1.0), z * std::tan(c_.x_angle) * (2.0 * unit() - 1.0), z);
    return poseAt(p, drawRotation(unit), c_.p_in_moving);
  }
  Phrase text() const override { return named(WW_TEXT("Core", "{moving} in the frustum of {target}")); }

 private:
  using Sides = Eigen::Matrix<double, 6, 1>;
  Sides beyond(const Pose& t) const { return out_ * (t * c_.p_in_moving) - most_; }

  PositionFrustum c_;
  Eigen::Matrix<double, 6, 3> out_;  // normals of the sides
  Sides most_;
};

}  // namespace

Result<TaskPtr> makePositionFrustum(const model::Mechanism& mechanism, const Constraint& constraint,
                                    const JointVector& start) {
  constexpr double kMostAngle = 0.5 * std::numbers::pi - 1e-6, kFar = std::numeric_limits<double>::infinity();
  const auto& c = std::get<PositionFrustum>(constraint);
  WW_TRY(checkRange("x_angle", c.x_angle, 0.0, kMostAngle));
  WW_TRY(checkRange("y_angle", c.y_angle, 0.0, kMostAngle));
  WW_TRY(checkRange("min_z_distance", c.near_z, 0.0, std::numeric_limits<double>::max()));
  WW_TRY(checkRange("max_z_distance", c.far_z, c.near_z, kFar));
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PositionFrustumTask>(mechanism, std::move(nodes), c));
}

}  // namespace ww::constraints
