// SPDX-License-Identifier: Apache-2.0
// How files of each format were read last is how the next of them are, and what the wizard asks for collisions.
#include "core/exchange/zip_writer.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/import_habit.h"
#include "ui/panels/import_preview.h"

namespace ww::editor {

class TestImportHabits : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void allFilesAreReadAsTheirFormatsWere();
  void formatsWithAUsualUnitAreReadInIt();
  void theOriginIsRememberedForEachFormat();
  void everyLinkIsCheckedAsWished();
  void whatCannotBeMadeIsToldAndAnotherKindTaken();
  void automaticIsAWord();
  void namesMayBeInAnyEncoding();
  void aClickOnThePreviewTurnsItUpright();
  void whatTheFormatSaysIsNotAsked();

 private:
  void ready() { QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000); }
  void open(const QStringList& files) {
    window_->openFiles(files);
    ready();
  }
  void accept() {
    const auto objects = world()->objectCount();
    const QPointer<ui::ImportWizard> done = wizard();
    QTest::mouseClick(done->importButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > objects, 20000);
    QTRY_VERIFY(!done);
  }
  void cancel() {
    QTest::keyClick(wizard(), Qt::Key_Escape);
    QTRY_VERIFY(!wizard());
  }
  // By its keys, as one who cannot use a mouse.
  void choose(QComboBox* box, int row) {
    box->setFocus();
    while (box->currentIndex() != row) QTest::keyClick(box, box->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
    ready();
  }
  void chooseKind(geometry::CollisionKind kind) {
    auto* box = wizard()->shapes()->kindBox();
    const int row = box->findData(static_cast<int>(kind));
    QVERIFY(row > 0);
    choose(box, row);
  }
  void type(ui::QuantityField* field, const QString& text) {
    field->edit()->setFocus();
    field->edit()->selectAll();
    QTest::keyClicks(field->edit(), text);
    QTest::keyClick(field->edit(), Qt::Key_Return);
  }
  bool says(const QString& words) {
    const auto labels = wizard()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* l) { return l->isVisible() && l->text().contains(words); });
  }
  const world::Entity& base(const char* name) {
    return *world()->object(world()->childNamed(world::kRootObject, name))->entities.front();
  }
  const QString machine_ = qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/tests/contract/io/machine.step");
};

void TestImportHabits::allFilesAreReadAsTheirFormatsWere() {
  open({machine_});
  choose(wizard()->fineness()->partsBox(), 1);  // links of one object
  accept();
  const auto before = world()->objectCount();
  open({write(QStringLiteral("a.stl"), stlBox(0.2)), machine_});
  choose(wizard()->parts()->originBox(), 1);
  const QPointer<ui::ImportWizard> done = wizard();
  QTest::mouseClick(done->importAllButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), before + 2, 60000);
  const auto first = world()->object(world()->childNamed(world::kRootObject, "machine"));
  const auto second = world()->object(world()->childNamed(world::kRootObject, "machine_2"));
  QVERIFY(first && second);
  QCOMPARE(second->entities.size(), first->entities.size());
  QVERIFY(second->entityNamed("bolt_4"));
  // The origin of the box is not that of the assembly.
  const Vec3 shift = world()->boundsOf(*second).min - world()->rootT(second->id).p;
  QVERIFY((shift - (world()->boundsOf(*first).min - world()->rootT(first->id).p)).norm() < 1e-6);
}

void TestImportHabits::formatsWithAUsualUnitAreReadInIt() {
  const auto metres = [](const char* file) {
    return ui::importHabit(QString::fromUtf8(file)).options.unit_scale.value_or(0.0);
  };
  const auto keep = [](const char* file, double unit) {
    ui::ImportHabit habit;
    habit.options.unit_scale = unit;
    ui::keepImportHabit(QString::fromUtf8(file), habit);
  };
  QCOMPARE(metres("a.brep"), 1e-3);
  keep("a.stl", 1e-3);
  QCOMPARE(metres("a.ply"), 1e-3);
  QCOMPARE(metres("a.glb"), 1.0);
  QCOMPARE(metres("a.gltf"), 1.0);
  keep("a.glb", 1.0);
  QCOMPARE(metres("a.ply"), 1e-3);  // that says nothing of others
  keep("a.glb", 1e-2);
  QCOMPARE(metres("b.glb"), 1e-2);
  keep("a.brp", 1.0);
  QCOMPARE(metres("a.brep"), 1.0);
}

void TestImportHabits::theOriginIsRememberedForEachFormat() {
  open({write(QStringLiteral("a.stl"), stlBox(0.5))});
  choose(wizard()->parts()->originBox(), 1);
  accept();
  open({machine_});
  QCOMPARE(wizard()->parts()->originBox()->currentIndex(), 0);
  cancel();
  open({write(QStringLiteral("b.stl"), stlBox(0.5))});
  QCOMPARE(wizard()->parts()->originBox()->currentIndex(), 1);
  // What was not imported is no habit.
  choose(wizard()->parts()->originBox(), 0);
  cancel();
  open({write(QStringLiteral("c.stl"), stlBox(0.5))});
  QCOMPARE(wizard()->parts()->originBox()->currentIndex(), 1);
  cancel();
}

void TestImportHabits::everyLinkIsCheckedAsWished() {
  const QString file = write(QStringLiteral("box.stl"), stlBox(0.5));
  open({file});
  ui::ImportShapes* shapes = wizard()->shapes();
  QVERIFY(!shapes->wish() && !shapes->piecesField()->isVisible() && !shapes->errorField()->isVisible());
  chooseKind(geometry::CollisionKind::kSphere);
  QVERIFY(says(QStringLiteral("Checked with 1 shape")));
  accept();
  QCOMPARE(base("box").collision.size(), std::size_t{1});
  const Vec3 size = world()->boundsOf(*world()->object(world()->childNamed(world::kRootObject, "box"))).size();
  QVERIFY(size.x() > 0.8);  // the ball about a box of half a metre
  open({file});             // proposed as the last one
  QCOMPARE(wizard()->shapes()->kindBox()->currentData().toInt(), static_cast<int>(geometry::CollisionKind::kSphere));
  chooseKind(geometry::CollisionKind::kPieces);
  ui::QuantityField* pieces = wizard()->shapes()->piecesField();
  QVERIFY(pieces->isVisible());
  type(pieces, QStringLiteral("2.5"));
  QVERIFY(pieces->hasError());
  type(pieces, QStringLiteral("2*2"));
  ready();
  QCOMPARE(wizard()->shapes()->wish()->pieces, 4);
  // Where nothing is checked there are no shapes to choose.
  wizard()->shapes()->checkedBox()->setFocus();
  QTest::keyClick(wizard()->shapes()->checkedBox(), Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->result() && wizard()->result()->counts.collision_triangles == 0, 20000);
  QVERIFY(!wizard()->shapes()->kindBox()->isEnabled() && !pieces->isVisible());
  cancel();
}

// A sheet is no body: nothing convex stands for it.
void TestImportHabits::whatCannotBeMadeIsToldAndAnotherKindTaken() {
  open({write(QStringLiteral("sheet.stl"),
              "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.2 0 0\nvertex 0 0.2 0\nendloop\n"
              "endfacet\nendsolid s\n")});
  auto* box = wizard()->shapes()->kindBox();
  box->setFocus();
  const int hull = box->findData(static_cast<int>(geometry::CollisionKind::kHull));
  while (box->currentIndex() != hull) QTest::keyClick(box, Qt::Key_Down);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QVERIFY(!wizard()->result() && !wizard()->importButton()->isEnabled());
  QVERIFY(says(QStringLiteral("flat")));
  choose(box, 0);
  QVERIFY(wizard()->result() && !says(QStringLiteral("flat")));
  cancel();
}

void TestImportHabits::automaticIsAWord() {
  open({machine_});
  for (ui::QuantityField* field : {wizard()->fineness()->chordField(), wizard()->fineness()->angleField()}) {
    QVERIFY(field->isVisible());
    QCOMPARE(field->edit()->text(), QString());
    QCOMPARE(field->edit()->placeholderText(), QStringLiteral("automatic"));
  }
  ui::QuantityField* chord = wizard()->fineness()->chordField();
  type(chord, QStringLiteral("0.3"));
  QCOMPARE(wizard()->options().chord_m, 3e-4);
  chord->edit()->selectAll();
  QTest::keyClick(chord->edit(), Qt::Key_Delete);
  QTest::keyClick(chord->edit(), Qt::Key_Return);
  QVERIFY(!chord->hasError());
  QCOMPARE(wizard()->options().chord_m, 0.0);
  ready();
  cancel();
}

void TestImportHabits::namesMayBeInAnyEncoding() {
  open({machine_});
  choose(wizard()->fineness()->partsBox(), 1);  // links of one object
  QVERIFY(!wizard()->encodingBox()->isVisible());
  accept();
  QFile in(machine_);
  QVERIFY(in.open(QIODevice::ReadOnly));
  const QByteArray plate = "\xcf\xeb\xe8\xf2\xe0";
  const QByteArray text = in.readAll().replace("'2','base plate'", "'2','" + plate + "'");
  const QString file = write(QStringLiteral("machine_other.step"), text);
  open({file});
  QComboBox* box = wizard()->encodingBox();
  QVERIFY(box->isVisible());
  QVERIFY2(box->itemText(0).contains(QLatin1String("windows-1251")), qPrintable(box->itemText(0)));
  const auto isListed = [this](const QString& name) {
    return !wizard()->parts()->tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).isEmpty();
  };
  QVERIFY(isListed(QStringLiteral("Plita")) && !isListed(QStringLiteral("Ieeoa")));
  const int row = box->findData(QStringLiteral("windows-1252"));
  choose(box, row);
  QTRY_VERIFY_WITH_TIMEOUT(isListed(QStringLiteral("Ieeoa")), 60000);
  ready();
  accept();
  // The next such file is read alike, and one in UTF-8 is none.
  open({file});
  QCOMPARE(wizard()->encodingBox()->currentIndex(), row);
  QVERIFY(wizard()->encodingBox()->isVisible() && isListed(QStringLiteral("Ieeoa")));
  cancel();
  open({write(QStringLiteral("machine_german.step"), QByteArray(text).replace(plate, "Tr\xc3\xa4ger"))});
  QVERIFY(!wizard()->encodingBox()->isVisible() && isListed(QStringLiteral("Traeger")));
  cancel();
}

void TestImportHabits::aClickOnThePreviewTurnsItUpright() {
  QByteArray plate = stlBox(0.5);
  plate.replace("vertex 0.5", "vertex 0.7");  // longer along x alone
  open({write(QStringLiteral("plate.stl"), plate.replace(" 0.5\n", " 0.1\n"))});
  auto* turn = wizard()->findChild<ui::ImportPreview*>()->turnButton();
  QVERIFY(turn->isVisible());
  const Vec3 lying = wizard()->result()->shown_m.size();
  QVERIFY((lying - Vec3(0.7, 0.5, 0.1)).norm() < 1e-6);
  QTest::mouseClick(turn, Qt::LeftButton);
  ready();
  QVERIFY((wizard()->result()->shown_m.size() - Vec3(0.7, 0.1, 0.5)).norm() < 1e-6);
  QCOMPARE(wizard()->upBox()->currentText(), QStringLiteral("Y is up"));
  QTest::mouseClick(turn, Qt::LeftButton);
  ready();
  QVERIFY((wizard()->result()->shown_m.size() - lying).norm() < 1e-6);
  cancel();
}

void TestImportHabits::whatTheFormatSaysIsNotAsked() {
  const std::string model =
      "<?xml version='1.0'?><model unit='millimeter' "
      "xmlns='http://schemas.microsoft.com/3dmanufacturing/core/2015/02'><resources><object id='1'><mesh><vertices>"
      "<vertex x='0' y='0' z='0'/><vertex x='10' y='0' z='0'/><vertex x='0' y='20' z='0'/></vertices><triangles>"
      "<triangle v1='0' v2='1' v3='2'/></triangles></mesh></object></resources><build><item objectid='1'/></build>"
      "</model>";
  const auto preview = [this] { return wizard()->findChild<ui::ImportPreview*>(); };
  open({write(QStringLiteral("a.3mf"), QByteArray::fromStdString(exchange::zipOf({{"3D/3dmodel.model", model}})))});
  QVERIFY(!wizard()->upBox()->isEnabled() && !preview()->turnButton()->isVisible());
  cancel();
  open({write(QStringLiteral("a.stl"), stlBox(0.5))});
  QVERIFY(wizard()->upBox()->isEnabled() && preview()->turnButton()->isVisible());
  cancel();
}

}  // namespace ww::editor

int main(int argc, char** argv) { return ww::editor::runWindowTest<ww::editor::TestImportHabits>(argc, argv); }

#include "test_import_habits.moc"
