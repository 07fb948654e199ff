// SPDX-License-Identifier: Apache-2.0
#include "app/editor/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "app/editor/clearance_desk.h"
#include "app/editor/contacts_desk.h"
#include "app/editor/dock_tabs.h"
#include "app/editor/drop_desk.h"
#include "app/editor/feature_desk.h"
#include "app/editor/focus_round.h"
#include "app/editor/folder_choice.h"
#include "app/editor/generator_offer.h"
#include "app/editor/history_desk.h"
#include "app/editor/isaac_desk.h"
#include "app/editor/log_timeline.h"
#include "app/editor/lost_frames.h"
#include "app/editor/physics_desk.h"
#include "app/editor/program_chip.h"
#include "app/editor/program_times.h"
#include "app/editor/sensor_desk.h"
#include "app/editor/shapes_desk.h"
#include "app/editor/timeline_desk.h"
#include "app/editor/tool_mode.h"
#include "app/editor/typed.h"
#include "ui/panels/import_wizard.h"
#include "ui/panels/list_panels.h"
#include "ui/panels/motion_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/scene/viewport.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/menu_keys.h"
#include "ui/widgets/plain_texts.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/undo_keys.h"
#include "ui/widgets/whole_buttons.h"

namespace ww::editor {
namespace {

constexpr auto kThemeKey = "window/theme";
constexpr int kLeastWindow = 760;  // pixels; told, so that no content makes a window wider by itself

}  // namespace

MainWindow::MainWindow(std::shared_ptr<session::WorldSession> session, QWidget* parent)
    : QMainWindow(parent),
      jobs_(std::make_unique<ui::JobBridge>()),
      bridge_(std::make_unique<ui::SessionBridge>(std::move(session))),
      selection_(new ui::Selection(this)),
      layer_(new ui::PoseLayer(this)),
      hand_(new ui::Hand(*bridge_, *selection_, *layer_, this)),
      view_(new ViewHost(*bridge_, *selection_, *layer_, this)),
      document_(new Document(*bridge_, *jobs_, this, &view_->keeper())),
      messages_(new Messages(*this, *bridge_, *jobs_)),
      parts_{*this, *bridge_, *jobs_, *selection_, *layer_, *hand_, *document_, *view_, *messages_} {
  setObjectName(QStringLiteral("mainWindow"));
  new ui::WholeButtons(this);
  new ui::PlainTexts(this);
  new ui::UndoKeys(this);
  new ui::MenuKeys(this);
  setMinimumWidth(kLeastWindow);
  setCentralWidget(view_);
  statusBar()->setSizeGripEnabled(false);
  makeParts();
  statusBar()->addPermanentWidget(&docks_->tabs());
  statusBar()->addPermanentWidget(&messages_->status(), 1);
  statusBar()->addPermanentWidget(&docks_->endTabs());
  makeBars();
  connectDocument();
  connectParts();
  connectRules();
  connectPrograms();
  connectWorld();
  restoreLayout();
  actions_->refresh();
  updateTitle();
}

MainWindow::~MainWindow() {
  disconnect(qApp, nullptr, this, nullptr);
  programs_->panel()->stop();
  physics_->end();
  sensors_->end();
  sharing_->end();
  first_contact_->end();
  delete std::exchange(journals_, nullptr);  // it watches the session
  delete std::exchange(round_, nullptr);  // it looks at the window each time the keys go elsewhere, at its end as well
  // Views go before what they look at, a wizard before the jobs it cancels: also one that is done and waits to be
  // deleted.
  qDeleteAll(findChildren<ui::ImportWizard*>(QString(), Qt::FindDirectChildrenOnly));
  docks_->endScene();
  delete takeCentralWidget();
  ui::settings::flush();  // the window is gone: nobody waits for it
}

// ---- what it is made of

void MainWindow::makeParts() {
  files_ = new FileDesk(parts_);
  compare_ = new CompareDesk(parts_);
  others_ = new OtherPrograms(parts_);
  journals_ = new JournalDesk(parts_);
  sharing_ = new ShareDesk(parts_);
  rules_ = new RulesDesk(parts_);
  programs_ = new ProgramDesk(parts_);
  physics_ = new PhysicsDesk(parts_);
  docks_ = new Docks(parts_, {sharing_->makePanel(), rules_->panel(), programs_->panel(), physics_->panel()});
  new HistoryDesk(parts_, docks_->historyPanel(), docks_->states(), docks_->history());
  workspaces_ = new Workspaces(*this, *docks_);
  objects_ = new NewObjects(parts_, docks_->scene());
  collisions_ = new CollisionDisplay(*bridge_, *selection_, *layer_, *view_);
  new ContactsDesk(parts_, rules_->contacts(), *collisions_);
  motion_ = new MotionDesk(parts_, docks_->motion(), *collisions_);
  play_ = std::make_unique<PlayChoice>(*motion_, *programs_->panel(), *docks_);
  hand_desk_ = new HandDesk(parts_, *hand_);
  connect(new DropDesk(parts_), &DropDesk::dropped, this, &MainWindow::openFiles);
  problems_ = new ProblemWatch(parts_, {collisions_->watch(), docks_->motion(), sharing_->share()});
  imports_ = new ImportDesk(parts_, *problems_, *objects_);
  reimports_ = new ReimportDesk(parts_);
  new LostFrames(parts_, objects_->features(), *reimports_);
  exports_ = new ExportDesk(parts_);
  generator_ = new GeneratorOffer(parts_, [this](ObjectId robot) { rules_->generate(robot); });
  look_ = new ViewDesk(*bridge_, *view_);
  connect(look_, &ViewDesk::said, messages_, &Messages::say);
  clearance_ = new ClearanceDesk(parts_, collisions_->watch().scenes(), docks_->motion());
  sensors_ = new SensorDesk(parts_);
  sensors_->measureIn(physics_->physics());
  shapes_ = new ShapesDesk(parts_, collisions_->watch().scenes());
  timeline_ = new TimelineDesk(parts_, {docks_->motion(), clearance_->path(), collisions_->watch().scenes()});
  timeline_->setProgram(*new ProgramTimes(parts_, *programs_->panel(), collisions_->watch().scenes()));
  new LogTimeline(parts_, sharing_->messages(), docks_->motion(), *programs_->panel());
  docks_->scene().setView(view_->keeper());
}

void MainWindow::makeBars() {
  actions_ = new ui::ActionTable({*files_, *view_, *look_, *view_, *play_, *timeline_, *objects_, *sharing_,
                                  *workspaces_, *rules_, *programs_, *this},
                                 *bridge_, *selection_, this);
  messages_->setActions(*actions_);
  docks_->problems().setActions(*actions_);
  docks_->motion().setActions(*actions_);
  timeline_->addToMenus(*actions_);
  palette_ = new ui::CommandPalette(*actions_, this);
  bars_ = new WindowBars(parts_, *actions_, *docks_);
  first_contact_ = new FirstContact(parts_, *files_, *actions_);
  first_contact_->setJournals(*journals_);
  new ToolMode(*view_, *actions_, messages_->notifications());
  view_->installEventFilter(&messages_->notifications());  // the window raises its middle with each panel
  round_ = new FocusRound(*this, view_->view()->focusProxy(), &messages_->notifications());
  view_->view()->setKeyHandler(
      [this](const QKeyEvent& event) { return hand_desk_->press(event) || actions_->press(event); });
  actions_->addSceneWidget(docks_->scene().tree());
}

void MainWindow::connectDocument() {
  connect(document_, &Document::stateChanged, this, &MainWindow::updateTitle);
  connect(document_, &Document::opened, this, [this](const QString& path) {
    selection_->clear();
    imports_->worldReplaced();
    bars_->fillRecent();
    if (!path.isEmpty()) say(tr("%1 opened.").arg(QFileInfo(path).fileName()));
  });
  connect(document_, &Document::saved, this, [this] { bars_->fillRecent(); });
}

void MainWindow::connectParts() {
  auto* status = &messages_->status();
  auto* refresh = actions_;
  connect(messages_, &Messages::panelAsked, docks_, &Docks::show);
  connect(bars_, &WindowBars::openAsked, files_, [this](const QString& file) { files_->open(file); });
  connect(files_, &FileDesk::compareAsked, compare_, &CompareDesk::compare);
  connect(files_, &FileDesk::takeOverAsked, compare_, &CompareDesk::takeOver);
  connect(files_, &FileDesk::anewAsked, others_, &OtherPrograms::openAnew);
  connect(journals_, &JournalDesk::compareAsked, compare_, &CompareDesk::compareRecovered);
  connect(others_, &OtherPrograms::listAsked, compare_, &CompareDesk::takeOver);
  connect(journals_, &JournalDesk::keeps, imports_, &ImportDesk::keepIn);
  connect(imports_, &ImportDesk::worldsTaken, this, &MainWindow::openFiles);
  connect(imports_, &ImportDesk::previews, first_contact_, &FirstContact::setWelcomeAside);
  connect(imports_, &ImportDesk::imported, generator_, &GeneratorOffer::imported);
  connect(view_, &ViewHost::hint, status, &ui::StatusLine::setHint);
  connect(view_, &ViewHost::filesDropped, imports_, &ImportDesk::take);
  connect(view_, &ViewHost::contextMenuRequested, bars_, &WindowBars::popupMenu);
  connect(&docks_->scene(), &ui::ScenePanel::contextMenuRequested, bars_, &WindowBars::popupMenu);
  connect(&docks_->scene(), &ui::ScenePanel::activated, view_, &ViewHost::fitSelection);
  connect(&docks_->scene(), &ui::ScenePanel::message, messages_,
          [this](const QString& text, const QString& hint) { messages_->failure(text, hint, {}); });
  connect(&docks_->properties(), &ui::PropertiesPanel::shapesAsked, shapes_, &ShapesDesk::choose);
  connect(&docks_->properties(), &ui::PropertiesPanel::message, messages_, &Messages::say);
  connect(&docks_->properties(), &ui::PropertiesPanel::refused, messages_,
          [this](const QString& title, const QString& hint) { messages_->failure(title, hint, {}); });
  connect(files_, &FileDesk::recentChanged, bars_, &WindowBars::fillRecent);
  connect(&docks_->problems(), &ui::ProblemsPanel::activated, problems_, [this](int row) { problems_->goTo(row); });
  connect(&docks_->log(), &ui::LogPanel::subjectActivated, problems_,
          [this](const QString& subject) { problems_->goTo(subject); });
  connect(collisions_, &CollisionDisplay::message, messages_, &Messages::tell);
  connect(actions_, &ui::ActionTable::started, status, &ui::StatusLine::endSaid);
  // As if the field were left; what takes something back is not for what is typed.
  connect(actions_, &ui::ActionTable::started, this, [this](const QString& id) {
    static const QStringList kBack{"edit.undo", "edit.redo", "edit.deselect"};
    if (!kBack.contains(id)) enterTyped(*this);
  });
  // What is typed can be saved.
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, QWidget* now) {
    if (auto* edit = qobject_cast<QLineEdit*>(now); edit && isAncestorOf(edit))
      connect(edit, &QLineEdit::textEdited, actions_, &ui::ActionTable::refreshSoon, Qt::UniqueConnection);
  });
  connect(&objects_->features(), &FeatureDesk::pickingChanged, refresh, &ui::ActionTable::refreshSoon);
  connect(view_, &ViewHost::toolChanged, refresh, &ui::ActionTable::refreshSoon);
  connect(motion_, &MotionDesk::changed, refresh, &ui::ActionTable::refreshSoon);
  connect(timeline_, &TimelineDesk::changed, refresh, &ui::ActionTable::refreshSoon);
  connect(workspaces_, &Workspaces::changed, refresh, &ui::ActionTable::refreshSoon);
  connect(sharing_, &ShareDesk::changed, refresh, &ui::ActionTable::refreshSoon);
  connect(jobs_.get(), &ui::JobBridge::finished, refresh, &ui::ActionTable::refreshSoon);
  connect(jobs_.get(), &ui::JobBridge::added, refresh, &ui::ActionTable::refreshSoon);
}

void MainWindow::connectRules() {
  rules_->connectTo(docks_->problems(), docks_->properties());
  rules_->connectTo(collisions_->chip(), collisions_->watch());
  connect(rules_, &RulesDesk::panelAsked, docks_, &Docks::show);
  // Who has the rules open is told there why the pair collides that a click on the chip goes to.
  connect(collisions_, &CollisionDisplay::panelAsked, this, [this](const QString& id) {
    rules_->showContacts(docks_->isOpen(id) && !collisions_->watch().collisions().empty());
    docks_->show(id);
  });
}

void MainWindow::connectPrograms() {
  programs_->connectTo(docks_->motion());
  physics_->connectTo(docks_->motion(), *programs_->panel(), docks_->joints());
  physics_->filmBy(timeline_->films());
  connect(physics_, &PhysicsDesk::panelAsked, docks_, &Docks::show);
  connect(programs_, &ProgramDesk::panelAsked, docks_, &Docks::show);
  connect(programs_, &ProgramDesk::changed, actions_, &ui::ActionTable::refreshSoon);
  connect(docks_, &Docks::changed, actions_, &ui::ActionTable::refreshSoon);
  auto* chip = new ProgramChip(parts_, *programs_->panel());
  connect(chip, &ProgramChip::shownChanged, motion_, &MotionDesk::setProgramTold);
  motion_->setProgramTold(chip->isShown());
  // How many of them something has changed for.
  connect(&programs_->panel()->watch(), &ui::ProgramWatch::changed, this, [this] {
    const auto& states = programs_->panel()->watch().states();
    docks_->tabs().setCount(QStringLiteral("program"),
                            static_cast<int>(std::count_if(states.begin(), states.end(), [](const auto& entry) {
                              return entry.second == usecase::PlanState::kChanged;
                            })));
  });
}

void MainWindow::connectWorld() {
  connect(bridge_.get(), &ui::SessionBridge::changed, this, [this](const ui::ChangePtr& change) {
    messages_->edited(*change);
    selection_->prune(*bridge_->snapshot().world);  // the newest: what was just made may be selected already
  });
  connect(bridge_.get(), &ui::SessionBridge::failed, messages_,
          [this](const QString& title, const QString& hint, const QString& subject, const QString& action) {
            messages_->failure(title, hint, subject, {}, {}, action);
          });
}

// ---- files

void MainWindow::openFiles(const QStringList& files) {
  if (hasFolder(files)) return resolveFolders(parts_, files, [this](const QStringList& found) { openFiles(found); });
  QStringList imports, worlds;
  for (const QString& file : files)
    (file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive) ? worlds : imports) << file;
  if (worlds.isEmpty()) return imports_->take(imports);
  // What is imported goes into the world that is opened with it, not into the one before.
  files_->open(worlds.front(), [this, imports, worlds](bool opened) {
    if (opened) imports_->take(imports);
    else tellNotImported(imports, worlds.front());
    for (const QString& other : worlds.mid(1)) files_->tellNotOpened(other);
  });
}

// They were meant for the world that could not be opened.
void MainWindow::tellNotImported(const QStringList& files, const QString& world) {
  for (const QString& file : files) {
    const QString title =
        tr("%1 was not imported, as %2 was not opened.").arg(QFileInfo(file).fileName(), QFileInfo(world).fileName());
    const QString hint = tr("Drop it again by itself to import it into the world that is open.");
    messages_->offer({title, hint, file, ProblemWatch::import(file)}, tr("Import it here"),
                     [this, file] { imports_->take({file}); });
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!leaving_) enterTyped(*this);
  ui::settings::set(QStringLiteral("window/geometry"), saveGeometry());
  workspaces_->keep();
  if (leaving_ ||
      !(document_->isDirty() || document_->state() == Document::State::kSaving || document_->hasViewToSave())) {
    if (!isRecorded()) return event->ignore();
    document_->stay();
    imports_->end();
    exports_->end();
    shapes_->end();
    journals_->end();
    event->accept();
    return;
  }
  event->ignore();
  document_->leave(tr("Close the window"), [this] {
    leaving_ = true;
    QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
  });
}

// Whether recordings are at their end. Who changes the world until they are is asked anew.
bool MainWindow::isRecorded() {
  const auto world = bridge_->snapshot().world;
  return sharing_->messages().mayLeave([this, world](bool goes) {
    leaving_ = leaving_ && goes && bridge_->snapshot().world == world;
    if (goes) QMetaObject::invokeMethod(this, &QWidget::close, Qt::QueuedConnection);
  });
}

// ---- the window itself

void MainWindow::restoreLayout() {
  if (!restoreGeometry(ui::settings::value(QStringLiteral("window/geometry")).toByteArray())) resize(1280, 800);
  fitToScreen();
  workspaces_->restore();
}

void MainWindow::fitToScreen() {
  if (isMaximized() || isFullScreen() || !screen()) return;
  const QRect there = screen()->availableGeometry();
  const QRect frame = frameGeometry(), inner = geometry();
  const QSize around = frame.size() - inner.size();
  const QSize wanted = inner.size().boundedTo(there.size() - around);
  if (wanted != inner.size()) resize(wanted);
  const QSize outer = wanted + around;
  const QPoint corner(std::clamp(frame.x(), there.left(), std::max(there.left(), there.right() + 1 - outer.width())),
                      std::clamp(frame.y(), there.top(), std::max(there.top(), there.bottom() + 1 - outer.height())));
  if (corner != frame.topLeft()) move(corner);
}

void MainWindow::updateTitle() {
  const bool dirty = document_->isDirty() || document_->hasNamesToSave();
  const QString title = titleOf(*document_);
  setWindowTitle(QStringLiteral("%1[*] - Worldwright")
                     .arg(document_->savedFile().state().read_only ? tr("%1 (only looked at)").arg(title) : title));
  setWindowModified(dirty);
  messages_->status().setSaved(!dirty, document_->path());
  actions_->refreshSoon();
}

void MainWindow::placeNotifications() {
  const QPoint corner = view_->mapTo(this, QPoint(view_->width(), view_->height()));
  constexpr int kChips = 34;
  const int top = view_->view()->mapTo(this, QPoint()).y();
  messages_->notifications().setAnchor(corner - QPoint(0, kChips), corner.y() - kChips - top);
}

void MainWindow::setTheme(int choice) {
  ui::settings::set(QLatin1String(kThemeKey), choice);
  ui::Theme::instance().setChoice(static_cast<ui::Theme::Choice>(choice));
}

int MainWindow::theme() const { return static_cast<int>(ui::Theme::instance().choice()); }

void MainWindow::renameSelected() {
  docks_->show(QStringLiteral("scene"));
  docks_->scene().renameActive();
}

void MainWindow::chooseCollisionShapes() { shapes_->choose(); }

QString MainWindow::whyNotCollisionShapes() const { return shapes_->whyNot(); }

void MainWindow::filterScene() {
  docks_->show(QStringLiteral("scene"));
  docks_->scene().focusFilter();
}

void MainWindow::showCommandSearch() { palette_->popup(mapToGlobal(QPoint(width() / 2, menuBar()->height() + 8))); }

void MainWindow::about() {
  QMessageBox box(QMessageBox::NoIcon, tr("About Worldwright"),
                  tr("Worldwright %1").arg(QApplication::applicationVersion()), QMessageBox::Close, this);
  box.setInformativeText(
      tr("An open editor for robot worlds: models in, collision-free motions out.\nLicence: Apache-2.0."));
  box.setIconPixmap(QApplication::windowIcon().pixmap(64));
  box.exec();
}

// ---- events

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  docks_->fitTo(event->size().width());
  bars_->fitTo(event->size().width());
  workspaces_->fitBeforeShown();
  placeNotifications();
  if (event->size().width() > event->oldSize().width()) docks_->widen();
}

bool MainWindow::event(QEvent* event) {
  const bool done = QMainWindow::event(event);
  if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show) placeNotifications();
  if (event->type() == QEvent::Show) workspaces_->shown();
  // The frame is known only once the window manager has put it around the window.
  if (event->type() == QEvent::Show) QTimer::singleShot(0, this, &MainWindow::fitToScreen);
  if (event->type() == QEvent::WindowActivate) {
    fitToScreen();
    others_->look();
  }
  // Tips of menus and buttons go to the hint line instead of a status bar message.
  if (event->type() == QEvent::StatusTip) {
    messages_->status().setHint(static_cast<QStatusTipEvent*>(event)->tip());
    return true;
  }
  return done;
}

// Tab and Shift+Tab, wherever they were pressed.
bool MainWindow::focusNextPrevChild(bool next) { return round_ && round_->step(next); }

void MainWindow::goRound(bool next) { round_->nextRegion(next); }

// What nobody used: the keys of the scene hold in the strips around the view, and with the focus nowhere. An open menu
// hands on what it has no entry for.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (QApplication::activePopupWidget()) return event->accept();
  const QWidget* focus = QApplication::focusWidget();
  const bool scene = !focus || focus == this || view_->isAncestorOf(focus) || bars_->toolBar()->isAncestorOf(focus);
  if (!scene || !(hand_desk_->press(*event) || actions_->press(*event))) QMainWindow::keyPressEvent(event);
}

}  // namespace ww::editor
