// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "core/collision/narrow/gjk.h"
#include "core/collision/shapes/body_shape.h"

namespace ww::collision {

// How far to look. The search ends at the first pair of pieces or triangles that is nearer than
// `enough`; pairs farther apart than `beyond` are not looked at.
struct DistanceQuery {
  double beyond = std::numeric_limits<double>::infinity();   // metres
  double enough = -std::numeric_limits<double>::infinity();  // metres
};

// How two kinds of pieces are measured; in the other order the result is turned round. Points and normal in the
// frame of a. `distance` is above `beyond` (infinite, or a bound) when nothing was found within it.
struct NarrowRow {
  const char* name;
  PieceKind a, b;
  ConvexDistance (*distance)(const Piece& a, const Piece& b, const Pose& a_t_b, const DistanceQuery& query);
};
// One row for each pair of kinds.
std::span<const NarrowRow> narrowRows();

// Signed distance as in Contact; points and normal in the common frame. `distance` is above `beyond`
// (infinite, or a bound) when nothing was found within it.
ConvexDistance bodyDistance(const BodyShape& a, const Pose& frame_t_a, const BodyShape& b, const Pose& frame_t_b,
                            const DistanceQuery& query);

// How far a point in the mesh's frame is from its triangles; at least 0.
double surfaceDistance(const TriMesh& mesh, const Vec3& p);

}  // namespace ww::collision
