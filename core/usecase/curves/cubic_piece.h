// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <vector>

namespace ww::usecase {

// What is told of a joint over time: radians or metres, and that per second, per second squared and cubed.
enum class Rate { kPosition, kVelocity, kAcceleration, kJerk };
inline constexpr std::array<Rate, 4> kRates{Rate::kPosition, Rate::kVelocity, Rate::kAcceleration, Rate::kJerk};

// A cubic in time from 0 to `seconds`: c0 + c1 t + c2 t^2 + c3 t^3, radians or metres.
struct CubicPiece {
  std::array<double, 4> c{};  // radians or metres, by powers of seconds
  double seconds = 0.0;

  // That fits places and velocities at both ends; `seconds` above 0. Radians or metres.
  static CubicPiece between(double q0, double v0, double q1, double v1, double seconds);
  // Of that rate at a time, seconds from the start of the piece.
  double at(Rate rate, double time) const;
  // Times in seconds that cut the piece such that the rate rises or falls all along each part; both ends are among
  // them.
  std::vector<double> cuts(Rate rate) const;
};

// A part of a piece in which a value is outside of its limits.
struct OutsidePart {
  double from_s = 0.0, to_s = 0.0;    // seconds from the start of the piece
  double worst_s = 0.0, worst = 0.0;  // when, seconds, and the value then: in the unit of the rate
};

// Where the rate leaves lower .. upper (in its unit), to some nanoseconds; by time, parts that touch are one.
std::vector<OutsidePart> outsideOf(const CubicPiece& piece, Rate rate, double lower, double upper);

}  // namespace ww::usecase
