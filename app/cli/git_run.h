// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/base/status.h"

namespace ww::cli {

struct GitAnswer {
  int exit = 0;
  std::string out;  // standard output, without the last line's end
};

// Runs git in a folder and waits for it. FAILED_PRECONDITION when there is no git. Its messages go to nobody.
Result<GitAnswer> runGit(const std::string& folder, const std::vector<std::string>& words);

}  // namespace ww::cli
