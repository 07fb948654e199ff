// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "app/cli/cli.h"

namespace ww::cli {

// The right to change a world file: held from reading it to saving it, so that of two commands at once
// the second sees what the first has done. An advisory lock of the file (while there is none, of its
// folder); standard input and output need none.
class Turn {
 public:
  // Waits; CANCELLED when the run is stopped while waiting.
  static Result<Turn> take(const Run& run, const std::string& file);
  Turn(Turn&& other) noexcept : locked_(std::move(other.locked_)) { other.locked_.clear(); }
  Turn& operator=(Turn&&) = delete;
  ~Turn();

 private:
  Turn() = default;
  std::vector<int> locked_;
};

}  // namespace ww::cli
