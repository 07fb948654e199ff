// SPDX-License-Identifier: Apache-2.0
#include "app/editor/docks.h"

#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/core_planner.h"
#include "ui/models/history_model.h"
#include "ui/models/jobs_model.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/scene_panel.h"

namespace ww::editor {
namespace {

constexpr int kSceneWidth = 250, kPropertiesWidth = 290, kLeastWidth = 180, kLeastProperties = 212, kLowerHeight = 190;
constexpr int kNarrowWindow = 1000;
constexpr int kNarrowPanel = 420;  // a panel behind a tab must not make the window wider than a small screen

QWidget* dockTitle(const QString& text, QWidget* parent) {
  auto* bar = new QWidget(parent);
  bar->setObjectName(QStringLiteral("dockTitle"));
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* label = new QLabel(text, bar);
  label->setObjectName(QStringLiteral("dockTitleText"));
  auto* row = new QVBoxLayout(bar);
  row->setContentsMargins(10, 6, 8, 6);
  row->addWidget(label);
  return bar;
}

}  // namespace

Docks::Docks(const WindowParts& parts, QWidget* sharing)
    : QObject(&parts.window),
      parts_(parts),
      history_(new ui::HistoryModel(parts.bridge, this)),
      widths_(new DockWidths(parts.window)) {
  auto& window = parts_.window;
  window.setDockNestingEnabled(true);
  window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  window.setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
  window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  scene_ = new ui::ScenePanel(parts_.bridge, parts_.selection);
  properties_ = new ui::PropertiesPanel(parts_.bridge, parts_.selection, parts_.layer);
  auto* left = add(QStringLiteral("scene"), tr("Scene"), scene_, Qt::LeftDockWidgetArea);
  auto* right = add(QStringLiteral("properties"), tr("Properties"), properties_, Qt::RightDockWidgetArea);
  auto* first = addLower(sharing);
  left->setMinimumWidth(kLeastWidth);
  right->setMinimumWidth(kLeastProperties);
  window.resizeDocks({left, right}, {kSceneWidth, kPropertiesWidth}, Qt::Horizontal);
  for (auto* dock : all()) widths_->watch(dock, dock == left ? kSceneWidth : kPropertiesWidth);
  window.resizeDocks({first}, {kLowerHeight}, Qt::Vertical);
}

// The motion, and behind its tab the others.
QDockWidget* Docks::addLower(QWidget* sharing) {
  motion_ = new ui::MotionPanel(parts_.bridge, parts_.selection, parts_.layer, parts_.jobs, ui::corePlanner());
  problems_ = new ui::ProblemsPanel(parts_.messages.problems());
  log_ = new ui::LogPanel(parts_.messages.log());
  auto* first = add(QStringLiteral("motion"), tr("Motion"), motion_, Qt::BottomDockWidgetArea);
  QDockWidget* before = first;
  const auto tab = [&](const char* id, const QString& title, QWidget* panel) {
    auto* dock = add(QLatin1String(id), title, panel, Qt::BottomDockWidgetArea);
    panel->setMinimumWidth(kNarrowPanel);
    parts_.window.tabifyDockWidget(before, dock);
    before = dock;
  };
  tab("joints", tr("Joints"), new ui::JointsPanel(parts_.bridge, parts_.selection, parts_.layer));
  tab("problems", tr("Problems"), problems_);
  tab("history", tr("History"), new ui::HistoryPanel(*history_));
  tab("sharing", tr("Sharing"), sharing);
  tab("jobs", tr("Jobs"), new ui::JobsPanel(*new ui::JobsModel(parts_.jobs, this), parts_.jobs));
  tab("log", tr("Log"), log_);
  first->raise();
  return first;
}

QDockWidget* Docks::add(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, &parts_.window);
  dock->setObjectName(id);
  dock->setAccessibleName(title);
  panel->setAttribute(Qt::WA_StyledBackground);
  dock->setWidget(panel);
  // Below, the tabs name the panels already.
  if (area == Qt::BottomDockWidgetArea) dock->setTitleBarWidget(new QWidget(dock));
  else dock->setTitleBarWidget(dockTitle(title, dock));
  parts_.window.addDockWidget(area, dock);
  dock->toggleViewAction()->setToolTip(tr("Shows or hides the panel %1").arg(title));
  return dock;
}

void Docks::show(const QString& id) {
  if (auto* dock = parts_.window.findChild<QDockWidget*>(id)) {
    dock->show();
    dock->raise();
  }
}

QList<QDockWidget*> Docks::all() const { return parts_.window.findChildren<QDockWidget*>(); }

void Docks::keepAsFirst() { first_layout_ = parts_.window.saveState(); }

void Docks::reset() {
  parts_.window.restoreState(first_layout_);
  widths_->forget();
}

void Docks::fitTo(int window_width) {
  auto& window = parts_.window;
  const auto area = window_width < kNarrowWindow ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea;
  if (window.corner(Qt::BottomLeftCorner) == area) return;
  window.setCorner(Qt::BottomLeftCorner, area);
  window.layout()->activate();
}

void Docks::endScene() { delete std::exchange(scene_, nullptr); }

}  // namespace ww::editor
