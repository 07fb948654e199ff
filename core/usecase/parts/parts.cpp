// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/parts/parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/scene/custom_joints.h"
#include "core/usecase/failures.h"
#include "core/usecase/parts/parts_note.h"
#include "core/usecase/parts/place_parts.h"
#include "core/usecase/parts/regroup.h"
#include "core/world/compare/sync_patch.h"
#include "core/world/values/placing.h"
#include "core/world/views/views.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using io::PartMode;

struct LinksOfWorld {
  std::size_t links = 0, with_shapes = 0, shapes = 0;  // as LinkCount
};

LinksOfWorld linksOf(const world::Object& object) {
  LinksOfWorld out;
  for (const world::EntityPtr& e : object.entities) {
    if (e->kind != world::EntityKind::kLink) continue;
    ++out.links;
    const auto& shapes = e->visual.empty() ? e->collision : e->visual;
    if (shapes.empty()) continue;
    if (out.with_shapes++ == 0) out.shapes = shapes.size();
  }
  return out;
}

FailureArg nodeOf(const world::World& world, ObjectId id) { return {"object", arg::Node{world.display(id), id.value}}; }

Status checkRigid(const world::World& world, const world::Object& object) {
  std::vector<std::string> joints;
  for (const world::EntityPtr& e : object.entities)
    if (e->joint && e->joint->moves()) joints.push_back(e->name);
  if (joints.empty() && object.message->content().user_data().contains(scene::kCustomJointsKey))
    for (const world::EntityPtr& e : object.entities)
      if (e->joint) joints.push_back(e->name);
  if (joints.empty()) return okStatus();
  return fail(failures::kPartsMove, {nodeOf(world, object.id), {"joints", arg::Names{std::move(joints)}}});
}

Result<std::vector<const world::Object*>> objectsNamed(const world::World& world, std::span<const ObjectId> ids) {
  std::vector<const world::Object*> out;
  for (const ObjectId id : ids) {
    const world::Object* object = world.peek(id);
    if (!object) return fail(failures::kPartsGone);
    if (id == world::kRootObject) return fail(failures::kPartsOfWorld, {nodeOf(world, id)});
    if (std::ranges::find(out, object) == out.end()) out.push_back(object);
  }
  if (out.empty()) return fail(failures::kPartsGone);
  return out;
}

bool canComeApart(const world::Object& object) {
  const LinksOfWorld links = linksOf(object);
  return links.with_shapes > 1 || (links.with_shapes == 1 && links.shapes > 1);
}

Status checkSingle(const world::World& world, const world::Object& object, PartMode mode) {
  const LinksOfWorld links = linksOf(object);
  const auto count = static_cast<std::uint64_t>(links.with_shapes > 1 ? links.with_shapes : links.shapes);
  if (mode == PartMode::kOne) {
    if (links.links > 1) return okStatus();
    return fail(failures::kPartsOneAlready, {nodeOf(world, object.id)});
  }
  if (!canComeApart(object))
    return fail(failures::kPartsNone, {nodeOf(world, object.id), {"count", arg::Count{count}}});
  if (mode == PartMode::kLinks && links.with_shapes > 1)
    return fail(failures::kPartsLinksAlready, {nodeOf(world, object.id), {"count", arg::Count{count}}});
  return okStatus();
}

Status checkSeveral(const world::World& world, const std::vector<const world::Object*>& objects, PartMode mode) {
  if (objects.size() == 1) return checkSingle(world, *objects.front(), mode);
  if (mode != PartMode::kObjects) return okStatus();
  const auto comes = [](const world::Object* object) { return canComeApart(*object); };
  if (std::ranges::any_of(objects, comes)) return okStatus();
  std::vector<std::string> names;
  for (const world::Object* object : objects) names.push_back(world.display(object->id));
  return fail(failures::kPartsObjectsAlready, {{"objects", arg::Names{std::move(names)}}});
}

// The first that hangs on no other comes first; of what was one object, the one that is it still.
std::vector<ObjectId> inTurn(const world::World& world, const std::vector<const world::Object*>& objects) {
  std::vector<ObjectId> out;
  for (const world::Object* object : objects) out.push_back(object->id);
  const auto groupOf = [](const world::Object* object) {
    so::SceneObject data;
    *data.mutable_user_data() = object->message->content().user_data();
    const PartsNote note = partsNoteOf(data);
    return note.link.empty() ? std::string() : note.group;
  };
  const std::string group = groupOf(objects.front());
  if (!group.empty() && std::ranges::all_of(objects, [&](const auto* o) { return groupOf(o) == group; }))
    std::ranges::sort(out);
  const auto isTop = [&](ObjectId id) {
    return std::ranges::none_of(out, [&](ObjectId other) { return other != id && world.isAncestor(other, id); });
  };
  const auto first = std::ranges::find_if(out, isTop);
  std::rotate(out.begin(), first, first + 1);
  return out;
}

class PartsChanger {
 public:
  PartsChanger(const world::World& world, geometry::GeometryStore& store)
      : world_(world), editor_(world, store), store_(store) {}

  Result<PartsChange> run(const std::vector<const world::Object*>& objects, PartMode mode) {
    if (mode == PartMode::kObjects) {
      for (const world::Object* object : objects) {
        if (canComeApart(*object)) WW_TRY(change({object->id}, mode));
        else out_.objects.push_back(object->id);
      }
    } else {
      WW_TRY(change(inTurn(world_, objects), mode));
    }
    const world::World after = std::move(editor_).finish();
    auto edits = std::make_shared<worldwright::v1::Edits>();
    *edits->add_edits()->mutable_patch_world() = world::patchBetween(world_, after);
    out_.edits = std::move(edits);
    return std::move(out_);
  }

 private:
  Status change(const std::vector<ObjectId>& ids, PartMode mode) {
    const world::World& now = editor_.world();
    Remembering given;
    for (const ObjectId id : ids) {
      const auto object = now.object(id);
      PartObject one{world::toSceneObject(now, *object), now.rootT(id), object->name, placeOf(now, ids, *object)};
      given.objects.push_back(std::move(one));
      given.notes.push_back(sourceOf(*object));
    }
    WW_ASSIGN(Regrouped made, taken(given, stepsFor(given, mode)));
    WW_ASSIGN(const std::vector<ObjectId> objects, placeParts(editor_, ids, made));
    out_.objects.insert(out_.objects.end(), objects.begin(), objects.end());
    out_.notes.insert(out_.notes.end(), made.notes.begin(), made.notes.end());
    return okStatus();
  }

  // What an object hangs on, of those that become one: the nearest above.
  static std::optional<EntityOf> placeOf(const world::World& world, const std::vector<ObjectId>& ids,
                                         const world::Object& object) {
    for (const world::Object* at = &object; at && at->parent; at = world.peek(at->parent)) {
      const auto above = std::ranges::find(ids, at->parent);
      if (above == ids.end()) continue;
      const world::Entity* entity = world.peek(at->parent)->entity(at->parent_entity);
      return EntityOf{static_cast<std::size_t>(above - ids.begin()), entity ? entity->name : std::string()};
    }
    return std::nullopt;
  }

  static std::vector<RegroupStep> stepsFor(const Remembering& given, PartMode mode) {
    const bool are_several = given.objects.size() > 1;
    const bool is_one = !are_several && countLinks(given.objects.front().object).with_shapes < 2;
    switch (mode) {
      case PartMode::kOne:
        if (are_several) return {RegroupStep::kObjectsToLinks, RegroupStep::kLinksToOne};
        return {RegroupStep::kLinksToOne};
      case PartMode::kLinks: return {are_several ? RegroupStep::kObjectsToLinks : RegroupStep::kShapesToLinks};
      case PartMode::kObjects:
        if (is_one) return {RegroupStep::kShapesToLinks, RegroupStep::kLinksToObjects};
        return {RegroupStep::kLinksToObjects};
    }
    return {};
  }

  Result<Regrouped> taken(Remembering given, const std::vector<RegroupStep>& steps) {
    const PartsContext context{[this](const std::string& ref) { return store_.find(ref); },
                               fmt::format("o{}.{}", given_id_++, world_.nextId())};
    std::optional<Regrouped> made;
    for (const RegroupStep step : steps) {
      RegroupedNotes next = regrouped(given, step, context);
      given.objects = next.made.objects;
      given.notes = std::move(next.notes);
      made = made ? after(std::move(*made), std::move(next.made)) : std::move(next.made);
    }
    return *std::move(made);
  }

  const world::World& world_;
  world::WorldEditor editor_;
  geometry::GeometryStore& store_;
  PartsChange out_;
  int given_id_ = 0;
};

}  // namespace

Status checkParts(const world::World& world, std::span<const ObjectId> objects, PartMode mode) {
  WW_ASSIGN(const auto named, objectsNamed(world, objects));
  for (const world::Object* object : named) WW_TRY(checkRigid(world, *object));
  return checkSeveral(world, named, mode);
}

std::optional<PartMode> presentParts(const world::World& world, std::span<const ObjectId> objects) {
  const auto named = objectsNamed(world, objects);
  if (!named.ok()) return std::nullopt;
  if (named->size() > 1) return PartMode::kObjects;
  const LinksOfWorld links = linksOf(*named->front());
  if (links.with_shapes > 1) return PartMode::kLinks;
  if (links.links == 1 && links.shapes > 1) return PartMode::kOne;
  return std::nullopt;
}

Result<PartsChange> partsAs(const world::World& world, geometry::GeometryStore& store,
                            std::span<const ObjectId> objects, PartMode mode) {
  WW_TRY(checkParts(world, objects, mode));
  WW_ASSIGN(const auto named, objectsNamed(world, objects));
  return PartsChanger(world, store).run(named, mode);
}

Phrase partsLabel(std::string_view object, PartMode mode) {
  const arg::Words name{std::string(object)};
  switch (mode) {
    case PartMode::kOne: return phrase(WW_TEXT("Core", "Make {object} one rigid object"), {{"object", name}});
    case PartMode::kLinks: return phrase(WW_TEXT("Core", "Make links of the parts of {object}"), {{"object", name}});
    case PartMode::kObjects:
      return phrase(WW_TEXT("Core", "Make objects of the parts of {object}"), {{"object", name}});
  }
  return {};
}

}  // namespace ww::usecase
