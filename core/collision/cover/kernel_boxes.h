// SPDX-License-Identifier: Apache-2.0
// Boxes against boxes. Compiled once for each kind of processor; local, as kernel_code.h says.
#pragma once
#include "core/collision/cover/kernel_vec.h"

namespace ww::collision {
namespace {

void carryBoxes(const BoxGroup& g, const FlatPose& t, BoxGroup& out) {
  for (int i = 0; i < g.count; i += kWidth) {
    const Point at = carried(t, load(g.p[0] + i), load(g.p[1] + i), load(g.p[2] + i));
    store(out.p[0] + i, at.x);
    store(out.p[1] + i, at.y);
    store(out.p[2] + i, at.z);
    for (int k = 0; k < 3; ++k) {
      const Vec x = load(g.r[k] + i), y = load(g.r[3 + k] + i), z = load(g.r[6 + k] + i);
      for (int j = 0; j < 9; j += 3) store(out.r[j + k] + i, x * t.r[j] + y * t.r[j + 1] + z * t.r[j + 2]);
    }
  }
}

// Some boxes (b) seen from one (a).
struct Seen {
  Vec r[9], abs[9], p[3];
};

struct Halves {
  double a[3];
  Vec b[3];
};

inline Seen seen(const BoxGroup& g, int i, const BoxGroup& other, int box) {
  Seen s;
  double to[9];
  Vec way[3], r[9];
  for (int k = 0; k < 9; ++k) {
    to[k] = other.r[k][box];
    r[k] = load(g.r[k] + i);
  }
  for (int k = 0; k < 3; ++k) way[k] = load(g.p[k] + i) - other.p[k][box];
  for (int k = 0; k < 3; ++k) {
    s.p[k] = way[0] * to[k] + way[1] * to[3 + k] + way[2] * to[6 + k];
    for (int j = 0; j < 3; ++j) {
      const Vec v = r[j] * to[k] + r[3 + j] * to[3 + k] + r[6 + j] * to[6 + k];
      s.r[3 * k + j] = v;
      s.abs[3 * k + j] = v < 0.0 ? -v : v;
    }
  }
  return s;
}

inline Halves halves(const double (&b)[3][kGroup], int i, const double (&a)[3][kGroup], int box) {
  Halves h;
  for (int k = 0; k < 3; ++k) {
    h.a[k] = a[k][box];
    h.b[k] = load(b[k] + i);
  }
  return h;
}

inline Vec size(Vec v) { return v < 0.0 ? -v : v; }

// The largest gap along the axes of both.
inline Vec faceGap(const Seen& s, const Halves& h) {
  Vec out = Vec{} - 1e300;
  for (int k = 0; k < 3; ++k) {
    const Vec of_a =
        size(s.p[k]) - h.a[k] - (s.abs[3 * k] * h.b[0] + s.abs[3 * k + 1] * h.b[1] + s.abs[3 * k + 2] * h.b[2]);
    const Vec on_b = s.p[0] * s.r[k] + s.p[1] * s.r[3 + k] + s.p[2] * s.r[6 + k];
    const Vec of_b = size(on_b) - h.b[k] - (s.abs[k] * h.a[0] + s.abs[3 + k] * h.a[1] + s.abs[6 + k] * h.a[2]);
    out = larger(out, larger(of_a, of_b));
  }
  return out;
}

// The gap across edge k of a and edge j of b, times the sine of the angle between them.
inline Vec edgeGap(const Seen& s, const Halves& h, int k, int j) {
  const int k1 = (k + 1) % 3, k2 = (k + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
  const Vec way = s.p[k2] * s.r[3 * k1 + j] - s.p[k1] * s.r[3 * k2 + j];
  return size(way) - (s.abs[3 * k2 + j] * h.a[k1] + s.abs[3 * k1 + j] * h.a[k2]) -
         (s.abs[3 * k + j2] * h.b[j1] + s.abs[3 * k + j1] * h.b[j2]);
}

// Edges that are parallel but for this tell nothing that faces do not: their sine squared. What is missed by it is no
// more than kBlur of the boxes' sizes.
constexpr double kParallel = 1e-12, kBlur = 1e-5;

inline Flags edgesDeep(const Seen& s, const Halves& h, double limit) {
  Flags out = Vec{} == Vec{};
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) {
      const Vec gap = edgeGap(s, h, k, j), sine2 = 1.0 - s.r[3 * k + j] * s.r[3 * k + j];
      out &= (sine2 < kParallel) | ((gap < 0.0) & (gap * gap >= sine2 * (limit * limit)));
    }
  }
  return out;
}

inline Vec largestEdgeGap(const Seen& s, const Halves& h) {
  Vec out = Vec{} - 1e300;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 3; ++j) out = larger(out, edgeGap(s, h, k, j));
  return out;
}

// Metres, as kernels.h says. A gap times a sine that is above `near` is so without the sine, too.
BoxBits boxes(const BoxGroup& g, const BoxGroup& other, int box, double near, double limit) {
  BoxBits out;
  const double deep = limit - kBlur * (g.size + other.size);
  for (int i = 0; i < g.count; i += kWidth) {
    const Seen s = seen(g, i, other, box);
    const Halves around = halves(g.half, i, other.half, box);
    unsigned close = ~bits(faceGap(s, around) > near) & ((1U << kWidth) - 1U);
    if (i + kWidth > g.count) close &= (1U << (g.count - i)) - 1U;
    if (close == 0) continue;
    const Halves inner = halves(g.core, i, other.core, box);
    const Flags cores = faceGap(s, inner) <= deep;
    if ((bits(cores) & close) != 0) out.deep |= (bits(cores & edgesDeep(s, inner, deep)) & close) << i;
    out.near |= (~bits(largestEdgeGap(s, around) > near) & close) << i;
  }
  return out;
}

}  // namespace
}  // namespace ww::collision
