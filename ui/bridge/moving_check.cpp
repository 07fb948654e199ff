// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/moving_check.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/anchors.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMost = 1000;
// The checker looks at each pair of what moves.
constexpr std::size_t kMostMoving = 800;

// More pairs take longer than the check itself.
constexpr std::size_t kMostCountedHere = 20'000;

// Whether rules keep a robot out of every check is asked of any world: of most the first pair tells.
void tellRobots(const collision::Scene& scene, collision::Coverage& coverage) {
  const world::World& world = scene.world();
  std::vector<EntityId> all;
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities)
      if (scene.body(entity->id)) all.push_back(entity->id);
  });
  world.forEachObject([&](const world::Object& object) {
    if (!object.isKinematic()) return;
    bool has_body = false;
    for (const auto& entity : object.entities) {
      if (!scene.body(entity->id)) continue;
      has_body = true;
      for (const EntityId other : all)
        if (world.owner(other)->object != object.id && !scene.rules().explain(entity->id, other).excluded) return;
    }
    if (has_body) coverage.excluded.push_back(object.id);
  });
}

}  // namespace

MovingCheck::MovingCheck(std::shared_ptr<WorldScenes> scenes)
    : scenes_(scenes ? std::move(scenes) : std::make_shared<WorldScenes>()) {}

const std::vector<collision::Contact>& MovingCheck::ofWorld(const world::WorldPtr& world) {
  return of_world_.of(sceneOf(world));
}

collision::Coverage MovingCheck::coverage(const world::WorldPtr& world) {
  const collision::Scene scene = sceneOf(world);
  collision::Coverage coverage = collision::coverageOf(scene, scene.rules(), {}, kMostCountedHere);
  if (coverage.checked() && !coverage.counted) tellRobots(scene, coverage);
  return coverage;
}

std::vector<collision::Contact> MovingCheck::excluded(const world::WorldPtr& world) {
  constexpr std::size_t kMostBodies = 1000, kMostExcluded = 20;
  constexpr double kDeep = 1e-3;  // metres; what is mounted stands in what it is mounted on a little
  const collision::Scene scene = sceneOf(world);
  if (scene.bodyCount() > kMostBodies) return {};
  return collision::excludedOverlaps(scene, kDeep, kMostExcluded);
}

// False when there is nothing that could move.
bool MovingCheck::prepare(const world::WorldPtr& world, const model::Overrides& shown) {
  const std::vector<EntityId> movers = shown.movers(*world);
  if (prepared_for_ == world && movers_ == movers) return !movers.empty();
  prepared_for_ = world;
  movers_ = movers;
  checker_.reset();
  if (movers.empty()) return false;
  std::vector<ObjectId> floating;
  for (const auto& [id, root_t_object] : shown.floating(*world)) floating.push_back(id);
  const collision::Scene scene = sceneOf(world).floating(std::move(floating));
  if (collision::countMoving(scene, movers, kMostMoving + 1) > kMostMoving) return true;
  model::Anchors anchors(scene.model(), movers);
  standing_.clear();
  for (const auto& contact : ofWorld(world))
    if (anchors.of(contact.a).mover < 0 && anchors.of(contact.b).mover < 0) standing_.push_back(contact);
  checker_.emplace(scene, movers);
  state_.emplace(scene.model());
  return true;
}

std::optional<std::vector<collision::Contact>> MovingCheck::ofShown(const world::WorldPtr& world,
                                                                    const model::Overrides& shown, double touch_m) {
  if (!prepare(world, shown)) return ofWorld(world);
  if (!checker_) return std::nullopt;
  shown.apply(*state_);
  auto found = checker_->all(*state_, kMost);
  std::erase_if(found, [touch_m](const collision::Contact& c) { return std::abs(c.distance_m) < touch_m; });
  found.insert(found.end(), standing_.begin(), standing_.end());
  std::ranges::stable_sort(found, {}, &collision::Contact::distance_m);
  return found;
}

}  // namespace ww::ui
