// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <algorithm>
#include <atomic>
#include <list>

#include "worldwright/v1/edits.pb.h"

namespace ww::session {
namespace {

constexpr std::chrono::milliseconds kCoalesceWindow{1000};

std::string authorOr(const std::string& author) { return author.empty() ? "you" : author; }

}  // namespace

struct WorldSession::Impl {
  struct Entry : HistoryEntry {
    std::string coalesce_key;
  };

  Clock clock;
  std::shared_ptr<geometry::GeometryStore> store;
  // Held while the world changes and observers are told: changes are seen one at a time, in order.
  std::recursive_mutex writer;
  mutable std::mutex reader;  // guards what follows; never held while working
  Snapshot current;
  std::vector<Entry> entries;
  std::size_t position = 0;
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

  // The only statement that replaces the world.
  Snapshot swapIn(world::WorldPtr world) {
    const std::lock_guard lock(reader);
    ++swaps;
    highest_id = std::max(highest_id, world->nextId());
    current = {std::move(world), current.revision + 1};
    return current;
  }

  void tell(Change::Kind kind, const Snapshot& before, const Snapshot& after, std::string label, std::string author) {
    ++accounted;
    std::vector<std::shared_ptr<Observer>> list;
    {
      const std::lock_guard lock(observers_mutex);
      list.assign(observers.begin(), observers.end());
    }
    if (list.empty()) return;
    const Change change{kind, before, after, world::diff(*before.world, *after.world), std::move(label), std::move(author)};
    telling = true;
    for (const auto& observer : list) (*observer)(change);
    telling = false;
  }

  bool coalesces(const CommitRequest& request, const Snapshot& before, std::chrono::system_clock::time_point time) const {
    if (request.coalesce_key.empty() || position == 0 || position != entries.size()) return false;
    const Entry& last = entries.back();
    return last.coalesce_key == request.coalesce_key && last.author == request.author &&
           time - last.time <= kCoalesceWindow && last.after == before.world;
  }

  void record(const CommitRequest& request, std::shared_ptr<const worldwright::v1::Edits> edits, const Snapshot& before,
              const Snapshot& after) {
    const std::lock_guard lock(reader);
    const auto time = clock();
    if (coalesces(request, before, time)) {
      Entry& last = entries.back();
      auto both = std::make_shared<worldwright::v1::Edits>(*last.edits);
      for (const auto& edit : edits->edits()) *both->add_edits() = edit;
      last.edits = std::move(both);
      last.after = after.world;
      last.time = time;
      return;
    }
    entries.resize(position);
    Entry entry;
    entry.id = next_entry++;
    entry.label = request.label;
    entry.author = request.author;
    entry.time = time;
    entry.edits = std::move(edits);
    entry.before = before.world;
    entry.after = after.world;
    entry.coalesce_key = request.coalesce_key;
    entries.push_back(std::move(entry));
    position = entries.size();
  }

  Result<std::string> step(bool back) {
    const std::lock_guard lock(writer);
    if (telling) return fail(Code::kFailedPrecondition, "the world cannot be changed by an observer of a change");
    Entry entry;
    {
      const std::lock_guard read(reader);
      if (back ? position == 0 : position == entries.size()) {
        return fail(Code::kFailedPrecondition, back ? "there is nothing to undo" : "there is nothing to redo");
      }
      entry = entries[back ? position - 1 : position];
      position = back ? position - 1 : position + 1;
    }
    const Snapshot before = now();
    const Snapshot after = swapIn(back ? entry.before : entry.after);
    tell(back ? Change::Kind::kUndo : Change::Kind::kRedo, before, after, entry.label, entry.author);
    return labelOf(entry);
  }

  static std::string labelOf(const Entry& entry) {
    return entry.author.empty() ? entry.label : entry.label + " by " + authorOr(entry.author);
  }
};

WorldSession::WorldSession(world::World initial, std::shared_ptr<geometry::GeometryStore> store, Clock clock)
    : store_(std::move(store)), impl_(std::make_unique<Impl>()) {
  impl_->clock = clock ? std::move(clock) : Clock([] { return std::chrono::system_clock::now(); });
  impl_->store = store_;
  impl_->highest_id = initial.nextId();
  impl_->current = {std::make_shared<const world::World>(std::move(initial)), 1};
}

WorldSession::~WorldSession() = default;

Snapshot WorldSession::snapshot() const { return impl_->now(); }

Result<world::World> WorldSession::preview(const worldwright::v1::Edits& edits) const {
  return world::apply(*snapshot().world, edits, *store_);
}

Result<std::uint64_t> WorldSession::commit(const CommitRequest& request) {
  WW_ASSIGN(const Committed done, commitAndSee(request));
  return done.after.revision;
}

Result<Committed> WorldSession::commitAndSee(const CommitRequest& request) {
  const std::lock_guard lock(impl_->writer);
  if (impl_->telling) return fail(Code::kFailedPrecondition, "the world cannot be changed by an observer of a change");
  if (!request.edits) return fail(Code::kInvalidArgument, "there is nothing to commit");
  const Snapshot before = snapshot();
  if (request.base_revision && *request.base_revision != before.revision) {
    return fail(Code::kAborted, "the world has changed since this edit was made").withHint("look at the world as it is now and try again");
  }
  // Pinned, so that a replay of the history gives the same ids.
  auto edits = std::make_shared<worldwright::v1::Edits>(*request.edits);
  edits->set_first_id(std::max({edits->first_id(), before.world->nextId(), impl_->highest_id}));
  WW_ASSIGN(world::World next, world::apply(*before.world, *edits, *store_));
  if (world::diff(*before.world, next).empty()) return Committed{before, before};
  const Snapshot after = impl_->swapIn(std::make_shared<const world::World>(std::move(next)));
  impl_->record(request, std::move(edits), before, after);
  impl_->tell(Change::Kind::kCommit, before, after, request.label, request.author);
  return Committed{before, after};
}

Result<std::string> WorldSession::undo() { return impl_->step(true); }
Result<std::string> WorldSession::redo() { return impl_->step(false); }

Status WorldSession::goTo(std::size_t wanted) {
  const std::lock_guard lock(impl_->writer);
  if (wanted > history().entries.size()) return fail(Code::kOutOfRange, "there is no such entry in the history");
  for (std::size_t at = history().position; at != wanted; at = history().position) {
    WW_TRY(impl_->step(at > wanted).status());
  }
  return okStatus();
}

bool WorldSession::canUndo() const {
  const std::lock_guard lock(impl_->reader);
  return impl_->position > 0;
}

bool WorldSession::canRedo() const {
  const std::lock_guard lock(impl_->reader);
  return impl_->position < impl_->entries.size();
}

std::string WorldSession::undoLabel() const {
  const std::lock_guard lock(impl_->reader);
  return impl_->position > 0 ? Impl::labelOf(impl_->entries[impl_->position - 1]) : std::string();
}

std::string WorldSession::redoLabel() const {
  const std::lock_guard lock(impl_->reader);
  return impl_->position < impl_->entries.size() ? Impl::labelOf(impl_->entries[impl_->position]) : std::string();
}

WorldSession::History WorldSession::history() const {
  const std::lock_guard lock(impl_->reader);
  return {{impl_->entries.begin(), impl_->entries.end()}, impl_->position};
}

void WorldSession::replace(world::World world) {
  const std::lock_guard lock(impl_->writer);
  const Snapshot before = snapshot();
  {
    const std::lock_guard read(impl_->reader);
    impl_->entries.clear();
    impl_->position = 0;
    impl_->highest_id = 0;
  }
  const Snapshot after = impl_->swapIn(std::make_shared<const world::World>(std::move(world)));
  impl_->tell(Change::Kind::kReplace, before, after, {}, {});
}

void WorldSession::swapPastTheDoor(world::World world) {
  impl_->swapIn(std::make_shared<const world::World>(std::move(world)));
}

WorldSession::Subscription WorldSession::observe(Observer observer) {
  auto held = std::make_shared<Observer>(std::move(observer));
  {
    const std::lock_guard lock(impl_->observers_mutex);
    impl_->observers.push_back(held);
  }
  Impl* impl = impl_.get();
  return {held.get(), [impl, held](void*) {
            const std::lock_guard writer(impl->writer);  // no call is under way once this returns
            const std::lock_guard lock(impl->observers_mutex);
            impl->observers.remove(held);
          }};
}

std::uint64_t WorldSession::worldSwaps() const { return impl_->swaps; }
std::uint64_t WorldSession::accountedSwaps() const { return impl_->accounted; }

}  // namespace ww::session
