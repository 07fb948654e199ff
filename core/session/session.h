// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/phrase.h"
#include "core/session/entry_edits.h"
#include "core/world/updates/edits.h"
#include "core/world/values/diff.h"
#include "core/world/values/world.h"

class TestSession;

namespace ww::session {

using Clock = std::function<std::chrono::system_clock::time_point()>;

struct Snapshot {
  world::WorldPtr world;
  std::uint64_t revision = 0;                    // grows with every change, undo and redo included
  std::chrono::system_clock::time_point time{};  // of the last change
};

// What is to be done, by whom. Edits must be made for the world of `base_revision` if that is set.
struct CommitRequest {
  Phrase label;  // "Move gripper", for the history
  std::shared_ptr<const worldwright::v1::Edits> edits;
  std::string author;  // empty: the user of this program
  std::optional<std::uint64_t> base_revision;
  // Edits of one author with the same key within a second become one history entry.
  std::string coalesce_key;
  // A client sends these again and again (asClientEdit sets it): the same key joins the entry however
  // long ago the last one came, another key within a second. Then the entry is called `stream_label`.
  bool is_stream = false;
  Phrase stream_label;
};

// A world to be put in the place of the current one, by whom.
struct WorldCommit {
  Phrase label;
  std::string author;
  std::optional<std::uint64_t> base_revision;
};
using MakeWorld = std::function<Result<world::World>(const world::World& now)>;

struct HistoryEntry {
  std::uint64_t id = 0;  // never reused in this session
  Phrase label;
  std::string author;
  std::chrono::system_clock::time_point time;
  EntryEdits edits;  // replays this entry
  world::WorldPtr before, after;
};

// An entry that was made before: in another session of the same world, or on a branch that was left. It gets a new id.
struct PastEntry {
  Phrase label;
  std::string author;
  std::chrono::system_clock::time_point time{};
  world::WorldPtr before, after;
};
// What can be undone and redone in a world. Each entry begins with the very value that the one before it ends with.
struct Past {
  std::vector<PastEntry> entries;
  std::size_t position = 0;  // entries before this one are done
};

// The worlds around a commit; equal when it changed nothing.
struct Committed {
  Snapshot before, after;
};

// Told to observers, in the order of revisions.
struct Change {
  enum class Kind { kCommit, kUndo, kRedo, kReplace };
  Kind kind = Kind::kCommit;
  Snapshot before, after;
  world::WorldDiff diff;
  Phrase label;
  std::string author;
  EntryEdits edits = {};    // replays this change alone; made when somebody asks
  std::uint64_t entry = 0;  // of the history; changes that were joined have the same. 0 when the history is gone
  Phrase entry_label = {};  // of that entry, other than `label` in a stream over several things; empty: the same
};
using Observer = std::function<void(const Change&)>;

// The one place where a world changes. Thread-safe: readers take a snapshot and never wait for a
// commit's work. Observers are called on the committing thread, one change at a time.
class WorldSession {
 public:
  WorldSession(world::World initial, std::shared_ptr<geometry::GeometryStore> store, Clock clock = {});
  ~WorldSession();

  Snapshot snapshot() const;
  geometry::GeometryStore& store() const { return *store_; }
  std::shared_ptr<geometry::GeometryStore> sharedStore() const { return store_; }

  // The new revision; the old one when nothing changed (then there is no history entry). ABORTED when
  // base_revision has gone.
  Result<std::uint64_t> commit(const CommitRequest& request);
  // The same (ABORTED, too), with the worlds just before and after it: those of this commit, whatever follows.
  Result<Committed> commitAndSee(const CommitRequest& request);
  // Puts what `make` gives in the place of the world, as one entry that can be undone: pointer copies
  // beside what `make` does. Nobody else changes the world meanwhile. Nothing is left when it fails, or
  // gives the same world.
  Result<Committed> commitWorld(const WorldCommit& commit, const MakeWorld& make);
  // The worlds of two sessions change places: one entry in each, pointer copies, both or none.
  static Status swapWorlds(WorldSession& a, WorldSession& b, const WorldCommit& of_a, const WorldCommit& of_b);
  // Both as they were at one moment.
  static std::pair<Snapshot, Snapshot> snapshots(const WorldSession& a, const WorldSession& b);
  // What a commit would give, new ids included, without committing. Fails as it would.
  Result<world::World> preview(const worldwright::v1::Edits& edits) const;

  // FAILED_PRECONDITION when there is nothing to undo or redo. The label of what was undone or redone.
  Result<std::string> undo();
  Result<std::string> redo();
  // Undo or redo until `position` entries are done. Fails so, too.
  Status goTo(std::size_t position);
  bool canUndo() const;
  bool canRedo() const;
  std::string undoLabel() const;  // "" when there is nothing; names another author
  std::string redoLabel() const;
  // The same in parts, for other languages.
  struct StepName {
    Phrase label;
    std::string author;
  };
  StepName undoName() const;
  StepName redoName() const;

  struct History {
    std::vector<HistoryEntry> entries;
    std::size_t position = 0;  // entries before this one are done
  };
  History history() const;
  // What somebody needs who followed the history up to the entry with this id: the entries from it on.
  // Ids grow along the history, and only its last entry ever changes.
  struct HistoryTail {
    std::vector<HistoryEntry> entries;
    std::uint64_t first_id = 0;  // of the oldest entry that is kept; 0: there is none
    std::size_t size = 0, position = 0;
  };
  HistoryTail historyFrom(std::uint64_t id) const;
  // Above this number the oldest entries are forgotten, a tenth of them at a time. Each entry costs the
  // size of its edit: a few kilobytes for a move. At least 1; 10,000 unless set.
  void setHistoryLimit(std::size_t entries);
  // The same for the size of large edits (of more than 64 KiB each) together; 1 GiB unless set. The
  // newest entry is kept whatever its size.
  void setHistoryBytes(std::size_t bytes);

  // Replaces the world (open, new): the history is gone.
  void replace(world::World world);
  // The same, with what was done before there. A past that does not lead to this very value is left out.
  void replace(world::WorldPtr world, const Past& past);
  // Puts other entries in the place of those that can be redone. ABORTED when the first does not begin with the world
  // as it is now.
  Status setRedo(const std::vector<PastEntry>& entries);

  // Returns a token; observing ends when it is destroyed.
  using Subscription = std::shared_ptr<void>;
  [[nodiscard]] Subscription observe(Observer observer);

  // Changes of the world since the start, and how many of them came through commit, undo, redo and
  // replace. A test compares the two.
  std::uint64_t worldSwaps() const;
  std::uint64_t accountedSwaps() const;

 private:
  // Changes the world past the door, so that a test can show that the counters tell.
  friend class ::TestSession;
  void swapPastTheDoor(world::World world);

  struct Impl;
  std::shared_ptr<geometry::GeometryStore> store_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::session
