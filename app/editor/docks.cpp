// SPDX-License-Identifier: Apache-2.0
#include "app/editor/docks.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLayout>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "app/editor/dock_tabs.h"
#include "ui/bridge/core_planner.h"
#include "ui/models/history_model.h"
#include "ui/models/jobs_model.h"
#include "ui/models/problems_model.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/jog_panel.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/scene_panel.h"
#include "ui/scene/viewport.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

constexpr int kListHeight = 290;  // pixels, of a panel whose list stands under several rows of buttons
constexpr int kLeastWidth = 180, kLeastProperties = 212;
// Of a window of 1280 pixels, and where there is more room.
constexpr int kSceneWidth = 200, kPropertiesWidth = 242, kWideScene = 240, kWideProperties = 266;
constexpr int kWideWindow = 1600, kNarrowWindow = 1000;
constexpr int kNarrowPanel = 420;  // a panel must not make the window wider than a small screen

QString sceneId() { return QStringLiteral("scene"); }
QString propertiesId() { return QStringLiteral("properties"); }

}  // namespace

Docks::Docks(const WindowParts& parts, const Others& others)
    : QObject(&parts.window),
      parts_(parts),
      history_(new ui::HistoryModel(parts.bridge, this)),
      states_(new ui::HistoryTreeModel(parts.bridge, parts.document.keeping().history, this)),
      widths_(new DockWidths(parts.window)),
      tabs_(new DockTabs(&parts.window)),
      end_tabs_(new DockTabs(&parts.window)) {
  auto& window = parts_.window;
  window.setDockNestingEnabled(true);
  window.setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  window.setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
  window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  scene_ = new ui::ScenePanel(parts_.bridge, parts_.selection);
  properties_ = new ui::PropertiesPanel(parts_.bridge, parts_.selection, parts_.layer);
  add(sceneId(), tr("Scene"), scene_, Qt::LeftDockWidgetArea)->setMinimumWidth(kLeastWidth);
  add(propertiesId(), tr("Properties"), properties_, Qt::RightDockWidgetArea)->setMinimumWidth(kLeastProperties);
  addLower(others);
  for (auto* dock : all()) {
    widths_->watch(dock, dock->objectName() == sceneId() ? kSceneWidth : kPropertiesWidth);
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
      if (visible && !arranging_) opened(dock);
      showTabs();
    });
  }
  addTabs();
}

void Docks::addLower(const Others& others) {
  motion_ = new ui::MotionPanel(parts_.bridge, parts_.selection, parts_.layer, parts_.jobs,
                                ui::corePlanner(parts_.layer.scenes()));
  problems_ = new ui::ProblemsPanel(parts_.messages.problems());
  log_ = new ui::LogPanel(parts_.messages.log());
  const auto lower = [&](const char* id, const QString& title, QWidget* panel) {
    add(QLatin1String(id), title, panel, Qt::BottomDockWidgetArea)->hide();
    if (panel != motion_) panel->setMinimumWidth(kNarrowPanel);
  };
  auto* joints = new QTabWidget;
  joints->setDocumentMode(true);
  joints->setAccessibleName(tr("Joints and tool"));
  joints_ = new ui::JointsPanel(parts_.bridge, parts_.selection, parts_.layer);
  joints->addTab(joints_, tr("Joints"));
  joints->addTab(new ui::JogPanel(parts_.bridge, parts_.hand), tr("Tool"));
  lower("motion", tr("Motion"), motion_);
  lower("program", tr("Program"), others.program);
  lower("joints", tr("Joints"), joints);
  lower("collisions", tr("Collisions"), others.collisions);
  widths_->setFirstHeight(QStringLiteral("collisions"), kListHeight);
  lower("physics", tr("Physics"), others.physics);
  widths_->setFirstHeight(QStringLiteral("physics"), kListHeight);
  lower("problems", tr("Problems"), problems_);
  history_panel_ = new ui::HistoryPanel(*history_, *states_);
  lower("history", tr("History"), history_panel_);
  lower("sharing", tr("Sharing"), others.sharing);
  lower("jobs", tr("Jobs"), new ui::JobsPanel(*new ui::JobsModel(parts_.jobs, this), parts_.jobs));
  lower("log", tr("Log"), log_);
}

QDockWidget* Docks::add(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, &parts_.window);
  dock->setObjectName(id);
  dock->setAccessibleName(title);
  panel->setAttribute(Qt::WA_StyledBackground);
  dock->setWidget(panel);
  dock->setTitleBarWidget(makeTitle(id, title, dock));
  parts_.window.addDockWidget(area, dock);
  dock->toggleViewAction()->setToolTip(tr("Shows or hides the panel %1").arg(title));
  return dock;
}

// With a button that folds it, at the place where other programs have it.
QWidget* Docks::makeTitle(const QString& id, const QString& title, QWidget* parent) {
  auto* bar = new QWidget(parent);
  bar->setObjectName(QStringLiteral("dockTitle"));
  bar->setAttribute(Qt::WA_StyledBackground);
  auto* label = new QLabel(title, bar);
  label->setObjectName(QStringLiteral("dockTitleText"));
  auto* fold = new QToolButton(bar);
  fold->setObjectName(QStringLiteral("dockFold"));
  fold->setIcon(ui::icon(QStringLiteral("fold-panel"), ui::Role::kDim));
  fold->setIconSize(QSize(14, 14));
  fold->setFocusPolicy(Qt::TabFocus);
  fold->setAccessibleName(tr("Fold %1").arg(title));
  fold->setToolTip(tr("Folds this panel to its tab at the lower edge of the window"));
  connect(fold, &QToolButton::clicked, this, [this, id] { this->fold(id); });
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(10, 2, 4, 2);
  row->addWidget(label, 1);
  row->addWidget(fold);
  return bar;
}

// ---- tabs

void Docks::addTabs() {
  const auto icons = QHash<QString, QString>{{QStringLiteral("motion"), QStringLiteral("plan")},
                                             {QStringLiteral("joints"), QStringLiteral("joint")},
                                             {QStringLiteral("collisions"), QStringLiteral("collision")},
                                             {QStringLiteral("problems"), QStringLiteral("warning")},
                                             {QStringLiteral("collisions"), QStringLiteral("collision")},
                                             {QStringLiteral("sharing"), QStringLiteral("share")},
                                             {sceneId(), QStringLiteral("world")},
                                             {propertiesId(), QStringLiteral("settings")}};
  for (auto* dock : all()) {
    const QString id = dock->objectName();
    (id == propertiesId() ? end_tabs_ : tabs_)->add(id, dock->windowTitle(), icons.value(id, id));
  }
  for (auto* tabs : {tabs_, end_tabs_}) connect(tabs, &DockTabs::clicked, this, &Docks::toggle);
  countIn(QStringLiteral("problems"), &parts_.messages.problems());
  connect(&parts_.jobs, &ui::JobBridge::added, this, &Docks::countJobs);
  connect(&parts_.jobs, &ui::JobBridge::finished, this, &Docks::countJobs);
}

void Docks::countJobs() { tabs_->setCount(QStringLiteral("jobs"), parts_.jobs.running()); }

void Docks::countIn(const QString& id, QAbstractItemModel* model) {
  const auto count = [this, id, model] { tabs_->setCount(id, model->rowCount()); };
  connect(model, &QAbstractItemModel::rowsInserted, this, count);
  connect(model, &QAbstractItemModel::rowsRemoved, this, count);
  connect(model, &QAbstractItemModel::modelReset, this, count);
}

// A click checks the button of a tab by itself: it is told what holds in any case.
void Docks::showTabs() {
  for (auto* dock : all())
    for (auto* tabs : {tabs_, end_tabs_}) tabs->setOpen(dock->objectName(), isOpen(dock->objectName()));
  Q_EMIT changed();
}

// ---- folding

QDockWidget* Docks::dock(const QString& id) const { return parts_.window.findChild<QDockWidget*>(id); }

bool Docks::isOpen(const QString& id) const {
  const auto* its = dock(id);
  return its && !its->isHidden() && (its->isFloating() || !parts_.window.isVisible() || its->x() >= 0);
}

QStringList Docks::open() const {
  QStringList ids;
  for (const auto* dock : all())
    if (!dock->isHidden()) ids << dock->objectName();
  return ids;
}

QStringList Docks::places() const {
  QStringList places;
  for (auto* dock : all())
    places << QStringLiteral("%1 %2 %3 %4")
                  .arg(dock->objectName())
                  .arg(static_cast<int>(parts_.window.dockWidgetArea(dock)))
                  .arg(dock->isFloating())
                  .arg(dock->isHidden());
  return places;
}

void Docks::show(const QString& id) {
  if (auto* its = dock(id)) {
    const auto before = widths_->now();
    its->show();
    opened(its);
    its->raise();
    widths_->apply(before);
    showTabs();
  }
}

void Docks::fold(const QString& id) {
  const auto before = widths_->now();
  if (auto* its = dock(id)) hide(its);
  widths_->apply(before);
  showTabs();
}

// The keys go to the view, not to whatever comes next in the round.
void Docks::hide(QDockWidget* dock) {
  const QWidget* focus = QApplication::focusWidget();
  if (focus && dock->isAncestorOf(focus)) parts_.view.view()->focusProxy()->setFocus();
  dock->hide();
}

// Below the view there is room for one.
void Docks::opened(QDockWidget* dock) {
  const auto below = [this](QDockWidget* d) {
    return !d->isFloating() && parts_.window.dockWidgetArea(d) == Qt::BottomDockWidgetArea;
  };
  if (!below(dock)) return;
  for (auto* other : all())
    if (other != dock && !other->isHidden() && below(other)) hide(other);
  widths_->restoreHeight(dock);
}

QList<QDockWidget*> Docks::all() const { return parts_.window.findChildren<QDockWidget*>(); }

void Docks::keepAsFirst() { first_layout_ = parts_.window.saveState(); }

void Docks::arrange(const QStringList& open) {
  auto& window = parts_.window;
  const bool wide = window.width() >= kWideWindow;
  arranging_ = true;
  window.restoreState(first_layout_);
  widths_->forget();
  widths_->setFirst(sceneId(), wide ? kWideScene : kSceneWidth);
  widths_->setFirst(propertiesId(), wide ? kWideProperties : kPropertiesWidth);
  QDockWidget* lower = nullptr;
  for (auto* its : all()) {
    its->setVisible(open.contains(its->objectName()));
    if (!its->isHidden() && window.dockWidgetArea(its) == Qt::BottomDockWidgetArea) lower = its;
  }
  widths_->apply();
  if (lower) widths_->restoreHeight(lower);
  arranging_ = false;
  showTabs();
}

bool Docks::restore(const QByteArray& layout, int version, const QVariantMap& widths) {
  arranging_ = true;
  const bool done = parts_.window.restoreState(layout, version);
  arranging_ = false;
  if (!done) return false;
  widths_->keep(widths);
  showTabs();
  return true;
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
