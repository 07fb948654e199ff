// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "ui/bridge/pose_layer.h"
#include "ui/scene/batch_set.h"
#include "ui/scene/theme.h"
#include "ui/scene/view_marks.h"
#include "ui/scene/world_mirror.h"

namespace ww::ui::scene {

// Objects of the world where they stand in another one.
class MovedGhosts {
 public:
  // False when there is nothing to be drawn anew.
  bool set(model::Overrides there, std::vector<ObjectId> objects);
  void draw(const WorldMirror& mirror, const PoseLayer& poses, const SceneTheme& theme,
            std::vector<TransientBatches::Item>& out) const;

 private:
  model::Overrides there_;
  std::vector<ObjectId> objects_;
};

}  // namespace ww::ui::scene
