// SPDX-License-Identifier: Apache-2.0
// Random pairs over all kinds of shapes against the oracle. WW_PAIRS sets how many pairs there are of each two kinds.
#include "oracle.h"

#include <QtTest>

using namespace ww;
using namespace ww::collision;
using namespace ww::test;

namespace {

constexpr double kExact = 1e-5, kTouch = 1e-6;  // metres

// A primitive under a linear map, and how far it reaches.
struct Mapped {
  BodyShapePtr shape;
  std::function<double(const Vec3&)> reach;
};

Mapped mapped(const geometry::Primitive& primitive, const Eigen::Matrix3d& linear) {
  geometry::Geometry g;
  const Eigen::Affine3d map(linear);
  g.shape.primitives.push_back({primitive, map});
  const auto reach = [primitive](const Vec3& d) {
    if (const auto* box = std::get_if<geometry::Box>(&primitive)) return 0.5 * box->size.dot(d.cwiseAbs());
    if (const auto* ball = std::get_if<geometry::Sphere>(&primitive)) return ball->radius * d.norm();
    if (const auto* egg = std::get_if<geometry::Ellipsoid>(&primitive)) return egg->radii.cwiseProduct(d).norm();
    if (const auto* pill = std::get_if<geometry::Capsule>(&primitive))
      return pill->radius * d.norm() + 0.5 * pill->length * std::abs(d.z());
    const auto& can = std::get<geometry::Cylinder>(primitive);
    return can.radius * std::hypot(d.x(), d.y()) + 0.5 * can.length * std::abs(d.z());
  };
  return {prepare(g, Eigen::Affine3d::Identity()), [=](const Vec3& n) { return reach(linear.transpose() * n); }};
}

// Nearly a ball of a radius, or a can as long as it is wide, by so much.
Mapped roundBody(Random& random, double radius, double uneven) {
  const auto some = [&] { return 1.0 + uneven * random.uniform(-1, 1); };
  const Eigen::Matrix3d stretch = Vec3(some(), some(), some()).asDiagonal();
  const double kind = random.uniform(0, 4);
  if (kind < 1) return mapped(geometry::Ellipsoid{radius * Vec3(some(), some(), some())}, Eigen::Matrix3d::Identity());
  if (kind < 2) return mapped(geometry::Sphere{radius}, randomPose(random, 0.0).q.toRotationMatrix() * stretch);
  if (kind < 3) return mapped(geometry::Cylinder{2.0 * radius, radius}, stretch);
  return mapped(geometry::Capsule{radius * uneven, radius}, stretch);
}

// How far a point is outside a body, at least.
double outsideOf(const Placed& body, const Vec3& p) {
  double out = 0.0;
  for (const Vec3& n : directions()) out = std::max(out, n.dot(p) - body.reach(n));
  return out;
}

// Of two bodies that overlap: the normal separates them by the depth, and points and depth are of one place.
QString whatDoesNotFit(const ConvexDistance& d, const Placed& a, const Placed& b) {
  const double apart = gap(a, b, d.normal) - d.distance, between = (d.a - d.b).norm() + d.distance;
  const double outside = std::max(outsideOf(a, d.a), outsideOf(b, d.b));
  const double unit = std::abs(d.normal.norm() - 1.0);
  if (apart > -1e-9 && std::abs(between) < kTouch && outside < kTouch && unit < 1e-9) return {};
  return QString::fromStdString(fmt::format("depth {}: the normal separates by {} more, points {} more, {} outside",
                                            -d.distance, apart, between, outside));
}

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
  // Nearly as short ways lead out in all directions: the shortest is told, and it leads out.
  void roundBodiesDeepInEachOther_data() {
    QTest::addColumn<double>("uneven");
    QTest::addColumn<double>("aside");
    for (const double uneven : {0.3, 1e-2, 1e-3, 1e-5})
      for (const double aside : {0.0, 0.05}) QTest::addRow("%g and %g", uneven, aside) << uneven << aside;
  }
  void roundBodiesDeepInEachOther() {
    QFETCH(double, uneven);
    QFETCH(double, aside);
    Random random(17);
    double longest = 0.0;
    for (int n = 0; n < 40; ++n) {
      const Mapped one = roundBody(random, 1.0, uneven), other = roundBody(random, random.uniform(0.1, 1.0), uneven);
      const Pose at_a = randomPose(random, 0.0), at_b = randomPose(random, aside);
      const ConvexDistance d = bodyDistance(*one.shape, at_a, *other.shape, at_b, {});
      const Placed a = placed(one.reach, at_a), b = placed(other.reach, at_b);
      const QString wrong = whatDoesNotFit(d, a, b);
      QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("pair %1: %2").arg(n).arg(wrong)));
      const double shortest = largestGap(a, b, 1e9, {20, 0.85});
      longest = std::max(longest, shortest - d.distance);
      QVERIFY2(shortest - d.distance < kTouch, fmt::format("pair {}: {} of {}", n, d.distance, shortest).c_str());
    }
    qInfo("at most %.1e m too long", longest);
  }
  void aBallInTheMiddleOfAnEgg() {
    const Mapped egg = mapped(geometry::Ellipsoid{{1, 1, 1.001}}, Eigen::Matrix3d::Identity());
    const Mapped ball = mapped(geometry::Sphere{0.2}, Eigen::Matrix3d::Identity());
    const double depth = -bodyDistance(*egg.shape, Pose(), *ball.shape, Pose(), {}).distance;
    QVERIFY2(std::abs(depth - 1.2) < kTouch, fmt::format("{}", depth).c_str());
  }
  // The shortest way is on the ring of directions across the can, along which lengths hardly differ.
  void aBallThatIsNotRoundInTheMiddleOfACan() {
    Eigen::Matrix3d uneven, turned;
    uneven << -0.98347691143347193, 0.12542997417972943, 0.13766165196439933, -0.024363908193228451,
        0.64660558981342831, -0.76200774302483987, -0.18487986546628016, -0.75244171388839132, -0.63187827029492105;
    turned << -0.46035536007646871, -0.78766351433255088, 0.40997847482366689, -0.36130574672364074, 0.5876592593631943,
        0.7241377250567691, -0.81211581676097, 0.18504805612055891, -0.55456487928002374;
    const Mapped ball = mapped(geometry::Sphere{0.97700675976871187}, uneven);
    const Mapped can = mapped(geometry::Cylinder{1.2794182893852415, 0.63970914469262075}, turned);
    const ConvexDistance d = bodyDistance(*ball.shape, Pose(), *can.shape, Pose(), {});
    const Placed a = placed(ball.reach, Pose()), b = placed(can.reach, Pose());
    QVERIFY2(whatDoesNotFit(d, a, b).isEmpty(), qPrintable(whatDoesNotFit(d, a, b)));
    const double shortest = largestGap(a, b, 1e9, kThorough);
    QVERIFY2(shortest - d.distance < kTouch, fmt::format("{} of {}", d.distance, shortest).c_str());
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
