// SPDX-License-Identifier: Apache-2.0
// Programs in themselves: what is sound, what calls come to, plans as plain data.
#include <QtTest>
#include <limits>

#include "core/base/failure.h"
#include "core/program/expand.h"
#include "core/program/planned.h"
#include "program_text.h"

using namespace ww;
using namespace ww::test;
using program::Programs;
using worldwright::v1::Program;
using worldwright::v1::ProgramPlan;

namespace {

std::string codeOf(const Status& status) {
  return status.failure ? std::string(status.failure->row->code) : std::string();
}

Programs list(const std::vector<std::string>& texts) {
  Programs out;
  for (const std::string& text : texts) *out.Add() = programOf(text);
  return out;
}

std::string places(const std::vector<program::FlatStep>& steps) {
  std::string out;
  for (const auto& step : steps) out += (out.empty() ? "" : " ") + program::placeText(step.place);
  return out;
}

// A joint that goes from 0 to 1 in a second and stands still again.
ProgramPlan smallPlan() {
  ProgramPlan plan;
  plan.set_program("p");
  auto& mover = *plan.add_movers();
  mover.set_object(7);
  mover.set_name("axis");
  mover.add_joints("j");
  mover.add_revolute(false);
  auto& step = *plan.add_steps();
  step.add_place(1);
  step.mutable_step()->mutable_move()->set_configuration("there");
  step.mutable_step()->mutable_move()->set_motion_type(intrinsic_proto::motion_planning::v1::MotionSegment::LINEAR);
  step.mutable_step()->mutable_move()->set_speed(0.5);
  step.set_ends(1.0);
  step.set_mover(0);
  for (const double t : {0.0, 1.0}) {
    step.mutable_motion()->add_times(t);
    step.mutable_motion()->add_positions(t);
    step.mutable_motion()->add_velocities(0.0);
    step.mutable_motion()->add_accelerations(0.0);
  }
  auto& wait = *plan.add_steps();
  wait.add_place(2);
  wait.mutable_step()->mutable_wait()->set_seconds(2.0);
  wait.set_begins(1.0);
  wait.set_ends(3.0);
  auto& held = *wait.add_held();
  held.set_object(9);
  held.set_parent(7);
  auto& signal = *wait.add_signals();
  signal.set_signal("valve");
  signal.set_number(2.5);
  return plan;
}

}  // namespace

class TestProgramData : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsWrong_data();
  void whatIsWrong();
  void aSoundProgramIsTaken();
  void sizesAreBounded();
  void newerProgramsAreKeptAsTheyAre();
  void callsAreReplaced();
  void callsThatNeverEnd();
  void callsThatGrow();
  void onlyWorkCounts();
  void plansThatDoNotFitTogether_data();
  void plansThatDoNotFitTogether();
  void aPlanAsPlainData();
};

void TestProgramData::whatIsWrong_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("code");
  const auto row = [](const char* name, const std::string& steps, const char* code) {
    QTest::newRow(name) << QString::fromStdString("name: \"p\" " + steps) << QString(code);
  };
  QTest::newRow("no name") << QString(wait(1).c_str()) << QString("program.no-name");
  QTest::newRow("bad name") << QString("name: \"a b\"") << QString("scene.bad-name");
  row("empty step", "steps { name: \"x\" }", "program.step-empty");
  row("no target", "steps { move { } }", "program.no-target");
  row("empty configuration", "steps { move { configuration: \"\" } }", "program.no-target");
  row("empty constraint", "steps { move { constraint { } } }", "program.no-target");
  row("pose in no frame", "steps { move { configuration: \"home\" frame_t_tool { } } }", "program.stray-pose");
  row("speed 0", "steps { move { configuration: \"home\" speed: 0 } }", "program.bad-speed");
  row("speed 2", "steps { move { configuration: \"home\" speed: 2 } }", "program.bad-speed");
  row("speed nan", "steps { move { configuration: \"home\" speed: nan } }", "program.no-number");
  row("nan deep inside", "steps { move { constraint { position_equality { moving_frame_offset { x: nan } } } } }",
      "program.no-number");
  row("time below 0", wait(-1), "program.bad-time");
  row("time without end", "steps { wait { seconds: inf } }", "program.bad-time");
  row("no signal", "steps { set_signal { on: true } }", "program.no-signal");
  row("no value", "steps { await_signal { signal: \"s\" } }", "program.no-value");
  row("endless value", "steps { set_signal { signal: \"s\" number: inf } }", "program.no-number");
  row("no object", "steps { attach { } }", "program.no-object");
  row("no object to detach", "steps { detach { object { by_name { object_name: \"\" } } } }", "program.no-object");
  row("no joint", "steps { set_joint { object " + object("g") + "} }", "program.no-joint");
  row("endless joint", "steps { set_joint { object " + object("g") + "joint: \"j\" position: -inf } }",
      "program.no-number");
  row("call of nobody", "steps { call { } }", "program.no-callee");
}

void TestProgramData::whatIsWrong() {
  QFETCH(QString, text);
  QFETCH(QString, code);
  const Status status = program::checkProgram(programOf(text.toStdString()));
  QCOMPARE(QString::fromStdString(codeOf(status)), code);
  QVERIFY(!status.hint.empty());
}

void TestProgramData::aSoundProgramIsTaken() {
  const Status status = program::checkProgram(programOf(pickAndPlace()));
  QVERIFY2(status.ok(), status.line().c_str());
  // Bounds without an end are no fault.
  const Status box = program::checkProgram(programOf(
      "name: \"p\" steps { move { constraint { position_bounding_box { upper_bounds { x: inf y: inf z: inf } } } } }"));
  QVERIFY2(box.ok(), box.line().c_str());
}

void TestProgramData::sizesAreBounded() {
  Program many = programOf("name: \"p\"");
  for (std::size_t i = 0; i <= program::kMostSteps; ++i) many.add_steps()->mutable_wait();
  QCOMPARE(codeOf(program::checkProgram(many)), std::string("program.too-many-steps"));
  Program wide = programOf("name: \"p\"" + wait(1));
  wide.mutable_steps(0)->set_comment(std::string(program::kLongestText + 1, 'x'));
  QCOMPARE(codeOf(program::checkProgram(wide)), std::string("program.text-too-long"));
  Program heavy = programOf("name: \"p\"");
  auto& target = *heavy.add_steps()->mutable_move()->mutable_constraint()->mutable_joint_position();
  for (std::size_t i = 0; i < program::kMostBytes / 8 + 1; ++i) target.add_joints(0.0);
  QCOMPARE(codeOf(program::checkProgram(heavy)), std::string("program.too-large"));
}

void TestProgramData::newerProgramsAreKeptAsTheyAre() {
  const Status status = program::checkProgram(programOf("name: \"p\" version: 2 steps { }"));
  QVERIFY2(status.ok(), status.line().c_str());
  QCOMPARE(codeOf(program::checkProgram(programOf("name: \"p\" version: 1 steps { }"))),
           std::string("program.step-empty"));
}

void TestProgramData::callsAreReplaced() {
  const Programs programs =
      list({"name: \"main\"" + wait(1) + call("grip") + wait(2) + call("grip"),
            "name: \"grip\"" + wait(3) + "steps { off: true wait { } } " + call("close"), "name: \"close\"" + wait(4)});
  const auto steps = program::expand(programs, "main");
  QVERIFY(steps.ok());
  QCOMPARE(places(*steps), std::string("1 2.1 2.3.1 3 4.1 4.3.1"));
  QCOMPARE((*steps)[2].step->wait().seconds(), 4.0);
  QCOMPARE((*steps)[2].owner->name(), std::string("close"));
  const Status missing = program::expand(programs, "mian").status();
  QCOMPARE(codeOf(missing), std::string("program.no-such-program"));
  QVERIFY2(missing.hint.find("did you mean 'main'") != std::string::npos, missing.hint.c_str());
}

void TestProgramData::callsThatNeverEnd() {
  const Programs ring = list({"name: \"a\"" + call("b"), "name: \"b\"" + call("c"), "name: \"c\"" + call("b")});
  const Status status = program::checkCalls(ring, "a");
  QCOMPARE(codeOf(status), std::string("program.calls-itself"));
  QVERIFY2(status.title.find("b > c > b") != std::string::npos, status.title.c_str());
  // A call that is off does nothing.
  QVERIFY(program::checkCalls(list({"name: \"a\" steps { off: true call { program: \"a\" } }"}), "a").ok());
  // Nor does one of what is not there yet.
  QVERIFY(program::checkCalls(list({"name: \"a\"" + call("later")}), "a").ok());
}

void TestProgramData::callsThatGrow() {
  std::vector<std::string> deep, wide;
  for (int i = 0; i < 40; ++i) deep.push_back(fmt::format("name: \"p{}\"", i) + call(fmt::format("p{}", i + 1)));
  QCOMPARE(codeOf(program::checkCalls(list(deep), "p0")), std::string("program.too-deep"));
  // Each calls the next ten times: 10^20 steps, and empty ones at the end.
  for (int i = 0; i < 20; ++i) {
    std::string text = fmt::format("name: \"p{}\"", i);
    for (int k = 0; k < 10; ++k) text += call(fmt::format("p{}", i + 1));
    wide.push_back(text);
  }
  wide.push_back("name: \"p20\"");
  QCOMPARE(codeOf(program::checkCalls(list(wide), "p0")), std::string("program.too-long"));
}

void TestProgramData::onlyWorkCounts() {
  const auto digest = [](const std::string& text) {
    const Programs programs = list({text, "name: \"called\"" + wait(9)});
    return program::digestOf(programs[0], program::expand(programs, "p").value());
  };
  const Sha256 plain = digest("name: \"p\"" + wait(1));
  QVERIFY(digest("name: \"p\" comment: \"first shift\" steps { name: \"rest\" wait { seconds: 1 } }") == plain);
  QVERIFY(digest("name: \"p\" steps { off: true wait { } } " + wait(1)) == plain);
  QVERIFY(digest("name: \"p\"" + wait(2)) != plain);
  QVERIFY(digest("name: \"p\" robot " + object("r") + wait(1)) != plain);
  QVERIFY(digest("name: \"p\" start_configuration: \"home\"" + wait(1)) != plain);
  QVERIFY(digest("name: \"p\"" + call("called")) != plain);
}

void TestProgramData::plansThatDoNotFitTogether_data() {
  QTest::addColumn<int>("what");
  for (int i = 0; i < 16; ++i) QTest::addRow("%d", i) << i;
}

void TestProgramData::plansThatDoNotFitTogether() {
  QFETCH(int, what);
  ProgramPlan plan = smallPlan();
  auto& step = *plan.mutable_steps(0);
  if (what >= 7 && what <= 9) {
    // Round a corner.
    auto& next = *plan.mutable_steps(1);
    *next.mutable_step() = step.step();
    *next.mutable_motion() = step.motion();
    next.set_mover(0);
    step.set_goes_on(true);
  }
  QVERIFY(program::checkPlan(plan).ok());
  switch (what) {
    case 0: step.mutable_motion()->add_positions(1.0); break;
    case 1: step.mutable_motion()->set_times(1, 0.0); break;
    case 2: step.mutable_motion()->set_velocities(0, std::numeric_limits<double>::quiet_NaN()); break;
    case 3: step.set_mover(1); break;
    case 4: step.clear_mover(); break;
    case 5: step.clear_place(); break;
    case 6: plan.mutable_steps(1)->set_begins(5.0); break;
    case 7: step.mutable_corner()->set_metres(0.1); break;  // of no joint
    case 8:
      step.mutable_corner()->add_joints(0.5);
      step.mutable_corner()->set_joint(-0.1);
      break;
    case 9: step.mutable_corner()->add_joints(std::numeric_limits<double>::infinity()); break;
    case 10:  // a move without a motion
      step.clear_motion();
      step.clear_mover();
      break;
    case 11: step.set_goes_on(true); break;  // into a wait
    case 12:                                 // behind the last
      step.set_goes_on(true);
      plan.mutable_steps()->RemoveLast();
      break;
    case 13: step.mutable_corner()->add_joints(0.5); break;                  // of a step that stops
    case 14: step.mutable_root_t_tool_ends()->mutable_orientation(); break;  // of no direction
    default: plan.mutable_key()->mutable_region()->add_min(0.0);
  }
  QCOMPARE(codeOf(program::checkPlan(plan)), std::string("program.bad-plan"));
  QVERIFY(!program::plannedProgram(plan).ok());
}

void TestProgramData::aPlanAsPlainData() {
  const auto planned = program::plannedProgram(smallPlan());
  QVERIFY2(planned.ok(), planned.status().line().c_str());
  QCOMPARE(planned->duration(), 3.0);
  QCOMPARE(planned->movers.front().joints, std::vector<std::string>{"j"});
  QVERIFY(!planned->movers.front().revolute.front());
  const program::PlannedStep& move = planned->steps[0];
  QCOMPARE(move.kind, program::StepKind::kMove);
  QCOMPARE(move.motion_kind, program::MotionKind::kLinear);
  QCOMPARE(move.speed, 0.5);
  QCOMPARE(program::positionsAt(move.motion, 0.5)[0], 0.5);  // at rest at both ends
  QCOMPARE(program::positionsAt(move.motion, 0.25)[0], 3 * 0.0625 - 2 * 0.015625);
  QCOMPARE(program::positionsAt(move.motion, -1.0)[0], 0.0);
  QCOMPARE(program::positionsAt(move.motion, 9.0)[0], 1.0);
  const program::PlannedStep& rest = planned->steps[1];
  QCOMPARE(rest.kind, program::StepKind::kWait);
  QCOMPARE(rest.seconds, 2.0);
  QVERIFY(!rest.mover);
  QCOMPARE(rest.held.front().object, ObjectId{9});
  QCOMPARE(std::get<double>(rest.signals.at("valve")), 2.5);
}

QTEST_GUILESS_MAIN(TestProgramData)
#include "test_program_data.moc"
