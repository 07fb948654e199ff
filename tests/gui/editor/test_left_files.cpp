// SPDX-License-Identifier: Apache-2.0
// What the card of a crash says of the file: what others have put there, and what of it is in what can be recovered.
#include <QMessageBox>

#include "app/editor/other_programs.h"
#include "core/journal/recovery.h"
#include "core/project/file_turn.h"
#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/compare_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestLeftFiles : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatOthersDidIsMissing();
  void whatOthersDidIsToldAgainAndMerged();
  void whatOthersDidCanBeOpenedInstead();
  void aSaveThatNobodyWroteDownIsOwn();
  void whatWasTakenOverIsNotMissing();
  void whatCameAfterThatIsMissing();
  void whatIsTakenOverAsAWholeIsSaved();
  void aFileWithoutItsWorldIsToldWithoutEdits();
  void aFileThatIsBackNeedsNoRecovery();
  void aWorldThatWasNeverSavedIsNotCalledSaved();
  void aNameGivenWhileASaveRanIsOnTheCard();
  void aNameThatWasSavedQuietlyIsOnNoCard();

 private:
  std::string root() const {
    return folder_.filePath(QLatin1String(QTest::currentTestFunction()) + QStringLiteral("-j")).toStdString();
  }
  std::string hash() { return world::contentHash(*world()); }
  bool isKept() const { return window_->journals().journal() && window_->journals().journal()->state().synced; }
  // A file with a box, and a sphere here that is not saved.
  QString begin() {
    window_->journals().keepIn(root());
    const QString path = folder_.filePath(QLatin1String(QTest::currentTestFunction()) + QStringLiteral(".wright"));
    run("add.box");
    saveTo(path);
    window_->notifications().closeAll();
    return path;
  }
  static void changeByOthers(const QString& path, const char* name) {
    geometry::GeometryStore store;
    const auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
    QVERIFY(loaded.ok());
    const auto next = world::apply(loaded->world,
                                   *session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                             geometry::Box{{1, 1, 1}}, {}, Pose::identity()),
                                   store);
    QVERIFY(next.ok() && project::save(project::systemVfs(), path.toStdString(), *next, store).ok());
  }
  bool has(const char* name) { return static_cast<bool>(world()->childNamed(world::kRootObject, name)); }
  void takeAllOver() {
    QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Take over...")), 10000);
    QTest::mouseClick(noticeButton(OtherPrograms::tr("Take over...")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparing().dialog(), 20000);
    QTest::mouseClick(window_->comparing().dialog()->takeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->comparing().dialog(), 20000);
  }
  // The program ends without being asked, and is started again.
  void crash() {
    QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
    window_.reset();
    window_ = std::make_unique<MainWindow>(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    window_->journals().keepIn(root());
  }
  // All that is said of what was left behind.
  QString card() {
    if (!QTest::qWaitFor([this] { return !window_->journals().left().empty(); }, 20000)) return {};
    window_->journals().showLeft();
    const auto* dialog = window_->findChild<QWidget*>(QStringLiteral("leftDialog"));
    QStringList lines;
    if (dialog)
      for (const auto* label : dialog->findChildren<QLabel*>()) lines << label->text();
    return lines.join(QLatin1Char('|'));
  }
  void recover() {
    auto* dialog = window_->findChild<QWidget*>(QStringLiteral("leftDialog"));
    QVERIFY(dialog);
    QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("leftRecover")), Qt::LeftButton);
  }
  // What a save asks before it replaces what others have put there.
  QMessageBox* question() const { return window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk")); }
  void answer(const QString& text) {
    QTRY_VERIFY_WITH_TIMEOUT(question(), 20000);
    for (QAbstractButton* button : question()->buttons())
      if (button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
    QFAIL(qPrintable(text + QStringLiteral(" is not offered")));
  }
  // A sphere here and an object of others in the file, and the program falls and is started again.
  void recoverBesideTheirs(const QString& path) {
    run("add.sphere");
    changeByOthers(path, "theirs");
    crash();
    card();
    recover();
    QTRY_VERIFY_WITH_TIMEOUT(has("sphere"), 20000);
    QVERIFY(!has("theirs"));
  }
  const QString missing_ = QStringLiteral("what was changed there is not in what can be recovered");
};

// Also where the window has noticed it, and its user goes on with what is here.
void TestLeftFiles::whatOthersDidIsMissing() {
  const QString path = begin();
  run("add.sphere");
  changeByOthers(path, "theirs");
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Keep mine")), 10000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Keep mine")), Qt::LeftButton);
  crash();
  const QString told = card();
  QVERIFY2(told.contains(missing_), qPrintable(told));
  recover();
  QTRY_VERIFY_WITH_TIMEOUT(has("sphere"), 20000);
  QVERIFY(!has("theirs"));
}

// As in any window whose file others have changed; and a save offers the same.
void TestLeftFiles::whatOthersDidIsToldAgainAndMerged() {
  const QString path = begin();
  recoverBesideTheirs(path);
  QCOMPARE(window_->document().path(), path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Take over...")), 10000);
  QVERIFY(noticeButton(OtherPrograms::tr("Compare")) && noticeButton(OtherPrograms::tr("Open it anew")));
  window_->notifications().closeAll();
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  run("file.save");
  answer(FileDesk::tr("Compare and merge..."));
  QTRY_VERIFY_WITH_TIMEOUT(window_->comparing().dialog(), 20000);
  // What was saved before is known: the sphere is nothing that others have taken away.
  QCOMPARE(window_->comparing().dialog()->list()->topLevelItemCount(), 1);
  QTest::mouseClick(window_->comparing().dialog()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(has("theirs"), 20000);
  QVERIFY(has("sphere") && window_->document().isDirty());
  QTRY_VERIFY(!window_->document().isBusy());
  run("file.save");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy() && !window_->document().isDirty(), 20000);
  QCOMPARE(asked.count(), 1);
}

void TestLeftFiles::whatOthersDidCanBeOpenedInstead() {
  const QString path = begin();
  recoverBesideTheirs(path);
  run("file.save");
  answer(FileDesk::tr("Open it anew"));
  // What was recovered is not saved, and is asked about.
  const auto unsaved = [&] { return window_->findChild<QMessageBox*>(QStringLiteral("unsavedChanges")); };
  QTRY_VERIFY_WITH_TIMEOUT(unsaved() && unsaved()->isVisible(), 20000);
  for (QAbstractButton* button : unsaved()->buttons())
    if (unsaved()->buttonRole(button) == QMessageBox::DestructiveRole) {
      QTest::mouseClick(button, Qt::LeftButton);
      break;
    }
  QTRY_VERIFY_WITH_TIMEOUT(has("theirs"), 20000);
  QVERIFY(!has("sphere") && !window_->document().isDirty());
}

// The program fell between the end of a save and its record in the journal.
void TestLeftFiles::aSaveThatNobodyWroteDownIsOwn() {
  const QString path = begin();
  run("add.sphere");
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  const std::string both = hash();
  run("add.box");
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  run("edit.undo");
  QTRY_COMPARE(hash(), both);
  QVERIFY(project::save(project::systemVfs(), path.toStdString(), *world(), window_->bridge().session().store()).ok());
  run("edit.redo");
  crash();
  card();
  recover();
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty() && window_->document().path() == path, 20000);
  QTest::qWait(600);
  QVERIFY(!noticeButton(OtherPrograms::tr("Compare")));
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  saveTo(path);
  QCOMPARE(asked.count(), 0);
  run("edit.undo");
  QTRY_COMPARE(hash(), both);
}

void TestLeftFiles::whatWasTakenOverIsNotMissing() {
  const QString path = begin();
  run("add.sphere");
  changeByOthers(path, "theirs");
  takeAllOver();
  QVERIFY(has("theirs") && window_->document().isDirty());
  const std::string before = hash();
  crash();
  const QString told = card();
  QVERIFY2(!told.contains(missing_) && !told.contains(QStringLiteral("no longer has")), qPrintable(told));
  QVERIFY2(told.contains(QStringLiteral("Take over from")), qPrintable(told));
  recover();
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
  // It was decided about, and still is.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  saveTo(path);
  QCOMPARE(asked.count(), 0);
  QVERIFY(!window_->document().isDirty());
}

void TestLeftFiles::whatCameAfterThatIsMissing() {
  const QString path = begin();
  run("add.sphere");
  changeByOthers(path, "theirs");
  takeAllOver();
  changeByOthers(path, "later");
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Keep mine")), 10000);
  crash();
  const QString told = card();
  QVERIFY2(told.contains(missing_), qPrintable(told));
  recover();
  QTRY_VERIFY_WITH_TIMEOUT(has("theirs"), 20000);
  QVERIFY(!has("later"));
}

// Nothing was edited here: the file has all of it.
void TestLeftFiles::whatIsTakenOverAsAWholeIsSaved() {
  const QString path = begin();
  changeByOthers(path, "theirs");
  takeAllOver();
  QVERIFY(has("theirs"));
  QTRY_VERIFY(!window_->document().isDirty());
  // What the next ones do is taken over on top of that.
  changeByOthers(path, "later");
  takeAllOver();
  QVERIFY(has("theirs") && has("later"));
  QTRY_VERIFY(!window_->document().isDirty());
  run("edit.undo");
  QVERIFY(window_->document().isDirty());
}

void TestLeftFiles::aFileWithoutItsWorldIsToldWithoutEdits() {
  const QString path = begin();
  const std::string saved = hash();
  QVERIFY(QFile::remove(path));
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  crash();
  const QString told = card();
  QVERIFY2(told.contains(QStringLiteral("no longer has what was saved there")), qPrintable(told));
  QVERIFY2(!told.contains(QStringLiteral("0 edits")), qPrintable(told));
  recover();
  QTRY_COMPARE_WITH_TIMEOUT(hash(), saved, 20000);
  QVERIFY(window_->document().isDirty());
}

void TestLeftFiles::aFileThatIsBackNeedsNoRecovery() {
  const QString path = begin();
  QVERIFY(QFile::rename(path, path + QStringLiteral(".away")));
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 10000);
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  window_.reset();
  QVERIFY(QFile::rename(path + QStringLiteral(".away"), path));
  QVERIFY(journal::list(project::systemVfs(), root()).empty());
}

// Such as the copy of a file that cannot be written.
void TestLeftFiles::aWorldThatWasNeverSavedIsNotCalledSaved() {
  window_->journals().keepIn(root());
  const QString path = folder_.filePath(QStringLiteral("never.wright"));
  run("add.box");
  run("add.sphere");
  saveTo(path);
  const std::string saved = hash();
  window_->document().open(path, Document::Leave::kAgreed, {}, Document::How::kAsCopy);
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().path().isEmpty() && window_->document().isDirty(), 20000);
  QTest::qWait(100);  // its journal begins
  crash();
  const QString told = card();
  QVERIFY2(told.contains(LeftList::tr("the world itself, with %n objects", "", 2)), qPrintable(told));
  QVERIFY2(told.contains(QStringLiteral("Never saved")) && !told.contains(QStringLiteral("since it was saved")),
           qPrintable(told));
  recover();
  QTRY_COMPARE_WITH_TIMEOUT(hash(), saved, 20000);
}

// The save ends, and the program falls before another one.
void TestLeftFiles::aNameGivenWhileASaveRanIsOnTheCard() {
  const QString path = begin();
  run("add.sphere");
  const auto& tree = window_->document().keeping().history;
  {
    QSignalSpy saved(&window_->document(), &Document::saved);
    std::optional turn(std::move(project::FileTurn::take(path.toStdString(), {}).value()));
    window_->document().save();
    QVERIFY(tree->setCheckpoint(tree->view().current, "meanwhile").ok());
    turn.reset();
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  }
  QVERIFY(!window_->document().isDirty() && window_->document().hasViewToSave());
  crash();
  const QString told = card();
  QVERIFY2(told.contains(LeftList::tr("Nothing was edited since it was saved")), qPrintable(told));
  QVERIFY2(told.contains(LeftList::tr("%n checkpoints named or renamed since", "", 1)), qPrintable(told));
  recover();
  QTRY_VERIFY_WITH_TIMEOUT(has("sphere"), 20000);
  const auto nodes = window_->document().keeping().history->view().nodes;
  QVERIFY(std::ranges::any_of(nodes, [](const auto& node) { return node->checkpoint == "meanwhile"; }));
}

// Another file was to be opened, and could not be.
void TestLeftFiles::aNameThatWasSavedQuietlyIsOnNoCard() {
  begin();
  const auto& tree = window_->document().keeping().history;
  QVERIFY(tree->setCheckpoint(tree->view().current, "kept").ok());
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  QSignalSpy failed(&window_->document(), &Document::openFailed);
  window_->document().open(folder_.filePath(QStringLiteral("missing.wright")), Document::Leave::kAsk);
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy() && !window_->document().hasViewToSave(), 20000);
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  window_.reset();
  QVERIFY(journal::list(project::systemVfs(), root()).empty());
}

int main(int argc, char** argv) { return runWindowTest<TestLeftFiles>(argc, argv); }

#include "test_left_files.moc"
