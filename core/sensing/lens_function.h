// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <numbers>
#include <optional>
#include <string_view>

namespace ww::sensing {

// How far from the middle of the picture a lens shows what is at an angle to its axis, as SDF has it:
// r = f c1 fun(angle / c2 + c3). With c3 = 0 these are lenses by name: gnomonical (tan, 1, 1: a pinhole), stereographic
// (tan, 2, 2), equidistant (id, 1, 1), equisolid_angle (sin, 2, 2) and orthographic (sin, 1, 1).
struct LensFunction {
  enum class Kind { kTan, kSin, kId };
  struct Value {
    double at = 0.0, slope = 0.0;  // focal lengths, and those for a radian
  };

  Kind kind = Kind::kTan;
  double c1 = 1.0, c2 = 1.0;         // factors, above 0
  double c3 = 0.0;                   // radians
  double cutoff = std::numbers::pi;  // radians; what is farther aside is not shown

  Value operator()(double angle) const;  // radians from the axis
  // The angles, in radians, that are shown at a radius of their own, which grows with them: the least and the most.
  double first() const;
  double last() const;
  bool isSound() const;  // numbers that there can be, and something to show
  bool operator==(const LensFunction&) const = default;
};

// As an object keeps the lens of its camera.
struct LensText {
  LensFunction function;
  double focal = 0.0;  // a factor of half the width of the picture; 0: as the field of view says
};
// "stereographic", or "tan 2 2 0" with c1, c2 and c3; behind either may stand the focal length, and behind that the
// angle of the cutoff. Nothing of a text that does not begin with such a word; a function that is not sound of one that
// goes on otherwise.
std::optional<LensText> lensTextOf(std::string_view text);

// The fisheye (r = f angle (1 + k1 angle^2 + ... + k4 angle^8)) that is closest to a lens up to an angle in radians.
struct LikeFisheye {
  double focal = 1.0;  // in focal lengths of the lens
  std::array<double, 4> terms{};
  double off = 0.0;  // at most, in focal lengths of the lens
};
LikeFisheye fisheyeLike(const LensFunction& lens, double widest);

}  // namespace ww::sensing
