// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "core/exchange/exporter.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/joint.h"

namespace ww::test {

using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;
using Entity = intrinsic_proto::scene_object::v1::Entity;

using WireGeometry = intrinsic_proto::geometry::v1::TransformedGeometry;

inline WireGeometry& addShape(Entity& link, const char* purpose, const std::string& name,
                              const geometry::Primitive& primitive, const Pose& link_t_shape,
                              geometry::GeometryStore& store) {
  geometry::Shape shape;
  shape.primitives.push_back({primitive, Eigen::Affine3d::Identity()});
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& geometry = (*sets[purpose].mutable_named_geometries())[name];
  geometry.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref((*store.intern(shape))->ref);
  geometry::toWire(Eigen::Affine3d(link_t_shape.isometry()), geometry.mutable_ref_t_shape());
  return geometry;
}

inline void paint(WireGeometry& geometry, const geometry::Color& color, double metalness, double roughness) {
  auto& look = *geometry.mutable_geometry()->mutable_material_overrides();
  geometry::toWire(color, look.mutable_base_color());
  look.set_metalness(metalness);
  look.set_roughness(roughness);
}

// A slide: a red box `base` of 2 kg, on it `slide_joint` along x from 0 to 0.5 m, with a black ball `carriage`, 1 m
// above. The store must outlive what is made of it.
inline SceneObject slide(geometry::GeometryStore& store) {
  SceneObject out;
  out.set_name("slide");
  Entity& base = *out.add_entities();
  base.set_name("base");
  paint(addShape(base, "Intrinsic_Visual", "body", geometry::Box{Vec3(1, 0.5, 0.25)}, {}, store), {1, 0, 0, 1}, 0.25,
        0.5);
  addShape(base, "Intrinsic_Collision", "body", geometry::Box{Vec3(1, 0.5, 0.25)}, {}, store);
  auto& physics = *base.mutable_link()->mutable_physics_component();
  physics.set_mass_kg(2);
  geometry::toWire(Pose::translation(0, 0, 0.125), physics.mutable_this_t_center_of_mass());
  geometry::toWire(Eigen::MatrixXd(Eigen::Matrix3d(Vec3(0.5, 0.75, 1).asDiagonal())), physics.mutable_inertia());
  Entity& joint = *out.add_entities();
  joint.set_name("slide_joint");
  joint.set_parent_name("base");
  auto& k = *joint.mutable_joint()->mutable_kinematics_component();
  k.set_motion_type(scene::KinematicsComponent::MOTION_TYPE_PRISMATIC);
  geometry::toWire(Pose::translation(0, 0, 1), k.mutable_parent_t_inboard());
  geometry::toWire(Vec3(1, 0, 0), k.mutable_axis());
  k.mutable_system_limits()->mutable_fixed_limits()->set_upper(0.5);
  k.mutable_system_limits()->set_velocity(2);
  k.set_raw_value(0);
  geometry::toWire(*scene::parentTJoint(k, 0), joint.mutable_parent_t_this());
  Entity& carriage = *out.add_entities();
  carriage.set_name("carriage");
  carriage.set_parent_name("slide_joint");
  geometry::toWire(Pose::identity(), carriage.mutable_parent_t_this());
  paint(addShape(carriage, "Intrinsic_Visual", "ball", geometry::Sphere{0.125}, {}, store), {0, 0, 0, 1}, 0.0, 1.0);
  Entity& frame = *out.add_entities();
  frame.set_name("tool");
  frame.set_parent_name("carriage");
  frame.mutable_frame();
  geometry::toWire(Pose::translation(0, 0, 0.25), frame.mutable_parent_t_this());
  return out;
}

inline exchange::ExportScene alone(const SceneObject& object) {
  exchange::ExportScene out;
  out.name = object.name();
  out.objects.push_back({object, Pose::identity()});
  return out;
}

inline Result<exchange::ExportResult> made(const exchange::ExportScene& scene, const std::string& format,
                                           geometry::GeometryStore& store) {
  exchange::ExportOptions options;
  options.format = format;
  options.stem = scene.name;
  return exchange::exportScene(scene, options, store, {}, Progress());
}

}  // namespace ww::test
