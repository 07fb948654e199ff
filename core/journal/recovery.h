// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/geometry/store.h"
#include "core/journal/files.h"
#include "core/journal/tally.h"
#include "core/world/values/world.h"

namespace ww::journal {

// A document that a program has left behind.
struct Summary {
  std::string id;
  Tally tally;
  bool in_use = false;         // a program has it open
  Status unreadable;           // why nothing of it can be recovered
  std::vector<Status> notes;   // what is wrong with it beside that, or with its file: another program has changed it
  std::uint64_t base = 0;      // the sequence number that its edits start from
  std::uint64_t sequence = 0;  // of the last record
  bool has_past = false;       // the history that led to the base is there: all of `tally` are single edits
  std::uint64_t objects = 0;   // that the base has, but for the root; 0 where it tells of none
  std::uint64_t names = 0;     // of states of the history, given or taken away since the last save
  // Its file does not have the world as it was, or what states of it are called.
  bool isUnsaved() const {
    return !unreadable.ok() || tally.about().is_lost || tally.hash() != tally.about().saved_hash || names > 0;
  }
};

// The journals below `root`, the one that was changed last first; those of which all is saved are left out and, like
// those whose removal was interrupted, removed unless a program has them. Times are told and decide nothing else.
std::vector<Summary> list(project::Vfs& vfs, const std::string& root);
// Without doing the edits again. NOT_FOUND.
Result<Summary> look(project::Vfs& vfs, const std::string& root, const std::string& id);

struct RecoverOptions {
  // Edits with a higher sequence number are left out; 0: the last state that was written whole, without any.
  std::optional<std::uint64_t> until;
};
// An edit, undo or redo that was done again, with the worlds before and after it. Parts of a stream are one.
struct Step {
  Note note;  // of its last part
  world::WorldPtr before, after;
};
// The files that a journal which was recovered goes on in: with them what was skipped now can be skipped later, too.
struct Resumed {
  Head head;                             // of the newest state, which is whole
  std::uint64_t base = 0, sequence = 0;  // its sequence number, and that of the last record
};
struct Recovered {
  world::World world;
  Tally tally;                 // of what was recovered
  std::uint64_t sequence = 0;  // of the last record in it
  std::uint64_t replayed = 0;
  Status stopped;             // why later edits are missing; ok when none is, or they were not asked for
  std::vector<Status> notes;  // what a person should look at
  bool whole = false;         // every record of the journal is in it
  // All that was done since the state that it began with, also what was undone, the oldest first: each begins with the
  // world that the one before it ended with. history::withRecovered() makes a history of it.
  std::vector<Step> steps;
  // So many of them had been done when the file got the world that it has; none where that is not known.
  std::optional<std::size_t> saved_after;
  std::vector<NameRecord> names;  // of states, in the order in which they were given
  // What led to the state that it began with, as rows of a file; null: the journal does not know. `geometry` is kept
  // for it.
  std::shared_ptr<const project::HistoryRows> past;
  std::vector<geometry::GeometryPtr> geometry;
  std::optional<Resumed> resumed;  // none where something is wrong with them, or records are missing
};
// Reads, and changes nothing: it may be done again, or be interrupted at any point. Records count by their sequence
// numbers and checksums; it stops before an edit that cannot be done again or leads to another world than it did.
// Where no state is whole, or geometry of it is gone, the file of the document is asked for it; else it starts from
// what is left of the newest, and does the edits that still can be done. The notes tell which. DATA_LOSS when there is
// no state to start from.
Result<Recovered> recover(project::Vfs& vfs, const Claim& claim, geometry::GeometryStore& store,
                          const RecoverOptions& options = {}, const Progress& progress = {});

}  // namespace ww::journal
