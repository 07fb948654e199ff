// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::rpc {

// Where a server listens: a TCP port (0: a free one) or a Unix socket.
struct ListenAddress {
  std::string host;  // as written, brackets of IPv6 included
  int port = 0;
  std::string path;         // of the socket; empty for TCP
  bool local_only = false;  // a socket, or a loopback address
  bool isUnix() const { return !path.empty(); }
};

// "127.0.0.1:0", "[::1]:50051", "localhost:0", "unix:/run/user/1000/cell.sock". INVALID_ARGUMENT.
Result<ListenAddress> parseListen(std::string_view text);

// A Unix socket of mode 0600 from its first moment: it is made in a folder that only its owner can
// enter, and moved to its place when it listens. A dead socket in that place is replaced; a live one
// and any other file are refused (ALREADY_EXISTS).
class SocketFile {
 public:
  static Result<SocketFile> prepare(const std::string& path);
  SocketFile(SocketFile&& other) noexcept;
  SocketFile& operator=(SocketFile&&) = delete;
  ~SocketFile();  // removes the socket, if it is still this one

  const std::string& bindPath() const { return bind_path_; }
  // Fails when the socket cannot be put in its place.
  Status publish();

 private:
  SocketFile() = default;
  std::string path_, folder_, bind_path_;
  unsigned long inode_ = 0;  // of the published socket
};

}  // namespace ww::rpc
