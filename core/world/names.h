// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

namespace ww::world {

// Key of a name below a parent object (0: global aliases) in WorldData::names.
std::uint64_t nameKey(std::uint64_t parent, std::string_view name);

}  // namespace ww::world
