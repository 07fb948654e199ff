// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/place_parts.h"

#include <algorithm>

#include "core/base/finding.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/object_index.h"
#include "core/scene/validate.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/part_rules.h"
#include "core/usecase/parts/parts_note.h"
#include "core/world/updates/attach.h"
#include "core/world/updates/instantiate.h"
#include "core/world/updates/scene_rebuild.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

// An object of others that hangs on one of those that change.
struct Hanging {
  ObjectId object;
  EntityOf on;    // of what was made
  FrameId frame;  // that it is attached to
  Pose root_t_object;
};

class PartPlacer {
 public:
  PartPlacer(world::WorldEditor& editor, const std::vector<ObjectId>& given, Regrouped& made)
      : editor_(editor), before_(editor.world()), given_(given), made_(made), heir_(given.front()) {}

  Result<std::vector<ObjectId>> run() {
    for (const PartObject& one : made_.objects) WW_TRY(scene::validate(scene::ObjectIndex(one.object)).status());
    findHanging();
    ids_.resize(made_.objects.size());
    ids_[made_.heir] = heir_;
    findOrigins();
    WW_TRY(makeNew());
    moveFrames();
    moveHanging();
    removeGone();
    WW_TRY(rebuildHeir());
    seatHeir();
    settleHanging();
    carryAllRules();
    tellRenamed();
    return ids_;
  }

 private:
  const world::World& now() const { return editor_.world(); }
  const world::Object& object(ObjectId id) const { return *now().peek(id); }
  bool isGiven(ObjectId id) const { return std::ranges::find(given_, id) != given_.end(); }
  EntityOf becameOf(std::size_t i, EntityId entity) const {
    const world::Entity* e = before_.peek(given_[i])->entity(entity);
    const auto found = e ? made_.carriers.find({i, e->name}) : made_.carriers.end();
    return found == made_.carriers.end() ? EntityOf{made_.heir, rootOf(made_.heir)} : found->second;
  }
  std::string rootOf(std::size_t made) const {
    const auto& entities = made_.objects[made].object.entities();
    const auto root = std::ranges::find_if(entities, [](const so::Entity& e) { return e.parent_name().empty(); });
    return root == entities.end() ? std::string() : root->name();
  }

  void findHanging() {
    for (std::size_t i = 0; i < given_.size(); ++i) {
      const world::Object& one = *before_.peek(given_[i]);
      for (const ObjectId child : before_.childrenOf(one)) {
        if (isGiven(child)) continue;
        const world::Object& hanging = *before_.peek(child);
        hanging_.push_back(
            {child, becameOf(i, hanging.parent_entity), world::attachedTo(before_, hanging), before_.rootT(child)});
        world::attach(editor_, child, {});
      }
    }
  }

  // ---- objects beside the heir

  Result<ObjectId> instantiateOne(std::size_t i) {
    const world::Object& heir = object(heir_);
    PartObject& one = made_.objects[i];
    world::NewObject place;
    place.name = world::freeName(now(), heir.parent, one.name, false);
    noteName(one, place.name);
    place.parent = heir.parent;
    place.parent_entity = heir.parent_entity;
    place.parent_entity_t_object = before_.rootT(heir.parent_entity).inverse() * one.at;
    so::SceneObject alone = one.object;
    auto& entities = *alone.mutable_entities();
    for (auto it = entities.begin(); it != entities.end();)
      it = it->has_frame() && !it->parent_name().empty() ? entities.erase(it) : it + 1;
    WW_ASSIGN(const ObjectId id, world::instantiate(editor_, place, alone));
    if (const FrameId frame = world::attachedTo(before_, *before_.peek(heir_))) world::attach(editor_, id, frame);
    return id;
  }

  void noteName(PartObject& one, const std::string& name) {
    if (name != one.name) renamed_.push_back(one.name + ": " + name);
    one.name = name;
    PartsNote note = partsNoteOf(one.object);
    if (note.link.empty()) return;
    note.called = name;
    keepPartsNote(one.object, note);
  }

  Status makeNew() {
    for (std::size_t i = 0; i < made_.objects.size(); ++i) {
      if (i == made_.heir) continue;
      WW_ASSIGN(ids_[i], instantiateOne(i));
    }
    return okStatus();
  }

  // ---- frames keep their ids

  // Those that leave their object, parents first, under a name that nobody has until the heir is made.
  void moveFrames() {
    for (std::size_t i = 0; i < given_.size(); ++i) {
      for (const FrameId id : before_.framesOf(*before_.peek(given_[i]))) {
        const auto to = made_.carriers.find({i, before_.peek(id)->name});
        if (to == made_.carriers.end()) continue;
        frame_ids_[to->second] = id;
        if (given_[i] == heir_ && to->second.object == made_.heir) origins_[to->second.entity] = before_.peek(id)->name;
      }
    }
    for (std::size_t m = 0; m < made_.objects.size(); ++m) {
      const scene::ObjectIndex index(made_.objects[m].object);
      for (const int i : index.parentsFirst()) {
        const auto frame = frame_ids_.find({m, index.entity(i).name()});
        if (frame == frame_ids_.end() || before_.peek(frame->second)->object == ids_[m]) continue;
        moveFrame(frame->second, m, index.entity(i));
      }
    }
  }

  void moveFrame(FrameId id, std::size_t m, const so::Entity& entity) {
    const auto on = frame_ids_.find({m, entity.parent_name()});
    const auto pose = geometry::fromWireOrIdentity(entity.has_parent_t_this(), entity.parent_t_this());
    const EntityId root = object(ids_[m]).rootEntity();
    if (m != made_.heir) {
      editor_.move(id, ids_[m], root, on == frame_ids_.end() ? FrameId{} : on->second, pose.ok() ? *pose : Pose{});
      return;
    }
    std::string passing;
    do passing = "passing_" + std::to_string(++passing_);
    while (object(heir_).entityNamed(passing) || now().frameNamed(heir_, passing) || now().childNamed(heir_, passing));
    editor_.rename(id, passing);
    editor_.move(id, heir_, root, {}, Pose{});
    origins_[entity.name()] = passing;
  }

  // ---- what hangs on them

  bool isNameOf(std::size_t made, const std::string& name) const {
    return std::ranges::any_of(made_.objects[made].object.entities(),
                               [&](const so::Entity& e) { return e.name() == name && e.has_frame(); });
  }

  // The name of a child below another: none that a frame or another child has.
  void nameBelow(ObjectId child, std::size_t made) {
    const std::string name = object(child).name;
    const auto isTaken = [&](const std::string& wished) {
      const ObjectId other = now().childNamed(ids_[made], wished);
      return (other && other != child) || isNameOf(made, wished);
    };
    std::string free = name;
    for (int i = 2; isTaken(free); ++i) free = name + "_" + std::to_string(i);
    if (free == name) return;
    renamed_.push_back(name + ": " + free);
    editor_.rename(child, free, object(child).name_is_global_alias);
  }

  // To an entity that is there before and after the heir is made anew.
  void moveHanging() {
    for (const Hanging& h : hanging_) {
      nameBelow(h.object, h.on.object);
      const ObjectId to = ids_[h.on.object];
      const EntityId entity = to == heir_ ? keptInHeir(h.on.entity) : object(to).rootEntity();
      if (object(h.object).parent_entity != entity) editor_.move(h.object, to, entity, Pose{});
    }
  }

  // An entity that the heir has before and after: that one if it is.
  EntityId keptInHeir(const std::string& wished) const {
    const world::Object& was = *before_.peek(heir_);
    const auto origin = old_names_.find(wished);
    const auto any = origin == old_names_.end() ? old_names_.begin() : origin;
    const world::Entity* entity = any == old_names_.end() ? nullptr : was.entityNamed(any->second);
    return entity ? entity->id : was.rootEntity();
  }

  void removeGone() {
    if (given_.size() < 2) return;
    // Those further down first.
    std::vector<ObjectId> gone(given_.begin() + 1, given_.end());
    std::ranges::stable_sort(
        gone, [&](ObjectId a, ObjectId b) { return before_.fullPath(a).size() > before_.fullPath(b).size(); });
    for (const ObjectId id : gone) editor_.removeObject(id);
  }

  // ---- the heir

  // Which entity of before each of the heir goes on as, by their names: one of the same name, else the first; the root
  // goes on in any case.
  void findOrigins() {
    const world::Object& was = *before_.peek(heir_);
    std::set<std::string> taken;
    for (const bool same : {true, false}) {
      for (const world::EntityPtr& e : was.entities) {
        const auto to = made_.carriers.find({0, e->name});
        if (to == made_.carriers.end() || to->second.object != made_.heir) continue;
        if (same != (to->second.entity == e->name) || taken.contains(e->name)) continue;
        if (old_names_.try_emplace(to->second.entity, e->name).second) taken.insert(e->name);
      }
    }
    const std::string& root = was.entities[0]->name;
    if (!taken.contains(root)) old_names_.try_emplace(rootOf(made_.heir), root);
  }

  Status rebuildHeir() {
    PartObject& one = made_.objects[made_.heir];
    const std::string wished = one.name;
    if (wished != object(heir_).name) {
      one.name = world::freeName(now(), object(heir_).parent, wished, object(heir_).name_is_global_alias);
      const std::string name = one.name;
      one.name = wished;
      noteName(one, name);
      editor_.rename(heir_, name, object(heir_).name_is_global_alias);
    }
    scene::EntityOrigins origins = origins_;
    for (const auto& [name, old] : old_names_) origins[name] = old;
    return world::rebuild(editor_, heir_, world::toSceneObject(now(), object(heir_)), one.object, origins);
  }

  void seatHeir() {
    const Pose& at = made_.objects[made_.heir].at;
    const world::Object& heir = object(heir_);
    const Pose was = before_.rootT(heir_);
    if (!(at == was))
      editor_.move(heir_, heir.parent, heir.parent_entity, before_.rootT(heir.parent_entity).inverse() * at);
    // Those that hang on it are to know whether it is on the base.
    for (const ObjectId child : now().childrenOf(object(heir_))) editor_.replace(object(child));
  }

  void settleHanging() {
    for (const Hanging& h : hanging_) {
      const ObjectId host = ids_[h.on.object];
      const world::Entity* on = object(host).entityNamed(h.on.entity);
      EntityId entity = on ? on->id : object(host).rootEntity();
      const world::Frame* frame = now().peek(h.frame);
      if (frame && frame->object == host) entity = frame->parent_entity;
      constexpr double kStill = 1e-12;  // metres, radians
      const bool is_still = object(h.object).parent_entity == entity &&
                            positionDistance(now().rootT(h.object), h.root_t_object) < kStill &&
                            rotationDistance(now().rootT(h.object), h.root_t_object) < kStill;
      if (!is_still) editor_.move(h.object, host, entity, now().rootT(entity).inverse() * h.root_t_object);
      if (frame && frame->object == host) world::attach(editor_, h.object, h.frame);
    }
  }

  // ---- rules

  void carryAllRules() {
    EntityChanges changes;
    std::set<EntityId> shown;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      for (const world::EntityPtr& e : before_.peek(given_[i])->entities) {
        const auto add = [&](const EntityOf& to) {
          const world::Entity* entity = object(ids_[to.object]).entityNamed(to.entity);
          if (entity) changes[e->id].push_back(entity->id);
        };
        const auto shapes = made_.shapes.find({i, e->name});
        if (shapes != made_.shapes.end()) {
          shown.insert(e->id);
          for (const EntityOf& to : shapes->second) add(to);
        } else {
          add(becameOf(i, e->id));
        }
      }
    }
    RuleChanges told;
    carryRules(before_, changes, shown, editor_, told);
    if (made_.objects.size() > 1)
      ownRulesToWorld(*before_.peek(heir_), before_.peek(heir_)->message->content(), changes, editor_, told);
    tellCount(failures::kPartsRulesLost, told.lost);
    tellCount(failures::kPartsRulesWider, told.wider);
  }

  void tellCount(const FailureRow& row, std::size_t count) {
    if (count == 0) return;
    made_.notes.push_back(
        findingOf(fail(row, {{"count", arg::Count{count}}, {"object", arg::Node{now().display(heir_), heir_.value}}})));
  }

  void tellRenamed() {
    if (renamed_.empty()) return;
    const std::size_t count = renamed_.size();
    made_.notes.push_back(findingOf(
        fail(failures::kPartsRenamed, {{"count", arg::Count{count}}, {"names", arg::Names{std::move(renamed_)}}})));
  }

  world::WorldEditor& editor_;
  const world::World before_;
  const std::vector<ObjectId>& given_;
  Regrouped& made_;
  const ObjectId heir_;
  std::vector<ObjectId> ids_;  // of what was made
  std::vector<Hanging> hanging_;
  std::map<EntityOf, FrameId> frame_ids_;         // of what was made
  scene::EntityOrigins origins_;                  // of frames of the heir
  std::map<std::string, std::string> old_names_;  // of its entities
  std::vector<std::string> renamed_;
  int passing_ = 0;
};

}  // namespace

Result<std::vector<ObjectId>> placeParts(world::WorldEditor& editor, const std::vector<ObjectId>& given,
                                         Regrouped& made) {
  return PartPlacer(editor, given, made).run();
}

}  // namespace ww::usecase
