// SPDX-License-Identifier: Apache-2.0
// Boxes in places where the search for the nearest points is degenerate: on diagonals, edges and corners of each other.
#include <QtTest>
#include <cmath>

#include "core/collision/narrow/gjk.h"

using namespace ww;
using namespace ww::collision;

namespace {

// Along the axes.
struct BoxSupport final : Support {
  Vec3 center, half;
  BoxSupport(const Vec3& c, const Vec3& h) : center(c), half(h) {}
  Vec3 support(const Vec3& d) const override {
    return center +
           Vec3(std::copysign(half.x(), d.x()), std::copysign(half.y(), d.y()), std::copysign(half.z(), d.z()));
  }
  Vec3 inside() const override { return center; }
};

// In closed form.
double distanceOf(const BoxSupport& a, const BoxSupport& b) {
  const Vec3 gap = (a.center - b.center).cwiseAbs() - a.half - b.half;
  if (gap.maxCoeff() < 0.0) return gap.maxCoeff();
  return gap.cwiseMax(0.0).norm();
}

}  // namespace

class TestGjk : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aSmallBoxAnywhereOnAFloor() {
    const BoxSupport floor(Vec3(0, 0, -0.5), Vec3(20, 20, 0.5));
    int wrong = 0, tried = 0;
    QString first;
    for (int i = -42; i <= 42; ++i)
      for (int j = -42; j <= 42; ++j)
        for (const double z : {0.0, -0.02, 0.03, 0.2}) {
          const BoxSupport crate(Vec3(0.5 * i, 0.5 * j, z), Vec3(0.05, 0.05, 0.05));
          for (const bool swapped : {false, true}) {
            const ConvexDistance got = swapped ? convexDistance(crate, floor) : convexDistance(floor, crate);
            ++tried;
            if (std::abs(got.distance - distanceOf(floor, crate)) < 1e-9) continue;
            if (wrong++ == 0)
              first = QStringLiteral("at %1, %2, %3: %4 instead of %5")
                          .arg(0.5 * i)
                          .arg(0.5 * j)
                          .arg(z)
                          .arg(got.distance)
                          .arg(distanceOf(floor, crate));
          }
        }
    QVERIFY2(wrong == 0, qPrintable(QStringLiteral("%1 of %2 wrong, the first %3").arg(wrong).arg(tried).arg(first)));
  }
};

QTEST_GUILESS_MAIN(TestGjk)
#include "test_gjk.moc"
