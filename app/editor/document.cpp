// SPDX-License-Identifier: Apache-2.0
#include "app/editor/document.h"

#include <QFileInfo>
#include <QSettings>

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
  Q_EMIT stateChanged();
  Q_EMIT opened({});
}

void Document::open(const QString& path) {
  setBusy(true);
  const QString absolute = QFileInfo(path).absoluteFilePath();
  auto store = bridge_.session().sharedStore();
  jobs_.run<project::Loaded>(
      tr("Open %1").arg(QFileInfo(path).fileName()),
      [store, file = absolute.toStdString()](std::stop_token, const Progress& progress) {
        return project::load(project::systemVfs(), file, *store, progress);
      },
      [this, absolute](Result<project::Loaded> loaded) {
        busy_ = false;
        if (!loaded.ok()) {
          Q_EMIT stateChanged();
          Q_EMIT failed(tr("%1 could not be opened").arg(QFileInfo(absolute).fileName()), loaded.status());
          return;
        }
        bridge_.session().replace(std::move(loaded).value().world);
        clean_ = bridge_.snapshot().world;
        path_ = absolute;
        RecentFiles::add(absolute);
        Q_EMIT stateChanged();
        Q_EMIT opened(absolute);
      });
}

void Document::save(const QString& path, std::function<void(bool)> done) {
  setBusy(true);
  const QString absolute = QFileInfo(path).absoluteFilePath();
  const world::WorldPtr world = bridge_.snapshot().world;
  project::SaveOptions options;
  if (thumbnail_) options.thumbnail = thumbnail_().toStdString();
  jobs_.run<project::FileInfo>(
      tr("Save %1").arg(QFileInfo(path).fileName()),
      [store = bridge_.session().sharedStore(), world, options, file = absolute.toStdString()](std::stop_token, const Progress& progress) {
        return project::save(project::systemVfs(), file, *world, *store, options, progress);
      },
      [this, absolute, world, done = std::move(done)](const Result<project::FileInfo>& info) {
        busy_ = false;
        if (info.ok()) {
          clean_ = world;
          path_ = absolute;
          RecentFiles::add(absolute);
          Q_EMIT saved(absolute);
        } else {
          Q_EMIT failed(tr("%1 could not be saved").arg(QFileInfo(absolute).fileName()), info.status());
        }
        Q_EMIT stateChanged();
        if (done) done(info.ok());
      },
      true);
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
