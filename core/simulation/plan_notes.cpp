// SPDX-License-Identifier: Apache-2.0
#include "core/simulation/plan_notes.h"

#include "core/scene/custom_joints.h"
#include "core/simulation/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::simulation {

void noteFastJoints(const world::World& world, const world::Object& object, std::vector<Status>& notes) {
  if (!object.message) return;
  arg::Names fast;
  for (const scene::CustomJoint& joint : scene::customJoints(object.message->content().user_data()))
    if (object.entityNamed(joint.name))
      fast.texts.push_back(joint.name + (joint.kind.empty() ? "" : " (" + joint.kind + ")"));
  if (fast.texts.empty()) return;
  const arg::Count count{fast.texts.size()};
  notes.push_back(fail(failures::kJointsFast, {{"object", arg::Node{world.display(object.id), object.id.value}},
                                               {"count", count},
                                               {"joints", std::move(fast)}}));
}

}  // namespace ww::simulation
