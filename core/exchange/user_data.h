// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace google::protobuf {
class FileDescriptorSet;
}

namespace ww::exchange {

// What clients keep with an object, as the text form of a scene object that holds nothing else; empty when there is
// nothing. Joints that follow others are left out, as formats have words for them. `types` describes messages that this
// program does not know, and may be null; what is not described stands as it came, in bytes. `said`: keys of what the
// file says itself.
std::string userDataText(const intrinsic_proto::scene_object::v1::SceneObject& object,
                         const google::protobuf::FileDescriptorSet* types, const std::set<std::string>& said = {});

}  // namespace ww::exchange
