// SPDX-License-Identifier: Apache-2.0
#include "core/world/values/bounds.h"

#include "core/geometry/placed_bounds.h"

namespace ww::world {

Bounds shownBounds(const World& world, const Object& object) {
  Bounds bounds;
  const Pose root_t_object = world.rootT(object.id);
  for (const EntityPtr& e : object.entities) {
    const std::vector<PlacedGeometry>& placed = e->visual.empty() ? e->collision : e->visual;
    if (placed.empty()) continue;
    const Eigen::Affine3d root_t_entity((root_t_object * World::objectTEntity(object, e->id)).isometry());
    for (const PlacedGeometry& g : placed)
      bounds.add(geometry::placedBounds(*g.geometry, root_t_entity * g.ref_t_shape));
  }
  return bounds;
}

}  // namespace ww::world
