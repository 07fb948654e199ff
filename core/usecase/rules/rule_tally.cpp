// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_tally.h"

#include "core/session/rule_builders.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using collision::Explanation;
using collision::RuleSource;

// Which of the rules, those of no list included, decides; none where nothing is about the pair.
std::optional<RuleRef> winnerOf(const Explanation& why, ObjectId object) {
  switch (why.source) {
    case RuleSource::kWorldExclusion: return RuleRef{RuleHome::kWorldExclusion, why.won_by, {}};
    case RuleSource::kWorldMargin: return RuleRef{RuleHome::kWorldMargin, why.won_by, {}};
    case RuleSource::kMinimumMargin: return RuleRef{RuleHome::kMinimumMargin, -1, {}};
    case RuleSource::kObjectExclusion: return RuleRef{RuleHome::kObjectExclusion, why.won_by, object};
    case RuleSource::kObjectMargin: return RuleRef{RuleHome::kObjectMargin, why.won_by, object};
    case RuleSource::kAdjacent: return RuleRef{RuleHome::kAdjacent, -1, object};
    case RuleSource::kLinkage: return RuleRef{RuleHome::kLinkage, -1, object};
    default: return std::nullopt;
  }
}

bool excludes(RuleHome home) {
  return home == RuleHome::kWorldExclusion || home == RuleHome::kObjectExclusion || home == RuleHome::kAdjacent ||
         home == RuleHome::kLinkage;
}

class Tallier {
 public:
  Tallier(const world::World& world, const collision::RuleSet& rules) : world_(world), rules_(rules) {
    const auto& settings = world.collisionSettings();
    for (const auto& rule : settings.collision_rules()) excludes_.push_back(rule.collision_action().is_excluded());
  }

  // Of this object the own rules are counted, if it has any.
  void expect(const world::Object& object) {
    if (!session::ownRules(object).empty()) with_rules_.insert(object.id);
  }

  void lookAtAll(const std::vector<EntityId>& bodies, const std::stop_token& stop) {
    for (std::size_t i = 0; i < bodies.size() && !stop.stop_requested(); ++i)
      for (std::size_t j = i + 1; j < bodies.size(); ++j) look(bodies[i], bodies[j]);
  }

  RuleTally take() {
    out_.counted = true;
    return std::move(out_);
  }

 private:
  void look(EntityId a, EntityId b) {
    const Explanation why = rules_.explain(a, b);
    if (why.source == RuleSource::kSameBody) return;
    ++out_.pairs;
    out_.checked += why.excluded ? 0 : 1;
    const ObjectId object = world_.owner(a)->object;
    const auto winner = winnerOf(why, object);
    for (const int index : why.matching) {
      const bool excludes = excludes_[static_cast<std::size_t>(index)];
      note({excludes ? RuleHome::kWorldExclusion : RuleHome::kWorldMargin, index, {}}, winner);
    }
    if (with_rules_.contains(object) && world_.owner(b)->object == object) noteOwn(a, b, winner);
    if (winner && (winner->home == RuleHome::kMinimumMargin || winner->home == RuleHome::kAdjacent ||
                   winner->home == RuleHome::kLinkage))
      note(*winner, winner);
  }

  void note(const RuleRef& rule, const std::optional<RuleRef>& winner) {
    RuleTally::Use& use = out_.uses[rule];
    ++use.matches;
    if (winner && *winner == rule) ++use.decides;
    else if (winner) use.others.insert(*winner);
  }

  // Of an object with rules of its own; one that has a pair checked decides where nothing later does.
  void noteOwn(EntityId a, EntityId b, const std::optional<RuleRef>& winner) {
    for (const Say& say : saysAbout(world_, rules_, a, b)) {
      const RuleHome home = say.rule.home;
      if (home == RuleHome::kObjectExclusion || home == RuleHome::kObjectMargin) note(say.rule, winner);
      if (home != RuleHome::kObjectCheck) continue;
      RuleTally::Use& use = out_.uses[say.rule];
      ++use.matches;
      if (winner && excludes(winner->home)) use.others.insert(*winner);
      else ++use.decides;
    }
  }

  const world::World& world_;
  const collision::RuleSet& rules_;
  std::vector<bool> excludes_;
  std::set<ObjectId> with_rules_;
  RuleTally out_;
};

}  // namespace

RuleTally tallyOf(const world::World& world, const collision::RuleSet& rules, std::size_t most_pairs,
                  const std::stop_token& stop) {
  const std::vector<EntityId> bodies = collision::bodiesOf(world);
  if (rules.disabled() || bodies.size() * bodies.size() > 2 * most_pairs) return {};
  Tallier tallier(world, rules);
  world.forEachObject([&tallier](const world::Object& object) { tallier.expect(object); });
  tallier.lookAtAll(bodies, stop);
  return stop.stop_requested() ? RuleTally{} : tallier.take();
}

RuleTally tallyWithin(const world::World& world, const collision::RuleSet& rules, ObjectId object,
                      std::size_t most_pairs) {
  const std::vector<EntityId> bodies = collision::bodiesOf(world, world::NodeRef(object));
  if (rules.disabled() || bodies.size() * bodies.size() > 2 * most_pairs) return {};
  Tallier tallier(world, rules);
  tallier.expect(*world.peek(object));
  tallier.lookAtAll(bodies, {});
  return tallier.take();
}

}  // namespace ww::usecase
