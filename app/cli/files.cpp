// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver.h>
#include <google/protobuf/util/type_resolver_util.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <streambuf>
#include <string_view>

#include "app/cli/any_json.h"
#include "app/cli/clean_output.h"
#include "app/cli/cli.h"
#include "app/cli/edits_file.h"
#include "app/cli/failures.h"
#include "app/cli/filled_file.h"
#include "core/base/system_words.h"
#include "core/project/system_error.h"
#include "core/proto/sorted_bytes.h"

namespace ww::cli {
namespace {

Result<std::string> readAll(int fd, const std::string& path, std::size_t limit) {
  std::string bytes;
  std::string part(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t n = ::read(fd, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ww::fail(failures::kCannotRead, {{"file", arg::Name{path}}, {"reason", systemWords(errno)}});
    if (n == 0) return bytes;
    bytes.append(part, 0, static_cast<std::size_t>(n));
    if (bytes.size() > limit)
      return ww::fail(failures::kTooLarge, {{"file", arg::Name{path}}, {"limit", arg::Bytes{limit}}});
  }
}

Result<std::string> readStandardInput(std::size_t limit) {
  static bool used = false;
  if (used) return ww::fail(failures::kInputTwice);
  used = true;
  return readAll(STDIN_FILENO, "-", limit);
}

// A new file beside `path` that takes its place when it is complete. Without a name until then where the
// file system can do that, so that not even a kill leaves anything behind.
class NewFile {
 public:
  explicit NewFile(std::string path) : path_(std::move(path)), named_(fmt::format("{}.{}.part", path_, ::getpid())) {
    const std::string folder = std::filesystem::path(path_).parent_path().string();
    fd_ = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (fd_ >= 0) return;
    fd_ = ::open(named_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    has_name_ = fd_ >= 0;
  }
  ~NewFile() {
    if (fd_ >= 0) ::close(fd_);
    if (has_name_) ::unlink(named_.c_str());
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  int fd() const { return fd_; }
  bool publish() {
    if (::fsync(fd_) != 0) return false;
    if (!has_name_) {
      const std::string self = fmt::format("/proc/self/fd/{}", fd_);
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, path_.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
      if (errno != EEXIST) return false;
      if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, named_.c_str(), AT_SYMLINK_FOLLOW) != 0) return false;
      has_name_ = true;
    }
    if (::rename(named_.c_str(), path_.c_str()) != 0) return false;
    has_name_ = false;
    return true;
  }

 private:
  std::string path_, named_;
  int fd_ = -1;
  bool has_name_ = false;
};

bool writeAll(int fd, std::string_view bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t n = ::write(fd, bytes.data() + done, bytes.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n == 0) errno = ENOSPC;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

// Hands on what is written to it in pieces; the first that is not taken ends that.
class Pieces final : public std::streambuf {
 public:
  explicit Pieces(std::function<bool(std::string_view)> put) : put_(std::move(put)), room_(1 << 16, '\0') { begin(); }
  bool failed() const { return failed_; }
  int error() const { return error_; }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    return traits_type::eq_int_type(c, traits_type::eof()) ? traits_type::not_eof(c)
                                                           : sputc(traits_type::to_char_type(c));
  }
  int sync() override {
    const std::string_view piece(pbase(), static_cast<std::size_t>(pptr() - pbase()));
    if (!failed_ && !piece.empty() && !put_(piece)) {
      failed_ = true;
      error_ = errno;
    }
    begin();
    return failed_ ? -1 : 0;
  }

 private:
  void begin() { setp(room_.data(), room_.data() + room_.size()); }

  std::function<bool(std::string_view)> put_;
  std::string room_;
  bool failed_ = false;
  int error_ = 0;
};

// Writes all to what is open; false with errno where it could not.
using Putter = std::function<bool(int fd)>;

int writeToDevice(const std::string& path, const Putter& put) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = put(fd) ? 0 : errno;
  return ::close(fd) != 0 && error == 0 ? errno : error;
}

// Pipes and devices are written to; a file takes the place of the old one. The errno of what failed, else 0.
int writeTo(const std::string& path, const Putter& put) {
  struct stat st {};
  if (::stat(path.c_str(), &st) == 0 && !S_ISREG(st.st_mode)) return writeToDevice(path, put);
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  NewFile file(error ? path : real.string());
  return file.fd() >= 0 && put(file.fd()) && file.publish() ? 0 : errno;
}

// What is beside the file, in the folder where it was looked for.
std::vector<std::string> neighbours(const std::filesystem::path& folder) {
  constexpr std::size_t kMost = 1000;
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator it(folder.empty() ? "." : folder, error);
  for (; !error && it != std::filesystem::directory_iterator() && names.size() < kMost; it.increment(error)) {
    // What is hidden, such as the lock of a command that waits, was not meant.
    if (std::string name = it->path().filename().string(); !name.starts_with('.')) names.push_back(std::move(name));
  }
  return names;
}

// It, or what it comes from, tells names that were perhaps meant.
bool asksAlready(const Failure& failure) {
  return !failure.near.empty() || std::ranges::any_of(failure.causes, [](const Status& cause) {
    return cause.failure && asksAlready(*cause.failure);
  });
}

Status notOpened(const std::string& path, int error) {
  const std::filesystem::path file(path), folder = file.parent_path();
  std::error_code ignored;
  const std::string here = std::filesystem::current_path(ignored).string();
  const arg::Name name{path};
  const Phrase reason = systemWords(error);
  if (error == EACCES)
    return ww::fail(failures::kMayNotRead, {{"file", name}, {"reason", reason}, {"path", arg::Name{path}}});
  if (error != ENOENT && error != ENOTDIR) return ww::fail(failures::kCannotOpen, {{"file", name}, {"reason", reason}});
  if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
    return ww::fail(failures::kNoSuchFolder,
                    {{"file", name}, {"folder", arg::Name{folder.string()}}, {"here", arg::Words{here}}});
  }
  return nearFile(ww::fail(failures::kNoSuchFile, {{"file", name}, {"folder", arg::Words{here}}}), path);
}

}  // namespace

Status nearFile(Status status, const std::string& path) {
  const std::filesystem::path file(path);
  if (!status.failure || asksAlready(*status.failure)) return status;
  const auto known = neighbours(file.parent_path());
  // What is there by that name, such as a link that leads nowhere, is not misspelt.
  if (std::ranges::find(known, file.filename().string()) != known.end()) return status;
  std::vector<std::string> near = nearestNames(file.filename().string(), known, 2);
  for (std::string& name : near) name = (file.parent_path() / name).string();
  if (near.empty()) return status;
  auto failure = std::make_shared<Failure>(*status.failure);
  failure->near = std::move(near);
  status.hint = hintText(*failure, plainVoice());
  status.failure = std::move(failure);
  return status;
}

Status missingFile(const std::string& path) { return notOpened(path, ENOENT); }

Result<std::string> readInput(const std::string& path, std::size_t limit) {
  if (path == "-") return readStandardInput(limit);
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return ww::fail(failures::kIsFolder, {{"file", arg::Name{path}}});
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return notOpened(path, errno);
  Result<std::string> bytes = readAll(fd, path, limit);
  ::close(fd);
  return bytes;
}

namespace {

bool jsonText(const google::protobuf::Message& message, std::string& text) {
  static const std::string kPrefix = "type.googleapis.com";
  const std::unique_ptr<google::protobuf::util::TypeResolver> types(
      google::protobuf::util::NewTypeResolverForDescriptorPool(kPrefix, message.GetDescriptor()->file()->pool()));
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  const std::string url = kPrefix + "/" + std::string(message.GetDescriptor()->full_name());
  return google::protobuf::util::BinaryToJsonString(types.get(), url, proto::sortedBytes(message), &text, options).ok();
}

}  // namespace

Json toJson(const google::protobuf::Message& message) {
  const std::unique_ptr<google::protobuf::Message> copy(message.New());
  copy->CopyFrom(message);
  const std::vector<std::string> types = hideUnknownAnys(*copy);
  std::string text;
  Json json = jsonText(*copy, text) ? Json::parse(text, nullptr, false) : Json(Json::value_t::discarded);
  if (json.is_discarded()) return Json{{"textproto", message.ShortDebugString()}};
  if (!types.empty()) showUnknownAnys(json, types);
  return json;
}

Status keepsInputs(const std::string& out, std::initializer_list<std::string> inputs) {
  for (const std::string& input : inputs) {
    std::error_code error;
    if (input.empty() || input == "-" || out.empty() || out == "-" || !std::filesystem::equivalent(out, input, error) ||
        error)
      continue;
    return ww::fail(failures::kWouldOverwrite, {{"file", arg::Name{out}}});
  }
  return okStatus();
}

Status keepsApart(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return okStatus();
  std::error_code error;
  const bool exists = std::filesystem::exists(a, error);
  if (exists && !std::filesystem::is_regular_file(a, error)) return okStatus();
  const auto full = [](const std::string& path) {
    std::error_code failed;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path, failed), failed);
  };
  const bool same = a == b || (exists && std::filesystem::equivalent(a, b, error)) || full(a) == full(b);
  if (!same) return okStatus();
  return ww::fail(failures::kOneFileForTwo, {{"b", arg::Name{b}}, {"a", arg::Name{a}}});
}

namespace {

Status writeBy(const std::string& path, const Putter& put) {
  // Worlds are saved otherwise, with a lock and a backup: whoever gets here has mistaken the file.
  if (isWorldFile(path)) return ww::fail(failures::kReplacesWorld, {{"file", arg::Name{path}}});
  const int error = writeTo(path, put);
  if (error == 0) return okStatus();
  return withUsualHint(project::systemError(error, project::Doing::kWrite, path),
                       "check the folder and the space on the disk");
}

}  // namespace

Status writeFile(const std::string& path, const std::string& bytes) {
  if (path == "-") {
    writeRaw(bytes);  // whoever ends the program looks whether it arrived
    return okStatus();
  }
  return writeBy(path, [&](int fd) { return writeAll(fd, bytes); });
}

Status fillFile(const std::string& path, const std::function<Status(std::ostream&)>& fill) {
  if (path == "-") {
    Pieces pieces([](std::string_view bytes) { return writeRaw(bytes); });
    std::ostream out(&pieces);
    WW_TRY(fill(out));
    out.flush();
    return okStatus();
  }
  Status filled;
  const Status written = writeBy(path, [&](int fd) {
    Pieces pieces([fd](std::string_view bytes) { return writeAll(fd, bytes); });
    std::ostream out(&pieces);
    filled = fill(out);
    out.flush();
    errno = pieces.error();
    return filled.ok() && !pieces.failed();
  });
  return filled.ok() ? written : filled;
}

}  // namespace ww::cli
