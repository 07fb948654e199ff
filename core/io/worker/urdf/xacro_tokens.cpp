// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_tokens.h"

#include <array>
#include <charconv>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr std::array<std::string_view, 24> kSigns = {"**", "//", "==", "!=", "<=", ">=", "+", "-", "*", "/", "%", "<",
                                                     ">",  "(",  ")",  "[",  "]",  "{",  "}", ",", ":", ".", "=", "|"};

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Of the digits, dots and exponents at the start.
std::size_t numberLength(std::string_view s) {
  std::size_t i = 0;
  while (i < s.size() && (isDigit(s[i]) || s[i] == '.')) ++i;
  if (i < s.size() && (s[i] == 'e' || s[i] == 'E')) {
    std::size_t k = i + 1;
    if (k < s.size() && (s[k] == '+' || s[k] == '-')) ++k;
    if (k < s.size() && isDigit(s[k])) {
      while (k < s.size() && isDigit(s[k])) ++k;
      i = k;
    }
  }
  return i;
}

bool numberToken(std::string_view text, XacroToken& out) {
  out.kind = XacroToken::Kind::kNumber;
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (error == std::errc() && end == text.data() + text.size()) {
    out.number = {whole};
    return true;
  }
  double real = 0.0;
  if (!parseNumber(text, real)) return false;
  out.number = {real};
  return true;
}

// The length of what is quoted, quotes included; 0 when it does not end.
std::size_t quoted(std::string_view s, XacroToken& out) {
  out.kind = XacroToken::Kind::kWords;
  for (std::size_t i = 1; i < s.size(); ++i) {
    if (s[i] == s[0]) return i + 1;
    if (s[i] == '\\' && i + 1 < s.size()) ++i;
    out.text += s[i];
  }
  return 0;
}

std::size_t takeToken(std::string_view s, XacroToken& out) {
  if (s[0] == '"' || s[0] == '\'') return quoted(s, out);
  if (isDigit(s[0]) || (s[0] == '.' && s.size() > 1 && isDigit(s[1]))) {
    const std::size_t length = numberLength(s);
    return numberToken(s.substr(0, length), out) ? length : 0;
  }
  if (isNameStart(s[0])) {
    std::size_t i = 0;
    while (i < s.size() && (isNameStart(s[i]) || isDigit(s[i]))) ++i;
    out.kind = XacroToken::Kind::kName;
    out.text = s.substr(0, i);
    return i;
  }
  for (const std::string_view sign : kSigns) {
    if (!s.starts_with(sign)) continue;
    out.kind = XacroToken::Kind::kSign;
    out.text = sign;
    return sign.size();
  }
  return 0;
}

}  // namespace

std::optional<std::vector<XacroToken>> xacroTokens(std::string_view expression, std::string& bad) {
  std::vector<XacroToken> out;
  std::string_view rest = trimLeft(expression);
  while (!rest.empty()) {
    XacroToken token;
    const std::size_t length = takeToken(rest, token);
    if (length == 0) {
      bad = cleanUtf8(rest, 40);
      return std::nullopt;
    }
    out.push_back(std::move(token));
    rest = trimLeft(rest.substr(length));
  }
  out.emplace_back();
  return out;
}

}  // namespace ww::io::worker
