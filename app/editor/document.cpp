// SPDX-License-Identifier: Apache-2.0
#include "app/editor/document.h"

#include <QFileInfo>
#include <QSettings>

#include "core/project/file_turn.h"
#include "core/project/project.h"

namespace ww::editor {
namespace {
constexpr auto kRecentKey = "files/recent";
constexpr int kMostRecent = 12;
}  // namespace

Document::Document(ui::SessionBridge& bridge, ui::JobBridge& jobs, QObject* parent)
    : QObject(parent), bridge_(bridge), jobs_(jobs), clean_(bridge.snapshot().world) {
  connect(&bridge_, &ui::SessionBridge::changed, this, &Document::stateChanged);
}

QString Document::title() const { return path_.isEmpty() ? tr("Untitled") : QFileInfo(path_).fileName(); }

bool Document::isDirty() const { return bridge_.snapshot().world != clean_; }

void Document::setBusy(bool busy) {
  busy_ = busy;
  Q_EMIT stateChanged();
}

void Document::reset() { adopt(world::World()); }

void Document::adopt(world::World world) {
  bridge_.session().replace(std::move(world));
  clean_ = bridge_.snapshot().world;
  path_.clear();
  file_ = {};
  Q_EMIT stateChanged();
  Q_EMIT opened({});
}

void Document::open(const QString& path) { load(path, false); }
void Document::openCopy(const QString& path) { load(path, true); }

void Document::load(const QString& path, bool as_copy) {
  setBusy(true);
  const QString absolute = QFileInfo(path).absoluteFilePath();
  auto store = bridge_.session().sharedStore();
  // Before reading: a change while it is read shows as one.
  const auto mark = std::make_shared<std::string>();
  jobs_.run<project::Loaded>(
      tr("Open %1").arg(QFileInfo(path).fileName()),
      [store, mark, file = absolute.toStdString()](std::stop_token, const Progress& progress) {
        *mark = project::fileMark(file);
        return project::load(project::systemVfs(), file, *store, progress);
      },
      [this, absolute, as_copy, mark](Result<project::Loaded> loaded) {
        busy_ = false;
        if (!loaded.ok()) {
          Q_EMIT stateChanged();
          Q_EMIT openFailed(absolute, loaded.status());
          return;
        }
        bridge_.session().replace(std::move(loaded.value().world));
        clean_ = as_copy ? nullptr : bridge_.snapshot().world;
        path_ = as_copy ? QString() : absolute;
        file_ = as_copy ? FileState{} : FileState{*mark, loaded->info.rows_hash};
        if (!as_copy) RecentFiles::add(absolute);
        Q_EMIT stateChanged();
        Q_EMIT opened(path_);
      });
}

namespace {

struct SaveJob {
  std::string file;
  world::WorldPtr world;
  std::shared_ptr<geometry::GeometryStore> store;
  project::SaveOptions options;
  std::string mark;      // what the file must still be; empty: anything
  std::string new_mark;  // what it is afterwards
  bool changed = false;  // it is not what it must be; nothing was written

  Result<project::FileInfo> run(const std::stop_token& stop, const Progress& progress) {
    progress.text(Document::tr("Waiting for other programs").toStdString());
    WW_ASSIGN(const project::FileTurn turn, project::FileTurn::take(file, stop));
    const std::string now = project::fileMark(file);
    changed = !mark.empty() && !now.empty() && now != mark;
    if (changed) return fail(Code::kAborted, file + " was changed by another program").about(file);
    WW_ASSIGN(project::FileInfo info, project::save(project::systemVfs(), file, *world, *store, options, progress));
    new_mark = project::fileMark(file);
    return info;
  }
};

}  // namespace

void Document::save(const QString& path, std::function<void(bool)> done, Changed changed) {
  setBusy(true);
  const QString absolute = QFileInfo(path).absoluteFilePath();
  auto job = std::make_shared<SaveJob>();
  job->file = absolute.toStdString();
  job->world = bridge_.snapshot().world;
  job->store = bridge_.session().sharedStore();
  if (thumbnail_) job->options.thumbnail = thumbnail_().toStdString();
  if (absolute == path_) {
    job->options.came_from = file_.rows_hash;
    if (changed == Changed::kAsk) job->mark = file_.mark;
  }
  jobs_.run<project::FileInfo>(
      tr("Save %1").arg(QFileInfo(path).fileName()),
      [job](std::stop_token stop, const Progress& progress) { return job->run(stop, progress); },
      [this, absolute, job, done = std::move(done)](const Result<project::FileInfo>& info) {
        busy_ = false;
        if (info.ok()) {
          clean_ = job->world;
          path_ = absolute;
          file_ = {job->new_mark, info->rows_hash};
          RecentFiles::add(absolute);
          Q_EMIT saved(absolute);
        } else if (!job->changed) {
          Q_EMIT failed(tr("%1 could not be saved").arg(QFileInfo(absolute).fileName()), info.status());
        }
        Q_EMIT stateChanged();
        if (job->changed) Q_EMIT changedOnDisk(absolute, done);
        else if (done) done(info.ok());
      },
      true);
}

bool Document::isNewlyChangedOnDisk() {
  if (busy_ || path_.isEmpty() || file_.mark.empty()) return false;
  const std::string now = project::fileMark(path_.toStdString());
  if (now.empty() || now == file_.mark || now == told_) return false;
  told_ = now;
  return true;
}

QStringList RecentFiles::list() { return QSettings().value(QLatin1String(kRecentKey)).toStringList(); }

void RecentFiles::add(const QString& path) {
  QStringList files = list();
  files.removeAll(path);
  files.prepend(path);
  QSettings().setValue(QLatin1String(kRecentKey), files.mid(0, kMostRecent));
}

void RecentFiles::clear() { QSettings().remove(QLatin1String(kRecentKey)); }

}  // namespace ww::editor
