// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "core/io/text_scan.h"
#include "core/io/worker/urdf/xacro_expression.h"

namespace ww::io::worker {
namespace {

constexpr std::size_t kMaxRange = 10'000;

struct OneNumber {
  std::string_view name;
  double (*run)(double);
};
constexpr std::array<OneNumber, 17> kOfOne = {{{"sin", [](double v) { return std::sin(v); }},
                                               {"cos", [](double v) { return std::cos(v); }},
                                               {"tan", [](double v) { return std::tan(v); }},
                                               {"asin", [](double v) { return std::asin(v); }},
                                               {"acos", [](double v) { return std::acos(v); }},
                                               {"atan", [](double v) { return std::atan(v); }},
                                               {"sinh", [](double v) { return std::sinh(v); }},
                                               {"cosh", [](double v) { return std::cosh(v); }},
                                               {"tanh", [](double v) { return std::tanh(v); }},
                                               {"sqrt", [](double v) { return std::sqrt(v); }},
                                               {"exp", [](double v) { return std::exp(v); }},
                                               {"log", [](double v) { return std::log(v); }},
                                               {"log10", [](double v) { return std::log10(v); }},
                                               {"log2", [](double v) { return std::log2(v); }},
                                               {"fabs", [](double v) { return std::fabs(v); }},
                                               {"radians", [](double v) { return v * (M_PI / 180.0); }},
                                               {"degrees", [](double v) { return v * (180.0 / M_PI); }}}};

struct TwoNumbers {
  std::string_view name;
  double (*run)(double, double);
};
constexpr std::array<TwoNumbers, 5> kOfTwo = {{{"atan2", [](double a, double b) { return std::atan2(a, b); }},
                                               {"pow", [](double a, double b) { return std::pow(a, b); }},
                                               {"hypot", [](double a, double b) { return std::hypot(a, b); }},
                                               {"fmod", [](double a, double b) { return std::fmod(a, b); }},
                                               {"copysign", [](double a, double b) { return std::copysign(a, b); }}}};

std::optional<XacroValue> finite(double v) {
  if (!std::isfinite(v)) return std::nullopt;
  return XacroValue{v};
}

std::optional<XacroValue> whole(double v) {
  if (!(std::abs(v) < 9e15)) return std::nullopt;
  return XacroValue{static_cast<std::int64_t>(v)};
}

bool isWhole(const XacroValue& v) { return v.kind.index() == 1 || v.kind.index() == 2; }

std::optional<XacroValue> toNumber(const XacroValue& v, bool to_whole) {
  double number = v.number();
  if (const std::string* text = v.words(); text != nullptr && !parseNumber(trim(*text), number)) return std::nullopt;
  if (v.words() == nullptr && !v.isNumber()) return std::nullopt;
  return to_whole ? whole(std::trunc(number)) : finite(number);
}

// Half goes to the even neighbour.
std::optional<XacroValue> rounded(const XacroList& args) {
  const double digits = args.size() > 1 ? std::clamp(args[1].number(), -300.0, 300.0) : 0.0;
  if (args.size() == 1) return whole(std::nearbyint(args[0].number()));
  const double step = std::pow(10.0, digits);
  return finite(std::nearbyint(args[0].number() * step) / step);
}

std::optional<XacroValue> extreme(const XacroList& args, bool largest) {
  const XacroList& all = args.size() == 1 && args[0].list() != nullptr ? *args[0].list() : args;
  if (all.empty() || !std::ranges::all_of(all, [](const XacroValue& v) { return v.isNumber(); })) return std::nullopt;
  const auto less = [](const XacroValue& a, const XacroValue& b) { return a.number() < b.number(); };
  return largest ? *std::ranges::max_element(all, less) : *std::ranges::min_element(all, less);
}

std::optional<XacroValue> lengthOf(const XacroValue& v) {
  if (v.words() != nullptr) return whole(static_cast<double>(v.words()->size()));
  if (v.list() != nullptr) return whole(static_cast<double>(v.list()->size()));
  if (v.table() != nullptr) return whole(static_cast<double>(v.table()->size()));
  return std::nullopt;
}

std::optional<XacroValue> rangeOf(const XacroList& args) {
  if (args.size() > 3 || !std::ranges::all_of(args, isWhole)) return std::nullopt;
  const double from = args.size() > 1 ? args[0].number() : 0.0, to = args[args.size() > 1 ? 1 : 0].number();
  const double step = args.size() > 2 ? args[2].number() : 1.0;
  constexpr double kExact = 9007199254740992.0;  // beyond it one more is the same number
  if (step == 0.0 || std::max(std::abs(from), std::abs(to)) > kExact) return std::nullopt;
  const double count = std::max(0.0, std::ceil((to - from) / step));
  if (count > static_cast<double>(kMaxRange)) return std::nullopt;
  XacroList out;
  for (double k = 0.0; k < count; ++k) out.push_back({static_cast<std::int64_t>(from + k * step)});
  return XacroValue{std::make_shared<const XacroList>(std::move(out))};
}

std::optional<XacroValue> absolute(const XacroValue& v) {
  if (isWhole(v)) return whole(std::abs(v.number()));
  return v.isNumber() ? finite(std::abs(v.number())) : std::nullopt;
}

XacroCall ofAnyKind(std::string_view name, const XacroList& args) {
  const bool one = args.size() == 1, number = one && args[0].isNumber();
  if (name == "int" || name == "float") return {one ? toNumber(args[0], name == "int") : std::nullopt, true};
  if (name == "str") return {one ? std::optional<XacroValue>(XacroValue{xacroText(args[0])}) : std::nullopt, true};
  if (name == "bool") return {one ? std::optional<XacroValue>(XacroValue{args[0].isTrue()}) : std::nullopt, true};
  if (name == "len") return {one ? lengthOf(args[0]) : std::nullopt, true};
  if (name == "abs") return {one ? absolute(args[0]) : std::nullopt, true};
  if (name == "floor") return {number ? whole(std::floor(args[0].number())) : std::nullopt, true};
  if (name == "ceil") return {number ? whole(std::ceil(args[0].number())) : std::nullopt, true};
  if (name == "min" || name == "max") return {extreme(args, name == "max"), true};
  if (name == "range") return {args.empty() ? std::nullopt : rangeOf(args), true};
  if (name == "list" && one && args[0].list() != nullptr) return {args[0], true};
  if (name == "round") {
    const bool sound = !args.empty() && args.size() <= 2 && args[0].isNumber();
    return {sound ? rounded(args) : std::nullopt, true};
  }
  return {};
}

}  // namespace

XacroCall callXacro(std::string_view name, const XacroList& args) {
  if (name.starts_with("math.")) name.remove_prefix(5);
  for (const OneNumber& row : kOfOne) {
    if (row.name != name) continue;
    return {args.size() == 1 && args[0].isNumber() ? finite(row.run(args[0].number())) : std::nullopt, true};
  }
  for (const TwoNumbers& row : kOfTwo) {
    if (row.name != name) continue;
    const bool sound = args.size() == 2 && args[0].isNumber() && args[1].isNumber();
    return {sound ? finite(row.run(args[0].number(), args[1].number())) : std::nullopt, true};
  }
  return ofAnyKind(name, args);
}

}  // namespace ww::io::worker
