// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/invariants.h"

#include <cmath>
#include <unordered_set>
#include <vector>

#include "core/scene/names.h"
#include "core/world/failures/failures.h"
#include "core/world/records/structure_hash.h"

namespace ww::world {
namespace {

// Paths are not asked for: in a broken world they may have no end.
Status broken(const FailureRow& row, const Object& o) { return fail(row, {{"object", arg::Node{o.name, o.id.value}}}); }
Status broken(const FailureRow& row, const Frame& f) { return fail(row, {{"frame", arg::Node{f.name, f.id.value}}}); }
Status broken(const FailureRow& row, const Object& o, const Entity& e) {
  return fail(row, {{"entity", arg::Node{e.name, e.id.value}}, {"object", arg::Node{o.name, o.id.value}}});
}

bool soundPose(const Pose& pose) { return pose.p.allFinite() && std::abs(pose.q.norm() - 1.0) < 1e-12; }

Status checkEntities(const World& world, const Object& o) {
  std::size_t place = 0;
  for (const EntityPtr& e : o.entities) {
    const bool is_root = place == 0;
    if (e->object != o.id) return broken(failures::kEntityElsewhere, o, *e);
    if (is_root ? bool(e->parent) : o.entities.indexOf(e->parent) >= place)
      return broken(failures::kEntityParentLater, o, *e);
    if (o.entities.named(e->name) != &e) return broken(failures::kEntityNameTwice, o, *e);
    if (is_root && !(e->parent_t_this == Pose{})) return broken(failures::kRootOffOrigin, o);
    if (!soundPose(e->parent_t_this)) return broken(failures::kEntityPose, o, *e);
    const EntityOwner* owner = world.owner(e->id);
    if (!owner || owner->object != o.id || owner->frame || owner->place != place)
      return broken(failures::kEntityNotIndexed, o, *e);
    ++place;
  }
  return okStatus();
}

// Nodes that are known to hang soundly, so that no way up is gone twice.
using Sound = std::unordered_set<std::uint64_t>;

bool comesToRoot(const World& world, ObjectId start, Sound& sound) {
  std::vector<std::uint64_t> way;
  for (ObjectId at = start; at && !sound.contains(at.value);) {
    const Object* object = world.peek(at);
    if (!object || way.size() > world.objectCount()) return false;
    way.push_back(at.value);
    at = object->parent;
  }
  sound.insert(way.begin(), way.end());
  return true;
}

// All that a frame rides on is of its object and its entity.
bool ridesSoundly(const World& world, const Frame& f, Sound& sound) {
  std::vector<std::uint64_t> way;
  for (FrameId at = f.parent_frame; at;) {
    const Frame* on = world.peek(at);
    if (!on || on->object != f.object || on->parent_entity != f.parent_entity || way.size() > world.frameCount())
      return false;
    if (sound.contains(at.value)) break;
    way.push_back(at.value);
    at = on->parent_frame;
  }
  sound.insert(way.begin(), way.end());
  return true;
}

Status checkParent(const World& world, const Object& o, Sound& sound) {
  if (!o.parent) return o.id == kRootObject ? okStatus() : broken(failures::kNoParent, o);
  const ObjectPtr parent = world.object(o.parent);
  if (!parent || !parent->children.find(o.id.value)) return broken(failures::kNotAmongChildren, o);
  if (!parent->entity(o.parent_entity)) return broken(failures::kHangsOnNothing, o);
  if (!soundPose(o.parent_entity_t_this)) return broken(failures::kObjectPose, o);
  if (!comesToRoot(world, o.parent, sound)) return broken(failures::kNotBelowRoot, o);
  if (world.childNamed(o.parent, o.name) != o.id) return broken(failures::kObjectName, o);
  if (o.name_is_global_alias && world.aliasNamed(o.name) != o.id) return broken(failures::kAlias, o);
  return scene::checkName(o.name);
}

Status checkFrame(const World& world, const Frame& f, Sound& sound) {
  const ObjectPtr object = world.object(f.object);
  if (!object || !object->frames.find(f.id.value)) return broken(failures::kNotAmongFrames, f);
  if (!object->entity(f.parent_entity)) return broken(failures::kRidesOnNothing, f);
  if (!soundPose(f.parent_t_this)) return broken(failures::kFramePose, f);
  const EntityOwner* owner = world.owner(f.entity);
  if (!owner || owner->frame != f.id || owner->object != f.object) return broken(failures::kFrameNotIndexed, f);
  if (!ridesSoundly(world, f, sound)) return broken(failures::kFrameParent, f);
  if (world.frameNamed(f.object, f.name) != f.id) return broken(failures::kFrameName, f);
  return scene::checkName(f.name);
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
  Sound sound;
  return checkParent(world, o, sound);
}

Status checkFrame(const World& world, const Frame& f) {
  Sound sound;
  return checkFrame(world, f, sound);
}

Status checkInvariants(const World& world) {
  Status status;
  Sound objects, frames;
  std::uint64_t entities = world.frameCount();
  world.forEachObject([&](const Object& o) {
    entities += o.entities.size();
    if (status.ok()) status = checkEntities(world, o);
    if (status.ok()) status = checkParent(world, o, objects);
    o.children.forEach([&](std::uint64_t id, Present) {
      const ObjectPtr child = world.object({id});
      if (status.ok() && (!child || child->parent != o.id)) status = broken(failures::kStrangeChild, o);
    });
  });
  world.forEachFrame([&](const Frame& f) {
    if (status.ok()) status = checkFrame(world, f, frames);
  });
  if (status.ok() && entities != world.data().entities.size()) status = fail(failures::kStrangeEntities);
  if (status.ok() && !(structureOf(world) == world.data().structure)) status = fail(failures::kStrangeSum);
  return status;
}

}  // namespace ww::world
