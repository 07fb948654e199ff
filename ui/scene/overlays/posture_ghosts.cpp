// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/overlays/posture_ghosts.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/geometry/bvh.h"
#include "core/model/overlay.h"
#include "ui/scene/picking/picker.h"

namespace ww::ui::scene {

std::vector<ObjectId> withAllBelow(const world::World& world, ObjectId object) {
  std::vector<ObjectId> out{object};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto above = world.object(out[i]);
    for (const ObjectId child : world.childrenOf(*above)) out.push_back(child);
  }
  return out;
}

bool PostureGhosts::set(ObjectId object, std::vector<PostureGhost> postures) {
  if (postures.empty() && postures_.empty()) return false;
  object_ = object;
  postures_ = std::move(postures);
  return true;
}

void PostureGhosts::draw(const WorldMirror& mirror, const PoseLayer& poses, const SceneTheme& theme,
                         std::vector<TransientBatches::Item>& out) {
  shown_.clear();
  const world::World& world = mirror.world();
  if (postures_.empty() || !world.object(object_)) return;
  const std::vector<ObjectId> objects = withAllBelow(world, object_);
  for (const PostureGhost& posture : postures_) {
    model::Overrides there;
    there.joints[object_] = posture.joints;
    const model::Overlay ghost = poses.over(world, there);
    const QColor& tint = posture.is_free ? theme.ghost : theme.contact;
    for (const ObjectId object : objects)
      for (const std::uint32_t slot : mirror.partsOf(object, false)) {
        const Part& part = mirror.part(slot);
        if (!mirror.isCurrent(part) || !mirror.rules().visibility.showsPart(world, part.object, part.entity)) continue;
        const Eigen::Affine3d root_t_shape = ghost.rootT(part.entity).isometry() * part.entity_t_shape;
        // What stands where the robot's own part does would only flicker.
        if (root_t_shape.isApprox(part.root_t_shape, 1e-6)) continue;
        InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
        const float color[4] = {tint.redF(), tint.greenF(), tint.blueF(), 1.0f};
        std::copy(color, color + 4, data.color);
        data.info[2] = 0.14f;
        out.push_back({part.mesh, data});
        shown_.push_back({posture.index, part.mesh, root_t_shape});
      }
  }
}

std::optional<std::size_t> PostureGhosts::at(WorldMirror& mirror, const ViewTransform& view,
                                             const Eigen::Vector2d& pixel) const {
  if (shown_.empty()) return std::nullopt;
  const Ray ray = view.rayAt(pixel);
  const auto before = surfaceAt(mirror, ray);
  double nearest = before ? (before->point - ray.origin).dot(ray.dir) : std::numeric_limits<double>::infinity();
  std::optional<std::size_t> found;
  for (const Shown& part : shown_) {
    if (!part.mesh->bvh) continue;
    // A direction that is scaled with the shape leaves the ray's parameter what it is in the root frame.
    const Eigen::Affine3d shape_t_root = part.root_t_shape.inverse();
    const auto hit = part.mesh->bvh->raycast(shape_t_root * ray.origin, shape_t_root.linear() * ray.dir, nearest);
    if (!hit) continue;
    nearest = hit->t;
    found = part.index;
  }
  return found;
}

}  // namespace ww::ui::scene
