// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/phrase.h"
#include "core/geometry/store.h"
#include "core/io/part_mode.h"
#include "core/session/edit_builders.h"
#include "core/world/values/world.h"

// What an assembly is, changed after it was imported, or of objects that came in any other way: one rigid object, an
// object with its parts as links, an object for each part.
namespace ww::usecase {

struct PartsChange {
  session::EditsPtr edits;        // one batch, for the world that was given
  std::vector<ObjectId> objects;  // what there is then
  Diagnostics notes;              // what is lost, or other than it was
};

// What the objects are now; none when they cannot be anything else. Costs the links of the objects.
std::optional<io::PartMode> presentParts(const world::World& world, std::span<const ObjectId> objects);

// Whether they can be that, as partsAs() says it; at the cost of the links of the objects.
Status checkParts(const world::World& world, std::span<const ObjectId> objects, io::PartMode mode);

// Each shape stays where it is in the world, with its visual, its collision shape and its colours; frames keep their
// ids, what hangs on a part or is attached to a frame does so still, rules name the part. An object that remembers its
// file can be read again from it. A part is a shape of an object with one link, else a link with shapes, and each of
// several objects; several become objects one by one. The first of several gives the frame and goes on, but one that
// hangs on another gives way to it.
// Codes: NOT_FOUND for objects that are not there; INVALID_ARGUMENT for none, or the root object; FAILED_PRECONDITION
// for objects whose joints move, with one shape, and for what they are already. Fails as scene objects are judged. Any
// thread; blocks for the cost of the objects, and of the triangles where masses are shared out.
Result<PartsChange> partsAs(const world::World& world, geometry::GeometryStore& store,
                            std::span<const ObjectId> objects, io::PartMode mode);

// "as one rigid object", of a mode: for labels and messages.
Phrase partsLabel(std::string_view object, io::PartMode mode);

}  // namespace ww::usecase
