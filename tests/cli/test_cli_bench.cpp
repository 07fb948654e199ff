// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <cmath>

#include "tests/cli/cases.h"

using namespace ww::test;

// `bench planning`: what is counted and judged, not how quick it is. `bench sensing`: beside Embree alone.
class TestCliBench : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void problemsAreSolved();
  void sameSeedSameFigures();
  void everyProcessorTheSame_data();
  void everyProcessorTheSame();
  void knownProblems_data();
  void knownProblems();
  void sensorsBesideEmbreeAlone();
  void refusals_data();
  void refusals();

 private:
  QStringList bench(const QStringList& more = {}) const {
    return QStringList{"bench", "planning", "--problems", problems_, "--urdf", robot_, "--json"} + more;
  }

  ScratchFolder folder_;
  QString robot_, problems_;
};

// An arm of four joints, its links of spheres.
static QByteArray armUrdf() {
  QByteArray out = "<robot name=\"reach\"><link name=\"base\"/>";
  QByteArray below = "base";
  const struct {
    const char *name, *axis;
    double z, length;
  } kLinks[] = {{"turn", "0 0 1", 0.1, 0.1},
                {"upper", "0 1 0", 0.1, 0.4},
                {"lower", "0 1 0", 0.4, 0.35},
                {"hand", "0 1 0", 0.35, 0.1}};
  for (const auto& link : kLinks) {
    out += QByteArray("<link name=\"") + link.name + "\">";
    for (double at = 0.04; at <= link.length; at += 0.06)
      out += QString("<collision><origin xyz=\"0 0 %1\"/><geometry><sphere radius=\"0.05\"/></geometry></collision>")
                 .arg(at)
                 .toUtf8();
    out += QString(
               "</link><joint name=\"%1_joint\" type=\"revolute\"><parent link=\"%2\"/><child link=\"%1\"/>"
               "<origin xyz=\"0 0 %3\"/><axis xyz=\"%4\"/><limit lower=\"-2.8\" upper=\"2.8\" velocity=\"1\" "
               "effort=\"1\"/></joint>")
               .arg(link.name, below)
               .arg(link.z)
               .arg(link.axis)
               .toUtf8();
    below = link.name;
  }
  return out + "</robot>";
}

// More joints than the bench plans for, with a problem of all of them.
static QPair<QByteArray, QByteArray> snake() {
  constexpr int kJoints = 17;
  QByteArray urdf = "<robot name=\"snake\"><link name=\"link_0\"/>";
  QByteArrayList names, zeros;
  for (int i = 1; i <= kJoints; ++i) {
    urdf += QString(
                "<link name=\"link_%1\"><collision><geometry><sphere radius=\"0.02\"/></geometry></collision></link>"
                "<joint name=\"joint_%1\" type=\"revolute\"><parent link=\"link_%2\"/><child link=\"link_%1\"/>"
                "<origin xyz=\"0 0 0.1\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"1\" velocity=\"1\" "
                "effort=\"1\"/></joint>")
                .arg(i)
                .arg(i - 1)
                .toUtf8();
    names << QString("\"joint_%1\"").arg(i).toUtf8();
    zeros << "0";
  }
  const QByteArray at = "[" + zeros.join(", ") + "]";
  return {urdf + "</robot>", R"({"robot": "snake", "joints": [)" + names.join(", ") +
                                 R"(], "problems": {"air": [{"objects": [], "start": )" + at + R"(, "goal": )" + at +
                                 "}]}}"};
}

// A post between left and right, of a box, a cylinder and a sphere; the last start stands in it.
static QByteArray problemSet() {
  const QByteArray box = R"({"type": "box", "p": [0.5, 0, 0.3], "q": [0, 0, 0.2, 0.98], "half": [0.05, 0.05, 0.3]})";
  const QByteArray post =
      R"({"type": "cylinder", "p": [0, 0.55, 0.3], "q": [0, 0, 0, 1], "length": 0.6, "radius": 0.05})";
  const QByteArray ball = R"({"type": "sphere", "p": [0.3, 0.3, 1.0], "q": [0, 0, 0, 1], "radius": 0.08})";
  const QByteArray left = "[1.0, 1.2, 0.4, 0.1]", right = "[-1.0, 1.2, 0.4, 0.1]", inside = "[0, 1.2, 0.4, 0.1]";
  const auto problem = [&](const QByteArray& from, const QByteArray& to) {
    return R"({"index": 1, "objects": [)" + box + ", " + post + ", " + ball + R"(], "start": )" + from +
           R"(, "goal": )" + to + "}";
  };
  return R"({"robot": "reach", "joints": ["turn_joint", "upper_joint", "lower_joint", "hand_joint"], "problems": {)"
         R"("post": [)" +
         problem(left, right) + ", " + problem(right, left) + ", " + problem(inside, left) + R"(], "box": [)" +
         problem(left, right) + "]}}";
}

void TestCliBench::initTestCase() {
  robot_ = folder_.write("reach.urdf", armUrdf());
  problems_ = folder_.write("problems.json", problemSet());
}

void TestCliBench::problemsAreSolved() {
  const CliRun run = runCli(bench());
  WW_COMPARE_EXIT(run, 0);
  const QJsonObject json = run.json();
  QCOMPARE(json["robot"].toString(), "reach");
  QCOMPARE(json["total"].toInt(), 4);
  QCOMPARE(json["valid"].toInt(), 3);
  QCOMPARE(json["solved"].toInt(), 3);
  for (const char* what : {"plan_us", "plan_simplify_us"}) {
    const QJsonObject times = json[what].toObject();
    QVERIFY2(times["p50"].toDouble() > 0.0 && times["p95"].toDouble() >= times["p50"].toDouble(), what);
    QVERIFY(times["mean"].toDouble() > 0.0);
  }
  const QJsonObject length = json["length_rad"].toObject(), colliding = json["colliding_at_1_512"].toObject();
  // Straight it would be 2 rad, and through the post.
  QVERIFY(length["simplified"].toDouble() > 2.0);
  QVERIFY(length["simplified"].toDouble() <= length["found"].toDouble());
  QCOMPARE(colliding["found"].toInt(-1), 0);
  QCOMPARE(colliding["simplified"].toInt(-1), 0);
  QCOMPARE(runCli(bench({"--per-scene", "1"})).json()["total"].toInt(), 2);
}

void TestCliBench::sameSeedSameFigures() {
  const QJsonObject one = runCli(bench({"--seed", "5"})).json(), again = runCli(bench({"--seed", "5"})).json();
  QVERIFY(!one.isEmpty());
  QCOMPARE(one["length_rad"].toObject(), again["length_rad"].toObject());
  QVERIFY(one["length_rad"].toObject() != runCli(bench({"--seed", "6"})).json()["length_rad"].toObject());
}

void TestCliBench::everyProcessorTheSame_data() {
  QTest::addColumn<QString>("simd");
  for (const char* name : {"plain", "avx2", "avx512"}) QTest::newRow(name) << name;
}

void TestCliBench::everyProcessorTheSame() {
  QFETCH(QString, simd);
  const QJsonObject best = runCli(bench()).json();
  qputenv("WORLDWRIGHT_SIMD", simd.toUtf8());
  const QJsonObject json = runCli(bench()).json();
  qunsetenv("WORLDWRIGHT_SIMD");
  QVERIFY(simd != "plain" || json["kernels"].toString() == simd);
  QCOMPARE(json["length_rad"].toObject(), best["length_rad"].toObject());
}

void TestCliBench::knownProblems_data() {
  QTest::addColumn<double>("longest");
  QTest::newRow("panda") << 5.6;
  QTest::newRow("ur5") << 7.2;
}

// Some of the public problems: all that can be solved are, and no path meets anything at 1/512 rad.
void TestCliBench::knownProblems() {
  QFETCH(double, longest);
  const QString name = QTest::currentDataTag();
  if (sharedPath("planning/" + name + ".json").isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set, or has no problems");
  const auto file = [](const QString& inside) { return sharedPath("planning/" + inside); };
  const CliRun run = runCli({"bench", "planning", "--problems", file(name + ".json"), "--urdf",
                             file(QString("robots/%1/%1.urdf").arg(name)), "--spheres",
                             file(QString("robots/%1/%1_spherized.urdf").arg(name)), "--pairs",
                             file(name + "_pairs.txt"), "--per-scene", "5", "--json"});
  WW_COMPARE_EXIT(run, 0);
  const QJsonObject json = run.json(), colliding = json["colliding_at_1_512"].toObject();
  QCOMPARE(json["total"].toInt(), 35);
  QVERIFY(json["valid"].toInt() >= 30);
  QCOMPARE(json["solved"].toInt(), json["valid"].toInt());
  QCOMPARE(colliding["found"].toInt(-1), 0);
  QCOMPARE(colliding["simplified"].toInt(-1), 0);
  QVERIFY2(json["length_rad"].toObject()["simplified"].toDouble() < longest, run.out.constData());
}

// In the same run, over the same rays of a million triangles. The ratio that must hold is judged where WW_SPEED says
// that nothing else has the processors.
void TestCliBench::sensorsBesideEmbreeAlone() {
  const CliRun run = runCli({"bench", "sensing", "--json"});
  WW_COMPARE_EXIT(run, 0);
  const QJsonObject json = run.json();
  QVERIFY(json["triangles"].toInt() == 1'000'000 && json["target_ratio"].toDouble() == 1.25);
  [[maybe_unused]] const double most = qEnvironmentVariableIsSet("WW_SPEED") ? 1.25 : 2.5;
  for (const char* what : {"depth_640x480", "depth_1280x720", "lidar_64x1024"}) {
    const QJsonObject lap = json[what].toObject();
    const double ms = lap["ms"].toDouble(), ratio = lap["ratio"].toDouble();
    qInfo("%s: %.2f ms, %.2f of Embree alone", what, ms, ratio);
    QVERIFY(ms > 0.0 && std::abs(ratio - ms / lap["embree_ms"].toDouble()) < 1e-9);
#ifdef WW_SPEEDS_COUNT
    QVERIFY2(ratio < most, what);
#endif
  }
}

void TestCliBench::refusals_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QString>("says");
  const QString odd = folder_.write("odd.json", "{\"robot\": 1}");
  const QString other = folder_.write("other.json", problemSet().replace("hand_joint", "elbow_joint"));
  const QStringList start{"bench", "planning"};
  QTest::newRow("no problems") << start + QStringList{"--urdf", robot_} << 2 << "--problems";
  QTest::newRow("no robot") << start + QStringList{"--problems", problems_} << 2 << "--urdf";
  QTest::newRow("no such file") << start + QStringList{"--problems", "no.json", "--urdf", robot_} << 1 << "no.json";
  QTest::newRow("other json") << start + QStringList{"--problems", odd, "--urdf", robot_} << 1 << "planning problems";
  const auto [urdf, problems] = snake();
  const QStringList large{"--problems", folder_.write("snake.json", problems), "--urdf",
                          folder_.write("snake.urdf", urdf)};
  QTest::newRow("too many joints") << start + large << 1 << "more joints";
  QTest::newRow("other joint") << start + QStringList{"--problems", other, "--urdf", robot_} << 1 << "elbow_joint";
}

void TestCliBench::refusals() {
  QFETCH(QStringList, arguments);
  QFETCH(int, exit);
  QFETCH(QString, says);
  const CliRun run = runCli(arguments);
  WW_COMPARE_EXIT(run, exit);
  QVERIFY2(run.err.contains(says.toUtf8()), run.describe().constData());
}

QTEST_GUILESS_MAIN(TestCliBench)
#include "test_cli_bench.moc"
