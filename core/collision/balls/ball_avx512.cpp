// SPDX-License-Identifier: Apache-2.0
#if defined(__AVX512F__) && defined(__AVX512VL__)
#include "core/collision/balls/ball_code.h"

namespace ww::collision {

extern const BallKernels* const kAvx512BallKernels;
static constexpr BallKernels kOurs{"avx512", &hits, &edgeHits, &sweeps, &nearest};
const BallKernels* const kAvx512BallKernels = &kOurs;

}  // namespace ww::collision
#else
// The compiler knows no such processor.
namespace ww::collision {

struct BallKernels;
extern const BallKernels* const kAvx512BallKernels;
const BallKernels* const kAvx512BallKernels = nullptr;

}  // namespace ww::collision
#endif
