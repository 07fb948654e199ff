// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TopoDS_Face.hxx>
#include <TopoDS_Shape.hxx>
#include <optional>
#include <string>
#include <vector>

#include "core/io/worker/occt/tessellate.h"

namespace worldwright::v1 {
class ExactShape;
}

namespace ww::io::worker {

// What the kernel knows of a shape, with the colours of its faces: worldwright.v1.ExactShape, serialised. Empty for
// what is larger than a file should hold, and where the kernel gives up.
std::string exactShape(const TopoDS_Shape& shape, const FaceColors& colors);

// A shape from a file of others. Null when it cannot be read; a hostile one may end the process.
struct ReadShape {
  TopoDS_Shape shape;
  std::vector<std::pair<TopoDS_Face, geometry::Color>> colors;  // of faces that have one of their own
};
ReadShape readExact(const worldwright::v1::ExactShape& exact);

}  // namespace ww::io::worker
