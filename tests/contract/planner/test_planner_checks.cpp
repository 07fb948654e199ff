// SPDX-License-Identifier: Apache-2.0
// How closely motions are checked, and what is told of things that no motion can help.
#include <fmt/format.h>
#include <QtTest>

#include "core/validate/judge.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

namespace {

SettingsPtr spacing(double value) {
  auto settings = std::make_shared<intrinsic_proto::world::CollisionSettings>();
  settings->set_collision_check_spacing(value);
  return settings;
}

std::size_t configurationsChecked(const Cell& cell, const Trajectory& t, double spacing) {
  auto judge = validate::Judge::make(collision::Scene::make(cell.world), cell.id("arm")).value();
  const auto checked = judge.judge(t, model::motionLimits(judge.mechanism()), {spacing});
  WW_CHECK(checked.ok() && checked->problem.ok());
  return checked->configurations;
}

// A rod that the arm passes in 0.1 rad of its turn.
Cell rodCell() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("rod", {0.01, 0.01, 0.7}, Pose::translation(0.55 * std::cos(0.17), 0.55 * std::sin(0.17), 0.35));
  return cell;
}

}  // namespace

class TestPlannerChecks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void spacingOfASegmentIsObeyed();
  void spacingOfTheWorldHoldsWithoutOne();
  void spacingMustBePositive();
  void whatCutsTheBaseIsNoted();
  void whatTheBaseStandsOnIsNotNoted();
  void whatIsOddIsToldOfAFailureToo();
  void aToolFromBelowIsNoted();
};

void TestPlannerChecks::spacingOfASegmentIsObeyed() {
  const Cell cell = rodCell();
  auto request = to(cell, kRight, MotionType::kJoint, kLeft);
  QCOMPARE(planMotion(cell.world, request, seeded(1)).status().code, Code::kFailedPrecondition);
  // So coarse that it goes past the rod between two checks, as the field says.
  request.segments[0].settings = spacing(0.9);
  const auto coarse = planMotion(cell.world, request, seeded(1));
  QVERIFY2(coarse.ok(), coarse.status().line().c_str());
  // Of a whole request.
  request.segments[0].settings = nullptr;
  request.spacing = 0.9;
  QVERIFY(planMotion(cell.world, request, seeded(1)).ok());
  request.spacing = 0.01;
  QVERIFY(!planMotion(cell.world, request, seeded(1)).ok());
  Cell open;
  open.addArm("arm", 6);
  const auto fine = configurationsChecked(open, coarse->trajectory, 1.0 / 4096);
  const auto usual = configurationsChecked(open, coarse->trajectory, 1.0 / 512);
  QVERIFY2(fine > 6 * usual, fmt::format("{} and {}", fine, usual).c_str());
}

void TestPlannerChecks::spacingOfTheWorldHoldsWithoutOne() {
  Cell cell = rodCell();
  cell.setRules("collision_check_spacing: 0.9");
  const auto plan = planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
}

void TestPlannerChecks::spacingMustBePositive() {
  const Cell cell = rodCell();
  auto request = to(cell, kRight, MotionType::kJoint, kLeft);
  for (const double value : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    request.segments[0].settings = spacing(value);
    const auto plan = planMotion(cell.world, request, seeded(1));
    QCOMPARE(plan.status().code, Code::kInvalidArgument);
    QVERIFY2(plan.status().title.find("collision_check_spacing") != std::string::npos, plan.status().line().c_str());
  }
}

void TestPlannerChecks::whatCutsTheBaseIsNoted() {
  Cell cell = postCell();
  cell.addBox("crate", {0.1, 0.1, 0.1}, Pose::translation(0.09, 0, 0.1));  // 0.02 m into the base
  const auto request = to(cell, kHome, MotionType::kAny, kLeft);
  const auto plan = planMotion(cell.world, request, seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QCOMPARE(plan->report.notes.size(), 1u);
  const QString note = QString::fromStdString(plan->report.notes[0].message);
  QVERIFY2(note.contains("arm:base") && note.contains("crate") && note.contains("overlap by 0.02"), qPrintable(note));
  cell.setRules(R"(collision_rules { left { object { by_name { object_name: "arm" } } }
      right { object { by_name { object_name: "crate" } } } collision_action { is_excluded: true } })");
  const auto excluded = planMotion(cell.world, request, seeded(1));
  QVERIFY2(excluded.ok(), excluded.status().line().c_str());
  QVERIFY(excluded->report.notes.empty());
}

// The base touches its table, nearer than any margin.
void TestPlannerChecks::whatTheBaseStandsOnIsNotNoted() {
  Cell cell;
  cell.addArm("arm", 6);
  cell.addBox("table", {1, 1, 0.1}, Pose::translation(0, 0, -0.04));
  cell.setRules("minimum_margin: 0.002");
  const auto plan = planMotion(cell.world, to(cell, kLeft, MotionType::kJoint, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QVERIFY2(plan->report.notes.empty(), plan->report.notes.empty() ? "" : plan->report.notes[0].message.c_str());
}

void TestPlannerChecks::whatIsOddIsToldOfAFailureToo() {
  Cell cell = postCell();
  cell.addBox("crate", {0.1, 0.1, 0.1}, Pose::translation(0.09, 0, 0.1));  // 0.02 m into the base
  Diagnosis why;
  QVERIFY(!planMotion(cell.world, to(cell, kRight, MotionType::kJoint, kLeft), seeded(1), &why).ok());
  QCOMPARE(why.notes.size(), 1u);
  QCOMPARE(why.notes[0].code, std::string("planning.collides-anywhere"));
}

void TestPlannerChecks::aToolFromBelowIsNoted() {
  Cell cell;
  cell.addArm("arm", 6);
  const auto notes = [&](const Quat& q) {
    Diagnosis why;
    const PoseGoal goal{cell.frame("arm", "flange"), world::kRootObject, {{0.4, 0.1, 0.5}, q}};
    const auto plan = planMotion(cell.world, to(cell, goal, MotionType::kAny, kHome), seeded(1), &why);
    return why.notes;
  };
  QVERIFY(notes(Quat(0, 1, 0, 0)).empty());  // looks down
  const auto odd = notes(Quat::Identity());
  QCOMPARE(odd.size(), 1u);
  QVERIFY2(odd[0].message == "at the target 'arm/flange' points upwards: the robot comes from below",
           odd[0].message.c_str());
}

QTEST_GUILESS_MAIN(TestPlannerChecks)
#include "test_planner_checks.moc"
