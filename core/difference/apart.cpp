// SPDX-License-Identifier: Apache-2.0
#include "core/difference/apart.h"

#include <algorithm>

namespace ww::difference {
namespace {

using world::Frame;
using world::Object;
using world::World;

constexpr double kSamePlace = 1e-9;  // metres and radians: what is left of working a pose out twice

// By the same names of itself and all that it hangs on.
bool hangsAlike(const World& first, const World& second, ObjectId id) {
  for (; id != world::kRootObject; id = first.peek(id)->parent) {
    const Object *a = first.peek(id), *b = second.peek(id);
    if (!a || !b || a->name != b->name || a->parent != b->parent) return false;
  }
  return true;
}

bool isMoved(const World& first, const World& second, const world::NodeRef& node) {
  const Pose a = first.rootT(node), b = second.rootT(node);
  return positionDistance(a, b) > kSamePlace || rotationDistance(a, b) > kSamePlace;
}

}  // namespace

std::set<std::uint64_t> addedApart(const World& first, const World& second) {
  std::set<std::uint64_t> newer, certain;
  std::uint64_t shared = 0;  // the newest thing of which both know for certain
  const auto look = [&](const auto& a, const auto& b, ObjectId on_a, ObjectId on_b, bool has_both) {
    if (a.name == b.name && on_a == on_b) {
      if (hangsAlike(first, second, on_a)) shared = std::max(shared, a.id.value);
    } else if (has_both) {
      certain.insert(a.id.value);
    } else if (a.name == b.name && isMoved(first, second, a.id)) {
      newer.insert(a.id.value);
    }
  };
  first.forEachObject([&](const Object& a) {
    const Object* b = second.peek(a.id);
    if (a.id == world::kRootObject || !b) return;
    look(a, *b, a.parent, b->parent, first.childNamed(b->parent, b->name) && second.childNamed(a.parent, a.name));
  });
  first.forEachFrame([&](const Frame& a) {
    const Frame* b = second.peek(a.id);
    if (!b) return;
    look(a, *b, a.object, b->object, first.frameNamed(b->object, b->name) && second.frameNamed(a.object, a.name));
  });
  certain.insert(newer.lower_bound(shared), newer.end());
  return certain;
}

}  // namespace ww::difference
