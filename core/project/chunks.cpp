// SPDX-License-Identifier: Apache-2.0
#include "core/project/chunks.h"

#include <zstd.h>

#include <memory>

#include "core/project/failures.h"

namespace ww::project {
namespace {

constexpr int kLevel = 1;  // coordinates compress little more at higher ones, and a save should be quick
constexpr std::size_t kMaxRatioWritten = 64;
constexpr std::size_t kMaxRatioRead = 100;

}  // namespace

Chunk compress(std::string_view slice) {
  std::string out(ZSTD_compressBound(slice.size()), '\0');
  const std::size_t size = ZSTD_compress(out.data(), out.size(), slice.data(), slice.size(), kLevel);
  if (ZSTD_isError(size) || size >= slice.size() || size * kMaxRatioWritten < slice.size()) {
    return {kRaw, std::string(slice)};
  }
  out.resize(size);
  return {kZstd, std::move(out)};
}

Status decompress(const Chunk& chunk, std::int64_t expected, std::string& out) {
  const auto wanted = static_cast<std::size_t>(expected);
  if (chunk.codec == kRaw) {
    if (chunk.bytes.size() != wanted) return fail(failures::kChunkSize);
    out += chunk.bytes;
    return okStatus();
  }
  if (chunk.codec != kZstd) return fail(failures::kChunkCodec, {{"codec", arg::Words{std::to_string(chunk.codec)}}});
  if (ZSTD_getFrameContentSize(chunk.bytes.data(), chunk.bytes.size()) != wanted ||
      chunk.bytes.size() * kMaxRatioRead < wanted) {
    return fail(failures::kChunkSize);
  }
  const std::size_t before = out.size();
  out.resize(before + wanted);
  const std::size_t size = ZSTD_decompress(out.data() + before, wanted, chunk.bytes.data(), chunk.bytes.size());
  if (ZSTD_isError(size) || size != wanted) return fail(failures::kChunkPacked);
  return okStatus();
}

}  // namespace ww::project
