// SPDX-License-Identifier: Apache-2.0
// Planned programs for the dialects.
#include <cmath>

#include "core/session/program_steps.h"
#include "core/usecase/programs/maker_dialect.h"
#include "core/usecase/programs/robot_export.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
namespace dialects = ww::program::dialects;

namespace {

usecase::ExportChoices choices() {
  usecase::ExportChoices out;
  out.signal_numbers["gripping"] = 3;
  out.grippers["finger_left_joint"] = {"gripping", true};
  return out;
}

Result<dialects::RobotProgram> madeOf(const ProgramCell& cell, const std::string& name) {
  const auto outcome = cell.plan(name);
  if (!outcome.ok()) return outcome.status();
  return usecase::robotProgram(*cell.world(), *outcome->plan, choices());
}

template <typename What>
std::vector<What> allOf(const dialects::RobotProgram& program) {
  std::vector<What> out;
  for (const auto& step : program.steps)
    if (const auto* what = std::get_if<What>(&step.what)) out.push_back(*what);
  return out;
}

}  // namespace

class TestProgramExport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aPickAndPlaceIsTold();
  void posesAreThoseOfTheTool();
  void aWayAroundHasPoints();
  void allDialectsTakeIt();
  void whatIsNotPlannedIsRefused();
  void whatNoLongerHoldsIsRefused();
  void refusalsNameTheStep();
  void signalsHaveTheirNumbers();
  void aProgramWithoutMovesIsData();
  void theMakersLanguageIsKnown();
  void aHandOfTheRobotItselfIsAGripper();
};

void TestProgramExport::aPickAndPlaceIsTold() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto made = madeOf(cell, "pick_and_place");
  QVERIFY2(made.ok(), made.status().line().c_str());
  QCOMPARE(made->name, std::string("pick_and_place"));
  QCOMPARE(made->robot, std::string("robot"));
  QCOMPARE(made->joints.size(), std::size_t{6});
  QVERIFY(made->joints[0].max_speed > 0.0 && !made->joints[0].external);
  QCOMPARE(made->tool_name, std::string("gripper/tool_frame"));
  QVERIFY(made->flange_t_tool.p.norm() > 0.05);
  QCOMPARE(made->steps.front().name, std::string("start"));
  const auto moves = allOf<dialects::Move>(*made);
  QVERIFY(moves.front().kind == dialects::MoveKind::kJoint);
  const auto lines = static_cast<int>(std::ranges::count(moves, dialects::MoveKind::kLinear, &dialects::Move::kind));
  QCOMPARE(lines, 2);
  for (const auto& move : moves)
    if (move.kind == dialects::MoveKind::kLinear) QVERIFY(move.speed.linear_m_s > 0.01);
  // What languages have no statement for is said in words, a gripper by its signal.
  const auto comments = allOf<dialects::Comment>(*made);
  QCOMPARE(comments.size(), std::size_t{2});
  QCOMPARE(comments[0].text, std::string("attach part_1"));
  const auto grippers = allOf<dialects::GripperMove>(*made);
  QVERIFY(grippers.size() == 1 && grippers[0].by && grippers[0].by->on && grippers[0].by->signal.number == 3);
  QCOMPARE(allOf<dialects::Wait>(*made).size(), std::size_t{1});
  QCOMPARE(allOf<dialects::AwaitSignal>(*made).size(), std::size_t{1});
}

void TestProgramExport::posesAreThoseOfTheTool() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1));
  const auto made = madeOf(cell, "p");
  QVERIFY2(made.ok(), made.status().line().c_str());
  const Pose robot = cell.world()->rootT(cell.world()->find("robot"));
  const Pose wanted =
      cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick")) * Pose::translation(0, 0, -0.1);
  const auto moves = allOf<dialects::Move>(*made);
  const Pose reached = robot * moves.back().base_t_tool;
  QVERIFY(positionDistance(reached, wanted) < 1e-6 && rotationDistance(reached, wanted) < 1e-6);
  QVERIFY(moves.back().posture.shoulder != 0 && moves.back().posture.elbow != 0);
  // Where the controller counts the second axis the other way it calls the same shoulder by the other name.
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto plain = usecase::robotProgram(*cell.world(), *outcome->plan, choices());
  QVERIFY2(plain.ok(), plain.status().line().c_str());
  usecase::ExportChoices mirrored = choices();
  mirrored.axes[made->joints[1].name].sign = -1.0;
  const auto other = usecase::robotProgram(*cell.world(), *outcome->plan, mirrored);
  QVERIFY2(other.ok(), other.status().line().c_str());
  const dialects::Posture posture = allOf<dialects::Move>(*plain).back().posture;
  const dialects::Posture counted = allOf<dialects::Move>(*other).back().posture;
  QVERIFY(counted.shoulder == -posture.shoulder && counted.elbow == posture.elbow);
}

// From the one side of the column to the other.
void TestProgramExport::aWayAroundHasPoints() {
  ProgramCell cell;
  cell.add("name: \"around\" steps { move { configuration: \"behind_fixture\" } } ");
  const auto outcome = cell.plan("around");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto made = usecase::robotProgram(*cell.world(), *outcome->plan, choices());
  QVERIFY2(made.ok(), made.status().line().c_str());
  const auto moves = allOf<dialects::Move>(*made);
  QVERIFY2(moves.size() > 2, "the way around has no points");
  // The straight motions between them stay beside the plan.
  const auto planned = program::plannedProgram(*outcome->plan);
  const auto& motion = planned->steps[0].motion;
  for (double time = 0.0; time < motion.times.back(); time += 0.02) {
    const JointVector q = program::positionsAt(motion, time);
    double least = 1e9;
    for (std::size_t i = 0; i + 1 < moves.size(); ++i) {
      const JointVector a = Eigen::Map<const JointVector>(moves[i].joints.data(), 6);
      const JointVector b = Eigen::Map<const JointVector>(moves[i + 1].joints.data(), 6);
      const JointVector along = b - a;
      const double squared = along.squaredNorm();
      const double share = squared > 0.0 ? std::clamp((q - a).dot(along) / squared, 0.0, 1.0) : 0.0;
      least = std::min(least, (q - a - share * along).norm());
    }
    QVERIFY2(least <= 0.006, std::to_string(least).c_str());
  }
}

void TestProgramExport::allDialectsTakeIt() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  QVERIFY(cell.planAndKeep("pick_and_place").ok());
  for (const auto& dialect : dialects::dialects()) {
    const auto files = usecase::exportProgramOf(*cell.world(), "pick_and_place", dialect.id, choices(), {});
    QVERIFY2(files.ok(), (std::string(dialect.id) + ": " + files.status().line()).c_str());
    QVERIFY(!files->empty() && !files->front().text.empty());
  }
  const auto needs = usecase::exportNeeds(*cell.world(), "pick_and_place");
  QCOMPARE(needs.signals, std::vector<std::string>{"gripping"});
  QCOMPARE(needs.gripper_joints, std::vector<std::string>{"finger_left_joint"});
  const auto unknown = usecase::exportProgramOf(*cell.world(), "pick_and_place", "basic", choices(), {});
  QCOMPARE(codeOf(unknown.status()), std::string("dialect.unknown"));
}

void TestProgramExport::whatIsNotPlannedIsRefused() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto files = usecase::exportProgramOf(*cell.world(), "pick_and_place", "json", choices(), {});
  QCOMPARE(codeOf(files.status()), std::string("usecase.export-unplanned"));
  QVERIFY(usecase::exportNeeds(*cell.world(), "pick_and_place").signals.empty());
}

void TestProgramExport::whatNoLongerHoldsIsRefused() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  QVERIFY(cell.planAndKeep("pick_and_place").ok());
  QVERIFY(cell.move("part_1", Vec3(0, 0.02, 0)).ok());
  const auto stale = usecase::exportProgramOf(*cell.world(), "pick_and_place", "json", choices(), {});
  QCOMPARE(codeOf(stale.status()), std::string("usecase.export-stale"));
  QVERIFY2(stale.status().message.find("part_1 moved") != std::string::npos, stale.status().message.c_str());
}

void TestProgramExport::refusalsNameTheStep() {
  ProgramCell cell;
  cell.add("name: \"number\" " + moveAbove("pick", 0.1) + "steps { set_signal { signal: \"valve\" number: 2 } } ");
  const auto number = madeOf(cell, "number");
  QCOMPARE(codeOf(number.status()), std::string("usecase.export-number"));
  QVERIFY(number.status().title.starts_with("step 2"));
  cell.add(
      "name: \"tools\" " + moveAbove("pick", 0.1) +
      "steps { move { configuration: \"home\" tool { by_name { frame { object_name: \"robot\" frame_name: \"flange\" "
      "} } } } } ");
  QCOMPARE(codeOf(madeOf(cell, "tools").status()), std::string("usecase.export-other-tool"));
  ProgramCell two("two_arms");
  two.add("name: \"both\" robot " + object("robot_left") + "steps { move { frame " + frame("root", "pick_left") +
          "frame_t_tool { position { z: -0.2 } orientation { w: 1 } } } } steps { move { robot " +
          object("robot_right") + "frame " + frame("root", "pick_right") +
          "frame_t_tool { position { z: -0.2 } orientation { w: 1 } } } } ");
  const auto both = madeOf(two, "both");
  QVERIFY2(codeOf(both.status()) == "usecase.export-other-robot", both.status().line().c_str());
}

void TestProgramExport::signalsHaveTheirNumbers() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1) + "steps { set_signal { signal: \"do_12\" on: true } } " +
           "steps { set_signal { signal: \"gripping\" on: false } } " +
           "steps { set_signal { signal: \"lamp\" on: true } } ");
  const auto made = madeOf(cell, "p");
  QVERIFY2(made.ok(), made.status().line().c_str());
  const auto set = allOf<dialects::SetSignal>(*made);
  QCOMPARE(set.size(), std::size_t{3});
  QCOMPARE(set[0].signal.number, 12);
  QCOMPARE(set[1].signal.number, 3);
  QCOMPARE(set[2].signal.number, -1);
  QVERIFY(set[0].on && !set[1].on);
}

// Of grippers and signals alone data tells all; a controller has a robot.
void TestProgramExport::aProgramWithoutMovesIsData() {
  ProgramCell cell;
  cell.add("name: \"grip\" steps { set_joint { object " + object("gripper") +
           "joint: \"finger_left_joint\" position: 0.01 } } steps { set_signal { signal: \"gripping\" on: true } } " +
           wait(0.5));
  QVERIFY(cell.planAndKeep("grip").ok());
  const auto in = [&](const char* dialect) {
    return usecase::exportProgramOf(*cell.world(), "grip", dialect, choices(), {});
  };
  for (const char* data : {"csv", "json"}) {
    const auto files = in(data);
    QVERIFY2(files.ok(), files.status().line().c_str());
    const std::string& text = files->front().text;
    for (const char* told : {"finger_left_joint", "gripping", "wait"})
      QVERIFY2(text.find(told) != std::string::npos, text.c_str());
  }
  for (const char* controller : {"urscript", "rapid", "krl", "fanuc-ls"}) {
    const auto files = in(controller);
    QCOMPARE(codeOf(files.status()), std::string("usecase.export-no-move"));
    QVERIFY2(files.status().hint.find("CSV or JSON") != std::string::npos, files.status().hint.c_str());
  }
}

void TestProgramExport::theMakersLanguageIsKnown() {
  ProgramCell cell;
  const ObjectId robot = cell.world()->find("robot");
  const auto named = [&](const char* name) {
    if (!cell.commit(session::renameObject(robot, name, false)).ok()) qFatal("%s", name);
    return usecase::dialectOfMaker(*cell.world(), robot);
  };
  QCOMPARE(usecase::dialectOfMaker(*cell.world(), robot), std::string());
  QCOMPARE(named("kuka_kr10r900_2"), std::string("krl"));
  QCOMPARE(named("kr6"), std::string("krl"));
  QCOMPARE(named("crx10ial"), std::string("fanuc-ls"));
  QCOMPARE(named("irb120_left"), std::string("rapid"));
  QCOMPARE(named("ABB"), std::string("rapid"));
  QCOMPARE(named("ur5e"), std::string("urscript"));
  QCOMPARE(named("kuka_lbr_iiwa"), std::string());
  QCOMPARE(named("kraken"), std::string());
  QCOMPARE(named("urchin5"), std::string());
}

// Robots come with their hand in one file: no controller counts its fingers among the axes of the arm.
void TestProgramExport::aHandOfTheRobotItselfIsAGripper() {
  ProgramCell cell;
  const ObjectId robot = cell.world()->find("robot");
  const EntityId link = cell.world()->peek(robot)->entityNamed("link_5")->id;
  QVERIFY(cell.commit(session::createFrame(robot, link, "tcp", Pose())).ok());
  const std::string home =
      "steps { move { configuration: \"home\" tool { by_name { frame { object_name: \"robot\" frame_name: \"tcp\" "
      "} } } } } ";
  cell.add("name: \"p\" " + home + "steps { set_joint { object " + object("robot") +
           "joint: \"joint_6\" position: 0.4 } } " + home);
  QVERIFY(cell.planAndKeep("p").ok());
  QCOMPARE(usecase::exportNeeds(*cell.world(), "p").gripper_joints, std::vector<std::string>{"joint_6"});
  usecase::ExportChoices told = choices();
  told.grippers["joint_6"] = {"do_4", false};
  const auto made = usecase::robotProgram(*cell.world(), *usecase::planProgram(*cell.world(), "p", {})->plan, told);
  QVERIFY2(made.ok(), made.status().line().c_str());
  QCOMPARE(made->joints.size(), std::size_t{5});
  for (const auto& move : allOf<dialects::Move>(*made)) QCOMPARE(move.joints.size(), std::size_t{5});
  const auto hand = allOf<dialects::GripperMove>(*made);
  QCOMPARE(hand.size(), std::size_t{1});
  QCOMPARE(hand[0].joint, std::string("joint_6"));
  QVERIFY(hand[0].by && hand[0].by->on && hand[0].by->signal.number == 4);
}

QTEST_GUILESS_MAIN(TestProgramExport)
#include "test_program_export.moc"
