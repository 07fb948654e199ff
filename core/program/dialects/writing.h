// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/program/dialects/robot_program.h"

// Figures and words as all dialects write them: fixed notation, a point whatever the locale, and no "-0".
namespace ww::program::dialects {

std::string fixed(double value, int decimals);  // of any unit
std::string millimetres(double m);              // three decimals
std::string degrees(double rad);                // four decimals: of three rounded angles the worst sum is 0.00015

// Unit, with w >= 0; where w is 0, the first part that is not 0 is positive. So a rotation has one form.
Quat oneSign(const Quat& q);
// Axis times angle, radians: 0 to pi long.
Vec3 rotationVector(const Quat& q);
// Angles about the fixed axes x, then y, then z, in degrees: R = Rz Ry Rx. Where y is +-90 degrees, x is 0. Above -180.
struct FixedAngles {
  std::string x, y, z;
};
FixedAngles fixedAngles(const Quat& q);

// "joint", "joint-to-pose" or "linear", as data says it.
const char* moveWord(MoveKind kind);

// Words of a person in ASCII, on lines of at most `width` characters (at least 8); at least one line. Nothing in them
// ends a line; `never` are characters that become '_'.
std::vector<std::string> plainLines(std::string_view text, std::size_t width, std::string_view never = {});
// The same on one line, cut off where it is too long.
std::string plainLine(std::string_view text, std::size_t most, std::string_view never = {});

}  // namespace ww::program::dialects
