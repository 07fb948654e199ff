// SPDX-License-Identifier: Apache-2.0
#include "app/editor/file_watch.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QPointer>
#include <QThreadPool>
#include <utility>

#include "core/project/file_turn.h"

namespace ww::editor {
namespace {

constexpr int kSettleMs = 150;  // a save writes several times
constexpr int kRegularMs = 3000;

}  // namespace

FileWatch::FileWatch(Document& document, QObject* parent) : QObject(parent), document_(document) {
  soon_.setSingleShot(true);
  soon_.setInterval(kSettleMs);
  connect(&soon_, &QTimer::timeout, this, &FileWatch::look);
  connect(&regularly_, &QTimer::timeout, this, &FileWatch::look);
  for (const auto signal : {&QFileSystemWatcher::fileChanged, &QFileSystemWatcher::directoryChanged})
    connect(&system_, signal, this, [this] { soon_.start(); });
  connect(&document_, &Document::opened, this, &FileWatch::follow);
  connect(&document_, &Document::saved, this, &FileWatch::follow);
}

// The folder as well: a file that is put in the place of another is a new one.
void FileWatch::follow() {
  told_.clear();
  if (path_ == document_.path()) return;
  path_ = document_.path();
  const QStringList watched = system_.files() + system_.directories();
  if (!watched.isEmpty()) system_.removePaths(watched);
  if (path_.isEmpty()) return regularly_.stop();
  system_.addPaths({path_, QFileInfo(path_).path()});
  regularly_.start(kRegularMs);
}

void FileWatch::look() {
  if (path_.isEmpty() || looking_ || document_.isBusy()) return;
  looking_ = true;
  QThreadPool::globalInstance()->start([self = QPointer<FileWatch>(this), path = path_, known = document_.file().mark,
                                        read_only = document_.file().read_only, vfs = document_.keeping().vfs] {
    const std::string file = path.toStdString();
    Found found{project::fileMark(file), {}, read_only && project::holderOf(file).has_value()};
    if (!found.mark.empty() && found.mark != known) {
      const auto rows = project::storedRowsHash(*vfs, file);
      if (rows.ok()) found.rows_hash = *rows;
      found.is_world = rows.ok() || rows.status().code == Code::kUnavailable;  // others may be at it
    }
    QMetaObject::invokeMethod(qApp, [self, path, known, found] {
      if (self) self->compare(path, known, found);
    });
  });
}

// `asked`: the mark of the file when the look began; it may have been saved since.
void FileWatch::compare(const QString& path, const std::string& asked, const Found& found) {
  looking_ = false;
  if (path != path_ || path != document_.path() || document_.isBusy()) return;
  const FileState& known = document_.file();
  if (!found.mark.empty() && !system_.files().contains(path)) system_.addPath(path);
  if (known.mark.empty() || known.mark != asked) return;
  const bool same = found.mark == known.mark || (!known.rows_hash.empty() && found.rows_hash == known.rows_hash);
  // Another world in its place has what was saved no more either; what is only looked at is that of others.
  setLost(found.mark.empty() || !found.is_world || (!same && !known.read_only));
  if (found.mark.empty()) return tell("gone", &FileWatch::gone, path);
  if (!same) return tell(found.mark, &FileWatch::changed, path);
  if (known.read_only && !found.is_held) tell("freed", &FileWatch::freed, path);
}

// A drive may come back.
void FileWatch::setLost(bool lost) {
  if (std::exchange(document_.keeping().file_lost, lost) == lost) return;
  Q_EMIT lostChanged();
  Q_EMIT document_.stateChanged();
}

world::WorldPtr lastSaved(Document& document) {
  const bool lost = std::exchange(document.keeping().file_lost, false);
  auto out = document.savedWorld();
  document.keeping().file_lost = lost;
  return out;
}

void FileWatch::tell(const std::string& what, void (FileWatch::*signal)(const QString&), const QString& path) {
  if (told_ == what) return;
  told_ = what;
  Q_EMIT(this->*signal)(path);
}

}  // namespace ww::editor
