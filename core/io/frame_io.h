// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace google::protobuf {
class MessageLite;
}

namespace ww::io {

constexpr std::uint32_t kWorkerProtocol = 2;
constexpr std::size_t kMaxFrame = 64u << 20;  // bytes of one message between broker and worker
constexpr std::size_t kChunk = 8u << 20;      // of geometry bytes in one message
constexpr int kWorkerFd = 3;                  // the socket, in the worker

// Blocking write of one message with its length; false when the other side is gone or it is too large.
bool writeFrame(int fd, const google::protobuf::MessageLite& message);
// Blocking read of one message; false at the end, on an error, or when it does not parse.
bool readFrame(int fd, google::protobuf::MessageLite& message);

// Cuts a stream of bytes into messages.
class FrameBuffer {
 public:
  void add(std::string_view bytes) { buffer_.append(bytes); }
  // The next whole message, valid until the next call; empty with `more` set when bytes are missing.
  // False when the announced length is zero or above the limit.
  bool next(std::string_view& frame, bool& more);

 private:
  std::string buffer_;
  std::size_t used_ = 0;
};

}  // namespace ww::io
