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
  // Of programs that run no more.
  QStringList takeLeft() const {
    QStringList out;
    const QFileInfo own(path_);
    const QDir folder = own.dir();
    for (const QString& name : folder.entryList({QLatin1Char('*') + kListEnding}, QDir::Files, QDir::Time)) {
      const QString base = folder.filePath(name.chopped(kListEnding.size()));
      if (base == path_) continue;
      QLockFile lock(base + kLockEnding);
      lock.setStaleLockTime(0);
      if (!lock.tryLock(0)) continue;
      out << readList(base + kListEnding);
      QFile::remove(base + kListEnding);
    }
    out.removeDuplicates();
    return out;
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
    const QStringList found = keeper->takeLeft();
    if (found.isEmpty()) return;
    // The destructor waits for this.
    QMetaObject::invokeMethod(
        to, [to, found] { Q_EMIT to->left(found); }, Qt::QueuedConnection);
  });
}

void ImportsUnderWay::set(const QStringList& files) {
  if (std::exchange(files_, files) == files || !keeper_) return;
  thread_.start([keeper = keeper_, files] { keeper->keep(files); });
}

}  // namespace ww::editor
