// SPDX-License-Identifier: Apache-2.0
#include "app/cli/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/collision/coverage_words.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

namespace ww::cli {
namespace {

const char* settingsKey(collision::Coverage::Settings settings) {
  switch (settings) {
    case collision::Coverage::Settings::kWorld: return "world";
    case collision::Coverage::Settings::kRequest: return "request";
    case collision::Coverage::Settings::kStep: return "step";
    case collision::Coverage::Settings::kDefault: break;
  }
  return "default";
}

using collision::namesOf;

std::string linesOf(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// Commands that can be pasted; the world on standard input has no name for one.
std::string commandOn(const std::string& file, const char* command, const std::string& object = {}) {
  return filledIn(command, std::vector<FailureArg>{{"file", arg::Name{file}}, {"object", arg::Name{object}}},
                  plainVoice());
}

// Of things without collision geometry: a shape for the first, and what is left.
std::string shapesFor(const world::World& world, const std::string& file, const std::vector<ObjectId>& unseen) {
  std::string text = commandOn(file, "`worldwright shapes {file} {object} --as box --save` gives it collision geometry",
                               world.display(unseen.front()));
  if (unseen.size() > 1)
    text += fmt::format("; do the same for {}", namesOf(world, std::vector(unseen.begin() + 1, unseen.end())));
  return text;
}

// Objects of which nothing is there, as after a repair or an import without its meshes: no shapes can be made of them.
std::vector<ObjectId> withoutAnything(const world::World& world) {
  std::vector<ObjectId> out;
  world.forEachObject([&](const world::Object& object) {
    const bool bare = std::ranges::all_of(
        object.entities, [](const world::EntityPtr& e) { return e->collision.empty() && e->visual.empty(); });
    if (object.id != world::kRootObject && bare) out.push_back(object.id);
  });
  return out;
}

std::string partnerFor(const world::World& world) {
  const std::vector<ObjectId> bare = withoutAnything(world);
  if (bare.empty())
    return "add an object that it could collide with: the verb import reads one from a file, apply makes one";
  return fmt::format(
      "{} {} neither collision nor visible geometry: import {} again with what {} made of, or take {} from a backup; "
      "of "
      "what is seen the verb shapes makes collision geometry",
      namesOf(world, bare), bare.size() == 1 ? "has" : "have", bare.size() == 1 ? "it" : "them",
      bare.size() == 1 ? "it is" : "they are", bare.size() == 1 ? "it" : "them");
}

}  // namespace

std::string howToHaveItChecked(const world::World& world, const std::string& file,
                               const collision::Coverage& coverage) {
  using Nothing = collision::Coverage::Nothing;
  const bool named = !file.empty() && file != "-";
  const bool by_world = coverage.settings == collision::Coverage::Settings::kWorld;
  if (coverage.nothing == Nothing::kEmpty) return "import models (verb import), or make objects by edits (verb apply)";
  if (coverage.nothing == Nothing::kExcluded && by_world && named)
    return commandOn(file, "take out a rule that excludes a pair; `worldwright rules {file} list` lists them");
  if (coverage.nothing == Nothing::kExcluded) return "take out a rule that excludes a pair";
  if (coverage.nothing == Nothing::kSwitchedOff && named &&
      coverage.settings != collision::Coverage::Settings::kRequest &&
      world.collisionSettings().disable_collision_checking())
    return commandOn(file, "`worldwright rules {file} --checking on` switches it on, and keeps all rules");
  if (coverage.nothing == Nothing::kOneBody && named && !coverage.unseen.empty())
    return shapesFor(world, file, coverage.unseen);
  if (coverage.nothing == Nothing::kOneBody && coverage.unseen.empty() && coverage.unseen_parts.empty())
    return partnerFor(world);
  return plain(collision::howToCheck(coverage));
}

std::string freeText(const world::World& world, const std::string& file, const collision::Coverage& coverage,
                     const std::string& of) {
  if (!coverage.checked()) {
    return fmt::format("not checked: {}{}{}\nto have it checked: {}\n", of, of.empty() ? "" : ": ",
                       plain(collision::whyNotChecked(coverage)), howToHaveItChecked(world, file, coverage));
  }
  switch (coverage.settings) {
    case collision::Coverage::Settings::kWorld: return "no collisions\n";
    case collision::Coverage::Settings::kRequest: return "no collisions under the settings of the request\n";
    case collision::Coverage::Settings::kStep: return "no collisions under the settings of the step\n";
    case collision::Coverage::Settings::kDefault: break;
  }
  return "no collisions under the default settings: the exclusions of the world, a margin of zero\n";
}

std::string lookedAtLine(const world::World& world, const collision::Coverage& coverage, double spacing) {
  return linesOf(collision::lookedAt(world, coverage, spacing));
}

std::string leftOutLine(const world::World& world, const collision::Coverage& coverage) {
  return linesOf(collision::leftOut(world, coverage));
}

std::string howToHaveAllLookedAt(const world::World& world, const std::string& file,
                                 const collision::Coverage& coverage) {
  const bool named = !file.empty() && file != "-";
  return coverage.checked() && named && !coverage.unseen.empty() ? shapesFor(world, file, coverage.unseen)
                                                                 : std::string();
}

void addCoverage(Json& json, const world::World& world, const std::string& file, const collision::Coverage& coverage) {
  json["checked"] = coverage.checked();
  if (!coverage.checked()) {
    json["not_checked"] = plain(collision::whyNotChecked(coverage));
    json["hint"] = howToHaveItChecked(world, file, coverage);
  }
  if (const std::string how = howToHaveAllLookedAt(world, file, coverage); !how.empty()) json["hint"] = how;
  json["settings"] = settingsKey(coverage.settings);
  if (coverage.counted) json["pairs_checked"] = coverage.checked_pairs, json["pairs_of_bodies"] = coverage.pairs;
  if (coverage.checked()) json["largest_margin_m"] = coverage.margin_m;
  if (!coverage.excluded.empty()) {
    json["excluded"] = Json::array();
    for (const ObjectId object : coverage.excluded) json["excluded"].push_back(world.display(object));
  }
  if (!coverage.open.empty()) json["open_meshes"] = Json::array();
  for (const ObjectId object : coverage.open) json["open_meshes"].push_back(world.display(object));
  json["left_out"] = Json::array();
  for (const ObjectId object : coverage.unseen) json["left_out"].push_back(world.display(object));
  for (const EntityId part : coverage.unseen_parts) json["left_out"].push_back(world.display(part));
}

}  // namespace ww::cli
