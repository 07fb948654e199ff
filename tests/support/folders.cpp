// SPDX-License-Identifier: Apache-2.0
#include "tests/support/folders.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

namespace ww::test {
namespace {

QString fromEnvironment(const char* name, const QString& otherwise) {
  const QString value = qEnvironmentVariable(name);
  return QDir::cleanPath(value.isEmpty() ? otherwise : value);
}

// Test programs lie in BUILD/tests.
QString buildFolderByPlace() { return QCoreApplication::applicationDirPath() + QStringLiteral("/.."); }

// The CMake cache of a build knows its sources.
QString sourceFolderByCache() {
  QFile cache(buildFolder() + QStringLiteral("/CMakeCache.txt"));
  if (!cache.open(QIODevice::ReadOnly)) return {};
  const QByteArray key("CMAKE_HOME_DIRECTORY:INTERNAL=");
  while (!cache.atEnd()) {
    const QByteArray line = cache.readLine().trimmed();
    if (line.startsWith(key)) return QString::fromUtf8(line.mid(key.size()));
  }
  return {};
}

}  // namespace

ScratchFolder::ScratchFolder() {
  if (!folder_.isValid()) qFatal("no scratch folder: %s", qPrintable(folder_.errorString()));
}

std::string ScratchFolder::file(const std::string& name) const {
  return path(QString::fromStdString(name)).toStdString();
}

QString ScratchFolder::write(const QString& name, const QByteArray& bytes) const {
  const QString target = path(name);
  QDir().mkpath(QFileInfo(target).path());
  QFile file(target);
  if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size()) {
    qFatal("cannot write %s: %s", qPrintable(target), qPrintable(file.errorString()));
  }
  return target;
}

QByteArray readFile(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString sourceFolder() { return fromEnvironment("WW_SOURCE_DIR", sourceFolderByCache()); }
QString buildFolder() { return fromEnvironment("WW_BUILD_DIR", buildFolderByPlace()); }
QString programFolder() { return fromEnvironment("WW_BIN_DIR", buildFolder() + QStringLiteral("/bin")); }

QString sharedPath(const QString& inside) {
  const QString root = qEnvironmentVariable("WORLDWRIGHT_SHARED");
  if (root.isEmpty()) return {};
  const QString path = QDir(root).filePath(inside);
  return QFileInfo::exists(path) ? path : QString();
}

}  // namespace ww::test
