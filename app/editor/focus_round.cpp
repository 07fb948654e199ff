// SPDX-License-Identifier: Apache-2.0
#include "app/editor/focus_round.h"

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenuBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QStatusBar>
#include <QTabBar>
#include <QToolBar>
#include <algorithm>

namespace ww::editor {
namespace {

constexpr int kScrollMargin = 12;

// What its ancestors leave of it; below `top`, in its coordinates.
QRect seenIn(const QWidget* widget, const QWidget* top) {
  QRect seen = widget->rect();
  for (const QWidget* w = widget; w != top; w = w->parentWidget()) {
    if (!w || w->isWindow()) return {};
    seen = seen.translated(w->pos()) & w->parentWidget()->rect();
  }
  return seen;
}

// The scroll area that the widget lies in, not one that it is.
QScrollArea* scrolledBy(const QWidget* widget) {
  for (QWidget* w = widget->parentWidget(); w && !w->isWindow(); w = w->parentWidget()) {
    auto* area = qobject_cast<QScrollArea*>(w);
    if (area && area->widget() && area->widget()->isAncestorOf(widget)) return area;
  }
  return nullptr;
}

// There now, or once it is scrolled to.
bool canBeSeen(const QWidget* widget, const QWidget* top) {
  if (!widget->isVisible() || widget->size().isEmpty()) return false;
  if (const QScrollArea* area = scrolledBy(widget))
    return !seenIn(widget, area->widget()).isEmpty() && canBeSeen(area->viewport(), top);
  return !seenIn(widget, top).isEmpty();
}

void scrollTo(QWidget* widget) {
  for (QScrollArea* area = scrolledBy(widget); area; area = scrolledBy(area))
    area->ensureWidgetVisible(widget, kScrollMargin, kScrollMargin);
}

// An area of text is scrolled by keys; one of fields goes with its fields.
bool isUsefulArea(const QScrollArea& area) {
  if (area.verticalScrollBar()->maximum() == 0 && area.horizontalScrollBar()->maximum() == 0) return false;
  const auto inside = area.widget() ? area.widget()->findChildren<QWidget*>() : QList<QWidget*>();
  return std::none_of(inside.begin(), inside.end(),
                      [](const QWidget* w) { return (w->focusPolicy() & Qt::TabFocus) && w->isVisible(); });
}

// Of the panels.
bool isTabs(const QWidget* widget) { return widget->objectName() == QLatin1String("dockTab"); }

}  // namespace

FocusRound::FocusRound(QMainWindow& window, QWidget* surface, QWidget* notices)
    : QObject(&window), window_(window), surface_(surface), notices_(notices) {
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) {
    const bool ours = now && window_.centralWidget() && window_.isAncestorOf(now) && now->window() == &window_;
    if (ours) last_[regionOf(now)] = now;
  });
}

// By the part of the window that it belongs to.
FocusRound::Region FocusRound::regionOf(const QWidget* widget) const {
  const QWidget* part = widget;
  while (part->parentWidget() && part->parentWidget() != &window_) part = part->parentWidget();
  if (part == notices_) return kNotices;
  if (part == window_.centralWidget()) return kView;
  if (qobject_cast<const QToolBar*>(part) || qobject_cast<const QMenuBar*>(part)) return kTools;
  if (qobject_cast<const QStatusBar*>(part)) return isTabs(widget) ? kBottom : kStatus;
  return sideOf(part);
}

// Docks, and the tabs of docks that lie over each other.
FocusRound::Region FocusRound::sideOf(const QWidget* part) const {
  const QRect view = window_.centralWidget()->geometry();
  const QPoint middle = part->geometry().center();
  if (auto* dock = qobject_cast<const QDockWidget*>(part)) {
    const Qt::DockWidgetArea area = window_.dockWidgetArea(const_cast<QDockWidget*>(dock));
    return area == Qt::LeftDockWidgetArea || area == Qt::TopDockWidgetArea ? kLeft
           : area == Qt::RightDockWidgetArea                               ? kRight
                                                                           : kBottom;
  }
  if (middle.y() > view.bottom()) return kBottom;
  return middle.x() < view.left() || middle.y() < view.top() ? kLeft : kRight;
}

bool FocusRound::isStop(const QWidget* widget) const {
  if (!(widget->focusPolicy() & Qt::TabFocus) || widget->focusProxy() || !widget->isEnabled() ||
      widget->window() != &window_)
    return false;
  const auto* area = qobject_cast<const QScrollArea*>(widget);
  return (!area || isUsefulArea(*area)) && canBeSeen(widget, &window_);
}

// Region after region, the tabs of a region before what they show, else as the widgets were made or told.
QList<QWidget*> FocusRound::ordered(const QWidget* always) const {
  struct Row {
    int rank;
    QWidget* widget;
  };
  std::vector<Row> rows;
  for (QWidget* w = window_.nextInFocusChain(); w && w != &window_; w = w->nextInFocusChain()) {
    if (w != always && !isStop(w)) continue;
    const bool tabs = isTabs(w) || (qobject_cast<QTabBar*>(w) && w->parentWidget() == &window_);
    rows.push_back({static_cast<int>(regionOf(w)) * 2 + (tabs ? 0 : 1), w});
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.rank < b.rank; });
  QList<QWidget*> widgets;
  for (const Row& row : rows) widgets << row.widget;
  return widgets;
}

QList<QWidget*> FocusRound::stops() const { return ordered(nullptr); }

QWidget* FocusRound::current() const {
  QWidget* focus = QApplication::focusWidget();
  return focus && focus->window() == &window_ ? focus : window_.focusWidget();
}

bool FocusRound::go(QWidget* to, Qt::FocusReason reason) {
  scrollTo(to);
  if (seenIn(to, &window_).isEmpty()) return false;
  to->setFocus(reason);
  return true;
}

bool FocusRound::step(bool next) {
  const QWidget* from = current();
  const QList<QWidget*> all = ordered(from);
  const auto count = all.size();
  const auto at = all.indexOf(from);
  for (qsizetype i = 1; i <= count; ++i) {
    const auto to = next ? (at + i) % count : ((at < 0 ? 0 : at) - i + count) % count;
    if (all[to] != from && go(all[to], next ? Qt::TabFocusReason : Qt::BacktabFocusReason)) return true;
  }
  return false;
}

QWidget* FocusRound::entryOf(Region region) const {
  if (region == kStatus) return nullptr;
  if (region == kView && isStop(surface_)) return surface_;
  if (last_[region] && isStop(last_[region]) && regionOf(last_[region]) == region) return last_[region];
  for (QWidget* stop : stops())
    if (regionOf(stop) == region) return stop;
  return nullptr;
}

void FocusRound::nextRegion(bool next) {
  const QWidget* from = current();
  const std::size_t at = from ? regionOf(from) : kTools;
  for (std::size_t i = from ? 1 : 0; i < kRegions; ++i)
    if (QWidget* entry = entryOf(static_cast<Region>((at + (next ? i : kRegions - i)) % kRegions));
        entry && go(entry, Qt::TabFocusReason))
      return;
}

}  // namespace ww::editor
