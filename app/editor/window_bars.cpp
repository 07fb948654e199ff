// SPDX-License-Identifier: Apache-2.0
#include "app/editor/window_bars.h"

#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QThreadPool>
#include <QToolBar>
#include <QToolButton>

#include "app/editor/tool_strip.h"
#include "core/project/project.h"
#include "ui/widgets/icons.h"

namespace ww::editor {
namespace {

QStringList ids(std::initializer_list<const char*> names) {
  QStringList list;
  for (const char* name : names) list << QLatin1String(name);
  return list;
}

QStringList sampleActions(const ui::ActionTable& actions) {
  QStringList found;
  for (const auto& row : actions.rows())
    if (row.id.startsWith(QLatin1String("add.sample."))) found << row.id;
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

}  // namespace

WindowBars::WindowBars(const WindowParts& parts, ui::ActionTable& actions, const QList<QDockWidget*>& docks)
    : QObject(&parts.window), parts_(parts), actions_(actions), samples_(sampleActions(actions)) {
  buildMenus(docks);
  buildSearch();
  buildToolBar();
  buildViewStrip();
  fillRecent();
}

// ---- menus

QMenu* WindowBars::addMenu(const QString& title, std::initializer_list<const char*> entries) {
  auto* menu = parts_.window.menuBar()->addMenu(title);
  menu->setToolTipsVisible(true);
  menu->setAccessibleName(QString(title).remove(QLatin1Char('&')));
  actions_.fill(menu, ids(entries));
  return menu;
}

void WindowBars::buildMenus(const QList<QDockWidget*>& docks) {
  parts_.window.menuBar()->setAccessibleName(tr("Menu bar"));
  auto* file = addMenu(tr("&File"), {"file.new", "file.open"});
  recent_ = file->addMenu(ui::icon(QStringLiteral("history")), tr("Open &recent"));
  recent_->setToolTipsVisible(true);
  connect(recent_, &QMenu::aboutToShow, this, &WindowBars::showPictures);
  actions_.fill(file, ids({"file.sample", "-", "file.save", "file.save-as", "-", "file.import", "-", "file.quit"}));
  addMenu(tr("&Edit"), {"edit.undo", "edit.redo", "-", "edit.rename", "edit.duplicate", "edit.delete", "-",
                        "edit.select-all", "edit.deselect", "edit.copy-pose", "-", "edit.allow-collisions",
                        "edit.check-collisions", "edit.enable-collisions", "-", "edit.find", "edit.commands"});
  auto* add =
      addMenu(tr("&Add"), {"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-", "add.frame"});
  if (!samples_.isEmpty()) {
    auto* library = add->addMenu(ui::icon(QStringLiteral("library")), tr("From the &library"));
    library->setToolTipsVisible(true);
    actions_.fill(library, samples_);
  }
  auto* view =
      addMenu(tr("&View"), {"view.fit", "view.fit-selection", "-", "view.iso", "view.front", "view.back", "view.right",
                            "view.left", "view.top", "view.bottom", "view.projection", "-", "view.grid", "view.frames",
                            "view.collision", "-", "view.next-region", "view.previous-region", "-"});
  auto* steps = view->addMenu(tr("Tur&n the view"));
  steps->setToolTipsVisible(true);
  actions_.fill(steps, ids({"view.step-left", "view.step-right", "view.step-up", "view.step-down", "-",
                            "view.roll-left", "view.roll-right"}));
  auto* theme = view->addMenu(ui::icon(QStringLiteral("theme")), tr("&Theme"));
  actions_.fill(theme, ids({"view.theme-system", "view.theme-light", "view.theme-dark"}));
  auto* panels = view->addMenu(tr("&Panels"));
  for (auto* dock : docks) panels->addAction(dock->toggleViewAction());
  actions_.fill(view, ids({"view.reset-layout"}));
  addMenu(tr("&Tools"), {"tool.select", "tool.move", "tool.rotate", "-", "tool.world", "tool.local", "tool.snap", "-",
                         "tool.redefine", "-", "tools.share"});
  addMenu(tr("&Motion"), {"motion.plan", "-", "motion.play", "motion.stop"});
  addMenu(tr("&Help"), {"edit.commands", "-", "help.about"});
}

void WindowBars::buildSearch() {
  auto* search =
      new QPushButton(ui::icon(QStringLiteral("search"), ui::Role::kDim), tr("Search actions"), &parts_.window);
  search->setObjectName(QStringLiteral("searchActions"));
  search->setToolTip(tr("Finds any action by name (Ctrl+Shift+P)"));
  connect(search, &QPushButton::clicked, actions_.action(QStringLiteral("edit.commands")), &QAction::trigger);
  parts_.window.menuBar()->setCornerWidget(search);
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
    actions_.fill(menu,
                  ids({"add.box", "add.cylinder", "add.frame", "file.import", "-", "edit.select-all", "view.fit"}));
  else
    actions_.fill(menu, ids({"view.fit-selection", "-", "tool.move", "tool.rotate", "add.frame", "-", "edit.rename",
                             "edit.duplicate", "edit.copy-pose", "-", "edit.delete"}));
  if (parts_.view.toolLock().tool()) actions_.fill(menu, ids({"-", "tool.redefine"}));
  if (nodes.size() == 2) actions_.fill(menu, ids({"-", "edit.allow-collisions", "edit.check-collisions"}));
  menu->popup(global);
}

// ---- buttons

void WindowBars::buildToolBar() {
  auto* bar = parts_.window.addToolBar(tr("Main toolbar"));
  bar->setObjectName(QStringLiteral("mainToolBar"));
  bar->setAccessibleName(tr("Main toolbar"));
  bar->setMovable(false);
  bar->setIconSize(QSize(20, 20));
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  const auto add = [this, bar](std::initializer_list<const char*> names) {
    for (const char* name : names) bar->addWidget(toolButton(actions_.action(QLatin1String(name)), bar));
  };
  const auto group = [&](std::initializer_list<const char*> names) {
    add(names);
    bar->addSeparator();
  };
  group({"file.new", "file.open", "file.save"});
  group({"edit.undo", "edit.redo"});
  group({"file.import"});
  auto* objects = menuButton(tr("Add"), QStringLiteral("object"), tr("Adds an object to the world"), bar);
  auto* menu = new QMenu(objects);
  menu->setToolTipsVisible(true);
  actions_.fill(menu, ids({"add.box", "add.sphere", "add.cylinder", "add.capsule", "add.ellipsoid", "-", "add.frame"}));
  if (!samples_.isEmpty()) actions_.fill(menu, ids({"-"}) + samples_);
  objects->setMenu(menu);
  // The list gets the leave event of the button that it lies over.
  connect(menu, &QMenu::aboutToHide, objects, [objects] {
    objects->setAttribute(Qt::WA_UnderMouse, objects->rect().contains(objects->mapFromGlobal(QCursor::pos())));
    objects->update();
  });
  bar->addWidget(objects);
  group({"add.frame"});
  group({"edit.duplicate", "edit.delete"});
  auto* space = new QWidget(bar);
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  add({"motion.plan", "motion.play", "motion.stop"});
}

void WindowBars::buildViewStrip() {
  auto& strip = parts_.view.tools();
  const auto add = [&](std::initializer_list<const char*> names, bool can_go = false) {
    for (const char* name : names) strip.add(toolButton(actions_.action(QLatin1String(name)), &strip), can_go);
  };
  add({"tool.select", "tool.move", "tool.rotate"});
  strip.addGap();
  add({"tool.world", "tool.local", "tool.snap"});
  strip.addStretch();
  add({"view.fit"});
  add({"view.iso", "view.front", "view.right", "view.top", "view.projection"}, true);
  strip.addGap();
  add({"view.grid", "view.frames", "view.collision"});
}

}  // namespace ww::editor
