// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/scratch_file.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <cerrno>

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

void eraseAll(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
}

std::string folderOf(const ScratchFile& file) { return file.path().parent_path().string() + "/"; }

struct Erase {
  const std::string& part;
  void operator()(arg::Name& v) const { eraseAll(v.text, part); }
  void operator()(arg::Words& v) const { eraseAll(v.text, part); }
  void operator()(arg::Place& v) const { eraseAll(v.file, part); }
  void operator()(arg::Names& v) const {
    for (std::string& text : v.texts) eraseAll(text, part);
  }
  void operator()(Phrase& v) const {
    eraseAll(v.text, part);
    for (FailureArg& a : v.args) std::visit(*this, a.value);
  }
  void operator()(arg::Told& v) const;
  void operator()(auto&) const {}
};

Status without(Status status, const std::string& part);

std::shared_ptr<const Failure> without(const Failure& given, const std::string& part) {
  auto failure = std::make_shared<Failure>(given);
  for (FailureArg& a : failure->args) std::visit(Erase{part}, a.value);
  for (Status& cause : failure->causes) cause = without(std::move(cause), part);
  for (Phrase& text : failure->contexts) Erase{part}(text);
  for (Phrase& text : failure->details) Erase{part}(text);
  for (std::string& text : failure->near) eraseAll(text, part);
  return failure;
}

void Erase::operator()(arg::Told& v) const { v.failure = without(*v.failure, part); }

// The texts, and what they are written from.
Status without(Status status, const std::string& part) {
  for (std::string* text : {&status.title, &status.message, &status.hint, &status.subject}) eraseAll(*text, part);
  if (status.failure) status.failure = without(*status.failure, part);
  return status;
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

Status withoutFolder(Status status, const ScratchFile& file) { return without(std::move(status), folderOf(file)); }

std::string withoutFolder(std::string text, const ScratchFile& file) {
  eraseAll(text, folderOf(file));
  return text;
}

}  // namespace ww::rpc
