// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace ww::world {

// A vector that is not changed, only exchanged as a whole; copies share it.
template <typename T>
class SharedVector {
 public:
  SharedVector() = default;
  SharedVector(std::vector<T> all)  // NOLINT(google-explicit-constructor)
      : all_(all.empty() ? nullptr : std::make_shared<const std::vector<T>>(std::move(all))) {}

  std::size_t size() const { return all_ ? all_->size() : 0; }
  bool empty() const { return !all_; }
  const T& operator[](std::size_t i) const { return (*all_)[i]; }
  const T& front() const { return all_->front(); }
  const T& back() const { return all_->back(); }
  const T* begin() const { return all_ ? all_->data() : nullptr; }
  const T* end() const { return begin() + size(); }

  bool operator==(const SharedVector& o) const {
    return all_ == o.all_ || std::equal(begin(), end(), o.begin(), o.end());
  }

 private:
  std::shared_ptr<const std::vector<T>> all_;  // null when empty
};

}  // namespace ww::world
