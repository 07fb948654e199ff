// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// What the program says, and with which exit status, when it is used wrongly.
class TestCliErrors : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }
  void cleanup() { QCOMPARE(hashOf(world_), hash_.isEmpty() ? hash_ = hashOf(world_) : hash_); }

  void usage_data();
  void usage();
  void failures_data();
  void failures();
  void inputsStay_data();
  void inputsStay();
  void worldIds_data();
  void worldIds();
  void fieldsOfItsMessageAreProposed();
  void longWordsOfMessagesDoNoHarm();
  void namesOnOneLine();
  void failuresHaveCodes();

 private:
  QString file(const QString& name, const QByteArray& bytes) { return folder_.write(name, bytes); }

  ScratchFolder folder_;
  QString world_;
  QByteArray hash_;
};

void TestCliErrors::usage_data() {
  QTest::addColumn<QStringList>("arguments");
  const QString stl = folder_.write("u.stl", "solid\nendsolid\n");
  const QString into = folder_.path("never.wright");
  QTest::newRow("no such verb") << QStringList{"frobnicate"};
  QTest::newRow("no file") << QStringList{"info"};
  QTest::newRow("too many") << QStringList{"info", world_, "more"};
  QTest::newRow("no such option") << QStringList{"info", world_, "--frob"};
  QTest::newRow("transform of one") << QStringList{"transform", world_, "robot"};
  QTest::newRow("view") << QStringList{"get", world_, "robot", "--view", "half"};
  QTest::newRow("timeout below 0") << QStringList{"check", world_, "--timeout", "-1"};
  QTest::newRow("timeout 0") << QStringList{"check", world_, "--timeout", "0"};
  QTest::newRow("timeout text") << QStringList{"check", world_, "--timeout", "soon"};
  QTest::newRow("seed") << QStringList{"plan", world_, "--to", "pick", "--seed", "x"};
  QTest::newRow("seed below 0") << QStringList{"plan", world_, "--to", "pick", "--seed", "-1"};
  QTest::newRow("plan of nothing") << QStringList{"plan", world_};
  QTest::newRow("plan type") << QStringList{"plan", world_, "--to", "pick", "--type", "spline"};
  QTest::newRow("plan out") << QStringList{"plan", world_, "--to", "pick", "--out", folder_.path("t.xml")};
  QTest::newRow("pair of one") << QStringList{"rules", world_, "--pair", "robot"};
  QTest::newRow("format") << QStringList{"export", world_, "--format", "dwg", "--out", folder_.path("w.dwg")};
  QTest::newRow("no format") << QStringList{"export", world_, "--out", folder_.path("w.json")};
  QTest::newRow("render size") << QStringList{"render", world_, "--out", folder_.path("r.png"), "--size", "0x7"};
  QTest::newRow("render size text") << QStringList{"render", world_, "--out", folder_.path("r.png"), "--size", "large"};
  QTest::newRow("render of nothing") << QStringList{"render", world_};
  QTest::newRow("new of nothing") << QStringList{"new"};
  QTest::newRow("import into nothing") << QStringList{"import", stl};
  const auto import = [&](const char* name, const QStringList& options) {
    QTest::newRow(name) << QStringList{"import", stl, "--into", into} + options;
  };
  import("pose of six", {"--pose", "0,0,0,1,0,0"});
  import("pose text", {"--pose", "0,0,0,1,0,0,x"});
  import("pose nan", {"--pose", "nan,0,0,1,0,0,0"});
  import("pose inf", {"--pose", "inf,0,0,1,0,0,0"});
  import("pose no rotation", {"--pose", "0,0,0,0,0,0,0"});
  import("scale 0", {"--scale", "0"});
  import("scale below 0", {"--scale", "-2"});
  import("scale nan", {"--scale", "nan"});
  import("uniform scale 0", {"--uniform-scale", "0"});
  import("unit", {"--unit", "furlong"});
  import("up", {"--up", "x"});
  import("rotate of three", {"--rotate", "1,0,0"});
  import("resolution", {"--resolution", "ultra"});
  import("collision", {"--collision", "magic"});
  import("type", {"--type", "dwg"});
  import("material", {"--material", "1,0,0"});
  import("material above 1", {"--material", "1,0,0,7"});
  import("name", {"--name", "no blanks"});
  import("memory", {"--memory-limit", "-5"});
  import("memory huge", {"--memory-limit", "18446744073709551615"});
  import("search", {"--search", folder_.path("nowhere")});
}

void TestCliErrors::usage() {
  QFETCH(QStringList, arguments);
  const CliRun plain = runCli(arguments);
  WW_COMPARE_EXIT(plain, 2);
  WW_VERIFY_FAULTLESS(errorLineFault(plain, "INVALID_ARGUMENT"));
  QVERIFY(plain.out.isEmpty());
  const CliRun json = runCli(arguments + QStringList{"--json"});
  WW_COMPARE_EXIT(json, 2);
  WW_VERIFY_FAULTLESS(errorObjectFault(json, "INVALID_ARGUMENT"));
  QVERIFY(!QFileInfo::exists(folder_.path("never.wright")));
}

void TestCliErrors::failures_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<int>("exit");
  QTest::addColumn<QByteArray>("code");
  const QString missing = folder_.path("missing.wright");
  const auto row = [](const char* name, const QStringList& arguments, int exit, const QByteArray& code) {
    QTest::newRow(name) << arguments << exit << code;
  };
  row("no world", {"info", missing}, 3, "NOT_FOUND");
  row("a folder", {"info", folder_.path(".")}, 3, {});
  row("no world to verify", {"verify", missing}, 3, "NOT_FOUND");
  row("too long a name", {"info", QString(5000, 'x') + ".wright"}, 3, {});
  row("new over a file", {"new", world_}, 1, "ALREADY_EXISTS");
  row("new in no folder", {"new", folder_.path("no/where.wright")}, 1, {});
  row("new too long", {"new", QString(5000, 'x') + ".wright"}, 1, {});
  row("no sample", {"new", folder_.path("n.wright"), "--sample", "nope"}, 1, "NOT_FOUND");
  row("no object", {"get", world_, "nope"}, 1, "NOT_FOUND");
  row("no id", {"get", world_, "o99999"}, 1, "NOT_FOUND");
  row("no frame", {"get", world_, "robot/nope"}, 1, "NOT_FOUND");
  row("no entity", {"get", world_, "robot:nope"}, 1, "NOT_FOUND");
  row("empty name", {"get", world_, ""}, 1, {});
  row("transform to nothing", {"transform", world_, "robot", "nope"}, 1, "NOT_FOUND");
  row("distance to nothing", {"distance", world_, "nope", "robot"}, 1, "NOT_FOUND");
  row("rules of nothing", {"rules", world_, "--pair", "nope", "robot"}, 1, "NOT_FOUND");
  row("rules of a frame", {"rules", world_, "--pair", "robot", "gripper/tool_frame"}, 1, "INVALID_ARGUMENT");
  row("plan to nothing", {"plan", world_, "--to", "nope"}, 1, "NOT_FOUND");
  row("plan for nothing", {"plan", world_, "--to", "pick", "--robot", "nope"}, 1, "NOT_FOUND");
  row("plan for a table", {"plan", world_, "--to", "pick", "--robot", "table"}, 1, {});
  row("export of nothing", {"export", world_, "--format", "json", "--object", "nope", "--out", "-"}, 1, "NOT_FOUND");
  row("export to no folder", {"export", world_, "--format", "json", "--out", folder_.path("no/w.json")}, 1,
      "NOT_FOUND");
  row("no edits", {"apply", world_, folder_.path("no.textproto")}, 3, "NOT_FOUND");
  row("edits of no format", {"apply", world_, folder_.write("edits.xyz", "x")}, 3, "INVALID_ARGUMENT");
  row("edits of a folder", {"apply", world_, folder_.path(".")}, 3, {});
  row("no request", {"fk", world_, folder_.path("no.json")}, 3, "NOT_FOUND");
  row("garbage request", {"ik", world_, folder_.write("g.binpb", "\xff\xff\xff\xff")}, 3, "INVALID_ARGUMENT");
  row("garbage json", {"ik", world_, folder_.write("g.json", "{\"target\": [")}, 3, "INVALID_ARGUMENT");
  row("unknown field", {"ik", world_, folder_.write("u.json", "{\"targett\": 1}")}, 3, "INVALID_ARGUMENT");
  row("empty request", {"fk", world_, folder_.write("e.textproto", "")}, 1, {});
  row("empty plan", {"plan", world_, folder_.write("e2.textproto", "")}, 1, {});
}

void TestCliErrors::failures() {
  QFETCH(QStringList, arguments);
  QFETCH(int, exit);
  QFETCH(QByteArray, code);
  const CliRun plain = runCli(arguments);
  WW_COMPARE_EXIT(plain, exit);
  WW_VERIFY_FAULTLESS(errorLineFault(plain, code));
  QVERIFY(plain.out.isEmpty());
  const CliRun json = runCli(arguments + QStringList{"--json", "--quiet"});
  WW_COMPARE_EXIT(json, exit);
  WW_VERIFY_FAULTLESS(errorObjectFault(json, code));
}

void TestCliErrors::inputsStay_data() {
  QTest::addColumn<QStringList>("arguments");
  const QString edits = folder_.write("stay.json", "{}");
  const QString request = folder_.write("stay_request.json", "{}");
  QTest::newRow("export") << QStringList{"export", world_, "--format", "json", "--out", world_};
  QTest::newRow("export by another path")
      << QStringList{"export", world_, "--format", "json", "--out", folder_.path("./cell.wright")};
  QTest::newRow("render") << QStringList{"render", world_, "--out", world_};
  QTest::newRow("render's ids") << QStringList{"render", world_, "--out", folder_.path("r.png"), "--ids", world_};
  QTest::newRow("repair") << QStringList{"verify", world_, "--repair", world_};
  QTest::newRow("apply") << QStringList{"apply", world_, edits, "--out", edits};
  QTest::newRow("plan") << QStringList{"plan", world_, request, "--out", request};
}

void TestCliErrors::inputsStay() {
  QFETCH(QStringList, arguments);
  const CliRun run = runCli(arguments);
  WW_COMPARE_EXIT(run, 2);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  QCOMPARE(readFile(folder_.path("stay.json")), QByteArray("{}"));
  QCOMPARE(readFile(folder_.path("stay_request.json")), QByteArray("{}"));
}

void TestCliErrors::worldIds_data() {
  QTest::addColumn<QString>("verb");
  QTest::addColumn<QByteArray>("request");
  const QByteArray fk = fkRequest({0, 0, 0, 0, 0, 0});
  QTest::newRow("fk") << "fk" << fk;
  QTest::newRow("plan") << "plan" << jointMotion({0, 0.2, 0.3, 0, 0.9, 0}, "JOINT");
  QTest::newRow("apply") << "apply" << QByteArray();
}

void TestCliErrors::worldIds() {
  QFETCH(QString, verb);
  QFETCH(QByteArray, request);
  const auto with = [&](const QByteArray& id) {
    if (verb != "apply") return "world_id: \"" + id + "\"\n" + request;
    return "updates { delete_frame { world_id: \"" + id +
           "\" frame { by_name { object_name: \"root\" frame_name: \"place\" } } } }";
  };
  const QStringList dry = verb == "apply" ? QStringList{"--dry-run"} : QStringList{};
  WW_COMPARE_EXIT(runCli(QStringList{verb, world_, file("id.textproto", with("init_world"))} + dry), 0);
  WW_COMPARE_EXIT(runCli(QStringList{verb, world_, file("id.textproto", with(""))} + dry), 0);
  const CliRun other = runCli(QStringList{verb, world_, file("id.textproto", with("world_2")), "--json"} + dry);
  WW_COMPARE_EXIT(other, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(other, "NOT_FOUND"));
}

// Line breaks and escapes in a name do not tear the error line, nor reach a terminal.
// Other messages have a field of that name, but not this one.
void TestCliErrors::fieldsOfItsMessageAreProposed() {
  const QString edits =
      folder_.write("f.json", "{\"updates\": [{\"update_object_joint\": {\"joint_positions\": [0.2]}}]}");
  const CliRun run = runCli({"apply", world_, edits});
  WW_COMPARE_EXIT(run, 3);
  QVERIFY2(run.err.contains("has no field 'joint_positions': did you mean 'joint_position'"), run.describe());
  QVERIFY2(!run.err.contains("mean 'joint_positions'"), run.describe());
}

// Patterns of the standard library recurse once for each character: these ended the program.
void TestCliErrors::longWordsOfMessagesDoNoHarm() {
  const QByteArray word(400'000, 'a');
  const QByteArray object = "{ update_object_name { object { by_name { object_name: " + word + " } } name: \"x\" } }";
  for (const QString& input :
       {file("long.textproto", "updates " + object), file("long_field.textproto", word + ": 3"),
        file("long.json", "{\"updates\": [{\"update_object_name\": {\"name_is_global_alias\": \"" + word + "\"}}]}"),
        file("long_field.json", "{\"" + word + "\": 3}")}) {
    const CliRun run = runCli({"apply", world_, input, "--out", folder_.path("never.wright")});
    WW_COMPARE_EXIT(run, 3);
    WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
    QVERIFY2(run.err.size() < 3000, QByteArray::number(run.err.size()));
  }
}

void TestCliErrors::namesOnOneLine() {
  for (const QString& name : {QString("a\nb\r\nc"), QString("\x1b[31mred"), QString("Größe ß ☃")}) {
    const CliRun run = runCli({"get", world_, name});
    WW_COMPARE_EXIT(run, 1);
    WW_VERIFY_FAULTLESS(errorLineFault(run, "NOT_FOUND"));
    QVERIFY(!run.err.contains('\x1b') && !run.err.contains('\r'));
  }
}

// What scripts can tell failures by, whatever the words are.
void TestCliErrors::failuresHaveCodes() {
  const auto codeOf = [&](const QStringList& arguments, int exit) {
    return at(jsonOf(arguments, exit), "error/failure").toString();
  };
  QCOMPARE(codeOf({"info", world_, "--frob"}, 2), QString("cli.no-such-option"));
  QCOMPARE(codeOf({"plan", world_, "--to", "hmoe"}, 1), QString("cli.no-target"));
  QCOMPARE(codeOf({"apply", world_, file("field.textproto", "updatess { }")}, 3), QString("cli.no-such-field"));
  QCOMPARE(codeOf({"new", world_}, 1), QString("cli.file-there"));
}

QTEST_GUILESS_MAIN(TestCliErrors)
#include "test_cli_errors.moc"
