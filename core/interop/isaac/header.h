// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// The fields of a header, in their order on the wire; a mask of them comes first.
enum HeaderField : std::uint32_t {
  kPubtime = 1u << 0,
  kUuid = 1u << 1,
  kChannel = 1u << 2,
  kAcqtime = 1u << 3,
  kFormat = 1u << 4,
  kMini = 1u << 5,
  kSegments = 1u << 6,
  kBuffers = 1u << 7,
  kType = 1u << 8,
};
// What is sent over TCP, and what stands in a log; kBuffers comes in where there are any.
inline constexpr std::uint32_t kWireFields = kPubtime | kUuid | kChannel | kAcqtime | kFormat | kSegments | kType;
inline constexpr std::uint32_t kLogFields = kPubtime | kAcqtime | kSegments | kType;

inline constexpr std::uint64_t kMostHeaderBytes = 2598;
// Of one message, unless told otherwise: the largest camera measures points of 768 MiB.
inline constexpr std::uint64_t kMostPayloadBytes = 1ull << 30;

struct Header {
  std::uint32_t fields = 0;
  std::int64_t pubtime_ns = 0, acqtime_ns = 0;
  Uuid uuid;
  std::string channel;
  std::uint64_t format = 0, type_id = 0;
  std::vector<std::uint32_t> segment_bytes, buffer_bytes;

  std::uint64_t payloadBytes() const;
};

// The length in eight bytes, the mask, and the fields of it. A message that has more segments, buffers or letters than
// a header can count is refused: OUT_OF_RANGE of the whole (kTooLarge).
Result<std::string> headerBytes(const Message& message, std::uint32_t fields);
// A whole message: header, segments, buffers. Errors as above.
Result<std::string> messageBytes(const Message& message, std::uint32_t fields);

// `bytes`: the header behind its length, which must be all of it. DATA_LOSS (kBadHeader); RESOURCE_EXHAUSTED
// (kTooLarge) when what it announces is more than `most_payload` bytes.
Result<Header> parseHeader(std::string_view bytes, std::uint64_t most_payload = kMostPayloadBytes);
// What the length in front of a header says; `bytes` has eight. DATA_LOSS (kBadHeader) when none is so long.
Result<std::uint64_t> headerLength(std::string_view bytes);
// Puts segments and buffers beside what the header says; `payload` has exactly header.payloadBytes().
Message messageOf(const Header& header, std::string_view payload);
// A message as messageBytes() writes it, and nothing behind it. DATA_LOSS (kBadHeader), kTooLarge as above.
Result<Message> parseMessage(std::string_view bytes, std::uint64_t most_payload = kMostPayloadBytes);

}  // namespace ww::isaac
