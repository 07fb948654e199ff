// SPDX-License-Identifier: Apache-2.0
#include "core/base/scratch_dir.h"
#include "core/base/system_words.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/failures.h"

namespace ww {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kName = "worldwright-", kUnique = "XXXXXX";
constexpr std::time_t kOldS = 600;  // longer than it takes to lock a folder that was made
constexpr int kMostLookedAt = 5000;

// The folder's lock says that its program lives; -1 when that is so, or it is no folder of this user.
int lockFolder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0) return -1;
  struct stat s {};
  if (::fstat(fd, &s) == 0 && s.st_uid == ::geteuid() && ::flock(fd, LOCK_EX | LOCK_NB) == 0) return fd;
  ::close(fd);
  return -1;
}

bool isOld(const fs::path& folder) {
  struct stat s {};
  return ::lstat(folder.c_str(), &s) == 0 && std::time(nullptr) - s.st_mtime > kOldS;
}

// What programs that were killed have left.
void sweep(const fs::path& base) {
  std::error_code ec;
  int looked_at = 0;
  for (fs::directory_iterator it(base, ec), end; !ec && it != end && ++looked_at < kMostLookedAt; it.increment(ec)) {
    const std::string name = it->path().filename().string();
    if (!name.starts_with(kName) || name.size() != kName.size() + kUnique.size() || !isOld(it->path())) continue;
    const int fd = lockFolder(it->path());
    if (fd < 0) continue;
    std::error_code ignored;
    fs::remove_all(it->path(), ignored);
    ::close(fd);
  }
}

}  // namespace

Result<ScratchDir> ScratchDir::make() {
  std::error_code ec;
  fs::path folder = fs::temp_directory_path(ec);
  if (ec) folder = "/tmp";
  sweep(folder);
  std::string pattern = (folder / (std::string(kName) + std::string(kUnique))).string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return fail(base::failures::kNoScratchDir,
                {{"folder", arg::Place{folder.string()}}, {"reason", systemWords(errno)}});
  }
  return ScratchDir(fs::path(pattern), lockFolder(pattern));
}

ScratchDir::~ScratchDir() {
  std::error_code ec;
  if (!path_.empty()) fs::remove_all(path_, ec);
  if (lock_ >= 0) ::close(lock_);
}

ScratchDir::ScratchDir(ScratchDir&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}

}  // namespace ww
