// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::geometry {

// What an engineer means by a place on a part. Metres, in the frame of the mesh.
struct Feature {
  enum class Kind { kBore, kPin, kPlane, kCircle, kSlot };
  Kind kind = Kind::kPlane;
  Vec3 center = Vec3::Zero();  // middle of the axis, of the rim, of the area; of a slot between its round ends
  Vec3 axis = Vec3::UnitZ();   // unit; of a plane outward
  Vec3 along = Vec3::UnitX();  // unit, across the axis; of a slot from one round end to the other
  double radius = 0.0;         // of a plane 0
  double length = 0.0;         // along the axis; of planes and circles 0
  double span = 0.0;           // of a slot between the axes of its round ends
  double area = 0.0;           // of a plane, square metres
  // How far the surface of the mesh lies from it at most, metres; 0 where the file has the exact surface.
  double error = 0.0;
  bool exact = false;  // told by the file, not fitted
};

struct FeatureSet {
  static constexpr std::int32_t kNone = -1;
  std::vector<Feature> features;          // bores and pins first, then slots, circles, planes
  std::vector<std::int32_t> of_triangle;  // index of the bore, pin, slot or plane that a triangle is a part of
};

// Of CAD what the exact faces and edges say; of other meshes what can be fitted to them, with its error. Round things
// count from 310 degrees on, so that a fillet is none. Meshes of more than kMostFittedTriangles are not fitted.
inline constexpr std::size_t kMostFittedTriangles = 1'000'000;
FeatureSet findFeatures(const Mesh& mesh);

// The feature that is meant by a point on or near the mesh: that of the nearest triangle; beside the mouth of a bore or
// the foot of a pin, within `reach` (metres) of its rim, that one. None where nothing is near.
std::optional<std::size_t> featureNear(const FeatureSet& set, const Mesh& mesh, const Vec3& p, double reach);

// How far a point is from the nearest triangle, metres; infinite without triangles.
double distanceTo(const Mesh& mesh, const Vec3& p);

// mesh_t_frame on a feature, metres: z along the axis out of the part, at the end that is nearest to `near`; in the
// middle of circles and planes. x along a slot.
Pose framePose(const Feature& feature, const Vec3& near);

}  // namespace ww::geometry
