// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/interop/isaac/message.h"

namespace ww::isaac {

// An MCAP file of messages in JSON: chunks without compression, with indexes, checksums and a summary. A message's time
// is that of its publication; when it was acquired stands in its JSON.
class McapWriter {
 public:
  explicit McapWriter(std::ostream& out);
  // `json`: what stands in the file as data. Times before 0 are written as 0.
  void write(const Message& message, std::string_view json);
  // Writes what is left, the summary and the end.
  void close();

 private:
  struct Index {
    std::uint64_t time = 0, offset = 0;
  };
  struct Chunk {
    std::uint64_t start = 0, length = 0, first = 0, last = 0, index_length = 0, size = 0;
    std::map<std::uint16_t, std::uint64_t> indexes;  // where each channel's stands
  };
  void put(std::string_view bytes);
  void endChunk();
  std::uint16_t channelOf(const Message& message);

  std::ostream& out_;
  std::uint64_t at_ = 0;
  std::uint32_t sum_ = 0;  // CRC-32 of the section so far
  std::map<std::pair<std::string, std::uint64_t>, std::uint16_t> channels_;
  std::map<std::uint64_t, std::uint16_t> schemas_;
  std::map<std::uint16_t, std::uint64_t> counts_;
  std::string records_, summary_;  // of the chunk; schemas and channels
  std::map<std::uint16_t, std::vector<Index>> indexes_;
  std::vector<Chunk> chunks_;
  std::uint64_t chunk_first_ = ~0ull, chunk_last_ = 0, first_ = ~0ull, last_ = 0, messages_ = 0;
};

}  // namespace ww::isaac
