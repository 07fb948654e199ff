// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/revision/object_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/scene/followers.h"
#include "core/usecase/revision/import_note.h"
#include "core/world/records/canonical.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using NamesHere = std::map<std::string, std::string>;

constexpr std::string_view kDataOf = "data:";

bool isOfPrograms(const std::string& key) { return key.starts_with("WORLDWRIGHT_") || key.starts_with("FLOWSTATE_"); }

std::string staticText(const so::SceneObject& object) { return object.simulation_spec().is_static() ? "yes" : ""; }
void takeStatic(const so::SceneObject& file, const NamesHere&, so::SceneObject& object) {
  object.mutable_simulation_spec()->set_is_static(file.simulation_spec().is_static());
}

std::string pluginsText(const so::SceneObject& object) {
  std::string out;
  for (const std::string& plugin : object.simulation_spec().extra_inlined_plugins()) out += plugin + "|";
  return out;
}
void takePlugins(const so::SceneObject& file, const NamesHere&, so::SceneObject& object) {
  *object.mutable_simulation_spec()->mutable_extra_inlined_plugins() = file.simulation_spec().extra_inlined_plugins();
}

std::string limitsText(const so::SceneObject& object) {
  const so::Kinematics& kinematics = object.properties().kinematics();
  return kinematics.has_limits() ? "|" + world::canonicalBytes(kinematics.limits()) : std::string();
}
void takeLimits(const so::SceneObject& file, const NamesHere&, so::SceneObject& object) {
  so::Kinematics& kinematics = *object.mutable_properties()->mutable_kinematics();
  if (file.properties().kinematics().has_limits())
    *kinematics.mutable_limits() = file.properties().kinematics().limits();
  else kinematics.clear_limits();
}

std::string solversText(const so::SceneObject& object) {
  std::string out;
  for (const so::IkSolver& solver : object.properties().kinematics().ik_solvers())
    out += world::canonicalBytes(solver) + "|";
  return out;
}
void takeSolvers(const so::SceneObject& file, const NamesHere& names, so::SceneObject& object) {
  auto& solvers = *object.mutable_properties()->mutable_kinematics()->mutable_ik_solvers();
  solvers.Clear();
  for (so::IkSolver solver : file.properties().kinematics().ik_solvers()) {
    if (solver.has_tip_link_name()) {
      const auto tip = names.find(solver.tip_link_name());
      if (tip == names.end()) continue;
      solver.set_tip_link_name(tip->second);
    }
    *solvers.Add() = std::move(solver);
  }
}

std::vector<scene::Follow> followsIn(const so::SceneObject& object) {
  auto follows = scene::followsOf(object);
  return follows.ok() ? std::move(follows).value() : std::vector<scene::Follow>();
}
std::string followersText(const so::SceneObject& object) {
  std::set<std::string> out;
  for (const scene::Follow& f : followsIn(object))
    out.insert(fmt::format("{}|{}|{:.12g}|{:.12g}", f.joint, f.leader, f.multiplier, f.offset));
  return fmt::format("{}", fmt::join(out, "|"));
}
void takeFollowers(const so::SceneObject& file, const NamesHere& names, so::SceneObject& object) {
  std::set<std::string> of_file;
  for (const auto& [in_file, here] : names) of_file.insert(here);
  std::vector<scene::Follow> out = followsIn(object);
  std::erase_if(out, [&](const scene::Follow& f) { return of_file.contains(f.joint); });
  for (scene::Follow f : followsIn(file)) {
    const auto joint = names.find(f.joint), leader = names.find(f.leader);
    if (joint == names.end() || leader == names.end()) continue;
    f.joint = joint->second;
    f.leader = leader->second;
    out.push_back(f);
  }
  scene::setFollows(object, out);
}

struct Setting {
  std::string_view id;
  std::string (*text)(const so::SceneObject& object);  // the same for the same content; empty: none
  void (*take)(const so::SceneObject& file, const NamesHere& names, so::SceneObject& object);
  const char* changed;  // for people
};
constexpr Setting kSettings[] = {
    {"static", staticText, takeStatic, WW_TEXT("Core", "{object} is static by now: physics does not move it")},
    {"plugins", pluginsText, takePlugins, WW_TEXT("Core", "{object} has other plugins for simulations")},
    {"limits", limitsText, takeLimits, WW_TEXT("Core", "{object} has other Cartesian limits")},
    {"solvers", solversText, takeSolvers, WW_TEXT("Core", "{object} names other solvers of inverse kinematics")},
    {"followers", followersText, takeFollowers,
     WW_TEXT("Core", "joints of {object} follow others in another way than before")}};

}  // namespace

std::map<std::string, std::uint64_t> settingHashes(const so::SceneObject& object) {
  std::map<std::string, std::uint64_t> out;
  for (const Setting& setting : kSettings) out[std::string(setting.id)] = hashOfText(setting.text(object));
  for (const auto& [key, value] : object.user_data())
    if (!isOfPrograms(key)) out[std::string(kDataOf) + key] = hashOfText("|" + world::canonicalBytes(value));
  return out;
}

void takeSetting(const std::string& setting, const so::SceneObject& file, const NamesHere& names,
                 so::SceneObject& object) {
  const auto row = std::ranges::find(kSettings, setting, &Setting::id);
  if (row != std::end(kSettings)) return row->take(file, names, object);
  if (!setting.starts_with(kDataOf)) return;
  const std::string key = setting.substr(kDataOf.size());
  const auto value = file.user_data().find(key);
  if (value == file.user_data().end()) object.mutable_user_data()->erase(key);
  else (*object.mutable_user_data())[key] = value->second;
}

Phrase settingText(const std::string& setting, const std::string& object, bool is_static) {
  const FailureArg name{"object", arg::Words{object}};
  if (setting == "static" && !is_static)
    return phrase(WW_TEXT("Core", "{object} is no longer static: physics moves it"), {name});
  const auto row = std::ranges::find(kSettings, setting, &Setting::id);
  if (row != std::end(kSettings)) return phrase(row->changed, {name});
  const std::string key = setting.starts_with(kDataOf) ? setting.substr(kDataOf.size()) : setting;
  return phrase(WW_TEXT("Core", "{object} has other user data under {key}"), {name, {"key", arg::Words{key}}});
}

}  // namespace ww::usecase
