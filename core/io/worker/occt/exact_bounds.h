// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TopoDS_Shape.hxx>
#include <vector>

#include "core/math/pose.h"

namespace ww::io::worker {

// The smallest box around the faces of placed shapes in millimetres, and around curves that bound no face; the box is
// in metres. Empty when there are none, or when a face has no end.
Bounds exactBounds(const std::vector<TopoDS_Shape>& shapes);

}  // namespace ww::io::worker
