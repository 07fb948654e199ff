// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

constexpr int kAround = 40;

// As many points as a circle has, on a rectangle, each in the direction of its partner on the circle.
std::vector<Vec2> rectangleLikeCircle(double width, double height) {
  std::vector<Vec2> out = circle(1.0, kAround)(0.0);
  for (Vec2& p : out)
    p *= std::min(0.5 * width / std::max(std::abs(p.x()), 1e-12), 0.5 * height / std::max(std::abs(p.y()), 1e-12));
  // The points next to the corners move into them.
  for (const double x : {-width / 2, width / 2}) {
    for (const double y : {-height / 2, height / 2}) {
      Vec2* nearest = &out.front();
      for (Vec2& p : out) {
        if ((p - Vec2(x, y)).norm() < (*nearest - Vec2(x, y)).norm()) nearest = &p;
      }
      *nearest = {x, y};
    }
  }
  return out;
}

}  // namespace

Result<SceneObject> block(geometry::GeometryStore& store) {
  Sculpture s;
  s.add(extrudeRing(rectangleLikeCircle(0.080, 0.040), circle(0.012, kAround)(0.0), 0.040), palette::kSteel);
  const LinkSpec spec{s.finish(), {boxAt({0.080, 0.040, 0.040}, Pose::translation(0, 0, 0.020))}, 0.30};
  return ObjectBuilder("block", store).link("block", "", spec).finish();
}

Result<SceneObject> shaft(geometry::GeometryStore& store) {
  Sculpture s;
  s.add(revolve({{0.0185, 0.0},
                 {0.020, 0.0015},
                 {0.020, 0.0335},
                 {0.0185, 0.035},
                 {0.012, 0.035},
                 {0.012, 0.0588},
                 {0.0108, 0.060}}),
        palette::kBrass);
  const LinkSpec spec{s.finish(),
                      {cylinderAt(0.020, 0.035, Pose::translation(0, 0, 0.0175)),
                       cylinderAt(0.012, 0.025, Pose::translation(0, 0, 0.0475))},
                      0.42};
  return ObjectBuilder("shaft", store).link("shaft", "", spec).finish();
}

}  // namespace ww::samples
