// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <deque>
#include <list>
#include <mutex>

#include "core/session/session.h"

namespace ww::session {

// The insides of WorldSession. A change goes: lock `writer`; look at the world; make the next one;
// under `reader`, which is held for the exchange only, publish and record; tell the observers.
struct WorldSession::Impl {
  struct Entry : HistoryEntry {
    std::string coalesce_key;
    bool is_stream = false;
    std::size_t bytes = 0;  // of its first batch
  };
  using Entries = std::deque<Entry>;

  // A next world and how the history is to call it.
  struct Next {
    world::WorldPtr world;
    const CommitRequest* request = nullptr;  // null: by commitWorld, never joined with others
    Phrase label;
    std::string author;
    std::uint64_t first_id = 0;
  };

  Clock clock;
  std::shared_ptr<geometry::GeometryStore> store;
  std::uint64_t serial = 0;  // the order in which two sessions are locked
  // Held while the world changes and observers are told: changes are seen one at a time, in order.
  std::recursive_mutex writer;
  mutable std::mutex reader;  // guards what follows; never held while working
  Snapshot current;
  Entries entries;
  std::size_t position = 0;
  std::size_t limit = 10'000, bytes_limit = std::size_t{1} << 30;
  std::uint64_t next_entry = 1;
  std::uint64_t highest_id = 0;  // ids of undone branches are not given again
  bool telling = false;

  std::mutex observers_mutex;
  std::list<std::shared_ptr<Observer>> observers;

  std::atomic<std::uint64_t> swaps{0}, accounted{0};

  Snapshot now() const {
    const std::lock_guard lock(reader);
    return current;
  }

  // The world to start an edit from; under `writer`. ABORTED when the base has gone.
  Result<Snapshot> begin(const std::optional<std::uint64_t>& base_revision) const;
  // The only function that replaces the world; under `reader`.
  void exchange(world::WorldPtr world);
  Snapshot swapIn(world::WorldPtr world);
  // Replaces the world and records it; under `reader`. What is forgotten is given back, to be destroyed
  // when the lock is gone.
  Entries publish(Next next, const Snapshot& before);
  // Entries of a past, behind those that there are; under `reader`.
  void append(const std::vector<PastEntry>& past);
  void tell(Change change, bool with_diff);
  Result<std::string> step(bool back);  // fails as undo()
  // The world itself, or one that starts new ids above all that this session has given.
  world::WorldPtr adopted(const world::WorldPtr& world) const;

  static std::string labelOf(const Entry& entry);

 private:
  bool coalesces(const CommitRequest& request, const Snapshot& before,
                 std::chrono::system_clock::time_point time) const;
  void join(Entry& last, const Next& next, std::chrono::system_clock::time_point time);
  std::size_t excess() const;
  Entries trim();
};

}  // namespace ww::session
