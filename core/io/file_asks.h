// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/stat.h>

#include <cstdint>

namespace ww::io {

constexpr int kFilesFd = 4;  // the socket for questions about files, in the worker
constexpr std::size_t kMaxAskedPath = 4096;

// What a worker that is closed asks its broker instead of the system. One message each way; descriptors come along
// with the answer. Numbers and bytes only, as the worker asks from a signal handler.
struct FileAsk {
  enum Kind : std::uint32_t { kOpen = 1, kStat, kLinkStat, kAccess, kReadLink, kMakeFolder };
  std::uint32_t kind = 0;
  std::int32_t flags = 0;         // of open and access
  char path[kMaxAskedPath] = {};  // ends with a zero
};

struct FileAnswer {
  std::int32_t error = 0;         // an errno; 0: done
  std::uint32_t length = 0;       // of `link`, bytes
  struct stat status = {};        // of kStat and kLinkStat
  char link[kMaxAskedPath] = {};  // of kReadLink
};

}  // namespace ww::io
