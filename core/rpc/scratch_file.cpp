// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/scratch_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>

#include "core/base/other_words.h"
#include "core/base/system_words.h"
#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

Status cannotWrite(int error) { return fail(failures::kNoScratch, {{"reason", systemWords(error)}}); }

Status writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return cannotWrite(errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return okStatus();
}

std::string folderOf(const ScratchFile& file) { return file.path().parent_path().string() + "/"; }

}  // namespace

Result<std::shared_ptr<ScratchFile>> ScratchFile::write(std::string_view name, std::string_view bytes) {
  WW_ASSIGN(ScratchDir folder, ScratchDir::make());
  std::shared_ptr<ScratchFile> out(new ScratchFile(std::move(folder)));
  WW_TRY(out->fill(name, bytes));
  return out;
}

Status ScratchFile::fill(std::string_view name, std::string_view bytes) {
  path_ = folder_.path() / name;
  const int fd = open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return cannotWrite(errno);
  Status written = writeAll(fd, bytes);
  if (close(fd) != 0 && written.ok()) written = cannotWrite(errno);
  return written;
}

Status withoutFolder(Status status, const ScratchFile& file) {
  return withOtherWords(std::move(status), folderOf(file), "");
}

std::string withoutFolder(std::string text, const ScratchFile& file) {
  return withOtherWords(std::move(text), folderOf(file), "");
}

}  // namespace ww::rpc
