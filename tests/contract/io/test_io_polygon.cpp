// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <random>

#include "core/io/worker/polygon.h"

using namespace ww;
using ww::io::worker::PolygonCutter;
using Corners = std::vector<Vec3>;
Q_DECLARE_METATYPE(Corners)

namespace {

struct Cut {
  std::vector<geometry::Triangle> triangles;
  Vec3 area = Vec3::Zero();  // vector area, twice
  double covered = 0.0;      // sum of the areas without sign, twice
  int flat = 0;              // triangles without area
};

Vec3 areaOf(const Vec3& a, const Vec3& b, const Vec3& c) { return (b - a).cross(c - a); }

Vec3 areaOf(const Corners& corners) {
  Vec3 out = Vec3::Zero();
  for (std::size_t i = 2; i < corners.size(); ++i) out += areaOf(corners[0], corners[i - 1], corners[i]);
  return out;
}

Cut cut(const Corners& corners) {
  Cut out;
  PolygonCutter cutter;
  cutter.cut(corners, out.triangles);
  for (const geometry::Triangle& t : out.triangles) {
    const Vec3 area = areaOf(corners[t[0]], corners[t[1]], corners[t[2]]);
    out.area += area;
    out.covered += area.norm();
    out.flat += area.norm() == 0.0;
  }
  return out;
}

Vec3 rounded(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())};
}

// A round shape; the radius of a corner by its number.
template <typename Radius>
Corners wheel(int n, Radius radius) {
  Corners out;
  for (int i = 0; i < n; ++i)
    out.push_back(radius(i) * Vec3(std::cos(2 * M_PI * i / n), std::sin(2 * M_PI * i / n), 0));
  return out;
}

Corners roundedCircle(int n) {
  Corners out = wheel(n, [](int) { return 1.0; });
  for (Vec3& c : out) c = (c * 1e5).array().round() / 1e5;
  return out;
}

Corners comb(int teeth) {
  Corners out{{0, 0, 0}, {2.0 * teeth, 0, 0}};
  for (int i = teeth; i-- > 0;) {
    out.push_back({2.0 * i + 2, 1000, 0});
    out.push_back({2.0 * i + 1, 1, 0});
  }
  return out;
}

// A wall that winds inwards, outline there and back.
Corners spiral(int n) {
  Corners out;
  const auto at = [&](int i, double more) {
    const double turn = 2 * M_PI * i / 200.0;
    return Vec3((n + 100 - i + more) * std::cos(turn), (n + 100 - i + more) * std::sin(turn), 0);
  };
  for (int i = 0; i < n; ++i) out.push_back(at(i, 0));
  for (int i = n; i-- > 0;) out.push_back(at(i, -60));
  return out;
}

// A square plate with rows of square holes, each joined to the lower edge of the plate or to the hole below by a
// bridge.
Corners plateWithHoles(int columns, int rows) {
  Corners out;
  const double top = 10.0 * rows + 10;
  for (int c = 0; c < columns; ++c) {
    const double x = 10.0 * c + 5;
    out.push_back({x, 0, 0});
    for (int r = 0; r < rows; ++r) {
      out.push_back({x, 10.0 * r + 5, 0});
      out.push_back({x - 3, 10.0 * r + 8, 0});
      out.push_back({x, 10.0 * r + 11, 0});
    }
    for (int r = rows; r-- > 0;) {
      out.push_back({x + 3, 10.0 * r + 8, 0});
      out.push_back({x, 10.0 * r + 5, 0});
    }
    out.push_back({x, 0, 0});
  }
  out.push_back({10.0 * columns, 0, 0});
  out.push_back({10.0 * columns, top, 0});
  out.push_back({0, top, 0});
  out.push_back({0, 0, 0});
  return out;
}

// Along the sides of a square, corner to corner; counted from the middle of a side.
Corners finelyDividedSquare(int per_side) {
  Corners out;
  const Vec3 corner[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (int i = 0; i < 4 * per_side; ++i) {
    const int at = i + per_side / 2, side = at / per_side % 4;
    const double part = static_cast<double>(at % per_side) / per_side;
    out.push_back(corner[side] + part * (corner[(side + 1) % 4] - corner[side]));
  }
  return out;
}

Corners star(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> radius(0.2, 1.0);
  return wheel(n, [&](int) { return radius(random); });
}

}  // namespace

// Polygons of all kinds into triangles.
class TestIoPolygon : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void simplePolygonsAreCoveredOnce_data() {
    QTest::addColumn<Corners>("corners");
    QTest::newRow("triangle") << Corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    QTest::newRow("square") << Corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    for (int i = 0; i < 4; ++i) {
      Corners arrow{{0, 0, 0}, {4, 1, 0}, {0, 2, 0}, {1, 1, 0}};
      std::rotate(arrow.begin(), arrow.begin() + i, arrow.end());
      QTest::addRow("concave quad from %d", i) << arrow;
    }
    QTest::newRow("quad with three corners on a line") << Corners{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 2, 0}};
    QTest::newRow("letter L") << Corners{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
    QTest::newRow("corners on one side of a triangle")
        << Corners{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    QTest::newRow("corners along a square") << finelyDividedSquare(500);
    QTest::newRow("circle of 20,000 corners, rounded") << roundedCircle(20'000);
    QTest::newRow("comb") << comb(10'000);
    QTest::newRow("spiral") << spiral(10'000);
    QTest::newRow("plate with one hole") << plateWithHoles(1, 1);
    QTest::newRow("plate with 2,500 holes") << plateWithHoles(50, 50);
    for (unsigned seed = 1; seed <= 20; ++seed)
      QTest::addRow("star %u", seed) << star(static_cast<int>(10 * seed), seed);
    QTest::newRow("star of 20,000 corners") << star(20'000, 99);
  }
  void simplePolygonsAreCoveredOnce() {
    QFETCH(Corners, corners);
    for (const bool mirrored : {false, true}) {
      if (mirrored) std::ranges::reverse(corners);
      const Cut result = cut(corners);
      const double area = areaOf(corners).norm();
      QCOMPARE(result.triangles.size(), corners.size() - 2);
      QVERIFY((result.area - areaOf(corners)).norm() < 1e-9 * area);
      QVERIFY2(result.covered < area * (1 + 1e-9), qPrintable(QString("%1 of %2").arg(result.covered).arg(area)));
      QCOMPARE(result.flat, 0);
    }
  }

  void polygonsInAnyPlaneAreCovered_data() { simplePolygonsAreCoveredOnce_data(); }
  void polygonsInAnyPlaneAreCovered() {
    QFETCH(Corners, corners);
    const Quat turn = Quat(0.3, 0.5, -0.2, 0.7).normalized();
    for (Vec3& c : corners) c = rounded(turn * c + Vec3(3, -2, 5));
    const Cut result = cut(corners);
    const double area = areaOf(corners).norm();
    QCOMPARE(result.triangles.size(), corners.size() - 2);
    QVERIFY((result.area - areaOf(corners)).norm() < 1e-6 * area);
    // Rounded corners lie off their lines by a hair, on either side.
    QVERIFY2(result.covered < area * 1.002, qPrintable(QString("%1 of %2").arg(result.covered).arg(area)));
  }

  void theUsualDiagonalOfAQuad() {
    const Cut result = cut({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
    QCOMPARE(result.triangles[0], (geometry::Triangle{0, 1, 2}));
    QCOMPARE(result.triangles[1], (geometry::Triangle{0, 2, 3}));
  }

  void whatIsNoSimplePolygonGivesAsManyTriangles_data() {
    QTest::addColumn<Corners>("corners");
    QTest::newRow("quad off its plane") << Corners{{0, 0, 0}, {1, 0, 1}, {1, 1, 0}, {0, 1, 1}};
    QTest::newRow("bow tie") << Corners{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
    QTest::newRow("five-pointed star in one line") << wheel(5, [](int) { return 1.0; });
    QTest::newRow("repeated corners") << Corners{{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {1, 1, 0},
                                                 {1, 1, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
    QTest::newRow("spike") << Corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {5, 5, 0}, {1, 1, 0}, {0, 1, 0}};
    QTest::newRow("all on a line") << Corners{{0, 0, 0}, {3, 0, 0}, {1, 0, 0}, {4, 0, 0}, {2, 0, 0}};
    QTest::newRow("all in one point") << Corners(20'000, Vec3(1, 2, 3));
    QTest::newRow("twice around") << [] {
      Corners c = roundedCircle(1000), twice = c;
      twice.insert(twice.end(), c.begin(), c.end());
      return twice;
    }();
    std::mt19937 random(7);
    std::normal_distribution<double> step;
    Corners walk{Vec3(0, 0, 0)}, cloud;
    for (int i = 1; i < 20'000; ++i) {
      walk.push_back(walk.back() + Vec3(step(random), step(random), 0));
      cloud.push_back({step(random), step(random), step(random)});
    }
    QTest::newRow("random walk") << walk;
    QTest::newRow("random cloud") << cloud;
    Corners needles = wheel(20'000, [](int i) { return i % 2 == 0 ? 1.0 : 1e-9; });
    std::rotate(needles.begin(), needles.begin() + 777, needles.end());
    QTest::newRow("needles") << needles;
    Corners zigzag;
    for (int i = 0; i < 20'000; ++i) zigzag.push_back({i % 3 * 1.0, i % 7 * 1.0, 0});
    QTest::newRow("a few points, often") << zigzag;
  }
  void whatIsNoSimplePolygonGivesAsManyTriangles() {
    QFETCH(Corners, corners);
    const Cut result = cut(corners);
    QCOMPARE(result.triangles.size(), corners.size() - 2);
    double size = 1e-9;
    for (const Vec3& c : corners) size = std::max(size, c.squaredNorm());
    QVERIFY((result.area - areaOf(corners)).norm() < 1e-9 * size * static_cast<double>(corners.size()));
    for (const geometry::Triangle& t : result.triangles) {
      QVERIFY(t[0] < corners.size() && t[1] < corners.size() && t[2] < corners.size());
      QVERIFY(t[0] != t[1] && t[1] != t[2] && t[2] != t[0]);
    }
  }

  void tooFewCornersGiveNothing() {
    QVERIFY(cut({}).triangles.empty());
    QVERIFY(cut({{0, 0, 0}, {1, 0, 0}}).triangles.empty());
  }
};

QTEST_GUILESS_MAIN(TestIoPolygon)
#include "test_io_polygon.moc"
