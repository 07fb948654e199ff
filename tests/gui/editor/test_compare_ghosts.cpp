// SPDX-License-Identifier: Apache-2.0
// What only the other world has is seen where it would stand, as long as it is compared.
#include "tests/gui/editor/view_test.h"

#include "core/session/edit_builders.h"
#include "ui/panels/compare_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestCompareGhosts : public ViewTest {
  Q_OBJECT

 private Q_SLOTS:
  void whatIsOnlyThereIsSeen();

 private:
  ui::CompareDialog* dialog() { return window_->comparing().dialog(); }
  // Drawn in the colour of what comes.
  bool isGreen() {
    const QImage image = picture();
    const QPoint at = (pixelOf(place_) * image.devicePixelRatio()).toPoint();
    if (!image.rect().contains(at)) return false;
    const QColor c = image.pixelColor(at);
    return c.green() > c.red() + 20 && c.green() > c.blue() + 10;
  }

  Vec3 place_;  // on top of it, beside the axes
};

void TestCompareGhosts::whatIsOnlyThereIsSeen() {
  cameraRests();
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("there.wright"));
  saveTo(file);
  run("view.top");
  run("view.fit");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  place_ = world()->rootT(box).p + Vec3(0.03, 0.04, 0);
  QVERIFY(window_->bridge().commit(QStringLiteral("Change"), session::deleteObject(box, false)));
  QVERIFY(!isGreen());
  window_->comparing().compareWith(file);
  QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->isVisible(), 20000);
  dialog()->hide();  // what it covers is black in a picture
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(), 20000);
  dialog()->list()->setCurrentItem(dialog()->list()->topLevelItem(0));
  QTRY_VERIFY_WITH_TIMEOUT(isGreen(), 20000);
  dialog()->show();
  dialog()->close();
  QTRY_VERIFY(!dialog());
  QTRY_VERIFY_WITH_TIMEOUT(!isGreen(), 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestCompareGhosts>(argc, argv); }
#include "test_compare_ghosts.moc"
