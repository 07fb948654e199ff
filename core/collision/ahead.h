// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/world/values/world.h"

namespace ww::collision {

// Not for use outside this folder. fn(object) for all objects of a world, as World::forEachObject(). Large worlds are
// in no cache, and an object is several pieces of memory one behind the other: those of later objects are asked for
// meanwhile, the object itself here, what it leads to by `first` and then by `second`.
template <typename First, typename Second, typename Fn>
void forEachObjectAhead(const world::World& world, First&& first, Second&& second, Fn&& fn) {
  constexpr std::size_t kObject = 12, kFirst = 8, kSecond = 4;  // objects ahead
  std::vector<const world::Object*> all;
  world.forEachObject([&all](const world::Object& object) { all.push_back(&object); });
  const auto ahead = [&all](std::size_t i) { return i < all.size() ? all[i] : nullptr; };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (const world::Object* object = ahead(i + kObject)) {
      __builtin_prefetch(object);
      __builtin_prefetch(&object->entities);
      __builtin_prefetch(&object->message);
    }
    if (const world::Object* object = ahead(i + kFirst)) first(*object);
    if (const world::Object* object = ahead(i + kSecond)) second(*object);
    fn(*all[i]);
  }
}

}  // namespace ww::collision
