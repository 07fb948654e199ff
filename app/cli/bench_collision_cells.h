// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace ww::cli {

// The worlds that `bench collision` measures.
std::string hallPartName(int i);
// Boxes that stand side by side around a cell, out of the reach of its robot.
Result<world::World> makeCellInHall(const world::World& cell, int objects, geometry::GeometryStore& store);
// The robot of the cell without the rest, within reach of so many objects of that many triangles in all, none convex.
Result<world::World> makeRobotAmongMeshes(const world::World& cell, int objects, int triangles,
                                          geometry::GeometryStore& store);

}  // namespace ww::cli
