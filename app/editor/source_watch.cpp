// SPDX-License-Identifier: Apache-2.0
#include "app/editor/source_watch.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>
#include <filesystem>

#include "core/usecase/revision/import_note.h"

namespace ww::editor {
namespace {

constexpr int kEachMs = 3000;

// Changes with the file, and costs no reading. Empty when there is none.
std::string quickMark(const std::string& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return {};
  const auto time = std::filesystem::last_write_time(file, error);
  if (error) return {};
  return std::to_string(size) + "|" + std::to_string(time.time_since_epoch().count());
}

}  // namespace

SourceWatch::SourceWatch(ui::SessionBridge& bridge, QObject* parent) : QObject(parent), bridge_(bridge) {
  connect(&regularly_, &QTimer::timeout, this, &SourceWatch::look);
  regularly_.start(kEachMs);
}

void SourceWatch::look() {
  if (looking_) return;
  looking_ = true;
  QThreadPool::globalInstance()->start(
      [self = QPointer<SourceWatch>(this), snapshot = bridge_.snapshot(), before = seen_]() mutable {
        const auto seen = std::make_shared<const Seen>(lookAt(snapshot, std::move(before)));
        QMetaObject::invokeMethod(qApp, [self, seen] {
          if (self) self->compare(*seen);
        });
      });
}

SourceWatch::Seen SourceWatch::lookAt(const session::Snapshot& snapshot, Seen seen) {
  if (seen.revision != snapshot.revision || snapshot.revision == 0) {
    seen.sources.clear();
    snapshot.world->forEachObject([&](const world::Object& object) {
      if (const auto note = usecase::sourceOf(object)) seen.sources.push_back({object.id, note->file, note->sha256});
    });
    seen.revision = snapshot.revision;
  }
  std::map<std::string, State> files;
  for (const Source& source : seen.sources) {
    if (files.contains(source.file)) continue;
    State state{quickMark(source.file), {}};
    const auto before = seen.files.find(source.file);
    if (before != seen.files.end() && before->second.mark == state.mark) state = before->second;
    else if (!state.mark.empty()) {
      const auto hash = usecase::fileHash(source.file);
      if (hash.ok()) state.sha256 = *hash;
    }
    files[source.file] = state;
  }
  seen.files = std::move(files);
  return seen;
}

void SourceWatch::compare(const Seen& seen) {
  looking_ = false;
  seen_ = seen;
  const auto world = bridge_.snapshot().world;
  for (const Source& source : seen.sources) {
    const State& state = seen.files.at(source.file);
    if (state.sha256.empty() || source.sha256.empty() || state.sha256 == source.sha256) continue;
    const auto object = world->object(source.object);
    if (!object || !told_.insert(std::to_string(source.object.value) + "|" + state.sha256).second) continue;
    Q_EMIT changed(source.object, QString::fromStdString(source.file));
  }
}

}  // namespace ww::editor
