// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/curves/cubic_piece.h"

#include <algorithm>
#include <cmath>

namespace ww::usecase {
namespace {

// How far a value is outside, 0 within.
double excessOf(double value, double lower, double upper) { return std::max({lower - value, value - upper, 0.0}); }

// Between two times with the value below `level` at one and above at the other.
double crossingOf(const CubicPiece& piece, Rate rate, double level, double from, double to) {
  constexpr int kHalvings = 60;
  const bool rises = piece.at(rate, from) < level;
  for (int i = 0; i < kHalvings && to > from; ++i) {
    const double middle = 0.5 * (from + to);
    (piece.at(rate, middle) < level) == rises ? from = middle : to = middle;
  }
  return 0.5 * (from + to);
}

// The cuts, and between them where the value passes one of the limits.
std::vector<double> placesOf(const CubicPiece& piece, Rate rate, double lower, double upper) {
  const std::vector<double> cuts = piece.cuts(rate);
  std::vector<double> out{cuts.front()};
  for (std::size_t i = 1; i < cuts.size(); ++i) {
    const double a = piece.at(rate, cuts[i - 1]), b = piece.at(rate, cuts[i]);
    for (const double level : {lower, upper})
      if ((a < level) != (b < level)) out.push_back(crossingOf(piece, rate, level, cuts[i - 1], cuts[i]));
    out.push_back(cuts[i]);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

CubicPiece CubicPiece::between(double q0, double v0, double q1, double v1, double seconds) {
  const double slope = (q1 - q0) / seconds;
  return {{q0, v0, (3.0 * slope - 2.0 * v0 - v1) / seconds, (v0 + v1 - 2.0 * slope) / (seconds * seconds)}, seconds};
}

double CubicPiece::at(Rate rate, double t) const {
  switch (rate) {
    case Rate::kPosition: return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
    case Rate::kVelocity: return c[1] + t * (2.0 * c[2] + 3.0 * t * c[3]);
    case Rate::kAcceleration: return 2.0 * c[2] + 6.0 * t * c[3];
    default: return 6.0 * c[3];
  }
}

std::vector<double> CubicPiece::cuts(Rate rate) const {
  std::vector<double> out{0.0, seconds};
  const auto add = [&](double t) {
    if (t > 0.0 && t < seconds) out.push_back(t);
  };
  if (rate == Rate::kVelocity && c[3] != 0.0) add(-c[2] / (3.0 * c[3]));
  if (rate == Rate::kPosition) {
    // Where the velocity c1 + 2 c2 t + 3 c3 t^2 is zero; the form that loses no digits.
    const double root = c[2] * c[2] - 3.0 * c[1] * c[3];
    if (root > 0.0) {
      const double s = -(c[2] + std::copysign(std::sqrt(root), c[2]));
      if (c[3] != 0.0) add(s / (3.0 * c[3]));
      if (s != 0.0) add(c[1] / s);
    }
  }
  std::ranges::sort(out);
  return out;
}

std::vector<OutsidePart> outsideOf(const CubicPiece& piece, Rate rate, double lower, double upper) {
  std::vector<OutsidePart> out;
  const std::vector<double> places = placesOf(piece, rate, lower, upper);
  for (std::size_t i = 1; i < places.size(); ++i) {
    const double from = places[i - 1], to = places[i];
    if (to <= from || excessOf(piece.at(rate, 0.5 * (from + to)), lower, upper) <= 0.0) continue;
    if (out.empty() || out.back().to_s < from) out.push_back({from, to, from, piece.at(rate, from)});
    OutsidePart& part = out.back();
    part.to_s = to;
    for (const double t : {from, to}) {
      const double value = piece.at(rate, t);
      if (excessOf(value, lower, upper) <= excessOf(part.worst, lower, upper)) continue;
      part.worst = value;
      part.worst_s = t;
    }
  }
  return out;
}

}  // namespace ww::usecase
