// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "core/model/keeper.h"
#include "core/planning/types.h"

namespace ww::usecase {

// The collision scene of a world that edits change step by step, each from the one before at the cost of the edits.
// The first comes from that of the options, if they have one. One thread at a time.
class StageScene {
 public:
  explicit StageScene(const planning::PlanOptions& options) : scene_(options.scene) {}

  // Valid until the next call.
  const collision::Scene& of(const world::World& world) {
    const world::WorldDiff diff = scene_ ? world::diff(scene_->world(), world) : world::WorldDiff();
    const bool known = scene_ && !model::isAnother(diff, world);
    scene_ = known ? scene_->updated(world, diff) : collision::Scene::make(world);
    return *scene_;
  }

 private:
  std::optional<collision::Scene> scene_;
};

}  // namespace ww::usecase
