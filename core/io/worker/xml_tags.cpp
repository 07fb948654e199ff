// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/xml_tags.h"

#include <algorithm>

namespace ww::io::worker {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

int linesIn(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

// Where a tag ends; ">" may stand in what is quoted.
std::size_t endOfTag(std::string_view text, std::size_t at) {
  char quote = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != 0) quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '>') return at;
  }
  return std::string_view::npos;
}

// Behind a comment, a declaration or CDATA; npos when `at` is none of them.
std::size_t behindOther(std::string_view text, std::size_t at) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  for (const auto& [open, close] : kOthers) {
    if (!text.substr(at).starts_with(open)) continue;
    const std::size_t end = text.find(close, at + open.size());
    return end == std::string_view::npos ? text.size() : end + close.size();
  }
  return std::string_view::npos;
}

}  // namespace

namespace {

// The next attribute of what is left of a tag; false behind the last one.
bool nextAttribute(std::string_view& rest, std::string_view& name, std::string_view& value) {
  const std::size_t begin = rest.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return false;
  rest.remove_prefix(begin);
  const std::size_t equals = rest.find('=');
  const std::size_t open = equals == std::string_view::npos ? equals : rest.find_first_of("\"'", equals);
  const std::size_t close = open == std::string_view::npos ? open : rest.find(rest[open], open + 1);
  if (close == std::string_view::npos) return false;
  name = rest.substr(0, std::min(equals, rest.find_first_of(kBlanks)));
  value = rest.substr(open + 1, close - open - 1);
  rest.remove_prefix(close + 1);
  return true;
}

}  // namespace

std::string_view XmlTag::attribute(std::string_view key) const {
  std::string_view rest = attributes, word, value;
  while (nextAttribute(rest, word, value)) {
    if (word == key) return value;
  }
  return {};
}

std::vector<std::string_view> XmlTag::attributeNames() const {
  std::vector<std::string_view> out;
  std::string_view rest = attributes, word, value;
  while (nextAttribute(rest, word, value)) out.push_back(word);
  return out;
}

void walkXml(std::string_view text, const XmlVisitor& visitor) {
  int line = 1;
  std::size_t counted = 0;
  const auto lineAt = [&](std::size_t at) {
    line += linesIn(text.substr(counted, at - counted));
    counted = at;
    return line;
  };
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    if (const std::size_t behind = behindOther(text, at); behind != std::string_view::npos) {
      at = behind;
      continue;
    }
    const std::size_t end = endOfTag(text, at);
    if (end == std::string_view::npos) return;
    std::string_view inside = text.substr(at + 1, end - at - 1);
    if (inside.starts_with('/')) {
      inside.remove_prefix(1);
      if (visitor.closed) visitor.closed(inside.substr(0, inside.find_first_of(kBlanks)));
      at = end + 1;
      continue;
    }
    XmlTag tag;
    tag.line = lineAt(at);
    tag.empty = inside.ends_with('/');
    if (tag.empty) inside.remove_suffix(1);
    tag.name = inside.substr(0, inside.find_first_of(kBlanks));
    tag.attributes = inside.substr(tag.name.size());
    tag.content_line = lineAt(end);
    if (!tag.empty) tag.content = text.substr(end + 1, std::min(text.find('<', end), text.size()) - end - 1);
    if (visitor.opened) visitor.opened(tag);
    if (tag.empty && visitor.closed) visitor.closed(tag.name);
    at = end + 1;
  }
}

}  // namespace ww::io::worker
