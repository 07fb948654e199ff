// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace ww::collision {
namespace {

// Single precision along a chain of joints: some thirty roundings of what is at most the reach, and positions that
// are rounded, too.
constexpr double kBallRounding = 1e-5;

// What is farther than a group can reach, and so much, cannot come near it (metres).
constexpr double kReachRoom = 1e-3;
// What is left free where margins give way: a proof has to end (metres).
constexpr double kYield = 3e-4;

// How far a joint that slides may be from where it is at 0, metres. One that follows another goes as far as that takes
// it.
double slideOf(const model::Mechanism& mechanism, std::size_t row) {
  const model::Mechanism::Row& of = mechanism.row(row);
  const model::BodyIndex leader = mechanism.joints()[static_cast<std::size_t>(of.joint)];
  const auto& limits = mechanism.model().joint(leader).application;
  const double leads = std::max(std::abs(limits.lower), std::abs(limits.upper));
  const double farthest = std::abs(of.offset) + (of.multiplier == 0.0 ? 0.0 : std::abs(of.multiplier) * leads);
  const double at = mechanism.model().position(mechanism.moved()[row]);
  return std::max(farthest, std::abs(at)) + 0.1;
}

void toFloats(const Eigen::Matrix3d& m, float* out) {
  for (int i = 0; i < 9; ++i) out[i] = static_cast<float>(m(i / 3, i % 3));
}
void toFloats(const Vec3& v, float* out) {
  for (int i = 0; i < 3; ++i) out[i] = static_cast<float>(v[i]);
}

// Never smaller than it was.
Ball toBall(const Vec3& at, double radius) {
  return {static_cast<float>(at.x()), static_cast<float>(at.y()), static_cast<float>(at.z()),
          std::nextafter(static_cast<float>(radius), 1e30F)};
}

// Of a place from an obstacle, as kernels measure it; metres.
double distanceTo(const BallObstacle& o, const std::vector<Ball>& obstacle_balls, const Vec3& at) {
  const Vec3 d = at - Vec3(o.p[0], o.p[1], o.p[2]), size(o.half[0], o.half[1], o.half[2]);
  if (o.kind == BallObstacle::kBall) return d.norm() - o.radius;
  if (o.kind == BallObstacle::kCapsule) {
    const double t = std::clamp(d.dot(size) / size.squaredNorm(), 0.0, 1.0);
    return (d - t * size).norm() - o.radius;
  }
  Vec3 in;
  for (int i = 0; i < 3; ++i) in[i] = d.dot(Vec3(o.r[3 * i], o.r[3 * i + 1], o.r[3 * i + 2]));
  const double box = (in.cwiseAbs() - size).cwiseMax(0.0).norm();
  if (o.kind != BallObstacle::kBalls) return box;
  double least = 1e9;
  for (int i = o.first; i < o.first + o.count; ++i) {
    const Ball& b = obstacle_balls[static_cast<std::size_t>(i)];
    least = std::min(least, (at - Vec3(b.x, b.y, b.z)).norm() - b.r);
  }
  return std::max(box, least);
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
    const Pose body_t_axis{point, Quat::FromTwoVectors(Vec3::UnitZ(), direction)};
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
  return toBall(frame_t_node * ball.center, ball.radius);
}

// No point of it is ever farther from the base, metres; 0 for what stands still.
double BallModel::leverOf(const BallGroup& group) const {
  if (group.row < 0) return 0.0;
  const Ball& b = group.around;
  return levers_[static_cast<std::size_t>(group.row)] + std::hypot(b.x, b.y, b.z) + b.r + 1e-6;
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
  reach_ = std::max(reach_, leverOf(group));
  groups_.push_back(group);
  return static_cast<int>(groups_.size()) - 1;
}

void BallModel::addPair(int a, int b, double margin) { pairs_.push_back({a, b, static_cast<float>(margin)}); }

void BallModel::clearObstacles() {
  obstacles_.clear();
  distances_.clear();
  obstacle_balls_.clear();
  said_.clear();
}

double& BallModel::said(int group, int obstacle) {
  const auto row = static_cast<std::size_t>(obstacle);
  if (said_.size() <= row) said_.resize(row + 1);
  if (said_[row].size() < groups_.size()) said_[row].resize(groups_.size(), 0.0);
  return said_[row][static_cast<std::size_t>(group)];
}

int BallModel::add(BallObstacle obstacle, double distance) {
  obstacles_.push_back(obstacle);
  distances_.push_back(distance);
  return static_cast<int>(obstacles_.size()) - 1;
}

int BallModel::addBall(const Sphere& ball, double near) {
  const double distance = (ball.center - origin_).norm() - ball.radius;
  if (distance > reach_ + near + kReachRoom) return -1;
  BallObstacle out;
  out.kind = BallObstacle::kBall;
  toFloats(Vec3(ball.center - origin_), out.p);
  out.radius = static_cast<float>(ball.radius);
  return add(out, distance);
}

int BallModel::addCapsule(const Vec3& from, const Vec3& to, double radius, double near) {
  const Vec3 way = to - from;
  if (way.norm() < 1e-6) return addBall({from, radius + way.norm()}, near);
  const double t = std::clamp((origin_ - from).dot(way) / way.squaredNorm(), 0.0, 1.0);
  const double distance = (from + t * way - origin_).norm() - radius;
  if (distance > reach_ + near + kReachRoom) return -1;
  BallObstacle out;
  out.kind = BallObstacle::kCapsule;
  toFloats(Vec3(from - origin_), out.p);
  toFloats(way, out.half);
  out.radius = static_cast<float>(radius);
  out.r[0] = static_cast<float>(1.0 / way.squaredNorm());
  return add(out, distance);
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
  const Vec3 base = root_t_box.inverse() * origin_;
  const double distance = (base.cwiseAbs() - half).cwiseMax(0.0).norm();
  if (distance > reach_ + near + kReachRoom) return -1;
  BallObstacle out;
  setBox(root_t_box, half, out);
  return add(out, distance);
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

void BallModel::findClusters() {
  clusters_.clear();
  cluster_of_.clear();
  for (std::size_t i = 0; i < groups_.size();) {
    std::size_t end = i;
    std::vector<Sphere> balls;
    BallCluster out;
    out.row = groups_[i].row;
    out.first = static_cast<int>(i);
    double lever = 0.0;
    for (; end < groups_.size() && groups_[end].row == out.row; ++end) {
      const Ball& b = groups_[end].around;
      balls.push_back({Vec3(b.x, b.y, b.z), b.r});
      lever = std::max(lever, leverOf(groups_[end]));
      cluster_of_.push_back(static_cast<int>(clusters_.size()));
    }
    out.count = static_cast<int>(end - i);
    out.around = groups_[i].around;
    if (out.count > 1) {
      const Sphere all = ballAround(balls);
      out.around = toBall(all.center, all.radius + 1e-6);
      lever = std::max(lever, levers_[static_cast<std::size_t>(std::max(0, out.row))] + all.center.norm() + all.radius);
    }
    // What slides and turns bends its way by its speed, whatever the distance from the axis.
    out.lever = static_cast<float>(1.001 * (slides_ ? std::max(1.0, lever) : lever));
    clusters_.push_back(out);
    i = end;
  }
}

// Of each cluster what it can come near to, what is nearest to the base first.
void BallModel::findNear() {
  std::vector<int> order(obstacles_.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [this](int k) { return distances_[static_cast<std::size_t>(k)]; });
  near_.clear();
  margins_.clear();
  for (BallCluster& cluster : clusters_) {
    cluster.first_near = static_cast<int>(near_.size());
    for (const int k : order) {
      if (cluster.row < 0) break;
      BallNear near{k, kMayMeet, static_cast<int>(margins_.size())};
      for (int g = cluster.first; g < cluster.first + cluster.count; ++g) {
        margins_.push_back(static_cast<float>(said(g, k)));
        near.margin = std::max(near.margin, margins_.back());
      }
      const double far = static_cast<double>(cluster.lever) + static_cast<double>(near.margin) + kReachRoom;
      if (near.margin > kMayMeet && distances_[static_cast<std::size_t>(k)] <= far) near_.push_back(near);
      else margins_.resize(static_cast<std::size_t>(near.margins));
    }
    cluster.near_count = static_cast<int>(near_.size()) - cluster.first_near;
  }
}

void BallModel::sortPairs() {
  const auto clusters = [this](const BallPair& p) {
    return std::pair{cluster_of_[static_cast<std::size_t>(p.a)], cluster_of_[static_cast<std::size_t>(p.b)]};
  };
  // Those of one group stand together: kernels leave out what is far from the other cluster.
  std::ranges::stable_sort(pairs_, {}, [&](const BallPair& p) { return std::tuple(clusters(p), p.a); });
  meetings_.clear();
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const auto [a, b] = clusters(pairs_[i]);
    if (meetings_.empty() || meetings_.back().a != a || meetings_.back().b != b)
      meetings_.push_back({a, b, static_cast<int>(i), 0, pairs_[i].margin});
    BallMeeting& meeting = meetings_.back();
    ++meeting.count;
    meeting.margin = std::max(meeting.margin, pairs_[i].margin);
  }
}

std::vector<Pose> BallModel::axesAt(const model::Mechanism& mechanism, const JointVector& q) const {
  std::vector<Pose> out(mechanism.moved().size());
  mechanism.forward(q, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = out[i] * body_t_axis_[i];
    out[i].p -= origin_;
  }
  return out;
}

std::vector<Vec3> BallModel::centersAt(const model::Mechanism& mechanism, const JointVector& q) const {
  const std::vector<Pose> axes = axesAt(mechanism, q);
  std::vector<Vec3> out;
  for (const BallGroup& group : groups_) {
    for (int k = group.first; k < group.first + group.count; ++k) {
      const Ball& b = balls_[static_cast<std::size_t>(k)];
      const Vec3 center(b.x, b.y, b.z);
      out.push_back(group.row < 0 ? center : axes[static_cast<std::size_t>(group.row)] * center);
    }
  }
  return out;
}

void BallModel::yieldAt(const model::Mechanism& mechanism, const JointVector& q) {
  const std::vector<Vec3> centers = centersAt(mechanism, q);
  std::vector<Vec3> around;  // by group
  const std::vector<Pose> axes = axesAt(mechanism, q);
  for (const BallGroup& group : groups_) {
    const Vec3 center(group.around.x, group.around.y, group.around.z);
    around.push_back(group.row < 0 ? center : axes[static_cast<std::size_t>(group.row)] * center);
  }
  const auto gapOf = [&](const BallGroup& group, const auto& distance) {
    double gap = 1e9;
    for (int k = group.first; k < group.first + group.count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      gap = std::min(gap, distance(centers[at]) - static_cast<double>(balls_[at].r));
    }
    return gap;
  };
  for (std::size_t k = 0; k < obstacles_.size(); ++k) {
    const auto distance = [&](const Vec3& p) { return distanceTo(obstacles_[k], obstacle_balls_, p); };
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      double& margin = said(static_cast<int>(i), static_cast<int>(k));
      const double enough = margin + kYield;
      if (groups_[i].row < 0 || margin <= kMayMeet) continue;
      if (distance(around[i]) - static_cast<double>(groups_[i].around.r) > enough) continue;
      const double gap = gapOf(groups_[i], distance);
      if (gap < enough) margin = gap - kYield;
    }
  }
  // Balls of links that are close by construction overlap more or less anywhere.
  std::erase_if(pairs_, [&](const BallPair& pair) {
    const auto a = static_cast<std::size_t>(pair.a), b = static_cast<std::size_t>(pair.b);
    const double enough = static_cast<double>(pair.margin) + kYield;
    const double far = static_cast<double>(groups_[a].around.r + groups_[b].around.r) + enough;
    if ((around[a] - around[b]).norm() > far) return false;
    const double gap = gapOf(
        groups_[a], [&](const Vec3& p) { return gapOf(groups_[b], [&](const Vec3& at) { return (at - p).norm(); }); });
    return gap < enough;
  });
}

const BallWorld& BallModel::world() {
  findClusters();
  findNear();
  sortPairs();
  world_.rows = rows_.data();
  world_.row_count = static_cast<int>(rows_.size());
  world_.joints = joints_;
  world_.groups = groups_.data();
  world_.group_count = static_cast<int>(groups_.size());
  world_.clusters = clusters_.data();
  world_.cluster_count = static_cast<int>(clusters_.size());
  world_.balls = balls_.data();
  world_.ball_count = static_cast<int>(balls_.size());
  world_.obstacles = obstacles_.data();
  world_.obstacle_count = static_cast<int>(obstacles_.size());
  world_.obstacle_balls = obstacle_balls_.data();
  world_.near = near_.data();
  world_.margins = margins_.data();
  world_.pairs = pairs_.data();
  world_.meetings = meetings_.data();
  world_.meeting_count = static_cast<int>(meetings_.size());
  world_.slack = static_cast<float>(kBallRounding * (1.0 + reach_));
  return world_;
}

}  // namespace ww::collision
