// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/geometry/store.h"

namespace ww::rpc {

struct KeeperLimits {
  std::chrono::seconds keep_unused{3600};        // since it was made or last asked for
  std::size_t max_bytes = std::size_t{1} << 30;  // of what no world uses
};

// Holds geometry that clients made or imported, until a world does: a reference stays good for an hour after
// its last use, and as long as any world (or its history) holds the geometry. Thread-safe.
class GeometryKeeper {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  explicit GeometryKeeper(std::shared_ptr<geometry::GeometryStore> store, KeeperLimits limits = {}, Clock clock = {});

  // Where clients hold too much that no world uses, the oldest of it goes. RESOURCE_EXHAUSTED when these alone are too
  // much; then none of them is kept.
  Status keep(const std::vector<geometry::GeometryPtr>& geometries);
  // Null when unknown; else its hour starts anew.
  geometry::GeometryPtr find(const std::string& ref);
  geometry::GeometryStore& store() const { return *store_; }
  std::size_t size() const;

 private:
  struct Held {
    geometry::GeometryPtr geometry;
    std::size_t bytes = 0;
    std::chrono::steady_clock::time_point used;
  };
  void sweep();
  void makeRoom(std::size_t bytes, const std::set<std::string>& brought);
  std::size_t unusedBytes() const;

  const std::shared_ptr<geometry::GeometryStore> store_;
  const KeeperLimits limits_;
  const Clock clock_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Held> held_;
};

}  // namespace ww::rpc
