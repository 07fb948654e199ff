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

bool isSame(const Pose& a, const Pose& b) {
  return positionDistance(a, b) <= kSamePlace && rotationDistance(a, b) <= kSamePlace;
}

world::NodeRef carrierOf(const Object& object) { return object.parent_entity; }
world::NodeRef carrierOf(const Frame& frame) {
  return frame.parent_frame ? world::NodeRef(frame.parent_frame) : frame.parent_entity;
}

bool isThere(const World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame) != nullptr;
  return world.owner(std::get<EntityId>(node)) != nullptr;
}

// In the root object, in what carries it in the one world, and in what carries it in the other.
bool isMoved(const World& first, const World& second, const world::NodeRef& node,
             std::initializer_list<world::NodeRef> carriers) {
  const Pose a = first.rootT(node), b = second.rootT(node);
  return !isSame(a, b) && std::ranges::none_of(carriers, [&](const world::NodeRef& carrier) {
    return isThere(first, carrier) && isThere(second, carrier) &&
           isSame(first.rootT(carrier).inverse() * a, second.rootT(carrier).inverse() * b);
  });
}

}  // namespace

Apart apart(const World& first, const World& second) {
  Apart out;
  std::set<std::uint64_t> newer;
  const auto look = [&](const auto& a, const auto& b, ObjectId on_a, ObjectId on_b, bool has_both) {
    if (a.name == b.name && on_a == on_b) {
      if (hangsAlike(first, second, on_a)) out.shared = std::max(out.shared, a.id.value);
    } else if (has_both) {
      out.added.insert(a.id.value);
    } else if (a.name == b.name && isMoved(first, second, a.id, {carrierOf(a), carrierOf(b)})) {
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
  out.added.insert(newer.lower_bound(out.shared), newer.end());
  return out;
}

}  // namespace ww::difference
