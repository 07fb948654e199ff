// SPDX-License-Identifier: Apache-2.0
#include "core/collision/check.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "core/collision/failures.h"
#include "core/model/named.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::collision {
namespace {

struct Side {
  std::vector<world::EntityPtr> entities;
};

// Of an entity that is no body. A joint has links that it moves, and they have geometry.
Status noGeometry(const world::World& world, EntityId id) {
  const auto object = world.object(world.owner(id)->object);
  for (const auto& entity : object->entities) {
    if (entity->parent != id || entity->collision.empty() || !object->entity(id)->joint) continue;
    return fail(failures::kJointHasNoShape,
                {{"joint", model::named(world, id)}, {"link", arg::Name{world.display(entity->id)}}});
  }
  return fail(failures::kNoGeometry, {{"node", model::named(world, id)}});
}

Result<Side> sideOf(const world::World& world, world::NodeRef node) {
  Side side;
  if (std::holds_alternative<FrameId>(node)) {
    return fail(failures::kFrameHasNoShape, {{"frame", model::named(world, node)}});
  }
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const auto object = world.object(*id);
    if (!object) return fail(failures::kNoObject, {{"object", arg::Name{world::toWire(*id)}}});
    for (const auto& entity : object->entities) {
      if (!entity->collision.empty()) side.entities.push_back(entity);
    }
  } else {
    const EntityId wanted = std::get<EntityId>(node);
    const auto entity = world.entity(wanted);
    if (!entity) return fail(failures::kNoEntity, {{"entity", arg::Name{world::toWire(wanted)}}});
    if (entity->collision.empty()) return noGeometry(world, wanted);
    side.entities.push_back(entity);
  }
  if (side.entities.empty()) return fail(failures::kNoGeometry, {{"node", model::named(world, node)}});
  return side;
}

}  // namespace

std::vector<Contact> checkWorld(const Scene& scene, std::size_t limit) {
  return Checker(scene).all(model::State(scene.model()), limit);
}

std::vector<Contact> checkWorld(const world::World& world, std::size_t limit) {
  return checkWorld(Scene::make(world), limit);
}

std::vector<Contact> excludedOverlaps(const Scene& scene, double deeper_than, std::size_t limit) {
  const auto& settings = scene.world().collisionSettings();
  if (settings.disable_collision_checking()) return {};
  const bool any = std::ranges::any_of(settings.collision_rules(),
                                       [](const auto& rule) { return rule.collision_action().is_excluded(); });
  const auto none = scene.rules().with({});
  if (!any || !none.ok()) return {};
  std::vector<Contact> out;
  for (Contact& c : Checker(scene, {}, {none.value(), 0.0, {}}).all(model::State(scene.model()), limit)) {
    const Explanation why = scene.rules().explain(c.a, c.b);
    if (why.source != RuleSource::kWorldExclusion || !(c.distance_m < -deeper_than)) continue;
    c.rule = why.key();
    out.push_back(std::move(c));
  }
  return out;
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
  if (a == b) return fail(failures::kSameThing, {{"node", model::named(world, a)}});
  WW_ASSIGN(const Side left, sideOf(world, a));
  WW_ASSIGN(const Side right, sideOf(world, b));
  ShapeCache& cache = *ShapeCache::ofProcess();
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
  if (!best.a) return fail(failures::kNothingBetween, {{"a", model::named(world, a)}, {"b", model::named(world, b)}});
  const auto why = RuleSet::ofWorld(world).explain(best.a, best.b);
  best.margin_m = why.margin_m;
  best.rule = why.key();
  return best;
}

Status contactFailure(const world::World& world, const Contact& c) {
  constexpr double kNothing = 1e-6;  // metres; less is not worth a figure
  const arg::Node a = model::named(world, c.a), b = model::named(world, c.b);
  const arg::Length margin{c.margin_m};
  const bool has_margin = c.margin_m > 0.0;
  if (std::abs(c.distance_m) < kNothing && has_margin)
    return fail(failures::kTouchMargin, {{"a", a}, {"b", b}, {"margin", margin}});
  if (std::abs(c.distance_m) < kNothing) return fail(failures::kTouch, {{"a", a}, {"b", b}});
  if (c.distance_m > 0.0)
    return fail(failures::kNear, {{"a", a}, {"b", b}, {"distance", arg::Length{c.distance_m}}, {"margin", margin}});
  const arg::Length depth{-c.distance_m};
  if (has_margin) return fail(failures::kOverlapMargin, {{"a", a}, {"b", b}, {"depth", depth}, {"margin", margin}});
  return fail(failures::kOverlap, {{"a", a}, {"b", b}, {"depth", depth}});
}

std::string describe(const world::World& world, const Contact& contact) { return contactFailure(world, contact).title; }

}  // namespace ww::collision
