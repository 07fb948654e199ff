// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/load.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "core/world/failures/failures.h"
#include "core/world/records/hashes.h"
#include "core/world/records/records.h"
#include "core/world/records/structure_hash.h"
#include "core/world/values/id_range.h"
#include "core/world/values/placing.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;
using worldwright::v1::WorldRecord;

Status damaged(Status what) { return fail(failures::kDamaged, {}, std::move(what)); }
Status idOutOfRange(std::uint64_t id) {
  return damaged(fail(failures::kIdOutOfRange, {{"id", arg::Count{id}}, {"most", arg::Count{kMostId}}}));
}

class Loader {
 public:
  explicit Loader(const geometry::GeometryStore& store) : store_(store) {}

  Result<World> run(const WorldRecord& world, const RecordPtrs<ObjectRecord>& objects,
                    const RecordPtrs<EntityRecord>& entities, const RecordPtrs<FrameRecord>& frames) {
    ids_.reserve(objects.size() + entities.size() + 2 * frames.size());
    entities_.reserve(entities.size());
    for (const auto& e : entities) WW_TRY(takeEntity(e));
    for (const auto& o : objects) WW_TRY(takeObject(o));
    for (const auto& f : frames) WW_TRY(takeFrame(f));
    WW_TRY(link());
    return finish(world);
  }

 private:
  Status takeId(std::uint64_t id) {
    if (id == 0 || id > kMostId) return idOutOfRange(id);
    if (!ids_.insert(id).second) return damaged(fail(failures::kIdTwice, {{"id", arg::Count{id}}}));
    next_id_ = std::max(next_id_, id + 1);
    return okStatus();
  }

  Status takeEntity(const std::shared_ptr<const EntityRecord>& message) {
    const EntityRecord& record = *message;
    WW_TRY(takeId(record.id()));
    Result<EntityPtr> entity = toEntity(message, store_);
    if (!entity.ok()) {
      const arg::Node node{record.content().name(), record.id()};
      return damaged(
          fail(failures::kEntityRecord, {{"entity", node}, {"id", arg::Count{record.id()}}}, entity.status()));
    }
    entities_[record.id()] = std::move(entity).value();
    return okStatus();
  }

  Status takeObject(const std::shared_ptr<const ObjectRecord>& message) {
    const ObjectRecord& record = *message;
    WW_TRY(takeId(record.id()));
    Result<Object> object = toObject(message);
    const arg::Node node{record.name(), record.id()};
    const arg::Count number{record.id()};
    if (!object.ok())
      return damaged(fail(failures::kObjectRecord, {{"object", node}, {"id", number}}, object.status()));
    for (const std::uint64_t id : record.entities()) {
      const auto it = entities_.find(id);
      if (it == entities_.end() || it->second->object.value != record.id()) {
        return damaged(fail(failures::kObjectMissesEntity, {{"object", node}, {"id", arg::Count{id}}}));
      }
      d_.entities.set(id, EntityOwner{{record.id()}, {}, object.value().entities.size()});
      object.value().entities.push_back(it->second);
    }
    if (object.value().entities.empty()) return damaged(fail(failures::kObjectWithoutEntity, {{"object", node}}));
    if (Status s = deriveJoints(object.value()); !s.ok())
      return damaged(fail(failures::kObjectRecord, {{"object", node}, {"id", number}}, std::move(s)));
    objects_.emplace(record.id(), std::move(object).value());
    return okStatus();
  }

  Status takeFrame(const std::shared_ptr<const FrameRecord>& message) {
    const FrameRecord& record = *message;
    WW_TRY(takeId(record.id()));
    WW_TRY(takeId(record.entity()));
    Result<FramePtr> frame = toFrame(message);
    const arg::Node node{record.content().name(), record.id()};
    if (!frame.ok()) {
      return damaged(fail(failures::kFrameRecord, {{"frame", node}, {"id", arg::Count{record.id()}}}, frame.status()));
    }
    const auto object = objects_.find(record.object());
    if (object == objects_.end()) return damaged(fail(failures::kFrameWithoutObject, {{"frame", node}}));
    object->second.frames.set(record.id(), Present{});
    d_.frames.set(record.id(), frame.value());
    noteChange(d_.structure, nullptr, frame.value().get());
    d_.entities.set(record.entity(), EntityOwner{{record.object()}, {record.id()}});
    addName(record.object(), frame.value()->name, record.id());
    return okStatus();
  }

  void addName(std::uint64_t parent, const std::string& name, std::uint64_t id) { d_.names.add(parent, name, id); }

  Status link() {
    if (!objects_.contains(kRootObject.value)) return damaged(fail(failures::kRootMissing));
    for (auto& [id, object] : objects_) {
      addName(object.parent.value, object.name, id);
      if (object.name_is_global_alias && object.parent) addName(0, object.name, id);
      if (!object.parent) continue;
      const auto parent = objects_.find(object.parent.value);
      if (parent == objects_.end())
        return damaged(fail(failures::kObjectWithoutParent, {{"object", arg::Node{object.name, id}}}));
      parent->second.children.set(id, Present{});
    }
    return okStatus();
  }

  Result<World> finish(const WorldRecord& record) {
    for (auto& [id, object] : objects_) {
      const auto parent = object.parent ? d_.objects.find(object.parent.value) : nullptr;
      object.hangs_on_base = parent && parent->object->rootEntity() == object.parent_entity;
      auto made = std::make_shared<Object>(std::move(object));
      noteChange(d_.structure, nullptr, made.get());
      seatUnposed(d_, std::move(made));
    }
    setCollisionSettings(
        d_, std::make_shared<const intrinsic_proto::world::CollisionSettings>(record.collision_settings()));
    d_.record = std::make_shared<const WorldRecord>(record);
    if (record.next_id() > kMostId + 1) return idOutOfRange(record.next_id());
    d_.next_id = std::max(next_id_, record.next_id());
    World world(std::move(d_));
    if (Status s = checkInvariants(world); !s.ok()) return damaged(std::move(s));
    WorldData posed = world.data();
    world = World();  // so that nobody shares it
    poseAll(posed);
    return World(std::move(posed));
  }

  const geometry::GeometryStore& store_;
  WorldData d_;
  std::unordered_set<std::uint64_t> ids_;
  std::unordered_map<std::uint64_t, EntityPtr> entities_;
  std::map<std::uint64_t, Object> objects_;
  std::uint64_t next_id_ = 3;
};

}  // namespace

Result<World> fromRecords(const WorldRecord& world, const RecordPtrs<ObjectRecord>& objects,
                          const RecordPtrs<EntityRecord>& entities, const RecordPtrs<FrameRecord>& frames,
                          const geometry::GeometryStore& store) {
  return Loader(store).run(world, objects, entities, frames);
}

}  // namespace ww::world
