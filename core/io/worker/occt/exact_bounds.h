// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TopoDS_Shape.hxx>
#include <vector>

#include "core/math/pose.h"

namespace ww::io::worker {

// The smallest box around the faces of placed shapes in millimetres; the box is in metres. Curves that bound no face do
// not count. Empty when there are no faces, or when one has no end.
Bounds exactBounds(const std::vector<TopoDS_Shape>& shapes);

}  // namespace ww::io::worker
