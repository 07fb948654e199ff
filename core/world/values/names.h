// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

#include "core/world/values/name_ids.h"
#include "core/world/values/persistent_map.h"

namespace ww::world {

// Key of a name below a parent object (0: global aliases), of 24 bits. Names may share a key.
std::uint64_t nameKey(std::uint64_t parent, std::string_view name);

NameIds withId(const NameIds* ids, std::uint64_t id);
// The others; the first of them is 0 when there are none.
NameIds withoutId(const NameIds& ids, std::uint64_t id);

// The first id for which the predicate holds; 0 when there is none.
template <typename Is>
std::uint64_t firstId(const NameIds* ids, Is&& is) {
  if (!ids) return 0;
  if (is(ids->first)) return ids->first;
  if (!ids->more) return 0;
  for (const std::uint64_t id : *ids->more) {
    if (is(id)) return id;
  }
  return 0;
}

}  // namespace ww::world
