// SPDX-License-Identifier: Apache-2.0
// Balls in lanes: the same on every kind of processor, and never free where the exact measure meets something.
#include <fmt/format.h>

#include <QtTest>
#include <bit>

#include "core/collision/balls/ball_check.h"
#include "core/collision/balls/ball_scene.h"
#include "core/kinematics/joint_tree.h"
#include "cover_shapes.h"
#include "resources/samples/samples.h"
#include "tests/unit/model/models.h"

using namespace ww;
using namespace ww::collision;
using kinematics::Random;

namespace {

struct Place {
  test::Cell cell;
  ObjectId robot;
};

// An arm among all kinds of bodies, big and small.
Place crowded(int joints) {
  Place out;
  out.robot = out.cell.addArm("arm", joints);
  out.cell.addBox("floor", {4, 4, 0.1}, Pose::translation(0, 0, -0.06));
  Random random(31);
  for (const auto& [name, shape] : test::coverShapes()) {
    Pose at = test::randomPose(random, 0.9);
    at.p.z() = std::abs(at.p.z()) + 0.1;
    if (at.p.head<2>().norm() < 0.25) at.p.x() += 0.6;
    out.cell.addShape(name, shape, at);
  }
  return out;
}

Place placeNamed(const QByteArray& name) {
  if (name != "sample cell") return crowded(name == "seven axes" ? 7 : 6);
  Place out;
  out.cell.world = samples::makeSample("pick_and_place", *out.cell.store).value();
  out.robot = out.cell.world.find("robot");
  return out;
}

void places() {
  QTest::addColumn<double>("margin");
  QTest::newRow("six axes") << 0.0;
  QTest::newRow("seven axes") << 0.02;
  QTest::newRow("sample cell") << 0.0;
}

// A robot of a world with its checker, and the same as balls.
struct Bench {
  Bench(const Place& place, double margin)
      : tree(kinematics::JointTree::make(place.cell.world, place.robot).value()),
        checker(Scene::make(tree.mechanism().model()), tree.movers()),
        state(tree.mechanism().model()) {
    checker.takeConstant(state);
    checker.setMargin(margin);
    model = BallScene::make(checker, tree.mechanism());
  }

  bool collides(const JointVector& q) {
    state.set(tree.mechanism(), q);
    state.forward(tree.mechanism());
    return checker.collides(state);
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
  std::optional<BallModel> model;
};

std::vector<float> singles(const JointVector& q) {
  std::vector<float> out;
  for (const double x : q) out.push_back(static_cast<float>(x));
  return out;
}

// Eight configurations as kernels read them.
std::vector<float> block(const std::vector<std::vector<float>>& some) {
  std::vector<float> out;
  for (std::size_t j = 0; j < some.front().size(); ++j)
    for (const auto& q : some) out.push_back(q[j]);
  return out;
}

}  // namespace

class TestBalls : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // All kinds of processors give the same answers to all questions.
  void lanesSayTheSameEverywhere_data() { places(); }
  void lanesSayTheSameEverywhere() {
    QFETCH(double, margin);
    Bench bench(placeNamed(QTest::currentDataTag()), margin);
    QVERIFY(bench.model);
    const BallWorld& world = bench.model->world();
    Random random(3);
    int hits = 0, swept = 0;
    for (int n = 0; n < 60; ++n) {
      std::vector<std::vector<float>> some, speeds;
      for (int i = 0; i < kBallLanes; ++i) {
        some.push_back(singles(bench.random(random)));
        speeds.push_back(singles(0.3 * bench.random(random)));
      }
      const std::vector<float> q = block(some), speed = block(speeds), half(kBallLanes, 0.02F);
      std::vector<std::pair<unsigned, unsigned>> found;
      for (const BallKernels* kernels : ballKernels()) {
        BallCheck check(world, *kernels);
        found.emplace_back(check.hits(q.data()), check.sweeps(q.data(), speed.data(), half.data()));
        QCOMPARE(found.back(), found.front());
        QCOMPARE(check.edgeIsFree(some[0].data(), some[1].data(), 0.1F),
                 BallCheck(world, *ballKernels().front()).edgeIsFree(some[0].data(), some[1].data(), 0.1F));
        // One alone is what it is among others.
        for (int i = 0; i < kBallLanes; ++i)
          QCOMPARE(check.isFree(some[static_cast<std::size_t>(i)].data()), (found.front().first >> i & 1U) == 0);
      }
      // What is hit in its middle is hit on the way.
      QCOMPARE(found.front().first & ~found.front().second, 0U);
      hits += std::popcount(found.front().first);
      swept += std::popcount(found.front().second);
    }
    QVERIFY(hits > 20 && hits < swept && swept < 60 * kBallLanes);
  }

  void theNearestIsTheNearest() {
    Random random(4);
    constexpr int kSize = 7, kCount = 77;
    std::vector<std::vector<float>> points;
    std::vector<float> blocks(kSize * 80, 1e30F);
    for (int i = 0; i < kCount; ++i) {
      std::vector<float> p;
      for (int k = 0; k < kSize; ++k) p.push_back(static_cast<float>(random.uniform(-2, 2)));
      for (int k = 0; k < kSize; ++k)
        blocks[static_cast<std::size_t>((i / 8 * kSize + k) * 8 + i % 8)] = p[static_cast<std::size_t>(k)];
      points.push_back(p);
    }
    for (const auto& wanted : points) {
      for (const BallKernels* kernels : ballKernels()) {
        float distance2 = -1.0F;
        const auto at = kernels->nearest(blocks.data(), kCount, kSize, wanted.data(), &distance2);
        QCOMPARE(points[at], wanted);
        QCOMPARE(distance2, 0.0F);
      }
    }
  }

  // A configuration that is free of balls is free; not too many are lost by that.
  void noFalseFree_data() { places(); }
  void noFalseFree() {
    QFETCH(double, margin);
    Bench bench(placeNamed(QTest::currentDataTag()), margin);
    QVERIFY(bench.model);
    BallCheck check(bench.model->world());
    Random random(5);
    int free = 0, told = 0;
    for (int n = 0; n < 3000; ++n) {
      const JointVector q = bench.random(random);
      const std::vector<float> point = singles(q), twice = [&] {
        std::vector<float> out = point;
        out.insert(out.end(), point.begin(), point.end());
        return out;
      }();
      std::vector<std::uint32_t> failed;
      const bool sure = check.prove(twice, 1e-4F, true, failed);
      const bool collides = bench.collides(q);
      QVERIFY2(!(sure && collides), qPrintable(QString("state %1").arg(n)));
      free += collides ? 0 : 1;
      told += sure ? 1 : 0;
    }
    qInfo("%d of 3000 states are free, %d of them known by balls", free, told);
    QVERIFY2(told > free / 3, "balls leave too much open");
  }

  // A motion that is proven free meets nothing at places close to each other.
  void provenMotionsAreFree_data() { places(); }
  void provenMotionsAreFree() {
    QFETCH(double, margin);
    Bench bench(placeNamed(QTest::currentDataTag()), margin);
    QVERIFY(bench.model);
    BallCheck check(bench.model->world());
    Random random(6);
    int proven = 0;
    for (int n = 0; n < 400 && proven < 25; ++n) {
      const JointVector from = bench.random(random), to = from + 0.25 * (bench.random(random) - from);
      std::vector<float> points = singles(from);
      for (const float x : singles(to)) points.push_back(x);
      std::vector<std::uint32_t> failed;
      if (!check.prove(points, 1e-4F, true, failed)) continue;
      ++proven;
      const int steps = static_cast<int>(std::ceil((to - from).norm() * 256));
      for (int i = 0; i <= steps; ++i)
        QVERIFY(!bench.collides(JointVector(from + (static_cast<double>(i) / steps) * (to - from))));
    }
    QVERIFY(proven >= 10);
  }

  // What a proof leaves open is told by the number of its edge, and the others are not.
  void failedEdgesAreNamed() {
    test::Cell cell;
    const Place place{cell, {}};
    Place post = place;
    post.robot = post.cell.addArm("arm", 6);
    post.cell.addBox("post", {0.08, 0.08, 0.7}, Pose::translation(0.5, 0, 0.35));
    Bench bench(post, 0.0);
    QVERIFY(bench.model);
    BallCheck check(bench.model->world());
    std::vector<float> points;
    const std::vector<std::vector<double>> way = {{1.6, 0.6, 1.3, 0, 0.6, 0},
                                                  {1.3, 0.6, 1.3, 0, 0.6, 0},
                                                  {-1.3, 0.6, 1.3, 0, 0.6, 0},
                                                  {-1.6, 0.6, 1.3, 0, 0.6, 0}};
    for (const auto& q : way)
      for (const double x : q) points.push_back(static_cast<float>(x));
    std::vector<std::uint32_t> failed;
    QVERIFY(!check.prove(points, 1e-4F, false, failed));
    QCOMPARE(failed, std::vector<std::uint32_t>{1});
  }

  // Rows of joints are a copy of the model's, in single precision: balls touch and miss each other where it puts them.
  void ballsAreWhereTheModelHasThem() {
    constexpr double kSmall = 0.01;  // metres
    std::mt19937_64 random(41);
    for (int n = 0; n < 24; ++n) {
      test::Workshop shop;
      const int joints = 2 + n % 6;
      const ObjectId robot = shop.add("robot", test::randomTree(random, joints), test::randomPose(random));
      if (n % 3 == 0) shop.follow(robot, {{"joint_2", "joint_1", -0.5, 0.1}});
      const auto mechanism = model::Mechanism::ofObject(model::Model::make(shop.w), robot).value();
      QVERIFY(BallModel::covers(mechanism));
      for (int i = 1; i <= joints; ++i) {
        const auto seat = mechanism.seat(shop.entity("robot", fmt::format("link_{}", i)));
        QVERIFY(seat.row >= 0);
        JointVector q = mechanism.restPositions();
        for (double& v : q) v = test::randomNumber(random);
        std::vector<Pose> rows(mechanism.moved().size());
        mechanism.forward(q, rows);
        const Sphere ball{test::randomPose(random).p, kSmall};
        const Vec3 at = rows[static_cast<std::size_t>(seat.row)] * (seat.row_t_node * ball.center);
        BallModel model(mechanism);
        model.addGroup(seat, {&ball, 1});
        const double rounding = 1e-5 * (1.0 + model.reach());
        QVERIFY((model.base() + model.centersAt(mechanism, q).front() - at).norm() < rounding);
        for (const double gap : {-rounding, rounding}) {
          model.clearObstacles();
          const Vec3 way = test::randomPose(random).q * Vec3::UnitX();
          model.addBall({at + (2.0 * kSmall + gap) * way, kSmall});
          for (const BallKernels* kernels : ballKernels())
            QCOMPARE(BallCheck(model.world(), *kernels).isFree(singles(q).data()), gap > 0.0);
        }
      }
    }
  }

  // Nothing to go by: nothing is said.
  void whereBallsAreNoHelp() {
    Place place = crowded(6);
    const auto tree = kinematics::JointTree::make(place.cell.world, place.robot).value();
    for (int i = 0; i < 700; ++i) {
      const double angle = 0.3 * i;
      place.cell.addBox(fmt::format("b{}", i), {0.02, 0.02, 0.02},
                        Pose::translation(0.8 * std::cos(angle), 0.8 * std::sin(angle), 0.002 * i));
    }
    QVERIFY(!Bench(place, 0.0).model);
  }
};

QTEST_GUILESS_MAIN(TestBalls)
#include "test_balls.moc"
