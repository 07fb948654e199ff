// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <random>

#include "core/sensing/optics.h"

using namespace ww;
using namespace ww::sensing;

namespace {

Optics lens(Lens kind) {
  Optics o = symmetricOptics(1280, 720, 1.2);
  o.lens = kind;
  if (kind == Lens::kBrown) o.distortion = {-0.28, 0.07, 0.0011, -0.0007, -0.005};
  if (kind == Lens::kFisheye) o.distortion = {0.02, -0.004, 0.0007, -0.0001, 0.0};
  return o;
}

// The formulas of the OpenCV manual, written down once more.
Vec2 byTheManual(const Optics& o, const Vec3& p) {
  const double x = p.x() / p.z(), y = p.y() / p.z(), r = std::sqrt(x * x + y * y);
  const auto& d = o.distortion;
  double u = x, v = y;
  if (o.lens == Lens::kBrown) {
    const double radial = 1 + d[0] * std::pow(r, 2) + d[1] * std::pow(r, 4) + d[4] * std::pow(r, 6);
    u = x * radial + 2 * d[2] * x * y + d[3] * (r * r + 2 * x * x);
    v = y * radial + d[2] * (r * r + 2 * y * y) + 2 * d[3] * x * y;
  } else if (o.lens == Lens::kFisheye) {
    const double t = std::atan(r);
    const double bent =
        t * (1 + d[0] * std::pow(t, 2) + d[1] * std::pow(t, 4) + d[2] * std::pow(t, 6) + d[3] * std::pow(t, 8));
    u = bent / r * x;
    v = bent / r * y;
  }
  return {o.fx * u + o.cx, o.fy * v + o.cy};
}

}  // namespace

class TestOptics : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void pointsFallOnThePixelsOfTheFormulas_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("pinhole") << static_cast<int>(Lens::kPinhole);
    QTest::newRow("Brown") << static_cast<int>(Lens::kBrown);
    QTest::newRow("fisheye") << static_cast<int>(Lens::kFisheye);
  }
  void pointsFallOnThePixelsOfTheFormulas() {
    QFETCH(int, kind);
    const Optics o = lens(static_cast<Lens>(kind));
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> aside(-0.6, 0.6), away(0.2, 9.0);
    for (int i = 0; i < 5000; ++i) {
      const double z = away(random);
      const Vec3 p(aside(random) * z, 0.6 * aside(random) * z, z);
      const auto pixel = project(o, p);
      QVERIFY(pixel.has_value());
      QVERIFY((*pixel - byTheManual(o, p)).norm() < 1e-9);
    }
  }

  void everyPixelLeadsBackToItself_data() { pointsFallOnThePixelsOfTheFormulas_data(); }
  void everyPixelLeadsBackToItself() {
    QFETCH(int, kind);
    const Optics o = lens(static_cast<Lens>(kind));
    for (int y = 0; y <= o.height; y += 24) {
      for (int x = 0; x <= o.width; x += 32) {
        const Vec2 pixel(x, y);
        const auto dir = direction(o, pixel);
        QVERIFY(dir.has_value());
        const auto back = project(o, *dir * 3.7);
        QVERIFY(back.has_value());
        QVERIFY2((*back - pixel).norm() < 1e-9, qPrintable(QString("%1 %2").arg(x).arg(y)));
      }
    }
  }

  void aLensThatFoldsThePictureOverShowsNothingTwice() {
    Optics o = symmetricOptics(640, 480, 1.9);
    o.lens = Lens::kBrown;
    o.distortion = {-0.5, 0.0, 0.0, 0.0, 0.0};
    // The radius grows up to r = sqrt(2/3), where it is 0.544: the corners of the picture see nothing.
    QVERIFY(!direction(o, Vec2(0.5, 0.5)).has_value());
    QVERIFY(!project(o, Vec3(1.2, 0.0, 1.0)).has_value());
    QVERIFY(project(o, Vec3(0.8, 0.0, 1.0)).has_value());
    const rays::Bundle rays = rayTable(o);
    QVERIFY(!rays.isRay(0));
    QVERIFY(rays.isRay(240 * 640 + 320));
  }

  void aFisheyeSeesBehindItsShoulder() {
    Optics o = symmetricOptics(800, 800, 1.0);
    o.lens = Lens::kFisheye;
    o.fx = o.fy = 200.0;
    const auto pixel = project(o, Vec3(1.0, 0.0, -0.2));
    QVERIFY(pixel.has_value());
    const auto dir = direction(o, *pixel);
    QVERIFY(dir.has_value());
    QVERIFY((dir->normalized() - Vec3(1.0, 0.0, -0.2).normalized()).norm() < 1e-12);
  }

  void whatIsBehindOrNotFiniteIsNotSeen() {
    const Optics o = lens(Lens::kBrown);
    QVERIFY(!project(o, Vec3(0, 0, -1)).has_value());
    QVERIFY(!project(o, Vec3(std::nan(""), 0, 1)).has_value());
    QVERIFY(!direction(o, Vec2(std::nan(""), 0)).has_value());
  }

  void theMiddleOfASymmetricPictureLooksStraightAhead() {
    const auto dir = direction(symmetricOptics(640, 480, 1.0), Vec2(320.0, 240.0));
    QVERIFY((*dir - Vec3::UnitZ()).norm() < 1e-15);
    const auto left = direction(symmetricOptics(640, 480, 1.0), Vec2(0.0, 240.0));
    QVERIFY(std::abs(std::atan2(-left->x(), left->z()) - 0.5) < 1e-12);
  }
};

QTEST_APPLESS_MAIN(TestOptics)
#include "test_optics.moc"
