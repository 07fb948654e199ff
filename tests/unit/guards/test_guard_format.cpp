// SPDX-License-Identifier: Apache-2.0
#include <QProcess>
#include <QtTest>

#include "tests/support/folders.h"
#include "tests/unit/guards/source_tree.h"

using namespace ww::guards;

namespace {

// What clang-format would change; version 14 is Debian 12's, and others break lines in other places.
QByteArray changes(const QString& root, const QStringList& files) {
  QProcess format;
  format.setWorkingDirectory(root);
  format.setProcessChannelMode(QProcess::MergedChannels);
  format.start(
      QStringLiteral("clang-format-14"),
      QStringList{QStringLiteral("--dry-run"), QStringLiteral("--Werror"), QStringLiteral("--style=file")} + files);
  if (!format.waitForStarted()) return "clang-format-14 is not installed";
  if (!format.waitForFinished(100000)) return "clang-format-14 does not end";
  return format.exitCode() == 0 ? QByteArray() : format.readAll();
}

}  // namespace

class TestGuardFormat : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // `clang-format-14 -i FILE` puts it right.
  void theTreeIsFormatted() {
    const QString root = ww::test::sourceFolder();
    QStringList files;
    for (const auto& [file, lines] : readTree(root.toStdString(), {"core", "ui", "app", "resources", "tests"}))
      if (isCpp(file)) files << QString::fromStdString(file);
    QVERIFY(files.size() > 500);
    for (qsizetype at = 0; at < files.size(); at += 100) {
      const QByteArray said = changes(root, files.mid(at, 100));
      QVERIFY2(said.isEmpty(), said.left(2000).constData());
    }
  }
  void otherLayoutIsFound() {
    const ww::test::ScratchFolder folder;
    folder.write(QStringLiteral(".clang-format"),
                 ww::test::readFile(ww::test::sourceFolder() + QStringLiteral("/.clang-format")));
    folder.write(QStringLiteral("good.cpp"), "int f(int x) { return x; }\n");
    folder.write(QStringLiteral("bad.cpp"), "int  f( int x ){return x;}\n");
    QVERIFY(changes(folder.path(QString()), {QStringLiteral("good.cpp")}).isEmpty());
    QVERIFY(!changes(folder.path(QString()), {QStringLiteral("bad.cpp")}).isEmpty());
  }
};

QTEST_GUILESS_MAIN(TestGuardFormat)
#include "test_guard_format.moc"
