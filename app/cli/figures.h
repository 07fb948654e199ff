// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/math/pose.h"

namespace ww::cli {

// Without the noise of rounding, which would be read as a figure, and without a zero below zero. For metres, radians
// and parts of quaternions.
inline double withoutNoise(double value) {
  constexpr double kNoise = 1e-12;
  return std::abs(value) < kNoise ? 0.0 : value;
}

// "1 triangle", "2 triangles".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view more = {}) {
  const std::string many = more.empty() ? std::string(one) + "s" : std::string(more);
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// Two lines: the position in m, the orientation as w, x, y, z.
inline std::string poseLines(const Pose& pose) {
  const auto n = withoutNoise;
  return fmt::format("position {:.9g} {:.9g} {:.9g} m\norientation wxyz {:.12g} {:.12g} {:.12g} {:.12g}\n",
                     n(pose.p.x()), n(pose.p.y()), n(pose.p.z()), n(pose.q.w()), n(pose.q.x()), n(pose.q.y()),
                     n(pose.q.z()));
}

}  // namespace ww::cli
