// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/collision/check.h"
#include "core/collision/coverage.h"
#include "core/model/overrides.h"
#include "ui/bridge/world_scenes.h"

namespace ww::ui {

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
  // What rules leave out although it overlaps, the deepest first; costs all pairs that a rule excludes, and is not
  // looked for among many bodies.
  std::vector<collision::Contact> excluded(const world::WorldPtr& world);
  // Nothing when so much moves that no check could follow it. What moves and is that near (metres) touches, no more.
  std::optional<std::vector<collision::Contact>> ofShown(const world::WorldPtr& world, const model::Overrides& shown,
                                                         double touch_m = 0.0);

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
