// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/held_overlaps.h"

#include <algorithm>
#include <map>

#include "core/base/finding.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

constexpr std::size_t kMostTold = 8;

// What of the two is carried by a robot that the other one is part of; the robot's entity second.
std::optional<std::pair<ObjectId, EntityId>> heldOf(const world::World& world, EntityId a, EntityId b) {
  const auto *of_a = world.owner(a), *of_b = world.owner(b);
  if (!of_a || !of_b || of_a->object == of_b->object) return std::nullopt;
  const auto carries = [&](ObjectId robot, ObjectId held) {
    return world.peek(robot)->isKinematic() && world.isAncestor(robot, held);
  };
  if (carries(of_b->object, of_a->object)) return std::pair(of_a->object, b);
  if (carries(of_a->object, of_b->object)) return std::pair(of_b->object, a);
  return std::nullopt;
}

}  // namespace

Diagnostics heldNotes(const world::World& world, std::span<const collision::Contact> contacts) {
  std::map<std::pair<ObjectId, ObjectId>, std::vector<std::string>> links;  // by what is held and its robot
  for (const collision::Contact& contact : contacts) {
    const auto held = contact.distance_m < 0.0 ? heldOf(world, contact.a, contact.b) : std::nullopt;
    if (!held) continue;
    auto& names = links[{held->first, world.owner(held->second)->object}];
    const std::string name = world.display(held->second);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  Diagnostics out;
  for (auto& [pair, names] : links) {
    if (out.size() >= kMostTold) break;
    out.push_back(findingOf(fail(failures::kHeldOverlaps, {{"object", model::named(world, pair.first)},
                                                           {"robot", model::named(world, pair.second)},
                                                           {"links", arg::Names{std::move(names)}}})));
  }
  return out;
}

session::EditsPtr excludeHeld(const world::World& world, ObjectId held, std::span<const EntityId> links) {
  session::CollisionRuleEdit rule;
  rule.left = {{held, {}}};
  for (const EntityId link : links) rule.right.push_back({world.owner(link)->object, link});
  rule.is_excluded = true;
  return session::addCollisionRule(world, rule);
}

}  // namespace ww::usecase
