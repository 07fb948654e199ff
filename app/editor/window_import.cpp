// SPDX-License-Identifier: Apache-2.0
// What comes into the world from outside: files through the wizard, the library, the sample cell.
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <set>

#include "app/editor/folder_choice.h"
#include "app/editor/main_window.h"
#include "core/world/references.h"
#include "resources/samples/samples.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/import_wizard.h"
#include "ui/scene/viewport.h"

namespace ww::editor {
namespace {

constexpr int kLookAgainMs = 50;

QString importFilter() {
  QStringList all;
  for (const io::FormatInfo& format : io::formats())
    for (const auto ending : format.endings) all << QStringLiteral("*.") + QString::fromUtf8(ending.data(), static_cast<qsizetype>(ending.size()));
  return MainWindow::tr("Models (%1);;All files (*)").arg(all.join(QLatin1Char(' ')));
}

// A name that neither the world nor the objects added with it have.
std::string freeNameFor(const world::World& world, const std::string& wished, std::set<std::string>& taken) {
  std::string name = world::freeName(world, world::kRootObject, wished, true);
  for (int i = 2; taken.contains(name); ++i) name = world::freeName(world, world::kRootObject, wished + "_" + std::to_string(i), true);
  taken.insert(name);
  return name;
}

}  // namespace

void MainWindow::importFiles() {
  if (wizard_) return raiseWizard();
  const QStringList files = QFileDialog::getOpenFileNames(this, tr("Import models"), QSettings().value(QStringLiteral("import/folder")).toString(), importFilter());
  if (files.isEmpty()) return;
  QSettings().setValue(QStringLiteral("import/folder"), QFileInfo(files.front()).absolutePath());
  importPaths(files, std::nullopt);
}

void MainWindow::openFiles(const QStringList& files) {
  if (hasFolder(files)) return resolveFolders(*this, files, [this](const QStringList& found) { openFiles(found); });
  QStringList imports, worlds;
  for (const QString& file : files) (file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive) ? worlds : imports) << file;
  if (worlds.isEmpty()) return importPaths(imports, std::nullopt);
  for (const QString& other : worlds.mid(1)) say(tr("One world is open at a time: %1 was not opened.").arg(QFileInfo(other).fileName()));
  // What is imported goes into the world that is opened with it, not into the one before.
  files_->open(worlds.front(), [this, imports](bool opened) { if (opened) importPaths(imports, std::nullopt); });
}

// One wizard after the other; what comes meanwhile waits its turn.
void MainWindow::importPaths(const QStringList& files, std::optional<ui::DropPoint> where) {
  if (files.isEmpty()) return;
  if (hasFolder(files)) return resolveFolders(*this, files, [this, where](const QStringList& found) { importPaths(found, where); });
  if (std::any_of(files.begin(), files.end(), [](const QString& file) { return file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive); })) {
    openFiles(files);
    return;
  }
  for (const QString& file : files) {
    waiting_imports_.push_back({file});
    waiting_imports_.back().where = where;
  }
  if (!wizard_) return nextImport();
  for (const QString& file : files) say(tr("%1 comes after %2.").arg(QFileInfo(file).fileName(), QFileInfo(import_.file).fileName()));
  showWaiting();
  raiseWizard();
}

void MainWindow::nextImport() {
  if (wizard_ || waiting_imports_.empty()) return;
  // Over the window, which has no place before it is on the screen.
  if (isVisible() && windowHandle() && !windowHandle()->isExposed()) {
    QTimer::singleShot(kLookAgainMs, this, &MainWindow::nextImport);
    return;
  }
  import_ = std::move(waiting_imports_.front());
  waiting_imports_.pop_front();
  auto* wizard = new ui::ImportWizard(*jobs_, bridge_->session().sharedStore(), import_.file, this);
  wizard_ = wizard;
  wizard->setObjectName(QStringLiteral("importWizard"));
  connect(wizard, &ui::ImportWizard::failed, this, [this, file = import_.file](const Status& status) {
    const ui::Message m = ui::toMessage(status);
    const QString text = tr("%1 cannot be imported. %2").arg(QFileInfo(file).fileName(), m.title);
    log_->add(ui::LogLine::Level::kError, text, m.hint, file);
    problem_watch_->set(ProblemWatch::import(file), {{ui::LogLine::Level::kError, text, m.hint, file}});
  });
  connect(wizard, &ui::ImportWizard::importAsked, this, [this, wizard] {
    if (addImported(*wizard)) wizard->accept();
  });
  connect(wizard, &ui::ImportWizard::cancelAllAsked, this, [this, wizard] {
    waiting_imports_.clear();
    wizard->reject();
  });
  connect(wizard, &QDialog::finished, this, [this] {
    wizard_.clear();
    nextImport();
  });
  offerPlaces();
  showWaiting();
  placeWizard();
  wizard->show();
}

void MainWindow::showWaiting() {
  QStringList files;
  for (const Import& waiting : waiting_imports_) files << waiting.file;
  wizard_->setWaiting(files);
}

// A place in the world of before says nothing in this one.
void MainWindow::importGoesElsewhere() {
  import_.where.reset();
  if (wizard_) offerPlaces();
  for (Import& waiting : waiting_imports_) waiting.where.reset();
  if (wizard_) say(tr("%1 goes into %2 now.").arg(QFileInfo(import_.file).fileName(), document_->title()));
}

void MainWindow::offerPlaces() {
  const auto world = bridge_->snapshot().world;
  import_.places = importPlaces(*world, import_.where, lookedAt());
  QStringList texts;
  for (const ImportPlace& place : import_.places) texts << placeText(*world, place);
  const auto in_file = std::find_if(import_.places.begin(), import_.places.end(), [](const ImportPlace& p) { return p.kind == ImportPlace::Kind::kAsInFile; });
  wizard_->setPlaces(texts, import_.as_in_file ? static_cast<int>(in_file - import_.places.begin()) : 0);
}

// False when the world did not take it.
bool MainWindow::addImported(const ui::ImportWizard& wizard) {
  const auto result = wizard.result();
  const int chosen = wizard.placeBox()->currentIndex();
  if (!result || result->objects.empty() || chosen < 0) return false;
  const auto world = bridge_->snapshot().world;
  const ImportPlace place = import_.places[static_cast<std::size_t>(chosen)];
  // The parts of one assembly come in one after the other.
  for (Import& waiting : waiting_imports_) waiting.as_in_file = place.kind == ImportPlace::Kind::kAsInFile && world->objectCount() > 1;
  std::set<std::string> taken;
  NamedImport import{*result, {}};
  for (const auto& imported : result->objects) {
    std::string wished = wizard.objectName_().toStdString();
    if (wished.empty() || !world::checkName(wished).ok()) wished = imported.object.name();
    import.names.push_back(freeNameFor(*world, wished, taken));
  }
  const QString file = QFileInfo(wizard.file()).fileName();
  const auto make = [&](const world::World& now, const ui::TryEdits& tried) { return placeImport(now, tried, import, place); };
  if (!bridge_->commitMade(tr("Import %1").arg(file), make)) {
    offerPlaces();
    return false;
  }
  const auto after = bridge_->snapshot().world;
  std::vector<world::NodeRef> made;
  for (const std::string& name : import.names)
    if (const auto id = world::resolveText(*after, name); id.ok()) made.push_back(*id);
  if (world->objectCount() <= 1) showFirst(made);
  else showNew(made);
  for (const Diagnostic& d : result->diagnostics) log_->add(d);
  QString text = result->diagnostics.empty() ? QString() : tr("%n warnings are listed under Problems.", "", static_cast<int>(result->diagnostics.size()));
  if (place.kind == ImportPlace::Kind::kMount) text = tr("It moves with %1, and is not checked against it.").arg(QString::fromStdString(after->display(place.mount))) + (text.isEmpty() ? QString() : QStringLiteral(" ") + text);
  problem_watch_->imported(wizard.file(), result->diagnostics, made);
  notifications_->post({ui::Notice::Kind::kGood, tr("%1 imported").arg(file), text, tr("Undo"), [this] { bridge_->undo(); }});
  return true;
}

QString MainWindow::whyNotOpenSample() const { return samples::sampleList().empty() ? tr("No sample comes with this program.") : QString(); }

void MainWindow::openSample() {
  document_->make(tr("Open the sample cell"), [store = bridge_->session().sharedStore()] { return samples::makeSample(samples::sampleList().front().name, *store); },
                  Document::Leave::kAsk);
}

QStringList MainWindow::sampleObjects() const {
  QStringList names;
  for (const auto& info : samples::libraryList()) names << QString::fromStdString(info.name);
  return names;
}

// Where it does not stand in anything else.
session::EditsPtr MainWindow::createFree(const world::World& world, const std::string& name, const intrinsic_proto::scene_object::v1::SceneObject& object) const {
  const auto at = [&](const Pose& root_t_object) {
    return session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, object, root_t_object);
  };
  const auto tried = bridge_->tried(world, at(Pose::identity()));
  const auto made = tried.ok() ? tried->object(tried->childNamed(world::kRootObject, name)) : nullptr;
  const Bounds box = made ? tried->boundsOf(*made) : Bounds();
  if (box.empty() || world.objectCount() <= 1) return at(Pose::identity());
  const Vec3 spot = freeSpot(box.size()), middle = box.center();
  return at(Pose::translation(spot.x() - middle.x(), spot.y() - middle.y(), 0.0));
}

void MainWindow::addSampleObject(const QString& id) {
  auto store = bridge_->session().sharedStore();
  using Made = std::shared_ptr<const intrinsic_proto::scene_object::v1::SceneObject>;
  jobs_->run<Made>(
      tr("Draw %1").arg(id),
      [store, name = id.toStdString()](std::stop_token, const Progress&) -> Result<Made> {
        WW_ASSIGN(auto object, samples::libraryObject(name, *store));
        return Made(std::make_shared<const intrinsic_proto::scene_object::v1::SceneObject>(std::move(object)));
      },
      [this, id](const Result<Made>& made) {
        if (!made.ok()) {
          report(tr("%1 could not be added").arg(id), made.status());
          return;
        }
        const auto world = bridge_->snapshot().world;
        const std::string name = world::freeName(*world, world::kRootObject, id.toStdString(), true);
        const auto edits = createFree(*world, name, **made);
        if (!bridge_->commit(tr("Add %1").arg(QString::fromStdString(name)), edits)) return;
        const ObjectId added = bridge_->snapshot().world->childNamed(world::kRootObject, name);
        if (added && world->objectCount() <= 1) showFirst({added});
        else if (added) showNew({added});
      });
}

}  // namespace ww::editor
