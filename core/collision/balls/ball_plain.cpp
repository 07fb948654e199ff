// SPDX-License-Identifier: Apache-2.0
#include "core/collision/balls/ball_code.h"

namespace ww::collision {

extern const BallKernels* const kPlainBallKernels;
static constexpr BallKernels kOurs{"plain", &hits, &edgeHits, &sweeps, &nearest};
const BallKernels* const kPlainBallKernels = &kOurs;

}  // namespace ww::collision
