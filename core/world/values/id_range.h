// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/persistent_map.h"

namespace ww::world {

// The largest id that comes from outside; as many again are left to be given, more than anyone can use up.
inline constexpr std::uint64_t kMostId = PersistentSet::kKeyMask / 2;

}  // namespace ww::world
