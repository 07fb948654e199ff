// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <vector>

#include "core/model/layout.h"
#include "core/model/motion.h"
#include "core/world/values/chunked_map.h"
#include "core/world/values/diff.h"

namespace ww::model {

// A number for a body. Parents have smaller numbers than what rides on them; there may be gaps.
using BodyIndex = int;
constexpr BodyIndex kNoBody = -1;
constexpr BodyIndex kFixedBody = 0;  // all that stands still; its frame is the root frame

enum class BodyKind { kFixed, kJoint, kFree };

// Entities, of any objects, that cannot move against each other. A joint's body holds the joint's entity
// and what hangs on it up to the next moving joints; a free body the root entity of a free object.
struct Body {
  BodyKind kind = BodyKind::kFixed;
  EntityId entity;  // at the body's origin: the joint, or the root entity
  ObjectId object;
  BodyIndex parent = kNoBody;
  // Of a joint's body:
  int joint = -1;         // which of the joints that move, in the order of the entities
  bool revolute = false;  // else prismatic
  Motion parent_t_body;
  Vec3 axis_in_body = Vec3::UnitZ();
  Vec3 p_on_axis_in_body = Vec3::Zero();
  // Its position is multiplier * position(leader) + offset; kNoBody: independent.
  BodyIndex leader = kNoBody;
  double multiplier = 1.0, offset = 0.0;

  bool follows() const { return leader != kNoBody; }
  bool operator==(const Body&) const = default;
};

// What a node rides on, and where.
struct Ride {
  BodyIndex body = kFixedBody;
  Pose body_t_node;
};

struct ModelOptions {
  std::vector<ObjectId> free;  // objects whose root entities float: their poses are in the state
};

// A world compiled into bodies and joints. Immutable; copies are pointer copies; may be read from any
// number of threads. Nodes that are asked for must be there. What a frame rides on is found along its
// parent frames; all else costs a few look-ups, whatever the size of the world.
class Model {
 public:
  // Costs the world.
  static Model make(world::World world, const ModelOptions& options = {});
  // The model of a later world with the same options; costs the difference and the objects that ride
  // differently by it (on another body, or elsewhere on it). `diff` is that from world() to `after`.
  Model updated(world::World after, const world::WorldDiff& diff) const;
  Model updated(world::World after) const;
  // The same world with these objects floating, and no others (ModelOptions::free); costs what rides on those
  // that come to float or cease to. Unknown ones are left out.
  Model floating(std::vector<ObjectId> objects) const;
  // Numbers of bodies keep their meaning in updated models as long as this does not change.
  std::uint64_t numbering() const { return numbering_; }

  const world::World& world() const { return world_; }
  std::size_t bodyCount() const { return bodies_.size(); }
  BodyIndex bodyEnd() const { return end_; }  // above all numbers
  bool hasBody(BodyIndex i) const { return i >= 0 && bodies_.find(static_cast<std::uint64_t>(i)) != nullptr; }
  const Body& body(BodyIndex i) const;
  // fn(BodyIndex, const Body&), parents before children.
  template <typename Fn>
  void forEachBody(Fn&& fn) const {
    bodies_.forEach([&](std::uint64_t i, const Body& b) { fn(static_cast<BodyIndex>(i), b); });
  }
  std::vector<BodyIndex> childrenOf(BodyIndex i) const;  // bodies that ride directly on it, in order
  // The body that a moving joint carries; kNoBody for every other entity.
  BodyIndex carriedBy(EntityId joint) const;
  // The bodies of an object's joints that move, followers too, in the order of its entities.
  std::vector<BodyIndex> jointsOf(ObjectId object) const;
  const world::Joint& joint(BodyIndex i) const;  // of a joint's body
  const std::string& jointName(BodyIndex i) const;
  // In the world, followers by their leader: radians or metres; 0 for bodies without a joint.
  double position(BodyIndex i) const;
  // Pose in the parent body at the world's positions; of a free body in the root frame.
  Pose parentT(BodyIndex i) const;
  Pose rootT(BodyIndex i) const;

  Ride ride(world::NodeRef node) const;
  Ride ride(ObjectId object, EntityId entity) const;  // of an entity of that object, without looking for it
  BodyIndex bodyOf(world::NodeRef node) const { return ride(node).body; }
  // What rides on a body. Objects by their root entities.
  std::vector<ObjectId> objectsOn(BodyIndex i) const;
  std::vector<EntityId> entitiesOn(BodyIndex i) const;  // frames' own entities are not among them
  std::vector<FrameId> framesOn(BodyIndex i) const;

 private:
  friend class Compiler;
  // How an object's root entity rides, and where its own bodies are: the free body first, then its joints'.
  struct ObjectPart {
    BodyIndex body = kFixedBody;
    Pose body_t_object;
    BodyIndex first_joint = kNoBody;
    int joints = 0;
    std::shared_ptr<const Layout> layout;  // null: a single piece

    BodyIndex bodyOf(const Layout::Seat& seat) const { return seat.joint < 0 ? body : first_joint + seat.joint; }
    Pose bodyT(const Layout::Seat& seat) const {
      return seat.joint < 0 ? body_t_object * seat.piece_t_entity : seat.piece_t_entity;
    }
  };
  using Numbers = world::PersistentMap<world::ChunkedSet>;

  const ObjectPart& part(ObjectId object) const;
  const world::Entity& jointEntity(BodyIndex i) const;

  world::World world_;
  std::shared_ptr<const std::vector<ObjectId>> free_;  // sorted
  world::ChunkedMap<ObjectPart> parts_;
  world::PersistentMap<Body> bodies_;
  world::PersistentMap<double> positions_;  // of joints, as the world has them
  Numbers children_;                        // bodies by the body that they ride on
  Numbers riders_;                          // objects by the body that their root entities ride on
  BodyIndex end_ = 0;
  std::uint64_t numbering_ = 0;
};

}  // namespace ww::model
