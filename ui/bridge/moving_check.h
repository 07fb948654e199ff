// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/collision/check.h"
#include "ui/bridge/pose_overrides.h"

namespace ww::ui {

// Collisions of a world as it stands, and with some poses in place of its own. While the same things move
// only they are looked at again, so that a check can follow a drag. One thread at a time.
class MovingCheck {
 public:
  // Deepest first. Kept for the last world.
  const std::vector<collision::Contact>& ofWorld(const world::WorldPtr& world);
  // Nothing when so much moves that no check could follow it.
  std::optional<std::vector<collision::Contact>> ofShown(const world::WorldPtr& world, const PoseOverrides& shown);

 private:
  bool prepare(const world::WorldPtr& world, const std::vector<EntityId>& movers);

  std::shared_ptr<collision::ShapeCache> cache_ = std::make_shared<collision::ShapeCache>();
  world::WorldPtr world_, prepared_for_;
  std::vector<collision::Contact> of_world_;
  std::vector<EntityId> movers_;
  std::unique_ptr<collision::CollisionChecker> checker_;  // null: too much moves
  std::vector<collision::Contact> standing_;              // of the world, among what does not move
};

}  // namespace ww::ui
