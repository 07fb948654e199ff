// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <limits>
#include <map>

#include "core/geometry/mesh_edit.h"
#include "core/geometry/scene_bvh.h"
#include "tests/unit/geometry/shapes.h"

using namespace ww;
using namespace ww::geometry;

namespace {

class RandomScene {
 public:
  Vec3 vec(double scale) { return scale * Vec3(normal_(random_), normal_(random_), normal_(random_)); }
  Eigen::Affine3d place() {
    Eigen::Affine3d t(
        Pose{vec(4.0), Quat(normal_(random_), vec(1).x(), vec(1).x(), vec(1).x()).normalized()}.isometry());
    t.linear() *= (Vec3(0.5, 0.5, 0.5) + 0.4 * vec(1.0).cwiseAbs()).asDiagonal();
    return t;
  }

 private:
  std::mt19937 random_{11};
  std::normal_distribution<double> normal_;
};

// All instances one by one.
std::optional<std::pair<std::uint64_t, double>> nearest(const std::map<std::uint64_t, BvhInstance>& all, const Vec3& o,
                                                        const Vec3& d) {
  std::optional<std::pair<std::uint64_t, double>> best;
  for (const auto& [id, instance] : all) {
    const TriangleBvh moved(std::make_shared<Mesh>(transformed(*instance.bvh->mesh(), instance.world_t_geometry)));
    const auto hit = moved.raycast(o, d);
    if (hit && (!best || hit->t < best->second)) best = {id, hit->t};
  }
  return best;
}

}  // namespace

class TestGeometrySceneBvh : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void staysRightWhileInstancesComeMoveAndGo() {
    RandomScene random;
    std::vector<TriangleBvhPtr> shapes;
    for (const auto& [name, primitive] : examplePrimitives()) {
      shapes.push_back(std::make_shared<TriangleBvh>(std::make_shared<Mesh>(tessellate(primitive, 8))));
    }
    SceneBvh scene;
    std::map<std::uint64_t, BvhInstance> all;
    int hits = 0;
    for (std::uint64_t step = 0; step < 120; ++step) {
      const std::uint64_t id = 100 + step * 7 % 40;
      if (step % 5 == 4) {
        QCOMPARE(scene.remove(id), all.erase(id) == 1);
      } else if (all.count(id) == 1) {
        all[id].world_t_geometry = random.place();
        QVERIFY(scene.move(id, all[id].world_t_geometry));
      } else {
        all[id] = {id, random.place(), shapes[step % shapes.size()]};
        scene.add(all[id]);
      }
      QCOMPARE(scene.size(), all.size());
      for (int i = 0; i < 10; ++i) {
        const Vec3 o = random.vec(6.0), d = random.vec(1.0) - 0.3 * o;
        const auto expected = nearest(all, o, d);
        const auto got = scene.raycast(o, d);
        QCOMPARE(got.has_value(), expected.has_value());
        if (!got) continue;
        ++hits;
        QVERIFY(std::abs(got->hit.t - expected->second) < 1e-9 * (1 + expected->second));
        QCOMPARE(got->id, expected->first);
        QVERIFY((o + d * got->hit.t - got->point).norm() < 1e-12);
        QCOMPARE(got->normal.dot(d) > 0.0, got->hit.from_behind);
      }
    }
    QVERIFY(hits > 300);
    QVERIFY(!scene.move(1, Eigen::Affine3d::Identity()));
  }

  // The tree is made elsewhere, from what there was when it was asked for.
  void staysRightWhileItsTreeIsMadeElsewhere() {
    RandomScene random;
    const auto box = std::make_shared<TriangleBvh>(std::make_shared<Mesh>(tessellate(Box{})));
    SceneBvh scene;
    scene.setBuildsItself(false);
    std::map<std::uint64_t, BvhInstance> all;
    const auto put = [&](std::uint64_t id) { scene.add(all[id] = {id, random.place(), box}); };
    const auto agrees = [&] {
      for (int i = 0; i < 60; ++i) {
        const Vec3 o = random.vec(6.0), d = random.vec(1.0) - 0.3 * o;
        const auto expected = nearest(all, o, d);
        const auto got = scene.raycast(o, d);
        if (got.has_value() != expected.has_value() || (got && got->id != expected->first)) return false;
      }
      const std::vector<HalfSpace> everything{{Vec3(1, 0, 0), 1e6}};
      return scene.size() == all.size() && scene.inConvex(everything).size() == all.size();
    };
    for (std::uint64_t id = 0; id < 60; ++id) put(id);
    QVERIFY(scene.wantsTree());
    QVERIFY(agrees());
    for (int round = 0; round < 6; ++round) {
      auto plan = scene.plan();
      const auto r = std::uint64_t(round);
      for (std::uint64_t id = 9 * r; id < 9 * r + 5; ++id) QVERIFY(scene.remove(id) == (all.erase(id) == 1));
      put(100 + r);    // where one was that went
      put(9 * r + 6);  // replaced
      all[9 * r + 7].world_t_geometry = random.place();
      QVERIFY(scene.move(9 * r + 7, all[9 * r + 7].world_t_geometry));
      QVERIFY(agrees());
      scene.adopt(buildTree(std::move(plan)));
      QVERIFY(agrees());
      QVERIFY(!scene.wantsTree());
      Bounds exact;
      for (const auto& [id, instance] : all) exact.add(box->bounds().transformed(instance.world_t_geometry));
      QVERIFY((scene.bounds().min - exact.min).norm() < 1e-5 && (scene.bounds().max - exact.max).norm() < 1e-5);
      for (int i = 0; i < 20; ++i) {
        const Vec3 p = random.vec(10.0);
        double least = std::numeric_limits<double>::infinity();
        for (const auto& [id, instance] : all) {
          const Bounds b = box->bounds().transformed(instance.world_t_geometry);
          least = std::min(least, (b.min - p).cwiseMax(p - b.max).cwiseMax(0.0).norm());
        }
        QVERIFY(std::abs(scene.distanceToBoxes(p) - least) < 1e-5);
      }
    }
    for (const auto& item : std::exchange(all, {})) QVERIFY(scene.remove(item.first));
    QVERIFY(agrees());
    QVERIFY(scene.bounds().empty());
    QVERIFY(std::isinf(scene.distanceToBoxes(Vec3(1, 2, 3))));
  }

  void filterPassesInstancesOver() {
    const auto box = std::make_shared<TriangleBvh>(std::make_shared<Mesh>(tessellate(Box{})));
    const SceneBvh scene(
        {{1, Eigen::Affine3d(Eigen::Translation3d(0, 0, 2)), box}, {2, Eigen::Affine3d::Identity(), box}});
    const Vec3 o(0.1, 0.2, 10), d(0, 0, -1);
    QCOMPARE(scene.raycast(o, d)->id, std::uint64_t(1));
    QCOMPARE(scene.raycast(o, d, 20, [](std::uint64_t id) { return id != 1; })->id, std::uint64_t(2));
  }

  void regionTellsWhollyFromPartlyInside() {
    const auto ball = std::make_shared<TriangleBvh>(std::make_shared<Mesh>(tessellate(Sphere{1.0})));
    std::vector<BvhInstance> balls;
    for (int i = 0; i < 5; ++i)
      balls.push_back({std::uint64_t(i), Eigen::Affine3d(Eigen::Translation3d(3.0 * i, 0, 0)), ball});
    balls.push_back({99, Eigen::Affine3d::Identity(), nullptr});
    const SceneBvh scene(balls);
    const std::vector<HalfSpace> region{{Vec3(1, 0, 0), 6.0}, {Vec3(-1, 0, 0), -1.5}};  // x from 1.5 to 6
    const auto found = scene.inConvex(region);
    const std::vector<std::pair<std::uint64_t, Overlap>> expected{{1, Overlap::kInside}, {2, Overlap::kPartly}};
    QCOMPARE(found, expected);
  }

  void tenThousandInstancesBuildQuickly() {
    RandomScene random;
    const auto box = std::make_shared<TriangleBvh>(std::make_shared<Mesh>(tessellate(Box{})));
    std::vector<BvhInstance> all;
    for (std::uint64_t i = 0; i < 10'000; ++i) all.push_back({i, random.place(), box});
    SceneBvh scene(all);
    QBENCHMARK { scene.add(all[17]); }
  }
};

QTEST_GUILESS_MAIN(TestGeometrySceneBvh)
#include "test_geometry_scene_bvh.moc"
