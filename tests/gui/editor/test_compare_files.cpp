// SPDX-License-Identifier: Apache-2.0
// A file against the open world: what is listed, shown in the view, taken and left.
#include "tests/gui/editor/window_test.h"

#include <QTranslator>

#include "core/session/edit_builders.h"
#include "tests/support/window_manager.h"
#include "ui/panels/compare_dialog.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::editor;

class TestCompareFiles : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void differencesAreListedAndTakenInOneStep();
  void whatIsLeftStays();
  void nothingIsTakenThatNobodyChose();
  void theTickOfAChosenRowIsSeen();
  void theSameWorldIsToldToBeTheSame();
  void aWorldThatChangedMeanwhileIsLookedAtAgain();
  void nothingIsOfferedToTheNextWorld();
  void whatCannotBeReadIsTold();
  void theListEndsWithAWholeRow();
  void bothSidesOfAConflictAreReadWhole();
  void germanIsSpoken();

 private:
  ui::CompareDialog* dialog() { return window_->comparing().dialog(); }
  // Saves two boxes and a cylinder, then changes them here: moved, renamed, deleted.
  void saveAndChange();
  void commit(const session::EditsPtr& edits) { QVERIFY(window_->bridge().commit(QStringLiteral("Change"), edits)); }
  void compare() {
    window_->comparing().compareWith(file_);
    QTRY_VERIFY_WITH_TIMEOUT(dialog() && dialog()->isVisible(), 20000);
  }
  void checkAll() {
    auto* list = dialog()->list();
    for (int i = 0; i < list->topLevelItemCount(); ++i) list->topLevelItem(i)->setCheckState(0, Qt::Checked);
  }
  QTreeWidgetItem* row(const QString& subject) {
    const auto found = dialog()->list()->findItems(subject, Qt::MatchExactly, 0);
    return found.isEmpty() ? nullptr : found.front();
  }

  test::WindowManager manager_;
  QString file_;
  std::string saved_;
};

void TestCompareFiles::saveAndChange() {
  run("add.box");
  run("add.box");
  run("add.cylinder");
  // A name of its own: a file that another window wrote is not overwritten without a question.
  file_ = folder_.filePath(QLatin1String(QTest::currentTestFunction()) + QStringLiteral(".wright"));
  saveTo(file_);
  saved_ = world::contentHash(*world());
  const ObjectId first = world()->childNamed(world::kRootObject, "box");
  const ObjectId second = world()->childNamed(world::kRootObject, "box_2");
  QVERIFY(first && second);
  commit(session::setPose(first, world::kRootObject, Pose::translation(3, 0, 0)));
  commit(session::renameObject(second, "crate", true));
  commit(session::deleteObject(world()->childNamed(world::kRootObject, "cylinder"), false));
}

void TestCompareFiles::differencesAreListedAndTakenInOneStep() {
  saveAndChange();
  const std::string changed = world::contentHash(*world());
  compare();
  QCOMPARE(dialog()->list()->topLevelItemCount(), 3);
  QVERIFY(row(QStringLiteral("box")) && row(QStringLiteral("box"))->text(1).contains(QStringLiteral("mm")));
  QVERIFY(row(QStringLiteral("crate")) && row(QStringLiteral("crate"))->text(1).contains(QStringLiteral("box_2")));
  QVERIFY(row(QStringLiteral("cylinder")));
  // The row that is chosen is selected in the view.
  dialog()->list()->setCurrentItem(row(QStringLiteral("box")));
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{1});
  const auto entries = window_->bridge().session().history().entries.size();
  checkAll();
  QTest::mouseClick(dialog()->takeButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(world::contentHash(*world()), saved_, 20000);
  QTRY_VERIFY(!dialog());
  QCOMPARE(window_->bridge().session().history().entries.size(), entries + 1);
  run("edit.undo");
  QCOMPARE(world::contentHash(*world()), changed);
}

void TestCompareFiles::whatIsLeftStays() {
  saveAndChange();
  compare();
  checkAll();
  row(QStringLiteral("box"))->setCheckState(0, Qt::Unchecked);
  QCOMPARE(dialog()->left().size(), 1);
  QTest::mouseClick(dialog()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->childNamed(world::kRootObject, "cylinder"), 20000);
  const ObjectId first = world()->childNamed(world::kRootObject, "box");
  QCOMPARE(world()->rootT(first).p.x(), 3.0);
  QVERIFY(world()->childNamed(world::kRootObject, "box_2"));
}

// What was declined is not offered as if it were wanted.
void TestCompareFiles::nothingIsTakenThatNobodyChose() {
  saveAndChange();
  compare();
  QCOMPARE(dialog()->left().size(), 3);
  QVERIFY(!dialog()->takeButton()->isEnabled());
  row(QStringLiteral("cylinder"))->setCheckState(0, Qt::Checked);
  QTest::mouseClick(dialog()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(world()->childNamed(world::kRootObject, "cylinder") && !dialog(), 20000);
  compare();
  QCOMPARE(dialog()->left().size(), 2);
  QVERIFY(!dialog()->takeButton()->isEnabled());
  dialog()->close();
}

void TestCompareFiles::theTickOfAChosenRowIsSeen() {
  for (const auto choice : {ui::Theme::Choice::kLight, ui::Theme::Choice::kDark}) {
    ui::Theme::instance().setChoice(choice);
    ui::CompareDialog dialog(QStringLiteral("other.wright"), {{"1", "box", "moved 3 mm", true}}, window_.get());
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    auto* list = dialog.list();
    list->setCurrentItem(list->topLevelItem(0));
    const QRect row = list->visualItemRect(list->topLevelItem(0));
    const auto tick = [&] {
      return list->viewport()->grab().toImage().copy(QRect(row.topLeft(), QSize(20, row.height())));
    };
    const QImage on = tick();
    list->topLevelItem(0)->setCheckState(0, Qt::Unchecked);
    const QImage off = tick();
    double most = 1;
    for (int y = 0; y < on.height(); ++y)
      for (int x = 0; x < on.width(); ++x)
        most = std::max(most, ui::Theme::contrast(on.pixelColor(x, y), off.pixelColor(x, y)));
    QVERIFY2(most > 3, qPrintable(QString::number(most)));
    // Within the box, too: the tick itself.
    const QColor box = on.pixelColor(on.width() / 2, on.height() / 2 - 5);
    double within = 1;
    for (int y = on.height() / 2 - 3; y < on.height() / 2 + 4; ++y)
      for (int x = 6; x < 13; ++x) within = std::max(within, ui::Theme::contrast(on.pixelColor(x, y), box));
    QVERIFY2(within > 3, qPrintable(QString::number(within)));
  }
  ui::Theme::instance().setChoice(ui::Theme::Choice::kSystem);
}

void TestCompareFiles::theSameWorldIsToldToBeTheSame() {
  run("add.box");
  file_ = folder_.filePath(QStringLiteral("same.wright"));
  saveTo(file_);
  window_->comparing().compareWith(file_);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QTest::qWait(100);
  QVERIFY(!dialog());
}

void TestCompareFiles::aWorldThatChangedMeanwhileIsLookedAtAgain() {
  saveAndChange();
  compare();
  commit(session::renameObject(world()->childNamed(world::kRootObject, "box"), "chest", true));
  const std::string before = world::contentHash(*world());
  checkAll();
  QTest::mouseClick(dialog()->takeButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(dialog() && row(QStringLiteral("chest")), 20000);
  QCOMPARE(world::contentHash(*world()), before);
  dialog()->close();
}

// Which all of the file would be new to.
void TestCompareFiles::nothingIsOfferedToTheNextWorld() {
  saveAndChange();
  window_->comparing().compareWith(file_);
  window_->document().reset();
  QTRY_VERIFY(!world()->childNamed(world::kRootObject, "box"));
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QTest::qWait(500);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QTest::qWait(100);
  QVERIFY(!dialog());
}

void TestCompareFiles::whatCannotBeReadIsTold() {
  window_->comparing().compareWith(write(QStringLiteral("noise.wright"), QByteArray(3000, 'x')));
  QTRY_VERIFY_WITH_TIMEOUT(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("could not be compared")),
                           20000);
  QVERIFY(!dialog());
}

void TestCompareFiles::theListEndsWithAWholeRow() {
  std::vector<ui::CompareRow> rows;
  for (int i = 0; i < 40; ++i)
    rows.push_back({QString::number(i), QStringLiteral("box_%1").arg(i), QStringLiteral("moved 3 mm"), true});
  ui::CompareDialog dialog(QStringLiteral("other.wright"), rows, window_.get());
  dialog.show();
  QVERIFY(QTest::qWaitForWindowExposed(&dialog));
  auto* list = dialog.list();
  const QRect first = list->visualItemRect(list->topLevelItem(0));
  QVERIFY2(first.height() >= list->fontMetrics().height() + 6, qPrintable(QString::number(first.height())));
  QTRY_COMPARE(list->viewport()->height() % first.height(), 0);
  QVERIFY(list->columnWidth(0) > list->fontMetrics().horizontalAdvance(QStringLiteral("box_39")));
}

// Long names and all: nothing is cut off, and nothing has to be scrolled to the side.
void TestCompareFiles::bothSidesOfAConflictAreReadWhole() {
  const QString name = QStringLiteral("gripper_finger_").repeated(6);
  const QString words = QStringLiteral(
                            "Here: moved 3.2 mm, 0.4\u00b0; renamed to %1mine\nIn the file: deleted, with "
                            "all that rides on it; renamed to %1yours\nIt would hang on nothing.")
                            .arg(name);
  ui::CompareDialog dialog(QStringLiteral("other.wright"),
                           {{"1", "box", "moved 3 mm", true}, {"2", name, words, false, true}}, window_.get());
  dialog.show();
  QVERIFY(QTest::qWaitForWindowExposed(&dialog));
  auto* list = dialog.list();
  const auto row = [list] { return list->visualItemRect(list->topLevelItem(1)); };
  const auto needed = [&] {
    QString broken = words;
    broken.replace(QLatin1Char('_'), QStringLiteral("_\u200b"));
    return list->fontMetrics().boundingRect(QRect(0, 0, list->columnWidth(1) - 8, 1000), Qt::TextWordWrap, broken);
  };
  QTRY_VERIFY2(row().height() >= needed().height() && needed().height() > 3 * list->fontMetrics().height(),
               qPrintable(QStringLiteral("%1 of %2").arg(row().height()).arg(needed().height())));
  QVERIFY(needed().width() <= list->columnWidth(1));
  QVERIFY(list->columnWidth(1) >= list->viewport()->width() / 2);
  QVERIFY(list->columnWidth(0) + list->columnWidth(1) <= list->viewport()->width());
  QVERIFY(list->topLevelItem(1)->toolTip(0).contains(name) && list->topLevelItem(1)->toolTip(1) == words);
  // The first row is as low as its line.
  QVERIFY(list->visualItemRect(list->topLevelItem(0)).height() < 2 * list->fontMetrics().height());
  const int before = row().height();
  dialog.resize(2 * dialog.width(), dialog.height());
  QTRY_VERIFY(row().height() < before);
}

void TestCompareFiles::germanIsSpoken() {
  saveAndChange();
  QTranslator german;
  QVERIFY(german.load(QStringLiteral(":/translations/worldwright_de")));
  QVERIFY(QCoreApplication::installTranslator(&german));
  compare();
  const QString words = row(QStringLiteral("box")) ? row(QStringLiteral("box"))->text(1) : QString();
  const QString take = dialog()->takeButton()->text();
  dialog()->close();
  QCoreApplication::removeTranslator(&german);
  QVERIFY2(words.startsWith(QStringLiteral("verschoben um 3")), qPrintable(words));
  QVERIFY2(take.contains(QStringLiteral("übernehmen")), qPrintable(take));
}

int main(int argc, char** argv) { return runWindowTest<TestCompareFiles>(argc, argv); }
#include "test_compare_files.moc"
