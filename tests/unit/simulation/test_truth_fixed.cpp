// SPDX-License-Identifier: Apache-2.0
// What fixed joints carry, against formulas. The number is that of the list of truths.
#include <cmath>

#include "intrinsic/world/proto/kinematics_component.pb.h"
#include "tests/unit/simulation/cell.h"
#include "tests/unit/simulation/truth.h"

using namespace ww;
using namespace ww::test;

namespace {

using List = std::vector<Measured>;
constexpr int kLinks = 10;

// Ten links of 1 kg and 0.1 m along x, each on a fixed joint, the first on a hinge that its drive holds.
PhysicsCell::SceneObject cantilever(geometry::GeometryStore& store) {
  samples::LinkSpec base, rod;
  base.mass = 1.0;
  rod.mass = 1.0;
  rod.collision = {samples::boxAt(Vec3(0.1, 0.02, 0.02), Pose::translation(0.05, 0, 0))};
  samples::JointSpec hinge;
  hinge.axis = Vec3::UnitY();
  hinge.lower = -1.0;
  hinge.upper = 1.0;
  hinge.velocity = 10.0;
  hinge.acceleration = hinge.jerk = 1000.0;
  hinge.effort = 200.0;
  samples::ObjectBuilder builder("arm", store);
  builder.link("base", "", base).joint("hinge", "base", hinge).link("link_0", "hinge", rod);
  for (int i = 1; i < kLinks; ++i) {
    samples::JointSpec joint = hinge;
    joint.parent_t_inboard = Pose::translation(0.1, 0, 0);
    const std::string number = std::to_string(i);
    builder.joint("fixed_" + number, "link_" + std::to_string(i - 1), joint)
        .link("link_" + number, "fixed_" + number, rod);
  }
  PhysicsCell::SceneObject out = builder.finish().value();
  for (auto& entity : *out.mutable_entities())
    if (entity.name().starts_with("fixed_"))
      entity.mutable_joint()->mutable_kinematics_component()->set_motion_type(
          intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_FIXED);
  return out;
}

List fixedJoints() {
  PhysicsCell cell;
  cell.add("arm", cantilever(cell.store), Pose::translation(0, 0, 2));
  const auto s = cell.simulate();
  const auto tip = [&] { return s->linkState("arm::link_9", "")->pose * Vec3(0.1, 0, 0); };
  const Vec3 before = tip();
  const Pose first_t_last = s->linkState("arm::link_9", "arm::link_0")->pose;
  if (!s->step(5000).ok()) return {{"it steps", 1.0, 0.0, 0.0}};
  const double torque = std::abs(s->jointProperties("hinge")->drive_force);
  List out{{"sag of the end", 0.0, (tip() - before).norm(), 1e-3},
           share("torque of the drive", kLinks * kG * 0.5 * 0.1 * kLinks, torque, 1e-3)};
  // Thrown about, they are as rigid.
  if (!s->applyJointEffort("hinge", 150.0, {0.0, 1.0}).ok() || !s->step(500).ok()) return {{"it moves", 1.0, 0.0, 0.0}};
  const Pose later = s->linkState("arm::link_9", "arm::link_0")->pose;
  out.push_back({"moved", 1.0, (tip() - before).norm() > 0.1 ? 1.0 : 0.0, 0.0});
  out.push_back({"bent", 0.0, positionDistance(first_t_last, later), 1e-9});
  return out;
}

constexpr Truth kTruths[] = {{"36 fixed joints", fixedJoints}};

}  // namespace

class TestTruthFixed : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void truth_data() { addTruths(kTruths); }
  void truth() { checkTruth(kTruths); }
};

QTEST_GUILESS_MAIN(TestTruthFixed)
#include "test_truth_fixed.moc"
