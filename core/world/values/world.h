// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <variant>

#include "core/world/values/name_index.h"
#include "core/world/values/parts.h"

namespace intrinsic_proto::world {
class CollisionSettings;
}

namespace ww::world {

// A node of the transform tree.
using NodeRef = std::variant<ObjectId, EntityId, FrameId>;

// Which object (and frame, for a frame's own entity) an entity id belongs to.
struct EntityOwner {
  ObjectId object;
  FrameId frame;
  std::size_t place = 0;  // in Object::entities; 0: the root entity. Of no meaning for a frame's
  bool operator==(const EntityOwner&) const = default;
};

// An object in the trie of a world, beside it its pose in the root object (placing.h).
struct ObjectSeat {
  ObjectPtr object;
  std::uint64_t posed = 0;  // when root_t_object was worked out
  EntityId root_entity;     // the object's, which most ask for
  ObjectId parent;          // the object's: who goes up looks at seats alone
  Pose root_t_object;

  ObjectSeat() = default;
  ObjectSeat(ObjectPtr of, std::uint64_t posed_at, const Pose& root_t_of)
      : object(std::move(of)),
        posed(posed_at),
        root_entity(object->rootEntity()),
        parent(object->parent),
        root_t_object(root_t_of) {}
  bool operator==(const ObjectSeat& o) const { return object == o.object; }
};

// A frame in the trie of a world, and beside it what its pose is made of.
struct FrameSeat {
  FramePtr frame;
  ObjectId object;
  EntityId parent_entity;
  FrameId parent_frame;
  Pose parent_t_this;

  FrameSeat(FramePtr of)  // NOLINT(google-explicit-constructor)
      : frame(std::move(of)),
        object(frame->object),
        parent_entity(frame->parent_entity),
        parent_frame(frame->parent_frame),
        parent_t_this(frame->parent_t_this) {}
  bool operator==(const FrameSeat& o) const { return frame == o.frame; }
};

// The sum of the hashes of the structure of all parts (structure_hash.h).
struct StructureSum {
  std::array<std::uint64_t, 4> words{};
  bool operator==(const StructureSum&) const = default;
};

// The contents of a world. Plain persistent containers; WorldEditor keeps them consistent.
struct WorldData {
  PersistentMap<ObjectSeat, TrieShape{.hashed = true}> objects;
  PersistentMap<FrameSeat, TrieShape{.hashed = true}> frames;
  PersistentMap<EntityOwner> entities;
  NameIndex names;
  std::shared_ptr<const intrinsic_proto::world::CollisionSettings> collision_settings;  // never null; see hashes.h
  Sha256 settings_digest{};                                                             // of the former
  StructureSum structure;
  // Poses in seats that were worked out earlier may be of another place: something large has moved since.
  std::uint64_t poses_sure_since = 0;
  std::shared_ptr<const worldwright::v1::WorldRecord> record;  // never null
  std::uint64_t next_id = 3;
  // Names the tree of poses for caches: equal only when it is the same. Not content; set by World and
  // WorldEditor.
  std::uint64_t pose_epoch = 0;
};
std::uint64_t newPoseEpoch();

// An immutable world: objects with their entities, frames, the transform tree, collision settings.
// Copies are pointer copies. Safe to read from any number of threads.
class World {
 public:
  World();  // the root object only
  explicit World(WorldData data);

  // Null when there is no such node.
  ObjectPtr object(ObjectId id) const;
  FramePtr frame(FrameId id) const;
  EntityPtr entity(EntityId id) const;  // not for the entity of a frame
  const EntityOwner* owner(EntityId id) const;
  const Object& root() const;
  // The same without a share in it: valid as long as this world.
  const Object* peek(ObjectId id) const;
  const Frame* peek(FrameId id) const;

  ObjectId childNamed(ObjectId parent, std::string_view name) const;
  FrameId frameNamed(ObjectId object, std::string_view name) const;
  // The same of two, whose memory is waited for once; none is no object.
  std::pair<FrameId, FrameId> framesNamed(ObjectId object_a, std::string_view a, ObjectId object_b,
                                          std::string_view b) const;
  ObjectId aliasNamed(std::string_view name) const;
  // The same of two: a large world's memory is waited for once.
  std::pair<ObjectId, ObjectId> aliasesNamed(std::string_view a, std::string_view b) const;
  // An object by alias, else by its path from the root ("cell/robot"); 0 when there is none.
  ObjectId find(std::string_view path) const;
  std::vector<std::string> fullPath(ObjectId id) const;
  // For messages: "robot", "cell/robot/tool", "robot:link_3", "robot/flange".
  std::string display(NodeRef node) const;

  // Pose of a node in the root object. The node must exist.
  Pose rootT(NodeRef node) const;
  // Pose of b in a.
  Pose aTB(NodeRef a, NodeRef b) const;
  // Pose of an entity in its object's root entity.
  static Pose objectTEntity(const Object& object, EntityId entity);
  // As the wire has it: in the root entity of the parent object.
  Pose parentTObject(const Object& object) const;
  bool isAncestor(ObjectId ancestor, ObjectId of) const;  // true for itself

  const intrinsic_proto::world::CollisionSettings& collisionSettings() const { return *d_.collision_settings; }
  std::size_t objectCount() const { return d_.objects.size(); }
  std::size_t frameCount() const { return d_.frames.size(); }
  // In the order of the ids: parents need not come first.
  void forEachObject(const std::function<void(const Object&)>& fn) const;
  void forEachFrame(const std::function<void(const Frame&)>& fn) const;
  // Ids in order.
  std::vector<ObjectId> childrenOf(const Object& object) const;
  std::vector<FrameId> framesOf(const Object& object) const;
  // Box of the collision (else visual) geometry of an object without its children, in the root frame.
  Bounds boundsOf(const Object& object) const;

  std::uint64_t nextId() const { return d_.next_id; }
  const WorldData& data() const { return d_; }

 private:
  friend class WorldEditor;
  struct Start;
  class Fetch;
  std::optional<Start> likelyStart(EntityId id) const;
  Start startOf(NodeRef node) const;
  std::pair<Start, Start> startsOf(NodeRef a, NodeRef b) const;
  Pose rootTObject(const ObjectSeat& seat) const;
  std::pair<Pose, Pose> rootTObjects(const ObjectSeat& a, const ObjectSeat& b) const;
  WorldData d_;
};
using WorldPtr = std::shared_ptr<const World>;

// Canonical hash of everything a world holds, "sha256:...". Independent of sharing, of the history
// and of the id counter. Costs what was not hashed before in this or another version: after an edit, the edit.
std::string contentHash(const World& world);
// By the rule of files of format 1.0: over all records in a row, each time anew.
std::string flatContentHash(const World& world);

// Records, the truth of the file format, from parts and back.
worldwright::v1::ObjectRecord toRecord(const Object& object);
worldwright::v1::EntityRecord toRecord(const Entity& entity);
worldwright::v1::FrameRecord toRecord(const Frame& frame);
worldwright::v1::WorldRecord toRecord(const World& world);

// Invariants that hold after every edit; the first that does not.
Status checkInvariants(const World& world);

}  // namespace ww::world
