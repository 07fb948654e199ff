// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <set>

#include "core/difference/records.h"

namespace ww::difference {

// Objects and frames that have one id in both worlds, and yet are two things: added to each apart from the other.
// Without a common base that can only be told from the worlds. What has another name or hangs on another object is such
// a thing where each world has both, one by one; or, of one name, where it is at another place in the root object, too
// (to hang something elsewhere leaves it where it is), and is newer than all that both have in the same place of the
// tree.
std::set<std::uint64_t> addedApart(const world::World& first, const world::World& second);

}  // namespace ww::difference
