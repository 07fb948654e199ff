// SPDX-License-Identifier: Apache-2.0
// Out of the window into files of others, and in again.
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QTimer>

#include "core/world/views/references.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/export_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestExport : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void anEmptyWorldHasNothingToExport();
  void whatIsSelectedGoesOutAndComesInAgain();
  void theWholeWorldIsAChoice();
  void theNameFollowsTheFormat();
  void aFileThatIsThereIsAskedAbout();
  void aJointThatUrdfCannotSayIsNamed();
  void stopWritesNothing();
  void aFolderThatIsGoneIsSaid();
  void theWindowClosesWhileItRuns();

 private:
  ui::ExportDialog* dialog() { return window_->findChild<ui::ExportDialog*>(); }
  void openSample() {
    window_->document().reset();
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  }
  void select(const char* object) {
    window_->selection().select({*world::resolveText(*world(), object)});
    QTest::qWait(30);
  }
  void open() {
    run("file.export");
    QTRY_VERIFY(dialog() && dialog()->isVisible());
  }
  void choose(const char* format) {
    const int row = dialog()->formatBox()->findData(QLatin1String(format));
    QVERIFY(row >= 0);
    dialog()->formatBox()->setCurrentIndex(row);
  }
  // As if it were typed.
  void type(const QString& file) {
    dialog()->fileEdit()->setFocus();
    dialog()->fileEdit()->selectAll();
    QTest::keyClicks(dialog()->fileEdit(), file);
  }
  QString file(const char* name) { return folder_.filePath(QLatin1String(name)); }
  bool told(const QString& text) { return noticeTexts().join(QLatin1Char('|')).contains(text); }
};

void TestExport::anEmptyWorldHasNothingToExport() {
  window_->actions().refresh();
  QVERIFY(!action("file.export")->isEnabled());
  QVERIFY(window_->actions().whyNot(QStringLiteral("file.export")).contains(QStringLiteral("empty")));
  run("add.box");
  window_->actions().refresh();
  QVERIFY(action("file.export")->isEnabled());
}

void TestExport::whatIsSelectedGoesOutAndComesInAgain() {
  openSample();
  select("robot");
  open();
  QCOMPARE(dialog()->whatBox()->count(), 2);
  QVERIFY(dialog()->whatBox()->currentText().contains(QStringLiteral("robot")));
  QVERIFY(!dialog()->isWholeWorld());
  choose("sdf");
  QVERIFY(dialog()->noteLabel()->text().contains(QStringLiteral("_meshes")));
  type(file("arm.sdf"));
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file("arm.sdf")), 60000);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
  QTRY_VERIFY2(told(QStringLiteral("arm.sdf exported")), qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QVERIFY(QDir(file("arm_meshes")).exists());
  // In again: a robot with as many joints.
  const std::size_t joints = world()->object(world()->find("robot"))->moving_joints.size();
  const std::size_t before = world()->objectCount();
  window_->openFiles({file("arm.sdf")});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(world()->objectCount(), before + 1);
  bool found = false;
  world()->forEachObject([&](const world::Object& o) {
    found = found || (o.name != "robot" && o.name.starts_with("robot") && o.moving_joints.size() == joints);
  });
  QVERIFY(found);
}

void TestExport::theWholeWorldIsAChoice() {
  openSample();
  window_->selection().clear();
  open();
  QCOMPARE(dialog()->whatBox()->count(), 1);
  QVERIFY(dialog()->isWholeWorld());
  choose("stl");
  QVERIFY(dialog()->unitBox()->isVisible() && !dialog()->zipBox()->isVisible());
  type(file("cell.stl"));
  QTest::keyClick(dialog()->fileEdit(), Qt::Key_Return);
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file("cell.stl")), 60000);
  // What STL has no words for is listed.
  QTRY_VERIFY2(told(QStringLiteral("under Problems")), qPrintable(noticeTexts().join(QLatin1Char('|'))));
}

void TestExport::theNameFollowsTheFormat() {
  run("add.box");
  open();
  choose("urdf");
  QVERIFY(dialog()->file().endsWith(QStringLiteral(".urdf")));
  dialog()->zipBox()->setChecked(true);
  QVERIFY(dialog()->file().endsWith(QStringLiteral(".zip")));
  choose("glb");
  QVERIFY(dialog()->file().endsWith(QStringLiteral(".glb")));
  type(file("mine.glb"));
  choose("step");
  QCOMPARE(dialog()->file(), file("mine.step"));
  QTest::keyClick(dialog(), Qt::Key_Escape);
  QTRY_VERIFY(!dialog());
  // The format is proposed again.
  open();
  QCOMPARE(dialog()->format(), QStringLiteral("step"));
}

void TestExport::aFileThatIsThereIsAskedAbout() {
  run("add.box");
  const QString there = write(QStringLiteral("box.obj"), "old");
  for (const bool replace : {false, true}) {
    open();
    choose("obj");
    type(there);
    QTimer answer;
    connect(&answer, &QTimer::timeout, &answer, [&] {
      auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (!question) return;
      answer.stop();
      question->button(replace ? QMessageBox::Yes : QMessageBox::No)->click();
    });
    answer.start(50);
    QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
    if (!replace) {
      QVERIFY(dialog() && dialog()->exportButton()->isEnabled());
      QTest::keyClick(dialog(), Qt::Key_Escape);
    }
    QTRY_VERIFY_WITH_TIMEOUT(!dialog(), 20000);
    QFile now(there);
    QVERIFY(now.open(QIODevice::ReadOnly));
    QCOMPARE(now.readAll() == "old", !replace);
  }
}

void TestExport::aJointThatUrdfCannotSayIsNamed() {
  const QByteArray sdf =
      "<sdf version='1.9'><model name='door'><link name='frame'><visual name='v'><geometry><box><size>1 1 "
      "1</size></box>"
      "</geometry></visual></link><link name='leaf'><pose>1 0 0 0 0 0</pose><visual name='v'><geometry><box><size>1 1 "
      "1</size></box></geometry></visual></link><joint name='hinge' type='revolute'><pose>0.5 0 0 0 0 0</pose><parent>"
      "frame</parent><child>leaf</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
      "</joint></model></sdf>";
  window_->openFiles({write(QStringLiteral("gate.sdf"), sdf)});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  select("door");
  open();
  choose("urdf");
  type(file("door.urdf"));
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(dialog()->problemLabel()->text().contains(QStringLiteral("hinge")), 20000);
  QVERIFY(dialog()->exportButton()->isEnabled() && !QFileInfo::exists(file("door.urdf")));
  // As SDF it goes.
  choose("sdf");
  QVERIFY(!dialog()->problemLabel()->isVisible());
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(told(QStringLiteral("exported")), 20000);
}

// The program that writes STEP does not answer: as long as wanted.
void TestExport::stopWritesNothing() {
  const QByteArray real = qgetenv("WORLDWRIGHT_WORKER");
  const QString program = write(QStringLiteral("slow.sh"), "#!/bin/sh\nexec sleep 15\n");
  QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
  run("add.box");
  open();
  choose("step");
  type(file("slow.step"));
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY(dialog()->progressBar()->isVisible());
  QVERIFY(!dialog()->exportButton()->isEnabled() && !dialog()->formatBox()->isEnabled());
  // The window can be used meanwhile.
  run("add.box");
  QTest::mouseClick(dialog()->cancelButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!dialog()->progressBar()->isVisible(), 5000);
  QVERIFY(dialog()->problemLabel()->text().contains(QStringLiteral("Nothing was written")));
  QVERIFY(!QFileInfo::exists(file("slow.step")));
  QCOMPARE(QDir(folder_.path()).entryList({QStringLiteral("slow.step*")}, QDir::Files).size(), 0);
  // And again, this time to its end.
  qputenv("WORLDWRIGHT_WORKER", real);
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(file("slow.step")), 60000);
}

void TestExport::aFolderThatIsGoneIsSaid() {
  run("add.box");
  open();
  choose("glb");
  type(file("no/such/box.glb"));
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(dialog()->problemLabel()->text().contains(QStringLiteral("folder")), 20000);
}

void TestExport::theWindowClosesWhileItRuns() {
  const QByteArray real = qgetenv("WORLDWRIGHT_WORKER");
  const QString program = write(QStringLiteral("slower.sh"), "#!/bin/sh\nexec sleep 15\n");
  QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
  run("add.box");
  open();
  choose("step");
  type(file("closed.step"));
  QTest::mouseClick(dialog()->exportButton(), Qt::LeftButton);
  QTRY_VERIFY(dialog()->progressBar()->isVisible());
  QElapsedTimer time;
  time.start();
  window_.reset();
  QVERIFY2(time.elapsed() < 5000, "the window waited for the export");
  QVERIFY(!QFileInfo::exists(file("closed.step")));
  qputenv("WORLDWRIGHT_WORKER", real);
}

int main(int argc, char** argv) { return runWindowTest<TestExport>(argc, argv); }
#include "test_export.moc"
