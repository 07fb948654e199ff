// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_cache.h"

#include <algorithm>

#include "core/base/hash.h"
#include "core/world/values/diff.h"

namespace ww::rpc {

namespace {

// A rename can make a request mean another node.
bool sameObject(const world::ObjectChange& change) {
  if (!change.before || !change.after) return false;
  const unsigned what = world::whatChanged(*change.before, *change.after);
  return (what & world::kNameChanged) == 0 && !((what & world::kContentChanged) && change.after->isKinematic());
}

// One that comes to an object may become its tool.
bool sameFrame(const world::FrameChange& change) {
  if (!change.before) return change.after->object == world::kRootObject;
  return change.after && change.before->name == change.after->name;
}

// What decides how fast a plan is, and not only whether it holds: limits of joints, and what an object with joints says
// of itself, its Cartesian limits among it. With those raised an old plan is sound, and too slow.
bool sameLimits(const world::World& before, const world::World& now) {
  return std::ranges::all_of(world::diff(before, now).objects, [](const world::ObjectChange& change) {
    if (!change.before || !change.after) return true;
    const unsigned what = world::whatChanged(*change.before, *change.after);
    return (what & world::kLimitsChanged) == 0 && !((what & world::kContentChanged) && change.after->isKinematic());
  });
}

}  // namespace

std::string PlanCache::hashOf(const Key& key) { return toHex(sha256(key.request)); }

bool PlanCache::holdsFor(const Key& before, const Key& now) {
  // By owner: a session that has gone is not the one that now lies at its address.
  if (before.session.owner_before(now.session) || now.session.owner_before(before.session)) return false;
  if (before.request != now.request) return false;
  if (before.world == now.world) return true;
  const world::WorldDiff diff = world::diff(*before.world, *now.world);
  return !world::affectsMotion(diff) && std::ranges::all_of(diff.objects, sameObject) &&
         std::ranges::all_of(diff.frames, sameFrame);
}

PlanCache::Entries::iterator PlanCache::findEntry(const std::string& hash, const Key& key) {
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it)
    if (holdsFor(it->second->key, key)) return it->second;
  return entries_.end();
}

std::size_t PlanCache::Entry::bytes() const {
  std::size_t sum = answer.size() + key.request.size();
  for (const std::string& note : notes) sum += note.size();
  return sum;
}

bool PlanCache::find(const Key& key, google::protobuf::Message& out, std::vector<std::string>& notes) {
  const std::string hash = hashOf(key);
  const std::lock_guard lock(mutex_);
  const auto it = findEntry(hash, key);
  if (it == entries_.end()) return false;
  entries_.splice(entries_.begin(), entries_, it);
  notes = it->notes;
  return out.ParseFromString(it->answer);
}

bool PlanCache::findOther(const Key& key, google::protobuf::Message& out) const {
  const std::lock_guard lock(mutex_);
  for (const Entry& entry : entries_) {
    const bool same = !entry.key.session.owner_before(key.session) && !key.session.owner_before(entry.key.session);
    if (same && entry.key.request == key.request && sameLimits(*entry.key.world, *key.world))
      return out.ParseFromString(entry.answer);
  }
  return false;
}

void PlanCache::add(const Key& key, const google::protobuf::Message& answer, std::vector<std::string> notes) {
  const std::string hash = hashOf(key);
  Entry entry{key, answer.SerializeAsString(), std::move(notes)};
  const std::size_t size = entry.bytes();
  if (size > kMaxBytes / 4) return;
  const std::lock_guard lock(mutex_);
  // Nobody asks for those of deleted worlds any more.
  for (auto it = entries_.begin(); it != entries_.end();) {
    const auto next = std::next(it);
    if (it->key.session.expired()) erase(it);
    it = next;
  }
  if (const auto old = findEntry(hash, key); old != entries_.end()) erase(old);
  entries_.push_front(std::move(entry));
  by_hash_.emplace(hash, entries_.begin());
  bytes_ += size;
  while (entries_.size() > kMaxEntries || bytes_ > kMaxBytes) erase(std::prev(entries_.end()));
}

void PlanCache::erase(std::list<Entry>::iterator it) {
  bytes_ -= it->bytes();
  const auto [first, last] = by_hash_.equal_range(hashOf(it->key));
  for (auto at = first; at != last; ++at) {
    if (at->second != it) continue;
    by_hash_.erase(at);
    break;
  }
  entries_.erase(it);
}

void PlanCache::clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
  by_hash_.clear();
  bytes_ = 0;
}

std::size_t PlanCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace ww::rpc
