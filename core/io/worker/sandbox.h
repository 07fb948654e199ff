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

// What a system may lack: filters of system calls (seccomp), rules for files (Landlock).
struct SandboxLayers {
  bool calls = true;
  bool files = true;
};

// From here on the process computes, reads and writes what is open, and asks the broker for files (trapped_calls.h): no
// sockets, no other programs, no processes, no memory that runs, nothing that names a file. The filter of system calls
// holds alone; rules for files stand below it where the kernel has them. Where there is no filter, the rules keep it
// from writing outside `scratch`. Returns what the system could not do, for the log; empty when the worker is closed.
// To be called after the libraries are warm.
std::vector<Status> enterSandbox(const std::filesystem::path& scratch, SandboxLayers layers = {});

}  // namespace ww::io::worker
