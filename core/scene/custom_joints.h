// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// User data of joints that are fixed here and something else in simulators (balls, universal joints), as the wire has
// it: a google.protobuf.Struct of the names of joints and their elements of SDF.
inline constexpr const char* kCustomJointsKey = "gazebo_custom_joint";

struct CustomJoint {
  std::string name, kind;  // the type in its element: "ball"; empty where it says none
};
// By name.
std::vector<CustomJoint> customJoints(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data);

}  // namespace ww::scene
