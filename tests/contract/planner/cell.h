// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <initializer_list>
#include <memory>
#include <string>

#include "core/geometry/store.h"
#include "core/scene/followers.h"
#include "core/world/values/world.h"

namespace ww::test {

// A small world for tests of motion: arms made of capsules and boxes, obstacles, frames.
class Cell {
 public:
  Cell();
  world::World world;

  // Six axes (spherical wrist), seven, or five (the six without the fourth); shoulder at 0.4 m, reach about 0.9 m from
  // it. Joints joint_1..., links base, link_1..., frame `flange`. Velocity 2 rad/s, acceleration 5 rad/s^2 unless
  // `rates` is false (then infinite).
  ObjectId addArm(const std::string& name, int joints, const Pose& pose = {}, bool rates = true);
  ObjectId addBox(const std::string& name, const Vec3& size, const Pose& pose, ObjectId parent = world::kRootObject,
                  EntityId parent_entity = world::kRootEntity);
  ObjectId addShape(const std::string& name, const geometry::Shape& shape, const Pose& pose,
                    ObjectId parent = world::kRootObject, EntityId parent_entity = world::kRootEntity);
  FrameId addFrame(ObjectId object, EntityId entity, const std::string& name, const Pose& pose);
  // Text form of intrinsic_proto.world.CollisionSettings.
  void setRules(const std::string& textproto);
  void setJoints(ObjectId robot, const JointVector& q);
  // Limits are not looked at.
  void follow(ObjectId robot, const std::vector<scene::Follow>& follows);
  // Text form of intrinsic_proto.scene_object.v1.CollisionRules for one object.
  void setObjectRules(ObjectId object, const std::string& textproto);

  ObjectId id(const std::string& path) const { return world.find(path); }
  EntityId entity(const std::string& object, const std::string& name) const;
  FrameId frame(const std::string& object, const std::string& name) const;
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
};

JointVector joints(std::initializer_list<double> values);
// A closed mesh of a box, its faces split into n x n squares; not recognised as a primitive.
geometry::Mesh boxMesh(const Vec3& size, int n = 1);
// An L-shaped closed mesh: 0.2 x 0.1 x 0.2 m with a notch of 0.1 x 0.1 x 0.1 m at its upper +x corner.
geometry::Mesh notchedMesh();

}  // namespace ww::test
