// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_yaml.h"

#include <cmath>

#include "core/io/failures.h"
#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxYamlDepth = 40;
constexpr std::size_t kMaxYamlLines = 100'000;

struct YamlLine {
  std::size_t indent = 0;
  std::string text;
  int number = 0;
};

// What stands before a comment.
std::string_view withoutYamlComment(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) return line.substr(0, i);
  }
  return line;
}

// Where the colon behind a key stands; npos where there is no key.
std::size_t colonOf(std::string_view text) {
  char quote = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '[' || c == '{') ++depth;
    else if (c == ']' || c == '}') --depth;
    else if (c == ':' && depth == 0 && (i + 1 == text.size() || text[i + 1] == ' ')) return i;
  }
  return std::string_view::npos;
}

std::string unquoted(std::string_view text) {
  text = trim(text);
  const bool quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

class YamlReader {
 public:
  YamlReader(std::vector<YamlLine> lines, const std::string& file) : lines_(std::move(lines)), file_(file) {}

  Result<XacroValue> run() {
    if (lines_.empty()) return XacroValue{};
    if (lines_.size() == 1 && !isItem() && colonOf(lines_[0].text) == std::string_view::npos)
      return scalar(lines_[0].text, 0);
    WW_ASSIGN(XacroValue out, block(lines_[0].indent, 0));
    if (at_ < lines_.size()) return wrong();
    return out;
  }

 private:
  const YamlLine& line() const { return lines_[std::min(at_, lines_.size() - 1)]; }
  bool isItem() const { return line().text == "-" || line().text.starts_with("- "); }
  bool isAt(std::size_t indent) const { return at_ < lines_.size() && lines_[at_].indent == indent; }

  Status wrong() const {
    return fail(failures::kXacroYaml,
                {{"place", arg::Place{file_, line().number, 0}}, {"text", arg::Words{cleanUtf8(line().text, 100)}}});
  }

  Result<XacroValue> block(std::size_t indent, int depth) {
    if (depth > kMaxYamlDepth) return wrong();
    return isItem() ? items(indent, depth) : rows(indent, depth);
  }

  // What stands behind a key or a dash: a value, or a block that is indented further.
  Result<XacroValue> behind(std::string_view rest, std::size_t indent, bool item_may_follow, int depth) {
    if (!rest.empty()) return scalar(rest, depth);
    const bool deeper = at_ < lines_.size() && lines_[at_].indent > indent;
    const bool item = item_may_follow && isAt(indent) && isItem();
    if (!deeper && !item) return XacroValue{};
    return block(lines_[at_].indent, depth + 1);
  }

  Result<XacroValue> rows(std::size_t indent, int depth) {
    XacroTable out;
    while (isAt(indent) && !isItem()) {
      const std::string text = line().text;
      const std::size_t colon = colonOf(text);
      if (colon == std::string_view::npos) return wrong();
      ++at_;
      const std::string key = unquoted(std::string_view(text).substr(0, colon));
      WW_ASSIGN(out[key], behind(trim(std::string_view(text).substr(colon + 1)), indent, true, depth));
    }
    if (at_ < lines_.size() && lines_[at_].indent > indent) return wrong();
    return XacroValue{std::make_shared<const XacroTable>(std::move(out))};
  }

  Result<XacroValue> items(std::size_t indent, int depth) {
    XacroList out;
    while (isAt(indent) && isItem()) {
      YamlLine& here = lines_[at_];
      const std::string rest(trimLeft(std::string_view(here.text).substr(1)));
      XacroValue item;
      if (!rest.empty() && colonOf(rest) != std::string_view::npos && rest[0] != '{') {
        // A table whose first row stands behind the dash.
        here.indent += here.text.size() - rest.size();
        here.text = rest;
        WW_ASSIGN(item, block(here.indent, depth + 1));
      } else {
        ++at_;
        WW_ASSIGN(item, behind(rest, indent, false, depth));
      }
      out.push_back(std::move(item));
    }
    if (at_ < lines_.size() && lines_[at_].indent > indent) return wrong();
    return XacroValue{std::make_shared<const XacroList>(std::move(out))};
  }

  Result<XacroValue> scalar(std::string_view text, int depth) {
    if (depth > kMaxYamlDepth) return wrong();
    text = trim(text);
    for (const auto& [tag, factor] : {std::pair("!degrees ", M_PI / 180.0), std::pair("!radians ", 1.0)}) {
      if (!text.starts_with(tag)) continue;
      double v = 0.0;
      if (!parseNumber(trim(text.substr(9)), v)) return wrong();
      return XacroValue{v * factor};
    }
    if (text.starts_with('[') || text.starts_with('{')) return inOneLine(text, depth);
    if (text.starts_with('|') || text.starts_with('>') || text.starts_with('&') || text.starts_with('*') ||
        text.starts_with('!'))
      return wrong();
    if (text.starts_with('"') || text.starts_with('\'')) return XacroValue{unquoted(text)};
    if (text == "~" || text == "null" || text.empty()) return XacroValue{};
    if (text == "yes" || text == "no") return XacroValue{text == "yes"};
    return xacroLiteral(text);
  }

  // Where the part that begins at `from` ends: at a comma outside of brackets and quotes.
  static std::size_t partEnd(std::string_view text, std::size_t from) {
    char quote = 0;
    int depth = 0;
    for (std::size_t i = from; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != 0) quote = c == quote ? 0 : quote;
      else if (c == '"' || c == '\'') quote = c;
      else if (c == '[' || c == '{') ++depth;
      else if (c == ']' || c == '}') --depth;
      else if (c == ',' && depth == 0) return i;
    }
    return text.size();
  }

  Result<XacroValue> inOneLine(std::string_view text, int depth) {
    const bool table = text.front() == '{';
    if (text.size() < 2 || text.back() != (table ? '}' : ']')) return wrong();
    const std::string_view inside = text.substr(1, text.size() - 2);
    XacroTable rows;
    XacroList items;
    for (std::size_t at = 0; at < inside.size();) {
      const std::size_t end = partEnd(inside, at);
      const std::string_view part = trim(inside.substr(at, end - at));
      at = end + 1;
      if (part.empty()) continue;
      const std::size_t colon = table ? colonOf(part) : 0;
      if (colon == std::string_view::npos) return wrong();
      WW_ASSIGN(XacroValue value, scalar(table ? part.substr(colon + 1) : part, depth + 1));
      if (table) rows[unquoted(part.substr(0, colon))] = std::move(value);
      else items.push_back(std::move(value));
    }
    if (table) return XacroValue{std::make_shared<const XacroTable>(std::move(rows))};
    return XacroValue{std::make_shared<const XacroList>(std::move(items))};
  }

  std::vector<YamlLine> lines_;
  std::size_t at_ = 0;
  const std::string& file_;
};

}  // namespace

Result<XacroValue> parseXacroYaml(std::string_view text, const std::string& file) {
  std::vector<YamlLine> lines;
  int number = 0;
  for (const std::string_view raw : splitLines(withoutBom(text))) {
    ++number;
    const std::string_view line = withoutYamlComment(raw);
    const std::string_view bare = trim(line);
    if (bare.empty() || bare == "---" || bare == "...") continue;
    const std::size_t indent = line.find_first_not_of(' ');
    if (line[indent] == '\t' || lines.size() >= kMaxYamlLines)
      return fail(failures::kXacroYaml,
                  {{"place", arg::Place{file, number, 0}}, {"text", arg::Words{cleanUtf8(bare, 100)}}});
    lines.push_back({indent, std::string(bare), number});
  }
  return YamlReader(std::move(lines), file).run();
}

}  // namespace ww::io::worker
