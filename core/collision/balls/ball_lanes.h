// SPDX-License-Identifier: Apache-2.0
// Compiled once for each kind of processor, with the flags for it. All is local to the file that includes this: a
// function compiled for a newer processor must not stand in for one of the same name that every processor runs.
#pragma once
#if defined(__AVX__) || defined(__SSE2__)
#include <immintrin.h>
#endif

#include "core/collision/balls/ball_kernels.h"

#define WW_BALL_INLINE [[gnu::always_inline]] static inline

namespace ww::collision {
namespace {

using Vec = float __attribute__((vector_size(4 * kBallLanes)));
using Flags = decltype(Vec{} < Vec{});
constexpr int kW = kBallLanes;

#if defined(__AVX__)
// A bit for each where a <= b.
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  const __m256 out = _mm256_cmp_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b), _CMP_LE_OQ);
  return static_cast<unsigned>(_mm256_movemask_ps(out));
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) {
  return __builtin_bit_cast(Vec, _mm256_max_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b)));
}
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) {
  return __builtin_bit_cast(Vec, _mm256_min_ps(__builtin_bit_cast(__m256, a), __builtin_bit_cast(__m256, b)));
}
WW_BALL_INLINE Vec root(const Vec& a) { return __builtin_bit_cast(Vec, _mm256_sqrt_ps(__builtin_bit_cast(__m256, a))); }
#elif defined(__SSE2__)
struct Halves {
  __m128 a, b;
};
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(x.a, y.a)) |
                               (_mm_movemask_ps(_mm_cmple_ps(x.b, y.b)) << 4));
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return __builtin_bit_cast(Vec, Halves{_mm_max_ps(x.a, y.a), _mm_max_ps(x.b, y.b)});
}
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) {
  const Halves x = __builtin_bit_cast(Halves, a), y = __builtin_bit_cast(Halves, b);
  return __builtin_bit_cast(Vec, Halves{_mm_min_ps(x.a, y.a), _mm_min_ps(x.b, y.b)});
}
WW_BALL_INLINE Vec root(const Vec& a) {
  const Halves x = __builtin_bit_cast(Halves, a);
  return __builtin_bit_cast(Vec, Halves{_mm_sqrt_ps(x.a), _mm_sqrt_ps(x.b)});
}
#else
WW_BALL_INLINE unsigned atMost(const Vec& a, const Vec& b) {
  unsigned out = 0;
  for (int i = 0; i < kW; ++i) out |= a[i] <= b[i] ? 1U << i : 0U;
  return out;
}
WW_BALL_INLINE Vec larger(const Vec& a, const Vec& b) { return a > b ? a : b; }
WW_BALL_INLINE Vec smaller(const Vec& a, const Vec& b) { return a < b ? a : b; }
WW_BALL_INLINE Vec root(const Vec& a) {
  Vec out;
  for (int i = 0; i < kW; ++i) out[i] = __builtin_sqrtf(a[i]);
  return out;
}
#endif

WW_BALL_INLINE Vec load(const float* from) {
  Vec out;
  __builtin_memcpy(&out, from, sizeof out);
  return out;
}
WW_BALL_INLINE void store(float* to, const Vec& v) { __builtin_memcpy(to, &v, sizeof v); }
WW_BALL_INLINE Vec all(float x) { return Vec{} + x; }
WW_BALL_INLINE Vec size(const Vec& v) {
  return __builtin_bit_cast(Vec, __builtin_bit_cast(Flags, v) & 0x7FFFFFFF);  // without the sign
}

struct Vec3s {
  Vec x, y, z;
};
WW_BALL_INLINE Vec squared(const Vec3s& v) { return v.x * v.x + v.y * v.y + v.z * v.z; }
WW_BALL_INLINE Vec3s load3(const float* from) { return {load(from), load(from + kW), load(from + 2 * kW)}; }
WW_BALL_INLINE void store3(float* to, const Vec3s& v) {
  store(to, v.x);
  store(to + kW, v.y);
  store(to + 2 * kW, v.z);
}
WW_BALL_INLINE Vec3s cross(const Vec3s& a, const Vec3s& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
WW_BALL_INLINE Vec3s minus(const Vec3s& a, const Vec3s& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
WW_BALL_INLINE Vec3s plus(const Vec3s& a, const Vec3s& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// To the nearest whole number, of |x| < 2^22.
WW_BALL_INLINE Vec rounded(const Vec& x) {
  constexpr float kShift = 12582912.0F;  // 1.5 * 2^23
  return (x + kShift) - kShift;
}

// Radians. Reduction by parts of pi/2 and coefficients as in Cephes (Moshier 1992): errors below 1e-7.
WW_BALL_INLINE void turn(const Vec& angle, Vec& sin, Vec& cos) {
  const Vec quarters = rounded(angle * 0.636619772F);
  const Vec r =
      ((angle - quarters * 1.5703125F) - quarters * 4.837512969970703125e-4F) - quarters * 7.549789948768648e-8F;
  const Vec z = r * r;
  const Vec s = r + r * z * (-1.6666654611e-1F + z * (8.3321608736e-3F - z * 1.9515295891e-4F));
  const Vec c =
      (1.0F - z * 0.5F) + z * z * (4.166664568298827e-2F + z * (-1.388731625493765e-3F + z * 2.443315711809948e-5F));
  // Which of the four quarters, without a branch: floor(n / 2) of a whole n is its half less 1/4, rounded.
  const Vec halves = rounded(quarters * 0.5F - 0.25F), odd = quarters - halves * 2.0F, even = 1.0F - odd;
  const Vec sign = 1.0F - (halves - rounded(halves * 0.5F - 0.25F) * 2.0F) * 2.0F;
  sin = sign * (s * even + c * odd);
  cos = sign * (c * even - s * odd);
}

}  // namespace
}  // namespace ww::collision
