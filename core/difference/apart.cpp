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
  const auto look = [&](std::uint64_t id, const world::NodeRef& node, bool is_exchanged) {
    if (is_exchanged) certain.insert(id);
    else if (isMoved(first, second, node)) newer.insert(id);
  };
  first.forEachObject([&](const Object& a) {
    const Object* b = second.peek(a.id);
    if (a.id == world::kRootObject || !b || a.name != b->name) return;
    const bool both = first.childNamed(b->parent, a.name) && second.childNamed(a.parent, a.name);
    if (a.parent != b->parent) look(a.id.value, a.id, both);
    else if (hangsAlike(first, second, a.id)) shared = std::max(shared, a.id.value);
  });
  first.forEachFrame([&](const Frame& a) {
    const Frame* b = second.peek(a.id);
    if (!b || a.name != b->name) return;
    const bool both = first.frameNamed(b->object, a.name) && second.frameNamed(a.object, a.name);
    if (a.object != b->object) look(a.id.value, a.id, both);
    else if (hangsAlike(first, second, a.object)) shared = std::max(shared, a.id.value);
  });
  certain.insert(newer.lower_bound(shared), newer.end());
  return certain;
}

}  // namespace ww::difference
