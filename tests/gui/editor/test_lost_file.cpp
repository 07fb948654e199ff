// SPDX-License-Identifier: Apache-2.0
// What was saved is in the program alone when its file is emptied or damaged, or another world is put in its place.
#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QSignalSpy>
#include <filesystem>

#include "app/editor/other_programs.h"
#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"
#include "ui/models/history_model.h"

using namespace ww;
using namespace ww::editor;

class TestLostFile : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aFileThatWasEmptiedIsNoSavedOne();
  void aFileThatWasReplacedIsNoSavedOne();
  void itIsOpenedAnewWithoutAQuestion();
  void aDamagedByteIsToldAndSavedAnew();
  void aFileThatIsWholeAgainIsASavedOne();
  void whatTheWatchDoesNotSeeTheSaveFinds();
  void aFailedSaveLeavesItUnsaved();

 private:
  QString told() { return noticeTexts().join(QLatin1Char('|')); }
  bool isTold(const QString& part) { return told().contains(part); }
  bool isMarkedSaved() {
    const ui::HistoryModel& history = window_->docks().history();
    for (int row = 0; row < history.rowCount(); ++row)
      if (history.index(row).data().toString().contains(ui::HistoryModel::tr("  - saved"))) return true;
    return false;
  }
  // One byte of what the world is made of is another one, written in place.
  static void flipOne(const QString& path) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite));
    const auto at = file.readAll().indexOf("sphere");
    QVERIFY(at > 0);
    QVERIFY(file.seek(at) && file.write("t") == 1);
  }
  std::string hashIn(const QString& path) {
    geometry::GeometryStore store;
    const auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
    return loaded.ok() ? world::contentHash(loaded->world) : loaded.status().title;
  }
  std::string hash() { return world::contentHash(*world()); }
  QString savedWithSphere(const char* name) {
    const QString path = folder_.filePath(QLatin1String(name));
    run("add.box");
    run("add.sphere");
    saveTo(path);
    window_->notifications().closeAll();
    return path;
  }
  // A world with a box and a sphere was saved there, and an older copy without the sphere takes its place.
  void replaceByOlder(const QString& path) {
    const QString old = path + QStringLiteral(".old");
    run("add.box");
    saveTo(path);
    QVERIFY(QFile::copy(path, old));
    run("add.sphere");
    saveTo(path);
    window_->notifications().closeAll();
    QVERIFY(!window_->document().isDirty());
    QVERIFY(QFile::remove(path) && QFile::copy(old, path));
    QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  }
};

// Nobody has the world but this window: it is not left without a question, and is saved again.
void TestLostFile::aFileThatWasEmptiedIsNoSavedOne() {
  const QString path = folder_.filePath(QStringLiteral("emptied.wright"));
  run("add.box");
  saveTo(path);
  QVERIFY(!window_->document().isDirty());
  QVERIFY(isMarkedSaved());
  const auto whole = QFile(path).size();
  QVERIFY(QFile::copy(path, path + QStringLiteral(".kept")));
  QVERIFY(QFile::resize(path, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  QSignalSpy asked(&window_->document(), &Document::leaveAsked);
  window_->document().leave(QStringLiteral("the end"), [] {});
  QTRY_COMPARE(asked.count(), 1);
  QVERIFY2(!isMarkedSaved(), "no file has that step");
  const auto* box = window_->findChild<QMessageBox*>(QStringLiteral("unsavedChanges"));
  QVERIFY2(box && box->text().contains(QStringLiteral("no longer has what was saved")), "nothing was edited here");
  window_->document().stay();
  // It was there all the time, on a drive that was away for a moment.
  QFile kept(path + QStringLiteral(".kept")), back(path);
  QVERIFY(kept.open(QIODevice::ReadOnly) && back.open(QIODevice::WriteOnly));
  back.write(kept.readAll());
  back.close();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isDirty(), 10000);
  QCOMPARE(QFile(path).size(), whole);
  QVERIFY(isMarkedSaved());
}

// An older copy put there by others: what was saved is kept when somebody says so.
void TestLostFile::aFileThatWasReplacedIsNoSavedOne() {
  replaceByOlder(folder_.filePath(QStringLiteral("replaced.wright")));
  QVERIFY2(!isMarkedSaved(), "the file has another step");
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Keep mine")), 5000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Keep mine")), Qt::LeftButton);
  QSignalSpy left(&window_->document(), &Document::leaveAsked);
  window_->document().leave(QStringLiteral("the end"), [] {});
  QTRY_COMPARE(left.count(), 1);
  window_->document().stay();
  // The save asks, as was said.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 20000);
  QTRY_VERIFY(window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk")));
  window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))->reject();
  QTRY_VERIFY(!window_->document().isBusy());
}

// That was decided by the click: nothing was edited since.
void TestLostFile::itIsOpenedAnewWithoutAQuestion() {
  replaceByOlder(folder_.filePath(QStringLiteral("anew.wright")));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Open it anew")), 5000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Open it anew")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2}, 20000);
  QVERIFY(!window_->document().isDirty());
}

// Bit rot, or a program that writes into it: nobody could open it any more, and the next one who knows is the one who
// opens it tomorrow.
void TestLostFile::aDamagedByteIsToldAndSavedAnew() {
  const QString path = savedWithSphere("rotten.wright");
  flipOne(path);
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  QVERIFY(!isMarkedSaved());
  QTRY_VERIFY2(isTold(QStringLiteral("rotten.wright is damaged")), qPrintable(told()));
  QVERIFY2(!noticeButton(OtherPrograms::tr("Open it anew")), "it cannot be opened");
  QSignalSpy left(&window_->document(), &Document::leaveAsked);
  window_->document().leave(QStringLiteral("the end"), [] {});
  QTRY_COMPARE(left.count(), 1);
  window_->document().stay();
  // Nobody has worked on it: nothing is asked, and it stays as a backup.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  QSignalSpy saved(&window_->document(), &Document::saved);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Save it again")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QCOMPARE(asked.count(), 0);
  QCOMPARE(hashIn(path), hash());
  QVERIFY(hashIn(path + QLatin1Char('~')) != hash());
  QVERIFY(!window_->document().isDirty() && isMarkedSaved());
  QTRY_VERIFY2(!isTold(QStringLiteral("is damaged")), qPrintable(told()));
  QTest::qWait(1000);
  QVERIFY(!window_->document().isDirty());
}

void TestLostFile::aFileThatIsWholeAgainIsASavedOne() {
  const QString path = savedWithSphere("healed.wright");
  QVERIFY(QFile::copy(path, path + QStringLiteral(".kept")));
  flipOne(path);
  QTRY_VERIFY2_WITH_TIMEOUT(isTold(QStringLiteral("healed.wright is damaged")), qPrintable(told()), 10000);
  QVERIFY(QFile::remove(path) && QFile::copy(path + QStringLiteral(".kept"), path));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isDirty(), 10000);
  QTRY_VERIFY2(!isTold(QStringLiteral("is damaged")), qPrintable(told()));
  QVERIFY(isMarkedSaved());
}

// A disk that gives other bytes than it got changes no time of the file.
void TestLostFile::whatTheWatchDoesNotSeeTheSaveFinds() {
  const QString path = savedWithSphere("silent.wright");
  const std::filesystem::path file = path.toStdString();
  const auto time = std::filesystem::last_write_time(file);
  flipOne(path);
  std::filesystem::last_write_time(file, time);
  QTest::qWait(1000);
  QVERIFY(!window_->document().isDirty());
  run("add.box");
  QSignalSpy saved(&window_->document(), &Document::saved);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QTRY_VERIFY2(isTold(QStringLiteral("was damaged, and was written anew")), qPrintable(told()));
  QVERIFY2(isTold(QStringLiteral("silent.wright~")), qPrintable(told()));
  QCOMPARE(hashIn(path), hash());
}

// What others put there is not what was saved here, though nobody asked about it once more.
void TestLostFile::aFailedSaveLeavesItUnsaved() {
  const QString path = folder_.filePath(QStringLiteral("failed.wright"));
  replaceByOlder(path);
  const std::string theirs = hashIn(path);
  // No new file can be made there.
  QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("failed.wright.saving/in_the_way")));
  QSignalSpy failed(&window_->document(), &Document::failed);
  run("file.save");
  QMessageBox* box = nullptr;
  QTRY_VERIFY_WITH_TIMEOUT((box = window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))), 20000);
  for (QAbstractButton* button : box->buttons())
    if (box->buttonRole(button) == QMessageBox::DestructiveRole) button->click();
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QTest::qWait(4000);  // it is looked at again
  QVERIFY(window_->document().isDirty());
  QCOMPARE(hashIn(path), theirs);
}

int main(int argc, char** argv) { return runWindowTest<TestLostFile>(argc, argv); }
#include "test_lost_file.moc"
