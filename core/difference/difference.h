// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/phrase.h"
#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace google::protobuf {
class Message;
}

// What differs between worlds, item by item, and how two changed worlds become one.
namespace ww::difference {

enum class Category { kWorld, kProgram, kObject, kEntity, kFrame };

// What an item is about.
struct Subject {
  Category category = Category::kWorld;
  std::string name;        // "gripper", "cell/robot:link_3", "pick_place"; empty for the world
  std::uint64_t id = 0;    // of an object, entity or frame, in the first world where it has it; else 0
  std::string name_after;  // where it is called otherwise in the second
};

// A part of the record of a node (worldwright/v1/file.proto) that holds what the item is about and nothing else; of a
// node that was added or removed the whole record; SI units. Null: not there.
using Part = std::shared_ptr<const google::protobuf::Message>;

// One difference, on the way from one world to another.
struct Item {
  std::string key;   // names it in this difference, for scripts: "gripper#place", "program:pick_place#step/3"
  std::string kind;  // "added", "removed", "changed" as a whole, or what of it: "place", "rule", "step", ...
  Subject subject;
  std::vector<Phrase> words;  // "moved 3.2 mm, 0.4 deg"; at least one
  Part before, after;
  bool from_ours = false;  // both sides added it: the words are of the way from ours to theirs
};

struct Difference {
  std::vector<Item> items;  // the world, programs, objects, entities, frames; each by id or name
  // Nothing at all differs, not even what is derived from other things and no item says; ids that stand for the same
  // node in both worlds may.
  bool same = true;
};

// How two worlds differ, in what counts into the content hash; nodes are matched by id, then by name. Costs the size
// of both, n log n.
Difference diff(const world::World& first, const world::World& second);

enum class Side { kOurs, kTheirs };

// Both sides changed the same thing to something else, or what one did does not go with what the other did.
struct Conflict {
  Item ours, theirs;             // from the base to each side; words are empty where a side changed nothing
  Side taken = Side::kOurs;      // what the result has
  bool is_chosen = false;        // somebody has said so: it is settled
  std::optional<Phrase> reason;  // why, where that is not that both changed it
  // "to (620 mm, 0 mm, 720 mm)": where both put it, which may be as far away and somewhere else.
  std::optional<Phrase> ours_where, theirs_where;
};

struct MergeOptions {
  std::optional<Side> all;              // for each conflict that nothing is said about
  std::map<std::string, Side> choices;  // by the keys of items, those of no conflict included
};

struct Merged {
  world::World world;
  std::vector<Item> taken;  // what theirs changed, and the result has
  std::vector<Conflict> conflicts;
  std::vector<std::string> unknown;  // keys of choices that are no items

  std::size_t open() const;  // conflicts that nobody has settled
};

// Changes of one side are taken, equal ones of both are one; in a conflict ours stays until somebody chooses. What
// comes out is always a sound world: changes of theirs that would leave something hanging on nothing, two things by one
// name, a circle or a scene object that breaks a rule are conflicts as well. INTERNAL when not even ours is sound;
// NOT_FOUND when geometry is not in the store.
Result<Merged> merge(const world::World& base, const world::World& ours, const world::World& theirs,
                     const geometry::GeometryStore& store, const MergeOptions& options = {});

// The first world with all differences from the second but those that a choice names as ours. Items that cannot be
// had without others that were left are conflicts. Keys are those of `diff`; result and errors as of merge.
Result<Merged> applied(const world::World& first, const world::World& second, const geometry::GeometryStore& store,
                       const MergeOptions& options = {});

}  // namespace ww::difference
