// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/collision/check.h"
#include "core/collision/coverage.h"
#include "core/collision/scene_keeper.h"
#include "core/model/keeper.h"
#include "core/model/overrides.h"

namespace ww::ui {

// Models and collision scenes of the worlds that are looked at, for all threads that check them: what one has had made
// costs the others nothing. Thread-safe.
class WorldScenes {
 public:
  // Models come from there (null: from an own one), where the window finds them, too.
  explicit WorldScenes(std::shared_ptr<model::ModelKeeper> models = {})
      : models_(models ? std::move(models) : std::make_shared<model::ModelKeeper>()) {}

  // Of the world that is edited; the next version of it costs the difference.
  collision::Scene of(const world::World& world) { return scenes_.of(edited_, models_->of(world)); }
  // Of a world that a motion was planned for, which may be older.
  collision::Scene ofPlan(const world::World& world) { return scenes_.of(planned_, world); }

 private:
  const std::shared_ptr<model::ModelKeeper> models_;
  const std::shared_ptr<const int> edited_ = std::make_shared<const int>();
  const std::shared_ptr<const int> planned_ = std::make_shared<const int>();
  collision::SceneKeeper scenes_{2};
};

// Collisions of a world as it stands, and with some poses in place of its own. While the same things move
// only they are looked at again, so that a check can follow a drag. One thread at a time.
class MovingCheck {
 public:
  // Null: scenes of its own.
  explicit MovingCheck(std::shared_ptr<WorldScenes> scenes = {});
  // Deepest first. Kept for the last world.
  const std::vector<collision::Contact>& ofWorld(const world::WorldPtr& world);
  // What both look at; costs the world.
  collision::Coverage coverage(const world::WorldPtr& world);
  // Nothing when so much moves that no check could follow it.
  std::optional<std::vector<collision::Contact>> ofShown(const world::WorldPtr& world, const model::Overrides& shown);

 private:
  bool prepare(const world::WorldPtr& world, const model::Overrides& shown);

  collision::Scene sceneOf(const world::WorldPtr& world) { return scenes_->of(*world); }

  const std::shared_ptr<WorldScenes> scenes_;
  world::WorldPtr prepared_for_;
  collision::WorldContacts of_world_;
  std::vector<EntityId> movers_;
  std::optional<collision::Checker> checker_;  // none: too much moves
  std::optional<model::State> state_;
  std::vector<collision::Contact> standing_;  // of the world, among what does not move
};

}  // namespace ww::ui
