// SPDX-License-Identifier: Apache-2.0
#include "app/cli/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ww::cli {
namespace {

const char* settingsKey(collision::Coverage::Settings settings) {
  switch (settings) {
    case collision::Coverage::Settings::kWorld: return "world";
    case collision::Coverage::Settings::kRequest: return "request";
    case collision::Coverage::Settings::kDefault: break;
  }
  return "default";
}

// What to do so that something is looked at.
const char* howToCheck(collision::Coverage::Nothing nothing) {
  using Nothing = collision::Coverage::Nothing;
  switch (nothing) {
    case Nothing::kSwitchedOff: return "clear disable_collision_checking in these settings";
    case Nothing::kOneBody: return "give two objects collision geometry, as by importing them without --drop-collision";
    case Nothing::kNothingMoves: return "give links of the robot, or what it carries, collision geometry";
    case Nothing::kExcluded: return "take out a rule that excludes a pair; the verb rules lists them";
    case Nothing::kNo: break;
  }
  return "";
}

constexpr std::size_t kMostNamed = 3;

// "pallet, crate and 3 more"
std::string namesOf(const world::World& world, const std::vector<ObjectId>& objects) {
  const std::size_t count = objects.size(), named = count <= kMostNamed + 1 ? count : kMostNamed;
  std::string names;
  for (std::size_t i = 0; i < named; ++i)
    names += (i == 0 ? "" : i + 1 == count ? " and " : ", ") + world.display(objects[i]);
  return named < count ? fmt::format("{} and {} more", names, count - named) : names;
}

}  // namespace

std::string freeText(const collision::Coverage& coverage) {
  if (!coverage.checked()) {
    return fmt::format("not checked: {}\nto have it checked: {}\n", plain(collision::whyNotChecked(coverage)),
                       howToCheck(coverage.nothing));
  }
  switch (coverage.settings) {
    case collision::Coverage::Settings::kWorld: return "no collisions\n";
    case collision::Coverage::Settings::kRequest: return "no collisions under the settings of the request\n";
    case collision::Coverage::Settings::kDefault: break;
  }
  return "no collisions under the default settings: the exclusions of the world, a margin of zero\n";
}

std::string leftOutLine(const world::World& world, const collision::Coverage& coverage) {
  if (coverage.unseen.empty()) return {};
  return fmt::format("{} {} no collision geometry: not looked at\n", namesOf(world, coverage.unseen),
                     coverage.unseen.size() == 1 ? "has" : "have");
}

void addCoverage(Json& json, const world::World& world, const collision::Coverage& coverage) {
  json["checked"] = coverage.checked();
  if (!coverage.checked()) {
    json["not_checked"] = plain(collision::whyNotChecked(coverage));
    json["hint"] = howToCheck(coverage.nothing);
  }
  json["settings"] = settingsKey(coverage.settings);
  json["left_out"] = Json::array();
  for (const ObjectId object : coverage.unseen) json["left_out"].push_back(world.display(object));
}

}  // namespace ww::cli
