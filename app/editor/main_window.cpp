// SPDX-License-Identifier: Apache-2.0
#include "app/editor/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QWindow>
#include <utility>

#include "app/editor/dock_widths.h"
#include "app/editor/focus_round.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/import_wizard.h"
#include "ui/panels/joints_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr auto kThemeKey = "window/theme";

}  // namespace

MainWindow::MainWindow(std::shared_ptr<session::WorldSession> session, QWidget* parent)
    : QMainWindow(parent), jobs_(std::make_unique<ui::JobBridge>()), bridge_(std::make_unique<ui::SessionBridge>(std::move(session))),
      selection_(new ui::Selection(this)), layer_(new ui::PoseLayer(this)), log_(new ui::LogModel(this)),
      history_(new ui::HistoryModel(*bridge_, this)), jobs_model_(new ui::JobsModel(*jobs_, this)),
      problems_(new ui::ProblemsModel(this)), document_(new Document(*bridge_, *jobs_, this)),
      view_(new ViewHost(*bridge_, *selection_, *layer_, this)), notifications_(new ui::Notifications(this)),
      status_(new ui::StatusLine(*jobs_, this)), widths_(new DockWidths(*this)) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  setDockNestingEnabled(true);
  setCentralWidget(view_);
  statusBar()->setSizeGripEnabled(false);
  statusBar()->addPermanentWidget(status_, 1);
  files_ = new FileDesk(*this, *document_);
  actions_ = new ui::ActionTable(*this, *bridge_, *selection_, this);
  palette_ = new ui::CommandPalette(*actions_, this);
  buildDocks();
  buildMenus();
  buildToolBar();
  buildViewStrips();
  view_->installEventFilter(notifications_);  // the window raises its middle with each panel
  round_ = new FocusRound(*this, view_->view()->focusProxy(), notifications_);
  problem_watch_ = new ProblemWatch(*this, *problems_, collisions_->watch());
  connectAll();
  connectMotion();
  view_->view()->setKeyHandler([this](const QKeyEvent& event) { return actions_->press(event); });
  actions_->addSceneWidget(scene_->tree());
  first_layout_ = saveState();
  QSettings settings;
  if (!restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray())) resize(1280, 800);
  restoreState(settings.value(QStringLiteral("window/layout")).toByteArray());
  fitToScreen();
  actions_->refresh();
  updateTitle();
}

MainWindow::~MainWindow() {
  share_.reset();
  delete std::exchange(round_, nullptr);  // it looks at the window each time the keys go elsewhere, at its end as well
  // Views go before what they look at, a wizard before the jobs it cancels: also one that is done and waits to be deleted.
  qDeleteAll(findChildren<ui::ImportWizard*>(QString(), Qt::FindDirectChildrenOnly));
  delete std::exchange(scene_, nullptr);  // with a name that is just being typed
  delete takeCentralWidget();
}

void MainWindow::connectAll() {
  connect(bridge_.get(), &ui::SessionBridge::changed, this, [this](const ui::ChangePtr& change) {
    if (change->author.empty() && change->after.revision > told_revision_) status_->endSaid();
    selection_->prune(*bridge_->snapshot().world);  // the newest: what was just made may be selected already
  });
  connect(bridge_.get(), &ui::SessionBridge::failed, this, [this](const QString& title, const QString& hint, const QString& subject) { failure(title, hint, subject); });
  connect(document_, &Document::stateChanged, this, &MainWindow::updateTitle);
  connect(document_, &Document::opened, this, [this](const QString& path) {
    selection_->clear();
    importGoesElsewhere();
    history_->markSaved();
    fillRecent();
    if (!path.isEmpty()) say(tr("%1 opened.").arg(QFileInfo(path).fileName()));
  });
  connect(document_, &Document::saved, this, [this] {
    if (!document_->isDirty()) history_->markSaved();
    fillRecent();
  });
  connect(view_, &ViewHost::hint, status_, &ui::StatusLine::setHint);
  connect(view_, &ViewHost::toolChanged, actions_, &ui::ActionTable::refreshSoon);
  connect(view_, &ViewHost::filesDropped, this, &MainWindow::importPaths);
  connect(view_, &ViewHost::contextMenuRequested, this, &MainWindow::contextMenu);
  connect(scene_, &ui::ScenePanel::contextMenuRequested, this, &MainWindow::contextMenu);
  connect(scene_, &ui::ScenePanel::activated, this, [this] { view_->fitSelection(); });
  connect(scene_, &ui::ScenePanel::message, this, [this](const QString& text) { failure(text, {}, {}); });
  connect(properties_, &ui::PropertiesPanel::message, this, &MainWindow::say);
  connect(actions_, &ui::ActionTable::started, status_, &ui::StatusLine::endSaid);
  connect(status_, &ui::StatusLine::jobsClicked, this, [this] { showDock(QStringLiteral("jobs")); });
  connect(jobs_.get(), &ui::JobBridge::finished, actions_, &ui::ActionTable::refreshSoon);
  connect(jobs_.get(), &ui::JobBridge::added, actions_, &ui::ActionTable::refreshSoon);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/layout"), saveState());
  if (leaving_ || !(document_->isDirty() || document_->isSaving())) {
    document_->stay();
    waiting_imports_.clear();
    if (wizard_) wizard_->reject();
    event->accept();
    return;
  }
  event->ignore();
  document_->leave(tr("Close the window"), [this] {
    leaving_ = true;
    QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
  });
}

// ---- telling

void MainWindow::say(const QString& text) {
  log_->add(ui::LogLine::Level::kInfo, text);
  tell(text);
}

void MainWindow::tell(const QString& text) {
  told_revision_ = bridge_->snapshot().revision;
  status_->say(text);
}

void MainWindow::report(const QString& title, const Status& status, const QString& source) {
  if (status.code == Code::kCancelled) {
    say(tr("%1: cancelled.").arg(title));
    return;
  }
  const ui::Message m = ui::toMessage(status);
  failure(tr("%1. %2").arg(title, m.title), m.hint, m.subject, source);
  if (!m.details.isEmpty()) log_->add(ui::LogLine::Level::kInfo, m.details);
}

void MainWindow::failure(const QString& title, const QString& hint, const QString& subject, const QString& source) {
  status_->endSaid();
  log_->add(ui::LogLine::Level::kError, title, hint, subject);
  problem_watch_->set(source.isEmpty() ? ProblemWatch::edits() : source, {{ui::LogLine::Level::kError, title, hint, subject}});
  // What has been put right meanwhile is in the log only.
  notifications_->post({ui::Notice::Kind::kError, title, hint, tr("Details"), [this] { showDock(problems_->rowCount() > 0 ? QStringLiteral("problems") : QStringLiteral("log")); }});
}

void MainWindow::updateTitle() {
  const bool dirty = document_->isDirty();
  setWindowTitle(QStringLiteral("%1[*] - Worldwright").arg(document_->title()));
  setWindowModified(dirty);
  status_->setSaved(!dirty, document_->path());
  actions_->refreshSoon();
}

void MainWindow::placeNotifications() {
  const QPoint corner = view_->mapTo(this, QPoint(view_->width(), view_->height()));
  notifications_->setAnchor(corner - QPoint(0, 34));
}

// ---- view, edit

void MainWindow::setTheme(int choice) {
  QSettings().setValue(QLatin1String(kThemeKey), choice);
  ui::Theme::instance().setChoice(static_cast<ui::Theme::Choice>(choice));
}

int MainWindow::theme() const { return static_cast<int>(ui::Theme::instance().choice()); }

void MainWindow::resetLayout() {
  restoreState(first_layout_);
  widths_->forget();
}

void MainWindow::renameSelected() {
  showDock(QStringLiteral("scene"));
  scene_->renameActive();
}

void MainWindow::filterScene() {
  showDock(QStringLiteral("scene"));
  scene_->focusFilter();
}

void MainWindow::showCommandSearch() { palette_->popup(mapToGlobal(QPoint(width() / 2, menuBar()->height() + 8))); }

void MainWindow::about() {
  QMessageBox box(QMessageBox::NoIcon, tr("About Worldwright"), tr("Worldwright %1").arg(QApplication::applicationVersion()), QMessageBox::Close, this);
  box.setInformativeText(tr("An open editor for robot worlds: models in, collision-free motions out.\nLicence: Apache-2.0."));
  box.setIconPixmap(QApplication::windowIcon().pixmap(64));
  box.exec();
}

void MainWindow::contextMenu(const QPoint& global) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->setToolTipsVisible(true);
  actions_->refresh();
  const bool two = selection_->nodes().size() == 2;
  if (selection_->nodes().empty())
    actions_->fill(menu, {QStringLiteral("add.box"), QStringLiteral("add.cylinder"), QStringLiteral("add.frame"), QStringLiteral("file.import"),
                          QStringLiteral("-"), QStringLiteral("edit.select-all"), QStringLiteral("view.fit")});
  else
    actions_->fill(menu, {QStringLiteral("view.fit-selection"), QStringLiteral("-"), QStringLiteral("tool.move"), QStringLiteral("tool.rotate"),
                          QStringLiteral("add.frame"), QStringLiteral("-"), QStringLiteral("edit.rename"), QStringLiteral("edit.duplicate"),
                          QStringLiteral("edit.copy-pose"), QStringLiteral("-"), QStringLiteral("edit.delete")});
  if (toolLock().tool()) actions_->fill(menu, {QStringLiteral("-"), QStringLiteral("tool.redefine")});
  if (two) actions_->fill(menu, {QStringLiteral("-"), QStringLiteral("edit.allow-collisions"), QStringLiteral("edit.check-collisions")});
  menu->popup(global);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  placeNotifications();
  if (event->size().width() > event->oldSize().width()) widths_->restore();
}

bool MainWindow::event(QEvent* event) {
  const bool done = QMainWindow::event(event);
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) placeNotifications();
  // The frame is known only once the window manager has put it around the window.
  if (event->type() == QEvent::Show) QTimer::singleShot(0, this, &MainWindow::fitToScreen);
  if (event->type() == QEvent::WindowActivate) {
    fitToScreen();
    files_->lookAtFile();
  }
  // Tips of menus and buttons go to the hint line instead of a status bar message.
  if (event->type() == QEvent::StatusTip) {
    status_->setHint(static_cast<QStatusTipEvent*>(event)->tip());
    return true;
  }
  return done;
}

// Tab and Shift+Tab, wherever they were pressed.
bool MainWindow::focusNextPrevChild(bool next) { return round_ && round_->step(next); }

void MainWindow::goRound(bool next) { round_->nextRegion(next); }

// What nobody used: the keys of the scene hold in the strips around the view, and with the focus nowhere.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  const QWidget* focus = QApplication::focusWidget();
  const bool scene = !focus || focus == this || view_->isAncestorOf(focus);
  if (!scene || !actions_->press(*event)) QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList files;
  for (const QUrl& url : event->mimeData()->urls())
    if (url.isLocalFile()) files << url.toLocalFile();
  if (files.isEmpty()) return;
  event->acceptProposedAction();
  openFiles(files);
}

}  // namespace ww::editor
