// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "core/project/failures.h"
#include "core/project/inode_mark.h"
#include "core/project/system_error.h"
#include "core/project/vfs.h"

namespace ww::project {
namespace {

Status failure(int error, Doing doing, const std::string& path) { return systemError(error, doing, path); }

// Offsets beyond off_t come from damaged files only.
bool fits(std::uint64_t offset) { return offset <= std::uint64_t{std::numeric_limits<off_t>::max()}; }

class SystemFile final : public VfsFile {
 public:
  SystemFile(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  ~SystemFile() override { ::close(fd_); }
  SystemFile(const SystemFile&) = delete;
  SystemFile& operator=(const SystemFile&) = delete;

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    std::size_t done = 0;
    while (done < into.size() && fits(offset + done)) {
      const ssize_t n = ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failure(errno, Doing::kRead, path_);
      if (n == 0) break;
      done += static_cast<std::size_t>(n);
    }
    return done;
  }

  Status write(std::uint64_t offset, std::span<const char> bytes) override {
    if (!fits(offset + bytes.size())) return failure(EFBIG, Doing::kWrite, path_);
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t n = ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return failure(errno, Doing::kWrite, path_);
      if (n == 0) return failure(ENOSPC, Doing::kWrite, path_);
      done += static_cast<std::size_t>(n);
    }
    return okStatus();
  }

  Status truncate(std::uint64_t size) override {
    if (!fits(size)) return failure(EFBIG, Doing::kResize, path_);
    int rc = 0;
    do rc = ::ftruncate(fd_, static_cast<off_t>(size));
    while (rc != 0 && errno == EINTR);
    return rc == 0 ? okStatus() : failure(errno, Doing::kResize, path_);
  }

  // Not tried again after an error: the kernel may have dropped the pages by then.
  Status sync() override { return ::fsync(fd_) == 0 ? okStatus() : failure(errno, Doing::kSync, path_); }

  Result<std::uint64_t> size() override {
    struct stat st {};
    if (::fstat(fd_, &st) != 0) return failure(errno, Doing::kExamine, path_);
    return static_cast<std::uint64_t>(st.st_size);
  }

  // Locks of the open file description: they change between shared and exclusive without a gap, and
  // two files of one process exclude each other.
  Status lock(bool exclusive) override {
    const int error = setLock(exclusive ? F_WRLCK : F_RDLCK);
    if (error == 0) return okStatus();
    if (error == EAGAIN || error == EACCES) {
      return fail(failures::kInUse, {{"file", arg::Place{path_}}});
    }
    return failure(error, Doing::kLock, path_);
  }
  void unlock() override { setLock(F_UNLCK); }

 private:
  int setLock(short type) const {
    struct flock range {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_len = kMarkedByte;  // all before it
    int rc = 0;
    do rc = ::fcntl(fd_, F_OFD_SETLK, &range);
    while (rc != 0 && errno == EINTR);
    return rc == 0 ? 0 : errno;
  }

  int fd_;
  std::string path_;
};

Status copyFile(const std::string& from, const std::string& to, Vfs& vfs) {
  WW_ASSIGN(auto in, vfs.open(from, Vfs::Mode::kRead));
  WW_ASSIGN(auto out, vfs.open(to, Vfs::Mode::kCreate));
  std::vector<char> buffer(std::size_t{1} << 20);
  for (std::uint64_t offset = 0;;) {
    WW_ASSIGN(const std::size_t n, in->read(offset, buffer));
    if (n == 0) break;
    WW_TRY(out->write(offset, std::span<const char>(buffer.data(), n)));
    offset += n;
  }
  return out->sync();
}

// A path from where this program is, in a folder that was removed meanwhile.
bool isNowhere(const std::string& path) {
  std::error_code gone;
  static_cast<void>(std::filesystem::current_path(gone));
  return gone && !path.starts_with('/');
}

class SystemVfs final : public Vfs {
 public:
  Result<std::unique_ptr<VfsFile>> open(const std::string& path, Mode mode) override {
    int fd = -1;
    // Non-blocking, or opening a pipe would wait for ever.
    do fd = ::open(path.c_str(), flagsOf(mode) | O_CLOEXEC | O_NONBLOCK, mode == Mode::kCreatePrivate ? 0600 : 0666);
    while (fd < 0 && errno == EINTR);
    if (fd < 0 && (mode == Mode::kCreate || mode == Mode::kCreatePrivate)) return failure(errno, Doing::kCreate, path);
    if (fd < 0) return withFilesBeside(failure(errno, Doing::kOpen, path), path);
    auto file = std::make_unique<SystemFile>(fd, path);
    struct stat st {};
    if (::fstat(fd, &st) != 0) return failure(errno, Doing::kExamine, path);
    if (S_ISDIR(st.st_mode)) return fail(failures::kIsFolder, {{"file", arg::Place{path}}});
    if (!S_ISREG(st.st_mode)) return fail(failures::kNotRegular, {{"file", arg::Place{path}}});
    return std::unique_ptr<VfsFile>(std::move(file));
  }

  Status rename(const std::string& from, const std::string& to) override {
    return ::rename(from.c_str(), to.c_str()) == 0 ? okStatus() : failure(errno, Doing::kRename, to);
  }
  Status remove(const std::string& path) override {
    return ::unlink(path.c_str()) == 0 ? okStatus() : failure(errno, Doing::kRemove, path);
  }
  Result<bool> exists(const std::string& path) override {
    struct stat st {};
    if (::stat(path.c_str(), &st) == 0) return true;
    if (errno == ENOENT || errno == ENOTDIR) return false;
    return failure(errno, Doing::kExamine, path);
  }

  Status syncFolder(const std::string& folder) override {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return failure(errno, Doing::kOpenFolder, folder);
    const int error = ::fsync(fd) == 0 ? 0 : errno;
    ::close(fd);
    // EINVAL: a file system that has no notion of it.
    return error == 0 || error == EINVAL ? okStatus() : failure(error, Doing::kSyncFolder, folder);
  }

  // The name of a new folder in it. One that may be written and not be read cannot be synced.
  Status syncMade(const std::string& folder) {
    Status synced = syncFolder(folder);
    return synced.code == Code::kPermissionDenied ? okStatus() : synced;
  }

  Status backup(const std::string& from, const std::string& to) override {
    const std::string beside = to + ".new";
    ::unlink(beside.c_str());
    if (::link(from.c_str(), beside.c_str()) != 0) {
      if (errno == ENOENT) return failure(errno, Doing::kBackUp, from);
      if (Status copied = copyFile(from, beside, *this); !copied.ok()) {
        ::unlink(beside.c_str());
        return copied;
      }
    }
    Status status = rename(beside, to);
    // Renaming one link of a file over another leaves both.
    ::unlink(beside.c_str());
    return status;
  }

  Result<std::vector<std::string>> list(const std::string& folder) override {
    std::error_code error;
    std::vector<std::string> names;
    std::filesystem::directory_iterator at(folder, error);
    for (; !error && at != std::filesystem::directory_iterator(); at.increment(error))
      names.push_back(at->path().filename().string());
    if (error) return failure(error.value(), Doing::kOpenFolder, folder);
    std::sort(names.begin(), names.end());
    return names;
  }
  Status makePrivateFolder(const std::string& folder) override {
    std::error_code error;
    const std::string above = folderOf(folder);
    if (above != folder && !std::filesystem::is_directory(above, error)) WW_TRY(makePrivateFolder(above));
    if (::mkdir(folder.c_str(), 0700) == 0) return syncMade(above);
    const int why = errno;
    if (why == EEXIST && std::filesystem::is_directory(folder, error)) return okStatus();
    return failure(why, Doing::kCreate, folder);
  }
  Status removeFolder(const std::string& folder) override {
    return ::rmdir(folder.c_str()) == 0 ? okStatus() : failure(errno, Doing::kRemove, folder);
  }

  Result<std::string> resolve(const std::string& path) override {
    if (char* real = ::realpath(path.c_str(), nullptr)) {
      std::string out(real);
      std::free(real);
      return out;
    }
    if (errno != ENOENT) return failure(errno, Doing::kFind, path);
    struct stat st {};
    // The link of a shell to a pipe leads to nothing that has a name.
    if (::stat(path.c_str(), &st) == 0) return failure(ENXIO, Doing::kFind, path);
    if (::lstat(path.c_str(), &st) == 0 && S_ISLNK(st.st_mode)) {
      std::error_code error;
      const std::string target = std::filesystem::read_symlink(path, error).string();
      return fail(failures::kDeadLink, {{"file", arg::Place{path}}, {"target", arg::Place{target}}});
    }
    char* folder = ::realpath(folderOf(path).c_str(), nullptr);
    if (!folder && errno == ENOENT && isNowhere(path))
      return fail(failures::kNoCurrentFolder, {{"file", arg::Place{path}}});
    if (!folder) return failure(errno, Doing::kFindFolder, path);
    std::string out(folder);
    std::free(folder);
    const std::size_t slash = path.rfind('/');
    if (out.back() != '/') out += '/';
    return out + (slash == std::string::npos ? path : path.substr(slash + 1));
  }

  Status copyMode(const std::string& from, const std::string& to) override {
    struct stat st {};
    if (::stat(from.c_str(), &st) != 0) return failure(errno, Doing::kExamine, from);
    // Only a privileged user may give files away; the group, where the user is in it.
    if (::chown(to.c_str(), st.st_uid, st.st_gid) != 0 && ::chown(to.c_str(), static_cast<uid_t>(-1), st.st_gid) != 0 &&
        errno != EPERM) {
      return failure(errno, Doing::kSetOwner, to);
    }
    return ::chmod(to.c_str(), st.st_mode & 0777) == 0 ? okStatus() : failure(errno, Doing::kSetPermissions, to);
  }

 private:
  static int flagsOf(Mode mode) {
    switch (mode) {
      case Mode::kRead: return O_RDONLY;
      case Mode::kReadWrite: return O_RDWR;
      case Mode::kCreatePrivate:
      case Mode::kCreate: return O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
      case Mode::kCreateOrOpen: return O_RDWR | O_CREAT | O_NOFOLLOW;
    }
    return O_RDONLY;
  }
};

}  // namespace

std::string folderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

Vfs& systemVfs() {
  static SystemVfs vfs;
  return vfs;
}

}  // namespace ww::project
