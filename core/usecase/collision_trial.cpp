// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/collision_trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/geometry/mass_properties.h"
#include "core/geometry/mesh_gaps.h"
#include "core/usecase/collision_map.h"

namespace ww::usecase {
namespace {

using ShapeKind = geometry::CollisionKind;

ShapeWish piecesWish(int pieces) { return {{ShapeKind::kPieces, pieces, geometry::CollisionWish().error_m}, false}; }
ShapeWish coarseWish(double error_m) {
  return {{ShapeKind::kCoarse, geometry::CollisionWish().pieces, error_m}, false};
}

// The same shape, as far as its kind has figures.
bool isSameShape(const geometry::CollisionWish& a, const geometry::CollisionWish& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == ShapeKind::kPieces) return a.pieces == b.pieces;
  return a.kind != ShapeKind::kCoarse || a.error_m == b.error_m;
}

bool isPrimitive(ShapeKind kind) {
  return kind == ShapeKind::kBox || kind == ShapeKind::kSphere || kind == ShapeKind::kCylinder ||
         kind == ShapeKind::kCapsule;
}

// How far two wishes of one kind are from each other, by their figures.
double figuresApart(const geometry::CollisionWish& a, const geometry::CollisionWish& b) {
  if (a.kind == ShapeKind::kPieces) return std::abs(std::log2(static_cast<double>(a.pieces) / b.pieces));
  if (a.kind == ShapeKind::kCoarse) return std::abs(std::log2(a.error_m / b.error_m));
  return 0.0;
}

double volumeOf(const std::vector<geometry::Shape>& parts) {
  double out = 0.0;
  for (const geometry::Shape& part : parts)
    for (const geometry::PlacedPrimitive& one : part.primitives) out += massProperties(one.primitive).volume;
  return out;
}

// The farthest points in some hundred directions: enough to tell which kind fits best, as each fit looks at all points
// many times.
geometry::Mesh outline(const geometry::Mesh& seen) {
  constexpr int kDirections = 200;
  constexpr double kGolden = 2.39996322972865332;  // radians
  geometry::Mesh out;
  for (int i = 0; i < kDirections; ++i) {
    const double z = 1.0 - (2.0 * i + 1.0) / kDirections, r = std::sqrt(1.0 - z * z);
    const Vec3 way(r * std::cos(kGolden * i), r * std::sin(kGolden * i), z);
    out.vertices.push_back(*std::ranges::max_element(seen.vertices, {}, [&](const Vec3& p) { return p.dot(way); }));
  }
  for (std::uint32_t i = 0; i + 2 < kDirections; ++i) out.triangles.push_back({i, i + 1, i + 2});
  return out;
}

Result<ShapeKind> smallestPrimitive(const geometry::Mesh& seen, const std::stop_token& stop, const Progress& progress) {
  const geometry::Mesh points = outline(seen);
  ShapeKind best = ShapeKind::kBox;
  double least = std::numeric_limits<double>::infinity();
  double done = 0.0;
  for (const ShapeKind kind : {ShapeKind::kBox, ShapeKind::kSphere, ShapeKind::kCylinder, ShapeKind::kCapsule}) {
    if (stop.stop_requested()) return cancelledTrial();
    const Progress its = progress.portion(done, done + 0.25);
    done += 0.25;
    WW_ASSIGN(const auto parts, geometry::collisionKindRow(kind).make(points, {kind}, stop, its));
    // A simpler one is better where they are about the same.
    constexpr double kWorthwhile = 0.98;
    if (const double volume = volumeOf(parts); volume < kWorthwhile * least) {
      least = volume;
      best = kind;
    }
  }
  return best;
}

SeenSolid solidOf(const world::Entity& link) {
  SeenSolid out;
  for (const world::PlacedGeometry& placed : link.visual) {
    const geometry::MeshGaps gaps = geometry::gapsOf(*placed.geometry->mesh);
    out.open_edges += gaps.open_edges;
    out.volume += std::abs(gaps.volume * placed.ref_t_shape.linear().determinant());
  }
  return out;
}

}  // namespace

bool ShapeWish::operator==(const ShapeWish& other) const {
  if (any_primitive || other.any_primitive) return any_primitive == other.any_primitive;
  return isSameShape(shape, other.shape);
}

std::span<const ShapeWish> shapeSteps() {
  static const std::array<ShapeWish, 14> kSteps = {{
      {{ShapeKind::kBox}, true},
      {{ShapeKind::kHull}, false},
      piecesWish(2),
      piecesWish(4),
      piecesWish(8),
      piecesWish(16),
      piecesWish(32),
      piecesWish(64),
      coarseWish(0.005),
      coarseWish(0.002),
      coarseWish(0.001),
      coarseWish(0.0005),
      coarseWish(0.0002),
      {{ShapeKind::kSame}, false},
  }};
  return kSteps;
}

std::optional<std::size_t> stepOf(const ShapeWish& wish) {
  if (wish.any_primitive || isPrimitive(wish.shape.kind)) return 0;
  std::optional<std::size_t> nearest;
  const auto steps = shapeSteps();
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].shape.kind != wish.shape.kind) continue;
    if (!nearest || figuresApart(steps[i].shape, wish.shape) < figuresApart(steps[*nearest].shape, wish.shape))
      nearest = i;
  }
  return nearest;
}

Result<ShapeTrial> trialOf(const world::Entity& link, const ShapeWish& wish, std::stop_token stop,
                           const Progress& progress) {
  ShapeTrial out;
  constexpr double kChosen = 0.2, kMade = 0.7;  // of the work, so far
  const geometry::Mesh seen = session::seenMesh(link);
  geometry::CollisionWish shape = wish.shape;
  if (wish.any_primitive && !seen.triangles.empty()) {
    WW_ASSIGN(shape.kind, smallestPrimitive(seen, stop, progress.portion(0.0, kChosen)));
  }
  out.kind = shape.kind;
  WW_ASSIGN(out.shapes, session::collisionShapesOf(link, shape, stop, progress.portion(kChosen, kMade)));
  if (stop.stop_requested()) return cancelledTrial();
  out.seen = solidOf(link);
  WW_ASSIGN(out.map, mapOf(seen, out.shapes, shape.kind, stop, progress.portion(kMade, 1.0)));
  return out;
}

}  // namespace ww::usecase
