// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/scratch_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>

namespace ww::rpc {
namespace {

Status cannotWrite(int error) {
  return fail(Code::kResourceExhausted,
              std::string("the data cannot be put into a file to read it from: ") + strerror(error))
      .withHint("the server needs space in its folder for temporary files");
}

Status writeAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return cannotWrite(errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return okStatus();
}

void eraseAll(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

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
  const std::string folder = file.path().parent_path().string() + "/";
  for (std::string* text : {&status.title, &status.message, &status.hint, &status.subject}) eraseAll(*text, folder);
  return status;
}

}  // namespace ww::rpc
