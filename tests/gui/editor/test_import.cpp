// SPDX-License-Identifier: Apache-2.0
// Files that come in by the wizard, and those that come in again.
#include <QDir>

#include "app/editor/reimport_desk.h"
#include "core/world/views/references.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/compare_dialog.h"
#include "ui/panels/import_preview.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {

class TestImport : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aPartWithoutATickStaysOut();
  void theOriginGoesToTheUnderside();
  void aChordMakesTrianglesOfCadFiner();
  void anAssemblyComesInAsOneAsLinksOrAsObjects();
  void aWrongUnitIsRepairedByOneClick();
  void aStepOfAWrongScaleIsRepairedByOneClick();
  void manyWarningsLeaveTheButtonsOnTheScreen();
  void threeFilesAreOneStep();
  void undoOfANoticeTakesBackItsImportOnly();
  void labelsOfThePreviewStandApart();
  void thePictureHasTheThemeOfTheWindow();
  void aRobotWithoutShapesIsSaidToHaveNone();
  void aDamagedFileLeavesTheWorldAlone();
  void cancelWhileItReads();
  void missingMeshesAreFoundInAFolder();
  void aFileThatChangedComesInAgain();
  void aPartThatIsRefusedStays();
  void aChangeOnTheDiskIsTold();

 private:
  void open(const QStringList& files) {
    window_->openFiles(files);
    QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  }
  void accept() {
    const auto objects = world()->objectCount();
    const QPointer<ui::ImportWizard> done = wizard();
    QTest::mouseClick(done->importButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > objects, 20000);
    QTRY_VERIFY(!done);
  }
  void import(const QString& file) {
    open({file});
    accept();
  }
  ObjectId object(const char* name) { return world()->childNamed(world::kRootObject, name); }
  Vec3 place(const char* of, const char* part) {
    const auto found = world()->object(object(of));
    const auto* entity = found ? found->entityNamed(part) : nullptr;
    return entity ? world::World::objectTEntity(*found, entity->id).p : Vec3(-1, -1, -1);
  }
  ui::CompareDialog* list() { return window_->findChild<ui::CompareDialog*>(QStringLiteral("reimportDialog")); }
  QTreeWidgetItem* partItem(const QString& name) {
    return wizard()->parts()->tree()->findItems(name, Qt::MatchExactly | Qt::MatchRecursive).value(0);
  }
};

namespace {

QByteArray shelf(double clamp_height, bool has_stop) {
  const auto link = [](const QByteArray& name, const QByteArray& size) {
    return "<link name=\"" + name + "\"><visual><geometry><box size=\"" + size + "\"/></geometry></visual></link>";
  };
  const auto fixed = [](const QByteArray& parent, const QByteArray& child, const QByteArray& xyz) {
    return "<joint name=\"j_" + child + "\" type=\"fixed\"><parent link=\"" + parent + "\"/><child link=\"" + child +
           "\"/><origin xyz=\"" + xyz + "\"/></joint>";
  };
  QByteArray text = "<robot name=\"shelf\">" + link("base", "0.4 0.4 0.05") + link("clamp", "0.1 0.04 0.02") +
                    fixed("base", "clamp", "0 0 " + QByteArray::number(clamp_height));
  if (has_stop) text += link("stop", "0.03 0.03 0.06") + fixed("base", "stop", "-0.1 0.1 0.055");
  return text + "</robot>";
}

}  // namespace

void TestImport::aPartWithoutATickStaysOut() {
  open({write(QStringLiteral("shelf.urdf"), shelf(0.1, true))});
  QVERIFY(wizard()->parts()->tree()->isVisible());
  QVERIFY(wizard()->findChild<ui::ImportPreview*>()->hasPicture());
  QVERIFY(!wizard()->fineness()->partsBox()->isVisible());  // of CAD, which has no links of its own
  auto* stop = partItem(QStringLiteral("stop"));
  QVERIFY(stop && !partItem(QStringLiteral("base"))->flags().testFlag(Qt::ItemIsUserCheckable));
  auto* tree = wizard()->parts()->tree();
  tree->setCurrentItem(stop);
  QTest::keyClick(tree, Qt::Key_Space);
  QCOMPARE(stop->checkState(0), Qt::Unchecked);
  QTRY_VERIFY(wizard()->importButton()->isEnabled());
  QTRY_COMPARE(wizard()->result()->objects[0].object.entities_size(), 2);
  accept();
  QVERIFY(world()->object(object("shelf"))->entityNamed("clamp"));
  QVERIFY(!world()->object(object("shelf"))->entityNamed("stop"));
}

void TestImport::aChordMakesTrianglesOfCadFiner() {
  open({qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/tests/contract/io/machine.step")});
  const auto triangles = [this] { return wizard()->result() ? wizard()->result()->counts.triangles : 0; };
  const auto before = triangles();
  QVERIFY(before > 0);
  ui::QuantityField* chord = wizard()->fineness()->chordField();
  QVERIFY(chord->isVisible() && chord->isEnabled());
  const auto type = [](ui::QuantityField* field, const QString& text) {
    field->edit()->setFocus();
    field->edit()->selectAll();
    QTest::keyClicks(field->edit(), text);
    QTest::keyClick(field->edit(), Qt::Key_Return);
  };
  type(chord, QStringLiteral("5 m"));
  QVERIFY(chord->hasError());
  QCOMPARE(wizard()->options().chord_m, 0.0);
  type(chord, QStringLiteral("0.002 mm"));
  QCOMPARE(wizard()->options().chord_m, 2e-6);
  type(wizard()->fineness()->angleField(), QStringLiteral("3"));
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled() && triangles() > before, 60000);
  accept();
}

void TestImport::anAssemblyComesInAsOneAsLinksOrAsObjects() {
  const QString file = qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/tests/contract/io/machine.step");
  const auto links = [this] { return wizard()->result() ? wizard()->result()->counts.links : 0; };
  const auto next = [this] {
    QComboBox* parts = wizard()->fineness()->partsBox();
    QVERIFY(parts->isVisible() && parts->isEnabled());
    parts->setFocus();
    QTest::keyClick(parts, Qt::Key_Down);
  };
  open({file});
  QCOMPARE(links(), std::uint64_t{1});
  next();
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled() && links() == 11, 60000);
  accept();
  QVERIFY(world()->object(object("machine"))->entityNamed("bolt_4"));
  const auto before = world()->objectCount();
  open({file});  // as the last one was read
  QCOMPARE(links(), std::uint64_t{11});
  next();
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled() && wizard()->result()->objects.size() == 8, 60000);
  accept();
  QCOMPARE(world()->objectCount(), before + 8);
  ui::settings::set(QStringLiteral("import/step/parts"), 0);
}

void TestImport::theOriginGoesToTheUnderside() {
  open({write(QStringLiteral("box.stl"), stlBox(0.5))});
  auto* origin = wizard()->parts()->originBox();
  origin->setFocus();
  QTest::keyClick(origin, Qt::Key_Down);
  QTRY_VERIFY(wizard()->importButton()->isEnabled() && std::abs(wizard()->result()->shown_m.min.x() + 0.25) < 1e-6);
  accept();
  QVERIFY((world()->boundsOf(*world()->object(object("box"))).min - Vec3(-0.25, -0.25, 0)).norm() < 1e-6);
}

void TestImport::aWrongUnitIsRepairedByOneClick() {
  open({write(QStringLiteral("plate.stl"), stlBox(1200))});
  QVERIFY(wizard()->unitButton()->isVisible());
  QTest::mouseClick(wizard()->unitButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(std::abs(wizard()->result()->shown_m.size().z() - 1.2) < 1e-6);
  QVERIFY(!wizard()->unitButton()->isVisible());
  accept();
}

void TestImport::manyWarningsLeaveTheButtonsOnTheScreen() {
  open({write(QStringLiteral("plate.stl"), stlBox(1200))});
  auto* list = wizard()->findChild<QListWidget*>();
  QVERIFY(list && wizard()->unitButton()->isVisible());
  const QRect room = wizard()->screen()->availableGeometry();
  wizard()->move(wizard()->x(), room.bottom() - wizard()->height() - 40);
  const QString warning =
      QStringLiteral("a part of this file has a colour that no other program knows what to do with, ");
  for (int i = 0; i < 30; ++i) list->addItem(warning + warning + QString::number(i));
  list->show();
  // All six rows where there is room for them, two where there is not; and it moves up when it grows.
  QTRY_VERIFY(list->height() > 5 * list->fontMetrics().lineSpacing());
  QTRY_VERIFY(wizard()->frameGeometry().bottom() <= room.bottom());
  QVERIFY2(wizard()->minimumSizeHint().height() < 620,
           qPrintable(QString::number(wizard()->minimumSizeHint().height())));
  QVERIFY(wizard()->rect().contains(wizard()->importButton()->geometry()));
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
}

// Its numbers are millimetres, and it says metres: 1000 times as large as it is.
void TestImport::aStepOfAWrongScaleIsRepairedByOneClick() {
  QFile sound(qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/tests/contract/io/machine.step"));
  QVERIFY(sound.open(QIODevice::ReadOnly));
  QByteArray text = sound.readAll();
  open({sound.fileName()});
  const Vec3 size = wizard()->result()->shown_m.size();
  QVERIFY(!wizard()->unitButton()->isVisible());
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());

  text.replace("SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT($,.METRE.)");
  const QString file = write(QStringLiteral("plate.step"), text);
  open({file});
  const auto isTimes = [&](double scale) {
    return wizard()->result() &&
           (wizard()->result()->shown_m.size() - scale * size).norm() < 0.01 * scale * size.norm();
  };
  const auto says = [this](const QString& words) {
    const auto labels = wizard()->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* l) { return l->isVisible() && l->text().contains(words); });
  };
  QVERIFY(isTimes(1000));
  QVERIFY(says(QStringLiteral("unusually large")));
  const auto press = [this](const char* words) {
    QCOMPARE(wizard()->unitButton()->text(), QLatin1String(words));
    QVERIFY(wizard()->unitButton()->isVisible());
    QTest::mouseClick(wizard()->unitButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 60000);
  };
  press("Make it 1000 times smaller");
  QVERIFY(isTimes(1) && says(QStringLiteral("1000 times smaller than the file says")));
  press("As the file says");
  QVERIFY(isTimes(1000));
  press("Make it 1000 times smaller");
  accept();
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{1});
  const auto made = std::get<ObjectId>(window_->selection().nodes().front());
  QVERIFY((world()->boundsOf(*world()->object(made)).size() - size).norm() < 0.01 * size.norm());
  // The file comes in again as it came.
  run("file.reimport");
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  QVERIFY(!list());
}

void TestImport::threeFilesAreOneStep() {
  const auto before = world();
  open({write(QStringLiteral("a.stl"), stlBox(0.2)), write(QStringLiteral("b.stl"), stlBox(0.2)),
        write(QStringLiteral("c.stl"), stlBox(0.2))});
  QVERIFY(wizard()->importAllButton()->isVisible());
  const QPointer<ui::ImportWizard> done = wizard();
  QTest::mouseClick(done->importAllButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(object("a") && object("b") && object("c"), 60000);
  QTRY_VERIFY(!done);
  QVERIFY(!wizard());
  QCOMPARE(window_->bridge().session().history().position, std::size_t{1});
  run("edit.undo");
  QCOMPARE(world()->objectCount(), before->objectCount());
}

void TestImport::undoOfANoticeTakesBackItsImportOnly() {
  const QString told = QStringLiteral("shelf.urdf imported"), undo = QStringLiteral("Undo");
  import(write(QStringLiteral("shelf.urdf"), shelf(0.1, true)));
  QTRY_VERIFY(noticeTexts().contains(told) && noticeButton(undo));
  QTest::mouseClick(noticeButton(undo), Qt::LeftButton);
  QTRY_VERIFY(!object("shelf"));
  import(write(QStringLiteral("shelf.urdf"), shelf(0.1, true)));
  QTRY_VERIFY(noticeButton(undo));
  run("add.sphere");
  QTRY_VERIFY(!noticeButton(undo));
  QVERIFY(!noticeTexts().contains(told) && object("shelf"));
}

void TestImport::labelsOfThePreviewStandApart() {
  ui::ImportPreview preview;
  preview.setSize(Vec3(12.3456, 1234.5, 0.789));
  for (const int width : {100, 240, 300, 600}) {
    preview.resize(width, 240);
    const auto at = preview.labels();
    QVERIFY(!at.person.isEmpty() && !at.size.isEmpty());
    QVERIFY2(!at.person.intersects(at.size), qPrintable(QString::number(width)));
  }
}

void TestImport::thePictureHasTheThemeOfTheWindow() {
  for (const bool light : {true, false}) {
    run(light ? "view.theme-light" : "view.theme-dark");
    open({write(QStringLiteral("shelf.urdf"), shelf(0.1, true))});
    auto* preview = wizard()->findChild<ui::ImportPreview*>();
    const QImage shown = preview->grab().toImage();
    const QRgb around = ui::Theme::instance().color(ui::Role::kGround).rgb();
    qint64 sum = 0, pixels = 0;
    for (int y = 0; y < shown.height() - 30; ++y)
      for (int x = shown.width() / 2 + 4; x < shown.width() - 6; ++x)
        if (shown.pixel(x, y) != around) sum += shown.pixelColor(x, y).lightness(), ++pixels;
    QVERIFY(pixels > 1000);
    const auto mean = sum / pixels;
    QVERIFY2(light ? mean > 130 : mean < 100, qPrintable(QString::number(mean)));
    QTest::keyClick(wizard(), Qt::Key_Escape);
    QTRY_VERIFY(!wizard());
  }
}

void TestImport::aRobotWithoutShapesIsSaidToHaveNone() {
  open({write(QStringLiteral("bare.urdf"), "<robot name=\"bare\"><link name=\"base\"/></robot>")});
  QStringList said;
  for (const auto* label : wizard()->findChildren<QLabel*>()) said << label->text();
  QVERIFY2(said.contains(QStringLiteral("No shapes: nothing of it will be seen")), qPrintable(said.join(u'|')));
  QVERIFY2(!said.join(u'|').contains(QStringLiteral("grain of dust")), qPrintable(said.join(u'|')));
}

void TestImport::aDamagedFileLeavesTheWorldAlone() {
  const auto before = world();
  window_->openFiles({write(QStringLiteral("cut.urdf"), shelf(0.1, true).left(150))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->retryButton()->isVisible(), 20000);
  QVERIFY(!wizard()->importButton()->isEnabled());
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
  QCOMPARE(world(), before);
}

void TestImport::cancelWhileItReads() {
  const auto before = world();
  window_->openFiles({write(QStringLiteral("shelf.urdf"), shelf(0.1, true))});
  QTRY_VERIFY(wizard());
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
  QTRY_COMPARE(window_->jobs().running(), 0);
  QCOMPARE(world(), before);
}

void TestImport::missingMeshesAreFoundInAFolder() {
  const QString model = write(
      QStringLiteral("meshed.urdf"),
      "<robot name=\"meshed\"><link name=\"base\"><visual><geometry><mesh filename=\"body.stl\"/></geometry></visual>"
      "<collision><geometry><box size=\"0.1 0.1 0.1\"/></geometry></collision></link></robot>");
  open({model});
  QVERIFY(wizard()->parts()->findButton()->isVisible());
  QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("meshes_elsewhere")));
  write(QStringLiteral("meshes_elsewhere/body.stl"), stlBox(0.2));
  // What its button does with the folder that was chosen.
  wizard()->parts()->searchIn(folder_.filePath(QStringLiteral("meshes_elsewhere")));
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled() && !wizard()->parts()->findButton()->isVisible(),
                           20000);
  QVERIFY(std::abs(wizard()->result()->shown_m.size().x() - 0.2) < 0.06);
  accept();
}

void TestImport::aFileThatChangedComesInAgain() {
  const QString file = write(QStringLiteral("shelf.urdf"), shelf(0.1, true));
  import(file);
  const EntityId clamp = world()->object(object("shelf"))->entityNamed("clamp")->id;
  write(QStringLiteral("shelf.urdf"), shelf(0.15, false));
  window_->selection().select({object("shelf")});
  run("file.reimport");
  QTRY_VERIFY_WITH_TIMEOUT(list(), 20000);
  QCOMPARE(list()->list()->topLevelItemCount(), 2);
  QTest::mouseClick(list()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!list(), 20000);
  QVERIFY(std::abs(place("shelf", "clamp").z() - 0.15) < 1e-9);
  QCOMPARE(world()->object(object("shelf"))->entityNamed("clamp")->id, clamp);
  QVERIFY(!world()->object(object("shelf"))->entityNamed("stop"));
  run("edit.undo");
  QVERIFY(world()->object(object("shelf"))->entityNamed("stop"));
  QVERIFY(std::abs(place("shelf", "clamp").z() - 0.1) < 1e-9);
}

void TestImport::aPartThatIsRefusedStays() {
  import(write(QStringLiteral("shelf.urdf"), shelf(0.1, true)));
  write(QStringLiteral("shelf.urdf"), shelf(0.15, false));
  window_->selection().select({object("shelf")});
  run("file.reimport");
  QTRY_VERIFY_WITH_TIMEOUT(list(), 20000);
  QTreeWidget* rows = list()->list();
  const auto gone = rows->findItems(QStringLiteral("stop"), Qt::MatchExactly);
  QCOMPARE(gone.size(), 1);
  rows->setFocus();
  rows->setCurrentItem(gone.front());
  QTest::keyClick(rows, Qt::Key_Space);
  QTest::mouseClick(list()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!list(), 20000);
  QVERIFY(world()->object(object("shelf"))->entityNamed("stop"));
  QVERIFY(std::abs(place("shelf", "clamp").z() - 0.15) < 1e-9);
}

void TestImport::aChangeOnTheDiskIsTold() {
  import(write(QStringLiteral("shelf.urdf"), shelf(0.1, true)));
  QTest::qWait(50);
  write(QStringLiteral("shelf.urdf"), shelf(0.15, true) + "\n");
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Re-import")), 20000);
  QTest::mouseClick(noticeButton(QStringLiteral("Re-import")), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(list(), 20000);
  QCOMPARE(list()->list()->topLevelItemCount(), 1);
}

}  // namespace ww::editor

int main(int argc, char** argv) { return ww::editor::runWindowTest<ww::editor::TestImport>(argc, argv); }

#include "test_import.moc"
