// SPDX-License-Identifier: Apache-2.0
#include "core/collision/rules/rule_words.h"

#include <fmt/core.h>

#include <algorithm>

#include "core/base/phrase.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::collision {
namespace {

Phrase excluded(const FailureArg& a, const FailureArg& b, const Explanation& why) {
  const FailureArg rule{"rule", arg::Words{std::to_string(why.won_by)}};
  switch (why.source) {
    case RuleSource::kDisabled:
      return phrase(WW_TEXT("Core", "{a} is not checked against {b} (collision checking is switched off)"), {a, b});
    case RuleSource::kSameBody:
      return phrase(WW_TEXT("Core", "{a} is not checked against {b} (parts of one rigid body)"), {a, b});
    case RuleSource::kAdjacent:
      return phrase(WW_TEXT("Core", "{a} is not checked against {b} (the two sides of one joint)"), {a, b});
    case RuleSource::kLinkage:
      return phrase(WW_TEXT("Core", "{a} is not checked against {b} (one joint moves both)"), {a, b});
    case RuleSource::kObjectExclusion:
      return phrase(WW_TEXT("Core", "{a} is not checked against {b} (exclusion rule {rule} of the object)"),
                    {a, b, rule});
    default: return phrase(WW_TEXT("Core", "{a} is not checked against {b} (rule {rule})"), {a, b, rule});
  }
}

bool isTold(const Explanation& why) {
  return why.source != RuleSource::kDefault && why.source != RuleSource::kSameBody;
}

// What is known of a pair, as the key of equal ones.
std::string kindOf(const Explanation& why) { return fmt::format("{} {}", why.key(), why.margin_m); }

std::vector<EntityId> bodiesOf(const world::Object& object, EntityId only = {}) {
  std::vector<EntityId> bodies;
  for (const auto& entity : object.entities)
    if (!entity->collision.empty() && (!only || entity->id == only)) bodies.push_back(entity->id);
  return bodies;
}

class Teller {
 public:
  Teller(const world::World& world, const world::NodeRef& node, int most_pairs)
      : world_(world), node_(node), left_(most_pairs) {
    if (const auto* id = std::get_if<EntityId>(&node)) {
      const auto* owner = world.owner(*id);
      self_ = owner ? world.peek(owner->object) : nullptr;
      if (self_) bodies_ = bodiesOf(*self_, *id);
    } else if (const auto* object = std::get_if<ObjectId>(&node)) {
      self_ = world.peek(*object);
      if (self_) bodies_ = bodiesOf(*self_);
    }
  }

  RuleSentences tell() {
    const auto& settings = world_.collisionSettings();
    const bool of_world = settings.collision_rules_size() > 0 || settings.has_minimum_margin();
    if (bodies_.empty()) return {};
    if (settings.disable_collision_checking())
      return {{phrase(WW_TEXT("Core", "nothing is checked: collision checking is switched off"))}, true};
    if (!of_world && self_->entities.size() < 2) return {};
    rules_ = RuleSet::ofWorld(world_);
    if (of_world)
      world_.forEachObject([this](const world::Object& other) {
        if (other.id != self_->id) tellOf(other);
      });
    tellWithin();
    return std::move(out_);
  }

 private:
  bool spend() {
    if (--left_ >= 0) return true;
    out_.complete = false;
    return false;
  }
  void say(const std::string& a, const std::string& b, const Explanation& why) {
    out_.sentences.push_back(ruleSentence(a, b, why));
  }
  // One body by its own name, several by that of their object.
  std::string nameOf(ObjectId object, const std::vector<EntityId>& bodies) const {
    return bodies.size() == 1 ? world_.display(bodies.front()) : world_.display(object);
  }

  void tellOf(const world::Object& other) {
    const std::vector<EntityId> others = bodiesOf(other);
    if (others.empty()) return;
    std::vector<std::vector<Explanation>> all;
    for (const EntityId a : bodies_) {
      all.emplace_back();
      for (const EntityId b : others) {
        if (!spend()) return;
        all.back().push_back(rules_.explain(a, b));
      }
    }
    const auto alike = [](const auto& row, const Explanation& as) {
      return std::all_of(row.begin(), row.end(), [&](const Explanation& why) { return kindOf(why) == kindOf(as); });
    };
    const Explanation& first = all.front().front();
    if (std::all_of(all.begin(), all.end(), [&](const auto& row) { return alike(row, first); })) {
      if (isTold(first)) say(nameOf(self_->id, bodies_), nameOf(other.id, others), first);
      return;
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const std::string a = world_.display(bodies_[i]);
      if (alike(all[i], all[i].front())) {
        if (isTold(all[i].front())) say(a, nameOf(other.id, others), all[i].front());
        continue;
      }
      for (std::size_t j = 0; j < others.size(); ++j)
        if (isTold(all[i][j])) say(a, world_.display(others[j]), all[i][j]);
    }
  }

  void tellWithin() {
    const bool whole = std::holds_alternative<ObjectId>(node_);
    const std::vector<EntityId> others = bodiesOf(*self_);
    bool neighbours = false, linked = false;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      for (std::size_t j = whole ? i + 1 : 0; j < others.size(); ++j) {
        if (bodies_[i] == others[j] || !spend()) continue;
        const Explanation why = rules_.explain(bodies_[i], others[j]);
        if (whole && why.source == RuleSource::kAdjacent) neighbours = true;
        else if (whole && why.source == RuleSource::kLinkage) linked = true;
        else if (isTold(why)) say(world_.display(bodies_[i]), world_.display(others[j]), why);
      }
    }
    const FailureArg object{"object", arg::Words{world_.display(self_->id)}};
    if (neighbours)
      out_.sentences.push_back(phrase(WW_TEXT("Core",
                                              "neighbouring links of {object} are not checked against each "
                                              "other (the two sides of one joint)"),
                                      {object}));
    if (linked)
      out_.sentences.push_back(phrase(
          WW_TEXT("Core", "links of {object} that one joint moves are not checked against each other"), {object}));
  }

  const world::World& world_;
  world::NodeRef node_;
  const world::Object* self_ = nullptr;
  std::vector<EntityId> bodies_;
  RuleSet rules_;
  RuleSentences out_;
  int left_;
};

}  // namespace

Phrase ruleSentence(const std::string& name_a, const std::string& name_b, const Explanation& why) {
  const FailureArg a{"a", arg::Words{name_a}}, b{"b", arg::Words{name_b}};
  if (why.excluded) return excluded(a, b, why);
  const FailureArg margin{"margin", arg::Length{why.margin_m}}, rule{"rule", arg::Words{std::to_string(why.won_by)}};
  switch (why.source) {
    case RuleSource::kMinimumMargin:
      return phrase(WW_TEXT("Core", "{a} is kept {margin} from {b} (minimum margin)"), {a, margin, b});
    case RuleSource::kObjectMargin:
      return phrase(WW_TEXT("Core", "{a} is kept {margin} from {b} (margin rule {rule} of the object)"),
                    {a, margin, b, rule});
    case RuleSource::kWorldMargin:
      return phrase(WW_TEXT("Core", "{a} is kept {margin} from {b} (rule {rule})"), {a, margin, b, rule});
    default: return phrase(WW_TEXT("Core", "{a} is checked against {b} (no rule)"), {a, b});
  }
}

RuleSentences ruleSentences(const world::World& world, const world::NodeRef& node, int most_pairs) {
  return Teller(world, node, most_pairs).tell();
}

}  // namespace ww::collision
