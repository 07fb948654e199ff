// SPDX-License-Identifier: Apache-2.0
// Mechanisms of many joints, and joints with several rows.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "tests/unit/simulation/lab.h"

using namespace ww;
using namespace ww::test;

class TestLongChains : public QObject {
  Q_OBJECT

 private:
  // Seconds of the processor.
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  static Chain chainOf(int joints) {
    Chain chain;
    for (int i = 0; i < joints; ++i) {
      chain.joint(true, i % 2 ? Vec3::UnitX() : Vec3::UnitY(), Pose::translation(0, 0, i == 0 ? 0.0 : -0.1),
                  pointMass(0.1, Vec3(0, 0, -0.05), 1e-4));
      chain.last().damping = chain.last().friction = 1e-3;
      chain.last().position = 0.01;
    }
    return chain;
  }

 private Q_SLOTS:
  // Room for what is solved is made at once: it was made and copied row by row, some hundred times as slow as a step.
  void theFirstStepIsAsQuickAsOthers() {
    constexpr int kJoints = 240;
    Lab lab;
    const int body = lab.add(chainOf(kJoints).assembly);
    for (int i = 0; i < kJoints; ++i) lab.engine.drive(body, i, {true, 0.01, 10.0, 10.0});
    const auto step = [&lab] {
      const double began = now();
      lab.run(lab.dt);
      return now() - began;
    };
    const double first = step();
    std::vector<double> later;
    for (int i = 0; i < 9; ++i) later.push_back(step());
    std::ranges::sort(later);
    QVERIFY2(first < 12.0 * later[4], qPrintable(QStringLiteral("%1 s, then %2 s").arg(first).arg(later[4])));
    QVERIFY(std::isfinite(lab.pose(body, kJoints).p.norm()));
  }

  // I dw/dt = -c w - f, with all rows that a joint can have at once.
  void rowsOfOneJointAddUp() {
    const double inertia = 0.1, damping = 0.2, friction = 0.3, before = 10.0, seconds = 0.5;
    Lab lab(1e-3, Vec3::Zero());
    Chain chain;
    chain.joint(true, Vec3::UnitZ(), {}, pointMass(1.0, Vec3::Zero(), inertia));
    chain.last().velocity = before;
    chain.last().damping = damping;
    chain.last().friction = friction;
    chain.last().lower = -1e3;
    chain.last().upper = 1e3;
    const int body = lab.add(chain.assembly);
    lab.run(seconds);
    const double limit = friction / damping;
    const double wanted = (before + limit) * std::exp(-damping * seconds / inertia) - limit;
    const double got = lab.engine.joint(body, 0).velocity;
    QVERIFY2(std::abs(got - wanted) < 0.01 * wanted, qPrintable(QStringLiteral("%1, not %2").arg(got).arg(wanted)));
    // A drive holds against both, and says with what.
    lab.engine.drive(body, 0, {true, 0.0, 100.0, 2.0, true, 2.0});
    lab.run(0.5);
    QVERIFY(std::abs(lab.engine.joint(body, 0).velocity - 2.0) < 1e-6);
    const double force = lab.engine.joint(body, 0).drive_force;
    QVERIFY2(std::abs(force - (friction + 2.0 * damping)) < 1e-3, qPrintable(QString::number(force)));
  }

  // Ten joints that follow one another by halves: a row about two speeds.
  void followersOfFollowers() {
    Lab lab(1e-3, Vec3::Zero());
    Chain chain;
    for (int i = 0; i < 10; ++i) {
      chain.joint(true, Vec3::UnitZ(), Pose::translation(0.1, 0, 0), pointMass(0.1, Vec3(0.05, 0, 0), 1e-3));
      if (i == 0) continue;
      chain.last().leader = 0;
      chain.last().multiplier = i % 2 ? -0.5 : 0.5;
    }
    const int body = lab.add(chain.assembly);
    lab.engine.drive(body, 0, {true, 0.4, 100.0, 2.0});
    lab.run(2.0);
    QVERIFY(std::abs(lab.engine.joint(body, 0).position - 0.4) < 1e-4);
    for (int i = 1; i < 10; ++i) {
      const double wanted = i % 2 ? -0.2 : 0.2, got = lab.engine.joint(body, i).position;
      QVERIFY2(std::abs(got - wanted) < 1e-4, qPrintable(QStringLiteral("joint %1: %2").arg(i).arg(got)));
    }
  }
};

QTEST_GUILESS_MAIN(TestLongChains)
#include "test_long_chains.moc"
