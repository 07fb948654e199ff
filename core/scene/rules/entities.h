// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/scene/joint.h"
#include "core/scene/object_index.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

// What several rules share.
namespace ww::scene::rules {

namespace so = intrinsic_proto::scene_object::v1;

inline Status bad(std::string title, std::string hint) {
  return fail(Code::kInvalidArgument, std::move(title)).withHint(std::move(hint));
}

// f(index, component) for each joint.
template <typename F>
void forEachJoint(const ObjectIndex& object, F&& f) {
  for (int i = 0; i < object.size(); ++i) {
    if (object.entity(i).has_joint()) f(i, object.entity(i).joint().kinematics_component());
  }
}

}  // namespace ww::scene::rules
