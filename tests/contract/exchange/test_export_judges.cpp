// SPDX-License-Identifier: Apache-2.0
// Programs of others judge what was exported. Where one is not installed, its tests are skipped.
#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "resources/samples/samples.h"
#include "tests/contract/exchange/same_object.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

struct Run {
  int exit = -1;
  QByteArray said;
};

Run run(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(program, arguments);
  if (!process.waitForFinished(60000)) return {-1, "it did not end within a minute"};
  return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAll()};
}

// Of the library, all that have a name.
void everySample() {
  QTest::addColumn<QString>("name");
  for (const samples::SampleInfo& sample : samples::libraryList())
    QTest::newRow(sample.name.c_str()) << QString::fromStdString(sample.name);
}

}  // namespace

#define WW_REQUIRE_PROGRAM(program, package)                                     \
  const QString judge = QStandardPaths::findExecutable(QStringLiteral(program)); \
  if (judge.isEmpty()) QSKIP(program " is not installed (package " package ")")

class TestExportJudges : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("WORLDWRIGHT_WORKER", (programFolder() + "/worldwright-worker").toUtf8()); }
  void urdfdomTakesUrdf_data() { everySample(); }
  void urdfdomTakesUrdf();
  void sdformatTakesSdf_data() { everySample(); }
  void sdformatTakesSdf();
  void assimpTakesMeshes_data();
  void assimpTakesMeshes();

 private:
  Result<std::filesystem::path> written(const QString& name, const std::string& format) {
    geometry::GeometryStore store;
    WW_ASSIGN(const SceneObject object, samples::libraryObject(name.toStdString(), store));
    const QString path = folder_.filePath(QString::number(++made_));
    QDir().mkpath(path);
    return exported(sceneOf(object), format, path.toStdString(), store);
  }
  QTemporaryDir folder_;
  int made_ = 0;
};

void TestExportJudges::urdfdomTakesUrdf() {
  WW_REQUIRE_PROGRAM("check_urdf", "liburdfdom-tools");
  QFETCH(QString, name);
  const auto file = written(name, "urdf");
  QVERIFY2(file.ok(), file.status().line().c_str());
  const Run said = run(judge, {QString::fromStdString(file->string())});
  QVERIFY2(said.exit == 0 && said.said.contains("Successfully Parsed XML"), said.said.constData());
  QVERIFY2(!said.said.contains("rror"), said.said.constData());
}

void TestExportJudges::sdformatTakesSdf() {
  WW_REQUIRE_PROGRAM("ign", "ignition-tools");
  QFETCH(QString, name);
  const auto file = written(name, "sdf");
  QVERIFY2(file.ok(), file.status().line().c_str());
  const Run said = run(judge, {"sdf", "--check", QString::fromStdString(file->string())});
  QVERIFY2(said.exit == 0 && said.said.contains("Valid"), said.said.constData());
}

void TestExportJudges::assimpTakesMeshes_data() {
  QTest::addColumn<QString>("format");
  for (const char* format : {"glb", "obj", "stl"}) QTest::newRow(format) << QString(format);
}

void TestExportJudges::assimpTakesMeshes() {
  WW_REQUIRE_PROGRAM("assimp", "assimp-utils");
  QFETCH(QString, format);
  const auto file = written(QStringLiteral("gripper"), format.toStdString());
  QVERIFY2(file.ok(), file.status().line().c_str());
  const Run said = run(judge, {"info", QString::fromStdString(file->string())});
  QVERIFY2(said.exit == 0 && said.said.contains("Meshes:"), said.said.constData());
}

QTEST_GUILESS_MAIN(TestExportJudges)
#include "test_export_judges.moc"
