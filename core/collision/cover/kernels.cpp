// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/kernels.h"

#include <array>
#include <cstdlib>

namespace ww::collision {

extern const CoverKernels* const kPlainKernels;
extern const CoverKernels* const kAvx2Kernels;
extern const CoverKernels* const kAvx512Kernels;

namespace {

struct FoundKernels {
  std::array<const CoverKernels*, 3> rows{};
  std::size_t count = 0;

  void add(const CoverKernels* row, bool runs) {
    if (row != nullptr && runs) rows[count++] = row;
  }
};

FoundKernels find() {
  FoundKernels out;
  out.add(kPlainKernels, true);
#if defined(__x86_64__)
  out.add(kAvx2Kernels, __builtin_cpu_supports("avx2"));
  out.add(kAvx512Kernels, __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"));
#endif
  return out;
}

}  // namespace

std::span<const CoverKernels* const> coverKernels() {
  static const FoundKernels kFound = find();
  return {kFound.rows.data(), kFound.count};
}

const CoverKernels& coverKernelsNamed(std::optional<std::string_view> name) {
  const auto rows = coverKernels();
  if (!name) return *rows.back();
  for (const CoverKernels* row : rows)
    if (*name == row->name) return *row;
  return *rows.front();
}

const CoverKernels& bestCoverKernels() {
  static const CoverKernels& kBest = []() -> const CoverKernels& {
    const char* set = std::getenv("WORLDWRIGHT_SIMD");
    return coverKernelsNamed(set && *set != '\0' ? std::optional<std::string_view>(set) : std::nullopt);
  }();
  return kBest;
}

}  // namespace ww::collision
