// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/viewport/large_world.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>
#include <QStyleFactory>
#include <algorithm>

#include "core/project/project.h"
#include "core/session/edit_builders.h"
#include "ui/widgets/theme.h"

namespace ww::editor {
namespace {

constexpr int kGeometries = 100;

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

}  // namespace

ui::Watchdog* LargeWorld::watchdog = nullptr;

double cpuMs(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

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

void LargeWorld::open() {
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
void LargeWorld::settle() {
  QVERIFY(QTest::qWaitFor(
      [this] { return !window_->document().isBusy() && presented_ == window_->bridge().snapshot().revision; }, 60000));
  quint64 frames = 0;
  do {
    frames = view()->surface()->framesDrawn();
    QTest::qWait(80);
  } while (view()->surface()->framesDrawn() != frames);
}

double LargeWorld::worstTurn(const char* what, const std::function<void()>& act) {
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

double LargeWorld::leastTurn(const char* what, const std::function<void()>& act, const std::function<void()>& back) {
  double least = worstTurn(what, act);
  for (int i = 1; i < kTries && least >= turn_ms_; ++i) {
    back();
    settle();
    least = std::min(least, worstTurn(what, act));
  }
  return least;
}

void LargeWorld::openFile() {
  clock_.start();
  window_->document().open(folder_.filePath(QStringLiteral("large.wright")));
}

void LargeWorld::selectBolts() {
  type(filter(), QStringLiteral("bolt"));
  tree()->scrollToTop();
  QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(tree()->model()->index(0, 0)).center());
  QTest::keyClick(tree(), Qt::Key_End, Qt::ShiftModifier);
  QCOMPARE(window_->selection().nodes().size(), std::size_t(kBolts));
  clearFilter();
  settle();
}

}  // namespace ww::editor
