// SPDX-License-Identifier: Apache-2.0
#include "app/editor/probe_widgets.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QProgressBar>
#include <QSlider>
#include <QStyleOptionSlider>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

namespace ww::editor {
namespace {

QString plain(QString text) { return text.remove(QLatin1Char('&')); }

QJsonArray rect(const QWidget* widget, const QRect& inside) {
  const QPoint at = widget->mapToGlobal(inside.topLeft());
  return {at.x(), at.y(), inside.width(), inside.height()};
}

QString textOf(const QWidget* widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) return plain(button->text());
  if (const auto* label = qobject_cast<const QLabel*>(widget)) return label->text();
  if (const auto* edit = qobject_cast<const QLineEdit*>(widget)) return edit->text();
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return box->currentText();
  return widget->windowTitle();
}

constexpr int kNotCalledSo = 9;

// How well the name fits: a label's text may be the name of the box beside it.
int fit(const QWidget* widget, const QString& name) {
  if (widget->objectName() == name) return 0;
  if (widget->accessibleName() == name) return 1;
  if (textOf(widget) == name) return qobject_cast<const QLabel*>(widget) ? 3 : 2;
  return QLatin1String(widget->metaObject()->className()) == name ? 4 : kNotCalledSo;
}

// As the style draws it: initStyleOption() is not public.
QRect handleOf(const QSlider& slider) {
  QStyleOptionSlider option;
  option.initFrom(&slider);
  option.subControls = QStyle::SC_SliderHandle;
  option.orientation = slider.orientation();
  option.minimum = slider.minimum();
  option.maximum = slider.maximum();
  option.sliderPosition = slider.sliderPosition();
  option.sliderValue = slider.value();
  option.upsideDown = slider.orientation() == Qt::Horizontal
                          ? slider.invertedAppearance() != (option.direction == Qt::RightToLeft)
                          : !slider.invertedAppearance();
  if (slider.orientation() == Qt::Horizontal) option.state |= QStyle::State_Horizontal;
  return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider);
}

QJsonObject itemOfView(const QAbstractItemView& view, const QString& text) {
  const auto* model = view.model();
  if (!model || model->rowCount() == 0) return {};
  const auto hits =
      model->match(model->index(0, 0), Qt::DisplayRole, text, 1, Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap);
  if (hits.isEmpty()) return {};
  QJsonObject out{{"row", hits.front().row()}};
  const QRect at = view.visualRect(hits.front());
  if (view.isVisible() && at.isValid() && view.viewport()->rect().intersects(at))
    out["rect"] = rect(view.viewport(), at);
  return out;
}

QJsonObject itemOfMenu(const QWidget& menu, const QList<QAction*>& actions, const QString& text) {
  for (QAction* action : actions) {
    if (plain(action->text()) != text) continue;
    QJsonObject out{{"enabled", action->isEnabled()}, {"checked", action->isChecked()}};
    const auto* as_menu = qobject_cast<const QMenu*>(&menu);
    const QRect at =
        as_menu ? as_menu->actionGeometry(action) : static_cast<const QMenuBar&>(menu).actionGeometry(action);
    if (menu.isVisible() && at.isValid()) out["rect"] = rect(&menu, at);
    return out;
  }
  return {};
}

}  // namespace

QJsonArray rectOf(const QWidget* widget) { return rect(widget, widget->rect()); }

QWidget* findWidget(const QString& name, const QString& within) {
  QWidget* around = within.isEmpty() ? nullptr : findWidget(within, {});
  if (!within.isEmpty() && !around) return nullptr;
  QWidget* found = nullptr;
  int best = 10 * kNotCalledSo;
  for (QWidget* widget : QApplication::allWidgets()) {
    const int how = fit(widget, name);
    if (how == kNotCalledSo || (around && !around->isAncestorOf(widget))) continue;
    const bool seen = widget->isVisible() && !widget->visibleRegion().isEmpty();
    const int rank = how + (seen ? 0 : 10);
    if (rank < best) found = widget;
    best = std::min(best, rank);
  }
  return found;
}

QJsonObject describe(const QWidget* widget) {
  QJsonObject out{{"class", widget->metaObject()->className()},
                  {"name", widget->objectName()},
                  {"text", textOf(widget)},
                  {"enabled", widget->isEnabled()},
                  {"visible", widget->isVisible()},
                  {"focus", widget->hasFocus()}};
  if (widget->isVisible()) out["rect"] = rectOf(widget);
  if (widget->isWindow()) {
    const QRect frame = widget->frameGeometry();
    out["frame"] = QJsonArray{frame.x(), frame.y(), frame.width(), frame.height()};
    out["active"] = widget->isActiveWindow();
  }
  if (const auto* slider = qobject_cast<const QSlider*>(widget)) {
    out["value"] = slider->value();
    out["range"] = QJsonArray{slider->minimum(), slider->maximum()};
    out["handle"] = rect(slider, handleOf(*slider));
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) out["checked"] = button->isChecked();
  return out;
}

QJsonObject describeItem(const QWidget* widget, const QString& text) {
  if (const auto* box = qobject_cast<const QComboBox*>(widget)) return itemOfView(*box->view(), text);
  if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) return itemOfView(*view, text);
  if (const auto* menu = qobject_cast<const QMenu*>(widget)) return itemOfMenu(*menu, menu->actions(), text);
  if (const auto* bar = qobject_cast<const QMenuBar*>(widget)) return itemOfMenu(*bar, bar->actions(), text);
  // The tabs of docks have no name: any tab bar below the widget will do.
  auto bars = widget->findChildren<QTabBar*>();
  for (const auto* bar : bars) {
    for (int i = 0; i < bar->count(); ++i)
      if (plain(bar->tabText(i)) == text && bar->isVisible())
        return {{"rect", rect(bar, bar->tabRect(i))}, {"current", bar->currentIndex() == i}};
  }
  // Those of panels.
  for (const auto* tab : widget->findChildren<QToolButton*>(QStringLiteral("dockTab")))
    if (tab->isVisible() && tab->accessibleName() == text)
      return {{"rect", rectOf(tab)}, {"current", tab->isChecked()}};
  return {};
}

QJsonObject describeAction(const QAction* action) {
  QJsonObject out{{"text", plain(action->text())}, {"enabled", action->isEnabled()}, {"checked", action->isChecked()}};
  for (QWidget* widget : QApplication::allWidgets()) {
    if (!widget->isVisible()) continue;
    if (const auto* button = qobject_cast<QToolButton*>(widget); button && button->defaultAction() == action)
      out["rect"] = rectOf(button);
    auto* menu = qobject_cast<QMenu*>(widget);
    for (QAction* entry : menu ? menu->actions() : QList<QAction*>())
      if (entry == action) out["entry"] = rect(menu, menu->actionGeometry(entry));
  }
  return out;
}

}  // namespace ww::editor
