// SPDX-License-Identifier: Apache-2.0
// The accepted part of a revision, as one batch of edits.
#include "core/session/edit_builders.h"
#include "core/usecase/failures.h"
#include "core/usecase/import_collision.h"
#include "core/usecase/revision/object_settings.h"
#include "core/usecase/revision/revised_object.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/updates/attach.h"
#include "core/world/updates/scene_rebuild.h"
#include "core/world/views/nearest.h"
#include "core/world/views/references.h"
#include "core/world/views/views.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

class WorldReviser {
 public:
  WorldReviser(const world::World& world, geometry::GeometryStore& store, const Revision& revision,
               const std::set<std::string>& refused, std::stop_token stop)
      : world_(world),
        store_(store),
        stop_(std::move(stop)),
        r_(revision),
        s_(*revision.sides),
        refused_(soundRefusals(revision, refused)),
        editor_(world, store) {}

  Result<session::EditsPtr> edits() {
    if (world_.object(r_.object) != s_.object)
      return fail(failures::kRevisionStale, {{"object", arg::Node{s_.object->name, r_.object.value}}});
    const bool goes = s_.is_gone && !refused_.contains(itemId(RevisionItem::Kind::kGone, s_.object->name));
    if (goes) WW_TRY(handOnAll());
    else WW_TRY(change());
    const world::World after = std::move(editor_).finish();
    auto edits = std::make_shared<worldwright::v1::Edits>();
    *edits->add_edits()->mutable_patch_world() = world::patchBetween(world_, after);
    std::vector<session::EditsPtr> all;
    if (!goes || !world_.childrenOf(*s_.object).empty()) all.push_back(edits);
    if (goes) all.push_back(session::deleteObject(r_.object, true));
    WW_TRY(addModels(all));
    return session::join(all);
  }

 private:
  Status change() {
    WW_ASSIGN(RevisedObject made, revisedObject(r_, refused_));
    for (const RevisionItem& item : r_.items) WW_TRY(remake(item, made));
    gone_ = std::move(made.gone);
    handOnObjects();
    scene::EntityOrigins origins;
    for (const so::Entity& entity : s_.here.entities())
      if (!gone_.contains(entity.name())) origins[entity.name()] = entity.name();
    WW_TRY(world::rebuild(editor_, r_.object, s_.here, made.object, origins));
    if (isAccepted(r_, refused_, RevisionItem::Kind::kPlaced, s_.object->name)) {
      const world::Object& now = *editor_.world().peek(r_.object);
      editor_.move(now.id, now.parent, now.parent_entity,
                   now.parent_entity_t_this * s_.old_file_t_object.inverse() * s_.file_t_object);
    }
    return okStatus();
  }

  // What is checked of a part whose shape is another is made of that as it was made before.
  Status remake(const RevisionItem& item, RevisedObject& made) {
    const bool is_new = item.kind == RevisionItem::Kind::kNew && item.shape.empty();
    if (!item.remade_as || item.is_object) return okStatus();
    if (is_new ? refused_.contains(item.id) : !isAccepted(r_, refused_, RevisionItem::Kind::kReshaped, item.part))
      return okStatus();
    const auto named = made.names.find(item.part);
    const std::string& name = is_new && named != made.names.end() ? named->second : item.part;
    for (so::Entity& entity : *made.object.mutable_entities())
      if (entity.name() == name && entity.has_link()) return remake(entity, *item.remade_as);
    return okStatus();
  }

  Status remake(so::Entity& link, const geometry::CollisionWish& wish) {
    const auto find = [this](const std::string& ref) { return store_.find(ref); };
    return remakeCollisionOf(link, wish, find, store_, kept_, stop_).status();
  }

  // What hangs on an object that goes hangs on what carried that, where it is.
  Status handOnAll() {
    const world::Object& object = *s_.object;
    for (const FrameId frame : world_.framesOf(object)) world::detachAll(editor_, frame);
    for (const ObjectId child : world_.childrenOf(object)) {
      const world::Object& on = *world_.peek(child);
      if (world_.childNamed(object.parent, on.name))
        editor_.rename(child, world::freePartName(world_, object.parent, on.name, true), on.name_is_global_alias);
      editor_.move(child, object.parent, object.parent_entity, world_.aTB(object.parent_entity, child));
    }
    return okStatus();
  }

  // Models that the file holds besides come as objects beside this one.
  Status addModels(std::vector<session::EditsPtr>& all) {
    const world::Object& beside = *s_.object;
    const Pose parent_t_file = beside.parent_entity_t_this * r_.source.file_t_object.inverse();
    std::size_t index = 0;
    for (const io::ImportedObject& one : s_.models) {
      const std::size_t at = index++;
      const std::string& name = one.object.name();
      if (const std::string id = "object:" + name; !r_.hasItem(id) || refused_.contains(id)) continue;
      SourceNote note = r_.source;
      note.model = name;
      note.index = at;
      note.file_t_object = one.file_t_object;
      note.parts = partNotes(one.object);
      note.settings = settingHashes(one.object);
      note.refused.clear();
      note.models.clear();
      for (const io::ImportedObject& model : s_.models) note.models.push_back(model.object.name());
      so::SceneObject object = one.object;
      keepNote(object, note);
      if (note.shapes)
        for (so::Entity& entity : *object.mutable_entities())
          if (entity.has_link()) WW_TRY(remake(entity, *note.shapes));
      all.push_back(session::createFromSceneObject(beside.parent, beside.parent_entity,
                                                   world::freeName(world_, beside.parent, name, true), object,
                                                   parent_t_file * one.file_t_object));
    }
    return okStatus();
  }

  void handOnObjects() {
    for (const ObjectId id : world_.childrenOf(*s_.object)) {
      EntityId on = world_.peek(id)->parent_entity;
      const world::Entity* at = s_.object->entity(on);
      if (!at || !gone_.contains(at->name)) continue;
      for (; at && at->parent && !staysToCarry(*at); at = s_.object->entity(on)) on = at->parent;
      editor_.move(id, s_.object->id, on, world_.aTB(on, id));
    }
  }

  // Objects that hung on a link hang on a link then.
  bool staysToCarry(const world::Entity& entity) const {
    return !gone_.contains(entity.name) && entity.kind == world::EntityKind::kLink;
  }

  const world::World& world_;
  geometry::GeometryStore& store_;
  const std::stop_token stop_;
  const Revision& r_;
  const RevisionSides& s_;
  const std::set<std::string> refused_;
  world::WorldEditor editor_;
  std::set<std::string> gone_;
  std::vector<geometry::GeometryPtr> kept_;  // of the store, until the world has them
};

}  // namespace

Result<session::EditsPtr> revised(const world::World& world, geometry::GeometryStore& store, const Revision& revision,
                                  const std::set<std::string>& refused, std::stop_token stop) {
  return WorldReviser(world, store, revision, refused, std::move(stop)).edits();
}

}  // namespace ww::usecase
