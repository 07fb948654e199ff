// SPDX-License-Identifier: Apache-2.0
#include "core/project/inode_mark.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace ww::project {
namespace {

namespace fs = std::filesystem;

struct flock markedRange(short kind) {
  struct flock range {};
  range.l_type = kind;
  range.l_whence = SEEK_SET;
  range.l_start = kMarkedByte;
  range.l_len = 1;
  return range;
}

bool isSame(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

}  // namespace

InodeMark::~InodeMark() {
  if (fd_ >= 0) ::close(fd_);
}

void InodeMark::follow(const std::string& path) {
  const std::lock_guard lock(mutex_);
  struct stat held {
  }, named{};
  const bool is_there = ::stat(path.c_str(), &named) == 0;
  if (fd_ >= 0 && is_there && ::fstat(fd_, &held) == 0 && isSame(held, named)) return;
  if (fd_ >= 0) ::close(fd_);
  fd_ = is_there ? ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  struct flock range = markedRange(F_RDLCK);
  // Where a disk has no such locks, its folder tells of it, as of all its names there.
  if (fd_ >= 0) (void)::fcntl(fd_, F_OFD_SETLK, &range);
}

std::optional<bool> isMarked(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  struct flock range = markedRange(F_WRLCK);
  const bool asked = ::fcntl(fd, F_OFD_GETLK, &range) == 0;
  ::close(fd);
  return asked ? std::optional(range.l_type != F_UNLCK) : std::nullopt;
}

std::vector<std::string> otherNamesOpen(const std::string& path) {
  std::vector<std::string> out;
  struct stat own {};
  if (::stat(path.c_str(), &own) != 0) return out;
  std::error_code error;
  for (auto process = fs::directory_iterator("/proc", error); !error && process != fs::directory_iterator();
       process.increment(error)) {
    const std::string name = process->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code denied;
    for (auto file = fs::directory_iterator(process->path() / "fd", denied);
         !denied && file != fs::directory_iterator(); file.increment(denied)) {
      struct stat other {};
      if (::stat(file->path().c_str(), &other) != 0 || !isSame(own, other)) continue;
      std::error_code gone;
      const std::string target = fs::read_symlink(file->path(), gone).string();
      if (!gone && target != path && std::ranges::find(out, target) == out.end()) out.push_back(target);
    }
  }
  return out;
}

}  // namespace ww::project
