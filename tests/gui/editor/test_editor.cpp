// SPDX-License-Identifier: Apache-2.0
// The window, driven by action ids and through its widgets.
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QProcess>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeView>

#include "app/editor/main_window.h"
#include "resources/samples/samples.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/theme.h"

using namespace ww;
using namespace ww::editor;

class TestEditor : public QObject {
  Q_OBJECT
 public:
  explicit TestEditor(ui::Watchdog& dog) : dog_(dog) {}

 private Q_SLOTS:
  void initTestCase();
  void init();
  void cleanup();
  void everyActionIsSpokenFor();
  void everyWidgetHasAName();
  void disabledActionsSayWhy();
  void objectsAreAddedMovedRenamedAndUndone();
  void aTypedPoseIsOneStep();
  void undoReachesTheWorldFromANumberField();
  void aClickInTheTreeSelectsThatRowAlone();
  void joggingIsOneStep();
  void theCommandSearchFindsAndRuns();
  void aWorldIsSavedAndOpenedAgain();
  void aMissingFileIsReportedAndNothingIsLost();
  void theSampleCellIsPlannedAndPlayed();
  void aFolderOfManyFilesIsListedInShortTurns();
  void themeAndLanguageAreComplete();

 private:
  QAction* action(const char* id) { return window_->actions().action(QLatin1String(id)); }
  void run(const char* id);
  world::WorldPtr world() { return window_->bridge().snapshot().world; }
  void shot(const char* name);

  ui::Watchdog& dog_;
  std::unique_ptr<MainWindow> window_;
  QTemporaryDir folder_;
};

void TestEditor::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QSettings().clear();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
}

void TestEditor::init() {
  ui::Watchdog::Pause making(&dog_);
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  window_->resize(1280, 800);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  QTest::qWait(200);
  dog_.setFrameSource([view = window_->viewHost().view()] { return ui::ViewProbe(*view).frameTotals(); });
}

void TestEditor::cleanup() {
  ui::Watchdog::Pause unmaking(&dog_);
  dog_.setFrameSource({});
  window_.reset();
}

void TestEditor::run(const char* id) {
  QAction* a = action(id);
  QVERIFY2(a, id);
  window_->actions().refresh();
  QVERIFY2(a->isEnabled(), qPrintable(window_->actions().whyNot(QLatin1String(id))));
  a->trigger();
  QTest::qWait(30);
}

void TestEditor::shot(const char* name) {
  const QString to = qEnvironmentVariable("WW_SHOTS");
  if (to.isEmpty()) return;
  QTest::qWait(400);
  QDir().mkpath(to);
  window_->screen()
      ->grabWindow(0, window_->x(), window_->y(), window_->width(), window_->height())
      .save(to + QLatin1Char('/') + QLatin1String(name) + QStringLiteral(".png"));
}

void TestEditor::everyActionIsSpokenFor() {
  QSet<QString> ids, keys;
  window_->actions().refresh();
  for (const auto& row : window_->actions().rows()) {
    QVERIFY2(!ids.contains(row.id), qPrintable(row.id));
    ids.insert(row.id);
    QVERIFY2(!row.text.isEmpty() && !row.tip.isEmpty() && row.run, qPrintable(row.id));
    QVERIFY2(!action(qPrintable(row.id))->toolTip().isEmpty(), qPrintable(row.id));
    for (const auto& key : row.keys) {
      const QString text = key.toString();
      QVERIFY2(!keys.contains(text), qPrintable(row.id + QStringLiteral(" shares ") + text));
      keys.insert(text);
    }
  }
  QVERIFY(ids.size() > 40);
  // What menus show is in the table, or opens a menu, or is made as needed.
  for (auto* menu : window_->findChildren<QMenu*>())
    for (auto* a : menu->actions()) QVERIFY2(a->isSeparator() || !a->text().isEmpty(), qPrintable(menu->title()));
}

void TestEditor::everyWidgetHasAName() {
  run("add.box");
  QTest::qWait(100);
  QStringList nameless;
  for (auto* widget : window_->findChildren<QWidget*>()) {
    const bool input = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QLineEdit*>(widget) ||
                       qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
                       qobject_cast<QAbstractItemView*>(widget);
    const bool inner = widget->objectName().startsWith(QLatin1String("qt_")) || qobject_cast<QScrollBar*>(widget) ||
                       widget->inherits("QLineEditIconButton") || widget->inherits("QHeaderView") ||
                       widget->inherits("QComboBoxListView") || widget->inherits("QTableCornerButton") ||
                       widget->inherits("QComboBoxPrivateContainer") || widget->inherits("QDockWidgetTitleButton") ||
                       widget->inherits("QToolBarExtension") || widget->inherits("CloseButton");
    if (!input || inner) continue;
    auto* button = qobject_cast<QAbstractButton*>(widget);
    const QString name = !widget->accessibleName().isEmpty() ? widget->accessibleName()
                         : button                            ? button->text()
                                                             : QString();
    // A button in a tab bar scrolls it; it is Qt's own.
    if (name.isEmpty() && !qobject_cast<QTabBar*>(widget->parentWidget()))
      nameless << QStringLiteral("%1 '%2' in %3")
                      .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                           QLatin1String(widget->parentWidget() ? widget->parentWidget()->metaObject()->className()
                                                                : ""));
  }
  QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
}

void TestEditor::disabledActionsSayWhy() {
  window_->actions().refresh();
  int off = 0;
  for (const auto& row : window_->actions().rows()) {
    QAction* a = window_->actions().action(row.id);
    if (a->isEnabled()) continue;
    ++off;
    const QString why = window_->actions().whyNot(row.id);
    QVERIFY2(!why.isEmpty(), qPrintable(row.id));
    QVERIFY2(a->toolTip().contains(why) && a->statusTip() == why, qPrintable(row.id));
  }
  QVERIFY(off >= 8);
}

void TestEditor::objectsAreAddedMovedRenamedAndUndone() {
  const std::string empty = world::contentHash(*world());
  run("add.cylinder");
  run("add.frame");
  QCOMPARE(world()->objectCount(), std::size_t{2});
  QCOMPARE(world()->frameCount(), std::size_t{1});
  run("edit.select-all");
  run("edit.duplicate");
  QCOMPARE(world()->objectCount(), std::size_t{3});
  QVERIFY(window_->isWindowModified());
  auto* name = window_->findChild<ui::PropertiesPanel*>()->nameEdit();
  name->selectAll();
  QTest::keyClicks(name, QStringLiteral("second"));
  QTest::keyClick(name, Qt::Key_Return);
  QTRY_VERIFY(world()->childNamed(world::kRootObject, "second"));
  run("edit.delete");
  QVERIFY(!world()->childNamed(world::kRootObject, "second"));
  while (window_->bridge().session().canUndo()) run("edit.undo");
  QCOMPARE(world::contentHash(*world()), empty);
  QVERIFY(!window_->isWindowModified());
}

void TestEditor::aTypedPoseIsOneStep() {
  run("add.box");
  const auto before = window_->bridge().session().history().entries.size();
  auto* pose = window_->findChild<ui::PropertiesPanel*>()->poseEditor();
  auto* x = pose->positionField(0)->edit();
  x->setFocus();
  x->selectAll();
  QTest::keyClicks(x, QStringLiteral("1in + 24.6mm"));
  QTest::keyClick(x, Qt::Key_Return);
  QTRY_COMPARE(window_->bridge().session().history().entries.size(), before + 1);
  const auto box = world()->childNamed(world::kRootObject, "box");
  QVERIFY(std::abs(world()->rootT(box).p.x() - 0.05) < 1e-12);
}

void TestEditor::undoReachesTheWorldFromANumberField() {
  run("add.box");
  const std::string before = world::contentHash(*world());
  auto* x = window_->findChild<ui::PropertiesPanel*>()->poseEditor()->positionField(0)->edit();
  x->setFocus();
  x->selectAll();
  QTest::keyClicks(x, QStringLiteral("70"));
  QTest::keyClick(x, Qt::Key_Return);
  QTRY_VERIFY(world::contentHash(*world()) != before);
  window_->activateWindow();
  QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  x->setFocus();
  QTest::keyClick(x, Qt::Key_Z, Qt::ControlModifier);
  QTRY_COMPARE(world::contentHash(*world()), before);
}

void TestEditor::aClickInTheTreeSelectsThatRowAlone() {
  run("add.box");
  run("add.cylinder");
  run("edit.select-all");
  auto* tree = window_->findChild<QTreeView*>();
  QTRY_COMPARE(tree->selectionModel()->selectedRows().size(), 2);
  const QModelIndex row = tree->selectionModel()->selectedRows().first();
  QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, tree->visualRect(row).center());
  QTest::qWait(QApplication::doubleClickInterval() + 200);
  QCOMPARE(tree->selectionModel()->selectedRows(), QModelIndexList{row});
  QVERIFY2(!tree->findChild<QLineEdit*>(), "a click must not rename");
  run("edit.delete");
  QCOMPARE(world()->objectCount(), std::size_t{2});
}

void TestEditor::joggingIsOneStep() {
  window_->addSampleObject(QStringLiteral("arm6"));
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2}, 20000);
  QTest::qWait(100);
  auto* joints = window_->findChild<ui::JointsPanel*>();
  QTRY_COMPARE(joints->rows().size(), std::size_t{6});
  const auto before = window_->bridge().session().history().entries.size();
  auto* slider = joints->rows()[0]->slider();
  slider->setSliderDown(true);
  const int at = slider->value();
  for (int i = 1; i <= 20; ++i) {
    slider->setValue(at + i * 20);
    QTest::qWait(2);
  }
  slider->setSliderDown(false);
  QTRY_COMPARE(window_->bridge().session().history().entries.size(), before + 1);
  QVERIFY(std::abs(world()->object(joints->object())->jointPositions()[0] - joints->rows()[0]->value()) < 1e-12);
  shot("jog");
}

void TestEditor::theCommandSearchFindsAndRuns() {
  run("edit.commands");
  auto* palette = window_->findChild<ui::CommandPalette*>();
  QVERIFY(palette->isVisible());
  QCOMPARE(palette->list()->count(), static_cast<int>(window_->actions().rows().size()) - 1);
  QTest::keyClicks(palette->edit(), QStringLiteral("sphere"));
  shot("command-search");
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  QVERIFY(!palette->isVisible());
}

void TestEditor::aWorldIsSavedAndOpenedAgain() {
  const QString file = folder_.filePath(QStringLiteral("a.wright"));
  run("add.box");
  run("add.frame");
  const std::string hash = world::contentHash(*world());
  QSignalSpy saved(&window_->document(), &Document::saved);
  window_->document().save(file);
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  QVERIFY(!window_->isWindowModified());
  QVERIFY(!window_->actions().whyNot(QStringLiteral("file.save")).isEmpty());
  run("edit.undo");
  QVERIFY(window_->isWindowModified());
  run("edit.redo");
  QVERIFY(!window_->isWindowModified());
  window_->files().newWorld();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  window_->openFiles({file});
  QTRY_COMPARE_WITH_TIMEOUT(world()->objectCount(), std::size_t{2}, 20000);
  QCOMPARE(world::contentHash(*world()), hash);
  QVERIFY(RecentFiles::list().contains(file));
}

void TestEditor::aMissingFileIsReportedAndNothingIsLost() {
  run("add.box");
  const std::string hash = world::contentHash(*world());
  window_->document().open(folder_.filePath(QStringLiteral("missing.wright")));
  QTRY_COMPARE_WITH_TIMEOUT(window_->notifications().count(), 1, 10000);
  QCOMPARE(world::contentHash(*world()), hash);
  bool told = false;
  for (int i = 0; i < window_->log().rowCount(); ++i)
    told = told || window_->log().index(i).data().toString().contains(QStringLiteral("missing.wright"));
  QVERIFY(told);
  shot("notification");
}

void TestEditor::theSampleCellIsPlannedAndPlayed() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  QTest::qWait(500);
  dog_.reset();
  auto& motion = window_->motion();
  QVERIFY2(motion.whyNotPlan().isEmpty(), qPrintable(motion.whyNotPlan()));
  int pick = -1;
  for (int i = 0; i < motion.targetBox()->count(); ++i)
    if (motion.targetBox()->itemText(i).endsWith(QStringLiteral("pick"))) pick = i;
  QVERIFY(pick >= 0);
  motion.targetBox()->setCurrentIndex(pick);
  run("motion.plan");
  QTRY_VERIFY_WITH_TIMEOUT(
      motion.state() == ui::MotionPanel::State::kFresh || motion.state() == ui::MotionPanel::State::kFailed, 60000);
  QVERIFY2(motion.state() == ui::MotionPanel::State::kFresh, qPrintable(motion.reportText()));
  shot("planned");
  motion.timeline()->setValue(motion.timeline()->maximum() / 2);
  QVERIFY(motion.seconds() > 0);
  shot("scrubbed");
  const double from = motion.seconds();
  run("motion.play");  // which may be at its end at once where the machine is busy
  QTRY_VERIFY(motion.seconds() > from);
  run("motion.stop");
  QVERIFY(!motion.isPlaying());
  // The preview has left the world alone, a rename keeps the plan fresh, a move makes it stale.
  const auto robot = motion.currentPlan()->target.robot;
  QVERIFY(world()->object(robot)->jointPositions() == motion.currentPlan()->target.start);
  run("edit.select-all");
  run("add.box");
  QTRY_VERIFY(motion.state() == ui::MotionPanel::State::kStale);
  shot("stale");
  qInfo("watchdog: %s", qPrintable(dog_.summary()));
  // By the thread's own time: on a busy machine a frame waits for the threads that draw it.
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
}

void TestEditor::aFolderOfManyFilesIsListedInShortTurns() {
  const QTemporaryDir folder;
  constexpr int kFiles = 3000;
  for (int i = 0; i < kFiles; ++i) {
    QFile file(folder.filePath(QStringLiteral("%1.wright").arg(i)));
    QVERIFY(file.open(QIODevice::WriteOnly));
  }
  dog_.reset();
  int listed = 0;
  QTimer look;
  connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = window_->findChild<QFileDialog*>();
    const auto* list = dialog ? dialog->findChild<QListView*>(QStringLiteral("listView")) : nullptr;
    if (!list) return;
    listed = list->model()->rowCount(list->rootIndex());
    if (listed >= kFiles) dialog->reject();
  });
  look.start(50);
  QVERIFY(ui::askForFile(window_.get(), {QStringLiteral("Open"), folder.path(), QStringLiteral("Worlds (*.wright)")})
              .isEmpty());
  QCOMPARE(listed, kFiles);
  qInfo("watchdog: %s", qPrintable(dog_.summary()));
  QVERIFY2(dog_.worstOutsideFrameMs() < ui::Watchdog::Limits().cpu_outside_frame_ms, qPrintable(dog_.summary()));
}

void TestEditor::themeAndLanguageAreComplete() {
  run("add.box");
  run("view.theme-dark");
  QVERIFY(ui::Theme::instance().isDark());
  shot("dark");
  run("view.theme-light");
  QFile file(qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/translations/worldwright_de.ts"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QString text = QString::fromUtf8(file.readAll());
  QVERIFY(!text.contains(QStringLiteral("type=\"unfinished\"")));
  QVERIFY(text.count(QStringLiteral("<message")) > 250);
  // lupdate finds nothing that the file does not have.
  QTemporaryDir copy;
  const QString ts = copy.filePath(QStringLiteral("worldwright_de.ts"));
  QVERIFY(file.copy(ts));
  const QString source = qEnvironmentVariable("WW_SOURCE_DIR");
  QProcess lupdate;
  lupdate.start(
      QStringLiteral("/usr/lib/qt6/bin/lupdate"),
      {source + QStringLiteral("/ui"), source + QStringLiteral("/app/editor"), source + QStringLiteral("/core"),
       QStringLiteral("-I"), source, QStringLiteral("-tr-function-alias"), QStringLiteral("QT_TRANSLATE_NOOP+=WW_TEXT"),
       QStringLiteral("-locations"), QStringLiteral("none"), QStringLiteral("-ts"), ts});
  if (!lupdate.waitForStarted()) QSKIP("lupdate is not installed");
  QVERIFY(lupdate.waitForFinished(60000));
  QFile updated(ts);
  QVERIFY(updated.open(QIODevice::ReadOnly));
  QVERIFY2(!QString::fromUtf8(updated.readAll()).contains(QStringLiteral("type=\"unfinished\"")),
           "new texts: run lupdate and translate them");
}

int main(int argc, char** argv) {
  qputenv("QT3D_RENDERER", "opengl");
  ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("editor test"));
  TestEditor test(dog);
  return QTest::qExec(&test, argc, argv);
}
#include "test_editor.moc"
