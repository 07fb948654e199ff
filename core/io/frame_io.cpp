// SPDX-License-Identifier: Apache-2.0
#include "core/io/frame_io.h"

#include <google/protobuf/message_lite.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace ww::io {
namespace {

bool writeAll(int fd, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::send(fd, data, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool readAll(int fd, char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t n = ::recv(fd, data, size, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    data += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

std::array<char, 4> lengthBytes(std::size_t n) {
  return {static_cast<char>(n), static_cast<char>(n >> 8), static_cast<char>(n >> 16), static_cast<char>(n >> 24)};
}

std::size_t lengthOf(const char* b) {
  const auto byte = [b](int i) { return static_cast<std::size_t>(static_cast<unsigned char>(b[i])); };
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

}  // namespace

bool writeFrame(int fd, const google::protobuf::MessageLite& message) {
  const std::size_t size = message.ByteSizeLong();
  if (size > kMaxFrame) return false;
  std::string bytes;
  bytes.reserve(size + 4);
  const auto head = lengthBytes(size);
  bytes.append(head.data(), head.size());
  if (!message.AppendToString(&bytes)) return false;
  return writeAll(fd, bytes.data(), bytes.size());
}

bool readFrame(int fd, google::protobuf::MessageLite& message) {
  std::array<char, 4> head{};
  if (!readAll(fd, head.data(), head.size())) return false;
  const std::size_t size = lengthOf(head.data());
  if (size > kMaxFrame) return false;
  std::string bytes(size, '\0');
  return readAll(fd, bytes.data(), size) && message.ParseFromString(bytes);
}

bool FrameBuffer::next(std::string_view& frame, bool& more) {
  more = false;
  if (used_ > 0 && (used_ == buffer_.size() || used_ > kMaxFrame)) {
    buffer_.erase(0, used_);
    used_ = 0;
  }
  const std::size_t have = buffer_.size() - used_;
  if (have < 4) {
    more = true;
    return true;
  }
  const std::size_t size = lengthOf(buffer_.data() + used_);
  if (size == 0 || size > kMaxFrame) return false;
  if (have < 4 + size) {
    more = true;
    return true;
  }
  frame = std::string_view(buffer_).substr(used_ + 4, size);
  used_ += 4 + size;
  return true;
}

}  // namespace ww::io
