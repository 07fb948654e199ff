// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_cache.h"

#include "core/base/hash.h"

namespace ww::rpc {

std::string PlanCache::hashOf(const Key& key) {
  return toHex(sha256(std::to_string(key.revision) + "/" + key.request));
}

bool PlanCache::same(const Key& a, const Key& b) {
  // By owner: a session that has gone is not the one that now lies at its address.
  return !a.session.owner_before(b.session) && !b.session.owner_before(a.session) && a.revision == b.revision &&
         a.request == b.request;
}

std::size_t PlanCache::Entry::bytes() const {
  std::size_t sum = answer.size() + key.request.size();
  for (const std::string& note : notes) sum += note.size();
  return sum;
}

bool PlanCache::find(const Key& key, google::protobuf::Message& out, std::vector<std::string>& notes) {
  const std::string hash = hashOf(key);
  const std::lock_guard lock(mutex_);
  const auto it = by_hash_.find(hash);
  if (it == by_hash_.end() || !same(it->second->key, key)) return false;
  entries_.splice(entries_.begin(), entries_, it->second);
  notes = it->second->notes;
  return out.ParseFromString(it->second->answer);
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
  if (const auto old = by_hash_.find(hash); old != by_hash_.end()) erase(old->second);
  entries_.push_front(std::move(entry));
  by_hash_[hash] = entries_.begin();
  bytes_ += size;
  while (entries_.size() > kMaxEntries || bytes_ > kMaxBytes) erase(std::prev(entries_.end()));
}

void PlanCache::erase(std::list<Entry>::iterator it) {
  bytes_ -= it->bytes();
  by_hash_.erase(hashOf(it->key));
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
