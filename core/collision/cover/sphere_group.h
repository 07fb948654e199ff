// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace ww::collision {

constexpr int kGroup = 8;
constexpr std::uint32_t kNoGroup = ~std::uint32_t{0};
constexpr double kNowhere = 1e100;  // metres: centre of a sphere that is not there: apart from all others

// Eight spheres side by side, metres. Plain data: also read by files that are compiled for newer processors, which
// must not share inline functions with the rest of the program.
struct alignas(64) SphereGroup {
  double x[kGroup], y[kGroup], z[kGroup], r[kGroup];
  std::uint32_t below[kGroup];  // which group of a cover has the finer spheres in place of one; kNoGroup: none
  int count = 0;                // those beyond are nowhere
};

// A frame seen from another: rotation row by row, and the place. Metres.
struct FlatPose {
  double r[9];
  double p[3];
};

}  // namespace ww::collision
