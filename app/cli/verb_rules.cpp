// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "app/cli/nodes.h"
#include "app/cli/rules_actions.h"
#include "app/cli/verb.h"
#include "core/collision/rules/rule_words.h"
#include "core/collision/rules/rules.h"
#include "core/usecase/rules/rule_lint.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::cli {
namespace {

using collision::PairAction;

struct RulesOptions : RulesWords {
  std::vector<std::string> pair;
};

struct RulesAction {
  const char* name;
  std::size_t words;  // that it takes
  const char* usage;
  int (*act)(Run&, const RulesWords&);
};
int rulesApply(Run& run, const RulesWords& given) {
  RulesWords all = given;
  all.apply = true;
  return rulesGenerate(run, all);
}

constexpr RulesAction kRulesActions[] = {
    {"list", 0, "rules FILE list", rulesList},
    {"explain", 2, "rules FILE explain A B", rulesExplain},
    {"lint", 0, "rules FILE lint [--fix N|all]", rulesLint},
    {"generate", 1, "rules FILE generate ROBOT [--samples N] [--seed S] [--apply]", rulesGenerate},
    {"apply", 1, "rules FILE apply ROBOT [--samples N] [--seed S]", rulesApply},
};

const RulesAction* actionNamed(const std::string& name) {
  const auto* it = std::ranges::find(kRulesActions, name, &RulesAction::name);
  return it == std::end(kRulesActions) ? nullptr : it;
}

// One of the two things that are asked about.
struct Side {
  std::string name;
  std::vector<EntityId> bodies;
};

Json actionJson(const world::World& w, const PairAction& p) {
  const collision::Explanation& why = p.why;
  return {{"a", w.display(p.a)},  {"b", w.display(p.b)}, {"excluded", why.excluded}, {"margin_m", why.margin_m},
          {"won_by", why.won_by}, {"rule", why.key()},   {"matching", why.matching}};
}

Result<Side> sideOf(const world::World& w, const std::string& text) {
  WW_ASSIGN(const world::NodeRef node, world::resolveText(w, text));
  if (std::holds_alternative<FrameId>(node)) return frameHasNoRules(w, node);
  return Side{w.display(node), collision::bodiesOf(w, node)};
}

std::vector<PairAction> pairsBetween(const collision::RuleSet& set, const Side& left, const Side& right) {
  std::vector<PairAction> out;
  const bool same = left.bodies == right.bodies;
  for (std::size_t i = 0; i < left.bodies.size(); ++i) {
    for (std::size_t j = same ? i + 1 : 0; j < right.bodies.size(); ++j) {
      const EntityId a = left.bodies[i], b = right.bodies[j];
      if (a != b) out.push_back({a, b, set.explain(a, b)});
    }
  }
  return out;
}

// "robot:link_3 and table:table, robot:link_4 and table:table and 5 more"
std::string namesOf(const world::World& w, const std::vector<const PairAction*>& pairs) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(pairs.size(), kMost); ++i)
    text += fmt::format("{}{} - {}", i ? ", " : "", w.display(pairs[i]->a), w.display(pairs[i]->b));
  return pairs.size() > kMost ? fmt::format("{} and {} more", text, pairs.size() - kMost) : text;
}

// Why, as it stands in brackets behind the sentence of a pair.
std::string reasonOf(const collision::Explanation& why) {
  using collision::RuleSource;
  switch (why.source) {
    case RuleSource::kDefault: return "no rule";
    case RuleSource::kDisabled: return "checking is switched off";
    case RuleSource::kSameBody: return "one rigid body";
    case RuleSource::kWorldExclusion:
    case RuleSource::kWorldMargin: return fmt::format("rule {}", why.won_by);
    case RuleSource::kObjectExclusion: return fmt::format("exclusion {} of the object", why.won_by);
    case RuleSource::kAdjacent: return "the two sides of one joint";
    case RuleSource::kLinkage: return "moved by one joint";
    case RuleSource::kMinimumMargin: return "minimum margin";
    case RuleSource::kObjectMargin: return fmt::format("margin rule {} of the object", why.won_by);
  }
  return {};
}

// Of many pairs those alike in one line.
std::string grouped(const world::World& w, const Side& left, const Side& right, const std::vector<PairAction>& pairs) {
  std::map<std::pair<bool, std::string>, std::vector<const PairAction*>> kinds;
  std::size_t checked = 0;
  for (const PairAction& p : pairs) {
    std::string reason = reasonOf(p.why);
    if (p.why.margin_m > 0.0) reason += ", margin " + lengthText(p.why.margin_m);
    kinds[{p.why.excluded, reason}].push_back(&p);
    checked += p.why.excluded ? 0 : 1;
  }
  std::string text =
      fmt::format("{} and {}: {} of {} pairs of bodies are checked\n", left.name, right.name, checked, pairs.size());
  for (const auto& [kind, members] : kinds)
    text += fmt::format("  {} {} ({}): {}\n", members.size(), kind.first ? "not checked" : "checked", kind.second,
                        namesOf(w, members));
  return text;
}

std::string pairText(const world::World& w, const Side& left, const Side& right, const std::vector<PairAction>& pairs) {
  std::string text;
  for (const Side* side : {&left, &right})
    if (side->bodies.empty() && (side == &left || left.name != right.name))
      text += fmt::format("{} has no collision geometry: it is not checked against anything\n", side->name);
  if (!text.empty()) return text;
  if (pairs.empty()) return fmt::format("{} is one body: it is not checked against itself\n", left.name);
  const auto sentence = [&](const PairAction& p) {
    return plain(collision::ruleSentence(w.display(p.a), w.display(p.b), p.why)) + "\n";
  };
  return pairs.size() == 1 ? sentence(pairs.front()) : grouped(w, left, right, pairs);
}

std::string worldText(const std::string& file, const world::World& w, const collision::RuleSet& set,
                      const std::vector<PairAction>& differing) {
  const std::size_t bodies = collision::bodiesOf(w).size();
  if (bodies < 2)
    return fmt::format(
        "no rules apply: {} in the world, and rules are about pairs\n",
        bodies == 0 ? "there is nothing with collision geometry" : "there is one body with collision geometry");
  if (set.disabled())
    return filledIn(
        "nothing is checked: checking is switched off in the collision settings of the world, whatever its rules "
        "are\nto have it checked: `worldwright rules {file} --checking on`\n",
        std::vector<FailureArg>{{"file", arg::Name{file}}}, plainVoice());
  if (differing.empty())
    return fmt::format("no rules: all pairs of the {} bodies are checked, with a margin of 0\n", bodies);
  std::string text;
  for (const PairAction& p : differing)
    text += plain(collision::ruleSentence(w.display(p.a), w.display(p.b), p.why)) + "\n";
  return text;
}

// An option of another action would be passed over without a word.
Status checkRulesOptions(const RulesOptions& o, const std::string& action) {
  const bool lint = action == "lint", apply = action == "apply", generate = apply || action == "generate";
  const bool changes = (lint && !o.fix.empty()) || (generate && (apply || o.apply)) || !o.checking.empty();
  const auto odd = [&](const char* option, const char* where, const std::string& usage) {
    return ww::fail(failures::kRulesOption,
                    {{"option", arg::Words{option}}, {"where", arg::Words{where}}, {"usage", arg::Words{usage}}});
  };
  const std::string linted = actionNamed("lint")->usage, made = actionNamed("generate")->usage;
  if (!o.fix.empty() && !lint) return odd("--fix", "lint", linted);
  if (o.samples && !generate) return odd("--samples", "generate", made);
  if (o.seed && !generate) return odd("--seed", "generate", made);
  if (o.apply && !generate) return odd("--apply", "generate", made);
  if (!o.pair.empty() && (!action.empty() || !o.checking.empty()))
    return odd("--pair", "rules without an action", "rules FILE --pair A B");
  if (!o.checking.empty() && !action.empty())
    return odd("--checking", "rules without an action", "rules FILE --checking on|off");
  if (!o.out.empty() && !changes) return odd("--out", "what changes the file", linted);
  return okStatus();
}

int act(Run& run, RulesOptions given) {
  // The action may stand before the file, as it does in the names of other tools' verbs.
  std::error_code error;
  if (actionNamed(given.file) && !std::filesystem::exists(given.file, error)) std::swap(given.file, given.words[0]);
  const RulesAction* action = actionNamed(given.words[0]);
  if (!action) {
    std::vector<std::string> known;
    for (const RulesAction& row : kRulesActions) known.emplace_back(row.name);
    const Status unknown = ww::fail(failures::kNoRulesAction, {{"word", arg::Name{given.words[0]}}});
    return failUsage(run, withNearest(unknown, given.words[0], known));
  }
  if (const Status odd = checkRulesOptions(given, action->name); !odd.ok()) return failUsage(run, odd);
  given.words.erase(given.words.begin());
  if (given.words.size() != action->words)
    return failUsage(run, ww::fail(failures::kRulesWords,
                                   {{"action", arg::Words{action->name}}, {"usage", arg::Words{action->usage}}}));
  return action->act(run, given);
}

int rules(Run& run, const RulesOptions& options) {
  if (!options.words.empty()) return act(run, options);
  std::error_code error;
  if (const RulesAction* action = actionNamed(options.file); action && !std::filesystem::exists(options.file, error))
    return failUsage(run, ww::fail(failures::kRulesWords,
                                   {{"action", arg::Words{action->name}}, {"usage", arg::Words{action->usage}}}));
  if (const Status odd = checkRulesOptions(options, {}); !odd.ok()) return failUsage(run, odd);
  if (!options.checking.empty()) return rulesChecking(run, options);
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const collision::RuleSet set = collision::RuleSet::ofWorld(w);
  Json json{{"default_margin_m", w.collisionSettings().minimum_margin()}, {"pairs", Json::array()}};
  std::vector<PairAction> pairs;
  std::string text;
  if (!options.pair.empty()) {
    const auto a = sideOf(w, options.pair[0]), b = sideOf(w, options.pair[1]);
    if (!a.ok()) return fail(run, a.status());
    if (!b.ok()) return fail(run, b.status());
    pairs = pairsBetween(set, *a, *b);
    text = pairText(w, *a, *b, pairs);
    json["left_out"] = Json::array();
    for (const Side* side : {&*a, &*b})
      if (side->bodies.empty()) json["left_out"].push_back(side->name);
  } else {
    pairs = collision::pairsThatDiffer(w, set);
    text = worldText(options.file, w, set, pairs);
  }
  for (const PairAction& p : pairs) json["pairs"].push_back(actionJson(w, p));
  json["lint"] = Json::array();
  Diagnostics lint = set.lint();
  for (Diagnostic& d : collision::idleRules(w, set)) lint.push_back(std::move(d));
  for (usecase::RuleFinding& f : usecase::absurdMargins(w)) lint.push_back(std::move(f.told));
  for (usecase::RuleFinding& f : usecase::ownFindings(w, set)) lint.push_back(std::move(f.told));
  for (const Diagnostic& d : lint) {
    json["lint"].push_back({{"code", d.code}, {"rule", d.path}, {"message", d.message}, {"hint", d.hint}});
    addCodes(json["lint"].back(), d.failure);
    text += fmt::format("lint: {}{}{}\n", d.message, d.hint.empty() ? "" : ": ", d.hint);
  }
  print(run, json, text);
  return kDone;
}

}  // namespace

void addRules(CLI::App& app, Run& run) {
  auto [sub, options] =
      addVerb<RulesOptions>(app, run, "rules", "the pairs that rules treat in their own way, and why", rules);
  sub->add_option("FILE", options->file, "world file")->required();
  sub->add_option("ACTION", options->words,
                  "list; explain A B: all that is about a pair, and what decides; lint: what is odd, with repairs; "
                  "generate ROBOT: exclusions from postures at random; apply ROBOT: makes those at once");
  sub->add_option("--pair", options->pair, "A B: two objects or entities, only their pairs")->expected(2);
  sub->add_option("--fix", options->fix,
                  "lint: repair these findings (all, or numbers with commas); of contacts at rest "
                  "only those that are numbered");
  sub->add_option("--samples", options->samples, "generate, apply: how many postures (50,000)")
      ->check(between(1, 1'000'000));
  sub->add_option("--seed", options->seed, "generate, apply: of the random numbers")->check(checkSeed);
  sub->add_flag("--apply", options->apply, "generate: make the rules that are proposed");
  sub->add_option("--checking", options->checking, "on or off: the switch of all checking; the rules stay")
      ->check(oneOf({"on", "off"}));
  sub->add_option("--out", options->out,
                  "lint --fix, generate --apply, apply, --checking: save here and leave FILE alone");
  addNoHistory(sub, run);
}

}  // namespace ww::cli
