// SPDX-License-Identifier: Apache-2.0
#include "core/scene/rules/entities.h"
#include "core/scene/rules/rules.h"

namespace ww::scene::rules {
namespace {

// Keys that importers use among themselves; in an object they would have no meaning.
constexpr const char* kForbidden[] = {"gazebo_plugins", "gazebo_collision_surface", "gazebo_joint_physics",
                                      "sdf_lights"};

}  // namespace

void userData(const ObjectIndex& object, Findings& findings) {
  for (const char* key : kForbidden) {
    if (!object.object().user_data().contains(key)) continue;
    findings.add(fail(failures::kUserDataKey, {{"key", arg::Name{key}}}));
  }
}

}  // namespace ww::scene::rules
