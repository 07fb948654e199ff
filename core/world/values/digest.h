// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>

#include "core/base/hash.h"

namespace ww::world {

// A hash that is worked out when it is first asked for, and kept with what it is of. Copies are empty, because
// they are made to be changed. Several threads may ask at once.
class CachedDigest {
 public:
  CachedDigest() = default;
  CachedDigest(const CachedDigest&) noexcept {}
  CachedDigest& operator=(const CachedDigest&) noexcept {
    clear();
    return *this;
  }

  const Sha256* get() const { return state_.load(std::memory_order_acquire) == State::kThere ? &digest_ : nullptr; }
  // The first one stays: all who ask work out the same.
  void set(const Sha256& digest) const {
    State none = State::kNone;
    if (!state_.compare_exchange_strong(none, State::kBeingWritten, std::memory_order_relaxed)) return;
    digest_ = digest;
    state_.store(State::kThere, std::memory_order_release);
  }
  // What `make()` gives, unless it is known.
  template <typename Make>
  Sha256 orMade(Make&& make) const {
    if (const Sha256* known = get()) return *known;
    const Sha256 made = make();
    set(made);
    return made;
  }
  // Only while nobody else can see it.
  void clear() { state_.store(State::kNone, std::memory_order_relaxed); }

 private:
  enum class State : std::uint8_t { kNone, kBeingWritten, kThere };
  mutable std::atomic<State> state_{State::kNone};
  mutable Sha256 digest_{};
};

// In the place of one that is not wanted.
struct NoDigest {
  void clear() {}
};

}  // namespace ww::world
