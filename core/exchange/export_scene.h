// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/math/pose.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::exchange {

// A scene object and where it stands.
struct ExportedObject {
  // Geometry by reference into the store that goes along, or inline.
  intrinsic_proto::scene_object::v1::SceneObject object;
  Pose scene_t_object;  // of its root entity
};

// What is exported: one object by itself, or several as a scene.
struct ExportScene {
  std::string name;  // of the file's content: a valid name
  std::vector<ExportedObject> objects;
  bool is_world = false;  // a scene also where it holds one object
  bool isScene() const { return is_world || objects.size() != 1; }
};

}  // namespace ww::exchange
