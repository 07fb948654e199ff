// SPDX-License-Identifier: Apache-2.0
// What the code of kernels is made of: vectors of the processor that a file is compiled for. As kernel_code.h says, all
// is local to the file that includes this.
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

struct Point {
  Vec x, y, z;
};

// Row by row; metres.
inline Point carried(const FlatPose& t, Vec x, Vec y, Vec z) {
  return {x * t.r[0] + y * t.r[1] + z * t.r[2] + t.p[0], x * t.r[3] + y * t.r[4] + z * t.r[5] + t.p[1],
          x * t.r[6] + y * t.r[7] + z * t.r[8] + t.p[2]};
}

}  // namespace
}  // namespace ww::collision
