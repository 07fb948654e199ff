// SPDX-License-Identifier: Apache-2.0
// What a window keeps for the case of a crash, and what the next one offers of it.
#include <QAbstractItemView>
#include <QDir>
#include <QMessageBox>

#include "app/editor/docks.h"
#include "app/editor/imports_under_way.h"
#include "core/journal/recovery.h"
#include "core/project/project.h"
#include "core/project/view_state.h"
#include "tests/gui/editor/window_test.h"
#include "ui/models/history_model.h"
#include "ui/panels/compare_dialog.h"

using namespace ww;
using namespace ww::editor;

class TestLeftBehind : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void whatWasNotSavedIsRecovered();
  void aFileIsGoneOnWith();
  void itCanWaitAndBeDiscarded();
  void itIsOfferedOnce();
  void aClosedWindowLeavesNothing();
  void theStatusLineTellsWhatIsNotKeptYet();
  void theWelcomePageListsIt();
  void aWorldThatWasNeverSavedHasItsPicture();
  void aFileWithoutAPictureHasOneThen();
  void whatACrashStillHoldsIsOfferedWhenItIsFree();
  void bothAreCompared();
  void aFileThatWasChangedSinceIsToldOnTheCard();
  void aRecoveryThatDidNotEndOffersAnOlderState();
  void anImportThatDidNotEndIsOfferedAgain();

 private:
  std::string root() const { return folder_.filePath(QString::number(round_)).toStdString(); }
  void keep() { window_->journals().keepIn(root()); }
  bool isKept() const { return window_->journals().journal() && window_->journals().journal()->state().synced; }
  std::string hash() { return world::contentHash(*world()); }
  // The program ends without being asked, and is started again.
  void crash() {
    QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
    window_.reset();
    window_ = std::make_unique<MainWindow>(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    keep();
  }
  bool isMarkedSaved() const {
    const ui::HistoryModel& history = window_->docks().history();
    for (int row = 0; row < history.rowCount(); ++row)
      if (history.index(row).data().toString().contains(ui::HistoryModel::tr("  - saved"))) return true;
    return false;
  }
  qsizetype offers() { return noticeTexts().count(JournalDesk::tr("Not saved last time")); }
  std::size_t left() const { return window_->journals().left().size(); }
  QWidget* dialog() const { return window_->findChild<QWidget*>(QStringLiteral("leftDialog")); }
  void click(const char* button) {
    if (!dialog()) window_->journals().showLeft();
    QVERIFY(dialog());
    auto* found = dialog()->findChild<QPushButton*>(QLatin1String(button));
    QVERIFY2(found, button);
    found->click();
  }

  // The world is drawn, and the card of it that is offered after a crash shows that.
  void crashAndLookFor(const QString& name) {
    const auto isDrawn = [this] {
      const auto all = journal::list(project::systemVfs(), root());
      return all.size() == 1 && project::isSmallPng(all.front().tally.about().picture);
    };
    QTRY_VERIFY_WITH_TIMEOUT(isDrawn(), 40000);
    crash();
    QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
    window_->journals().showLeft();
    QVERIFY(dialog());
    const QLabel* picture = nullptr;
    for (const auto* label : dialog()->findChildren<QLabel*>())
      if (label->accessibleName() == LeftList::tr("Picture of %1").arg(name)) picture = label;
    QVERIFY2(picture && picture->isVisible(), "the card has no picture");
    const QImage image = picture->pixmap(Qt::ReturnByValue).toImage();
    QVERIFY(!image.isNull());
    // Something stands there: it is not of one colour.
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) colours.insert(image.pixel(x, y));
    QVERIFY2(colours.size() > 10, qPrintable(QString::number(colours.size())));
  }

  int round_ = 0;
};

void TestLeftBehind::whatWasNotSavedIsRecovered() {
  ++round_;
  keep();
  run("add.box");
  run("add.box");
  run("edit.undo");
  const std::string before = hash();
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QVERIFY(noticeTexts().contains(JournalDesk::tr("Not saved last time")));
  QVERIFY(hash() != before);
  click("leftRecover");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
  QVERIFY(window_->document().isDirty());
  QTRY_COMPARE(left(), std::size_t{0});
  // It goes on where it was, also through another crash.
  QTest::qWait(100);
  run("add.box");
  const std::string later = hash();
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QCOMPARE(window_->journals().left().front().tally.edits(), std::uint64_t{4});
  click("leftRecover");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), later, 20000);
  // Also where no file knows what was before.
  run("edit.undo");
  QTRY_COMPARE(hash(), before);
}

void TestLeftBehind::aFileIsGoneOnWith() {
  ++round_;
  keep();
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("cell.wright"));
  saveTo(file);
  const std::string saved = hash();
  run("add.box");
  const std::string before = hash();
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QCOMPARE(window_->journals().left().front().tally.edits(), std::uint64_t{1});
  click("leftSaved");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), saved, 20000);
  QCOMPARE(left(), std::size_t{1});
  click("leftRecover");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
  QCOMPARE(window_->document().path(), file);
  QVERIFY(window_->document().isDirty());
  QVERIFY2(!isMarkedSaved(), "what was recovered is no file yet");
  // Each edit can be undone as before the crash, and what the file knew behind it.
  run("edit.undo");
  QTRY_COMPARE(hash(), saved);
  run("edit.undo");
  QTRY_COMPARE(hash(), world::contentHash(world::World()));
  run("edit.redo");
  run("edit.redo");
  QTRY_COMPARE(hash(), before);
  // The file is as it was: nothing is asked.
  QSignalSpy asked(&window_->document(), &Document::overwriteAsked);
  saveTo(file);
  QCOMPARE(asked.count(), 0);
  QVERIFY(isMarkedSaved());
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), file.toStdString(), store);
  QVERIFY(loaded.ok());
  QCOMPARE(world::contentHash(loaded->world), before);
}

void TestLeftBehind::itCanWaitAndBeDiscarded() {
  ++round_;
  keep();
  run("add.box");
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  click("leftLater");
  QTRY_COMPARE(left(), std::size_t{0});
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  for (const bool wanted : {false, true}) {
    click("leftDiscard");
    QTRY_VERIFY(window_->findChild<QMessageBox*>(QStringLiteral("discardLeft")));
    auto* question = window_->findChild<QMessageBox*>(QStringLiteral("discardLeft"));
    for (auto* button : question->buttons())
      if ((question->buttonRole(button) == QMessageBox::DestructiveRole) == wanted) button->click();
    QTRY_VERIFY(!window_->findChild<QMessageBox*>(QStringLiteral("discardLeft")));
    QTRY_COMPARE(left(), std::size_t{wanted ? 0U : 1U});
  }
  crash();
  QTest::qWait(500);
  QCOMPARE(left(), std::size_t{0});
}

// However often it is found again; another one that is left is told by itself.
void TestLeftBehind::itIsOfferedOnce() {
  ++round_;
  keep();
  run("add.box");
  saveTo(folder_.filePath(QStringLiteral("once.wright")));
  run("add.box");
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QCOMPARE(offers(), 1);
  QVERIFY(window_->notifications().withdraw(JournalDesk::tr("Not saved last time")));
  const std::string id = window_->journals().left().front().id;
  for (int i = 0; i < 3; ++i) {
    std::optional held(journal::claim(project::systemVfs(), root(), id));
    window_->journals().look();
    QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{0}, 20000);
    held.reset();
    window_->journals().look();
    QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
    QCOMPARE(offers(), 0);
  }
  {
    MainWindow other(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    other.journals().keepIn(root());
    QVERIFY(other.bridge().commit(
        QStringLiteral("make"),
        session::createPrimitive(world::kRootObject, world::kRootEntity, "a", geometry::Box{Vec3(1, 1, 1)},
                                 {0.5f, 0.6f, 0.7f, 1.0f}, Pose())));
    QTRY_VERIFY_WITH_TIMEOUT(other.journals().journal()->state().synced, 20000);
  }
  window_->journals().look();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{2}, 20000);
  QCOMPARE(offers(), 1);
  QVERIFY(noticeTexts().contains(LeftList::tr("Untitled")));
}

void TestLeftBehind::aClosedWindowLeavesNothing() {
  ++round_;
  keep();
  run("add.box");
  saveTo(folder_.filePath(QStringLiteral("closed.wright")));
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  window_->close();
  QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), 20000);
  window_.reset();
  QVERIFY(journal::list(project::systemVfs(), root()).empty());
  QCOMPARE(QDir(QString::fromStdString(root())).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
}

void TestLeftBehind::theStatusLineTellsWhatIsNotKeptYet() {
  ++round_;
  keep();
  const auto mark = [this] {
    for (auto* label : window_->findChildren<QLabel*>())
      if (label->toolTip() == ui::StatusLine::tr("All that was done is kept for the case of a crash"))
        return label->text().isEmpty();
    return false;
  };
  QTRY_VERIFY_WITH_TIMEOUT(isKept() && mark(), 20000);
  run("add.box");
  QTRY_VERIFY_WITH_TIMEOUT(isKept() && mark(), 20000);
  auto* line = window_->findChild<ui::StatusLine*>();
  using Kept = ui::StatusLine::Kept;
  for (const Kept kept : {Kept::kPending, Kept::kFailing}) {
    line->setKept(kept);
    QVERIFY(!mark());
    QStringList texts;
    for (auto* label : line->findChildren<QLabel*>()) texts << label->text();
    QVERIFY(texts.contains(QString(QChar(0x25cf))));
  }
}

void TestLeftBehind::theWelcomePageListsIt() {
  ++round_;
  keep();
  run("add.box");
  const std::string before = hash();
  crash();
  window_->firstContact().showWelcome();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QVERIFY(window_->firstContact().welcome()->findChild<LeftList*>());
  // That is the offer; whoever asks for the page has it again.
  window_->firstContact().endWelcome();
  window_->journals().look();
  QTest::qWait(300);
  QCOMPARE(offers(), 0);
  window_->firstContact().showWelcome();
  auto* list = window_->firstContact().welcome()->findChild<LeftList*>();
  QVERIFY(list && list->isVisible());
  QStringList texts;
  for (auto* label : list->findChildren<QLabel*>()) texts << label->text();
  QVERIFY2(texts.contains(LeftList::tr("Untitled")), qPrintable(texts.join(QLatin1Char('|'))));
  list->findChild<QPushButton*>(QStringLiteral("leftRecover"))->click();
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
  QVERIFY(!window_->firstContact().welcome());
}

void TestLeftBehind::aWorldThatWasNeverSavedHasItsPicture() {
  ++round_;
  keep();
  run("add.box");
  crashAndLookFor(LeftList::tr("Untitled"));
}

// As commands write them.
void TestLeftBehind::aFileWithoutAPictureHasOneThen() {
  ++round_;
  keep();
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("plain.wright"));
  auto& store = window_->bridge().session().store();
  QVERIFY(project::save(project::systemVfs(), file.toStdString(), *world(), store).ok());
  QVERIFY(project::thumbnail(project::systemVfs(), file.toStdString())->empty());
  window_->document().open(file);
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().path(), file, 20000);
  run("add.sphere");
  crashAndLookFor(QStringLiteral("plain.wright"));
}

// A process that ends by a signal holds its files until all of its memory is gone, or written down.
void TestLeftBehind::whatACrashStillHoldsIsOfferedWhenItIsFree() {
  ++round_;
  keep();
  run("add.box");
  const std::string before = hash();
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  const std::string id = window_->journals().journal()->state().id;
  window_.reset();
  auto held = std::make_unique<Result<journal::Claim>>(journal::claim(project::systemVfs(), root(), id));
  QVERIFY(held->ok());
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  keep();
  QTRY_VERIFY_WITH_TIMEOUT(isKept(), 20000);
  QTest::qWait(300);
  QCOMPARE(left(), std::size_t{0});
  held.reset();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  QVERIFY(noticeTexts().contains(JournalDesk::tr("Not saved last time")));
  click("leftRecover");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
}

void TestLeftBehind::bothAreCompared() {
  ++round_;
  keep();
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("compared.wright"));
  saveTo(file);
  run("add.box");
  const std::string before = hash();
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  click("leftCompare");
  QTRY_COMPARE_WITH_TIMEOUT(hash(), before, 20000);
  QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<ui::CompareDialog*>(), 20000);
  const auto* compared = window_->findChild<ui::CompareDialog*>();
  QCOMPARE(compared->list()->topLevelItemCount(), 1);
  QVERIFY(!compared->takeButton()->isEnabled());  // Return takes nothing back
  QCOMPARE(window_->document().path(), file);
  QVERIFY(window_->document().isDirty());
}

void TestLeftBehind::aFileThatWasChangedSinceIsToldOnTheCard() {
  ++round_;
  keep();
  run("add.box");
  const QString file = folder_.filePath(QStringLiteral("changed.wright"));
  saveTo(file);
  run("add.box");
  project::SaveOptions whole;
  whole.whole = true;
  const geometry::GeometryStore none;
  QVERIFY(project::save(project::systemVfs(), file.toStdString(), world::World(), none, whole).ok());
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  window_->journals().showLeft();
  QVERIFY(dialog());
  const auto labels = dialog()->findChildren<QLabel*>();
  QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
    return label->text().contains(QStringLiteral("was changed by another program since"));
  }));
  click("leftLater");
}

void TestLeftBehind::aRecoveryThatDidNotEndOffersAnOlderState() {
  ++round_;
  keep();
  const std::string base = hash();
  run("add.box");
  const std::string before = hash();
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{1}, 20000);
  window_->journals().showLeft();
  QVERIFY(!dialog()->findChild<QPushButton*>(QStringLiteral("leftOlder")));
  dialog()->close();
  QTRY_VERIFY(!dialog());
  // As a program leaves it that ends in the middle of it.
  ui::settings::set(QStringLiteral("journal/recovering"),
                    QStringList{QString::fromStdString(window_->journals().left().front().id)});
  click("leftOlder");
  QTRY_VERIFY_WITH_TIMEOUT(window_->document().isDirty(), 20000);
  QCOMPARE(hash(), base);
  // The edits are there still, and nothing is in the way of trying again.
  QCOMPARE(left(), std::size_t{1});
  window_->journals().showLeft();
  QVERIFY(!dialog()->findChild<QPushButton*>(QStringLiteral("leftOlder")));
  QVERIFY(dialog()->findChild<QPushButton*>(QStringLiteral("leftRecover")));
  QVERIFY(before != base);
}

void TestLeftBehind::anImportThatDidNotEndIsOfferedAgain() {
  ++round_;
  keep();
  const QString file = qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/models/bracket.step");
  const QDir folder(QString::fromStdString(root()) + QStringLiteral(".imports"));
  const auto lists = [&folder] { return folder.entryList({QStringLiteral("*.json")}).size(); };
  const QString told = ImportDesk::tr("An import did not come to an end last time");
  run("add.box");
  window_->openFiles({file});
  QTRY_VERIFY(wizard());
  QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{1}, 20000);
  {
    // Who looks while it is under way gets nothing of it.
    ImportsUnderWay other(nullptr);
    QSignalSpy left(&other, &ImportsUnderWay::left);
    other.keepIn(folder.path());
    other.set({QStringLiteral("second.stl")}, {});
    QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{2}, 20000);
    other.set({}, {});
    QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{1}, 20000);
    QCoreApplication::processEvents();
    QCOMPARE(left.count(), 0);
  }
  crash();
  QTRY_VERIFY_WITH_TIMEOUT(noticeTexts().contains(told), 20000);
  QVERIFY(noticeTexts().contains(QStringLiteral("bracket.step")));
  // Nobody has answered, and the program is killed once more.
  QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{1}, 20000);
  crash();
  QTRY_VERIFY_WITH_TIMEOUT(noticeTexts().contains(told), 20000);
  QPushButton* again = noticeButton(ImportDesk::tr("Import again..."));
  QVERIFY(again);
  QTest::mouseClick(again, Qt::LeftButton);
  QTRY_VERIFY(wizard());
  QCOMPARE(wizard()->file(), file);
  QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{1}, 20000);
  // What was called off is no loss.
  wizard()->reject();
  QTRY_VERIFY(!wizard());
  QTRY_COMPARE_WITH_TIMEOUT(lists(), qsizetype{0}, 20000);
  run("add.box");
  crash();
  QTRY_COMPARE_WITH_TIMEOUT(left(), std::size_t{2}, 20000);
  QVERIFY(!noticeTexts().contains(told));
}

int main(int argc, char** argv) { return runWindowTest<TestLeftBehind>(argc, argv); }

#include "test_left_behind.moc"
