// SPDX-License-Identifier: Apache-2.0
// Joints behind the tool's link, such as fingers: nobody asks them to move on the way.
#include <QtTest>

#include "core/geometry/wire_convert.h"
#include "core/planning/idle_joints.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/instantiate.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

const JointVector kFromLeft = joints({1.3, 0.6, 0, 1.3, 0, 0.6, 0.4}),
                  kToRight = joints({-1.3, 0.6, 0, 1.3, 0, 0.6, 0.4});

// An arm beside a post; its tool is on the link before the last two, if any is named.
Cell armWithFingers(bool tool) {
  Cell cell;
  cell.addArm("arm", 7);
  cell.addBox("post", {0.08, 0.08, 0.9}, Pose::translation(0.5, 0, 0.45));
  if (tool) cell.addFrame(cell.id("arm"), cell.entity("arm", "link_5"), "tcp", {});
  return cell;
}

// Of two joints each, on a common base that turns.
Cell twoArms() {
  intrinsic_proto::scene_object::v1::SceneObject twin;
  const auto add = [&](const std::string& name, const std::string& parent) {
    auto* entity = twin.add_entities();
    entity->set_name(name);
    entity->set_parent_name(parent);
    return entity;
  };
  const auto addJoint = [&](const std::string& name, const std::string& parent) {
    auto* joint = add(name, parent)->mutable_joint()->mutable_kinematics_component();
    joint->set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
    geometry::toWire(Vec3::UnitY(), joint->mutable_axis());
    joint->mutable_system_limits()->mutable_fixed_limits()->set_lower(-3);
    joint->mutable_system_limits()->mutable_fixed_limits()->set_upper(3);
    add(name + "_link", name)->mutable_link();
    return name + "_link";
  };
  add("base", "")->mutable_link();
  const std::string torso = addJoint("torso", "base");
  for (const char* side : {"left", "right"})
    addJoint(side + std::string("_2"), addJoint(side + std::string("_1"), torso));
  Cell cell;
  world::WorldEditor editor(cell.world, *cell.store);
  WW_CHECK(world::instantiate(editor, {"arm", true, world::kRootObject, world::kRootEntity, {}}, twin).ok());
  cell.world = std::move(editor).finish();
  return cell;
}

}  // namespace

class TestPlannerIdle : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fingersKeepStillOnAWayAround();
  void whatIsAskedToMoveMoves();
  void wristsAreNoFingers();
  void theOtherArmKeepsStill();
};

void TestPlannerIdle::fingersKeepStillOnAWayAround() {
  const Cell cell = armWithFingers(true);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto plan = planMotion(cell.world, to(cell, kToRight, MotionType::kAny, kFromLeft), seeded(seed));
    QVERIFY2(plan.ok(), plan.status().line().c_str());
    QVERIFY(plan->paths[0].size() > 2);
    for (const JointVector& q : plan->paths[0]) {
      QCOMPARE(q[5], kFromLeft[5]);
      QCOMPARE(q[6], kFromLeft[6]);
    }
    for (double t = 0.0; t < plan->trajectory.duration(); t += 0.01)
      QVERIFY(std::abs(plan->trajectory.sample(t).q[6] - kFromLeft[6]) < 1e-9);
  }
}

void TestPlannerIdle::whatIsAskedToMoveMoves() {
  const Cell cell = armWithFingers(true);
  JointVector goal = kToRight;
  goal[6] = -0.4;
  const auto plan = planMotion(cell.world, to(cell, goal, MotionType::kAny, kFromLeft), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QCOMPARE(plan->paths[0].back()[6], -0.4);
  QCOMPARE(plan->paths[0].back()[5], kFromLeft[5]);
  for (const JointVector& q : plan->paths[0]) QCOMPARE(q[5], kFromLeft[5]);
}

// They carry the tool: to keep them would be to give up ways.
void TestPlannerIdle::wristsAreNoFingers() {
  for (const bool tool : {false, true}) {
    const Cell cell = armWithFingers(tool);
    const auto scene = RobotScene::make(collision::Scene::make(cell.world), cell.id("arm"), nullptr);
    QVERIFY(scene.ok());
    const auto limits = limitsOfSearch(*scene, scene->tree().limits(), {}, kFromLeft, {kToRight});
    for (std::size_t j = 0; j < 7; ++j) QCOMPARE(limits[j].lower == limits[j].upper, tool && j > 4);
  }
}

void TestPlannerIdle::theOtherArmKeepsStill() {
  const Cell cell = twoArms();
  const auto scene = RobotScene::make(collision::Scene::make(cell.world), cell.id("arm"), nullptr);
  QVERIFY(scene.ok());
  const auto& names = scene->tree().names();
  const auto at = [&](const char* name) { return std::ranges::find(names, name) - names.begin(); };
  const JointVector start = JointVector::Constant(5, 0.3);
  JointVector goal = start;
  goal[at("left_1")] = 1.0;
  const auto limits = limitsOfSearch(*scene, scene->tree().limits(), {}, start, {goal});
  for (const char* name : {"torso", "left_1", "left_2", "right_1", "right_2"}) {
    const auto& limit = limits[static_cast<std::size_t>(at(name))];
    QVERIFY2((limit.lower == limit.upper) == std::string_view(name).starts_with("right"), name);
  }
}

QTEST_GUILESS_MAIN(TestPlannerIdle)
#include "test_planner_idle.moc"
