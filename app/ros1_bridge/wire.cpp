// SPDX-License-Identifier: Apache-2.0
#include "app/ros1_bridge/wire.h"

#include <google/protobuf/stubs/common.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace ww::ros1 {
namespace {

template <typename Unsigned>
Unsigned joined(std::string_view bytes) {
  Unsigned out = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) out = (out << 8) | static_cast<unsigned char>(bytes[i]);
  return out;
}

}  // namespace

void Writer::u32(std::uint32_t value) {
  for (int i = 0; i < 4; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
}

void Writer::f64(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (int i = 0; i < 8; ++i) u8(static_cast<std::uint8_t>(bits >> (8 * i)));
}

void Writer::text(std::string_view value) {
  u32(static_cast<std::uint32_t>(value.size()));
  bytes_ += value;
}

void Writer::time(double seconds) {
  constexpr double kMost = std::numeric_limits<std::uint32_t>::max();
  const double whole_ns = std::round(std::clamp(std::isnan(seconds) ? 0.0 : seconds, 0.0, kMost) * 1e9);
  const auto ns = static_cast<std::uint64_t>(whole_ns);
  u32(static_cast<std::uint32_t>(ns / 1'000'000'000));
  u32(static_cast<std::uint32_t>(ns % 1'000'000'000));
}

std::string_view Reader::take(std::size_t count) {
  if (count > bytes_.size()) {
    short_ = true;
    bytes_ = {};
    return {};
  }
  const std::string_view out = bytes_.substr(0, count);
  bytes_.remove_prefix(count);
  return out;
}

std::uint8_t Reader::u8() { return joined<std::uint8_t>(take(1)); }
std::uint32_t Reader::u32() { return joined<std::uint32_t>(take(4)); }
double Reader::f64() { return std::bit_cast<double>(joined<std::uint64_t>(take(8))); }

std::string Reader::text() {
  const std::string_view bytes = take(u32());
  if (!google::protobuf::internal::IsStructurallyValidUTF8(bytes.data(), static_cast<int>(bytes.size())))
    not_text_ = true;
  return std::string(bytes);
}

double Reader::time() {
  const double seconds = u32();
  return seconds + 1e-9 * u32();
}

double Reader::duration() {
  const double seconds = i32();
  return seconds + 1e-9 * i32();
}

std::uint32_t Reader::length(std::size_t element_bytes) {
  const std::uint32_t count = u32();
  if (count <= bytes_.size() / element_bytes) return count;
  short_ = true;
  bytes_ = {};
  return 0;
}

std::vector<std::string> Reader::texts() {
  std::vector<std::string> out(length(4));
  for (std::string& value : out) value = text();
  return out;
}

std::vector<double> Reader::numbers() {
  std::vector<double> out(length(8));
  for (double& value : out) value = f64();
  return out;
}

std::string Reader::problem() const {
  if (short_) return "the message is cut short";
  if (!bytes_.empty()) return "the message is longer than its type";
  if (not_text_) return "a text of the message is not UTF-8";
  return {};
}

}  // namespace ww::ros1
