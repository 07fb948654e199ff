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
constexpr int kSureMs = 600;    // so does a copy, and pauses meanwhile
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
  connect(&document_.savedFile(), &SavedFile::settled, this, &FileWatch::follow);
}

// The folder as well: a file that is put in the place of another is a new one.
void FileWatch::follow() {
  told_.clear();
  seen_.reset();
  // What was recovered may not be what its file has.
  if (!document_.path().isEmpty() && document_.savedFile().isLost()) soon_.start();
  if (path_ == document_.path()) return;
  path_ = document_.path();
  const QStringList watched = system_.files() + system_.directories();
  if (!watched.isEmpty()) system_.removePaths(watched);
  if (path_.isEmpty()) return regularly_.stop();
  system_.addPaths({path_, QFileInfo(path_).path()});
  regularly_.start(kRegularMs);
}

// Read once in each state that it is in.
FileWatch::Found FileWatch::lookAt(const std::string& file, const FileState& known, project::Vfs& vfs,
                                   const std::optional<Found>& before) {
  Found found;
  found.mark = project::fileMark(file);
  found.is_held = known.read_only && project::holderOf(file).has_value();
  if (found.mark.empty() || found.mark == known.mark) return found;
  if (before && before->mark == found.mark) {
    found.rows_hash = before->rows_hash;
    found.damage = before->damage;
    return found;
  }
  const auto rows = project::checkRows(vfs, file);
  found.is_busy = rows.status().code == Code::kUnavailable;
  found.damage = rows.ok() ? rows->damage : rows.status();
  if (rows.ok()) found.rows_hash = rows->rows_hash;
  return found;
}

void FileWatch::look() {
  const FileState& now = document_.savedFile().state();
  if (path_.isEmpty() || looking_ || document_.isBusy()) return;
  looking_ = true;
  FileState known;
  known.mark = now.mark;
  known.read_only = now.read_only;
  QThreadPool::globalInstance()->start(
      [self = QPointer<FileWatch>(this), path = path_, known, before = seen_, vfs = document_.keeping().vfs] {
        const Found found = lookAt(path.toStdString(), known, *vfs, before);
        QMetaObject::invokeMethod(qApp, [self, path, asked = known.mark, found] {
          if (self) self->compare(path, asked, found);
        });
      });
}

// `asked`: the mark of the file when the look began; it may have been saved since.
void FileWatch::compare(const QString& path, const std::string& asked, const Found& found) {
  looking_ = false;
  if (path != path_ || path != document_.path() || document_.isBusy()) return;
  SavedFile& file = document_.savedFile();
  const FileState& known = file.state();
  if (!found.mark.empty() && !system_.files().contains(path)) system_.addPath(path);
  if (known.mark != asked) return;
  if (found.is_busy) return;
  const bool is_new = !seen_ || seen_->mark != found.mark;
  seen_ = found;
  if (found.mark.empty()) {
    file.setLost(true);
    return tell("gone", &FileWatch::gone, path);
  }
  if (!found.damage.ok()) {
    // It may be in the middle of being copied there.
    if (is_new) return QTimer::singleShot(kSureMs, this, &FileWatch::look);
    file.setLost(true);
    if (std::exchange(told_, found.mark) != found.mark) Q_EMIT damaged(path, found.damage);
    return;
  }
  const bool same = found.mark == known.mark || (!known.rows_hash.empty() && found.rows_hash == known.rows_hash);
  // Another world in its place has what was saved no more either; what is only looked at is that of others.
  file.setLost(!same && !known.read_only);
  if (!same) return tell(found.mark, &FileWatch::changed, path);
  const bool was_told = !told_.empty() && told_ != "freed";
  if (was_told) tell({}, &FileWatch::regained, path);
  if (known.read_only && !found.is_held) tell("freed", &FileWatch::freed, path);
}

void FileWatch::tell(const std::string& what, void (FileWatch::*signal)(const QString&), const QString& path) {
  if (told_ == what) return;
  told_ = what;
  Q_EMIT(this->*signal)(path);
}

}  // namespace ww::editor
