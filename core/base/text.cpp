// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"

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

}  // namespace ww
