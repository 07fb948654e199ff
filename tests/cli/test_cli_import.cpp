// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <QDir>

#include "tests/cli/cases.h"

using namespace ww::test;

// Importing files of others by the command.
class TestCliImport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void keys();
  void intoNewAndExisting();
  void placed();
  void unitsAndScale();
  void aChordBeyondAllMeshesIsTold();
  void typeDecides();
  void severalWithOneBad();
  void strict();
  void configured();
  void badSources_data();
  void badSources();
  void badTargets();
  void oddNames();
  void sourcesStay();
  void signalsEndIt_data();
  void signalsEndIt();
  void timeLimit();
  void noWorker();
  void standardInput();
  void folders();
  void collisionOfEachKind_data();
  void collisionOfEachKind();
  void collisionInWords();

 private:
  QString fresh(const QString& name) {
    QFile::remove(folder_.path(name));
    return folder_.path(name);
  }
  QJsonObject importOf(const QStringList& arguments, int exit = 0) {
    return jsonOf(QStringList{"import"} + arguments, exit);
  }

  ScratchFolder folder_;
  QString stl_, urdf_, hanging_;
};

// A tetrahedron with edges of 100 along the axes.
static QByteArray tetrahedron(const QByteArray& name = "corner") {
  const QByteArrayList v = {"0 0 0", "100 0 0", "0 100 0", "0 0 100"};
  QByteArray text = "solid " + name + "\n";
  for (const auto& [a, b, c] : {std::tuple{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) {
    text += "facet normal 0 0 0\nouter loop\nvertex " + v[a] + "\nvertex " + v[b] + "\nvertex " + v[c] +
            "\nendloop\nendfacet\n";
  }
  return text + "endsolid\n";
}

void TestCliImport::initTestCase() {
  stl_ = folder_.write("corner.stl", tetrahedron());
  urdf_ = folder_.write(
      "hinge.urdf",
      R"(<robot name="hinge"><link name="base"><visual><geometry><box size="0.2 0.2 0.1"/></geometry></visual></link>
    <link name="arm"><visual><geometry><box size="0.4 0.05 0.05"/></geometry></visual></link>
    <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)");
  hanging_ = folder_.write("hangs.sh", "#!/bin/sh\nexec sleep 60\n");
  QFile(hanging_).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestCliImport::keys() {
  const QJsonObject all = importOf({stl_, "--into", fresh("keys.wright"), "--unit", "mm"});
  QCOMPARE(all["sources"].toArray().size(), 1);
  QVERIFY(!all.contains("error"));
  const QJsonObject one = at(all, "sources/0").toObject();
  WW_VERIFY_FAULTLESS(keysFault(
      one, {"source:s", "status:s", "objects:a", "counts:o", "bounds_m:o", "unit:s", "seconds:n", "warnings:a"}));
  WW_VERIFY_FAULTLESS(
      keysFault(one["counts"].toObject(), {"models:n", "links:n", "joints:n", "frames:n", "sensors:n", "solids:n",
                                           "parts:n", "triangles:n", "collision_triangles:n"}));
  WW_VERIFY_FAULTLESS(keysFault(one["bounds_m"].toObject(), {"min:v", "max:v"}));
  WW_VERIFY_FAULTLESS(keysFault(at(one, "objects/0").toObject(), {"id:s", "name:s"}));
  QCOMPARE(one["status"].toString(), QString("ok"));
  QCOMPARE(at(one, "counts/triangles").toInt(), 4);
  QCOMPARE(at(one, "objects/0/name").toString(), QString("corner"));
  const QJsonObject robot = at(importOf({urdf_, "--into", folder_.path("keys.wright")}), "sources/0").toObject();
  QCOMPARE(at(robot, "counts/links").toInt(), 2);
  QCOMPARE(at(robot, "counts/joints").toInt(), 1);
}

void TestCliImport::collisionOfEachKind_data() {
  QTest::addColumn<QString>("kind");
  QTest::addColumn<QString>("known");
  QTest::addColumn<double>("blocked_mm");
  QTest::addColumn<int>("triangles");
  // The corner of the box that is opposite to the corner of the tetrahedron is 200/sqrt(3) mm from its slope.
  for (const auto& [kind, known, blocked, triangles] : {std::tuple{"same", "same", 0.0, 4},
                                                        {"hull", "hull", 0.0, 4},
                                                        {"pieces", "pieces", 0.0, 4},
                                                        {"decompose", "pieces", 0.0, 4},
                                                        {"coarse", "coarse", 0.0, 4},
                                                        {"box", "box", -1.0, 0},
                                                        {"boxes", "box", -1.0, 0},
                                                        {"sphere", "sphere", -1.0, 0},
                                                        {"cylinder", "cylinder", -1.0, 0},
                                                        {"capsule", "capsule", -1.0, 0},
                                                        {"none", "none", 0.0, 0}})
    QTest::newRow(kind) << kind << known << blocked << triangles;
}
void TestCliImport::collisionOfEachKind() {
  QFETCH(QString, kind);
  QFETCH(QString, known);
  QFETCH(double, blocked_mm);
  QFETCH(int, triangles);
  const QString into = fresh("kind.wright");
  const QJsonObject one =
      at(importOf({stl_, "--into", into, "--unit", "mm", "--collision", kind}), "sources/0").toObject();
  QCOMPARE(at(one, "collision/as").toString(), known);
  QCOMPARE(at(one, "collision/collision_triangles").toInt(), triangles);
  const double blocked = at(one, "collision/blocked_m").toDouble() * 1000.0;
  QVERIFY2(blocked_mm < 0.0 ? blocked > 5.0 && blocked < 120.0 : std::abs(blocked) < 0.05,
           qPrintable(QString::number(blocked)));
  QCOMPARE(at(one, "collision/missing_m").isNull(), kind == "none");
  QVERIFY(at(one, "collision/missing_m").toDouble() < 1e-4);
  // It is in the file, and only what is checked is another.
  const QJsonObject info = jsonOf({"info", into});
  if (triangles > 0 || kind == "none") QCOMPARE(info["collision_triangles"].toInt(), triangles);
  else QVERIFY(info["collision_triangles"].toInt() > 4);
  QCOMPARE(at(one, "counts/triangles").toInt(), 4);
  WW_COMPARE_EXIT(runCli({"verify", into}), 0);
}

void TestCliImport::collisionInWords() {
  const CliRun run = runCli({"import", stl_, "--into", fresh("words.wright"), "--unit", "mm", "--collision", "hull"});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(run.out.contains("collision: hull, 1 part, 4 triangles of 4 seen; at most 0 mm missing, 0 mm blocked"),
           run.out);
  const CliRun box = runCli({"import", stl_, "--into", fresh("box.wright"), "--unit", "mm", "--collision", "box"});
  QVERIFY2(box.out.contains("collision: box, 1 primitive for 4 triangles seen; at most 0 mm missing"), box.out);
  const QJsonObject links =
      at(importOf({urdf_, "--into", fresh("words.wright"), "--collision", "box"}), "sources/0/collision").toObject();
  QCOMPARE(links["links"].toArray().size(), 2);
  QCOMPARE(at(links, "links/1/link").toString(), QString("arm"));
  QVERIFY(links["blocked_m"].toDouble() < 1e-6);
}

void TestCliImport::intoNewAndExisting() {
  const QString into = fresh("grow.wright");
  importOf({stl_, "--into", into, "--unit", "mm"});
  importOf({stl_, "--into", into, "--unit", "mm"});
  importOf({stl_, urdf_, "--into", into, "--unit", "mm"});
  QCOMPARE(jsonOf({"info", into})["objects"].toInt(), 4);
  QCOMPARE(at(jsonOf({"info", into}), "entities/joints").toInt(), 1);
  WW_COMPARE_EXIT(runCli({"verify", into}), 0);
}

void TestCliImport::placed() {
  const QString into = makeSample(folder_, "placed.wright");
  importOf({stl_, "--into", into, "--unit", "mm", "--name", "widget", "--parent", "robot/link_6", "--pose",
            "-0.1,0.2,0.3,0.7071067811865476,0,0,0.7071067811865476"});
  const QJsonObject pose = jsonOf({"transform", into, "robot:link_6", "widget"})["a_t_b"].toObject();
  for (const auto& [i, want] : {std::pair{0, -0.1}, {1, 0.2}, {2, 0.3}})
    QVERIFY(std::abs(at(pose, QString("position/%1").arg(i)).toDouble() - want) < 1e-12);
  for (const auto& [i, want] : {std::pair{0, 0.7071067811865476}, {3, 0.7071067811865476}}) {
    QVERIFY(std::abs(at(pose, QString("orientation/%1").arg(i)).toDouble() - want) < 1e-12);
  }
  QCOMPARE(at(jsonOf({"get", into, "widget"}), "parent/name").toString(), QString("robot"));
  importOf({stl_, "--into", into, "--unit", "mm", "--parent", "table"});
  importOf({stl_, "--into", into, "--unit", "mm", "--parent", "robot:link_2"});
  const CliRun run = runCli({"import", stl_, "--into", into, "--parent", "nope", "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "NOT_FOUND"));
}

void TestCliImport::unitsAndScale() {
  const auto size = [&](const QStringList& options) {
    const QJsonObject one =
        at(importOf(QStringList{stl_, "--into", fresh("scale.wright")} + options), "sources/0").toObject();
    return at(one, "bounds_m/max/0").toDouble() - at(one, "bounds_m/min/0").toDouble();
  };
  const auto near = [](double got, double want) { return std::abs(got - want) < 1e-6 * want; };
  QVERIFY(near(size({"--unit", "mm"}), 0.1));
  QVERIFY(near(size({"--unit", "cm"}), 1.0));
  QVERIFY(near(size({"--unit", "in"}), 2.54));
  QVERIFY(near(size({"--unit", "ft"}), 30.48));
  QVERIFY(near(size({"--unit", "m"}), 100.0));
  QVERIFY(near(size({"--scale", "0.001"}), 0.1));
  QVERIFY(near(size({"--unit", "mm", "--uniform-scale", "2.5"}), 0.25));
}

void TestCliImport::aChordBeyondAllMeshesIsTold() {
  const QString step = qEnvironmentVariable("WW_SOURCE_DIR") + QStringLiteral("/resources/models/bracket.step");
  const auto said = [&](const char* chord) {
    return runCli({"import", step, "--into", fresh("chord.wright"), "--chord", QLatin1String(chord)}).err;
  };
  QVERIFY(said("5").contains("with --chord 5 mm, triangles may lie that far from the surface"));
  QVERIFY(!said("0.4").contains("chord"));
}

// What --type says is read, whatever the file is called: the remedy of the program itself among others.
void TestCliImport::typeDecides() {
  const auto corner = [&](const QString& file, const QString& type) {
    const QJsonObject one =
        at(importOf({file, "--into", fresh("type.wright"), "--unit", "m", "--type", type}), "sources/0").toObject();
    return at(one, "bounds_m/max").toVariant().toList();
  };
  const QVariantList wanted = {0.25, 0.5, 0.0};
  const QString ply = folder_.write(
      "really.stl",
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n0.25 0 0\n0 0.5 0\n3 0 1 2\n");
  const CliRun refused = runCli({"import", ply, "--into", fresh("type.wright")});
  QVERIFY2(refused.exit == 1 && refused.err.contains("or add --type ply"), refused.err.constData());
  QCOMPARE(corner(ply, "ply"), wanted);
  QCOMPARE(corner(folder_.write("really.ply", "v 0 0 0\nv 0.25 0 0\nv 0 0.5 0\nf 1 2 3\n"), "obj"), wanted);
  QByteArray stl(80, '\0');
  stl += QByteArray("\1\0\0\0", 4);
  for (const float v : {0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 0.25F, 0.0F, 0.0F, 0.0F, 0.5F, 0.0F})
    stl += QByteArray(reinterpret_cast<const char*>(&v), sizeof v);
  stl += QByteArray(2, '\0');
  for (const char* name : {"part.step", "part.obj", "part.glb"}) {
    const QString file = folder_.write(QLatin1String(name), stl);
    const CliRun other = runCli({"import", file, "--into", fresh("type.wright")});
    QVERIFY2(other.exit == 1 && other.err.contains("or add --type stl"), other.err.constData());
    QCOMPARE(corner(file, "stl"), wanted);
  }
  const QString obj = folder_.write("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  WW_COMPARE_EXIT(runCli({"import", obj, "--into", fresh("type.wright"), "--type", "stl"}), 1);
}

void TestCliImport::severalWithOneBad() {
  const QString into = fresh("several.wright");
  const QString bad = folder_.write("bad.stl", "solid\nfacet\n");
  const CliRun run = runCli({"import", stl_, bad, urdf_, "--into", into, "--unit", "mm", "--quiet", "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run));
  const QJsonArray sources = run.json()["sources"].toArray();
  QCOMPARE(sources.size(), 3);
  QCOMPARE(at(sources, "0/status").toString(), QString("ok"));
  QCOMPARE(at(sources, "1/status").toString(), QString("failed"));
  WW_VERIFY_FAULTLESS(
      keysFault(at(sources, "1/error").toObject(), {"code:s", "title:s", "message:s", "hint:s", "subject:s"}));
  WW_VERIFY_FAULTLESS(
      keysFault(run.json()["error"].toObject(), {"code:s", "title:s", "message:s", "hint:s", "subject:s"}));
  QVERIFY(at(sources, "2/status") != QString("failed"));
  QCOMPARE(jsonOf({"info", into})["objects"].toInt(), 2);
  const CliRun none = runCli({"import", bad, bad, "--into", fresh("none.wright")});
  WW_COMPARE_EXIT(none, 1);
  QVERIFY(!QFileInfo::exists(folder_.path("none.wright")));
}

// Poses, frames and more are changed on the way in, or nothing comes in.
void TestCliImport::configured() {
  const QString config = folder_.write("config.textproto",
                                       "new_frames { new_frame_name: \"grip\" parent_t_new_frame { position { z: 0.1 } "
                                       "orientation { w: 1 } } } simulation_properties { is_static: true }");
  const QString file = fresh("configured.wright");
  const QJsonArray made = importOf({stl_, "--into", file, "--config", config})["sources"].toArray();
  const QString name = at(made[0], "objects/0/name").toString();
  QCOMPARE(jsonOf({"get", file, name + "/grip"})["name"].toString(), QStringLiteral("grip"));
  QVERIFY(
      at(jsonOf({"get", file, name, "--view", "full"}), "object_component/simulation_component/is_static").toBool());
  const QString wrong = folder_.write("wrong.textproto", "new_frames { new_frame_name: \"1x\" }");
  const QString none = fresh("none.wright");
  const CliRun refused = runCli({"import", stl_, "--into", none, "--config", wrong});
  WW_COMPARE_EXIT(refused, 1);
  QVERIFY2(refused.err.contains("new_frames"), refused.err);
  QVERIFY(!QFile::exists(none));
  WW_COMPARE_EXIT(runCli({"import", stl_, "--into", none, "--config", folder_.path("gone.textproto")}), 3);
}

void TestCliImport::strict() {
  // A mesh that is not there: read in part.
  const QString partly = folder_.write(
      "partly.urdf",
      R"(<robot name="partly"><link name="base"><visual><geometry><mesh filename="missing.stl"/></geometry></visual>
    <collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>)");
  const CliRun loose = runCli({"import", partly, "--into", fresh("partly.wright"), "--json"});
  WW_COMPARE_EXIT(loose, 0);
  QCOMPARE(at(loose.json(), "sources/0/status").toString(), QString("partial"));
  const QJsonArray warnings = at(loose.json(), "sources/0/warnings").toArray();
  QVERIFY(!warnings.isEmpty());
  WW_VERIFY_FAULTLESS(
      keysFault(warnings[0].toObject(), {"code:s", "message:s", "hint:s", "file:s", "line:n", "path:s"}));
  QVERIFY(loose.err.startsWith("warning: "));
  QVERIFY(runCli({"import", partly, "--into", fresh("quiet.wright"), "--quiet"}).err.isEmpty());
  const CliRun strict = runCli({"import", partly, "--into", fresh("strict.wright"), "--strict", "--json"});
  WW_COMPARE_EXIT(strict, 3);
  WW_VERIFY_FAULTLESS(errorLineFault(strict));
  QVERIFY(!QFileInfo::exists(folder_.path("strict.wright")));
}

void TestCliImport::badSources_data() {
  QTest::addColumn<QString>("file");
  QByteArray lie(84, ' ');
  lie[80] = lie[81] = lie[82] = lie[83] = '\xff';
  QTest::newRow("missing") << folder_.path("missing.stl");
  QTest::newRow("empty") << folder_.write("empty.stl", "");
  QTest::newRow("folder") << folder_.path(".");
  QTest::newRow("unknown") << folder_.write("what.xyz", "what is this");
  QTest::newRow("count of a lie") << folder_.write("lie.stl", lie);
  QTest::newRow("garbage step") << folder_.write("garbage.step", QByteArray("ISO-10303-21;\n").repeated(50));
  QTest::newRow("garbage glb") << folder_.write("garbage.glb", "glTF" + QByteArray(200, '\x7f'));
  QTest::newRow("garbage urdf") << folder_.write("garbage.urdf", "<robot name='x'><link");
  QTest::newRow("garbage obj") << folder_.write("garbage.obj", "f 1 2 3\nf 9999999999 -7 0\n");
  const QString sparse = folder_.write("sparse.stl", "");
  QVERIFY(QFile::resize(sparse, 1ll << 30));
  QTest::newRow("sparse") << sparse;
  QTest::newRow("world file") << makeSample(folder_, "source.wright");
}

void TestCliImport::badSources() {
  QFETCH(QString, file);
  const CliRun run = runCli({"import", file, "--into", fresh("hostile.wright"), "--json"}, withTimeout(20000));
  QVERIFY2(run.exit == 1 || run.exit == 3 || run.exit == 4, run.describe());
  WW_VERIFY_FAULTLESS(errorLineFault(run));
  const QJsonObject error = at(run.json(), "sources/0/error").toObject();
  QVERIFY(errorLineOf(run).startsWith("error: " + error["code"].toString().toUtf8() + ": "));
  QVERIFY(!QFileInfo::exists(folder_.path("hostile.wright")));
}

void TestCliImport::badTargets() {
  const CliRun damaged = runCli({"import", stl_, "--into", folder_.write("d.wright", "garbage")});
  WW_COMPARE_EXIT(damaged, 3);
  QCOMPARE(readFile(folder_.path("d.wright")), QByteArray("garbage"));
  const CliRun nowhere = runCli({"import", stl_, "--into", folder_.path("no/where.wright"), "--json"});
  WW_COMPARE_EXIT(nowhere, 1);
  const QByteArray before = hashOf(stl_);
  WW_COMPARE_EXIT(runCli({"import", stl_, "--into", stl_}), 3);
  QCOMPARE(hashOf(stl_), before);
}

void TestCliImport::oddNames() {
  for (const QString& name :
       {QString("a part.stl"), QString("Größe ☃.stl"), QString("7 up (1).STL"), QString("..stl"), QString("-rf.stl")}) {
    const QString file = folder_.write(name, tetrahedron());
    const CliRun run = runCli({"import", file, "--into", fresh("odd.wright"), "--unit", "mm", "--json"});
    WW_COMPARE_EXIT(run, 0);
    const QString made = at(run.json(), "sources/0/objects/0/name").toString();
    WW_COMPARE_EXIT(runCli({"get", folder_.path("odd.wright"), made}), 0);
  }
}

void TestCliImport::sourcesStay() {
  const QByteArray before = hashOf(stl_) + hashOf(urdf_);
  importOf({stl_, urdf_, "--into", fresh("stay.wright"), "--unit", "mm"});
  QCOMPARE(hashOf(stl_) + hashOf(urdf_), before);
}

void TestCliImport::signalsEndIt_data() {
  QTest::addColumn<int>("signal");
  QTest::newRow("SIGINT") << SIGINT;
  QTest::newRow("SIGTERM") << SIGTERM;
  QTest::newRow("SIGKILL") << SIGKILL;
}

// The worker hangs; the world file is as before, and nothing lies beside it.
void TestCliImport::signalsEndIt() {
  QFETCH(int, signal);
  ScratchFolder place;
  const QString into = makeSample(place, "into.wright");
  const QByteArray before = hashOf(into);
  Running run({"import", stl_, "--into", into, "--json"}, {"WORLDWRIGHT_WORKER=" + hanging_});
  QTest::qWait(400);
  QCOMPARE(run.process.state(), QProcess::Running);
  const qint64 taken = run.end(signal);
  QVERIFY2(taken >= 0 && taken < 1000, QByteArray::number(taken));
  if (signal != SIGKILL) {
    QCOMPARE(run.process.exitCode(), 130);
    WW_VERIFY_FAULTLESS(
        errorObjectFault({130, run.process.readAllStandardOutput(), run.process.readAllStandardError()}, "CANCELLED"));
  }
  QCOMPARE(hashOf(into), before);
  QCOMPARE(QDir(QFileInfo(into).path()).entryList(QDir::Files | QDir::Hidden), QStringList{"into.wright"});
}

void TestCliImport::timeLimit() {
  const CliRun run = runCli({"import", stl_, "--into", fresh("late.wright"), "--timeout", "0.5", "--json"},
                            withTimeout(10000, {"WORLDWRIGHT_WORKER=" + hanging_}));
  WW_COMPARE_EXIT(run, 4);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "DEADLINE_EXCEEDED"));
  QVERIFY(!QFileInfo::exists(folder_.path("late.wright")));
}

void TestCliImport::noWorker() {
  const CliRun run = runCli({"import", stl_, "--into", fresh("no.wright"), "--json"},
                            withTimeout(30000, {"WORLDWRIGHT_WORKER=/no/such/program"}));
  QVERIFY2(run.exit == 1 || run.exit == 3 || run.exit == 5, run.describe());
  WW_VERIFY_FAULTLESS(errorLineFault(run));
}

void TestCliImport::standardInput() {
  const QString into = fresh("input.wright");
  const QByteArray urdf = readFile(urdf_), stl = readFile(stl_);
  const QJsonObject typed = jsonOf({"import", "-", "--type", "urdf", "--into", into}, 0, withInput(urdf));
  QCOMPARE(at(typed, "sources/0/source").toString(), QString("-"));
  QCOMPARE(at(typed, "sources/0/counts/joints").toInt(), 1);
  // By its content, and named on wish; what has no name of its own is called input.
  const QJsonObject guessed = jsonOf({"import", "-", "--into", into, "--name", "second"}, 0, withInput(urdf));
  QCOMPARE(at(guessed, "sources/0/objects/0/name").toString(), QString("second"));
  const QJsonObject mesh = jsonOf({"import", "-", "--into", into, "--unit", "mm"}, 0, withInput(tetrahedron("")));
  QCOMPARE(at(mesh, "sources/0/objects/0/name").toString(), QString("input"));
  QCOMPARE(jsonOf({"info", into})["objects"].toInt(), 3);
  // Together with files.
  const QJsonObject both =
      jsonOf({"import", "-", stl_, "--into", fresh("both.wright"), "--unit", "mm"}, 0, withInput(stl));
  QCOMPARE(both["sources"].toArray().size(), 2);
  for (const QByteArray& bad : {QByteArray(), QByteArray("what is this?"), urdf.left(200)}) {
    const CliRun run = runCli({"import", "-", "--into", fresh("bad.wright")}, withInput(bad));
    QVERIFY2(run.exit == 1 || run.exit == 3, run.describe());
    WW_VERIFY_FAULTLESS(errorLineFault(run));
    QVERIFY2(!run.err.contains("/tmp/") && !run.err.contains("worldwright-"), run.err);
    QVERIFY(!QFileInfo::exists(folder_.path("bad.wright")));
  }
}

// The one robot in a folder is imported; of several, the names are told.
void TestCliImport::folders() {
  const ScratchFolder folder;
  const QString into = folder.path("w.wright");
  QVERIFY(QDir(folder.path(".")).mkpath("arm/urdf") && QDir(folder.path(".")).mkpath("arm/meshes") &&
          QDir(folder.path(".")).mkpath("bare"));
  QVERIFY(QFile::copy(urdf_, folder.path("arm/urdf/one.urdf")) &&
          QFile::copy(stl_, folder.path("arm/meshes/part.stl")));
  const QJsonObject one = at(importOf({folder.path("arm"), "--into", into}), "sources/0").toObject();
  QCOMPARE(one["source"].toString(), folder.path("arm/urdf/one.urdf"));
  QCOMPARE(one["objects"].toArray().size(), 1);
  QVERIFY(QFile::copy(urdf_, folder.path("arm/urdf/two.urdf")));
  const CliRun several = runCli({"import", folder.path("arm"), "--into", into});
  QCOMPARE(several.exit, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(several, "INVALID_ARGUMENT"));
  QVERIFY2(several.err.contains("one.urdf") && several.err.contains("two.urdf") && !several.err.contains("part.stl"),
           several.err);
  const QJsonArray names = at(importOf({folder.path("arm"), "--into", into}, 1), "sources/0/candidates").toArray();
  QCOMPARE(names, (QJsonArray{folder.path("arm/urdf/one.urdf"), folder.path("arm/urdf/two.urdf")}));
  const CliRun none = runCli({"import", folder.path("bare"), "--into", into});
  WW_VERIFY_FAULTLESS(errorLineFault(none, "NOT_FOUND"));
}

QTEST_GUILESS_MAIN(TestCliImport)
#include "test_cli_import.moc"
