// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/moving_check.h"

#include <algorithm>
#include <set>

namespace ww::ui {
namespace {

constexpr std::size_t kMost = 1000;
// The checker looks at each pair of what moves.
constexpr std::size_t kMostMoving = 800;

// Finds whether entities ride on one of the movers.
class Riders {
 public:
  Riders(const world::World& world, const std::vector<EntityId>& movers) : world_(world), movers_(movers.begin(), movers.end()) {}

  bool has(EntityId id) const {
    const auto* owner = world_.owner(id);
    auto object = owner ? world_.object(owner->object) : nullptr;
    while (object) {
      for (const auto* at = object->entity(id); at; at = at->parent ? object->entity(at->parent) : nullptr)
        if (movers_.contains(at->id)) return true;
      id = object->parent_entity;
      object = id ? world_.object(object->parent) : nullptr;
    }
    return false;
  }

  std::size_t count() const {
    std::size_t count = 0;
    world_.forEachObject([&](const world::Object& object) {
      for (const auto& entity : object.entities) count += !entity->collision.empty() && count <= kMostMoving && has(entity->id);
    });
    return count;
  }

 private:
  const world::World& world_;
  std::set<EntityId> movers_;
};

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
  const Riders riders(*world, movers);
  if (riders.count() > kMostMoving) return true;
  standing_.clear();
  for (const auto& contact : ofWorld(world))
    if (!riders.has(contact.a) && !riders.has(contact.b)) standing_.push_back(contact);
  checker_ = collision::makeBulletChecker({*world, collision::RuleSet::ofWorld(*world), movers, cache_});
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
