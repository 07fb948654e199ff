// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/geometry/geometry.h"
#include "intrinsic/world/proto/geometry_component.pb.h"

// Shapes of a file that was written again have other digits, and are the same.
namespace ww::usecase {

using FindShapeByRef = std::function<geometry::GeometryPtr(const std::string& ref)>;

struct SetShape {
  geometry::GeometryPtr geometry;
  Eigen::Affine3d link_t_shape = Eigen::Affine3d::Identity();  // metres
};
// By their names; `kind` is "Intrinsic_Visual" or "Intrinsic_Collision". What cannot be found is left out.
using ShapeSet = std::map<std::string, SetShape>;
ShapeSet shapeSet(const intrinsic_proto::world::GeometryComponent& component, const char* kind,
                  const FindShapeByRef& find);

// Metres within a millionth of the shapes' size or a micrometre, areas and volumes as that makes them.
struct ShapeLikeness {
  bool same_shape = false;   // where it is
  bool same_colors = false;  // of its own, whatever is put over them
};
// All of the sets, whatever their shapes are called. Blocks for the cost of the triangles, unless they are the same.
ShapeLikeness likeness(const ShapeSet& a, const ShapeSet& b);

// Wherever they stand.
bool isAlikeInItself(const SetShape& a, const SetShape& b);

}  // namespace ww::usecase
