// SPDX-License-Identifier: Apache-2.0
// Worlds and objects out to the files of others, and in again.
#include <signal.h>

#include <QDir>
#include <QFileInfo>

#include "tests/cli/cases.h"

using namespace ww::test;

class TestCliExport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }
  void everyFormat_data();
  void everyFormat();
  void anObjectComesBack();
  void aZipComesBack();
  void theWholeCellComesBack();
  void theTextMakesTheCellAgain();
  void theUnitOfTriangles();
  void oneFileGoesToStandardOutput();
  void lossesAreTold();
  void filesAppearWhole();
  void aCancelLeavesNothing();

 private:
  ScratchFolder folder_;
  QString world_;
};

void TestCliExport::everyFormat_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("ending");
  QTest::addColumn<QByteArray>("begins");
  QTest::newRow("sdf") << "sdf"
                       << "sdf" << QByteArray("<?xml");
  QTest::newRow("urdf") << "urdf"
                        << "urdf" << QByteArray("<?xml");
  QTest::newRow("usd") << "usd"
                       << "usda" << QByteArray("#usda 1.0");
  QTest::newRow("step") << "step"
                        << "stp" << QByteArray("ISO-10303-21");
  QTest::newRow("glb") << "glb"
                       << "glb" << QByteArray("glTF");
  QTest::newRow("obj") << "obj"
                       << "obj" << QByteArray("mtllib");
  QTest::newRow("stl") << "stl"
                       << "stl" << QByteArray("binary STL");
  QTest::newRow("scene-object") << "scene-object"
                                << "textproto" << QByteArray("# proto-message");
}

void TestCliExport::everyFormat() {
  QFETCH(QString, format);
  QFETCH(QString, ending);
  QFETCH(QByteArray, begins);
  const QString out = folder_.path("every_" + format + "." + ending);
  // Facets take long in STEP: of something plain.
  const QString object = format == QLatin1String("step") ? "table" : "robot";
  const QJsonObject done = jsonOf({"export", world_, "--format", format, "--object", object, "--out", out});
  WW_VERIFY_FAULTLESS(keysFault(done, {"out:s", "bytes:n", "files:n"}));
  const QByteArray bytes = readFile(out);
  QVERIFY2(bytes.startsWith(begins), bytes.left(40).constData());
  QVERIFY(done["bytes"].toDouble() >= static_cast<double>(bytes.size()));
}

void TestCliExport::anObjectComesBack() {
  const QJsonObject whole = jsonOf({"get", world_, "robot", "--view", "full"});
  for (const char* format : {"sdf", "urdf"}) {
    const QString out = folder_.path(QStringLiteral("robot.%1").arg(format));
    const QString back = folder_.path(QStringLiteral("back_%1.wright").arg(format));
    const CliRun run = runCli({"export", world_, "--format", format, "--object", "robot", "--out", out});
    WW_COMPARE_EXIT(run, 0);
    const bool told = run.err.contains("positions of");
    WW_COMPARE_EXIT(runCli({"import", out, "--into", back, "--name", "robot"}), 0);
    const QJsonObject again = jsonOf({"get", back, "robot", "--view", "full"});
    QCOMPARE(at(again, "kinematic_object_component/joint_entity_ids").toArray().size(),
             at(whole, "kinematic_object_component/joint_entity_ids").toArray().size());
    // The tool stands where it stood; URDF has it as a link.
    const QString tool = QLatin1String(format) == QLatin1String("sdf") ? "robot/flange" : "robot:flange";
    const QJsonArray a = at(jsonOf({"transform", world_, "robot", "robot/flange"}), "a_t_b/position").toArray();
    const QJsonArray b = at(jsonOf({"transform", back, "robot", tool}), "a_t_b/position").toArray();
    QCOMPARE(b.size(), 3);
    // Positions of joints are not in such files: only where all stand at 0 it can be compared.
    if (told) continue;
    for (int i = 0; i < 3; ++i) QVERIFY(std::abs(a[i].toDouble() - b[i].toDouble()) < 1e-9);
  }
}

void TestCliExport::aZipComesBack() {
  const QString out = folder_.path("robot.zip"), back = folder_.path("zip.wright");
  const QJsonObject done = jsonOf({"export", world_, "--format", "urdf", "--object", "robot", "--out", out});
  QVERIFY(done["files"].toInt() > 1);
  QCOMPARE(done["bytes"].toInt(), static_cast<int>(QFileInfo(out).size()));
  WW_COMPARE_EXIT(runCli({"import", out, "--into", back}), 0);
  QVERIFY(jsonOf({"info", back})["triangles"].toInt() > 100);
}

void TestCliExport::theWholeCellComesBack() {
  const QString out = folder_.path("whole.sdf"), back = folder_.path("whole.wright");
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "sdf", "--out", out}), 0);
  WW_COMPARE_EXIT(runCli({"import", out, "--into", back}), 0);
  const QJsonObject a = jsonOf({"info", world_}), b = jsonOf({"info", back});
  QCOMPARE(b["objects"].toInt(), a["objects"].toInt());
  // What has no joints stands where it stood.
  for (const char* object : {"table", "fixture", "crate"}) {
    const QJsonArray p = at(jsonOf({"transform", world_, "root", object}), "a_t_b/position").toArray();
    const QJsonArray q = at(jsonOf({"transform", back, "root", object}), "a_t_b/position").toArray();
    QCOMPARE(q.size(), 3);
    for (int i = 0; i < 3; ++i) QVERIFY(std::abs(p[i].toDouble() - q[i].toDouble()) < 1e-9);
  }
}

// As edits, which make all objects where they stand, their joints as they are.
void TestCliExport::theTextMakesTheCellAgain() {
  const QString out = folder_.path("cell.textproto"), empty = folder_.path("empty.wright"),
                back = folder_.path("again.wright");
  WW_COMPARE_EXIT(runCli({"new", empty}), 0);
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "scene-object", "--out", out}), 0);
  QVERIFY(readFile(out).startsWith("# proto-message: worldwright.v1.Edits"));
  WW_COMPARE_EXIT(runCli({"apply", empty, out, "--out", back}), 0);
  QCOMPARE(jsonOf({"info", back})["objects"].toInt(), jsonOf({"info", world_})["objects"].toInt());
  const QJsonArray p = at(jsonOf({"transform", world_, "root", "robot/flange"}), "a_t_b/position").toArray();
  const QJsonArray q = at(jsonOf({"transform", back, "root", "robot/flange"}), "a_t_b/position").toArray();
  QCOMPARE(q.size(), 3);
  for (int i = 0; i < 3; ++i) QVERIFY(std::abs(p[i].toDouble() - q[i].toDouble()) < 1e-9);
}

void TestCliExport::theUnitOfTriangles() {
  const QString m = folder_.path("m.stl"), mm = folder_.path("mm.stl");
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "stl", "--out", m}), 0);
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "stl", "--unit", "mm", "--out", mm}), 0);
  const QString a = folder_.path("m.wright"), b = folder_.path("mm.wright");
  WW_COMPARE_EXIT(runCli({"import", m, "--into", a, "--unit", "m"}), 0);
  WW_COMPARE_EXIT(runCli({"import", mm, "--into", b, "--unit", "mm"}), 0);
  for (int i = 0; i < 3; ++i)
    QVERIFY(std::abs(at(jsonOf({"info", a}), "bounds_m/max").toArray()[i].toDouble() -
                     at(jsonOf({"info", b}), "bounds_m/max").toArray()[i].toDouble()) < 1e-5);
}

void TestCliExport::oneFileGoesToStandardOutput() {
  const CliRun run = runCli({"export", world_, "--format", "stl", "--object", "crate", "--out", "-", "--quiet"});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY(run.out.startsWith("binary STL"));
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "stl", "--object", "crate", "--out", "/dev/null"}), 0);
}

void TestCliExport::lossesAreTold() {
  const QString out = folder_.path("lossy.glb");
  const CliRun run = runCli({"export", world_, "--format", "glb", "--object", "robot", "--out", out});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(run.err.contains("joints are left out"), run.err.constData());
  QVERIFY(run.err.contains("collision shapes"));
  const QJsonObject json = jsonOf({"export", world_, "--format", "glb", "--object", "robot", "--out", out});
  QVERIFY(json["note_codes"].toArray().contains("exchange.joints-lost"));
}

void TestCliExport::filesAppearWhole() {
  const QString folder = folder_.path("whole");
  QVERIFY(QDir().mkpath(folder));
  const QString out = folder + "/robot.sdf";
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "sdf", "--object", "robot", "--out", out}), 0);
  const QByteArray first = hashOf(out);
  const QStringList files = QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden);
  QCOMPARE(files, (QStringList{"robot.sdf", "robot_meshes"}));
  // The same again gives the same, and no more files.
  const int meshes = static_cast<int>(QDir(folder + "/robot_meshes").count());
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "sdf", "--object", "robot", "--out", out}), 0);
  QCOMPARE(hashOf(out), first);
  QCOMPARE(static_cast<int>(QDir(folder + "/robot_meshes").count()), meshes);
  // Nothing is left of what cannot be written.
  WW_COMPARE_EXIT(runCli({"export", world_, "--format", "obj", "--out", folder + "/robot_meshes"}), 1);
  QCOMPARE(QDir(folder).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden), files);
}

// The program that writes STEP does not answer.
void TestCliExport::aCancelLeavesNothing() {
  const QString slow = folder_.write("slow.sh", "#!/bin/sh\nexec sleep 15\n");
  QFile::setPermissions(slow, QFile::ReadOwner | QFile::ExeOwner);
  const QString out = folder_.path("cancelled.step");
  Running running({"export", world_, "--format", "step", "--out", out}, {"WORLDWRIGHT_WORKER=" + slow});
  QTest::qWait(1500);
  const qint64 ms = running.end(SIGINT);
  QVERIFY2(ms >= 0 && ms < 2000, qPrintable(QString::number(ms)));
  QCOMPARE(running.process.exitCode(), 130);
  QCOMPARE(QDir(folder_.path(".")).entryList({"cancelled.step*"}).size(), 0);
}

QTEST_GUILESS_MAIN(TestCliExport)
#include "test_cli_export.moc"
