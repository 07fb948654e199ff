// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "core/base/finding.h"
#include "core/collision/failures.h"
#include "core/collision/rules/rules.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::collision {
namespace {

constexpr std::size_t kMostPairs = 400'000;

void addBodies(const world::Object& object, std::vector<EntityId>& out) {
  for (const auto& entity : object.entities)
    if (!entity->collision.empty()) out.push_back(entity->id);
}

// What a rule does over all pairs.
struct Use {
  bool decides = false;
  std::set<int> others;  // that decide in its place; -1: no rule of the world
};

Diagnostic idleFinding(const char* code, int rule, const Status& status) {
  Diagnostic d = findingOf(status);
  d.code = code;
  d.path = std::to_string(rule);
  return d;
}

Diagnostic idle(int rule, const Use* use) {
  const arg::Count number{static_cast<std::uint64_t>(rule)};
  if (!use) return idleFinding("never-matches", rule, fail(failures::kNeverMatches, {{"rule", number}}));
  if (use->others.size() == 1 && *use->others.begin() >= 0) {
    const arg::Count other{static_cast<std::uint64_t>(*use->others.begin())};
    return idleFinding("never-decides", rule, fail(failures::kNeverDecides, {{"rule", number}, {"other", other}}));
  }
  return idleFinding("never-decides", rule, fail(failures::kMarginNeverDecides, {{"rule", number}}));
}

}  // namespace

std::vector<EntityId> bodiesOf(const world::World& world) {
  std::vector<EntityId> out;
  world.forEachObject([&out](const world::Object& object) { addBodies(object, out); });
  return out;
}

std::vector<EntityId> bodiesOf(const world::World& world, const world::NodeRef& node) {
  std::vector<EntityId> out;
  if (const auto* object = std::get_if<ObjectId>(&node)) addBodies(*world.object(*object), out);
  if (const auto* id = std::get_if<EntityId>(&node))
    if (const auto entity = world.entity(*id); entity && !entity->collision.empty()) out.push_back(*id);
  return out;
}

std::vector<PairAction> pairsThatDiffer(const world::World& world, const RuleSet& rules) {
  const std::vector<EntityId> bodies = bodiesOf(world);
  std::vector<PairAction> out;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      auto why = rules.explain(bodies[i], bodies[j]);
      if (why.source == RuleSource::kDefault || why.source == RuleSource::kSameBody) continue;
      out.push_back({bodies[i], bodies[j], std::move(why)});
    }
  }
  return out;
}

Diagnostics idleRules(const world::World& world, const RuleSet& rules) {
  const std::vector<EntityId> bodies = bodiesOf(world);
  const int count = world.collisionSettings().collision_rules_size();
  if (rules.disabled() || count == 0 || bodies.size() * bodies.size() > 2 * kMostPairs) return {};
  std::map<int, Use> uses;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < bodies.size(); ++j) {
      const Explanation why = rules.explain(bodies[i], bodies[j]);
      if (why.source == RuleSource::kSameBody) continue;
      const bool by_rule = why.source == RuleSource::kWorldExclusion || why.source == RuleSource::kWorldMargin;
      const int winner = by_rule ? why.won_by : -1;
      for (const int rule : why.matching) {
        if (rule == winner) uses[rule].decides = true;
        else uses[rule].others.insert(winner);
      }
    }
  }
  std::set<std::string> told;  // why they are left out
  for (const Diagnostic& d : rules.lint()) told.insert(d.path);
  Diagnostics out;
  for (int rule = 0; rule < count; ++rule) {
    const auto use = uses.find(rule);
    if (told.contains(std::to_string(rule)) || (use != uses.end() && use->second.decides)) continue;
    out.push_back(idle(rule, use == uses.end() ? nullptr : &use->second));
  }
  return out;
}

}  // namespace ww::collision
