// SPDX-License-Identifier: Apache-2.0
#include "core/scene/names.h"

#include <algorithm>

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

Status checkName(std::string_view name) {
  if (isName(name)) return okStatus();
  return fail(failures::kBadName, {{"name", arg::Name{shown(name)}}});
}

std::string shown(std::string_view text) {
  if (text.size() <= kLongest) return std::string(text);
  std::size_t end = kLongest - 3;
  while (end > 0 && continuesCharacter(text[end])) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace ww::scene
