// SPDX-License-Identifier: Apache-2.0
// Where the keys go: Tab and F6 lead round through what can be seen, the view can be left, and nothing far-reaching
// happens by a key alone.
#include <QCheckBox>
#include <QDockWidget>
#include <QMessageBox>
#include <QProcess>
#include <QScrollArea>
#include <QToolBar>

#include "core/project/file_turn.h"
#include "tests/gui/editor/window_test.h"
#include "tests/support/window_manager.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"

using namespace ww;
using namespace ww::editor;

namespace {

// What its ancestors leave of it, in the window.
QRect seen(const QWidget* widget) {
  QRect rect(widget->mapTo(widget->window(), QPoint()), widget->size());
  for (const QWidget* w = widget->parentWidget(); w; w = w->isWindow() ? nullptr : w->parentWidget())
    rect &= QRect(w->mapTo(w->window(), QPoint()), w->size());
  return rect;
}

QString called(const QWidget* w) {
  return QStringLiteral("%1 '%2' '%3'")
      .arg(QLatin1String(w->metaObject()->className()), w->objectName(), w->accessibleName());
}

}  // namespace

class TestFocus : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void tabGoesRoundThroughWhatIsSeen_data();
  void tabGoesRoundThroughWhatIsSeen();
  void theViewIsLeftAndReachedByTab();
  void f6GoesRoundTheRegions();
  void sharingAsksOnceForEachWorld_data();
  void sharingAsksOnceForEachWorld();
  void sharingAsksAgainForMore();
  void aWorldInThePlaceOfAnotherIsAskedAbout();
  void aWeakMatchIsNeverRun();
  void theFirstIsWhatIsMeant_data();
  void theFirstIsWhatIsMeant();
  void whatFitsNothingIsSaid();

 private:
  using State = ui::Share::State;
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window_->windowHandle(), key, modifiers);
  }
  QWidget* surface() { return window_->viewHost().view()->focusProxy(); }
  QMessageBox* question() { return window_->findChild<QMessageBox*>(QStringLiteral("shareQuestion")); }
  void answer(QMessageBox::ButtonRole role);
  void switchSharing(const QString& way);
  void openSample();
  void raise(const char* dock);
  // Presses Tab (or Shift+Tab) from the view until it is reached again.
  QList<QWidget*> walk(bool next, QStringList& problems);
  void check(QWidget* stop, QStringList& problems);

  test::WindowManager manager_;
};

void TestFocus::openSample() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
}

void TestFocus::raise(const char* name) {
  auto* dock = window_->findChild<QDockWidget*>(QLatin1String(name));
  window_->docks().show(QLatin1String(name));  // as its tab does: one at a time is open below the view
  QTRY_VERIFY(!seen(dock).isEmpty());
}

void TestFocus::check(QWidget* stop, QStringList& problems) {
  const QRect rect = seen(stop);
  if (!stop->isVisible() || rect.isEmpty()) problems << called(stop) + QStringLiteral(" cannot be seen");
  if (!window_->rect().contains(rect)) problems << called(stop) + QStringLiteral(" is outside of the window");
  const QWidget* top = window_->childAt(rect.center());
  if (top != stop && !stop->isAncestorOf(top))
    problems << called(stop) + QStringLiteral(" is covered by ") + (top ? called(top) : QString());
  // In a scroll area all of it, where there is room for it.
  const QRect all(stop->mapTo(window_.get(), QPoint()), stop->size());
  for (QWidget* w = stop->parentWidget(); w; w = w->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(w); area && area->widget() && area->widget()->isAncestorOf(stop) &&
                                                    stop->height() <= area->viewport()->height() &&
                                                    rect.height() < all.height())
      problems << called(stop) + QStringLiteral(" is scrolled half away");
}

QList<QWidget*> TestFocus::walk(bool next, QStringList& problems) {
  surface()->setFocus(Qt::OtherFocusReason);
  QList<QWidget*> stops{surface()};
  constexpr int kMost = 300;
  while (stops.size() < kMost) {
    QWidget* before = stops.back();
    // Of the view, which is a native window, the frame.
    const auto picture = [&] {
      return (before == surface() ? window_->grab(seen(before).adjusted(-3, -3, 3, 3)) : before->grab()).toImage();
    };
    const QImage with = picture();
    if (next) press(Qt::Key_Tab);
    else press(Qt::Key_Backtab, Qt::ShiftModifier);
    QWidget* now = QApplication::focusWidget();
    if (picture() == with) problems << called(before) + QStringLiteral(" has no mark of the focus");
    if (!now || now == surface()) break;
    if (stops.contains(now)) {
      problems << called(now) + QStringLiteral(" comes twice");
      break;
    }
    check(now, problems);
    stops << now;
  }
  if (QApplication::focusWidget() != surface()) problems << QStringLiteral("the way does not come back to the view");
  return stops;
}

void TestFocus::tabGoesRoundThroughWhatIsSeen_data() {
  QTest::addColumn<QByteArray>("dock");
  for (const char* dock :
       {"motion", "joints", "physics", "sharing", "history", "collisions", "program", "problems", "jobs", "log"})
    QTest::newRow(dock) << QByteArray(dock);
}

void TestFocus::tabGoesRoundThroughWhatIsSeen() {
  QFETCH(QByteArray, dock);
  openSample();
  window_->selection().select({world()->childNamed(world::kRootObject, "robot")});
  raise(dock);
  QTRY_COMPARE(window_->size(), QSize(1280, 800));
  QTRY_VERIFY(window_->isActiveWindow());
  QStringList problems;
  const QList<QWidget*> forth = walk(true, problems);
  QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
  QVERIFY2(forth.size() > 40, qPrintable(QString::number(forth.size())));
  // All parts of the window are passed.
  for (const char* part : {"mainToolBar", "scene", "properties"}) {
    const auto* parent = window_->findChild<QWidget*>(QLatin1String(part));
    QVERIFY2(std::any_of(forth.begin(), forth.end(), [parent](const QWidget* w) { return parent->isAncestorOf(w); }),
             part);
  }
  QList<QWidget*> back = walk(false, problems);
  QVERIFY2(problems.isEmpty(), qPrintable(problems.join(QLatin1Char('\n'))));
  std::reverse(back.begin() + 1, back.end());
  QCOMPARE(back, forth);
}

// By the X server and a window manager.
void TestFocus::theViewIsLeftAndReachedByTab() {
  run("add.box");
  const auto x = [](const QStringList& keys) {
    QProcess process;
    process.start(QStringLiteral("xdotool"),
                  QStringList{QStringLiteral("key"), QStringLiteral("--delay"), QStringLiteral("1")} + keys);
    QTRY_VERIFY(process.state() == QProcess::NotRunning);
    QCOMPARE(process.exitCode(), 0);
  };
  QTRY_VERIFY(window_->isActiveWindow());
  QTest::mouseClick(window_->viewHost().view()->surface(), Qt::LeftButton, {}, QPoint(5, 5));
  QTRY_COMPARE(QApplication::focusWidget(), surface());
  x({QStringLiteral("m")});
  QTRY_VERIFY(window_->tool() == ui::Tool::kMove);
  x({QStringLiteral("Tab")});
  QTRY_VERIFY(QApplication::focusWidget() != surface() && !seen(QApplication::focusWidget()).isEmpty());
  x({QStringLiteral("shift+Tab")});
  QTRY_COMPARE(QApplication::focusWidget(), surface());
  x({QStringLiteral("r")});
  QTRY_VERIFY(window_->tool() == ui::Tool::kRotate);
  // However quickly they come: in and out, and the key that follows is not the view's.
  const auto tools = window_->tool();
  x({QStringLiteral("Tab"), QStringLiteral("shift+Tab"), QStringLiteral("Tab"), QStringLiteral("shift+Tab"),
     QStringLiteral("shift+Tab"), QStringLiteral("F6"), QStringLiteral("ctrl+f"), QStringLiteral("s")});
  auto* filter = window_->findChild<ui::ScenePanel*>()->findChild<QLineEdit*>();
  QTRY_COMPARE(filter->text(), QStringLiteral("s"));
  QVERIFY(window_->tool() == tools);
}

void TestFocus::f6GoesRoundTheRegions() {
  run("add.box");
  QTRY_VERIFY(window_->isActiveWindow());
  const auto regionNow = [this] {
    const QWidget* w = QApplication::focusWidget();
    while (w && w->parentWidget() && w->parentWidget() != window_.get()) w = w->parentWidget();
    return w ? w == window_->centralWidget() ? QStringLiteral("view")
               : w->objectName().isEmpty()   ? QLatin1String(w->metaObject()->className())
                                             : w->objectName()
             : QString();
  };
  surface()->setFocus();
  const QStringList round{QStringLiteral("properties"), QStringLiteral("below"), QStringLiteral("above"),
                          QStringLiteral("scene"), QStringLiteral("view")};
  const auto named = [&] {
    const QString region = regionNow();
    if (region == QLatin1String("mainToolBar") || region == QLatin1String("QMenuBar")) return QStringLiteral("above");
    if (region == QLatin1String("properties") || region == QLatin1String("scene") || region == QLatin1String("view"))
      return region;
    return QStringLiteral("below");
  };
  for (int turn = 0; turn < 2; ++turn)
    for (const QString& region : round) {
      press(Qt::Key_F6);
      QCOMPARE(named(), region);
      QVERIFY(!seen(QApplication::focusWidget()).isEmpty());
    }
  for (int i = static_cast<int>(round.size()) - 2; i >= 0; --i) {
    press(Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(named(), round[i]);
  }
  // Where the keys were in a region they are again.
  press(Qt::Key_Tab);
  const QWidget* second = QApplication::focusWidget();
  press(Qt::Key_F6);
  press(Qt::Key_F6, Qt::ShiftModifier);
  QCOMPARE(QApplication::focusWidget(), second);
  // And the search of actions knows it.
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  QTest::keyClicks(palette->edit(), QStringLiteral("next region"));
  QCOMPARE(palette->list()->currentItem()->data(Qt::UserRole).toString(), QStringLiteral("view.next-region"));
  palette->hide();
}

// ---- sharing

void TestFocus::answer(QMessageBox::ButtonRole role) {
  QTRY_VERIFY(question() && question()->isVisible());
  for (auto* button : question()->buttons())
    if (question()->buttonRole(button) == role) QTest::mouseClick(button, Qt::LeftButton);
  QTRY_VERIFY(!question());
}

void TestFocus::switchSharing(const QString& way) {
  if (way == QLatin1String("menu")) return run("tools.share");
  raise("sharing");
  auto* box = window_->findChild<QCheckBox*>(QStringLiteral("shareSwitch"));
  QTRY_VERIFY(box->isEnabled());
  if (way == QLatin1String("mouse")) return QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  box->setFocus();
  QTest::keyClick(box, Qt::Key_Space);
}

void TestFocus::sharingAsksOnceForEachWorld_data() {
  QTest::addColumn<QString>("way");
  for (const char* way : {"menu", "mouse", "Space"}) QTest::newRow(way) << QString::fromLatin1(way);
}

void TestFocus::sharingAsksOnceForEachWorld() {
  QFETCH(QString, way);
  switchSharing(way);
  QTRY_VERIFY(question());
  QVERIFY2(question()->informativeText().contains(QStringLiteral("127.0.0.1")),
           qPrintable(question()->informativeText()));
  QCOMPARE(window_->share().state(), State::kOff);
  QVERIFY(!window_->findChild<QCheckBox*>(QStringLiteral("shareSwitch"))->isChecked());
  answer(QMessageBox::RejectRole);
  QCOMPARE(window_->share().state(), State::kOff);
  switchSharing(way);
  answer(QMessageBox::AcceptRole);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOn, 20000);
  switchSharing(way);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOff, 20000);
  switchSharing(way);
  QVERIFY(!question());
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOn, 20000);
  switchSharing(way);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOff, 20000);
  // A saved world is the same one, a new world is not.
  run("add.box");
  saveTo(folder_.filePath(way + QStringLiteral(".wright")));
  switchSharing(way);
  QVERIFY(!question());
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOn, 20000);
  switchSharing(way);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOff, 20000);
  window_->files().newWorld();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  switchSharing(way);
  answer(QMessageBox::RejectRole);
  QCOMPARE(window_->share().state(), State::kOff);
}

void TestFocus::sharingAsksAgainForMore() {
  auto settings = window_->share().settings();
  settings.where = ui::ShareSettings::Where::kSocket;
  window_->share().setSettings(settings);
  switchSharing(QStringLiteral("menu"));
  QTRY_VERIFY(question());
  QVERIFY(question()->informativeText().contains(settings.socket));
  answer(QMessageBox::AcceptRole);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOn, 20000);
  switchSharing(QStringLiteral("menu"));
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOff, 20000);
  settings.where = ui::ShareSettings::Where::kLoopback;
  window_->share().setSettings(settings);
  switchSharing(QStringLiteral("menu"));
  answer(QMessageBox::RejectRole);
  QCOMPARE(window_->share().state(), State::kOff);
}

void TestFocus::aWorldInThePlaceOfAnotherIsAskedAbout() {
  const QString file = folder_.filePath(QStringLiteral("place.wright"));
  run("add.box");
  saveTo(file);
  switchSharing(QStringLiteral("menu"));
  answer(QMessageBox::AcceptRole);
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOn, 20000);
  switchSharing(QStringLiteral("menu"));
  QTRY_COMPARE_WITH_TIMEOUT(window_->share().state(), State::kOff, 20000);
  window_->files().newWorld();
  QTRY_COMPARE(world()->objectCount(), std::size_t{1});
  run("add.sphere");
  QSignalSpy saved(&window_->document(), &Document::saved);
  window_->document().save(file, {}, project::fileMark(file.toStdString()));
  QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
  switchSharing(QStringLiteral("menu"));
  answer(QMessageBox::RejectRole);
  QCOMPARE(window_->share().state(), State::kOff);
}

// ---- the search of actions

void TestFocus::aWeakMatchIsNeverRun() {
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  QVERIFY(palette->isVisible());
  // With nothing typed nothing is meant.
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QVERIFY(palette->isVisible());
  // The letters of "recover" stand in what sharing says of itself.
  QTest::keyClicks(palette->edit(), QStringLiteral("recover"));
  QVERIFY(palette->list()->currentRow() < 0 && palette->note()->isVisible());
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QTest::qWait(50);
  QVERIFY(palette->isVisible() && !question());
  QCOMPARE(window_->share().state(), State::kOff);
  // One that was chosen runs.
  palette->edit()->clear();
  QTest::keyClicks(palette->edit(), QStringLiteral("sphre"));
  auto* list = palette->list();
  const auto is = [list](const char* id) {
    return list->currentItem() && list->currentItem()->data(Qt::UserRole).toString() == QLatin1String(id);
  };
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QTest::qWait(50);
  QVERIFY(palette->isVisible());
  QCOMPARE(world()->objectCount(), std::size_t{1});
  for (int i = 0; i < list->count() && !is("add.sphere"); ++i) QTest::keyClick(palette->edit(), Qt::Key_Down);
  QVERIFY(is("add.sphere"));
  QVERIFY(list->currentItem()->font().italic());
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QTRY_COMPARE(world()->objectCount(), std::size_t{2});
  QVERIFY(!palette->isVisible());
  // Strong ones stand above, in the usual look, and Return runs the first.
  run("edit.commands");
  QTest::keyClicks(palette->edit(), QStringLiteral("box"));
  QVERIFY(is("add.box") && !list->currentItem()->font().italic() && !palette->note()->isVisible());
  bool weak = false;
  for (int row = 0; row < list->count(); ++row) {
    const auto* item = list->item(row);
    if (!item->data(Qt::UserRole).isValid()) continue;
    QVERIFY2(!weak || item->font().italic(), qPrintable(item->text()));
    weak = weak || item->font().italic();
  }
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QTRY_COMPARE(world()->objectCount(), std::size_t{3});
}

void TestFocus::theFirstIsWhatIsMeant_data() {
  QTest::addColumn<QString>("first");  // that Return runs; empty: none
  const auto row = [](const char* typed, const char* first) { QTest::newRow(typed) << QString::fromLatin1(first); };
  row("save", "file.save");  // the whole name, before "Save as..."
  row("save as", "file.save-as");
  row("SAVE A", "file.save-as");
  row("dup", "edit.duplicate");
  row("axes own", "tool.local");
  row("sn", "tool.snap");              // its beginning, before the initials of "Select nothing"
  row("rt", "tool.redefine");          // initials
  row("plicat", "edit.duplicate");     // within a word
  row("clipboard", "edit.copy-pose");  // another word for it
  row("tool", "tool.select");          // the first of the tools, before what only has the word in its name
  row("translate", "tool.move");       // only another word for it
  row("settings", "edit.preferences");
  row("exit", "file.quit");
  row("server", "tools.share");
  // Letters that stand within words by chance, as in "6-axis arm", or are scattered over some.
  for (const char* typed : {"rm", "mv", "dlt", "sve"}) row(typed, "");
}

void TestFocus::theFirstIsWhatIsMeant() {
  QFETCH(QString, first);
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  QTest::keyClicks(palette->edit(), QString::fromLatin1(QTest::currentDataTag()));
  const auto* current = palette->list()->currentItem();
  QCOMPARE(current ? current->data(Qt::UserRole).toString() : QString(), first);
  if (first.isEmpty()) {
    QVERIFY2(palette->list()->count() > 0, "not even shown");
    QTest::keyClick(palette->edit(), Qt::Key_Return);
    QTest::qWait(50);
    QVERIFY(palette->isVisible());
    QCOMPARE(world()->objectCount(), std::size_t{1});
    QVERIFY2(palette->note()->isVisible() && palette->note()->text().startsWith(QStringLiteral("Nothing was run")),
             qPrintable(palette->note()->text()));
  }
  palette->hide();
}

// So is why an action that is off does nothing.
void TestFocus::whatFitsNothingIsSaid() {
  auto* palette = window_->findChild<ui::CommandPalette*>();
  run("edit.commands");
  QTest::keyClicks(palette->edit(), QStringLiteral("xqzw"));
  // What to try instead, of which nothing is chosen.
  QVERIFY(palette->list()->count() >= 5 && palette->list()->currentRow() < 0);
  QVERIFY(palette->note()->isVisible() && palette->note()->text().contains(QStringLiteral("xqzw")));
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QVERIFY(palette->isVisible());
  palette->edit()->clear();
  QTest::keyClicks(palette->edit(), QStringLiteral("duplicate"));
  QTest::keyClick(palette->edit(), Qt::Key_Return);
  QVERIFY(palette->isVisible() && palette->note()->isVisible());
  QVERIFY2(palette->note()->text().contains(window_->actions().whyNot(QStringLiteral("edit.duplicate"))),
           qPrintable(palette->note()->text()));
  palette->hide();
}

int main(int argc, char** argv) { return runWindowTest<TestFocus>(argc, argv); }
#include "test_focus.moc"
