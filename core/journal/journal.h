// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/journal/named.h"
#include "core/journal/recovery.h"
#include "core/session/session.h"

namespace ww::journal {

// The document that a session is of.
struct Document {
  std::string path;                 // of its file, absolute; empty: it has none
  std::string wish;                 // what a file of it may be called, without ending
  world::WorldPtr saved;            // what the file has, or what nobody would miss; null: nothing is saved
  std::string picture;              // PNG; empty: the one that is known
  bool is_lost = false;             // the file has `saved` no more: it is gone, damaged, or another world
  std::uint64_t names = kAllNames;  // the file has those of states up to this Named::change
};

using TellPast =
    std::function<std::shared_ptr<const project::HistoryRows>(const world::WorldPtr& world, std::uint64_t revision)>;

struct JournalOptions {
  std::chrono::milliseconds gather{40};  // changes that come within it are synced together
  // A new base is written when the log is larger than this and than the last base, or has this many records (more for
  // a large base), so that neither the files nor a recovery grow without bounds.
  std::uint64_t log_bytes = std::uint64_t{5} << 20;
  std::uint64_t log_records = 500;
  std::chrono::milliseconds retry{250};  // after a failure; doubled each time, up to forty times as long
  std::chrono::milliseconds look{5000};  // how often it is looked whether the files are still there
  std::function<void()> told;  // state() has changed; called from the journal's thread, which must not be kept
  // The history that leads to this world, as a file would have it, names and all: it goes with each base, so that what
  // a base swallows can be undone and is called what it was called. Null: nobody knows it now. What came after that
  // revision of the session is no part of it. Called from a thread of its own, one at a time, as long as the journal
  // lives. history::pastOf() is such a one.
  TellPast past;
};

struct JournalState {
  std::string id;       // empty until the journal has been made
  bool synced = false;  // a loss of power would lose nothing
  Status problem;       // why it cannot be synced; tried again by itself
};

// Keeps what is done in a session, from its world as it is now: each change is synced by a thread of its own, within
// 200 ms where the disk allows it. The thread that commits puts a few pointers into a queue. Ends with a world that is
// put there without history (WorldSession::replace): that is another document. Thread-safe.
class Journal {
 public:
  // A new journal below `root`. What it fails of is told by state().
  Journal(project::Vfs& vfs, std::string root, session::WorldSession& session, Document document,
          JournalOptions options = {});
  // Goes on with one that was recovered wholly, and whose world the session has. A crash leaves what was there before:
  // of its edits each can be skipped and undone as before, where its files are sound.
  Journal(project::Vfs& vfs, Claim claim, session::WorldSession& session, const Recovered& recovered,
          JournalOptions options = {});
  // What was done is synced once more, and stays to be recovered.
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  void saved(Document document);
  // Kept like an edit, and is none. Of a state without a world and a content hash nothing is kept.
  void named(Named named);
  // What people see of it where it is offered: a PNG of the world, small (project::isSmallPng), else it is dropped. It
  // is no change: nobody waits for it, and what it fails of is not told.
  void setPicture(std::string png);
  // All is saved, or nobody wants it: nothing more is kept, and the destructor removes what there is.
  void discard();
  JournalState state() const;
  // False after the time-out.
  bool waitSynced(std::chrono::milliseconds timeout);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::journal
