// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

#include "core/world/values/world.h"

namespace ww::journal {

// A state of the history got a name, or lost it.
struct Named {
  world::WorldPtr world;  // of the state; null: not made
  std::string hash;       // content hash of that, where it is not made
  std::string name, was;  // empty: none
  // Grows from one to the next: a name is not saved until a file has those up to that one, which a save that was under
  // way does not.
  std::uint64_t change = 0;
};

}  // namespace ww::journal
