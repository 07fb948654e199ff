// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX2__)
#include "core/collision/cover/kernel_code.h"

namespace ww::collision {

extern const CoverKernels* const kAvx2Kernels;
static constexpr CoverKernels kOurs{"avx2", &within, &withinLanes, &nearBox, &carry, &carryBoxes, &boxes, &place};
const CoverKernels* const kAvx2Kernels = &kOurs;

}  // namespace ww::collision
#else
// The compiler knows no such processor.
namespace ww::collision {

struct CoverKernels;
extern const CoverKernels* const kAvx2Kernels;
const CoverKernels* const kAvx2Kernels = nullptr;

}  // namespace ww::collision
#endif
