// SPDX-License-Identifier: Apache-2.0
// What a dialect cannot say is refused by a failure that names the step and what to change; none is left out.
#include <QtTest>
#include <functional>
#include <limits>

#include "core/program/dialects/failures.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

using Change = std::function<void(RobotProgram&)>;

struct Refusal {
  const char* code;
  const char* dialect;
  const char* step;  // that the title names; empty where it is about the whole
  Change change;     // of busyProgram
};

Move& move(RobotProgram& program, std::size_t step) { return std::get<Move>(program.steps[step - 1].what); }
template <typename Kind>
Kind& at(RobotProgram& program, std::size_t step) {
  return std::get<Kind>(program.steps[step - 1].what);
}

// A wrist that is turned over is told apart; axes 2 and 3 alone are not.
void shareName(RobotProgram& program) {
  Move& its = move(program, 2);
  Posture::Other other{its.joints, its.posture.shoulder, its.posture.elbow};
  other.joints[4] = -other.joints[4];
  its.posture.others.push_back(other);
  other.joints = its.joints;
  other.joints[1] += 0.01;
  other.joints[2] -= 0.01;
  its.posture.others.push_back(other);
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::vector<Refusal> dataRefusals() {
  return {
      {"dialect.unknown", "gcode", "", [](RobotProgram&) {}},
      {"dialect.nothing-to-export", "json", "", [](RobotProgram& p) { p.steps.clear(); }},
      {"dialect.not-finite", "json", "step 2 (approach)", [](RobotProgram& p) { move(p, 2).joints[3] = kNan; }},
      {"dialect.not-finite", "krl", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).speed.linear_m_s = kNan; }},
      {"math.pose-not-finite", "csv", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).base_t_tool.p.x() = kNan; }},
      {"math.pose-not-unit", "rapid", "frame 'base'", [](RobotProgram& p) { p.robot_t_base.q = Quat(0, 0, 0, 0); }},
      {"dialect.joint-count", "json", "step 1 (home)", [](RobotProgram& p) { move(p, 1).joints.pop_back(); }},
      {"dialect.joint-share", "json", "step 1 (home)", [](RobotProgram& p) { move(p, 1).speed.joint_share = 1.5; }},
      {"dialect.joint-share", "fanuc-ls", "step 8 (place)",
       [](RobotProgram& p) { move(p, 8).speed.joint_share = 0.005; }},
      {"dialect.blend-range", "csv", "step 2 (approach)", [](RobotProgram& p) { move(p, 2).blend.radius_m = -0.1; }},
      {"dialect.blend-range", "csv", "step 2 (approach)", [](RobotProgram& p) { move(p, 2).blend.share = 1.1; }},
      {"dialect.negative", "json", "step 5", [](RobotProgram& p) { at<Wait>(p, 5).seconds = -1.0; }},
      {"dialect.negative", "json", "step 9", [](RobotProgram& p) { at<GripperMove>(p, 9).settle_s = -1.0; }},
  };
}

std::vector<Refusal> robotRefusals() {
  const auto external = [](const char* name) { return RobotJoint{.name = name, .slides = true, .external = true}; };
  const auto with = [external](int count) {
    return [=](RobotProgram& p) {
      for (int i = 0; i < count; ++i) {
        p.joints.push_back(external("rail"));
        for (Step& step : p.steps)
          if (auto* found = std::get_if<Move>(&step.what)) found->joints.push_back(0.0);
      }
    };
  };
  const auto seventh = [with](RobotProgram& p) {
    with(1)(p);
    p.joints.back() = {.name = "j7", .max_speed = 1.0};
  };
  return {
      {"dialect.axis-count", "rapid", "", seventh},
      {"dialect.axis-count", "urscript", "", seventh},
      {"dialect.sliding-axis", "krl", "", [](RobotProgram& p) { p.joints[1].slides = true; }},
      {"dialect.no-external-axes", "urscript", "", with(1)},
      {"dialect.many-external-axes", "fanuc-ls", "", with(4)},
      {"dialect.many-external-axes", "rapid", "", with(7)},
      {"dialect.no-joint-speed", "urscript", "", [](RobotProgram& p) { p.joints[2].max_speed = 0.0; }},
      {"dialect.frame-number", "fanuc-ls", "", [](RobotProgram& p) { p.tool_number = 40; }},
      {"dialect.frame-number", "fanuc-ls", "", [](RobotProgram& p) { p.base_number = -1; }},
  };
}

std::vector<Refusal> moveRefusals() {
  return {
      {"dialect.no-tool-speed", "urscript", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).speed.linear_m_s = 0; }},
      {"dialect.share-of-speed", "rapid", "step 8 (place)",
       [](RobotProgram& p) { move(p, 8).speed.joint_share = 0.5; }},
      {"dialect.tool-speed", "fanuc-ls", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).speed.linear_m_s = 2.5; }},
      {"dialect.tool-speed", "krl", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).speed.linear_m_s = 1e-6; }},
      {"dialect.blend-at-stop", "rapid", "step 3 (pick)",
       [](RobotProgram& p) {
         move(p, 3).blend = {0.01, 0.5};
       }},
      {"dialect.blend-at-stop", "urscript", "step 8 (place)",
       [](RobotProgram& p) {
         p.steps.resize(8);
         move(p, 8).blend = {0.01, 0.5};
       }},
      {"dialect.blend-needs-radius", "urscript", "step 2 (approach)",
       [](RobotProgram& p) {
         move(p, 2).blend = {0.0, 0.5};
       }},
      {"dialect.blend-needs-radius", "krl", "step 2 (approach)",
       [](RobotProgram& p) {
         move(p, 2).blend = {0.0, 0.5};
       }},
      {"dialect.blend-needs-share", "krl", "step 1 (home)",
       [](RobotProgram& p) {
         move(p, 1).blend = {0.01, 0.0};
       }},
      {"dialect.blend-needs-share", "fanuc-ls", "step 2 (approach)",
       [](RobotProgram& p) {
         move(p, 2).blend = {0.01, 0.0};
       }},
      {"dialect.no-posture", "rapid", "step 2 (approach)", [](RobotProgram& p) { move(p, 2).posture = {}; }},
      {"dialect.no-posture", "krl", "step 8 (place)", [](RobotProgram& p) { move(p, 8).posture = {}; }},
      {"dialect.shared-posture", "rapid", "step 2 (approach)", shareName},
      {"dialect.shared-posture", "fanuc-ls", "step 2 (approach)", shareName},
      {"dialect.too-many-turns", "krl", "step 8 (place)", [](RobotProgram& p) { move(p, 8).joints[5] = 6.5; }},
      {"dialect.too-many-turns", "fanuc-ls", "step 3 (pick)", [](RobotProgram& p) { move(p, 3).joints[5] = -50.0; }},
      {"dialect.starts-linear", "krl", "step 1 (approach)", [](RobotProgram& p) { p.steps.erase(p.steps.begin()); }},
  };
}

std::vector<Refusal> otherRefusals() {
  const std::string long_name = "pick and place of the left-hand housing";
  return {
      {"dialect.signal-number", "krl", "step 4", [](RobotProgram& p) { at<SetSignal>(p, 4).signal.number = -1; }},
      {"dialect.signal-number", "urscript", "step 9",
       [](RobotProgram& p) { at<GripperMove>(p, 9).by->signal.number = -1; }},
      {"dialect.signal-range", "urscript", "", [](RobotProgram& p) { at<SetSignal>(p, 4).signal.number = 8; }},
      {"dialect.signal-range", "krl", "", [](RobotProgram& p) { at<AwaitSignal>(p, 6).signal.number = 0; }},
      {"dialect.signal-name", "rapid", "step 4",
       [](RobotProgram& p) { at<SetSignal>(p, 4).signal.name = "gripper close"; }},
      {"dialect.signal-name", "rapid", "step 6", [](RobotProgram& p) { at<AwaitSignal>(p, 6).signal.name = "MoveL"; }},
      {"dialect.await-limit", "krl", "step 6", [](RobotProgram& p) { at<AwaitSignal>(p, 6).at_most_s = 2.0; }},
      {"dialect.long-wait", "fanuc-ls", "step 5", [](RobotProgram& p) { at<Wait>(p, 5).seconds = 400.0; }},
      {"dialect.no-gripper", "rapid", "step 9", [](RobotProgram& p) { at<GripperMove>(p, 9).by.reset(); }},
      {"dialect.long-name", "krl", "", [=](RobotProgram& p) { p.name = long_name; }},
      {"dialect.long-name", "rapid", "", [=](RobotProgram& p) { at<Call>(p, 10).program = long_name; }},
      {"dialect.same-name", "fanuc-ls", "", [](RobotProgram& p) { at<Call>(p, 10).program = "pick-AND-place"; }},
  };
}

}  // namespace

class TestDialectRefusals : public QObject {
  Q_OBJECT

  QSet<QByteArray> seen_;

  void check(const std::vector<Refusal>& refusals) {
    for (const Refusal& refusal : refusals) {
      RobotProgram program = busyProgram();
      refusal.change(program);
      const auto files = exportProgram(refusal.dialect, program);
      QVERIFY2(!files.ok(), refusal.code);
      const Status status = files.status();
      const std::string all = std::string(refusal.code) + " " + refusal.dialect + ": " + status.line();
      QVERIFY2(status.failure != nullptr && status.failure->row->code == refusal.code, all.c_str());
      QVERIFY2(status.title.find(refusal.step) != std::string::npos, all.c_str());
      QVERIFY2(!status.hint.empty() && status.hint.find('{') == std::string::npos, all.c_str());
      QVERIFY2(status.title.find('{') == std::string::npos, all.c_str());
      seen_.insert(refusal.code);
    }
  }

 private Q_SLOTS:
  void theSampleItselfIsTaken() {
    for (const Dialect& dialect : dialects()) QCOMPARE(refusalOf(dialect.id, busyProgram()), std::string());
  }
  void badDataIsRefused() { check(dataRefusals()); }
  void robotsThatItDoesNotDriveAreRefused() { check(robotRefusals()); }
  void movesThatItCannotSayAreRefused() { check(moveRefusals()); }
  void otherStepsAreRefused() { check(otherRefusals()); }
  void everyKindOfRefusalWasSeen() {
    for (const FailureRow* row : failures::all())
      QVERIFY2(seen_.contains(QByteArray(row->code.data(), static_cast<qsizetype>(row->code.size()))),
               row->code.data());
  }

  // Data takes what controllers do not.
  void dataTakesAnyRobot() {
    RobotProgram program = busyProgram();
    program.joints.push_back({.name = "lift", .slides = true});
    for (Step& step : program.steps)
      if (auto* found = std::get_if<Move>(&step.what)) found->joints.push_back(0.3), found->posture = {};
    at<GripperMove>(program, 9).by.reset();
    at<SetSignal>(program, 4).signal.number = -1;
    for (const char* dialect : {"csv", "json"}) QCOMPARE(refusalOf(dialect, program), std::string());
  }
  void aCommentBetweenMayBeBlendedOver() {
    RobotProgram program = busyProgram();
    program.steps.insert(program.steps.begin() + 1, Step{"", Comment{"down"}});
    for (const Dialect& dialect : dialects()) QCOMPARE(refusalOf(dialect.id, program), std::string());
  }
  // A line keeps its posture, so KRL needs no name for it, and URScript never does.
  void posturesAreAskedForOnlyWhereTheyAreWritten() {
    RobotProgram program = busyProgram();
    move(program, 2).posture = move(program, 3).posture = {};
    QCOMPARE(refusalOf("krl", program), std::string());
    QVERIFY(textIn("krl", program).find("DECL E6POS pick={X 400.000,Y 0.000,Z 250.000,A 0.0000,B 0.0000,C 0.0000}") !=
            std::string::npos);
    QCOMPARE(refusalOf("urscript", program), std::string());
  }
};

QTEST_GUILESS_MAIN(TestDialectRefusals)
#include "test_dialect_refusals.moc"
