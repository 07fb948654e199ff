// SPDX-License-Identifier: Apache-2.0
#include "app/editor/window_bars.h"

#include <QApplication>
#include <QCursor>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QToolBar>
#include <QToolButton>

#include "app/editor/dock_tabs.h"
#include "app/editor/docks.h"
#include "app/editor/parts_change.h"
#include "app/editor/tool_strip.h"
#include "app/editor/workspace_switch.h"
#include "core/project/project.h"
#include "resources/samples/samples.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

QStringList ids(std::initializer_list<const char*> names) {
  QStringList list;
  for (const char* name : names) list << QLatin1String(name);
  return list;
}

QStringList sampleActions(const ui::ActionTable& actions, bool sensors) {
  const QString all = QStringLiteral("add.sample.");
  QStringList found;
  for (const auto& row : actions.rows())
    if (row.id.startsWith(all) && samples::isSensor(row.id.mid(all.size()).toStdString()) == sensors) found << row.id;
  return found;
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

// Pixels: around what is written, as the style sheet has it, and what the hints need.
constexpr int kAroundMenu = 20, kAroundMenus = 24, kAroundSearch = 52, kCompactSearch = 32, kStatusWidth = 430;

QString searchText() { return WindowBars::tr("Search actions"); }

}  // namespace

WindowBars::WindowBars(const WindowParts& parts, ui::ActionTable& actions, Docks& docks)
    : QObject(&parts.window), parts_(parts), actions_(actions), docks_(docks), samples_(sampleActions(actions, false)) {
  for (const QString& id : sampleActions(actions, true))
    actions.action(id)->setIcon(ui::icon(QStringLiteral("sensor")));
  buildMenus();
  buildCorner();
  buildToolBar();
  tipTabs();
  fillRecent();
}

void WindowBars::fitTo(int window_width) {
  int menus = kAroundMenus;
  for (const auto* action : parts_.window.menuBar()->actions())
    menus += parts_.window.fontMetrics().horizontalAdvance(action->iconText()) + kAroundMenu;
  const int words = search_->fontMetrics().horizontalAdvance(searchText()) + kAroundSearch;
  const int all = menus + switch_->fullWidth();
  switch_->setCompact(all + kCompactSearch > window_width);
  search_->setText(all + words > window_width ? QString() : searchText());
  search_->setFixedWidth(search_->text().isEmpty() ? kCompactSearch : words);
  corner_->layout()->activate();
  corner_->resize(corner_->sizeHint());
  parts_.window.menuBar()->setCornerWidget(corner_);  // so that it is placed anew
  const bool compact = docks_.tabs().widthOf(false) + docks_.endTabs().widthOf(false) + kStatusWidth > window_width;
  docks_.tabs().setCompact(compact);
  docks_.endTabs().setCompact(compact);
}

// ---- menus

QMenu* WindowBars::addMenu(const QString& title, std::initializer_list<const char*> entries) {
  auto* menu = parts_.window.menuBar()->addMenu(title);
  menu->setToolTipsVisible(true);
  menu->setAccessibleName(QString(title).remove(QLatin1Char('&')));
  actions_.fill(menu, ids(entries));
  return menu;
}

void WindowBars::buildMenus() {
  // A desktop that shows menus elsewhere would take the switch and the search away with them.
  parts_.window.menuBar()->setNativeMenuBar(false);
  parts_.window.menuBar()->setAccessibleName(tr("Menu bar"));
  auto* file = addMenu(tr("&File"), {"file.new", "file.open"});
  recent_ = file->addMenu(ui::icon(QStringLiteral("history")), tr("Open &recent"));
  recent_->setToolTipsVisible(true);
  connect(recent_, &QMenu::aboutToShow, this, &WindowBars::showPictures);
  actions_.fill(file, ids({"file.sample", "-", "file.save", "file.save-as", "file.save-copy", "-", "file.import",
                           "file.reimport", "file.export", "file.compare", "-", "file.quit"}));
  addMenu(tr("&Edit"), {"edit.undo",
                        "edit.redo",
                        "-",
                        "edit.rename",
                        "edit.duplicate",
                        "edit.attach",
                        "edit.delete",
                        "-",
                        "edit.select-all",
                        "edit.deselect",
                        "edit.copy-pose",
                        "-",
                        "edit.allow-collisions",
                        "edit.check-collisions",
                        "edit.enable-collisions",
                        "edit.collision-shapes",
                        "rules.explain",
                        "rules.new",
                        "rules.findings",
                        "-",
                        "edit.find",
                        "edit.commands",
                        "-",
                        "edit.preferences"});
  auto* add = addMenu(tr("&Add"), {"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-",
                                   "add.frame", "add.feature-frame", "edit.frame-onto-feature"});
  if (!samples_.isEmpty()) {
    auto* library = add->addMenu(ui::icon(QStringLiteral("library")), tr("From the &library"));
    library->setToolTipsVisible(true);
    actions_.fill(library, samples_);
  }
  auto* sensors = add->addMenu(ui::icon(QStringLiteral("sensor")), tr("Se&nsors"));
  sensors->setToolTipsVisible(true);
  actions_.fill(sensors, sampleActions(actions_, true));
  buildViewMenu();
  addMenu(tr("&Tools"), {"tool.select", "tool.move", "tool.rotate", "tool.hand", "tool.target", "-", "tool.world",
                         "tool.local", "tool.snap", "-", "tool.redefine", "-", "tools.share", "tools.messages"});
  addMenu(tr("&Motion"), {"motion.plan", "-", "motion.play", "motion.stop", "-", "motion.curves", "motion.report",
                          "motion.onion", "-", "motion.picture", "motion.frames", "motion.movie", "-", "program.new",
                          "program.teach", "program.lock", "program.plan", "program.plan-all", "program.export"});
  addMenu(tr("&Help"), {"help.page", "help.whats-this", "edit.commands", "-", "help.welcome", "help.about"});
}

void WindowBars::addShowMenu(QMenu& view) {
  auto* show = view.addMenu(ui::icon(QStringLiteral("eye")), tr("Sho&w and hide"));
  show->setToolTipsVisible(true);
  actions_.fill(show, ids({"view.hide", "view.show-all", "view.isolate", "-", "view.lock", "view.unlock-all", "-",
                           "view.x-ray", "view.x-ray-all", "-", "view.frames", "view.robots", "view.parts", "-",
                           "view.collision", "view.collision-over", "-", "view.clearance", "view.margins"}));
}

void WindowBars::buildViewMenu() {
  auto* view = addMenu(tr("&View"), {"view.fit", "view.fit-selection", "-", "view.iso", "view.front", "view.back",
                                     "view.right", "view.left", "view.top", "view.bottom", "view.projection", "-"});
  addShowMenu(*view);
  actions_.fill(view, ids({"view.section", "view.saved-views", "view.save-view", "view.surroundings", "-", "view.grid",
                           "view.frames", "view.collision", "view.clearance", "view.margins", "-", "view.next-region",
                           "view.previous-region", "-"}));
  const auto below = [&](const QString& title, const QString& name) {
    auto* menu = name.isEmpty() ? view->addMenu(title) : view->addMenu(ui::icon(name), title);
    menu->setToolTipsVisible(true);
    return menu;
  };
  actions_.fill(below(tr("Tur&n the view"), {}), ids({"view.step-left", "view.step-right", "view.step-up",
                                                      "view.step-down", "-", "view.roll-left", "view.roll-right"}));
  actions_.fill(below(tr("&Theme"), QStringLiteral("theme")),
                ids({"view.theme-system", "view.theme-light", "view.theme-dark"}));
  actions_.fill(below(tr("&Workspace"), {}), ids({"workspace.layout", "workspace.motion", "workspace.collisions",
                                                  "workspace.review", "-", "view.reset-layout"}));
  actions_.fill(below(tr("&Panels"), {}), ids({"panel.scene", "panel.properties", "-", "panel.motion", "panel.program",
                                               "panel.joints", "panel.collisions", "panel.physics", "panel.problems",
                                               "panel.history", "panel.sharing", "panel.jobs", "panel.log"}));
  actions_.fill(view, ids({"view.room", "view.reset-layout"}));
}

// At the right of the menus: the workspaces, and the search.
void WindowBars::buildCorner() {
  QList<QAction*> workspaces;
  for (const char* id : {"workspace.layout", "workspace.motion", "workspace.collisions", "workspace.review"})
    workspaces << actions_.action(QLatin1String(id));
  corner_ = new QWidget(parts_.window.menuBar());
  corner_->setObjectName(QStringLiteral("menuCorner"));
  switch_ = new WorkspaceSwitch(workspaces, corner_);
  search_ = new QPushButton(ui::icon(QStringLiteral("search"), ui::Role::kDim), searchText(), corner_);
  search_->setObjectName(QStringLiteral("searchActions"));
  search_->setAccessibleName(searchText());
  search_->setToolTip(tr("Finds any action by name (Ctrl+Shift+P)"));
  connect(search_, &QPushButton::clicked, actions_.action(QStringLiteral("edit.commands")), &QAction::trigger);
  auto* row = new QHBoxLayout(corner_);
  row->setContentsMargins(0, 0, 4, 0);
  row->setSpacing(8);
  row->addWidget(switch_);
  row->addWidget(search_);
  parts_.window.menuBar()->setCornerWidget(corner_);
}

// With the keys that open them.
void WindowBars::tipTabs() {
  for (const auto& row : actions_.rows()) {
    if (!row.id.startsWith(QLatin1String("panel."))) continue;
    QString tip = row.tip;
    if (!row.keys.isEmpty()) tip += QStringLiteral(" (%1)").arg(row.keys.front().toString(QKeySequence::NativeText));
    for (auto* tabs : {&docks_.tabs(), &docks_.endTabs()}) tabs->setTip(row.id.mid(6), tip);
  }
}

void WindowBars::fillRecent() {
  recent_->clear();
  const QStringList files = RecentFiles::list();
  for (const QString& file : files) {
    auto* action = recent_->addAction(QFileInfo(file).fileName());
    action->setData(file);
    action->setToolTip(file);
    action->setStatusTip(file);
    connect(action, &QAction::triggered, this, [this, file] { Q_EMIT openAsked(file); });
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

// Reading a few files takes a moment, and a drive may sleep.
void WindowBars::showPictures() {
  QStringList files;
  for (const auto* action : recent_->actions())
    if (const QString file = action->data().toString(); !file.isEmpty()) files << file;
  QThreadPool::globalInstance()->start([files, bars = QPointer<WindowBars>(this)] {
    for (const QString& file : files) {
      const auto png = project::thumbnail(project::systemVfs(), file.toStdString());
      if (!png.ok() || png->empty()) continue;
      QMetaObject::invokeMethod(qApp, [bars, file, png = *png] {
        if (bars) bars->setPicture(file, png);
      });
    }
  });
}

void WindowBars::setPicture(const QString& file, const std::string& png) {
  const QByteArray data = QByteArray::fromStdString(png).toBase64();
  for (auto* action : recent_->actions())
    if (action->data().toString() == file)
      action->setToolTip(QStringLiteral("<img src=\"data:image/png;base64,%1\"><br>%2")
                             .arg(QString::fromLatin1(data), file.toHtmlEscaped()));
}

void WindowBars::popupMenu(const QPoint& global) {
  auto* menu = new QMenu(&parts_.window);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  actions_.refresh();
  const auto& nodes = parts_.selection.nodes();
  if (nodes.empty())
    actions_.fill(menu, ids({"add.box", "add.cylinder", "add.frame", "file.import", "-", "edit.select-all", "view.fit",
                             "view.show-all"}));
  else
    actions_.fill(menu, ids({"view.fit-selection",
                             "-",
                             "tool.move",
                             "tool.rotate",
                             "add.frame",
                             "file.import",
                             "-",
                             "view.hide",
                             "view.isolate",
                             "view.lock",
                             "-",
                             "edit.rename",
                             "edit.duplicate",
                             "edit.attach",
                             "edit.copy-pose",
                             "-",
                             "edit.delete",
                             "-",
                             "edit.collision-shapes",
                             "file.reimport",
                             "file.export",
                             "panel.properties"}));
  addParts(menu);
  if (nodes.size() == 1 && std::holds_alternative<FrameId>(nodes.front()))
    actions_.fill(menu, ids({"-", "edit.frame-onto-feature"}));
  if (!nodes.empty() && parts_.hand.choice()) actions_.fill(menu, ids({"-", "tool.hand"}));
  if (parts_.view.toolLock().tool()) actions_.fill(menu, ids({"-", "tool.redefine"}));
  if (nodes.size() == 2)
    actions_.fill(menu, ids({"-", "rules.explain", "edit.allow-collisions", "edit.check-collisions"}));
  menu->popup(global);
}

// What the parts of what is selected can become.
void WindowBars::addParts(QMenu* menu) {
  const auto world = parts_.bridge.snapshot().world;
  const std::vector<ObjectId> objects = objectsBehind(*world, parts_.selection);
  if (objects.empty()) return;
  auto* sub = new QMenu(tr("&Parts"), menu);
  sub->setToolTipsVisible(true);
  actions_.fill(sub, partsActions(*world, objects));
  const auto before = actions_.action(QStringLiteral("file.reimport"));
  menu->insertMenu(menu->actions().contains(before) ? before : nullptr, sub);
}

// ---- buttons

QToolButton* WindowBars::addMenuButton() {
  auto* objects = menuButton(tr("Add"), QStringLiteral("object"), tr("Adds an object to the world"), bar_);
  auto* menu = new QMenu(objects);
  menu->setToolTipsVisible(true);
  actions_.fill(menu, ids({"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-", "add.frame",
                           "add.feature-frame"}));
  if (!samples_.isEmpty()) actions_.fill(menu, ids({"-"}) + samples_ + ids({"-"}) + sampleActions(actions_, true));
  objects->setMenu(menu);
  // The list gets the leave event of the button that it lies over.
  connect(menu, &QMenu::aboutToHide, objects, [objects] {
    objects->setAttribute(Qt::WA_UnderMouse, objects->rect().contains(objects->mapFromGlobal(QCursor::pos())));
    objects->update();
  });
  return objects;
}

// One row for all: what is done to the file and the world, how the pointer works, what the view shows, motion.
void WindowBars::buildToolBar() {
  bar_ = parts_.window.addToolBar(tr("Main toolbar"));
  bar_->setObjectName(QStringLiteral("mainToolBar"));
  bar_->setAccessibleName(tr("Main toolbar"));
  bar_->setMovable(false);
  bar_->setContextMenuPolicy(Qt::PreventContextMenu);
  auto* strip = new ToolStrip(bar_);
  bar_->addWidget(strip);
  using Goes = ToolStrip::Goes;
  const auto add = [&](std::initializer_list<const char*> names, Goes goes = Goes::kNever) {
    for (const char* name : names) strip->add(toolButton(actions_.action(QLatin1String(name)), strip), goes);
  };
  add({"file.new", "file.open", "file.save"}, Goes::kLast);
  strip->addLine();
  add({"edit.undo", "edit.redo"});
  strip->addLine();
  add({"file.import"});
  strip->add(addMenuButton());
  add({"add.frame"});
  add({"edit.duplicate", "edit.delete"}, Goes::kLast);
  strip->addLine();
  add({"tool.select", "tool.move", "tool.rotate", "tool.hand"});
  add({"tool.target"}, Goes::kLast);
  strip->addLine();
  add({"tool.world", "tool.local", "tool.snap"});
  strip->addStretch();
  add({"view.fit"});
  add({"view.iso", "view.front", "view.right", "view.top", "view.projection"}, Goes::kFirst);
  strip->addLine();
  add({"view.grid", "view.frames", "view.collision"});
  strip->addLine();
  add({"motion.plan", "motion.play", "motion.stop"});
}

}  // namespace ww::editor
