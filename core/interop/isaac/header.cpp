// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/header.h"

#include <bit>
#include <cstring>
#include <limits>

#include "core/interop/isaac/failures.h"

namespace ww::isaac {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand");

constexpr std::size_t kMostEntries = 255;
constexpr std::uint32_t kKnownFields = (1u << 9) - 1;

template <typename T>
void putNumber(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

Status badHeader(Phrase reason) { return fail(failures::kBadHeader, {{"reason", std::move(reason)}}); }

// Reads from front to back, and never beyond the end.
class HeaderBytes {
 public:
  explicit HeaderBytes(std::string_view bytes) : bytes_(bytes) {}

  template <typename T>
  bool number(T& out) {
    if (bytes_.size() < sizeof out) return false;
    std::memcpy(&out, bytes_.data(), sizeof out);
    bytes_.remove_prefix(sizeof out);
    return true;
  }
  bool text(std::string& out) {
    std::uint8_t length = 0;
    if (!number(length) || bytes_.size() < length) return false;
    out.assign(bytes_.substr(0, length));
    bytes_.remove_prefix(length);
    return true;
  }
  bool lengths(std::vector<std::uint32_t>& out) {
    std::uint8_t count = 0;
    if (!number(count) || bytes_.size() < count * sizeof(std::uint32_t)) return false;
    out.resize(count);
    for (std::uint32_t& length : out) number(length);
    return true;
  }
  bool atEnd() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

bool readFields(HeaderBytes& in, Header& out) {
  const auto has = [&](HeaderField field) { return (out.fields & field) != 0; };
  std::string mini;
  return (!has(kPubtime) || in.number(out.pubtime_ns)) &&
         (!has(kUuid) || (in.number(out.uuid.lower) && in.number(out.uuid.upper))) &&
         (!has(kChannel) || in.text(out.channel)) && (!has(kAcqtime) || in.number(out.acqtime_ns)) &&
         (!has(kFormat) || in.number(out.format)) && (!has(kMini) || in.text(mini)) &&
         (!has(kSegments) || in.lengths(out.segment_bytes)) && (!has(kBuffers) || in.lengths(out.buffer_bytes)) &&
         (!has(kType) || in.number(out.type_id));
}

Status tooLarge(std::uint64_t size, std::uint64_t limit) {
  return fail(failures::kTooLarge, {{"size", arg::Bytes{size}}, {"limit", arg::Bytes{limit}}});
}

Status checkCounts(const Message& message) {
  constexpr std::uint64_t kMostLength = std::numeric_limits<std::uint32_t>::max();
  if (message.channel.size() > kMostEntries || message.segments.size() > kMostEntries ||
      message.buffers.size() > kMostEntries)
    return tooLarge(message.payloadBytes(), kMostPayloadBytes);
  for (const auto& segment : message.segments) {
    if (segment.size() * sizeof(Word) > kMostLength) return tooLarge(message.payloadBytes(), kMostLength);
  }
  for (const Buffer& buffer : message.buffers) {
    if (buffer->size() > kMostLength) return tooLarge(message.payloadBytes(), kMostLength);
  }
  return okStatus();
}

std::string fieldsOf(const Message& message, std::uint32_t fields) {
  std::string out;
  putNumber(out, fields);
  if (fields & kPubtime) putNumber(out, message.pubtime_ns);
  if (fields & kUuid) out += uuidBytes(message.uuid);
  if (fields & kChannel) out += static_cast<char>(message.channel.size()) + message.channel;
  if (fields & kAcqtime) putNumber(out, message.acqtime_ns);
  if (fields & kFormat) putNumber(out, std::uint64_t{0});
  if (fields & kMini) out += '\0';
  if (fields & kSegments) {
    out += static_cast<char>(message.segments.size());
    for (const auto& segment : message.segments)
      putNumber(out, static_cast<std::uint32_t>(segment.size() * sizeof(Word)));
  }
  if (fields & kBuffers) {
    out += static_cast<char>(message.buffers.size());
    for (const Buffer& buffer : message.buffers) putNumber(out, static_cast<std::uint32_t>(buffer->size()));
  }
  if (fields & kType) putNumber(out, message.type_id);
  return out;
}

}  // namespace

std::uint64_t Header::payloadBytes() const {
  std::uint64_t out = 0;
  for (const std::uint32_t bytes : segment_bytes) out += bytes;
  for (const std::uint32_t bytes : buffer_bytes) out += bytes;
  return out;
}

Result<std::string> headerBytes(const Message& message, std::uint32_t fields) {
  WW_TRY(checkCounts(message));
  const std::string header = fieldsOf(message, message.buffers.empty() ? fields & ~kBuffers : fields | kBuffers);
  std::string out;
  putNumber(out, std::uint64_t{header.size()});
  return out + header;
}

Result<std::string> messageBytes(const Message& message, std::uint32_t fields) {
  WW_ASSIGN(std::string out, headerBytes(message, fields));
  out.reserve(out.size() + message.payloadBytes());
  for (const auto& segment : message.segments)
    out.append(reinterpret_cast<const char*>(segment.data()), segment.size() * sizeof(Word));
  for (const Buffer& buffer : message.buffers) out += *buffer;
  return out;
}

Result<std::uint64_t> headerLength(std::string_view bytes) {
  WW_CHECK(bytes.size() >= 8);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length < sizeof(std::uint32_t) || length > kMostHeaderBytes)
    return badHeader(phrase(WW_TEXT("Core", "no header has {count} bytes"), {{"count", arg::Count{length}}}));
  return length;
}

Result<Header> parseHeader(std::string_view bytes, std::uint64_t most_payload) {
  HeaderBytes in(bytes);
  Header out;
  if (!in.number(out.fields) || (out.fields & ~kKnownFields) != 0)
    return badHeader(phrase(WW_TEXT("Core", "it has fields that are not known")));
  if (!readFields(in, out)) return badHeader(phrase(WW_TEXT("Core", "it ends in the middle of a field")));
  if (!in.atEnd()) return badHeader(phrase(WW_TEXT("Core", "it is longer than its fields")));
  for (const std::uint32_t length : out.segment_bytes) {
    if (length % sizeof(Word) != 0) return badHeader(phrase(WW_TEXT("Core", "a segment is not made of whole words")));
  }
  if (out.payloadBytes() > most_payload) return tooLarge(out.payloadBytes(), most_payload);
  return out;
}

Message messageOf(const Header& header, std::string_view payload) {
  WW_CHECK(payload.size() == header.payloadBytes());
  Message out{header.uuid, header.channel, header.acqtime_ns, header.pubtime_ns, header.type_id, {}, {}};
  for (const std::uint32_t bytes : header.segment_bytes) {
    auto& segment = out.segments.emplace_back(bytes / sizeof(Word));
    if (bytes != 0) std::memcpy(segment.data(), payload.data(), bytes);
    payload.remove_prefix(bytes);
  }
  for (const std::uint32_t bytes : header.buffer_bytes) {
    out.buffers.push_back(std::make_shared<const std::string>(payload.substr(0, bytes)));
    payload.remove_prefix(bytes);
  }
  return out;
}

Result<Message> parseMessage(std::string_view bytes, std::uint64_t most_payload) {
  if (bytes.size() < 8) return badHeader(phrase(WW_TEXT("Core", "it ends in the middle of a field")));
  WW_ASSIGN(const std::uint64_t length, headerLength(bytes));
  bytes.remove_prefix(8);
  if (bytes.size() < length) return badHeader(phrase(WW_TEXT("Core", "it ends in the middle of a field")));
  WW_ASSIGN(const Header header, parseHeader(bytes.substr(0, length), most_payload));
  bytes.remove_prefix(length);
  if (bytes.size() != header.payloadBytes())
    return badHeader(phrase(WW_TEXT("Core", "it announces {said} bytes, and {count} follow"),
                            {{"said", arg::Count{header.payloadBytes()}}, {"count", arg::Count{bytes.size()}}}));
  return messageOf(header, bytes);
}

}  // namespace ww::isaac
