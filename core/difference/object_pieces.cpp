// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <set>

#include "core/base/failure.h"
#include "core/difference/pieces.h"
#include "core/difference/tell.h"
#include "core/scene/followers.h"

namespace ww::difference {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

void takeObjectName(ObjectRecord& rest, Pieces& out) {
  ObjectRecord part;
  part.set_name(std::move(*rest.mutable_name()));
  rest.clear_name();
  addPiece(out, {}, std::move(part));
}

void tellObjectName(const Told& told, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "renamed from {old} to {new}"),
                         {{"old", arg::Words{beforeOf<ObjectRecord>(told).name()}},
                          {"new", arg::Words{afterOf<ObjectRecord>(told).name()}}}));
}

void takeAlias(ObjectRecord& rest, Pieces& out) {
  ObjectRecord part;
  part.set_name_is_global_alias(rest.name_is_global_alias());
  rest.clear_name_is_global_alias();
  addPiece(out, {}, std::move(part));
}

void tellAlias(const Told& told, std::vector<Phrase>& words) {
  const bool is_global = afterOf<ObjectRecord>(told).name_is_global_alias();
  words.push_back(is_global ? phrase(WW_TEXT("Core", "its name now holds in the whole world"))
                            : phrase(WW_TEXT("Core", "its name now holds beside its siblings only")));
}

// Where it hangs and its pose there: each alone would say nothing.
void takeObjectPlace(ObjectRecord& rest, Pieces& out) {
  ObjectRecord part;
  part.set_parent(rest.parent());
  part.set_parent_entity(rest.parent_entity());
  part.set_parent_frame(rest.parent_frame());
  if (rest.has_parent_entity_t_this()) part.mutable_parent_entity_t_this()->Swap(rest.mutable_parent_entity_t_this());
  rest.clear_parent();
  rest.clear_parent_entity();
  rest.clear_parent_frame();
  rest.clear_parent_entity_t_this();
  addPiece(out, {}, std::move(part));
}

void tellObjectPlace(const Told& told, std::vector<Phrase>& words) {
  const auto &a = beforeOf<ObjectRecord>(told), &b = afterOf<ObjectRecord>(told);
  if (a.parent_frame() != b.parent_frame() && b.parent_frame())
    words.push_back(
        phrase(WW_TEXT("Core", "now attached to {frame}"), {{"frame", nodeWords(told.after_in, b.parent_frame())}}));
  else if (a.parent_entity() != b.parent_entity() || a.parent() != b.parent())
    words.push_back(phrase(
        WW_TEXT("Core", "now on {new} instead of {old}"),
        {{"new", nodeWords(told.after_in, b.parent_entity())}, {"old", nodeWords(told.before_in, a.parent_entity())}}));
  else if (a.parent_frame() != b.parent_frame())
    words.push_back(phrase(WW_TEXT("Core", "no longer attached to {frame}"),
                           {{"frame", nodeWords(told.before_in, a.parent_frame())}}));
  if (a.parent_entity() == b.parent_entity()) tellPose(a.parent_entity_t_this(), b.parent_entity_t_this(), words);
  if (words.empty()) words.push_back(phrase(WW_TEXT("Core", "moved by rounding only")));
}

// The kinematic properties of an object, where there are any.
so::Kinematics* kinematicsOf(ObjectRecord& record) {
  if (!record.content().properties().has_kinematics()) return nullptr;
  return record.mutable_content()->mutable_properties()->mutable_kinematics();
}
so::Kinematics& partKinematics(ObjectRecord& part) {
  return *part.mutable_content()->mutable_properties()->mutable_kinematics();
}

void takeConfigurations(ObjectRecord& rest, Pieces& out) {
  so::Kinematics* from = kinematicsOf(rest);
  if (!from) return;
  for (so::NamedConfiguration& c : *from->mutable_named_configurations()) {
    std::string sub = c.name();
    ObjectRecord part;
    partKinematics(part).add_named_configurations()->Swap(&c);
    addPiece(out, std::move(sub), std::move(part));
  }
  from->clear_named_configurations();
}

void tellConfiguration(const Told& told, std::vector<Phrase>& words) {
  const FailureArg name{"name", arg::Words{told.sub}};
  if (!told.before) words.push_back(phrase(WW_TEXT("Core", "configuration {name} added"), {name}));
  else if (!told.after) words.push_back(phrase(WW_TEXT("Core", "configuration {name} removed"), {name}));
  else words.push_back(phrase(WW_TEXT("Core", "configuration {name} changed"), {name}));
}

void takeUserData(ObjectRecord& rest, Pieces& out) {
  if (rest.content().user_data().empty()) return;
  auto& from = *rest.mutable_content()->mutable_user_data();
  std::set<std::string> keys;
  for (const auto& [key, value] : from) keys.insert(key);
  for (const std::string& key : keys) {
    ObjectRecord part;
    (*part.mutable_content()->mutable_user_data())[key].Swap(&from[key]);
    addPiece(out, key, std::move(part));
  }
  from.clear();
}

void tellUserData(const Told& told, std::vector<Phrase>& words) {
  const FailureArg key{"key", arg::Words{told.sub}};
  if (told.sub == scene::kFollowersKey) words.push_back(phrase(WW_TEXT("Core", "which joints follow others changed")));
  else if (!told.before) words.push_back(phrase(WW_TEXT("Core", "user data {key} added"), {key}));
  else if (!told.after) words.push_back(phrase(WW_TEXT("Core", "user data {key} removed"), {key}));
  else words.push_back(phrase(WW_TEXT("Core", "user data {key} changed"), {key}));
}

void takeCartesianLimits(ObjectRecord& rest, Pieces& out) {
  so::Kinematics* from = kinematicsOf(rest);
  if (!from || !from->has_limits()) return;
  ObjectRecord part;
  partKinematics(part).mutable_limits()->Swap(from->mutable_limits());
  from->clear_limits();
  addPiece(out, {}, std::move(part));
}

void tellCartesianLimits(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "Cartesian limits changed")));
}

void takeIkSolvers(ObjectRecord& rest, Pieces& out) {
  so::Kinematics* from = kinematicsOf(rest);
  if (!from || from->ik_solvers().empty()) return;
  ObjectRecord part;
  partKinematics(part).mutable_ik_solvers()->Swap(from->mutable_ik_solvers());
  addPiece(out, {}, std::move(part));
}

void tellIkSolvers(const Told& /*told*/, std::vector<Phrase>& words) {
  words.push_back(phrase(WW_TEXT("Core", "inverse kinematics changed")));
}

void takeSimulation(ObjectRecord& rest, Pieces& out) {
  ObjectRecord part;
  if (rest.content().has_simulation_spec()) {
    part.mutable_content()->mutable_simulation_spec()->Swap(rest.mutable_content()->mutable_simulation_spec());
    rest.mutable_content()->clear_simulation_spec();
  }
  if (rest.has_simulation_component()) {
    part.mutable_simulation_component()->Swap(rest.mutable_simulation_component());
    rest.clear_simulation_component();
  }
  addPiece(out, {}, std::move(part));
}

void tellSimulation(const Told& told, std::vector<Phrase>& words) {
  const bool before = beforeOf<ObjectRecord>(told).content().simulation_spec().is_static();
  const bool after = afterOf<ObjectRecord>(told).content().simulation_spec().is_static();
  if (before == after) words.push_back(phrase(WW_TEXT("Core", "simulation properties changed")));
  else if (after) words.push_back(phrase(WW_TEXT("Core", "now static in simulation")));
  else words.push_back(phrase(WW_TEXT("Core", "no longer static in simulation")));
}

void takeOwnRules(ObjectRecord& rest, Pieces& out) {
  if (!rest.content().has_collision_rules()) return;
  ObjectRecord part;
  part.mutable_content()->mutable_collision_rules()->Swap(rest.mutable_content()->mutable_collision_rules());
  rest.mutable_content()->clear_collision_rules();
  addPiece(out, {}, std::move(part));
}

void tellOwnRules(const Told& told, std::vector<Phrase>& words) {
  const auto count = [](const ObjectRecord& record) {
    const so::CollisionRules& rules = record.content().collision_rules();
    return static_cast<std::uint64_t>(rules.exclusion_rules_size());
  };
  const std::uint64_t a = count(beforeOf<ObjectRecord>(told)), b = count(afterOf<ObjectRecord>(told));
  if (a == b) words.push_back(phrase(WW_TEXT("Core", "its own collision rules changed")));
  else
    words.push_back(phrase(WW_TEXT("Core", "its own collision rules changed, {new} instead of {old}"),
                           {{"new", arg::Count{b}}, {"old", arg::Count{a}}}));
}

void takePayload(ObjectRecord& rest, Pieces& out) {
  if (!rest.has_mounted_payload()) return;
  ObjectRecord part;
  part.mutable_mounted_payload()->Swap(rest.mutable_mounted_payload());
  rest.clear_mounted_payload();
  addPiece(out, {}, std::move(part));
}

void tellPayload(const Told& told, std::vector<Phrase>& words) {
  const double a = beforeOf<ObjectRecord>(told).mounted_payload().mass_kg();
  const double b = afterOf<ObjectRecord>(told).mounted_payload().mass_kg();
  if (!told.after) words.push_back(phrase(WW_TEXT("Core", "payload removed")));
  else if (!told.before)
    words.push_back(phrase(WW_TEXT("Core", "payload of {mass} kg set"), {{"mass", arg::Number{b}}}));
  else if (a != b)
    words.push_back(
        phrase(WW_TEXT("Core", "payload {old} kg to {new} kg"), {{"old", arg::Number{a}}, {"new", arg::Number{b}}}));
  else words.push_back(phrase(WW_TEXT("Core", "centre of gravity or inertia of the payload changed")));
}

// Messages that are there with nothing in them: they come and go with what they held.
void takeEmpty(ObjectRecord& rest, Pieces& out) {
  ObjectRecord part;
  if (const so::Kinematics* kinematics = kinematicsOf(rest); kinematics && kinematics->ByteSizeLong() == 0) {
    partKinematics(part);
    rest.mutable_content()->mutable_properties()->clear_kinematics();
  }
  if (rest.content().has_properties() && rest.content().properties().ByteSizeLong() == 0) {
    part.mutable_content()->mutable_properties();
    rest.mutable_content()->clear_properties();
  }
  if (rest.has_content() && rest.content().ByteSizeLong() == 0) {
    part.mutable_content();
    rest.clear_content();
  }
  addPiece(out, {}, std::move(part));
}

void tellNothing(const Told& /*told*/, std::vector<Phrase>& /*words*/) {}

}  // namespace

Aspects objectAspects() {
  static constexpr std::array kTable{
      Aspect{.name = "name", .take = takeAs<ObjectRecord, takeObjectName>, .tell = tellObjectName},
      Aspect{.name = "global", .take = takeAs<ObjectRecord, takeAlias>, .tell = tellAlias},
      Aspect{.name = "place", .take = takeAs<ObjectRecord, takeObjectPlace>, .tell = tellObjectPlace},
      Aspect{.name = "configuration",
             .is_list = true,
             .take = takeAs<ObjectRecord, takeConfigurations>,
             .tell = tellConfiguration},
      Aspect{.name = "user-data", .take = takeAs<ObjectRecord, takeUserData>, .tell = tellUserData},
      Aspect{
          .name = "cartesian-limits", .take = takeAs<ObjectRecord, takeCartesianLimits>, .tell = tellCartesianLimits},
      Aspect{.name = "ik-solvers", .take = takeAs<ObjectRecord, takeIkSolvers>, .tell = tellIkSolvers},
      Aspect{.name = "simulation", .take = takeAs<ObjectRecord, takeSimulation>, .tell = tellSimulation},
      Aspect{.name = "own-rules", .take = takeAs<ObjectRecord, takeOwnRules>, .tell = tellOwnRules},
      Aspect{.name = "payload", .take = takeAs<ObjectRecord, takePayload>, .tell = tellPayload},
      Aspect{.name = "empty", .is_derived = true, .take = takeAs<ObjectRecord, takeEmpty>, .tell = tellNothing},
      Aspect{.name = "other", .take = takeAll<ObjectRecord>, .tell = tellOther}};
  return kTable;
}

}  // namespace ww::difference
