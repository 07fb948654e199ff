// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/allowed_calls.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "core/io/file_asks.h"
#include "core/io/frame_io.h"
#include "core/io/worker/trapped_calls.h"

#ifdef __clang__
// The macros of libseccomp are C.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#endif

namespace ww::io::worker {
namespace {

// Whatever their arguments: time, threads, memory, and what is open already.
constexpr int kAllowed[] = {SCMP_SYS(read),
                            SCMP_SYS(readv),
                            SCMP_SYS(pread64),
                            SCMP_SYS(preadv),
                            SCMP_SYS(write),
                            SCMP_SYS(writev),
                            SCMP_SYS(pwrite64),
                            SCMP_SYS(pwritev),
                            SCMP_SYS(lseek),
                            SCMP_SYS(close),
                            SCMP_SYS(fstat),
                            SCMP_SYS(getdents64),
                            SCMP_SYS(fadvise64),
                            SCMP_SYS(dup),
                            SCMP_SYS(poll),
                            SCMP_SYS(ppoll),
                            SCMP_SYS(munmap),
                            SCMP_SYS(mremap),
                            SCMP_SYS(brk),
                            SCMP_SYS(madvise),
                            SCMP_SYS(futex),
                            SCMP_SYS(set_robust_list),
                            SCMP_SYS(rseq),
                            SCMP_SYS(set_tid_address),
                            SCMP_SYS(membarrier),
                            SCMP_SYS(exit),
                            SCMP_SYS(exit_group),
                            SCMP_SYS(getpid),
                            SCMP_SYS(getppid),
                            SCMP_SYS(gettid),
                            SCMP_SYS(getuid),
                            SCMP_SYS(geteuid),
                            SCMP_SYS(getgid),
                            SCMP_SYS(getegid),
                            SCMP_SYS(getcwd),
                            SCMP_SYS(rt_sigprocmask),
                            SCMP_SYS(rt_sigreturn),
                            SCMP_SYS(sigaltstack),
                            SCMP_SYS(restart_syscall),
                            SCMP_SYS(sched_yield),
                            SCMP_SYS(sched_getaffinity),
                            SCMP_SYS(nanosleep),
                            SCMP_SYS(clock_nanosleep),
                            SCMP_SYS(clock_gettime),
                            SCMP_SYS(clock_getres),
                            SCMP_SYS(gettimeofday),
                            SCMP_SYS(time),
                            SCMP_SYS(times),
                            SCMP_SYS(getrusage),
                            SCMP_SYS(getrlimit),
                            SCMP_SYS(uname),
                            SCMP_SYS(sysinfo),
                            SCMP_SYS(getrandom),
                            SCMP_SYS(getcpu),
                            SCMP_SYS(landlock_create_ruleset),
                            SCMP_SYS(landlock_restrict_self)};

class CallFilter {
 public:
  explicit CallFilter(std::uint32_t otherwise) : filter_(seccomp_init(otherwise)), ok_(filter_ != nullptr) {}
  ~CallFilter() {
    if (filter_ != nullptr) seccomp_release(filter_);
  }
  CallFilter(const CallFilter&) = delete;
  CallFilter& operator=(const CallFilter&) = delete;

  // Calls that this processor does not have are negative numbers.
  template <typename... Conditions>
  void rule(std::uint32_t action, int call, Conditions... conditions) {
    if (!ok_ || call < 0) return;
    ok_ = seccomp_rule_add(filter_, action, call, sizeof...(conditions), conditions...) == 0;
  }
  template <typename... Conditions>
  void allow(int call, Conditions... conditions) {
    rule(SCMP_ACT_ALLOW, call, conditions...);
  }
  bool load() {
    ok_ = ok_ && seccomp_attr_set(filter_, SCMP_FLTATR_CTL_TSYNC, 1) == 0;
    return ok_ && seccomp_load(filter_) == 0;
  }

 private:
  scmp_filter_ctx filter_;
  bool ok_;
};

// Memory, but none that could be run.
void allowMemory(CallFilter& filter) {
  filter.allow(SCMP_SYS(mmap), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  filter.allow(SCMP_SYS(mprotect), SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

// Threads, but no processes. The flags of clone3 lie in memory, out of reach for a filter: the C library falls back.
void allowThreads(CallFilter& filter) {
  constexpr std::uint64_t kThread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
  filter.allow(SCMP_SYS(clone), SCMP_A0(SCMP_CMP_MASKED_EQ, kThread, kThread));
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3));
  filter.allow(SCMP_SYS(prctl), SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME));
  // A fault may end this process, and no other. SIGSYS stays with its handler.
  filter.allow(SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid())));
  filter.allow(SCMP_SYS(rt_sigaction), SCMP_A0(SCMP_CMP_NE, SIGSYS));
}

// The two sockets, and flags of what is open. F_SETOWN would send signals to others.
void allowTalking(CallFilter& filter) {
  for (const int fd : {kWorkerFd, kFilesFd}) {
    const auto at = static_cast<scmp_datum_t>(fd);
    filter.allow(SCMP_SYS(sendto), SCMP_A0(SCMP_CMP_EQ, at), SCMP_A4(SCMP_CMP_EQ, 0));
    filter.allow(SCMP_SYS(recvfrom), SCMP_A0(SCMP_CMP_EQ, at));
  }
  filter.allow(SCMP_SYS(recvmsg), SCMP_A0(SCMP_CMP_EQ, kFilesFd));
  for (const int what : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL})
    filter.allow(SCMP_SYS(fcntl), SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(what)));
  filter.rule(SCMP_ACT_ERRNO(ENOTTY), SCMP_SYS(ioctl));
  // What it has been given of memory and time is not changed any more, only asked for.
  filter.allow(SCMP_SYS(prlimit64), SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
}

}  // namespace

bool allowFewCalls() {
  if (!answerTrappedCalls()) return false;
  CallFilter filter(SCMP_ACT_ERRNO(EPERM));
  for (const int call : kAllowed) filter.allow(call);
  for (const int call : trappedCalls()) filter.rule(SCMP_ACT_TRAP, call);
  // Newer forms of what is trapped: libraries fall back to the older ones.
  for (const int call : {SCMP_SYS(openat2), SCMP_SYS(statx), SCMP_SYS(faccessat2)})
    filter.rule(SCMP_ACT_ERRNO(ENOSYS), call);
  allowMemory(filter);
  allowThreads(filter);
  allowTalking(filter);
  return filter.load();
}

}  // namespace ww::io::worker

#ifdef __clang__
#pragma clang diagnostic pop
#endif
