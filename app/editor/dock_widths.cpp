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

constexpr int kViewWidth = 420;     // what widening docks leave to the view
constexpr int kLowerHeight = 214;   // of a dock below the view
constexpr int kLowerShare = 2;      // at first, of the height of the window no more than one of so many parts
constexpr auto kHeight = "height";  // beside the names of docks

}  // namespace

DockWidths::DockWidths(QMainWindow& window) : QObject(&window), window_(window) {}

void DockWidths::watch(QDockWidget* dock, int width) {
  docks_ << dock;
  first_[dock->objectName()] = width;
  dock->installEventFilter(this);
}

void DockWidths::forget() {
  widths_.clear();
  height_ = 0;
}

QVariantMap DockWidths::kept() const {
  QVariantMap kept;
  for (auto i = widths_.begin(); i != widths_.end(); ++i) kept[i.key()] = i.value();
  if (height_ > 0) kept[QLatin1String(kHeight)] = height_;
  return kept;
}

void DockWidths::keep(const QVariantMap& kept) {
  forget();
  for (auto i = kept.begin(); i != kept.end(); ++i) {
    if (i.key() == QLatin1String(kHeight)) height_ = i.value().toInt();
    else widths_[i.key()] = i.value().toInt();
  }
}

// Only a size that somebody drags is meant to stay.
bool DockWidths::eventFilter(QObject* watched, QEvent* event) {
  auto* dock = event->type() == QEvent::Resize ? qobject_cast<QDockWidget*>(watched) : nullptr;
  if (dock && (QApplication::mouseButtons() & Qt::LeftButton) && !dock->isFloating()) {
    if (window_.dockWidgetArea(dock) == Qt::BottomDockWidgetArea) height_ = dock->height();
    else widths_[dock->objectName()] = dock->width();
  }
  return QObject::eventFilter(watched, event);
}

// One behind a tab lies left of the window.
bool DockWidths::isBeside(const QDockWidget* dock) const {
  return !dock->isHidden() && !dock->isFloating() &&
         window_.dockWidgetArea(const_cast<QDockWidget*>(dock)) != Qt::BottomDockWidgetArea && dock->x() >= 0;
}

QHash<QString, int> DockWidths::now() const {
  QHash<QString, int> now;
  for (const auto* dock : docks_)
    if (isBeside(dock)) now[dock->objectName()] = dock->width();
  return now;
}

void DockWidths::restore() { set(Only::kWiden, {}); }

// What has come or gone has its place first: before, widths are those of another layout.
void DockWidths::apply(const QHash<QString, int>& others) {
  window_.layout()->activate();
  set(Only::kAny, others);
}

void DockWidths::set(Only only, const QHash<QString, int>& others) {
  QList<QDockWidget*> docks;
  QList<int> widths;
  int all = 0;
  for (auto* dock : docks_) {
    if (!isBeside(dock)) continue;
    docks << dock;
    const QString name = dock->objectName();
    widths << others.value(name, widths_.value(name, first_.value(name)));
    all += widths.back();
  }
  const int room = window_.width() - kViewWidth;
  bool other = false;
  for (int i = 0; i < docks.size(); ++i) {
    if (all > room && all > 0) widths[i] = widths[i] * std::max(room, 0) / all;
    if (only == Only::kWiden) widths[i] = std::max(widths[i], docks[i]->width());
    other = other || widths[i] != docks[i]->width();
  }
  if (!other) return;
  window_.resizeDocks(docks, widths, Qt::Horizontal);
  window_.layout()->activate();  // else they have their widths in a later turn
}

void DockWidths::restoreHeight(QDockWidget* dock) {
  const int wanted = std::max(kLowerHeight, first_height_.value(dock->objectName()));
  const int height = height_ > 0 ? height_ : std::min(wanted, window_.height() / kLowerShare);
  window_.resizeDocks({dock}, {height}, Qt::Vertical);
  window_.layout()->activate();
}

}  // namespace ww::editor
