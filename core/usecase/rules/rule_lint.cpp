// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/rules/rule_lint.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/finding.h"
#include "core/collision/check.h"
#include "core/collision/failures.h"
#include "core/model/named.h"
#include "core/usecase/failures.h"
#include "core/usecase/rules/own_lint.h"
#include "core/usecase/rules/rule_samples.h"
#include "core/world/views/nearest.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using Settings = intrinsic_proto::world::CollisionSettings;
using Reference = intrinsic_proto::world::ObjectOrEntityReference;
using world::World;

RuleRef homeOfRule(const Settings& settings, int index) {
  const bool excludes = settings.collision_rules(index).collision_action().is_excluded();
  return {excludes ? RuleHome::kWorldExclusion : RuleHome::kWorldMargin, index, {}};
}

FailureArg ruleArg(int index) { return {"rule", arg::Count{static_cast<std::uint64_t>(index)}}; }

RuleRepair removal(int index) {
  RuleRepair out;
  out.label = phrase(WW_TEXT("Core", "Remove collision rule {rule}"), {ruleArg(index)});
  out.of_world.removed = {static_cast<std::size_t>(index)};
  return out;
}

// ---- what rules name

// The name that a reference gives in vain; empty for an id, which has none.
std::string nameIn(const Reference& ref) {
  const auto ofObject = [](const intrinsic_proto::world::ObjectReference& object) {
    const auto& path = object.by_name();
    return path.object_name();
  };
  if (ref.has_object()) return ofObject(ref.object());
  if (ref.has_object_with_filter()) return ofObject(ref.object_with_filter().reference());
  return {};
}

// The object that was perhaps meant.
std::optional<ObjectId> meantBy(const World& world, const std::string& name) {
  if (name.empty()) return std::nullopt;
  std::vector<std::string> names;
  std::vector<ObjectId> ids;
  for (const world::NodeRef& node : world::nodesFromRoot(world, false)) {
    ids.push_back(std::get<ObjectId>(node));
    names.push_back(world.peek(ids.back())->name);
  }
  const auto near = nearestNames(name, names, 1);
  if (near.empty()) return std::nullopt;
  return ids[static_cast<std::size_t>(std::ranges::find(names, near.front()) - names.begin())];
}

void lintSide(const World& world, int index, bool is_left, std::vector<RuleFinding>& out) {
  const auto& rule = world.collisionSettings().collision_rules(index);
  const auto& side = is_left ? rule.left() : rule.right();
  for (int i = 0; i < side.size(); ++i) {
    const auto there = world::resolve(world, side[i]);
    if (there.ok()) continue;
    RuleFinding finding;
    finding.fault = RuleFault::kUnknown;
    finding.rule = homeOfRule(world.collisionSettings(), index);
    Status status = fail(collision::failures::kUnknownInRule, {ruleArg(index)}, there.status());
    session::DeadReference dead{{true, static_cast<std::size_t>(index)}, is_left, static_cast<std::size_t>(i), {}};
    const auto meant = meantBy(world, nameIn(side[i]));
    if (meant) status = withNearest(std::move(status), nameIn(side[i]), std::vector{world.display(*meant)});
    finding.told = coded("unknown-reference", index, status);
    if (meant) dead.replaced = session::RuleSide{*meant, {}};
    const bool last = !meant && side.size() == 1;
    finding.repair = last ? removal(index) : RuleRepair{};
    if (!last) finding.repair.of_world.references = {dead};
    if (meant)
      finding.repair.label = phrase(WW_TEXT("Core", "Name {object} in collision rule {rule}"),
                                    {{"object", arg::Words{world.display(*meant)}}, ruleArg(index)});
    else if (!last)
      finding.repair.label =
          phrase(WW_TEXT("Core", "Take what is gone out of collision rule {rule}"), {ruleArg(index)});
    out.push_back(std::move(finding));
  }
}

// ---- what rules say

void lintMargins(const World& world, std::vector<RuleFinding>& out) {
  const Settings& settings = world.collisionSettings();
  const double minimum = settings.minimum_margin();
  if (std::isfinite(minimum) && minimum > kAbsurdMargin) {
    RuleFinding f{RuleFault::kAbsurdMargin, {RuleHome::kMinimumMargin, -1, {}}, {}, {}, {}, {}};
    const double then = meantMargin(minimum);
    f.told = coded("absurd-margin", -1,
                   fail(failures::kMarginLarge, {{"margin", arg::Length{minimum}},
                                                 {"then", arg::Words{fmt::format("{:.6g}", minimum * kMillimetre)}}}));
    f.repair.of_world.minimum_margin = then;
    f.repair.label = phrase(WW_TEXT("Core", "Make the minimum margin {margin}"), {{"margin", arg::Length{then}}});
    out.push_back(std::move(f));
  }
  for (int i = 0; i < settings.collision_rules_size(); ++i) {
    const auto& action = settings.collision_rules(i).collision_action();
    const double margin = static_cast<double>(action.margin().hard_margin());
    if (!action.has_margin() || !std::isfinite(margin) || !(margin > kAbsurdMargin)) continue;
    RuleFinding f{RuleFault::kAbsurdMargin, homeOfRule(settings, i), {}, {}, {}, {}};
    const double then = meantMargin(margin);
    f.told =
        coded("absurd-margin", i,
              fail(failures::kRuleMarginLarge, {{"index", arg::Count{static_cast<std::uint64_t>(i)}},
                                                {"margin", arg::Length{margin}},
                                                {"then", arg::Words{fmt::format("{:.6g}", margin * kMillimetre)}}}));
    f.repair.of_world.margins = {{static_cast<std::size_t>(i), then}};
    f.repair.label = phrase(WW_TEXT("Core", "Make the margin of collision rule {rule} {margin}"),
                            {ruleArg(i), {"margin", arg::Length{then}}});
    out.push_back(std::move(f));
  }
}

RuleFault faultOf(const std::string& code) {
  if (code == "no-action") return RuleFault::kNoAction;
  if (code == "bad-margin" || code == "bad-minimum-margin") return RuleFault::kBadMargin;
  return code == "never-matches" ? RuleFault::kNothing : RuleFault::kNeverDecides;
}

// What the rules themselves tell of what has no effect: such a rule can go.
void lintEffect(const World& world, const collision::RuleSet& rules, std::vector<RuleFinding>& out) {
  Diagnostics found = rules.lint();
  for (Diagnostic& d : collision::idleRules(world, rules)) found.push_back(std::move(d));
  for (Diagnostic& d : found) {
    if (d.code == "unknown-reference") continue;  // told of each reference
    const int index = std::stoi(d.path);
    RuleFinding f;
    f.fault = faultOf(d.code);
    if (index < 0) {
      f.rule = {RuleHome::kMinimumMargin, -1, {}};
      f.repair.label = phrase(WW_TEXT("Core", "Make the minimum margin {margin}"), {{"margin", arg::Length{0.0}}});
      f.repair.of_world.minimum_margin = 0.0;
    } else {
      f.rule = homeOfRule(world.collisionSettings(), index);
      f.repair = removal(index);
    }
    f.told = std::move(d);
    out.push_back(std::move(f));
  }
}

// ---- what rules hide

// The rule without the pairs that can run into each other: what stands in each other already stays.
RuleRepair narrowed(const collision::Scene& scene, const RuleRef& rule, const std::vector<BodyPair>& standing) {
  if (rule.object) return narrowedOwn(scene.world(), rule, standing);
  const int index = rule.index;
  RuleRepair out = removal(index);
  if (standing.empty()) return out;
  out.label = phrase(WW_TEXT("Core", "Let collision rule {rule} exclude only what touches now"), {ruleArg(index)});
  const World& world = scene.world();
  for (const auto& [a, b] : standing)
    out.of_world.added.push_back({{{world.owner(a)->object, a}}, {{world.owner(b)->object, b}}, true, 0.0});
  return out;
}

bool excludesOfItsOwn(const world::Object& object) {
  return std::ranges::any_of(session::ownRules(object),
                             [](const session::OwnRule& rule) { return !rule.is_margin && rule.is_excluded; });
}

class TouchLint {
 public:
  TouchLint(const collision::Scene& scene, const LintOptions& options) : scene_(scene), options_(options) {}

  // By rule: those of the world first.
  std::vector<RuleFinding> run() {
    const World& world = scene_.world();
    if (options_.samples <= 0 || world.collisionSettings().disable_collision_checking()) return {};
    const bool any = std::ranges::any_of(world.collisionSettings().collision_rules(),
                                         [](const auto& rule) { return rule.collision_action().is_excluded(); });
    rest();
    world.forEachObject([&](const world::Object& object) {
      if (!object.isKinematic() || options_.stop.stop_requested()) return;
      if (!any && !excludesOfItsOwn(object)) return;
      const auto touches = sampleTouches(scene_, {object.id, options_.samples, 1, options_.stop, {}});
      if (touches.ok()) look(*touches);
    });
    std::vector<RuleFinding> out;
    for (const auto& [rule, worst] : worst_) out.push_back(found(rule, worst));
    return out;
  }

 private:
  struct Worst {
    BodyPair pair;
    int count = 0;
  };

  // The rule that has a pair not checked; none where no rule does.
  std::optional<RuleRef> excluder(const BodyPair& pair) const {
    const auto why = scene_.rules().explain(pair.first, pair.second);
    if (why.source == collision::RuleSource::kWorldExclusion) return RuleRef{RuleHome::kWorldExclusion, why.won_by, {}};
    if (why.source != collision::RuleSource::kObjectExclusion) return std::nullopt;
    return RuleRef{RuleHome::kObjectExclusion, why.won_by, scene_.world().owner(pair.first)->object};
  }

  // What overlaps now where a rule hides it: mounted, bolted, or put down so on purpose.
  void rest() {
    for (const collision::Contact& c : collision::excludedOverlaps(scene_, -kMillimetre))
      if (const auto rule = excluder({c.a, c.b})) standing_[*rule].push_back(std::minmax(c.a, c.b));
  }

  void look(const SampledTouches& touches) {
    for (const auto& [pair, count] : touches.touched) {
      const auto rule = excluder(pair);
      if (!rule || count == touches.samples) continue;
      const auto& now = standing_[*rule];
      if (std::ranges::find(now, pair) != now.end()) continue;
      Worst& worst = worst_[*rule];
      if (count > worst.count) worst = {pair, count};
    }
  }

  RuleFinding found(const RuleRef& rule, const Worst& worst) {
    const World& world = scene_.world();
    RuleFinding f;
    f.fault = RuleFault::kCouldTouch;
    f.rule = rule;
    f.a = worst.pair.first;
    f.b = worst.pair.second;
    const FailureArg a{"a", model::named(world, f.a)}, b{"b", model::named(world, f.b)};
    const FailureArg count{"count", arg::Count{static_cast<std::uint64_t>(worst.count)}};
    const FailureArg samples{"samples", arg::Count{static_cast<std::uint64_t>(options_.samples)}};
    constexpr const char* kCode = "excludes-what-touches";
    if (rule.object)
      f.told = coded(kCode, -1,
                     fail(failures::kOwnExcludesWhatTouches, {{"rule", ruleName(world, rule)}, a, b, count, samples}));
    else
      f.told =
          coded(kCode, rule.index, fail(failures::kExcludesWhatTouches, {ruleArg(rule.index), a, b, count, samples}));
    f.repair = narrowed(scene_, rule, standing_[rule]);
    return f;
  }

  const collision::Scene& scene_;
  const LintOptions& options_;
  std::map<RuleRef, std::vector<BodyPair>> standing_;
  std::map<RuleRef, Worst> worst_;
};

// ---- what collides where it stands

RuleRepair apartRule(const World& world, const collision::Contact& c) {
  RuleRepair out;
  const ObjectId of_a = world.owner(c.a)->object, of_b = world.owner(c.b)->object;
  session::CollisionRuleEdit rule{{{of_a, c.a}}, {{of_b, c.b}}, true, 0.0};
  const FailureArg a{"a", arg::Words{world.display(c.a)}}, b{"b", arg::Words{world.display(c.b)}};
  // Only too near: the smallest margin holds, so one for the pair is enough.
  rule.is_excluded = !(c.distance_m > kMillimetre);
  rule.margin = std::floor(c.distance_m / kMillimetre) * kMillimetre;
  out.label = rule.is_excluded ? phrase(WW_TEXT("Core", "Exclude {a} and {b} from collision checks"), {a, b})
                               : phrase(WW_TEXT("Core", "Let {a} and {b} come as near as {margin}"),
                                        {a, b, {"margin", arg::Length{rule.margin}}});
  out.of_world.added = {rule};
  return out;
}

void lintRest(const collision::Scene& scene, std::size_t most, std::vector<RuleFinding>& out) {
  for (const collision::Contact& c : collision::checkWorld(scene, most)) {
    RuleFinding f;
    f.fault = RuleFault::kAtRest;
    f.a = c.a;
    f.b = c.b;
    f.told = coded("contact-at-rest", -1, collision::contactFailure(scene.world(), c));
    f.repair = apartRule(scene.world(), c);
    out.push_back(std::move(f));
  }
}

}  // namespace

std::vector<RuleFinding> lintRules(const collision::Scene& scene, const LintOptions& options) {
  const World& world = scene.world();
  std::vector<RuleFinding> out;
  for (int i = 0; i < world.collisionSettings().collision_rules_size(); ++i) {
    lintSide(world, i, true, out);
    lintSide(world, i, false, out);
  }
  lintEffect(world, scene.rules(), out);
  lintMargins(world, out);
  std::vector<RuleFinding> own;
  for (RuleFinding& f : TouchLint(scene, options).run()) (f.rule.object ? own : out).push_back(std::move(f));
  std::ranges::stable_sort(out, {}, [](const RuleFinding& f) { return f.rule.index; });
  for (RuleFinding& f : ownFindings(world, scene.rules())) out.push_back(std::move(f));
  std::ranges::move(own, std::back_inserter(out));
  if (!options.stop.stop_requested()) lintRest(scene, options.most_contacts, out);
  return out;
}

std::vector<RuleFinding> deadReferences(const World& world) {
  constexpr std::size_t kMost = 5;
  std::vector<RuleFinding> out;
  for (int i = 0; i < world.collisionSettings().collision_rules_size() && out.size() < kMost; ++i) {
    lintSide(world, i, true, out);
    lintSide(world, i, false, out);
  }
  return out;
}

std::vector<RuleFinding> voidRules(const World& world) {
  const collision::RuleSet rules = collision::RuleSet::ofWorld(world);
  std::vector<RuleFinding> out;
  for (int i = 0; i < world.collisionSettings().collision_rules_size(); ++i) {
    lintSide(world, i, true, out);
    lintSide(world, i, false, out);
  }
  lintEffect(world, rules, out);
  for (RuleFinding& f : ownFindings(world, rules)) out.push_back(std::move(f));
  std::erase_if(out, [](const RuleFinding& f) {
    return f.fault != RuleFault::kUnknown && f.fault != RuleFault::kNoAction && f.fault != RuleFault::kNothing;
  });
  return out;
}

std::vector<RuleFinding> absurdMargins(const World& world) {
  std::vector<RuleFinding> out;
  lintMargins(world, out);
  return out;
}

std::vector<RuleFinding> ownFindings(const World& world, const collision::RuleSet& rules) {
  std::vector<RuleFinding> out;
  world.forEachObject([&](const world::Object& object) { lintOwn(world, rules, object, out); });
  return out;
}

session::EditsPtr repairAll(const World& world, std::span<const RuleFinding> findings) {
  session::RuleChanges all;
  std::map<ObjectId, RuleRepair> own;
  bool any = false;
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  for (const RuleFinding& finding : findings) {
    const RuleRepair& repair = finding.repair;
    any = any || !repair.object;
    add(all.removed, repair.of_world.removed);
    add(all.margins, repair.of_world.margins);
    add(all.references, repair.of_world.references);
    add(all.added, repair.of_world.added);
    if (repair.of_world.minimum_margin) all.minimum_margin = repair.of_world.minimum_margin;
    if (!repair.object) continue;
    add(own[repair.object].own, repair.own);
    add(own[repair.object].own_added, repair.own_added);
  }
  std::vector<session::EditsPtr> parts;
  if (any) parts.push_back(session::changeRules(world, all));
  for (const auto& [object, repair] : own)
    parts.push_back(session::changeOwnRules(world, object, repair.own, repair.own_added));
  return session::join(parts);
}

}  // namespace ww::usecase
