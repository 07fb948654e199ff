// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/collision/checker.h"
#include "core/geometry/geometry.h"
#include "ui/bridge/moving_check.h"

namespace ww::ui {

// How near things are to all that they are checked against.
struct Clearance {
  bool has_bodies = false;  // with collision geometry; without any nothing can be told
  bool is_told = true;      // false: so much moves, or was asked for, that no check could follow it
  // The smallest distance; `a` belongs to what was asked for. Nothing where rules have nothing checked against it.
  std::optional<collision::Contact> nearest;
};

// What a margin keeps free around a body, as a shape in the frame of its entity.
struct MarginShell {
  EntityId entity;
  double margin_m = 0.0;  // metres
  geometry::GeometryPtr shape;
};

// Clearances and margins of a world as it is shown. While the same things move, only they are looked at again. One
// thread at a time.
class ClearanceCheck {
 public:
  explicit ClearanceCheck(std::shared_ptr<WorldScenes> scenes = {});

  // Of these objects, with all that hangs on them, and entities, as one; nodes that are not there are passed over.
  Clearance of(const world::WorldPtr& world, const model::Overrides& shown, const std::vector<world::NodeRef>& nodes);
  // The largest margin around each of their bodies, where there is one; of very many none. Costs their triangles, once
  // for each margin.
  std::vector<MarginShell> shells(const world::WorldPtr& world, const std::vector<world::NodeRef>& nodes);

 private:
  bool prepare(const world::WorldPtr& world, const model::Overrides& shown);

  const std::shared_ptr<WorldScenes> scenes_;
  world::WorldPtr prepared_for_;
  std::vector<EntityId> movers_;
  std::optional<collision::Checker> checker_;  // none: too much moves
  std::optional<model::State> state_;
  std::map<std::string, geometry::GeometryPtr> made_;  // shapes of shells by what they are made of
};

// Entities with collision geometry of these nodes, those that hang on objects too. Each once.
std::vector<EntityId> bodiesOf(const world::World& world, const std::vector<world::NodeRef>& nodes);

}  // namespace ww::ui
