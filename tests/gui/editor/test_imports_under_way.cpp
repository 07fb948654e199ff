// SPDX-License-Identifier: Apache-2.0
// What a program that was ended was importing: told with the world that it was for, and for its user's eyes alone.
#include "app/editor/imports_under_way.h"
#include "tests/gui/editor/window_test.h"

using namespace ww;
using namespace ww::editor;

class TestImportsUnderWay : public WindowTest {
  Q_OBJECT

 private Q_SLOTS:
  void whatItWasForIsTold() {
    const QDir folder(folder_.filePath(QStringLiteral("journals.imports")));
    {
      ImportsUnderWay ended(nullptr);
      ended.keepIn(folder.path());
      ended.set({QStringLiteral("arm.step")}, QStringLiteral("cell.wright"));
    }
    for (const QFileInfo& one : folder.entryInfoList(QDir::Files | QDir::Hidden))
      QVERIFY2(!(one.permissions() & (QFile::ReadGroup | QFile::ReadOther)), qPrintable(one.fileName()));
    ImportsUnderWay next(nullptr);
    QSignalSpy left(&next, &ImportsUnderWay::left);
    next.keepIn(folder.path());
    QTRY_COMPARE_WITH_TIMEOUT(left.count(), 1, 20000);
    QCOMPARE(left.front().at(0).toStringList(), QStringList(QStringLiteral("arm.step")));
    QCOMPARE(left.front().at(1).toStringList(), QStringList(QStringLiteral("cell.wright")));
    // And again by the one after that.
    for (const QFileInfo& one : folder.entryInfoList({QStringLiteral("*.json")}, QDir::Files)) QVERIFY(one.size() > 0);
    QCOMPARE(folder.entryList({QStringLiteral("*.json")}, QDir::Files).size(), 1);
  }
};

int main(int argc, char** argv) { return runWindowTest<TestImportsUnderWay>(argc, argv); }
#include "test_imports_under_way.moc"
