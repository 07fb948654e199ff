// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "resources/samples/objects.h"
#include "resources/samples/palette.h"
#include "resources/samples/sculpt.h"

namespace ww::samples {
namespace {

using namespace palette;

// A box between two corners, in both geometries.
void addSolid(Sculpture& s, LinkSpec& spec, const Vec3& from, const Vec3& to, geometry::Color color) {
  const Vec3 size = to - from;
  const Pose middle{0.5 * (from + to), Quat::Identity()};
  s.add(roundedBox(size, std::min(0.006, 0.2 * size.minCoeff())), color, middle);
  spec.collision.push_back(boxAt(size, middle));
}

// Only seen.
void addPlate(Sculpture& s, const Vec3& from, const Vec3& to, geometry::Color color) {
  const Vec3 size = to - from;
  s.add(roundedBox(size, 0.2 * size.minCoeff()), color, Pose{0.5 * (from + to), Quat::Identity()});
}

JointSpec slideAlong(const Vec3& axis, const Vec3& origin, double lower, double upper, double value) {
  JointSpec j;
  j.motion = world::MotionType::kPrismatic;
  j.axis = axis;
  j.parent_t_inboard.p = origin;
  j.lower = lower;
  j.upper = upper;
  j.velocity = 0.8;
  j.acceleration = 3;
  j.jerk = 40;
  j.effort = 800;
  j.value = value;
  return j;
}

// The vice holds what is 40 mm wide, around y = -0.30 m.
void addVice(Sculpture& s, LinkSpec& spec) {
  addSolid(s, spec, {0.15, -0.55, 0.66}, {0.75, -0.05, 0.69}, kSteel);
  for (const double y : {-0.50, -0.30, -0.10})
    addPlate(s, {0.16, y - 0.008, 0.689}, {0.74, y + 0.008, 0.691}, kGraphite);
  addSolid(s, spec, {0.19, -0.42, 0.69}, {0.33, -0.18, 0.74}, kFixture);
  addSolid(s, spec, {0.20, -0.2795, 0.74}, {0.32, -0.2495, 0.76}, kSteel);
}

LinkSpec housing() {
  Sculpture s;
  LinkSpec spec;
  addSolid(s, spec, {0.05, -0.60, 0.0}, {0.90, 0.60, 0.06}, kBlack);
  addSolid(s, spec, {0.0, -0.65, 0.06}, {0.95, 0.65, 0.66}, kShell);
  addSolid(s, spec, {0.92, -0.65, 0.66}, {0.95, 0.65, 1.80}, kShell);
  for (const double side : {-1.0, 1.0})
    addSolid(s, spec, {0.0, std::min(side * 0.65, side * 0.62), 0.66}, {0.95, std::max(side * 0.65, side * 0.62), 1.80},
             kShell);
  addSolid(s, spec, {0.0, -0.65, 1.77}, {0.95, 0.65, 1.80}, kShell);
  addSolid(s, spec, {0.0, 0.0, 0.66}, {0.03, 0.65, 1.80}, kShell);
  addSolid(s, spec, {0.0, -0.65, 1.55}, {0.03, 0.0, 1.80}, kShell);
  addSolid(s, spec, {0.0, -0.65, 0.66}, {0.03, -0.60, 1.55}, kShell);
  addPlate(s, {-0.003, -0.65, 1.66}, {0.003, 0.65, 1.72}, kAccent);
  addPlate(s, {-0.004, -0.62, 0.30}, {0.004, 0.62, 0.34}, kGraphite);
  addSolid(s, spec, {0.02, 0.645, 1.05}, {0.24, 0.71, 1.40}, kGraphite);
  addPlate(s, {0.05, 0.708, 1.20}, {0.21, 0.713, 1.37}, kAccent);
  addSolid(s, spec, {0.40, -0.34, 1.20}, {0.56, -0.26, 1.77}, kGraphite);
  s.add(roundedCylinder(0.03, 0.12, 0.004), kSteel, Pose::translation(0.48, -0.30, 1.09));
  spec.collision.push_back(cylinderAt(0.03, 0.12, Pose::translation(0.48, -0.30, 1.15)));
  addVice(s, spec);
  spec.mass = 1400;
  spec.visual = s.finish();
  return spec;
}

LinkSpec door() {
  Sculpture s;
  LinkSpec spec;
  addSolid(s, spec, {-0.03, -0.32, 0.02}, {0.0, 0.32, 0.92}, kAluminium);
  addPlate(s, {-0.033, -0.24, 0.32}, {-0.027, 0.24, 0.84}, kBlack);
  addSolid(s, spec, {-0.055, -0.295, 0.40}, {-0.029, -0.265, 0.62}, kAccent);
  spec.mass = 22;
  spec.visual = s.finish();
  return spec;
}

LinkSpec jaw() {
  Sculpture s;
  LinkSpec spec;
  addSolid(s, spec, {-0.06, -0.03, 0.0005}, {0.06, 0.0, 0.02}, kSteel);
  spec.mass = 1.2;
  spec.visual = s.finish();
  return spec;
}

LinkSpec bed() {
  Sculpture s;
  LinkSpec spec;
  addSolid(s, spec, {-0.20, -1.30, 0.04}, {0.20, 1.30, 0.50}, kGraphite);
  for (const double y : {-1.15, -0.4, 0.4, 1.15})
    addSolid(s, spec, {-0.24, y - 0.06, 0.0}, {0.24, y + 0.06, 0.041}, kBlack);
  for (const double x : {-0.13, 0.13}) addSolid(s, spec, {x - 0.02, -1.28, 0.499}, {x + 0.02, 1.28, 0.525}, kSteel);
  for (const double y : {-1.285, 1.285}) addSolid(s, spec, {-0.19, y - 0.015, 0.499}, {0.19, y + 0.015, 0.56}, kAccent);
  spec.mass = 420;
  spec.visual = s.finish();
  return spec;
}

LinkSpec carriage() {
  Sculpture s;
  LinkSpec spec;
  addSolid(s, spec, {-0.19, -0.22, 0.0}, {0.19, 0.22, 0.05}, kShell);
  addSolid(s, spec, {-0.14, -0.14, 0.049}, {0.14, 0.14, 0.065}, kSteel);
  spec.mass = 60;
  spec.visual = s.finish();
  return spec;
}

}  // namespace

Result<SceneObject> machine(geometry::GeometryStore& store) {
  ObjectBuilder b("machine", store);
  b.link("housing", "", housing());
  b.joint("door_joint", "housing", slideAlong(Vec3::UnitY(), {-0.005, -0.30, 0.66}, 0.0, 0.62, 0.60));
  b.link("door", "door_joint", door());
  b.joint("jaw_joint", "housing", slideAlong(-Vec3::UnitY(), {0.26, -0.3205, 0.74}, 0.0, 0.06, 0.03));
  b.link("jaw", "jaw_joint", jaw());
  b.configuration("open", {{"door_joint", 0.60}, {"jaw_joint", 0.03}});
  b.configuration("clamped", {{"door_joint", 0.60}, {"jaw_joint", 0.0}});
  b.configuration("running", {{"door_joint", 0.0}, {"jaw_joint", 0.0}});
  b.frame("vice", "housing", Pose::translation(0.26, -0.30, 0.74), false);
  return b.fixedInPlace().finish();
}

Result<SceneObject> rail(geometry::GeometryStore& store) {
  ObjectBuilder b("rail", store);
  b.link("bed", "", bed());
  b.joint("carriage_joint", "bed", slideAlong(Vec3::UnitY(), {0, 0, 0.53}, -1.0, 1.0, 0.0));
  b.link("carriage", "carriage_joint", carriage());
  b.frame("mount", "carriage", Pose::translation(0, 0, 0.065), true);
  b.configuration("middle", {{"carriage_joint", 0.0}});
  b.configuration("left", {{"carriage_joint", 0.8}});
  b.configuration("right", {{"carriage_joint", -0.8}});
  return b.fixedInPlace().finish();
}

}  // namespace ww::samples
