// SPDX-License-Identifier: Apache-2.0
#include "core/constraints/node_task.h"

#include <cmath>
#include <numbers>

#include "core/constraints/failures.h"
#include "core/model/named.h"

namespace ww::constraints {
namespace {

using Seat = model::Mechanism::Seat;

Pose rootTSeat(const Seat& seat, std::span<const Pose> root_t_row) {
  return seat.row < 0 ? seat.row_t_node : root_t_row[static_cast<std::size_t>(seat.row)] * seat.row_t_node;
}

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

Pose NodeTask::between(std::span<const Pose> root_t_row) const {
  return rootTSeat(nodes_.target, root_t_row).inverse() * rootTSeat(nodes_.moving, root_t_row);
}

Eigen::MatrixXd NodeTask::jacobian(const JointVector&, std::span<const Pose> root_t_row) const {
  const Pose root_t_target = rootTSeat(nodes_.target, root_t_row);
  const Vec3 p_in_root = rootTSeat(nodes_.moving, root_t_row).p;
  Eigen::Matrix<double, 6, Eigen::Dynamic> twists;
  twists.setZero(6, static_cast<Eigen::Index>(mechanism_.size()));
  const auto add = [&](int row, double sign) {
    for (; row >= 0; row = mechanism_.row(static_cast<std::size_t>(row)).parent) {
      const auto at = static_cast<std::size_t>(row);
      twists.col(mechanism_.row(at).joint) += sign * mechanism_.velocity(at, root_t_row, p_in_root);
    }
  };
  add(nodes_.moving.row, 1.0);
  add(nodes_.target.row, -1.0);
  const Eigen::Matrix3d turn = root_t_target.q.conjugate().toRotationMatrix();
  twists.topRows<3>() = (turn * twists.topRows<3>()).eval();
  twists.bottomRows<3>() = (turn * twists.bottomRows<3>()).eval();
  return change(rootTSeat(nodes_.target, root_t_row).inverse() * rootTSeat(nodes_.moving, root_t_row)) * twists;
}

Phrase NodeTask::named(const char* text) const {
  return phrase(text, {{"moving", nodes_.moving_name}, {"target", nodes_.target_name}});
}

Pose rootT(const model::Mechanism& mechanism, world::NodeRef node, const JointVector& q) {
  std::vector<Pose> rows(mechanism.moved().size());
  mechanism.forward(q, rows);
  return rootTSeat(mechanism.seat(node), rows);
}

Result<Nodes> nodesOf(const model::Mechanism& mechanism, world::NodeRef moving, world::NodeRef target,
                      const JointVector& start) {
  const world::World& world = mechanism.model().world();
  Nodes out{moving,
            target,
            mechanism.seat(moving),
            mechanism.seat(target),
            model::named(world, moving),
            model::named(world, target)};
  if (out.moving.row < 0 && out.target.row < 0) return refuseNode(failures::kNotMoved, mechanism, moving);
  if (out.moving.row == out.target.row) out.target = {-1, rootT(mechanism, target, start)};
  return out;
}

Status refuseNode(const FailureRow& row, const model::Mechanism& mechanism, world::NodeRef node) {
  const bool moving = &row == &failures::kNotMoved;
  return fail(row, {{"node", model::named(mechanism.model().world(), node)},
                    {"known", arg::Names{othersThan(mechanism, moving)}}});
}

Status checkRange(const char* field, double value, double least, double most) {
  if (value >= least && value <= most) return okStatus();
  const bool small = !(value > most);
  return fail(
      small ? failures::kTooSmall : failures::kTooLarge,
      {{"field", arg::Words{field}}, {"value", arg::Number{value}}, {"limit", arg::Number{small ? least : most}}});
}

Status checkAxis(const char* field, const Vec3& axis) {
  constexpr double kShortest = 1e-9;
  if (axis.allFinite() && axis.norm() > kShortest) return okStatus();
  return fail(failures::kNoAxis, {{"field", arg::Words{field}}});
}

Eigen::Matrix3d cross(const Vec3& v) {
  Eigen::Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

Eigen::Matrix<double, 3, 6> pointVelocity(const Pose& target_t_moving, const Vec3& p_in_moving) {
  Eigen::Matrix<double, 3, 6> out;
  out.leftCols<3>().setIdentity();
  out.rightCols<3>() = -cross(target_t_moving.q * p_in_moving);
  return out;
}

Vec3 rotationVector(const Quat& q) {
  const double s = q.vec().norm();
  if (s < 1e-12) return (q.w() < 0.0 ? -2.0 : 2.0) * q.vec();
  const double angle = 2.0 * std::atan2(s, std::abs(q.w()));
  return (q.w() < 0.0 ? -angle : angle) / s * q.vec();
}

Vec3 drawDirection(const Unit& unit) {
  const double z = 2.0 * unit() - 1.0, around = 2.0 * std::numbers::pi * unit();
  const double flat = std::sqrt(std::max(0.0, 1.0 - z * z));
  return {flat * std::cos(around), flat * std::sin(around), z};
}

// Shoemake, 1992: uniform random rotations.
Quat drawRotation(const Unit& unit) {
  const double u = unit(), a = 2.0 * std::numbers::pi * unit(), b = 2.0 * std::numbers::pi * unit();
  const double s = std::sqrt(1.0 - u), c = std::sqrt(u);
  return {c * std::cos(b), s * std::sin(a), s * std::cos(a), c * std::sin(b)};
}

Vec3 drawPlace(const Unit& unit, double reach) {
  const Vec3 way = drawDirection(unit);
  return reach * std::cbrt(unit()) * way;
}

Quat drawTurn(const Unit& unit, double angle) {
  const Vec3 axis = drawDirection(unit);
  return Quat(Eigen::AngleAxisd(angle * unit(), axis));
}

Pose poseAt(const Vec3& p_in_target, const Quat& target_q_moving, const Vec3& p_in_moving) {
  return {p_in_target - target_q_moving * p_in_moving, target_q_moving};
}

}  // namespace ww::constraints
