// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/mcap.h"

#include <zlib.h>

#include <algorithm>
#include <ostream>

#include "core/interop/isaac/types.h"
#include "core/io/text_scan.h"

namespace ww::isaac {
namespace {

constexpr std::string_view kMcapMagic{"\x89MCAP0\r\n", 8};
constexpr std::size_t kChunkBytes = 4u << 20;
enum McapOp : unsigned char {
  kMcapHeader = 1,
  kMcapFooter = 2,
  kMcapSchema = 3,
  kMcapChannel = 4,
  kMcapMessage = 5,
  kMcapChunk = 6,
  kMcapIndex = 7,
  kMcapChunkIndex = 8,
  kMcapStatistics = 0x0b,
  kMcapDataEnd = 0x0f
};

// Numbers little endian; texts and tables behind their length.
class McapBytes {
 public:
  McapBytes& u16(std::uint64_t v) { return number(v, 2); }
  McapBytes& u32(std::uint64_t v) { return number(v, 4); }
  McapBytes& u64(std::uint64_t v) { return number(v, 8); }
  McapBytes& text(std::string_view v) { return u32(v.size()).raw(v); }
  McapBytes& raw(std::string_view v) { return bytes_ += v, *this; }
  std::string record(McapOp op) const { return headOf(op, bytes_.size()) + bytes_; }
  static std::string headOf(McapOp op, std::size_t size) { return McapBytes().number(op, 1).u64(size).bytes_; }
  const std::string& bytes() const { return bytes_; }

 private:
  McapBytes& number(std::uint64_t v, int size) {
    for (int i = 0; i < size; ++i) bytes_ += static_cast<char>(v >> (8 * i));
    return *this;
  }
  std::string bytes_;
};

std::uint32_t mcapSum(std::uint32_t before, std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint64_t mcapTime(std::int64_t ns) { return ns < 0 ? 0 : static_cast<std::uint64_t>(ns); }

}  // namespace

McapWriter::McapWriter(std::ostream& out) : out_(out) {
  put(kMcapMagic);
  put(McapBytes().text("").text("worldwright").record(kMcapHeader));
}

void McapWriter::put(std::string_view bytes) {
  out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  at_ += bytes.size();
  sum_ = mcapSum(sum_, bytes);
}

// A channel may carry several types; each is a topic's own channel.
std::uint16_t McapWriter::channelOf(const Message& message) {
  const auto key = std::pair(message.channel, message.type_id);
  if (const auto at = channels_.find(key); at != channels_.end()) return at->second;
  auto schema = schemas_.find(message.type_id);
  std::string records;
  if (schema == schemas_.end()) {
    schema = schemas_.emplace(message.type_id, static_cast<std::uint16_t>(schemas_.size() + 1)).first;
    records += McapBytes()
                   .u16(schema->second)
                   .text(typeName(message.type_id))
                   .text("jsonschema")
                   .text(R"({"type":"object"})")
                   .record(kMcapSchema);
  }
  const auto id = static_cast<std::uint16_t>(channels_.size() + 1);
  channels_[key] = id;
  records += McapBytes()
                 .u16(id)
                 .u16(schema->second)
                 .text(io::cleanUtf8(message.channel, 255))
                 .text("json")
                 .u32(0)
                 .record(kMcapChannel);
  records_ += records;
  summary_ += records;
  return id;
}

void McapWriter::write(const Message& message, std::string_view json) {
  const std::uint16_t channel = channelOf(message);
  const std::uint64_t time = mcapTime(message.pubtime_ns);
  indexes_[channel].push_back({time, records_.size()});
  records_ +=
      McapBytes().u16(channel).u32(counts_[channel]++ & 0xffffffffu).u64(time).u64(time).raw(json).record(kMcapMessage);
  chunk_first_ = std::min(chunk_first_, time);
  chunk_last_ = std::max(chunk_last_, time);
  ++messages_;
  if (records_.size() >= kChunkBytes) endChunk();
}

void McapWriter::endChunk() {
  if (indexes_.empty()) return;
  Chunk chunk{at_, 0, chunk_first_, chunk_last_, 0, records_.size(), {}};
  put(McapBytes()
          .u64(chunk.first)
          .u64(chunk.last)
          .u64(records_.size())
          .u32(mcapSum(0, records_))
          .text("")
          .u64(records_.size())
          .raw(records_)
          .record(kMcapChunk));
  chunk.length = at_ - chunk.start;
  const std::uint64_t before = at_;
  for (const auto& [channel, entries] : indexes_) {
    chunk.indexes[channel] = at_;
    McapBytes list;
    for (const Index& entry : entries) list.u64(entry.time).u64(entry.offset);
    put(McapBytes().u16(channel).text(list.bytes()).record(kMcapIndex));
  }
  chunk.index_length = at_ - before;
  chunks_.push_back(std::move(chunk));
  first_ = std::min(first_, chunk_first_);
  last_ = std::max(last_, chunk_last_);
  chunk_first_ = ~0ull;
  chunk_last_ = 0;
  records_.clear();
  indexes_.clear();
}

void McapWriter::close() {
  endChunk();
  put(McapBytes().u32(sum_).record(kMcapDataEnd));
  const std::uint64_t summary = at_;
  sum_ = 0;
  put(summary_);
  for (const Chunk& chunk : chunks_) {
    McapBytes indexes;
    for (const auto& [channel, offset] : chunk.indexes) indexes.u16(channel).u64(offset);
    put(McapBytes()
            .u64(chunk.first)
            .u64(chunk.last)
            .u64(chunk.start)
            .u64(chunk.length)
            .text(indexes.bytes())
            .u64(chunk.index_length)
            .text("")
            .u64(chunk.size)
            .u64(chunk.size)
            .record(kMcapChunkIndex));
  }
  McapBytes counts;
  for (const auto& [channel, count] : counts_) counts.u16(channel).u64(count);
  put(McapBytes()
          .u64(messages_)
          .u16(schemas_.size())
          .u32(channels_.size())
          .u32(0)
          .u32(0)
          .u32(chunks_.size())
          .u64(messages_ == 0 ? 0 : first_)
          .u64(last_)
          .text(counts.bytes())
          .record(kMcapStatistics));
  // The sum of the summary covers what the footer says before it.
  put(McapBytes::headOf(kMcapFooter, 20) + McapBytes().u64(summary).u64(0).bytes());
  put(McapBytes().u32(sum_).bytes());
  put(kMcapMagic);
}

}  // namespace ww::isaac
