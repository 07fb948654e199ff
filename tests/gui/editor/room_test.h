// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QDockWidget>
#include <QToolButton>

#include "app/editor/dock_tabs.h"
#include "tests/gui/editor/window_test.h"
#include "ui/panels/motion_panel.h"
#include "ui/scene/viewport.h"
#include "ui/settings/user_settings.h"

namespace ww::editor {

// A window as the program opens it.
class RoomTest : public WindowTest {
  Q_OBJECT
 protected:
  static bool isTwice() { return qFuzzyCompare(qEnvironmentVariable("QT_SCALE_FACTOR").toDouble(), 2.0); }
  // As the program opens it, with what the user has kept.
  void open(const QSize& size, bool fresh = true) {
    window_.reset();
    ui::settings::flush();
    if (fresh) QSettings().clear();
    window_ = std::make_unique<MainWindow>(
        std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
    window_->resize(size);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    QVERIFY(QTest::qWaitFor(
        [this] {
          if (!window_->isActiveWindow()) window_->activateWindow();
          return window_->isActiveWindow();
        },
        20000));
    QTest::qWait(100);
  }
  void openSample() {
    run("file.sample");
    QTRY_VERIFY_WITH_TIMEOUT(window_->motion().robotBox()->count() > 0, 60000);
    QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  }
  QToolButton* tab(const char* id) {
    const QString name = QLatin1String(id);
    return name == QLatin1String("properties") ? window_->docks().endTabs().tab(name)
                                               : window_->docks().tabs().tab(name);
  }
  QDockWidget* dock(const char* id) { return window_->findChild<QDockWidget*>(QLatin1String(id)); }
  bool isSeen(const char* id) { return dock(id)->isVisible() && !dock(id)->visibleRegion().isEmpty(); }
  QStringList seen() {
    QStringList ids;
    for (const auto* one : window_->docks().all())
      if (one->isVisible() && !one->visibleRegion().isEmpty()) ids << one->objectName();
    return ids;
  }
  QRect view() {
    const auto* view = window_->viewHost().view();
    return {view->mapTo(window_.get(), QPoint()), view->size()};
  }
  double share() {
    const QRect all = view();
    return 100.0 * all.width() * all.height() / (window_->width() * window_->height());
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(window_.get(), key, modifiers);
    QTest::qWait(50);
  }
  ObjectId robot() { return world()->childNamed(world::kRootObject, "robot"); }
};

}  // namespace ww::editor
