// SPDX-License-Identifier: Apache-2.0
// For files of this folder alone.
#pragma once
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ww::project {

// The byte that is locked: behind all that a file can hold, and what is locked to read and to write.
inline constexpr std::int64_t kMarkedByte = std::int64_t{1} << 61;

// A lock on a file itself, so that it is known by whatever name it is looked at. Thread-safe.
class InodeMark {
 public:
  ~InodeMark();
  // Of the file that has that name now: a save may have put another one there.
  void follow(const std::string& path);

 private:
  std::mutex mutex_;
  int fd_ = -1;
};

// Whether the file is marked, by whom may not be known; none: its disk has no such locks, and nobody can tell.
std::optional<bool> isMarked(const std::string& path);
// Names that programs have the file of this name open by, as far as this user may look at them; without that name.
std::vector<std::string> otherNamesOpen(const std::string& path);

}  // namespace ww::project
