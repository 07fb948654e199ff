// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <Message_ProgressRange.hxx>
#include <TopTools_DataMapOfShapeInteger.hxx>
#include <TopoDS_Shape.hxx>
#include <vector>

#include "core/geometry/mesh.h"

namespace ww::io::worker {

// Colours by face: an index into a table, for faces that have one.
struct FaceColors {
  TopTools_DataMapOfShapeInteger index;  // of faces, orientation apart
  std::vector<geometry::Color> table;
};

// How closely triangles follow the exact surface: 0 for what `fine` gives.
struct Fineness {
  bool fine = false;
  double chord_m = 0.0, angle_rad = 0.0;
};

struct TessellationResult {
  geometry::Mesh mesh;             // metres
  std::uint64_t faces_failed = 0;  // without triangles
  double chord_m = 0.0;            // that was taken
};

// Triangles of all faces of `shape` (millimetres in, metres out), with the table of faces, their exact surfaces, the
// edges as polylines, normals of each face of its own, and runs of colours. Unless a chord is
// asked for, it goes with the size of the part, and is at most kCadChord; more for what is larger than kLargePart.
TessellationResult tessellateShape(const TopoDS_Shape& shape, const Fineness& fineness, const FaceColors& colors,
                                   const Message_ProgressRange& progress);

}  // namespace ww::io::worker
