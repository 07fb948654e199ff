// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/io/importer.h"
#include "core/session/edit_builders.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// Where what is imported goes, in whatever way it comes in.
struct ImportPlace {
  enum class Kind {
    kAsInFile,  // the file's frame is the root frame, or `parent_t_file` in it
    kFree,      // where nothing stands, near to `p_in_root` and at its height
    kPoint,     // standing on `p_in_root`
    kMount      // on `mount`: the file's frame is there, or `parent_t_file` in it
  };
  Kind kind = Kind::kAsInFile;
  Vec3 p_in_root = Vec3::Zero();              // metres
  world::NodeRef mount = world::kRootObject;  // an object, entity or frame
  Pose parent_t_file = {};
};

// Where the pointer let go of a file.
struct Dropped {
  Vec3 p_in_root = Vec3::Zero();  // metres
  EntityId entity;                // none: on the floor
};

// The places to choose from, the likeliest first. `looked_at`: where a free place is looked for, root frame, metres.
std::vector<ImportPlace> importPlaces(const world::World& world, const std::optional<Dropped>& dropped,
                                      const Vec3& looked_at);

// The object that is hung on: the root, or what the mount belongs to. NOT_FOUND when that is no longer there.
Result<ObjectId> parentOf(const world::World& world, const ImportPlace& place);

// The objects of a file, and what they are to be called.
struct NamedImport {
  const io::ImportResult& result;
  std::vector<std::string> names;  // free in the world; one for each object
};
// With names for children of `parent` that neither the world nor another of the objects has. `wished` goes before those
// of the file, when it may be a name.
NamedImport named(const world::World& world, ObjectId parent, const io::ImportResult& result,
                  const std::string& wished = {});

// The world as it would be, with the ids that a commit would give.
using TryEdits = std::function<Result<world::World>(const session::EditsPtr& edits)>;
// Edits that make the objects at the place, for the world that `tried` applies edits to. What is put on a robot (an
// object with joints that move) hangs on it, is attached to an attachment frame, and is by a rule not checked against
// what cannot move against it: bolts always touch. NOT_FOUND when the mount is no longer there.
Result<session::EditsPtr> placeImport(const world::World& world, const TryEdits& tried, const NamedImport& import,
                                      const ImportPlace& place);

}  // namespace ww::usecase
