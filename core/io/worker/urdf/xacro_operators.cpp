// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/urdf/xacro_operators.h"

#include <algorithm>
#include <cmath>

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxWords = 100'000;
constexpr double kMaxWhole = 9e15;  // whole numbers up to it are exact

bool bothWhole(const XacroValue& a, const XacroValue& b) {
  const auto whole = [](const XacroValue& v) { return v.kind.index() == 1 || v.kind.index() == 2; };
  return whole(a) && whole(b);
}

double raised(std::string_view sign, double a, double b) {
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "*") return a * b;
  if (sign == "/") return a / b;
  if (sign == "//") return std::floor(a / b);
  if (sign == "%") return a - b * std::floor(a / b);
  return std::pow(a, b);
}

std::optional<XacroValue> joined(const XacroValue& left, const XacroValue& right) {
  if (left.words() != nullptr && right.words() != nullptr && left.words()->size() + right.words()->size() < kMaxWords)
    return XacroValue{*left.words() + *right.words()};
  if (left.list() == nullptr || right.list() == nullptr) return std::nullopt;
  if (left.list()->size() + right.list()->size() > kMaxWords) return std::nullopt;
  XacroList both = *left.list();
  both.insert(both.end(), right.list()->begin(), right.list()->end());
  return XacroValue{std::make_shared<const XacroList>(std::move(both))};
}

}  // namespace

std::optional<XacroValue> combineXacro(std::string_view sign, const XacroValue& left, const XacroValue& right) {
  if (!left.isNumber() || !right.isNumber()) return sign == "+" ? joined(left, right) : std::nullopt;
  const double out = raised(sign, left.number(), right.number());
  if (!std::isfinite(out)) return std::nullopt;
  const bool whole = bothWhole(left, right) && sign != "/" && !(sign == "**" && right.number() < 0.0);
  if (whole && std::abs(out) < kMaxWhole) return XacroValue{static_cast<std::int64_t>(out)};
  return XacroValue{out};
}

std::optional<bool> compareXacro(std::string_view sign, const XacroValue& left, const XacroValue& right) {
  if (sign == "==") return left == right;
  if (sign == "!=") return !(left == right);
  if (sign == "in" || sign == "not in") {
    bool held = false;
    if (right.list() != nullptr) held = std::ranges::find(*right.list(), left) != right.list()->end();
    else if (right.table() != nullptr) held = right.table()->contains(xacroText(left));
    else if (right.words() != nullptr && left.words() != nullptr)
      held = right.words()->find(*left.words()) != std::string::npos;
    else return std::nullopt;
    return held == (sign == "in");
  }
  int order = 0;
  if (left.isNumber() && right.isNumber())
    order = left.number() < right.number() ? -1 : left.number() > right.number() ? 1 : 0;
  else if (left.words() != nullptr && right.words() != nullptr) order = left.words()->compare(*right.words());
  else return std::nullopt;
  if (sign == "<") return order < 0;
  if (sign == ">") return order > 0;
  return sign == "<=" ? order <= 0 : order >= 0;
}

std::optional<XacroValue> entryOfXacro(const XacroValue& of, const XacroValue& key) {
  if (const XacroTable* rows = of.table()) {
    const auto found = rows->find(xacroText(key));
    if (found == rows->end()) return std::nullopt;
    return found->second;
  }
  if (key.kind.index() != 2) return std::nullopt;
  const auto count = static_cast<std::int64_t>(of.list() != nullptr    ? of.list()->size()
                                               : of.words() != nullptr ? of.words()->size()
                                                                       : 0);
  std::int64_t at = std::get<std::int64_t>(key.kind);
  if (at < 0) at += count;
  if (at < 0 || at >= count) return std::nullopt;
  if (of.list() != nullptr) return (*of.list())[static_cast<std::size_t>(at)];
  return XacroValue{std::string(1, (*of.words())[static_cast<std::size_t>(at)])};
}

}  // namespace ww::io::worker
