// SPDX-License-Identifier: Apache-2.0
// Other postures of a robot that is in the user's hand, and the gap between its tool and the hand.
#include <algorithm>
#include <limits>

#include "core/geometry/bvh.h"
#include "core/model/overlay.h"
#include "ui/scene/viewport_scene.h"

namespace ww::ui::scene {

std::vector<ObjectId> withAllBelow(const world::World& world, ObjectId object) {
  std::vector<ObjectId> out{object};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto above = world.object(out[i]);
    for (const ObjectId child : world.childrenOf(*above)) out.push_back(child);
  }
  return out;
}

void ViewportScene::setPostures(ObjectId object, std::vector<PostureGhost> postures) {
  if (postures.empty() && postures_.empty()) return;
  postures_object_ = object;
  postures_ = std::move(postures);
  marks_dirty_ = true;
  invalidate();
}

void ViewportScene::setGap(const std::optional<std::pair<Vec3, Vec3>>& gap) {
  if (gap_ == gap) return;
  gap_ = gap;
  lines_dirty_ = true;
  invalidate();
}

// Faint, so that the robot itself stands out among them; what cannot be taken has the colour of a contact.
void ViewportScene::addPostures(std::vector<TransientBatches::Item>& out) {
  posture_parts_.clear();
  const world::World& world = mirror_->world();
  if (postures_.empty() || !world.object(postures_object_)) return;
  const std::vector<ObjectId> objects = withAllBelow(world, postures_object_);
  for (const PostureGhost& posture : postures_) {
    model::Overrides there;
    there.joints[postures_object_] = posture.joints;
    const model::Overlay ghost = poses_->over(world, there);
    const QColor& tint = posture.is_free ? theme_.ghost : theme_.contact;
    for (const ObjectId object : objects)
      for (const std::uint32_t slot : mirror_->partsOf(object, false)) {
        const Part& part = mirror_->part(slot);
        if (!mirror_->isCurrent(part) || !mirror_->rules().visibility.showsPart(world, part.object, part.entity))
          continue;
        const Eigen::Affine3d root_t_shape = ghost.rootT(part.entity).isometry() * part.entity_t_shape;
        // What stands where the robot's own part does would only flicker.
        if (root_t_shape.isApprox(part.root_t_shape, 1e-6)) continue;
        InstanceData data = makeInstance(root_t_shape * Eigen::Translation3d(part.mesh->gpu.origin));
        const float color[4] = {tint.redF(), tint.greenF(), tint.blueF(), 1.0f};
        std::copy(color, color + 4, data.color);
        data.info[2] = 0.14f;
        out.push_back({part.mesh, data});
        posture_parts_.push_back({posture.index, part.mesh, root_t_shape});
      }
  }
}

std::optional<std::size_t> ViewportScene::postureAt(const Eigen::Vector2d& pixel) {
  if (posture_parts_.empty()) return std::nullopt;
  const Ray ray = view().rayAt(pixel);
  const auto before = surfaceAt(*mirror_, ray);
  double nearest = before ? (before->point - ray.origin).dot(ray.dir) : std::numeric_limits<double>::infinity();
  std::optional<std::size_t> found;
  for (const PosturePart& part : posture_parts_) {
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
