// SPDX-License-Identifier: Apache-2.0
// Programs planned as a whole, and played.
#include "core/base/failure.h"
#include "core/collision/check.h"
#include "core/program/planned.h"
#include "core/usecase/programs/play.h"
#include "core/usecase/programs/show.h"
#include "core/world/views/references.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using worldwright::v1::ProgramPlan;

namespace {

constexpr double kTiny = 1e-6;

// The tool's pose in the world as it stands.
Pose toolOf(const world::World& w) { return w.rootT(w.frameNamed(w.aliasNamed("gripper"), "tool_frame")); }

Pose frameOf(const world::World& w, const char* name) { return w.rootT(w.frameNamed(world::kRootObject, name)); }

JointVector jointsOf(const world::World& w, const char* object) {
  return w.peek(w.aliasNamed(object))->jointPositions();
}

}  // namespace

class TestProgramPlanning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pickAndPlaceIsPlanned();
  void whatComesNearestIsTold();
  void whatIsHeldRidesAlong();
  void whatIsHeldIsChecked();
  void sameSeedSamePlan();
  void startsWhereItSays();
  void speedIsAShareOfTheLimits();
  void speedLeavesLimitsOfTheStep();
  void callsAndWhatIsOff();
  void cornersThatAreNotRounded();
  void cornersThatDiffer();
  void aPlaceThatIsPassedTwice();
  void aPartIsNoTool();
  void targetsThatFitNoRobot();
  void failuresNameTheStep_data();
  void failuresNameTheStep();
  void aCancelEndsIt();
  void whoseProgramItIs();
  void stepsAsTheyAreRead();
};

void TestProgramPlanning::pickAndPlaceIsPlanned() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto outcome = cell.plan("pick_and_place");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto planned = program::plannedProgram(*outcome->plan);
  QVERIFY2(planned.ok(), planned.status().line().c_str());
  QCOMPARE(planned->steps.size(), std::size_t{10});
  // Each step begins where and when the one before ended.
  double now = 0.0;
  JointVector at = jointsOf(*cell.world(), "robot");
  for (const auto& step : planned->steps) {
    QVERIFY(std::abs(step.begins - now) < 1e-9);
    now = step.ends;
    if (!step.mover || planned->movers[*step.mover].name != "robot") continue;
    QVERIFY((step.motion.q.front() - at).cwiseAbs().maxCoeff() < kTiny);
    QCOMPARE(step.motion.times.back(), step.ends - step.begins);
    at = step.motion.q.back();
  }
  QCOMPARE(now, outcome->duration);
  QCOMPARE(planned->movers.size(), std::size_t{2});
  QCOMPARE(planned->movers[1].name, std::string("gripper"));
  QVERIFY(planned->steps[0].ends > 0.1);
  // The signal was set before: nobody waits for it. Then half a second of rest.
  QCOMPARE(planned->steps[8].ends, planned->steps[8].begins);
  QVERIFY(std::abs(planned->steps[9].ends - planned->steps[9].begins - 0.5) < 1e-9);
  QVERIFY(std::get<bool>(planned->steps[9].signals.at("gripping")));
  // Held from the fifth step until the eighth.
  for (std::size_t i = 0; i < planned->steps.size(); ++i)
    QCOMPARE(planned->steps[i].held.size(), std::size_t{i >= 4 && i < 7});
  QCOMPARE(planned->steps[1].motion_kind, program::MotionKind::kLinear);
  QVERIFY(planned->steps[1].min_clearance.has_value());
}

// Where the program comes nearest: when, what to what, and in which step; and the same distance by another way.
void TestProgramPlanning::whatComesNearestIsTold() {
  ProgramCell cell;
  const std::string blend = "blend { joint_blending { desired_tightness_rad: 0.05 } }";
  cell.add("name: \"p\" " + moveAbove("pick", 0.1, blend) + moveAbove("pick", 0.02) + moveAbove("place", 0.2));
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto planned = program::plannedProgram(*outcome->plan);
  QVERIFY(planned.ok());
  const program::PlannedStep* step = program::nearestStep(*planned);
  QVERIFY(step && step->nearest);
  for (const auto& other : planned->steps) QVERIFY(*other.min_clearance >= *step->min_clearance);
  // Of the two that are one motion the one that it is in.
  QVERIFY(planned->steps[0].goes_on);
  QCOMPARE(planned->steps[0].nearest.has_value() + planned->steps[1].nearest.has_value(), 1);
  const double seconds = step->nearest->seconds;
  QVERIFY(seconds >= 0.0 && seconds <= step->ends - step->begins);
  const auto playback = usecase::Playback::make(*cell.world(), *outcome->plan);
  QVERIFY(playback.ok());
  const auto there = playback->at(step->begins + seconds);
  QVERIFY(there.ok());
  const auto gap = collision::distance(*there, step->nearest->a, step->nearest->b);
  QVERIFY(gap.ok());
  QVERIFY2(std::abs(gap->distance_m - *step->min_clearance) < 1e-6,
           qPrintable(QStringLiteral("%1 and %2").arg(gap->distance_m).arg(*step->min_clearance)));
}

void TestProgramPlanning::whatIsHeldRidesAlong() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto outcome = cell.plan("pick_and_place");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto playback = usecase::Playback::make(*cell.world(), *outcome->plan);
  QVERIFY2(playback.ok(), playback.status().line().c_str());
  const ObjectId part = cell.world()->aliasNamed("part_1");
  const Pose before = cell.world()->rootT(part);
  const auto& steps = playback->program().steps;
  const auto toolTPart = [&](double time) {
    const auto world = playback->at(time);
    return toolOf(*world).inverse() * world->rootT(part);
  };
  // It lies still until it is gripped.
  QVERIFY(positionDistance(playback->at(steps[3].ends)->rootT(part), before) < kTiny);
  const Pose gripped = toolTPart(steps[5].begins);
  for (const double time :
       {0.5 * (steps[5].begins + steps[5].ends), 0.3 * steps[6].begins + 0.7 * steps[6].ends, steps[6].ends}) {
    QVERIFY(positionDistance(toolTPart(time), gripped) < kTiny);
    QVERIFY(rotationDistance(toolTPart(time), gripped) < kTiny);
  }
  QVERIFY(positionDistance(playback->at(steps[6].ends)->rootT(part), before) > 0.3);
  // Let go, it stays, and hangs where it hung before.
  const world::World& after = playback->after();
  QVERIFY(after.peek(part)->parent == world::kRootObject);
  QVERIFY(positionDistance(after.rootT(part), playback->at(steps[6].ends)->rootT(part)) < kTiny);
  // The tool is where the steps say.
  QVERIFY(positionDistance(toolOf(after), frameOf(after, "place")) > 0.149);
  QVERIFY(positionDistance(toolOf(after), frameOf(after, "place")) < 0.151);
  QVERIFY(steps[6].root_t_tool_ends.has_value());
  QVERIFY(positionDistance(*steps[6].root_t_tool_ends, toolOf(after)) < kTiny);
  // The world that it was planned in is as it was.
  QVERIFY(cell.world()->rootT(part) == before);
  QCOMPARE(playback->stepAt(-1.0), std::size_t{0});
  QCOMPARE(playback->stepAt(1e9), steps.size() - 1);
}

// With a board in the hand the way down is blocked that the arm alone clears.
void TestProgramPlanning::whatIsHeldIsChecked() {
  ProgramCell cell;
  const Pose tool = toolOf(*cell.world());
  const Pose board = tool * Pose::translation(0, 0, 0.02);
  QVERIFY(cell.commit(session::createPrimitive(world::kRootObject, world::kRootEntity, "board",
                                               geometry::Box{Vec3(0.02, 0.02, 0.3)}, {},
                                               {board.p - Vec3(0, 0, 0.17), Quat::Identity()}))
              .ok());
  const std::string down = moveAbove("pick", 0.1);
  cell.add("name: \"bare\"" + down);
  cell.add("name: \"laden\" steps { attach { object { id: \"" +
           world::toWire(cell.world()->childNamed(world::kRootObject, "board")) + "\" } } } " + down);
  usecase::ProgramFailure why;
  const auto laden = cell.plan("laden", &why);
  QVERIFY(!laden.ok());
  QCOMPARE(program::placeText(why.place), std::string("2"));
  QVERIFY2(laden.status().title.starts_with("step 2"), laden.status().title.c_str());
  QVERIFY(cell.commit(session::deleteObject(cell.world()->childNamed(world::kRootObject, "board"), true)).ok());
  QVERIFY2(cell.plan("bare").ok(), cell.plan("bare").status().line().c_str());
}

void TestProgramPlanning::sameSeedSamePlan() {
  ProgramCell cell;
  cell.add("name: \"p\"" + moveAbove("pick", 0.1) + moveAbove("place", 0.2));
  const auto one = cell.plan("p"), other = cell.plan("p");
  QVERIFY2(one.ok() && other.ok(), one.status().line().c_str());
  QVERIFY(one->plan->SerializeAsString() == other->plan->SerializeAsString());
}

void TestProgramPlanning::startsWhereItSays() {
  ProgramCell cell;
  cell.add("name: \"p\" start_configuration: \"behind_fixture\" steps { move { configuration: \"home\" } }");
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto& motion = outcome->plan->steps(0).motion();
  const auto& configurations = cell.world()->peek(cell.world()->aliasNamed("robot"))->configurations;
  const auto from = std::ranges::find(configurations, "behind_fixture", &world::NamedConfiguration::name);
  for (int i = 0; i < 6; ++i) QVERIFY(std::abs(motion.positions(i) - from->positions[i]) < kTiny);
}

// 0.1 m at 0.05 m/s takes two seconds, however fast the joints may be.
void TestProgramPlanning::speedLeavesLimitsOfTheStep() {
  ProgramCell cell;
  const std::string line = "motion_type: LINEAR cartesian_limits { max_translational_velocity: 0.05 } ";
  cell.add("name: \"p\" " + moveAbove("pick", 0.15) + moveAbove("pick", 0.05, line));
  cell.add("name: \"q\" " + moveAbove("pick", 0.15) + moveAbove("pick", 0.05, line + "speed: 0.5"));
  const auto lastTakes = [&](const char* name) {
    const auto made = cell.plan(name);
    return made.ok() ? made->plan->steps(1).ends() - made->plan->steps(0).ends() : 0.0;
  };
  const double alone = lastTakes("p"), slowed = lastTakes("q");
  QVERIFY2(alone > 1.9 && alone < 2.4, std::to_string(alone).c_str());
  QVERIFY2(slowed < alone + 0.3, std::to_string(slowed).c_str());
}

void TestProgramPlanning::speedIsAShareOfTheLimits() {
  ProgramCell cell;
  cell.add("name: \"quick\" steps { move { configuration: \"behind_fixture\" } }");
  cell.add("name: \"slow\" steps { move { configuration: \"behind_fixture\" speed: 0.1 } }");
  const auto quick = cell.plan("quick"), slow = cell.plan("slow");
  QVERIFY2(quick.ok() && slow.ok(), slow.status().line().c_str());
  QVERIFY(slow->duration > 2.0 * quick->duration);
  const world::Object& robot = *cell.world()->peek(cell.world()->aliasNamed("robot"));
  const auto& velocities = slow->plan->steps(0).motion().velocities();
  for (int i = 0; i < velocities.size(); ++i)
    QVERIFY(std::abs(velocities[i]) <=
            0.1 * robot.movingJoint(static_cast<std::size_t>(i % 6)).application.velocity * (1.0 + 1e-6));
}

void TestProgramPlanning::callsAndWhatIsOff() {
  ProgramCell cell;
  cell.add("name: \"rest\"" + wait(1) + wait(2));
  cell.add("name: \"main\"" + wait(4) + call("rest") + "steps { off: true wait { seconds: 8 } } " + call("rest"));
  const auto outcome = cell.plan("main");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  QCOMPARE(outcome->duration, 10.0);
  std::string places;
  for (const auto& step : outcome->plan->steps())
    places += program::placeText(program::Place(step.place().begin(), step.place().end())) + " ";
  QCOMPARE(places, std::string("1 2.1 2.2 4.1 4.2 "));
}

void TestProgramPlanning::cornersThatAreNotRounded() {
  const std::string blend = "blend { joint_blending { desired_tightness_rad: 0.1 } }";
  ProgramCell cell;
  cell.add("name: \"p\"" + moveAbove("pick", 0.2, blend) + moveAbove("pick", 0.1, blend));
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto& steps = outcome->plan->steps();
  // A planner that can goes on; else the stop is told. After the last there is nothing to blend into.
  QVERIFY(steps[0].goes_on() != steps[0].stops_all_the_same());
  std::set<std::string> codes;
  for (const auto& note : outcome->notes) codes.insert(codeOf(note.status));
  QCOMPARE(codes.contains("usecase.corner-not-rounded"), steps[0].stops_all_the_same());
  QVERIFY(codes.contains("usecase.blend-into-nothing"));
  QVERIFY(steps[1].stops_all_the_same());
  if (!steps[0].stops_all_the_same()) return;
  // A stop is a stop.
  const auto planned = program::plannedProgram(*outcome->plan);
  QVERIFY(planned->steps[0].motion.v.back().cwiseAbs().maxCoeff() < kTiny);
}

// Two corners of other sizes in one go.
void TestProgramPlanning::cornersThatDiffer() {
  const auto blend = [](const char* size) {
    return std::string("blend { joint_blending { desired_tightness_rad: ") + size + " } }";
  };
  ProgramCell cell;
  cell.add("name: \"p\"" + moveAbove("pick", 0.3, blend("0.1")) + moveAbove("pick", 0.2, blend("0.05")) +
           moveAbove("pick", 0.1));
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto& steps = outcome->plan->steps();
  QVERIFY(steps[0].goes_on() && steps[1].goes_on());
  QVERIFY2(steps[0].corner().joint() > 0.055, std::to_string(steps[0].corner().joint()).c_str());
  QVERIFY2(std::abs(steps[1].corner().joint() - 0.05) < 1e-6, std::to_string(steps[1].corner().joint()).c_str());
  const auto planned = program::plannedProgram(*outcome->plan);
  QVERIFY(planned.ok());
  for (std::size_t i : {0, 1}) QVERIFY(planned->steps[i].motion.v.back().cwiseAbs().maxCoeff() > 0.01);
}

// Each of the steps has its own time, though the last ends where the first passed by.
void TestProgramPlanning::aPlaceThatIsPassedTwice() {
  const auto to = [](const char* joints, const std::string& more = {}) {
    return std::string("steps { move { constraint { joint_position { joints: [") + joints +
           "] } } motion_type: JOINT " + more + " } } ";
  };
  const std::string blend = "blend { joint_blending { desired_tightness_rad: 0.05 } }";
  const char *a = "0.5,0.3,0.3,0.1,0.9,-0.2", *b = "0.9,0.3,0.4,0.1,0.5,-1.2";
  ProgramCell cell;
  cell.add("name: \"p\" start_configuration: \"home\" " + to(a, blend) + to(b, blend) + to(a));
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto planned = program::plannedProgram(*outcome->plan);
  QVERIFY(planned.ok() && planned->steps[0].goes_on);
  for (const auto& step : planned->steps)
    QVERIFY2(step.ends - step.begins > 0.1, program::placeText(step.place).c_str());
  const JointVector& first = planned->steps[0].motion.q.back();
  const JointVector& last = planned->steps[2].motion.q.back();
  QVERIFY((first - last).cwiseAbs().maxCoeff() < 0.05 + kTiny && (first - last).norm() > 1e-4);
  QVERIFY(std::abs(planned->steps[1].motion.q.back()[5] + 1.2) < 0.05 + kTiny);
}

// Wherever it may be gripped: the robot goes on with the tool that it began with.
void TestProgramPlanning::aPartIsNoTool() {
  ProgramCell cell;
  const ObjectId part = cell.world()->aliasNamed("part_1");
  const EntityId body = cell.world()->peek(part)->rootEntity();
  QVERIFY(cell.commit(session::createFrame(part, body, "tool", Pose::translation(0, 0, 0.01))).ok());
  cell.add(pickAndPlace());
  const auto outcome = cell.plan("pick_and_place");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  for (const int i : {0, 1, 5, 6}) QCOMPARE(outcome->plan->steps(i).tool_name(), std::string("gripper/tool_frame"));
}

// In a file that somebody has made up.
void TestProgramPlanning::targetsThatFitNoRobot() {
  const std::string odd = "steps { move { constraint { joint_position_limits { lower_limits: 0.1 } } } } ";
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1));
  cell.add("name: \"q\" " + odd);
  ProgramPlan plan = *cell.plan("p")->plan;
  plan.set_program("q");
  *plan.mutable_steps(0)->mutable_step() = programOf("name: \"q\" " + odd).steps(0);
  QVERIFY(cell.commit(session::setProgramPlan("q", plan)).ok());
  const auto check = cell.check("q");
  QVERIFY2(textOf(check.findings).starts_with("1:constraints."), textOf(check.findings).c_str());
}

void TestProgramPlanning::failuresNameTheStep_data() {
  QTest::addColumn<QString>("steps");
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("word");
  const auto row = [](const char* name, const std::string& steps, const char* place, const char* word) {
    QTest::newRow(name) << QString::fromStdString(steps) << QString(place) << QString(word);
  };
  row("no frame", wait(1) + moveAbove("pikc", 0), "2", "pikc");
  row("no configuration", "steps { move { configuration: \"hmoe\" } }", "1", "hmoe");
  row("no object", "steps { attach { object " + object("prat_1") + "} }", "1", "prat_1");
  row("no joint", wait(1) + "steps { set_joint { object " + object("gripper") + "joint: \"thumb\" } }", "2", "thumb");
  row("a table moves", "steps { move { robot " + object("table") + "configuration: \"home\" } }", "1", "table");
  row("out of reach", wait(1) + moveAbove("pick", 9), "2", "reach");
  row("joint out of its range",
      "steps { set_joint { object " + object("gripper") + "joint: \"finger_left_joint\" position: 3 } }", "1",
      "finger_left_joint");
  row("on itself", "steps { attach { object " + object("gripper") + "} }", "1", "gripper");
  row("in what is called", wait(1) + call("called"), "2.1", "pikc");
  row("no callee", call("clled"), "", "clled");
}

void TestProgramPlanning::failuresNameTheStep() {
  QFETCH(QString, steps);
  QFETCH(QString, place);
  QFETCH(QString, word);
  ProgramCell cell;
  cell.add("name: \"called\"" + moveAbove("pikc", 0));
  cell.add("name: \"p\"" + steps.toStdString());
  usecase::ProgramFailure why;
  const auto outcome = cell.plan("p", &why);
  QVERIFY(!outcome.ok());
  const Status status = outcome.status();
  QCOMPARE(QString::fromStdString(program::placeText(why.place)), place);
  QVERIFY2(status.line().find(word.toStdString()) != std::string::npos, status.line().c_str());
  if (!place.isEmpty()) QVERIFY2(status.title.starts_with("step " + place.toStdString()), status.title.c_str());
}

void TestProgramPlanning::aCancelEndsIt() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  planning::PlanOptions options;
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  QCOMPARE(usecase::planProgram(*cell.world(), "pick_and_place", options).status().code, Code::kCancelled);
  options = {};
  options.deadline = planning::Clock::now() + std::chrono::milliseconds(1);
  QCOMPARE(usecase::planProgram(*cell.world(), "pick_and_place", options).status().code, Code::kDeadlineExceeded);
}

void TestProgramPlanning::whoseProgramItIs() {
  ProgramCell none("empty_table");
  none.add("name: \"p\" steps { move { configuration: \"home\" } }");
  QCOMPARE(codeOf(none.plan("p").status()), std::string("usecase.program-without-arm"));
  std::string several;
  for (const auto& sample : samples::sampleList())
    if (sample.name.find("two") != std::string::npos) several = sample.name;
  QVERIFY(!several.empty());
  ProgramCell two(several.c_str());
  two.add("name: \"p\" steps { move { configuration: \"home\" } }");
  QCOMPARE(codeOf(two.plan("p").status()), std::string("usecase.program-of-whom"));
}

void TestProgramPlanning::stepsAsTheyAreRead() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto lines = usecase::programLines(*cell.world(), "pick_and_place");
  QVERIFY(lines.ok());
  std::string text;
  for (const auto& line : *lines) text += program::placeText(line.place) + " " + plain(line.text) + "\n";
  QVERIFY2(text.starts_with("1 Move to root/pick\n2 Move straight to part_1\n"), text.c_str());
  QVERIFY2(text.find("5 Attach part_1\n") != std::string::npos, text.c_str());
  QVERIFY2(text.find("4 Set gripping to on\n") != std::string::npos, text.c_str());
  QCOMPARE((*lines)[1].name, std::string("reach"));
  QVERIFY(!(*lines)[0].begins);
  QVERIFY(cell.planAndKeep("pick_and_place").ok());
  const auto planned = usecase::programLines(*cell.world(), "pick_and_place");
  QVERIFY(planned->front().begins.has_value());
  QCOMPARE(*planned->front().begins, 0.0);
  QVERIFY(*planned->back().ends > 1.0);
}

QTEST_GUILESS_MAIN(TestProgramPlanning)
#include "test_program_planning.moc"
