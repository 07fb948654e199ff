// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of processor, with the flags for it. All is local to the file that includes this: a
// function compiled for a newer processor must not stand in for one of the same name that every processor runs.
#pragma once
#include "core/collision/cover/kernel_boxes.h"

namespace ww::collision {
namespace {

inline unsigned reached(Vec dx, Vec dy, Vec dz, Vec sum) {
  const Vec d2 = dx * dx + dy * dy + dz * dz;
  return bits((d2 <= sum * sum) & (sum >= 0.0));
}

// Lengths in metres, as kernels.h says.
unsigned within(const SphereGroup& g, const double* xyz, double r) {
  unsigned out = 0;
  for (int i = 0; i < kGroup; i += kWidth)
    out |= reached(load(g.x + i) - xyz[0], load(g.y + i) - xyz[1], load(g.z + i) - xyz[2], load(g.r + i) + r) << i;
  return out;
}

// Metres.
unsigned withinLanes(const SphereGroup& a, const SphereGroup& b, double r) {
  unsigned out = 0;
  for (int i = 0; i < kGroup; i += kWidth) {
    const Vec sum = load(a.r + i) + load(b.r + i) + r;
    out |= reached(load(a.x + i) - load(b.x + i), load(a.y + i) - load(b.y + i), load(a.z + i) - load(b.z + i), sum)
           << i;
  }
  return out;
}

// How far a coordinate is outside of -half to half, in metres.
inline Vec outside(Vec v, double half) { return larger(larger(v - half, -v - half), Vec{}); }

// Metres.
unsigned nearBox(const SphereGroup& g, const FlatPose& t, const double* half, double near, SphereGroup& out) {
  unsigned mask = 0;
  for (int i = 0; i < kGroup; i += kWidth) {
    const Point at = carried(t, load(g.x + i), load(g.y + i), load(g.z + i));
    const Vec r = load(g.r + i);
    mask |= reached(outside(at.x, half[0]), outside(at.y, half[1]), outside(at.z, half[2]), r + near) << i;
    store(out.x + i, at.x);
    store(out.y + i, at.y);
    store(out.z + i, at.z);
    store(out.r + i, r);
  }
  return mask;
}

void carry(const SphereGroup& g, const FlatPose& t, SphereGroup& out) {
  for (int i = 0; i < kGroup; i += kWidth) {
    const Point at = carried(t, load(g.x + i), load(g.y + i), load(g.z + i));
    store(out.x + i, at.x);
    store(out.y + i, at.y);
    store(out.z + i, at.z);
  }
}

// p + q * v, as Pose has it.
void place(const double* const* p, const double* const* q, const double* xyz, SphereGroup& out) {
  for (int i = 0; i < kGroup; i += kWidth) {
    const Vec qx = load(q[0] + i), qy = load(q[1] + i), qz = load(q[2] + i), qw = load(q[3] + i);
    const Vec tx = (qy * xyz[2] - qz * xyz[1]) * 2.0, ty = (qz * xyz[0] - qx * xyz[2]) * 2.0,
              tz = (qx * xyz[1] - qy * xyz[0]) * 2.0;
    store(out.x + i, load(p[0] + i) + xyz[0] + qw * tx + (qy * tz - qz * ty));
    store(out.y + i, load(p[1] + i) + xyz[1] + qw * ty + (qz * tx - qx * tz));
    store(out.z + i, load(p[2] + i) + xyz[2] + qw * tz + (qx * ty - qy * tx));
  }
}

}  // namespace
}  // namespace ww::collision
