// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/scene_rebuild.h"

#include <algorithm>

#include "core/scene/object_index.h"
#include "core/world/records/canonical.h"
#include "core/world/records/records.h"
#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/instantiate.h"
#include "core/world/views/references.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;

so::Entity withoutParent(const so::Entity& entity) {
  so::Entity out = entity;
  out.clear_parent_name();
  return out;
}

class Rebuild {
 public:
  Rebuild(WorldEditor& editor, ObjectId id, const so::SceneObject& before, const so::SceneObject& next,
          const scene::EntityOrigins& origins)
      : editor_(editor),
        id_(id),
        before_(before),
        next_(next),
        origins_(origins),
        parts_(static_cast<std::size_t>(next_.size())) {}

  Status run() {
    findParts();
    WW_TRY(checkGoing());
    WW_TRY(makeFrames());
    detachFrames();
    WW_TRY(putObject());
    putFrames();
    updates::dropFromRules(editor_, gone_);
    return okStatus();
  }

 private:
  // What an entity of the scene object is in the world.
  struct Part {
    EntityId entity;
    FrameId frame;  // none for entities that are no frames
    bool is_new = false, is_same = false;
    Frame made;  // a frame as it is to be
  };

  const Object& object() const { return *editor_.world().peek(id_); }
  Part& part(int i) { return parts_[static_cast<std::size_t>(i)]; }
  bool isFrame(int i) const { return next_.parent(i) != scene::ObjectIndex::kNone && next_.entity(i).has_frame(); }
  const std::string* originOf(int i) const {
    const auto it = origins_.find(next_.entity(i).name());
    return it == origins_.end() ? nullptr : &it->second;
  }

  void findParts() {
    for (int i = 0; i < next_.size(); ++i) {
      const std::string* name = originOf(i);
      const Entity* entity = name ? object().entityNamed(*name) : nullptr;
      const FrameId frame = name && !entity ? editor_.world().frameNamed(id_, *name) : FrameId{};
      Part& p = part(i);
      p.is_new = !entity && !frame;
      p.frame = frame;
      if (p.is_new && isFrame(i)) p.frame = {editor_.newId()};
      p.entity = entity ? entity->id : frame ? editor_.world().peek(frame)->entity : EntityId{editor_.newId()};
      const int old = name ? before_.find(*name) : scene::ObjectIndex::kNone;
      p.is_same = old != scene::ObjectIndex::kNone &&
                  canonicalBytes(withoutParent(before_.entity(old))) == canonicalBytes(withoutParent(next_.entity(i)));
      kept_.insert(p.entity);
    }
  }

  Status checkGoing() {
    for (const EntityPtr& e : object().entities) {
      if (!kept_.contains(e->id)) gone_.entities.insert(toWire(e->id));
    }
    for (const ObjectId child : editor_.world().childrenOf(object())) {
      const EntityId on = editor_.world().peek(child)->parent_entity;
      if (!kept_.contains(on))
        return fail(failures::kCarriesObject,
                    {{"entity", nodeArg(editor_.world(), on)}, {"object", nodeArg(editor_.world(), child)}});
    }
    for (const FrameId frame : editor_.world().framesOf(object())) {
      if (kept_.contains(editor_.world().peek(frame)->entity)) continue;
      updates::addTo(gone_, editor_.world(), frame);
      going_.push_back(frame);
    }
    return okStatus();
  }

  Status checkFrameName(int i) const {
    const std::string& name = next_.entity(i).name();
    if (!editor_.world().childNamed(id_, name)) return okStatus();
    Status taken = fail(failures::kNameTaken, {{"name", arg::Name{name}},
                                               {"parent", nodeArg(editor_.world(), id_)},
                                               {"free", arg::Name{freePartName(editor_.world(), id_, name, false)}}});
    taken.code = Code::kInvalidArgument;  // as for all names that scene objects use twice
    return taken;
  }

  // Parents first: a frame rides on what the one below it rides on.
  Status makeFrames() {
    order_ = next_.parentsFirst();
    for (const int i : order_) {
      if (!isFrame(i)) continue;
      const Frame* old = part(i).is_new ? nullptr : editor_.world().peek(part(i).frame);
      if (!old || old->name != next_.entity(i).name()) WW_TRY(checkFrameName(i));
      const Part& parent = part(next_.parent(i));
      FrameRecord record = old ? *old->message : FrameRecord();
      record.set_id(part(i).frame.value);
      record.set_entity(part(i).entity.value);
      record.set_object(id_.value);
      record.set_parent_frame(parent.frame.value);
      record.set_parent_entity(parent.frame ? parent.made.parent_entity.value : parent.entity.value);
      *record.mutable_content() = withoutParent(next_.entity(i));
      WW_ASSIGN(const FramePtr frame, toFrame(record));
      part(i).made = *frame;
    }
    return okStatus();
  }

  static bool ridesAlike(const Frame& a, const Frame& b) {
    return a.parent_entity == b.parent_entity && a.parent_frame == b.parent_frame;
  }

  void detachFrames() {
    for (const FrameId frame : going_) detachAll(editor_, frame);
    for (const int i : order_) {
      if (!isFrame(i) || part(i).is_new) continue;
      if (!ridesAlike(*editor_.world().peek(part(i).frame), part(i).made)) detachAll(editor_, part(i).frame);
    }
  }

  // Those that were there in their order, which joints are counted by, but none before its parent.
  std::vector<int> entityOrder() const {
    std::vector<int> order;
    std::vector<bool> placed(parts_.size());
    for (int i = 0; i < next_.size(); ++i) {
      std::vector<int> up;
      for (int at = i; at != scene::ObjectIndex::kNone && !placed[static_cast<std::size_t>(at)];
           at = next_.parent(at)) {
        placed[static_cast<std::size_t>(at)] = true;
        up.push_back(at);
      }
      order.insert(order.end(), up.rbegin(), up.rend());
    }
    std::erase_if(order, [this](int i) { return isFrame(i); });
    return order;
  }

  Result<EntityPtr> entityAt(int i) {
    const EntityPtr old = editor_.world().entity(part(i).entity);
    const int parent = next_.parent(i);
    const EntityId parent_entity = parent == scene::ObjectIndex::kNone ? EntityId{} : part(parent).entity;
    if (old && part(i).is_same && old->parent == parent_entity) return old;
    EntityRecord record = old ? toRecord(*old) : EntityRecord();
    record.set_id(part(i).entity.value);
    record.set_object(id_.value);
    record.set_parent(parent_entity.value);
    *record.mutable_content() = withoutParent(next_.entity(i));
    if (!parent_entity) record.mutable_content()->clear_parent_t_this();
    return soundEntity(std::move(record), editor_.store());
  }

  void takeRecord(Object& changed) const {
    so::SceneObject content = next_.object();
    content.clear_entities();
    if (changed.message->content().name().empty()) content.clear_name();
    if (canonicalBytes(content) == canonicalBytes(changed.message->content())) return;
    auto record = std::make_shared<ObjectRecord>(*changed.message);
    *record->mutable_content() = std::move(content);
    changed.message = std::move(record);
  }

  static void completeFollowers(Object& changed) {
    if (changed.followers.empty() || !changed.message->content().properties().has_kinematics()) return;
    auto record = std::make_shared<ObjectRecord>(*changed.message);
    completeConfigurations(changed, *record->mutable_content()->mutable_properties()->mutable_kinematics());
    if (canonicalBytes(*record) != canonicalBytes(*changed.message)) changed.message = std::move(record);
  }

  Status putObject() {
    Object changed = object();
    std::vector<EntityPtr> entities;
    for (const int i : entityOrder()) {
      WW_ASSIGN(EntityPtr entity, entityAt(i));
      entities.push_back(std::move(entity));
    }
    const auto same_id = [](const EntityPtr& a, const EntityPtr& b) { return a->id == b->id; };
    const bool as_before =
        std::equal(entities.begin(), entities.end(), changed.entities.begin(), changed.entities.end(), same_id);
    bool any = false;
    if (!as_before) changed.entities = {};
    for (std::size_t i = 0; i < entities.size(); ++i) {
      if (!as_before) changed.entities.push_back(entities[i]);
      else if (changed.entities[i] != entities[i]) changed.entities.set(i, entities[i]);
      else continue;
      any = true;
    }
    takeRecord(changed);
    if (!any && changed.message == object().message) return okStatus();
    WW_TRY(deriveJoints(changed));
    completeFollowers(changed);
    if (as_before) editor_.replace(std::move(changed));
    else editor_.replaceWithEntities(std::move(changed));
    return okStatus();
  }

  void putFrames() {
    for (const FrameId frame : going_) editor_.removeFrame(frame);
    for (const int i : order_) {
      if (!isFrame(i)) continue;
      if (part(i).is_new) editor_.add(part(i).made);
      else changeFrame(part(i));
    }
  }

  void changeFrame(const Part& p) {
    const Frame& now = *editor_.world().peek(p.frame);
    if (now.name != p.made.name) editor_.rename(p.frame, p.made.name);
    if (!ridesAlike(*editor_.world().peek(p.frame), p.made))
      editor_.move(p.frame, id_, p.made.parent_entity, p.made.parent_frame, p.made.parent_t_this);
    if (p.is_same) return;
    // The record as it is by now: what is attached may have changed.
    Frame changed = *editor_.world().peek(p.frame);
    auto record = std::make_shared<FrameRecord>(*changed.message);
    *record->mutable_content() = p.made.message->content();
    changed.message = std::move(record);
    changed.parent_t_this = {p.made.parent_t_this.p, normalizedOnce(p.made.parent_t_this.q)};
    changed.is_attachment = p.made.is_attachment;
    replaceAndCarry(editor_, std::move(changed));
  }

  WorldEditor& editor_;
  const ObjectId id_;
  const scene::ObjectIndex before_, next_;
  const scene::EntityOrigins& origins_;
  std::vector<Part> parts_;  // by index in the scene object
  std::vector<int> order_;
  std::set<EntityId> kept_;
  std::vector<FrameId> going_;
  updates::Gone gone_;
};

}  // namespace

Status rebuild(WorldEditor& editor, ObjectId object, const so::SceneObject& before, const so::SceneObject& next,
               const scene::EntityOrigins& origins) {
  return Rebuild(editor, object, before, next, origins).run();
}

}  // namespace ww::world
