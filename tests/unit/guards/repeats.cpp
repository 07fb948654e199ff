// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/repeats.h"

#include <unordered_map>

namespace ww::guards {
namespace {

constexpr std::size_t kWindow = kRepeatedLines + 1;

struct Line {
  std::string text;
  int number;
};

std::vector<Line> code(const std::vector<std::string>& lines) {
  std::vector<Line> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto first = lines[i].find_first_not_of(" \t");
    if (first == std::string::npos) continue;
    const std::string text = lines[i].substr(first, lines[i].find_last_not_of(" \t") - first + 1);
    if (!text.starts_with("//") && !text.starts_with("#include")) out.push_back({text, static_cast<int>(i + 1)});
  }
  return out;
}

std::string window(const std::vector<Line>& lines, std::size_t at) {
  std::string text;
  for (std::size_t i = at; i < at + kWindow; ++i) text += lines[i].text + '\n';
  return text;
}

struct Place {
  std::string file;
  int line;
};

}  // namespace

Findings checkRepeats(const SourceTree& tree) {
  Findings findings;
  std::unordered_map<std::string, Place> seen;
  for (const auto& [file, text] : tree) {
    if (!isCpp(file)) continue;
    const std::vector<Line> lines = code(text);
    for (std::size_t i = 0; i + kWindow <= lines.size(); ++i) {
      const auto [first, is_new] = seen.try_emplace(window(lines, i), Place{file, lines[i].number});
      if (is_new) continue;
      const Place& other = first->second;
      findings.push_back({"repeat", file, lines[i].number, "as from " + other.file + ":" + std::to_string(other.line)});
      i += kWindow - 1;
    }
  }
  return findings;
}

}  // namespace ww::guards
