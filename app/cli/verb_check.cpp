// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/cli/coverage_text.h"
#include "app/cli/figures.h"
#include "app/cli/nodes.h"
#include "app/cli/notes.h"
#include "app/cli/verb.h"
#include "core/collision/check.h"
#include "core/validate/suspicions.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::cli {
namespace {

constexpr std::size_t kMostPairs = 200'000;  // that are counted
constexpr double kHiddenDepth = 1e-3;        // metres; what is mounted stands in what it is mounted on a little
constexpr std::size_t kMostHidden = 20;
constexpr std::size_t kMostListed = 1000;  // pairs that collide

struct CheckOptions {
  std::string file;
};

// Of many pairs that one margin makes findings of, it is the cause.
std::string marginLine(const world::World& w, const std::vector<collision::Contact>& contacts) {
  constexpr std::ptrdiff_t kMany = 3;
  const auto near = std::ranges::count_if(contacts, [](const collision::Contact& c) {
    return c.rule == "minimum_margin" && c.distance_m >= -collision::kTouchDepth;
  });
  if (near < kMany) return {};
  return fmt::format(
      "{} pairs are only nearer than the minimum margin of {}, which holds for all: lower minimum_margin "
      "of the collision settings if that is more than is needed\n",
      near, lengthText(w.collisionSettings().minimum_margin()));
}

// What rules hide: parts that stand in each other, and a rule says not to look.
std::string excludedText(const world::World& w, const std::vector<collision::Contact>& hidden) {
  std::string text;
  for (const collision::Contact& c : hidden)
    text += fmt::format("left out by rule {}: {} and {} overlap by {}\n", c.rule, w.display(c.a), w.display(c.b),
                        lengthText(-c.distance_m));
  return text;
}

Json pointJson(const Vec3& v) {
  return vecJson(v.unaryExpr([](double x) { return withoutNoise(x); }));
}

Json contactJson(const world::World& w, const collision::Contact& c) {
  return {{"a", w.display(c.a)},
          {"b", w.display(c.b)},
          {"rule", c.rule},
          {"margin_m", c.margin_m},
          {"distance_m", withoutNoise(c.distance_m)},
          {"points", Json::array({pointJson(c.point_a), pointJson(c.point_b)})},
          {"normal", pointJson(c.normal)}};
}

int check(Run& run, const CheckOptions& options) {
  int exit = kDone;
  const auto loaded = load(run, options.file, exit);
  if (!loaded) return exit;
  Json pairs = Json::array();
  const collision::Scene scene = collision::Scene::make(loaded->world);
  const collision::Coverage coverage = collision::coverageOf(scene, scene.rules(), {}, kMostPairs);
  std::vector<collision::Contact> contacts = collision::checkWorld(scene, kMostListed + 1);
  const bool more = contacts.size() > kMostListed;
  if (more) contacts.pop_back();
  std::string text = marginLine(loaded->world, contacts);
  for (const collision::Contact& c : contacts) {
    const Status why = contactProblem(loaded->world, c);
    pairs.push_back(contactJson(loaded->world, c));
    pairs.back()["hint"] = why.hint;
    addCodes(pairs.back(), why.failure);
    const Status met = collision::contactFailure(loaded->world, c);
    pairs.back()["causes"] = Json::array({std::string(met.failure->row->code)});
    text += fmt::format("{}: {}\n", collision::describe(loaded->world, c), why.hint);
  }
  if (more) text += fmt::format("more than {} pairs collide: these are the deepest\n", kMostListed);
  if (text.empty()) text = freeText(loaded->world, options.file, coverage);
  Diagnostics odd = validate::suspicions(scene.model());
  addWorldNotes(loaded->world, odd);
  warnOf(run, odd);
  Json json{{"in_collision", !pairs.empty()}, {"pairs", pairs}, {"more", more}};
  addNotes(run, json, odd);
  addCoverage(json, loaded->world, options.file, coverage);
  const std::vector<collision::Contact> hidden = collision::excludedOverlaps(scene, kHiddenDepth, kMostHidden);
  json["excluded_overlaps"] = Json::array();
  for (const collision::Contact& c : hidden) json["excluded_overlaps"].push_back(contactJson(loaded->world, c));
  const std::string how = howToHaveAllLookedAt(loaded->world, options.file, coverage);
  print(run, json,
        text + lookedAtLine(loaded->world, coverage) + excludedText(loaded->world, hidden) +
            leftOutLine(loaded->world, coverage) + (how.empty() ? how : "to have it looked at: " + how + "\n"));
  return pairs.empty() ? kDone : kFailed;
}

// All digits that are more than rounding, which is that of shapes in single precision; below a millimetre in
// millimetres.
std::string inFull(double m) {
  constexpr double kMillimetre = 1e-3;
  constexpr double kInKilometres = 1e5;
  if (m >= kInKilometres) return lengthText(m);
  return m < kMillimetre ? fmt::format("{:.5g} mm", 1e3 * m) : fmt::format("{:.6g} m", m);
}

struct DistanceOptions {
  std::string file, a, b;
};

// "0.001 mm between a and b", "a and b overlap by 20 mm".
std::string distanceText(double m, const std::string& a, const std::string& b) {
  constexpr double kNoise = 1e-9, kLeast = 1e-6;  // metres
  if (std::abs(m) < kNoise) return fmt::format("touching: {} and {}\n", a, b);
  const std::string amount = std::abs(m) < kLeast ? lengthText(m) : inFull(std::abs(m));
  const char* touch = m >= -collision::kTouchDepth ? ", so little that it counts as touching" : "";
  return m < 0.0 ? fmt::format("{} and {} overlap by {}{}\n", a, b, amount, touch)
                 : fmt::format("{} between {} and {}\n", amount, a, b);
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
        distanceText(c.distance_m, loaded->world.display(c.a), loaded->world.display(c.b)));
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
}

}  // namespace ww::cli
