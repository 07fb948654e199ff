// SPDX-License-Identifier: Apache-2.0
#include "resources/samples/object_builder.h"

#include <fmt/format.h>

#include "core/geometry/mass_properties.h"
#include "core/geometry/wire_convert.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
namespace pb = intrinsic_proto::world;

void setLimits(const JointSpec& spec, double share, pb::KinematicsComponent::Limits* out) {
  out->mutable_fixed_limits()->set_lower(spec.lower);
  out->mutable_fixed_limits()->set_upper(spec.upper);
  out->set_velocity(share * spec.velocity);
  out->set_acceleration(share * spec.acceleration);
  out->set_jerk(share * spec.jerk);
  out->set_effort(spec.effort);
}

void setPhysics(const LinkSpec& spec, pb::PhysicsComponent* out) {
  if (spec.mass <= 0.0 || spec.collision.empty()) return;
  Result<geometry::MassProperties> unit = geometry::massProperties(geometry::Shape{spec.collision, nullptr});
  if (!unit.ok()) return;
  const double density = spec.mass / unit->volume;
  out->set_mass_kg(spec.mass);
  geometry::toWire(Pose{unit->centroid, Quat::Identity()}, out->mutable_this_t_center_of_mass());
  geometry::toWire(Eigen::MatrixXd(density * unit->inertia), out->mutable_inertia());
}

}  // namespace

ObjectBuilder::ObjectBuilder(std::string name, geometry::GeometryStore& store) : store_(store) {
  object_.set_name(std::move(name));
}

void ObjectBuilder::addGeometry(const char* kind, const geometry::Shape& shape) {
  Result<geometry::GeometryPtr> geometry = store_.intern(shape);
  if (!geometry.ok()) {
    if (status_.ok()) status_ = geometry.status();
    return;
  }
  so::Entity& entity = *object_.mutable_entities()->rbegin();
  auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& placed = (*sets[kind].mutable_named_geometries())["body"];
  placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(geometry.value()->ref);
}

ObjectBuilder& ObjectBuilder::link(const std::string& name, const std::string& parent, const LinkSpec& spec,
                                   const Pose& parent_t_link) {
  so::Entity* entity = object_.add_entities();
  entity->set_name(name);
  entity->set_parent_name(parent);
  if (!parent.empty()) geometry::toWire(parent_t_link, entity->mutable_parent_t_this());
  setPhysics(spec, entity->mutable_link()->mutable_physics_component());
  if (!spec.visual.triangles.empty()) {
    addGeometry("Intrinsic_Visual", {{}, std::make_shared<const geometry::Mesh>(spec.visual)});
  }
  if (!spec.collision.empty()) addGeometry("Intrinsic_Collision", {spec.collision, nullptr});
  return *this;
}

ObjectBuilder& ObjectBuilder::joint(const std::string& name, const std::string& parent, const JointSpec& spec) {
  so::Entity* entity = object_.add_entities();
  entity->set_name(name);
  entity->set_parent_name(parent);
  pb::KinematicsComponent* k = entity->mutable_joint()->mutable_kinematics_component();
  k->set_motion_type(spec.motion == world::MotionType::kPrismatic ? pb::KinematicsComponent::MOTION_TYPE_PRISMATIC
                                                                  : pb::KinematicsComponent::MOTION_TYPE_REVOLUTE);
  k->set_raw_value(spec.value);
  geometry::toWire(spec.axis, k->mutable_axis());
  geometry::toWire(spec.parent_t_inboard, k->mutable_parent_t_inboard());
  geometry::toWire(Pose{}, k->mutable_outboard_t_child());
  setLimits(spec, 1.0, k->mutable_system_limits());
  setLimits(spec, 0.95, k->mutable_application_limits());
  return *this;
}

ObjectBuilder& ObjectBuilder::frame(const std::string& name, const std::string& parent, const Pose& parent_t_frame,
                                    bool attachment) {
  so::Entity* entity = object_.add_entities();
  entity->set_name(name);
  entity->set_parent_name(parent);
  geometry::toWire(parent_t_frame, entity->mutable_parent_t_this());
  entity->mutable_frame()->set_is_attachment_frame(attachment);
  return *this;
}

ObjectBuilder& ObjectBuilder::configuration(const std::string& name, const std::map<std::string, double>& positions) {
  so::NamedConfiguration* c = object_.mutable_properties()->mutable_kinematics()->add_named_configurations();
  c->set_name(name);
  c->mutable_joint_positions()->insert(positions.begin(), positions.end());
  return *this;
}

ObjectBuilder& ObjectBuilder::configurationInDegrees(const std::string& name, const std::vector<double>& degrees) {
  std::map<std::string, double> positions;
  for (std::size_t i = 0; i < degrees.size(); ++i) positions[fmt::format("joint_{}", i + 1)] = deg(degrees[i]);
  return configuration(name, positions);
}

ObjectBuilder& ObjectBuilder::ikSolver(const std::string& tip_link) {
  so::IkSolver* solver = object_.mutable_properties()->mutable_kinematics()->add_ik_solvers();
  solver->set_ik_solver("numeric");
  solver->set_tip_link_name(tip_link);
  return *this;
}

ObjectBuilder& ObjectBuilder::exclude(const std::string& a, const std::string& b) {
  so::CollisionExclusionRule* rule = object_.mutable_collision_rules()->add_exclusion_rules();
  rule->mutable_entity_pair()->mutable_left_entity()->set_entity_name(a);
  rule->mutable_entity_pair()->mutable_right_entity()->set_entity_name(b);
  rule->set_is_excluded(true);
  return *this;
}

ObjectBuilder& ObjectBuilder::fixedInPlace() {
  object_.mutable_simulation_spec()->set_is_static(true);
  return *this;
}

Result<SceneObject> ObjectBuilder::finish() const {
  if (!status_.ok()) return status_;
  return object_;
}

geometry::PlacedPrimitive boxAt(const Vec3& size, const Pose& pose) {
  return {geometry::Box{size}, Eigen::Affine3d(pose.isometry())};
}

geometry::PlacedPrimitive cylinderAt(double radius, double length, const Pose& pose) {
  return {geometry::Cylinder{length, radius}, Eigen::Affine3d(pose.isometry())};
}

geometry::PlacedPrimitive capsuleBetween(const Vec3& a, const Vec3& b, double radius) {
  return {geometry::Capsule{(b - a).norm(), radius},
          Eigen::Affine3d(along((b - a).normalized(), 0.5 * (a + b)).isometry())};
}

}  // namespace ww::samples
