// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <unordered_map>
#include <vector>

#include "core/collision/cover/sphere_cover.h"
#include "core/collision/shapes/convex.h"
#include "core/collision/shapes/tri_mesh.h"
#include "core/world/values/parts.h"

namespace ww::collision {

// Kinds of pieces; how pairs of them are measured stands in the table of narrow/.
enum class PieceKind { kConvex, kMesh };
constexpr std::size_t kPieceKinds = 2;

// One piece of a body: a convex solid, or triangles as they are.
struct Piece {
  ConvexPtr convex;
  TriMeshPtr mesh;  // when `convex` is null
  Bounds bounds;    // in the body frame
  LazyCoverPtr cover;

  PieceKind kind() const { return convex ? PieceKind::kConvex : PieceKind::kMesh; }
};

// What collides of one entity, in its frame.
struct BodyShape {
  std::vector<Piece> pieces;
  Bounds bounds;
  std::size_t triangles = 0;
  LazyCoverPtr cover;  // null without pieces
};
using BodyShapePtr = std::shared_ptr<const BodyShape>;

// Prepared shapes by the content of their geometry and its placement, shared by all scenes that are given the
// cache. Thread-safe. Shapes that nobody uses are dropped as others come.
class ShapeCache {
 public:
  // The one that all of a process share who name no other.
  static const std::shared_ptr<ShapeCache>& ofProcess();

  BodyShapePtr get(const world::PlacedGeometry& placed);
  // All collision geometries of an entity; null when it has none.
  BodyShapePtr get(const world::Entity& entity);

 private:
  template <typename Make>
  BodyShapePtr get(const std::string& key, const Make& make);
  void dropUnused();

  std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<const BodyShape>> shapes_;
  std::size_t limit_ = 256;
};

BodyShapePtr prepare(const geometry::Geometry& geometry, const Eigen::Affine3d& body_t_geometry);

}  // namespace ww::collision
