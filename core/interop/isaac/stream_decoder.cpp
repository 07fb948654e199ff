// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/stream_decoder.h"

namespace ww::isaac {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kTidyAt = 1 << 16;

}  // namespace

void StreamDecoder::feed(std::string_view bytes) {
  if (!lost_.ok()) return;
  if (at_ > kTidyAt && at_ * 2 > bytes_.size()) {
    bytes_.erase(0, at_);
    at_ = 0;
  }
  bytes_ += bytes;
}

// Whether the header of the next message is there.
Result<bool> StreamDecoder::headerCame() {
  if (header_) return true;
  const std::string_view rest = std::string_view(bytes_).substr(at_);
  if (rest.size() < kLengthBytes) return false;
  WW_ASSIGN(const std::uint64_t length, headerLength(rest));
  if (rest.size() - kLengthBytes < length) return false;
  WW_ASSIGN(header_, parseHeader(rest.substr(kLengthBytes, length), most_payload_));
  at_ += kLengthBytes + length;
  return true;
}

Result<std::optional<Message>> StreamDecoder::next() {
  if (!lost_.ok()) return lost_;
  const auto came = headerCame();
  if (!came.ok()) return lost_ = came.status();
  if (!*came || waiting() < header_->payloadBytes()) return std::optional<Message>();
  const std::uint64_t size = header_->payloadBytes();
  Message out = messageOf(*header_, std::string_view(bytes_).substr(at_, size));
  header_.reset();
  at_ += size;
  if (at_ == bytes_.size()) {
    bytes_.clear();
    at_ = 0;
  }
  return std::optional<Message>(std::move(out));
}

}  // namespace ww::isaac
