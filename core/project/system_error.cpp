// SPDX-License-Identifier: Apache-2.0
#include "core/project/system_error.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include "core/base/system_words.h"
#include "core/project/failures.h"
#include "core/project/vfs.h"

namespace ww::project {
namespace {

struct Meaning {
  int error;
  const FailureRow& row;
};
const Meaning kMeanings[] = {
    {ENOENT, failures::kNoSuchFile},
    {ENOTDIR, failures::kNotAFolder},
    {EACCES, failures::kDenied},
    {EPERM, failures::kDenied},
    {EROFS, failures::kReadOnlyDisk},
    {ENOSPC, failures::kDiskFull},
    {EDQUOT, failures::kQuota},
    {EFBIG, failures::kFileTooLarge},
    {EMFILE, failures::kTooManyOpen},
    {ENFILE, failures::kTooManyOpen},
    {EEXIST, failures::kFileExists},
    {EISDIR, failures::kIsFolder},
    {ENAMETOOLONG, failures::kNameTooLong},
    {ELOOP, failures::kLinkCircle},
    {EIO, failures::kDiskFault},
    {ESTALE, failures::kDriveGone},
    {ENOTCONN, failures::kDriveGone},
    {EHOSTDOWN, failures::kDriveGone},
    {EHOSTUNREACH, failures::kDriveGone},
    {ENETDOWN, failures::kDriveGone},
    {ENETUNREACH, failures::kDriveGone},
    {ETIMEDOUT, failures::kDriveGone},
    {ENODEV, failures::kDriveGone},
    {ENXIO, failures::kNotRegular},
};

bool isOfFolder(Doing doing) { return doing == Doing::kSyncFolder || doing == Doing::kOpenFolder; }

// Whether it is the folder that is written to.
bool changesFolder(Doing doing) {
  return doing == Doing::kCreate || doing == Doing::kRename || doing == Doing::kRemove || doing == Doing::kBackUp ||
         isOfFolder(doing);
}

const char* cannot(Doing doing) {
  switch (doing) {
    case Doing::kRead: return WW_TEXT("Core", "cannot read {path}");
    case Doing::kWrite: return WW_TEXT("Core", "cannot write {path}");
    case Doing::kResize: return WW_TEXT("Core", "cannot resize {path}");
    case Doing::kSync: return WW_TEXT("Core", "cannot sync {path}");
    case Doing::kExamine: return WW_TEXT("Core", "cannot examine {path}");
    case Doing::kLock: return WW_TEXT("Core", "cannot lock {path}");
    case Doing::kCreate: return WW_TEXT("Core", "cannot create {path}");
    case Doing::kOpen: return WW_TEXT("Core", "cannot open {path}");
    case Doing::kRename: return WW_TEXT("Core", "cannot rename a file to {path}");
    case Doing::kRemove: return WW_TEXT("Core", "cannot remove {path}");
    case Doing::kOpenFolder: return WW_TEXT("Core", "cannot open the folder {path}");
    case Doing::kSyncFolder: return WW_TEXT("Core", "cannot sync the folder {path}");
    case Doing::kBackUp: return WW_TEXT("Core", "cannot back up {path}");
    case Doing::kFind: return WW_TEXT("Core", "cannot find {path}");
    case Doing::kFindFolder: return WW_TEXT("Core", "cannot find the folder of {path}");
    case Doing::kSetOwner: return WW_TEXT("Core", "cannot set the owner of {path}");
    case Doing::kSetPermissions: break;
  }
  return WW_TEXT("Core", "cannot set the permissions of {path}");
}

// Whether what is written is the file itself, as far as people know; what lies beside it is found, removed and locked
// by its own name.
bool writes(Doing doing) {
  return doing == Doing::kCreate || doing == Doing::kWrite || doing == Doing::kResize || doing == Doing::kSync;
}

// Whose it is may let others in, and nobody else.
bool isOfAnother(const std::string& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && info.st_uid != ::geteuid();
}

// Whoever started this program has said how large its files may be.
bool isLimited() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

const FailureRow& rowOf(int error, Doing doing, const std::string& path, const std::string& folder) {
  if (error == ENOENT && (doing == Doing::kCreate || doing == Doing::kWrite)) {
    // The system has folders of its own that take no new file.
    std::error_code ignored;
    const bool there = std::filesystem::is_directory(folder, ignored);
    return there ? failures::kFolderTakesNothing : failures::kNoSuchFolder;
  }
  if (error == ENOENT && (isOfFolder(doing) || doing == Doing::kFindFolder)) return failures::kNoSuchFolder;
  if ((error == EACCES || error == EPERM) && changesFolder(doing)) return failures::kFolderDenied;
  std::error_code unknown;
  if (error == EACCES && doing == Doing::kWrite && !std::filesystem::exists(path, unknown))
    return isOfAnother(folder) ? failures::kFileInOthersFolder : failures::kFileInFolderDenied;
  if (error == EACCES && doing == Doing::kOpen) {
    if (::access(path.c_str(), R_OK) != 0 && ::access(folder.c_str(), X_OK) == 0) return failures::kNotReadable;
    if (::access(path.c_str(), R_OK) == 0 && ::access(path.c_str(), W_OK) != 0)
      return isOfAnother(path) ? failures::kNotWritableOthers : failures::kNotWritable;
  }
  if (error == EFBIG && isLimited()) return failures::kFileLimit;
  for (const Meaning& m : kMeanings) {
    if (m.error == error) return m.row;
  }
  return failures::kRefused;
}

// A file that is to take the place of none is the one that was asked for.
std::string asAskedFor(const std::string& path) {
  constexpr std::string_view kSaving = ".saving";
  std::error_code error;
  const std::string file = path.ends_with(kSaving) ? path.substr(0, path.size() - kSaving.size()) : path;
  return std::filesystem::exists(file, error) ? path : file;
}

// Of a path that the system could not follow, the part that is there and no folder; else the path.
std::string fileOnTheWay(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  fs::path way(path);
  while (way.has_relative_path() && way != way.parent_path() && !fs::exists(way, error)) way = way.parent_path();
  return way.empty() || fs::is_directory(way, error) ? path : way.string();
}

// The files beside a world file have names that say little.
Phrase described(const std::string& path) {
  const FailureArg named{"path", arg::Words{path}};
  if (path.ends_with("~.new") || path.ends_with("~")) return phrase(WW_TEXT("Core", "the backup {path}"), {named});
  if (path.ends_with(".saving"))
    return phrase(WW_TEXT("Core", "the new file {path}, which is to take the place of the old one"), {named});
  if (path.ends_with("-journal")) return phrase(WW_TEXT("Core", "the journal of saves {path}"), {named});
  return path;
}

}  // namespace

Status systemError(int error, Doing doing, const std::string& path) {
  const std::string folder = isOfFolder(doing) ? path : folderOf(path);
  const std::string told = writes(doing) ? asAskedFor(path) : path;
  const std::string wrong = error == ENOTDIR ? fileOnTheWay(told) : told;
  Status status = fail(rowOf(error, doing, path, folder), {{"file", arg::Place{wrong}},
                                                           {"path", arg::Name{told}},
                                                           {"folder", arg::Place{folder}},
                                                           {"dir", arg::Name{folder}},
                                                           {"reason", systemWords(error)}});
  return within(std::move(status), phrase(cannot(doing), {{"path", described(told)}}));
}

Status withFilesBeside(Status status, const std::string& path) {
  constexpr std::size_t kMost = 500;
  if (!status.failure || status.failure->row != &failures::kNoSuchFile) return status;
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folderOf(path), error), end; !error && it != end && names.size() < kMost;
       it.increment(error)) {
    // What is hidden, such as the lock of a command that waits, was not meant.
    if (std::string name = it->path().filename(); !name.starts_with('.')) names.push_back(std::move(name));
  }
  return withNearest(std::move(status), fs::path(path).filename().string(), names);
}

}  // namespace ww::project
