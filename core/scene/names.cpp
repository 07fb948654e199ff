// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"

#include <algorithm>
#include <span>

#include "core/base/letters.h"
#include "core/scene/failures.h"

namespace ww::scene {
namespace {

constexpr std::size_t kLongest = 256;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

}  // namespace

bool isName(std::string_view name) {
  return !name.empty() && name.size() <= kLongest && isLetter(name.front()) && name.back() != '_' &&
         std::all_of(name.begin(), name.end(), [](char c) { return isLetter(c) || isDigit(c) || c == '_'; });
}

std::string likeName(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const char32_t c = nextLetter(text, at);
    const std::string_view letters = c < 0x80 ? std::string_view() : plainLetters(c);
    if (c < 0x80 && (isLetter(static_cast<char>(c)) || isDigit(static_cast<char>(c)))) {
      out += static_cast<char>(c);
    } else if (letters.empty()) {
      if (c == '_' || (!out.empty() && out.back() != '_')) out += '_';
    } else {
      out += letters;
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  while (!out.empty() && out.front() == '_') out.erase(0, 1);
  return out;
}

Status checkName(std::string_view name) {
  if (isName(name)) return okStatus();
  const Status bad = fail(failures::kBadName, {{"name", arg::Name{shown(name)}}});
  const std::string like = name.size() <= kLongest ? likeName(name, kLongest - 20) : std::string();
  return isName(like) ? withNearest(bad, like, std::span(&like, 1)) : bad;
}

std::string shown(std::string_view text) {
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest - 3;
  while (end > 0 && continuesCharacter(text[end])) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace ww::scene
