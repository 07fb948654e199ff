// SPDX-License-Identifier: Apache-2.0
#include "core/base/letters.h"

#include <array>
#include <cstdint>

namespace ww {
namespace {

struct Range {
  char32_t first;
  std::string_view letters;  // one per code point, '|' between them
};

// Enough for names in European alphabets; others become underscores.
constexpr std::array<Range, 4> kRanges = {{
    {0xC0,
     "A|A|A|A|Ae|A|Ae|C|E|E|E|E|I|I|I|I|D|N|O|O|O|O|Oe||O|U|U|U|Ue|Y|Th|ss|"
     "a|a|a|a|ae|a|ae|c|e|e|e|e|i|i|i|i|d|n|o|o|o|o|oe||o|u|u|u|ue|y|th|y"},
    {0x100,
     "A|a|A|a|A|a|C|c|C|c|C|c|C|c|D|d|D|d|E|e|E|e|E|e|E|e|E|e|G|g|G|g|G|g|G|g|H|h|H|h|I|i|I|i|I|i|I|i|I|i|"
     "IJ|ij|J|j|K|k|k|L|l|L|l|L|l|L|l|L|l|N|n|N|n|N|n|n|N|n|O|o|O|o|O|o|Oe|oe|R|r|R|r|R|r|S|s|S|s|S|s|S|s|"
     "T|t|T|t|T|t|U|u|U|u|U|u|U|u|U|u|U|u|W|w|Y|y|Y|Z|z|Z|z|Z|z"},
    {0x391,
     "A|B|G|D|E|Z|I|Th|I|K|L|M|N|X|O|P|R||S|T|Y|F|Ch|Ps|O|I|Y|a|e|i|i|y|a|b|g|d|e|z|i|th|i|k|l|m|n|x|o|p|r|s|s|"
     "t|y|f|ch|ps|o|i|y|o|y|o"},
    {0x410,
     "A|B|V|G|D|E|Zh|Z|I|Y|K|L|M|N|O|P|R|S|T|U|F|Kh|Ts|Ch|Sh|Shch||Y||E|Yu|Ya|"
     "a|b|v|g|d|e|zh|z|i|y|k|l|m|n|o|p|r|s|t|u|f|kh|ts|ch|sh|shch||y||e|yu|ya|e|e"},
}};

}  // namespace

std::string_view plainLetters(char32_t c) {
  for (const Range& range : kRanges) {
    if (c < range.first) continue;
    std::string_view list = range.letters;
    for (char32_t i = range.first;; ++i) {
      const std::size_t bar = list.find('|');
      if (i == c) return list.substr(0, bar);
      if (bar == std::string_view::npos) break;
      list.remove_prefix(bar + 1);
    }
  }
  return {};
}

char32_t nextLetter(std::string_view s, std::size_t& at) {
  const auto byte = [&](std::size_t i) { return i < s.size() ? static_cast<std::uint8_t>(s[i]) : 0u; };
  const std::uint32_t c = byte(at);
  const std::size_t n = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
  char32_t code = n == 1 ? c : n == 2 ? c & 0x1F : n == 3 ? c & 0x0F : c & 0x07;
  for (std::size_t i = 1; i < n; ++i) code = code << 6 | (byte(at + i) & 0x3F);
  at += n;
  return code;
}

}  // namespace ww
