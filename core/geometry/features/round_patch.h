// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/geometry/features/features.h"

namespace ww::geometry::features {

// A piece of a cylinder: what bores, pins and slots are put together from. Metres, in the frame of the mesh.
struct RoundPatch {
  Vec3 p = Vec3::Zero(), axis = Vec3::UnitZ();  // a point of the axis; unit
  double radius = 0.0;                          // metres
  bool inner = false;                           // the material is outside
  double low = 0.0, high = 0.0;                 // along the axis from p
  std::vector<double> angles;                   // of its corners about the axis, radians, from across(axis)
  std::vector<std::uint32_t> triangles;
  double error = 0.0;  // metres: the farthest that its triangles lie from the cylinder
  bool exact = false;
};

// A unit vector across the axis, the same for the same axis.
Vec3 across(const Vec3& axis);
// The axis or its opposite: the one whose largest component is above 0.
Vec3 canonical(const Vec3& axis);
double angleAbout(const RoundPatch& patch, const Vec3& at);  // radians, of a point in metres

// The largest gap between the angles, radians, and the direction of its middle. 2 pi without angles.
struct AngleGap {
  double width = 0.0, middle = 0.0;
};
AngleGap widestGap(std::vector<double> angles);

// From here on a round thing is not closed.
inline constexpr double kOpenGap = 0.873;  // 50 degrees

// Whether the triangles of a patch look at its axis.
bool looksInward(const Mesh& mesh, const RoundPatch& patch);

// Adds what the patches make together; pieces of one cylinder that touch are one.
void addRound(std::vector<RoundPatch> patches, FeatureSet& out);

void addCircles(const Mesh& mesh, FeatureSet& out);     // from the edges of CAD
void addExactFaces(const Mesh& mesh, FeatureSet& out);  // cylinders, then planes
void addFittedFaces(const Mesh& mesh, FeatureSet& out);

}  // namespace ww::geometry::features
