// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include "core/collision/cover/kernel_code.h"

namespace ww::collision {

extern const CoverKernels* const kAvx512Kernels;
static constexpr CoverKernels kOurs{"avx512", &within, &withinLanes, &nearBox, &carry, &carryBoxes, &boxes, &place};
const CoverKernels* const kAvx512Kernels = &kOurs;

}  // namespace ww::collision
#else
// The compiler knows no such processor.
namespace ww::collision {

struct CoverKernels;
extern const CoverKernels* const kAvx512Kernels;
const CoverKernels* const kAvx512Kernels = nullptr;

}  // namespace ww::collision
#endif
