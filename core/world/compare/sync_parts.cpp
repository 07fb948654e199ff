// SPDX-License-Identifier: Apache-2.0
#include "core/world/compare/sync_parts.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/world/failures/failures.h"
#include "core/world/records/hashes.h"
#include "core/world/records/invariants.h"
#include "core/world/records/structure_hash.h"
#include "core/world/values/id_range.h"
#include "core/world/values/names.h"
#include "core/world/values/placing.h"
#include "core/world/views/nearest.h"

namespace ww::world {
namespace {

// Takes out what goes or is replaced, puts in what is new, then writes the objects whose lists changed.
class Patcher {
 public:
  explicit Patcher(const World& world) : old_(world), d_(world.data()) {}

  Result<World> run(const Parts& parts) {
    for (const FrameId id : parts.removed_frames) takeOut(id, nullptr);
    for (const FramePtr& f : parts.frames) takeOut(f->id, f.get());
    for (const ObjectId id : parts.removed_objects) takeOut(id, nullptr);
    for (const ObjectPtr& o : parts.objects) takeOut(o->id, o.get());
    for (const ObjectPtr& o : parts.objects) WW_TRY(putIn(*o));
    for (const FramePtr& f : parts.frames) WW_TRY(putIn(f));
    WW_TRY(writeObjects());
    if (parts.collision_settings) setCollisionSettings(d_, parts.collision_settings);
    if (parts.record) d_.record = parts.record;
    noteChanges();
    World next(std::move(d_));
    WW_TRY(check(next, parts));
    return next;
  }

 private:
  void noteChanges() {
    decltype(d_.objects)::diff(old_.data().objects, d_.objects,
                               [&](std::uint64_t, const ObjectSeat* a, const ObjectSeat* b) {
                                 noteChange(d_.structure, a ? a->object.get() : nullptr, b ? b->object.get() : nullptr);
                               });
    decltype(d_.frames)::diff(old_.data().frames, d_.frames,
                              [&](std::uint64_t, const FrameSeat* a, const FrameSeat* b) {
                                noteChange(d_.structure, a ? a->frame.get() : nullptr, b ? b->frame.get() : nullptr);
                              });
  }

  void addName(std::uint64_t parent, std::string_view name, std::uint64_t id) { d_.names.add(parent, name, id); }
  void dropName(std::uint64_t parent, std::string_view name, std::uint64_t id) { d_.names.drop(parent, name, id); }

  // An object that will be written again; null when there is none of that id.
  Object* touched(ObjectId id) {
    if (const auto it = objects_.find(id); it != objects_.end()) return &it->second;
    const ObjectSeat* seat = d_.objects.find(id.value);
    return seat ? &objects_.emplace(id, *seat->object).first->second : nullptr;
  }

  // What comes in its place may be null. A list that will hold the same again is left alone.
  void takeOut(FrameId id, const Frame* next) {
    const Frame* f = old_.peek(id);
    if (!f) return;
    dropName(f->object.value, f->name, id.value);
    d_.entities.erase(f->entity.value);
    if (!next) d_.frames.erase(id.value);
    if (next && next->object == f->object) return;
    if (Object* object = touched(f->object)) object->frames.erase(id.value);
  }

  void takeOut(ObjectId id, const Object* next) {
    const Object* o = old_.peek(id);
    if (!o) return;
    dropName(o->parent.value, o->name, id.value);
    if (o->name_is_global_alias && o->parent) dropName(0, o->name, id.value);
    for (const EntityPtr& e : o->entities) d_.entities.erase(e->id.value);
    if (!next || next->parent != o->parent) {
      if (Object* parent = o->parent ? touched(o->parent) : nullptr) parent->children.erase(id.value);
    }
    if (next) return;
    objects_.erase(id);
    d_.objects.erase(id.value);
  }

  Status takeId(std::uint64_t id, bool is_own_kind) {
    if (id == 0 || id > kMostId)
      return fail(failures::kIdOutOfRange, {{"id", arg::Count{id}}, {"most", arg::Count{kMostId}}});
    d_.next_id = std::max(d_.next_id, id + 1);
    const bool other = d_.objects.find(id) || fresh_.contains(ObjectId{id}) || d_.frames.find(id);
    if ((is_own_kind || !other) && !d_.entities.find(id)) return okStatus();
    return fail(failures::kIdInUse, {{"id", arg::Count{id}}});
  }

  Status putIn(const Object& wanted) {
    WW_TRY(takeId(wanted.id.value, !d_.frames.find(wanted.id.value)));
    Object next = wanted;
    const Object* old = touched(wanted.id);
    next.children = old ? old->children : PersistentSet{};
    next.frames = old ? old->frames : PersistentSet{};
    if (!old) fresh_.insert(wanted.id);
    std::size_t place = 0;
    for (const EntityPtr& e : wanted.entities) {
      WW_TRY(takeId(e->id.value, false));
      d_.entities.set(e->id.value, EntityOwner{wanted.id, {}, place++});
    }
    addName(wanted.parent.value, wanted.name, wanted.id.value);
    if (wanted.name_is_global_alias && wanted.parent) addName(0, wanted.name, wanted.id.value);
    objects_.insert_or_assign(wanted.id, std::move(next));
    if (wanted.parent) hung_.emplace_back(wanted.parent, wanted.id);
    return okStatus();
  }

  Status putIn(const FramePtr& f) {
    WW_TRY(takeId(f->id.value, !d_.objects.find(f->id.value) && !fresh_.contains(ObjectId{f->id.value})));
    WW_TRY(takeId(f->entity.value, false));
    const Object* object = known(f->object);
    if (!object) return fail(failures::kFrameWithoutObject, {{"frame", arg::Node{f->name, f->id.value}}});
    if (!object->frames.find(f->id.value)) touched(f->object)->frames.set(f->id.value, Present{});
    d_.entities.set(f->entity.value, EntityOwner{f->object, f->id});
    addName(f->object.value, f->name, f->id.value);
    d_.frames.set(f->id.value, f);
    return okStatus();
  }

  Status writeObjects() {
    for (const auto& [parent, child] : hung_) {
      const Object* object = known(parent);
      if (!object)
        return fail(failures::kObjectWithoutParent, {{"object", arg::Node{objects_.at(child).name, child.value}}});
      if (!object->children.find(child.value)) touched(parent)->children.set(child.value, Present{});
    }
    // Whether an object hangs on its parent's base can change with the parent.
    std::vector<ObjectId> below;
    for (const auto& [id, object] : objects_) {
      object.children.forEach([&](std::uint64_t child, Present) { below.push_back({child}); });
    }
    for (const ObjectId id : below) {
      const Object* parent = parentOf(id);
      const Object* o = known(id);
      if (o && parent && o->hangs_on_base != (o->parent_entity == parent->rootEntity())) touched(id);
    }
    for (auto& [id, object] : objects_) {
      const Object* parent = known(object.parent);
      object.hangs_on_base = parent && object.parent_entity == parent->rootEntity();
    }
    for (auto& [id, object] : objects_) seatUnposed(d_, std::make_shared<Object>(std::move(object)));
    d_.poses_sure_since = newPoseEpoch();
    return okStatus();
  }

  const Object* known(ObjectId id) const {
    if (const auto it = objects_.find(id); it != objects_.end()) return &it->second;
    const ObjectSeat* seat = d_.objects.find(id.value);
    return seat ? seat->object.get() : nullptr;
  }
  const Object* parentOf(ObjectId id) const {
    const Object* o = known(id);
    return o ? known(o->parent) : nullptr;
  }

  Status checkName(const World& next, ObjectId parent, const std::string& name) const {
    const NameIds* ids = next.data().names.idsAt(parent.value, name);
    int users = 0;
    (void)firstId(ids, [&](std::uint64_t id) {
      const Object* o = next.peek(ObjectId{id});
      const Frame* f = next.peek(FrameId{id});
      users += (o && o->parent == parent && o->name == name) || (f && f->object == parent && f->name == name);
      return false;
    });
    if (users <= 1) return okStatus();
    return fail(failures::kNameClash, {{"name", arg::Name{name}}, {"parent", nodeArg(next, parent)}});
  }

  Status check(const World& next, const Parts& parts) const {
    for (const ObjectPtr& o : parts.objects) {
      if (o->parent) WW_TRY(checkName(next, o->parent, o->name));
      if (o->name_is_global_alias && next.aliasNamed(o->name) != o->id) {
        return fail(failures::kAliasClash, {{"name", arg::Name{o->name}}});
      }
    }
    for (const FramePtr& f : parts.frames) WW_TRY(checkName(next, f->object, f->name));
    std::set<ObjectId> objects;
    std::set<FrameId> frames;
    for (const auto& [id, object] : objects_) objects.insert(id);
    for (const ObjectId id : parts.removed_objects) addBelow(id, objects, frames);
    for (const ObjectPtr& o : parts.objects) {
      addBelow(o->id, objects, frames);
      const Object* now = next.peek(o->id);
      now->frames.forEach([&](std::uint64_t f, Present) { frames.insert({f}); });
      now->children.forEach([&](std::uint64_t c, Present) { objects.insert({c}); });
    }
    for (const FramePtr& f : parts.frames) {
      addRiders(next, *f, frames);
      if (const Frame* before = old_.peek(f->id)) addRiders(next, *before, frames);
    }
    for (const FrameId id : parts.removed_frames) {
      if (const Frame* f = old_.peek(id)) addRiders(next, *f, frames);
    }
    for (const ObjectId id : objects) {
      if (const Object* o = next.peek(id)) WW_TRY(soundOr(checkObject(next, *o)));
    }
    for (const FrameId id : frames) {
      if (const Frame* f = next.peek(id)) WW_TRY(soundOr(checkFrame(next, *f)));
    }
    return okStatus();
  }

  // What hung on an object before.
  void addBelow(ObjectId id, std::set<ObjectId>& objects, std::set<FrameId>& frames) const {
    const Object* o = old_.peek(id);
    if (!o) return;
    o->frames.forEach([&](std::uint64_t f, Present) { frames.insert({f}); });
    o->children.forEach([&](std::uint64_t c, Present) { objects.insert({c}); });
  }

  // A frame and the others of its object: those that ride on it are among them.
  void addRiders(const World& next, const Frame& frame, std::set<FrameId>& frames) const {
    frames.insert(frame.id);
    const Object* o = next.peek(frame.object);
    if (!o) return;
    o->frames.forEach([&](std::uint64_t f, Present) {
      if (next.peek(FrameId{f}) && next.peek(FrameId{f})->parent_frame == frame.id) frames.insert({f});
    });
  }

  static Status soundOr(Status status) {
    return status.ok() ? status : fail(failures::kWouldNotFit, {}, std::move(status));
  }

  const World& old_;
  WorldData d_;
  std::map<ObjectId, Object> objects_;
  std::set<ObjectId> fresh_;
  std::vector<std::pair<ObjectId, ObjectId>> hung_;  // parent, child
};

}  // namespace

Result<World> withParts(const World& world, const Parts& parts) { return Patcher(world).run(parts); }

}  // namespace ww::world
