// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <random>
#include <string>

#include "core/model/overrides.h"
#include "core/scene/followers.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::test {

constexpr double kPoseTolerance = 1e-12;  // metres, and of quaternions' coordinates

// A tree of revolute and prismatic joints with links and sensors between them at random poses, a frame
// `tip` on the last link. Joints joint_1... , links base, link_1...; a chain when `branches` is false.
intrinsic_proto::scene_object::v1::SceneObject randomTree(std::mt19937_64& random, int joints, bool branches = true);
// A base with joints joint_1, joint_2... that do not hang on each other, and fingers finger_1...
intrinsic_proto::scene_object::v1::SceneObject gripper(int fingers);
Pose randomPose(std::mt19937_64& random);
double randomNumber(std::mt19937_64& random);  // -1 ... 1

// A world that is built by edits, which must succeed.
struct Workshop {
  geometry::GeometryStore store;
  world::World w;

  void apply(const session::EditsPtr& edits);
  ObjectId add(const std::string& name, const intrinsic_proto::scene_object::v1::SceneObject& what,
               const Pose& pose = {}, ObjectId parent = world::kRootObject, EntityId on = {});
  ObjectId addBox(const std::string& name, const Pose& pose = {}, ObjectId parent = world::kRootObject,
                  EntityId on = {});
  EntityId entity(const std::string& object, const std::string& name) const;
  FrameId frame(const std::string& object, const std::string& name) const;
  ObjectId id(const std::string& name) const { return w.find(name); }
  void setJoints(ObjectId object, const JointVector& q);
  void follow(ObjectId object, const std::vector<scene::Follow>& follows);  // limits are not looked at
};

// An arm on a table and a gripper on it whose second finger follows the first; frames on the first finger, one on
// the other, and a part attached to the latter, with something on it. Beside it another arm that holds a box.
struct HandlingCell : Workshop {
  explicit HandlingCell(std::uint64_t seed);
  // Some objects, frames and joints elsewhere.
  model::Overrides elsewhere();
  // The world once all that has been committed, edit by edit.
  world::World committed(const model::Overrides& overrides) const;

  std::mt19937_64 random;
};

// Empty when they are equal within the tolerance.
std::string poseMismatch(const Pose& a, const Pose& b, double tolerance = kPoseTolerance);
// Empty when every object, entity and frame is where the world has it; beyond 10 m the tolerance grows with distances.
std::string misplaced(const std::function<Pose(world::NodeRef)>& root_t, const world::World& world);
std::string misplaced(const model::State& state, const world::World& world);
// Empty when two models of one world say the same, numbers of bodies aside, and each is in order.
std::string modelDifference(const model::Model& a, const model::Model& b);

}  // namespace ww::test
