// SPDX-License-Identifier: Apache-2.0
// The room that the view has, how panels fold and open, and the workspaces.
#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QToolButton>

#include "app/editor/physics_desk.h"
#include "tests/gui/editor/room_test.h"
#include "ui/panels/joints_panel.h"
#include "ui/widgets/chip.h"

using namespace ww;
using namespace ww::editor;

class TestRoom : public RoomTest {
  Q_OBJECT
 private Q_SLOTS:
  void init() { open(QSize(1280, 800)); }
  void theViewHasMostOfTheWindow_data();
  void theViewHasMostOfTheWindow();
  void allFitsInOneRow_data();
  void allFitsInOneRow();
  void chipsLieInTheView();
  void panelsFoldAndOpenByMouse();
  void panelsFoldAndOpenByKey();
  void aPanelThatFoldsLeavesTheKeysToTheView();
  void whatIsAskedForOpens();
  void physicsSaysThatItIsOn();
  void jointsStandInColumns_data();
  void jointsStandInColumns();
  void whatBlocksAMotionIsRead_data();
  void whatBlocksAMotionIsRead();
  void aWorkspaceHasItsPanels();
  void workspacesAreKeptForTheNextWindow();
  void aWorkspaceChangesNothingElse();
};

// ---- room

void TestRoom::theViewHasMostOfTheWindow_data() {
  QTest::addColumn<QSize>("size");
  QTest::addColumn<double>("least");  // percent
  if (isTwice()) {
    QTest::newRow("1920x1080 at 200 %") << QSize(960, 540) << 50.0;
    return;
  }
  QTest::newRow("1280x800") << QSize(1280, 800) << 55.0;
  QTest::newRow("1920x1080") << QSize(1920, 1080) << 65.0;
}

void TestRoom::theViewHasMostOfTheWindow() {
  QFETCH(QSize, size);
  QFETCH(double, least);
  open(size);
  openSample();
  QTRY_COMPARE(window_->size(), size);
  QTRY_VERIFY2(share() >= least, qPrintable(QString::number(share())));
  qInfo("%d x %d of %d x %d: %.1f %%", view().width(), view().height(), size.width(), size.height(), share());
  QVERIFY(isSeen("scene"));
  // Nothing but panels, the bars and thin edges lie around it.
  int covered = view().width() * view().height();
  for (const QWidget* part :
       std::initializer_list<const QWidget*>{window_->menuBar(), window_->statusBar(), window_->findChild<QToolBar*>()})
    covered += part->width() * part->height();
  for (const QString& id : seen()) covered += dock(qPrintable(id))->width() * dock(qPrintable(id))->height();
  QVERIFY2(covered > 0.97 * size.width() * size.height(), qPrintable(QString::number(covered)));
}

void TestRoom::allFitsInOneRow_data() {
  QTest::addColumn<QSize>("size");
  for (const QSize& size : {QSize(800, 560), QSize(960, 540), QSize(1280, 800), QSize(1920, 1080)})
    if (!isTwice() || size.width() < 1000)
      QTest::newRow(qPrintable(QStringLiteral("%1x%2").arg(size.width()).arg(size.height()))) << size;
}

void TestRoom::allFitsInOneRow() {
  QFETCH(QSize, size);
  open(size);
  QTRY_COMPARE(window_->size(), size);
  const auto* bar = window_->findChild<QToolBar*>();
  QVERIFY2(bar->height() < 44, qPrintable(QString::number(bar->height())));
  QVERIFY(window_->menuBar()->height() < 36 && window_->statusBar()->height() < 36);
  for (const QWidget* row : std::initializer_list<const QWidget*>{bar, window_->menuBar(), window_->statusBar()})
    for (const auto* button : row->findChildren<QAbstractButton*>()) {
      if (!button->isVisible()) continue;
      QVERIFY2(button->visibleRegion().boundingRect() == button->rect(), qPrintable(button->accessibleName()));
      QVERIFY2(button->objectName() != QLatin1String("qt_toolbar_ext_button"), "the tool bar has a second row");
    }
  // All menus, beside the workspaces and the search.
  const auto* menus = window_->menuBar();
  const auto* corner = menus->cornerWidget();
  for (const auto* action : menus->actions()) {
    const QRect at = menus->actionGeometry(const_cast<QAction*>(action));
    QVERIFY2(!at.isEmpty() && at.right() < corner->x(), qPrintable(action->text()));
  }
}

void TestRoom::chipsLieInTheView() {
  openSample();
  int chips = 0;
  for (const auto* chip : window_->findChildren<ui::Chip*>()) {
    if (!chip->isVisible()) continue;
    ++chips;
    const QRect at(chip->mapTo(window_.get(), QPoint()), chip->size());
    QVERIFY2(view().contains(at), qPrintable(chip->text()));
    QCOMPARE(window_->childAt(at.center()), chip);
  }
  QVERIFY(chips >= 2);
  // Between and beside them the view takes the pointer.
  const auto* bar = window_->findChild<QWidget*>(QStringLiteral("viewChips"));
  QVERIFY(!bar->mask().contains(QPoint(bar->width() + 5, 5)));
  QVERIFY(view().bottom() - bar->mapTo(window_.get(), QPoint()).y() < 50);
}

// ---- folding

void TestRoom::panelsFoldAndOpenByMouse() {
  openSample();
  QCOMPARE(seen(), (QStringList{"scene", "properties"}));
  const QRect before = view();
  QTest::mouseClick(tab("motion"), Qt::LeftButton);
  QTRY_VERIFY(isSeen("motion") && tab("motion")->isChecked());
  QVERIFY(view().height() < before.height() - 100 && view().width() == before.width());
  // Another one below takes its place, as high.
  const int height = dock("motion")->height();
  QTest::mouseClick(tab("history"), Qt::LeftButton);
  QTRY_VERIFY(isSeen("history") && !isSeen("motion") && !tab("motion")->isChecked());
  QVERIFY2(std::abs(dock("history")->height() - height) <= 4, qPrintable(QString::number(dock("history")->height())));
  // A second click folds it, and so does the button on it.
  QTest::mouseClick(tab("history"), Qt::LeftButton);
  QTRY_VERIFY(!isSeen("history"));
  QTRY_COMPARE(view(), before);
  const int width = dock("properties")->width();
  QTest::mouseClick(dock("properties")->findChild<QToolButton*>(QStringLiteral("dockFold")), Qt::LeftButton);
  QTRY_VERIFY(!isSeen("properties"));
  QTRY_VERIFY(view().width() > before.width() + width - 10);
  // What was folded stays folded whatever is selected, and comes back as wide.
  window_->selection().select({robot()});
  QTest::qWait(100);
  QVERIFY(!isSeen("properties"));
  QTest::mouseClick(tab("properties"), Qt::LeftButton);
  QTRY_VERIFY(isSeen("properties"));
  QTRY_VERIFY(std::abs(dock("properties")->width() - width) <= 4);
  QTRY_COMPARE(view(), before);
}

void TestRoom::panelsFoldAndOpenByKey() {
  press(Qt::Key_F7);
  QTRY_VERIFY(!isSeen("scene"));
  press(Qt::Key_F4);
  QTRY_VERIFY(!isSeen("properties"));
  press(Qt::Key_5, Qt::AltModifier);
  QTRY_COMPARE(seen(), QStringList{"motion"});
  press(Qt::Key_F9);
  QTRY_VERIFY(seen().isEmpty());
  press(Qt::Key_F9);
  QTRY_COMPARE(seen(), QStringList{"motion"});
  press(Qt::Key_7, Qt::AltModifier);
  QTRY_COMPARE(seen(), QStringList{"problems"});
  press(Qt::Key_F7);
  QTRY_VERIFY(isSeen("scene") && isSeen("problems"));
  // The menu shows what is open.
  window_->actions().refresh();
  QVERIFY(action("panel.scene")->isChecked() && !action("panel.motion")->isChecked());
}

void TestRoom::aPanelThatFoldsLeavesTheKeysToTheView() {
  const auto list = [this](const char* id) {
    return window_->findChild<QDockWidget*>(QLatin1String(id))->findChild<QAbstractItemView*>();
  };
  window_->docks().show(QStringLiteral("problems"));
  list("problems")->setFocus();
  QTRY_VERIFY(list("problems")->hasFocus());
  // By its tab, which takes no keys from the list.
  for (auto* tab : window_->statusBar()->findChildren<QToolButton*>(QStringLiteral("dockTab")))
    if (tab->property("panel").toString() == QStringLiteral("problems")) QTest::mouseClick(tab, Qt::LeftButton);
  QVERIFY(!window_->docks().isOpen(QStringLiteral("problems")));
  QVERIFY2(window_->viewHost().view()->focusProxy()->hasFocus(), qPrintable(QApplication::focusWidget()->objectName()));
  // Another one takes its place.
  window_->docks().show(QStringLiteral("log"));
  list("log")->setFocus();
  window_->docks().show(QStringLiteral("motion"));
  QVERIFY2(window_->viewHost().view()->focusProxy()->hasFocus(), qPrintable(QApplication::focusWidget()->objectName()));
}

void TestRoom::whatIsAskedForOpens() {
  run("add.box");
  run("edit.duplicate");
  const ObjectId box = world()->childNamed(world::kRootObject, "box");
  const auto at = world()->rootT(box);
  for (const ObjectId id : world()->childrenOf(world()->root()))
    QVERIFY(id == box ||
            window_->bridge().commit(QStringLiteral("Move"), session::setPose(id, world::kRootObject, at)));
  ui::Chip* collisions = nullptr;
  for (auto* chip : window_->findChildren<ui::Chip*>())
    if (chip->property("about").toString() == QLatin1String("collisions")) collisions = chip;
  QTRY_VERIFY_WITH_TIMEOUT(collisions->property("kind").toString() == QLatin1String("error"), 20000);
  // What is wrong is counted while the list is folded.
  QTRY_VERIFY2(tab("problems")->text().contains(QLatin1Char('1')), qPrintable(tab("problems")->text()));
  QVERIFY(!isSeen("problems"));
  QTest::mouseClick(collisions, Qt::LeftButton);
  QTRY_VERIFY(isSeen("collisions"));
  press(Qt::Key_F7);
  QTRY_VERIFY(!isSeen("scene"));
  run("edit.find");
  QTRY_VERIFY(isSeen("scene"));
}

// What is seen is not the world then, whatever panels are open.
void TestRoom::physicsSaysThatItIsOn() {
  run("add.box");
  ui::Chip* chip = nullptr;
  for (auto* one : window_->findChildren<ui::Chip*>())
    if (one->property("about").toString() == QLatin1String("physics")) chip = one;
  QVERIFY(chip && !chip->isVisible());
  auto& physics = window_->physics().physics();
  physics.step(5);
  QTRY_VERIFY(chip->isVisible());
  QVERIFY(view().contains(QRect(chip->mapTo(window_.get(), QPoint()), chip->size())));
  QTest::mouseClick(chip, Qt::LeftButton);
  QTRY_VERIFY(isSeen("physics") && tab("physics")->isChecked());
  physics.stop();
  QTRY_VERIFY(!chip->isVisible());
}

// ---- workspaces

static void twoSizes() {
  QTest::addColumn<QSize>("size");
  QTest::newRow("1280 x 800") << QSize(1280, 800);
  QTest::newRow("1920 x 1080") << QSize(1920, 1080);
}

void TestRoom::jointsStandInColumns_data() { twoSizes(); }

// All six are seen at once, to be read down.
void TestRoom::jointsStandInColumns() {
  QFETCH(QSize, size);
  open(size);
  openSample();
  window_->selection().select({robot()});
  window_->docks().show(QStringLiteral("joints"));
  QTRY_VERIFY(isSeen("joints"));
  const auto* panel = window_->findChild<ui::JointsPanel*>();
  QTRY_COMPARE(panel->rows().size(), std::size_t{6});
  QTest::qWait(100);
  const auto at = [&](std::size_t i) { return panel->rows()[i]->mapTo(panel, QPoint()); };
  std::size_t columns = 1;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto* row = panel->rows()[i];
    QVERIFY2(row->visibleRegion().boundingRect() == row->rect(), qPrintable(QString::number(i)));
    QVERIFY(row->width() >= row->minimumSizeHint().width());
    if (i == 0) continue;
    columns += at(i).x() > at(i - 1).x();
    QVERIFY2(at(i).x() > at(i - 1).x() ? at(i).y() == at(0).y() : at(i).y() > at(i - 1).y(), "not to be read down");
  }
  QVERIFY2(columns >= 2, qPrintable(QString::number(columns)));
  // In a narrow one they stand below each other.
  auto* joints = dock("joints");
  joints->setFloating(true);
  joints->resize(440, 500);
  QTRY_VERIFY(at(5).x() == at(0).x() && at(5).y() > at(4).y());
}

void TestRoom::whatBlocksAMotionIsRead_data() { twoSizes(); }

// Without scrolling.
void TestRoom::whatBlocksAMotionIsRead() {
  QFETCH(QSize, size);
  open(size);
  openSample();
  window_->docks().show(QStringLiteral("motion"));
  auto& motion = window_->motion();
  motion.targetBox()->setCurrentIndex(motion.targetBox()->findText(QStringLiteral("behind_fixture")));
  int blocked = 0;
  for (int type = 0; type < motion.choice()->typeBox()->count(); ++type) {
    motion.choice()->typeBox()->setCurrentIndex(type);
    run("motion.plan");
    QTRY_VERIFY_WITH_TIMEOUT(motion.state() != ui::MotionPanel::State::kPlanning, 60000);
    if (motion.state() != ui::MotionPanel::State::kFailed) continue;
    ++blocked;
    QTest::qWait(100);
    const QLabel* report = nullptr;
    for (const auto* label : motion.findChildren<QLabel*>())
      if (label->accessibleName() == ui::MotionCard::tr("Result of planning")) report = label;
    QVERIFY(report);
    const int wanted = report->heightForWidth(report->width());
    const int seen = report->visibleRegion().boundingRect().height();
    QVERIFY2(report->height() >= wanted && seen >= wanted,
             qPrintable(QStringLiteral("%1 of %2: %3").arg(seen).arg(wanted).arg(report->text())));
  }
  QVERIFY(blocked > 0);
  // A plan has its clock again.
  motion.choice()->typeBox()->setCurrentIndex(0);
  run("motion.plan");
  QTRY_COMPARE_WITH_TIMEOUT(motion.state(), ui::MotionPanel::State::kFresh, 60000);
  QVERIFY(motion.clock()->isVisible());
}

void TestRoom::aWorkspaceHasItsPanels() {
  openSample();
  auto* corner = window_->menuBar()->cornerWidget();
  const auto button = [corner](const char* text) {
    for (auto* found : corner->findChildren<QToolButton*>(QStringLiteral("workspace")))
      if (found->isVisible() && found->text() == QLatin1String(text)) return found;
    return static_cast<QToolButton*>(nullptr);
  };
  for (const char* name : {"Layout", "Motion", "Collisions", "Review"}) QVERIFY2(button(name), name);
  QTRY_VERIFY(button("Layout")->isChecked());
  QTest::mouseClick(button("Motion"), Qt::LeftButton);
  QTRY_COMPARE(seen(), (QStringList{"scene", "motion"}));
  QTRY_VERIFY(button("Motion")->isChecked() && !button("Layout")->isChecked());
  press(Qt::Key_3, Qt::AltModifier);
  QTRY_COMPARE(seen(), (QStringList{"scene", "collisions"}));
  QVERIFY(dock("collisions")->height() > 270);  // a list under its buttons
  press(Qt::Key_4, Qt::AltModifier);
  QTRY_COMPARE(seen(), QStringList{"properties"});
  // What is changed in one stays there.
  press(Qt::Key_F4);
  QTRY_VERIFY(seen().isEmpty());
  press(Qt::Key_1, Qt::AltModifier);
  QTRY_COMPARE(seen(), (QStringList{"scene", "properties"}));
  run("workspace.review");
  QTRY_VERIFY(seen().isEmpty());
  run("view.reset-layout");
  QTRY_COMPARE(seen(), QStringList{"properties"});
}

void TestRoom::workspacesAreKeptForTheNextWindow() {
  press(Qt::Key_2, Qt::AltModifier);
  QTRY_VERIFY(isSeen("motion"));
  press(Qt::Key_6, Qt::AltModifier);
  QTRY_VERIFY(isSeen("joints"));
  window_->resizeDocks({dock("scene")}, {320}, Qt::Horizontal);
  QTRY_VERIFY(std::abs(dock("scene")->width() - 320) <= 4);
  press(Qt::Key_4, Qt::AltModifier);
  QTRY_COMPARE(seen(), QStringList{"properties"});
  QVERIFY(window_->close());
  open(QSize(1280, 800), false);
  QTRY_COMPARE(seen(), QStringList{"properties"});
  QVERIFY(action("workspace.review")->isChecked());
  press(Qt::Key_2, Qt::AltModifier);
  QTRY_COMPARE(seen(), (QStringList{"scene", "joints"}));
  QTRY_VERIFY2(std::abs(dock("scene")->width() - 320) <= 4, qPrintable(QString::number(dock("scene")->width())));
  // Those that were never seen are as they are at first.
  press(Qt::Key_3, Qt::AltModifier);
  QTRY_COMPARE(seen(), (QStringList{"scene", "collisions"}));
}

void TestRoom::aWorkspaceChangesNothingElse() {
  openSample();
  run("add.box");
  const auto before = window_->bridge().snapshot();
  const auto selected = window_->selection().nodes();
  const auto entries = window_->bridge().session().history().position;
  const auto camera = window_->viewHost().view()->camera();
  for (const char* id : {"workspace.motion", "workspace.collisions", "workspace.review", "workspace.layout"}) {
    run(id);
    QTest::qWait(100);
    QCOMPARE(window_->bridge().snapshot().revision, before.revision);
    QVERIFY(window_->bridge().snapshot().world == before.world);
    QVERIFY(window_->selection().nodes() == selected);
    QCOMPARE(window_->bridge().session().history().position, entries);
    QVERIFY((window_->viewHost().view()->camera().eye - camera.eye).norm() < 1e-9);
  }
}

int main(int argc, char** argv) { return runWindowTest<TestRoom>(argc, argv); }
#include "test_room.moc"
