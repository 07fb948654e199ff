// SPDX-License-Identifier: Apache-2.0
#include "core/base/printable.h"

#include <algorithm>
#include <cstdint>

namespace ww {
namespace {

constexpr std::string_view kInstead = "\xef\xbf\xbd";  // U+FFFD

bool isFollowing(char c) { return (static_cast<unsigned char>(c) & 0xc0U) == 0x80; }

// Of a character that begins so; 0: none does.
std::size_t lengthOf(char first) {
  const auto c = static_cast<unsigned char>(first);
  if (c < 0x80) return 1;
  if (c < 0xc2 || c > 0xf4) return 0;
  return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

// The length of the character that the text begins with; 0: that is none of UTF-8.
std::size_t characterAt(std::string_view text, std::uint32_t& code) {
  const std::size_t length = lengthOf(text.front());
  if (length == 0 || length > text.size()) return 0;
  const auto first = static_cast<unsigned char>(text.front());
  code = length == 1 ? first : first & (0xffU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!isFollowing(text[i])) return 0;
    code = code << 6U | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  const bool is_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool is_half = code >= 0xd800 && code <= 0xdfff;
  return is_long || is_half || code > 0x10ffff ? 0 : length;
}

bool isControl(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

std::string cleaned(std::string_view text, bool is_line) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = characterAt(text, code);
    const bool is_gap = length == 1 && (code == '\n' || code == '\t');
    if (is_gap) out += is_line ? ' ' : text.front();
    else if (length == 0 || isControl(code)) out += kInstead;
    else out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return cleaned(text, false); }
std::string printableLine(std::string_view text) { return cleaned(text, true); }

std::size_t incompleteTail(std::string_view text) {
  constexpr std::size_t kMost = 3;
  for (std::size_t n = 1; n <= std::min(kMost, text.size()); ++n) {
    const char c = text[text.size() - n];
    if (isFollowing(c)) continue;
    return lengthOf(c) > n ? n : 0;
  }
  return 0;
}

}  // namespace ww
