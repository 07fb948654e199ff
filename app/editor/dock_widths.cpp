// SPDX-License-Identifier: Apache-2.0
#include "app/editor/dock_widths.h"

#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QLayout>
#include <QMainWindow>
#include <algorithm>

namespace ww::editor {
namespace {

constexpr int kViewWidth = 420;  // what widening docks leave to the view

}  // namespace

DockWidths::DockWidths(QMainWindow& window) : QObject(&window), window_(window) {}

void DockWidths::watch(QDockWidget* dock, int width) {
  docks_ << dock;
  first_[dock->objectName()] = width;
  dock->installEventFilter(this);
}

// Only a width that somebody drags is meant to stay.
bool DockWidths::eventFilter(QObject* watched, QEvent* event) {
  auto* dock = event->type() == QEvent::Resize ? qobject_cast<QDockWidget*>(watched) : nullptr;
  if (dock && (QApplication::mouseButtons() & Qt::LeftButton)) widths_[dock->objectName()] = dock->width();
  return QObject::eventFilter(watched, event);
}

void DockWidths::restore() {
  QList<QDockWidget*> docks;
  QList<int> widths;
  int all = 0;
  for (auto* dock : docks_) {
    const bool beside = !dock->isHidden() && !dock->isFloating() &&
                        window_.dockWidgetArea(dock) != Qt::BottomDockWidgetArea && dock->x() >= 0;
    if (!beside) continue;  // one behind a tab lies left of the window
    docks << dock;
    widths << widths_.value(dock->objectName(), first_.value(dock->objectName()));
    all += widths.back();
  }
  const int room = window_.width() - kViewWidth;
  bool wider = false;
  for (int i = 0; i < docks.size(); ++i) {
    if (all > room && all > 0) widths[i] = widths[i] * std::max(room, 0) / all;
    widths[i] = std::max(widths[i], docks[i]->width());
    wider = wider || widths[i] > docks[i]->width();
  }
  if (!wider) return;
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  window_.layout()->activate();  // else they have their widths in a later turn
}

}  // namespace ww::editor
