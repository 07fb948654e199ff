// SPDX-License-Identifier: Apache-2.0
// Wide lenses by a function of the angle, against their closed forms.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/sensing/calibration.h"
#include "core/sensing/optics.h"

using namespace ww;
using namespace ww::sensing;

namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

Optics optics(const char* text, double focal_px = 300.0) {
  Optics o = symmetricOptics(1280, 720, 1.0);
  o.lens = Lens::kFunction;
  o.fx = o.fy = focal_px;
  o.function = lensTextOf(text).value().function;
  return o;
}

Vec3 towards(double angle, double around) {
  return {std::sin(angle) * std::cos(around), std::sin(angle) * std::sin(around), std::cos(angle)};
}

}  // namespace

class TestLensFunction : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void lenses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("form");
    QTest::addColumn<double>("widest");  // radians
    QTest::newRow("gnomonical") << "gnomonical" << 0 << 1.5;
    QTest::newRow("stereographic") << "stereographic" << 1 << 2.9;
    QTest::newRow("equidistant") << "equidistant" << 2 << 3.1;
    QTest::newRow("equisolid angle") << "equisolid_angle" << 3 << 3.1;
    QTest::newRow("orthographic") << "orthographic" << 4 << 1.57;
    QTest::newRow("tan") << "tan 1 1 0" << 0 << 1.5;
    QTest::newRow("tan of a half") << "tan 2 2 0 0 2.9" << 1 << 2.9;
    QTest::newRow("id") << "id 3 3 0" << 2 << 3.1;
    QTest::newRow("sin of a half") << "sin 2 2 0" << 3 << 3.1;
    QTest::newRow("sin") << "sin 1 1 0" << 4 << 1.57;
    QTest::newRow("three signs turned") << "sin -2 -2 0" << 3 << 3.1;
    QTest::newRow("with an offset") << "sin 1.7 2.3 0.2" << 5 << 3.1;
  }
  void pointsFallWhereTheClosedFormsSay_data() { lenses_data(); }
  void pointsFallWhereTheClosedFormsSay() {
    QFETCH(QString, text);
    QFETCH(int, form);
    QFETCH(double, widest);
    const Optics o = optics(qPrintable(text));
    QVERIFY(o.function.isSound());
    const auto radius = [&](double angle) {
      switch (form) {
        case 0: return 300.0 * std::tan(angle);
        case 1: return 600.0 * std::tan(0.5 * angle);
        case 2: return 300.0 * angle;
        case 3: return 600.0 * std::sin(0.5 * angle);
        case 4: return 300.0 * std::sin(angle);
        default: return 300.0 * 1.7 * std::sin(angle / 2.3 + 0.2);
      }
    };
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> angles(1e-6, widest), around(-kHalfTurn, kHalfTurn), away(0.1, 20.0);
    for (int i = 0; i < 3000; ++i) {
      const double angle = angles(random), phi = around(random);
      const auto pixel = project(o, away(random) * towards(angle, phi));
      QVERIFY(pixel.has_value());
      const Vec2 wanted = Vec2(640.0, 360.0) + radius(angle) * Vec2(std::cos(phi), std::sin(phi));
      // What is far outside of the picture has fewer digits.
      QVERIFY2((*pixel - wanted).norm() < 1e-9 * std::max(1.0, wanted.norm() / 1000.0), qPrintable(text));
    }
  }

  void everyPixelOfAFunctionLeadsBackToItself_data() { lenses_data(); }
  void everyPixelOfAFunctionLeadsBackToItself() {
    QFETCH(QString, text);
    const Optics o = optics(qPrintable(text));
    int seen = 0;
    for (int y = 0; y <= o.height; y += 18) {
      for (int x = 0; x <= o.width; x += 20) {
        const Vec2 pixel(x, y);
        const auto dir = direction(o, pixel);
        if (!dir) continue;
        ++seen;
        QVERIFY(std::abs(dir->norm() - 1.0) < 1e-12);
        const auto back = project(o, *dir * 2.9);
        QVERIFY(back.has_value());
        QVERIFY2((*back - pixel).norm() < 1e-9, qPrintable(QString("%1 %2").arg(x).arg(y)));
      }
    }
    QVERIFY(seen > 500);
  }

  // A pinhole by another name.
  void aTangentIsAPinhole() {
    const Optics o = optics("gnomonical", 800.0);
    Optics flat = o;
    flat.lens = Lens::kPinhole;
    for (const Vec3& p : {Vec3(0.3, -0.2, 1.0), Vec3(-2, 1, 3), Vec3(0, 0, 5)})
      QVERIFY((*project(o, p) - *project(flat, p)).norm() < 1e-9);
    QVERIFY(!project(o, Vec3(1, 0, -0.1)).has_value() && !project(o, Vec3(0, 0, -1)).has_value());
    for (const Vec2& pixel : {Vec2(3, 700), Vec2(640, 360), Vec2(1279.5, 0.5)})
      QVERIFY((*direction(o, pixel) - direction(flat, pixel)->normalized()).norm() < 1e-12);
  }

  void nothingIsSeenBeyondTheCutoff() {
    const Optics o = optics("equidistant 0 1.2", 300.0);
    QVERIFY(project(o, towards(1.19, 0.4)).has_value() && !project(o, towards(1.21, 0.4)).has_value());
    QVERIFY(direction(o, Vec2(640.0 + 359.0, 360.0)).has_value());
    QVERIFY(!direction(o, Vec2(640.0 + 361.0, 360.0)).has_value());
    const rays::Bundle rays = rayTable(o);
    QVERIFY(!rays.isRay(0) && rays.isRay(360 * 1280 + 640));
  }

  // Of sines the picture ends where they are 1, with nothing twice.
  void aSineEndsAtItsTop() {
    const Optics o = optics("orthographic", 200.0);
    QVERIFY(direction(o, Vec2(640.0, 360.0 + 199.9)).has_value());
    QVERIFY(!direction(o, Vec2(640.0, 360.0 + 200.1)).has_value());
    QVERIFY(!project(o, towards(1.6, 0.0)).has_value());
  }

  // With an offset what is ahead lies on a ring, or is not seen at all.
  void anOffsetLeavesAHole() {
    const Optics ring = optics("id 1 1 0.5");
    QVERIFY(!direction(ring, Vec2(640.0 + 149.0, 360.0)).has_value());
    const auto edge = direction(ring, Vec2(640.0 + 151.0, 360.0));
    QVERIFY(edge.has_value() && edge->z() > 0.99);
    QVERIFY(!project(ring, Vec3(0, 0, 1)).has_value() && project(ring, Vec3(1e-6, 0, 1)).has_value());
    const Optics blind = optics("id 1 1 -0.5");
    QVERIFY(!project(blind, towards(0.49, 1.0)).has_value() && project(blind, towards(0.51, 1.0)).has_value());
    QVERIFY(!direction(blind, Vec2(640.0, 360.0)).has_value());
    QVERIFY(std::abs(direction(blind, Vec2(640.0 + 1e-3, 360.0))->z() - std::cos(0.5)) < 1e-5);
  }

  void textsThatSayNoLensAreTold() {
    for (const char* none : {"", "0 0 0 0", "0.1, 0.2", "cos 1 1 0", "Stereographic"})
      QVERIFY2(!lensTextOf(none).has_value(), none);
    for (const char* wrong :
         {"tan", "tan 1 1", "tan 1 0 0", "tan 0 1 0", "sin 1 -1 0", "sin 1 1 1.6", "tan 1 1 x", "stereographic -1",
          "stereographic 1 2 3", "equidistant 1 0", "id 1 1 0 1 1 1", "sin 1 1 nan"})
      QVERIFY2(lensTextOf(wrong).has_value() && !lensTextOf(wrong)->function.isSound(), wrong);
    const auto text = lensTextOf("sin, 1.5 2.5 0.1  0.75 1.25");
    QVERIFY(text && text->function.isSound() && text->focal == 0.75);
    QVERIFY((text->function == LensFunction{LensFunction::Kind::kSin, 1.5, 2.5, 0.1, 1.25}));
    Optics o = optics("tan 1 1 0");
    o.function.c1 = std::nan("");
    QVERIFY(!project(o, Vec3(0, 0, 1)).has_value() && !direction(o, Vec2(640, 360)).has_value());
  }

  // Other programs know fisheyes by four terms.
  void theClosestFisheyeIsAsFarOffAsItSays() {
    for (const char* text : {"stereographic 0 1.8", "equisolid_angle", "orthographic 0 1.5", "gnomonical 0 0.9"}) {
      const Optics o = optics(text, 260.0);
      const Calibrated like = calibrated(o);
      QVERIFY(like.optics.lens == Lens::kFisheye);
      QVERIFY2(like.off < 0.05, qPrintable(QString("%1: %2").arg(QLatin1String(text)).arg(like.off)));
      double worst = 0.0;
      for (int x = 0; x <= 1280; x += 8) {
        const auto dir = direction(o, Vec2(x, 360.0));
        if (dir) worst = std::max(worst, (*project(like.optics, *dir) - Vec2(x, 360.0)).norm());
      }
      QVERIFY2(worst <= 1.01 * like.off + 1e-6, qPrintable(QString("%1 %2").arg(worst).arg(like.off)));
    }
    const Calibrated exact = calibrated(optics("id 2 4 0", 260.0));
    QVERIFY(exact.off == 0.0 && exact.optics.fx == 130.0 && exact.optics.distortion == (std::array<double, 5>{}));
    const Optics flat = symmetricOptics(640, 480, 1.0);
    QVERIFY(calibrated(flat).optics == flat);
  }
};

QTEST_APPLESS_MAIN(TestLensFunction)
#include "test_lens_function.moc"
