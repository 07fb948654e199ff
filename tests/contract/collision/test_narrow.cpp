// SPDX-License-Identifier: Apache-2.0
// What the measure of every pair of kinds keeps, for each row of the table. A kind without shapes here fails.
#include <fmt/format.h>
#include <QtTest>
#include <map>
#include <random>

#include "cell.h"
#include "core/collision/contact.h"
#include "core/collision/narrow/body_distance.h"

using namespace ww;
using namespace ww::collision;

namespace {

// A closed convex mesh of so many rings.
geometry::Mesh egg(int rings) {
  geometry::Mesh out;
  const int around = 2 * rings;
  for (int k = 0; k <= rings; ++k) {
    const double v = M_PI * k / rings;
    for (int i = 0; i < (k == 0 || k == rings ? 1 : around); ++i) {
      const double u = 2.0 * M_PI * i / around;
      out.vertices.emplace_back(0.3 * std::sin(v) * std::cos(u), 0.1 * std::sin(v) * std::sin(u), 0.2 * std::cos(v));
    }
  }
  const auto at = [&](int k, int i) {
    if (k == 0) return std::uint32_t{0};
    if (k == rings) return static_cast<std::uint32_t>(out.vertices.size() - 1);
    return static_cast<std::uint32_t>(1 + (k - 1) * around + i % around);
  };
  for (int k = 0; k < rings; ++k) {
    for (int i = 0; i < around; ++i) {
      if (k > 0) out.triangles.push_back({at(k, i), at(k + 1, i), at(k, i + 1)});
      if (k + 1 < rings) out.triangles.push_back({at(k, i + 1), at(k + 1, i), at(k + 1, i + 1)});
    }
  }
  return out;
}

BodyShapePtr primitive(const geometry::Primitive& p) {
  geometry::Geometry g;
  g.shape.primitives.push_back({p, Eigen::Affine3d::Identity()});
  return prepare(g, Eigen::Affine3d::Identity());
}

BodyShapePtr mesh(const geometry::Mesh& m) {
  geometry::Geometry g;
  g.mesh = g.shape.mesh = std::make_shared<const geometry::Mesh>(m);
  return prepare(g, Eigen::Affine3d::Identity());
}

// A closed L of 1 m by 1 m, 0.4 m thick, 1 m high.
geometry::Mesh prism() {
  geometry::Mesh out;
  constexpr std::array<std::array<double, 2>, 6> kOutline = {{{0, 0}, {1, 0}, {1, 0.4}, {0.4, 0.4}, {0.4, 1}, {0, 1}}};
  constexpr std::array<geometry::Triangle, 4> kFace = {{{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}};
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : kOutline) out.vertices.emplace_back(x, y, z);
  for (const auto& t : kFace) {
    out.triangles.push_back({t[2], t[1], t[0]});
    out.triangles.push_back({t[0] + 6, t[1] + 6, t[2] + 6});
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t next = (i + 1) % 6;
    out.triangles.push_back({i, next, next + 6});
    out.triangles.push_back({i, next + 6, i + 6});
  }
  return out;
}

// Two triangles across the foot of the L, with their corners on its surface.
geometry::Mesh partition() {
  geometry::Mesh m;
  m.vertices = {{0, 0, 0}, {0, 0.4, 0}, {0, 0.4, 1}, {0, 0, 1}};
  m.triangles = {{0, 1, 2}, {0, 2, 3}};
  return m;
}

// All triangles of a mesh the other way round.
geometry::Mesh insideOut(geometry::Mesh m) {
  for (auto& t : m.triangles) std::swap(t[1], t[2]);
  return m;
}

// A plane one, 0.2 m by 0.15 m.
geometry::Mesh planeSheet() {
  geometry::Mesh m;
  m.vertices = {{0, 0, 0}, {0.2, 0, 0}, {0.2, 0.15, 0}, {0, 0.15, 0}};
  m.triangles = {{0, 1, 2}, {0, 2, 3}};
  return m;
}

// How far a point is outside a body along the normals of a sphere, at least; both in the body's frame.
double outsideOf(const BodyShapePtr& body, const Vec3& p) {
  const ConvexShape& shape = *body->pieces.front().convex;
  std::mt19937_64 random(3);
  double out = 0.0;
  for (int k = 0; k < 300; ++k) {
    const auto number = [&] { return 2.0 * static_cast<double>(random() % 100000) / 1e5 - 1.0; };
    const Vec3 d = k < 6 ? Vec3((k & 1 ? -1.0 : 1.0) * Vec3::Unit(k / 2)) : Vec3(number(), number(), number());
    out = std::max(out, d.normalized().dot(p - shape.support(d)) - shape.radius());
  }
  return out;
}

// Two triangles that bound nothing.
geometry::Mesh sheet() {
  geometry::Mesh m;
  m.vertices = {{0, 0, 0}, {0.2, 0, 0}, {0.2, 0.15, 0}, {0, 0.15, 0.03}};
  m.triangles = {{0, 1, 2}, {0, 2, 3}};
  return m;
}

const std::map<PieceKind, std::vector<BodyShapePtr>>& shapes() {
  static const std::map<PieceKind, std::vector<BodyShapePtr>> kShapes{
      {PieceKind::kConvex,
       {primitive(geometry::Box{{0.2, 0.1, 0.15}}), primitive(geometry::Sphere{0.08}),
        primitive(geometry::Capsule{0.2, 0.05}), primitive(geometry::Cylinder{0.15, 0.06}),
        mesh(test::boxMesh({0.1, 0.2, 0.1}, 4))}},
      {PieceKind::kMesh, {mesh(test::notchedMesh()), mesh(sheet())}}};
  return kShapes;
}

Pose randomPose(std::mt19937_64& random, double range) {
  const auto number = [&] { return 2.0 * static_cast<double>(random() % 100000) / 1e5 - 1.0; };
  const Vec3 p = range * Vec3(number(), number(), number());
  return {p, Quat(number() + 1e-3, number(), number(), number()).normalized()};
}

const Piece& piece(const BodyShapePtr& shape) { return shape->pieces.front(); }

}  // namespace

class TestNarrow : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKindHasShapesAndEveryPairARow() {
    QCOMPARE(shapes().size(), kPieceKinds);
    for (const auto& [kind, list] : shapes()) {
      for (const auto& shape : list) QVERIFY(piece(shape).kind() == kind);
      for (const auto& [other, more] : shapes()) {
        const auto is = [k = kind, o = other](const NarrowRow& row) {
          return (row.a == k && row.b == o) || (row.a == o && row.b == k);
        };
        QCOMPARE(std::ranges::count_if(narrowRows(), is), 1);
      }
    }
  }

  // A climb over the edges of a hull ends as far out as the farthest of all corners, however fine the hull is and
  // however long the direction; also between the cells that say where it begins, and on flat sides.
  void theFarthestCornerOfAFineHullIsFound() {
    std::mt19937_64 random(7);
    for (const geometry::Mesh& hull : {egg(4), egg(8), egg(30), egg(60), test::boxMesh({0.3, 0.1, 0.2}, 12)}) {
      const BodyShapePtr body = mesh(hull);
      QVERIFY(piece(body).convex);
      const ConvexShape& shape = *piece(body).convex;
      for (int n = 0; n < 4000; ++n) {
        Vec3 d = randomPose(random, 1.0).p;
        if (n % 4 == 1) d = d.unaryExpr([](double x) { return std::round(8.0 * x) / 8.0; });
        if (n % 4 == 2) d[n % 3] = 0.0;
        d *= std::pow(10.0, n % 13 - 6);
        if (d.isZero()) continue;
        double most = -std::numeric_limits<double>::infinity();
        for (const Vec3& corner : hull.vertices) most = std::max(most, corner.dot(d));
        const double found = shape.support(d).dot(d);
        QVERIFY2(most - found <= 1e-12 * d.norm(),
                 fmt::format("{} corners, {} of {}", hull.vertices.size(), found, most).c_str());
      }
    }
  }

  // A mesh with many corners in one plane makes tetrahedra without room, whose faces are slivers: rounding told that
  // they enclose what is 0.156 m away.
  // Surfaces that lie in each other, or micrometres apart, say nothing of the solids.
  void solidsInEachOtherAreNeverOnlyTouching_data() {
    QTest::addColumn<BodyShapePtr>("body");
    QTest::addColumn<Vec3>("at");
    QTest::addColumn<double>("depth");
    const auto row = [](const char* name, BodyShapePtr body, const Vec3& at, double depth) {
      QTest::newRow(name) << std::move(body) << at << depth;
    };
    for (const double r : {0.01, 0.05, 0.19, 0.1999, 0.199999, 0.2, 0.200001})
      row(qPrintable(QStringLiteral("ball %1").arg(r)), primitive(geometry::Sphere{r}), {0.7, 0.2, 0.5}, 0.2 + r);
    row("box flush inside", primitive(geometry::Box{Vec3(0.1, 0.1, 0.1)}), {0.7, 0.05, 0.5}, 0.1);
    row("box a micrometre inside", primitive(geometry::Box{Vec3(0.1, 0.1, 0.1)}), {0.7, 0.050001, 0.5}, 0.1);
    row("box that fills the foot", primitive(geometry::Box{Vec3(0.6, 0.4, 1)}), {0.7, 0.2, 0.5}, 0.2);
    row("bar whose end fills the foot", primitive(geometry::Box{Vec3(4, 0.4, 1)}), {2.8, 0.2, 0.5}, 0.01);
    row("cylinder flush inside", primitive(geometry::Cylinder{0.05, 0.1}), {0.7, 0.05, 0.5}, 0.1);
    row("itself", mesh(prism()), Vec3::Zero(), 0.1);
    row("itself a tenth of a micrometre aside", mesh(prism()), {0, 1e-7, 0}, 0.1);
    row("a sheet from face to face", mesh(partition()), {0.7, 0, 0}, 0.1);
  }
  void solidsInEachOtherAreNeverOnlyTouching() {
    QFETCH(BodyShapePtr, body);
    QFETCH(Vec3, at);
    QFETCH(double, depth);
    const BodyShapePtr solid = mesh(prism());
    const Pose there = Pose::translation(at.x(), at.y(), at.z());
    for (const double enough : {-std::numeric_limits<double>::infinity(), -kTouchDepth}) {
      const double found = bodyDistance(*solid, Pose(), *body, there, {0.1, enough}).distance;
      const double turned = bodyDistance(*body, there, *solid, Pose(), {0.1, enough}).distance;
      const double wanted = std::isfinite(enough) ? -kTouchDepth : -depth + 1e-5;
      QVERIFY2(found < wanted && turned < wanted, qPrintable(QStringLiteral("%1 and %2").arg(found).arg(turned)));
    }
  }
  void solidsBesideEachOtherOnlyTouch() {
    const BodyShapePtr solid = mesh(prism());
    const auto isFree = [&](const BodyShapePtr& body, const Vec3& at) {
      const Pose there = Pose::translation(at.x(), at.y(), at.z());
      return bodyDistance(*solid, Pose(), *body, there, {0.1}).distance >= -kTouchDepth;
    };
    QVERIFY(isFree(primitive(geometry::Box{Vec3(0.6, 0.6, 1)}), {0.7, 0.7, 0.5}));  // in the corner of the L
    QVERIFY(isFree(primitive(geometry::Sphere{0.3}), {0.7, 0.7, 0.5}));
    QVERIFY(isFree(mesh(prism()), {0, 0, 1}));
    QVERIFY(isFree(mesh(prism()), {1, 0, 0}));
    QVERIFY(isFree(mesh(partition()), {1, 0, 0}));
  }

  void aTetrahedronWithoutRoomEnclosesNothing() {
    const Eigen::Affine3d turned(Eigen::Translation3d(0.05, -0.02, 0.1) *
                                 Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
    geometry::Geometry g;
    g.shape.primitives.push_back({geometry::Ellipsoid{{0.2, 0.1, 0.05}}, turned});
    const BodyShapePtr egg = prepare(g, Eigen::Affine3d::Identity());
    const BodyShapePtr box = mesh(test::boxMesh({0.3, 0.1, 0.2}, 4));
    const Pose at_egg{{-0x1.02194211290f7p-2, 0x1.258634a74d2ccp-3, 0x1.29e86ab1f0d76p-3},
                      Quat(-0x1.424d371259ddcp-1, -0x1.ecf86f9071024p-2, -0x1.13a9f4ca70862p-1, -0x1.25650d0cf127fp-2)};
    const Pose at_box{{0x1.9cc09d5a615p-5, 0x1.ff432c8fb9f0ap-3, -0x1.9fef219eb90aap-4},
                      Quat(-0x1.86046b45b8dd2p-2, -0x1.ae08ef36d1f49p-1, 0x1.4e126ea007a8dp-2, -0x1.a8ea75ffbfbp-3)};
    const double found = bodyDistance(*egg, at_egg, *box, at_box, {}).distance;
    QVERIFY2(std::abs(found - 0.155881318) < 1e-8, fmt::format("{}", found).c_str());
    std::mt19937_64 random(9);
    for (int n = 0; n < 5000; ++n) {
      const Pose a = randomPose(random, 0.3), b = randomPose(random, 0.3);
      const double d = bodyDistance(*egg, a, *box, b, {}).distance, turn = bodyDistance(*box, b, *egg, a, {}).distance;
      QVERIFY2(std::abs(d - turn) < 1e-6, fmt::format("{}: {} and {}", n, d, turn).c_str());
    }
  }

  void whereSheetsInOnePlaneOverlapIsOneOfTheirPoints() {
    const BodyShapePtr one = mesh(planeSheet());
    std::mt19937_64 random(5);
    for (int n = 0; n < 60; ++n) {
      const double angle = static_cast<double>(random() % 1000) / 1000.0 * M_PI;
      const Pose there{{0.01 + 0.001 * (n % 40), 0.02 + 0.001 * (n % 25), 0.0},
                       Quat(Eigen::AngleAxisd(n % 2 ? angle : 0.0, Vec3::UnitZ()))};
      const ConvexDistance d = bodyDistance(*one, Pose(), *one, there, {});
      QVERIFY2(std::abs(d.distance) < 1e-9, fmt::format("{}: {}", n, d.distance).c_str());
      QVERIFY2((d.a - d.b).norm() < 1e-9, fmt::format("{}: {} m between the points", n, (d.a - d.b).norm()).c_str());
    }
  }

  // Their difference has faces that are slivers, far beyond which its own points seemed to lie.
  void pointsOfFoilsThatOverlapLieOnThem() {
    const BodyShapePtr can = primitive(geometry::Cylinder{1e-6, 1.0});
    const std::vector<BodyShapePtr> foils = {primitive(geometry::Box{{1.0, 1.0, 1e-6}}),
                                             primitive(geometry::Cylinder{1e-5, 0.7}),
                                             primitive(geometry::Ellipsoid{{1.0, 1.0, 1e-3}})};
    std::mt19937_64 random(6);
    for (int n = 0; n < 300; ++n) {
      const BodyShapePtr& foil = foils[static_cast<std::size_t>(n % 3)];
      const std::array<Quat, 3> turns = {Quat::Identity(), Quat(Eigen::AngleAxisd(M_PI / 2.0, Vec3::UnitX())),
                                         randomPose(random, 0.0).q};
      constexpr std::array<double, 5> kUp = {0.0, 1e-6, 1.1e-6, 1e-5, 0.7};
      const Pose there{{0, 0, kUp[static_cast<std::size_t>(n / 9 % 5)]}, turns[static_cast<std::size_t>(n / 3 % 3)]};
      const ConvexDistance d = bodyDistance(*can, Pose(), *foil, there, {});
      if (d.distance > 0.0) continue;
      const double between = (d.a - d.b).norm() + d.distance;
      const double outside = std::max(outsideOf(can, d.a), outsideOf(foil, there.inverse() * d.b));
      QVERIFY2(std::abs(between) < 1e-6 && outside < 1e-6,
               fmt::format("{}: depth {}, points {} more, {} outside", n, -d.distance, between, outside).c_str());
    }
  }

  void aConvexMeshInsideOutIsTheSameSolid() {
    const BodyShapePtr crate = primitive(geometry::Box{{0.3, 0.2, 0.25}});
    Eigen::Affine3d mirror = Eigen::Affine3d::Identity();
    mirror.scale(Vec3(-1, 1, 1));
    for (const geometry::Mesh& m : {egg(6), test::boxMesh({0.1, 0.2, 0.1}, 4)}) {
      geometry::Geometry g;
      g.mesh = g.shape.mesh = std::make_shared<const geometry::Mesh>(insideOut(m));
      const BodyShapePtr usual = mesh(m), turned = mesh(*g.mesh), mirrored = prepare(g, mirror);
      QVERIFY(piece(usual).convex && piece(turned).convex && piece(mirrored).convex);
      std::mt19937_64 random(4);
      for (int n = 0; n < 200; ++n) {
        const Pose at_a = randomPose(random, 0.2), at_b = randomPose(random, 0.2);
        const double wanted = bodyDistance(*usual, at_a, *crate, at_b, {}).distance;
        const double found = bodyDistance(*turned, at_a, *crate, at_b, {}).distance;
        QVERIFY2(std::abs(found - wanted) < 1e-9, fmt::format("{}: {} of {}", n, found, wanted).c_str());
      }
    }
  }

  void pointsAndNormalFit_data() { rows(); }
  void pointsAndNormalFit() {
    int apart = 0, deep = 0;
    forEach(0.3, [&](const Piece& a, const Piece& b, const Pose& a_t_b) {
      const ConvexDistance d = row().distance(a, b, a_t_b, {});
      QVERIFY(std::abs(d.normal.norm() - 1.0) < 1e-9);
      if (d.distance > 1e-6) {
        ++apart;
        QVERIFY2(std::abs((d.b - d.a).norm() - d.distance) < 1e-7, fmt::format("{}", d.distance).c_str());
        QVERIFY(std::abs((d.b - d.a).dot(d.normal) - d.distance) < 1e-6);
      } else if (d.distance < -1e-4) {
        ++deep;
      }
    });
    QVERIFY2(apart > 50 && deep > 10, fmt::format("{} apart, {} deep", apart, deep).c_str());
  }

  void nearerPlacesAreNoFartherApart_data() { rows(); }
  // Moving one body by a length changes the distance by no more than that.
  void nearerPlacesAreNoFartherApart() {
    std::mt19937_64 random(7);
    forEach(0.4, [&](const Piece& a, const Piece& b, const Pose& a_t_b) {
      const double here = row().distance(a, b, a_t_b, {}).distance;
      const Vec3 way = randomPose(random, 0.02).p;
      const double there = row().distance(a, b, Pose{way, Quat::Identity()} * a_t_b, {}).distance;
      if (here > 0.0 && there > 0.0) QVERIFY(std::abs(here - there) <= way.norm() + 1e-7);
    });
  }

  void limitsOfTheSearchDoNotChangeTheAnswer_data() { rows(); }
  void limitsOfTheSearchDoNotChangeTheAnswer() {
    forEach(0.35, [&](const Piece& a, const Piece& b, const Pose& a_t_b) {
      const double full = row().distance(a, b, a_t_b, {}).distance;
      for (const double beyond : {0.0, 0.02, 0.1}) {
        const double within = row().distance(a, b, a_t_b, {beyond}).distance;
        QCOMPARE(within > beyond, full > beyond);
        if (full <= beyond) QVERIFY(std::abs(within - full) < 1e-7);
        const double enough = row().distance(a, b, a_t_b, {beyond, -kTouch}).distance;
        QCOMPARE(enough < -kTouch, full < -kTouch);
      }
    });
  }

  void orderDoesNotMatter_data() { rows(); }
  void orderDoesNotMatter() {
    std::mt19937_64 random(9);
    for (const auto& a : shapes().at(row().a)) {
      for (const auto& b : shapes().at(row().b)) {
        for (int i = 0; i < 20; ++i) {
          const Pose at_a = randomPose(random, 0.2), at_b = randomPose(random, 0.2);
          const auto d = bodyDistance(*a, at_a, *b, at_b, {}), back = bodyDistance(*b, at_b, *a, at_a, {});
          if (d.distance > 0.0) QVERIFY(std::abs(d.distance - back.distance) < 1e-7);
          else QVERIFY(back.distance < 1e-7);
          if (d.distance > 1e-4) QVERIFY((d.normal + back.normal).norm() < 1e-3 || (d.a - back.b).norm() > 1e-6);
        }
      }
    }
  }

 private:
  static constexpr double kTouch = 1e-5;

  void rows() {
    QTest::addColumn<int>("number");
    for (int i = 0; i < static_cast<int>(narrowRows().size()); ++i)
      QTest::newRow(narrowRows()[static_cast<std::size_t>(i)].name) << i;
  }
  const NarrowRow& row() {
    QFETCH(int, number);
    return narrowRows()[static_cast<std::size_t>(number)];
  }
  template <typename Fn>
  void forEach(double range, Fn&& fn) {
    std::mt19937_64 random(8);
    for (const auto& a : shapes().at(row().a)) {
      for (const auto& b : shapes().at(row().b)) {
        for (int i = 0; i < 40; ++i) fn(piece(a), piece(b), randomPose(random, range));
      }
    }
  }
};

QTEST_GUILESS_MAIN(TestNarrow)
#include "test_narrow.moc"
