// SPDX-License-Identifier: Apache-2.0
#include "app/cli/large_pages.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace ww::cli {
namespace {

// Of glibc, read once at the start of a program; what a user has set there stays.
constexpr const char* kTunables = "GLIBC_TUNABLES";
constexpr const char* kName = "glibc.malloc.hugetlb";

std::string tunables() {
  const char* set = std::getenv(kTunables);
  return set ? set : "";
}

}  // namespace

void askForLargePages() {
  const std::string now = tunables();
  if (now.find(kName) != std::string::npos) return;
  ::setenv(kTunables, (now + (now.empty() ? "" : ":") + kName + "=1").c_str(), 1);
}

void restartWithLargePages(char** argv) {
  if (tunables().find(kName) != std::string::npos) return;
  askForLargePages();
  ::execv("/proc/self/exe", argv);
}

}  // namespace ww::cli
