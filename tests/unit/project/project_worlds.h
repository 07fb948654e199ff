// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "core/geometry/store.h"
#include "core/world/values/world.h"

namespace ww::project {

// A world of `boxes` objects with a box each, named box_0 and so on, with a frame on the first; each
// message has a field that this program does not know.
world::World sampleWorld(geometry::GeometryStore& store, int boxes);
// The same with an object moved by its pose alone.
world::World withMovedBox(const world::World& world, geometry::GeometryStore& store, int index, double x);
world::World withoutBox(const world::World& world, geometry::GeometryStore& store, int index);
// One object more, with a mesh of about so many vertices that does not compress well.
world::World withMesh(const world::World& world, geometry::GeometryStore& store, std::size_t vertices, unsigned seed);

}  // namespace ww::project
