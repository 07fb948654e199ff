// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry/shape.h"

// Rays meet meshes; sensors measure what primitives are. What hits the mesh of a round one is told where the primitive
// itself is. For this folder alone.
namespace ww::rays {

enum class RoundKind { kBall, kTube, kCapsule };

// Of radius 1 about the origin; a tube, or that of a capsule, along z.
struct Round {
  RoundKind kind = RoundKind::kBall;
  double half_length = 0.0;         // of the tube; a ratio, to its radius
  Eigen::Affine3d unit_t_geometry;  // metres to radii
};

// The triangles of a primitive in the mesh of a shape.
struct RoundRun {
  std::uint32_t end = 0;       // behind its last one
  std::optional<Round> round;  // none: flat
};

// What rays meet in place of the primitives of a shape: round ones lie wholly within theirs, so that no ray passes by.
struct RoundMesh {
  geometry::MeshPtr mesh;      // with so many segments around a circle
  std::vector<RoundRun> runs;  // in the order of its triangles
};
RoundMesh roundMesh(const geometry::Shape& shape, int segments);

// Where a ray meets it first from a place on, as ratios to its direction, all in the frame of radius 1; none where it
// passes by.
std::optional<double> meets(const Round& round, const Vec3& origin, const Vec3& dir, double from);

}  // namespace ww::rays
