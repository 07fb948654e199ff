// SPDX-License-Identifier: Apache-2.0
#include "app/cli/turn.h"

namespace ww::cli {

Result<Turn> Turn::take(const Run& run, const std::string& file) {
  if (file == "-") return Turn();
  WW_ASSIGN(project::FileTurn turn, project::FileTurn::take(file, run.stop));
  return Turn(std::move(turn));
}

}  // namespace ww::cli
