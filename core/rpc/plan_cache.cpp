// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/plan_cache.h"

#include "core/base/hash.h"

namespace ww::rpc {

std::string PlanCache::hashOf(const Key& key) { return toHex(sha256(std::to_string(key.revision) + "/" + key.request)); }

bool PlanCache::same(const Key& a, const Key& b) {
  // By owner: a session that has gone is not the one that now lies at its address.
  return !a.session.owner_before(b.session) && !b.session.owner_before(a.session) && a.revision == b.revision && a.request == b.request;
}

bool PlanCache::find(const Key& key, google::protobuf::Message& out) {
  const std::string hash = hashOf(key);
  const std::lock_guard lock(mutex_);
  const auto it = by_hash_.find(hash);
  if (it == by_hash_.end() || !same(it->second->key, key)) return false;
  entries_.splice(entries_.begin(), entries_, it->second);
  return out.ParseFromString(it->second->answer);
}

void PlanCache::add(const Key& key, const google::protobuf::Message& answer) {
  const std::string hash = hashOf(key);
  Entry entry{key, answer.SerializeAsString()};
  const std::size_t size = entry.answer.size() + entry.key.request.size();
  if (size > kMaxBytes / 4) return;
  const std::lock_guard lock(mutex_);
  if (const auto old = by_hash_.find(hash); old != by_hash_.end()) erase(old->second);
  entries_.push_front(std::move(entry));
  by_hash_[hash] = entries_.begin();
  bytes_ += size;
  while (entries_.size() > kMaxEntries || bytes_ > kMaxBytes) erase(std::prev(entries_.end()));
}

void PlanCache::erase(std::list<Entry>::iterator it) {
  bytes_ -= it->answer.size() + it->key.request.size();
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
