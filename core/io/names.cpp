// SPDX-License-Identifier: Apache-2.0
#include "core/io/names.h"

#include "core/base/letters.h"
#include "core/io/text_scan.h"
#include "core/scene/names.h"

namespace ww::io {
namespace {

constexpr std::size_t kMaxName = 200;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool isValidName(std::string_view name) { return name.size() <= kMaxName && scene::isName(name); }

std::string sanitizeName(std::string_view name, std::string_view fallback) {
  if (isValidName(name)) return std::string(name);
  const std::string out = scene::likeName(cleanUtf8(name, 4 * kMaxName), kMaxName - 20);
  if (out.empty()) return std::string(fallback);
  return isLetter(out.front()) ? out : std::string(fallback) + "_" + out;
}

bool losesLetters(std::string_view name) {
  const std::string clean = cleanUtf8(name, 4 * kMaxName);
  for (std::size_t at = 0; at < clean.size();) {
    const char32_t c = nextLetter(clean, at);
    const bool is_sign = c < 0xC0 || c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c < 0x2E80) || c == U'Ъ' || c == U'ъ' ||
                         c == U'Ь' || c == U'ь';
    if (!is_sign && plainLetters(c).empty()) return true;
  }
  return false;
}

std::string NameSet::add(std::string_view name, std::string_view fallback) {
  const std::string base = sanitizeName(name, fallback);
  if (used_.insert(base).second) return base;
  for (std::size_t& n = next_.try_emplace(base, 2).first->second;; ++n) {
    std::string candidate = base + "_" + std::to_string(n);
    if (used_.insert(candidate).second) return candidate;
  }
}

std::string NameSet::addText(std::string_view text, std::string_view fallback) {
  std::string base = cleanUtf8(text, 1000);
  if (trim(base).empty()) base = fallback;
  if (used_.insert(base).second) return base;
  for (std::size_t& n = next_.try_emplace(base, 2).first->second;; ++n) {
    std::string candidate = base + " #" + std::to_string(n);
    if (used_.insert(candidate).second) return candidate;
  }
}

}  // namespace ww::io
