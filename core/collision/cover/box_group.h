// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/collision/cover/sphere_group.h"

namespace ww::collision {

constexpr double kNoCore = -1e100;  // metres: a core that nothing can reach into

// Up to eight boxes side by side, metres, in one frame. Each is around a piece of a body, and has a core in its middle
// that lies wholly in the piece. Plain data, as SphereGroup is.
struct alignas(64) BoxGroup {
  double p[3][kGroup], r[9][kGroup];        // place of the middle; rotation row by row
  double half[3][kGroup], core[3][kGroup];  // half sizes; core: kNoCore where there is none
  double size = 0.0;                        // no corner is farther from its middle
  int count = 0;
};

// A bit for each box of a group.
struct BoxBits {
  unsigned near = 0;  // those that no axis tells apart
  unsigned deep = 0;  // those whose core is surely deep in the other's
};

}  // namespace ww::collision
