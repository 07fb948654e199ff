// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/world/values/world.h"

namespace intrinsic_proto::world {
class EntityReference;
class FrameReference;
class ObjectEntityFilter;
class ObjectFullPath;
class ObjectOrEntityReference;
class ObjectReference;
class ObjectReferenceWithEntityFilter;
class TransformNodeReference;
}  // namespace intrinsic_proto::world

namespace ww::world {

namespace pb = intrinsic_proto::world;

// Ids as opaque wire strings: "root", "o12"; "eid_root", "e13"; "f14".
std::string toWire(ObjectId id);
std::string toWire(EntityId id);
std::string toWire(FrameId id);
// 0 when the text is no such id.
ObjectId objectIdFromWire(std::string_view text);
EntityId entityIdFromWire(std::string_view text);
FrameId frameIdFromWire(std::string_view text);

// Unknown ids and names are NOT_FOUND, unset references INVALID_ARGUMENT. debug_hint is ignored.
Result<ObjectId> resolve(const World& world, const pb::ObjectReference& ref);
Result<ObjectId> resolve(const World& world, const pb::ObjectFullPath& path);
Result<FrameId> resolve(const World& world, const pb::FrameReference& ref);
Result<EntityId> resolve(const World& world, const pb::EntityReference& ref);
Result<NodeRef> resolve(const World& world, const pb::TransformNodeReference& ref);
// Of two, with the errors above; the memory that named objects stand in is waited for once.
std::pair<Result<NodeRef>, Result<NodeRef>> resolveBoth(const World& world, const pb::TransformNodeReference& a,
                                                        const pb::TransformNodeReference& b);
// Entities of the object that the filter selects, links, joints and sensors in the object's order;
// frames' own entities only when the filter names them. `final` needs a unique last entity.
Result<std::vector<EntityId>> resolve(const World& world, ObjectId object, const pb::ObjectEntityFilter& filter);
// The one entity (not of a frame) that a reference with filter selects; the filter must be set.
Result<EntityId> resolveOne(const World& world, const pb::ObjectReferenceWithEntityFilter& ref);
// The same where an unset filter stands for the base entity.
Result<EntityId> resolveOneOrBase(const World& world, const pb::ObjectReferenceWithEntityFilter& ref);
// All entities of a collision rule's side; an object without filter stands for all its entities.
Result<std::vector<EntityId>> resolve(const World& world, const pb::ObjectOrEntityReference& ref);

// The command line's REF: `object` (alias or path), `object/frame`, `object:entity`, or an id.
Result<NodeRef> resolveText(const World& world, std::string_view text);

// Letters, digits, underscore; first a letter; last a letter or digit.
Status checkName(std::string_view name);
// A free name like the wished one for a child of `parent`: wished, wished_2, wished_3... In a long series a gap may
// be passed over. Depends on the world alone.
std::string freeName(const World& world, ObjectId parent, std::string_view wished, bool alias);

}  // namespace ww::world
