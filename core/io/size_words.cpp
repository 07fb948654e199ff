// SPDX-License-Identifier: Apache-2.0
#include "core/io/size_words.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "core/io/failures.h"

namespace ww::io {
namespace {

constexpr double kLeastSeen = 1e-5;  // metres, of what another unit would make of it

std::string millimetres(double m) {
  return m >= 0.00095 ? fmt::format("{:.0f} mm", m * 1e3) : fmt::format("{:.3g} mm", m * 1e3);
}

std::string lengthText(double m) {
  if (m >= 1000.0) return fmt::format("{:.1f} km", m / 1000.0);
  if (m >= 0.0995) return fmt::format("{:.2f} m", m);
  return millimetres(m);
}

struct Thing {
  double up_to_m;  // longest edge
  std::string_view name;
};

constexpr std::array<Thing, 15> kThings = {{{0.0002, "grain of dust"},
                                            {0.003, "grain of rice"},
                                            {0.012, "pea"},
                                            {0.035, "coin"},
                                            {0.09, "match box"},
                                            {0.18, "hand"},
                                            {0.28, "sheet of paper"},
                                            {0.42, "shoe box"},
                                            {0.75, "suitcase"},
                                            {1.3, "washing machine"},
                                            {2.6, "door"},
                                            {6.0, "car"},
                                            {14.0, "bus"},
                                            {60.0, "house"},
                                            {400.0, "stadium"}}};

}  // namespace

std::string sizeText(const Vec3& size_m) {
  // Edges are compared more easily in one unit; only what spans from screws to halls has several.
  constexpr double kMetres = 0.0995, kHall = 100.0;
  const double least = size_m.minCoeff(), most = size_m.maxCoeff();
  if (least < kMetres && most < kHall)
    return fmt::format("{} x {} x {}", millimetres(size_m.x()), millimetres(size_m.y()), millimetres(size_m.z()));
  return fmt::format("{} x {} x {}", lengthText(size_m.x()), lengthText(size_m.y()), lengthText(size_m.z()));
}

Phrase edgesOf(const Vec3& size_m) {
  return phrase(WW_TEXT("Core", "{x} x {y} x {z}"),
                {{"x", arg::Length{size_m.x()}}, {"y", arg::Length{size_m.y()}}, {"z", arg::Length{size_m.z()}}});
}

std::string sizeComparison(const Vec3& size_m) {
  const double longest = size_m.maxCoeff();
  for (const Thing& thing : kThings) {
    if (longest <= thing.up_to_m) return std::string(thing.name);
  }
  return longest < 20'000.0 ? "town" : "country";
}

std::string sizeInWords(const Vec3& size_m) {
  return fmt::format("{}, about as large as a {}", sizeText(size_m), sizeComparison(size_m));
}

double likelierUnit(const Vec3& size_m, double metres_per_unit) {
  constexpr double kLarge = 5.0, kSmall = 0.001;
  const double longest = size_m.maxCoeff();
  if (!(longest > 0.0) || !(metres_per_unit > 0.0)) return 0.0;
  if (longest > kLarge && metres_per_unit > 0.001 && longest * 0.001 / metres_per_unit >= kSmall) return 0.001;
  if (longest < kSmall && metres_per_unit < 1.0 && longest / metres_per_unit <= kLarge * 10.0) return 1.0;
  return 0.0;
}

double likelierScale(const Vec3& size_m) {
  constexpr double kRoom = 10.0, kSmall = 0.001;
  const double longest = size_m.maxCoeff();
  if (longest > kRoom) return 0.001;
  return longest > 0.0 && longest < kSmall ? 1000.0 : 0.0;
}

Status unitDoubt(const Vec3& size_m, double metres_per_unit) {
  constexpr double kHall = 100.0, kDust = 1e-4;
  const arg::Length size{size_m.norm()};
  const auto then = [&size_m](double factor) { return edgesOf(size_m * factor); };
  if (size.m > kHall && metres_per_unit > 0.5)
    return fail(failures::kPerhapsMillimetres, {{"now", edgesOf(size_m)}, {"then", then(0.001 / metres_per_unit)}});
  const bool seen_in_metres = size.m / metres_per_unit >= kLeastSeen;
  if (size.m < kDust && size.m > 0.0 && metres_per_unit > 0.0 && metres_per_unit < 0.5 && seen_in_metres)
    return fail(failures::kPerhapsMetres, {{"now", edgesOf(size_m)}, {"then", then(1.0 / metres_per_unit)}});
  return sizeDoubt(size_m);
}

Status unitUnsaid(const Vec3& size_m) {
  constexpr double kRoom = 10.0, kRounding = 1e-6;  // a part of 10 mm is one of them
  if (!(size_m.maxCoeff() > kRoom * (1.0 - kRounding))) return okStatus();
  return fail(failures::kPerhapsMillimetres, {{"now", edgesOf(size_m)}, {"then", edgesOf(size_m * 0.001)}});
}

bool isGround(const Vec3& size_m) {
  constexpr double kThin = 1e-4, kLarge = 10.0;  // times its length; metres
  const double longest = size_m.maxCoeff(), thinnest = size_m.minCoeff();
  // A rod is none, however long.
  const double across = size_m.sum() - longest - thinnest;
  return longest > kLarge && across > kLarge && thinnest <= kThin * longest;
}

Status sizeDoubt(const Vec3& size_m) {
  constexpr double kHall = 100.0, kDust = 1.8e-4;  // a cube of a tenth of a millimetre
  const arg::Length size{size_m.norm()};
  if (size.m > kHall) return fail(failures::kVeryLarge, {{"now", edgesOf(size_m)}, {"then", edgesOf(size_m * 0.001)}});
  if (size.m * 1000.0 < kLeastSeen && size.m > 0.0)
    return fail(failures::kNothingToSee, {{"size", arg::Words{fmt::format("{:.2g} m", size.m)}}});
  if (size.m < kDust && size.m > 0.0)
    return fail(failures::kVerySmall, {{"now", edgesOf(size_m)}, {"then", edgesOf(size_m * 1000.0)}});
  return okStatus();
}

}  // namespace ww::io
