// SPDX-License-Identifier: Apache-2.0
// What a file that changed does to an object is seen in the view before it is taken.
#include <QTreeWidget>

#include "tests/gui/editor/view_test.h"
#include "ui/panels/compare_dialog.h"

using namespace ww;
using namespace ww::editor;

namespace {

QByteArray linkText(const QByteArray& name, const QByteArray& size) {
  return "<link name=\"" + name + "\"><visual><geometry><box size=\"" + size +
         "\"/></geometry><material name=\"grey\"><color rgba=\"0.6 0.6 0.6 1\"/></material></visual></link>";
}

QByteArray jointText(const QByteArray& child, const QByteArray& xyz) {
  return "<joint name=\"j_" + child + "\" type=\"fixed\"><parent link=\"base\"/><child link=\"" + child +
         "\"/><origin xyz=\"" + xyz + "\"/></joint>";
}

// A plate with parts on it: `clamp` moves, `stop` goes, `pin` comes.
QByteArray plate(bool changed) {
  QByteArray text = "<robot name=\"plate\">" + linkText("base", "0.6 0.6 0.02") + linkText("clamp", "0.1 0.1 0.1") +
                    jointText("clamp", changed ? "0.2 0.2 0.06" : "-0.2 0.2 0.06");
  if (changed) text += linkText("pin", "0.2 0.06 0.14") + jointText("pin", "0.2 -0.2 0.08");
  else text += linkText("stop", "0.1 0.1 0.1") + jointText("stop", "-0.2 -0.2 0.06");
  return text + "</robot>";
}

using IsColor = bool (*)(const QColor&);
bool isBlue(const QColor& c) { return c.blue() > c.red() + 30; }
bool isGreen(const QColor& c) { return c.green() > c.red() + 20 && c.green() > c.blue() + 10; }
bool isRed(const QColor& c) { return c.red() > c.blue() + 40; }

}  // namespace

class TestReimportGhosts : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatMovesComesAndGoesIsSeen();

 private:
  ui::CompareDialog* list() { return window_->findChild<ui::CompareDialog*>(QStringLiteral("reimportDialog")); }
  QTreeWidgetItem* row(const char* part) {
    return list()->list()->findItems(QLatin1String(part), Qt::MatchExactly).value(0);
  }
  // Where each of the three is drawn in the colour of what it does, or not.
  bool isSeen(bool moved, bool comes, bool goes) {
    const QImage image = picture();
    const auto isSo = [&](const Vec3& p, IsColor is, bool wanted) {
      const QPoint at = (pixelOf(root_t_plate_ * p) * image.devicePixelRatio()).toPoint();
      return image.rect().contains(at) && is(image.pixelColor(at)) == wanted;
    };
    return isSo(Vec3(0.2, 0.2, 0.11), isBlue, moved) && isSo(Vec3(0.2, -0.2, 0.15), isGreen, comes) &&
           isSo(Vec3(-0.2, -0.2, 0.11), isRed, goes);
  }
  void check(const char* part, bool on) { row(part)->setCheckState(0, on ? Qt::Checked : Qt::Unchecked); }

  Pose root_t_plate_;
};

void TestReimportGhosts::whatMovesComesAndGoesIsSeen() {
  const QString file = write(QStringLiteral("plate.urdf"), plate(false));
  cameraRests();
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 2 && !wizard(), 20000);
  const ObjectId object = world()->childNamed(world::kRootObject, "plate");
  root_t_plate_ = world()->rootT(object);
  // It is shown and selected some turns after it came; only then the view is anybody else's.
  QTRY_COMPARE_WITH_TIMEOUT(window_->selection().nodes(), std::vector<world::NodeRef>{object}, 20000);
  run("view.top");
  run("view.fit");
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(false, false, false), 20000);
  write(QStringLiteral("plate.urdf"), plate(true));
  run("file.reimport");
  QTRY_VERIFY_WITH_TIMEOUT(list(), 20000);
  QVERIFY(row("clamp") && row("stop") && row("pin"));
  list()->hide();  // what it covers is black in a picture
  list()->list()->setCurrentItem(nullptr);
  const auto before = world();
  // All that will be taken.
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(true, true, true), 20000);
  check("clamp", false);
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(false, true, true), 20000);
  check("stop", false);
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(false, true, false), 20000);
  // And the row that is looked at.
  list()->list()->setCurrentItem(row("clamp"));
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(true, true, false), 20000);
  // They go with the list, and the world is as it was.
  list()->show();
  QTest::keyClick(list(), Qt::Key_Escape);
  QTRY_VERIFY(!list());
  QTRY_VERIFY_WITH_TIMEOUT(isSeen(false, false, false), 20000);
  QCOMPARE(world(), before);
}

int main(int argc, char** argv) { return runWindowTest<TestReimportGhosts>(argc, argv); }
#include "test_reimport_ghosts.moc"
