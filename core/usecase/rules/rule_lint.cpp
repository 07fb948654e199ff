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
#include "core/usecase/rules/rule_samples.h"
#include "core/world/failures/failures.h"
#include "core/world/views/nearest.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::usecase {
namespace {

using Settings = intrinsic_proto::world::CollisionSettings;
using Reference = intrinsic_proto::world::ObjectOrEntityReference;
using world::World;

constexpr double kAbsurdMargin = 1.0;  // metres
constexpr double kMillimetre = 1e-3;

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

Diagnostic coded(const char* code, int rule, const Status& status) {
  Diagnostic d = findingOf(status);
  d.code = code;
  if (rule >= 0) d.path = std::to_string(rule);
  return d;
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
    const double then = minimum * kMillimetre;
    f.told = coded("absurd-margin", -1,
                   fail(failures::kMarginLarge,
                        {{"margin", arg::Length{minimum}}, {"then", arg::Words{fmt::format("{:.6g}", then)}}}));
    f.repair.of_world.minimum_margin = then;
    f.repair.label = phrase(WW_TEXT("Core", "Make the minimum margin {margin}"), {{"margin", arg::Length{then}}});
    out.push_back(std::move(f));
  }
  for (int i = 0; i < settings.collision_rules_size(); ++i) {
    const auto& action = settings.collision_rules(i).collision_action();
    const double margin = static_cast<double>(action.margin().hard_margin());
    if (!action.has_margin() || !std::isfinite(margin) || !(margin > kAbsurdMargin)) continue;
    RuleFinding f{RuleFault::kAbsurdMargin, homeOfRule(settings, i), {}, {}, {}, {}};
    const double then = margin * kMillimetre;
    f.told = coded("absurd-margin", i,
                   fail(failures::kRuleMarginLarge, {{"index", arg::Count{static_cast<std::uint64_t>(i)}},
                                                     {"margin", arg::Length{margin}},
                                                     {"then", arg::Words{fmt::format("{:.6g}", then)}}}));
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

// ---- rules of objects

void lintOwn(const World& world, const world::Object& object, std::vector<RuleFinding>& out) {
  int exclusion = -1, margin = -1;
  for (const session::OwnRule& rule : session::ownRules(object)) {
    const int index = rule.is_margin ? ++margin : ++exclusion;
    for (const std::string* name : {&rule.left, &rule.right}) {
      if (name->empty() || object.entityNamed(*name) || world.frameNamed(object.id, *name)) continue;
      const auto names = world::entityNames(object);
      Status status = fail(world::failures::kRuleNamesNoEntity,
                           {{"object", model::named(world, object.id)}, {"entity", arg::Name{*name}}});
      RuleFinding f;
      f.fault = RuleFault::kUnknown;
      f.rule = {rule.is_margin ? RuleHome::kObjectMargin : RuleHome::kObjectExclusion, index, object.id};
      f.told = coded("unknown-reference", -1, withNearest(std::move(status), *name, names));
      f.repair.object = object.id;
      f.repair.own = {{session::RulePolicy::kRemove, rule}};
      const auto near = nearestNames(*name, names, 1);
      if (!near.empty()) {
        session::OwnRule better = rule;
        (name == &rule.left ? better.left : better.right) = near.front();
        f.repair.own.push_back({session::RulePolicy::kAppend, better});
      }
      f.repair.label =
          near.empty()
              ? phrase(WW_TEXT("Core", "Take what is gone out of the collision rules of {object}"),
                       {{"object", arg::Words{world.display(object.id)}}})
              : phrase(WW_TEXT("Core", "Name {entity} in the collision rules of {object}"),
                       {{"entity", arg::Words{near.front()}}, {"object", arg::Words{world.display(object.id)}}});
      out.push_back(std::move(f));
    }
  }
}

// ---- what rules hide

// The rule of the world without the pairs that can run into each other: what stands in each other already stays.
RuleRepair narrowed(const collision::Scene& scene, int index, const std::vector<BodyPair>& standing) {
  RuleRepair out = removal(index);
  if (standing.empty()) return out;
  out.label = phrase(WW_TEXT("Core", "Let collision rule {rule} exclude only what touches now"), {ruleArg(index)});
  const World& world = scene.world();
  for (const auto& [a, b] : standing)
    out.of_world.added.push_back({{{world.owner(a)->object, a}}, {{world.owner(b)->object, b}}, true, 0.0});
  return out;
}

class TouchLint {
 public:
  TouchLint(const collision::Scene& scene, const LintOptions& options) : scene_(scene), options_(options) {}

  void run(std::vector<RuleFinding>& out) {
    const Settings& settings = scene_.world().collisionSettings();
    const bool any = std::ranges::any_of(settings.collision_rules(),
                                         [](const auto& rule) { return rule.collision_action().is_excluded(); });
    if (!any || options_.samples <= 0 || settings.disable_collision_checking()) return;
    rest();
    scene_.world().forEachObject([this](const world::Object& object) {
      if (!object.isKinematic() || options_.stop.stop_requested()) return;
      const auto touches = sampleTouches(scene_, {object.id, options_.samples, 1, options_.stop, {}});
      if (touches.ok()) look(*touches);
    });
    for (auto& [index, worst] : worst_) tell(index, worst, out);
  }

 private:
  struct Worst {
    BodyPair pair;
    int count = 0;
  };

  // What overlaps now where a rule hides it: mounted, bolted, or put down so on purpose.
  void rest() {
    for (const collision::Contact& c : collision::excludedOverlaps(scene_, -kMillimetre))
      standing_[scene_.rules().explain(c.a, c.b).won_by].push_back(std::minmax(c.a, c.b));
  }

  void look(const SampledTouches& touches) {
    for (const auto& [pair, count] : touches.touched) {
      const auto why = scene_.rules().explain(pair.first, pair.second);
      if (why.source != collision::RuleSource::kWorldExclusion || count == touches.samples) continue;
      const auto& now = standing_[why.won_by];
      if (std::ranges::find(now, pair) != now.end()) continue;
      Worst& worst = worst_[why.won_by];
      if (count > worst.count) worst = {pair, count};
    }
  }

  void tell(int index, const Worst& worst, std::vector<RuleFinding>& out) {
    const World& world = scene_.world();
    RuleFinding f;
    f.fault = RuleFault::kCouldTouch;
    f.rule = {RuleHome::kWorldExclusion, index, {}};
    f.a = worst.pair.first;
    f.b = worst.pair.second;
    f.told = coded(
        "excludes-what-touches", index,
        fail(failures::kExcludesWhatTouches, {{"a", model::named(world, f.a)},
                                              {"b", model::named(world, f.b)},
                                              ruleArg(index),
                                              {"count", arg::Count{static_cast<std::uint64_t>(worst.count)}},
                                              {"samples", arg::Count{static_cast<std::uint64_t>(options_.samples)}}}));
    f.repair = narrowed(scene_, index, standing_[index]);
    out.push_back(std::move(f));
  }

  const collision::Scene& scene_;
  const LintOptions& options_;
  std::map<int, std::vector<BodyPair>> standing_;  // by rule
  std::map<int, Worst> worst_;
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
  TouchLint(scene, options).run(out);
  std::ranges::stable_sort(out, {}, [](const RuleFinding& f) { return f.rule.index; });
  world.forEachObject([&](const world::Object& object) { lintOwn(world, object, out); });
  if (!options.stop.stop_requested()) lintRest(scene, options.most_contacts, out);
  return out;
}

std::vector<RuleFinding> absurdMargins(const World& world) {
  std::vector<RuleFinding> out;
  lintMargins(world, out);
  return out;
}

session::EditsPtr repairAll(const World& world, std::span<const RuleFinding> findings) {
  session::RuleChanges all;
  std::vector<session::EditsPtr> parts;
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
    if (!repair.own.empty()) parts.push_back(session::updateOwnRules(repair.object, repair.own));
  }
  if (any) parts.insert(parts.begin(), session::changeRules(world, all));
  return session::join(parts);
}

}  // namespace ww::usecase
