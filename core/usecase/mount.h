// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <span>
#include <unordered_set>
#include <vector>

#include "core/usecase/import_place.h"

namespace ww::usecase {

// What something is put on, or hung on.
struct Mount {
  world::ObjectPtr object;
  EntityId entity;  // of the object
  FrameId frame;    // set when a frame is meant
  Pose object_t_this;
};

// An object, entity or frame; `node_t_this`: on the way. NOT_FOUND when it is no longer there.
Result<Mount> mountAt(const world::World& world, const world::NodeRef& node, const Pose& node_t_this = {});
// The nearest moving joint of the object at or above an entity of it; none for what stands with the base.
EntityId moverOf(const world::World& world, const world::Object& object, EntityId entity);
// The rule by which what is put on a robot (an object with joints that move) is not checked against what cannot move
// against it: bolts always touch. None where nothing of that is checked.
std::optional<session::CollisionRuleEdit> bolted(const world::World& after, const Mount& mount,
                                                 std::span<const ObjectId> objects);

// Whether the node moves with one of some others: an object or frame that hangs or rides on it, or is attached to it.
// The root object carries nothing here, and no entity is carried.
bool isCarried(const world::World& world, const world::NodeRef& node,
               const std::function<bool(const world::NodeRef&)>& is_other);
// Those of the nodes that no other one of them carries, in their order.
std::vector<world::NodeRef> withoutCarried(const world::World& world, std::span<const world::NodeRef> nodes);

// Whether what is attached stays where it is, or its origin comes onto that of the target, as an import is mounted.
enum class AttachWay { kStays, kPutThere };
// Edits that hang objects and frames on the target; on a frame objects are attached to it. What another one of them
// carries goes with it as it is. What is put on a robot anew is `bolted`. NOT_FOUND when something is no longer there;
// an edit that cannot be is told by whoever applies it.
Result<session::EditsPtr> attached(const world::World& world, const TryEdits& tried,
                                   std::span<const world::NodeRef> nodes, const world::NodeRef& target, AttachWay way);

// Where things are likely to be attached, for each arm that is not among them or on them: an attachment frame that
// moves with its last joint, else what it has itself for a tool.
std::vector<world::NodeRef> likelyMounts(const world::World& world, std::span<const world::NodeRef> nodes);
// Where grippers go on this robot; none where it has nothing of that kind.
std::optional<world::NodeRef> mountOf(const world::World& world, const world::Object& robot);
// Whether the node is one of the others, or hangs on one: then nothing of them can hang on it.
bool hangsOnAny(const world::World& world, const world::NodeRef& node,
                const std::unordered_set<world::NodeRef>& others);

}  // namespace ww::usecase
