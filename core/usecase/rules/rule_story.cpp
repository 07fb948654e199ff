// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/collision/check.h"
#include "core/collision/rules/rule_words.h"
#include "core/model/layout.h"
#include "core/session/rule_builders.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using collision::Explanation;
using collision::RuleSource;
using world::World;

RuleHome homeOf(RuleSource source) {
  switch (source) {
    case RuleSource::kDisabled: return RuleHome::kSwitch;
    case RuleSource::kSameBody: return RuleHome::kSameBody;
    case RuleSource::kWorldExclusion: return RuleHome::kWorldExclusion;
    case RuleSource::kObjectExclusion: return RuleHome::kObjectExclusion;
    case RuleSource::kAdjacent: return RuleHome::kAdjacent;
    case RuleSource::kLinkage: return RuleHome::kLinkage;
    case RuleSource::kMinimumMargin: return RuleHome::kMinimumMargin;
    case RuleSource::kObjectMargin: return RuleHome::kObjectMargin;
    default: return RuleHome::kWorldMargin;
  }
}

// How two entities of one object are joined.
struct Joined {
  bool same_body = true, adjacent = false, linked = false;
};

Joined joinedIn(const world::Object& object, EntityId a, EntityId b) {
  const auto layout = object.isKinematic() ? model::Layout::of(object) : nullptr;
  if (!layout) return {};
  const int pa = layout->seat(a).joint, pb = layout->seat(b).joint;
  const auto row = [&](int piece) -> const model::Layout::JointRow& {
    return layout->joints[static_cast<std::size_t>(piece)];
  };
  const auto isOn = [&](int upper, int lower) { return upper >= 0 && row(upper).inboard.joint == lower; };
  const auto leader = [&](int piece) { return piece < 0 || row(piece).leader < 0 ? piece : row(piece).leader; };
  return {pa == pb, isOn(pa, pb) || isOn(pb, pa), leader(pa) == leader(pb) && leader(pa) >= 0};
}

bool isAbout(const session::OwnRule& rule, const std::string& a, const std::string& b) {
  const auto is = [](const std::string& pattern, const std::string& name) {
    return pattern.empty() || pattern == name;
  };
  return (is(rule.left, a) && is(rule.right, b)) || (is(rule.left, b) && is(rule.right, a));
}

// The margin of a rule of the world, in the digits that a person gave it.
double wireMargin(const intrinsic_proto::world::CollisionSettings::CollisionRule& rule) {
  return std::stod(fmt::format("{}", rule.collision_action().margin().hard_margin()));
}

// Gathers what has a say, then tells of each what came of it.
class SayGatherer {
 public:
  SayGatherer(const World& world, const collision::RuleSet& rules, EntityId a, EntityId b)
      : world_(world), settings_(world.collisionSettings()), why_(rules.explain(a, b)), a_(a), b_(b) {}

  std::vector<Say> gather() {
    if (settings_.disable_collision_checking()) add({RuleHome::kSwitch, -1, {}});
    const auto *of_a = world_.owner(a_), *of_b = world_.owner(b_);
    if (of_a && of_b && of_a->object == of_b->object) addWithin(*world_.peek(of_a->object));
    for (const int index : why_.matching) {
      const auto& rule = settings_.collision_rules(index);
      if (rule.collision_action().is_excluded()) add({RuleHome::kWorldExclusion, index, {}});
      else add({RuleHome::kWorldMargin, index, {}}, wireMargin(rule));
    }
    if (settings_.has_minimum_margin()) add({RuleHome::kMinimumMargin, -1, {}}, settings_.minimum_margin());
    for (Say& say : says_) tell(say);
    std::ranges::stable_sort(says_, [](const Say& x, const Say& y) { return x.decides && !y.decides; });
    return std::move(says_);
  }

 private:
  void add(const RuleRef& rule, double margin = 0.0) {
    const bool same_home = rule.home == homeOf(why_.source) && why_.source != RuleSource::kDefault;
    // A rule that has a pair checked all the same decides where nothing else is left to.
    const bool decides = same_home && (rule.index < 0 || rule.index == why_.won_by);
    says_.push_back({rule, margin, decides, {}, {}});
  }

  void addWithin(const world::Object& object) {
    const Joined joined = joinedIn(object, a_, b_);
    if (joined.same_body) return add({RuleHome::kSameBody, -1, {}});
    const std::string &na = object.entity(a_)->name, &nb = object.entity(b_)->name;
    int exclusion = -1, margin = -1;
    for (const session::OwnRule& rule : session::ownRules(object)) {
      const int index = rule.is_margin ? ++margin : ++exclusion;
      if (!isAbout(rule, na, nb)) continue;
      const RuleHome home = rule.is_margin     ? RuleHome::kObjectMargin
                            : rule.is_excluded ? RuleHome::kObjectExclusion
                                               : RuleHome::kObjectCheck;
      if (!rule.is_margin) last_own_ = index;
      add({home, index, object.id}, rule.is_margin ? std::max(0.0, rule.margin) : 0.0);
    }
    if (joined.adjacent) add({RuleHome::kAdjacent, -1, object.id});
    else if (joined.linked) add({RuleHome::kLinkage, -1, object.id});
  }

  void tell(Say& say) const {
    say.what = what(say);
    say.outcome = say.decides ? won(say) : lost(say);
  }

  Phrase what(const Say& say) const {
    const FailureArg rule{"rule", ruleName(world_, say.rule)}, margin{"margin", arg::Length{say.margin_m}};
    switch (say.rule.home) {
      case RuleHome::kSwitch: return phrase(WW_TEXT("Core", "collision checking is switched off"));
      case RuleHome::kSameBody: return phrase(WW_TEXT("Core", "they are parts of one rigid body"));
      case RuleHome::kAdjacent: return phrase(WW_TEXT("Core", "they are the two sides of one joint"));
      case RuleHome::kLinkage: return phrase(WW_TEXT("Core", "one joint moves both"));
      case RuleHome::kObjectCheck: return phrase(WW_TEXT("Core", "{rule} has the pair checked"), {rule});
      case RuleHome::kMinimumMargin:
      case RuleHome::kWorldMargin:
      case RuleHome::kObjectMargin: return phrase(WW_TEXT("Core", "{rule} asks for {margin}"), {rule, margin});
      default: return phrase(WW_TEXT("Core", "{rule} excludes the pair"), {rule});
    }
  }

  Phrase won(const Say& say) const {
    switch (say.rule.home) {
      case RuleHome::kSwitch: return phrase(WW_TEXT("Core", "decides: then nothing is checked, whatever the rules"));
      case RuleHome::kSameBody: return phrase(WW_TEXT("Core", "decides: they cannot move against each other"));
      case RuleHome::kWorldExclusion:
        return phrase(WW_TEXT("Core", "decides: an exclusion beats every margin, whatever the order"));
      case RuleHome::kObjectExclusion:
        return phrase(WW_TEXT("Core", "decides: of the exclusion rules of an object the last that matches holds"));
      case RuleHome::kAdjacent:
        return phrase(WW_TEXT("Core",
                              "decides: neighbours at a joint are not checked, as they meet there, unless a rule of "
                              "the object has them checked"));
      case RuleHome::kLinkage:
        return phrase(WW_TEXT("Core", "decides: what they do is one number, and no rule has them checked"));
      default: return phrase(WW_TEXT("Core", "decides: the smallest margin of all that match holds"));
    }
  }

  Phrase lost(const Say& say) const {
    if (why_.source == RuleSource::kDisabled)
      return phrase(WW_TEXT("Core", "has no effect while checking is switched off"));
    if (why_.source == RuleSource::kSameBody) return phrase(WW_TEXT("Core", "has no effect on parts of one body"));
    const bool own = say.rule.home == RuleHome::kObjectExclusion || say.rule.home == RuleHome::kObjectCheck;
    if (own && say.rule.index != last_own_)
      return phrase(WW_TEXT("Core", "does not decide: a later exclusion rule of the object is about the pair, too"));
    if (why_.excluded) return phrase(WW_TEXT("Core", "does not decide: the pair is excluded"));
    if (say.rule.home == RuleHome::kObjectCheck)
      return phrase(WW_TEXT("Core", "holds: the pair is checked, and the margins decide how"));
    if (say.rule.home == RuleHome::kAdjacent || say.rule.home == RuleHome::kLinkage)
      return phrase(WW_TEXT("Core", "does not decide: a rule of the object has the pair checked"));
    return phrase(WW_TEXT("Core", "does not decide: a margin that is not larger holds"));
  }

  const World& world_;
  const intrinsic_proto::world::CollisionSettings& settings_;
  const Explanation why_;
  EntityId a_, b_;
  int last_own_ = -1;
  std::vector<Say> says_;
};

Phrase apart(double m) {
  constexpr double kNothing = 1e-6;  // metres; less is not worth a figure
  if (std::abs(m) < kNothing) return phrase(WW_TEXT("Core", "they touch"));
  if (m < 0.0 && m >= -collision::kTouchDepth)
    return phrase(WW_TEXT("Core", "they overlap by {depth}, so little that it counts as touching"),
                  {{"depth", arg::Length{-m}}});
  if (m < 0.0) return phrase(WW_TEXT("Core", "they overlap by {depth}"), {{"depth", arg::Length{-m}}});
  return phrase(WW_TEXT("Core", "they are {distance} apart"), {{"distance", arg::Length{m}}});
}

PairStory storyAt(const collision::Scene& scene, EntityId a, EntityId b, const std::optional<collision::Contact>& now) {
  const World& world = scene.world();
  PairStory out;
  out.a = a;
  out.b = b;
  out.effective = scene.rules().explain(a, b);
  out.says = saysAbout(world, scene.rules(), a, b);
  out.verdict = collision::ruleSentence(world.display(a), world.display(b), out.effective);
  out.why = !out.says.empty() && out.says.front().decides
                ? out.says.front().outcome
                : phrase(WW_TEXT("Core", "no rule sets a margin for them: only an overlap counts"));
  out.now = now;
  if (!now) return out;
  out.distance = apart(now->distance_m);
  const double limit = out.effective.margin_m > 0.0 ? out.effective.margin_m - 1e-9 : -collision::kTouchDepth;
  out.collides = !out.effective.excluded && now->distance_m < limit;
  return out;
}

}  // namespace

Phrase ruleName(const World& world, const RuleRef& rule) {
  const FailureArg index{"index", arg::Words{std::to_string(rule.index)}};
  const FailureArg object{"object", arg::Words{world.peek(rule.object) ? world.display(rule.object) : std::string()}};
  switch (rule.home) {
    case RuleHome::kObjectExclusion:
    case RuleHome::kObjectCheck: return phrase(WW_TEXT("Core", "exclusion rule {index} of {object}"), {index, object});
    case RuleHome::kObjectMargin: return phrase(WW_TEXT("Core", "margin rule {index} of {object}"), {index, object});
    case RuleHome::kMinimumMargin: return phrase(WW_TEXT("Core", "the minimum margin"));
    case RuleHome::kSwitchedOff: return phrase(WW_TEXT("Core", "switched-off rule {index}"), {index});
    default: return phrase(WW_TEXT("Core", "rule {index}"), {index});
  }
}

std::vector<Say> saysAbout(const World& world, const collision::RuleSet& rules, EntityId a, EntityId b) {
  return SayGatherer(world, rules, a, b).gather();
}

PairStory storyOf(const collision::Scene& scene, EntityId a, EntityId b) {
  const auto now = collision::distance(scene.world(), a, b);
  return storyAt(scene, a, b, now.ok() ? std::optional(*now) : std::nullopt);
}

Result<NodesStory> storyOf(const collision::Scene& scene, const world::NodeRef& a, const world::NodeRef& b) {
  WW_ASSIGN(const collision::Contact nearest, collision::distance(scene.world(), a, b));
  NodesStory out;
  out.nearest = storyAt(scene, nearest.a, nearest.b, nearest);
  const auto left = collision::bodiesOf(scene.world(), a), right = collision::bodiesOf(scene.world(), b);
  for (const EntityId l : left) {
    for (const EntityId r : right) {
      if (l == r) continue;
      ++out.pairs;
      out.checked += scene.rules().explain(l, r).excluded ? 0 : 1;
    }
  }
  return out;
}

}  // namespace ww::usecase
