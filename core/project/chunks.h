// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/status.h"

namespace ww::project {

// A geometry blob is cut into slices of this size, each compressed by itself: a row stays below 1 MiB,
// and nothing in a file can ask for more memory than a slice at a time.
constexpr std::int64_t kSliceBytes = 1'000'000;
constexpr std::int64_t kMaxBlobBytes = std::int64_t{2} << 30;
enum Codec : std::int64_t { kRaw = 0, kZstd = 1 };

struct Chunk {
  std::int64_t codec = kRaw;
  std::string bytes;
};

constexpr std::int64_t chunkCount(std::int64_t blob_bytes) {
  return blob_bytes == 0 ? 1 : (blob_bytes + kSliceBytes - 1) / kSliceBytes;
}
constexpr std::int64_t sliceBytes(std::int64_t blob_bytes, std::int64_t chunk) {
  const std::int64_t rest = blob_bytes - chunk * kSliceBytes;
  return rest < kSliceBytes ? rest : kSliceBytes;
}

// What compresses beyond all reason is stored as it is, so that a reader may refuse it.
Chunk compress(std::string_view slice);
// Appends exactly `expected` bytes; DATA_LOSS when the chunk holds anything else.
Status decompress(const Chunk& chunk, std::int64_t expected, std::string& out);

}  // namespace ww::project
