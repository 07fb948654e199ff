// SPDX-License-Identifier: Apache-2.0
#include "core/world/updates/instantiate.h"

#include <limits>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/validate.h"
#include "core/world/records/records.h"
#include "core/world/updates/helpers.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;

// Poses of components as our own are: of norm 1 in full precision.
Status normalizePoses(so::Entity& content, const Entity& entity) {
  if (content.link().has_physics_component())
    WW_TRY(updates::checkPhysics(*content.mutable_link()->mutable_physics_component()));
  if (!entity.joint) return okStatus();
  auto& k = *content.mutable_joint()->mutable_kinematics_component();
  if (k.has_parent_t_inboard()) geometry::toWire(entity.joint->parent_t_inboard, k.mutable_parent_t_inboard());
  if (k.has_outboard_t_child()) geometry::toWire(entity.joint->outboard_t_child, k.mutable_outboard_t_child());
  return okStatus();
}

class Instantiation {
 public:
  Instantiation(WorldEditor& editor, const NewObject& place, so::SceneObject scene)
      : editor_(editor), place_(place), scene_(std::move(scene)) {}

  Result<ObjectId> run() {
    const scene::ObjectIndex index(scene_);
    WW_TRY(scene::validate(index).status());
    WW_TRY(internGeometry(scene_, editor_.store(), editor_.made()));
    object_.id = {editor_.newId()};
    entity_of_.resize(static_cast<std::size_t>(index.size()));
    frame_of_.resize(static_cast<std::size_t>(index.size()), kNoFrame);
    for (const int i : index.parentsFirst()) WW_TRY(addPart(i, index.parent(i)));
    WW_TRY(finishObject());
    const ObjectId id = object_.id;
    editor_.add(std::move(object_));
    for (Frame& f : frames_) editor_.add(std::move(f));
    return id;
  }

 private:
  static constexpr std::size_t kNoFrame = std::numeric_limits<std::size_t>::max();

  Status addPart(int i, int parent) {
    const bool is_root = parent == scene::ObjectIndex::kNone;
    // A frame that is the root is an entity as a link would be: something has to carry the object.
    return !is_root && scene_.entities(i).has_frame() ? addFrame(i, parent) : addEntity(i, parent);
  }

  Status addEntity(int i, int parent) {
    const so::Entity& content = scene_.entities(i);
    EntityRecord record;
    record.set_id(editor_.newId());
    record.set_object(object_.id.value);
    *record.mutable_content() = content;
    if (parent == scene::ObjectIndex::kNone) record.mutable_content()->clear_parent_t_this();
    else record.set_parent(entityOf(parent).value);
    record.mutable_content()->clear_parent_name();
    WW_ASSIGN(EntityPtr entity, soundEntity(std::move(record), editor_.store()));
    entity_of_[static_cast<std::size_t>(i)] = entity->id;
    object_.entities.push_back(std::move(entity));
    return okStatus();
  }

  Status addFrame(int i, int parent) {
    FrameRecord record;
    record.set_id(editor_.newId());
    record.set_entity(editor_.newId());
    record.set_object(object_.id.value);
    if (const std::size_t on = frame_of_[static_cast<std::size_t>(parent)]; on != kNoFrame) {
      record.set_parent_frame(frames_[on].id.value);
      record.set_parent_entity(frames_[on].parent_entity.value);
    } else {
      record.set_parent_entity(entityOf(parent).value);
    }
    *record.mutable_content() = scene_.entities(i);
    record.mutable_content()->clear_parent_name();
    WW_ASSIGN(const FramePtr frame, toFrame(record));
    frame_of_[static_cast<std::size_t>(i)] = frames_.size();
    frames_.push_back(*frame);
    return okStatus();
  }

  EntityId entityOf(int i) const { return entity_of_[static_cast<std::size_t>(i)]; }

  Status finishObject() {
    ObjectRecord record;
    *record.mutable_content() = scene_;
    record.mutable_content()->clear_entities();
    object_.name = place_.name;
    object_.name_is_global_alias = place_.name_is_global_alias;
    object_.parent = place_.parent;
    object_.parent_entity = place_.parent_entity;
    object_.parent_entity_t_this = {place_.parent_entity_t_object.p, normalizedOnce(place_.parent_entity_t_object.q)};
    object_.message = std::make_shared<ObjectRecord>(record);
    WW_TRY(deriveJoints(object_));
    if (object_.followers.empty() || !record.content().properties().has_kinematics()) return okStatus();
    completeConfigurations(object_, *record.mutable_content()->mutable_properties()->mutable_kinematics());
    object_.message = std::make_shared<ObjectRecord>(std::move(record));
    return okStatus();
  }

  WorldEditor& editor_;
  const NewObject& place_;
  so::SceneObject scene_;
  Object object_;
  std::vector<Frame> frames_;
  // By the entity's index in the scene object.
  std::vector<EntityId> entity_of_;
  std::vector<std::size_t> frame_of_;
};

}  // namespace

Result<EntityPtr> soundEntity(EntityRecord record, const geometry::GeometryStore& store) {
  Result<EntityPtr> entity = toEntity(record, store);
  if (!entity.ok())
    return within(entity.status(),
                  phrase(WW_TEXT("Core", "entity {name}"), {{"name", arg::Name{record.content().name()}}}));
  WW_TRY(normalizePoses(*record.mutable_content(), *entity.value()));
  auto checked = std::make_shared<Entity>(*entity.value());
  checked->message = std::make_shared<EntityRecord>(std::move(record));
  return EntityPtr(std::move(checked));
}

Result<ObjectId> instantiate(WorldEditor& editor, const NewObject& place, const so::SceneObject& scene_object) {
  return Instantiation(editor, place, scene_object).run();
}

}  // namespace ww::world
