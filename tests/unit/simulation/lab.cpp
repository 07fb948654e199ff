// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/simulation/lab.h"

#include <cmath>

namespace ww::test {

using namespace simulation;

Inertial boxInertial(double mass, const Vec3& size) {
  const Vec3 s = size.cwiseProduct(size);
  const Vec3 diagonal = mass / 12.0 * Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y());
  return {mass, Vec3::Zero(), diagonal.asDiagonal()};
}

Inertial ballInertial(double mass, double radius) {
  return {mass, Vec3::Zero(), 0.4 * mass * radius * radius * Eigen::Matrix3d::Identity()};
}

Inertial pointMass(double mass, const Vec3& center, double inertia) {
  return {mass, center, inertia * Eigen::Matrix3d::Identity()};
}

Solid boxSolid(const Vec3& size, const Pose& at) {
  return geometry::PlacedPrimitive{geometry::Box{size}, Eigen::Affine3d(at.isometry())};
}

Solid ballSolid(double radius) {
  return geometry::PlacedPrimitive{geometry::Sphere{radius}, Eigen::Affine3d::Identity()};
}

namespace {

PhysicsProperties propertiesOf(double dt, const Vec3& gravity) {
  PhysicsProperties out;
  out.time_step = dt;
  out.gravity = gravity;
  return out;
}

}  // namespace

Lab::Lab(double step, const Vec3& gravity) : Lab(propertiesOf(step, gravity)) {}
Lab::Lab(const PhysicsProperties& properties)
    : dt(properties.time_step), engine(properties, [](EntityId, EntityId) { return true; }) {}

int Lab::body(const Inertial& inertial, std::vector<Solid> solids, const Pose& at, const Material& material,
              const Vec3& velocity, const Vec3& turning) {
  Assembly out;
  out.kind = inertial.mass > 0.0 ? AssemblyKind::kFree : AssemblyKind::kStatic;
  out.root_t_base = at;
  out.velocity = velocity;
  out.angular_velocity = turning;
  Part part;
  part.entity = EntityId{++entities_};
  part.inertial = inertial;
  part.material = material;
  part.solids = std::move(solids);
  out.pieces.push_back({part.entity, {part}});
  return add(std::move(out));
}

int Lab::ground(const Material& material, const Pose& at) { return body({}, {Ground{}}, at, material); }
int Lab::box(const Vec3& size, double mass, const Pose& at, const Material& material, const Vec3& velocity,
             const Vec3& turning) {
  return body(mass > 0.0 ? boxInertial(mass, size) : Inertial{}, {boxSolid(size)}, at, material, velocity, turning);
}
int Lab::ball(double radius, double mass, const Vec3& at, const Material& material, const Vec3& velocity,
              const Vec3& turning) {
  return body(mass > 0.0 ? ballInertial(mass, radius) : Inertial{}, {ballSolid(radius)}, {at, Quat::Identity()},
              material, velocity, turning);
}

void Lab::run(double seconds, const std::function<void()>& each) {
  const long count = std::lround(seconds / dt);
  for (long i = 0; i < count; ++i) {
    engine.step();
    ++steps;
    if (each) each();
  }
}

Chain::Chain() {
  assembly.kind = AssemblyKind::kMechanism;
  assembly.pieces.emplace_back();
}

Chain& Chain::joint(bool revolute, const Vec3& axis, const Pose& at, const Inertial& inertial, int on) {
  Axis a;
  a.parent = on < 0 ? static_cast<int>(assembly.pieces.size()) - 1 : on;
  a.revolute = revolute;
  a.axis = axis.normalized();
  a.parent_t_piece = at;
  assembly.axes.push_back(a);
  Part part;
  part.entity = EntityId{100 + assembly.pieces.size()};
  part.inertial = inertial;
  assembly.pieces.push_back({part.entity, {part}});
  return *this;
}

}  // namespace ww::test
