// SPDX-License-Identifier: Apache-2.0
// Files that are damaged, doubtful, or wanted by other programs at the same time.
#include <QFile>
#include <QMessageBox>

#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"

using namespace ww;
using namespace ww::editor;

class TestFiles : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void theImportWizardHasTheKeys();
  void anUnlikelyUnitIsChangedByOneClick();
  void aReaderThatWasKilledCanBeTriedAgain();
  void aDamagedFileIsNoDeadEnd();
  void savingWaitsForOtherProgramsAndAsks();
};

void TestFiles::theImportWizardHasTheKeys() {
  window_->openFiles({write(QStringLiteral("a.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QVERIFY(QTest::qWaitForWindowActive(wizard()));
  window_->activateWindow();
  QTest::qWait(100);
  QTRY_VERIFY(wizard()->isActiveWindow());
  // Asking again shows the one that is there; a second file waits its turn.
  window_->importFiles();
  QCOMPARE(window_->findChildren<ui::ImportWizard*>().size(), 1);
  window_->openFiles({write(QStringLiteral("b.stl"), stlBox(0.4))});
  QCOMPARE(window_->findChildren<ui::ImportWizard*>().size(), 1);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  QTRY_VERIFY(wizard() && wizard()->file().endsWith(QStringLiteral("b.stl")));
  QTest::keyClick(wizard(), Qt::Key_Escape);
  QTRY_VERIFY(!wizard());
}

void TestFiles::anUnlikelyUnitIsChangedByOneClick() {
  QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("m"));
  window_->openFiles({write(QStringLiteral("c.stl"), stlBox(30))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(wizard()->unitButton()->isVisible());
  QTest::mouseClick(wizard()->unitButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->result() && wizard()->importButton()->isEnabled(), 20000);
  QVERIFY(std::abs(wizard()->result()->shown_m.size().x() - 0.03) < 1e-9);
  QVERIFY(!wizard()->unitButton()->isVisible());
  QCOMPARE(wizard()->unitBox()->currentText(), QStringLiteral("mm"));
  wizard()->reject();
}

void TestFiles::aReaderThatWasKilledCanBeTriedAgain() {
  const QByteArray real = qgetenv("WORLDWRIGHT_WORKER");
  const QString program = write(QStringLiteral("killed.sh"), "#!/bin/sh\nkill -9 $$\n");
  QFile::setPermissions(program, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  qputenv("WORLDWRIGHT_WORKER", program.toLocal8Bit());
  window_->openFiles({write(QStringLiteral("d.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->retryButton()->isVisible(), 20000);
  QStringList said;
  for (auto* label : wizard()->findChildren<QLabel*>()) said << label->text();
  const QString all = said.join(QLatin1Char(' '));
  QVERIFY2(all.contains(QStringLiteral("ended")) && !all.contains(QStringLiteral("probably damaged")), qPrintable(all));
  qputenv("WORLDWRIGHT_WORKER", real);
  QTest::mouseClick(wizard()->retryButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  wizard()->reject();
}

void TestFiles::aDamagedFileIsNoDeadEnd() {
  for (int i = 0; i < 12; ++i) run("add.box");
  const QString path = folder_.filePath(QStringLiteral("hurt.wright"));
  saveTo(path);
  window_->notifications().closeAll();
  const std::string before = world::contentHash(*world());
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadWrite));
  file.seek(file.size() / 4);
  file.write(QByteArray(static_cast<int>(file.size() / 2), 'x'));
  file.close();
  window_->document().open(path);
  QTRY_VERIFY_WITH_TIMEOUT(window_->notifications().count() == 1, 20000);
  const QString told = noticeTexts().join(QLatin1Char(' '));
  QVERIFY2(told.contains(QStringLiteral("damaged")) && !told.contains(QStringLiteral("malformed")) && !told.contains(QStringLiteral("database")) && !told.contains(QStringLiteral("Tree ")), qPrintable(told));
  QVERIFY(!noticeButton(QStringLiteral("Open the backup")));
  QVERIFY(noticeButton(QStringLiteral("Save what can be saved...")));
  QCOMPARE(world::contentHash(*world()), before);
  const QString rescued = folder_.filePath(QStringLiteral("rescued.wright"));
  window_->recoverTo(path, rescued);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Open it")) || window_->log().rowCount() > 20, 20000);
  // With a backup there is a way to it; what it gives has no file yet, so that nothing is written over it.
  window_->notifications().closeAll();
  saveTo(folder_.filePath(QStringLiteral("whole.wright")));
  QVERIFY(QFile::copy(folder_.filePath(QStringLiteral("whole.wright")), path + QLatin1Char('~')));
  window_->notifications().closeAll();
  window_->document().open(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(QStringLiteral("Open the backup")), 20000);
  QSignalSpy opened(&window_->document(), &Document::opened);
  QTest::mouseClick(noticeButton(QStringLiteral("Open the backup")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
  QCOMPARE(world::contentHash(*world()), before);
  QVERIFY(window_->document().path().isEmpty() && window_->document().isDirty());
}

void TestFiles::savingWaitsForOtherProgramsAndAsks() {
  const QString path = folder_.filePath(QStringLiteral("shared.wright"));
  run("add.box");
  saveTo(path);
  run("add.sphere");
  QSignalSpy saved(&window_->document(), &Document::saved);
  {
    auto turn = project::FileTurn::take(path.toStdString(), {});
    QVERIFY(turn.ok());
    window_->document().save(path);
    QTest::qWait(400);
    QCOMPARE(saved.count(), 0);
    // The other one changes the file before it lets go.
    geometry::GeometryStore store;
    auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
    QVERIFY(loaded.ok());
    project::SaveOptions whole;
    whole.whole = true;
    QVERIFY(project::save(project::systemVfs(), path.toStdString(), loaded->world, store, whole).ok());
  }
  auto* box = static_cast<QMessageBox*>(nullptr);
  QTRY_VERIFY_WITH_TIMEOUT((box = window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))), 20000);
  QCOMPARE(saved.count(), 0);
  QVERIFY(window_->document().isDirty());
  for (auto* button : box->buttons())
    if (button->text() == QStringLiteral("Save anyway")) QTest::mouseClick(button, Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY2(QFile::exists(path + QLatin1Char('~')), "what the other one wrote must be kept");
  // Saving again asks nothing.
  run("add.capsule");
  window_->document().save(path);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 20000);
}

int main(int argc, char** argv) { return runWindowTest<TestFiles>(argc, argv); }
#include "test_files.moc"
