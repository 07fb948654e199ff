// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace ww::world {

// A world being edited: the only code that changes WorldData, and keeps its parts consistent
// (children, frames, entity owners, names). Nothing is checked beyond what a call says.
class WorldEditor {
 public:
  WorldEditor(const World& world, geometry::GeometryStore& store) : world_(world), store_(store) {}

  const World& world() const { return world_; }
  geometry::GeometryStore& store() { return store_; }
  // Holds geometry in the store until the world does: others may drop what is unused there.
  std::vector<geometry::GeometryPtr>& made() { return made_; }
  World finish() && { return std::move(world_); }

  std::uint64_t newId() { return world_.d_.next_id++; }
  void raiseNextId(std::uint64_t at_least) { world_.d_.next_id = std::max(world_.d_.next_id, at_least); }

  // Fails unless the name is valid and free below the parent (objects and frames), and among the aliases.
  Status checkFreeName(ObjectId parent, std::string_view name, bool alias) const;
  Status checkFreeFrameName(ObjectId object, std::string_view name) const;

  // Adds an object (with its entities) under its parent.
  void add(Object object);
  void add(Frame frame);
  // The object must have no children; its frames go with it.
  void removeObject(ObjectId id);
  void removeFrame(FrameId id);

  // Replace parts whose id, name, parent, children and frames stay.
  void replace(Object object);
  void replace(Frame frame);
  // Replaces an object by one that may have other entities, too. What is derived from them is in it already.
  void replaceWithEntities(Object object);
  // Replaces one entity of an object and refreshes what is derived from it. Fails when they do not fit together.
  Status replace(Entity entity);

  void rename(ObjectId id, std::string name, bool alias);
  void rename(FrameId id, std::string name);
  // Hangs an object (or frame) elsewhere with the given pose in its new parent entity (or frame).
  void move(ObjectId id, ObjectId parent, EntityId parent_entity, const Pose& parent_entity_t_object);
  void move(FrameId id, ObjectId object, EntityId parent_entity, FrameId parent_frame, const Pose& parent_t_frame);

  // Goes on with another world, which must be sound.
  void adopt(World world) { world_ = std::move(world); }

  void setCollisionSettings(intrinsic_proto::world::CollisionSettings settings);
  // What belongs to the whole world beside its settings; id counter and settings in it are not looked at.
  void setRecord(std::shared_ptr<const worldwright::v1::WorldRecord> record) { world_.d_.record = std::move(record); }

 private:
  void addName(std::uint64_t parent, std::string_view name, std::uint64_t id);
  void dropName(std::uint64_t parent, std::string_view name, std::uint64_t id);
  // A copy of the object to change; put it back with put().
  Object copyOf(ObjectId id) const { return *world_.object(id); }
  void put(Object object);
  void dropChild(ObjectId parent, ObjectId child);

  World world_;
  geometry::GeometryStore& store_;
  std::vector<geometry::GeometryPtr> made_;
};

}  // namespace ww::world
