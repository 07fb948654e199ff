// SPDX-License-Identifier: Apache-2.0
// What was done, in the file and in its panel: undo after reopening, branches, checkpoints, copies that tell nothing.
#include <QFileDialog>
#include <QFileInfo>
#include <QScrollBar>
#include <QTimer>
#include <random>

#include "core/project/project.h"
#include "core/session/user_data.h"
#include "tests/gui/editor/window_test.h"
#include "ui/models/history_tree_model.h"
#include "ui/panels/history_panel.h"

using namespace ww;
using namespace ww::editor;

class TestHistoryPanel : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void undoAfterReopening();
  void aBranchIsShownAndReached();
  void theWayToABranchEndsWithItsWorld();
  void aCheckpointIsMadeAndBroughtBack();
  void aCheckpointAloneIsWorthASave();
  void aCopyTellsNothing();
  void thePreferenceKeepsItOutOfTheFile();
  void namesWithoutRoomInTheFileAreTold();
  void whatOthersChangedBeginsAnew();
  void statesHaveTimesAndPictures();
  void theStateOfTheWorldIsInSight();
  void aChosenStateStaysBelowThePointer();
  void theHintInTheNameIsReadWhole();
  void longNamesLeaveTheMarkOfTheFileInSight();

 private:
  ui::HistoryPanel& panel() { return window_->docks().historyPanel(); }
  ui::HistoryTreeModel& states() { return window_->docks().states(); }
  void show() {
    window_->docks().show(QStringLiteral("history"));
    QTRY_VERIFY(panel().isVisible());
    QTest::qWait(50);
  }
  std::string hash() { return world::contentHash(*world()); }
  int rowWith(const QString& text) {
    for (int row = 0; row < states().rowCount(); ++row)
      if (states().index(row).data().toString().contains(text)) return row;
    return -1;
  }
  void pick(int row) {
    QVERIFY(row >= 0);
    auto* list = panel().states();
    list->scrollTo(states().index(row));
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(states().index(row)).center());
    QTRY_COMPARE(list->currentIndex().row(), row);
  }
  void reopen(const QString& path) {
    window_->document().reset();
    QSignalSpy opened(&window_->document(), &Document::opened);
    window_->document().open(path);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
    QTRY_COMPARE(window_->document().path(), path);
  }
  std::size_t rowsIn(const QString& path) {
    const auto rows = project::storedHistory(project::systemVfs(), path.toStdString());
    return rows.ok() ? rows->size() : 9999;
  }
};

void TestHistoryPanel::undoAfterReopening() {
  const std::string empty = hash();
  run("add.box");
  const std::string box = hash();
  run("add.sphere");
  const std::string both = hash();
  const QString path = folder_.filePath(QStringLiteral("kept.wright"));
  saveTo(path);
  reopen(path);
  QCOMPARE(hash(), both);
  QVERIFY(!window_->document().isDirty());
  run("edit.undo");
  QCOMPARE(hash(), box);
  QVERIFY(window_->document().isDirty());
  run("edit.undo");
  QCOMPARE(hash(), empty);
  run("edit.redo");
  run("edit.redo");
  QCOMPARE(hash(), both);
  QVERIFY2(!window_->document().isDirty(), "it is what the file has");
  QCOMPARE(window_->docks().history().rowCount(), 3);
}

void TestHistoryPanel::aBranchIsShownAndReached() {
  run("add.box");
  run("add.sphere");
  const std::string left = hash();
  run("edit.undo");
  run("add.capsule");
  const std::string here = hash();
  show();
  QTRY_COMPARE(states().rowCount(), 4);
  int branch = -1;
  for (int row = 0; row < states().rowCount(); ++row)
    if (states().index(row).data(ui::HistoryTreeModel::kDepthRole).toInt() > 0) branch = row;
  QCOMPARE(branch, 2);  // below the box, which both begin with
  QVERIFY(!states().index(branch).data(ui::HistoryTreeModel::kOnLineRole).toBool());
  QVERIFY(!panel().list()->model()->index(0, 0).data().toString().contains(QStringLiteral("saved")));  // nowhere yet
  const QPoint before = panel().goButton()->mapTo(&panel(), QPoint());
  pick(branch);
  QTRY_VERIFY(panel().goButton()->isEnabled());
  const auto chosen = panel().chosen();
  // It does not move away below the pointer when a picture is shown.
  QTest::qWait(1500);
  QCOMPARE(panel().goButton()->mapTo(&panel(), QPoint()), before);
  QTest::mouseClick(panel().goButton(), Qt::LeftButton);
  QTRY_COMPARE(hash(), left);
  // Rows have changed places; the same state is chosen, and it is where the world is.
  QTest::qWait(50);
  QCOMPARE(panel().chosen(), chosen);
  QVERIFY(!panel().goButton()->isEnabled());
  // The other one is a branch now, and is not lost either, also after the file was closed.
  const QString path = folder_.filePath(QStringLiteral("branches.wright"));
  saveTo(path);
  reopen(path);
  QTRY_COMPARE(states().rowCount(), 4);
  for (int row = 0; row < states().rowCount(); ++row)
    if (states().index(row).data(ui::HistoryTreeModel::kDepthRole).toInt() > 0) branch = row;
  pick(branch);
  QTest::keyClick(panel().states(), Qt::Key_Return);
  QTRY_COMPARE_WITH_TIMEOUT(hash(), here, 20000);
}

// The next one has a state of that number, too.
void TestHistoryPanel::theWayToABranchEndsWithItsWorld() {
  for (const char* id : {"add.box", "add.sphere", "edit.undo", "add.capsule"}) run(id);
  const QString path = folder_.filePath(QStringLiteral("ends.wright"));
  saveTo(path);
  reopen(path);
  show();
  QTRY_COMPARE(states().rowCount(), 4);
  pick(2);
  QSignalSpy opened(&window_->document(), &Document::opened);
  QTest::keyClick(panel().states(), Qt::Key_Return);
  window_->document().reset();
  QTRY_COMPARE(opened.count(), 1);
  for (const char* id : {"add.box", "add.sphere", "add.capsule"}) action(id)->trigger();
  const std::string now = hash();
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 20000);
  QTest::qWait(100);
  QCOMPARE(hash(), now);
}

void TestHistoryPanel::aCheckpointIsMadeAndBroughtBack() {
  run("add.box");
  const std::string box = hash();
  show();
  QVERIFY(!panel().keepButton()->isEnabled());
  panel().name()->setFocus();
  QTest::keyClicks(panel().name(), QStringLiteral("before the welding"));
  QTRY_VERIFY(panel().keepButton()->isEnabled());
  QTest::keyClick(panel().name(), Qt::Key_Return);
  QTRY_VERIFY(rowWith(QStringLiteral("before the welding")) >= 0);
  QVERIFY(panel().name()->text().isEmpty());
  run("add.sphere");
  const std::string both = hash();
  // The same name twice is refused in words.
  QTest::keyClicks(panel().name(), QStringLiteral("before the welding"));
  QTest::mouseClick(panel().keepButton(), Qt::LeftButton);
  QTRY_VERIFY2(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("There is a checkpoint")),
               qPrintable(noticeTexts().join(QLatin1Char('|'))));
  panel().name()->clear();
  pick(rowWith(QStringLiteral("before the welding")));
  QTest::mouseClick(panel().backButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(hash(), box, 20000);
  window_->actions().refresh();
  QVERIFY2(action("edit.undo")->text().contains(QStringLiteral("before the welding")),
           qPrintable(action("edit.undo")->text()));
  // One step.
  run("edit.undo");
  QCOMPARE(hash(), both);
  // Its name can be forgotten.
  pick(rowWith(QStringLiteral("before the welding: ")));
  QTRY_VERIFY(panel().forgetButton()->isEnabled());
  QTest::mouseClick(panel().forgetButton(), Qt::LeftButton);
  QTRY_COMPARE(rowWith(QStringLiteral("before the welding: ")), -1);
}

void TestHistoryPanel::aCheckpointAloneIsWorthASave() {
  run("add.box");
  const QString path = folder_.filePath(QStringLiteral("named.wright"));
  saveTo(path);
  show();
  window_->actions().refresh();
  QVERIFY(!action("file.save")->isEnabled());
  QTest::keyClicks(panel().name(), QStringLiteral("delivered"));
  QTest::mouseClick(panel().keepButton(), Qt::LeftButton);
  QVERIFY(!window_->document().isDirty());
  QTRY_VERIFY((window_->actions().refresh(), action("file.save")->isEnabled()));
  QVERIFY2(window_->isWindowModified(), "the name is in no file yet");
  QSignalSpy saved(&window_->document(), &Document::saved);
  run("file.save");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QTRY_VERIFY(!window_->isWindowModified());
  reopen(path);
  QTRY_VERIFY(rowWith(QStringLiteral("delivered")) >= 0);
}

void TestHistoryPanel::aCopyTellsNothing() {
  run("add.box");
  run("add.sphere");
  run("edit.undo");
  const QString path = folder_.filePath(QStringLiteral("with.wright")),
                copy = folder_.filePath(QStringLiteral("without.wright"));
  saveTo(path);
  QVERIFY(rowsIn(path) > 2);
  run("add.capsule");
  QSignalSpy saved(&window_->document(), &Document::saved);
  auto* look = new QTimer(window_.get());
  connect(look, &QTimer::timeout, look, [this, look, copy] {
    auto* dialog = window_->findChild<QFileDialog*>();
    if (!dialog || !dialog->isVisible()) return;
    look->deleteLater();
    dialog->setDirectory(QFileInfo(copy).path());
    if (auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
      name->setText(QFileInfo(copy).fileName());
    QMetaObject::invokeMethod(dialog, "accept");
  });
  look->start(50);
  run("file.save-copy");
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QCOMPARE(rowsIn(copy), std::size_t{0});
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), copy.toStdString(), store);
  QVERIFY(loaded.ok());
  QCOMPARE(world::contentHash(loaded->world), hash());
  QFile bytes(copy);
  QVERIFY(bytes.open(QIODevice::ReadOnly) && !bytes.readAll().contains("sphere"));
  // The file of the window is another one still.
  QCOMPARE(window_->document().path(), path);
  QVERIFY(window_->document().isDirty());
}

void TestHistoryPanel::thePreferenceKeepsItOutOfTheFile() {
  ui::PreferenceValues values = ui::Preferences::instance().values();
  values.history_megabytes = 0;
  ui::Preferences::instance().set(values);
  run("add.box");
  const QString path = folder_.filePath(QStringLiteral("none.wright"));
  saveTo(path);
  QCOMPARE(rowsIn(path), std::size_t{0});
  values.history_megabytes = 8;
  ui::Preferences::instance().set(values);
  run("add.sphere");
  saveTo(path);
  QVERIFY(rowsIn(path) > 1);
  values.history_megabytes = 0;
  ui::Preferences::instance().set(values);
  run("add.capsule");
  saveTo(path);
  QCOMPARE(rowsIn(path), std::size_t{0});
}

// Named states outlast all others, but not a bound that is smaller than they are.
void TestHistoryPanel::namesWithoutRoomInTheFileAreTold() {
  const ui::PreferenceValues before = ui::Preferences::instance().values();
  const auto restored = qScopeGuard([&] { ui::Preferences::instance().set(before); });
  ui::PreferenceValues values = before;
  values.history_megabytes = 1;
  ui::Preferences::instance().set(values);
  run("add.box");
  const auto tree = window_->document().keeping().history;
  const ObjectId box = world()->childrenOf(*world()->peek(world::kRootObject)).back();
  std::mt19937 random(3);
  for (int i = 0; i < 4; ++i) {
    std::string text(900'000, ' ');
    for (char& c : text) c = static_cast<char>('!' + random() % 90);
    session::CommitRequest request;
    request.label = "Write";
    request.edits = session::setUserText(box, "note", text);
    QVERIFY(window_->bridge().session().commit(request).ok());
    QVERIFY(tree->setCheckpoint(tree->view().current, "name " + std::to_string(i)).ok());
  }
  const auto told = [&] {
    int count = 0;
    for (const auto* label : window_->notifications().findChildren<QLabel*>())
      count += label->text().contains(QStringLiteral("no room left for the named states")) ? 1 : 0;
    return count;
  };
  // Nor one that keeps nothing at all.
  values.history_megabytes = 0;
  ui::Preferences::instance().set(values);
  saveTo(folder_.filePath(QStringLiteral("no names.wright")));
  QTRY_COMPARE(told(), 1);
  window_->notifications().closeAll();
  values.history_megabytes = 1;
  ui::Preferences::instance().set(values);
  run("add.capsule");
  const QString path = folder_.filePath(QStringLiteral("names.wright"));
  saveTo(path);
  QTRY_COMPARE(told(), 1);
  // Once: another save of the same tells nothing new.
  window_->notifications().closeAll();
  run("add.sphere");
  saveTo(path);
  QTest::qWait(200);
  QCOMPARE(told(), 0);
}

void TestHistoryPanel::whatOthersChangedBeginsAnew() {
  run("add.box");
  const QString path = folder_.filePath(QStringLiteral("stale.wright"));
  saveTo(path);
  window_->document().reset();
  QTRY_VERIFY(!project::holderOf(path.toStdString()));
  // A program that knows nothing of it.
  geometry::GeometryStore store;
  const auto loaded = project::load(project::systemVfs(), path.toStdString(), store);
  QVERIFY(loaded.ok());
  const auto next = world::apply(loaded->world,
                                 *session::createPrimitive(world::kRootObject, world::kRootEntity, "theirs",
                                                           geometry::Box{{1, 1, 1}}, {}, Pose::identity()),
                                 store);
  QVERIFY(next.ok() && project::save(project::systemVfs(), path.toStdString(), *next, store).ok());
  QVERIFY(rowsIn(path) > 1);
  window_->notifications().closeAll();
  reopen(path);
  QCOMPARE(world()->objectCount(), std::size_t{3});
  QVERIFY(!window_->bridge().session().canUndo());
  QTRY_VERIFY2(noticeTexts().join(QLatin1Char(' ')).contains(QStringLiteral("does not keep its history")),
               qPrintable(noticeTexts().join(QLatin1Char('|'))));
}

void TestHistoryPanel::statesHaveTimesAndPictures() {
  run("add.box");
  run("add.sphere");
  show();
  QTRY_COMPARE(states().rowCount(), 3);
  const QString year = QString::number(QDate::currentDate().year() % 100);
  for (int row = 1; row < 3; ++row)
    QVERIFY2(states().index(row).data().toString().contains(year), qPrintable(states().index(row).data().toString()));
  const auto has_picture = [this](int row) {
    return !states().index(row).data(ui::HistoryTreeModel::kPictureRole).value<QPixmap>().isNull();
  };
  // What is seen gets its picture by itself; of the empty start there is none.
  QTRY_VERIFY_WITH_TIMEOUT(has_picture(1) && has_picture(2), 20000);
  QVERIFY(!has_picture(0));
  pick(1);
  auto* shown = panel().findChild<QLabel*>(QStringLiteral("historyPicture"));
  QTRY_VERIFY(shown && shown->isVisible());
}

void TestHistoryPanel::theHintInTheNameIsReadWhole() {
  show();
  auto* name = panel().name();
  QTRY_VERIFY(name->isVisible());
  constexpr int kFrame = 4;  // what the style draws around the text, both sides
  const int text = name->fontMetrics().horizontalAdvance(name->placeholderText());
  QVERIFY2(text + kFrame <= name->width(),
           qPrintable(QStringLiteral("%1 of %2").arg(name->width()).arg(text + kFrame)));
}

void TestHistoryPanel::theStateOfTheWorldIsInSight() {
  for (int i = 0; i < 12; ++i) run("add.box");
  show();
  const auto is_seen = [this] {
    const QRect row = panel().states()->visualRect(states().index(states().currentRow()));
    return panel().states()->viewport()->rect().contains(row.center());
  };
  QTRY_VERIFY(is_seen());
  run("add.sphere");
  QTRY_VERIFY(is_seen());
}

// Branches that were left below it stand above it as soon as the world is there.
void TestHistoryPanel::aChosenStateStaysBelowThePointer() {
  std::string there;
  for (int i = 1; i <= 12; ++i) {
    run("add.box");
    if (i == 10) there = hash();
  }
  for (int i = 0; i < 10; ++i) run("edit.undo");
  for (int i = 0; i < 5; ++i) {
    run("add.sphere");
    run("edit.undo");
  }
  show();
  QTRY_COMPARE(states().rowCount(), 13 + 5);
  auto* list = panel().states();
  QTRY_VERIFY(list->verticalScrollBar()->maximum() > 5);
  const auto place = [&] { return list->visualRect(list->currentIndex()).top(); };
  // With room above and below it, so that it can stay.
  const auto look = [&](int row) {
    pick(row);
    list->scrollTo(states().index(row), QAbstractItemView::PositionAtBottom);
    QTest::qWait(50);
  };
  // The tenth box: of the first branch, above the spheres.
  QCOMPARE(states().index(10).data(ui::HistoryTreeModel::kDepthRole).toInt(), 1);
  look(10);
  const int before = place();
  QTest::mouseClick(panel().goButton(), Qt::LeftButton);
  QTRY_COMPARE_WITH_TIMEOUT(hash(), there, 20000);
  QTRY_COMPARE(list->currentIndex().row(), 10 + 5);
  QTest::qWait(50);
  QCOMPARE(place(), before);
  // Others go elsewhere while a state is looked at.
  look(4);
  const int looked = place();
  const auto state = panel().chosen();
  const auto tree = window_->document().keeping().history;
  for (const char* branch : {"sphere", "box"}) {
    const auto nodes = tree->view().nodes;
    const auto last = std::find_if(nodes.rbegin(), nodes.rend(), [&](const auto& node) {
      return plain(node->label).find(branch) != std::string::npos;
    });
    QVERIFY(last != nodes.rend() && tree->goTo((*last)->id).ok());
    QTest::qWait(100);
    QCOMPARE(panel().chosen(), state);
    QCOMPARE(place(), looked);
  }
}

// Nothing has to be scrolled to the side to see which step the file has.
void TestHistoryPanel::longNamesLeaveTheMarkOfTheFileInSight() {
  run("add.box");
  const std::string name = "container_for_parts_of_the_second_shift_to_the_left_of_the_conveyor_beside_the_robot";
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  QVERIFY(window_->bridge().commit(QStringLiteral("Rename box to ") + QString::fromStdString(name),
                                   session::renameObject(box, name, true)));
  saveTo(folder_.filePath(QStringLiteral("long.wright")));
  show();
  auto* list = panel().list();
  QTRY_VERIFY(list->model()->index(2, 0).data().toString().contains(QStringLiteral("saved")));
  for (auto* one : {panel().list(), panel().states()}) {
    QTRY_COMPARE(one->horizontalScrollBar()->maximum(), 0);
    for (int row = 0; row < one->model()->rowCount(); ++row)
      QVERIFY(one->visualRect(one->model()->index(row, 0)).right() <= one->viewport()->width());
  }
  QCOMPARE(list->textElideMode(), Qt::ElideMiddle);
  QVERIFY(list->model()->index(2, 0).data(Qt::ToolTipRole).toString().contains(QString::fromStdString(name)));
}

int main(int argc, char** argv) { return runWindowTest<TestHistoryPanel>(argc, argv); }
#include "test_history_panel.moc"
