// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "core/world/values/world.h"

namespace ww::model {

// For passes over all objects of a world, which call fn(object) in the order of the ids. Large worlds are in no cache,
// and an object is several pieces of memory one behind the other. So it goes by blocks: of all objects of one the
// memory is asked for at once, then of what each `reach(object)` in turn leads to, and then they are looked at.
template <typename Fn, typename... Reach>
void forEachObjectAhead(const world::World& world, Fn&& fn, Reach&&... reach) {
  constexpr std::size_t kBlock = 32;
  std::vector<const world::Object*> all;
  all.reserve(world.objectCount());
  world.data().objects.forEach(
      [&all](std::uint64_t, const world::ObjectSeat& seat) { all.push_back(seat.object.get()); });
  const auto fetch = [](const world::Object& object) {
    const char* lines = reinterpret_cast<const char*>(&object);
    for (std::size_t at = 0; at < sizeof(world::Object); at += 64) __builtin_prefetch(lines + at);
  };
  const auto forEachOf = [](std::span<const world::Object* const> block, auto& of) {
    for (const world::Object* object : block) of(*object);
  };
  for (std::size_t at = 0; at < all.size(); at += kBlock) {
    const auto block = std::span(all).subspan(at, std::min(kBlock, all.size() - at));
    forEachOf(block, fetch);
    (forEachOf(block, reach), ...);
    forEachOf(block, fn);
  }
}

}  // namespace ww::model
