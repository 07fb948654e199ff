// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/shape_wish.h"

#include <algorithm>

#include "core/geometry/collision/deviation.h"
#include "core/session/collision_shapes.h"

namespace ww::usecase {
namespace {

using geometry::CollisionKind;
using geometry::CollisionWish;

// As setCollisionShapes() and remakeCollision() call what they make.
bool isNamedHere(const world::Entity& link) {
  if (link.collision.size() == 1) return link.collision.front().name == "collision";
  return std::ranges::all_of(link.collision, [](const auto& shape) { return shape.name.starts_with("collision_"); });
}

std::optional<CollisionKind> kindOfPrimitive(const geometry::Primitive& primitive) {
  if (std::holds_alternative<geometry::Box>(primitive)) return CollisionKind::kBox;
  if (std::holds_alternative<geometry::Sphere>(primitive)) return CollisionKind::kSphere;
  if (std::holds_alternative<geometry::Cylinder>(primitive)) return CollisionKind::kCylinder;
  if (std::holds_alternative<geometry::Capsule>(primitive)) return CollisionKind::kCapsule;
  return std::nullopt;
}

bool isSameMesh(const geometry::Mesh& a, const geometry::Mesh& b) {
  return a.vertices == b.vertices && a.triangles == b.triangles;
}

// Fewer triangles near the surface; how far it may move is not kept, but how far it did.
std::optional<CollisionWish> asCoarse(const geometry::Mesh& seen, const geometry::MeshPtr& mesh) {
  constexpr double kNear = 0.05;        // of the size
  constexpr double kLeastError = 1e-5;  // metres
  if (mesh->triangles.size() >= seen.triangles.size()) return std::nullopt;
  geometry::Shape shape;
  shape.mesh = mesh;
  const auto off = geometry::deviationOf(seen, {shape}, false, {}, {});
  if (!off.ok()) return std::nullopt;
  const double error = std::max(off->missing_m, off->blocked_m);
  if (error > kNear * seen.bounds().size().norm()) return std::nullopt;
  CollisionWish out{CollisionKind::kCoarse};
  out.error_m = std::clamp(error, kLeastError, geometry::kMostCoarseError);
  return out;
}

std::optional<CollisionWish> ofOneMesh(const world::Entity& link, const geometry::MeshPtr& mesh) {
  const geometry::Mesh seen = session::seenMesh(link);
  if (seen.triangles.empty()) return std::nullopt;
  if (isSameMesh(seen, *mesh)) return CollisionWish{CollisionKind::kSame};
  const auto hull = geometry::collisionKindRow(CollisionKind::kHull).make(seen, {}, {}, {});
  if (hull.ok() && hull->size() == 1 && hull->front().mesh && isSameMesh(*hull->front().mesh, *mesh))
    return CollisionWish{CollisionKind::kHull};
  return asCoarse(seen, mesh);
}

bool isOfOneMesh(CollisionKind kind) {
  return kind == CollisionKind::kPieces || kind == CollisionKind::kHull || kind == CollisionKind::kCoarse ||
         kind == CollisionKind::kSame;
}

}  // namespace

std::optional<CollisionWish> wishBehind(const world::Entity& link, const std::optional<CollisionWish>& noted) {
  const std::size_t count = link.collision.size();
  if (count == 0 || count > geometry::kMostPieces || !isNamedHere(link)) return std::nullopt;
  if (count > 1) {
    if (noted && noted->kind == CollisionKind::kPieces && noted->pieces >= static_cast<int>(count)) return noted;
    CollisionWish out{CollisionKind::kPieces};
    out.pieces = static_cast<int>(count);
    return out;
  }
  const geometry::Geometry& made = *link.collision.front().geometry;
  if (made.shape.primitives.size() == 1) {
    const auto kind = kindOfPrimitive(made.shape.primitives.front().primitive);
    return kind ? std::optional(CollisionWish{*kind}) : std::nullopt;
  }
  if (noted && isOfOneMesh(noted->kind)) return noted;
  return ofOneMesh(link, made.mesh);
}

}  // namespace ww::usecase
