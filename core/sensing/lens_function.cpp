// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/lens_function.h"

#include <Eigen/QR>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

namespace ww::sensing {
namespace {

constexpr double kQuarter = std::numbers::pi / 2;
constexpr double kNearEndless = 1e-9;  // radians before the angle whose tangent is endless

struct NamedLens {
  std::string_view name;
  LensFunction::Kind kind;
  double c;  // c1 and c2; 0: three numbers say more
};
constexpr NamedLens kNamedLenses[] = {
    {"gnomonical", LensFunction::Kind::kTan, 1.0},   {"stereographic", LensFunction::Kind::kTan, 2.0},
    {"equidistant", LensFunction::Kind::kId, 1.0},   {"equisolid_angle", LensFunction::Kind::kSin, 2.0},
    {"orthographic", LensFunction::Kind::kSin, 1.0}, {"tan", LensFunction::Kind::kTan, 0.0},
    {"sin", LensFunction::Kind::kSin, 0.0},          {"id", LensFunction::Kind::kId, 0.0}};

std::string_view nextWord(std::string_view& text) {
  constexpr std::string_view kApart = " ,\t\n\r";
  text.remove_prefix(std::min(text.find_first_not_of(kApart), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kApart));
  text.remove_prefix(word.size());
  return word;
}

// What stands behind the first word; a NaN for what is no number.
std::vector<double> numbersIn(std::string_view text) {
  std::vector<double> out;
  for (std::string_view word = nextWord(text); !word.empty(); word = nextWord(text)) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    const bool whole = error == std::errc() && end == word.data() + word.size();
    out.push_back(whole ? value : std::numeric_limits<double>::quiet_NaN());
  }
  return out;
}

// The functions are odd: three signs may change at once.
void turnSigns(LensFunction& lens) {
  if (!(lens.c1 < 0.0)) return;
  lens.c1 = -lens.c1;
  lens.c2 = -lens.c2;
  lens.c3 = -lens.c3;
}

}  // namespace

LensFunction::Value LensFunction::operator()(double angle) const {
  const double a = angle / c2 + c3;
  switch (kind) {
    case Kind::kTan: return {c1 * std::tan(a), c1 / c2 / (std::cos(a) * std::cos(a))};
    case Kind::kSin: return {c1 * std::sin(a), c1 / c2 * std::cos(a)};
    case Kind::kId: break;
  }
  return {c1 * a, c1 / c2};
}

double LensFunction::first() const { return std::max(0.0, -c3 * c2); }

double LensFunction::last() const {
  double out = std::min(cutoff, std::numbers::pi);
  if (kind != Kind::kId) out = std::min(out, (kQuarter - (kind == Kind::kTan ? kNearEndless : 0.0) - c3) * c2);
  return out;
}

bool LensFunction::isSound() const {
  return std::isfinite(c1) && std::isfinite(c2) && std::isfinite(c3) && std::isfinite(cutoff) && c1 > 0.0 && c2 > 0.0 &&
         first() < last();
}

std::optional<LensText> lensTextOf(std::string_view text) {
  const std::string_view word = nextWord(text);
  const auto* named = std::ranges::find(kNamedLenses, word, &NamedLens::name);
  if (named == std::end(kNamedLenses)) return std::nullopt;
  LensText out;
  out.function.kind = named->kind;
  out.function.c1 = out.function.c2 = named->c;
  std::vector<double> numbers = numbersIn(text);
  if (named->c == 0.0) {
    if (numbers.size() < 3) numbers.clear();  // it stays unsound
    else out.function.c1 = numbers[0], out.function.c2 = numbers[1], out.function.c3 = numbers[2];
    numbers.erase(numbers.begin(), numbers.begin() + std::min<std::ptrdiff_t>(3, std::ssize(numbers)));
  }
  if (!numbers.empty()) out.focal = numbers[0];
  if (numbers.size() > 1) out.function.cutoff = numbers[1];
  if (numbers.size() > 2 || !(out.focal >= 0.0)) out.function.c1 = std::numeric_limits<double>::quiet_NaN();
  turnSigns(out.function);
  return out;
}

LikeFisheye fisheyeLike(const LensFunction& lens, double widest) {
  LikeFisheye out;
  if (lens.kind == LensFunction::Kind::kId && lens.c3 == 0.0) {
    out.focal = lens.c1 / lens.c2;
    return out;
  }
  constexpr int kPlaces = 400;
  const double from = lens.first(), to = std::max(from, std::min(widest, lens.last()));
  if (!(to > 0.0)) return out;
  Eigen::MatrixXd powers(kPlaces, 5);
  Eigen::VectorXd radii(kPlaces);
  for (int i = 0; i < kPlaces; ++i) {
    const double angle = from + (to - from) * 0.5 * (1.0 - std::cos(std::numbers::pi * (i + 0.5) / kPlaces));
    radii[i] = lens(angle).at;
    for (int k = 0; k < 5; ++k) powers(i, k) = std::pow(angle / to, 2 * k + 1);
  }
  const Eigen::VectorXd found = powers.colPivHouseholderQr().solve(radii);
  out.off = (powers * found - radii).cwiseAbs().maxCoeff();
  out.focal = found[0] / to;
  for (int k = 0; k < 4; ++k)
    out.terms[static_cast<std::size_t>(k)] = found[k + 1] / found[0] / std::pow(to, 2 * k + 2);
  return out;
}

}  // namespace ww::sensing
