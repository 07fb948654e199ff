// SPDX-License-Identifier: Apache-2.0
// Worlds of 10,000 and 50,000 objects in the whole window: how soon there is a picture, and how long a user
// waits for anything. A turn of the event loop is judged by the CPU time of the Qt thread outside the frame of
// the 3D view, which does not depend on what else runs on the machine.
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QWindow>
#include <algorithm>
#include <cmath>
#include <ctime>

#include "app/editor/editor.h"
#include "app/editor/main_window.h"
#include "core/project/project.h"
#include "core/session/edit_builders.h"
#include "tests/support/crowd.h"
#include "tests/support/reference_speed.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/scene_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/theme.h"

namespace ww::editor {
namespace {

constexpr int kBolts = 530;
constexpr int kGeometries = 100;
constexpr double kFirstPictureMs = 3000.0, kShowingMs = 1500.0;
constexpr int kTries = 3;
constexpr qint64 kClickMs = 2500;  // of the wall, with a program that is started for it

double cpuMs(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

// Boxes of a hundred sizes in a square on the floor; 530 of them, evenly spread, are bolts.
Status writeWorld(const std::string& file, int objects) {
  const int row = static_cast<int>(std::ceil(std::sqrt(objects))), step = objects / kBolts;
  std::vector<session::EditsPtr> edits;
  for (int i = 0; i < objects; ++i) {
    const bool bolt = i % step == 0 && i / step < kBolts;
    const double a = 0.1 + 0.0015 * (i % kGeometries);
    const geometry::Color color{0.3f + 0.4f * float(i % 7) / 7.0f, 0.5f, bolt ? 0.2f : 0.7f, 1.0f};
    edits.push_back(session::createPrimitive(
        world::kRootObject, world::kRootEntity, (bolt ? "bolt_" : "part_") + std::to_string(i),
        geometry::Box{{a, a, 0.15}}, color, Pose::translation(0.3 * (i % row), 0.3 * (i / row), 0.075)));
  }
  geometry::GeometryStore store;
  WW_ASSIGN(const world::World made, world::apply(world::World(), *session::join(edits), store));
  return project::save(project::systemVfs(), file, made, store).status();
}

// CPU time of the threads of this process that the name begins, as Mesa names those that draw.
double threadsCpuMs(const QByteArray& name) {
  double ms = 0.0;
  const QDir tasks(QStringLiteral("/proc/self/task"));
  for (const QString& task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
    QFile comm(tasks.filePath(task + QStringLiteral("/comm"))),
        stat(tasks.filePath(task + QStringLiteral("/schedstat")));
    if (comm.open(QIODevice::ReadOnly) && comm.readAll().startsWith(name) && stat.open(QIODevice::ReadOnly))
      ms += 1e-6 * stat.readAll().split(' ').front().toDouble();
  }
  return ms;
}

// What was used so far of what a picture waits for: reading (nothing else runs then), this thread, and the
// threads that draw, which are two on the smallest machine.
struct Used {
  double process = cpuMs(CLOCK_PROCESS_CPUTIME_ID), thread = cpuMs(CLOCK_THREAD_CPUTIME_ID),
         drawing = threadsCpuMs("llvmpipe");
};

ui::Watchdog* watchdog = nullptr;

}  // namespace

class TestLargeWorlds : public QObject {
  Q_OBJECT
 public:
  TestLargeWorlds(int objects, double turn_ms) : objects_(objects), turn_ms_(test::slownessHere() * turn_ms) {}

 private Q_SLOTS:
  void initTestCase();
  void cleanupTestCase() {
    watchdog->setFrameSource({});
    window_.reset();
  }
  void opens();
  void aClickSelects();
  void followsThePointer();
  void aBoxSelectsAll();
  void filters();
  void deletesAndUndoes();
  void duplicates();
  void deletesAll();

 private:
  // Runs it and waits until all is done and shown; the longest turn, of the thread's CPU outside the frame.
  double worstTurn(const char* what, const std::function<void()>& act);
  // The least of a few tries, ended by one within the limit: what others do makes single ones slow, never quick.
  // Before each but the first, `back` is not measured.
  double leastTurn(
      const char* what, const std::function<void()>& act, const std::function<void()>& back = [] {});
  void settle();
  void selectBolts();
  void openFile();
  QWindow* surface() { return view()->surface(); }
  ui::Viewport* view() { return window_->viewHost().view(); }
  QTreeView* tree() { return window_->findChild<ui::ScenePanel*>()->tree(); }
  QLineEdit* filter() { return window_->findChild<ui::ScenePanel*>()->findChild<QLineEdit*>(); }
  world::WorldPtr world() { return window_->bridge().snapshot().world; }
  std::size_t count() { return world()->objectCount() - 1; }
  // The middle of its upper face.
  Vec3 topOf(int object) { return Vec3(0.3 * (object % row_), 0.3 * (object / row_), 0.15); }
  QPointF pixelOf(int object) {
    const auto p = view()->viewTransform().project(topOf(object));
    return p ? QPointF(p->x(), p->y()) : QPointF();
  }
  // From near, as one who clicks a box does.
  void lookAt(int object) {
    ui::CameraState camera = view()->camera();
    const Vec3 back = (camera.eye - camera.target).normalized();
    camera.target = topOf(object);
    camera.eye = camera.target + 6.0 * back;
    view()->setCamera(camera, false);
    settle();
  }
  void type(QWidget* widget, const QString& text) {
    for (const QChar c : text) {
      QTest::keyClick(widget, c.toLatin1());
      QCoreApplication::processEvents();
    }
  }
  void clearFilter() {
    QTest::keyClick(filter(), Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(filter(), Qt::Key_Delete);
  }
  void boxSelect() {
    const QPoint from(surface()->width() - 3, surface()->height() - 3);
    QTest::mousePress(surface(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i) QTest::mouseMove(surface(), from - i * (from - QPoint(3, 3)) / 4);
    QTest::mouseRelease(surface(), Qt::LeftButton, {}, QPoint(3, 3));
  }

  int objects_;
  int row_ = static_cast<int>(std::ceil(std::sqrt(objects_)));
  double turn_ms_;
  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  quint64 presented_ = 0;
  QElapsedTimer clock_;
  double presented_ms_ = 0;
  Used begun_, read_, presented_used_;
  quint64 frames_ = 0;
};

void TestLargeWorlds::initTestCase() {
  QStandardPaths::setTestModeEnabled(true);
  QSettings().clear();
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  ui::Theme::instance().setChoice(ui::Theme::Choice::kLight);
  QElapsedTimer making;
  making.start();
  QVERIFY(writeWorld(folder_.filePath(QStringLiteral("large.wright")).toStdString(), objects_).ok());
  qInfo("%d objects written in %lld ms", objects_, making.elapsed());
  window_ = std::make_unique<MainWindow>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  window_->resize(1100, 720);
  window_->show();
  QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
  watchdog->setFrameSource([this] { return ui::ViewProbe(*view()).frameTotals(); });
  connect(view(), &ui::Viewport::framePresented, this, [this](quint64 revision) {
    presented_ = revision;
    presented_ms_ = static_cast<double>(clock_.elapsed());
    presented_used_ = Used();
    frames_ = view()->surface()->framesDrawn();
  });
  connect(&window_->document(), &Document::opened, this, [this] { read_ = Used(); });
  settle();
}

// Until a frame shows the newest world and nothing is left to do.
void TestLargeWorlds::settle() {
  QVERIFY(QTest::qWaitFor(
      [this] { return !window_->document().isBusy() && presented_ == window_->bridge().snapshot().revision; }, 60000));
  quint64 frames = 0;
  do {
    frames = view()->surface()->framesDrawn();
    QTest::qWait(80);
  } while (view()->surface()->framesDrawn() != frames);
}

double TestLargeWorlds::worstTurn(const char* what, const std::function<void()>& act) {
  QCoreApplication::processEvents();
  watchdog->reset();
  const double cpu = cpuMs(CLOCK_THREAD_CPUTIME_ID), frames = ui::ViewProbe(*view()).frameTotals().cpu_ms;
  QElapsedTimer wall;
  wall.start();
  act();
  const qint64 acted = wall.elapsed();
  settle();
  QCoreApplication::processEvents();
  const double in_frames = ui::ViewProbe(*view()).frameTotals().cpu_ms - frames;
  qInfo(
      "%5d %-16s worst turn %6.1f ms; Qt thread %7.1f ms + frames %7.1f ms; %lld ms until it was done, %lld ms until "
      "shown",
      objects_, what, watchdog->worstOutsideFrameMs(), cpuMs(CLOCK_THREAD_CPUTIME_ID) - cpu - in_frames, in_frames,
      acted, wall.elapsed());
  return watchdog->worstOutsideFrameMs();
}

double TestLargeWorlds::leastTurn(const char* what, const std::function<void()>& act,
                                  const std::function<void()>& back) {
  double least = worstTurn(what, act);
  for (int i = 1; i < kTries && least >= turn_ms_; ++i) {
    back();
    settle();
    least = std::min(least, worstTurn(what, act));
  }
  return least;
}

void TestLargeWorlds::openFile() {
  clock_.start();
  window_->document().open(folder_.filePath(QStringLiteral("large.wright")));
}

// By the wall, of which only what others on the machine held it up is forgiven: waiting for anything else counts.
void TestLargeWorlds::opens() {
  double picture = 0, showing = 0, turn = 0;
  const auto good = [&] {
    const double slowness = test::slownessHere();
    return picture < slowness * kFirstPictureMs && showing < slowness * kShowingMs && turn < turn_ms_;
  };
  for (int i = 0; i == 0 || (i < kTries && !good()); ++i) {
    const quint64 frames = view()->surface()->framesDrawn();
    const test::Crowd crowd;
    begun_ = Used();
    turn = worstTurn("open", [&] { openFile(); });
    const double reading = read_.process - begun_.process;
    showing = presented_used_.thread - read_.thread + 0.5 * (presented_used_.drawing - read_.drawing);
    const double stretch = crowd.stretch();
    picture = presented_ms_ / stretch;
    qInfo(
        "%5d first picture after %.0f ms, others made it %.2f times that; CPU for reading %.0f ms, for showing %.0f ms "
        "(%llu frames); of all threads %.0f ms",
        objects_, presented_ms_, stretch, reading, showing, frames_ - frames, presented_used_.process - begun_.process);
  }
  QCOMPARE(count(), std::size_t(objects_));
  QVERIFY2(good(), qPrintable(QStringLiteral("%1 %2 %3").arg(picture).arg(showing).arg(turn)));
}

// By the X server, so that it waits for what it has to wait for.
void TestLargeWorlds::aClickSelects() {
  double turn = 0;
  qint64 wait = 0;
  const int first = objects_ / 2 + 1;
  for (int i = 0; i == 0 || (i < kTries && (turn >= turn_ms_ || wait >= kClickMs)); ++i) {
    window_->selection().clear();
    lookAt(first + 50 * i);
    const QPoint at = surface()->mapToGlobal(pixelOf(first + 50 * i).toPoint());
    turn = worstTurn("click", [&] {
      view()->surface()->requestUpdate();  // frames are under way
      QElapsedTimer wall;
      wall.start();
      QProcess::startDetached(QStringLiteral("xdotool"),
                              {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y()),
                               QStringLiteral("click"), QStringLiteral("1")});
      (void)QTest::qWaitFor([this] { return !window_->selection().nodes().empty(); }, 20000);
      wait = wall.elapsed();
    });
    QCOMPARE(window_->selection().nodes().size(), std::size_t{1});
  }
  qInfo("%5d click selects after %lld ms", objects_, wait);
  QVERIFY2(turn < turn_ms_, qPrintable(QString::number(turn)));
  QVERIFY2(wait < kClickMs, qPrintable(QString::number(wait)));
}

void TestLargeWorlds::followsThePointer() {
  const QPointF from = pixelOf(objects_ / 2 + 1);
  quint64 frames = 0;
  const double turn = leastTurn("hover", [&] {
    frames = view()->surface()->framesDrawn();
    for (int i = 0; i < 40; ++i) {
      QTest::mouseMove(surface(), (from + QPointF(4 * i, i % 3)).toPoint());
      QCoreApplication::processEvents();
    }
  });
  QVERIFY2(turn < turn_ms_, qPrintable(QString::number(turn)));
  const quint64 drawn = view()->surface()->framesDrawn();
  QVERIFY(drawn - frames <= 100);
  // Over the same thing nothing is drawn anew.
  QTest::mouseMove(surface(), (from + QPointF(4 * 39, 0)).toPoint());
  QTest::qWait(100);
  QVERIFY(view()->surface()->framesDrawn() - drawn <= 2);
  QTest::mouseMove(surface(), from.toPoint());
  QTRY_VERIFY(window_->selection().hovered().has_value());
}

void TestLargeWorlds::aBoxSelectsAll() {
  QTest::keyClick(surface(), Qt::Key_Home);
  settle();
  const double turn = leastTurn(
      "box selection",
      [this] {
        boxSelect();
        QCOMPARE(window_->selection().nodes().size(), std::size_t(objects_));
      },
      [this] { window_->selection().clear(); });
  QVERIFY2(turn < turn_ms_, qPrintable(QString::number(turn)));
  const double none = leastTurn("select nothing", [this] {
    boxSelect();
    QCoreApplication::processEvents();
    QTest::keyClick(surface(), Qt::Key_Escape);
  });
  QVERIFY(window_->selection().nodes().empty());
  QVERIFY2(none < turn_ms_, qPrintable(QString::number(none)));
}

void TestLargeWorlds::filters() {
  const double turn = leastTurn(
      "filter",
      [this] {
        type(filter(), QStringLiteral("bolt"));
        QCOMPARE(tree()->model()->rowCount(), kBolts);
      },
      [this] { clearFilter(); });
  QVERIFY2(turn < turn_ms_, qPrintable(QString::number(turn)));
  type(filter(), QStringLiteral("bolt"));
  const double back = leastTurn(
      "clear filter", [this] { clearFilter(); }, [this] { type(filter(), QStringLiteral("bolt")); });
  QCOMPARE(tree()->model()->rowCount(), objects_);
  QVERIFY2(back < turn_ms_, qPrintable(QString::number(back)));
}

void TestLargeWorlds::selectBolts() {
  type(filter(), QStringLiteral("bolt"));
  tree()->scrollToTop();
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(tree()->model()->index(0, 0)).center());
  QTest::keyClick(tree(), Qt::Key_End, Qt::ShiftModifier);
  QCOMPARE(window_->selection().nodes().size(), std::size_t(kBolts));
  clearFilter();
  settle();
}

void TestLargeWorlds::deletesAndUndoes() {
  selectBolts();
  const std::size_t all = count();
  const auto press = [this](Qt::Key key, Qt::KeyboardModifiers held = {}) {
    return [this, key, held] {
      QTest::keyClick(surface(), key, held);
      QCoreApplication::processEvents();
    };
  };
  const double erase = leastTurn("delete 530", press(Qt::Key_Delete), [&] {
    press(Qt::Key_Z, Qt::ControlModifier)();
    selectBolts();
  });
  QCOMPARE(count(), all - kBolts);
  QCOMPARE(tree()->model()->rowCount(), objects_ - kBolts);
  QVERIFY2(erase < turn_ms_, qPrintable(QString::number(erase)));
  const auto back = press(Qt::Key_Z, Qt::ControlModifier),
             forth = press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  const double undo = leastTurn("undo", back, forth);
  QCOMPARE(count(), all);
  QVERIFY2(undo < turn_ms_, qPrintable(QString::number(undo)));
  const double redo = leastTurn("redo", forth, back);
  QCOMPARE(count(), all - kBolts);
  QVERIFY2(redo < turn_ms_, qPrintable(QString::number(redo)));
  back();
  settle();
  QCOMPARE(tree()->model()->rowCount(), objects_);
}

// Each copy is to find a free name among all the numbered ones.
void TestLargeWorlds::duplicates() {
  selectBolts();
  const auto bolts = window_->selection().nodes();
  const std::size_t all = count();
  const auto press = [this](Qt::Key key) {
    QTest::keyClick(surface(), key, Qt::ControlModifier);
    QCoreApplication::processEvents();
  };
  const double copy = leastTurn(
      "duplicate 530", [&] { press(Qt::Key_D); },
      [&] {
        press(Qt::Key_Z);
        window_->selection().select(bolts);
      });
  QCOMPARE(count(), all + kBolts);
  press(Qt::Key_Z);
  settle();
  QCOMPARE(count(), all);
  QVERIFY2(copy < turn_ms_, qPrintable(QString::number(copy)));
}

void TestLargeWorlds::deletesAll() {
  const std::size_t all = count();
  const auto press = [this](Qt::Key key, Qt::KeyboardModifiers held = {}) {
    return [this, key, held] {
      QTest::keyClick(surface(), key, held);
      QCoreApplication::processEvents();
    };
  };
  const auto back = press(Qt::Key_Z, Qt::ControlModifier);
  const double select = leastTurn("select all", press(Qt::Key_A, Qt::ControlModifier));
  QCOMPARE(window_->selection().nodes().size(), all);
  const double erase = leastTurn("delete all", press(Qt::Key_Delete), [&] {
    back();
    press(Qt::Key_A, Qt::ControlModifier)();
  });
  QCOMPARE(count(), std::size_t{0});
  const double undo = leastTurn("undo of all", back, press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
  QCOMPARE(count(), all);
  for (const double turn : {select, erase, undo}) QVERIFY2(turn < turn_ms_, qPrintable(QString::number(turn)));
}

}  // namespace ww::editor

int main(int argc, char** argv) {
  ww::editor::prepareMemory();
  qputenv("QT3D_RENDERER", "opengl");
  ww::ui::Watchdog dog;
  dog.setPrintAbove(-1);
  ww::editor::watchdog = &dog;
  ww::ui::WatchedApplication app(argc, argv, &dog);
  QCoreApplication::setOrganizationName(QStringLiteral("Worldwright test"));
  QCoreApplication::setApplicationName(QStringLiteral("large worlds test"));
  int failed = 0;
  {
    ww::editor::TestLargeWorlds test(10000, 50.0);
    failed += QTest::qExec(&test, argc, argv);
  }
  ww::editor::TestLargeWorlds test(50000, 200.0);
  return failed + QTest::qExec(&test, argc, argv);
}
#include "test_large_worlds.moc"
