// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/status.h"

namespace ww::io::worker {

struct SandboxLimits {
  std::uint64_t memory_bytes = 0;    // 0: none
  std::uint32_t cpu_s = 0;           // 0: none
  bool limit_address_space = false;  // not with sanitizers
};

// Before anything of the file is read: limits on memory, processor time, file size and core dumps; dies with the
// broker; lower priority.
void applyLimits(const SandboxLimits& limits);

// From here on no sockets, no other programs, no processes, and writing below `scratch` alone. Returns what the
// system could not do, for the log; empty when all is in force. To be called after the libraries are warm.
std::vector<Status> enterSandbox(const std::filesystem::path& scratch);

}  // namespace ww::io::worker
