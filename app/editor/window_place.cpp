// SPDX-License-Identifier: Apache-2.0
// Where things are: the window on the screen, docks in the window, new objects in the world.
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

constexpr double kFarthest = 1000.0;  // no new object starts farther out
constexpr double kGrid = 0.01;

// Around the objects among the nodes, root frame.
Bounds boundsOf(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  Bounds box;
  for (const auto& node : nodes) {
    const auto* id = std::get_if<ObjectId>(&node);
    const auto object = id ? world.object(*id) : nullptr;
    const Bounds own = object ? world.boundsOf(*object) : Bounds();
    if (!own.empty()) box.add(own);
  }
  return box;
}

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

Vec3 MainWindow::lookedAt() const {
  const Vec3 target = view_->view()->camera().target;
  const auto onGrid = [](double v) { return std::round(std::clamp(v, -kFarthest, kFarthest) / kGrid) * kGrid; };
  return Vec3(onGrid(target.x()), onGrid(target.y()), 0.0);
}

Vec3 MainWindow::freeSpot(const Vec3& size) const { return freeSpotNear(lookedAt(), size); }

Vec3 MainWindow::freeSpotNear(const Vec3& wish, const Vec3& size) const { return editor::freeSpot(*bridge_->snapshot().world, wish, size); }

void MainWindow::showNew(const std::vector<world::NodeRef>& nodes) {
  selection_->select(nodes);
  const Bounds box = boundsOf(*bridge_->snapshot().world, nodes);
  if (!box.empty() && !view_->view()->shows(box)) view_->view()->include(box);
  // A frame says nothing without its name.
  const bool frame = nodes.size() == 1 && std::holds_alternative<FrameId>(nodes.front());
  if (frame && !scene_->visibleRegion().isEmpty()) scene_->renameActive();
}

// The view has nothing else to show. It does not know of it yet: so by its box.
void MainWindow::showFirst(const std::vector<world::NodeRef>& nodes) {
  selection_->select(nodes);
  if (const Bounds box = boundsOf(*bridge_->snapshot().world, nodes); !box.empty()) view_->view()->fitBox(box);
}

}  // namespace ww::editor
