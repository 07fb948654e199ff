// SPDX-License-Identifier: Apache-2.0
#include "core/difference/text_lines.h"

#include <array>
#include <cstdint>

namespace ww::difference {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<std::int8_t, 256> valuesOfLetters() {
  std::array<std::int8_t, 256> out{};
  for (auto& value : out) value = -1;
  for (std::size_t i = 0; i < kLetters.size(); ++i)
    out[static_cast<std::uint8_t>(kLetters[i])] = static_cast<std::int8_t>(i);
  return out;
}

}  // namespace

std::string toBase64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) out += i + j <= bytes.size() ? kLetters[group >> (18 - 6 * j) & 63U] : '=';
  }
  return out;
}

std::optional<std::string> fromBase64(std::string_view text) {
  static constexpr auto kValues = valuesOfLetters();
  if (text.size() % 4 != 0) return {};
  std::size_t fill = 0;
  while (fill < 2 && !text.empty() && text.back() == '=') {
    text.remove_suffix(1);
    ++fill;
  }
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t group = 0;
  std::size_t letters = 0;
  for (const char c : text) {
    const std::int8_t value = kValues[static_cast<std::uint8_t>(c)];
    if (value < 0) return {};
    group = group << 6 | static_cast<std::uint32_t>(value);
    if (++letters % 4 != 0) continue;
    for (const int shift : {16, 8, 0}) out += static_cast<char>(group >> shift & 255U);
    group = 0;
  }
  if (letters % 4 == 3) {
    out += static_cast<char>(group >> 10 & 255U);
    out += static_cast<char>(group >> 2 & 255U);
  } else if (letters % 4 == 2) {
    out += static_cast<char>(group >> 4 & 255U);
  }
  return out;
}

}  // namespace ww::difference
