// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/listen.h"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

#include "core/base/system_words.h"
#include "core/rpc/failures.h"

namespace ww::rpc {
namespace {

bool isLoopback(std::string_view host) {
  if (host == "localhost") return true;
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  const std::string text(host);
  in_addr v4{};
  if (inet_pton(AF_INET, text.c_str(), &v4) == 1) return (ntohl(v4.s_addr) >> 24) == 127;
  in6_addr v6{};
  return inet_pton(AF_INET6, text.c_str(), &v6) == 1 && IN6_IS_ADDR_LOOPBACK(&v6);
}

// Digits and dots that are no address; names are looked up when somebody listens there.
bool isBrokenNumber(std::string_view host) {
  in_addr v4{};
  return host.find_first_not_of("0123456789.") == std::string_view::npos &&
         inet_pton(AF_INET, std::string(host).c_str(), &v4) != 1;
}

Status badListen(std::string_view text, const FailureRow& row) {
  return fail(row, {{"address", arg::Name{std::string(text)}}});
}

// What the system says of a call that failed just now.
FailureArg systemError() { return {"reason", systemWords(errno)}; }

bool isAlive(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const void* raw = &address;
  const bool answers = ::connect(fd, static_cast<const sockaddr*>(raw), sizeof(address)) == 0;
  ::close(fd);
  return answers;
}

Status refuseOccupied(const std::string& path) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) return okStatus();
  if (!S_ISSOCK(info.st_mode)) {
    return fail(failures::kNotASocket, {{"path", arg::Place{path}}});
  }
  if (!isAlive(path)) return okStatus();
  return fail(failures::kOtherServer, {{"path", arg::Place{path}}});
}

}  // namespace

Result<ListenAddress> parseListen(std::string_view text) {
  ListenAddress address;
  if (text.starts_with("unix:")) {
    address.path = std::string(text.substr(5));
    if (address.path.empty()) return badListen(text, failures::kNoSocketPath);
    address.local_only = true;
    return address;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return badListen(text, failures::kNoAddress);
  address.host = std::string(text.substr(0, colon));
  if (address.host.find(':') != std::string::npos && address.host.front() != '[') {
    return badListen(text, failures::kNoBrackets);
  }
  if (isBrokenNumber(address.host)) return badListen(text, failures::kNoAddress);
  const std::string_view port = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc{} || end != port.data() + port.size() || address.port < 0 || address.port > 65535) {
    return badListen(text, failures::kBadPort);
  }
  address.local_only = isLoopback(address.host);
  return address;
}

SocketFile::SocketFile(SocketFile&& other) noexcept
    : path_(std::move(other.path_)),
      folder_(std::move(other.folder_)),
      bind_path_(std::move(other.bind_path_)),
      inode_(other.inode_) {
  other.path_.clear();
  other.folder_.clear();
}

Result<SocketFile> SocketFile::prepare(const std::string& path) {
  WW_TRY(refuseOccupied(path));
  SocketFile file;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  std::string folder = (parent.empty() ? std::string(".") : parent) + "/.wwXXXXXX";
  if (std::max(path.size(), folder.size() + 2) >= sizeof(sockaddr_un::sun_path)) {
    return fail(failures::kSocketPathLong, {{"path", arg::Place{path}}});
  }
  std::error_code ignored;
  if (!parent.empty() && !std::filesystem::is_directory(parent, ignored))
    return fail(failures::kNoSocketFolder, {{"folder", arg::Place{parent}}, {"path", arg::Words{path}}});
  if (::mkdtemp(folder.data()) == nullptr) {
    return fail(errno == EACCES || errno == EROFS ? failures::kSocketFolderDenied : failures::kSocketFolder,
                {{"path", arg::Place{path}}, {"folder", arg::Place{parent.empty() ? "." : parent}}, systemError()});
  }
  file.path_ = path;
  file.folder_ = folder;
  file.bind_path_ = folder + "/s";
  return file;
}

Status SocketFile::publish() {
  struct stat info {};
  if (::chmod(bind_path_.c_str(), 0600) != 0 || ::stat(bind_path_.c_str(), &info) != 0 ||
      ::rename(bind_path_.c_str(), path_.c_str()) != 0) {
    return fail(failures::kCannotMakeSocket, {{"path", arg::Place{path_}}, systemError()});
  }
  inode_ = info.st_ino;
  return okStatus();
}

SocketFile::~SocketFile() {
  if (folder_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
  struct stat info {};
  if (inode_ != 0 && ::lstat(path_.c_str(), &info) == 0 && info.st_ino == inode_) ::unlink(path_.c_str());
}

}  // namespace ww::rpc
