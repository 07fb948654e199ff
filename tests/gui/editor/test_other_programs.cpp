// SPDX-License-Identifier: Apache-2.0
// Files that other programs have open, change, or remove while a window has them.
#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QTranslator>

#include "app/editor/other_programs.h"
#include "core/project/file_hold.h"
#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/compare_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestOtherPrograms : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void anOpenFileIsToldToOthers();
  void whatTellsOthersIsMadeAgain();
  void whoIsSecondCanLook();
  void whoIsSecondCanTakeACopy();
  void whoIsSecondCanWait();
  void waitingCanBeCalledOff();
  void nobodySavesOverAnOpenFile();
  void aChangeIsToldAtOnceAndCompared();
  void theChangesAreTakenOverItemByItem();
  void whatBothChangedStaysAsItIsHere();
  void whatWasDecidedIsNotAskedAnyMore();
  void anotherTimeOfTheFileIsNoChange();
  void theFileCanBeOpenedAnew();
  void openingAnewSavesOverNothing();
  void aFileThatIsGoneIsSavedAgain();
  void countsAreInWords();

 private:
  using Held = std::shared_ptr<project::FileHold>;
  QString file(const char* name) const { return folder_.filePath(QLatin1String(name)); }
  // A file with a box, and the window empty again.
  QString made(const char* name) {
    run("add.box");
    saveTo(file(name));
    window_->document().reset();
    window_->notifications().closeAll();
    return file(name);
  }
  // As another editor has it.
  static Held hold(const QString& path) {
    auto held = project::FileHold::take(path.toStdString(), "Worldwright");
    return held.ok() ? *held : nullptr;
  }
  static bool isHeld(const QString& path) { return project::holderOf(path.toStdString()).has_value(); }
  QMessageBox* question() { return window_->findChild<QMessageBox*>(QStringLiteral("heldFile")); }
  void answer(const QString& button) {
    QTRY_VERIFY_WITH_TIMEOUT(question() && question()->isVisible(), 20000);
    for (auto* one : question()->buttons())  // no text is cut off
      QTRY_VERIFY2(one->width() >= one->sizeHint().width(), qPrintable(one->text()));
    for (auto* one : question()->buttons())
      if (one->text() == button) return QTest::mouseClick(one, Qt::LeftButton);
    QFAIL(qPrintable(button));
  }
  // Another program, which knows of no locks, puts two more objects there.
  void changeByOthers(const QString& path, const std::string& prefix = "theirs",
                      const session::EditsPtr& first = nullptr) {
    geometry::GeometryStore store;
    auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
    QVERIFY(loaded.ok());
    if (first) {
      auto next = world::apply(loaded->world, *first, store);
      QVERIFY(next.ok());
      loaded->world = *std::move(next);
    }
    for (const std::string& name : {prefix, prefix + "_too"}) {
      auto next = world::apply(loaded->world,
                               *session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                         geometry::Box{{1, 1, 1}}, {}, Pose::identity()),
                               store);
      QVERIFY(next.ok());
      loaded->world = *std::move(next);
    }
    QVERIFY(project::save(project::systemVfs(), path.toStdString(), loaded->world, store).ok());
  }
  bool isTold(const QString& part) { return noticeTexts().join(QLatin1Char(' ')).contains(part); }
};

void TestOtherPrograms::anOpenFileIsToldToOthers() {
  const QString path = file("told.wright");
  run("add.box");
  QVERIFY(!isHeld(path));
  saveTo(path);
  QVERIFY(isHeld(path));
  QVERIFY(hold(path) == nullptr);
  // Under another name the first is free.
  saveTo(file("told2.wright"));
  QVERIFY(!isHeld(path) && isHeld(file("told2.wright")));
  run("file.new");
  QTRY_VERIFY(!isHeld(file("told2.wright")));
  window_->document().open(path);
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().path() == path && isHeld(path), 20000);
  // Opening it again is no conflict with itself.
  QSignalSpy opened(&window_->document(), &Document::opened);
  window_->document().open(path);
  QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
  QVERIFY(isHeld(path));
  window_.reset();
  QVERIFY(!isHeld(path));
}

// Somebody cleaned up: others still may not write.
void TestOtherPrograms::whatTellsOthersIsMadeAgain() {
  const QString path = file("cleaned.wright");
  run("add.box");
  saveTo(path);
  QVERIFY(QFile::remove(file(".cleaned.wright.open")));
  QTRY_VERIFY_WITH_TIMEOUT(isHeld(path), 10000);
  QVERIFY(hold(path) == nullptr);
}

void TestOtherPrograms::whoIsSecondCanLook() {
  const QString path = made("looked.wright");
  QTRY_VERIFY(!isHeld(path));
  Held other = hold(path);
  QVERIFY(other);
  // In the language with the longest words.
  QTranslator german;
  QVERIFY(german.load(QStringLiteral(":/translations/worldwright_de")));
  QVERIFY(QCoreApplication::installTranslator(&german));
  window_->document().open(path);
  answer(OtherPrograms::tr("Look at it only"));
  QCoreApplication::removeTranslator(&german);
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().savedFile().state().read_only, 20000);
  QCOMPARE(window_->document().path(), path);
  QCOMPARE(world()->objectCount(), std::size_t{2});
  QVERIFY2(window_->windowTitle().contains(QStringLiteral("only looked at")), qPrintable(window_->windowTitle()));
  // A save goes elsewhere.
  QVERIFY(window_->document().target().isEmpty());
  QVERIFY(window_->files().whyNotSave().isEmpty());
  const QByteArray before = [&] {
    QFile f(path);
    return f.open(QIODevice::ReadOnly) ? f.readAll() : QByteArray();
  }();
  saveTo(file("looked-copy.wright"));
  QVERIFY(!window_->document().savedFile().state().read_only);
  QFile after(path);
  QVERIFY(after.open(QIODevice::ReadOnly) && after.readAll() == before);
  // When the other one closes it, that is told.
  window_->document().open(path, Document::Leave::kAgreed, {}, Document::How::kToRead);
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().savedFile().state().read_only, 20000);
  other.reset();
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Open it to change it")), 20000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Open it to change it")), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().savedFile().state().read_only && window_->document().path() == path,
                           20000);
  QVERIFY(isHeld(path));
}

void TestOtherPrograms::whoIsSecondCanTakeACopy() {
  const QString path = made("copied.wright");
  QTRY_VERIFY(!isHeld(path));
  const Held other = hold(path);
  window_->document().open(path);
  answer(OtherPrograms::tr("Open a copy"));
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2}, 20000);
  QVERIFY(window_->document().path().isEmpty() && window_->document().isDirty());
}

void TestOtherPrograms::whoIsSecondCanWait() {
  const QString path = made("waited.wright");
  QTRY_VERIFY(!isHeld(path));
  Held other = hold(path);
  window_->document().open(path);
  answer(OtherPrograms::tr("Wait until it is closed"));
  QTest::qWait(700);
  QVERIFY(window_->document().path().isEmpty());
  QVERIFY(window_->document().state() == Document::State::kReading);
  QVERIFY2(isTold(QStringLiteral("when others have closed it")), qPrintable(noticeTexts().join(QLatin1Char('|'))));
  // Work here goes on.
  run("add.sphere");
  run("edit.undo");
  other.reset();
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().path(), path, 20000);
  QVERIFY(!window_->document().savedFile().state().read_only && isHeld(path));
}

void TestOtherPrograms::waitingCanBeCalledOff() {
  const QString path = made("called_off.wright");
  QTRY_VERIFY(!isHeld(path));
  Held other = hold(path);
  window_->document().open(path);
  answer(OtherPrograms::tr("Wait until it is closed"));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(FileDesk::tr("Cancel")), 20000);
  QTest::mouseClick(noticeButton(FileDesk::tr("Cancel")), Qt::LeftButton);
  QTRY_VERIFY(!window_->document().isBusy());
  other.reset();
  QTest::qWait(700);
  QVERIFY(window_->document().path().isEmpty());
  QVERIFY(!isHeld(path));
}

void TestOtherPrograms::nobodySavesOverAnOpenFile() {
  const QString path = made("taken.wright");
  QTRY_VERIFY(!isHeld(path));
  const Held other = hold(path);
  run("add.sphere");
  QSignalSpy failed(&window_->document(), &Document::failed);
  window_->document().save(path);
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QTRY_VERIFY(noticeButton(FileDesk::tr("Save elsewhere...")));
  QVERIFY2(isTold(QStringLiteral("is open in Worldwright")), qPrintable(noticeTexts().join(QLatin1Char('|'))));
  QVERIFY(window_->document().isDirty() && window_->document().path().isEmpty());
}

void TestOtherPrograms::aChangeIsToldAtOnceAndCompared() {
  const QString path = file("changed.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  changeByOthers(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Compare")), 5000);
  QVERIFY(isTold(QStringLiteral("changed.wright was changed by another program")));
  const std::string here = world::contentHash(*world());
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Compare")), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(isTold(QStringLiteral("2 objects are in the file alone")),
                            qPrintable(noticeTexts().join(QLatin1Char('|'))), 20000);
  QVERIFY(isTold(QStringLiteral("here alone")));
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Keep mine")), Qt::LeftButton);
  QCOMPARE(world::contentHash(*world()), here);
  // The next save asks.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 20000);
  QVERIFY(window_->document().isDirty());
  QTRY_VERIFY(window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk")));
  window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))->reject();
  QTRY_VERIFY(!window_->document().isBusy());
}

void TestOtherPrograms::theChangesAreTakenOverItemByItem() {
  const QString path = file("joined.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  const auto mine = world()->objectCount();
  changeByOthers(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Take over...")), 5000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Take over...")), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(window_->comparing().dialog(), 20000);
  auto* list = window_->comparing().dialog()->list();
  // What is only here is nothing that they have taken away.
  QCOMPARE(list->topLevelItemCount(), 2);
  QTest::mouseClick(window_->comparing().dialog()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > mine, 20000);
  QVERIFY(window_->document().isDirty());
  // It was decided about: the save does not ask once more, and what is there now has both.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  QTRY_VERIFY(!window_->document().isBusy());
  run("file.save");
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy() && !window_->document().isDirty(), 20000);
  QCOMPARE(asked.count(), 0);
  // What comes after that is asked about again.
  run("add.box");
  changeByOthers(path, "later");
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(asked.count(), 1, 20000);
  QTRY_VERIFY(window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk")));
  window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))->reject();
  QTRY_VERIFY(!window_->document().isBusy());
}

// Both renamed one thing, and each did something else: nothing of what was done here goes unless somebody says so.
void TestOtherPrograms::whatBothChangedStaysAsItIsHere() {
  const QString path = file("both.wright");
  run("add.box");
  run("add.sphere");
  saveTo(path);
  window_->notifications().closeAll();
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  const auto rename = [&](const char* name) { return session::renameObject(box, name, true); };
  QVERIFY(window_->bridge().commit(QStringLiteral("Rename"), rename("mine")));
  const ObjectId sphere = world()->childNamed(world::kRootObject, "sphere");
  QVERIFY(window_->bridge().commit(QStringLiteral("Delete"), session::deleteObject(sphere, false)));
  changeByOthers(path, "new", rename("yours"));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Take over...")), 5000);
  const std::string before = world::contentHash(*world());
  for (const bool theirs : {false, true}) {
    window_->comparing().takeOver(path);
    QTRY_VERIFY_WITH_TIMEOUT(window_->comparing().dialog(), 20000);
    auto* list = window_->comparing().dialog()->list();
    QCOMPARE(list->topLevelItemCount(), theirs ? 1 : 3);
    QTreeWidgetItem* both = list->topLevelItem(list->topLevelItemCount() - 1);
    QVERIFY2(both->text(1).contains(QStringLiteral("In the file")) && both->text(1).contains(QStringLiteral("yours")),
             qPrintable(both->text(1)));
    QCOMPARE(both->checkState(0), Qt::Unchecked);
    QVERIFY(list->visualItemRect(both).height() >= 2 * list->fontMetrics().lineSpacing());  // a line for each side
    if (theirs) both->setCheckState(0, Qt::Checked);
    QTest::mouseClick(window_->comparing().dialog()->takeButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->comparing().dialog(), 20000);
    QCOMPARE(world()->peek(box)->name, std::string(theirs ? "yours" : "mine"));
    QVERIFY(!world()->childNamed(world::kRootObject, "sphere"));
    QVERIFY(world()->childNamed(world::kRootObject, "new") && world()->childNamed(world::kRootObject, "new_too"));
  }
  run("edit.undo");
  run("edit.undo");
  QCOMPARE(world::contentHash(*world()), before);
}

void TestOtherPrograms::whatWasDecidedIsNotAskedAnyMore() {
  const QString path = file("decided.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  run("add.sphere");
  changeByOthers(path);
  const QString told = QStringLiteral("decided.wright was changed by another program");
  QTRY_VERIFY_WITH_TIMEOUT(isTold(told), 5000);
  run("file.save");
  QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk")), 20000);
  for (QAbstractButton* button : window_->findChild<QMessageBox*>(QStringLiteral("changedOnDisk"))->buttons())
    if (button->text() == QStringLiteral("Save anyway")) QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(!window_->document().isBusy() && !window_->document().isDirty(), 20000);
  QTRY_VERIFY(!isTold(told));
}

void TestOtherPrograms::anotherTimeOfTheFileIsNoChange() {
  const QString path = file("touched.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  QFile touched(path);
  QVERIFY(touched.open(QIODevice::ReadWrite));
  QVERIFY(touched.setFileTime(QDateTime::currentDateTime().addDays(-3), QFileDevice::FileModificationTime));
  touched.close();
  QTest::qWait(1500);
  QVERIFY(!noticeButton(OtherPrograms::tr("Compare")));
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  run("add.sphere");
  saveTo(path);
  QCOMPARE(asked.count(), 0);
}

void TestOtherPrograms::theFileCanBeOpenedAnew() {
  const QString path = file("anew.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  changeByOthers(path);
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Open it anew")), 5000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Open it anew")), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{4}, 20000);
  QVERIFY(!window_->document().isDirty() && isHeld(path));
}

// Who wants theirs does not save over them by the button that is pressed first.
void TestOtherPrograms::openingAnewSavesOverNothing() {
  const QString path = file("kept_theirs.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  changeByOthers(path);
  run("add.sphere");
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Open it anew")), 5000);
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Open it anew")), Qt::LeftButton);
  const auto box = [&] { return window_->findChild<QMessageBox*>(QStringLiteral("unsavedChanges")); };
  QTRY_VERIFY_WITH_TIMEOUT(box() && box()->isVisible(), 20000);
  QVERIFY2(box()->defaultButton()->text().contains(QStringLiteral("copy")), qPrintable(box()->defaultButton()->text()));
  for (QAbstractButton* button : box()->buttons())
    if (button->text().contains(QStringLiteral("without saving"))) {
      QTest::mouseClick(button, Qt::LeftButton);
      break;
    }
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{4}, 20000);
  QVERIFY(!window_->document().isDirty());
}

void TestOtherPrograms::aFileThatIsGoneIsSavedAgain() {
  const QString path = file("gone.wright");
  run("add.box");
  saveTo(path);
  window_->notifications().closeAll();
  QVERIFY(QFile::remove(path));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Save it again")), 5000);
  // What was saved is here alone now.
  QVERIFY(window_->document().isDirty());
  QTest::mouseClick(noticeButton(OtherPrograms::tr("Save it again")), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path), 20000);
  QTRY_VERIFY(!window_->document().isBusy());
  QVERIFY(!window_->document().isDirty());
  // By whatever way it was saved, nothing says any more that it is gone.
  window_->notifications().closeAll();
  QVERIFY(QFile::remove(path));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Save it again")), 10000);
  run("file.save");
  QTRY_VERIFY_WITH_TIMEOUT(QFileInfo::exists(path) && !isTold(QStringLiteral("is no longer there")), 20000);
  // What is offered for a world goes with it: the next one is not saved there.
  QVERIFY(QFile::remove(path));
  QTRY_VERIFY_WITH_TIMEOUT(noticeButton(OtherPrograms::tr("Save it again")), 10000);
  window_->document().reset();
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{1}, 20000);
  QTRY_VERIFY_WITH_TIMEOUT(!noticeButton(OtherPrograms::tr("Save it again")), 5000);
}

void TestOtherPrograms::countsAreInWords() {
  geometry::GeometryStore store;
  const auto with = [&](const world::World& world, const char* name) {
    return world::apply(world,
                        *session::createPrimitive(world::kRootObject, world::kRootEntity, name,
                                                  geometry::Box{{1, 1, 1}}, {}, Pose::identity()),
                        store)
        .value();
  };
  const world::World one = with(world::World(), "a"), two = with(one, "b");
  QCOMPARE(differenceText(one, one), QString());
  QVERIFY(differenceText(one, two).contains(QStringLiteral("here alone")));
  QVERIFY(!differenceText(one, two).contains(QStringLiteral("differ")));
  QVERIFY(differenceText(two, one).contains(QStringLiteral("in the file alone")));
  const ObjectId a = one.childNamed(world::kRootObject, "a");
  const auto moved = world::apply(one, *session::setPose(a, world::kRootObject, Pose::translation(1, 0, 0)), store);
  QVERIFY(moved.ok());
  QVERIFY(differenceText(one, *moved).contains(QStringLiteral("differ")));
  // What is called otherwise is no other thing.
  const auto renamed = world::apply(one, *session::renameObject(a, "z", true), store);
  QVERIFY(renamed.ok());
  QVERIFY(differenceText(one, *renamed).contains(QStringLiteral("differ")));
  QVERIFY2(!differenceText(one, *renamed).contains(QStringLiteral("alone")), qPrintable(differenceText(one, *renamed)));
}

int main(int argc, char** argv) { return runWindowTest<TestOtherPrograms>(argc, argv); }
#include "test_other_programs.moc"
