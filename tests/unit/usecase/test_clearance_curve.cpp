// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>

#include "cell.h"
#include "core/usecase/clearance_curve.h"

using namespace ww;
using namespace ww::usecase;
using ww::test::Cell;

namespace {

// An arm that turns over a post beside it.
struct Sweep : Cell {
  Sweep() {
    arm = addArm("arm", 6);
    addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
    const JointVector from = test::joints({1.3, 0.6, 1.3, 0, 0.6, 0}), to = test::joints({-1.3, 0.6, 1.3, 0, 0.6, 0});
    const JointVector still = JointVector::Zero(6);
    path.times = {0.0, 2.0};
    path.states = {{from, still, still}, {to, still, still}};
  }
  ObjectId arm;
  model::Trajectory path;
};

}  // namespace

class TestClearanceCurve : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void eachMomentIsWhatTheCheckerSays();
  void allOfItIsKnownCoarselyFirst();
  void whatIsNotCheckedHasNoCurve();
};

void TestClearanceCurve::eachMomentIsWhatTheCheckerSays() {
  const Sweep c;
  const auto scene = collision::Scene::make(c.world);
  ClearanceCurve curve(scene, c.arm, c.path, 41);
  QVERIFY(!curve.isEmpty());
  QVERIFY(!curve.work(1000) && curve.isDone());
  const auto samples = curve.samples();
  QCOMPARE(samples.size(), std::size_t{41});
  model::Overrides there;
  there.joints[c.arm] = c.path.sample(0.0).q;
  collision::Checker checker(scene, there.movers(c.world));
  model::State state(scene.model());
  bool is_near = false;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    QVERIFY(std::abs(samples[i].seconds - 0.05 * static_cast<double>(i)) < 1e-9);
    there.joints[c.arm] = c.path.sample(samples[i].seconds).q;
    there.apply(state);
    const auto near = checker.nearest(state, ClearanceCurve::kFarthest);
    QCOMPARE(samples[i].metres, near ? near->distance_m : ClearanceCurve::kFarthest);
    QCOMPARE(samples[i].a, near ? near->a : EntityId());
    is_near = is_near || samples[i].metres < 0.0;
  }
  QVERIFY2(is_near, "it goes through the post");
}

void TestClearanceCurve::allOfItIsKnownCoarselyFirst() {
  const Sweep c;
  ClearanceCurve curve(collision::Scene::make(c.world), c.arm, c.path, 101);
  QVERIFY(curve.samples().empty());
  QVERIFY(curve.work(9));
  const auto few = curve.samples();
  QCOMPARE(few.size(), std::size_t{9});
  QCOMPARE(few.front().seconds, 0.0);
  QCOMPARE(few.back().seconds, 2.0);
  for (std::size_t i = 1; i < few.size(); ++i)
    QVERIFY2(few[i].seconds > few[i - 1].seconds && few[i].seconds - few[i - 1].seconds < 0.75,
             qPrintable(QString::number(few[i].seconds)));
  while (curve.work(7)) {}
  QCOMPARE(curve.samples().size(), std::size_t{101});
}

void TestClearanceCurve::whatIsNotCheckedHasNoCurve() {
  Sweep c;
  QVERIFY(ClearanceCurve(collision::Scene::make(c.world), c.arm, {}, 11).isEmpty());
  c.setRules("disable_collision_checking: true");
  ClearanceCurve off(collision::Scene::make(c.world), c.arm, c.path, 11);
  QVERIFY(off.isEmpty() && off.isDone() && !off.work(5) && off.samples().empty());
}

QTEST_GUILESS_MAIN(TestClearanceCurve)
#include "test_clearance_curve.moc"
