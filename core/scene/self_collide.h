// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::scene {

// Whether links of one object touch each other in simulations, as SDF says it (<self_collide>): a word for the object,
// and words of links that differ from it. Two links touch where one of them says so. Of an object without a word the
// collision rules alone decide. It is kept in the user data of the object, as text: "true" or "false".
std::string selfCollideKey(std::string_view link);  // of the user data; of the object itself for no link

// Of a link, by itself or by its object; none where nothing is said.
std::optional<bool> selfCollide(const google::protobuf::Map<std::string, google::protobuf::Any>& user_data,
                                std::string_view link);

// The word of a link, or of the object for no link.
void keepSelfCollide(const std::string& link, bool collides, intrinsic_proto::scene_object::v1::SceneObject& object);

}  // namespace ww::scene
