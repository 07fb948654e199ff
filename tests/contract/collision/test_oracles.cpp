// SPDX-License-Identifier: Apache-2.0
// Random pairs over all kinds of shapes against the oracle. WW_PAIRS sets how many pairs there are of each two kinds.
#include "oracle.h"

#include <QtTest>

using namespace ww;
using namespace ww::collision;
using namespace ww::test;

namespace {

constexpr double kExact = 1e-5, kTouch = 1e-6;  // metres

}  // namespace

class TestOracles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pairs_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    for (std::size_t a = 0; a < kinds().size(); ++a) {
      for (std::size_t b = a; b < kinds().size(); ++b)
        QTest::addRow("%s and %s", kinds()[a].name.c_str(), kinds()[b].name.c_str())
            << static_cast<int>(a) << static_cast<int>(b);
    }
  }
  void pairs() {
    QFETCH(int, a);
    QFETCH(int, b);
    const Oracle &one = kinds()[static_cast<std::size_t>(a)], &other = kinds()[static_cast<std::size_t>(b)];
    const bool meshes = !one.reach && !other.reach, convex = one.reach && other.reach;
    const int most = qEnvironmentVariableIsSet("WW_PAIRS") ? qEnvironmentVariableIntValue("WW_PAIRS") : 12;
    const int count = convex ? most : std::max(2, most / (meshes ? 12 : 4));
    Random random(static_cast<std::uint64_t>(100 * a + b));
    double worst = 0.0, worst_depth = 0.0;
    int again = 0;
    for (int n = 0; n < count; ++n) {
      const Pose at_a = randomPose(random, 0.25), at_b = randomPose(random, 0.25);
      const ConvexDistance d = bodyDistance(*one.shape, at_a, *other.shape, at_b, {});
      double expected = oracleDistance(one, at_a, other, at_b);
      // A search on a ridge may end too low: what is in doubt is searched again.
      if (std::abs(d.distance - expected) >= kExact) {
        expected = oracleDistance(one, at_a, other, at_b, kThorough);
        ++again;
      }
      const auto what = fmt::format("pair {}: {} and {}", n, d.distance, expected);
      // A body inside a closed mesh collides without a triangle that does.
      const bool inside = !convex && d.distance < 0.0 && expected > 0.0;
      if (inside) continue;
      if (std::abs(expected) > kTouch) QVERIFY2((d.distance < 0.0) == (expected < 0.0), what.c_str());
      if (expected > kTouch) {
        worst = std::max(worst, std::abs(d.distance - expected));
        QVERIFY2(std::abs(d.distance - expected) < kExact, what.c_str());
        QVERIFY2(std::abs((d.b - d.a).norm() - d.distance) < kTouch, what.c_str());
        QVERIFY2(((d.b - d.a) - d.distance * d.normal).norm() < kExact, what.c_str());
      } else if (convex) {
        worst_depth = std::max(worst_depth, std::abs(d.distance - expected));
        QVERIFY2(std::abs(d.distance - expected) < kExact, what.c_str());
      }
      QVERIFY(std::abs(d.normal.norm() - 1.0) < 1e-9);
    }
    qInfo("worst: distance %.1e m, depth %.1e m, %d pairs, %d searched twice", worst, worst_depth, count, again);
  }
  // A hair apart, where the nearest point of a sliver turns away again from the direction that separates them.
  void whatADirectionSeparatesIsApart_data() {
    QTest::addColumn<int>("a");
    QTest::addColumn<int>("b");
    QTest::addColumn<int>("pair");
    QTest::newRow("box and cylinder") << 0 << 2 << 10631;
    QTest::newRow("cylinder and cylinder") << 2 << 2 << 9192;
    QTest::newRow("cylinder and frustum") << 2 << 5 << 1862;
  }
  void whatADirectionSeparatesIsApart() {
    QFETCH(int, a);
    QFETCH(int, b);
    QFETCH(int, pair);
    const Oracle &one = kinds()[static_cast<std::size_t>(a)], &other = kinds()[static_cast<std::size_t>(b)];
    Random random(static_cast<std::uint64_t>(100 * a + b));
    Pose at_a, at_b;
    for (int n = 0; n <= pair; ++n) at_a = randomPose(random, 0.25), at_b = randomPose(random, 0.25);
    const double expected = oracleDistance(one, at_a, other, at_b, kThorough);
    QVERIFY(expected > kExact);
    const double distance = bodyDistance(*one.shape, at_a, *other.shape, at_b, {}).distance;
    QVERIFY2(std::abs(distance - expected) < kTouch, fmt::format("{} and {}", distance, expected).c_str());
  }
};

QTEST_GUILESS_MAIN(TestOracles)
#include "test_oracles.moc"
