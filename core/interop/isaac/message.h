// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace ww::isaac {

// 16 raw bytes; `lower` is the first eight of them as a little endian number.
struct Uuid {
  std::uint64_t lower = 0, upper = 0;
  auto operator<=>(const Uuid&) const = default;
};

// A new one, by chance.
Uuid newUuid();
// The bytes in their order, as 36 lower-case characters.
std::string uuidText(const Uuid& uuid);
// INVALID_ARGUMENT (kBadUuid) unless it is written so.
Result<Uuid> uuidOf(std::string_view text);
// The 16 bytes.
std::string uuidBytes(const Uuid& uuid);
// `bytes` must have 16.
Uuid uuidFromBytes(std::string_view bytes);

using Word = std::uint64_t;
using Segments = std::vector<std::vector<Word>>;
// Raw data beside a message: pixels, ranges, elements of a tensor. Never null.
using Buffer = std::shared_ptr<const std::string>;

// One message of a channel: Cap'n Proto segments and the buffers that they refer to.
struct Message {
  Uuid uuid;
  std::string channel;  // bytes; at most 255 of them
  std::int64_t acqtime_ns = 0, pubtime_ns = 0;
  std::uint64_t type_id = 0;  // of Cap'n Proto
  Segments segments;
  std::vector<Buffer> buffers;

  std::uint64_t payloadBytes() const;
};

}  // namespace ww::isaac
