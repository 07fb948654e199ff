// SPDX-License-Identifier: Apache-2.0
// Sphere covers before the exact check: never another answer. WW_STATES sets the number of random states of each cell.
#include <QtTest>
#include <iterator>
#include <map>
#include <set>

#include "core/collision/lane_check.h"
#include "core/collision/motion_proof.h"
#include "core/kinematics/joint_tree.h"
#include "core/model/anchors.h"
#include "cover_shapes.h"
#include "resources/samples/samples.h"

using namespace ww;
using namespace ww::collision;
using kinematics::Random;

namespace {

int states() { return qEnvironmentVariableIsSet("WW_STATES") ? qEnvironmentVariableIntValue("WW_STATES") : 3000; }

// A robot of a world, with random configurations within its limits.
struct Bench {
  Bench(const world::World& world, ObjectId robot)
      : tree(kinematics::JointTree::make(world, robot).value()),
        checker(Scene::make(tree.mechanism().model()), tree.movers()),
        state(tree.mechanism().model()) {}

  const model::State& at(const JointVector& q) {
    state.set(tree.mechanism(), q);
    state.forward(tree.mechanism());
    return state;
  }
  JointVector random(Random& r) const {
    JointVector q(static_cast<Eigen::Index>(tree.size()));
    for (std::size_t i = 0; i < tree.size(); ++i)
      q[static_cast<Eigen::Index>(i)] = r.uniform(tree.limits()[i].lower, tree.limits()[i].upper);
    return q;
  }

  kinematics::JointTree tree;
  Checker checker;
  model::State state;
};

struct Place {
  test::Cell cell;
  ObjectId robot;
};

// An arm among all kinds of bodies, big and small.
Place crowded(int joints, int rounds) {
  Place out;
  out.robot = out.cell.addArm("arm", joints);
  out.cell.addBox("floor", {4, 4, 0.1}, Pose::translation(0, 0, -0.06));
  Random random(31);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& [name, shape] : test::coverShapes()) {
      Pose at = test::randomPose(random, 0.9);
      at.p.z() = std::abs(at.p.z()) + 0.1;
      if (at.p.head<2>().norm() < 0.25) at.p.x() += 0.6;
      out.cell.addShape(fmt::format("{} {}", name, round), shape, at);
    }
  }
  return out;
}

// The same of the sample cell.
Place sampleCell() {
  Place out;
  out.cell.world = samples::makeSample("pick_and_place", *out.cell.store).value();
  out.robot = out.cell.world.find("robot");
  return out;
}

Place placeNamed(const QByteArray& name) {
  if (name == "sample cell") return sampleCell();
  if (name == "seven axes") return crowded(7, 1);
  return crowded(6, 1);
}

void places() {
  QTest::addColumn<double>("margin");
  QTest::newRow("six axes") << 0.0;
  QTest::newRow("seven axes") << 0.04;
  QTest::newRow("sample cell") << 0.0;
}

// Every pair of bodies by the exact measure, without boxes, trees or spheres before it.
class Exact {
 public:
  explicit Exact(const Bench& bench) : scene_(bench.checker.scene()) {
    model::Anchors anchors(scene_.model(), bench.tree.movers());
    std::vector<EntityId> all;
    scene_.world().forEachObject([&](const world::Object& object) {
      for (const auto& entity : object.entities)
        if (scene_.body(entity->id)) all.push_back(entity->id);
    });
    for (const EntityId a : all) {
      const int mover = anchors.of(a).mover;
      for (const EntityId b : all) {
        const int other = anchors.of(b).mover;
        if (mover < 0 || other == mover || (other >= 0 && b < a)) continue;
        const Explanation why = scene_.rules().explain(a, b);
        if (!why.excluded) pairs_.push_back({scene_.body(a), scene_.body(b), why.margin_m});
      }
    }
  }
  bool collides(const model::State& state, double padding) {
    edge_ = false;
    return std::ranges::any_of(pairs_, [&](const Pair& pair) {
      const double margin = pair.margin + padding, limit = margin > 0.0 ? margin - 1e-9 : -kTouchDepth;
      const auto d = bodyDistance(*pair.a->shape, state.rootT(pair.a->entity), *pair.b->shape,
                                  state.rootT(pair.b->entity), {margin + 1e-6, limit});
      edge_ = edge_ || std::abs(d.distance - limit) < 1e-6;
      return d.distance < limit;
    });
  }
  // Some pair touched just so: rounding may tell it either way.
  bool onTheEdge() const { return edge_; }

 private:
  struct Pair {
    const Body *a, *b;
    double margin;
  };
  Scene scene_;
  std::vector<Pair> pairs_;
  bool edge_ = false;
};

}  // namespace

class TestQuickCheck : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Not once a collision that is none, not once none where there is one.
  void coversNeverChangeTheAnswer_data() { places(); }
  void coversNeverChangeTheAnswer() {
    QFETCH(double, margin);
    const Place place = placeNamed(QTest::currentDataTag());
    Bench bench(place.cell.world, place.robot);
    bench.checker.takeConstant(bench.state);
    bench.checker.setMargin(margin);
    Exact oracle(bench);
    Random random(5);
    int hits = 0, exact = 0;
    const int count = states();
    for (int n = 0; n < count; ++n) {
      const model::State& state = bench.at(bench.random(random));
      const auto before = bench.checker.pairsMeasured();
      const bool quick = bench.checker.collides(state);
      exact += static_cast<int>(bench.checker.pairsMeasured() - before);
      const bool full = oracle.collides(state, margin);
      if (quick != full) QVERIFY2(oracle.onTheEdge(), qPrintable(QString("state %1").arg(n)));
      hits += full ? 1 : 0;
    }
    qInfo("%d of %d states collide; %.3f pairs measured for each", hits, count, exact / static_cast<double>(count));
    QVERIFY(hits > count / 50 && hits < count - count / 50);
    QVERIFY2(exact < 4 * count, "covers leave too much open");
  }

  void allPairsAreThoseThatAreMeasured_data() { places(); }
  void allPairsAreThoseThatAreMeasured() {
    QFETCH(double, margin);
    const Place place = placeNamed(QTest::currentDataTag());
    Bench bench(place.cell.world, place.robot);
    bench.checker.setMargin(margin);
    Random random(7);
    std::size_t pairs = 0, measured = 0;
    for (int n = 0; n < 60; ++n) {
      const model::State& state = bench.at(bench.random(random));
      const auto before = bench.checker.pairsMeasured();
      std::set<std::pair<EntityId, EntityId>> quick, full, differ;
      for (const auto& [a, b] : bench.checker.touching(state)) quick.insert(std::minmax(a, b));
      measured += bench.checker.pairsMeasured() - before;
      for (const auto& c : bench.checker.all(state, 1000)) full.insert(std::minmax(c.a, c.b));
      std::ranges::set_symmetric_difference(quick, full, std::inserter(differ, differ.end()));
      const double limit = margin > 0.0 ? margin : -collision::kTouchDepth;
      for (const auto& [a, b] : differ)
        QVERIFY2(std::abs(bench.checker.between(state, a, b)->distance_m - limit) < 1e-6,
                 qPrintable(QString::number(n)));
      pairs += full.size();
    }
    QVERIFY(pairs > 0);
    QVERIFY2(measured < 240, qPrintable(QString("%1 measured for %2").arg(measured).arg(pairs)));
  }

  // WORLDWRIGHT_SIMD in the environment chooses the code; ctest runs this with each of its values.
  void aNameIsObeyed() {
    const QByteArray set = qgetenv("WORLDWRIGHT_SIMD");
    const CoverKernels& chosen = bestCoverKernels();
    if (set.isEmpty()) QCOMPARE(&chosen, coverKernels().back());
    else QCOMPARE(&chosen, &coverKernelsNamed(set.toStdString()));
    if (set == "plain") QCOMPARE(std::string(chosen.name), "plain");
    QCOMPARE(CoverJudge().kernels().name, chosen.name);
  }

  // Eight at once say what one says, with the code for every kind of processor.
  void lanesSayWhatSingleStatesSay_data() { places(); }
  void lanesSayWhatSingleStatesSay() {
    QFETCH(double, margin);
    const Place place = placeNamed(QTest::currentDataTag());
    Bench bench(place.cell.world, place.robot), other(place.cell.world, place.robot);
    bench.checker.takeConstant(bench.state);
    other.checker.takeConstant(other.state);
    bench.checker.setMargin(margin);
    other.checker.setMargin(margin);
    Exact oracle(other);
    Random random(6);
    std::vector<JointVector> some;
    const int count = std::max(13, states() / 8);
    for (int n = 0; n < count; ++n) some.push_back(bench.random(random));
    std::vector<bool> plain;
    for (const CoverKernels* kernels : coverKernels()) {
      LaneCheck lanes(bench.checker, bench.tree.mechanism());
      lanes.useKernels(*kernels);
      const auto before = bench.checker.pairsMeasured();
      const std::vector<bool> found = lanes.collides(some);
      static std::uint64_t measured = 0;
      if (kernels == coverKernels().front()) plain = found, measured = bench.checker.pairsMeasured() - before;
      QCOMPARE(found, plain);
      QCOMPARE(bench.checker.pairsMeasured() - before, measured);
    }
    for (int n = 0; n < count; ++n) {
      const model::State& state = other.at(some[static_cast<std::size_t>(n)]);
      const bool full = oracle.collides(state, margin), one = other.checker.collides(state);
      const bool lane = plain[static_cast<std::size_t>(n)];
      if (full != lane || one != lane) QVERIFY2(oracle.onTheEdge(), qPrintable(QString("state %1").arg(n)));
    }
    QVERIFY(std::ranges::count(plain, true) > 2 && std::ranges::count(plain, false) > 2);
  }

  // An answer does not depend on what was asked before.
  void theOrderOfQuestionsDoesNotMatter() {
    const Place place = crowded(6, 1);
    Bench one(place.cell.world, place.robot), other(place.cell.world, place.robot);
    Random random(7);
    std::vector<JointVector> some;
    for (int n = 0; n < 300; ++n) some.push_back(one.random(random));
    std::vector<bool> forth, back;
    for (const auto& q : some) forth.push_back(one.checker.collides(one.at(q)));
    for (auto q = some.rbegin(); q != some.rend(); ++q) back.push_back(other.checker.collides(other.at(*q)));
    std::reverse(back.begin(), back.end());
    QCOMPARE(forth, back);
  }

  // More bodies around than are kept at hand.
  void aCrowdIsCheckedToo() {
    Place place;
    place.robot = place.cell.addArm("arm", 6);
    for (int i = 0; i < 700; ++i) {
      const double angle = 0.3 * i;
      place.cell.addBox(fmt::format("b{}", i), {0.02, 0.02, 0.02},
                        Pose::translation(0.8 * std::cos(angle), 0.8 * std::sin(angle), 0.002 * i));
    }
    Bench bench(place.cell.world, place.robot);
    LaneCheck lanes(bench.checker, bench.tree.mechanism());
    Exact oracle(bench);
    Random random(8);
    std::vector<JointVector> some;
    for (int n = 0; n < 200; ++n) some.push_back(bench.random(random));
    const std::vector<bool> found = lanes.collides(some);
    for (std::size_t n = 0; n < some.size(); ++n) {
      const model::State& state = bench.at(some[n]);
      const bool full = oracle.collides(state, 0.0);
      QCOMPARE(bench.checker.collides(state), full);
      QCOMPARE(static_cast<bool>(found[n]), full);
    }
    QVERIFY(std::ranges::count(found, true) > 5);
  }

  void absurdPlacesDoNoHarm() {
    const Place place = crowded(6, 1);
    Bench bench(place.cell.world, place.robot);
    LaneCheck lanes(bench.checker, bench.tree.mechanism());
    const JointVector bad = JointVector::Constant(6, std::numeric_limits<double>::quiet_NaN());
    QVERIFY(bench.checker.collides(bench.at(bad)));
    QVERIFY(lanes.collides(std::vector<JointVector>{bad, JointVector::Constant(6, 1e300)}).front());
    const JointVector home = JointVector::Zero(6);
    for (const double margin : {1e4, 1e60, 1e101, 1e300, std::numeric_limits<double>::infinity()}) {
      bench.checker.setMargin(margin);
      QVERIFY(bench.checker.collides(bench.at(home)));
      const auto all = lanes.collides(std::vector<JointVector>(3, home));
      QCOMPARE(std::ranges::count(all, true), 3);
    }
    bench.checker.setMargin(0.0);
    QCOMPARE(bench.checker.collides(bench.at(home)), Exact(bench).collides(bench.at(home), 0.0));
  }

  // What is proven free has no collision anywhere on it; what is said to collide does there.
  void aProofHoldsBetweenSamples() {
    const Place place = crowded(6, 1);
    Bench bench(place.cell.world, place.robot);
    Random random(9);
    using Kind = MotionVerdict::Kind;
    std::map<Kind, int> seen;
    for (int n = 0; n < 150; ++n) {
      const JointVector from = bench.random(random), to = from + 0.15 * (bench.random(random) - from);
      const auto verdict = proveMotion(bench.checker, bench.state, Sweep{bench.tree.mechanism(), from, to});
      QVERIFY(verdict.ok());
      ++seen[verdict->kind];
      const auto collidesAt = [&](double t) { return bench.checker.collides(bench.at(from + t * (to - from))); };
      if (verdict->kind == Kind::kCollides) QVERIFY(collidesAt(verdict->at));
      if (verdict->kind != Kind::kFree) continue;
      for (int k = 0; k <= 200; ++k) QVERIFY(!collidesAt(k / 200.0));
    }
    qInfo("%d free, %d collide, %d not proven", seen[Kind::kFree], seen[Kind::kCollides], seen[Kind::kUnproven]);
    QVERIFY(seen[Kind::kFree] > 20 && seen[Kind::kCollides] > 20);
    QVERIFY(seen[Kind::kUnproven] < 15);
  }

  // A sheet thinner than the way between two samples: samples miss it, the proof does not.
  void aProofSeesWhatSamplesMiss() {
    Place place;
    place.robot = place.cell.addArm("arm", 6);
    place.cell.addBox("sheet", {0.3, 0.001, 0.3}, Pose::translation(0.9, 0.0, 0.4));
    Bench bench(place.cell.world, place.robot);
    const JointVector from = test::joints({-0.5, 1.5708, 0, 0, 0, 0}), to = test::joints({0.503, 1.5708, 0, 0, 0, 0});
    Sweep sweep{bench.tree.mechanism(), from, to, 0.5};
    const auto sampled = someCollision(bench.checker, bench.state, sweep);
    QVERIFY(sampled.ok());
    const auto verdict = proveMotion(bench.checker, bench.state, sweep);
    QVERIFY(verdict.ok());
    QCOMPARE(verdict->kind, MotionVerdict::Kind::kCollides);
    if (!sampled->has_value())
      qInfo("three samples saw nothing; at %.3f after %zu places", verdict->at, verdict->places);
    sweep.interrupted = [] { return fail(Code::kCancelled, "cancelled"); };
    QVERIFY(!proveMotion(bench.checker, bench.state, sweep).ok());
  }
};

QTEST_GUILESS_MAIN(TestQuickCheck)
#include "test_quick_check.moc"
