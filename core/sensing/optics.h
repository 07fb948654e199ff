// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/rays/bundle.h"
#include "core/sensing/lens_function.h"

namespace ww::sensing {

using Vec2 = Eigen::Vector2d;

enum class Lens { kPinhole, kBrown, kFisheye, kFunction };
// Whether it sees aside, and behind itself.
constexpr bool isWide(Lens lens) { return lens == Lens::kFisheye || lens == Lens::kFunction; }

// How a camera makes its picture. Its frame has x to the right, y down and z along the view. Pixels count from the
// upper left corner; the centre of the first is (0.5, 0.5), so that the centre of a symmetric camera is half its size.
struct Optics {
  int width = 640, height = 480;    // pixels, 1 to 8192
  double fx = 554.25, fy = 554.25;  // pixels
  double cx = 320.0, cy = 240.0;    // pixels
  Lens lens = Lens::kPinhole;
  std::array<double, 5> distortion{};  // Brown: k1 k2 p1 p2 k3; fisheye: k1 to k4
  LensFunction function;               // of Lens::kFunction
  double near = 0.1, far = 100.0;      // metres along the axis; of a wide lens, which sees aside, along each ray

  bool operator==(const Optics&) const = default;
};

// Of a horizontal field of view in radians, with square pixels. The field must be between 0 and pi.
Optics symmetricOptics(int width, int height, double horizontal_fov);

// The pixel of a point in the camera's frame (metres). None behind the camera, for a point that the lens cannot
// see (where a distortion folds the picture over), and for what is not finite. It may lie outside the picture.
std::optional<Vec2> project(const Optics& optics, const Vec3& point);
// Of many, for which the lens is looked at once.
std::vector<std::optional<Vec2>> projected(const Optics& optics, std::span<const Vec3> points);
// The direction of a pixel, by Newton's method to 1e-12 of the focal length: of length 1 along z, that of a wide lens
// of length 1 in all. None where the lens shows nothing.
std::optional<Vec3> direction(const Optics& optics, const Vec2& pixel);
// That of a point which the lens shows (project), of the same lengths.
Vec3 rayTowards(const Optics& optics, const Vec3& point);
// Of many, for which the lens is looked at once.
std::vector<std::optional<Vec3>> directions(const Optics& optics, const std::vector<Vec2>& pixels);
// Through the centres of all pixels, rows from the top; after a stop not those of all rows.
rays::Bundle rayTable(const Optics& optics, const std::stop_token& stop = {});

}  // namespace ww::sensing
