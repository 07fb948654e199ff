// SPDX-License-Identifier: Apache-2.0
#include "core/validate/kept.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/limits.h"

namespace ww::validate {
namespace {

using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Matrix3d;

double turnBetween(const Matrix3d& a, const Matrix3d& b) { return std::abs(AngleAxisd(a.transpose() * b).angle()); }
double angleBetween(const Vec3& a, const Vec3& b) { return std::atan2(a.cross(b).norm(), a.dot(b)); }

class Lacks {
 public:
  Lacks(const model::Mechanism& mechanism, const JointVector& start, const JointVector& q)
      : mechanism_(mechanism), start_(start), q_(q) {}

  Lack operator()(const JointVector& goal) const {
    Lack out;
    for (Eigen::Index i = 0; i < goal.size(); ++i) addJoint(static_cast<std::size_t>(i), goal[i] - q_[i], out);
    return out;
  }
  Lack operator()(const model::PoseEquality& c) const {
    const Isometry3d t = between(c), goal = c.target_t_moving.isometry();
    return {(t.translation() - goal.translation()).norm(), turnBetween(goal.linear(), t.linear())};
  }
  Lack operator()(const model::PositionEquality& c) const {
    return {(between(c) * c.p_in_moving - c.p_in_target).norm(), 0.0};
  }
  Lack operator()(const model::RotationEquality& c) const {
    return {0.0, turnBetween(c.target_q_moving.normalized().toRotationMatrix(), between(c).linear())};
  }
  Lack operator()(const model::RotationBall& c) const {
    const double angle = turnBetween(c.target_q_moving.normalized().toRotationMatrix(), between(c).linear());
    return {0.0, std::max(0.0, angle - c.radius)};
  }
  Lack operator()(const model::RotationCone& c) const {
    const Vec3 axis = between(c).linear() * c.axis_in_moving;
    return {0.0, std::max(0.0, angleBetween(axis, c.axis_in_target) - c.half_angle)};
  }
  Lack operator()(const model::PointAt& c) const {
    const Isometry3d t = between(c);
    const Vec3 from = t * c.p_in_moving, axis = t.linear() * c.axis_in_moving.normalized(), way = c.p_in_target - from;
    const Vec3 nearest = from + std::max(0.0, way.dot(axis)) * axis;
    const double miss = (c.p_in_target - nearest).norm() - c.tolerance;
    return {std::max({0.0, miss, c.least_distance - way.norm(), way.norm() - c.most_distance}), 0.0};
  }
  Lack operator()(const model::PositionBox& c) const {
    const Vec3 p = c.target_t_box.isometry().inverse() * (between(c) * c.p_in_moving);
    double sum = 0.0;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const double out = std::max({0.0, c.lower[i] - p[i], p[i] - c.upper[i]});
      sum += out * out;
    }
    return {std::sqrt(sum), 0.0};
  }
  Lack operator()(const model::PositionEllipsoid& c) const {
    const Vec3 p = c.target_t_centre.isometry().inverse() * (between(c) * c.p_in_moving);
    const double times = p.cwiseQuotient(c.radii).norm();
    return {times > 1.0 ? p.norm() * (1.0 - 1.0 / times) : 0.0, 0.0};
  }
  Lack operator()(const model::PositionFrustum& c) const {
    const Vec3 p = between(c) * c.p_in_moving;
    const double x = std::abs(p.x()) - p.z() * std::tan(c.y_angle), y = std::abs(p.y()) - p.z() * std::tan(c.x_angle);
    return {std::max({0.0, x, y, c.near_z - p.z(), p.z() - c.far_z}), 0.0};
  }
  Lack operator()(const model::RelativePose& c) const {
    const Isometry3d from = at(c.moving, start_), now = at(c.moving, q_);
    const Matrix3d axes = axesOf(c);
    const Matrix3d turned = axes * c.by.q.normalized().toRotationMatrix() * axes.transpose() * from.linear();
    return {(now.translation() - from.translation() - axes * c.by.p).norm(), turnBetween(turned, now.linear())};
  }
  Lack operator()(const model::RelativePosition& c) const {
    const Vec3 way = at(c.moving, q_) * c.p_in_moving - at(c.moving, start_) * c.p_in_moving;
    return {(way - axesOf(c) * c.by).norm(), 0.0};
  }
  Lack operator()(const model::RelativeRotation& c) const {
    return {0.0, (*this)(model::RelativePose{c.moving, {Vec3::Zero(), c.by}, c.reference}).radians};
  }
  Lack operator()(const model::SomeJointPositions& c) const {
    Lack out;
    for (std::size_t i = 0; i < c.joints.size(); ++i)
      addJoint(c.joints[i], c.positions[static_cast<Eigen::Index>(i)] - q_[static_cast<Eigen::Index>(c.joints[i])],
               out);
    return out;
  }
  Lack operator()(const model::JointRanges& c) const {
    const auto limits = model::motionLimits(mechanism_).position;
    Lack out;
    for (std::size_t i = 0; i < mechanism_.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      const double lower = c.lower.size() > 0 ? c.lower[k] : limits[i].lower;
      const double upper = c.upper.size() > 0 ? c.upper[k] : limits[i].upper;
      addJoint(i, std::max({0.0, lower - q_[k], q_[k] - upper}), out);
    }
    return out;
  }
  Lack operator()(const model::JointSum& c) const {
    Lack out;
    const double over = std::max(0.0, std::abs((c.signs.array() * q_.array()).sum()) - c.limit);
    for (std::size_t i = 0; i < mechanism_.size(); ++i)
      if (c.signs[static_cast<Eigen::Index>(i)] != 0.0) addJoint(i, over, out);
    return out;
  }
  Lack operator()(const model::Intersection& c) const {
    Lack out;
    for (const model::Constraint& one : c.all) {
      const Lack lack = std::visit(*this, one);
      out = {std::max(out.metres, lack.metres), std::max(out.radians, lack.radians)};
    }
    return out;
  }

 private:
  Isometry3d at(world::NodeRef node, const JointVector& q) const {
    std::vector<Pose> rows(mechanism_.moved().size());
    mechanism_.forward(q, rows);
    const auto seat = mechanism_.seat(node);
    const Pose row = seat.row < 0 ? Pose::identity() : rows[static_cast<std::size_t>(seat.row)];
    return row.isometry() * seat.row_t_node.isometry();
  }
  // Of the moving node in its target; what rides on the same body stays where it was.
  template <typename Between>
  Isometry3d between(const Between& c) const {
    const bool rigid = mechanism_.seat(c.moving).row == mechanism_.seat(c.target).row;
    return at(c.target, rigid ? start_ : q_).inverse() * at(c.moving, q_);
  }
  template <typename Relative>
  Matrix3d axesOf(const Relative& c) const {
    return at(c.reference.value_or(c.moving), start_).linear();
  }
  void addJoint(std::size_t joint, double missing, Lack& out) const {
    double& most = mechanism_.model().body(mechanism_.joints()[joint]).revolute ? out.radians : out.metres;
    most = std::max(most, std::abs(missing));
  }

  const model::Mechanism& mechanism_;
  const JointVector &start_, &q_;
};

}  // namespace

Lack lackOf(const model::Mechanism& mechanism, const model::Constraint& constraint, const JointVector& start,
            const JointVector& q) {
  return std::visit(Lacks(mechanism, start, q), constraint);
}

// The place of the line at which it is nearest, each measured by what is allowed, by thirds.
Lack lackOf(const model::Mechanism& mechanism, const StraightLine& line, const JointVector& q) {
  const auto seat = mechanism.seat(line.node);
  std::vector<Pose> rows(mechanism.moved().size());
  mechanism.forward(q, rows);
  const Isometry3d now = (seat.row < 0 ? Pose::identity() : rows[static_cast<std::size_t>(seat.row)]).isometry() *
                         seat.row_t_node.isometry();
  const Matrix3d from = line.root_t_from.isometry().linear(), to = line.root_t_to.isometry().linear();
  const AngleAxisd turn(Matrix3d(from.transpose() * to));
  const auto lackAt = [&](double share) -> Lack {
    const Vec3 place = (1.0 - share) * line.root_t_from.p + share * line.root_t_to.p;
    const Matrix3d turned = from * AngleAxisd(share * turn.angle(), turn.axis()).toRotationMatrix();
    return {(now.translation() - place).norm(), turnBetween(turned, now.linear())};
  };
  const auto size = [&](const Lack& lack) {
    return std::hypot(lack.metres / line.metres, lack.radians / line.radians);
  };
  double low = 0.0, high = 1.0;
  while (high - low > 1e-6) {
    const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
    const bool before = size(lackAt(a)) < size(lackAt(b));
    (before ? high : low) = before ? b : a;
  }
  return lackAt(0.5 * (low + high));
}

std::vector<StraightLine> eitherWay(const StraightLine& line) {
  constexpr double kNearly = 1e-5, kBefore = 1e-7;  // radians
  const Matrix3d from = line.root_t_from.isometry().linear();
  const AngleAxisd turn(Matrix3d(from.transpose() * line.root_t_to.isometry().linear()));
  if (turn.angle() < std::numbers::pi - kNearly) return {line};
  std::vector<StraightLine> out;
  for (const double way : {1.0, -1.0}) {
    out.push_back(line);
    out.back().root_t_to.q =
        Quat(Matrix3d(from * AngleAxisd(std::numbers::pi - kBefore, way * turn.axis()).toRotationMatrix()));
  }
  return out;
}

}  // namespace ww::validate
