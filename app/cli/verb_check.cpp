// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/verb.h"
#include "core/collision/check.h"
#include "core/collision/rules/rule_words.h"
#include "core/validate/suspicions.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::cli {
namespace {

struct CheckOptions {
  std::string file;
};

Json contactJson(const world::World& w, const collision::Contact& c) {
  return {{"a", w.display(c.a)},
          {"b", w.display(c.b)},
          {"rule", c.rule},
          {"margin_m", c.margin_m},
          {"distance_m", c.distance_m},
          {"points", Json::array({vecJson(c.point_a), vecJson(c.point_b)})},
          {"normal", vecJson(c.normal)}};
}

int check(Run& run, const CheckOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  Json pairs = Json::array();
  std::string text;
  const collision::Scene scene = collision::Scene::make(loaded->world);
  const collision::Coverage coverage = collision::coverageOf(scene, scene.rules());
  for (const collision::Contact& c : collision::checkWorld(scene)) {
    const Status why = contactProblem(loaded->world, c);
    pairs.push_back(contactJson(loaded->world, c));
    pairs.back()["hint"] = why.hint;
    addCodes(pairs.back(), why.failure);
    const Status met = collision::contactFailure(loaded->world, c);
    pairs.back()["causes"] = Json::array({std::string(met.failure->row->code)});
    text += fmt::format("{}: {}\n", collision::describe(loaded->world, c), why.hint);
  }
  if (text.empty()) text = freeText(coverage);
  const Diagnostics odd = validate::suspicions(scene.model());
  warnOf(run, odd);
  Json json{{"in_collision", !pairs.empty()}, {"pairs", pairs}};
  addNotes(run, json, odd);
  addCoverage(json, loaded->world, coverage);
  print(run, json, text + leftOutLine(loaded->world, coverage));
  return pairs.empty() ? kDone : kFailed;
}

struct DistanceOptions {
  std::string file, a, b;
};

// All digits, but none of what is only rounding.
std::string distanceText(double m) {
  constexpr double kNoise = 1e-9;
  return std::abs(m) < kNoise ? "touching:" : fmt::format("{:.9g} m between", m);
}

int distance(Run& run, const DistanceOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const auto a = world::resolveText(loaded->world, options.a);
  if (!a.ok()) return fail(run, a.status());
  const auto b = world::resolveText(loaded->world, options.b);
  if (!b.ok()) return fail(run, b.status());
  const auto contact = collision::distance(loaded->world, a.value(), b.value());
  if (!contact.ok()) return fail(run, contact.status());
  const collision::Contact& c = contact.value();
  print(run, contactJson(loaded->world, c),
        fmt::format("{} {} and {}\n", distanceText(c.distance_m), loaded->world.display(c.a),
                    loaded->world.display(c.b)));
  return kDone;
}

struct RulesOptions {
  std::string file;
  std::vector<std::string> pair;
};

Json actionJson(const world::World& w, EntityId a, EntityId b, const collision::Explanation& why) {
  return {{"a", w.display(a)},    {"b", w.display(b)}, {"excluded", why.excluded}, {"margin_m", why.margin_m},
          {"won_by", why.won_by}, {"rule", why.key()}, {"matching", why.matching}};
}

Result<EntityId> entityOf(const world::World& w, const std::string& text) {
  WW_ASSIGN(const world::NodeRef node, world::resolveText(w, text));
  if (const auto* object = std::get_if<ObjectId>(&node)) return w.object(*object)->rootEntity();
  if (const auto* entity = std::get_if<EntityId>(&node)) return *entity;
  return frameHasNoRules(w, node);
}

int rules(Run& run, const RulesOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  const world::World& w = loaded->world;
  const collision::RuleSet set = collision::RuleSet::ofWorld(w);
  Json pairs = Json::array(), lint = Json::array();
  std::string text;
  const auto add = [&](EntityId a, EntityId b, const collision::Explanation& why) {
    pairs.push_back(actionJson(w, a, b, why));
    text += plain(collision::ruleSentence(w.display(a), w.display(b), why)) + "\n";
  };
  if (!options.pair.empty()) {
    const auto a = entityOf(w, options.pair[0]), b = entityOf(w, options.pair[1]);
    if (!a.ok()) return fail(run, a.status());
    if (!b.ok()) return fail(run, b.status());
    add(a.value(), b.value(), set.explain(a.value(), b.value()));
  } else {
    for (const collision::PairAction& p : collision::pairsThatDiffer(w, set)) add(p.a, p.b, p.why);
  }
  for (const Diagnostic& d : set.lint()) {
    lint.push_back({{"code", d.code}, {"rule", d.path}, {"message", d.message}, {"hint", d.hint}});
    addCodes(lint.back(), d.failure);
    text += fmt::format("lint: {}{}{}\n", d.message, d.hint.empty() ? "" : ": ", d.hint);
  }
  print(run, Json{{"default_margin_m", w.collisionSettings().minimum_margin()}, {"pairs", pairs}, {"lint", lint}},
        text);
  return kDone;
}

}  // namespace

void addCheck(CLI::App& app, Run& run) {
  auto [check_sub, check_options] =
      addVerb<CheckOptions>(app, run, "check", "collisions of the current state; exit 1 if any", check);
  check_sub->add_option("FILE", check_options->file, "world file")->required();
  auto [distance_sub, d] =
      addVerb<DistanceOptions>(app, run, "distance", "smallest distance of two objects or entities", distance);
  distance_sub->add_option("FILE", d->file, "world file")->required();
  distance_sub->add_option("A", d->a, "object or entity")->required();
  distance_sub->add_option("B", d->b, "object or entity")->required();
  auto [rules_sub, r] =
      addVerb<RulesOptions>(app, run, "rules", "the pairs that rules treat in their own way, and why", rules);
  rules_sub->add_option("FILE", r->file, "world file")->required();
  rules_sub->add_option("--pair", r->pair, "A B: two objects or entities, only this pair")->expected(2);
}

}  // namespace ww::cli
