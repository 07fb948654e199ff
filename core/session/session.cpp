// SPDX-License-Identifier: Apache-2.0
#include "core/session/session.h"

#include <algorithm>
#include <iterator>

#include "core/session/failures.h"
#include "core/session/session_impl.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

using std::chrono::system_clock;

system_clock::time_point lastUpdateOf(const world::World& world, const Clock& clock) {
  const auto& record = *world.data().record;
  if (!record.has_last_update()) return clock();
  const auto since =
      std::chrono::seconds(record.last_update().seconds()) + std::chrono::nanoseconds(record.last_update().nanos());
  return system_clock::time_point(std::chrono::duration_cast<system_clock::duration>(since));
}

std::uint64_t nextSerial() {
  static std::atomic<std::uint64_t> serial{0};
  return ++serial;
}

// The same value, not only the same content: nothing is compared.
bool same(const world::World& a, const world::World& b) {
  const world::WorldData &x = a.data(), &y = b.data();
  return x.objects.sharesAllWith(y.objects) && x.frames.sharesAllWith(y.frames) &&
         x.collision_settings == y.collision_settings && x.record == y.record;
}

template <typename List>
bool sameList(const List& x, const List& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const auto& one, const auto& other) {
    return one.SerializeAsString() == other.SerializeAsString();
  });
}

// What edits change of the whole world and a difference of worlds does not tell: rules that are switched off, programs.
bool sameRecord(const world::World& a, const world::World& b) {
  const auto &x = *a.data().record, &y = *b.data().record;
  if (&x == &y) return true;
  return sameList(x.switched_off_rules(), y.switched_off_rules()) && sameList(x.programs(), y.programs()) &&
         sameList(x.program_plans(), y.program_plans());
}

// Whether each entry follows the one before it, and the world stands where it says.
bool leadsTo(const Past& past, const world::WorldPtr& world) {
  const auto& all = past.entries;
  if (past.position > all.size()) return false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].before || !all[i].after) return false;
    if (i > 0 && all[i].before != all[i - 1].after) return false;
  }
  if (all.empty()) return true;
  return past.position == 0 ? all.front().before == world : all[past.position - 1].after == world;
}

}  // namespace

WorldSession::WorldSession(world::World initial, std::shared_ptr<geometry::GeometryStore> store, Clock clock)
    : store_(std::move(store)), impl_(std::make_unique<Impl>()) {
  impl_->clock = clock ? std::move(clock) : Clock([] { return system_clock::now(); });
  impl_->store = store_;
  impl_->serial = nextSerial();
  impl_->highest_id = initial.nextId();
  const auto time = lastUpdateOf(initial, impl_->clock);
  impl_->current = {std::make_shared<const world::World>(std::move(initial)), 1, time};
}

WorldSession::~WorldSession() = default;

Snapshot WorldSession::snapshot() const { return impl_->now(); }

std::pair<Snapshot, Snapshot> WorldSession::snapshots(const WorldSession& a, const WorldSession& b) {
  if (&a == &b) return {a.snapshot(), a.snapshot()};
  const std::scoped_lock lock(a.impl_->reader, b.impl_->reader);
  return {a.impl_->current, b.impl_->current};
}

Result<world::World> WorldSession::preview(const worldwright::v1::Edits& edits) const {
  const world::WorldPtr base = [this] {
    const std::lock_guard read(impl_->reader);
    return impl_->adopted(impl_->current.world);
  }();
  return world::apply(*base, edits, *store_);
}

Result<std::uint64_t> WorldSession::commit(const CommitRequest& request) {
  WW_ASSIGN(const Committed done, commitAndSee(request));
  return done.after.revision;
}

Result<Committed> WorldSession::commitAndSee(const CommitRequest& request) {
  if (!request.edits) return fail(failures::kNothingToCommit);
  const std::lock_guard lock(impl_->writer);
  WW_ASSIGN(const Snapshot before, impl_->begin(request.base_revision));
  // Pinned, so that a replay of the history gives the same ids.
  const world::WorldPtr base = impl_->adopted(before.world);
  const std::uint64_t first_id = std::max(request.edits->first_id(), base->nextId());
  WW_ASSIGN(world::World next, world::apply(*base, *request.edits, *store_));
  Change change{Change::Kind::kCommit, before, before, world::diff(*before.world, next), request.label, request.author};
  if (change.diff.empty() && sameRecord(next, *before.world)) return Committed{before, before};
  Impl::Entries forgotten;
  {
    const std::lock_guard read(impl_->reader);
    forgotten = impl_->publish(
        {std::make_shared<const world::World>(std::move(next)), &request, request.label, request.author, first_id},
        before);
    change.after = impl_->current;
    change.entry = impl_->entries.back().id;
    change.entry_label = impl_->entries.back().label;
  }
  change.edits = EntryEdits(request.edits, first_id);
  const Committed done{before, change.after};
  impl_->tell(std::move(change), true);
  return done;
}

Result<Committed> WorldSession::commitWorld(const WorldCommit& commit, const MakeWorld& make) {
  const std::lock_guard lock(impl_->writer);
  WW_ASSIGN(const Snapshot before, impl_->begin(commit.base_revision));
  WW_ASSIGN(world::World made, make(*before.world));
  if (same(made, *before.world)) return Committed{before, before};
  world::WorldPtr next = impl_->adopted(std::make_shared<const world::World>(std::move(made)));
  Snapshot after;
  std::uint64_t entry = 0;
  Impl::Entries forgotten;
  {
    const std::lock_guard read(impl_->reader);
    forgotten = impl_->publish({std::move(next), nullptr, commit.label, commit.author, 0}, before);
    after = impl_->current;
    entry = impl_->entries.back().id;
  }
  impl_->tell({Change::Kind::kCommit, before, after, {}, commit.label, commit.author, {}, entry}, false);
  return Committed{before, after};
}

Status WorldSession::swapWorlds(WorldSession& a, WorldSession& b, const WorldCommit& of_a, const WorldCommit& of_b) {
  if (&a == &b) return okStatus();
  Impl &ia = *a.impl_, &ib = *b.impl_;
  const std::lock_guard first(ia.serial < ib.serial ? ia.writer : ib.writer);
  const std::lock_guard second(ia.serial < ib.serial ? ib.writer : ia.writer);
  WW_ASSIGN(const Snapshot before_a, ia.begin(of_a.base_revision));
  WW_ASSIGN(const Snapshot before_b, ib.begin(of_b.base_revision));
  if (same(*before_a.world, *before_b.world)) return okStatus();
  Snapshot after_a, after_b;
  std::uint64_t entry_a = 0, entry_b = 0;
  Impl::Entries forgotten_a, forgotten_b;
  {
    const std::scoped_lock read(ia.reader, ib.reader);
    forgotten_a = ia.publish({ia.adopted(before_b.world), nullptr, of_a.label, of_a.author, 0}, before_a);
    forgotten_b = ib.publish({ib.adopted(before_a.world), nullptr, of_b.label, of_b.author, 0}, before_b);
    after_a = ia.current;
    after_b = ib.current;
    entry_a = ia.entries.back().id;
    entry_b = ib.entries.back().id;
  }
  ib.telling = true;  // an observer of the one must not change the other before that one's observers know
  ia.tell({Change::Kind::kCommit, before_a, after_a, {}, of_a.label, of_a.author, {}, entry_a}, false);
  ib.telling = false;
  ib.tell({Change::Kind::kCommit, before_b, after_b, {}, of_b.label, of_b.author, {}, entry_b}, false);
  return okStatus();
}

Result<std::string> WorldSession::undo() { return impl_->step(true); }
Result<std::string> WorldSession::redo() { return impl_->step(false); }

Status WorldSession::goTo(std::size_t wanted) {
  const std::lock_guard lock(impl_->writer);
  if (wanted > impl_->entries.size())
    return fail(failures::kNoSuchEntry, {{"count", arg::Count{impl_->entries.size()}}, {"wanted", arg::Count{wanted}}});
  while (impl_->position != wanted) WW_TRY(impl_->step(impl_->position > wanted).status());
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

WorldSession::StepName WorldSession::undoName() const {
  const std::lock_guard lock(impl_->reader);
  if (impl_->position == 0) return {};
  const HistoryEntry& entry = impl_->entries[impl_->position - 1];
  return {entry.label, entry.author};
}

WorldSession::StepName WorldSession::redoName() const {
  const std::lock_guard lock(impl_->reader);
  if (impl_->position == impl_->entries.size()) return {};
  const HistoryEntry& entry = impl_->entries[impl_->position];
  return {entry.label, entry.author};
}

WorldSession::HistoryTail WorldSession::historyFrom(std::uint64_t id) const {
  const std::lock_guard lock(impl_->reader);
  const auto& all = impl_->entries;
  const auto from = std::lower_bound(all.begin(), all.end(), id,
                                     [](const HistoryEntry& entry, std::uint64_t wanted) { return entry.id < wanted; });
  return {{from, all.end()}, all.empty() ? 0 : all.front().id, all.size(), impl_->position};
}

WorldSession::History WorldSession::history() const {
  const std::lock_guard lock(impl_->reader);
  return {{impl_->entries.begin(), impl_->entries.end()}, impl_->position};
}

void WorldSession::setHistoryLimit(std::size_t entries) {
  const std::lock_guard lock(impl_->reader);
  impl_->limit = std::max<std::size_t>(entries, 1);
}

void WorldSession::setHistoryBytes(std::size_t bytes) {
  const std::lock_guard lock(impl_->reader);
  impl_->bytes_limit = bytes;
}

void WorldSession::replace(world::World world) { replace(std::make_shared<const world::World>(std::move(world)), {}); }

void WorldSession::replace(world::WorldPtr world, const Past& past) {
  const std::lock_guard lock(impl_->writer);
  const bool leads_here = leadsTo(past, world);
  Impl::Entries forgotten;
  Snapshot before, after;
  {
    const std::lock_guard read(impl_->reader);
    forgotten.swap(impl_->entries);
    impl_->position = 0;
    impl_->highest_id = 0;
    if (leads_here) {
      impl_->append(past.entries);
      impl_->position = past.position;
    }
    before = impl_->current;
    impl_->exchange(std::move(world));
    after = impl_->current;
  }
  impl_->tell({Change::Kind::kReplace, before, after, {}, {}, {}}, false);
}

Status WorldSession::setRedo(const std::vector<PastEntry>& entries) {
  const std::lock_guard lock(impl_->writer);
  const Past past{entries, 0};
  Impl::Entries forgotten;
  const std::lock_guard read(impl_->reader);
  if (!leadsTo(past, impl_->current.world)) return fail(failures::kWorldChanged);
  const auto from = impl_->entries.begin() + static_cast<std::ptrdiff_t>(impl_->position);
  forgotten.assign(std::make_move_iterator(from), std::make_move_iterator(impl_->entries.end()));
  impl_->entries.resize(impl_->position);
  impl_->append(entries);
  return okStatus();
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
