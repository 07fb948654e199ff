// SPDX-License-Identifier: Apache-2.0
#include "app/editor/imports_under_way.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
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

QStringList readList(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly) || file.size() > kMostListBytes) return {};
  QStringList out;
  for (const auto& one : QJsonDocument::fromJson(file.readAll()).array())
    if (one.isString() && out.size() < kMostFiles) out << one.toString();
  return out;
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
    if (!lock_->tryLock(0)) lock_.reset();
  }
  void keep(const QStringList& files) const {
    if (!lock_) return;
    if (files.isEmpty()) {
      QFile::remove(path_ + kListEnding);
      return;
    }
    QSaveFile file(path_ + kListEnding);
    if (!file.open(QIODevice::WriteOnly)) return;
    file.write(QJsonDocument(QJsonArray::fromStringList(files)).toJson(QJsonDocument::Compact));
    file.commit();
  }
  // Of programs that run no more. They stand in the own list before they go from those of others.
  QStringList takeLeft(const QStringList& files) const {
    QStringList out, lists;
    const QFileInfo own(path_);
    const QDir folder = own.dir();
    for (const QString& name : folder.entryList({QLatin1Char('*') + kListEnding}, QDir::Files, QDir::Time)) {
      const QString base = folder.filePath(name.chopped(kListEnding.size()));
      if (base == path_) continue;
      QLockFile lock(base + kLockEnding);
      lock.setStaleLockTime(0);
      if (!lock.tryLock(0)) continue;
      out << readList(base + kListEnding);
      lists << base + kListEnding;
    }
    out.removeDuplicates();
    if (!lists.isEmpty()) keep(files + out);
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
  thread_.start([keeper = keeper_, folder, files = files_, to = QPointer<ImportsUnderWay>(this)] {
    keeper->keepIn(folder);
    keeper->keep(files);
    const QStringList found = keeper->takeLeft(files);
    keeper->removeStaleLocks();
    if (found.isEmpty()) return;
    // The destructor waits for this.
    QMetaObject::invokeMethod(
        to,
        [to, found] {
          to->left_ = found;
          to->write();
          Q_EMIT to->left(found);
        },
        Qt::QueuedConnection);
  });
}

void ImportsUnderWay::set(const QStringList& files) {
  if (std::exchange(files_, files) != files) write();
}

void ImportsUnderWay::settle() {
  left_.clear();
  write();
}

void ImportsUnderWay::write() {
  if (keeper_) thread_.start([keeper = keeper_, all = files_ + left_] { keeper->keep(all); });
}

}  // namespace ww::editor
