// SPDX-License-Identifier: Apache-2.0
// What is typed and not entered yet, or dragged and not let go, when the world is saved or left.
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QProcess>
#include <QTimer>
#include <QTreeView>
#include <functional>
#include <optional>
#include <utility>

#include "core/project/project.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/scene_window.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/file_dialog.h"

using namespace ww;
using namespace ww::editor;

namespace {

// Does something once, when a drag in the widget has begun.
class OnDrag : public QObject {
 public:
  OnDrag(QWidget& widget, std::function<void()> act) : act_(std::move(act)) { widget.installEventFilter(this); }
  bool done() const { return done_; }

 protected:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::DragMove && !std::exchange(done_, true)) QTimer::singleShot(0, this, act_);
    return false;
  }

 private:
  std::function<void()> act_;
  bool done_ = false;
};

}  // namespace

class TestTyped : public WindowTest {
  Q_OBJECT
 private Q_SLOTS:
  void isSaved();
  void aNameIsSaved();
  void isAskedAbout_data();
  void isAskedAbout();
  void isAskedAboutWhenTheFileHasBeenRead();
  void whatIsWrongStaysToBeMended();
  void isWhatIsPlannedFor();
  void isEnteredByWhatIsStarted();
  void severalNumbersAreNoSum_data();
  void severalNumbersAreNoSum();
  void aDragEndsBeforeAnotherFileIsShown();
  void aDragEndsWithItsWorld();
  void aPathOfAFileIsTaken();
  void aPathOfAFolderIsTaken();
  void aDragInTheTreeEndsWithItsWorld_data();
  void aDragInTheTreeEndsWithItsWorld();

 private:
  // A box in a file, selected, and the keys in the field of its place.
  void start(const QString& name);
  void type(const QString& text);
  QLineEdit* field() {
    for (auto* edit : window_->findChildren<QLineEdit*>())
      if (edit->accessibleName() == QLatin1String("Position X") && edit->isVisible()) return edit;
    return nullptr;
  }
  QMessageBox* question() {
    for (auto* box : window_->findChildren<QMessageBox*>(QStringLiteral("unsavedChanges")))
      if (box->isVisible()) return box;
    return nullptr;
  }
  void stay() {
    QTRY_VERIFY(question());
    question()->reject();
    QTRY_VERIFY(!window_->document().isBusy());
  }
  static double placeOf(const world::World& world) {
    const ObjectId box = world.childNamed(world::kRootObject, "box");
    return box ? world.rootT(box).p.x() : -1.0;
  }
  double inFile() {
    const auto loaded = project::load(project::systemVfs(), file_.toStdString(), store_);
    return loaded.ok() ? placeOf(loaded->world) : -1.0;
  }

  ui::Viewport& view() { return *window_->viewHost().view(); }
  // Takes the box by its handle and lifts it; where the pointer is then.
  QPoint lift();
  QStringList placeInTree(const char* name);
  double height() { return world()->rootT(world()->childNamed(world::kRootObject, "box")).p.z(); }

  geometry::GeometryStore store_;
  QString file_;
};

void TestTyped::start(const QString& name) {
  file_ = folder_.filePath(name);
  run("add.box");
  saveTo(file_);
  window_->selection().select({world()->childNamed(world::kRootObject, "box")});
  QTRY_VERIFY(field());
  QVERIFY(!window_->isWindowModified());
}

void TestTyped::type(const QString& text) {
  field()->setFocus();
  QTRY_VERIFY(field()->hasFocus());
  QTest::qWait(20);
  QTest::keyClick(field(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(field(), text);
}

void TestTyped::isSaved() {
  start(QStringLiteral("typed.wright"));
  type(QStringLiteral("1234"));
  QTRY_VERIFY2(action("file.save")->isEnabled(), "nothing to save");
  QTest::keyClick(field(), Qt::Key_S, Qt::ControlModifier);
  QTRY_COMPARE(inFile(), 1.234);
  QTRY_VERIFY(!window_->document().isBusy() && !window_->isWindowModified());
  QVERIFY2(field()->hasFocus(), "the keys are elsewhere");
  QTRY_VERIFY(!action("file.save")->isEnabled());
}

void TestTyped::aNameIsSaved() {
  start(QStringLiteral("named.wright"));
  auto* tree = window_->findChild<QTreeView*>();
  tree->setFocus();
  QTRY_VERIFY(tree->hasFocus() && tree->currentIndex().isValid());
  run("edit.rename");
  auto* editor = tree->findChild<QLineEdit*>();
  QVERIFY(editor && editor->isVisible());
  editor->setFocus();
  QTest::keyClick(editor, Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(editor, QStringLiteral("crate"));
  QTRY_VERIFY2(action("file.save")->isEnabled(), "nothing to save");
  QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
  const auto named = [this] {
    const auto loaded = project::load(project::systemVfs(), file_.toStdString(), store_);
    return loaded.ok() && loaded->world.childNamed(world::kRootObject, "crate");
  };
  QTRY_VERIFY2(named(), "the name was not saved");
  QTRY_VERIFY(tree->hasFocus());
}

void TestTyped::isAskedAbout_data() {
  QTest::addColumn<QString>("how");
  for (const char* how : {"file.new", "file.sample", "close"}) QTest::newRow(how) << QString::fromLatin1(how);
}

void TestTyped::isAskedAbout() {
  QFETCH(QString, how);
  start(how + QStringLiteral(".wright"));
  type(QStringLiteral("777"));
  if (how == QLatin1String("close")) QVERIFY(!window_->close());
  else action(qPrintable(how))->trigger();
  stay();
  QCOMPARE(placeOf(*world()), 0.777);
  QCOMPARE(window_->document().path(), file_);
}

void TestTyped::isAskedAboutWhenTheFileHasBeenRead() {
  start(QStringLiteral("first.wright"));
  const QString other = folder_.filePath(QStringLiteral("other.wright"));
  QVERIFY(QFile::copy(file_, other));
  field()->setFocus();
  QTRY_VERIFY(field()->hasFocus());
  QTest::qWait(50);
  window_->openFiles({other});
  // What has been read comes with the next turn of the event loop.
  QTest::keyClick(field(), Qt::Key_A, Qt::ControlModifier);
  QTest::keyClicks(field(), QStringLiteral("555"));
  stay();
  QCOMPARE(placeOf(*world()), 0.555);
  QCOMPARE(window_->document().path(), file_);
}

void TestTyped::whatIsWrongStaysToBeMended() {
  start(QStringLiteral("wrong.wright"));
  type(QStringLiteral("12 apples"));
  QTRY_VERIFY(action("file.save")->isEnabled());
  QTest::keyClick(field(), Qt::Key_S, Qt::ControlModifier);
  QTest::qWait(100);
  QCOMPARE(field()->text(), QStringLiteral("12 apples"));
  QVERIFY(field()->hasFocus());
  QVERIFY(field()->property("invalid").toBool());
}

// The motion goes where the field says, not where the target was before.
void TestTyped::isWhatIsPlannedFor() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  run("add.frame");
  QTRY_VERIFY(field());
  type(QStringLiteral("345"));
  QTRY_VERIFY(action("motion.plan")->isEnabled());
  action("motion.plan")->trigger();
  const auto frame = window_->selection().active();
  QVERIFY(frame && std::holds_alternative<FrameId>(*frame));
  QCOMPARE(world()->rootT(*frame).p.x(), 0.345);
}

// Before something else is selected; but not for what takes something back.
void TestTyped::isEnteredByWhatIsStarted() {
  start(QStringLiteral("started.wright"));
  const auto box = window_->selection().nodes();
  type(QStringLiteral("500"));
  run("add.sphere");
  QCOMPARE(placeOf(*world()), 0.5);
  window_->selection().select(box);
  QTRY_VERIFY(field() && field()->text() == QStringLiteral("500"));
  type(QStringLiteral("700"));
  run("edit.undo");
  QVERIFY(!world()->childNamed(world::kRootObject, "sphere"));
  QCOMPARE(placeOf(*world()), 0.5);
}

void TestTyped::severalNumbersAreNoSum_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("x");
  QTest::addColumn<double>("z");
  QTest::newRow("a place") << QStringLiteral("0 -850 -450") << 0.0 << -0.45;
  QTest::newRow("all below") << QStringLiteral("-10 -850 -450") << -0.01 << -0.45;
  QTest::newRow("with units") << QStringLiteral("1cm -2cm -3cm") << 0.01 << -0.03;
  QTest::newRow("a sum") << QStringLiteral("10 - 5 - 3") << 0.002 << 0.05;
  QTest::newRow("of two") << QStringLiteral("10 -5") << 0.005 << 0.05;
  QTest::newRow("of units") << QStringLiteral("25.4mm + 1in") << 0.0508 << 0.05;
}

void TestTyped::severalNumbersAreNoSum() {
  QFETCH(QString, text);
  QFETCH(double, x);
  QFETCH(double, z);
  static int count = 0;
  for (const bool enters : {true, false}) {
    start(QStringLiteral("numbers%1.wright").arg(++count));
    const ObjectId box = std::get<ObjectId>(*window_->selection().active());
    const double before = world()->rootT(box).p.z();
    type(text);
    if (enters) QTest::keyClick(field(), Qt::Key_Return);
    else field()->clearFocus();
    QTRY_COMPARE(world()->rootT(box).p.x(), x);
    QCOMPARE(world()->rootT(box).p.z(), z == 0.05 ? before : z);
    run("edit.undo");
  }
}

QPoint TestTyped::lift() {
  run("view.fit");
  run("tool.move");
  // Until the camera has come to rest.
  std::optional<QPointF> handle;
  const auto rests = [&] {
    const auto was = std::exchange(handle, ui::ViewProbe(view()).handlePosition(ui::scene::Handle::kMoveZ));
    return was && was == handle;
  };
  for (int i = 0; i < 100 && !rests(); ++i) QTest::qWait(100);
  if (!handle) return {};
  const QPoint from = handle->toPoint(), to = from - QPoint(0, 30);
  QTest::mouseMove(view().surface(), from);
  QTest::mousePress(view().surface(), Qt::LeftButton, {}, from);
  QTest::mouseMove(view().surface(), to);
  return to;
}

void TestTyped::aDragEndsBeforeAnotherFileIsShown() {
  start(QStringLiteral("dragged.wright"));
  const QString other = folder_.filePath(QStringLiteral("other2.wright"));
  QVERIFY(QFile::copy(file_, other));
  const double before = height();
  const QPoint at = lift();
  QTRY_VERIFY(!window_->poseLayer().empty());
  window_->openFiles({other});
  // It has been read, and waits for the end of the drag.
  QTRY_COMPARE_WITH_TIMEOUT(window_->document().state(), Document::State::kHeld, 20000);
  QCOMPARE(window_->document().path(), file_);
  QTest::mouseRelease(view().surface(), Qt::LeftButton, {}, at);
  stay();
  QVERIFY(height() > before);
  QCOMPARE(window_->document().path(), file_);
}

// As when a client puts another world in its place.
void TestTyped::aDragEndsWithItsWorld() {
  start(QStringLiteral("replaced.wright"));
  const auto first = world();
  const double before = height();
  run("add.sphere");
  window_->selection().select({first->childNamed(world::kRootObject, "box")});
  const QPoint at = lift();
  QTRY_VERIFY(!window_->poseLayer().empty());
  window_->bridge().session().replace(world::World(*first));
  QTRY_VERIFY(window_->poseLayer().empty());
  const auto revision = window_->bridge().snapshot().revision;
  QTest::mouseMove(view().surface(), at - QPoint(0, 20));
  QTest::mouseRelease(view().surface(), Qt::LeftButton, {}, at - QPoint(0, 20));
  QTest::qWait(50);
  QCOMPARE(window_->bridge().snapshot().revision, revision);
  QCOMPARE(height(), before);
}

// As xdotool wants it.
QStringList TestTyped::placeInTree(const char* name) {
  const auto* tree = window_->findChild<QTreeView*>();
  const auto found = tree->model()->match(tree->model()->index(0, 0), Qt::DisplayRole, QLatin1String(name), 1,
                                          Qt::MatchExactly | Qt::MatchRecursive);
  if (found.isEmpty()) return {};
  const QPoint at = tree->viewport()->mapToGlobal(tree->visualRect(found.front()).center());
  return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())};
}

void TestTyped::aDragInTheTreeEndsWithItsWorld_data() {
  QTest::addColumn<bool>("replaced");
  QTest::newRow("the world stays") << false;
  QTest::newRow("another world comes") << true;
}

void TestTyped::aDragInTheTreeEndsWithItsWorld() {
  QFETCH(bool, replaced);
  run("add.box");
  run("add.sphere");
  const auto first = world();
  run("add.cylinder");
  const ObjectId sphere = first->childNamed(world::kRootObject, "sphere");
  OnDrag on_drag(*window_->findChild<QTreeView*>()->viewport(), [&] {
    if (replaced) window_->bridge().session().replace(world::World(*first));
  });
  QTRY_VERIFY(!placeInTree("cylinder").isEmpty());
  const QStringList nap{QStringLiteral("sleep"), QStringLiteral("0.2")}, box = placeInTree("box");
  QStringList steps = placeInTree("sphere") + nap;
  steps << QStringLiteral("mousedown") << QStringLiteral("1") << nap;
  for (int i = 1; i <= 6; ++i)
    steps << QStringLiteral("mousemove_relative") << QStringLiteral("--") << QStringLiteral("2") << QStringLiteral("-3")
          << nap;
  steps << box << nap << QStringLiteral("sleep") << QStringLiteral("1.5") << nap;
  steps << QStringLiteral("mousemove_relative") << QStringLiteral("1") << QStringLiteral("1") << nap;
  steps << QStringLiteral("mouseup") << QStringLiteral("1");
  QProcess hand;
  hand.start(QStringLiteral("xdotool"), steps);
  QTRY_COMPARE_WITH_TIMEOUT(hand.state(), QProcess::NotRunning, 20000);
  QTRY_VERIFY2(on_drag.done(), "nothing was dragged");
  // It has been let go.
  QTRY_COMPARE(QGuiApplication::mouseButtons(), Qt::NoButton);
  const auto moved = [&] { return world()->object(sphere)->parent != world::kRootObject; };
  if (replaced) QVERIFY(!moved());
  else QTRY_VERIFY(moved());
}

namespace {

// Where a file or folder is named; null while that is not shown.
QLineEdit* nameField(const QFileDialog* dialog) {
  return dialog && dialog->isVisible() ? dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit")) : nullptr;
}

void typeAnew(QLineEdit& field, const QString& text) {
  field.setFocus();
  field.clear();
  QTest::keyClicks(&field, text);
}

}  // namespace

// By the Return key, also after a while, when Qt would list what else begins like it.
void TestTyped::aPathOfAFileIsTaken() {
  constexpr int kListed = 1500, kMost = 60000;  // ms; folders are listed late beside other work
  const QString path = write(QStringLiteral("typed.wright"), "1");
  write(QStringLiteral("typed_2.wright"), "2");
  QTimer look;
  QElapsedTimer typed;
  int size_room = 0, size_wanted = 1;
  connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = window_->findChild<QFileDialog*>();
    auto* name = nameField(dialog);
    if (!name) return;
    if (!typed.isValid()) {
      typeAnew(*name, path);
      typed.start();
      const auto* files = dialog->findChild<QTreeView*>(QStringLiteral("treeView"));
      size_room = files->header()->sectionSize(1);
      size_wanted = files->fontMetrics().horizontalAdvance(QLocale::system().formattedDataSize(11500000));
    } else if (typed.elapsed() > kMost) {
      dialog->reject();
    } else if (typed.elapsed() > kListed) {
      QTest::keyClick(QApplication::activePopupWidget() ? QApplication::activePopupWidget() : name, Qt::Key_Return);
    }
  });
  look.start(50);
  QCOMPARE(ui::askForFile(window_.get(), {QStringLiteral("Open"), folder_.path(), QStringLiteral("Worlds (*.wright)")}),
           path);
  QVERIFY2(size_room > size_wanted, "sizes of files are cut");
}

// The dialog chose the folder above, whose name was complete on the way.
void TestTyped::aPathOfAFolderIsTaken() {
  QVERIFY(QDir(folder_.path()).mkpath(QStringLiteral("logs/run")));
  QTimer look;
  QElapsedTimer typed;
  connect(&look, &QTimer::timeout, &look, [&] {
    auto* dialog = window_->findChild<QFileDialog*>();
    auto* name = nameField(dialog);
    if (!name) return;
    if (!typed.isValid()) {
      typeAnew(*name, QStringLiteral("logs/run/"));
      typed.start();
    } else {
      QTest::keyClick(name, Qt::Key_Return);
    }
  });
  look.start(200);
  QCOMPARE(ui::askForFolder(window_.get(), {QStringLiteral("Open"), folder_.path(), {}}),
           folder_.filePath(QStringLiteral("logs/run")));
}

QTEST_MAIN(TestTyped)
#include "test_typed.moc"
