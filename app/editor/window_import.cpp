// SPDX-License-Identifier: Apache-2.0
// What comes into the world from outside: files through the wizard, the library, the sample cell.
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QTimer>
#include <QWindow>
#include <algorithm>
#include <set>

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

// One wizard after the other; what comes meanwhile waits its turn.
void MainWindow::importPaths(const QStringList& files, std::optional<Vec3> where) {
  if (files.isEmpty()) return;
  if (std::any_of(files.begin(), files.end(), [](const QString& file) { return file.endsWith(QLatin1String(".wright"), Qt::CaseInsensitive); })) {
    openFiles(files);
    return;
  }
  for (const QString& file : files) waiting_imports_.push_back({file, where});
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
    log_->add(ui::LogLine::Level::kError, tr("%1 cannot be imported. %2").arg(QFileInfo(file).fileName(), m.title), m.hint, file);
  });
  connect(wizard, &ui::ImportWizard::importAsked, this, [this, wizard] {
    if (addImported(*wizard, import_.where)) wizard->accept();
  });
  connect(wizard, &ui::ImportWizard::cancelAllAsked, this, [this, wizard] {
    waiting_imports_.clear();
    wizard->reject();
  });
  connect(wizard, &QDialog::finished, this, [this] {
    wizard_.clear();
    nextImport();
  });
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
  for (Import& waiting : waiting_imports_) waiting.where.reset();
  if (wizard_) say(tr("%1 goes into %2 now.").arg(QFileInfo(import_.file).fileName(), document_->title()));
}

bool MainWindow::addImported(const ui::ImportWizard& wizard, std::optional<Vec3> where) {
  const auto result = wizard.result();
  if (!result) return false;
  const auto world = bridge_->snapshot().world;
  // Dropped somewhere: it stands there; else as the file has it.
  Pose root_t_import;
  if (where && !result->shown_m.empty()) {
    const Vec3 c = result->shown_m.center();
    root_t_import.p = *where - Vec3(c.x(), c.y(), result->shown_m.min.z());
  }
  std::set<std::string> taken;
  std::vector<session::EditsPtr> edits;
  for (const auto& imported : result->objects) {
    std::string wished = wizard.objectName_().toStdString();
    if (wished.empty() || !world::checkName(wished).ok()) wished = imported.object.name();
    edits.push_back(session::createFromSceneObject(world::kRootObject, world::kRootEntity, freeNameFor(*world, wished, taken), imported.object, root_t_import * imported.file_t_object));
  }
  const QString file = QFileInfo(wizard.file()).fileName();
  if (edits.empty() || !bridge_->commit(tr("Import %1").arg(file), session::join(edits))) return false;
  const bool first = world->objectCount() <= 1;
  const auto after = bridge_->snapshot().world;
  std::vector<world::NodeRef> made;
  for (const std::string& name : taken)
    if (const ObjectId id = after->childNamed(world::kRootObject, name)) made.emplace_back(id);
  if (first) selection_->select(made);
  else showNew(made);
  for (const Diagnostic& d : result->diagnostics) log_->add(d);
  notifications_->post({ui::Notice::Kind::kGood, tr("%1 imported").arg(file), result->diagnostics.empty() ? QString() : tr("%n warnings are listed under Problems.", "", static_cast<int>(result->diagnostics.size())),
                        tr("Undo"), [this] { bridge_->undo(); }});
  if (first) view_->fitAll();
  return true;
}

QString MainWindow::whyNotOpenSample() const { return samples::sampleList().empty() ? tr("No sample comes with this program.") : QString(); }

void MainWindow::openSample() {
  leaveWorld([this] {
    auto store = bridge_->session().sharedStore();
    jobs_->run<world::World>(
        tr("Open the sample cell"),
        [store](std::stop_token, const Progress&) { return samples::makeSample(samples::sampleList().front().name, *store); },
        [this](Result<world::World> made) {
          if (!made.ok()) report(tr("The sample could not be opened"), made.status());
          else document_->adopt(std::move(made).value());
        });
  });
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
        if (const ObjectId added = bridge_->snapshot().world->childNamed(world::kRootObject, name)) showNew({added});
        if (world->objectCount() <= 1) view_->fitAll();
      });
}

}  // namespace ww::editor
