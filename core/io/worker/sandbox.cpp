// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <new>

#include "core/io/failures.h"

namespace ww::io::worker {
namespace {

constexpr std::uint64_t kAddressSpaceExtra = 3ull << 30;  // libraries are mapped, but hardly resident
constexpr rlim_t kMaxFile = 4ull << 30;                   // what a bundle may unpack to, and some

void limit(int resource, rlim_t soft, rlim_t hard) {
  const rlimit value{soft, hard};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &value);
}

// Everything that reaches out of the process and that no reader needs.
constexpr int kForbidden[] = {SCMP_SYS(socket),
                              SCMP_SYS(connect),
                              SCMP_SYS(bind),
                              SCMP_SYS(listen),
                              SCMP_SYS(accept),
                              SCMP_SYS(accept4),
                              SCMP_SYS(socketpair),
                              SCMP_SYS(execve),
                              SCMP_SYS(execveat),
                              SCMP_SYS(fork),
                              SCMP_SYS(vfork),
                              SCMP_SYS(ptrace),
                              SCMP_SYS(mount),
                              SCMP_SYS(umount2),
                              SCMP_SYS(unshare),
                              SCMP_SYS(setns),
                              SCMP_SYS(bpf),
                              SCMP_SYS(keyctl),
                              SCMP_SYS(add_key),
                              SCMP_SYS(request_key),
                              SCMP_SYS(perf_event_open),
                              SCMP_SYS(userfaultfd),
                              SCMP_SYS(io_uring_setup),
                              SCMP_SYS(process_vm_readv),
                              SCMP_SYS(process_vm_writev),
                              SCMP_SYS(kill),
                              SCMP_SYS(tkill),
                              SCMP_SYS(init_module),
                              SCMP_SYS(finit_module),
                              SCMP_SYS(kexec_load),
                              SCMP_SYS(reboot),
                              SCMP_SYS(swapon),
                              SCMP_SYS(chroot),
                              SCMP_SYS(pivot_root),
                              SCMP_SYS(open_by_handle_at),
                              SCMP_SYS(personality),
                              SCMP_SYS(mknod),
                              SCMP_SYS(mknodat),
                              SCMP_SYS(chmod),
                              SCMP_SYS(setuid),
                              SCMP_SYS(setgid),
                              SCMP_SYS(prlimit64),
                              SCMP_SYS(setrlimit)};

bool forbidCalls() {
  const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (filter == nullptr) return false;
  bool ok = true;
  for (const int call : kForbidden) ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0) == 0 && ok;
  // Threads may start, processes may not. The flags of clone3 lie in memory, out of reach for a filter, so the
  // C library has to fall back to clone.
  ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 && ok;
  ok = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                        SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)) == 0 &&
       ok;
  ok = seccomp_load(filter) == 0 && ok;
  seccomp_release(filter);
  return ok;
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

std::vector<Status> enterSandbox(const std::filesystem::path& scratch) {
  std::vector<Status> missing;
  if (!forbidWriting(scratch)) missing.push_back(fail(failures::kWritingNotLimited));
  if (!forbidCalls()) missing.push_back(fail(failures::kCallsNotLimited));
  return missing;
}

}  // namespace ww::io::worker
