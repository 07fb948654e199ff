// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "core/journal/files.h"

namespace ww::journal {

using project::Vfs;

Result<Claim> claimSoon(Vfs& vfs, const std::string& root, const std::string& id, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kAgain{20};
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) {
    auto out = claim(vfs, root, id);
    const bool is_taken = !out.ok() && out.status().code == Code::kUnavailable;
    if (!is_taken || std::chrono::steady_clock::now() >= end) return out;
    std::this_thread::sleep_for(kAgain);
  }
}

}  // namespace ww::journal
