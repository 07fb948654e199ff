// SPDX-License-Identifier: Apache-2.0
// What the window is made of: docks, menus, toolbar, strips around the view.
#include <QCursor>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <QFileInfo>

#include "app/editor/dock_widths.h"
#include "app/editor/main_window.h"
#include "app/editor/tool_mode.h"
#include "ui/panels/joints_panel.h"
#include "ui/bridge/core_planner.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

constexpr int kSceneWidth = 250, kPropertiesWidth = 290;
constexpr int kNarrowPanel = 420;  // a panel behind a tab must not make the window wider than a small screen

QStringList ids(std::initializer_list<const char*> names) {
  QStringList list;
  for (const char* name : names) list << QLatin1String(name);
  return list;
}

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

QToolButton* toolButton(QAction* action, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setDefaultAction(action);
  button->setIconSize(QSize(18, 18));
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::TabFocus);
  button->setAccessibleName(action->text().remove(QLatin1Char('&')));
  return button;
}

QToolButton* menuButton(const QString& text, const QString& name, const QString& tip, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setIcon(ui::icon(name));
  button->setText(text);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setToolTip(tip);
  button->setAccessibleName(text);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

QDockWidget* MainWindow::addDock(const QString& id, const QString& title, QWidget* panel, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(id);
  dock->setAccessibleName(title);
  panel->setAttribute(Qt::WA_StyledBackground);
  dock->setWidget(panel);
  // Below, the tabs name the panels already.
  if (area == Qt::BottomDockWidgetArea) dock->setTitleBarWidget(new QWidget(dock));
  else dock->setTitleBarWidget(dockTitle(title, dock));
  addDockWidget(area, dock);
  dock->toggleViewAction()->setToolTip(tr("Shows or hides the panel %1").arg(title));
  return dock;
}

void MainWindow::showDock(const QString& id) {
  if (auto* dock = findChild<QDockWidget*>(id)) {
    dock->show();
    dock->raise();
  }
}

void MainWindow::buildDocks() {
  setTabPosition(Qt::BottomDockWidgetArea, QTabWidget::North);
  setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  scene_ = new ui::ScenePanel(*bridge_, *selection_);
  properties_ = new ui::PropertiesPanel(*bridge_, *selection_, *layer_);
  joints_ = new ui::JointsPanel(*bridge_, *selection_, *layer_);
  auto* problems = new ui::ProblemsPanel(*problems_);
  auto* log = new ui::LogPanel(*log_);
  connect(problems, &ui::ProblemsPanel::activated, this, [this](int row) { problem_watch_->goTo(row); });
  connect(log, &ui::LogPanel::subjectActivated, this, &MainWindow::goTo);
  auto* left = addDock(QStringLiteral("scene"), tr("Scene"), scene_, Qt::LeftDockWidgetArea);
  auto* right = addDock(QStringLiteral("properties"), tr("Properties"), properties_, Qt::RightDockWidgetArea);
  motion_ = new ui::MotionPanel(*bridge_, *selection_, *layer_, *jobs_, ui::corePlanner());
  auto* first = addDock(QStringLiteral("motion"), tr("Motion"), motion_, Qt::BottomDockWidgetArea);
  QDockWidget* before = first;
  const auto tab = [&](const char* id, const QString& title, QWidget* panel) {
    auto* dock = addDock(QLatin1String(id), title, panel, Qt::BottomDockWidgetArea);
    panel->setMinimumWidth(kNarrowPanel);
    tabifyDockWidget(before, dock);
    before = dock;
  };
  tab("joints", tr("Joints"), joints_);
  tab("problems", tr("Problems"), problems);
  tab("history", tr("History"), new ui::HistoryPanel(*history_));
  tab("sharing", tr("Sharing"), buildShare());
  tab("jobs", tr("Jobs"), new ui::JobsPanel(*jobs_model_, *jobs_));
  tab("log", tr("Log"), log);
  first->raise();
  for (auto* side : {left, right}) side->setMinimumWidth(180);
  resizeDocks({left, right}, {kSceneWidth, kPropertiesWidth}, Qt::Horizontal);
  for (auto* dock : findChildren<QDockWidget*>()) widths_->watch(dock, dock == left ? kSceneWidth : kPropertiesWidth);
  resizeDocks({first}, {190}, Qt::Vertical);
}

void MainWindow::buildMenus() {
  const auto menu = [this](const QString& title, std::initializer_list<const char*> entries) {
    auto* m = menuBar()->addMenu(title);
    m->setToolTipsVisible(true);
    m->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    actions_->fill(m, ids(entries));
    return m;
  };
  menuBar()->setAccessibleName(tr("Menu bar"));
  auto* file = menu(tr("&File"), {"file.new", "file.open"});
  recent_ = file->addMenu(ui::icon(QStringLiteral("history")), tr("Open &recent"));
  recent_->setToolTipsVisible(true);
  actions_->fill(file, ids({"file.sample", "-", "file.save", "file.save-as", "-", "file.import", "-", "file.quit"}));
  menu(tr("&Edit"), {"edit.undo", "edit.redo", "-", "edit.rename", "edit.duplicate", "edit.delete", "-", "edit.select-all",
                     "edit.deselect", "edit.copy-pose", "-", "edit.allow-collisions", "edit.check-collisions", "-", "edit.find", "edit.commands"});
  auto* add = menu(tr("&Add"), {"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-", "add.frame"});
  if (const QStringList samples = sampleObjects(); !samples.isEmpty()) {
    auto* library = add->addMenu(ui::icon(QStringLiteral("library")), tr("From the &library"));
    library->setToolTipsVisible(true);
    for (const QString& id : samples) actions_->fill(library, {QStringLiteral("add.sample.") + id});
  }
  auto* view = menu(tr("&View"), {"view.fit", "view.fit-selection", "-", "view.iso", "view.front", "view.back", "view.right",
                                  "view.left", "view.top", "view.bottom", "view.projection", "-", "view.grid", "view.frames",
                                  "view.collision", "-", "view.next-region", "view.previous-region", "-"});
  auto* theme = view->addMenu(ui::icon(QStringLiteral("theme")), tr("&Theme"));
  actions_->fill(theme, ids({"view.theme-system", "view.theme-light", "view.theme-dark"}));
  panels_ = view->addMenu(tr("&Panels"));
  for (auto* dock : findChildren<QDockWidget*>()) panels_->addAction(dock->toggleViewAction());
  actions_->fill(view, ids({"view.reset-layout"}));
  menu(tr("&Tools"), {"tool.select", "tool.move", "tool.rotate", "-", "tool.world", "tool.local", "tool.snap", "-", "tool.redefine", "-", "tools.share"});
  menu(tr("&Motion"), {"motion.plan", "-", "motion.play", "motion.stop"});
  menu(tr("&Help"), {"edit.commands", "-", "help.about"});
  auto* search = new QPushButton(ui::icon(QStringLiteral("search"), ui::Role::kDim), tr("Search actions"), this);
  search->setObjectName(QStringLiteral("searchActions"));
  search->setToolTip(tr("Finds any action by name (Ctrl+Shift+P)"));
  connect(search, &QPushButton::clicked, this, &MainWindow::showCommandSearch);
  menuBar()->setCornerWidget(search);
  fillRecent();
}

void MainWindow::fillRecent() {
  recent_->clear();
  const QStringList files = RecentFiles::list();
  for (const QString& file : files) {
    auto* action = recent_->addAction(QFileInfo(file).fileName());
    action->setToolTip(file);
    action->setStatusTip(file);
    connect(action, &QAction::triggered, this, [this, file] { files_->open(file); });
  }
  recent_->setEnabled(!files.isEmpty());
  if (files.isEmpty()) return;
  recent_->addSeparator();
  auto* clear = recent_->addAction(tr("Clear this list"));
  clear->setToolTip(tr("Forgets the recent files"));
  connect(clear, &QAction::triggered, this, [this] {
    RecentFiles::clear();
    fillRecent();
  });
}

void MainWindow::buildToolBar() {
  auto* bar = addToolBar(tr("Main toolbar"));
  bar->setObjectName(QStringLiteral("mainToolBar"));
  bar->setAccessibleName(tr("Main toolbar"));
  bar->setMovable(false);
  bar->setIconSize(QSize(20, 20));
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  const auto add = [this, bar](std::initializer_list<const char*> names) {
    for (const char* name : names) bar->addWidget(toolButton(actions_->action(QLatin1String(name)), bar));
    bar->addSeparator();
  };
  add({"file.new", "file.open", "file.save"});
  add({"edit.undo", "edit.redo"});
  add({"file.import"});
  auto* objects = menuButton(tr("Add"), QStringLiteral("object"), tr("Adds an object to the world"), bar);
  auto* menu = new QMenu(objects);
  menu->setToolTipsVisible(true);
  actions_->fill(menu, ids({"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-", "add.frame"}));
  if (const QStringList samples = sampleObjects(); !samples.isEmpty()) {
    menu->addSeparator();
    for (const QString& id : samples) actions_->fill(menu, {QStringLiteral("add.sample.") + id});
  }
  objects->setMenu(menu);
  // The list gets the leave event of the button that it lies over.
  connect(menu, &QMenu::aboutToHide, objects, [objects] {
    objects->setAttribute(Qt::WA_UnderMouse, objects->rect().contains(objects->mapFromGlobal(QCursor::pos())));
    objects->update();
  });
  bar->addWidget(objects);
  bar->addWidget(toolButton(actions_->action(QStringLiteral("add.frame")), bar));
  bar->addSeparator();
  add({"edit.duplicate", "edit.delete"});
  auto* space = new QWidget(bar);
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  bar->addWidget(toolButton(actions_->action(QStringLiteral("motion.plan")), bar));
  bar->addWidget(toolButton(actions_->action(QStringLiteral("motion.play")), bar));
  bar->addWidget(toolButton(actions_->action(QStringLiteral("motion.stop")), bar));
}

void MainWindow::buildViewStrips() {
  auto* row = view_->toolRow();
  const auto add = [this, row](std::initializer_list<const char*> names) {
    for (const char* name : names) row->addWidget(toolButton(actions_->action(QLatin1String(name)), view_));
  };
  add({"tool.select", "tool.move", "tool.rotate"});
  row->addSpacing(12);
  add({"tool.world", "tool.local", "tool.snap"});
  row->addStretch(1);
  add({"view.fit", "view.iso", "view.front", "view.right", "view.top", "view.projection"});
  row->addSpacing(12);
  add({"view.grid", "view.frames", "view.collision"});
  collisions_ = new CollisionDisplay(*bridge_, *selection_, *layer_, *view_);
  plan_chip_ = new ui::Chip(view_);
  view_->chipRow()->addWidget(plan_chip_);
  new ToolMode(*view_, *actions_, *notifications_);
  view_->chipRow()->addStretch(1);
  connect(plan_chip_, &ui::Chip::clicked, this, [this] { showDock(QStringLiteral("motion")); });
  connect(collisions_, &CollisionDisplay::message, this, &MainWindow::tell);
}

}  // namespace ww::editor
