// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/ik/arms.h"

#include <fmt/format.h>

#include <Eigen/SVD>
#include <numbers>

#include "core/geometry/wire_convert.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::test {

using namespace kinematics;

namespace {

const Vec3 kX = Vec3::UnitX(), kY = Vec3::UnitY(), kZ = Vec3::UnitZ();

ArmShape small6() {
  return {"industrial",
          {{-kZ, {0, 0, 0.4}},
           {kY, {0.025, 0, 0}},
           {kY, {0.455, 0, 0}},
           {-kX, {0, 0, 0.025}},
           {kY, {0.42, 0, 0}},
           {-kX, {0.09, 0, 0}}},
          {0.1, 0.02, 0}};
}

ArmShape ur() {
  return {"three parallel",
          {{kZ, {0, 0, 0.089159}},
           {kY, {0, 0.13585, 0}},
           {kY, {0.425, -0.1197, 0}},
           {kY, {0.39225, 0, 0}},
           {-kZ, {0, 0.093, 0}},
           {kY, {0, 0, -0.09465}}},
          {0, 0.0823, 0}};
}

ArmShape offsetWrist() {
  return {"offset wrist",
          {{kZ, {0, 0, 0.245}},
           {kY, {0, 0, 0}},
           {-kY, {0, 0, 0.71}},
           {-kX, {0, 0, 0}},
           {-kY, {0.54, -0.15, 0}},
           {-kX, {0.16, 0, 0}}},
          {0.05, 0, 0}};
}

}  // namespace

std::vector<ArmShape> sixAxisArms() {
  const Vec3 slant = Vec3(0.3, 0.2, 0.9).normalized(), other = Vec3(-0.5, 0.8, 0.1).normalized();
  ArmShape puma = small6();
  puma.name = "lateral offset";
  puma.joints[2].at.y() = 0.15;
  ArmShape skew{"skew shoulder, slanted wrist",
                {{kZ, {0, 0, 0.3}},
                 {other, {0.1, 0.05, 0}},
                 {slant, {0.3, 0.1, 0.2}},
                 {kX, {0.2, 0, 0.3}},
                 {Vec3(0.5, 0.8, 0).normalized(), {0.1, 0, 0}},
                 {kX, {0, 0, 0}}},
                {0.1, 0.02, 0.03}};
  ArmShape back{"spherical shoulder",
                {{kZ, {0, 0, 0.3}},
                 {kY, {0, 0, 0}},
                 {kZ, {0, 0, 0}},
                 {kY, {0.08, 0, 0.3}},
                 {kZ, {-0.08, 0, 0.38}},
                 {kY, {0, 0, 0}}},
                {0.088, 0, 0.1}};
  ArmShape meeting{"meeting shoulder",
                   {{kZ, {0, 0, 0.3}},
                    {kY, {0, 0, 0}},
                    {slant, {0.4, 0.05, 0}},
                    {kX, {0.1, 0, 0.3}},
                    {kY, {0.1, 0, 0}},
                    {kX, {0, 0, 0}}},
                   {0.1, 0.02, 0.03}};
  return {small6(), puma, ur(), offsetWrist(), skew, back, meeting};
}

std::vector<ArmShape> sevenAxisArms() {
  const double pi = std::numbers::pi;
  ArmShape elbow{"seven with an offset elbow and hand",
                 {{kZ, {0, 0, 0.333}, -2.9, 2.9},
                  {kY, {0, 0, 0}, -1.83, 1.83},
                  {kZ, {0, 0, 0.316}, -2.9, 2.9},
                  {-kY, {0.0825, 0, 0}, -3.07, 0.08},
                  {kZ, {-0.0825, 0, 0.384}, -2.9, 2.9},
                  {-kY, {0, 0, 0}, -0.08, 3.8},
                  {-kZ, {0.088, 0, 0}, -2.9, 2.9}},
                 {0, 0, -0.107}};
  ArmShape straight{"seven with two spheres",
                    {{kZ, {0, 0, 0.36}, -2.96, 2.96},
                     {kY, {0, 0, 0}, -2.09, 2.09},
                     {kZ, {0, 0, 0.2}, -2.96, 2.96},
                     {-kY, {0, 0, 0.22}, -2.09, 2.09},
                     {kZ, {0, 0, 0.2}, -2.96, 2.96},
                     {kY, {0, 0, 0.2}, -2.09, 2.09},
                     {kZ, {0, 0, 0}, -3.05, 3.05}},
                    {0, 0, 0.126}};
  ArmShape rail = ur();
  rail.name = "six on a rail";
  for (ArmJoint& j : rail.joints) j.lower = -pi, j.upper = pi;
  rail.joints.insert(rail.joints.begin(), ArmJoint{kY, {0, 0, 0.2}, -1.0, 1.0, false});
  return {elbow, straight, rail};
}

ArmShape roundedArm(const ArmShape& shape, double size, Random& random) {
  ArmShape out = shape;
  const auto noise = [&]() -> Vec3 {
    return size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  };
  for (ArmJoint& j : out.joints) {
    j.axis = (j.axis + noise()).normalized();
    j.at += noise();
  }
  out.name += fmt::format(", rounded to {:g}", size);
  return out;
}

SixAxes axesOf(const ArmShape& shape) {
  SixAxes out;
  Vec3 at = Vec3::Zero();
  for (std::size_t i = 0; i < 6; ++i) {
    at += shape.joints[i].at;
    out.axis[i] = {shape.joints[i].axis, at};
  }
  out.home.p = at + shape.tip;
  return out;
}

world::World worldOf(const ArmShape& shape) {
  intrinsic_proto::scene_object::v1::SceneObject arm;
  const auto addEntity = [&arm](const std::string& name, const std::string& parent) {
    auto* entity = arm.add_entities();
    entity->set_name(name);
    entity->set_parent_name(parent);
    return entity;
  };
  addEntity("base", "")->mutable_link();
  std::string parent = "base";
  for (std::size_t i = 0; i < shape.joints.size(); ++i) {
    const ArmJoint& joint = shape.joints[i];
    const std::string name = fmt::format("joint_{}", i + 1);
    auto* k = addEntity(name, parent)->mutable_joint()->mutable_kinematics_component();
    using Component = intrinsic_proto::world::KinematicsComponent;
    k->set_motion_type(joint.revolute ? Component::MOTION_TYPE_REVOLUTE : Component::MOTION_TYPE_PRISMATIC);
    geometry::toWire(joint.axis, k->mutable_axis());
    geometry::toWire(Pose::translation(joint.at.x(), joint.at.y(), joint.at.z()), k->mutable_parent_t_inboard());
    for (auto* limits : {k->mutable_system_limits(), k->mutable_application_limits()}) {
      limits->mutable_fixed_limits()->set_lower(joint.lower);
      limits->mutable_fixed_limits()->set_upper(joint.upper);
    }
    parent = fmt::format("link_{}", i + 1);
    addEntity(parent, name)->mutable_link();
  }
  auto* tip = addEntity("tip", parent);
  tip->mutable_frame();
  geometry::toWire(Pose::translation(shape.tip.x(), shape.tip.y(), shape.tip.z()), tip->mutable_parent_t_this());
  geometry::GeometryStore store;
  const auto edits = session::createFromSceneObject(world::kRootObject, {}, "arm", arm, {});
  auto made = world::apply(world::World(), *edits, store);
  WW_CHECK(made.ok());
  return *made;
}

Joints6 randomSix(Random& random) {
  Joints6 q;
  for (double& v : q) v = random.uniform(-std::numbers::pi, std::numbers::pi);
  return q;
}

double turnDistance(const Joints6& a, const Joints6& b) {
  double most = 0.0;
  for (int i = 0; i < 6; ++i) most = std::max(most, std::abs(std::remainder(a[i] - b[i], 2.0 * std::numbers::pi)));
  return most;
}

std::vector<Joints6> searchAll(const SixAxes& arm, const Rigid& goal, int starts, Random& random) {
  std::vector<Joints6> out;
  for (int n = 0; n < starts; ++n) {
    Joints6 q = randomSix(random);
    if (!(arm.polish(goal, 1e-12, 60, q) < 1e-9) || !q.allFinite()) continue;
    const auto same = [&q](const Joints6& o) { return turnDistance(o, q) < 1e-4; };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back(q);
  }
  return out;
}

double stiffness(const SixAxes& arm, const Joints6& q) {
  std::array<Screw, 6> at;
  const Rigid tip = arm.moved(q, at);
  Eigen::Matrix<double, 6, 6> j;
  for (int i = 0; i < 6; ++i) {
    const Screw& s = at[static_cast<std::size_t>(i)];
    j.col(i) << s.h.cross(tip.p - s.p), s.h;
  }
  return Eigen::JacobiSVD<Eigen::Matrix<double, 6, 6>>(j).singularValues()[5];
}

}  // namespace ww::test
