// SPDX-License-Identifier: Apache-2.0
#include "core/io/text_scan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/io/failures.h"

namespace ww::io {

std::string toLowerAscii(std::string_view s) {
  std::string out(s);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

namespace {
bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
}  // namespace

std::string_view trimLeft(std::string_view s) {
  while (!s.empty() && isSpace(s.front())) s.remove_prefix(1);
  return s;
}

std::string_view trim(std::string_view s) {
  s = trimLeft(s);
  while (!s.empty() && isSpace(s.back())) s.remove_suffix(1);
  return s;
}

std::string_view withoutBom(std::string_view s) {
  if (s.starts_with("\xEF\xBB\xBF")) s.remove_prefix(3);
  return s;
}

static void putUtf8(std::uint32_t c, std::string& out) {
  const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) return put(c);
  if (c < 0x800) put(0xC0 | c >> 6);
  else if (c < 0x10000) put(0xE0 | c >> 12);
  else put(0xF0 | c >> 18), put(0x80 | (c >> 12 & 0x3F));
  if (c >= 0x800) put(0x80 | (c >> 6 & 0x3F));
  put(0x80 | (c & 0x3F));
}

std::string utf8Of(std::string bytes) {
  constexpr std::uint32_t kNoCharacter = 0xFFFD;
  const bool little = bytes.starts_with("\xff\xfe") || bytes.starts_with(std::string_view("<\0?\0", 4));
  const bool big = bytes.starts_with("\xfe\xff") || bytes.starts_with(std::string_view("\0<\0?", 4));
  if (!little && !big) return bytes;
  const auto unit = [&](std::size_t at) {
    const auto a = static_cast<unsigned char>(bytes[at]), b = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<std::uint32_t>(little ? b << 8 | a : a << 8 | b);
  };
  std::string out;
  out.reserve(bytes.size() / 2 + bytes.size() / 8);
  for (std::size_t at = bytes[0] == '<' || bytes[1] == '<' ? 0 : 2; at + 1 < bytes.size(); at += 2) {
    std::uint32_t c = unit(at);
    if (c >= 0xD800 && c < 0xE000) {
      const std::uint32_t low = c < 0xDC00 && at + 3 < bytes.size() ? unit(at + 2) : 0;
      const bool pair = low >= 0xDC00 && low < 0xE000;
      c = pair ? 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00) : kNoCharacter;
      if (pair) at += 2;
    }
    putUtf8(c, out);
  }
  const std::size_t end = out.starts_with("<?xml") ? std::min(out.find("?>"), out.size()) : 0;
  const std::size_t said = toLowerAscii(std::string_view(out).substr(0, end)).find("utf-16");
  if (said != std::string::npos) out.replace(said, 6, "utf-8");
  return out;
}

std::string_view withoutLineComments(std::string_view s) {
  for (s = trimLeft(s); s.starts_with('#') || s.starts_with(';') || s.starts_with("//"); s = trimLeft(s))
    s.remove_prefix(std::min(s.find_first_of("\r\n"), s.size()));
  return s;
}

std::string_view withoutStepComments(std::string_view s) {
  for (s = trimLeft(s); s.starts_with("/*"); s = trimLeft(s)) {
    const std::size_t end = s.find("*/", 2);
    if (end == std::string_view::npos) return {};
    s.remove_prefix(end + 2);
  }
  return s;
}

std::vector<std::string_view> splitLines(std::string_view s) {
  std::vector<std::string_view> out;
  while (!s.empty()) {
    const std::size_t end = s.find_first_of("\r\n");
    out.push_back(s.substr(0, end));
    if (end == std::string_view::npos) break;
    const bool crlf = s[end] == '\r' && end + 1 < s.size() && s[end + 1] == '\n';
    s.remove_prefix(end + (crlf ? 2 : 1));
  }
  return out;
}

std::vector<std::string_view> splitWords(std::string_view s) {
  std::vector<std::string_view> out;
  for (s = trimLeft(s); !s.empty(); s = trimLeft(s)) {
    const auto end = std::find_if(s.begin(), s.end(), isSpace);
    out.push_back(s.substr(0, static_cast<std::size_t>(end - s.begin())));
    s.remove_prefix(out.back().size());
  }
  return out;
}

namespace {

// Length of the well-formed UTF-8 sequence at the start of `s`; 0 when there is none.
std::size_t utf8Length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(s[i]); };
  const std::uint8_t c = byte(0);
  if (c < 0x80) return 1;
  const std::size_t n = c >= 0xF0 && c <= 0xF4 ? 4 : c >= 0xE0 && c < 0xF0 ? 3 : c >= 0xC2 && c < 0xE0 ? 2 : 0;
  if (n == 0 || s.size() < n) return 0;
  for (std::size_t i = 1; i < n; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  if ((c == 0xE0 && byte(1) < 0xA0) || (c == 0xED && byte(1) > 0x9F)) return 0;
  if ((c == 0xF0 && byte(1) < 0x90) || (c == 0xF4 && byte(1) > 0x8F)) return 0;
  return n;
}

}  // namespace

bool isUtf8(std::string_view s) {
  while (!s.empty()) {
    const std::size_t n = utf8Length(s);
    if (n == 0) return false;
    s.remove_prefix(n);
  }
  return true;
}

std::string cleanUtf8(std::string_view s, std::size_t max) {
  std::string out;
  while (!s.empty()) {
    const std::size_t n = utf8Length(s);
    if (out.size() + std::max<std::size_t>(n, 1) > max) break;
    const bool control =
        n == 1 && (static_cast<unsigned char>(s[0]) < 0x20 || s[0] == 0x7F) && s[0] != '\n' && s[0] != '\t';
    if (n == 0 || control) {
      out += '?';
      s.remove_prefix(1);
    } else {
      out += s.substr(0, n);
      s.remove_prefix(n);
    }
  }
  return out;
}

bool parseAnyNumber(std::string_view s, double& out) {
  if (s.starts_with('+')) s.remove_prefix(1);
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), out);
  if (end != s.data() + s.size() || error == std::errc::invalid_argument) return false;
  if (error == std::errc::result_out_of_range) {
    const bool small = s.find("e-") != std::string_view::npos || s.find("E-") != std::string_view::npos;
    out = small                ? 0.0
          : s.starts_with('-') ? -std::numeric_limits<double>::infinity()
                               : std::numeric_limits<double>::infinity();
  }
  return true;
}

bool parseNumber(std::string_view s, double& out) {
  if (s.starts_with('+')) s.remove_prefix(1);
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), out);
  return error == std::errc() && end == s.data() + s.size() && std::isfinite(out);
}

bool areNumbers(std::string_view text, std::size_t count) {
  const auto words = splitWords(text);
  double number = 0.0;
  return words.size() == count &&
         std::ranges::all_of(words, [&](std::string_view word) { return parseNumber(word, number); });
}

namespace {

// A piece of markup, as it stands in the file but for its length.
arg::Words markupText(std::string_view before, std::string_view name) {
  return {std::string(before) + cleanUtf8(name, 60) + ">"};
}

// Steps over one piece of markup at a time and keeps the stack of open elements.
class XmlWalker {
 public:
  XmlWalker(std::string_view text, const XmlLimits& limits) : s_(text), limits_(limits) {}

  Status walk() {
    while (at_ < s_.size()) {
      const std::size_t open = s_.find('<', at_);
      countLines(open);
      if (open == std::string_view::npos) break;
      at_ = open;
      WW_TRY(markup());
    }
    if (!stack_.empty())
      return fail(failures::kXmlCutOff, {{"line", arg::Count{line_}}, {"element", markupText("<", stack_.back())}});
    if (summary.elements == 0) return fail(failures::kXmlNoElement, {{"line", arg::Count{line_}}});
    return okStatus();
  }
  XmlSummary summary;

 private:
  void countLines(std::size_t to) {
    const std::size_t end = std::min(to, s_.size());
    line_ += static_cast<std::size_t>(
        std::count(s_.begin() + static_cast<std::ptrdiff_t>(at_), s_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }

  Status notClosed(const char* mark) const {
    return fail(failures::kXmlNotClosed, {{"line", arg::Count{line_}}, {"mark", arg::Words{mark}}});
  }

  Status skipTo(std::string_view mark, const char* opening) {
    const std::size_t end = s_.find(mark, at_);
    if (end == std::string_view::npos) return notClosed(opening);
    countLines(end + mark.size());
    return okStatus();
  }

  Status markup() {
    const std::string_view rest = s_.substr(at_);
    if (rest.starts_with("<!--")) return skipTo("-->", "<!--");
    if (rest.starts_with("<![CDATA[")) return skipTo("]]>", "<![CDATA[");
    if (rest.starts_with("<?")) return skipTo("?>", "<?");
    if (rest.starts_with("<!")) return fail(failures::kXmlDoctype, {{"line", arg::Count{line_}}});
    return element();
  }

  // The end of a tag, behind quoted attribute values.
  std::size_t tagEnd() const {
    char quote = 0;
    for (std::size_t i = at_; i < s_.size(); ++i) {
      const char c = s_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i;
      }
    }
    return std::string_view::npos;
  }

  Status element() {
    const std::size_t end = tagEnd();
    if (end == std::string_view::npos) return notClosed("<");
    std::string_view tag = s_.substr(at_ + 1, end - at_ - 1);
    const std::size_t line = line_;
    countLines(end + 1);
    if (tag.starts_with('/')) return close(trim(tag.substr(1)), line);
    const bool empty = tag.ends_with('/');
    if (empty) tag.remove_suffix(1);
    const auto stop = std::find_if(tag.begin(), tag.end(), isSpace);
    const std::string_view name = tag.substr(0, static_cast<std::size_t>(stop - tag.begin()));
    if (name.empty()) return fail(failures::kXmlNoName, {{"line", arg::Count{line}}});
    if (summary.root.empty()) root(name, tag);
    if (name.starts_with("xacro:")) summary.has_xacro = true;
    if (++summary.elements > limits_.elements) {
      return fail(failures::kXmlTooManyElements, {{"line", arg::Count{line}}, {"most", arg::Count{limits_.elements}}});
    }
    if (empty) return okStatus();
    stack_.push_back(name);
    if (stack_.size() > limits_.depth)
      return fail(failures::kXmlTooDeep, {{"line", arg::Count{line}}, {"most", arg::Count{limits_.depth}}});
    return okStatus();
  }

  Status close(std::string_view name, std::size_t line) {
    const FailureArg at{"line", arg::Count{line}}, end{"end", markupText("</", name)};
    if (stack_.empty()) return fail(failures::kXmlLooseEnd, {at, end});
    if (stack_.back() != name) return fail(failures::kXmlWrongEnd, {at, end, {"open", markupText("<", stack_.back())}});
    stack_.pop_back();
    return okStatus();
  }

  void root(std::string_view name, std::string_view tag) {
    summary.root = name;
    const std::size_t at = tag.find("version");
    if (at == std::string_view::npos) return;
    const std::size_t open = tag.find_first_of("\"'", at);
    if (open == std::string_view::npos) return;
    const std::size_t end = tag.find(tag[open], open + 1);
    if (end != std::string_view::npos) summary.root_version = trim(tag.substr(open + 1, end - open - 1));
  }

  std::string_view s_;
  XmlLimits limits_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::vector<std::string_view> stack_;
};

}  // namespace

std::string firstXmlElement(std::string_view text) {
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    const std::string_view rest = text.substr(at);
    const std::string_view closing = rest.starts_with("<!--") ? "-->"
                                     : rest.starts_with("<?") ? "?>"
                                     : rest.starts_with("<!") ? ">"
                                                              : "";
    if (closing.empty()) {
      const std::size_t end = rest.find_first_of(" \t\r\n/>", 1);
      return std::string(rest.substr(1, end == std::string_view::npos ? end : end - 1));
    }
    at = text.find(closing, at);
    if (at == std::string_view::npos) break;
    at += closing.size();
  }
  return {};
}

Result<XmlSummary> scanXml(std::string_view text, const XmlLimits& limits) {
  if (text.size() > limits.bytes) {
    return fail(failures::kFileTooLarge, {{"most", arg::Bytes{limits.bytes}}});
  }
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") || text.find('\0') != std::string_view::npos) {
    const std::size_t zero = text.find('\0');
    // Text of two bytes a letter has many of them; one is damage.
    constexpr std::size_t kHead = 200, kMany = 20;
    if (zero == std::string_view::npos || std::ranges::count(text.substr(0, kHead), '\0') >= std::ptrdiff_t{kMany})
      return fail(failures::kNotUtf8);
    const auto line = 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, zero), '\n'));
    return fail(failures::kXmlZeroByte, {{"line", arg::Count{line}}});
  }
  XmlWalker walker(withoutBom(text), limits);
  WW_TRY(walker.walk());
  return std::move(walker.summary);
}

}  // namespace ww::io
