// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of processor, with the flags for it. All is local to the file that includes this: a
// function compiled for a newer processor must not stand in for one of the same name that every processor runs.
#pragma once
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/collision/cover/kernels.h"

namespace ww::collision {
namespace {

#if defined(__AVX512F__) && defined(__AVX512DQ__)
constexpr int kWidth = 8;
#elif defined(__AVX2__)
constexpr int kWidth = 4;
#else
constexpr int kWidth = 2;
#endif
using Vec = double __attribute__((vector_size(kWidth * 8)));
using Flags = decltype(Vec{} < Vec{});

inline unsigned bits(Flags flags) {
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_movepi64_mask(__builtin_bit_cast(__m512i, flags));
#elif defined(__AVX2__)
  return static_cast<unsigned>(_mm256_movemask_pd(__builtin_bit_cast(__m256d, flags)));
#elif defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(__builtin_bit_cast(__m128d, flags)));
#else
  return (flags[0] ? 1U : 0U) | (flags[1] ? 2U : 0U);
#endif
}

inline Vec load(const double* from) {
  Vec out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}
inline void store(double* to, Vec v) { __builtin_memcpy(to, &v, sizeof v); }
inline Vec larger(Vec a, Vec b) { return a > b ? a : b; }

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
    const Vec x = load(g.x + i), y = load(g.y + i), z = load(g.z + i), r = load(g.r + i);
    const Vec u = x * t.r[0] + y * t.r[1] + z * t.r[2] + t.p[0];
    const Vec v = x * t.r[3] + y * t.r[4] + z * t.r[5] + t.p[1];
    const Vec w = x * t.r[6] + y * t.r[7] + z * t.r[8] + t.p[2];
    mask |= reached(outside(u, half[0]), outside(v, half[1]), outside(w, half[2]), r + near) << i;
    store(out.x + i, u);
    store(out.y + i, v);
    store(out.z + i, w);
    store(out.r + i, r);
  }
  return mask;
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
