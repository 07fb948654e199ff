// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace samples {

// Appends the bytes of a number as they lie in memory.
template <typename T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

inline std::string base64(const std::string& in) {
  constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < in.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < in.size() ? static_cast<std::uint8_t>(in[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k <= in.size() ? kLetters[(bits >> (18 - 6 * k)) & 63] : '=';
  }
  return out;
}

}  // namespace samples
