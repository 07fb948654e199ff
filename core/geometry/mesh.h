// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/math/pose.h"

namespace ww::geometry {

// sRGB, 0 to 1, straight alpha.
struct Color {
  float r = 0.72f, g = 0.74f, b = 0.77f, a = 1.0f;
  bool operator==(const Color&) const = default;
};

using Triangle = std::array<std::uint32_t, 3>;  // counter-clockwise seen from outside

// A run of triangles of one colour.
struct ColorRun {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  Color color;
};

// One face of a CAD part: its triangles and the exact surface under them.
struct CadFace {
  enum class Surface { kOther, kPlane, kCylinder, kCone, kSphere, kTorus };
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  Surface surface = Surface::kOther;
  Vec3 origin = Vec3::Zero();  // point on the axis or plane, centre of sphere or torus
  Vec3 axis = Vec3::UnitZ();   // axis or plane normal (outward for planes), unit
  double radius = 0.0;         // cylinder, sphere, torus major, cone at the origin
  double radius2 = 0.0;        // torus minor; cone half angle in radians
};

// Triangles in metres, in the frame of the geometry. Immutable once shared.
struct Mesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<Eigen::Vector3f> normals;  // per vertex, or empty
  std::vector<ColorRun> colors;          // empty: no own colour
  std::vector<CadFace> faces;            // empty: not from CAD
  std::vector<std::vector<Vec3>> edges;  // polylines of CAD edges

  Bounds bounds() const;
  // INVALID_ARGUMENT unless indices and runs are within range and all numbers finite.
  Status validate() const;
};
using MeshPtr = std::shared_ptr<const Mesh>;

}  // namespace ww::geometry
