// SPDX-License-Identifier: Apache-2.0
// Sphere covers hold every point of their bodies, reach no farther than they say, and lie within where they say so;
// code for every kind of processor gives the same bits.
#include <QtTest>
#include <cstddef>
#include <cstring>

#include "core/collision/cover/kernels.h"
#include "cover_shapes.h"

using namespace ww;
using namespace ww::collision;
using kinematics::Random;

namespace {

Sphere sphere(const SphereGroup& g, int i) { return {Vec3(g.x[i], g.y[i], g.z[i]), g.r[i]}; }
bool holds(const Sphere& s, const Vec3& p) { return (p - s.center).norm() <= s.radius; }

// Whether a way down from a group leads through spheres that all hold the point.
bool covered(const SphereCover& cover, std::uint32_t group, const Vec3& p) {
  const SphereGroup& g = cover.outer[group];
  for (int i = 0; i < g.count; ++i) {
    if (holds(sphere(g, i), p) && (g.below[i] == kNoGroup || covered(cover, g.below[i], p))) return true;
  }
  return false;
}

// But for the padding at the end.
bool same(const SphereGroup& a, const SphereGroup& b) {
  return std::memcmp(&a, &b, offsetof(SphereGroup, count) + sizeof a.count) == 0;
}

SphereGroup randomGroup(Random& random, int count) {
  SphereGroup g{};
  for (int i = 0; i < kGroup; ++i) {
    g.x[i] = i < count ? random.uniform(-1, 1) : kNowhere;
    g.y[i] = i < count ? random.uniform(-1, 1) : kNowhere;
    g.z[i] = i < count ? random.uniform(-1, 1) : kNowhere;
    g.r[i] = i < count ? random.uniform(0, 0.6) : 0.0;
    g.below[i] = kNoGroup;
  }
  g.count = count;
  return g;
}

}  // namespace

class TestSphereCover : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyPointOfABodyIsCovered_data() { shapes(); }
  void everyPointOfABodyIsCovered() {
    const BodyShapePtr shape = fetched();
    const SphereCover& cover = shape->cover->get();
    Random random(1);
    for (int n = 0; n < 4000; ++n) {
      const Vec3 p = cover.body_t_box.inverse() * test::randomPoint(*shape, random);
      QVERIFY(holds(cover.root, p));
      QVERIFY((p.cwiseAbs().array() <= cover.half.array()).all());
      QVERIFY2(covered(cover, 0, p), fmt::format("{} {} {}", p.x(), p.y(), p.z()).c_str());
    }
  }

  void spheresReachNoFartherThanTheirErrorSays_data() { shapes(); }
  void spheresReachNoFartherThanTheirErrorSays() {
    const BodyShapePtr shape = fetched();
    const SphereCover& cover = shape->cover->get();
    Random random(2);
    double worst = 0.0;
    for (const SphereGroup& g : cover.outer) {
      for (int i = 0; i < g.count; ++i) {
        if (g.below[i] != kNoGroup) continue;
        for (int n = 0; n < 20; ++n) {
          const Sphere s = sphere(g, i);
          const Vec3 p = s.center + s.radius * test::randomDirection(random);
          worst = std::max(worst, test::distanceTo(*shape, cover.body_t_box * p));
        }
      }
    }
    QVERIFY2(worst <= cover.error + 1e-8, fmt::format("{} beyond {}", worst, cover.error).c_str());
    QVERIFY2(cover.error < 0.45 * cover.half.norm(), fmt::format("{} of {}", cover.error, cover.half.norm()).c_str());
    qInfo("%zu spheres, box %.3f m, error %.4f m (seen %.4f), %d inside", cover.finest(), cover.half.norm(),
          cover.error, worst, cover.inner.count);
  }

  void innerSpheresLieInTheBody_data() { shapes(); }
  void innerSpheresLieInTheBody() {
    const BodyShapePtr shape = fetched();
    const SphereCover& cover = shape->cover->get();
    QCOMPARE(cover.inner.count > 0, QByteArray(QTest::currentDataTag()) != "sheet");
    Random random(3);
    for (int i = 0; i < cover.inner.count; ++i) {
      for (int n = 0; n < 100; ++n) {
        const Sphere s = sphere(cover.inner, i);
        const Vec3 p = s.center + s.radius * test::randomDirection(random);
        QVERIFY(test::distanceTo(*shape, cover.body_t_box * p) <= 1e-9);
      }
    }
  }

  // All of a box, and so much of what is round that what is deep in it is told at once.
  void theCoreLiesInTheBody_data() { shapes(); }
  void theCoreLiesInTheBody() {
    const BodyShapePtr shape = fetched();
    const SphereCover& cover = shape->cover->get();
    const bool has_core = cover.core.x() > 0.0;
    const QByteArray tag = QTest::currentDataTag();
    if (tag == "cylinder") QVERIFY(has_core);
    if (tag == "box" || tag == "plate") QVERIFY((cover.half - cover.core).maxCoeff() < 1e-7);
    for (unsigned corner = 0; has_core && corner < 8; ++corner) {
      const Vec3 sign((corner & 1U) != 0 ? 1 : -1, (corner & 2U) != 0 ? 1 : -1, (corner & 4U) != 0 ? 1 : -1);
      QVERIFY(test::distanceTo(*shape, cover.body_t_box * Vec3(sign.cwiseProduct(cover.core))) <= 1e-9);
    }
  }

  // Also where the first ray that is asked goes through corners and edges of the mesh: doubt goes to the safe side.
  void pointsInAMeshAreTold() {
    const Vec3 first_ray(0.8317, 0.4771, 0.2839);
    const Eigen::Affine3d turned(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
    Random random(5);
    int inside = 0, outside = 0, told = 0;
    for (const geometry::Mesh& source : {test::notchedMesh(), test::boxMesh({0.3, 0.1, 0.2}, 4)}) {
      for (const Eigen::Affine3d& at : {Eigen::Affine3d::Identity(), turned}) {
        const TriMesh mesh(source, at);
        QVERIFY(mesh.closed());
        const auto check = [&](const Vec3& p) {
          if (surfaceDistance(mesh, p) < 1e-7) return;
          const bool is = mesh.inside(p);
          QVERIFY(is || !mesh.surelyInside(p));
          QVERIFY(!is || mesh.maybeInside(p));
          told += mesh.surelyInside(p) == is && mesh.maybeInside(p) == is ? 1 : 0;
          (is ? inside : outside) += 1;
        };
        const Vec3 size = mesh.bounds().size();
        for (int n = 0; n < 2000; ++n) {
          const Vec3 in_box(random.uniform(), random.uniform(), random.uniform());
          check(mesh.bounds().min + in_box.cwiseProduct(size));
          const Vec3& corner = mesh.vertices()[random.next() % mesh.vertices().size()];
          check(corner - random.uniform() * 0.3 * first_ray);
          const Vec3& other = mesh.vertices()[random.next() % mesh.vertices().size()];
          check(0.5 * (corner + other) - random.uniform() * 0.3 * first_ray);
        }
      }
    }
    QVERIFY(inside > 1000 && outside > 1000);
    qInfo("%d inside, %d outside, %d told without doubt", inside, outside, told);
    QVERIFY(told > (inside + outside) / 2);
  }

  // Once for a geometry, whoever asks; what is made again is the same.
  void aCoverIsMadeOnceAndTheSameEachTime() {
    ShapeCache cache;
    test::Cell cell;
    const ObjectId a = cell.addBox("a", {0.1, 0.2, 0.3}, {}), b = cell.addBox("b", {0.1, 0.2, 0.3}, {});
    const auto of = [&](ObjectId id) { return cache.get(*cell.world.peek(id)->entities.front()); };
    const auto first = of(a), second = of(b);
    QCOMPARE(first.get(), second.get());
    QCOMPARE(&first->cover->get(), &second->cover->get());
    for (const auto& [name, shape] : test::coverShapes()) {
      const auto one = test::prepared(shape), other = test::prepared(shape);
      const SphereCover &c = one->cover->get(), &d = other->cover->get();
      QCOMPARE(c.outer.size(), d.outer.size());
      for (std::size_t i = 0; i < c.outer.size(); ++i) QVERIFY(same(c.outer[i], d.outer[i]));
      QVERIFY(same(c.inner, d.inner));
    }
  }

  void everyProcessorsCodeGivesTheSameBits() {
    Random random(4);
    const CoverKernels& plain = *coverKernels().front();
    QCOMPARE(std::string(plain.name), "plain");
    for (const CoverKernels* k : coverKernels()) {
      int near = 0;
      for (int n = 0; n < 3000; ++n) {
        const SphereGroup a = randomGroup(random, 1 + static_cast<int>(random.next() % 8)), b = randomGroup(random, 8);
        const Vec3 p(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)), half(0.3, 0.2, 0.4);
        const double r = random.uniform(-0.3, 0.4);
        const unsigned found = k->within(a, p.data(), r);
        QCOMPARE(found, plain.within(a, p.data(), r));
        QCOMPARE(k->withinLanes(a, b, r), plain.withinLanes(a, b, r));
        const Pose pose = test::randomPose(random, 0.5);
        FlatPose flat;
        Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(flat.r) = pose.q.toRotationMatrix();
        Eigen::Map<Vec3>(flat.p) = pose.p;
        SphereGroup x = a, y = a;
        QCOMPARE(k->nearBox(a, flat, half.data(), r, x), plain.nearBox(a, flat, half.data(), r, y));
        QVERIFY(same(x, y));
        const double *at[3] = {b.x, b.y, b.z}, *turn[4] = {b.x, b.y, b.z, b.r};
        k->place(at, turn, p.data(), x);
        plain.place(at, turn, p.data(), y);
        QVERIFY(same(x, y));
        for (int i = 0; i < a.count; ++i) {
          const double gap = (sphere(a, i).center - p).norm() - a.r[i] - r;
          if (std::abs(gap) > 1e-9) QCOMPARE((found >> i & 1U) != 0, gap < 0.0);
          near += static_cast<int>(found >> i & 1U);
        }
        QVERIFY(found >> a.count == 0);
      }
      QVERIFY(near > 500);
      qInfo("%s", k->name);
    }
  }

  void aNameChoosesTheProcessorsCode() {
    QCOMPARE(&coverKernelsNamed({}), coverKernels().back());
    QCOMPARE(std::string(coverKernelsNamed("plain").name), "plain");
    QCOMPARE(std::string(coverKernelsNamed("abacus").name), "plain");
    for (const CoverKernels* k : coverKernels()) QCOMPARE(&coverKernelsNamed(k->name), k);
  }

 private:
  static void shapes() {
    QTest::addColumn<int>("number");
    int number = 0;
    for (const auto& [name, shape] : test::coverShapes()) QTest::newRow(name.c_str()) << number++;
  }
  static BodyShapePtr fetched() {
    QFETCH(int, number);
    return test::prepared(test::coverShapes()[static_cast<std::size_t>(number)].shape);
  }
};

QTEST_GUILESS_MAIN(TestSphereCover)
#include "test_sphere_cover.moc"
