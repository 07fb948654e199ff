// SPDX-License-Identifier: Apache-2.0
// What every kind of motion keeps; a row of the table without a case here fails.
#include <QtTest>
#include <algorithm>
#include <optional>
#include <set>

#include "arm_check.h"
#include "core/base/phrase.h"
#include "core/planning/motions/motion_kinds.h"
#include "core/program/planned.h"
#include "intrinsic/motion_planning/proto/v1/motion_specification.pb.h"
#include "kept_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;
using Wire = intrinsic_proto::motion_planning::v1::MotionSegment;

namespace {

// What is known of a kind besides its row.
struct Case {
  MotionType type;
  const char* option;  // as `--type` has it
  bool goes_around;    // comes from one side of a post to the other
};

constexpr Case kCases[] = {
    {MotionType::kAny, "any", true},
    {MotionType::kJoint, "joint", false},
    {MotionType::kLinear, "linear", false},
};

const Case* caseOf(MotionType type) {
  const auto found = std::ranges::find(kCases, type, &Case::type);
  return found == std::end(kCases) ? nullptr : &*found;
}

struct OpenCell : FlangeCell {
  // Down, to the side and turned, where a straight line leads.
  PoseGoal goal() const {
    const Pose from = at(kHome);
    const Pose to{from.p + Vec3(-0.05, 0.15, -0.2), Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ())) * from.q};
    return {flange, world::kRootObject, to};
  }
  // The farthest that the flange is from the straight way, in metres.
  double offLine(const Trajectory& path) const {
    const Vec3 from = at(path.states.front().q).p, way = at(path.states.back().q).p - from;
    double most = 0.0;
    for (double time = 0.0; time <= path.duration(); time += 0.01) {
      const Vec3 now = at(path.sample(time).q).p - from;
      most = std::max(most, (now - way * (way.dot(now) / way.squaredNorm())).norm());
    }
    return most;
  }
};

}  // namespace

class TestPlannerKinds : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyKindHasACase();
  void aKindIsKnownToTheWireAndToPeople_data() { rows(); }
  void aKindIsKnownToTheWireAndToPeople();
  void itReachesAPose_data() { rows(); }
  void itReachesAPose();
  void itReachesJointPositions_data() { rows(); }
  void itReachesJointPositions();
  void aSeedDecidesAll_data() { rows(); }
  void aSeedDecidesAll();
  void itNeverPassesThroughThings_data() { rows(); }
  void itNeverPassesThroughThings();
  void aTargetInsideAThingIsRefused_data() { rows(); }
  void aTargetInsideAThingIsRefused();
  void itEndsWhenAsked_data() { rows(); }
  void itEndsWhenAsked();

 private:
  static void rows() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < motionKinds().size(); ++i) QTest::newRow(motionKinds()[i].name) << static_cast<int>(i);
  }
  static const MotionKind& kind() {
    QFETCH(int, row);
    return motionKinds()[static_cast<std::size_t>(row)];
  }
};

void TestPlannerKinds::everyKindHasACase() {
  for (const MotionKind& row : motionKinds()) QVERIFY2(caseOf(row.type), row.name);
  QCOMPARE(motionKinds().size(), std::size(kCases));
  // Programs have a list of their own, below planning.
  QCOMPARE(std::size(program::kMotionKinds), motionKinds().size());
  // And the wire has no kind that is left out.
  QCOMPARE(static_cast<int>(motionKinds().size()), Wire::MotionType_descriptor()->value_count());
}

void TestPlannerKinds::aKindIsKnownToTheWireAndToPeople() {
  const MotionKind& row = kind();
  QCOMPARE(std::string(row.name), Wire::MotionType_Name(static_cast<Wire::MotionType>(row.wire)));
  QCOMPARE(wireValueOf(row.type), row.wire);
  QVERIFY(motionTypeOnWire(row.wire) == row.type);
  QVERIFY(!motionTypeOnWire(99));
  QVERIFY(motionKindNamed(caseOf(row.type)->option) == row.type);
  std::set<std::string> choices, steps;
  for (const MotionType type : motionTypes()) {
    choices.insert(plain(choiceText(type)));
    steps.insert(plain(moveText(type, arg::Words{"pick"})));
  }
  QCOMPARE(choices.size(), motionKinds().size());
  QCOMPARE(steps.size(), motionKinds().size());
  QVERIFY(choiceText(row.type).is_ours && !choiceText(row.type).empty());
  const std::string step = plain(moveText(row.type, arg::Words{"pick"}));
  QVERIFY2(step.ends_with(" to pick"), step.c_str());
}

void TestPlannerKinds::itReachesAPose() {
  const OpenCell c;
  const PoseGoal goal = c.goal();
  const auto plan = planMotion(c.cell.world, to(c.cell, goal, kind().type, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QVERIFY(plan->report.validated);
  QVERIFY((plan->trajectory.states.front().q - kHome).cwiseAbs().maxCoeff() < 1e-9);
  const Pose end = c.at(plan->trajectory.states.back().q);
  QVERIFY(positionDistance(end, goal.target_t_moving) < 1e-6);
  QVERIFY(rotationDistance(end, goal.target_t_moving) < 1e-6);
  const double off = c.offLine(plan->trajectory);
  QVERIFY2(keepsLine(kind().type) ? off < 5e-4 : off > 5e-3, qPrintable(QString::number(off)));
}

void TestPlannerKinds::itReachesJointPositions() {
  const OpenCell c;
  // Where a line ends, so that each kind can get there.
  const auto line = planMotion(c.cell.world, to(c.cell, c.goal(), MotionType::kLinear, kHome), seeded(1));
  QVERIFY2(line.ok(), line.status().line().c_str());
  const JointVector goal = line->trajectory.states.back().q;
  const auto plan = planMotion(c.cell.world, to(c.cell, goal, kind().type, kHome), seeded(1));
  QVERIFY2(plan.ok(), plan.status().line().c_str());
  QVERIFY((plan->trajectory.states.back().q - goal).cwiseAbs().maxCoeff() < 1e-5);
}

void TestPlannerKinds::aSeedDecidesAll() {
  const OpenCell c;
  const auto request = to(c.cell, c.goal(), kind().type, kHome);
  const auto first = planMotion(c.cell.world, request, seeded(7)), again = planMotion(c.cell.world, request, seeded(7));
  QVERIFY(first.ok() && again.ok());
  QCOMPARE(first->trajectory.states.size(), again->trajectory.states.size());
  for (std::size_t i = 0; i < first->trajectory.states.size(); ++i)
    QVERIFY(first->trajectory.states[i].q == again->trajectory.states[i].q);
}

void TestPlannerKinds::itNeverPassesThroughThings() {
  const Cell cell = postCell();
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, kRight, kind().type, kLeft), seeded(1), &why);
  QVERIFY(plan.ok() || !caseOf(kind().type)->goes_around);
  if (plan.ok()) {
    QVERIFY(plan->report.validated);
    // By distances of a check of our own, wherever the planner says that it is free.
    ArmCheck check(cell.world, cell.id("arm"));
    int touching = 0;
    FlangeCell::each(plan->trajectory, [&](const JointVector& q) { touching += !check.all(q, 1).empty(); });
    QCOMPARE(touching, 0);
    return;
  }
  QVERIFY(why.kind != Diagnosis::Kind::kNone);
  QVERIFY2(!plan.status().hint.empty(), plan.status().line().c_str());
}

void TestPlannerKinds::aTargetInsideAThingIsRefused() {
  Cell cell = postCell();
  cell.addBox("crate", {0.3, 0.3, 0.3}, Pose::translation(0.55, 0.2, 0.6));
  const PoseGoal inside{cell.frame("arm", "flange"), world::kRootObject, Pose::translation(0.55, 0.2, 0.6)};
  Diagnosis why;
  const auto plan = planMotion(cell.world, to(cell, inside, kind().type, kRight), seeded(1), &why);
  QVERIFY(!plan.ok());
  QVERIFY(why.kind != Diagnosis::Kind::kNone);
  QVERIFY2(!plan.status().hint.empty(), plan.status().line().c_str());
}

void TestPlannerKinds::itEndsWhenAsked() {
  const OpenCell c;
  std::stop_source source;
  source.request_stop();
  PlanOptions options = seeded(1);
  options.stop = source.get_token();
  const auto plan = planMotion(c.cell.world, to(c.cell, c.goal(), kind().type, kHome), options);
  QCOMPARE(plan.status().code, Code::kCancelled);
}

QTEST_GUILESS_MAIN(TestPlannerKinds)
#include "test_planner_kinds.moc"
