// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <utility>

#include "core/collision/scene_keeper.h"
#include "core/model/keeper.h"

namespace ww::ui {

// Models and collision scenes of the worlds that are looked at, one for a window: for all threads that check, plan and
// judge in them. What one has had made costs the others nothing. Thread-safe.
class WorldScenes {
 public:
  // Models come from there (null: from an own one), where the window finds them, too.
  explicit WorldScenes(std::shared_ptr<model::ModelKeeper> models = {})
      : models_(models ? std::move(models) : std::make_shared<model::ModelKeeper>()) {}

  // Of the world that is edited; the next version of it costs the difference.
  collision::Scene of(const world::World& world) { return scenes_.of(edited_, models_->of(world)); }
  // Of a world that a motion was planned for, which may be older.
  collision::Scene ofPlan(const world::World& world) { return scenes_.of(planned_, world); }
  // Of the world that is edited, for who asks for no collisions.
  model::Model modelOf(const world::World& world) { return models_->of(world); }

 private:
  const std::shared_ptr<model::ModelKeeper> models_;
  const std::shared_ptr<const int> edited_ = std::make_shared<const int>();
  const std::shared_ptr<const int> planned_ = std::make_shared<const int>();
  collision::SceneKeeper scenes_{2};
};

}  // namespace ww::ui
