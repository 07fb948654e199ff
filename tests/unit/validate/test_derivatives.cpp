// SPDX-License-Identifier: Apache-2.0
// Accelerations of states that fit their velocities, and those that contradict them.
#include <QtTest>

#include <cmath>

#include "core/usecase/judge_trajectory.h"
#include "core/validate/derivatives.h"
#include "judge_cell.h"

using namespace ww;
using namespace ww::test;

class TestDerivatives : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void smoothMotionsFit_data();
  void smoothMotionsFit();
  void whatContradictsIsFound_data();
  void whatContradictsIsFound();
  void zerosAreNone();
  void theVerdictTellsIt();

 private:
  // From rest to rest by a polynomial of fifth degree, with its true derivatives every `step` seconds.
  static model::Trajectory smooth(double step, double seconds = 3.0) {
    model::Trajectory out;
    const JointVector way = kRight - kLeft;
    for (double t = 0.0; t <= seconds + 1e-9; t += step) {
      const double x = t / seconds, s = seconds;
      const double p = x * x * x * (10 - 15 * x + 6 * x * x), v = 30 * x * x * (1 - 2 * x + x * x) / s;
      const double a = 60 * x * (1 - 3 * x + 2 * x * x) / (s * s);
      out.times.push_back(t);
      out.states.push_back({kLeft + p * way, v * way, a * way});
    }
    return out;
  }
  static std::vector<model::DynamicLimit> limits() { return std::vector<model::DynamicLimit>(6); }
};

void TestDerivatives::smoothMotionsFit_data() {
  QTest::addColumn<double>("step");
  for (const double step : {0.001, 0.01, 0.1, 0.25}) QTest::addRow("%g s", step) << step;
}

void TestDerivatives::smoothMotionsFit() {
  QFETCH(double, step);
  QVERIFY(!validate::wrongAcceleration(smooth(step), limits()));
  QVERIFY(!validate::wrongAcceleration(cubic(kLeft, kRight, 3.0), limits()));
}

void TestDerivatives::whatContradictsIsFound_data() {
  QTest::addColumn<double>("factor");
  QTest::addRow("the other sign") << -1.0;
  QTest::addRow("degrees") << 180.0 / M_PI;
  QTest::addRow("per millisecond") << 1e-3;
}

void TestDerivatives::whatContradictsIsFound() {
  QFETCH(double, factor);
  model::Trajectory t = smooth(0.01);
  for (auto& state : t.states) state.a *= factor;
  const auto wrong = validate::wrongAcceleration(t, limits());
  QVERIFY(wrong.has_value());
  QCOMPARE(wrong->joint, std::size_t{0});  // the only one that moves
  QVERIFY(std::abs(wrong->given - factor * wrong->meant) < 0.1 * std::abs(wrong->given) + 0.1);
  // One alone is enough.
  t = smooth(0.01);
  t.states[60].a[3] = 0.5;
  const auto one = validate::wrongAcceleration(t, limits());
  QVERIFY(one && one->state == 60 && one->joint == 3);
}

void TestDerivatives::zerosAreNone() {
  model::Trajectory t = smooth(0.01);
  QVERIFY(!validate::hasNoAccelerations(t));
  for (auto& state : t.states) state.a.setZero();
  QVERIFY(validate::hasNoAccelerations(t));
  for (auto& state : t.states) state.v.setZero();
  QVERIFY(!validate::hasNoAccelerations(t));
}

void TestDerivatives::theVerdictTellsIt() {
  const Cell cell = openCell();
  model::Trajectory t = smooth(0.01, 8.0);
  const auto judged = [&] { return usecase::judgeTrajectory(cell.world, cell.id("arm"), t, {}); };
  auto found = judged();
  QVERIFY(found.ok());
  QVERIFY2(found->verdict.problem.ok(), found->verdict.problem.line().c_str());
  for (auto& state : t.states) state.a *= -1.0;
  found = judged();
  QVERIFY(found.ok());
  QCOMPARE(found->verdict.problem.failure->row->code, std::string_view("validate.contradicts"));
  QVERIFY(found->verdict.problem.title.find("joint_1") != std::string::npos);
  for (auto& state : t.states) state.a.setZero();
  found = judged();
  QVERIFY(found.ok() && found->verdict.problem.ok());
  QVERIFY(std::ranges::any_of(found->notes, [](const auto& note) { return note.code == "validate.no-accelerations"; }));
}

QTEST_GUILESS_MAIN(TestDerivatives)
#include "test_derivatives.moc"
