// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_value.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <utility>

#include "core/io/text_scan.h"

namespace ww::io::worker {
namespace {

constexpr int kMaxTextDepth = 20;

std::string floatText(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v < 0.0 ? "-inf" : "inf";
  std::string out = fmt::format("{}", v);
  if (out.find_first_of(".en") == std::string::npos) out += ".0";
  return out;
}

// A list of lists of one list is short, and its text is not: no more is added than whoever asks refuses.
void addText(const XacroValue& value, int depth, std::string& out) {
  if (depth > kMaxTextDepth || out.size() > kMostXacroText) {
    out += "...";
  } else if (const std::string* words = value.words()) {
    out += depth > 0 ? "'" + *words + "'" : *words;
  } else if (const XacroList* list = value.list()) {
    out += '[';
    for (std::size_t i = 0; i < list->size() && out.size() <= kMostXacroText; ++i) {
      if (i > 0) out += ", ";
      addText((*list)[i], depth + 1, out);
    }
    out += ']';
  } else if (const XacroTable* table = value.table()) {
    out += '{';
    bool first = true;
    for (const auto& [key, item] : *table) {
      if (out.size() > kMostXacroText) break;
      out += fmt::format("{}'{}': ", std::exchange(first, false) ? "" : ", ", key);
      addText(item, depth + 1, out);
    }
    out += '}';
  } else if (const bool* truth = std::get_if<bool>(&value.kind)) {
    out += *truth ? "True" : "False";
  } else if (const auto* whole = std::get_if<std::int64_t>(&value.kind)) {
    out += fmt::format("{}", *whole);
  } else if (const double* real = std::get_if<double>(&value.kind)) {
    out += floatText(*real);
  } else {
    out += "None";
  }
}

}  // namespace

double XacroValue::number() const {
  if (const bool* truth = std::get_if<bool>(&kind)) return *truth ? 1.0 : 0.0;
  if (const auto* whole = std::get_if<std::int64_t>(&kind)) return static_cast<double>(*whole);
  if (const double* real = std::get_if<double>(&kind)) return *real;
  return 0.0;
}

const XacroList* XacroValue::list() const {
  const auto* held = std::get_if<std::shared_ptr<const XacroList>>(&kind);
  return held != nullptr ? held->get() : nullptr;
}

const XacroTable* XacroValue::table() const {
  const auto* held = std::get_if<std::shared_ptr<const XacroTable>>(&kind);
  return held != nullptr ? held->get() : nullptr;
}

bool XacroValue::isTrue() const {
  if (isNumber()) return number() != 0.0;
  if (const std::string* text = words()) return !text->empty();
  if (const XacroList* items = list()) return !items->empty();
  if (const XacroTable* rows = table()) return !rows->empty();
  return false;
}

bool XacroValue::operator==(const XacroValue& other) const {
  if (isNumber() && other.isNumber()) return number() == other.number();
  if (words() != nullptr && other.words() != nullptr) return *words() == *other.words();
  if (list() != nullptr && other.list() != nullptr) return *list() == *other.list();
  if (table() != nullptr && other.table() != nullptr) return *table() == *other.table();
  return kind.index() == 0 && other.kind.index() == 0;
}

std::string xacroText(const XacroValue& value) {
  std::string out;
  addText(value, 0, out);
  return out;
}

XacroValue xacroLiteral(std::string_view text) {
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
    return {std::string(text.substr(1, text.size() - 2))};
  const std::string_view bare = trim(text);
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(bare.data(), bare.data() + bare.size(), whole);
  if (!bare.empty() && error == std::errc() && end == bare.data() + bare.size()) return {whole};
  double real = 0.0;
  if (parseNumber(bare, real)) return {real};
  if (bare == "true" || bare == "True") return {true};
  if (bare == "false" || bare == "False") return {false};
  return {std::string(text)};
}

}  // namespace ww::io::worker
