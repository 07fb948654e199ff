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
  QVERIFY(import("plate.stl").err.contains("or with --unit m if that is its size [perhaps-millimetres]"));
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
  QVERIFY2(run.err.contains("rules that named 'crate' went with it (1)"), run.err.constData());
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
  QVERIFY2(run.err.contains("the base of 'robot' stands 0.05 m deep in 'table:table'"), run.err.constData());
  QVERIFY(!runCli({"apply", folder_.path("s.wright"), edits, "--dry-run", "--no-note", "base-inside"})
               .err.contains("deep"));
}

QTEST_GUILESS_MAIN(TestCliNotes)
#include "test_cli_notes.moc"
