// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QWindow>
#include <cmath>
#include <ctime>
#include <functional>
#include <memory>

#include "app/editor/main_window.h"
#include "tests/support/reference_speed.h"
#include "ui/bridge/watchdog.h"
#include "ui/panels/scene_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {

constexpr int kBolts = 530;  // of the objects
constexpr int kTries = 3;

// CPU time of a thread or process so far, milliseconds.
double cpuMs(clockid_t clock);
// CPU time of the threads of this process that the name begins, as Mesa names those that draw, milliseconds.
double threadsCpuMs(const QByteArray& name);

// What was used so far of what a picture waits for: reading (nothing else runs then), this thread, and the
// threads that draw, which are two on the smallest machine.
struct Used {
  double process = cpuMs(CLOCK_PROCESS_CPUTIME_ID), thread = cpuMs(CLOCK_THREAD_CPUTIME_ID),
         drawing = threadsCpuMs("llvmpipe");
};

// A window with a world of many objects, measured: boxes of a hundred sizes in a square on the floor; some, evenly
// spread, are bolts.
class LargeWorld : public QObject {
 public:
  // A turn is allowed so many milliseconds of CPU, more on a slow processor.
  LargeWorld(int objects, double turn_ms) : objects_(objects), turn_ms_(test::slownessHere() * turn_ms) {}
  // Of the application: outlives all windows.
  static ui::Watchdog* watchdog;

 protected:
  void open();
  void close() {
    watchdog->setFrameSource({});
    window_.reset();
  }
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

}  // namespace ww::editor
