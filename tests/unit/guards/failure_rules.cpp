// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/failure_rules.h"

#include <map>
#include <regex>

namespace ww::guards {
namespace {

Finding about(const FailureRow& row, std::string rule, const std::string& text) {
  return {std::move(rule), std::string(row.code), 0, text};
}

bool matches(const std::string& text, const std::regex& pattern) { return std::regex_search(text, pattern); }

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// The arguments of a call from behind its bracket: how many there are.
int argumentsFrom(const std::string& text, std::size_t at) {
  int depth = 0, commas = 0;
  bool quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"' && text[at - 1] != '\\') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '{' || c == '[') ++depth;
    if ((c == ')' || c == '}' || c == ']') && depth-- == 0) return commas + 1;
    if (c == ',' && depth == 0) ++commas;
  }
  return commas + 1;
}

// The names of the rows in C++, by folder, with their codes.
std::map<std::pair<std::string, std::string>, std::string> namesOf(const SourceTree& sources) {
  static const std::regex kRow(R"re(WW_FAILURE\(\s*(\w+),\s*"([^"]+)")re");
  std::map<std::pair<std::string, std::string>, std::string> names;
  for (const auto& [path, lines] : sources) {
    if (!path.ends_with(".inc")) continue;
    const std::string text = joined(lines);
    for (std::sregex_iterator i(text.begin(), text.end(), kRow), end; i != end; ++i)
      names[{topFolder(path), (*i)[1]}] = (*i)[2];
  }
  return names;
}

}  // namespace

Findings checkRows(const std::vector<FailureTable>& tables, const std::set<std::string, std::less<>>& with_cause) {
  static const std::regex kCode(R"([a-z]+\.[a-z0-9]+(-[a-z0-9]+)*)");
  Findings found;
  std::set<std::string_view> codes;
  for (const FailureTable table : tables) {
    for (const FailureRow* row : table) {
      if (!std::regex_match(std::string(row->code), kCode)) found.push_back(about(*row, "code", "is no code"));
      if (!codes.insert(row->code).second) found.push_back(about(*row, "code", "two rows have it"));
      if (!*row->title) found.push_back(about(*row, "title", "is missing"));
      if (std::string_view(row->title).ends_with('.')) found.push_back(about(*row, "title", row->title));
      if (!*row->hint && !with_cause.contains(row->code)) found.push_back(about(*row, "hint", "is missing"));
    }
  }
  return found;
}

Findings checkRowTexts(const std::vector<FailureTable>& tables) {
  static const std::regex kCommand(R"((^|[\s(])--[a-z]|`|\bworldwright [a-z-])");
  static const std::regex kButton(R"re(\b(button|panel|menu|click|press|dialog)\b)re", std::regex::icase);
  static const std::regex kMend(R"(\b[Mm]end(s|ed|ing)?\b)");
  static const std::regex kQuoted(R"re(['"]\{[a-z0-9_]*\}|\{[a-z0-9_]*\}('(?!s\b)|"))re");
  Findings found;
  for (const FailureTable table : tables) {
    for (const FailureRow* row : table) {
      for (const char* text : {row->hint, row->in_window})
        if (matches(text, kCommand)) found.push_back(about(*row, "command", text));
      for (const char* text : {row->hint, row->at_command})
        if (matches(text, kButton)) found.push_back(about(*row, "button", text));
      for (const char* text : {row->title, row->hint, row->in_window, row->at_command}) {
        if (matches(text, kMend)) found.push_back(about(*row, "mend", text));
        // What stands in `` is run as it is: fields in it are names.
        const std::string said = std::regex_replace(std::string(text), std::regex("`[^`]*`"), "");
        if (matches(said, kQuoted)) found.push_back(about(*row, "quotes", text));
      }
    }
  }
  return found;
}

std::set<std::string, std::less<>> rowsWithCause(const SourceTree& sources) {
  static const std::regex kUse(R"(\bfailures::(\w+))");
  const auto names = namesOf(sources);
  std::set<std::string, std::less<>> with, without;
  for (const auto& [path, lines] : sources) {
    if (!path.ends_with(".cpp")) continue;
    const std::string text = joined(lines);
    for (std::sregex_iterator i(text.begin(), text.end(), kUse), end; i != end; ++i) {
      const auto code = names.find({topFolder(path), (*i)[1]});
      if (code == names.end()) continue;
      const auto at = static_cast<std::size_t>(i->position(1) + i->length(1));
      (argumentsFrom(text, at) >= 3 ? with : without).insert(code->second);
    }
  }
  for (const std::string& code : without) with.erase(code);
  return with;
}

}  // namespace ww::guards
