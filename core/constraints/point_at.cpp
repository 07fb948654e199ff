// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/point_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/constraints/node_task.h"

namespace ww::constraints {
namespace {

// What is missing is the way from the ray to the point, as far as it is beyond the tolerance, then what the distance
// is short of or beyond its range. A ray that points away misses by the whole distance, sideways.
class PointAtTask final : public NodeTask {
 public:
  PointAtTask(const model::Mechanism& mechanism, Nodes nodes, const PointAt& c)
      : NodeTask(mechanism, std::move(nodes)), c_(c), axis_(c.axis_in_moving.normalized()) {}

  Eigen::Index rows() const override { return 4; }
  Eigen::VectorXd missing(const Pose& t) const override {
    const Sight s = sightAt(t);
    const double off = s.off.norm();
    Eigen::Vector4d out = Eigen::Vector4d::Zero();
    if (off > c_.tolerance) out.head<3>() = (1.0 - c_.tolerance / off) * s.off;
    out[3] = std::clamp(s.distance, c_.least_distance, c_.most_distance) - s.distance;
    return out;
  }
  Change change(const Pose& t) const override;
  Miss miss(const Pose& t) const override {
    const Sight s = sightAt(t);
    const double beyond = std::clamp(s.distance, c_.least_distance, c_.most_distance) - s.distance;
    return {std::max({0.0, s.off.norm() - c_.tolerance, std::abs(beyond)}), 0.0};
  }
  Pose draw(const Unit& unit) const override {
    const double near = c_.least_distance, far = std::isfinite(c_.most_distance) ? c_.most_distance : near + 1.0;
    const double distance = near + (far - near) * unit();
    const Vec3 way = drawDirection(unit);
    const Quat spin(Eigen::AngleAxisd(2.0 * std::numbers::pi * unit(), axis_));
    return poseAt(c_.p_in_target - distance * way, Quat::FromTwoVectors(axis_, way) * spin, c_.p_in_moving);
  }
  Phrase text() const override { return named(WW_TEXT("Core", "{moving} pointing at {target}")); }

 private:
  struct Sight {
    Vec3 way, axis;  // from the start of the ray to the point; of the ray, unit
    Vec3 off;        // from the ray to the point
    double along = 0.0, distance = 0.0;
  };
  Sight sightAt(const Pose& t) const {
    Sight s;
    s.way = c_.p_in_target - t * c_.p_in_moving;
    s.axis = t.q * axis_;
    s.along = s.way.dot(s.axis);
    s.distance = s.way.norm();
    s.off = s.way - s.along * s.axis;
    if (s.along >= 0.0) return s;
    const double side = s.off.norm();
    s.off = s.distance * (side > 1e-12 ? Vec3(s.off / side) : s.axis.unitOrthogonal());
    return s;
  }

  PointAt c_;
  Vec3 axis_;
};

Change PointAtTask::change(const Pose& t) const {
  using Part = Eigen::Matrix<double, 3, 6>;
  const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
  const Sight s = sightAt(t);
  // By the velocity of the moving node: of the way, of the axis, and of what the ray misses by.
  const Part way = -pointVelocity(t, c_.p_in_moving);
  Part axis = Part::Zero();
  axis.rightCols<3>() = -cross(s.axis);
  Part off = (one - s.axis * s.axis.transpose()) * way - (s.along * one + s.axis * s.way.transpose()) * axis;
  const Vec3 straight = s.distance > 1e-12 ? Vec3(s.way / s.distance) : s.axis;
  const double beside = s.off.norm();
  if (s.along < 0.0 && beside > 0.0) {
    const Vec3 side = s.off / beside;
    const double flat = std::max((s.way - s.along * s.axis).norm(), 1e-9);
    off = side * (straight.transpose() * way) + s.distance / flat * (one - side * side.transpose()) * off;
  }
  Change out = Change::Zero(4, 6);
  if (beside > c_.tolerance) {
    const Eigen::Matrix3d along = s.off * s.off.transpose() / (beside * beside);
    out.topRows<3>() = -(along + (1.0 - c_.tolerance / beside) * (one - along)) * off;
  }
  if (s.distance < c_.least_distance || s.distance > c_.most_distance) out.row(3) = straight.transpose() * way;
  return out;
}

}  // namespace

Result<TaskPtr> makePointAt(const model::Mechanism& mechanism, const Constraint& constraint, const JointVector& start) {
  constexpr double kLeastTolerance = 1e-6, kFar = std::numeric_limits<double>::infinity();
  const auto& c = std::get<PointAt>(constraint);
  WW_TRY(checkAxis("moving_axis", c.axis_in_moving));
  WW_TRY(checkRange("tolerance", c.tolerance, kLeastTolerance, kFar));
  WW_TRY(checkRange("min_distance", c.least_distance, 0.0, kFar));
  WW_TRY(checkRange("max_distance", c.most_distance, c.least_distance, kFar));
  WW_ASSIGN(Nodes nodes, nodesOf(mechanism, c.moving, c.target, start));
  return TaskPtr(std::make_unique<PointAtTask>(mechanism, std::move(nodes), c));
}

}  // namespace ww::constraints
