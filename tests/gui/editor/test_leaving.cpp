// SPDX-License-Identifier: Apache-2.0
// A world is left, and another one comes, while a file is being saved or read: nothing is lost without a word.
#include <QFile>
#include <QFileDialog>
#include <QMessageBox>
#include <QTimer>
#include <atomic>
#include <optional>
#include <thread>

#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"

using namespace ww;
using namespace ww::editor;

namespace {

// Keeps every thread that jobs run on busy, so that what is begun meanwhile waits.
class Jam {
 public:
  explicit Jam(ui::JobBridge& jobs) {
    for (int i = 0; i < 3; ++i)
      jobs.start(
          QStringLiteral("Jam"),
          [open = open_](const std::stop_token& stop, const Progress&) {
            while (!*open && !stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
            return okStatus();
          },
          [](const Status&) {});
  }
  ~Jam() { *open_ = true; }

 private:
  std::shared_ptr<std::atomic<bool>> open_ = std::make_shared<std::atomic<bool>>(false);
};

std::string hashOf(const QString& file) {
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), file.toStdString(), store);
  return loaded.ok() ? world::contentHash(loaded->world) : loaded.status().line();
}

}  // namespace

class TestLeaving : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void aSaveBelongsToTheWorldItWasBegunFor();
  void whatWaitsForASaveCanBeCalledOff();
  void editsMadeWhileAFileIsReadAreAskedAbout_data();
  void editsMadeWhileAFileIsReadAreAskedAbout();
  void aFailedSaveKeepsTheWorld();
  void theWindowStaysUntilItIsSaved();
  void aFileThatWasNotReadHereIsAskedAboutAndKept();
  void theLastFileAskedForIsOpened();
  void oneQuestionAtATime();
  void theQuestionSaysWhatComesNext();
  void aLongNameLeavesTheQuestionNarrow();

 private:
  QStringList buttons() {
    QStringList texts;
    for (const auto* button : question("unsavedChanges")->buttons()) texts << button->text();
    return texts;
  }
  QMessageBox* question(const char* name) {
    for (auto* box : window_->findChildren<QMessageBox*>(QLatin1String(name)))
      if (box->isVisible()) return box;
    return nullptr;
  }
  void answer(const char* name, const QString& text) {
    QTRY_VERIFY_WITH_TIMEOUT(question(name), 20000);
    QTest::qWait(0);
    for (auto* button : question(name)->buttons())
      if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL(qPrintable(text));
  }
  // A world with that many boxes in that file, and nothing in the window.
  std::string makeFile(const QString& path, int boxes) {
    QFile::remove(path);
    for (int i = 0; i < boxes; ++i) run("add.box");
    saveTo(path);
    const std::string hash = world::contentHash(*world());
    window_->document().reset();
    window_->notifications().closeAll();
    return hash;
  }
  void openIt(const QString& path) {
    QSignalSpy opened(&window_->document(), &Document::opened);
    window_->openFiles({path});
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
  }
  QString file(const char* name) { return folder_.filePath(QLatin1String(name)); }
};

// The row of the issue: a save is held up, the user goes on to a new world, and saves that.
void TestLeaving::aSaveBelongsToTheWorldItWasBegunFor() {
  const QString a = file("a.wright");
  makeFile(a, 5);
  openIt(a);
  run("add.sphere");
  const std::string edited = world::contentHash(*world());
  {
    auto turn = project::FileTurn::take(a.toStdString(), {});
    QVERIFY(turn.ok());
    run("file.save");
    // Where it is asked about, what is not saved is not wanted.
    QTimer discard;
    connect(&discard, &QTimer::timeout, this, [] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      for (auto* button : box ? box->buttons() : QList<QAbstractButton*>())
        if (box->buttonRole(button) == QMessageBox::DestructiveRole) return button->click();
    });
    discard.start(50);
    action("file.new")->trigger();
    QTest::qWait(200);
  }
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{1}, 20000);
  QTRY_COMPARE_WITH_TIMEOUT(hashOf(a), edited, 20000);
  QTRY_VERIFY(!window_->document().isBusy());
  QCOMPARE(window_->document().path(), QString());
  QVERIFY2(window_->windowTitle().startsWith(QStringLiteral("Untitled")), qPrintable(window_->windowTitle()));
  QVERIFY(!window_->isWindowModified());
  run("add.box");
  QVERIFY(window_->isWindowModified());
  // Ctrl+S has no file to go to.
  saveTo(file("new.wright"));
  QCOMPARE(hashOf(a), edited);
}

void TestLeaving::whatWaitsForASaveCanBeCalledOff() {
  const QString a = file("called.wright");
  makeFile(a, 3);
  openIt(a);
  run("add.sphere");
  const std::string edited = world::contentHash(*world());
  {
    auto turn = project::FileTurn::take(a.toStdString(), {});
    QVERIFY(turn.ok());
    run("file.save");
    run("file.new");
    QTRY_VERIFY(noticeButton(QStringLiteral("Stop saving")));
    QVERIFY2(noticeTexts().join(QLatin1Char('|')).contains(QStringLiteral("Saving called.wright. After that: New")),
             qPrintable(noticeTexts().join(QLatin1Char('|'))));
    QTest::mouseClick(noticeButton(QStringLiteral("Stay here")), Qt::LeftButton);
    QTRY_VERIFY(!noticeButton(QStringLiteral("Stop saving")));
    QVERIFY(window_->document().state() == Document::State::kSaving);
  }
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  QCOMPARE(world::contentHash(*world()), edited);
  QCOMPARE(window_->document().path(), a);
  QVERIFY(!window_->isWindowModified() && window_->bridge().session().canUndo());
  QCOMPARE(hashOf(a), edited);
  // The save itself can be stopped too: what waited for it does not come, as the world is not saved.
  run("add.sphere");
  auto turn = project::FileTurn::take(a.toStdString(), {});
  run("file.save");
  run("file.new");
  QTRY_VERIFY(noticeButton(QStringLiteral("Stop saving")));
  QTest::mouseClick(noticeButton(QStringLiteral("Stop saving")), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  QVERIFY(window_->isWindowModified());
  QCOMPARE(world()->objectCount(), std::size_t{6});
  QCOMPARE(hashOf(a), edited);
}

void TestLeaving::editsMadeWhileAFileIsReadAreAskedAbout_data() {
  QTest::addColumn<QString>("button");
  for (const char* button : {"Save and open read.wright", "Open read.wright without saving", "Cancel"})
    QTest::newRow(button) << QString::fromLatin1(button);
}

void TestLeaving::editsMadeWhileAFileIsReadAreAskedAbout() {
  QFETCH(QString, button);
  const QString a = file("shown.wright"), b = file("read.wright");
  const std::string in_a = makeFile(a, 2), in_b = makeFile(b, 4);
  openIt(a);
  std::string edited;
  {
    const Jam jam(window_->jobs());
    window_->openFiles({b});
    run("add.sphere");
    edited = world::contentHash(*world());
  }
  QTRY_VERIFY_WITH_TIMEOUT(question("unsavedChanges"), 20000);
  QCOMPARE(world::contentHash(*world()), edited);
  answer("unsavedChanges", button);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  const bool stays = button == QStringLiteral("Cancel"), saves = button.startsWith(QStringLiteral("Save"));
  QCOMPARE(world::contentHash(*world()), stays ? edited : in_b);
  QCOMPARE(window_->document().path(), stays ? a : b);
  QCOMPARE(window_->isWindowModified(), stays);
  // Each has its own history: the edit of the one, and how the other was made.
  QCOMPARE(window_->bridge().session().history().position, std::size_t{stays ? 3U : 4U});
  QCOMPARE(hashOf(a), saves ? edited : in_a);
  QCOMPARE(hashOf(b), in_b);
}

void TestLeaving::aFailedSaveKeepsTheWorld() {
  run("add.box");
  const QString nowhere = file("no/such/folder/a.wright");
  {
    const Jam jam(window_->jobs());
    window_->document().save(nowhere);
    action("file.new")->trigger();
    QVERIFY(!question("unsavedChanges"));
  }
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  QVERIFY2(noticeTexts().join(QLatin1Char('|')).contains(QStringLiteral("a.wright could not be saved")),
           qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QCOMPARE(world()->objectCount(), std::size_t{2});
  QVERIFY(window_->isWindowModified() && window_->bridge().session().canUndo());
  QCOMPARE(window_->document().path(), QString());
}

void TestLeaving::theWindowStaysUntilItIsSaved() {
  const QString a = file("closing.wright"), copy = file("copy.wright");
  makeFile(a, 3);
  openIt(a);
  const std::string hash = world::contentHash(*world());
  {
    const Jam jam(window_->jobs());
    window_->document().save(copy);  // of a world without changes
    QVERIFY(!window_->close());
    QVERIFY(window_->isVisible());
    QTRY_VERIFY(noticeButton(QStringLiteral("Stop saving")));
  }
  QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), 20000);
  QCOMPARE(hashOf(copy), hash);
}

void TestLeaving::aFileThatWasNotReadHereIsAskedAboutAndKept() {
  const QString a = file("mine.wright"), b = file("others.wright");
  makeFile(a, 1);
  const std::string in_b = makeFile(b, 6);
  openIt(a);
  run("add.sphere");
  const std::string edited = world::contentHash(*world());
  window_->document().save(b);
  answer("changedOnDisk", QStringLiteral("Cancel"));
  QTRY_VERIFY(!window_->document().isBusy());
  QCOMPARE(hashOf(b), in_b);
  QCOMPARE(window_->document().path(), a);
  QVERIFY(window_->isWindowModified());
  window_->document().save(b);
  answer("changedOnDisk", QStringLiteral("Replace"));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  QCOMPARE(hashOf(b), edited);
  QCOMPARE(hashOf(b + QLatin1Char('~')), in_b);
  QCOMPARE(window_->document().path(), b);
  QVERIFY(!window_->isWindowModified());
  // From now on it is the file of this world: nothing is asked.
  run("add.sphere");
  QSignalSpy saved(&window_->document(), &Document::saved);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QCOMPARE(hashOf(b + QLatin1Char('~')), in_b);
  // The same where the file has come only since it was chosen.
  QVERIFY(QFile::copy(a, file("late.wright")));
  window_->document().save(file("late.wright"));
  answer("changedOnDisk", QStringLiteral("Cancel"));
}

void TestLeaving::theLastFileAskedForIsOpened() {
  const QString b = file("first.wright"), c = file("second.wright");
  makeFile(b, 2);
  const std::string in_c = makeFile(c, 3);
  QSignalSpy opened(&window_->document(), &Document::opened);
  {
    const Jam jam(window_->jobs());
    window_->openFiles({b});
    window_->openFiles({c});
  }
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy() && window_->jobs().running() == 0, 20000);
  QCOMPARE(opened.count(), 1);
  QCOMPARE(world::contentHash(*world()), in_c);
  QCOMPARE(window_->document().path(), c);
}

void TestLeaving::oneQuestionAtATime() {
  const QString b = file("other.wright");
  const std::string in_b = makeFile(b, 2);
  run("add.box");
  for (int i = 0; i < 3; ++i) {
    window_->files().newWorld();
    window_->openFiles({b});
  }
  QTRY_VERIFY(question("unsavedChanges"));
  QCOMPARE(window_->findChildren<QMessageBox*>().size(), 1);
  answer("unsavedChanges", QStringLiteral("Open other.wright without saving"));
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy(), 20000);
  QCOMPARE(world::contentHash(*world()), in_b);
  QVERIFY(!question("unsavedChanges"));
}

void TestLeaving::theQuestionSaysWhatComesNext() {
  const QString b = file("other.wright");
  makeFile(b, 2);
  run("add.box");
  window_->files().newWorld();
  QTRY_VERIFY(question("unsavedChanges"));
  QVERIFY(question("unsavedChanges")->informativeText().contains(QStringLiteral("A new world")));
  QVERIFY(buttons().contains(QStringLiteral("Save and start a new one")));
  QVERIFY(buttons().contains(QStringLiteral("Start a new one without saving")));
  // Another wish while it is asked: the question is about that.
  window_->openFiles({b});
  QTRY_VERIFY(buttons().contains(QStringLiteral("Save and open other.wright")));
  QVERIFY(question("unsavedChanges")->informativeText().contains(QStringLiteral("other.wright")));
  for (const auto* button : question("unsavedChanges")->buttons())
    QVERIFY2(button->width() >= button->fontMetrics().horizontalAdvance(button->text()), qPrintable(button->text()));
  answer("unsavedChanges", QStringLiteral("Cancel"));
  QTRY_VERIFY(!question("unsavedChanges"));
  QVERIFY(!window_->close());
  QTRY_VERIFY(question("unsavedChanges"));
  QVERIFY(question("unsavedChanges")->informativeText().contains(QStringLiteral("closed")));
  QVERIFY(buttons().contains(QStringLiteral("Save and close")));
  QVERIFY(buttons().contains(QStringLiteral("Close without saving")));
  answer("unsavedChanges", QStringLiteral("Cancel"));
  QTRY_VERIFY(!question("unsavedChanges"));
  action("file.sample")->trigger();
  QTRY_VERIFY(question("unsavedChanges"));
  QVERIFY(buttons().contains(QStringLiteral("Open the sample without saving")));
  // A world without a file is asked where to.
  bool asked = false;
  QTimer look;
  connect(&look, &QTimer::timeout, this, [&] {
    auto* dialog = window_->findChild<QFileDialog*>();
    if (!dialog || !dialog->isVisible()) return;
    asked = true;
    dialog->reject();
  });
  look.start(50);
  answer("unsavedChanges", QStringLiteral("Save and open the sample"));
  QTRY_VERIFY(asked && !window_->document().isBusy());
  QCOMPARE(world()->objectCount(), std::size_t{2});
}

void TestLeaving::aLongNameLeavesTheQuestionNarrow() {
  const QString b = folder_.filePath(QString(100, QLatin1Char('w')) + QStringLiteral("_end.wright"));
  makeFile(b, 2);
  run("add.box");
  window_->openFiles({b});
  QTRY_VERIFY(question("unsavedChanges") && question("unsavedChanges")->isVisible());
  QTRY_VERIFY2(question("unsavedChanges")->width() < 900,
               qPrintable(QString::number(question("unsavedChanges")->width())));
  QVERIFY(buttons().filter(QStringLiteral("_end.wright")).size() == 2);
  answer("unsavedChanges", QStringLiteral("Cancel"));
}

int main(int argc, char** argv) { return runWindowTest<TestLeaving>(argc, argv); }
#include "test_leaving.moc"
