// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/collision_kinds.h"

#include <algorithm>
#include <array>

#include "core/base/phrase.h"
#include "core/geometry/collision/deviation.h"
#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/failures.h"

namespace ww::geometry {
namespace collision_making {

Made same(const Mesh& mesh, const CollisionWish&, std::stop_token, const Progress&) {
  Shape shape;
  shape.mesh = std::make_shared<const Mesh>(mesh);
  return std::vector<Shape>{std::move(shape)};
}

Made none(const Mesh&, const CollisionWish&, std::stop_token, const Progress&) { return std::vector<Shape>(); }

Status cancelledMaking() { return fail(failures::kCollisionShapeCancelled); }

}  // namespace collision_making

namespace {

namespace make = collision_making;

constexpr std::array<CollisionKindRow, 9> kCollisionKinds = {{
    {CollisionKind::kSame, "same", WW_TEXT("Core", "As it is"), make::same},
    {CollisionKind::kHull, "hull", WW_TEXT("Core", "Convex hull"), make::hull},
    {CollisionKind::kPieces, "pieces", WW_TEXT("Core", "Convex pieces"), make::pieces},
    {CollisionKind::kBox, "box", WW_TEXT("Core", "Box"), make::box},
    {CollisionKind::kSphere, "sphere", WW_TEXT("Core", "Sphere"), make::sphere},
    {CollisionKind::kCylinder, "cylinder", WW_TEXT("Core", "Cylinder"), make::cylinder},
    {CollisionKind::kCapsule, "capsule", WW_TEXT("Core", "Capsule"), make::capsule},
    {CollisionKind::kCoarse, "coarse", WW_TEXT("Core", "Fewer triangles"), make::coarse},
    {CollisionKind::kNone, "none", WW_TEXT("Core", "Nothing"), make::none},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOlderNames = {
    {{"as-is", "same"}, {"decompose", "pieces"}, {"boxes", "box"}}};

Status checkWish(const Mesh& mesh, const CollisionWish& wish) {
  if (wish.pieces < 1 || wish.pieces > kMostPieces)
    return fail(failures::kPieceCount,
                {{"count", arg::Number{static_cast<double>(wish.pieces)}}, {"most", arg::Count{kMostPieces}}});
  if (!(wish.error_m >= kLeastCoarseError) || wish.error_m > kMostCoarseError)
    return fail(failures::kCoarseError, {{"value", arg::Length{wish.error_m}}});
  if (mesh.triangles.empty()) return fail(failures::kNothingToCheck);
  return okStatus();
}

}  // namespace

std::span<const CollisionKindRow> collisionKindRows() { return kCollisionKinds; }

const CollisionKindRow* collisionKindNamed(std::string_view id) {
  for (const auto& [older, newer] : kOlderNames)
    if (older == id) id = newer;
  const auto* row = std::ranges::find(kCollisionKinds, id, &CollisionKindRow::id);
  return row == kCollisionKinds.end() ? nullptr : &*row;
}

const CollisionKindRow& collisionKindRow(CollisionKind kind) {
  return *std::ranges::find(kCollisionKinds, kind, &CollisionKindRow::kind);
}

Result<CollisionShapes> makeCollisionShapes(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop,
                                            const Progress& progress) {
  WW_TRY(checkWish(mesh, wish));
  CollisionShapes out;
  constexpr double kMaking = 0.5;  // of the work; the rest is the measuring
  WW_ASSIGN(out.parts, collisionKindRow(wish.kind).make(mesh, wish, stop, progress.portion(0.0, kMaking)));
  progress.report(kMaking);
  for (const Shape& part : out.parts) out.triangles += part.mesh ? part.mesh->triangles.size() : 0;
  if (wish.kind != CollisionKind::kSame) {
    WW_ASSIGN(out.deviation,
              deviationOf(mesh, out.parts, wish.kind != CollisionKind::kCoarse, stop, progress.portion(kMaking, 1.0)));
  }
  progress.report(1.0);
  return out;
}

}  // namespace ww::geometry
