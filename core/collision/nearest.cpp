// SPDX-License-Identifier: Apache-2.0
// What a checker says of distances.
#include <algorithm>
#include <functional>

#include "core/collision/checker.h"

namespace ww::collision {

void Checker::takeNearest(double& best, std::optional<Contact>& out) {
  std::ranges::sort(near_, {}, &Near::least);
  for (const auto& [least, a, b] : near_) {
    DistanceQuery query;
    query.beyond = std::max(0.0, best);
    if (least > query.beyond) break;
    const ConvexDistance d = measure(a, b, query);
    if (d.distance >= best) continue;
    best = d.distance;
    out = contact(a, b, d);
  }
  near_.clear();
}

std::optional<Contact> Checker::nearest(const model::State& state, double beyond) {
  if (rules_.disabled()) return std::nullopt;
  place(state);
  double best = beyond;
  std::optional<Contact> out;
  const auto consider = [&](const Place& a, const Place& b, const Action& act) {
    const double least = boxDistance(*a.box, *b.box);
    if (!act.excluded && least <= std::max(0.0, best)) near_.push_back({least, a, b});
    return false;
  };
  if (movers_.empty()) {
    forEachPair(std::max(0.0, beyond), consider);
    takeNearest(best, out);
    return out;
  }
  for (const auto& pair : moving_pairs_) consider(moving(pair.a), moving(pair.b), pair.action);
  takeNearest(best, out);
  // With what was found so far the others need not be looked for as far.
  for (Index i = 0; i < moving_.size(); ++i) {
    found_.clear();
    standing_->near(boxes_[i], std::max(0.0, best), found_);
    for (const Body* body : found_) consider(moving(i), standing(*body), action(i, *body));
  }
  takeNearest(best, out);
  return out;
}

std::vector<std::pair<double, Checker::Place>> Checker::placesNear(const Place& a, double beyond,
                                                                   const std::unordered_set<EntityId>& but) {
  constexpr double kEverywhere = 1e9;  // metres; the tree adds it to its boxes
  const double near = std::clamp(beyond, 0.0, kEverywhere);
  std::vector<std::pair<double, Place>> out;
  const auto add = [&](const Place& b) {
    if (const double d = boxDistance(*a.box, *b.box); d <= near && !but.contains(b.body->entity))
      out.emplace_back(d, b);
  };
  for (Index i = 0; i < moving_.size(); ++i) add(moving(i));
  found_.clear();
  standing_->near(*a.box, near, found_);
  for (const Body* body : found_) add(standing(*body));
  std::ranges::make_heap(out, std::greater(), &std::pair<double, Place>::first);
  return out;
}

std::optional<Contact> Checker::nearestOf(std::span<const EntityId> entities, const model::State& state,
                                          double beyond) {
  if (rules_.disabled()) return std::nullopt;
  place(state);
  const std::unordered_set<EntityId> chosen(entities.begin(), entities.end());
  double best = beyond;
  std::optional<Contact> out;
  for (const EntityId entity : entities) {
    const Body* body = scene_.body(entity);
    if (!body) continue;
    const Place a = placeOf(*body);
    // Boxes tell how near a pair can be at best: those that are farther than what was found need no measuring.
    for (auto near = placesNear(a, best, chosen); !near.empty(); near.pop_back()) {
      std::ranges::pop_heap(near, std::greater(), &std::pair<double, Place>::first);
      const auto& [distance, b] = near.back();
      DistanceQuery query;
      query.beyond = std::max(0.0, best);
      if (distance > query.beyond) break;
      if (newAction(*a.body, *b.body).excluded) continue;
      const ConvexDistance d = measure(a, b, query);
      if (d.distance >= best) continue;
      best = d.distance;
      out = contact(a, b, d);
    }
  }
  return out;
}

std::optional<Contact> Checker::between(const model::State& state, EntityId a, EntityId b) {
  const Body *one = scene_.body(a), *other = scene_.body(b);
  if (!one || !other) return std::nullopt;
  place(state);
  const Place at_a = placeOf(*one), at_b = placeOf(*other);
  return contact(at_a, at_b, measure(at_a, at_b, {}));
}

}  // namespace ww::collision
