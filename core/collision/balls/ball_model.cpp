// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_model.h"

#include <algorithm>
#include <cmath>

namespace ww::collision {
namespace {

// Single precision along a chain of joints: some thirty roundings of what is at most the reach, and positions that
// are rounded, too.
constexpr double kBallRounding = 1e-5;

const world::JointLimits& applicationLimits(const model::Mechanism& mechanism, std::size_t row) {
  return mechanism.model().joint(mechanism.moved()[row]).application;
}

// How far a joint that slides may be from where it is at 0, metres.
double slideOf(const model::Mechanism& mechanism, std::size_t row) {
  const auto& limits = applicationLimits(mechanism, row);
  const double farthest = std::max(std::abs(limits.lower), std::abs(limits.upper));
  const double at = mechanism.model().position(mechanism.moved()[row]);
  return std::max(farthest, std::abs(at)) + 0.1;
}

void toFloats(const Eigen::Matrix3d& m, float* out) {
  for (int i = 0; i < 9; ++i) out[i] = static_cast<float>(m(i / 3, i % 3));
}
void toFloats(const Vec3& v, float* out) {
  for (int i = 0; i < 3; ++i) out[i] = static_cast<float>(v[i]);
}

// Of some balls: around the middle of their box, which is not the smallest, but near to it.
Sphere ballAround(std::span<const Sphere> balls) {
  Bounds box;
  for (const Sphere& b : balls) {
    box.add(Vec3(b.center - Vec3::Constant(b.radius)));
    box.add(Vec3(b.center + Vec3::Constant(b.radius)));
  }
  Sphere out{0.5 * (box.min + box.max), 0.0};
  for (const Sphere& b : balls) out.radius = std::max(out.radius, (b.center - out.center).norm() + b.radius);
  return out;
}

}  // namespace

bool BallModel::covers(const model::Mechanism& mechanism) {
  if (mechanism.size() > kMostBallJoints) return false;
  for (std::size_t i = 0; i < mechanism.moved().size(); ++i) {
    if (mechanism.row(i).parent_t_body.revolute) continue;
    if (!(slideOf(mechanism, i) <= kFarthestBallJoint)) return false;
  }
  return true;
}

BallModel::BallModel(const model::Mechanism& mechanism) : joints_(static_cast<int>(mechanism.size())) {
  const std::vector<Pose> identities(mechanism.moved().size());
  for (std::size_t i = 0; i < mechanism.moved().size(); ++i) {
    const model::Mechanism::Row& from = mechanism.row(i);
    const auto [direction, point] = mechanism.axis(i, identities);
    const Pose body_t_axis(point, Quat::FromTwoVectors(Vec3::UnitZ(), direction));
    body_t_axis_.push_back(body_t_axis);
    Pose in = from.parent_t_body.at(0.0) * body_t_axis;
    if (from.parent >= 0) in = body_t_axis_[static_cast<std::size_t>(from.parent)].inverse() * in;
    else if (i == 0) origin_ = in.p;
    if (from.parent < 0) in.p -= origin_;
    BallRow row;
    row.parent = from.parent;
    row.joint = from.joint;
    row.multiplier = static_cast<float>(from.multiplier);
    row.offset = static_cast<float>(from.offset);
    row.turns = from.parent_t_body.revolute ? 1 : 0;
    toFloats(in.q.toRotationMatrix(), row.r);
    toFloats(in.p, row.p);
    rows_.push_back(row);
    const double slide = row.turns != 0 ? 0.0 : slideOf(mechanism, i);
    slides_ = slides_ || row.turns == 0;
    levers_.push_back((from.parent < 0 ? 0.0 : levers_[static_cast<std::size_t>(from.parent)]) + in.p.norm() + slide);
  }
}

Ball BallModel::ballAt(const Sphere& ball, const Pose& frame_t_node) const {
  const Vec3 at = frame_t_node * ball.center;
  // Never smaller than it was.
  return {static_cast<float>(at.x()), static_cast<float>(at.y()), static_cast<float>(at.z()),
          std::nextafter(static_cast<float>(ball.radius), 1e30F)};
}

int BallModel::addGroup(const model::Mechanism::Seat& seat, std::span<const Sphere> balls) {
  Pose frame_t_node = seat.row_t_node;
  if (seat.row < 0) frame_t_node.p -= origin_;
  else frame_t_node = body_t_axis_[static_cast<std::size_t>(seat.row)].inverse() * frame_t_node;
  BallGroup group;
  group.row = seat.row;
  group.first = static_cast<int>(balls_.size());
  group.count = static_cast<int>(balls.size());
  for (const Sphere& ball : balls) balls_.push_back(ballAt(ball, frame_t_node));
  const Sphere all = ballAround(balls);
  group.around = ballAt({all.center, all.radius + 1e-6}, frame_t_node);
  if (seat.row >= 0) {
    const double lever =
        levers_[static_cast<std::size_t>(seat.row)] + (frame_t_node * all.center).norm() + all.radius + 1e-6;
    reach_ = std::max(reach_, lever);
    group.lever = static_cast<float>(1.001 * (slides_ ? std::max(1.0, lever) : lever));
  }
  groups_.push_back(group);
  return static_cast<int>(groups_.size()) - 1;
}

void BallModel::addPair(int a, int b, double margin) { pairs_.push_back({a, b, static_cast<float>(margin)}); }

void BallModel::clearObstacles() {
  obstacles_.clear();
  obstacle_balls_.clear();
  margins_.clear();
}

bool BallModel::isFar(const Vec3& center, double radius, double near) const {
  return (center - origin_).norm() > reach_ + radius + near + 1e-3;
}

int BallModel::add(BallObstacle obstacle) {
  obstacles_.push_back(obstacle);
  return static_cast<int>(obstacles_.size()) - 1;
}

int BallModel::addBall(const Sphere& ball, double near) {
  if (isFar(ball.center, ball.radius, near)) return -1;
  BallObstacle out;
  out.kind = BallObstacle::kBall;
  toFloats(Vec3(ball.center - origin_), out.p);
  out.radius = static_cast<float>(ball.radius);
  return add(out);
}

int BallModel::addCapsule(const Vec3& from, const Vec3& to, double radius, double near) {
  const Vec3 way = to - from;
  if (way.norm() < 1e-6) return addBall({from, radius + way.norm()}, near);
  if (isFar(0.5 * (from + to), 0.5 * way.norm() + radius, near)) return -1;
  BallObstacle out;
  out.kind = BallObstacle::kCapsule;
  toFloats(Vec3(from - origin_), out.p);
  toFloats(way, out.half);
  out.radius = static_cast<float>(radius);
  out.r[0] = static_cast<float>(1.0 / way.squaredNorm());
  return add(out);
}

void BallModel::setBox(const Pose& root_t_box, const Vec3& half, BallObstacle& out) const {
  Eigen::Matrix3d r = root_t_box.q.toRotationMatrix();
  Vec3 size = half;
  // A box that stands upright on another of its sides is the same as one that stands on this.
  for (int i = 0; i < 2; ++i) {
    if (std::abs(std::abs(r(2, i)) - 1.0) > 1e-12) continue;
    r.col(i).swap(r.col(2));
    r.col(i) *= -1.0;
    std::swap(size[i], size[2]);
    break;
  }
  const bool upright = std::abs(r(2, 0)) + std::abs(r(2, 1)) < 1e-9;
  out.kind = upright ? BallObstacle::kUprightBox : BallObstacle::kBox;
  toFloats(Eigen::Matrix3d(r.transpose()), out.r);
  toFloats(Vec3(root_t_box.p - origin_), out.p);
  toFloats(size, out.half);
}

int BallModel::addBox(const Pose& root_t_box, const Vec3& half, double near) {
  const Vec3 at = root_t_box.inverse() * origin_;
  const Vec3 out_of = (at.cwiseAbs() - half).cwiseMax(0.0);
  if (out_of.norm() > reach_ + near + 1e-3) return -1;
  BallObstacle out;
  setBox(root_t_box, half, out);
  return add(out);
}

int BallModel::addBalls(const Pose& root_t_box, const Vec3& half, std::span<const Sphere> balls, double near) {
  const int number = addBox(root_t_box, half, near);
  if (number < 0) return number;
  BallObstacle& out = obstacles_.back();
  BallObstacle box;
  toFloats(Eigen::Matrix3d(root_t_box.q.toRotationMatrix().transpose()), box.r);
  std::copy_n(box.r, 9, out.r);
  toFloats(half, out.half);
  out.kind = BallObstacle::kBalls;
  out.first = static_cast<int>(obstacle_balls_.size());
  out.count = static_cast<int>(balls.size());
  for (const Sphere& ball : balls) obstacle_balls_.push_back(ballAt({ball.center - origin_, ball.radius}, Pose()));
  return number;
}

void BallModel::setMargin(int group, int obstacle, double margin) {
  margins_.resize(groups_.size() * obstacles_.size(), 0.0F);
  margins_[static_cast<std::size_t>(group) * obstacles_.size() + static_cast<std::size_t>(obstacle)] =
      static_cast<float>(margin);
}

const BallWorld& BallModel::world() {
  margins_.resize(groups_.size() * obstacles_.size(), 0.0F);
  world_.rows = rows_.data();
  world_.row_count = static_cast<int>(rows_.size());
  world_.joints = joints_;
  world_.groups = groups_.data();
  world_.group_count = static_cast<int>(groups_.size());
  world_.balls = balls_.data();
  world_.ball_count = static_cast<int>(balls_.size());
  world_.obstacles = obstacles_.data();
  world_.obstacle_count = static_cast<int>(obstacles_.size());
  world_.obstacle_balls = obstacle_balls_.data();
  world_.margins = margins_.data();
  world_.pairs = pairs_.data();
  world_.pair_count = static_cast<int>(pairs_.size());
  world_.slack = static_cast<float>(kBallRounding * (1.0 + reach_));
  return world_;
}

}  // namespace ww::collision
