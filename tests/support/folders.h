// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QByteArray>
#include <QString>
#include <QTemporaryDir>
#include <string>

namespace ww::test {

// A folder that is removed with its contents when this object ends.
class ScratchFolder {
 public:
  ScratchFolder();
  // The path of a file in it, which need not exist.
  QString path(const QString& name) const { return folder_.filePath(name); }
  std::string file(const std::string& name) const;
  // Writes a file and gives its path; aborts the test program when the disk does not take it.
  QString write(const QString& name, const QByteArray& bytes) const;

 private:
  QTemporaryDir folder_;
};

// The whole of a file; empty when it cannot be read.
QByteArray readFile(const QString& path);

// The root of the sources, the build folder, and the folder of the programs. ctest gives them by
// environment; a test started by hand finds them from where it lies.
QString sourceFolder();
QString buildFolder();
QString programFolder();

// Files of others that the repository does not hold, from WORLDWRIGHT_SHARED; empty when that is not
// set or lacks `inside`.
QString sharedPath(const QString& inside);

}  // namespace ww::test

// Skips the test function when `inside` is not among the files of others.
#define WW_REQUIRE_SHARED(inside)                                                                              \
  do {                                                                                                         \
    if (::ww::test::sharedPath(inside).isEmpty())                                                              \
      QSKIP(qPrintable(QStringLiteral("WORLDWRIGHT_SHARED is not set, or has no ") + QStringLiteral(inside))); \
  } while (false)
