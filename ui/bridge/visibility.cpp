// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/visibility.h"

#include "core/world/values/attachment.h"

namespace ww::ui {
namespace {

using Ids = std::unordered_set<std::uint64_t>;

bool isAbove(const world::World& world, const Ids& ids, const world::Object* object) {
  for (; object; object = object->parent ? world.peek(object->parent) : nullptr)
    if (ids.contains(object->id.value)) return true;
  return false;
}

const world::Object* parentOf(const world::World& world, const world::Object* object) {
  return object && object->parent ? world.peek(object->parent) : nullptr;
}

// Whether one of what is above the node is among the ids.
bool isAboveNode(const world::World& world, const Ids& ids, const world::NodeRef& node) {
  if (ids.empty()) return false;
  if (const auto* id = std::get_if<ObjectId>(&node)) return isAbove(world, ids, parentOf(world, world.peek(*id)));
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const auto* owner = world.owner(*id);
    return owner && isAbove(world, ids, world.peek(owner->object));
  }
  const world::Frame* frame = world.peek(std::get<FrameId>(node));
  if (!frame) return false;
  return world::ridesOnAny(world, frame->parent_frame, [&](FrameId on) { return ids.contains(on.value); }) ||
         isAbove(world, ids, world.peek(frame->object));
}

void addDifferent(const Ids& a, const Ids& b, std::vector<std::uint64_t>& out) {
  for (const std::uint64_t id : a)
    if (!b.contains(id)) out.push_back(id);
  for (const std::uint64_t id : b)
    if (!a.contains(id)) out.push_back(id);
}

}  // namespace

Visibility::Visibility(const project::ViewState& view)
    : hidden_(view.hidden.begin(), view.hidden.end()),
      locked_(view.locked.begin(), view.locked.end()),
      isolated_(view.isolated.begin(), view.isolated.end()),
      frames_hidden_(view.frames_hidden),
      robots_hidden_(view.robots_hidden),
      parts_hidden_(view.parts_hidden) {}

// Within what is isolated: an eye below it counts, its own and those above do not.
bool Visibility::isAlone(const world::World& world, ObjectId id) const {
  for (const world::Object* object = world.peek(id); object; object = parentOf(world, object)) {
    if (isolated_.contains(object->id.value)) return true;
    if (hidden_.contains(object->id.value)) return false;
  }
  return false;
}

bool Visibility::showsObject(const world::World& world, const world::Object& object) const {
  if (isIsolating()) return isAlone(world, object.id);
  if ((robots_hidden_ || parts_hidden_) && (object.isKinematic() ? robots_hidden_ : parts_hidden_)) return false;
  return hidden_.empty() || !isAbove(world, hidden_, &object);
}

bool Visibility::showsPart(const world::World& world, ObjectId id, EntityId entity) const {
  if (isIsolating() && isolated_.contains(entity.value)) return true;
  if (hidden_.contains(entity.value)) return false;
  const world::Object* object = world.peek(id);
  return object && showsObject(world, *object);
}

bool Visibility::shows(const world::World& world, const world::NodeRef& node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const world::Object* object = world.peek(*id);
    return object && showsObject(world, *object);
  }
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const auto* owner = world.owner(*id);
    return owner && showsPart(world, owner->object, *id);
  }
  const world::Frame* frame = world.peek(std::get<FrameId>(node));
  if (!frame || frames_hidden_) return false;
  if (isolated_.contains(frame->id.value)) return true;
  if (hidden_.contains(frame->id.value)) return false;
  if (isIsolating()) return isAlone(world, frame->object);
  return !isAboveNode(world, hidden_, node);
}

bool Visibility::isLocked(const world::World& world, const world::NodeRef& node) const {
  return !locked_.empty() && (locked_.contains(project::idOf(node)) || isLockedAbove(world, node));
}

bool Visibility::isHiddenAbove(const world::World& world, const world::NodeRef& node) const {
  return isAboveNode(world, hidden_, node);
}

bool Visibility::isLockedAbove(const world::World& world, const world::NodeRef& node) const {
  return isAboveNode(world, locked_, node);
}

Visibility::Difference Visibility::from(const Visibility& before) const {
  Difference out;
  out.frames = frames_hidden_ != before.frames_hidden_;
  out.all =
      isolated_ != before.isolated_ || robots_hidden_ != before.robots_hidden_ || parts_hidden_ != before.parts_hidden_;
  if (out.all) return out;
  addDifferent(hidden_, before.hidden_, out.ids);
  addDifferent(locked_, before.locked_, out.ids);
  return out;
}

}  // namespace ww::ui
