// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>
#include <vector>

#include "core/geometry/shape.h"

namespace ww::io::worker {

// A shape of the CAD kernel in millimetres.
struct BuiltShape {
  TopoDS_Shape shape;
  // Of meshes: the face of each triangle, null where it has none; empty where faces were joined.
  std::vector<TopoDS_Face> faces;
};

// Primitives become exact solids, meshes flat faces that share their edges: a solid where they close, else a shell.
// `join`: neighbours in one plane become one face. Null when nothing has an area. Throws what the kernel throws.
BuiltShape buildShape(const geometry::Shape& shape, bool join);

gp_Trsf toTrsf(const Pose& pose);

}  // namespace ww::io::worker
