// SPDX-License-Identifier: Apache-2.0
#include "core/project/system_error.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

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
    {ENOTDIR, failures::kNoSuchFolder},
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
    {ESTALE, failures::kDiskFault},
    {ENXIO, failures::kNotRegular},
};

bool isOfFolder(std::string_view doing) { return doing == "sync the folder" || doing == "open the folder"; }

// Whether it is the folder that is written to.
bool changesFolder(std::string_view doing) {
  return doing == "create" || doing == "rename a file to" || doing == "remove" || doing == "back up" ||
         isOfFolder(doing);
}

const FailureRow& rowOf(int error, std::string_view doing, const std::string& folder) {
  if (error == ENOENT && (doing == "create" || doing == "write")) {
    // The system has folders of its own that take no new file.
    std::error_code ignored;
    const bool there = std::filesystem::is_directory(folder, ignored);
    return there ? failures::kFolderTakesNothing : failures::kNoSuchFolder;
  }
  if (error == ENOENT && (isOfFolder(doing) || doing == "find the folder of")) return failures::kNoSuchFolder;
  if ((error == EACCES || error == EPERM) && changesFolder(doing)) return failures::kFolderDenied;
  for (const Meaning& m : kMeanings) {
    if (m.error == error) return m.row;
  }
  return failures::kRefused;
}

// The files beside a world file have names that say little.
std::string described(const std::string& path) {
  if (path.ends_with("~.new") || path.ends_with("~")) return fmt::format("the backup {}", path);
  if (path.ends_with(".saving")) return fmt::format("the new file {}, which is to take the place of the old one", path);
  if (path.ends_with("-journal")) return fmt::format("the journal of saves {}", path);
  return path;
}

}  // namespace

Status systemError(int error, std::string_view doing, const std::string& path) {
  const std::string folder = isOfFolder(doing) ? path : folderOf(path);
  Status status = fail(rowOf(error, doing, folder), {{"file", arg::Place{path}},
                                                     {"path", arg::Name{path}},
                                                     {"folder", arg::Place{folder}},
                                                     {"reason", arg::Words{std::generic_category().message(error)}}});
  return std::move(status).in(fmt::format("cannot {} {}", doing, described(path)));
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
