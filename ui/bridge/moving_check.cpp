// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/moving_check.h"

#include <algorithm>

#include "core/model/anchors.h"

namespace ww::ui {
namespace {

constexpr std::size_t kMost = 1000;
// The checker looks at each pair of what moves.
constexpr std::size_t kMostMoving = 800;

// The world with what is moved by itself as bodies of their own.
model::Model modelOf(const world::World& world, const std::vector<EntityId>& movers) {
  model::ModelOptions options;
  for (const EntityId mover : movers) {
    const world::Object& object = *world.peek(world.owner(mover)->object);
    if (object.rootEntity() == mover) options.free.push_back(object.id);
  }
  return model::Model::make(world, options);
}

std::size_t countMoving(const world::World& world, model::Anchors& anchors) {
  std::size_t count = 0;
  world.forEachObject([&](const world::Object& object) {
    for (const auto& entity : object.entities) count += !entity->collision.empty() && count <= kMostMoving && anchors.of(entity->id).mover >= 0;
  });
  return count;
}

}  // namespace

const std::vector<collision::Contact>& MovingCheck::ofWorld(const world::WorldPtr& world) {
  if (world != world_) {
    of_world_ = collision::checkWorld(*world, cache_, kMost);
    world_ = world;
  }
  return of_world_;
}

// False when there is nothing that could move.
bool MovingCheck::prepare(const world::WorldPtr& world, const std::vector<EntityId>& movers) {
  if (prepared_for_ == world && movers_ == movers) return !movers.empty();
  prepared_for_ = world;
  movers_ = movers;
  checker_.reset();
  if (movers.empty()) return false;
  const model::Model model = modelOf(*world, movers);
  model::Anchors anchors(model, movers);
  if (countMoving(*world, anchors) > kMostMoving) return true;
  standing_.clear();
  for (const auto& contact : ofWorld(world))
    if (anchors.of(contact.a).mover < 0 && anchors.of(contact.b).mover < 0) standing_.push_back(contact);
  checker_ = collision::makeBulletChecker({model, collision::RuleSet::ofWorld(*world), movers, cache_});
  return true;
}

std::optional<std::vector<collision::Contact>> MovingCheck::ofShown(const world::WorldPtr& world, const PoseOverrides& shown) {
  if (!prepare(world, shown.movers(*world))) return ofWorld(world);
  if (!checker_) return std::nullopt;
  std::vector<Pose> poses;
  for (const EntityId mover : movers_) poses.push_back(shown.rootT(*world, mover));
  checker_->setMovers(poses);
  auto found = checker_->all(kMost);
  found.insert(found.end(), standing_.begin(), standing_.end());
  std::ranges::stable_sort(found, {}, &collision::Contact::distance_m);
  return found;
}

}  // namespace ww::ui
