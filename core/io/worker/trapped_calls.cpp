// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/trapped_calls.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "core/io/file_asks.h"

namespace ww::io::worker {
namespace {

// What the handler works with lies here, as the stack of a thread may be small. One thread asks at a time.
std::atomic_flag asking = ATOMIC_FLAG_INIT;
FileAsk question;
FileAnswer reply;

using Words = std::array<long, 6>;  // the arguments of a system call

long received(int& passed) {
  iovec bytes{&reply, sizeof reply};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t n = -1;
  do n = recvmsg(kFilesFd, &message, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  if (n != static_cast<ssize_t>(sizeof reply)) return -EACCES;
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_type == SCM_RIGHTS) std::memcpy(&passed, CMSG_DATA(header), sizeof passed);
  return -reply.error;
}

long asked(FileAsk::Kind kind, const char* path, int flags, int& passed) {
  if (path == nullptr) return -EFAULT;
  const std::size_t length = strnlen(path, kMaxAskedPath);
  if (length == kMaxAskedPath) return -ENAMETOOLONG;
  question = FileAsk();
  question.kind = kind;
  question.flags = flags;
  std::memcpy(question.path, path, length);
  if (send(kFilesFd, &question, sizeof question, MSG_NOSIGNAL) != static_cast<ssize_t>(sizeof question)) return -EACCES;
  return received(passed);
}

long askStatus(const char* path, bool follow, void* out) {
  int passed = -1;
  const long r = asked(follow ? FileAsk::kStat : FileAsk::kLinkStat, path, 0, passed);
  if (r == 0 && out != nullptr) std::memcpy(out, &reply.status, sizeof reply.status);
  return r;
}

long askOpen(const char* path, int flags) {
  int passed = -1;
  const long r = asked(FileAsk::kOpen, path, flags, passed);
  return r != 0 ? r : passed >= 0 ? passed : -EACCES;
}

long askLink(const char* path, char* out, std::size_t size) {
  int passed = -1;
  const long r = asked(FileAsk::kReadLink, path, 0, passed);
  if (r != 0) return r;
  const std::size_t n = std::min<std::size_t>({size, reply.length, sizeof reply.link});
  std::memcpy(out, reply.link, n);
  return static_cast<long>(n);
}

long askPlain(FileAsk::Kind kind, const char* path, int flags) {
  int passed = -1;
  return asked(kind, path, flags, passed);
}

// Paths relative to an open folder are not asked for; what is absolute or relative to the working folder is.
bool isNamed(long folder, const char* path) {
  return path != nullptr && (path[0] == '/' || static_cast<int>(folder) == AT_FDCWD);
}

long statusAt(const Words& w) {
  const auto* path = reinterpret_cast<const char*>(w[1]);
  if (path != nullptr && path[0] == '\0' && (w[3] & AT_EMPTY_PATH) != 0)
    return syscall(SYS_fstat, w[0], w[2]) == 0 ? 0 : -errno;
  if (!isNamed(w[0], path)) return -EACCES;
  return askStatus(path, (w[3] & AT_SYMLINK_NOFOLLOW) == 0, reinterpret_cast<void*>(w[2]));
}

// Calls that begin with an open folder.
long answeredAt(int call, const Words& w) {
  const auto* path = reinterpret_cast<const char*>(w[1]);
  if (call == SYS_newfstatat) return statusAt(w);
  if (!isNamed(w[0], path)) return -EACCES;
  switch (call) {
    case SYS_openat: return askOpen(path, static_cast<int>(w[2]));
    case SYS_faccessat: return askPlain(FileAsk::kAccess, path, static_cast<int>(w[2]));
    case SYS_readlinkat: return askLink(path, reinterpret_cast<char*>(w[2]), static_cast<std::size_t>(w[3]));
    case SYS_mkdirat: return askPlain(FileAsk::kMakeFolder, path, 0);
    default: return -EPERM;
  }
}

long answered(int call, const Words& w) {
#ifdef SYS_open  // newer processors know only those that begin with a folder
  const auto* path = reinterpret_cast<const char*>(w[0]);
  switch (call) {
    case SYS_open: return askOpen(path, static_cast<int>(w[1]));
    case SYS_creat: return askOpen(path, O_CREAT | O_WRONLY | O_TRUNC);
    case SYS_stat: return askStatus(path, true, reinterpret_cast<void*>(w[1]));
    case SYS_lstat: return askStatus(path, false, reinterpret_cast<void*>(w[1]));
    case SYS_access: return askPlain(FileAsk::kAccess, path, static_cast<int>(w[1]));
    case SYS_readlink: return askLink(path, reinterpret_cast<char*>(w[1]), static_cast<std::size_t>(w[2]));
    case SYS_mkdir: return askPlain(FileAsk::kMakeFolder, path, 0);
    default: break;
  }
#endif
  return answeredAt(call, w);
}

#if defined(__x86_64__)
constexpr bool kKnownRegisters = true;
Words wordsOf(const ucontext_t& c) {
  const auto& r = c.uc_mcontext.gregs;
  return {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]};
}
void putResult(ucontext_t& c, long result) { c.uc_mcontext.gregs[REG_RAX] = result; }
#elif defined(__aarch64__)
constexpr bool kKnownRegisters = true;
Words wordsOf(const ucontext_t& c) {
  Words out{};
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<long>(c.uc_mcontext.regs[i]);
  return out;
}
void putResult(ucontext_t& c, long result) { c.uc_mcontext.regs[0] = static_cast<unsigned long long>(result); }
#else
constexpr bool kKnownRegisters = false;
Words wordsOf(const ucontext_t&) { return {}; }
void putResult(ucontext_t&, long) {}
#endif

void onTrappedCall(int, siginfo_t* info, void* context) {
  auto& c = *static_cast<ucontext_t*>(context);
  const int before = errno;
  while (asking.test_and_set(std::memory_order_acquire)) sched_yield();
  const long result = answered(info->si_syscall, wordsOf(c));
  asking.clear(std::memory_order_release);
  putResult(c, result);
  errno = before;
}

constexpr int kTrapped[] = {
#ifdef SYS_open
    SYS_open,   SYS_creat,      SYS_stat,      SYS_lstat,      SYS_access, SYS_readlink, SYS_mkdir,
#endif
    SYS_openat, SYS_newfstatat, SYS_faccessat, SYS_readlinkat, SYS_mkdirat};

}  // namespace

std::span<const int> trappedCalls() { return kTrapped; }

bool answerTrappedCalls() {
  if (!kKnownRegisters) return false;
  struct sigaction action {};
  action.sa_sigaction = onTrappedCall;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  sigdelset(&action.sa_mask, SIGSEGV);
  sigdelset(&action.sa_mask, SIGBUS);
  return sigaction(SIGSYS, &action, nullptr) == 0;
}

}  // namespace ww::io::worker
