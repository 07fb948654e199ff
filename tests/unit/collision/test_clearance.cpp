// SPDX-License-Identifier: Apache-2.0
// The smallest distance of some bodies to all others, and the margins around them.
#include <fmt/format.h>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "cell.h"
#include "core/collision/checker.h"
#include "core/collision/margins.h"
#include "core/model/overrides.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

using namespace ww;
using namespace ww::collision;
using ww::test::Cell;

namespace {

constexpr double kAnywhere = std::numeric_limits<double>::infinity();

// An arm among boxes that stand around it.
struct Shop : Cell {
  Shop() {
    arm = addArm("arm", 6);
    for (int i = 0; i < 10; ++i)
      addBox(fmt::format("box_{}", i), {0.1, 0.1 + 0.02 * i, 0.1},
             Pose::translation(0.55 * std::cos(0.6 * i), 0.55 * std::sin(0.6 * i), 0.1 * i));
  }
  EntityId body(const std::string& name) const { return entity(name, "body"); }
  ObjectId arm;
};

std::string side(const char* where, const std::string& name) {
  return fmt::format("{} {{ object {{ by_name {{ object_name: \"{}\" }} }} }} ", where, name);
}

}  // namespace

class TestClearance : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void itIsTheLeastOfAllCheckedPairs();
  void pairsAmongThoseAskedForDoNotCount();
  void rulesLeavePairsOut();
  void nothingIsToldBeyond();
  void marginsAreTheLargestAround();
};

void TestClearance::itIsTheLeastOfAllCheckedPairs() {
  const Shop c;
  const Scene scene = Scene::make(c.world);
  const auto all = bodiesOf(c.world);
  const std::vector<std::vector<EntityId>> asked{
      bodiesOf(c.world, c.arm), {c.entity("arm", "link_3")}, {c.body("box_2")}, {c.body("box_4"), c.body("box_5")}};
  std::mt19937 random(3);
  std::uniform_real_distribution<double> turn(-2.0, 2.0);
  int overlaps = 0;
  for (int round = 0; round < 25; ++round) {
    model::Overrides there;
    there.joints[c.arm] = c.world.object(c.arm)->jointPositions();
    for (double& q : there.joints[c.arm]) q = turn(random);
    model::State state(scene.model());
    there.apply(state);
    Checker checker(scene, there.movers(c.world));
    for (const auto& bodies : asked) {
      double least = kAnywhere;
      for (const EntityId a : bodies)
        for (const EntityId b : all) {
          if (std::ranges::find(bodies, b) != bodies.end() || scene.rules().explain(a, b).excluded) continue;
          least = std::min(least, checker.between(state, a, b)->distance_m);
        }
      const auto found = checker.nearestOf(bodies, state, kAnywhere);
      QVERIFY(found);
      QVERIFY2(std::abs(found->distance_m - least) < 1e-7,
               qPrintable(QStringLiteral("%1 %2").arg(found->distance_m).arg(least)));
      QVERIFY(std::ranges::find(bodies, found->a) != bodies.end());
      QVERIFY(std::ranges::find(bodies, found->b) == bodies.end());
      if (least > 1e-6) QVERIFY(std::abs((found->point_a - found->point_b).norm() - least) < 1e-6);
      overlaps += least < 0.0;
    }
  }
  QVERIFY2(overlaps > 0, "some overlap, too");
}

void TestClearance::pairsAmongThoseAskedForDoNotCount() {
  Cell c;
  c.addBox("one", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0));
  c.addBox("two", {0.1, 0.1, 0.1}, Pose::translation(0.12, 0, 0));
  c.addBox("far", {0.1, 0.1, 0.1}, Pose::translation(1, 0, 0));
  const Scene scene = Scene::make(c.world);
  Checker checker(scene);
  const model::State state(scene.model());
  const std::vector<EntityId> one{c.entity("one", "body")}, both{c.entity("one", "body"), c.entity("two", "body")};
  QVERIFY(std::abs(checker.nearestOf(one, state, kAnywhere)->distance_m - 0.02) < 1e-9);
  const auto apart = checker.nearestOf(both, state, kAnywhere);
  QVERIFY(apart && std::abs(apart->distance_m - 0.78) < 1e-9);
  QCOMPARE(apart->a, c.entity("two", "body"));
  QCOMPARE(apart->b, c.entity("far", "body"));
  QVERIFY((apart->normal - Vec3::UnitX()).norm() < 1e-9);
}

void TestClearance::rulesLeavePairsOut() {
  Shop c;
  const std::vector<EntityId> asked{c.body("box_2")};
  const auto nearest = [&] {
    const Scene scene = Scene::make(c.world);
    Checker checker(scene);
    return checker.nearestOf(asked, model::State(scene.model()), kAnywhere);
  };
  const auto first = nearest();
  QVERIFY(first);
  const std::string name = c.world.object(c.world.owner(first->b)->object)->name;
  c.setRules("collision_rules { " + side("left", "box_2") + side("right", name) +
             "collision_action { is_excluded: true } }");
  const auto second = nearest();
  QVERIFY(second && second->b != first->b && second->distance_m >= first->distance_m);
  c.setRules("disable_collision_checking: true");
  QVERIFY(!nearest());
}

void TestClearance::nothingIsToldBeyond() {
  Cell c;
  c.addBox("one", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0));
  c.addBox("two", {0.1, 0.1, 0.1}, Pose::translation(0.4, 0, 0));
  const Scene scene = Scene::make(c.world);
  Checker checker(scene);
  const model::State state(scene.model());
  const std::vector<EntityId> one{c.entity("one", "body")};
  QVERIFY(!checker.nearestOf(one, state, 0.29));
  QVERIFY(checker.nearestOf(one, state, 0.31));
  QVERIFY2(!checker.nearestOf({}, state, kAnywhere), "nothing was asked for");
}

void TestClearance::marginsAreTheLargestAround() {
  Cell c;
  c.addBox("part", {0.1, 0.1, 0.1}, Pose::translation(0, 0, 0));
  c.addBox("table", {0.1, 0.1, 0.1}, Pose::translation(1, 0, 0));
  c.addBox("wall", {0.1, 0.1, 0.1}, Pose::translation(2, 0, 0));
  const auto around = [&](const std::vector<EntityId>& asked) {
    return marginsAround(Scene::make(c.world), asked).front();
  };
  const EntityId part = c.entity("part", "body"), table = c.entity("table", "body");
  QVERIFY(around({part}).is_checked);
  QCOMPARE(around({part}).margin_m, 0.0);
  c.setRules("collision_rules { " + side("left", "part") + side("right", "table") +
             "collision_action { margin { hard_margin: 0.03 } } }");
  QVERIFY(std::abs(around({part}).margin_m - 0.03) < 1e-6);
  QVERIFY2(around({part, table}).margin_m == 0.0, "between the two it is nobody's matter");
  c.setRules("collision_rules { " + side("left", "part") + "collision_action { is_excluded: true } }");
  QVERIFY(!around({part}).is_checked);
}

QTEST_GUILESS_MAIN(TestClearance)
#include "test_clearance.moc"
