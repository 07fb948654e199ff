// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <list>
#include <memory>
#include <mutex>

namespace ww::model {

// Something for each of the last few owners that asked: what has the versions of a world one after another, as a
// session, a window. Those used least recently go first, and those whose owners are gone. Thread-safe.
template <typename T>
class ByOwner {
 public:
  explicit ByOwner(std::size_t most) : most_(most) {}

  std::shared_ptr<T> of(const std::weak_ptr<const void>& owner) {
    const std::scoped_lock lock(mutex_);
    rows_.remove_if([](const Row& row) { return row.owner.expired(); });
    auto at = std::ranges::find_if(
        rows_, [&](const Row& row) { return !row.owner.owner_before(owner) && !owner.owner_before(row.owner); });
    if (at == rows_.end()) {
      if (rows_.size() >= most_) rows_.pop_back();
      at = rows_.insert(rows_.begin(), Row{owner, std::make_shared<T>()});
    }
    rows_.splice(rows_.begin(), rows_, at);
    return at->what;
  }
  std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return rows_.size();
  }

 private:
  struct Row {
    std::weak_ptr<const void> owner;
    std::shared_ptr<T> what;
  };
  const std::size_t most_;
  mutable std::mutex mutex_;
  std::list<Row> rows_;  // most recently used first
};

}  // namespace ww::model
