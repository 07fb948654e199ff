// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/base/failure.h"
#include "core/scene/failures.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "core/scene/updates/kind.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"

namespace ww::scene::updates {
namespace {

using Configurations = google::protobuf::RepeatedPtrField<so::NamedConfiguration>;

Configurations::iterator findConfiguration(Configurations& all, const std::string& name) {
  return std::find_if(all.begin(), all.end(), [&](const so::NamedConfiguration& c) { return c.name() == name; });
}

Status dropConfiguration(Configurations& all, const std::string& name) {
  if (name.empty()) return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"named_configurations_to_remove"}}});
  const auto it = findConfiguration(all, name);
  if (it != all.end()) {
    all.erase(it);
    return okStatus();
  }
  std::vector<std::string> names;
  for (const so::NamedConfiguration& c : all) names.push_back(c.name());
  return withNearest(fail(failures::kNoSuchConfiguration, {{"configuration", arg::Name{shown(name)}}}), name, names);
}

// That a position is given for each joint, and within its limits, is a rule of scene objects.
Status checkJointsOf(Draft& draft, const so::NamedConfiguration& configuration) {
  // In the order of names, which the map of the message does not have.
  std::set<std::string> joints;
  for (const auto& [joint, position] : configuration.joint_positions()) joints.insert(joint);
  for (const std::string& joint : joints) {
    WW_ASSIGN(const so::Entity* const entity, draft.named(joint, "joint_positions"));
    if (!entity->has_joint()) return fail(failures::kNoSuchJoint, {{"joint", arg::Name{shown(joint)}}});
  }
  return okStatus();
}

Status keepConfiguration(Draft& draft, Configurations& all, const so::NamedConfiguration& configuration) {
  if (configuration.name().empty())
    return fail(failures::kUpdateFieldUnset, {{"field", arg::Words{"named_configurations_to_set.name"}}});
  Status joints = checkJointsOf(draft, configuration);
  if (!joints.ok())
    return within(std::move(joints),
                  phrase(WW_TEXT("Core", "configuration {name}"), {{"name", arg::Name{shown(configuration.name())}}}));
  const auto it = findConfiguration(all, configuration.name());
  if (it == all.end()) *all.Add() = configuration;
  else *it = configuration;
  return okStatus();
}

}  // namespace

static Status setConfigurations(Draft& draft, const so::SetNamedConfigurationsUpdate& update) {
  Configurations all = draft.object().properties().kinematics().named_configurations();
  if (update.clear_all_named_configurations()) all.Clear();
  for (const std::string& name : update.named_configurations_to_remove()) {
    // All are gone anyway; that a name is missing is told alike.
    if (update.clear_all_named_configurations() && !name.empty()) continue;
    WW_TRY(dropConfiguration(all, name));
  }
  for (const so::NamedConfiguration& c : update.named_configurations_to_set()) WW_TRY(keepConfiguration(draft, all, c));
  if (all.empty() && !draft.object().properties().has_kinematics()) return okStatus();
  *draft.object().mutable_properties()->mutable_kinematics()->mutable_named_configurations() = std::move(all);
  return okStatus();
}

UpdateKind configurationsKind() { return kindOf<setConfigurations>(); }

}  // namespace ww::scene::updates
