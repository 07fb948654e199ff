// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/simulation/cell.h"

namespace ww::test {

using samples::JointSpec;
using samples::LinkSpec;
using samples::ObjectBuilder;

PhysicsCell::SceneObject PhysicsCell::box(const std::string& name, const Vec3& size, double mass,
                                          geometry::GeometryStore& store, bool is_static) {
  LinkSpec body;
  body.collision = {samples::boxAt(size)};
  body.mass = mass;
  ObjectBuilder builder(name, store);
  builder.link("body", "", body);
  if (is_static) builder.fixedInPlace();
  return builder.finish().value();
}

PhysicsCell::SceneObject PhysicsCell::ofMesh(const std::string& name, const geometry::Mesh& mesh, double mass,
                                             geometry::GeometryStore& store) {
  SceneObject out = box(name, mesh.bounds().size(), mass, store, mass <= 0.0);
  const auto geometry = store.intern(geometry::Shape{{}, std::make_shared<const geometry::Mesh>(mesh)});
  auto& sets = *out.mutable_entities(0)->mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& placed = (*sets["Intrinsic_Collision"].mutable_named_geometries())["body"];
  placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(geometry.value()->ref);
  return out;
}

PhysicsCell::SceneObject PhysicsCell::pendulum(geometry::GeometryStore& store, double limit, double effort) {
  LinkSpec base, rod;
  base.collision = {samples::boxAt(Vec3(0.1, 0.1, 0.1), Pose::translation(0, 0.2, 0))};
  base.mass = 5.0;
  rod.collision = {samples::boxAt(Vec3(0.02, 0.02, 1.0), Pose::translation(0, 0, -0.5))};
  rod.mass = 1.0;
  JointSpec swing;
  swing.axis = Vec3::UnitY();
  swing.lower = -limit;
  swing.upper = limit;
  swing.velocity = 20.0;
  swing.acceleration = swing.jerk = 1000.0;
  swing.effort = effort;
  ObjectBuilder builder("pendulum", store);
  builder.link("base", "", base).joint("swing", "base", swing).link("rod", "swing", rod);
  return builder.finish().value();
}

PhysicsCell::SceneObject PhysicsCell::hand(geometry::GeometryStore& store) {
  LinkSpec palm, finger;
  palm.mass = finger.mass = 1.0;
  finger.collision = {samples::boxAt(Vec3(0.02, 0.1, 0.1))};
  ObjectBuilder builder("hand", store);
  builder.link("palm", "", palm);
  for (const double side : {-1.0, 1.0}) {
    JointSpec slide;
    slide.motion = world::MotionType::kPrismatic;
    slide.axis = Vec3(-side, 0, 0);
    slide.parent_t_inboard = Pose::translation(0.07 * side, 0, 0);
    slide.upper = 0.05;
    slide.velocity = 1.0;
    slide.acceleration = slide.jerk = 100.0;
    slide.effort = 20.0;
    const std::string name = side < 0 ? "left" : "right";
    builder.joint(name, "palm", slide).link(name + "_finger", name, finger);
  }
  return builder.finish().value();
}

ObjectId PhysicsCell::addSolid(const std::string& name, const Vec3& size, double mass, const Pose& pose, bool is_static,
                               ObjectId parent, EntityId on) {
  return add(name, box(name, size, mass, store, is_static), pose, parent, on);
}

std::unique_ptr<simulation::Simulation> PhysicsCell::simulate(simulation::SimulationOptions options) const {
  // The cell outlives its simulations.
  const std::shared_ptr<geometry::GeometryStore> shared(const_cast<geometry::GeometryStore*>(&store), [](auto*) {});
  return std::make_unique<simulation::Simulation>(w, shared, options);
}

simulation::SimulationOptions PhysicsCell::free() {
  simulation::SimulationOptions out;
  out.plan.floor.reset();
  out.plan.hold_joints = false;
  return out;
}

Pose turned(double angle, const Vec3& p) { return {p, Quat(Eigen::AngleAxisd(angle, Vec3(1, 2, 3).normalized()))}; }

simulation::BodyWrench push(const std::string& body, const Vec3& force, double duration, double start) {
  simulation::BodyWrench out;
  out.body_name = body;
  out.force = force;
  out.span = {start, duration};
  return out;
}

std::unique_ptr<simulation::Simulation> space(PhysicsCell& cell) {
  cell.addSolid("a", kCube, 1.0, turned(0.4, Vec3(1, 2, 3)));
  cell.addSolid("b", kCube, 2.0, turned(1.3, Vec3(-1, 0, 1)));
  simulation::SimulationOptions options = PhysicsCell::free();
  options.physics.gravity.setZero();
  return cell.simulate(options);
}

}  // namespace ww::test
