// SPDX-License-Identifier: Apache-2.0
// What stands very far away takes nothing of what is near out of the picture.
#include <QTest>
#include <cmath>

#include "stage.h"

namespace ww::test {
namespace {

constexpr double kFarAway = 190e3;  // metres

int reds(const QImage& image) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      count += c.red() > 90 && c.red() > 2 * c.green() && c.red() > 2 * c.blue() ? 1 : 0;
    }
  return count;
}

// A red ball on a green plate, and the camera a hand's breadth beside it, or farther.
struct Near {
  explicit Near(bool ortho, double distance) {
    stage.add("plate", geometry::Box{Vec3(4, 4, 0.02)}, {0.1f, 0.8f, 0.1f, 1.0f}, Pose::translation(0, 0, 0.99));
    stage.add("ball", geometry::Sphere{0.1 * distance}, {1.0f, 0.0f, 0.0f, 1.0f},
              Pose::translation(0, 0, 1.0 + 0.1 * distance));
    ui::CameraState camera;
    camera.target = Vec3(0, 0, 1.0 + 0.1 * distance);
    camera.eye = camera.target + distance * Vec3(0, -0.8, 0.6);
    camera.ortho = ortho;
    stage.viewport->setCamera(camera);
  }
  Stage stage{QSize(640, 480)};
};

}  // namespace

class TestFarThings : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void whatIsNearIsThere_data() {
    QTest::addColumn<bool>("ortho");
    QTest::addColumn<double>("distance");
    for (const bool ortho : {false, true})
      for (const double distance : {0.2, 1.5, 8.0})
        QTest::addRow("%s %g m", ortho ? "flat" : "deep", distance) << ortho << distance;
  }

  void whatIsNearIsThere() {
    QFETCH(bool, ortho);
    QFETCH(double, distance);
    Near near(ortho, distance);
    const QImage before = near.stage.picture();
    const int wanted = reds(before);
    QVERIFY2(wanted > 1000, qPrintable(QString::number(wanted)));
    near.stage.add("lost", geometry::Box{Vec3(1, 1, 1)}, {0.5f, 0.5f, 0.5f, 1.0f},
                   Pose::translation(kFarAway, -kFarAway, 0));
    const QImage after = near.stage.shot(QStringLiteral("far_things_%1_%2").arg(ortho).arg(distance));
    const int got = reds(after);
    QVERIFY2(std::abs(got - wanted) < 0.02 * wanted, qPrintable(QStringLiteral("%1 of %2").arg(got).arg(wanted)));
    int others = 0;
    for (int y = 0; y < after.height(); ++y)
      for (int x = 0; x < after.width(); ++x) {
        const QColor a = before.pixelColor(x, y), b = after.pixelColor(x, y);
        others += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) > 60 ? 1 : 0;
      }
    QVERIFY2(others < 0.02 * after.width() * after.height(), qPrintable(QString::number(others)));
  }

  // Where nothing is near, the near plane is as far as depths need it.
  void fromFarAwayDepthsAreFine() {
    Near near(false, 1.5);
    near.stage.add("lost", geometry::Box{Vec3(1, 1, 1)}, {0.5f, 0.5f, 0.5f, 1.0f}, Pose::translation(kFarAway, 0, 0));
    QVERIFY(near.stage.settle());
    const auto clips = [&](const Vec3& eye) {
      ui::CameraState camera;
      camera.target = Vec3::Zero();
      camera.eye = eye;
      near.stage.viewport->setCamera(camera);
      const ui::CameraState set = near.stage.viewport->viewTransform().camera();
      return std::pair(set.near_clip, set.far_clip);
    };
    const auto [close, far_of_close] = clips(Vec3(0, -2, 2));
    QVERIFY2(close < 0.6 && far_of_close > kFarAway, qPrintable(QString::number(close)));
    const auto [away, far_of_away] = clips(Vec3(0, -kFarAway, kFarAway));
    QVERIFY2(away > 1.0 && far_of_away / away <= 50001.0, qPrintable(QString::number(away)));
    const auto [between, far_of_between] = clips(Vec3(0, -20, 12));
    QVERIFY2(between > 0.1 && between < 12.0, qPrintable(QString::number(between)));
  }
};

}  // namespace ww::test

QTEST_MAIN(ww::test::TestFarThings)
#include "test_far_things.moc"
