// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "core/geometry/store.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::rpc {

inline constexpr const char* kVisual = "Intrinsic_Visual";
inline constexpr const char* kCollision = "Intrinsic_Collision";

// All geometry of one purpose in a scene object as one mesh in its root entity, joints as they are in it.
// Colours stay. Geometry that the store does not know is left out.
struct SceneMesh {
  geometry::Mesh mesh;
  bool has_primitives = false;
};
SceneMesh meshOf(const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& purpose,
                 const geometry::GeometryStore& store);

}  // namespace ww::rpc
