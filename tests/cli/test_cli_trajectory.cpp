// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>

#include "tests/cli/cases.h"

using namespace ww::test;

// Planned trajectories, checked apart from the program: what a controller that follows the states would see,
// and the judge's word on them.
class TestCliTrajectory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }
  void withinLimits_data();
  void withinLimits();
  void validateWhatWasPlanned_data();
  void validateWhatWasPlanned();
  void validateWhatWasChanged();
  void validateOfOthers();

 private:
  ScratchFolder folder_;
  QString world_;
};

namespace {

using List = QList<double>;

List listOf(const QJsonValue& value) {
  List out;
  for (const QJsonValue& v : value.toArray()) out << v.toDouble();
  return out;
}

struct State {
  double time = 0;
  List q, v, a;
};

double secondsOf(const QString& duration) { return duration.chopped(1).toDouble(); }

QList<State> statesOf(const QJsonObject& trajectory) {
  QList<State> out;
  const QJsonArray states = trajectory["state"].toArray(), times = trajectory["time_since_start"].toArray();
  for (int i = 0; i < states.size(); ++i) {
    out << State{secondsOf(times[i].toString()), listOf(at(states[i], "position")), listOf(at(states[i], "velocity")),
                 listOf(at(states[i], "acceleration"))};
  }
  return out;
}

// Position, velocity and acceleration of one joint at s in [0, 1] of the piece from a to b, of the polynomial that the
// states at its ends define: cubic by positions and velocities, quintic by accelerations too.
std::array<double, 3> within(const State& a, const State& b, int joint, double s, bool quintic) {
  const double T = b.time - a.time;
  const double p0 = a.q[joint], p1 = b.q[joint], v0 = a.v[joint] * T, v1 = b.v[joint] * T;
  std::array<double, 6> c{p0, v0, 0, 0, 0, 0};
  if (quintic) {
    const double a0 = a.a[joint] * T * T, a1 = b.a[joint] * T * T, d = p1 - p0;
    c = {p0,
         v0,
         a0 / 2,
         10 * d - 6 * v0 - 4 * v1 - 1.5 * a0 + 0.5 * a1,
         -15 * d + 8 * v0 + 7 * v1 + 1.5 * a0 - a1,
         6 * d - 3 * v0 - 3 * v1 - 0.5 * a0 + 0.5 * a1};
  } else {
    c[2] = 3 * (p1 - p0) - 2 * v0 - v1;
    c[3] = -2 * (p1 - p0) + v0 + v1;
  }
  double p = 0, v = 0, acc = 0;
  for (int k = 5; k >= 0; --k) p = p * s + c[k];
  for (int k = 5; k >= 1; --k) v = v * s + k * c[k];
  for (int k = 5; k >= 2; --k) acc = acc * s + k * (k - 1) * c[k];
  return {p, v / T, acc / (T * T)};
}

}  // namespace

void TestCliTrajectory::withinLimits_data() {
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("type");
  QTest::newRow("around the fixture") << "behind_fixture"
                                      << "home"
                                      << "any";
  QTest::newRow("and back") << "home"
                            << "behind_fixture"
                            << "any";
  QTest::newRow("to pick") << "pick"
                           << "home"
                           << "any";
  QTest::newRow("to place") << "place"
                            << "home"
                            << "any";
  QTest::newRow("to ready") << "ready"
                            << "home"
                            << "joint";
  QTest::newRow("to stow") << "stow"
                           << "home"
                           << "joint";
  QTest::newRow("nowhere") << "home"
                           << "home"
                           << "any";
}

void TestCliTrajectory::withinLimits() {
  QFETCH(QString, to);
  QFETCH(QString, from);
  QFETCH(QString, type);
  const QJsonObject plan = jsonOf({"plan", world_, "--to", to, "--from", from, "--type", type});
  const QJsonObject trajectory = plan["discretized"].toObject();
  const QList<State> states = statesOf(trajectory);
  QVERIFY(!states.isEmpty());
  const bool quintic = trajectory["interpolation_type"].toString() == "INTERPOLATION_TYPE_QUINTIC_POLYNOMIAL";
  QVERIFY(quintic || trajectory["interpolation_type"].toString() == "INTERPOLATION_TYPE_CUBIC_POLYNOMIAL");

  // Exact ends, at rest.
  QCOMPARE(states.first().q, namedJoints(world_, from));
  const List goal = namedJoints(world_, to);
  if (!goal.isEmpty()) QCOMPARE(states.last().q, goal);
  for (int j = 0; j < 6; ++j) QVERIFY(std::abs(states.first().v[j]) < 1e-9 && std::abs(states.last().v[j]) < 1e-9);
  QCOMPARE(states.first().time, 0.0);
  for (int i = 0; i + 1 < states.size(); ++i) QVERIFY2(states[i].time < states[i + 1].time, QByteArray::number(i));
  // Who stands has two states all the same, a millisecond apart.
  const double end = to == from ? 1e-3 : at(plan, "report/cycle_time_s").toDouble();
  QVERIFY2(std::abs(states.last().time - end) < 1e-8, QByteArray::number(states.last().time));

  const QJsonObject limits =
      at(jsonOf({"get", world_, "robot"}), "kinematic_object_component/joint_application_limits").toObject();
  const List lower = listOf(at(limits, "min_position/values")), upper = listOf(at(limits, "max_position/values"));
  const List speed = listOf(at(limits, "max_velocity/values")), accel = listOf(at(limits, "max_acceleration/values"));
  double most_v = 0, most_a = 0;
  int piece = 0;
  for (int tick = 0; tick * 1e-3 <= states.last().time; ++tick) {
    const double t = tick * 1e-3;
    while (piece + 2 < states.size() && states[piece + 1].time < t) ++piece;
    if (piece + 1 >= states.size()) break;
    const State &a = states[piece], &b = states[piece + 1];
    for (int j = 0; j < 6; ++j) {
      const auto [q, v, acc] = within(a, b, j, (t - a.time) / (b.time - a.time), quintic);
      QVERIFY2(q >= lower[j] - 1e-9 && q <= upper[j] + 1e-9, QByteArray::number(t));
      most_v = std::max(most_v, std::abs(v) / speed[j]);
      most_a = std::max(most_a, std::abs(acc) / accel[j]);
    }
  }
  qInfo("%lld states, at most %.1f %% of the speed and %.1f %% of the acceleration", states.size(), 100 * most_v,
        100 * most_a);
  QVERIFY(most_v <= 1.0 + 1e-6);
  QVERIFY(most_a <= 1.0 + 1e-3);
}

void TestCliTrajectory::validateWhatWasPlanned_data() {
  QTest::addColumn<QString>("ending");
  for (const char* ending : {"csv", "json", "binpb"}) QTest::newRow(ending) << QString(ending);
}

void TestCliTrajectory::validateWhatWasPlanned() {
  QFETCH(QString, ending);
  const QString file = folder_.path("motion." + ending);
  WW_COMPARE_EXIT(runCli({"plan", world_, "--to", "root/pick", "--out", file, "--no-note", "all"}), 0);
  const QJsonObject verdict = jsonOf({"validate", world_, file});
  WW_VERIFY_FAULTLESS(
      keysFault(verdict, {"valid:b", "robot:s", "cycle_time_s:n", "configurations:n", "worst_limit_ratio:n",
                          "spacing:n", "starts_in_world:b", "checked:b", "notes:a", "min_clearance_m:n",
                          "min_clearance_at_s:n", "min_joint_margin:n"}));
  QVERIFY(verdict["valid"].toBool());
  QVERIFY(verdict["notes"].toArray().isEmpty());
  QVERIFY(verdict["starts_in_world"].toBool());
  QVERIFY(verdict["worst_limit_ratio"].toDouble() > 0.5);
  QVERIFY(verdict["worst_limit_ratio"].toDouble() <= 1.0 + 1e-6);
}

void TestCliTrajectory::validateWhatWasChanged() {
  const QString file = folder_.path("straight.csv");
  // Turning joint 1 alone goes through the fixture.
  const QByteArray hurried = "time_s,q1,q2,q3,q4,q5,q6,v1,v2,v3,v4,v5,v6,a1,a2,a3,a4,a5,a6\n";
  const auto row = [](double time, const QList<double>& q) {
    QByteArray line = QByteArray::number(time);
    for (const double value : q) line += "," + QByteArray::number(value, 'g', 17);
    return line + QByteArray(",0").repeated(12) + "\n";
  };
  const QList<double> home = namedJoints(world_, "home"), behind = namedJoints(world_, "behind_fixture");
  folder_.write("hurried.csv", hurried + row(0, home) + row(0.01, behind));
  const QJsonObject quick = jsonOf({"validate", world_, folder_.path("hurried.csv")}, 1);
  QVERIFY(!quick["valid"].toBool());
  QVERIFY2(at(quick, "problem/failure").toString().startsWith("validate.exceeds"),
           qPrintable(at(quick, "problem/failure").toString()));
  folder_.write("straight.csv", hurried + row(0, home) + row(60, behind));
  const QJsonObject through = jsonOf({"validate", world_, file}, 1);
  QCOMPARE(at(through, "problem/failure").toString(), QString("validate.collides"));
  WW_VERIFY_FAULTLESS(keysFault(through, {"problem:o", "at_s:n", "joints:a", "pair:a"}));
  const CliRun text = runCli({"validate", world_, file});
  WW_COMPARE_EXIT(text, 1);
  QVERIFY2(text.out.startsWith("not valid: in collision at "), text.out.constData());
}

void TestCliTrajectory::validateOfOthers() {
  const QString file = folder_.write("two.csv", "time_s,q1,q2,v1,v2,a1,a2\n0,0,0,0,0,0,0\n1,0,0,0,0,0,0\n");
  const CliRun other = runCli({"validate", world_, file, "--json"});
  WW_COMPARE_EXIT(other, 1);
  QCOMPARE(at(other.json(), "error/failure").toString(), QString("validate.other-robot"));
  // The gripper has two joints.
  WW_COMPARE_EXIT(runCli({"validate", world_, file, "--robot", "gripper"}), 0);
  WW_COMPARE_EXIT(runCli({"validate", world_, file, "--robot", "robot/flange"}), 1);
}

QTEST_GUILESS_MAIN(TestCliTrajectory)
#include "test_cli_trajectory.moc"
