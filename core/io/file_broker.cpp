// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_broker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "worldwright/v1/worker.pb.h"

namespace ww::io {
namespace fs = std::filesystem;
namespace {

constexpr int kMaxAtOnce = 64;  // questions before the broker looks at its other work
constexpr int kScratchFlags = O_ACCMODE | O_CREAT | O_EXCL | O_TRUNC | O_APPEND;

// With all links followed; empty, and errno set, when there is none.
fs::path followed(const fs::path& path) {
  char real[PATH_MAX];
  return realpath(path.c_str(), real) != nullptr ? fs::path(real) : fs::path();
}

// The folder's links followed, the last name as it is.
fs::path folderFollowed(const fs::path& path) {
  const fs::path name = path.filename();
  if (name.empty() || name == "." || name == "..") return followed(path);
  const fs::path folder = followed(path.parent_path());
  return folder.empty() ? fs::path() : folder / name;
}

fs::path placeOf(int fd) { return followed(fmt::format("/proc/self/fd/{}", fd)); }

bool sendAnswer(int fd, const FileAnswer& answer, int passed) {
  iovec bytes{const_cast<FileAnswer*>(&answer), sizeof answer};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &bytes;
  message.msg_iovlen = 1;
  if (passed >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
  }
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == static_cast<ssize_t>(sizeof answer);
}

// The nearest folder above that is there may be known.
bool knowsAround(FileZone& zone, fs::path path) {
  while (path.has_relative_path()) {
    path = path.parent_path();
    if (const fs::path real = followed(path); !real.empty()) return zone.mayRead(real) || zone.mayList(real);
    if (errno != ENOENT && errno != ENOTDIR) return false;
  }
  return false;
}

// Why a path leads nowhere. Nothing of what is outside is told apart: not what is there, nor what is not.
int whyNot(FileZone& zone, const fs::path& path) {
  const int error = errno;
  return knowsAround(zone, path) ? error : EACCES;
}

// What libraries look for beside the files of the user; all of it is the same for everybody.
bool isHarmless(const fs::path& path) { return path == "/dev/null" || path == "/dev/urandom"; }

}  // namespace

FileBroker FileBroker::forRequest(const worldwright::v1::ToWorker& request, const fs::path& scratch) {
  if (!request.has_import()) return {FileZone({}, {}, scratch), scratch};
  std::vector<fs::path> search;
  for (const std::string& dir : request.import().search_dirs()) search.emplace_back(dir);
  return {FileZone(request.import().path(), search, scratch), scratch};
}

bool FileBroker::serve(int fd) {
  for (int i = 0; i < kMaxAtOnce; ++i) {
    FileAsk ask;
    const ssize_t n = recv(fd, &ask, sizeof ask, MSG_DONTWAIT | MSG_TRUNC);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (n != static_cast<ssize_t>(sizeof ask)) return false;
    int passed = -1;
    const FileAnswer said = answer(ask, passed);
    const bool sent = sendAnswer(fd, said, passed);
    if (passed >= 0) close(passed);
    if (!sent) return false;
  }
  return true;
}

FileAnswer FileBroker::answer(const FileAsk& ask, int& out) {
  FileAnswer a;
  if (std::memchr(ask.path, 0, sizeof ask.path) == nullptr) {
    a.error = ENAMETOOLONG;
    return a;
  }
  if (ask.path[0] == '\0') {
    a.error = ENOENT;
    return a;
  }
  const fs::path path = scratch_ / ask.path;
  switch (ask.kind) {
    case FileAsk::kOpen: a.error = open(path, ask.flags, out); break;
    case FileAsk::kStat: a.error = status(path, true, a.status); break;
    case FileAsk::kLinkStat: a.error = status(path, false, a.status); break;
    case FileAsk::kAccess: a.error = access(path, ask.flags); break;
    case FileAsk::kReadLink: a.error = readLink(path, a); break;
    case FileAsk::kMakeFolder: a.error = makeFolder(path); break;
    default: a.error = ENOSYS;
  }
  return a;
}

int FileBroker::open(const fs::path& path, int flags, int& out) {
  if ((flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0) return openScratch(path, flags, out);
  const fs::path real = followed(path);
  if (real.empty()) return whyNot(zone_, path);
  if (isHarmless(real)) {
    out = ::open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    return out < 0 ? errno : 0;
  }
  struct stat s {};
  if (!(zone_.mayRead(real) || zone_.mayList(real))) return EACCES;
  if (lstat(real.c_str(), &s) != 0) return errno;
  const bool folder = S_ISDIR(s.st_mode);
  if (!folder && (!S_ISREG(s.st_mode) || !zone_.mayRead(real))) return EACCES;  // pipes and devices are never opened
  const int fd = ::open(real.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC |
                                          (flags & O_DIRECTORY) | (folder ? O_DIRECTORY : 0));
  if (fd < 0) return errno;
  // What is open counts, not what stood there when it was looked at.
  const fs::path opened = placeOf(fd);
  const bool sound =
      fstat(fd, &s) == 0 && (S_ISREG(s.st_mode) ? zone_.mayRead(opened) : S_ISDIR(s.st_mode) && zone_.mayList(opened));
  if (!sound) {
    close(fd);
    return EACCES;
  }
  out = fd;
  return 0;
}

int FileBroker::openScratch(const fs::path& path, int flags, int& out) {
  if (path == "/dev/null") {
    out = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    return out < 0 ? errno : 0;
  }
  const fs::path real = folderFollowed(path);
  if (real.empty() || !zone_.mayWrite(real.parent_path())) return EACCES;
  struct stat s {};
  if (lstat(real.c_str(), &s) == 0 && !S_ISREG(s.st_mode)) return S_ISDIR(s.st_mode) ? EISDIR : EACCES;
  const int fd = ::open(real.c_str(), (flags & kScratchFlags) | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0600);
  if (fd < 0) return errno;
  if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || !zone_.mayWrite(placeOf(fd))) {
    close(fd);
    return EACCES;
  }
  out = fd;
  return 0;
}

int FileBroker::status(const fs::path& path, bool follow, struct stat& out) {
  const fs::path real = follow ? followed(path) : folderFollowed(path);
  if (real.empty()) return whyNot(zone_, path);
  if (!zone_.mayKnow(real) && !isHarmless(real)) return EACCES;
  if (lstat(real.c_str(), &out) == 0) return 0;
  return whyNot(zone_, path);
}

int FileBroker::access(const fs::path& path, int mode) {
  const fs::path real = followed(path);
  if (real.empty()) return whyNot(zone_, path);
  if (!zone_.mayKnow(real)) return EACCES;
  if ((mode & W_OK) != 0 && !zone_.mayWrite(real)) return EACCES;
  return ::access(real.c_str(), mode) == 0 ? 0 : errno;
}

int FileBroker::readLink(const fs::path& path, FileAnswer& out) {
  const fs::path real = followed(path);
  if (real.empty()) return whyNot(zone_, path);
  // Where a link leads to is told when what it leads to may be known.
  if (!zone_.mayKnow(real)) return EACCES;
  const ssize_t n = readlink(path.c_str(), out.link, sizeof out.link);
  if (n < 0) return errno;
  out.length = static_cast<std::uint32_t>(n);
  return 0;
}

int FileBroker::makeFolder(const fs::path& path) {
  const fs::path real = folderFollowed(path.has_filename() ? path : path.parent_path());
  if (real.empty() || !zone_.mayWrite(real.parent_path())) return EACCES;
  return mkdir(real.c_str(), 0700) == 0 ? 0 : errno;
}

}  // namespace ww::io
