// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/moved_ghosts.h"

#include <algorithm>

#include "core/model/overlay.h"

namespace ww::ui::scene {

bool MovedGhosts::set(model::Overrides there, std::vector<ObjectId> objects) {
  if (objects.empty() && objects_.empty()) return false;
  there_ = std::move(there);
  objects_ = std::move(objects);
  return true;
}

void MovedGhosts::draw(const WorldMirror& mirror, const PoseLayer& poses, const SceneTheme& theme,
                       std::vector<TransientBatches::Item>& out) const {
  const world::World& world = mirror.world();
  if (objects_.empty()) return;
  const model::Overlay ghost = poses.over(world, there_);
  for (const ObjectId object : objects_) {
    if (!world.object(object)) continue;
    for (const std::uint32_t slot : mirror.partsOf(object, false)) {
      const Part& part = mirror.part(slot);
      if (!mirror.isCurrent(part) || !mirror.rules().visibility.showsPart(world, part.object, part.entity)) continue;
      const Eigen::Affine3d root_t_shape = ghost.rootT(part.entity).isometry() * part.entity_t_shape;
      if (root_t_shape.isApprox(part.root_t_shape, 1e-6)) continue;
      InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
      const float color[4] = {theme.ghost.redF(), theme.ghost.greenF(), theme.ghost.blueF(), 1.0f};
      std::copy(color, color + 4, data.color);
      data.info[2] = 0.3f;
      out.push_back({part.mesh, data});
    }
  }
}

}  // namespace ww::ui::scene
