// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/interop/isaac/header.h"

namespace ww::isaac {

// Messages out of a stream of bytes, in whatever pieces it comes. It keeps what has come and no more: what a header
// announces takes no memory before it is there.
class StreamDecoder {
 public:
  explicit StreamDecoder(std::uint64_t most_payload = kMostPayloadBytes) : most_payload_(most_payload) {}

  void feed(std::string_view bytes);
  // The next message, or none until more bytes have come. After a failure (kBadHeader, kTooLarge) the stream is lost:
  // the same failure comes again.
  Result<std::optional<Message>> next();
  // Bytes of a message that is not whole yet.
  std::uint64_t waiting() const { return bytes_.size() - at_; }

 private:
  // Fails as said above.
  Result<bool> headerCame();

  std::uint64_t most_payload_;
  std::string bytes_;
  std::size_t at_ = 0;  // what is before is done with
  std::optional<Header> header_;
  Status lost_;
};

}  // namespace ww::isaac
