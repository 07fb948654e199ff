// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/position_ellipsoid.h"

#include <cmath>

#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

// The nearest point of an ellipsoid to one outside (Eberly 2013): y_i = r_i^2 p_i / (t + r_i^2) with the t at which
// it is on the surface, by bisection.
Vec3 nearestOn(const Vec3& radii, const Vec3& p) {
  const Eigen::Array3d square = radii.array().square();
  const auto beyond = [&](double t) { return (radii.array() * p.array() / (t + square)).square().sum() - 1.0; };
  double low = 0.0, high = (radii.array() * p.array()).matrix().norm();
  for (int n = 0; n < 200 && high - low > 1e-16 * high; ++n) {
    const double middle = 0.5 * (low + high);
    (beyond(middle) > 0.0 ? low : high) = middle;
  }
  return (square * p.array() / (0.5 * (low + high) + square)).matrix();
}

// What is missing is the distance, as its direction turns with the place.
class PositionEllipsoidTask final : public NodeTask {
 public:
  PositionEllipsoidTask(const model::Mechanism& mechanism, Nodes nodes, const PositionEllipsoid& c)
      : NodeTask(mechanism, std::move(nodes)), c_(c), centre_t_target_(c.target_t_centre.inverse()) {}

  Eigen::Index rows() const override { return 1; }
  Eigen::VectorXd missing(const Pose& t) const override {
    return Eigen::VectorXd::Constant(1, (inward(inside(t))).norm());
  }
  Change change(const Pose& t) const override {
    const Vec3 way = inward(inside(t));
    const double distance = way.norm();
    if (distance <= 0.0) return Change::Zero(1, 6);
    return (way / distance).transpose() * centre_t_target_.q.toRotationMatrix() * pointVelocity(t, c_.p_in_moving);
  }
  Miss miss(const Pose& t) const override { return {inward(inside(t)).norm(), 0.0}; }
  Pose draw(const Unit& unit) const override {
    const Vec3 p = c_.radii.cwiseProduct(drawPlace(unit));
    return poseAt(c_.target_t_centre * p, drawRotation(unit), c_.p_in_moving);
  }
  Phrase text() const override { return named(WW_TEXT("Core", "{moving} in the ellipsoid of {target}")); }

 private:
  Vec3 inside(const Pose& t) const { return centre_t_target_ * (t * c_.p_in_moving); }
  Vec3 inward(const Vec3& p) const {
    if (p.cwiseQuotient(c_.radii).squaredNorm() <= 1.0) return Vec3::Zero();
    return nearestOn(c_.radii, p) - p;
  }

  PositionEllipsoid c_;
  Pose centre_t_target_;
};

}  // namespace

Result<TaskPtr> makePositionEllipsoid(const model::Mechanism& mechanism, const Constraint& constraint,
                                      const JointVector& start) {
  constexpr double kSmallest = 1e-6, kLargest = 1e9;
  const auto& c = std::get<PositionEllipsoid>(constraint);
  WW_TRY(checkRange("rx", c.radii.x(), kSmallest, kLargest));
  WW_TRY(checkRange("ry", c.radii.y(), kSmallest, kLargest));
  WW_TRY(checkRange("rz", c.radii.z(), kSmallest, kLargest));
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PositionEllipsoidTask>(mechanism, std::move(nodes), c));
}

}  // namespace ww::constraints
