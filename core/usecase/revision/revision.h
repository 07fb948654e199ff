// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/session/edit_builders.h"
#include "core/usecase/revision/import_note.h"

// A changed file compared with the object that was imported from it, part by part. Three sides: the file as it was
// (what the object remembers), the file as it is, and the object, which people may have changed. What only people
// changed stays as it is and is no item.
namespace ww::usecase {

struct RevisionItem {
  enum class Kind {
    kPlaced,    // the whole object stands elsewhere in its file
    kMoved,     // a part is elsewhere in what it hangs on, or hangs on something else
    kReshaped,  // its shapes, or their places in it
    kChanged,   // mass, limits and the like
    kRenamed,   // called otherwise in the file, known by shape and place
    kNew,
    kGone,
    kLost,     // what hangs on a part that goes, or rules that name it; frames whose feature goes; configurations
    kFollows,  // a frame stands on a feature that is elsewhere
    kSetting   // of the whole: static, limits of the tool, plugins and the like
  };
  Kind kind = Kind::kMoved;
  std::string id;    // stable: "moved:lid"
  std::string part;  // in the object; of a new one in the file
  EntityId entity;   // none for what is new, and for the whole
  double moved_m = 0.0, turned_rad = 0.0;
  std::string hangs_on;  // kMoved: the new parent, if it is another; kLost: what is left
  Vec3 size_before = Vec3::Zero(), size_after = Vec3::Zero();  // of the shapes, metres
  bool collision_anew = false;  // shapes: the collision shape that people had made goes, for that of the file
  // Or is made anew like it was, as that of what is new; in the time that this takes.
  std::optional<geometry::CollisionWish> remade_as = {};
  std::string setting = {};   // kSetting: "static", "data:KEY" (object_settings.h)
  bool is_static = false;     // likewise, by now
  bool looks_alone = false;   // kReshaped: the surface is the same, its colours are not
  std::string lost;           // kLost: what loses its place; kFollows: the frame
  bool feature_gone = false;  // kLost: the part stays, what the frame stood on does not
  std::size_t rules = 0;      // kLost: so many collision rules name the part
  std::string shape;          // of a part of several: the one that this is about
  std::string called;         // kRenamed: in the file by now
  bool is_object = false;     // kNew, kGone: all of a model, which is an object of its own
  // kLost: the named configuration takes another position of the joint, radians or metres; none: it has none.
  std::optional<std::string> configuration;
  std::optional<double> from, to;  // radians or metres
  bool slides = false;             // metres
  bool refused_before = false;
  // People changed the same: unless it is asked for, it stays as they left it.
  bool edited = false;
};

Phrase itemText(const RevisionItem& item);
std::string_view kindName(RevisionItem::Kind kind);  // "moved"

struct RevisionSides;
struct Revision {
  ObjectId object;
  SourceNote source;  // of the file as it is now
  std::vector<RevisionItem> items;
  bool same_bytes = false;  // the file is what it was
  Diagnostics found;        // warnings of the reader: a file that is cut off, or lacks its meshes
  // What is left out unless somebody asks for it: what people changed themselves or refused before, and what belongs to
  // that. What is left can be taken.
  std::set<std::string> usually_refused;
  std::shared_ptr<const RevisionSides> sides;

  bool hasItem(const std::string& id) const;
};

// What is refused along with `refused`, so that what is taken makes a sound object: what hangs on a part that is to
// stay, links of joints that do not come, parts that joints have nothing without.
std::set<std::string> soundRefusals(const Revision& revision, std::set<std::string> refused);

// How to read the file of an object again: its note, with `file` in the place of its path unless that is empty. Without
// a note `file` is needed: FAILED_PRECONDITION.
Result<SourceNote> rereading(const world::World& world, ObjectId object, const std::string& file = {});

// Compares. `read` is the file, read as `note` (of rereading()) says, before its choice of parts; `sha256` that of the
// file. Blocks for the cost of the object and the reading; any thread. NOT_FOUND when the model of the object or a
// chosen part is no longer in the file.
Result<Revision> revise(const world::World& world, ObjectId object, const io::ImportResult& read,
                        const SourceNote& note, const std::string& sha256);

// One batch that does all but what is refused (ids of items), for the world that was compared or a later one in which
// the object is the same: ABORTED else. Ids stay; frames, attached objects and rules stay with their parts, and what
// hangs on a part that goes goes on to what carries it. Whoever refuses that something is lost keeps the part, or its
// shape, or limits. What was refused is told again the next time, and may be taken then. Fails as scene objects are
// judged, and as shapes for collision checks are made, with CANCELLED. Geometry is taken from `store`. Blocks for the
// cost of those shapes.
Result<session::EditsPtr> revised(const world::World& world, geometry::GeometryStore& store, const Revision& revision,
                                  const std::set<std::string>& refused, std::stop_token stop = {});

}  // namespace ww::usecase
