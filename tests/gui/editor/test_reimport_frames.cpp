// SPDX-License-Identifier: Apache-2.0
// Frames on pins of a part whose file changes: one goes along, one loses its pin and is put on another.
#include <QListView>
#include <QTreeWidget>

#include "app/editor/docks.h"
#include "tests/gui/editor/view_test.h"
#include "ui/panels/compare_dialog.h"
#include "ui/panels/list_panels.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

namespace {

QByteArray shape(const QByteArray& geometry, const QByteArray& xyz) {
  return "<visual><origin xyz=\"" + xyz + "\"/><geometry>" + geometry +
         "</geometry><material name=\"grey\"><color rgba=\"0.6 0.6 0.6 1\"/></material></visual>";
}

QByteArray pin(const QByteArray& radius, const QByteArray& xyz) {
  return shape("<cylinder radius=\"" + radius + "\" length=\"0.1\"/>", xyz);
}

// A plate with pins on it: one moves, one goes, one comes.
QByteArray jig(bool changed) {
  QByteArray text = "<robot name=\"jig\"><link name=\"plate\">" + shape("<box size=\"0.6 0.6 0.02\"/>", "0 0 0");
  text += pin("0.03", changed ? "0.2 0.14 0.06" : "0.2 0.2 0.06");
  text += changed ? pin("0.05", "-0.2 0 0.06") : pin("0.02", "-0.2 0.2 0.06");
  return text + "</link></robot>";
}

}  // namespace

class TestReimportFrames : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void framesGoAlongOrLoseTheirPlace();
  void whatLostItsPlaceIsPutOnAnother();
  void theNextWorldIsLeftAlone();

 private:
  void clickAt(const QPointF& p) { QTest::mouseClick(surface(), Qt::LeftButton, {}, p.toPoint()); }
  ui::CompareDialog* list() { return window_->findChild<ui::CompareDialog*>(QStringLiteral("reimportDialog")); }
  void importJig() {
    cameraRests();
    window_->openFiles({write(QStringLiteral("jig.urdf"), jig(false))});
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
    QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() == 2 && !wizard(), 20000);
    jig_ = world()->childNamed(world::kRootObject, "jig");
    QTRY_COMPARE_WITH_TIMEOUT(window_->selection().nodes(), std::vector<world::NodeRef>{jig_}, 20000);
    run("view.top");
    run("view.fit");
    settle();
  }
  ui::Chip* chip() {
    for (auto* chip : window_->findChildren<ui::Chip*>())
      if (chip->property("about") == QStringLiteral("feature")) return chip;
    return nullptr;
  }
  // By a click on the upper end of a pin.
  FrameId frameOn(const Vec3& top, const QString& name) {
    const std::size_t frames = world()->framesOf(*world()->object(jig_)).size();
    window_->selection().clear();
    clickAt(pixelOf(world()->rootT(jig_) * top));
    run("add.feature-frame");
    (void)QTest::qWaitFor([&] { return world()->framesOf(*world()->object(jig_)).size() == frames + 1; }, 20000);
    const auto active = window_->selection().active();
    const auto* frame = active ? std::get_if<FrameId>(&*active) : nullptr;
    if (!frame) return {};
    window_->bridge().commit(QStringLiteral("rename"), session::renameFrame(*frame, name.toStdString()));
    return *frame;
  }
  Vec3 place(FrameId frame) { return world()->aTB(jig_, frame).p; }
  void change() {
    write(QStringLiteral("jig.urdf"), jig(true));
    window_->selection().select({jig_});
    run("file.reimport");
    QTRY_VERIFY_WITH_TIMEOUT(list(), 20000);
  }
  QStringList words() {
    QStringList out;
    for (int row = 0; row < list()->list()->topLevelItemCount(); ++row)
      out << list()->list()->topLevelItem(row)->text(1);
    return out;
  }
  // What is told under Problems of frames that lost their places.
  int lostRows() {
    int rows = 0;
    const auto* problems = window_->docks().problems().list()->model();
    for (int row = 0; row < problems->rowCount(); ++row)
      if (problems->index(row, 0).data().toString().contains(QLatin1String("stood on"))) ++rows;
    return rows;
  }

  ObjectId jig_;
};

void TestReimportFrames::framesGoAlongOrLoseTheirPlace() {
  importJig();
  const FrameId stays = frameOn({0.2, 0.2, 0.11}, QStringLiteral("grip"));
  const FrameId loses = frameOn({-0.2, 0.2, 0.11}, QStringLiteral("screw"));
  QVERIFY(stays && loses && (place(stays) - Vec3(0.2, 0.2, 0.11)).norm() < 1e-6);
  change();
  const QString told = words().join(u'\n');
  QVERIFY2(told.contains(QLatin1String("grip stands on a feature of plate")) &&
               told.contains(QLatin1String("screw stood on a feature of plate that is gone")),
           qPrintable(told));
  QTest::mouseClick(list()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!list(), 20000);
  QVERIFY((place(stays) - Vec3(0.2, 0.14, 0.11)).norm() < 1e-6);
  QVERIFY((place(loses) - Vec3(-0.2, 0.2, 0.11)).norm() < 1e-6);
  QCOMPARE(lostRows(), 1);
  // Undone, it has its pin again, and nothing is wrong.
  run("edit.undo");
  QTRY_COMPARE(lostRows(), 0);
  QVERIFY((place(stays) - Vec3(0.2, 0.2, 0.11)).norm() < 1e-6);
  run("edit.redo");
  QTRY_COMPARE(lostRows(), 1);
}

void TestReimportFrames::whatLostItsPlaceIsPutOnAnother() {
  importJig();
  const FrameId loses = frameOn({-0.2, 0.2, 0.11}, QStringLiteral("screw"));
  QVERIFY(loses);
  change();
  QTest::mouseClick(list()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!list() && noticeButton(QStringLiteral("Pick Again")), 20000);
  QTest::mouseClick(noticeButton(QStringLiteral("Pick Again")), Qt::LeftButton);
  QVERIFY(chip() && chip()->isVisible() && chip()->text().contains(QLatin1String("screw")));
  settle();
  clickAt(pixelOf(world()->rootT(jig_) * Vec3(-0.2, 0.0, 0.11)));
  QTRY_VERIFY_WITH_TIMEOUT((place(loses) - Vec3(-0.2, 0.0, 0.11)).norm() < 1e-6, 20000);
  QVERIFY(!chip()->isVisible());
  QCOMPARE(world()->framesOf(*world()->object(jig_)).size(), std::size_t{1});
  QCOMPARE(lostRows(), 0);
  // It is on that pin from then on: the next file takes it along.
  run("edit.undo");
  QTRY_COMPARE(lostRows(), 1);
  QVERIFY((place(loses) - Vec3(-0.2, 0.2, 0.11)).norm() < 1e-6);
  run("edit.redo");
  QTRY_COMPARE(lostRows(), 0);
}

void TestReimportFrames::theNextWorldIsLeftAlone() {
  importJig();
  change();
  QTest::mouseClick(list()->takeButton(), Qt::LeftButton);
  window_->document().reset();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QTest::qWait(300);
  QVERIFY(!list());
  const QString told = noticeTexts().join(u'|');
  QVERIFY2(!told.contains(QLatin1String("could not be imported again")), qPrintable(told));
}

int main(int argc, char** argv) { return runWindowTest<TestReimportFrames>(argc, argv); }
#include "test_reimport_frames.moc"
