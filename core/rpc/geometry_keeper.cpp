// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/geometry_keeper.h"

#include <algorithm>

#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

// What it takes in memory: the bytes that the store keeps, and the mesh made of them.
std::size_t bytesOf(const geometry::Geometry& g, const geometry::GeometryStore& store) {
  const auto kept = store.bytes(g.ref);
  return (kept ? kept->size() : 0) + g.mesh->vertices.size() * sizeof(Vec3) +
         g.mesh->triangles.size() * sizeof(geometry::Triangle);
}

// Held by more than the store and the keeper.
bool usedElsewhere(const geometry::GeometryPtr& geometry) { return geometry.use_count() > 2; }

}  // namespace

GeometryKeeper::GeometryKeeper(std::shared_ptr<geometry::GeometryStore> store, KeeperLimits limits, Clock clock)
    : store_(std::move(store)),
      limits_(limits),
      clock_(clock ? std::move(clock) : [] { return std::chrono::steady_clock::now(); }) {}

void GeometryKeeper::sweep() {
  const auto oldest = clock_() - limits_.keep_unused;
  const std::size_t released = std::erase_if(held_, [&](const auto& entry) { return entry.second.used < oldest; });
  if (released > 0) store_->dropUnused();
}

std::size_t GeometryKeeper::unusedBytes() const {
  std::size_t out = 0;
  for (const auto& [ref, held] : held_) out += usedElsewhere(held.geometry) ? 0 : held.bytes;
  return out;
}

// What was last asked for longest ago goes first; never what the call itself brings.
void GeometryKeeper::makeRoom(std::size_t bytes, const std::set<std::string>& brought) {
  std::size_t unused = unusedBytes();
  if (unused + bytes <= limits_.max_bytes) return;
  std::vector<std::pair<std::chrono::steady_clock::time_point, std::string>> by_age;
  for (const auto& [ref, held] : held_) {
    if (!usedElsewhere(held.geometry) && !brought.contains(ref)) by_age.emplace_back(held.used, ref);
  }
  std::sort(by_age.begin(), by_age.end());
  for (const auto& [used, ref] : by_age) {
    if (unused + bytes <= limits_.max_bytes) break;
    const auto it = held_.find(ref);
    unused -= it->second.bytes;
    held_.erase(it);
  }
  store_->dropUnused();
}

Status GeometryKeeper::keep(const std::vector<geometry::GeometryPtr>& geometries) {
  const std::lock_guard lock(mutex_);
  sweep();
  std::size_t more = 0;
  std::set<std::string> brought;
  for (const auto& g : geometries) {
    if (brought.insert(g->ref).second && !held_.contains(g->ref)) more += bytesOf(*g, *store_);
  }
  if (more <= limits_.max_bytes) makeRoom(more, brought);
  if (unusedBytes() + more > limits_.max_bytes)
    return fail(failures::kKeeperFull, {{"most", arg::Bytes{limits_.max_bytes}}});
  for (const auto& g : geometries) held_[g->ref] = {g, bytesOf(*g, *store_), clock_()};
  return okStatus();
}

geometry::GeometryPtr GeometryKeeper::find(const std::string& ref) {
  geometry::GeometryPtr found = store_->find(ref);
  const std::lock_guard lock(mutex_);
  if (const auto it = held_.find(ref); it != held_.end()) it->second.used = clock_();
  return found;
}

std::size_t GeometryKeeper::size() const {
  const std::lock_guard lock(mutex_);
  return held_.size();
}

}  // namespace ww::rpc
