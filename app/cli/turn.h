// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "app/cli/cli.h"
#include "core/project/file_turn.h"

namespace ww::cli {

// The right to change a world file, held from reading it to saving it (core/project/file_turn.h);
// standard input and output need none.
class Turn {
 public:
  // Waits for other commands, and says so after a while; CANCELLED when the run is stopped while waiting. UNAVAILABLE
  // when an editor has the file open: that may take hours.
  static Result<Turn> take(const Run& run, const std::string& file);

 private:
  Turn() = default;
  explicit Turn(project::FileTurn turn) { turn_.emplace(std::move(turn)); }
  std::optional<project::FileTurn> turn_;
};

}  // namespace ww::cli
