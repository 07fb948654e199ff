// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/sync.h"

#include <algorithm>
#include <set>

#include "core/world/compare/sync_parts.h"
#include "core/world/failures/failures.h"
#include "core/world/values/attachment.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_refs.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

// Of the object, or of what is part of it.
Status idIsTaken(const World& to, const Object& wanted, std::uint64_t id, NodeRef by) {
  return fail(
      failures::kObjectIdTaken,
      {{"object", arg::Node{wanted.name, wanted.id.value}}, {"id", arg::Count{id}}, {"other", nodeArg(to, by)}});
}

// Worlds that were branched share the parts of an object until they are edited; an object that was created
// in each of them under the same id shares nothing, and has another name but by accident.
bool isSame(const Object& a, const Object& b) {
  if (a.name == b.name) return true;
  return std::any_of(a.entities.begin(), a.entities.end(), [&](const EntityPtr& e) {
    const EntityPtr* same = b.entities.find(e->id);
    return same && *same == e;
  });
}

bool isSame(const Frame& a, const Frame& b) { return a.name == b.name || a.message == b.message; }

// Frames list what may be attached to them (attachment.h); the lists only grow here, since the record of
// the object is what counts.
FramePtr withListed(const FramePtr& frame, const std::vector<std::uint64_t>& objects) {
  const auto& listed = frame->message->attached_objects();
  std::vector<std::uint64_t> missing;
  for (const std::uint64_t id : objects) {
    if (std::find(listed.begin(), listed.end(), id) == listed.end()) missing.push_back(id);
  }
  if (missing.empty()) return frame;
  Frame changed = *frame;
  auto record = std::make_shared<worldwright::v1::FrameRecord>(*frame->message);
  for (const std::uint64_t id : missing) record->add_attached_objects(id);
  changed.message = std::move(record);
  return std::make_shared<const Frame>(std::move(changed));
}

// The frame to be put, with what the one in its place carries.
FramePtr asPut(const World& to, const FramePtr& wanted) {
  const Frame* old = to.peek(wanted->id);
  if (!old) return wanted;
  const auto& listed = old->message->attached_objects();
  return withListed(wanted, {listed.begin(), listed.end()});
}

class ObjectSync {
 public:
  ObjectSync(const World& from, const World& to) : from_(from), to_(to) {}

  Result<World> run(const Object& wanted) {
    WW_TRY(checkParent(wanted));
    WW_TRY(checkIds(wanted));
    const Object* old = to_.peek(wanted.id);
    if (old && !isSame(*old, wanted)) return idIsTaken(to_, wanted, wanted.id.value, wanted.id);
    parts_.objects.push_back(from_.object(wanted.id));
    takeFrames(wanted, old);
    listOnItsFrame(wanted);
    if (old) keepChildren(wanted, *old);
    return withParts(to_, parts_);
  }

 private:
  Status checkParent(const Object& wanted) const {
    const Object* parent = to_.peek(wanted.parent);
    const auto object = nodeArg(from_, wanted.id);
    if (!parent || !isSame(*parent, *from_.peek(wanted.parent)))
      return fail(failures::kSyncParentMissing, {{"object", object}, {"parent", nodeArg(from_, wanted.parent)}});
    if (!parent->entity(wanted.parent_entity)) {
      return fail(
          failures::kSyncEntityMissing,
          {{"object", object}, {"entity", nodeArg(from_, wanted.parent_entity)}, {"parent", nodeArg(to_, parent->id)}});
    }
    if (to_.peek(wanted.id) && to_.isAncestor(wanted.id, parent->id))
      return fail(failures::kSyncParentBelow, {{"object", object}, {"parent", nodeArg(to_, parent->id)}});
    return okStatus();
  }

  // Each id is free, or belongs to the object that is replaced.
  Status checkIds(const Object& wanted) const {
    const auto free = [&](std::uint64_t id) -> Status {
      if (const EntityOwner* owner = to_.owner({id}); owner && owner->object != wanted.id)
        return idIsTaken(to_, wanted, id, owner->object);
      if (const Frame* f = to_.peek(FrameId{id}); f && f->object != wanted.id) return idIsTaken(to_, wanted, id, f->id);
      if (id != wanted.id.value && to_.peek(ObjectId{id})) return idIsTaken(to_, wanted, id, ObjectId{id});
      return okStatus();
    };
    WW_TRY(free(wanted.id.value));
    for (const EntityPtr& e : wanted.entities) WW_TRY(free(e->id.value));
    for (const FrameId id : from_.framesOf(wanted)) {
      // A frame that came to this object from another is moved along.
      if (const Frame* f = to_.peek(id); f && isSame(*f, *from_.peek(id))) continue;
      WW_TRY(free(id.value));
      WW_TRY(free(from_.peek(id)->entity.value));
    }
    return okStatus();
  }

  void takeFrames(const Object& wanted, const Object* old) {
    for (const FrameId id : from_.framesOf(wanted)) parts_.frames.push_back(asPut(to_, from_.frame(id)));
    if (!old) return;
    for (const FrameId id : to_.framesOf(*old)) {
      if (!wanted.frames.find(id.value)) parts_.removed_frames.push_back(id);
    }
  }

  // The frame of the parent that it is attached to, and those that frame rides on.
  void listOnItsFrame(const Object& wanted) {
    for (FramePtr f = to_.frame(FrameId{wanted.message->parent_frame()}); f; f = to_.frame(f->parent_frame)) {
      if (FramePtr listed = withListed(f, {wanted.id.value}); listed != f) parts_.frames.push_back(std::move(listed));
    }
  }

  // A child that hung on an entity that has gone hangs on the root entity from now on.
  void keepChildren(const Object& wanted, const Object& old) {
    for (const ObjectId id : to_.childrenOf(old)) {
      const ObjectPtr child = to_.object(id);
      if (wanted.entity(child->parent_entity)) continue;
      Object moved = *child;
      moved.parent_entity = wanted.rootEntity();
      moved.parent_entity_t_this = to_.parentTObject(*child);
      moved.parent_entity_t_this.q = normalizedOnce(moved.parent_entity_t_this.q);
      parts_.objects.push_back(std::make_shared<Object>(std::move(moved)));
    }
  }

  const World& from_;
  const World& to_;
  Parts parts_;
};

// It is only in the destination: goes, with what is below it.
Result<World> removeObject(const World& from, const World& to, ObjectId id) {
  Parts parts;
  parts.removed_objects.push_back(id);
  for (std::size_t i = 0; i < parts.removed_objects.size(); ++i) {
    const Object& o = *to.peek(parts.removed_objects[i]);
    for (const FrameId frame : to.framesOf(o)) parts.removed_frames.push_back(frame);
    for (const ObjectId child : to.childrenOf(o)) {
      if (const Object* other = from.peek(child); other && isSame(*other, *to.peek(child))) {
        return fail(failures::kSyncChildElsewhere, {{"object", nodeArg(to, o.id)}, {"child", nodeArg(to, child)}});
      }
      parts.removed_objects.push_back(child);
    }
  }
  return withParts(to, parts);
}

// Moves the frames that ride on one to where it is now.
void takeRiders(const World& to, const Frame& old, const Frame& wanted, Parts& parts) {
  if (old.object == wanted.object && old.parent_entity == wanted.parent_entity) return;
  std::set<FrameId> riders{old.id};
  for (bool more = true; more;) {
    more = false;
    for (const FrameId id : to.framesOf(*to.peek(old.object))) {
      const FramePtr f = to.frame(id);
      if (!riders.contains(f->parent_frame) || !riders.insert(id).second) continue;
      Frame moved = *f;
      moved.object = wanted.object;
      moved.parent_entity = wanted.parent_entity;
      parts.frames.push_back(std::make_shared<const Frame>(std::move(moved)));
      more = true;
    }
  }
}

Status checkFramePlace(const World& from, const World& to, const Frame& wanted) {
  const Object* object = to.peek(wanted.object);
  const auto frame = nodeArg(from, wanted.id);
  if (!object || !isSame(*object, *from.peek(wanted.object)) || !object->entity(wanted.parent_entity)) {
    return fail(failures::kSyncCarrierMissing, {{"frame", frame}, {"object", nodeArg(from, wanted.object)}});
  }
  const Frame* parent = wanted.parent_frame ? to.peek(wanted.parent_frame) : nullptr;
  const bool rides_there =
      parent && parent->object == wanted.object && isSame(*parent, *from.peek(wanted.parent_frame));
  if (wanted.parent_frame && !rides_there) {
    return fail(failures::kSyncParentFrameMissing, {{"frame", frame}, {"parent", nodeArg(from, wanted.parent_frame)}});
  }
  if (ridesOn(to, wanted.parent_frame, wanted.id))
    return fail(failures::kSyncParentFrameRides, {{"frame", frame}, {"parent", nodeArg(to, wanted.parent_frame)}});
  return okStatus();
}

Result<World> putFrame(const World& from, const World& to, const FramePtr& wanted) {
  WW_TRY(checkFramePlace(from, to, *wanted));
  const Frame* old = to.peek(wanted->id);
  if (old && !isSame(*old, *wanted)) {
    return fail(failures::kFrameIdTaken, {{"frame", arg::Node{wanted->name, wanted->id.value}},
                                          {"id", arg::Name{toWire(wanted->id)}},
                                          {"other", nodeArg(to, old->id)}});
  }
  Parts parts;
  parts.frames.push_back(asPut(to, wanted));
  if (old) takeRiders(to, *old, *wanted, parts);
  return withParts(to, parts);
}

// It is only in the destination: goes, with what rides on it.
Result<World> removeFrame(const World& from, const World& to, FrameId id) {
  Parts parts;
  parts.removed_frames.push_back(id);
  const Object& object = *to.peek(to.peek(id)->object);
  for (std::size_t i = 0; i < parts.removed_frames.size(); ++i) {
    for (const FrameId other : to.framesOf(object)) {
      if (to.peek(other)->parent_frame != parts.removed_frames[i]) continue;
      if (from.peek(other)) {
        return fail(failures::kSyncRiderElsewhere, {{"frame", nodeArg(to, id)}, {"rider", nodeArg(to, other)}});
      }
      parts.removed_frames.push_back(other);
    }
  }
  return withParts(to, parts);
}

}  // namespace

Result<World> syncObject(const World& from, const World& to, const pb::ObjectReference& ref) {
  const Result<ObjectId> source = resolve(from, ref);
  if (!source.ok() && source.status().code != Code::kNotFound) return source.status();
  if (source.ok() && *source == kRootObject) return fail(failures::kSyncRoot, {{"object", nodeArg(from, kRootObject)}});
  if (source.ok()) return ObjectSync(from, to).run(*from.peek(*source));
  const Result<ObjectId> target = resolve(to, ref);
  if (!target.ok()) return target.status().code == Code::kNotFound ? source.status() : target.status();
  // A name that is only in the destination may belong to an object that the source calls otherwise.
  if (const Object* other = from.peek(*target); other && isSame(*other, *to.peek(*target)))
    return ObjectSync(from, to).run(*other);
  return removeObject(from, to, *target);
}

Result<World> syncFrame(const World& from, const World& to, const pb::FrameReference& ref) {
  const Result<FrameId> source = resolve(from, ref);
  if (!source.ok() && source.status().code != Code::kNotFound) return source.status();
  if (source.ok()) return putFrame(from, to, from.frame(*source));
  const Result<FrameId> target = resolve(to, ref);
  if (!target.ok()) return target.status().code == Code::kNotFound ? source.status() : target.status();
  if (const FramePtr other = from.frame(*target); other && isSame(*other, *to.peek(*target)))
    return putFrame(from, to, other);
  return removeFrame(from, to, *target);
}

}  // namespace ww::world
