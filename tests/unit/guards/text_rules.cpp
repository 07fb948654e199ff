// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/guards/text_rules.h"

#include <algorithm>
#include <regex>

namespace ww::guards {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) {
    const std::size_t comment = line.find("// ");
    text += line.substr(0, comment) + "\n";
  }
  return text;
}

void find(const std::string& path, const std::string& text, const std::regex& pattern, const char* rule,
          Findings& found) {
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) {
    const auto line = 1 + std::count(text.begin(), text.begin() + i->position(), '\n');
    found.push_back({rule, path, static_cast<int>(line), i->str()});
  }
}

// The literal that begins at a quote, with those that follow it.
std::string literalAt(const std::string& text, std::size_t at) {
  std::string out;
  while (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
      out += text[at];
    }
    at = text.find_first_not_of(" \t\n", at + 1);
  }
  return out;
}

}  // namespace

Findings checkPhrases(const SourceTree& sources) {
  static const std::regex kUnmarked(R"re(\bphrase\(\s*(?:"|fmt::|std::string))re"),
      kStage(R"re((?:\.|->)(?:text|stage|in)\(\s*(?:fmt::format\(\s*)?"[^"]* )re"),
      kLabel(R"re(\b(?:stream_)?label\s*=\s*(?:fmt::format\(\s*)?"[A-Z][^"]* )re"),
      kNoRow(R"re(\bfail\(\s*(?:ww::)?Code::)re");
  Findings found;
  for (const auto& [path, lines] : sources) {
    const bool defines = path == "core/base/failure.cpp" || path == "core/base/status.h";
    if (!isCpp(path) || defines) continue;
    const std::string text = joined(lines);
    find(path, text, kUnmarked, "phrase", found);
    find(path, text, kNoRow, "row", found);
    if (!isBelow(path, "core") && !isBelow(path, "app/worker")) continue;
    find(path, text, kStage, "stage", found);
    find(path, text, kLabel, "label", found);
  }
  return found;
}

Findings checkReadings(const SourceTree& sources) {
  static const std::regex kTranslated(R"re(\btranslate\(\s*"Core",\s*[a-z]\w*)re"),
      kRead(R"re(\b(?:status|failure|error|cause|diagnostic|problem)(?:\(\))?(?:\.|->)(?:title|message|hint)\s*)re"
            R"re((?:==|!=|\.(?:find|contains|starts_with|ends_with|startsWith|endsWith|indexOf|replace)\())re");
  Findings found;
  for (const auto& [path, lines] : sources) {
    if (!isCpp(path)) continue;
    const std::string text = joined(lines);
    // The one voice of the window.
    if (path != "ui/bridge/status_text.cpp") find(path, text, kTranslated, "translation", found);
    find(path, text, kRead, "reading", found);
  }
  return found;
}

std::set<std::string> markedTexts(const SourceTree& sources) {
  static const std::regex kMark(R"re(WW_TEXT\(\s*"Core",\s*")re");
  std::set<std::string> out;
  for (const auto& [path, lines] : sources) {
    const std::string text = joined(lines);
    for (std::sregex_iterator i(text.begin(), text.end(), kMark), end; i != end; ++i)
      out.insert(literalAt(text, static_cast<std::size_t>(i->position() + i->length() - 1)));
  }
  return out;
}

}  // namespace ww::guards
