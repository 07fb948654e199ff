// SPDX-License-Identifier: Apache-2.0
#include "app/cli/turn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace ww::cli {
namespace {

constexpr std::chrono::milliseconds kPoll{10};

bool sameFile(int fd, const std::string& path) {
  struct stat held {}, named {};
  return ::fstat(fd, &held) == 0 && ::stat(path.c_str(), &named) == 0 && held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

// A locked descriptor; -1 when there is nothing to lock.
Result<int> lockFile(const Run& run, const std::string& path) {
  for (;;) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return -1;
    while (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) {
        ::close(fd);
        return -1;  // a file system without locks
      }
      if (run.stop.stop_requested()) {
        ::close(fd);
        return ww::fail(Code::kCancelled, fmt::format("cancelled while another command was at work on '{}'", path));
      }
      std::this_thread::sleep_for(kPoll);
    }
    // A save may have put a new file in the place of the one that was waited for.
    if (sameFile(fd, path)) return fd;
    ::close(fd);
  }
}

}  // namespace

Result<Turn> Turn::take(const Run& run, const std::string& file) {
  Turn turn;
  if (file == "-") return turn;
  std::error_code error;
  std::string path = std::filesystem::weakly_canonical(file, error).string();
  if (error || path.empty()) path = file;
  if (!std::filesystem::exists(path, error)) {
    WW_ASSIGN(const int folder, lockFile(run, std::filesystem::path(path).parent_path().string()));
    if (folder >= 0) turn.locked_.push_back(folder);
  }
  WW_ASSIGN(const int fd, lockFile(run, path));
  if (fd >= 0) turn.locked_.push_back(fd);
  return turn;
}

Turn::~Turn() {
  for (const int fd : locked_) ::close(fd);
}

}  // namespace ww::cli
