// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX2__)
#include "core/collision/balls/ball_code.h"

namespace ww::collision {

extern const BallKernels* const kAvx2BallKernels;
static constexpr BallKernels kOurs{"avx2", &hits, &edgeHits, &sweeps, &nearest};
const BallKernels* const kAvx2BallKernels = &kOurs;

}  // namespace ww::collision
#else
// The compiler knows no such processor.
namespace ww::collision {

struct BallKernels;
extern const BallKernels* const kAvx2BallKernels;
const BallKernels* const kAvx2BallKernels = nullptr;

}  // namespace ww::collision
#endif
