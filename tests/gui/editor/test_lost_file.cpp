// SPDX-License-Identifier: Apache-2.0
// What was saved is in the program alone when its file is emptied, or another world is put in its place.
#include <QFile>
#include <QMessageBox>
#include <QSignalSpy>

#include "app/editor/other_programs.h"
#include "tests/gui/editor/window_test.h"

using namespace ww;
using namespace ww::editor;

class TestLostFile : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aFileThatWasEmptiedIsNoSavedOne();
  void aFileThatWasReplacedIsNoSavedOne();
  void itIsOpenedAnewWithoutAQuestion();

 private:
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
  const auto whole = QFile(path).size();
  QVERIFY(QFile::copy(path, path + QStringLiteral(".kept")));
  QVERIFY(QFile::resize(path, 0));
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  QSignalSpy asked(&window_->document(), &Document::leaveAsked);
  window_->document().leave(QStringLiteral("the end"), [] {});
  QTRY_COMPARE(asked.count(), 1);
  window_->document().stay();
  // It was there all the time, on a drive that was away for a moment.
  QFile kept(path + QStringLiteral(".kept")), back(path);
  QVERIFY(kept.open(QIODevice::ReadOnly) && back.open(QIODevice::WriteOnly));
  back.write(kept.readAll());
  back.close();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isDirty(), 10000);
  QCOMPARE(QFile(path).size(), whole);
}

// An older copy put there by others: what was saved is kept when somebody says so.
void TestLostFile::aFileThatWasReplacedIsNoSavedOne() {
  replaceByOlder(folder_.filePath(QStringLiteral("replaced.wright")));
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

int main(int argc, char** argv) { return runWindowTest<TestLostFile>(argc, argv); }
#include "test_lost_file.moc"
