// SPDX-License-Identifier: Apache-2.0
// Edits of programs from plain types, as a panel of steps makes them.
#include "core/session/program_steps.h"
#include "core/usecase/programs/show.h"
#include "core/world/views/references.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;

class TestProgramSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aProgramStepByStep();
  void stepsAreRearranged();
  void aMoveIsChanged();
  void namesAndRobots();

 private:
  // "wait 1 off|call grip": one word or two for each step.
  static std::string text(const ProgramCell& cell) {
    std::string out;
    const auto lines = usecase::programLines(*cell.world(), "p");
    for (const auto& line : lines.value())
      out += (out.empty() ? "" : "|") + plain(line.text) + (line.off ? " off" : "");
    return out;
  }
  // Steps that wait 1, 2, ... seconds.
  static void addWaits(ProgramCell& cell, int count) {
    for (int i = 1; i <= count; ++i) QVERIFY(cell.commit(session::addWait(*cell.world(), "p", 99, i)).ok());
  }
};

void TestProgramSteps::aProgramStepByStep() {
  ProgramCell cell;
  const auto world = [&]() -> const world::World& { return *cell.world(); };
  const FrameId pick = world().frameNamed(world::kRootObject, "pick");
  const ObjectId part = world().aliasNamed("part_1");
  session::MoveSpec move{world::NodeRef(pick)};
  move.frame_t_tool = Pose::translation(0, 0, -0.1);
  move.speed = 0.5;
  QVERIFY(cell.commit(session::addMove(world(), "p", 0, move)).ok());
  QVERIFY(cell.commit(session::addAttach(world(), "p", 9, part)).ok());
  QVERIFY(cell.commit(session::addDetach(world(), "p", 9, part)).ok());
  QVERIFY(cell.commit(session::addSetSignal(world(), "p", 0, "valve", true)).ok());
  QVERIFY(cell.commit(session::addAwaitSignal(world(), "p", 1, "level", 2.5, 1.0)).ok());
  QVERIFY(cell.commit(session::addSetJoint(world(), "p", 2, world().aliasNamed("gripper"), "finger_left_joint", 0.03))
              .ok());
  QVERIFY(cell.commit(session::addWait(world(), "q", 0, 1.0)).ok());
  QVERIFY(cell.commit(session::addCall(world(), "p", 99, "q")).ok());
  QCOMPARE(text(cell), std::string("Set valve to on|Await level at 2.5|Set finger_left_joint of gripper to 0.03|"
                                   "Move to root/pick|Attach part_1|Detach part_1|Call q"));
  QCOMPARE(cell.session.history().entries.size(), std::size_t{8});
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  // What apply refuses is refused.
  QVERIFY(!cell.commit(session::addWait(world(), "p", 0, -1.0)).ok());
  QVERIFY(!cell.commit(session::addCall(world(), "q", 0, "p")).ok());
}

void TestProgramSteps::stepsAreRearranged() {
  ProgramCell cell;
  addWaits(cell, 4);
  QCOMPARE(text(cell), std::string("Wait 1 s|Wait 2 s|Wait 3 s|Wait 4 s"));
  const std::size_t ends[] = {3, 0}, second[] = {1}, none[] = {77};
  QVERIFY(cell.commit(session::moveSteps(*cell.world(), "p", ends, 2)).ok());
  QCOMPARE(text(cell), std::string("Wait 2 s|Wait 1 s|Wait 4 s|Wait 3 s"));
  QVERIFY(cell.commit(session::moveSteps(*cell.world(), "p", second, 99)).ok());
  QCOMPARE(text(cell), std::string("Wait 2 s|Wait 4 s|Wait 3 s|Wait 1 s"));
  QVERIFY(cell.commit(session::duplicateSteps(*cell.world(), "p", second)).ok());
  QCOMPARE(text(cell), std::string("Wait 2 s|Wait 4 s|Wait 4 s|Wait 3 s|Wait 1 s"));
  QVERIFY(cell.commit(session::switchSteps(*cell.world(), "p", second, false)).ok());
  QVERIFY(cell.commit(session::removeSteps(*cell.world(), "p", ends)).ok());
  QCOMPARE(text(cell), std::string("Wait 4 s off|Wait 4 s|Wait 1 s"));
  const auto revision = cell.session.snapshot().revision;
  for (const auto& edits :
       {session::removeSteps(*cell.world(), "p", none), session::switchSteps(*cell.world(), "p", none, false),
        session::moveSteps(*cell.world(), "p", second, 1)})
    QVERIFY(cell.commit(edits).ok());
  QCOMPARE(cell.session.snapshot().revision, revision);
  QVERIFY(cell.session.undo().ok());
  QCOMPARE(text(cell), std::string("Wait 2 s|Wait 4 s off|Wait 4 s|Wait 3 s|Wait 1 s"));
}

void TestProgramSteps::aMoveIsChanged() {
  ProgramCell cell;
  QVERIFY(cell.commit(session::addMove(*cell.world(), "p", 0, {std::string("home")})).ok());
  QCOMPARE(text(cell), std::string("Move to home"));
  session::MoveSpec move{world::NodeRef(cell.world()->aliasNamed("part_1"))};
  move.kind = program::MotionKind::kLinear;
  move.frame_t_tool = Pose::translation(0, 0, 0.1);
  move.blend.metres = 0.02;
  move.speed = 0.25;
  QVERIFY(cell.commit(session::changeMove(*cell.world(), "p", 0, move)).ok());
  QCOMPARE(text(cell), std::string("Move straight to part_1"));
  const auto wire = [&] { return cell.world()->data().record->programs(0).steps(0).move(); };
  QCOMPARE(wire().frame_t_tool().position().z(), 0.1);
  QCOMPARE(wire().speed(), 0.25);
  QCOMPARE(wire().blend().cartesian_blending().translation_corner_rounding(), 0.02);
  QVERIFY(!wire().blend().has_joint_blending());
  // Taught: the joints as they stand. What belonged to the frame is gone.
  const ObjectId robot = cell.world()->aliasNamed("robot");
  session::MoveSpec taught{cell.world()->peek(robot)->jointPositions()};
  taught.robot = robot;
  QVERIFY(cell.commit(session::changeMove(*cell.world(), "p", 0, taught)).ok());
  QCOMPARE(wire().constraint().joint_position().joints_size(), 6);
  QVERIFY(!wire().has_frame_t_tool() && !wire().has_blend() && !wire().has_speed());
  QCOMPARE(wire().robot().id(), world::toWire(robot));
}

void TestProgramSteps::namesAndRobots() {
  ProgramCell cell;
  addWaits(cell, 1);
  QVERIFY(cell.commit(session::nameStep(*cell.world(), "p", 0, "rest", "until it is cool")).ok());
  const ObjectId robot = cell.world()->aliasNamed("robot");
  QVERIFY(cell.commit(session::setProgramRobot(*cell.world(), "p", robot, {})).ok());
  const auto program = [&] { return cell.world()->data().record->programs(0); };
  QCOMPARE(program().steps(0).name(), std::string("rest"));
  QCOMPARE(program().robot().id(), world::toWire(robot));
  QVERIFY(!program().has_tool());
  QCOMPARE(program().version(), program::kVersion);
  QVERIFY(cell.commit(session::renameProgram(*cell.world(), "p", "cooling")).ok());
  QCOMPARE(program().name(), std::string("cooling"));
  QCOMPARE(cell.world()->data().record->programs_size(), 1);
}

QTEST_GUILESS_MAIN(TestProgramSteps)
#include "test_program_steps.moc"
