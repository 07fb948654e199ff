// SPDX-License-Identifier: Apache-2.0
// Saves that fail: each tells what is wrong with the place and offers another one; work goes on and is kept, and the
// next save tries again.
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>
#include <atomic>
#include <cerrno>
#include <thread>

#include "core/project/file_turn.h"
#include "core/project/system_error.h"
#include "tests/gui/editor/window_test.h"
#include "ui/models/problems_model.h"

using namespace ww;
using namespace ww::editor;

namespace {

// The real disk, which takes nothing more as long as `error` is set.
class FullVfs final : public project::Vfs {
 public:
  int error = 0;
  std::atomic<bool> stuck{false};  // for files of that name
  std::string name;

  Result<std::unique_ptr<project::VfsFile>> open(const std::string& path, Mode mode) override {
    while (stuck && path.find(name) != std::string::npos) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (error != 0 && mode != Mode::kRead) return project::systemError(error, project::Doing::kWrite, path);
    return real().open(path, mode);
  }
  Status rename(const std::string& from, const std::string& to) override { return real().rename(from, to); }
  Status remove(const std::string& path) override { return real().remove(path); }
  Result<bool> exists(const std::string& path) override { return real().exists(path); }
  Status syncFolder(const std::string& folder) override { return real().syncFolder(folder); }
  Status backup(const std::string& from, const std::string& to) override { return real().backup(from, to); }
  Result<std::vector<std::string>> list(const std::string& folder) override { return real().list(folder); }
  Status makePrivateFolder(const std::string& folder) override { return real().makePrivateFolder(folder); }
  Status removeFolder(const std::string& folder) override { return real().removeFolder(folder); }
  Result<std::string> resolve(const std::string& path) override { return real().resolve(path); }
  Status copyMode(const std::string& from, const std::string& to) override { return real().copyMode(from, to); }

 private:
  static project::Vfs& real() { return project::systemVfs(); }
};

}  // namespace

class TestWaysOut : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void eachIsToldAndTriedAgain_data();
  void eachIsToldAndTriedAgain();
  void anotherPlaceIsOffered();
  void aRemovedFolder();
  void aFirstSaveToo();
  void aDriveThatNeverAnswers();
  void aProgramThatIsAtTheFileIsNamed();
  void whatHasLostItsFileIsKept();
  void theAlarmOfTheJournalStaysAsLongAsItsCause();
  void aQuestionIsNoSlowDrive();

 private:
  bool isTold(const QString& part) { return noticeTexts().join(QLatin1Char(' ')).contains(part); }
  QByteArray told() { return noticeTexts().join(QLatin1Char('|')).toUtf8(); }
  bool isKept() {
    const auto* journal = window_->journals().journal();
    return journal && journal->state().synced && journal->state().problem.ok();
  }
  // The dialog that comes next is given this file.
  void choose(const QString& path) {
    auto* look = new QTimer(window_.get());
    connect(look, &QTimer::timeout, look, [this, look, path] {
      auto* dialog = window_->findChild<QFileDialog*>();
      if (!dialog || !dialog->isVisible()) return;
      look->deleteLater();
      dialog->setDirectory(QFileInfo(path).path());
      if (auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        name->setText(QFileInfo(path).fileName());
      QMetaObject::invokeMethod(dialog, "accept");
    });
    look->start(50);
  }
  FullVfs disk_;
};

void TestWaysOut::eachIsToldAndTriedAgain_data() {
  QTest::addColumn<int>("error");
  QTest::addColumn<QString>("words");
  QTest::newRow("full disk") << ENOSPC << "disk is full";
  QTest::newRow("quota") << EDQUOT << "used up";
  QTest::newRow("read-only disk") << EROFS << "read-only";
  QTest::newRow("no permission") << EACCES << "permission";
  QTest::newRow("file limit") << EFBIG << "as large as that";
  QTest::newRow("too many open files") << EMFILE << "too many files";
  QTest::newRow("network drive gone") << ESTALE << "does not answer";
  QTest::newRow("network drive not connected") << ENOTCONN << "does not answer";
  QTest::newRow("faulty disk") << EIO << "fault";
}

void TestWaysOut::eachIsToldAndTriedAgain() {
  QFETCH(int, error);
  QFETCH(QString, words);
  window_->journals().keepIn(folder_.filePath(QStringLiteral("journals-%1").arg(error)).toStdString());
  window_->document().keeping().vfs = &disk_;
  const QString path = folder_.filePath(QStringLiteral("full-%1.wright").arg(error));
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  disk_.error = error;
  QSignalSpy failed(&window_->document(), &Document::failed);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QVERIFY2(isTold(words), told().constData());
  QVERIFY2(noticeButton(Messages::tr("Try again")), told().constData());
  QVERIFY2(noticeButton(FileDesk::tr("Save elsewhere...")), told().constData());
  // Work goes on, and is kept.
  run("add.capsule");
  QVERIFY(window_->document().isDirty());
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  // The next save tries again by itself, here after the disk has room.
  disk_.error = 0;
  QSignalSpy saved(&window_->document(), &Document::saved);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(!window_->document().isDirty());
  QTRY_VERIFY2(!isTold(words), told().constData());
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
  QVERIFY(loaded.ok());
  QCOMPARE(world::contentHash(loaded->world), world::contentHash(*world()));
}

void TestWaysOut::anotherPlaceIsOffered() {
  window_->document().keeping().vfs = &disk_;
  const QString path = folder_.filePath(QStringLiteral("first.wright")),
                other = folder_.filePath(QStringLiteral("other.wright"));
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  disk_.error = ENOSPC;
  QSignalSpy failed(&window_->document(), &Document::failed);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QTRY_VERIFY(noticeButton(FileDesk::tr("Save elsewhere...")));
  disk_.error = 0;  // there is room in the other place
  QSignalSpy saved(&window_->document(), &Document::saved);
  choose(other);
  QTest::mouseClick(noticeButton(FileDesk::tr("Save elsewhere...")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QCOMPARE(window_->document().path(), other);
  QVERIFY(!window_->document().isDirty());
}

void TestWaysOut::aRemovedFolder() {
  QDir here(folder_.path());
  QVERIFY(here.mkpath(QStringLiteral("removed")));
  const QString path = folder_.filePath(QStringLiteral("removed/cell.wright"));
  run("add.box");
  saveTo(path);
  run("add.sphere");
  window_->notifications().closeAll();
  QVERIFY(QDir(folder_.filePath(QStringLiteral("removed"))).removeRecursively());
  QSignalSpy failed(&window_->document(), &Document::failed);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QVERIFY2(isTold(QStringLiteral("does not exist")), told().constData());
  QTRY_VERIFY(noticeButton(FileDesk::tr("Save elsewhere...")));
  // Or the folder comes back.
  QVERIFY(here.mkpath(QStringLiteral("removed")));
  QSignalSpy saved(&window_->document(), &Document::saved);
  QTest::mouseClick(noticeButton(Messages::tr("Try again")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(QFileInfo::exists(path) && !window_->document().isDirty());
}

void TestWaysOut::aFirstSaveToo() {
  window_->document().keeping().vfs = &disk_;
  disk_.error = ENOSPC;
  run("add.box");
  QSignalSpy failed(&window_->document(), &Document::failed);
  window_->document().save(folder_.filePath(QStringLiteral("never.wright")));
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QTRY_VERIFY(noticeButton(FileDesk::tr("Save elsewhere...")));
  QVERIFY(window_->document().path().isEmpty() && window_->document().isDirty());
  disk_.error = 0;
}

void TestWaysOut::aDriveThatNeverAnswers() {
  window_->document().keeping().vfs = &disk_;
  const QString path = folder_.filePath(QStringLiteral("stuck.wright")),
                other = folder_.filePath(QStringLiteral("beside.wright"));
  run("add.box");
  saveTo(path);
  run("add.sphere");
  disk_.name = "stuck.wright";
  disk_.stuck = true;
  run("file.save");
  // Work goes on meanwhile.
  run("add.capsule");
  const QString told = FileDesk::tr("Saving %1 takes long").arg(QStringLiteral("stuck.wright"));
  QTRY_VERIFY_WITH_TIMEOUT(isTold(told), 20000);
  QSignalSpy saved(&window_->document(), &Document::saved);
  choose(other);
  QTest::mouseClick(noticeButton(FileDesk::tr("Save elsewhere...")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QCOMPARE(window_->document().path(), other);
  QVERIFY(!window_->document().isDirty());
  // What it does when the drive is back at last is nobody's business here.
  disk_.stuck = false;
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QCOMPARE(window_->document().path(), other);
  QVERIFY(!window_->document().isDirty() && !isTold(told));
}

// Which is no fault of a drive.
void TestWaysOut::aProgramThatIsAtTheFileIsNamed() {
  const QString path = folder_.filePath(QStringLiteral("shared.wright"));
  run("add.box");
  saveTo(path);
  run("add.sphere");
  QSignalSpy saved(&window_->document(), &Document::saved);
  {
    const auto turn = project::FileTurn::take(path.toStdString(), {});
    QVERIFY(turn.ok());
    run("file.save");
    QTRY_VERIFY2_WITH_TIMEOUT(isTold(QStringLiteral("Another program is at this file")), told().constData(), 20000);
    QCOMPARE(saved.count(), 0);
  }
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QTRY_VERIFY2(!isTold(QStringLiteral("Another program")), told().constData());
  QVERIFY(!window_->document().isDirty());
}

// While it is open nothing is being saved.
void TestWaysOut::aQuestionIsNoSlowDrive() {
  const QString path = folder_.filePath(QStringLiteral("asked.wright")),
                other = folder_.filePath(QStringLiteral("theirs.wright"));
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  QVERIFY(project::save(project::systemVfs(), other.toStdString(), world::World(), geometry::GeometryStore()).ok());
  QVERIFY(QFile::remove(path) && QFile::copy(other, path));
  run("file.save");
  QMessageBox* box = nullptr;
  QTRY_VERIFY_WITH_TIMEOUT((box = window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))), 20000);
  constexpr int kSlow = 9500;  // ms
  QVERIFY2(!QTest::qWaitFor([this] { return isTold(QStringLiteral("takes long")); }, kSlow), told().constData());
  box->reject();
}

// It went with the next edit, and came no more; or it stayed when all was well again.
void TestWaysOut::theAlarmOfTheJournalStaysAsLongAsItsCause() {
  const QString place = folder_.filePath(QStringLiteral("states"));
  QFile in_the_way(place);
  QVERIFY(in_the_way.open(QIODevice::WriteOnly));
  in_the_way.close();
  window_->journals().keepIn((place + QStringLiteral("/journals")).toStdString());
  const QString words = JournalDesk::tr("What you do now would be lost in a crash");
  QTRY_VERIFY2_WITH_TIMEOUT(isTold(words), told().constData(), 20000);
  const auto listed = [&] {
    const auto* problems = window_->findChild<ui::ProblemsModel*>();
    for (int i = 0; problems && i < problems->rowCount(); ++i)
      if (problems->problem(i).text.contains(words)) return true;
    return false;
  };
  QVERIFY(listed());
  run("add.box");
  run("add.sphere");
  QTest::qWait(1000);
  QVERIFY2(isTold(words) && listed(), told().constData());
  QVERIFY(in_the_way.remove());
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 30000);
  QTRY_VERIFY2(!isTold(words) && !listed(), told().constData());
}

// What was saved is nowhere else then: a crash does not take it either.
void TestWaysOut::whatHasLostItsFileIsKept() {
  const std::string root = folder_.filePath(QStringLiteral("lost_journals")).toStdString();
  window_->journals().keepIn(root);
  run("add.box");
  const QString path = folder_.filePath(QStringLiteral("lost.wright"));
  saveTo(path);
  const std::string saved = world::contentHash(*world());
  const auto isSynced = [&] { return window_->journals().journal()->state().synced; };
  QTRY_VERIFY_WITH_TIMEOUT(isSynced(), 20000);
  QVERIFY(QFile::remove(path));
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  QTRY_VERIFY_WITH_TIMEOUT(isSynced(), 20000);
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  window_->show();
  const auto left = journal::list(project::systemVfs(), root);
  QCOMPARE(left.size(), std::size_t{1});
  auto claim = journal::claim(project::systemVfs(), root, left.front().id);
  QVERIFY2(claim.ok(), claim.status().line().c_str());
  geometry::GeometryStore store;
  const auto back = journal::recover(project::systemVfs(), *claim, store, {}, {});
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(world::contentHash(back->world), saved);
}

int main(int argc, char** argv) { return runWindowTest<TestWaysOut>(argc, argv); }
#include "test_ways_out.moc"
