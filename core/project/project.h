// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/geometry/store.h"
#include "core/project/vfs.h"
#include "core/project/view_state.h"
#include "core/world/values/world.h"

namespace ww::project {

struct Carried;  // save_plan.h

struct FileInfo {
  std::uint64_t format_version = 0;
  std::string name;            // of the world
  std::uint64_t revision = 0;  // saves so far
  std::string content_hash;    // as stored
  std::uint64_t file_bytes = 0;
  std::string rows_hash;         // changes with every change of the file; see SaveOptions::came_from
  std::size_t rows_written = 0;  // by a save
  bool is_newer = false;         // of a newer major version: read as far as this program knows it, and never written
  // What only a program of a newer minor version understands; null: nothing.
  std::shared_ptr<const Carried> foreign;
  // By a save: what was wrong with the file that stood there and was to be changed in place. It is kept as `path~`, and
  // a whole new one stands in its place. OK: nothing was.
  Status damage;
};

// A row of the history of a world, which stands beside it in its file; what it says is the business of core/history.
struct HistoryRow {
  std::int64_t id = 0;  // below kViewId (format.h)
  std::string bytes;
  bool operator==(const HistoryRow& other) const = default;
};
using HistoryRows = std::vector<HistoryRow>;  // by id

struct Loaded {
  world::World world;
  FileInfo info;
  ViewState view;       // of nodes that the world has
  HistoryRows history;  // as it stands there
};

// Opens a world file (hostile input): every row hash and the hash over all is checked, then the
// content hash and the invariants. NOT_FOUND, or DATA_LOSS naming what is damaged; FAILED_PRECONDITION for one of a
// newer major version that is no longer what this program knows.
Result<Loaded> load(Vfs& vfs, const std::string& path, geometry::GeometryStore& store, Progress progress = {});

// What people are to be told of a file of a newer major version: FAILED_PRECONDITION; OK for any other.
Status newerNote(const std::string& path, const FileInfo& info);

struct SaveOptions {
  std::string name;       // of the world; empty keeps the stored one or takes the file's stem
  std::string thumbnail;  // PNG bytes; empty keeps the stored one
  // How the world is looked at, without nodes that it does not have; none keeps what is stored.
  std::optional<ViewState> view;
  // Rows of the history: none keeps what is stored, an empty list takes it out, with its last traces: then a whole file
  // is written.
  std::shared_ptr<const HistoryRows> history;
  // FileInfo::rows_hash of the load or save that this world last had with this path. When the file
  // still has it, the save is in place; when not, another program changed the file, and it is kept as
  // `path~`. Empty: in place when at least half of the file's parts stay as they are.
  std::string came_from;
  // FileInfo::foreign of the file that this world was read from: it goes along into a file of its own. In place it
  // stays anyway.
  std::shared_ptr<const Carried> foreign;
  bool whole = false;  // write a whole new file, without what is no longer used ("Save As")
};
// The first save to a path (or over another world) writes beside it, syncs, reopens, compares the
// content hash, renames, syncs the folder and keeps the old file as `path~`. Saving again what came
// from this file changes rows in place, in one transaction. Either wholly, or it fails and nothing has changed.
Result<FileInfo> save(Vfs& vfs, const std::string& path, const world::World& world,
                      const geometry::GeometryStore& store, const SaveOptions& options = {}, Progress progress = {});

struct Verification {
  bool ok = false;
  std::string content_hash;
  std::vector<std::string> problems;
  Status unreadable;  // why no row at all could be read: no world, or its first pages are damaged
};
// Integrity of the file and invariants of the world. Fails only when the file cannot be read at all.
Result<Verification> verify(Vfs& vfs, const std::string& path);
// The rows of a file, each against its hash, and all against the hash over all, without making a world of them.
struct RowCheck {
  std::string rows_hash;  // FileInfo::rows_hash; empty: there is none
  Status damage;          // DATA_LOSS, as load() tells it; OK: all are sound
};
// Costs reading the file once, and no memory for its geometry. Fails when it cannot be read: NOT_FOUND; UNAVAILABLE
// while others are at it; FAILED_PRECONDITION for one of a newer major version.
Result<RowCheck> checkRows(Vfs& vfs, const std::string& path);
// What is kept of the rows of a history that is otherwise sound; what is not goes to `lost`.
using HistorySieve = std::function<HistoryRows(const HistoryRows& rows, std::vector<Status>& lost)>;
// Every intact object whose parents and geometry are intact goes to `out`, which must be another path;
// the list of what is lost, each by its title. DATA_LOSS when the file holds no part at all.
Result<std::vector<Status>> repair(Vfs& vfs, const std::string& path, const std::string& out,
                                   const HistorySieve& sieve = {});

// The rows of the history as they stand in the file, without a look at the rest. Fails as load() does.
Result<HistoryRows> storedHistory(Vfs& vfs, const std::string& path);
// FileInfo::rows_hash as the file has it now, without a look at the rows themselves. Fails as load() does.
Result<std::string> storedRowsHash(Vfs& vfs, const std::string& path);
// FileInfo::content_hash in the same way; empty where an older version of the program made it, by another rule.
Result<std::string> storedContentHash(Vfs& vfs, const std::string& path);

// The stored PNG; empty when there is none. Fails as load() does.
Result<std::string> thumbnail(Vfs& vfs, const std::string& path);

}  // namespace ww::project
