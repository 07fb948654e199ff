// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>

#include "core/geometry/shape.h"

namespace ww::geometry {

// One immutable piece of geometry, known by the hash of its canonical bytes.
struct Geometry {
  std::string ref;  // "sha256:<64 hex>", the wire's exact_geometry_ref
  Shape shape;
  MeshPtr mesh;   // the mesh, or the tessellation of the primitives; never null
  Bounds bounds;  // of `mesh`
  bool from_mesh = false;
};
using GeometryPtr = std::shared_ptr<const Geometry>;

}  // namespace ww::geometry
