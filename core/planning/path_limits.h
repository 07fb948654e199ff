// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/model/limits.h"
#include "core/planning/path_curve.h"
#include "core/planning/speed_profile.h"

namespace ww::planning {

using model::DynamicLimit;
using model::FrameLimits;

// How a frame moves with the path: for positions, and first and second derivatives of them by s, the columns are the
// derivatives of its origin's position (m), then first and second of its rotation (rad), all in one frame at rest.
using FrameDerivatives = Eigen::Matrix<double, 3, 4>;
using FrameMotion = std::function<FrameDerivatives(const JointVector& q, const JointVector& d1, const JointVector& d2)>;

// What a motion along a path has to keep. A jerk may be infinite, for all joints alike.
struct PathLimits {
  std::vector<DynamicLimit> joints;
  FrameLimits frame;
  FrameMotion motion;  // of the frame; empty: it has no limits
};

// Limits of a motion along a path as limits of v = ds/dt and its derivatives a and j. Rows are divided by their
// limits: |first * a + second * v^2| <= 1, and for jerk |first * j + 3 * second * v * a + third * v^3| <= 1.
// The path and the limits must outlive it. One thread at a time.
class PathLimiter {
 public:
  PathLimiter(const PathCurve& path, const PathLimits& limits);

  const PathCurve& path() const { return path_; }
  bool limitsJerk() const { return limits_jerk_; }
  // Whether the limits are the same all along a piece; ramp() then has them.
  bool isUniform(std::size_t piece) const { return path_.pieces()[piece].straight && !has_frame_; }
  Ramp ramp(std::size_t piece) const;

  // Of a place that may not be uniform. The largest v; accelerationRows() values each.
  std::size_t accelerationRows() const { return acceleration_rows_; }
  double atPlace(std::size_t piece, double s, std::span<double> first, std::span<double> second);
  double topAt(std::size_t piece, double s);
  // path().joints() values each.
  void jerkAt(std::size_t piece, double s, std::span<double> first, std::span<double> second, std::span<double> third);

 private:
  double topOf(const FrameDerivatives& d) const;
  void addFrame(const FrameDerivatives& d, std::span<double> first, std::span<double> second) const;

  const PathCurve& path_;
  const PathLimits& limits_;
  const bool has_frame_, limits_jerk_;
  std::size_t acceleration_rows_ = 0;
  JointVector velocity_, acceleration_, jerk_;  // 1 over the limits
  JointVector q_, d1_, d2_, d3_;
};

}  // namespace ww::planning
