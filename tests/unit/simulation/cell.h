// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "core/simulation/simulation.h"
#include "resources/samples/object_builder.h"
#include "tests/unit/model/models.h"

namespace ww::test {

// Worlds to simulate: what is in them is added by name.
struct PhysicsCell : Workshop {
  using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;

  static SceneObject box(const std::string& name, const Vec3& size, double mass, geometry::GeometryStore& store,
                         bool is_static = false);
  // The same of a mesh, which collides as it is.
  static SceneObject ofMesh(const std::string& name, const geometry::Mesh& mesh, double mass,
                            geometry::GeometryStore& store);
  // A base that stands, and a rod of 1 kg from 0 to -1 m on z that turns about y at its origin; its joint is `swing`.
  static SceneObject pendulum(geometry::GeometryStore& store, double limit = 3.0, double effort = 100.0);

  // Two fingers of 20 N that slide towards each other by up to 5 cm, along x, from 6 cm beside its origin; joints
  // `left` and `right`.
  static SceneObject hand(geometry::GeometryStore& store);

  ObjectId addSolid(const std::string& name, const Vec3& size, double mass, const Pose& pose = {},
                    bool is_static = false, ObjectId parent = world::kRootObject, EntityId on = {});
  std::unique_ptr<simulation::Simulation> simulate(simulation::SimulationOptions options = {}) const;
  static simulation::SimulationOptions free();  // neither floor nor held joints

  static simulation::StateIn at(const Pose& pose, const std::string& frame = {}, const simulation::Twist& twist = {}) {
    return {frame, pose, twist};
  }
};

inline const Vec3 kCube = Vec3::Constant(0.1);  // metres

// About an axis that is none of the three; radians.
Pose turned(double angle, const Vec3& p);
simulation::BodyWrench push(const std::string& body, const Vec3& force, double duration, double start = 0.0);
// Two bodies that fly in empty space.
std::unique_ptr<simulation::Simulation> space(PhysicsCell& cell);

}  // namespace ww::test
