// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/kernel_code.h"

namespace ww::collision {

extern const CoverKernels* const kPlainKernels;
static constexpr CoverKernels kOurs{"plain", &within, &withinLanes, &nearBox, &carry, &carryBoxes, &boxes, &place};
const CoverKernels* const kPlainKernels = &kOurs;

}  // namespace ww::collision
