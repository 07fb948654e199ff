// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>

#include "core/geometry/shape.h"

namespace ww::io::worker {

// A shape of the CAD kernel in millimetres. Primitives become exact solids, meshes flat faces that share their edges: a
// solid where they close, else a shell; in small ones neighbours in one plane are one face. Null when nothing has an
// area. Throws what the kernel throws.
TopoDS_Shape buildShape(const geometry::Shape& shape);

gp_Trsf toTrsf(const Pose& pose);

}  // namespace ww::io::worker
