// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

#include <algorithm>
#include <string_view>

namespace ww {
namespace {

bool startsCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

}  // namespace

std::string shortened(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes - 3;
  while (end > 0 && !startsCharacter(text[end])) --end;
  return text.substr(0, end) + "...";
}

std::string shellWord(const std::string& text) {
  constexpr std::string_view kPlain = "_@%+=:,./-";
  const auto isPlain = [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           kPlain.find(c) != std::string_view::npos;
  };
  const std::string word = text.starts_with('-') ? "./" + text : text;
  if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain)) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace ww
