// SPDX-License-Identifier: Apache-2.0
// What the judge knows of whole motions, beside checks of single places by a checker that measures every pair.
#include <fmt/format.h>
#include <QtTest>
#include <random>

#include "cell.h"
#include "core/collision/checker.h"
#include "core/validate/judge.h"
#include "core/validate/pair_watch.h"
#include "intrinsic/world/proto/collision_settings.pb.h"

using namespace ww;
using namespace ww::validate;

namespace {

// An arm among boxes, with a floor.
struct Place {
  Place() {
    robot = cell.addArm("arm", 6);
    cell.addBox("floor", {2, 2, 0.02}, Pose::translation(0, 0, -0.02));
    for (int i = 0; i < 8; ++i) {
      const double turn = 2.0 * M_PI * i / 8.0;
      cell.addBox(fmt::format("post_{}", i), {0.06, 0.06, 0.5},
                  Pose::translation(0.7 * std::cos(turn), 0.7 * std::sin(turn), 0.5));
    }
    scene = collision::Scene::make(cell.world);
    mechanism = model::Mechanism::ofObject(scene->model(), robot).value();
  }
  PairWatch watch() const { return {*scene, scene->rules(), *mechanism}; }

  test::Cell cell;
  ObjectId robot;
  std::optional<collision::Scene> scene;
  std::optional<model::Mechanism> mechanism;
};

struct Exact {
  explicit Exact(const Place& place)
      : mechanism(*place.mechanism), checker(*place.scene, movers(place), options()), state(place.scene->model()) {}
  static std::vector<EntityId> movers(const Place& place) {
    std::vector<EntityId> out;
    for (const model::BodyIndex i : place.mechanism->moved()) out.push_back(place.scene->model().body(i).entity);
    return out;
  }
  static collision::CheckOptions options() {
    collision::CheckOptions out;
    out.exact = true;
    return out;
  }
  const model::State& at(const JointVector& q) {
    state.set(mechanism, q);
    state.forward(mechanism);
    return state;
  }

  const model::Mechanism& mechanism;
  collision::Checker checker;
  model::State state;
};

class Random {
 public:
  double within(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() % 1'000'000) * 1e-6;
  }
  JointVector joints(double size) {
    JointVector out(6);
    for (double& x : out) x = within(-size, size);
    return out;
  }

 private:
  std::mt19937 engine_{11};
};

// Three states, moving at the middle one: not straight.
model::Trajectory curve(const JointVector& from, const JointVector& way, const JointVector& bend) {
  const JointVector zero = JointVector::Zero(from.size());
  return {{0.0, 1.0, 2.0}, {{from, zero, zero}, {from + 0.5 * way + bend, 0.7 * way, zero}, {from + way, zero, zero}}};
}

}  // namespace

class TestPairWatch : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void jointsGoNoFarther() {
    Random random;
    for (int n = 0; n < 200; ++n) {
      const model::Trajectory t = curve(random.joints(2.0), random.joints(1.0), random.joints(0.3));
      const JointWays ways(t);
      const double a = random.within(0.0, 2.0), b = random.within(0.0, 2.0);
      const JointVector least = (t.sample(b).q - t.sample(a).q).cwiseAbs(), most = ways.between(a, b);
      for (Eigen::Index j = 0; j < 6; ++j) QVERIFY(least[j] <= most[j] + 1e-12);
      QVERIFY(std::abs(ways.lengthAt(ways.timeAt(0.3 * ways.length())) - 0.3 * ways.length()) < 1e-9);
    }
  }

  // What is told to be free has no collision anywhere, and little that is free is not told so.
  void whatIsProvenIsFreeEverywhere() {
    const Place place;
    Exact exact(place);
    Random random;
    int proven = 0, collides = 0, missed = 0;
    for (int n = 0; n < 300; ++n) {
      const model::Trajectory t = curve(random.joints(2.0), random.joints(0.3), random.joints(0.05));
      PairWatch watch = place.watch();
      const auto free = watch.provesFree(t, {});
      QVERIFY(free.ok());
      bool hit = false;
      for (int k = 0; k <= 500 && !hit; ++k)
        hit = exact.checker.first(exact.at(t.sample(2.0 * k / 500.0).q)).has_value();
      QVERIFY2(!(*free && hit), fmt::format("motion {} is not free", n).c_str());
      proven += *free ? 1 : 0;
      collides += hit ? 1 : 0;
      missed += !*free && !hit ? 1 : 0;
    }
    qInfo("%d proven, %d collide, %d neither", proven, collides, missed);
    QVERIFY(proven > 40 && collides > 40);
    QVERIFY(missed <= 3);
  }

  // A sheet thinner than the way between two samples.
  void whatIsBetweenPlacesIsSeen() {
    test::Cell cell;
    const ObjectId robot = cell.addArm("arm", 6);
    cell.addBox("sheet", {0.3, 0.001, 0.3}, Pose::translation(0.9, 0.0, 0.4));
    const auto scene = collision::Scene::make(cell.world);
    const auto arm = model::Mechanism::ofObject(scene.model(), robot).value();
    const JointVector from = test::joints({-0.5, 1.5708, 0, 0, 0, 0});
    JointVector way = JointVector::Zero(6);
    way[0] = 1.0;
    const auto proves = [&](double share) {
      return PairWatch(scene, scene.rules(), arm)
          .provesFree(curve(from, share * way, JointVector::Zero(6)), {})
          .value();
    };
    QCOMPARE(proves(1.0), false);
    QCOMPARE(proves(0.2), true);
  }

  void theNearestIsThatOfAllPairs() {
    const Place place;
    Exact exact(place);
    Random random;
    PairWatch watch = place.watch();
    int seen = 0;
    JointVector q = random.joints(1.5);
    for (int n = 0; n < 400; ++n) {
      // Small steps, and now and then a far one.
      const JointVector next = n % 40 == 39 ? random.joints(1.5) : JointVector(q + random.joints(0.03));
      watch.goTo(next, (next - q).cwiseAbs());
      q = next;
      const double beyond = n % 3 == 0 ? 0.05 : 1.0;
      const auto mine = watch.nearest(beyond);
      const auto theirs = exact.checker.nearest(exact.at(q), beyond);
      QCOMPARE(mine.has_value(), theirs.has_value());
      if (!mine) continue;
      ++seen;
      // Of overlaps the depth is theirs to say.
      if (theirs->distance_m > 0.0)
        QVERIFY2(std::abs(mine->distance_m - theirs->distance_m) < 1e-9,
                 fmt::format("{} and {}", mine->distance_m, theirs->distance_m).c_str());
      else QVERIFY(mine->distance_m <= 1e-9);
    }
    QVERIFY(seen > 200);
  }

  // What was left out or not measured on the way would show as something that comes nearer than was told.
  void theClearanceIsThatOfADenseLook() {
    const Place place;
    Exact exact(place);
    Random random;
    auto judge = Judge::make(*place.scene, place.robot).value();
    int seen = 0;
    for (int n = 0; n < 60; ++n) {
      const double size = n % 3 == 0 ? 1.0 : 0.3;
      const model::Trajectory t = curve(random.joints(1.5), random.joints(size), random.joints(0.1 * size));
      const validate::Clearance found = judge.clearance(t, {}).value();
      double least = std::numeric_limits<double>::infinity();
      for (int k = 0; k <= 1000; ++k) {
        const auto near = exact.checker.nearest(exact.at(t.sample(2.0 * k / 1000.0).q), least);
        if (near) least = std::min(least, near->distance_m);
      }
      if (least <= 0.0) {
        QVERIFY(found.least_m <= 1e-5);
        continue;
      }
      ++seen;
      QVERIFY2(found.least_m <= least + 1e-5, fmt::format("motion {}: {} and {}", n, found.least_m, least).c_str());
      QVERIFY2(found.least_m >= least - 3e-3, fmt::format("motion {}: {} and {}", n, found.least_m, least).c_str());
      const auto there = exact.checker.nearest(exact.at(t.sample(found.at_s).q), 10.0);
      QVERIFY(there && std::abs(there->distance_m - found.least_m) < 1e-9);
      QVERIFY(found.nearest && std::abs(found.nearest->distance_m - found.least_m) < 1e-9);
    }
    QVERIFY(seen > 20);
  }

  // A joint turns back between two states: how near it comes to its limit there is what counts.
  void marginsToLimitsCountBetweenStates() {
    const Place place;
    auto judge = Judge::make(*place.scene, place.robot).value();
    Random random;
    const std::vector<world::JointLimits> limits(6, {-3.0, 3.0});
    for (int n = 0; n < 200; ++n) {
      model::Trajectory t = curve(random.joints(2.0), random.joints(1.0), random.joints(0.3));
      t.states[1].v = random.joints(2.0);
      t.states[2].v = random.joints(1.0);
      double least = std::numeric_limits<double>::infinity();
      for (int k = 0; k <= 4000; ++k) least = std::min(least, 3.0 - t.sample(2.0 * k / 4000.0).q.cwiseAbs().maxCoeff());
      const double found = judge.clearance(t, limits).value().least_joint_margin;
      QVERIFY2(found <= least + 1e-9 && found >= least - 1e-5, fmt::format("{} and {}", found, least).c_str());
    }
  }

  void marginsAndRulesHold() {
    const Place place;
    intrinsic_proto::world::CollisionSettings settings;
    const model::Trajectory still = curve(JointVector::Zero(6), JointVector::Constant(6, 1e-3), JointVector::Zero(6));
    QCOMPARE(place.watch().provesFree(still, {}).value(), true);
    settings.set_minimum_margin(1.0);
    const auto wide = place.scene->rules().with(settings).value();
    QCOMPARE(PairWatch(*place.scene, wide, *place.mechanism).provesFree(still, {}).value(), false);
    settings.set_disable_collision_checking(true);
    const auto none = place.scene->rules().with(settings).value();
    QCOMPARE(PairWatch(*place.scene, none, *place.mechanism).provesFree(still, {}).value(), true);
  }

  void itStopsWhenTold() {
    const Place place;
    const model::Trajectory t = curve(JointVector::Zero(6), JointVector::Constant(6, 0.2), JointVector::Zero(6));
    const auto stopped = place.watch().provesFree(t, [] { return fail(Code::kCancelled, "cancelled"); });
    QCOMPARE(stopped.status().code, Code::kCancelled);
  }
};

QTEST_GUILESS_MAIN(TestPairWatch)
#include "test_pair_watch.moc"
