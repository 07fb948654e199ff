// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "core/geometry/shape.h"
#include "core/geometry/store.h"
#include "core/world/values/parts.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"

namespace ww::samples {

constexpr double deg(double degrees) { return degrees * std::numbers::pi / 180.0; }

using SceneObject = intrinsic_proto::scene_object::v1::SceneObject;

// A link: what is seen, the simpler shapes that collide, and its mass in kg (0: none is given).
struct LinkSpec {
  geometry::Mesh visual;
  std::vector<geometry::PlacedPrimitive> collision;
  double mass = 0.0;
};

// Limits are the hardware's; planning gets 95 % of the rates.
struct JointSpec {
  world::MotionType motion = world::MotionType::kRevolute;
  Vec3 axis = Vec3::UnitZ();
  Pose parent_t_inboard;
  double lower = 0, upper = 0;  // radians or metres
  double velocity = 0, acceleration = 0, jerk = 0, effort = 0;
  double value = 0;
};

// Writes a scene object. Geometry goes into the store and is referred to by its hash. The first
// failure is kept and given by finish.
class ObjectBuilder {
 public:
  ObjectBuilder(std::string name, geometry::GeometryStore& store);

  // The first entity has no parent.
  ObjectBuilder& link(const std::string& name, const std::string& parent, const LinkSpec& spec,
                      const Pose& parent_t_link = {});
  ObjectBuilder& joint(const std::string& name, const std::string& parent, const JointSpec& spec);
  ObjectBuilder& frame(const std::string& name, const std::string& parent, const Pose& parent_t_frame, bool attachment);
  ObjectBuilder& configuration(const std::string& name, const std::map<std::string, double>& positions);
  // Of joint_1, joint_2, ...
  ObjectBuilder& configurationInDegrees(const std::string& name, const std::vector<double>& degrees);
  ObjectBuilder& ikSolver(const std::string& tip_link);
  // No collision check between two links.
  ObjectBuilder& exclude(const std::string& a, const std::string& b);
  ObjectBuilder& fixedInPlace();
  Result<SceneObject> finish() const;

 private:
  void addGeometry(const char* kind, const geometry::Shape& shape);

  geometry::GeometryStore& store_;
  SceneObject object_;
  Status status_;
};

geometry::PlacedPrimitive boxAt(const Vec3& size, const Pose& pose = {});
geometry::PlacedPrimitive cylinderAt(double radius, double length, const Pose& pose = {});
geometry::PlacedPrimitive capsuleBetween(const Vec3& a, const Vec3& b, double radius);

}  // namespace ww::samples
