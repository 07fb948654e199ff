// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ww::io {

// Names of objects, entities and frames: letters, digits, underscore; first a letter; last a letter or
// digit; at most 200 bytes.
bool isValidName(std::string_view name);

// The nearest valid name: Latin, Greek and Cyrillic letters are transliterated, other signs become single
// underscores; `fallback` (valid) when nothing is left.
std::string sanitizeName(std::string_view name, std::string_view fallback);

// Whether it has letters that sanitizeName() knows no others for, as those of Chinese.
bool losesLetters(std::string_view name);

// Hands out valid names, each once; a repeated one gets _2, _3, ...
class NameSet {
 public:
  std::string add(std::string_view name, std::string_view fallback);
  // As it is but for the suffix " #2": for names that people read.
  std::string addText(std::string_view text, std::string_view fallback);

 private:
  std::unordered_set<std::string> used_;
  std::unordered_map<std::string, std::size_t> next_;
};

}  // namespace ww::io
