// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>

#include "tests/cli/cases.h"

using namespace ww::test;

// Plans in the sample cell: the fixture stands between `home` and `behind_fixture`.
class TestCliPlan : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void jointIsBlocked();
  void anyGoesAround();
  void aLineFromWhereItIs();
  void targetsOfOtherKinds();
  void excludedPairLetsThrough_data();
  void excludedPairLetsThrough();
  void toFrames();
  void startInCollision();
  void goalInCollision();
  void jointLimit();
  void goalBeyondLimit();
  void configurationCounts_data();
  void configurationCounts();
  void sameSeedSameBytes();
  void trajectoryFiles();
  void trajectoryOnStandardOutput();
  void figuresOfDistances();
  void timeLimit();
  void pathCheck();
  void ikRefusals();
  void nearTargets();
  void waypointSizes_data();
  void waypointSizes();

 private:
  QString request(const QByteArray& text) { return folder_.write("request.textproto", text); }

  ScratchFolder folder_;
  QString world_;
  QByteArray hash_;
  QList<double> home_, goal_;
};

void TestCliPlan::initTestCase() {
  world_ = makeSample(folder_);
  hash_ = hashOf(world_);
  home_ = namedJoints(world_, "home");
  goal_ = namedJoints(world_, "behind_fixture");
  QCOMPARE(home_.size(), 6);
  QCOMPARE(goal_.size(), 6);
}

// Link, fixture and depth.
static bool namesPairAndDepth(const QByteArray& text, const QString& a, const QString& b) {
  const QRegularExpression pattern(QString("robot:(%1)\\b.*(%2):\\w+.* by (0\\.\\d+) m").arg(a, b));
  const auto match = pattern.match(QString::fromUtf8(text));
  return match.hasMatch() && match.captured(3).toDouble() > 0.0;
}

void TestCliPlan::jointIsBlocked() {
  for (const QStringList& how :
       {QStringList{"--to", "behind_fixture", "--type", "joint"}, QStringList{request(jointMotion(goal_, "JOINT"))}}) {
    const CliRun run = runCli(QStringList{"plan", world_} + how + QStringList{"--json"});
    WW_COMPARE_EXIT(run, 1);
    WW_VERIFY_FAULTLESS(errorObjectFault(run, "FAILED_PRECONDITION"));
    QVERIFY2(namesPairAndDepth(run.err, "link_\\d", "fixture"), run.err);
  }
  QCOMPARE(hashOf(world_), hash_);
}

void TestCliPlan::anyGoesAround() {
  for (const QStringList& how :
       {QStringList{"--to", "behind_fixture", "--type", "ANY"}, QStringList{request(jointMotion(goal_, "ANY"))}}) {
    const QJsonObject plan = jsonOf(QStringList{"plan", world_} + how);
    QVERIFY(at(plan, "report/validated").toBool());
    QVERIFY(at(plan, "report/min_clearance_m").toDouble() > 0.0);
    QVERIFY(at(plan, "report/cycle_time_s").toDouble() > 0.1);
  }
  QCOMPARE(hashOf(world_), hash_);
}

// As public example programs write it: the tool as its own target.
void TestCliPlan::aLineFromWhereItIs() {
  const QByteArray tool = R"({ by_name { frame { object_name: "gripper" frame_name: "tool_frame" } } })";
  const QByteArray text =
      R"(robot_specification { robot_reference { object_id { by_name { object_name: "robot" } } } }
  motion_specification { motion_segments { motion_type: LINEAR target { cartesian_pose { moving_frame )" +
      tool + " target_frame " + tool + " target_frame_offset { position { z: -0.05 } orientation { w: 1 } } } } } }";
  const QJsonObject plan = jsonOf(QStringList{"plan", world_, request(text)});
  QVERIFY(at(plan, "report/validated").toBool());
  QVERIFY(at(plan, "report/cycle_time_s").toDouble() > 0.05);
}

void TestCliPlan::targetsOfOtherKinds() {
  const QByteArray nodes =
      R"(moving_frame { by_name { frame { object_name: "gripper" frame_name: "tool_frame" } } } target_frame { id: "root" } )";
  for (const QByteArray& target :
       {QByteArray("position_equality { " + nodes + "target_frame_offset { x: 0.5 z: 1 } }"),
        QByteArray("rotation_cone { " + nodes +
                   "moving_axis { z: 1 } target_axis { z: -1 } cone_opening_half_angle: 0.1 }"),
        QByteArray(
            "joint_position_limits { lower_limits: [-1, -1, -1, -1, -1, -1] upper_limits: [1, 1, 1, 1, 1, 1] }")}) {
    const CliRun run = runCli(
        {"ik", world_,
         request("robot_reference { object_id { by_name { object_name: \"robot\" } } } target { " + target + " }"),
         "--json"});
    WW_COMPARE_EXIT(run, 0);
    QVERIFY2(!run.json()["solutions"].toArray().isEmpty(), run.out);
  }
}

void TestCliPlan::excludedPairLetsThrough_data() {
  QTest::addColumn<QByteArray>("edits");
  QTest::newRow("toggled") << QByteArray(R"(updates { toggle_collisions { toggle_mode: TOGGLE_MODE_DISABLE
    object_a { reference { by_name { object_name: "robot" } } entity_filter { include_all_entities: true } }
    object_b { reference { by_name { object_name: "fixture" } } entity_filter { include_all_entities: true } } } })");
  // A rule's list of rules replaces that of the world, so those of the cell come along.
  QTest::newRow("in the request") << QByteArray();
}

void TestCliPlan::excludedPairLetsThrough() {
  QFETCH(QByteArray, edits);
  if (!edits.isEmpty()) {
    const QString out = folder_.path("excluded.wright");
    QVERIFY(jsonOf({"apply", world_, folder_.write("toggle.textproto", edits), "--out", out})["changed"].toBool());
    QVERIFY(at(jsonOf({"plan", out, "--to", "behind_fixture", "--type", "joint"}), "report/validated").toBool());
    return;
  }
  const auto rule = [](const QByteArray& a, const QByteArray& b) {
    return "collision_rules { left { object { by_name { object_name: \"" + a +
           "\" } } } right { object { by_name { object_name: \"" + b +
           "\" } } } collision_action { is_excluded: true } } ";
  };
  const QByteArray settings = "collision_settings { " + rule("robot", "fixture") + rule("robot", "pedestal") +
                              rule("robot", "gripper") + rule("fixture", "table") + "}";
  const CliRun run = runCli({"plan", world_, request(jointMotion(goal_, "JOINT", settings))});
  WW_COMPARE_EXIT(run, 0);
}

void TestCliPlan::toFrames() {
  for (const char* frame : {"pick", "place"}) {
    const QJsonObject plan = jsonOf({"plan", world_, "--to", frame});
    // The tool is there at the end, as `fk` says.
    const QJsonArray states = at(plan, "discretized/state").toArray();
    QList<double> last;
    for (const QJsonValue& v : at(states.last(), "position").toArray()) last << v.toDouble();
    const QJsonObject tip = jsonOf({"fk", world_, request(fkRequest(last))})["reference_t_target"].toObject();
    const QJsonArray want =
        at(jsonOf({"transform", world_, "root", QString("root/") + frame}), "a_t_b/position").toArray();
    for (int i = 0; i < 3; ++i)
      QVERIFY(std::abs(at(tip, QString("position/") + QChar("xyz"[i])).toDouble() - want[i].toDouble()) < 1e-5);
  }
}

static QByteArray withStart(QByteArray request, const QList<double>& start) {
  QByteArrayList joints;
  for (const double q : start) joints << QByteArray::number(q, 'g', 17);
  return request.replace("robot_specification {",
                         "robot_specification { start_configuration { joints: [" + joints.join(", ") + "] } ");
}

void TestCliPlan::startInCollision() {
  // Half way of the blocked motion.
  QList<double> start;
  for (int i = 0; i < 6; ++i) start << home_[i] + 0.56 * (goal_[i] - home_[i]);
  const CliRun run = runCli({"plan", world_, request(withStart(jointMotion(home_, "ANY"), start)), "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "FAILED_PRECONDITION"));
  QVERIFY2(namesPairAndDepth(run.err, "link_\\d", "fixture"), run.err);
  QVERIFY2(run.err.contains("start"), run.err);
}

void TestCliPlan::goalInCollision() {
  QList<double> goal;
  for (int i = 0; i < 6; ++i) goal << home_[i] + 0.56 * (goal_[i] - home_[i]);
  const CliRun run = runCli({"plan", world_, request(jointMotion(goal, "ANY")), "--json"});
  WW_COMPARE_EXIT(run, 1);
  QVERIFY2(namesPairAndDepth(run.err, "link_\\d", "fixture"), run.err);
  QVERIFY2(run.err.contains("goal"), run.err);
}

// Joint 2 goes to 2.26893 rad (130 degrees); 0.25 rad more is 14.3 degrees.
static bool namesJointAndExcess(const QByteArray& text, const char* joint) {
  return text.contains(joint) && (text.contains("0.25") || text.contains("14.3"));
}

void TestCliPlan::jointLimit() {
  QList<double> start = home_;
  start[1] = 130.0 * M_PI / 180.0 + 0.25;
  const CliRun run = runCli({"plan", world_, request(withStart(jointMotion(home_, "ANY"), start)), "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "OUT_OF_RANGE"));
  QVERIFY2(namesJointAndExcess(run.err, "joint_2"), run.err);
}

void TestCliPlan::goalBeyondLimit() {
  for (const char* type : {"ANY", "JOINT"}) {
    QList<double> goal = home_;
    goal[1] = 130.0 * M_PI / 180.0 + 0.25;
    const CliRun run = runCli({"plan", world_, request(jointMotion(goal, type)), "--json"});
    WW_COMPARE_EXIT(run, 1);
    WW_VERIFY_FAULTLESS(errorObjectFault(run, "OUT_OF_RANGE"));
    QVERIFY2(namesJointAndExcess(run.err, "joint_2"), run.err);
  }
}

void TestCliPlan::configurationCounts_data() {
  QTest::addColumn<QList<double>>("joints");
  QTest::newRow("none") << QList<double>{};
  QTest::newRow("too few") << QList<double>{0, 0, 0};
  QTest::newRow("too many") << QList<double>{0, 0, 0, 0, 0, 0, 0};
  QTest::newRow("nan") << QList<double>{0, 0, qQNaN(), 0, 0, 0};
  QTest::newRow("inf") << QList<double>{0, qInf(), 0, 0, 0, 0};
  QTest::newRow("huge") << QList<double>{0, 1e300, 0, 0, 0, 0};
}

void TestCliPlan::configurationCounts() {
  QFETCH(QList<double>, joints);
  for (const char* verb : {"plan", "fk"}) {
    const QByteArray text = QByteArray(verb) == "plan" ? jointMotion(joints, "ANY") : fkRequest(joints);
    if (QByteArray(verb) == "fk" && (joints.isEmpty() || joints.value(1) == 1e300)) continue;
    const CliRun run = runCli({verb, world_, request(text), "--json"});
    WW_COMPARE_EXIT(run, 1);
    WW_VERIFY_FAULTLESS(errorObjectFault(run));
  }
}

void TestCliPlan::sameSeedSameBytes() {
  QByteArray first;
  for (int i = 0; i < 3; ++i) {
    const QString out = folder_.path(QString("seed%1.binpb").arg(i));
    WW_COMPARE_EXIT(runCli({"plan", world_, "--to", "behind_fixture", "--seed", "42", "--out", out}), 0);
    if (i == 0) first = readFile(out);
    QVERIFY(!first.isEmpty() && readFile(out) == first);
  }
}

void TestCliPlan::trajectoryFiles() {
  const QJsonObject plan = jsonOf({"plan", world_, "--to", "pick", "--out", folder_.path("t.json")});
  const QJsonObject file = QJsonDocument::fromJson(readFile(folder_.path("t.json"))).object();
  QCOMPARE(file["discretized"], plan["discretized"]);
  WW_COMPARE_EXIT(runCli({"plan", world_, "--to", "pick", "--out", folder_.path("t.csv")}), 0);
  const QByteArrayList lines = readFile(folder_.path("t.csv")).trimmed().split('\n');
  QCOMPARE(lines.size(), at(plan, "discretized/state").toArray().size() + 1);
  QVERIFY(lines[0].startsWith("time_s,q1,") && lines[0].count(',') == 18);
  for (const QByteArray& line : lines) {
    QCOMPARE(line.count(','), 18);
    QVERIFY2(!line.split(',').contains("-0"), line.constData());
  }
}

// Nothing else stands there; what is told of it stands on standard error, or in the one object of --json.
void TestCliPlan::trajectoryOnStandardOutput() {
  const QJsonObject plan = jsonOf({"plan", world_, "--to", "pick"});
  const CliRun text = runCli({"plan", world_, "--to", "pick", "--out", "-"});
  WW_COMPARE_EXIT(text, 0);
  QCOMPARE(QJsonDocument::fromJson(text.out).object()["discretized"], plan["discretized"]);
  QVERIFY2(text.err.contains("cycle time") && text.err.contains("goal: root/pick\n"), text.describe());
  QVERIFY(runCli({"plan", world_, "--to", "pick", "--out", "-", "--quiet"}).err.isEmpty());
  const QJsonObject json = jsonOf({"plan", world_, "--to", "pick", "--out", "-"});
  QCOMPARE(json["discretized"], plan["discretized"]);
  QCOMPARE(at(json, "report/goal").toString(), QString("root/pick"));
  QCOMPARE(at(jsonOf({"plan", world_, "--to", "behind_fixture"}), "report/goal").toString(),
           QString("configuration behind_fixture of robot"));
}

// One unit in a sentence, no noise of rounding, no zero below zero.
void TestCliPlan::figuresOfDistances() {
  const CliRun touching = runCli({"distance", world_, "robot", "gripper", "--json"});
  WW_COMPARE_EXIT(touching, 0);
  QVERIFY2(!touching.out.contains("-0.0") && !touching.out.contains("e-1"), touching.describe());
  const QString edits = folder_.write(
      "margin.textproto", "updates { update_collision_settings { collision_settings { minimum_margin: 0.02 } } }");
  const QString wide = folder_.path("wide.wright");
  WW_COMPARE_EXIT(runCli({"apply", world_, edits, "--out", wide}), 0);
  const CliRun check = runCli({"check", wide});
  WW_COMPARE_EXIT(check, 1);
  QVERIFY2(check.out.contains("are only 0.5 mm apart, 20 mm are asked for: move 'table' and 'part_1' apart by 19.5 mm"),
           check.describe());
}

void TestCliPlan::timeLimit() {
  const CliRun run = runCli({"plan", world_, "--to", "behind_fixture", "--timeout", "0.000001", "--json"});
  WW_COMPARE_EXIT(run, 4);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "DEADLINE_EXCEEDED"));
}

void TestCliPlan::pathCheck() {
  const auto path = [&](const QList<double>& a, const QList<double>& b) {
    QByteArray text = "robot_reference { object_id { by_name { object_name: \"robot\" } } } ";
    for (const auto* q : {&a, &b}) {
      QByteArrayList joints;
      for (const double v : *q) joints << QByteArray::number(v, 'g', 17);
      text += "waypoint { joints: [" + joints.join(", ") + "] } ";
    }
    // The cell's own exclusions.
    const auto rule = [](const QByteArray& x, const QByteArray& y) {
      return "collision_rules { left { object { by_name { object_name: \"" + x +
             "\" } } } right { object { by_name { object_name: \"" + y +
             "\" } } } collision_action { is_excluded: true } } ";
    };
    return text + "collision_settings { " + rule("robot", "pedestal") + rule("robot", "gripper") + "}";
  };
  const CliRun hit = runCli({"path-check", world_, request(path(home_, goal_)), "--json"});
  WW_COMPARE_EXIT(hit, 1);
  QVERIFY(hit.json()["has_collision"].toBool());
  QVERIFY2(hit.json()["collision_debug_msg"].toString().contains("fixture"), hit.out);
  const CliRun still = runCli({"path-check", world_, request(path(home_, home_)), "--json"});
  WW_COMPARE_EXIT(still, 0);
  QVERIFY(still.json()["has_collision"].isBool() && !still.json()["has_collision"].toBool());
  QVERIFY(still.json()["proved"].toBool() && hit.json()["proved"].isBool() && !hit.json()["proved"].toBool());
}

void TestCliPlan::ikRefusals() {
  const QByteArray target =
      R"(target { cartesian_pose { moving_frame { by_name { frame { object_name: "gripper" frame_name: "tool_frame" } } }
    target_frame { id: "root" } target_frame_offset { position { x: 3 y: 0 z: 1 } orientation { w: 1 } } } })";
  const CliRun far =
      runCli({"ik", world_, request("robot_reference { object_id { by_name { object_name: \"robot\" } } } " + target),
              "--json"});
  WW_COMPARE_EXIT(far, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(far, "OUT_OF_RANGE"));
  // What is odd is among the details: the target looks up.
  QVERIFY2(at(far.json(), "error/message").toString().contains("'gripper/tool_frame' points upwards"), far.out);
  const CliRun table =
      runCli({"ik", world_, request("robot_reference { object_id { by_name { object_name: \"table\" } } } " + target),
              "--json"});
  WW_COMPARE_EXIT(table, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(table));
}

// A frame that is named without its object is found for the reader.
void TestCliPlan::nearTargets() {
  const CliRun near = runCli({"plan", world_, "--to", "tool_frame"});
  WW_COMPARE_EXIT(near, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(near, "NOT_FOUND"));
  QVERIFY2(near.err.contains("did you mean 'gripper/tool_frame'?") && near.err.contains("frames: "), near.err);
  const CliRun far = runCli({"plan", world_, "--to", "nowhere"});
  QVERIFY2(!far.err.contains("did you mean") && far.err.contains("home") && far.err.contains("gripper/tool_frame"),
           far.err);
}

void TestCliPlan::waypointSizes_data() {
  QTest::addColumn<QList<int>>("sizes");
  QTest::addColumn<int>("wrong");
  QTest::newRow("short second") << QList<int>{6, 1} << 2;
  QTest::newRow("long third") << QList<int>{6, 6, 7} << 3;
  QTest::newRow("empty first") << QList<int>{0, 6} << 1;
}

// The first waypoint collides, which must not hide that a later one is wrong.
void TestCliPlan::waypointSizes() {
  QFETCH(QList<int>, sizes);
  QFETCH(int, wrong);
  QByteArray text = "robot_reference { object_id { by_name { object_name: \"robot\" } } }\n";
  for (const int size : sizes) {
    QByteArrayList values;
    for (int i = 0; i < size; ++i) values << (i == 1 ? "1.9" : "0");
    text += "waypoint { joints: [" + values.join(", ") + "] }\n";
  }
  const CliRun run = runCli({"path-check", world_, request(text)});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  QVERIFY2(run.err.contains("waypoint " + QByteArray::number(wrong) + " of "), run.err);
}

QTEST_GUILESS_MAIN(TestCliPlan)
#include "test_cli_plan.moc"
