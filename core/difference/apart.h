// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <set>

#include "core/difference/records.h"

namespace ww::difference {

// What two worlds without a common base tell of ids that both have.
struct Apart {
  // Of objects and frames that have one id in both, and yet are two things: added to each apart from the other. What
  // has another name or hangs on another object is such a thing where each world has both, one by one; or, of one name,
  // where it was moved, too (in the root object, and in what it hangs on: to hang something elsewhere leaves it where
  // it is, and it goes along with what carries it), and is not older than `shared`.
  std::set<std::uint64_t> added;
  // The newest thing that both have by one name in the same place of the tree: as ids are given in their order, and
  // never again, what is older was there before the two went apart.
  std::uint64_t shared = 0;
};
Apart apart(const world::World& first, const world::World& second);

}  // namespace ww::difference
