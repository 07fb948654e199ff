// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "ui/bridge/pose_layer.h"
#include "ui/scene/batch_set.h"
#include "ui/scene/camera_state.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_marks.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// An object and all that hangs on it, however far.
std::vector<ObjectId> withAllBelow(const world::World& world, ObjectId object);

// Other postures of a robot: of one that is in the user's hand, to be chosen from; along a motion.
class PostureGhosts {
 public:
  // False when there is nothing to be drawn anew.
  bool set(ObjectId object, std::vector<PostureGhost> postures);
  std::size_t size() const { return postures_.size(); }
  // Faint, so that the robot itself stands out among them; what cannot be taken has the colour of a contact.
  void draw(const WorldMirror& mirror, const PoseLayer& poses, const SceneTheme& theme,
            std::vector<TransientBatches::Item>& out);
  // As drawn: the one under a pixel, where nothing else is before it.
  std::optional<std::size_t> at(WorldMirror& mirror, const ViewTransform& view, const Eigen::Vector2d& pixel) const;

 private:
  struct Shown {
    std::size_t index = 0;
    LibraryMeshPtr mesh;
    Eigen::Affine3d root_t_shape = Eigen::Affine3d::Identity();
  };
  ObjectId object_;
  std::vector<PostureGhost> postures_;
  std::vector<Shown> shown_;
};

}  // namespace ww::ui::scene
