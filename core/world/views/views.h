// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/world/values/world.h"

namespace intrinsic_proto::world {
class Entity;
class Frame;
class Object;
}  // namespace intrinsic_proto::world

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

namespace ww::world {

// As on the wire. kBasic: names, tree, frames without poses, the object's own pose. kFull: everything.
enum class View { kBasic, kFull };

intrinsic_proto::world::Object toWireObject(const World& world, const Object& object, View view,
                                            const std::string& world_id);
intrinsic_proto::world::Frame toWireFrame(const World& world, const Frame& frame, bool with_pose,
                                          const std::string& world_id);
// All frames of an object, in the order of their ids: cheaper than one by one.
std::vector<intrinsic_proto::world::Frame> toWireFrames(const World& world, const Object& object, bool with_pose,
                                                        const std::string& world_id);
intrinsic_proto::world::Entity toWireEntity(const World& world, const Object& object, const Entity& entity,
                                            const std::string& world_id);

// A scene object that makes such an object again, with its frames (not its children).
intrinsic_proto::scene_object::v1::SceneObject toSceneObject(const World& world, const Object& object);

}  // namespace ww::world
