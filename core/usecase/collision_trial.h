// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/collision/scene.h"
#include "core/session/collision_shapes.h"

namespace ww::usecase {

// What somebody wants a link to be checked with.
struct ShapeWish {
  geometry::CollisionWish shape;
  bool any_primitive = false;  // the primitive of the least volume, whatever kind `shape` says

  bool operator==(const ShapeWish& other) const;
};
// From fast to exact.
std::span<const ShapeWish> shapeSteps();
// Where among these a wish stands, or the nearest of its kind; none for no shape at all.
std::optional<std::size_t> stepOf(const ShapeWish& wish);

// A surface with how far each triangle's middle lies off: above 0 what is checked and not seen, below 0 what is seen
// and not checked, which stands where it is seen. Triangles have corners of their own, and stand a little before the
// surface, so that both can be drawn. A surface of very many is shown by fewer; how far off each lies is asked at a
// place of the surface itself. In the frame of the link, metres.
struct DeviationMap {
  geometry::Mesh mesh;
  std::vector<float> off_m;
};

// How far what is seen is from bounding a solid.
struct SeenSolid {
  std::uint64_t open_edges = 0;
  double volume = 0.0;  // m^3, of all shapes; means nothing where edges are open
};

// A link as it would be checked.
struct ShapeTrial {
  session::LinkShapes shapes;
  geometry::CollisionKind kind = geometry::CollisionKind::kSame;  // that was made
  SeenSolid seen;
  DeviationMap map;
};
// Changes nothing. Failures of collisionShapesOf(). Any thread.
Result<ShapeTrial> trialOf(const world::Entity& link, const ShapeWish& wish, std::stop_token stop = {},
                           const Progress& progress = {});

// Seconds of this processor that one check of an object takes, the question of planners: does anything collide? Asked
// at some places: with joints in all of their range, else about where the object stands. None where it is gone, or so
// much moves that nobody would wait for it. CANCELLED.
Result<std::optional<double>> checkSeconds(const collision::Scene& scene, ObjectId object, std::stop_token stop = {});

}  // namespace ww::usecase
