// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/geometry/collision/collision_kinds.h"
#include "core/io/importer.h"
#include "core/usecase/revision/choose_parts.h"
#include "core/world/values/world.h"

namespace ww::usecase {

// An entity of a file: what tells whether it changed. Hashes are of the contents, 0 where there are none.
struct PartNote {
  std::string name;                         // in the file
  std::string here;                         // in the object
  std::string parent;                       // in the file
  Pose place;                               // parent_t_this, metres; of a joint parent_t_inboard, which it moves from
  std::uint64_t visual = 0, collision = 0;  // shapes with their places in the part
  std::uint64_t looks = 0;                  // colours that are put over those of the shapes
  std::uint64_t rest = 0;                   // mass, limits and the like
};
std::vector<PartNote> partNotes(const intrinsic_proto::scene_object::v1::SceneObject& object);

// Of a content; 0 for an empty one.
std::uint64_t hashOfText(const std::string& text);

// What is made of the models of a file after it was read: parts are put together or taken apart (core/usecase/parts).
enum class RegroupStep : std::uint32_t {
  kShapesToLinks = 0,
  kObjectsToLinks = 1,
  kLinksToOne = 2,
  kLinksToObjects = 3
};
struct Regrouping {
  RegroupStep step = RegroupStep::kShapesToLinks;
  std::vector<std::string> models;  // names in the file, or as the step before called them
  bool operator==(const Regrouping&) const = default;
};

// Hashes of a part that somebody changed before it was put together or taken apart: what the file had is not known.
inline constexpr std::uint64_t kUnknownHash = 2;

// Where an object came from, and how it was read.
struct SourceNote {
  std::string file;    // absolute path
  std::string sha256;  // of its bytes
  std::string model;   // name in the file
  std::size_t index = 0;
  io::ImportOptions options;  // what changes the outcome; limits are the usual ones
  PartChoice choice;
  Pose file_t_object;
  std::vector<PartNote> parts;
  std::vector<Regrouping> regroupings;  // in their order
  std::vector<std::string> refused;     // ids of RevisionItem that were left out the last time
  std::vector<std::string> models;      // names of all that the file held
  // What the file said of the whole (object_settings.h); empty: not known.
  std::map<std::string, std::uint64_t> settings = {};
  std::optional<geometry::CollisionWish> shapes = {};  // for checks, wished for all links; none: those of the file
};

// As user data (core/scene/own_data.h).
void keepNote(intrinsic_proto::scene_object::v1::SceneObject& object, const SourceNote& note);
// None: it was made in another way, or the note cannot be read.
std::optional<SourceNote> sourceOf(const world::Object& object);

// SHA-256 of a file's bytes as text. NOT_FOUND when it cannot be read; CANCELLED. Blocks for the cost of the file.
Result<std::string> fileHash(const std::filesystem::path& file, const std::stop_token& stop = {});
// Puts a note into each object that was read. `read` is as `choice` made it; what is put on top of it later counts as
// edits of people: but for shapes that were wished for all links. Without a hash, as for standard input, nothing is
// noted.
void noteSource(io::ImportResult& read, const std::filesystem::path& file, const std::string& sha256,
                const io::ImportOptions& options, const PartChoice& choice,
                const std::optional<geometry::CollisionWish>& shapes = {});

}  // namespace ww::usecase
