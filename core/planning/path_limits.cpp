// SPDX-License-Identifier: Apache-2.0
#include "core/planning/path_limits.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ww::planning {
namespace {

// An acceleration of the frame lies in the plane of two derivatives; there its disc is a polygon within it, of twice
// as many sides: 0.9 % less.
constexpr std::size_t kFrameRows = 12;
constexpr double kNoMotion = 1e-12;

// Rows of |d1 * a + d2 * v^2| <= limit.
void addDisc(const Vec3& d1, const Vec3& d2, double limit, double* first, double* second) {
  Vec3 x = d1.norm() > kNoMotion ? d1.normalized() : Vec3::UnitX();
  const Vec3 rest = d2 - x.dot(d2) * x;
  const Vec3 y = rest.norm() > kNoMotion ? rest.normalized() : Vec3::Zero();
  const double within = limit * std::cos(std::numbers::pi / (2.0 * kFrameRows));
  for (std::size_t k = 0; k < kFrameRows; ++k) {
    const double angle = std::numbers::pi * static_cast<double>(k) / kFrameRows;
    const Vec3 direction = (std::cos(angle) * x + std::sin(angle) * y) / within;
    first[k] = direction.dot(d1);
    second[k] = direction.dot(d2);
  }
}

}  // namespace

PathLimiter::PathLimiter(const PathCurve& path, const PathLimits& limits)
    : path_(path),
      limits_(limits),
      has_frame_(limits.motion && limits.frame.any()),
      limits_jerk_(std::ranges::any_of(limits.joints, [](const DynamicLimit& l) { return std::isfinite(l.jerk); })) {
  const auto n = static_cast<Eigen::Index>(path.joints());
  for (JointVector* v : {&velocity_, &acceleration_, &jerk_, &q_, &d1_, &d2_, &d3_}) v->resize(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const DynamicLimit& limit = limits.joints[static_cast<std::size_t>(i)];
    velocity_[i] = 1.0 / limit.velocity;
    acceleration_[i] = 1.0 / limit.acceleration;
    jerk_[i] = 1.0 / limit.jerk;
  }
  acceleration_rows_ = path.joints();
  if (!has_frame_) return;
  if (std::isfinite(limits.frame.linear_acceleration)) acceleration_rows_ += kFrameRows;
  if (std::isfinite(limits.frame.angular_acceleration)) acceleration_rows_ += kFrameRows;
}

Ramp PathLimiter::ramp(std::size_t piece) const {
  JointVector u(static_cast<Eigen::Index>(path_.joints()));
  path_.derivative(piece, path_.pieces()[piece].start, 1, u);
  const auto most = [&](const JointVector& per) { return 1.0 / u.cwiseProduct(per).cwiseAbs().maxCoeff(); };
  return {most(velocity_), most(acceleration_), most(jerk_)};
}

void PathLimiter::addFrame(const FrameDerivatives& d, std::span<double> first, std::span<double> second) const {
  const FrameLimits& frame = limits_.frame;
  std::size_t row = path_.joints();
  for (const auto& [limit, column] : {std::pair{frame.linear_acceleration, 0}, {frame.angular_acceleration, 2}}) {
    if (!std::isfinite(limit)) continue;
    addDisc(d.col(column), d.col(column + 1), limit, &first[row], &second[row]);
    row += kFrameRows;
  }
}

double PathLimiter::topOf(const FrameDerivatives& d) const {
  const double top = 1.0 / std::max(kNoMotion, d1_.cwiseProduct(velocity_).cwiseAbs().maxCoeff());
  if (!has_frame_) return top;
  return std::min({top, limits_.frame.linear_velocity / std::max(kNoMotion, d.col(0).norm()),
                   limits_.frame.angular_velocity / std::max(kNoMotion, d.col(2).norm())});
}

double PathLimiter::topAt(std::size_t piece, double s) {
  path_.derivative(piece, s, 1, d1_);
  if (!has_frame_) return topOf(FrameDerivatives::Zero());
  path_.derivative(piece, s, 0, q_);
  path_.derivative(piece, s, 2, d2_);
  return topOf(limits_.motion(q_, d1_, d2_));
}

double PathLimiter::atPlace(std::size_t piece, double s, std::span<double> first, std::span<double> second) {
  const auto n = static_cast<Eigen::Index>(path_.joints());
  path_.derivative(piece, s, 1, d1_);
  path_.derivative(piece, s, 2, d2_);
  Eigen::Map<JointVector>(first.data(), n) = d1_.cwiseProduct(acceleration_);
  Eigen::Map<JointVector>(second.data(), n) = d2_.cwiseProduct(acceleration_);
  if (!has_frame_) return topOf(FrameDerivatives::Zero());
  path_.derivative(piece, s, 0, q_);
  const FrameDerivatives d = limits_.motion(q_, d1_, d2_);
  addFrame(d, first, second);
  return topOf(d);
}

void PathLimiter::jerkAt(std::size_t piece, double s, std::span<double> first, std::span<double> second,
                         std::span<double> third) {
  const auto n = static_cast<Eigen::Index>(path_.joints());
  const auto write = [&](int order, std::span<double> out) {
    path_.derivative(piece, s, order, d3_);
    Eigen::Map<JointVector>(out.data(), n) = d3_.cwiseProduct(jerk_);
  };
  write(1, first);
  write(2, second);
  write(3, third);
}

}  // namespace ww::planning
