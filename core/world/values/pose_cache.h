// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "core/base/ids.h"
#include "core/math/pose.h"

namespace ww::world {

// Poses of objects in the root frame that this thread has worked out lately, of any version of any
// world: a version is known by its pose epoch, which no two different trees share. Bounded in size
// (about 640 kB a thread that asks), so that versions kept in a history cost nothing.
class PoseCache {
 public:
  static PoseCache& ofThisThread() {
    thread_local PoseCache cache;
    return cache;
  }

  const Pose* find(std::uint64_t epoch, ObjectId id) const {
    const Entry& e = entries_[slotOf(epoch, id)];
    return e.epoch == epoch && e.id == id ? &e.root_t_object : nullptr;
  }
  void store(std::uint64_t epoch, ObjectId id, const Pose& root_t_object) {
    entries_[slotOf(epoch, id)] = {epoch, id, root_t_object};
  }

 private:
  static constexpr int kBits = 13;
  struct Entry {
    std::uint64_t epoch = 0;
    ObjectId id;
    Pose root_t_object;
  };

  static std::size_t slotOf(std::uint64_t epoch, ObjectId id) {
    return static_cast<std::size_t>(((id.value ^ epoch << 40) * 0x9E3779B97F4A7C15ULL) >> (64 - kBits));
  }

  std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(std::size_t{1} << kBits);
};

}  // namespace ww::world
