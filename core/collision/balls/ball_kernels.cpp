// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_kernels.h"

#include <array>
#include <cstdlib>

namespace ww::collision {

extern const BallKernels* const kPlainBallKernels;
extern const BallKernels* const kAvx2BallKernels;
extern const BallKernels* const kAvx512BallKernels;

namespace {

struct BallKernelRows {
  std::array<const BallKernels*, 3> rows{};
  std::size_t count = 0;

  void add(const BallKernels* row, bool runs) {
    if (row != nullptr && runs) rows[count++] = row;
  }
};

BallKernelRows findBallKernels() {
  BallKernelRows out;
  out.add(kPlainBallKernels, true);
#if defined(__x86_64__)
  out.add(kAvx2BallKernels, __builtin_cpu_supports("avx2"));
  out.add(kAvx512BallKernels, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"));
#endif
  return out;
}

}  // namespace

std::span<const BallKernels* const> ballKernels() {
  static const BallKernelRows kKernelRows = findBallKernels();
  return {kKernelRows.rows.data(), kKernelRows.count};
}

const BallKernels& ballKernelsNamed(std::optional<std::string_view> name) {
  const auto rows = ballKernels();
  if (!name) return *rows.back();
  for (const BallKernels* row : rows)
    if (*name == row->name) return *row;
  return *rows.front();
}

const BallKernels& bestBallKernels() {
  static const BallKernels& kBestRow = []() -> const BallKernels& {
    const char* set = std::getenv("WORLDWRIGHT_SIMD");
    return ballKernelsNamed(set && *set != '\0' ? std::optional<std::string_view>(set) : std::nullopt);
  }();
  return kBestRow;
}

}  // namespace ww::collision
