// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// User data that stands for what components have no words for, and names entities: lenses, surfaces, closed chains.
namespace ww::scene {

bool namedDataMentions(const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& name);
void renameInNamedData(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& from,
                       const std::string& to);
// Takes out what is of entities that are gone, and the chains that they closed.
void dropFromNamedData(intrinsic_proto::scene_object::v1::SceneObject& object, const std::set<std::string>& gone);

}  // namespace ww::scene
