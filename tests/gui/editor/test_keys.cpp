// SPDX-License-Identifier: Apache-2.0
// Keys as they come from a keyboard, through the X server and a window manager: in the view, in the
// tree, beside an open import.
#include <QAction>
#include <QDockWidget>
#include <QListView>
#include <QMenuBar>
#include <QProcess>
#include <QTreeView>

#include "tests/gui/editor/window_test.h"
#include "tests/support/window_manager.h"
#include "ui/panels/import_preview.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/status_line.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

class TestKeys : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void theViewHasAllKeys_data();
  void theViewHasAllKeys();
  void keysThatDoNothingNowSayWhy();
  void anOpenMenuTakesAllKeys();
  void textKeepsItsKeys();
  void besideAnImportTheWindowHasAllKeys();
  void aNewFrameIsShownInTheTree();
  void theHistoryFollowsUndo();
  void afterAnotherUnitReturnImports();
  void aRetryForgetsTheErrorAndHasTheReturnKey();
  void allThatWaitsIsCancelledAtOnce();

 private:
  static void x(const QStringList& arguments);
  static void clickAt(const QWidget* widget, const QPoint& at);
  void clickInTree(const QString& name);
  void clickInView(const char* name);
  // Through the X server, or by way of the window alone.
  static void type(const char* keys, bool real = true);
  ObjectId named(const char* name) { return world()->childNamed(world::kRootObject, name); }
  ui::Viewport* view() { return window_->viewHost().view(); }
  void checkViewKeys(bool real);
  void checkTools(bool real);
  void checkEdits(bool real);

  test::WindowManager manager_;
};

void TestKeys::x(const QStringList& arguments) {
  QProcess process;
  process.start(QStringLiteral("xdotool"), arguments);
  QTRY_VERIFY(process.state() == QProcess::NotRunning);
  QCOMPARE(process.exitCode(), 0);
  QTest::qWait(120);
}

void TestKeys::type(const char* keys, bool real) {
  const QKeySequence sequence{QLatin1String(keys)};
  if (!real) {
    QTest::keyClick(QGuiApplication::focusWindow(), sequence[0].key(), sequence[0].keyboardModifiers());
    QTest::qWait(50);
    return;
  }
  QString name = QLatin1String(keys);
  const std::pair<const char*, const char*> names[] = {
      {"Ctrl+", "ctrl+"}, {"Del", "Delete"}, {"Space", "space"}, {"Esc", "Escape"}, {"Backspace", "BackSpace"}};
  for (const auto& [qt, own] : names)
    if (name.startsWith(QLatin1String(qt))) name.replace(QLatin1String(qt), QLatin1String(own));
  name.replace(QLatin1String("Shift+"), QLatin1String("shift+"));
  if (sequence[0].key() >= Qt::Key_A && sequence[0].key() <= Qt::Key_Z) name = name.toLower();
  x({QStringLiteral("key"), name});
}

void TestKeys::clickAt(const QWidget* widget, const QPoint& at) {
  const QPoint p = widget->mapToGlobal(at);
  x({QStringLiteral("mousemove"), QString::number(p.x()), QString::number(p.y()), QStringLiteral("sleep"),
     QStringLiteral("0.05"), QStringLiteral("click"), QStringLiteral("1")});
}

void TestKeys::clickInTree(const QString& name) {
  auto* tree = window_->findChild<QTreeView*>();
  const auto found =
      tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
  QVERIFY(!found.isEmpty());
  clickAt(tree->viewport(), tree->visualRect(found.front()).center());
}

void TestKeys::clickInView(const char* name) {
  const auto p = view()->viewTransform().project(world()->boundsOf(*world()->object(named(name))).center());
  QVERIFY(p);
  clickAt(view(), QPoint(qRound(p->x()), qRound(p->y())));
  QTRY_VERIFY2(window_->selection().contains(named(name)), name);
}

void TestKeys::theViewHasAllKeys_data() {
  QTest::addColumn<bool>("real");
  QTest::newRow("from the X server") << true;
  QTest::newRow("from the window system") << false;
}

void TestKeys::theViewHasAllKeys() {
  QFETCH(bool, real);
  run("add.box");
  view()->fitAll();
  QTest::qWait(600);
  clickInView("box");
  checkTools(real);
  checkViewKeys(real);
  checkEdits(real);
}

void TestKeys::checkTools(bool real) {
  const std::pair<const char*, ui::Tool> tools[] = {
      {"M", ui::Tool::kMove}, {"R", ui::Tool::kRotate}, {"S", ui::Tool::kSelect}};
  for (const auto& [key, tool] : tools) {
    type(key, real);
    QTRY_VERIFY2(window_->tool() == tool, key);
  }
  type("L", real);
  QTRY_VERIFY(window_->viewHost().space() == ui::Space::kLocal);
  type("W", real);
  QTRY_VERIFY(window_->viewHost().space() == ui::Space::kWorld);
  const bool snap = window_->viewHost().snap();
  type("N", real);
  QTRY_VERIFY(window_->viewHost().snap() != snap);
}

void TestKeys::checkViewKeys(bool real) {
  const std::pair<const char*, ui::Shown> shown[] = {
      {"G", ui::Shown::kGrid}, {"T", ui::Shown::kFrames}, {"C", ui::Shown::kCollision}};
  for (const auto& [key, what] : shown) {
    const bool before = window_->isShown(what);
    type(key, real);
    QTRY_VERIFY2(window_->isShown(what) != before, key);
  }
  const auto forward = [this] { return view()->camera().forward(); };
  const auto looks = [&](const char* key, const Vec3& along) {
    type(key, real);
    QTRY_VERIFY2((forward() - along).norm() < 0.05, key);
  };
  looks("1", Vec3::UnitY());
  looks("Ctrl+1", -Vec3::UnitY());
  looks("3", -Vec3::UnitX());
  looks("Ctrl+3", Vec3::UnitX());
  // To edges and corners, as on the cube.
  looks("1", Vec3::UnitY());
  looks("6", Vec3(-1, 1, 0).normalized());
  looks("8", Vec3(-1, 1, -1).normalized());
  looks("2", Vec3(-1, 1, 0).normalized());
  looks("4", Vec3::UnitY());
  type("Ctrl+6", real);
  QTRY_VERIFY((view()->camera().right() - Vec3::UnitZ()).norm() < 0.05);
  type("0", real);
  QTRY_VERIFY((forward().cwiseAbs() - Vec3::Constant(0.577)).norm() < 0.3);
  const bool parallel = view()->camera().ortho;
  type("5", real);
  QTRY_VERIFY(view()->camera().ortho != parallel);
  ui::CameraState away = view()->camera();
  away.target += Vec3(30, 0, 0);
  away.eye += Vec3(30, 0, 0);
  for (const char* key : {"Home", "F"}) {
    view()->setCamera(away);
    type(key, real);
    QTRY_VERIFY2(view()->shows(world()->boundsOf(*world()->object(named("box")))), key);
  }
}

void TestKeys::checkEdits(bool real) {
  type("Esc", real);
  QTRY_VERIFY(window_->selection().nodes().empty());
  type("Ctrl+A", real);
  QTRY_COMPARE(window_->selection().nodes().size(), std::size_t{1});
  type("Ctrl+D", real);
  QTRY_COMPARE(world()->objectCount(), std::size_t{3});
  type("Del", real);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  type("Ctrl+Z", real);
  QTRY_COMPARE(world()->objectCount(), std::size_t{3});
}

void TestKeys::keysThatDoNothingNowSayWhy() {
  run("add.box");
  QTest::qWait(600);
  clickInView("box");
  auto* status = window_->findChild<ui::StatusLine*>();
  const auto says = [&](const QString& text) {
    for (const auto* label : status->findChildren<QLabel*>())
      if (label->text().contains(text)) return true;
    return false;
  };
  type("Space");
  QTRY_VERIFY(says(window_->whyNotPlay()));
  type("Esc");
  // The way back has an end, of which nothing need be said.
  const int said = window_->log().rowCount();
  type("Esc");
  QTest::qWait(50);
  QCOMPARE(window_->log().rowCount(), said);
  type("Del");
  QTRY_VERIFY(says(QStringLiteral("Select something first.")));
  QCOMPARE(world()->objectCount(), std::size_t{2});
  // In the tree the same.
  clickInTree(QStringLiteral("box"));
  type("Space");
  QTRY_VERIFY(says(window_->whyNotPlay()));
}

// Also those that it has no entry for: nothing is done behind it.
void TestKeys::anOpenMenuTakesAllKeys() {
  run("add.box");
  QTest::qWait(600);
  clickInView("box");
  for (const char* title : {"Edit", "Add", "View", "Add"}) {
    auto* bar = window_->menuBar();
    for (auto* menu : bar->actions())
      if (menu->text().remove(QLatin1Char('&')) == QLatin1String(title))
        clickAt(bar, bar->actionGeometry(menu).center());
    QTRY_VERIFY2(QApplication::activePopupWidget(), title);
    const auto before = world::contentHash(*world());
    for (const char* key : {"Del", "J", "Ctrl+D", "Ctrl+1"}) type(key);
    QVERIFY2(QApplication::activePopupWidget(), title);
    QVERIFY2(world::contentHash(*world()) == before, title);
    QVERIFY(window_->isShown(ui::Shown::kFrames) && window_->tool() == ui::Tool::kSelect);
    type("Esc");
    type("Esc");
    QTRY_VERIFY(!QApplication::activePopupWidget());
    QVERIFY(window_->selection().contains(named("box")));
    // The next ones from the tree, whose shortcuts hold as long as nobody claims the key.
    window_->docks().scene().tree()->setFocus();
    QTRY_VERIFY(window_->docks().scene().tree()->hasFocus());
  }
  // In a menu without that letter.
  auto* bar = window_->menuBar();
  for (auto* menu : bar->actions())
    if (menu->text().remove(QLatin1Char('&')) == QLatin1String("Help"))
      clickAt(bar, bar->actionGeometry(menu).center());
  QTRY_VERIFY(QApplication::activePopupWidget());
  for (const char* key : {"T", "G", "M"}) type(key);
  QVERIFY(window_->isShown(ui::Shown::kFrames) && window_->isShown(ui::Shown::kGrid));
  QVERIFY(window_->tool() == ui::Tool::kSelect);
  type("Esc");
}

void TestKeys::textKeepsItsKeys() {
  run("add.box");
  QTest::qWait(600);  // the window manager puts the window in its place
  clickInTree(QStringLiteral("box"));
  type("F2");
  for (const char* key : {"G", "R", "M", "1"}) type(key);
  type("Return");
  QStringList names;
  world()->forEachObject([&](const world::Object& o) { names << QString::fromStdString(o.name); });
  QTRY_VERIFY2(named("grm1"), qPrintable(names.join(QLatin1Char(' '))));
  QVERIFY(window_->tool() == ui::Tool::kSelect && window_->isShown(ui::Shown::kGrid));
  clickInView("grm1");
  QLineEdit* filter = nullptr;
  for (auto* edit : window_->findChildren<QLineEdit*>())
    if (edit->accessibleName() == QStringLiteral("Filter the scene")) filter = edit;
  QVERIFY(filter);
  clickAt(filter, filter->rect().center());
  for (const char* key : {"M", "C", "Backspace", "Del"}) type(key);
  QTRY_COMPARE(filter->text(), QStringLiteral("m"));
  QVERIFY(window_->tool() == ui::Tool::kSelect);
  QCOMPARE(world()->objectCount(), std::size_t{2});
}

void TestKeys::besideAnImportTheWindowHasAllKeys() {
  for (const char* id : {"add.box", "add.sphere"}) run(id);
  view()->fitAll();
  QTest::qWait(600);
  clickInView("box");
  window_->openFiles({write(QStringLiteral("a.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard());
  QTRY_VERIFY(hasKeys(wizard()));
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  clickInTree(QStringLiteral("sphere"));
  QTRY_VERIFY(hasKeys(window_.get()));
  QTRY_VERIFY(window_->selection().contains(named("sphere")));
  type("M");
  QTRY_VERIFY(window_->tool() == ui::Tool::kMove);
  type("Up");
  QTRY_VERIFY(window_->selection().contains(named("box")));
  type("Down");
  QTRY_VERIFY(window_->selection().contains(named("sphere")));
  type("Del");
  QTRY_VERIFY(!named("sphere"));
  clickInView("box");
  type("R");
  QTRY_VERIFY(window_->tool() == ui::Tool::kRotate);
  // Back in the wizard its keys are its own, and from there to the view.
  clickAt(wizard(), QPoint(40, 20));
  QTRY_VERIFY(hasKeys(wizard()));
  type("S");
  QVERIFY(window_->tool() == ui::Tool::kRotate);
  clickInView("box");
  QTRY_VERIFY(hasKeys(window_.get()));
  type("Del");
  QTRY_VERIFY(!named("box"));
  QVERIFY(wizard() && wizard()->isVisible());
}

void TestKeys::aNewFrameIsShownInTheTree() {
  run("add.box");
  QTest::qWait(600);
  clickInView("box");
  type("Ctrl+Shift+F");
  auto* tree = window_->findChild<QTreeView*>();
  QTRY_COMPARE(tree->selectionModel()->selectedRows().size(), 1);
  const QModelIndex row = tree->selectionModel()->selectedRows().front();
  QCOMPARE(row.data().toString(), QStringLiteral("frame"));
  QTRY_VERIFY(row.parent().isValid() && tree->isExpanded(row.parent()) && tree->visualRect(row).isValid());
}

void TestKeys::theHistoryFollowsUndo() {
  for (int i = 0; i < 24; ++i) run("add.frame");
  auto* dock = window_->findChild<QDockWidget*>(QStringLiteral("history"));
  dock->show();
  dock->raise();
  auto* list = dock->findChild<QListView*>();
  const auto sees = [list](int row) {
    return list->viewport()->rect().contains(list->visualRect(list->model()->index(row, 0)).center());
  };
  QTRY_VERIFY(sees(24) && !sees(4));
  for (int i = 0; i < 20; ++i) run("edit.undo");
  QTRY_VERIFY(sees(4));
}

void TestKeys::afterAnotherUnitReturnImports() {
  QSettings().setValue(QStringLiteral("import/unit"), QStringLiteral("m"));
  window_->openFiles({write(QStringLiteral("c.stl"), stlBox(30))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled() && hasKeys(wizard()), 20000);
  // Rows come and go while the preview is made: the button must stand where it is clicked.
  auto* unit = wizard()->unitButton();
  const auto stands = [unit] {
    return unit->isVisible() && QApplication::widgetAt(unit->mapToGlobal(unit->rect().center())) == unit;
  };
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->findChild<ui::ImportPreview*>()->hasPicture() && stands(), 20000);
  clickAt(unit, unit->rect().center());
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled() && !unit->isVisible(), 20000);
  QTRY_VERIFY(wizard()->importButton()->hasFocus());
  QVERIFY(wizard()->importButton()->isDefault());
  type("Return");
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
}

void TestKeys::aRetryForgetsTheErrorAndHasTheReturnKey() {
  const QString file = write(QStringLiteral("bad.stl"), "this is no model");
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->retryButton()->isVisible() && hasKeys(wizard()), 20000);
  QVERIFY(wizard()->retryButton()->hasFocus());
  const auto texts = [this] {
    QStringList out;
    for (const auto* label : wizard()->findChildren<QLabel*>())
      if (label->isVisible() && !label->text().isEmpty()) out << label->text();
    return out;
  };
  const QStringList failed = texts();
  write(QStringLiteral("bad.stl"), stlBox(0.3));
  QKeyEvent press(QEvent::KeyPress, Qt::Key_Return, {});
  QCoreApplication::sendEvent(wizard()->retryButton(), &press);
  const QStringList reading = texts();
  QVERIFY2(reading.size() < failed.size() && !wizard()->retryButton()->isVisible(),
           qPrintable(reading.join(QLatin1Char('|'))));
  QTRY_VERIFY_WITH_TIMEOUT(wizard()->importButton()->isEnabled(), 20000);
  QTRY_VERIFY(wizard()->importButton()->hasFocus());
  type("Return");
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
}

void TestKeys::allThatWaitsIsCancelledAtOnce() {
  window_->openFiles({write(QStringLiteral("a.stl"), stlBox(0.3))});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled() && hasKeys(wizard()), 20000);
  QVERIFY(!wizard()->cancelAllButton()->isVisible());
  window_->openFiles({write(QStringLiteral("b.stl"), stlBox(0.3)), write(QStringLiteral("c.stl"), stlBox(0.3))});
  QTRY_VERIFY(wizard()->cancelAllButton()->isVisible());
  QTest::qWait(100);
  clickAt(wizard()->cancelAllButton(), wizard()->cancelAllButton()->rect().center());
  QTRY_VERIFY(!wizard());
  QTest::qWait(300);
  QVERIFY(!wizard());
  QCOMPARE(world()->objectCount(), std::size_t{1});
}

int main(int argc, char** argv) { return runWindowTest<TestKeys>(argc, argv); }
#include "test_keys.moc"
