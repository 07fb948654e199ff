// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "core/math/pose.h"
#include "intrinsic/world/proto/physics_component.pb.h"

namespace intrinsic_proto::scene_object::v1 {
class SceneObject;
}

// What an object whose parts were put together or taken apart keeps of what it was, so that it can be that again. User
// data of the scene object.
namespace ww::usecase {

struct NotedShape {
  std::string name, in_one;  // in the link, in the one link of the rigid object
};

struct NotedLink {
  std::string name, parent;
  Pose root_t_link;  // metres
  std::vector<NotedShape> shapes;
  std::vector<std::string> carried;  // frames and sensors
  intrinsic_proto::world::PhysicsComponent physics;
  bool has_physics = false;
};

struct PartsNote {
  std::string group, whole, link, called;  // worldwright/v1/import_note.proto
  intrinsic_proto::world::PhysicsComponent total;
  bool has_total = false;
  std::vector<NotedLink> links;  // parents first
  std::size_t parts = 0;         // how many objects came of it

  const NotedLink* find(const std::string& name) const;
};

// Empty when there is none, or none that can be read.
PartsNote partsNoteOf(const intrinsic_proto::scene_object::v1::SceneObject& object);
// In the place of what was there; one without links takes it away.
void keepPartsNote(intrinsic_proto::scene_object::v1::SceneObject& object, const PartsNote& note);

// The text of a feature that a frame stands on (feature_link.h): the name of its link, of its shape; changed where it
// is that of a shape that goes by another name or on another link.
struct FeaturePlace {
  std::string link, shape;
};
FeaturePlace featurePlaceOf(const intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& frame);
void placeFeature(intrinsic_proto::scene_object::v1::SceneObject& object, const std::string& frame,
                  const FeaturePlace& place);

}  // namespace ww::usecase
