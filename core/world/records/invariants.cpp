// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/invariants.h"

#include <fmt/format.h>

#include <cmath>

#include "core/scene/names.h"
#include "core/world/records/structure_hash.h"

namespace ww::world {
namespace {

Status broken(std::string what) { return fail(Code::kInternal, std::move(what)); }

bool soundPose(const Pose& pose) { return pose.p.allFinite() && std::abs(pose.q.norm() - 1.0) < 1e-12; }

Status checkEntities(const World& world, const Object& o) {
  std::size_t place = 0;
  for (const EntityPtr& e : o.entities) {
    const bool is_root = place == 0;
    if (e->object != o.id) return broken(fmt::format("entity '{}' of '{}' belongs elsewhere", e->name, o.name));
    if (is_root ? bool(e->parent) : o.entities.indexOf(e->parent) >= place)
      return broken(fmt::format("entity '{}' of '{}' has no parent before it", e->name, o.name));
    if (o.entities.named(e->name) != &e)
      return broken(fmt::format("two entities of '{}' are named '{}'", o.name, e->name));
    if (is_root && !(e->parent_t_this == Pose{}))
      return broken(fmt::format("the root entity of '{}' is not at its origin", o.name));
    if (!soundPose(e->parent_t_this)) return broken(fmt::format("entity '{}' of '{}' has a bad pose", e->name, o.name));
    const EntityOwner* owner = world.owner(e->id);
    if (!owner || owner->object != o.id || owner->frame || owner->place != place)
      return broken(fmt::format("entity '{}' of '{}' is not indexed", e->name, o.name));
    ++place;
  }
  return okStatus();
}

Status checkParent(const World& world, const Object& o) {
  if (!o.parent) return o.id == kRootObject ? okStatus() : broken(fmt::format("object '{}' has no parent", o.name));
  const ObjectPtr parent = world.object(o.parent);
  if (!parent || !parent->children.find(o.id.value))
    return broken(fmt::format("object '{}' is not among its parent's children", o.name));
  if (!parent->entity(o.parent_entity)) return broken(fmt::format("object '{}' hangs on nothing", o.name));
  if (!soundPose(o.parent_entity_t_this)) return broken(fmt::format("object '{}' has a bad pose", o.name));
  std::size_t steps = 0;
  for (ObjectPtr up = parent; up->parent; up = world.object(up->parent)) {
    if (++steps > world.objectCount() || !world.object(up->parent))
      return broken(fmt::format("object '{}' does not reach the root", o.name));
  }
  if (world.childNamed(o.parent, o.name) != o.id)
    return broken(fmt::format("the name of object '{}' is not unique or not indexed", o.name));
  if (o.name_is_global_alias && world.aliasNamed(o.name) != o.id)
    return broken(fmt::format("the alias '{}' is not unique or not indexed", o.name));
  return scene::checkName(o.name);
}

StructureSum structureOf(const World& world) {
  StructureSum sum;
  world.forEachObject([&](const Object& o) { noteChange(sum, nullptr, &o); });
  world.forEachFrame([&](const Frame& f) { noteChange(sum, nullptr, &f); });
  return sum;
}

}  // namespace

Status checkObject(const World& world, const Object& o) {
  WW_TRY(checkEntities(world, o));
  return checkParent(world, o);
}

Status checkFrame(const World& world, const Frame& f) {
  const ObjectPtr object = world.object(f.object);
  if (!object || !object->frames.find(f.id.value))
    return broken(fmt::format("frame '{}' is not among its object's frames", f.name));
  if (!object->entity(f.parent_entity)) return broken(fmt::format("frame '{}' rides on nothing", f.name));
  if (!soundPose(f.parent_t_this)) return broken(fmt::format("frame '{}' has a bad pose", f.name));
  const EntityOwner* owner = world.owner(f.entity);
  if (!owner || owner->frame != f.id || owner->object != f.object)
    return broken(fmt::format("the entity of frame '{}' is not indexed", f.name));
  std::size_t steps = 0;
  for (FrameId up = f.parent_frame; up;) {
    const FramePtr parent = world.frame(up);
    if (!parent || parent->object != f.object || parent->parent_entity != f.parent_entity ||
        ++steps > world.frameCount()) {
      return broken(fmt::format("frame '{}' has a bad parent frame", f.name));
    }
    up = parent->parent_frame;
  }
  if (world.frameNamed(f.object, f.name) != f.id)
    return broken(fmt::format("the name of frame '{}' is not unique or not indexed", f.name));
  return scene::checkName(f.name);
}

Status checkInvariants(const World& world) {
  Status status;
  std::uint64_t entities = world.frameCount();
  world.forEachObject([&](const Object& o) {
    entities += o.entities.size();
    if (status.ok()) status = checkEntities(world, o);
    if (status.ok()) status = checkParent(world, o);
    o.children.forEach([&](std::uint64_t id, Present) {
      const ObjectPtr child = world.object({id});
      if (status.ok() && (!child || child->parent != o.id))
        status = broken(fmt::format("'{}' has a child that is not its own", o.name));
    });
  });
  world.forEachFrame([&](const Frame& f) {
    if (status.ok()) status = checkFrame(world, f);
  });
  if (status.ok() && entities != world.data().entities.size())
    status = broken("the index of entities holds others than the world");
  if (status.ok() && !(structureOf(world) == world.data().structure))
    status = broken("the sum over the structure is that of another world");
  return status;
}

}  // namespace ww::world
