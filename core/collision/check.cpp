// SPDX-License-Identifier: Apache-2.0
#include "core/collision/check.h"

#include <fmt/core.h>

#include <unordered_set>

namespace ww::collision {
namespace {

struct Side {
  std::vector<world::EntityPtr> entities;
};

Result<Side> sideOf(const world::World& world, world::NodeRef node) {
  Side side;
  if (std::holds_alternative<FrameId>(node)) {
    return fail(Code::kInvalidArgument, "a frame has no geometry to measure from")
        .withHint("name an object or an entity");
  }
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world.object(*id);
    if (!object) return fail(Code::kNotFound, "there is no such object");
    for (const auto& entity : object->entities) {
      if (!entity->collision.empty()) side.entities.push_back(entity);
    }
  } else {
    const auto entity = world.entity(std::get<EntityId>(node));
    if (!entity) return fail(Code::kNotFound, "there is no such entity");
    if (!entity->collision.empty()) side.entities.push_back(entity);
  }
  if (side.entities.empty()) {
    return fail(Code::kFailedPrecondition, fmt::format("{} has no collision geometry", world.display(node)))
        .withHint("give it collision geometry, or choose another");
  }
  return side;
}

}  // namespace

std::vector<Contact> checkWorld(const Scene& scene, std::size_t limit) {
  return Checker(scene).all(model::State(scene.model()), limit);
}

std::vector<Contact> checkWorld(const world::World& world, std::size_t limit) {
  return checkWorld(Scene::make(world), limit);
}

// False when looking at all is as quick, or the only way to be right.
bool WorldContacts::follow(const Scene& scene) {
  if (!last_ || contacts_.size() >= limit_ || !scene.rules().sameAs(last_->rules())) return false;
  const auto changed = scene.changedSince(*last_);
  if (changed.size() > 100 + scene.bodyCount() / 8) return false;
  const std::unordered_set<EntityId> touched(changed.begin(), changed.end());
  std::erase_if(contacts_, [&](const Contact& c) { return touched.contains(c.a) || touched.contains(c.b); });
  const auto found = Checker(scene).allOf(changed);
  contacts_.insert(contacts_.end(), found.begin(), found.end());
  sortContacts(contacts_);
  return contacts_.size() < limit_;
}

const std::vector<Contact>& WorldContacts::of(const Scene& scene) {
  if (!follow(scene)) contacts_ = checkWorld(scene, limit_);
  last_ = scene;
  return contacts_;
}

// The shapes of these two alone are prepared.
Result<Contact> distance(const world::World& world, world::NodeRef a, world::NodeRef b) {
  if (a == b) return fail(Code::kInvalidArgument, "the distance of a thing to itself was asked for");
  WW_ASSIGN(const Side left, sideOf(world, a));
  WW_ASSIGN(const Side right, sideOf(world, b));
  ShapeCache cache;
  Contact best;
  DistanceQuery query;
  ConvexDistance nearest;
  for (const auto& ea : left.entities) {
    const auto sa = cache.get(*ea);
    if (!sa) continue;
    for (const auto& eb : right.entities) {
      const auto sb = ea->id == eb->id ? nullptr : cache.get(*eb);
      if (!sb) continue;
      const auto d = bodyDistance(*sa, world.rootT(ea->id), *sb, world.rootT(eb->id), query);
      if (d.distance >= nearest.distance) continue;
      nearest = d;
      query.beyond = std::max(0.0, d.distance);
      best = {ea->id, eb->id, d.distance, d.a, d.b, d.normal, 0.0, {}};
    }
  }
  if (!best.a) return fail(Code::kFailedPrecondition, "there is no collision geometry to measure between");
  const auto why = RuleSet::ofWorld(world).explain(best.a, best.b);
  best.margin_m = why.margin_m;
  best.rule = why.key();
  return best;
}

std::string describe(const world::World& world, const Contact& c) {
  const std::string pair = fmt::format("{} and {}", world.display(c.a), world.display(c.b));
  if (c.distance_m < 0.0) {
    const std::string overlap = fmt::format("{} overlap by {:.4f} m", pair, -c.distance_m);
    return c.margin_m > 0.0 ? fmt::format("{}; a margin of {:.4f} m is asked for", overlap, c.margin_m) : overlap;
  }
  return fmt::format("{} are {:.4f} m apart; {:.4f} m are asked for", pair, c.distance_m, c.margin_m);
}

}  // namespace ww::collision
