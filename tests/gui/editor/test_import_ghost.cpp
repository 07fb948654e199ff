// SPDX-License-Identifier: Apache-2.0
// What a wizard would put into the world is seen in the view, where it would stand, and goes with the wizard.
#include <QComboBox>
#include <QLineF>
#include <optional>

#include "tests/gui/editor/view_test.h"

using namespace ww;
using namespace ww::editor;

class TestImportGhost : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatArrivesIsSeenBefore();
  void itIsAsLargeAsItWillBe();
  void itStandsWhereItWillStand();
  void itIsSeenBesideTheWizard();
  void cancelTakesItAway();
  void cancelPutsTheCameraBack();
  void theFirstOfAWorldIsSeenAsWell();

 private:
  void addMarker() {
    addBox("marker", Vec3(0.1, 0.1, 0.1), Pose::translation(-0.6, -0.6, 0.05));
    QTRY_VERIFY_WITH_TIMEOUT(ui::ViewProbe(view()).isComplete(), 20000);
    cameraRests();
    run("view.top");
  }
  void open(double edge) {
    window_->openFiles({write(QStringLiteral("block.stl"), stlBox(edge))});
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
    wizard()->hide();  // what it covers is black in a picture
  }
  void choosePlace(const char* text) {
    const int row = wizard()->placeBox()->findText(QLatin1String(text), Qt::MatchStartsWith);
    QVERIFY2(row >= 0, text);
    wizard()->placeBox()->setCurrentIndex(row);
  }
  void chooseUnit(const char* unit) {
    const int row = wizard()->unitBox()->findText(QLatin1String(unit), Qt::MatchStartsWith);
    QVERIFY2(row >= 0, unit);
    wizard()->unitBox()->setCurrentIndex(row);
    Q_EMIT wizard()->unitBox()->activated(row);
  }
  static bool isGhostColor(const QColor& c) { return c.green() > c.red() + 20 && c.green() > c.blue() + 10; }
  // A point is drawn in the colour of what arrives.
  bool isGreen(const Vec3& p) {
    const QImage image = picture();
    const QPoint at = (pixelOf(p) * image.devicePixelRatio()).toPoint();
    if (!image.rect().contains(at)) return false;
    return isGhostColor(image.pixelColor(at));
  }
  // Of all that is drawn so, in device pixels.
  std::optional<QPointF> greenMiddle() {
    const QImage image = picture();
    QPointF sum;
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        // An axis of the floor is green, too, and thin.
        if (!isGhostColor(image.pixelColor(x, y)) || x + 4 >= image.width() ||
            !isGhostColor(image.pixelColor(x + 4, y)))
          continue;
        sum += QPointF(x, y);
        ++count;
      }
    return count > 100 ? std::optional(sum / count) : std::nullopt;
  }
  bool isInPicture(const Vec3& p) {
    const QImage image = picture();
    return image.rect().contains((pixelOf(p) * image.devicePixelRatio()).toPoint());
  }
};

void TestImportGhost::whatArrivesIsSeenBefore() {
  addMarker();
  open(0.4);
  choosePlace("At the origin");
  const auto before = world();
  const Vec3 top(0.2, 0.2, 0.4), beside(0.6, 0.2, 0.0);
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(top), 20000);
  QVERIFY(!isGreen(beside));
  QCOMPARE(world(), before);
  wizard()->show();
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 3 && !wizard(), 20000);
  window_->selection().clear();
  QTRY_VERIFY_WITH_TIMEOUT(!isGreen(top) && isInPicture(top), 20000);
}

void TestImportGhost::itIsAsLargeAsItWillBe() {
  addMarker();
  open(400);  // millimetres, that are read as metres at first
  choosePlace("At the origin");
  const Vec3 within(0.2, 0.2, 0.4), beyond(0.45, 0.2, 0.4), far(200, 200, 400);
  QTRY_VERIFY_WITH_TIMEOUT(isInPicture(far) && isGreen(far), 20000);
  chooseUnit("mm");
  QTRY_VERIFY_WITH_TIMEOUT(isInPicture(beyond) && isGreen(within) && !isGreen(beyond), 20000);
}

void TestImportGhost::itStandsWhereItWillStand() {
  addMarker();
  open(0.1);
  choosePlace("At the origin");
  const Vec3 top(0.05, 0.05, 0.1);
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(top), 20000);
  const QPointF at_origin = *greenMiddle();
  choosePlace("In a free place");
  QTRY_VERIFY_WITH_TIMEOUT(greenMiddle() && QLineF(*greenMiddle(), at_origin).length() > 40, 20000);
  // Somebody else puts something there: a free place is another one then.
  const QPointF first = *greenMiddle();
  const auto there = view().dropPointAt(first / picture().devicePixelRatio());
  QVERIFY(there);
  addBox("post", Vec3(0.2, 0.2, 0.2), Pose::translation(there->p_in_root.x(), there->p_in_root.y(), 0.1));
  QTRY_VERIFY_WITH_TIMEOUT(greenMiddle() && QLineF(*greenMiddle(), first).length() > 40, 20000);
  const QPointF seen = *greenMiddle();
  wizard()->show();
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 4 && !wizard(), 20000);
  const auto made = world()->object(world()->childNamed(world::kRootObject, "block"));
  QVERIFY(made);
  const QPointF is = pixelOf(world()->boundsOf(*made).center()) * picture().devicePixelRatio();
  QVERIFY2(QLineF(seen, is).length() < 15, qPrintable(QString::number(QLineF(seen, is).length())));
}

void TestImportGhost::itIsSeenBesideTheWizard() {
  addMarker();
  window_->openFiles({write(QStringLiteral("block.stl"), stlBox(0.4))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  choosePlace("At the origin");
  const auto isFree = [this] {
    const QPoint at = view().mapToGlobal(pixelOf(Vec3(0.2, 0.2, 0.4)).toPoint());
    return !wizard()->frameGeometry().contains(at) && isGreen(Vec3(0.2, 0.2, 0.4));
  };
  QTRY_VERIFY_WITH_TIMEOUT(isFree(), 20000);
}

void TestImportGhost::cancelTakesItAway() {
  addMarker();
  open(0.4);
  choosePlace("At the origin");
  const Vec3 top(0.2, 0.2, 0.4);
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(top), 20000);
  const auto before = world();
  wizard()->show();
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
  // Nothing of it anywhere: the camera may be elsewhere now.
  QTRY_VERIFY_WITH_TIMEOUT(!greenMiddle(), 20000);
  QCOMPARE(world(), before);
  QCOMPARE(window_->jobs().running(), 0);
}

// A part of 120 m makes all else too small to see, until it is refused.
void TestImportGhost::cancelPutsTheCameraBack() {
  addMarker();
  const Bounds marker = world()->boundsOf(*world()->object(world()->childNamed(world::kRootObject, "marker")));
  view().fitBox(marker, ui::ViewFit::kFill);
  const ui::CameraState before = view().camera();
  open(120);
  wizard()->show();
  QTRY_VERIFY_WITH_TIMEOUT(view().camera().distance() > 10 * before.distance(), 20000);
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
  QTRY_VERIFY2_WITH_TIMEOUT((view().camera().eye - before.eye).norm() < 1e-6,
                            qPrintable(QString::number(view().camera().distance())), 20000);
  QVERIFY((view().camera().target - before.target).norm() < 1e-6);
  QVERIFY(view().shows(marker));
}

// The page that welcomes lies over the view: it makes room, and comes back where nothing came of it.
void TestImportGhost::theFirstOfAWorldIsSeenAsWell() {
  window_->firstContact().showWelcome();
  QTRY_VERIFY(window_->firstContact().welcome()->isVisible());
  cameraRests();
  open(400);
  const Vec3 corner(200, 200, 200);
  QVERIFY(!window_->firstContact().welcome()->isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(corner), 20000);
  wizard()->show();
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard() && window_->firstContact().welcome()->isVisible());
  open(0.4);
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(Vec3(0.2, 0.2, 0.2)), 20000);
  wizard()->show();
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 2 && !window_->firstContact().welcome(), 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestImportGhost>(argc, argv); }
#include "test_import_ghost.moc"
