// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"

namespace ww::project {

// The right to change a world file, for programs that know of each other: held from looking at the file
// to having saved it, so that of two at once the second sees what the first has done. An advisory lock
// of the file; while there is none, of a hidden one beside it, which goes with this value.
class FileTurn {
 public:
  // Waits; CANCELLED when stopped while waiting.
  static Result<FileTurn> take(const std::string& file, const std::stop_token& stop);
  FileTurn(FileTurn&& other) noexcept
      : locked_(std::exchange(other.locked_, {})), placeholder_(std::exchange(other.placeholder_, {})) {}
  FileTurn& operator=(FileTurn&&) = delete;
  ~FileTurn();

 private:
  FileTurn() = default;
  std::vector<int> locked_;
  std::string placeholder_;
};

// Tells one state of a file from another without reading it: which file, its size and time. Empty when
// there is none.
std::string fileMark(const std::string& file);

}  // namespace ww::project
