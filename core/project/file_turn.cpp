// SPDX-License-Identifier: Apache-2.0
#include "core/project/file_turn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/project/failures.h"

namespace ww::project {
namespace {

constexpr std::chrono::milliseconds kPoll{10};

// A pipe or a device is no world, and nobody waits for it here.
bool isRegular(int fd) {
  struct stat held {};
  return ::fstat(fd, &held) == 0 && S_ISREG(held.st_mode);
}

bool sameFile(int fd, const std::string& path) {
  struct stat held {
  }, named{};
  return ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev &&
         held.st_ino == named.st_ino;
}

// A locked descriptor; -1 when there is nothing to lock. `create`: O_CREAT, or 0.
Result<int> lockFile(const std::stop_token& stop, const std::string& path, int create) {
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | create, 0644);
    if (fd < 0) return -1;
    if (!isRegular(fd)) {
      ::close(fd);
      return -1;
    }
    while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) {
        ::close(fd);
        return -1;  // a file system without locks
      }
      if (stop.stop_requested()) {
        ::close(fd);
        return fail(failures::kTurnCancelled, {{"path", arg::Name{path}}});
      }
      std::this_thread::sleep_for(kPoll);
    }
    // A save may have put a new file in the place of the one that was waited for.
    if (sameFile(fd, path)) return fd;
    ::close(fd);
  }
}

}  // namespace

Result<FileTurn> FileTurn::take(const std::string& file, const std::stop_token& stop) {
  FileTurn turn;
  std::error_code error;
  std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(file, error), error);
  if (error || path.empty()) path = file;
  if (!std::filesystem::exists(path, error)) {
    const std::string placeholder = path.parent_path() / ("." + path.filename().string() + ".lock");
    WW_ASSIGN(const int fd, lockFile(stop, placeholder, O_CREAT | O_NOFOLLOW));
    if (fd >= 0) turn.locked_.push_back(fd);
    // Only of who holds it: one that gives up must not take it away from the other.
    if (fd >= 0) turn.placeholder_ = placeholder;
  }
  WW_ASSIGN(const int fd, lockFile(stop, path.string(), 0));
  if (fd >= 0) turn.locked_.push_back(fd);
  return turn;
}

FileTurn::~FileTurn() {
  // While it is locked: who waits for it sees that it has gone, and looks again.
  if (!placeholder_.empty()) ::unlink(placeholder_.c_str());
  for (const int fd : locked_) ::close(fd);
}

std::string fileMark(const std::string& file) {
  struct stat s {};
  if (::stat(file.c_str(), &s) != 0) return {};
  return fmt::format("{}:{}:{}:{}.{}", s.st_dev, s.st_ino, s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

}  // namespace ww::project
