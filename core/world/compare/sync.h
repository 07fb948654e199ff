// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/world/values/world.h"

namespace intrinsic_proto::world {
class FrameReference;
class ObjectReference;
}  // namespace intrinsic_proto::world

namespace ww::world {

// `to` with one object as it is in `from`: all its entities and frames, its ids, its parent, its place; it
// replaces the object of that id, and what hangs on that one stays. One that is only in `to` is removed,
// with what hangs on it, unless that is elsewhere in `from`. The parts are shared, not copied.
// NOT_FOUND: in neither world. FAILED_PRECONDITION: the parent (or the entity of it) is not in `to`, or it
// is below the object there; a child is in the way of a removal. ALREADY_EXISTS: an id or a name belongs
// to something else in `to`. INVALID_ARGUMENT: the root object, no reference.
Result<World> syncObject(const World& from, const World& to, const intrinsic_proto::world::ObjectReference& ref);

// The same for one frame, with the same errors; frames that ride on it stay on it.
Result<World> syncFrame(const World& from, const World& to, const intrinsic_proto::world::FrameReference& ref);

}  // namespace ww::world
