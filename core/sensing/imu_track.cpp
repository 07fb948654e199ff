// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/imu_track.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ww::sensing {
namespace {

constexpr std::size_t kLeast = 3;   // poses that a parabola takes
constexpr double kShortest = 0.02;  // seconds: times are off by some milliseconds

Vec3 rotationVector(Quat q) {
  if (q.w() < 0.0) q.coeffs() = -q.coeffs();
  const double sine = q.vec().norm();
  if (sine < 1e-15) return Vec3::Zero();
  return q.vec() / sine * (2.0 * std::atan2(sine, q.w()));
}

}  // namespace

void ImuTrack::add(double time_s, const Pose& root_t_unit) {
  if (!seen_.empty() && !(time_s > seen_.back().time_s)) return;
  if (jumps(time_s, root_t_unit.p)) seen_.clear();
  seen_.push_back({time_s, root_t_unit});
  while (seen_.size() > kLeast && time_s - seen_[1].time_s >= kSpan) seen_.pop_front();
}

bool ImuTrack::jumps(double time_s, const Vec3& p) const {
  if (seen_.size() < 2) return false;
  const Seen &last = seen_.back(), &before = seen_[seen_.size() - 2];
  const Vec3 speed = (last.root_t_unit.p - before.root_t_unit.p) / std::max(kShortest, last.time_s - before.time_s);
  const double span = std::max(kShortest, time_s - last.time_s);
  return ((p - last.root_t_unit.p) / span - speed).norm() > kMostAcceleration * span;
}

ImuTrack::Fit ImuTrack::fit() const {
  if (seen_.size() < kLeast) return Fit::Zero();
  const Seen& middle = seen_[seen_.size() / 2];
  const Quat unit_q_root = middle.root_t_unit.q.conjugate();
  const auto count = static_cast<Eigen::Index>(seen_.size());
  Eigen::Matrix<double, Eigen::Dynamic, 3> times(count, 3);
  Eigen::Matrix<double, Eigen::Dynamic, 6> ways(count, 6);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Seen& one = seen_[static_cast<std::size_t>(i)];
    const double t = one.time_s - middle.time_s;
    times.row(i) << 1.0, t, t * t;
    ways.row(i).head<3>() = (one.root_t_unit.p - middle.root_t_unit.p).transpose();
    ways.row(i).tail<3>() = rotationVector(unit_q_root * one.root_t_unit.q).transpose();
  }
  return times.colPivHouseholderQr().solve(ways);
}

Quat ImuTrack::turned(const Fit& fit, double ahead) {
  const Vec3 turn = (ahead * fit.row(1).tail<3>() + ahead * ahead * fit.row(2).tail<3>()).transpose();
  const double angle = turn.norm();
  return angle < 1e-15 ? Quat::Identity() : Quat(Eigen::AngleAxisd(angle, turn / angle));
}

Pose ImuTrack::pose(double ahead) const {
  const Pose& middle = seen_[seen_.size() / 2].root_t_unit;
  if (ahead == 0.0) return middle;
  const Fit f = fit();
  const Vec3 way = (ahead * f.row(1).head<3>() + ahead * ahead * f.row(2).head<3>()).transpose();
  return {middle.p + way, middle.q * turned(f, ahead)};
}

ImuReading ImuTrack::reading(const Vec3& gravity, double ahead) const {
  ImuReading out;
  if (seen_.empty()) return out;
  const Fit f = fit();
  const Quat then_q_middle = turned(f, ahead).conjugate();
  const Quat then_q_root = then_q_middle * seen_[seen_.size() / 2].root_t_unit.q.conjugate();
  out.linear_acceleration = then_q_root * Vec3(2.0 * f.row(2).head<3>().transpose() - gravity);
  out.angular_velocity = then_q_middle * Vec3((f.row(1).tail<3>() + 2.0 * ahead * f.row(2).tail<3>()).transpose());
  return out;
}

}  // namespace ww::sensing
