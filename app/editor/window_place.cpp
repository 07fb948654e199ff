// SPDX-License-Identifier: Apache-2.0
// Where things are: the window on the screen, docks in the window, new objects in the world.
#include <QApplication>
#include <QDockWidget>
#include <QScreen>
#include <QWindow>
#include <algorithm>
#include <cmath>

#include "app/editor/free_spot.h"
#include "app/editor/main_window.h"
#include "ui/panels/import_wizard.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kViewWidth = 420;  // what widening docks leave to the view

}  // namespace

// ---- the window

void MainWindow::fitToScreen() {
  if (isMaximized() || isFullScreen() || !screen()) return;
  const QRect there = screen()->availableGeometry();
  const QRect frame = frameGeometry(), inner = geometry();
  const QSize around = frame.size() - inner.size();
  const QSize wanted = inner.size().boundedTo(there.size() - around);
  if (wanted != inner.size()) resize(wanted);
  const QSize outer = wanted + around;
  const QPoint corner(std::clamp(frame.x(), there.left(), std::max(there.left(), there.right() + 1 - outer.width())),
                      std::clamp(frame.y(), there.top(), std::max(there.top(), there.bottom() + 1 - outer.height())));
  if (corner != frame.topLeft()) move(corner);
}

// ---- docks

// A dock that the user widens keeps its width in mind while the window is too narrow for it.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  auto* dock = event->type() == QEvent::Resize ? qobject_cast<QDockWidget*>(watched) : nullptr;
  if (dock && (QApplication::mouseButtons() & Qt::LeftButton)) dock_widths_[dock->objectName()] = dock->width();
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::restoreDockWidths() {
  QList<QDockWidget*> docks;
  QList<int> widths;
  int all = 0;
  for (auto* dock : findChildren<QDockWidget*>()) {
    if (!dock->isVisible() || dock->isFloating() || dockWidgetArea(dock) == Qt::BottomDockWidgetArea || dock->visibleRegion().isEmpty()) continue;
    const int wish = dock_widths_.value(dock->objectName(), dock->objectName() == QLatin1String("scene") ? 250 : 290);
    docks << dock;
    widths << wish;
    all += wish;
  }
  const int room = width() - kViewWidth;
  bool wider = false;
  for (int i = 0; i < docks.size(); ++i) {
    if (all > room && all > 0) widths[i] = widths[i] * std::max(room, 0) / all;
    widths[i] = std::max(widths[i], docks[i]->width());
    wider = wider || widths[i] > docks[i]->width();
  }
  if (wider) resizeDocks(docks, widths, Qt::Horizontal);
}

// ---- the import wizard

void MainWindow::raiseWizard() {
  if (!wizard_) return;
  wizard_->raise();
  wizard_->activateWindow();
}

// Over the right side: the other part of the view stays free to look around in.
void MainWindow::placeWizard() {
  if (!isVisible() || !screen()) return;
  constexpr int kGap = 24;
  const QSize size = wizard_->size();
  const QRect there = screen()->availableGeometry(), inner(mapToGlobal(QPoint()), this->size());
  const QPoint wanted(inner.right() - kGap - size.width(), view_->mapToGlobal(QPoint()).y() + kGap);
  wizard_->move(std::clamp(wanted.x(), there.left(), std::max(there.left(), there.right() - size.width())),
                std::clamp(wanted.y(), there.top(), std::max(there.top(), there.bottom() - size.height() - 2 * kGap)));
}

// ---- new objects

Vec3 MainWindow::freeSpot(const Vec3& size) const {
  const Vec3 target = view_->view()->camera().target;
  return editor::freeSpot(*bridge_->snapshot().world, target, size);
}

void MainWindow::showNew(const std::vector<world::NodeRef>& nodes) {
  selection_->select(nodes);
  const auto world = bridge_->snapshot().world;
  Bounds box;
  for (const auto& node : nodes)
    if (const auto* id = std::get_if<ObjectId>(&node))
      if (const auto object = world->object(*id)) {
        const Bounds own = world->boundsOf(*object);
        if (!own.empty()) box.add(own);
      }
  if (!box.empty() && !view_->view()->shows(box)) view_->view()->fitBox(box);
}

}  // namespace ww::editor
