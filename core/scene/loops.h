// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/math/pose.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// Two points of two links that a joint keeps together; metres, in the links' frames.
struct LoopTie {
  Vec3 in_parent = Vec3::Zero(), in_child = Vec3::Zero();
};

// A joint that closes a chain: objects have none, as each link hangs on one joint, and simulations close it again. It
// is kept in the user data of the object under a key of its own, as text: the two links and the points, with blanks
// between. One point is a ball, two are an axis, three hold fast.
struct LoopJoint {
  std::string name, parent, child;
  std::vector<LoopTie> ties;
};

std::string loopKey(const std::string& joint);  // of the user data
void keepLoop(const LoopJoint& loop, intrinsic_proto::scene_object::v1::SceneObject& object);
// By name; those whose text is not so are passed over.
std::vector<LoopJoint> loopsOf(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data);

}  // namespace ww::scene
