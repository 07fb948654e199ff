// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace worldwright::v1 {
class PatchWorld;
}

namespace ww::world {

// What makes the second world of the first, as an edit that can be written down. Its size is that of the
// difference. The geometry itself is not in it.
worldwright::v1::PatchWorld patchBetween(const World& before, const World& after);

}  // namespace ww::world
