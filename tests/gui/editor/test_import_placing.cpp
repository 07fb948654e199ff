// SPDX-License-Identifier: Apache-2.0
// Where an import goes is clicked in the view, and where its origin is in the picture of the wizard.
#include <QComboBox>

#include "tests/gui/editor/view_test.h"
#include "ui/panels/import_parts.h"
#include "ui/panels/import_preview.h"

using namespace ww;
using namespace ww::editor;

namespace {

// A plate with a pin on it.
QByteArray jig() {
  const auto shape = [](const QByteArray& geometry, const QByteArray& xyz) {
    return "<visual><origin xyz=\"" + xyz + "\"/><geometry>" + geometry + "</geometry></visual>";
  };
  return "<robot name=\"jig\"><link name=\"plate\">" + shape("<box size=\"0.6 0.6 0.02\"/>", "0 0 0") +
         shape("<cylinder radius=\"0.05\" length=\"0.1\"/>", "0.2 0.2 0.06") + "</link></robot>";
}

}  // namespace

class TestImportPlace : public ViewTest {
  Q_OBJECT
 private Q_SLOTS:
  void onTheSurfaceThatIsClicked();
  void aFreePlaceIsOneThatIsSeen();
  void onTheFloorThatIsClicked();
  void onTheFrameThatIsSelected();
  void onThePinThatIsClicked();
  void theOriginGoesOntoWhatIsClickedInThePicture();

 private:
  void ready() { QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000); }
  void open(double edge) {
    window_->openFiles({write(QStringLiteral("block.stl"), stlBox(edge))});
    ready();
  }
  void accept() {
    const auto objects = world()->objectCount();
    QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > objects && !wizard(), 20000);
  }
  void click(const Vec3& p) { QTest::mouseClick(surface(), Qt::LeftButton, {}, pixelOf(p).toPoint()); }
  QString placeText() { return wizard()->placeBox()->currentText(); }
  void look(const char* from) {
    cameraRests();
    run(from);
    run("view.fit");
    settle();
  }
  // Of the only one of that name.
  const world::Object& named(ObjectId parent, const char* name) {
    return *world()->object(world()->childNamed(parent, name));
  }
};

void TestImportPlace::onTheSurfaceThatIsClicked() {
  addBox("table", Vec3(0.8, 0.8, 0.5), Pose::translation(0, 0, 0.25));
  look("view.top");
  open(0.1);
  QVERIFY(placeText() != QStringLiteral("Where you clicked"));
  click(Vec3(0.2, 0.1, 0.5));
  QTRY_COMPARE(placeText(), QStringLiteral("Where you clicked"));
  click(Vec3(-0.2, 0.1, 0.5));  // another one takes its place
  QTest::qWait(300);
  QCOMPARE(wizard()->placeBox()->findText(QStringLiteral("Where you clicked")), 0);
  accept();
  const Bounds box = world()->boundsOf(named(world::kRootObject, "block"));
  QVERIFY(std::abs(box.min.z() - 0.5) < 1e-3);
  QVERIFY((box.center() - Vec3(-0.2, 0.1, 0.55)).head<2>().norm() < 0.01);
}

// Not on the floor below what is in the middle of the view.
void TestImportPlace::aFreePlaceIsOneThatIsSeen() {
  addBox("plate", Vec3(0.8, 0.8, 0.02), Pose::translation(0, 0, 0.5));
  look("view.top");
  open(0.1);
  QCOMPARE(placeText(), QStringLiteral("In a free place"));
  accept();
  const Bounds box = world()->boundsOf(named(world::kRootObject, "block"));
  QVERIFY2(std::abs(box.min.z() - 0.51) < 2e-3, qPrintable(QString::number(box.min.z())));
  QVERIFY(box.center().head<2>().norm() < 0.4);
}

void TestImportPlace::onTheFloorThatIsClicked() {
  addBox("table", Vec3(0.2, 0.2, 0.2), Pose::translation(0, 0, 0.1));
  look("view.top");
  click(Vec3(0.25, 0.0, 0.0));  // before the file is there
  open(0.02);
  const int row = wizard()->placeBox()->findText(QStringLiteral("Where you clicked"));
  QVERIFY(row >= 0);
  wizard()->placeBox()->setCurrentIndex(row);
  accept();
  const Bounds box = world()->boundsOf(named(world::kRootObject, "block"));
  QVERIFY((box.center() - Vec3(0.25, 0.0, 0.01)).norm() < 0.01);
}

void TestImportPlace::onTheFrameThatIsSelected() {
  const ObjectId table = addBox("table", Vec3(0.4, 0.4, 0.1), Pose::translation(0, 0, 0.05));
  window_->bridge().commit(QStringLiteral("frame"), session::createFrame(table, world()->object(table)->rootEntity(),
                                                                         "spot", Pose::translation(0.1, 0.1, 0.05)));
  open(0.05);
  window_->selection().select({world()->frameNamed(table, "spot")});
  QTRY_VERIFY2(placeText().startsWith(QLatin1String("On ")) && placeText().contains(QLatin1String("spot")),
               qPrintable(placeText()));
  accept();
  QVERIFY((world()->rootT(named(table, "block").id).p - Vec3(0.1, 0.1, 0.1)).norm() < 1e-6);
}

void TestImportPlace::onThePinThatIsClicked() {
  window_->openFiles({write(QStringLiteral("jig.urdf"), jig())});
  ready();
  accept();
  const ObjectId jig = world()->childNamed(world::kRootObject, "jig");
  look("view.front");
  open(0.02);
  click(world()->rootT(jig) * Vec3(0.2, 0.15, 0.08));
  QTRY_VERIFY2_WITH_TIMEOUT(placeText().contains(QLatin1String("Pin")), qPrintable(placeText()), 20000);
  QVERIFY(wizard()->placeBox()->itemText(1) == QStringLiteral("Where you clicked"));
  accept();
  const Vec3 at = world()->aTB(jig, named(jig, "block").id).p;
  QVERIFY2((at - Vec3(0.2, 0.2, 0.11)).norm() < 1e-3,
           qPrintable(QStringLiteral("%1 %2 %3").arg(at.x()).arg(at.y()).arg(at.z())));
}

void TestImportPlace::theOriginGoesOntoWhatIsClickedInThePicture() {
  open(0.4);
  const Vec3 corner = wizard()->result()->shown_m.min;
  QVERIFY(corner.norm() < 1e-9);
  const QRect shown = wizard()->preview()->pictureRect();
  QVERIFY(!shown.isEmpty());
  QTest::mouseClick(wizard()->preview(), Qt::LeftButton, {}, shown.center());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->parts()->originBox()->currentText().contains(QLatin1String("Plane")), 20000);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->result() && wizard()->result()->shown_m.min.norm() > 0.1, 20000);
  ready();
  // In the middle of one side.
  const Bounds box = wizard()->result()->shown_m;
  int middle = 0, edge = 0;
  for (int axis = 0; axis < 3; ++axis) {
    middle += std::abs(box.center()[axis]) < 1e-6 ? 1 : 0;
    edge += std::min(std::abs(box.min[axis]), std::abs(box.max[axis])) < 1e-6 ? 1 : 0;
  }
  QCOMPARE(middle, 2);
  QCOMPARE(edge, 1);
  accept();
  const world::Object& block = named(world::kRootObject, "block");
  const Vec3 off = world()->boundsOf(block).center() - world()->rootT(block.id).p;
  QVERIFY((off - box.center()).norm() < 1e-6);
}

int main(int argc, char** argv) { return runWindowTest<TestImportPlace>(argc, argv); }
#include "test_import_placing.moc"
