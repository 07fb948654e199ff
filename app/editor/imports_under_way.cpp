// SPDX-License-Identifier: Apache-2.0
#include "app/editor/imports_under_way.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QPointer>
#include <QSaveFile>
#include <QUuid>

namespace ww::editor {
namespace {

// Of a list, and of files in it: more is not offered again.
constexpr qint64 kMostListBytes = 1 << 20;
constexpr qsizetype kMostFiles = 1000;
const QString kListEnding = QStringLiteral(".json"), kLockEnding = QStringLiteral(".lock");

const QString kFiles = QStringLiteral("files"), kWorlds = QStringLiteral("worlds");
constexpr auto kOwnerOnly = QFile::ReadOwner | QFile::WriteOwner;

// Files, and the worlds that they were to be put into.
struct Listed {
  QStringList files, worlds;
};

QStringList textsIn(const QJsonArray& array) {
  QStringList out;
  for (const auto& one : array)
    if (one.isString() && out.size() < kMostFiles) out << one.toString();
  return out;
}

Listed readList(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kMostListBytes) return {};
  const QJsonDocument json = QJsonDocument::fromJson(file.readAll());
  if (json.isArray()) return {textsIn(json.array()), {}};  // of an older program
  return {textsIn(json[kFiles].toArray()), textsIn(json[kWorlds].toArray())};
}

}  // namespace

class ImportsUnderWay::Keeper {
 public:
  void keepIn(const QString& folder) {
    QDir().mkpath(folder);
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    path_ = folder + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces);
    lock_ = std::make_unique<QLockFile>(path_ + kLockEnding);
    lock_->setStaleLockTime(0);  // a program may run for weeks
    if (!lock_->tryLock(0)) return lock_.reset();
    QFile::setPermissions(path_ + kLockEnding, kOwnerOnly);
  }
  void keep(const Listed& list) const {
    if (!lock_) return;
    if (list.files.isEmpty()) {
      QFile::remove(path_ + kListEnding);
      return;
    }
    QSaveFile file(path_ + kListEnding);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.setPermissions(kOwnerOnly);
    const QJsonObject json{{kFiles, QJsonArray::fromStringList(list.files)},
                           {kWorlds, QJsonArray::fromStringList(list.worlds)}};
    file.write(QJsonDocument(json).toJson(QJsonDocument::Compact));
    file.commit();
  }
  // Of programs that run no more. They stand in the own list before they go from those of others.
  Listed takeLeft(const Listed& known) const {
    Listed out;
    QStringList lists;
    const QFileInfo own(path_);
    const QDir folder = own.dir();
    for (const QString& name : folder.entryList({QLatin1Char('*') + kListEnding}, QDir::Files, QDir::Time)) {
      const QString base = folder.filePath(name.chopped(kListEnding.size()));
      if (base == path_) continue;
      QLockFile lock(base + kLockEnding);
      lock.setStaleLockTime(0);
      if (!lock.tryLock(0)) continue;
      const Listed one = readList(base + kListEnding);
      out.files << one.files;
      out.worlds << one.worlds;
      lists << base + kListEnding;
    }
    for (QStringList* all : {&out.files, &out.worlds}) all->removeDuplicates();
    if (!lists.isEmpty()) keep({known.files + out.files, known.worlds + out.worlds});
    for (const QString& list : lists) QFile::remove(list);
    return out;
  }
  // What programs that were killed have left of themselves.
  void removeStaleLocks() const {
    const QDir folder = QFileInfo(path_).dir();
    for (const QString& name : folder.entryList({QLatin1Char('*') + kLockEnding}, QDir::Files)) {
      const QString base = folder.filePath(name.chopped(kLockEnding.size()));
      if (base == path_ || QFile::exists(base + kListEnding)) continue;
      QLockFile lock(base + kLockEnding);
      lock.setStaleLockTime(0);
      lock.tryLock(0);  // and unlocks, which removes it
    }
  }

 private:
  QString path_;  // without ending
  std::unique_ptr<QLockFile> lock_;
};

ImportsUnderWay::ImportsUnderWay(QObject* parent) : QObject(parent) { thread_.setMaxThreadCount(1); }

ImportsUnderWay::~ImportsUnderWay() { thread_.waitForDone(); }

void ImportsUnderWay::keepIn(const QString& folder) {
  keeper_ = std::make_shared<Keeper>();
  const Listed own{files_, world_.isEmpty() ? QStringList() : QStringList(world_)};
  thread_.start([keeper = keeper_, folder, own, to = QPointer<ImportsUnderWay>(this)] {
    keeper->keepIn(folder);
    keeper->keep(own);
    const Listed found = keeper->takeLeft(own);
    keeper->removeStaleLocks();
    if (found.files.isEmpty()) return;
    // The destructor waits for this.
    QMetaObject::invokeMethod(
        to,
        [to, found] {
          to->left_ = found.files;
          to->left_worlds_ = found.worlds;
          to->write();
          Q_EMIT to->left(found.files, found.worlds);
        },
        Qt::QueuedConnection);
  });
}

void ImportsUnderWay::set(const QStringList& files, const QString& world) {
  const bool same = files_ == files && world_ == world;
  files_ = files;
  world_ = world;
  if (!same) write();
}

void ImportsUnderWay::settle() {
  left_.clear();
  left_worlds_.clear();
  write();
}

void ImportsUnderWay::write() {
  if (!keeper_) return;
  Listed all{files_ + left_, left_worlds_};
  if (!files_.isEmpty() && !world_.isEmpty() && !all.worlds.contains(world_)) all.worlds.prepend(world_);
  thread_.start([keeper = keeper_, all] { keeper->keep(all); });
}

}  // namespace ww::editor
