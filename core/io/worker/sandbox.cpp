// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "core/io/failures.h"
#include "core/io/worker/allowed_calls.h"

namespace ww::io::worker {
namespace {

constexpr std::uint64_t kAddressSpaceExtra = 3ull << 30;  // libraries are mapped, but hardly resident
constexpr rlim_t kMaxFile = 4ull << 30;                   // what a bundle may unpack to, and some

void limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &value);
}

constexpr std::uint64_t kWriting = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                                   LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                                   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                                   LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                                   LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

bool allowWriting(int ruleset, const char* path, std::uint64_t access) {
  landlock_path_beneath_attr rule{};
  rule.allowed_access = access;
  rule.parent_fd = open(path, O_PATH | O_CLOEXEC);
  if (rule.parent_fd < 0) return false;
  const bool ok = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close(rule.parent_fd);
  return ok;
}

bool forbidWriting(const std::filesystem::path& scratch) {
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kWriting;
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return false;
  const bool ok = allowWriting(ruleset, scratch.c_str(), kWriting) &&
                  allowWriting(ruleset, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE) &&
                  syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return ok;
}

// All that the kernel can deny of files, with no exception: what the worker works with is open, or opened by the
// broker.
bool forbidFiles() {
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  constexpr std::uint64_t kFirst = (1ull << 13) - 1, kRefer = 1ull << 13, kTruncate = 1ull << 14;
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kFirst | (version >= 2 ? kRefer : 0) | (version >= 3 ? kTruncate : 0);
  const int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (ruleset < 0) return false;
  const bool ok = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  close(ruleset);
  return ok;
}

}  // namespace

void applyLimits(const SandboxLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, kMaxFile, kMaxFile);
  limit(RLIMIT_NOFILE, 256, 256);
  if (limits.cpu_s > 0) limit(RLIMIT_CPU, limits.cpu_s, limits.cpu_s + 2);
  if (limits.limit_address_space && limits.memory_bytes > 0) {
    const rlim_t bytes = limits.memory_bytes + kAddressSpaceExtra;
    limit(RLIMIT_AS, bytes, bytes);
  }
  setpriority(PRIO_PROCESS, 0, 5);
  // Libraries catch bad_alloc and go on with half a model; the broker knows this exit status.
  std::set_new_handler([] { _exit(86); });
}

std::vector<Status> enterSandbox(const std::filesystem::path& scratch, SandboxLayers layers) {
  std::vector<Status> missing;
  const bool calls = layers.calls && allowFewCalls();
  if (!calls) missing.push_back(fail(failures::kCallsNotLimited));
  // Below the filter this is a second wall. Without it, it is the only one, and the worker opens files by itself.
  const bool files = layers.files && (calls ? forbidFiles() : forbidWriting(scratch));
  if (!files && !calls) missing.push_back(fail(failures::kWritingNotLimited));
  return missing;
}

}  // namespace ww::io::worker
