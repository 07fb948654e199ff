// SPDX-License-Identifier: Apache-2.0
#include "app/editor/import_desk.h"

#include <QFileInfo>
#include <QScreen>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <utility>

#include "app/editor/folder_choice.h"
#include "core/usecase/edit_notes.h"
#include "core/world/views/references.h"
#include "ui/bridge/status_text.h"
#include "ui/bridge/turns.h"
#include "ui/panels/import_habit.h"
#include "ui/panels/import_wizard.h"
#include "ui/settings/user_settings.h"
#include "ui/widgets/file_dialog.h"

namespace ww::editor {

using usecase::ImportPlace;

namespace {

constexpr int kLookAgainMs = 50;

QString importFilter() {
  QStringList all;
  for (const io::FormatInfo& format : io::formats())
    for (const auto ending : format.endings)
      all << QStringLiteral("*.") + QString::fromUtf8(ending.data(), static_cast<qsizetype>(ending.size()));
  return ImportDesk::tr("Models (%1);;All files (*)").arg(all.join(QLatin1Char(' ')));
}

QString nameOfFile(const QString& file) { return QFileInfo(file).fileName(); }

QString placeText(const world::World& world, const ImportPlace& place) {
  switch (place.kind) {
    case ImportPlace::Kind::kFree: return ImportDesk::tr("In a free place");
    case ImportPlace::Kind::kPoint: return ImportDesk::tr("Where it was dropped");
    case ImportPlace::Kind::kAsInFile: return ImportDesk::tr("At the origin, as in the file");
    case ImportPlace::Kind::kMount: break;
  }
  return ImportDesk::tr("On %1").arg(QString::fromStdString(world.display(place.mount)));
}

}  // namespace

ImportDesk::ImportDesk(const WindowParts& parts, ProblemWatch& problems, NewObjects& objects)
    : QObject(&parts.window),
      parts_(parts),
      problems_(problems),
      objects_(objects),
      ghost_(new ImportGhost(parts, this)),
      pick_(new PlacePick(parts, this)),
      under_way_(new ImportsUnderWay(this)) {
  connect(under_way_, &ImportsUnderWay::left, this, &ImportDesk::offerLeft);
  connect(pick_, &PlacePick::picked, this, &ImportDesk::takePicked);
}

void ImportDesk::choose() {
  if (wizard_) return raiseWizard();
  // Where the last one came from, else beside the world.
  QString start = ui::settings::value(QStringLiteral("import/folder")).toString();
  if (const QString& world = parts_.document.path(); !QFileInfo(start).isDir() && !world.isEmpty())
    start = QFileInfo(world).absolutePath();
  const QStringList files = ui::askForFiles(&parts_.window, {tr("Import models"), start, importFilter()});
  if (files.isEmpty()) return;
  ui::settings::set(QStringLiteral("import/folder"), QFileInfo(files.front()).absolutePath());
  take(files);
}

// One wizard after the other; what comes meanwhile waits its turn.
void ImportDesk::take(const QStringList& files, const std::optional<ui::DropPoint>& where) {
  if (files.isEmpty()) return;
  if (hasFolder(files))
    return resolveFolders(parts_, files, [this, where](const QStringList& found) { take(found, where); });
  if (std::any_of(files.begin(), files.end(),
                  [](const QString& file) { return file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive); }))
    return Q_EMIT worldsTaken(files);
  for (const QString& file : files) {
    waiting_.push_back({file});
    waiting_.back().where = where;
  }
  tellUnderWay();
  if (!wizard_) return next();
  for (const QString& file : files)
    parts_.messages.say(tr("%1 comes after %2.").arg(nameOfFile(file), nameOfFile(import_.file)));
  showWaiting();
  raiseWizard();
}

void ImportDesk::end() {
  waiting_.clear();
  if (wizard_) wizard_->reject();
  tellUnderWay();
}

// ---- what a crash ends

void ImportDesk::keepIn(const std::string& journals) {
  under_way_->keepIn(QString::fromStdString(journals) + QStringLiteral(".imports"));
}

void ImportDesk::tellUnderWay() {
  QStringList files;
  if (wizard_) files << import_.file;
  for (const Import& waiting : waiting_) files << waiting.file;
  const QString path = parts_.document.path();
  under_way_->set(files, files.isEmpty() || path.isEmpty() ? QString() : QFileInfo(path).fileName());
}

void ImportDesk::offerLeft(const QStringList& files, const QStringList& worlds) {
  QStringList names;
  for (const QString& file : files) names << nameOfFile(file);
  ui::Notice notice;
  notice.kind = ui::Notice::Kind::kWarning;
  notice.title = tr("An import did not come to an end last time");
  notice.text = names.join(QStringLiteral(", "));
  if (!worlds.isEmpty()) notice.text = tr("%1, into %2").arg(notice.text, worlds.join(QStringLiteral(", ")));
  notice.action = tr("Import again...");
  notice.handler = [this, files] {
    take(files);
    under_way_->settle();
  };
  notice.more.emplace_back(tr("Forget it"), [this] { under_way_->settle(); });
  notice.stays = true;
  parts_.messages.notify(notice);
}

// ---- the wizard

void ImportDesk::next() {
  if (wizard_ || waiting_.empty()) return;
  // Over the window, which has no place before it is on the screen.
  const auto& window = parts_.window;
  if (window.isVisible() && window.windowHandle() && !window.windowHandle()->isExposed()) {
    QTimer::singleShot(kLookAgainMs, this, &ImportDesk::next);
    return;
  }
  import_ = std::move(waiting_.front());
  waiting_.pop_front();
  openWizard();
}

void ImportDesk::openWizard() {
  auto* wizard = new ui::ImportWizard(parts_.jobs, parts_.bridge.session().sharedStore(), import_.file, &parts_.window);
  wizard_ = wizard;
  wizard->setObjectName(QStringLiteral("importWizard"));
  connect(wizard, &ui::ImportWizard::failed, this,
          [this, file = import_.file](const Status& status) { tellFailed(file, status); });
  connect(wizard, &ui::ImportWizard::importAsked, this, [this, wizard] {
    if (add(*wizard)) wizard->accept();
  });
  connect(wizard, &ui::ImportWizard::importAllAsked, this, [this, wizard] { readAll(*wizard); });
  connect(wizard, &ui::ImportWizard::cancelAllAsked, this, [this, wizard] {
    waiting_.clear();
    wizard->reject();
  });
  connect(wizard, &QDialog::finished, this, [this](int result) {
    wizard_.clear();
    pick_->end();
    ghost_->end(result == QDialog::Accepted);
    if (waiting_.empty()) Q_EMIT previews(false);
    next();
    tellUnderWay();
  });
  ghost_->setOver(wizard);
  connect(wizard, &ui::ImportWizard::resultChanged, this, &ImportDesk::showGhost);
  connect(wizard->placeBox(), &QComboBox::currentIndexChanged, this, &ImportDesk::showGhost);
  offerPlaces();
  pick_->begin();
  showWaiting();
  placeWizard();
  Q_EMIT previews(true);
  wizard->show();
}

void ImportDesk::showWaiting() {
  QStringList files;
  for (const Import& waiting : waiting_) files << waiting.file;
  wizard_->setWaiting(files);
}

void ImportDesk::raiseWizard() {
  if (!wizard_) return;
  wizard_->raise();
  wizard_->activateWindow();
}

// Over the right side: the other part of the view stays free to look around in.
void ImportDesk::placeWizard() {
  const auto& window = parts_.window;
  if (!window.isVisible() || !window.screen()) return;
  constexpr int kGap = 24;
  const QSize size = wizard_->size();
  const QRect there = window.screen()->availableGeometry(), inner(window.mapToGlobal(QPoint()), window.size());
  const QPoint wanted(inner.right() - kGap - size.width(), parts_.view.mapToGlobal(QPoint()).y() + kGap);
  wizard_->move(std::clamp(wanted.x(), there.left(), std::max(there.left(), there.right() - size.width())),
                std::clamp(wanted.y(), there.top(), std::max(there.top(), there.bottom() - size.height() - 2 * kGap)));
}

// ---- where it goes

void ImportDesk::worldReplaced() {
  ++worlds_;
  parts_.jobs.cancel(read_job_);
  import_.where.reset();
  if (wizard_) offerPlaces();
  for (Import& waiting : waiting_) waiting.where.reset();
  if (wizard_) parts_.messages.say(tr("%1 goes into %2 now.").arg(nameOfFile(import_.file), titleOf(parts_.document)));
}

void ImportDesk::offerPlaces() {
  const auto world = parts_.bridge.snapshot().world;
  std::optional<usecase::Dropped> dropped;
  if (import_.where) dropped = {import_.where->p_in_root, import_.where->entity};
  // As other new things, near to where the floor was clicked.
  const auto& floor = parts_.selection.floorTouch();
  import_.places = usecase::importPlaces(*world, dropped, floor ? *floor : objects_.lookedAt());
  import_.picked = 0;
  import_.free_for.reset();
  // On the frame that is selected.
  if (const auto active = parts_.selection.active(); active && std::holds_alternative<FrameId>(*active))
    if (const auto is = [&](const ImportPlace& p) { return p.kind == ImportPlace::Kind::kMount && p.mount == *active; };
        world->frame(std::get<FrameId>(*active)) && std::ranges::none_of(import_.places, is))
      import_.places.push_back({ImportPlace::Kind::kMount, Vec3::Zero(), *active});
  QStringList texts;
  for (const ImportPlace& place : import_.places) texts << placeText(*world, place);
  if (const auto clicked = pick_->last(); clicked && !dropped) {
    import_.places.push_back(clicked->place);
    texts << clicked->text;
  }
  const auto in_file = std::find_if(import_.places.begin(), import_.places.end(),
                                    [](const ImportPlace& p) { return p.kind == ImportPlace::Kind::kAsInFile; });
  wizard_->setPlaces(texts, import_.as_in_file ? static_cast<int>(in_file - import_.places.begin()) : 0);
}

// Before the others, in the place of what was clicked before.
void ImportDesk::takePicked(const std::vector<PickedPlace>& picked) {
  if (!wizard_ || picked.empty()) return;
  QComboBox& box = *wizard_->placeBox();
  {
    const QSignalBlocker quiet(box);
    for (; import_.picked > 0; --import_.picked) {
      import_.places.erase(import_.places.begin());
      box.removeItem(0);
    }
    for (auto place = picked.rbegin(); place != picked.rend(); ++place) {
      import_.places.insert(import_.places.begin(), place->place);
      box.insertItem(0, place->text);
    }
    import_.picked = picked.size();
    box.setCurrentIndex(0);
  }
  showGhost();
}

// A free place is one where what was read is seen, as of other new things; the same for its picture and for itself.
ImportPlace ImportDesk::placeOf(int chosen, const std::shared_ptr<const io::ImportResult>& read) {
  ImportPlace place = import_.places[static_cast<std::size_t>(chosen)];
  if (place.kind != ImportPlace::Kind::kFree || read->shown_m.empty()) return place;
  if (std::exchange(import_.free_for, read) != read) import_.p_in_root = objects_.freeSpot(read->shown_m.size());
  place.p_in_root = *import_.p_in_root;
  return place;
}

// Of what the wizard has read, at the place that is chosen there.
void ImportDesk::showGhost() {
  const int chosen = wizard_ ? wizard_->placeBox()->currentIndex() : -1;
  if (chosen < 0 || chosen >= static_cast<int>(import_.places.size()) || !wizard_->result())
    return ghost_->show(nullptr, {});
  ghost_->show(wizard_->result(), placeOf(chosen, wizard_->result()));
}

// False when the world did not take it.
bool ImportDesk::add(const ui::ImportWizard& wizard) {
  const auto& result = wizard.result();
  const int chosen = wizard.placeBox()->currentIndex();
  if (!result || result->objects.empty() || chosen < 0) return false;
  const auto world = parts_.bridge.snapshot().world;
  const ImportPlace place = placeOf(chosen, result);
  // The parts of one assembly come in one after the other.
  for (Import& waiting : waiting_)
    waiting.as_in_file = place.kind == ImportPlace::Kind::kAsInFile && world->objectCount() > 1;
  // Their names are free in the whole world: by them they are found again.
  const auto import = usecase::named(*world, world::kRootObject, *result, wizard.objectName_().toStdString());
  const auto make = [&](const world::World& now, const ui::TryEdits& tried) {
    return usecase::placeImport(now, tried, import, place);
  };
  if (!parts_.bridge.commitMade(tr("Import %1").arg(nameOfFile(wizard.file())), make)) {
    offerPlaces();
    return false;
  }
  const auto after = parts_.bridge.snapshot().world;
  std::vector<world::NodeRef> made;
  for (const std::string& name : import.names)
    if (const auto id = world::resolveText(*after, name); id.ok()) made.push_back(*id);
  Diagnostics found = result->diagnostics;
  const Diagnostics odd = usecase::importNotes(*world, import, wizard.objectName_().toStdString());
  found.insert(found.end(), odd.begin(), odd.end());
  tellAdded(wizard.file(), found, place, made);
  showMade(made, world->objectCount() <= 1);
  return true;
}

// Each a turn of its own: the first picture of it takes one already.
void ImportDesk::showMade(const std::vector<world::NodeRef>& made, bool first) {
  ui::inALaterTurn(this, [this, first, made] {
    if (first) objects_.fitFirst(made);
    ui::inALaterTurn(this, [this, first, made] {
      if (first) parts_.selection.select(made);
      else objects_.showNew(made);
      ui::inALaterTurn(this, [this, made] { Q_EMIT imported(made); });
    });
  });
}

// ---- what is told

void ImportDesk::tellAdded(const QString& file, const Diagnostics& found, const ImportPlace& place,
                           const std::vector<world::NodeRef>& made) {
  for (const Diagnostic& d : found) parts_.messages.log().add(d);
  QStringList text;
  if (place.kind == ImportPlace::Kind::kMount)
    text << tr("It moves with %1, and is not checked against it.")
                .arg(QString::fromStdString(parts_.bridge.snapshot().world->display(place.mount)));
  const int listed = problems_.imported(
      file, found, made, [this, file, made](double metres_per_unit) { importAgain(file, made, metres_per_unit); });
  if (listed > 0) text << tr("%n warnings are listed under Problems.", "", listed);
  const ui::Notice notice{
      ui::Notice::Kind::kGood, tr("%1 imported").arg(nameOfFile(file)), text.join(QLatin1Char(' ')), QString(), {}};
  // In a turn of its own: this one has put it into the world.
  const auto made_at = parts_.bridge.snapshot().revision;
  QTimer::singleShot(0, this, [this, notice, made_at] { parts_.messages.offerUndo(notice, made_at); });
}

// What came in the wrong unit goes first: the file is asked about as if it had not been imported.
void ImportDesk::importAgain(const QString& file, const std::vector<world::NodeRef>& made, double metres_per_unit) {
  const auto world = parts_.bridge.snapshot().world;
  std::vector<ObjectId> there;
  for (const auto& node : made)
    if (const auto* id = std::get_if<ObjectId>(&node); id && world->object(*id)) there.push_back(*id);
  if (!there.empty() &&
      !parts_.bridge.commit(tr("Delete %1").arg(nameOfFile(file)), session::deleteObjects(there, true)))
    return;
  ui::ImportHabit habit = ui::importHabit(file);
  habit.options.unit_scale = metres_per_unit < 1.0 ? 1e-3 : 1.0;
  ui::keepImportHabit(file, habit);
  take({file});
}

void ImportDesk::tellFailed(const QString& file, const Status& status) {
  const ui::Message m = ui::toMessage(status);
  const QString text = tr("%1 cannot be imported. %2").arg(nameOfFile(file), m.title);
  parts_.messages.log().add(ui::LogLine::Level::kError, text, m.hint, file);
  parts_.messages.list(ProblemWatch::import(file),
                       {{ui::LogLine::Level::kError, text, m.hint, file, {}, {}, false, m.action}});
}

}  // namespace ww::editor
