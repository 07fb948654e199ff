// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/scene/failures.h"
#include "core/scene/followers.h"
#include "core/scene/joint.h"
#include "core/scene/names.h"
#include "core/scene/object_index.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

// What several rules share.
namespace ww::scene::rules {

namespace so = intrinsic_proto::scene_object::v1;

inline arg::Name shownName(std::string_view name) { return {shown(name)}; }

// f(index, component) for each joint.
template <typename F>
void forEachJoint(const ObjectIndex& object, F&& f) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).has_joint()) f(i, object.entity(i).joint().kinematics_component());
  }
}

// Those of the object that are sound; what is not is for the rule of followers.
inline std::vector<Follow> soundFollows(const ObjectIndex& object) {
  const auto follows = followsOf(object.object());
  if (!follows.ok()) return {};
  return resolveFollows(*follows, jointStates(object)).follows;
}

}  // namespace ww::scene::rules
