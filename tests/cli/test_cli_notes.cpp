// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// Notes tell what is odd: never a refusal, nothing where all is well, and quiet when told so.
class TestCliNotes : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void samplesHaveNone_data();
  void samplesHaveNone();
  void refuseNothing();
  void sizesRefuseNothing();
  void strictTellsEachWarning();
  void quietWhenToldSo_data();
  void quietWhenToldSo();
  void unknownCodes();
  void thresholds_data();
  void thresholds();
  void partsInMillimetres();
  void renamedImports();
  void deletedPartsTakeTheirRulesAlong();
  void basesThatStandInSomething();

 private:
  QString fresh() { return folder_.path(QStringLiteral("out%1.wright").arg(++count_)); }
  CliRun import(const QString& file, const QStringList& more = {}) {
    return runCli(QStringList{"import", folder_.path(file), "--into", fresh()} + more);
  }
  ScratchFolder folder_;
  QString world_;
  int count_ = 0;
};

static QByteArray arm(const QByteArray& name, const QByteArray& limit) {
  return "<robot name=\"" + name + "\"><link name=\"a\"/><link name=\"b\"/>" +
         "<joint name=\"elbow\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/>" +
         "<limit lower=\"-" + limit + "\" upper=\"" + limit + "\" effort=\"1\" velocity=\"1\"/></joint></robot>";
}

void TestCliNotes::initTestCase() {
  world_ = makeSample(folder_);
  folder_.write("odd.urdf", arm("arm", "180"));
  folder_.write("good.urdf", arm("robot", "3.1"));
  folder_.write("plate.stl",
                "solid p\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 100 0 0\nvertex 0 100 0\nendloop\n"
                "endfacet\nendsolid p\n");
  folder_.write("missing.urdf",
                "<robot name=\"m\"><link name=\"a\"><visual><geometry><mesh filename=\"one.stl\"/></geometry></visual>"
                "<collision><geometry><box size=\"1 1 1\"/></geometry></collision><collision><geometry>"
                "<mesh filename=\"two.stl\"/></geometry></collision></link></robot>");
}

void TestCliNotes::samplesHaveNone_data() {
  QTest::addColumn<QString>("sample");
  const QByteArray list = runCli({"new", folder_.path("unused.wright"), "--list-samples"}).out;
  for (const QByteArray& line : list.split('\n'))
    if (!line.trimmed().isEmpty()) QTest::newRow(line.split(' ').front()) << QString::fromUtf8(line.split(' ').front());
}

void TestCliNotes::samplesHaveNone() {
  QFETCH(QString, sample);
  const QString world = makeSample(folder_, sample + ".wright", sample);
  QCOMPARE(jsonOf({"check", world})["notes"].toArray().size(), 0);
  QCOMPARE(runCli({"check", world}).err, QByteArray());
}

void TestCliNotes::refuseNothing() {
  const CliRun run = import("odd.urdf", {"--strict", "--json"});
  QCOMPARE(run.exit, 0);
  QCOMPARE(at(run.json(), "sources/0/status").toString(), QString("ok"));
  QCOMPARE(at(run.json(), "sources/0/warnings/0/code").toString(), QString("joint-limits-degrees"));
  QVERIFY(at(run.json(), "sources/0/warnings/0/hint").toString().contains("-3.14159"));
  QVERIFY(import("odd.urdf").err.contains("[joint-limits-degrees]"));
  QCOMPARE(import("good.urdf").err, QByteArray());
}

// Sizes are doubted aloud, and neither refused nor called a part of what was read.
void TestCliNotes::sizesRefuseNothing() {
  const CliRun doubt = import("plate.stl", {"--strict", "--json"});
  QCOMPARE(doubt.exit, 0);
  QCOMPARE(at(doubt.json(), "sources/0/status").toString(), QString("ok"));
  QCOMPARE(at(doubt.json(), "sources/0/warnings/0/failure").toString(), QString("io.perhaps-millimetres"));
  QVERIFY(import("plate.stl").err.contains("--unit m says that this is its size [perhaps-millimetres]"));
  // What is printed as the remedy silences it.
  for (const char* unit : {"m", "mm"}) {
    const CliRun said = import("plate.stl", {"--unit", QLatin1String(unit)});
    QVERIFY2(said.exit == 0 && !said.err.contains("perhaps"), said.err.constData());
  }
  const CliRun quiet = import("plate.stl", {"--strict", "--no-note", "perhaps-millimetres"});
  QVERIFY2(quiet.exit == 0 && quiet.err.isEmpty(), quiet.describe());
}

void TestCliNotes::strictTellsEachWarning() {
  const CliRun run = import("missing.urdf", {"--strict"});
  QCOMPARE(run.exit, 3);
  QVERIFY2(run.err.contains("was read with 2 warnings [mesh-missing"), run.err.constData());
  QVERIFY2(run.err.contains("one.stl") && run.err.contains("two.stl"), run.err.constData());
  QVERIFY2(run.err.contains("; or leave --strict out"), run.err.constData());
  QVERIFY2(!run.err.contains("see to that"), run.err.constData());
}

void TestCliNotes::quietWhenToldSo_data() {
  QTest::addColumn<QStringList>("words");
  QTest::addColumn<bool>("told");
  QTest::newRow("that one") << QStringList{"--no-note", "joint-limits-degrees"} << false;
  QTest::newRow("its whole code") << QStringList{"--no-note", "io.joint-limits-degrees"} << false;
  QTest::newRow("among others") << QStringList{"--no-note", "mesh-open,joint-limits-degrees"} << false;
  QTest::newRow("all") << QStringList{"--no-note", "all"} << false;
  QTest::newRow("another") << QStringList{"--no-note", "mesh-open"} << true;
}

void TestCliNotes::quietWhenToldSo() {
  QFETCH(QStringList, words);
  QFETCH(bool, told);
  QCOMPARE(import("odd.urdf", words).err.contains("degrees"), told);
  const CliRun json = import("odd.urdf", words + QStringList{"--json"});
  QCOMPARE(at(json.json(), "sources/0/warnings").toArray().size(), told ? 1 : 0);
  // Before the verb, too.
  QCOMPARE(runCli(words + QStringList{"import", folder_.path("odd.urdf"), "--into", fresh()}).exit, 0);
}

void TestCliNotes::unknownCodes() {
  const CliRun run = import("odd.urdf", {"--no-note", "joint-limit-degrees"});
  QCOMPARE(run.exit, 2);
  QVERIFY2(run.err.contains("did you mean 'joint-limits-degrees'?"), run.err.constData());
}

static QByteArray body(const QByteArray& size, const QByteArray& mass, const QByteArray& inertia) {
  return "<robot name=\"r\"><link name=\"a\"><collision><geometry><box size=\"" + size + "\"/></geometry></collision>" +
         "<inertial><mass value=\"" + mass + "\"/><inertia ixx=\"" + inertia + "\" iyy=\"" + inertia + "\" izz=\"" +
         inertia + "\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link></robot>";
}

static QByteArray plane(const QByteArray& more) {
  return "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"><collision name=\"c\"><geometry><plane><size>500 500"
         "</size></plane></geometry></collision>" +
         more + "</link></model></sdf>";
}

void TestCliNotes::thresholds_data() {
  QTest::addColumn<QString>("file");
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QByteArray>("note");  // empty: none
  const auto row = [](const char* name, const char* file, const QByteArray& text, const QByteArray& note) {
    QTest::newRow(name) << QString(file) << text << note;
  };
  const QByteArray small = "0.1 0.1 0.1", large = "1 1 1";
  row("heavy", "heavy.urdf", body(small, "150", "0.3"), "");
  row("too heavy", "too_heavy.urdf", body(small, "250", "0.4"), "[mass-high]");
  row("light", "light.urdf", body(large, "0.2", "0.03"), "");
  row("too light", "too_light.urdf", body(large, "0.05", "0.01"), "[mass-low]");
  row("guessed inertia", "guessed.urdf", body(small, "1", "1"), "");
  row("inertia in other units", "units.urdf", body(small, "1", "10"), "[inertia-large]");
  row("little inertia", "little.urdf", body(small, "1", "1e-5"), "");
  row("hardly any inertia", "hardly.urdf", body(small, "1", "1e-7"), "[inertia-small]");
  row("mass alone", "alone.sdf",
      "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"><inertial><mass>0.1</mass></inertial>"
      "<collision name=\"c\"><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision></link></model></sdf>",
      "");
  row("ground with a mass", "endless.sdf",
      "<sdf version=\"1.9\"><model name=\"m\"><link name=\"l\"><inertial><mass>1</mass><inertia><ixx>0.1</ixx>"
      "<iyy>0.1</iyy><izz>0.1</izz></inertia></inertial><collision name=\"c\"><geometry><plane><size>100 100</size>"
      "</plane></geometry></collision></link></model></sdf>",
      "");
  row("ground", "ground.sdf", plane(""), "");
  row("large body on the ground", "hall.sdf",
      plane("<collision name=\"d\"><geometry><box><size>150 1 1</size></box></geometry></collision>"), "[very-large]");
}

// A figure that models of known makers have is none to be told; what is beyond that is told.
void TestCliNotes::thresholds() {
  QFETCH(QString, file);
  QFETCH(QByteArray, text);
  QFETCH(QByteArray, note);
  folder_.write(file, text);
  const CliRun run = import(file);
  QCOMPARE(run.exit, 0);
  QVERIFY2(note.isEmpty() ? run.err.isEmpty() : run.err.contains(note), run.describe().constData());
}

static QByteArray cornerOf(const QByteArray& edge) {
  return "v 0 0 0\nv " + edge + " 0 0\nv 0 " + edge + " 0\nv 0 0 " + edge + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
}

// A file that does not say its unit, beside a cell of some 1.8 m: told where it outgrows all else, and nowhere else.
void TestCliNotes::partsInMillimetres() {
  const auto told = [&](const QByteArray& edge, const QStringList& more) {
    folder_.write("part.obj", cornerOf(edge));
    const QString into = makeSample(folder_, QStringLiteral("cell%1.wright").arg(++count_));
    return runCli(QStringList{"import", folder_.path("part.obj"), "--into", into} + more).err;
  };
  const QByteArray ten = told("10", {});
  QVERIFY2(ten.contains("perhaps its unit is millimetres") && ten.contains("--unit mm"), ten.constData());
  QVERIFY2(told("6", {}).contains("perhaps its unit is millimetres"), "6 m");
  QCOMPARE(told("10", {"--unit", "m"}), QByteArray());
  QCOMPARE(told("10", {"--unit", "mm"}), QByteArray());
  QCOMPARE(told("1.5", {}), QByteArray());
  folder_.write("flat.dae",
                "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
                "version=\"1.4.1\"><asset><unit meter=\"1\" name=\"meter\"/><up_axis>Z_UP</up_axis></asset>"
                "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"a\" "
                "count=\"9\">0 0 0 1000 0 0 0 1000 0</float_array><technique_common><accessor source=\"#a\" "
                "count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "
                "type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
                "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices><triangles "
                "count=\"1\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 2</p></triangles>"
                "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node>"
                "<instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes><scene>"
                "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
  const CliRun flat = import("flat.dae");
  QVERIFY2(flat.err.contains("[very-large]"), flat.describe().constData());
}

void TestCliNotes::renamedImports() {
  const CliRun run = runCli({"import", folder_.path("good.urdf"), "--into", world_});
  QCOMPARE(run.exit, 0);
  QVERIFY2(run.err.contains("is called 'robot_2' here: there is a 'robot' already"), run.err.constData());
  QVERIFY2(run.err.contains("--name"), run.err.constData());
}

void TestCliNotes::deletedPartsTakeTheirRulesAlong() {
  const QString edits = folder_.write(
      "delete.textproto",
      "updates { update_collision_settings { collision_settings { collision_rules { left { object { by_name { "
      "object_name: \"crate\" } } } collision_action { is_excluded: true } } } } }");
  const QString ruled = folder_.path("ruled.wright");
  const CliRun made = runCli({"apply", makeSample(folder_, "d.wright"), edits, "--out", ruled});
  if (made.exit != 0) QSKIP(made.err.constData());
  const QString gone = folder_.write("gone.textproto",
                                     "updates { delete_object { object { by_name { object_name: \"crate\" } } "
                                     "force: true } }");
  const CliRun run = runCli({"apply", ruled, gone, "--dry-run"});
  QCOMPARE(run.exit, 0);
  QVERIFY2(run.err.contains("1 collision rule that named 'crate' is deleted along with it"), run.err.constData());
}

void TestCliNotes::basesThatStandInSomething() {
  const QString edits = folder_.write("sunk.textproto",
                                      "updates { update_transform { node_a { by_name { object { object_name: \"root\" "
                                      "} } } node_b { by_name { object { "
                                      "object_name: \"robot\" } } } node_to_update { by_name { object { object_name: "
                                      "\"robot\" } } } a_t_b { position { "
                                      "x: 0.8 z: 0.65 } orientation { w: 1 } } } }");
  const CliRun run = runCli({"apply", makeSample(folder_, "s.wright"), edits, "--dry-run"});
  QCOMPARE(run.exit, 0);
  QVERIFY2(run.err.contains("stands in 2 things, 0.05 m deep in 'table:table'"), run.err.constData());
  QVERIFY(!runCli({"apply", folder_.path("s.wright"), edits, "--dry-run", "--no-note", "base-inside"})
               .err.contains("deep"));
}

QTEST_GUILESS_MAIN(TestCliNotes)
#include "test_cli_notes.moc"
