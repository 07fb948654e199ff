// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/message.h"

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "core/interop/isaac/failures.h"

namespace ww::isaac {
namespace {

bool hasDash(std::size_t byte) { return byte == 4 || byte == 6 || byte == 8 || byte == 10; }

int hexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace

Uuid newUuid() {
  thread_local std::mt19937_64 generator{std::random_device{}() * 0x9e3779b97f4a7c15ull + std::random_device{}()};
  Uuid out{generator(), generator()};
  // Version 4 and the usual variant, in the bytes where readers look for them.
  out.lower = (out.lower & ~0x00f0'0000'0000'0000ull) | 0x0040'0000'0000'0000ull;
  out.upper = (out.upper & ~0xc0ull) | 0x80ull;
  return out;
}

std::string uuidBytes(const Uuid& uuid) {
  std::string out(16, '\0');
  std::memcpy(out.data(), &uuid.lower, 8);
  std::memcpy(out.data() + 8, &uuid.upper, 8);
  return out;
}

Uuid uuidFromBytes(std::string_view bytes) {
  WW_CHECK(bytes.size() == 16);
  Uuid out;
  std::memcpy(&out.lower, bytes.data(), 8);
  std::memcpy(&out.upper, bytes.data() + 8, 8);
  return out;
}

std::string uuidText(const Uuid& uuid) {
  const std::string bytes = uuidBytes(uuid);
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (hasDash(i)) out += '-';
    out += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
  }
  return out;
}

Result<Uuid> uuidOf(std::string_view text) {
  std::string bytes;
  std::size_t at = 0;
  for (std::size_t i = 0; i < 16 && at + 1 < text.size(); ++i, at += 2) {
    if (hasDash(i) && text[at++] != '-') break;
    const int high = at + 1 < text.size() ? hexDigit(text[at]) : -1;
    const int low = high < 0 ? -1 : hexDigit(text[at + 1]);
    if (low < 0) break;
    bytes += static_cast<char>(high * 16 + low);
  }
  if (bytes.size() != 16 || at != text.size())
    return fail(failures::kBadUuid, {{"name", arg::Name{std::string(text)}}});
  return uuidFromBytes(bytes);
}

std::uint64_t Message::payloadBytes() const {
  std::uint64_t out = 0;
  for (const auto& segment : segments) out += segment.size() * sizeof(Word);
  for (const Buffer& buffer : buffers) out += buffer->size();
  return out;
}

}  // namespace ww::isaac
