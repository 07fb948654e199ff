// SPDX-License-Identifier: Apache-2.0
// Forces as tables have them: of drives against their limits, of contacts that stick or slip.
#include <cmath>

#include "core/usecase/simulation/force_rows.h"
#include "tests/unit/simulation/checks.h"

using namespace ww;
using namespace ww::test;
using namespace ww::simulation;

class TestForceRows : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A rod of 1 kg and 1 m that is held at 30 degrees: half of its weight at half of its length.
  void whatADriveHolds() {
    PhysicsCell cell;
    const ObjectId rod = cell.add("pendulum", PhysicsCell::pendulum(cell.store, 3.0, 20.0), Pose::translation(0, 0, 2));
    cell.setJoints(rod, JointVector::Constant(1, std::acos(-1.0) / 6.0));
    const auto s = cell.simulate();
    WW_DONE(s->step(500));
    const auto rows = usecase::jointForceRows(s->world(), Moments::of(*s));
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].name, std::string("pendulum::swing"));
    QVERIFY(rows[0].revolute);
    WW_NEAR(rows[0].position, std::acos(-1.0) / 6.0, 1e-4);
    WW_NEAR(std::abs(rows[0].effort), 9.81 * 0.5 * 0.5, 0.02);
    QCOMPARE(rows[0].limit, 20.0);
  }

  // The heavier one first; what slides says so, and forces are of all corners together.
  void whatTouches() {
    PhysicsCell cell;
    cell.addSolid("light", kCube, 1.0, Pose::translation(0, 0, 0.05));
    const ObjectId heavy = cell.addSolid("heavy", kCube, 3.0, Pose::translation(1, 0, 0.05));
    const auto s = cell.simulate();
    WW_DONE(s->step(200));
    Moment moment = Moments::of(*s);
    auto rows = usecase::contactRows(s->world(), moment);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].on, std::string("heavy::body"));
    QCOMPARE(rows[0].by, std::string());
    WW_NEAR(rows[0].force, 3.0 * 9.81, 0.3);
    WW_NEAR(rows[1].force, 9.81, 0.1);
    QVERIFY(rows[0].points >= 3 && !rows[0].slips() && !rows[1].slips());
    StateIn fast = *s->modelState("heavy", "");
    fast.twist.linear = Vec3(2, 0, 0);
    WW_DONE(s->setModelState("heavy", fast));
    WW_DONE(s->step(50));
    moment = Moments::of(*s);
    rows = usecase::contactRows(s->world(), moment);
    QVERIFY(rows[0].a == s->world().peek(heavy)->rootEntity() && rows[0].slips());
    QVERIFY(rows[0].slip > 0.5 && rows[0].slip < 2.0);
    QVERIFY(!rows[1].slips());
    // Nothing touches in the air.
    QVERIFY(usecase::contactRows(s->world(), Moment()).empty());
    QVERIFY(usecase::jointForceRows(s->world(), Moment()).empty());
  }
};

QTEST_GUILESS_MAIN(TestForceRows)
#include "test_force_rows.moc"
