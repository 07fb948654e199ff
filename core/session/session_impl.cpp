// SPDX-License-Identifier: Apache-2.0
#include "core/session/session_impl.h"

#include <algorithm>
#include <iterator>

#include "core/session/failures.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {
namespace {

constexpr std::chrono::milliseconds kCoalesceWindow{1000};
constexpr std::size_t kLargeEdit = std::size_t{64} << 10;

}  // namespace

Result<Snapshot> WorldSession::Impl::begin(const std::optional<std::uint64_t>& base_revision) const {
  if (telling) return fail(failures::kObserverEdits);
  Snapshot before = now();
  if (base_revision && *base_revision != before.revision) return fail(failures::kWorldChanged);
  return before;
}

void WorldSession::Impl::exchange(world::WorldPtr world) {
  ++swaps;
  highest_id = std::max(highest_id, world->nextId());
  current = {std::move(world), current.revision + 1, clock()};
}

Snapshot WorldSession::Impl::swapIn(world::WorldPtr world) {
  const std::lock_guard lock(reader);
  exchange(std::move(world));
  return current;
}

world::WorldPtr WorldSession::Impl::adopted(const world::WorldPtr& world) const {
  if (world->nextId() >= highest_id) return world;
  world::WorldData data = world->data();
  data.next_id = highest_id;
  return std::make_shared<const world::World>(std::move(data));
}

bool WorldSession::Impl::coalesces(const CommitRequest& request, const Snapshot& before,
                                   std::chrono::system_clock::time_point time) const {
  if (request.coalesce_key.empty() || position == 0 || position != entries.size()) return false;
  const Entry& last = entries.back();
  if (last.coalesce_key.empty() || last.author != request.author || last.after != before.world ||
      last.is_stream != request.is_stream) {
    return false;
  }
  const bool same_key = last.coalesce_key == request.coalesce_key, soon = time - last.time <= kCoalesceWindow;
  return request.is_stream ? same_key || soon : same_key && soon;
}

void WorldSession::Impl::join(Entry& last, const Next& next, std::chrono::system_clock::time_point time) {
  last.edits = last.edits.with(next.request->edits, next.first_id, last.before, next.world);
  last.after = next.world;
  last.time = time;
  if (last.coalesce_key == next.request->coalesce_key) return;
  last.coalesce_key = next.request->coalesce_key;
  if (!next.request->stream_label.empty()) last.label = next.request->stream_label;
}

// How many of the oldest entries there is no room for.
std::size_t WorldSession::Impl::excess() const {
  if (entries.size() > limit + limit / 10) return entries.size() - limit;
  if (entries.back().bytes < kLargeEdit) return 0;
  std::size_t newer = entries.size(), bytes = 0;
  while (newer > 0 && bytes + entries[newer - 1].bytes <= bytes_limit) bytes += entries[--newer].bytes;
  return std::min(newer, entries.size() - 1);
}

WorldSession::Impl::Entries WorldSession::Impl::trim() {
  Entries forgotten;
  const std::size_t too_many = excess();
  if (too_many == 0) return forgotten;
  const auto end = entries.begin() + static_cast<std::ptrdiff_t>(too_many);
  std::move(entries.begin(), end, std::back_inserter(forgotten));
  entries.erase(entries.begin(), end);
  position -= too_many;
  return forgotten;
}

WorldSession::Impl::Entries WorldSession::Impl::publish(Next next, const Snapshot& before) {
  exchange(next.world);
  const auto time = current.time;
  if (next.request && coalesces(*next.request, before, time)) {
    join(entries.back(), next, time);
    return {};
  }
  Entries forgotten(std::make_move_iterator(entries.begin() + static_cast<std::ptrdiff_t>(position)),
                    std::make_move_iterator(entries.end()));
  entries.resize(position);
  Entry entry;
  entry.id = next_entry++;
  entry.label = std::move(next.label);
  entry.author = std::move(next.author);
  entry.time = time;
  entry.before = before.world;
  entry.after = next.world;
  entry.edits =
      next.request ? EntryEdits(next.request->edits, next.first_id) : EntryEdits::difference(before.world, next.world);
  if (next.request) {
    entry.coalesce_key = next.request->coalesce_key;
    entry.is_stream = next.request->is_stream;
    entry.bytes = next.request->edits->ByteSizeLong();
  }
  entries.push_back(std::move(entry));
  position = entries.size();
  Entries oldest = trim();
  std::move(oldest.begin(), oldest.end(), std::back_inserter(forgotten));
  return forgotten;
}

void WorldSession::Impl::append(const std::vector<PastEntry>& past) {
  for (const PastEntry& one : past) {
    Entry entry;
    entry.id = next_entry++;
    entry.label = one.label;
    entry.author = one.author;
    entry.time = one.time;
    entry.before = one.before;
    entry.after = one.after;
    entry.edits = EntryEdits::difference(one.before, one.after);
    highest_id = std::max({highest_id, one.before->nextId(), one.after->nextId()});
    entries.push_back(std::move(entry));
  }
}

void WorldSession::Impl::tell(Change change, bool with_diff) {
  ++accounted;
  std::vector<std::shared_ptr<Observer>> list;
  {
    const std::lock_guard lock(observers_mutex);
    list.assign(observers.begin(), observers.end());
  }
  if (list.empty()) return;
  if (!with_diff) {
    change.diff = world::diff(*change.before.world, *change.after.world);
    change.edits = EntryEdits::difference(change.before.world, change.after.world);
  }
  telling = true;
  for (const auto& observer : list) (*observer)(change);
  telling = false;
}

Result<std::string> WorldSession::Impl::step(bool back) {
  const std::lock_guard lock(writer);
  WW_ASSIGN(const Snapshot before, begin({}));
  Entry entry;
  Snapshot after;
  {
    const std::lock_guard read(reader);
    if (back ? position == 0 : position == entries.size()) {
      return fail(back ? failures::kNothingToUndo : failures::kNothingToRedo);
    }
    entry = entries[back ? position - 1 : position];
    position = back ? position - 1 : position + 1;
    exchange(back ? entry.before : entry.after);
    after = current;
  }
  std::string label = labelOf(entry);
  tell({back ? Change::Kind::kUndo : Change::Kind::kRedo, before, after, {}, entry.label, entry.author, {}, entry.id},
       false);
  return label;
}

std::string WorldSession::Impl::labelOf(const Entry& entry) {
  const std::string label = plain(entry.label);
  return entry.author.empty() ? label : label + " by " + entry.author;
}

}  // namespace ww::session
