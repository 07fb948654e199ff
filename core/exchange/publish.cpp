// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/base/system_words.h"
#include "core/exchange/exporter.h"
#include "core/exchange/failures.h"
#include "core/exchange/zip_writer.h"
#include "core/io/text_scan.h"

namespace ww::exchange {
namespace fs = std::filesystem;
namespace {

Status notWritten(const fs::path& path, int error) {
  if (error == ENOSPC || error == EDQUOT) return fail(failures::kNoSpace, {{"file", arg::Name{path.string()}}});
  if (error == EFBIG) return fail(failures::kTooLargeHere, {{"file", arg::Name{path.string()}}});
  return fail(failures::kNotWritten, {{"file", arg::Name{path.string()}}, {"reason", systemWords(error)}});
}

// A file under a name of its own until it is whole, and gone with this value unless it was kept.
class PartFile {
 public:
  explicit PartFile(fs::path path)
      : path_(std::move(path)), part_(fmt::format("{}.{}.part", path_.string(), ::getpid())) {}
  PartFile(PartFile&& other) noexcept
      : path_(std::move(other.path_)), part_(std::move(other.part_)), written_(std::exchange(other.written_, false)) {}
  ~PartFile() {
    if (written_) ::unlink(part_.c_str());
  }

  Status write(const std::string& bytes) {
    const int fd = ::open(part_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) return notWritten(path_, errno);
    written_ = true;
    int error = 0;
    for (std::size_t done = 0; done < bytes.size() && error == 0;) {
      const ssize_t n = ::write(fd, bytes.data() + done, bytes.size() - done);
      if (n > 0) done += static_cast<std::size_t>(n);
      else if (n == 0) error = ENOSPC;
      else if (errno != EINTR) error = errno;
    }
    if (error == 0 && ::fsync(fd) != 0) error = errno;
    if (::close(fd) != 0 && error == 0) error = errno;
    return error == 0 ? okStatus() : notWritten(path_, error);
  }

  // Takes the place of a file of that name.
  Status keep() {
    if (::rename(part_.c_str(), path_.c_str()) != 0) return notWritten(path_, errno);
    written_ = false;
    return okStatus();
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::string part_;
  bool written_ = false;
};

// Writers make such names only; this is the last look before anything is written.
bool isSafe(const std::string& name) {
  const fs::path path(name);
  return !name.empty() && path.is_relative() && std::none_of(path.begin(), path.end(), [](const fs::path& part) {
    return part.empty() || part == "." || part == "..";
  });
}

// Beside the first file there may be one folder; where it was made for this and nothing came of it, it goes again.
class MadeFolders {
 public:
  ~MadeFolders() {
    for (auto it = made_.rbegin(); it != made_.rend(); ++it) ::rmdir(it->c_str());
  }
  Status make(const fs::path& folder) {
    struct stat st {};
    // A link that leads elsewhere is no folder of ours.
    if (::lstat(folder.c_str(), &st) == 0 && S_ISDIR(st.st_mode)) return okStatus();
    if (::mkdir(folder.c_str(), 0777) != 0) return notWritten(folder, errno);
    made_.push_back(folder);
    return okStatus();
  }
  void keep() { made_.clear(); }

 private:
  std::vector<fs::path> made_;
};

Status checkTarget(const fs::path& out) {
  std::error_code ec;
  const fs::path folder = out.has_parent_path() ? out.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ec)) return fail(failures::kFolderMissing, {{"folder", arg::Name{folder.string()}}});
  if (out.filename().empty() || fs::is_directory(out, ec))
    return fail(failures::kTargetIsFolder, {{"file", arg::Name{out.string()}}});
  // A device would be replaced, and not written to.
  if (fs::exists(out, ec) && !fs::is_regular_file(out, ec)) return notWritten(out, EINVAL);
  return okStatus();
}

Result<std::uint64_t> writeAll(const std::vector<ExportedFile>& files, const fs::path& out) {
  const fs::path folder = out.parent_path();
  MadeFolders folders;
  std::vector<PartFile> parts;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!isSafe(files[i].name)) return notWritten(files[i].name, EINVAL);
    const fs::path path = i == 0 ? out : folder / files[i].name;
    if (i > 0 && path.parent_path() != folder) WW_TRY(folders.make(path.parent_path()));
    parts.emplace_back(path);
    WW_TRY(parts.back().write(files[i].bytes));
    total += files[i].bytes.size();
  }
  // All are on the disk by now: what can fail is little. What the first one names is there before it.
  std::vector<fs::path> kept;
  for (std::size_t i = files.size(); i-- > 0;) {
    std::error_code ec;
    const bool is_new = !fs::exists(parts[i].path(), ec);
    if (Status status = parts[i].keep(); !status.ok()) {
      for (const fs::path& path : kept) ::unlink(path.c_str());
      parts.clear();
      return status;
    }
    if (is_new) kept.push_back(parts[i].path());
  }
  folders.keep();
  return total;
}

}  // namespace

std::string packed(const ExportResult& result) { return zipOf(result.files); }

Result<std::uint64_t> publish(const ExportResult& result, const fs::path& out) {
  WW_TRY(checkTarget(out));
  if (io::toLowerAscii(out.extension().string()) != ".zip") return writeAll(result.files, out);
  ExportedFile zip{out.filename().string(), packed(result)};
  if (zip.bytes.empty())
    return fail(failures::kTooLargeFor, {{"name", arg::Name{out.filename().string()}},
                                         {"format", arg::Words{"ZIP"}},
                                         {"most", arg::Bytes{std::uint64_t{4} << 30}}});
  return writeAll({std::move(zip)}, out);
}

}  // namespace ww::exchange
