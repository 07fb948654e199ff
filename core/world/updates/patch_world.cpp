// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "core/world/compare/sync_parts.h"
#include "core/world/failures/failures.h"
#include "core/world/records/records.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/views/nearest.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::world::updates {

using worldwright::v1::PatchWorld;

namespace {

using EntitiesById = std::map<std::uint64_t, EntityPtr>;

Result<EntitiesById> entitiesOf(const PatchWorld& patch, const geometry::GeometryStore& store) {
  EntitiesById out;
  for (const auto& record : patch.entities()) {
    Result<EntityPtr> entity = toEntity(record, store);
    if (!entity.ok())
      return within(entity.status(),
                    phrase(WW_TEXT("Core", "entity {name}"), {{"name", arg::Name{record.content().name()}}}));
    if (!out.emplace(record.id(), std::move(entity).value()).second) {
      return fail(failures::kEntityTwice, {{"id", arg::Count{record.id()}}});
    }
  }
  return out;
}

Result<ObjectPtr> objectOf(const worldwright::v1::ObjectRecord& record, const EntitiesById& entities) {
  WW_ASSIGN(Object object, toObject(record));
  const arg::Node node{record.name(), record.id()};
  for (const std::uint64_t id : record.entities()) {
    const auto it = entities.find(id);
    if (it == entities.end() || it->second->object != object.id) {
      return fail(failures::kObjectMissesEntity, {{"object", node}, {"id", arg::Count{id}}});
    }
    object.entities.push_back(it->second);
  }
  if (object.entities.empty()) return fail(failures::kObjectWithoutEntity, {{"object", node}});
  WW_TRY(deriveJoints(object));
  return ObjectPtr(std::make_shared<Object>(std::move(object)));
}

Result<Parts> partsOf(const PatchWorld& patch, const geometry::GeometryStore& store) {
  Parts parts;
  for (const std::uint64_t id : patch.removed_objects()) parts.removed_objects.push_back({id});
  for (const std::uint64_t id : patch.removed_frames()) parts.removed_frames.push_back({id});
  WW_ASSIGN(const EntitiesById entities, entitiesOf(patch, store));
  for (const auto& record : patch.objects()) {
    WW_ASSIGN(ObjectPtr object, objectOf(record, entities));
    parts.objects.push_back(std::move(object));
  }
  for (const auto& record : patch.frames()) {
    WW_ASSIGN(FramePtr frame, toFrame(record));
    parts.frames.push_back(std::move(frame));
  }
  if (patch.has_world()) {
    parts.record = std::make_shared<const worldwright::v1::WorldRecord>(patch.world());
    parts.collision_settings =
        std::make_shared<const intrinsic_proto::world::CollisionSettings>(patch.world().collision_settings());
  }
  return parts;
}

bool holdsRoot(const PatchWorld& patch) {
  for (const std::uint64_t id : patch.removed_objects()) {
    if (id == kRootObject.value) return true;
  }
  return false;
}

}  // namespace

// As withParts; INVALID_ARGUMENT for records that are not sound in themselves.
static Status patchWorld(WorldEditor& editor, const PatchWorld& patch) {
  if (holdsRoot(patch)) return fail(failures::kRootRemoved, {{"object", nodeArg(editor.world(), kRootObject)}});
  WW_ASSIGN(const Parts parts, partsOf(patch, editor.store()));
  WW_ASSIGN(World next, withParts(editor.world(), parts));
  editor.adopt(std::move(next));
  return okStatus();
}

EditKinds patchWorldKinds() { return {ownKind<patchWorld, plainLabel>(worldwright::v1::Edit::kPatchWorld)}; }

}  // namespace ww::world::updates
