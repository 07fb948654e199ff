// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/listen.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

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

Status badListen(std::string_view text, std::string_view why) {
  return fail(Code::kInvalidArgument, fmt::format("cannot listen on '{}': {}", text, why))
      .withHint("write 127.0.0.1:PORT (0 for a free port) or unix:PATH");
}

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
    return fail(Code::kAlreadyExists, fmt::format("'{}' exists and is no socket", path))
        .withHint("choose another path")
        .about(path);
  }
  if (!isAlive(path)) return okStatus();
  return fail(Code::kAlreadyExists, fmt::format("another server listens on '{}'", path))
      .withHint("stop it, or choose another path")
      .about(path);
}

}  // namespace

Result<ListenAddress> parseListen(std::string_view text) {
  ListenAddress address;
  if (text.starts_with("unix:")) {
    address.path = std::string(text.substr(5));
    if (address.path.empty()) return badListen(text, "the path is missing");
    address.local_only = true;
    return address;
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return badListen(text, "it is neither HOST:PORT nor unix:PATH");
  address.host = std::string(text.substr(0, colon));
  if (address.host.find(':') != std::string::npos && address.host.front() != '[') {
    return badListen(text, "an IPv6 address needs brackets");
  }
  const std::string_view port = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc{} || end != port.data() + port.size() || address.port < 0 || address.port > 65535) {
    return badListen(text, "the port is no number from 0 to 65535");
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
    return fail(Code::kInvalidArgument, fmt::format("the path of the socket is too long: '{}'", path))
        .withHint("choose one of less than 90 characters");
  }
  if (::mkdtemp(folder.data()) == nullptr) {
    return fail(errno == EACCES || errno == EROFS ? Code::kPermissionDenied : Code::kInvalidArgument,
                fmt::format("cannot make a socket in '{}': {}", parent.empty() ? "." : parent, std::strerror(errno)))
        .withHint("choose a folder that exists and that you may write to")
        .about(path);
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
    return fail(Code::kInternal, fmt::format("cannot make the socket '{}': {}", path_, std::strerror(errno)))
        .about(path_);
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
