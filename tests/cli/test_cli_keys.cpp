// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>

#include "tests/cli/cases.h"
#include "tests/support/reference_speed.h"

using namespace ww::test;

// The keys of each verb's JSON object, as scripts rely on them.
class TestCliKeys : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }

  void versionAndHelp();
  void samples();
  void info();
  void tree();
  void get();
  void transform();
  void check();
  void distance();
  void rules();
  void fk();
  void ik();
  void pathCheck();
  void plan();
  void exportWhole();
  void picture();
  void verify();
  void textForPeople_data();
  void textForPeople();
  void benchOfAFile();
  void benchOfAnImport();
  void benchOfTiming();
  void quickEnough();

 private:
  ScratchFolder folder_;
  QString world_;
};

void TestCliKeys::versionAndHelp() {
  const CliRun version = runCli({"--version"});
  WW_COMPARE_EXIT(version, 0);
  QVERIFY(QRegularExpression("^worldwright \\d+\\.\\d+\\.\\d+\n$").match(version.out).hasMatch());
  QVERIFY(version.err.isEmpty());
  const CliRun help = runCli({"--help"});
  WW_COMPARE_EXIT(help, 0);
  for (const char* verb : {"new",      "info",    "tree", "import", "apply",    "get",        "transform", "check",
                           "distance", "rules",   "fk",   "ik",     "plan",     "path-check", "export",    "render",
                           "verify",   "recover", "diff", "merge",  "textconv", "git-setup"}) {
    QVERIFY2(help.out.contains(verb), verb);
    const CliRun of_verb = runCli({verb, "--help"});
    WW_COMPARE_EXIT(of_verb, 0);
    QVERIFY2(of_verb.out.contains("--json"), verb);
    QVERIFY(of_verb.err.isEmpty());
  }
}

void TestCliKeys::samples() {
  const CliRun list = runCli({"new", "--list-samples"});
  WW_COMPARE_EXIT(list, 0);
  QStringList names;
  for (const QByteArray& line : list.out.trimmed().split('\n')) names << QString::fromUtf8(line).section(' ', 0, 0);
  QVERIFY(names.contains("pick_and_place"));
  for (const QString& name : names) {
    QVERIFY(QRegularExpression("^\\S+$").match(name).hasMatch());
    const QString out = folder_.path("sample_" + name + ".wright");
    const QJsonObject made = jsonOf({"new", out, "--sample", name});
    WW_VERIFY_FAULTLESS(keysFault(made, {"file:s", "content_hash:s", "objects:n"}));
    QCOMPARE(jsonOf({"info", out})["content_hash"], made["content_hash"]);
  }
  const QJsonObject empty = jsonOf({"new", folder_.path("empty.wright")});
  QCOMPARE(empty["objects"].toInt(-1), 0);
}

void TestCliKeys::info() {
  const QJsonObject info = jsonOf({"info", world_});
  WW_VERIFY_FAULTLESS(keysFault(
      info, {"name:s", "format_version:n", "revision:n", "content_hash:s", "objects:n", "entities:o", "geometries:n",
             "triangles:n", "collision_triangles:n", "bounds_m:o", "rules:n", "file_bytes:n"}));
  WW_VERIFY_FAULTLESS(keysFault(info["entities"].toObject(), {"links:n", "joints:n", "frames:n", "sensors:n"}));
  WW_VERIFY_FAULTLESS(keysFault(info["bounds_m"].toObject(), {"min:v", "max:v"}));
  QCOMPARE(info["file_bytes"].toInteger(), QFileInfo(world_).size());
  QCOMPARE(info["name"].toString(), QString("cell"));
  QCOMPARE(info["format_version"].toInt(), 1);
  QVERIFY(QRegularExpression("^sha256:[0-9a-f]{64}$").match(info["content_hash"].toString()).hasMatch());
  const QJsonObject empty = jsonOf({"info", "-"}, 0, withInput(readFile(world_)));
  QCOMPARE(empty["content_hash"], info["content_hash"]);
}

static void walk(const QJsonObject& object, const QByteArrayList& keys, int& objects, QByteArray& fault) {
  ++objects;
  if (fault.isEmpty()) fault = keysFault(object, keys);
  for (const char* list : {"entities", "frames"}) {
    for (const QJsonValue& v : object[list].toArray()) {
      if (fault.isEmpty()) fault = keysFault(v.toObject(), {"name:s", "id:s", keys.back()});
    }
  }
  for (const QJsonValue& v : object["children"].toArray()) walk(v.toObject(), keys, objects, fault);
}

void TestCliKeys::tree() {
  int objects = -1;
  QByteArray fault;
  walk(jsonOf({"tree", world_})["root"].toObject(),
       {"type:s", "entities:a", "frames:a", "children:a", "name:s", "id:s"}, objects, fault);
  WW_VERIFY_FAULTLESS(fault);
  QCOMPARE(objects, jsonOf({"info", world_})["objects"].toInt());
  walk(jsonOf({"tree", world_, "--poses"})["root"].toObject(), {"name:s", "id:s", "world_t_this:o"}, objects, fault);
  WW_VERIFY_FAULTLESS(fault);
}

void TestCliKeys::get() {
  const QJsonObject robot = jsonOf({"get", world_, "robot"});
  WW_VERIFY_FAULTLESS(
      keysFault(robot, {"world_id:s", "id:s", "name:s", "type:s", "parent:o", "frames:a", "object_component:o",
                        "kinematic_object_component:o", "entities:o", "root_entity_id:s"}));
  QCOMPARE(jsonOf({"get", world_, robot["id"].toString()}), robot);
  const QJsonObject basic = jsonOf({"get", world_, "robot", "--view", "basic"});
  QVERIFY(!basic.contains("kinematic_object_component") && basic["id"] == robot["id"]);
  const QJsonObject entity = jsonOf({"get", world_, "robot:link_4"});
  WW_VERIFY_FAULTLESS(keysFault(entity, {"id:s", "name:s", "object:o", "geometry_component:o"}));
  QCOMPARE(jsonOf({"get", world_, entity["id"].toString()}), entity);
  const QJsonObject frame = jsonOf({"get", world_, "gripper/tool_frame"});
  WW_VERIFY_FAULTLESS(keysFault(frame, {"id:s", "name:s", "object:o", "parent_t_this:o"}));
  QCOMPARE(jsonOf({"get", world_, "root"})["type"].toString(), QString("ROOT"));
}

void TestCliKeys::transform() {
  const QJsonObject pose = jsonOf({"transform", world_, "robot", "gripper/tool_frame"})["a_t_b"].toObject();
  WW_VERIFY_FAULTLESS(keysFault(pose, {"position:v", "orientation:a"}));
  QCOMPARE(pose["orientation"].toArray().size(), 4);
  const QJsonObject same = jsonOf({"transform", world_, "robot:link_3", "robot:link_3"})["a_t_b"].toObject();
  QCOMPARE(same["orientation"].toArray(), (QJsonArray{1.0, 0.0, 0.0, 0.0}));
}

void TestCliKeys::check() {
  const QJsonObject none = jsonOf({"check", world_});
  QCOMPARE(none["in_collision"].toBool(true), false);
  QVERIFY(none["pairs"].isArray() && none["pairs"].toArray().isEmpty());
  const QString hit = folder_.path("hit.wright");
  const QString edits = folder_.write(
      "hit.textproto", R"(updates { update_transform { node_a { by_name { object { object_name: "root" } } }
    node_b { by_name { object { object_name: "part_1" } } } node_to_update { by_name { object { object_name: "part_1" } } }
    a_t_b { position { x: 0.5 y: 0 z: 0.70 } orientation { w: 1 } } } })");
  QCOMPARE(jsonOf({"apply", world_, edits, "--out", hit})["applied"].toInt(), 1);
  const QJsonObject found = jsonOf({"check", hit}, 1);
  QVERIFY(found["in_collision"].toBool());
  QVERIFY(!found["pairs"].toArray().isEmpty());
  for (const QJsonValue& pair : found["pairs"].toArray()) {
    WW_VERIFY_FAULTLESS(
        keysFault(pair.toObject(), {"a:s", "b:s", "rule:s", "margin_m:n", "distance_m:n", "points:a", "normal:v"}));
    QVERIFY(pair["distance_m"].toDouble() <= pair["margin_m"].toDouble());
    QCOMPARE(pair["points"].toArray().size(), 2);
  }
}

void TestCliKeys::distance() {
  const QJsonObject d = jsonOf({"distance", world_, "table", "crate"});
  WW_VERIFY_FAULTLESS(keysFault(d, {"a:s", "b:s", "distance_m:n", "points:a", "normal:v"}));
  QVERIFY(d["distance_m"].toDouble() > 0.01);
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double step =
        at(d, QString("points/1/%1").arg(i)).toDouble() - at(d, QString("points/0/%1").arg(i)).toDouble();
    sum += step * step;
  }
  QVERIFY(std::abs(std::sqrt(sum) - d["distance_m"].toDouble()) < 1e-6);
}

void TestCliKeys::rules() {
  const QJsonObject all = jsonOf({"rules", world_});
  WW_VERIFY_FAULTLESS(keysFault(all, {"default_margin_m:n", "pairs:a", "lint:a"}));
  QVERIFY(!all["pairs"].toArray().isEmpty());
  for (const QJsonValue& p : all["pairs"].toArray()) {
    WW_VERIFY_FAULTLESS(keysFault(p.toObject(), {"a:s", "b:s", "excluded:b", "margin_m:n", "won_by:n", "matching:a"}));
  }
  const QJsonArray one = jsonOf({"rules", world_, "--pair", "fixture", "table"})["pairs"].toArray();
  QCOMPARE(one.size(), 1);
  QVERIFY(at(one, "0/excluded").toBool());
}

void TestCliKeys::fk() {
  const QString request = folder_.write("fk.textproto", fkRequest({0, 0, 0, 0, 0, 0}));
  const QJsonObject pose = jsonOf({"fk", world_, request})["reference_t_target"].toObject();
  WW_VERIFY_FAULTLESS(keysFault(pose, {"position:o", "orientation:o"}));
  QCOMPARE(jsonOf({"fk", world_, "-"}, 0, withInput(fkRequest({0, 0, 0, 0, 0, 0})))["reference_t_target"].toObject(),
           pose);
}

void TestCliKeys::ik() {
  const QByteArray target = R"(robot_reference { object_id { by_name { object_name: "robot" } } } max_num_solutions: 4
    target { cartesian_pose { moving_frame { by_name { frame { object_name: "gripper" frame_name: "tool_frame" } } }
      target_frame { by_name { frame { object_name: "root" frame_name: "pick" } } } } })";
  const QJsonObject solved = jsonOf({"ik", world_, folder_.write("ik.textproto", target)});
  QVERIFY(!solved["solutions"].toArray().isEmpty());
  for (const QJsonValue& s : solved["solutions"].toArray()) QCOMPARE(s["joints"].toArray().size(), 6);
  // Each posture has a name, here and where people read them.
  QCOMPARE(solved["branches"].toArray().size(), solved["solutions"].toArray().size());
  const QString name = solved["branches"].toArray()[0].toString();
  QVERIFY2(name.startsWith("shoulder ") && name.contains(", elbow ") && name.contains(", wrist "), qPrintable(name));
  QVERIFY(runCli({"ik", world_, folder_.write("ik.textproto", target)}).out.contains("  (" + name.toUtf8() + ")"));
}

void TestCliKeys::pathCheck() {
  const QString request =
      folder_.write("path.json", R"({"robot_reference":{"object_id":{"by_name":{"object_name":"robot"}}},
    "waypoint":[{"joints":[0,0.2,0.3,0,0.9,0]},{"joints":[0,0.1,0.3,0,0.9,0]}]})");
  const QJsonObject result = runCli({"path-check", world_, request, "--json"}).json();
  QVERIFY(result["has_collision"].isBool());
}

void TestCliKeys::plan() {
  const QJsonObject plan = jsonOf({"plan", world_, "--to", "pick", "--seed", "7"});
  const QJsonObject trajectory = plan["discretized"].toObject();
  WW_VERIFY_FAULTLESS(keysFault(trajectory, {"state:a", "time_since_start:a", "interpolation_type:s"}));
  WW_VERIFY_FAULTLESS(
      keysFault(trajectory["state"].toArray()[0].toObject(), {"position:a", "velocity:a", "acceleration:a"}));
  const QJsonObject report = plan["report"].toObject();
  WW_VERIFY_FAULTLESS(
      keysFault(report, {"seconds:n", "cycle_time_s:n", "min_clearance_m:n", "min_clearance_at_s:n",
                         "min_joint_margin:n", "min_clearance_pair:a", "tool:o", "validated:b", "seed:n"}));
  QVERIFY(report["validated"].toBool());
  QCOMPARE(report["seed"].toInt(), 7);
}

void TestCliKeys::exportWhole() {
  const QString out = folder_.path("world.json");
  WW_VERIFY_FAULTLESS(keysFault(jsonOf({"export", world_, "--format", "json", "--out", out}), {"out:s", "bytes:n"}));
  const QJsonObject whole = QJsonDocument::fromJson(readFile(out)).object();
  WW_VERIFY_FAULTLESS(keysFault(whole, {"world_metadata:o", "objects:a", "collision_settings:o"}));
  const CliRun one = runCli({"export", world_, "--format", "textproto", "--object", "fixture", "--out", "-"});
  WW_COMPARE_EXIT(one, 0);
  QVERIFY(one.out.contains("name: \"fixture\""));
}

void TestCliKeys::picture() {
  const QString out = folder_.path("w.png"), ids = folder_.path("ids.png");
  const QJsonObject done = jsonOf({"render", world_, "--out", out, "--size", "64x48", "--view", "top", "--ids", ids});
  WW_VERIFY_FAULTLESS(keysFault(done, {"out:s", "width:n", "height:n"}));
  for (const QString& file : {out, ids}) {
    const QByteArray png = readFile(file);
    QVERIFY(png.startsWith("\x89PNG\r\n"));
    QCOMPARE(png.mid(16, 8).toHex(), QByteArray("0000004000000030"));
  }
  const CliRun bytes = runCli({"render", world_, "--out", "-", "--size", "16x16"});
  WW_COMPARE_EXIT(bytes, 0);
  QVERIFY(bytes.out.startsWith("\x89PNG"));
}

void TestCliKeys::verify() {
  const QJsonObject sound = jsonOf({"verify", world_});
  WW_VERIFY_FAULTLESS(keysFault(sound, {"ok:b", "content_hash:s", "problems:a"}));
  QVERIFY(sound["ok"].toBool() && sound["problems"].toArray().isEmpty());
  QCOMPARE(sound["content_hash"], jsonOf({"info", world_})["content_hash"]);
}

void TestCliKeys::textForPeople_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::newRow("info") << QStringList{"info", world_};
  QTest::newRow("tree") << QStringList{"tree", world_, "--poses"};
  QTest::newRow("get") << QStringList{"get", world_, "robot"};
  QTest::newRow("transform") << QStringList{"transform", world_, "robot", "table"};
  QTest::newRow("check") << QStringList{"check", world_};
  QTest::newRow("distance") << QStringList{"distance", world_, "robot", "table"};
  QTest::newRow("rules") << QStringList{"rules", world_};
  QTest::newRow("verify") << QStringList{"verify", world_};
  QTest::newRow("plan") << QStringList{"plan", world_, "--to", "behind_fixture", "--quiet"};
}

// Text without colours and NaN, the input untouched.
void TestCliKeys::textForPeople() {
  QFETCH(QStringList, arguments);
  const QByteArray before = hashOf(world_);
  const CliRun run = runCli(arguments);
  WW_COMPARE_EXIT(run, 0);
  QVERIFY(run.err.isEmpty());
  QVERIFY(run.out.endsWith('\n') && !run.out.contains('\x1b') && !run.out.contains("nan"));
  QCOMPARE(hashOf(world_), before);
  const CliRun other_locale = runCli(arguments, withTimeout(30000, {"LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8"}));
  if (arguments[0] != "plan") QCOMPARE(other_locale.out, run.out);
}

// The world of a file, instead of the sample cell.
void TestCliKeys::benchOfAFile() {
  const QString table = makeSample(folder_, "table.wright", "empty_table");
  const QJsonObject json = jsonOf({"bench", "collision", table});
  WW_VERIFY_FAULTLESS(keysFault(json, {"cpu:s", "file:s", "bodies:n", "make_us:o", "world_check_us:o"}));
  QCOMPARE(json["file"].toString(), table);
  QVERIFY(json["robot"].isNull());
  const CliRun none = runCli({"bench", "model", table});
  WW_COMPARE_EXIT(none, 2);
  QVERIFY2(none.err.contains("takes no file"), none.err);
}

// Reading alone, as often as it takes for a median.
void TestCliKeys::benchOfAnImport() {
  const QString part =
      folder_.write("part.stl",
                    "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
                    "endfacet\nendsolid a\n");
  const QJsonObject json = jsonOf({"bench", "import", part});
  WW_VERIFY_FAULTLESS(keysFault(json, {"cpu:s", "format:s", "bytes:n", "in_memory:b", "triangles:n", "read_us:o",
                                       "all_threads_us:o", "mb_per_s:n", "import_s:n"}));
  QCOMPARE(json["format"].toString(), QStringLiteral("stl"));
  QCOMPARE(json["triangles"].toInt(), 1);
  QVERIFY(at(json, "read_us/samples").toInt() > 1);
  WW_COMPARE_EXIT(runCli({"bench", "import", folder_.path("gone.stl")}), 3);
}

// It fails by itself when a limit does not hold.
void TestCliKeys::benchOfTiming() {
  const QJsonObject json = jsonOf({"bench", "timing"});
  WW_VERIFY_FAULTLESS(keysFault(json, {"cpu:s", "line_us:o", "blend_us:o", "without_jerk_us:o", "with_jerk_us:o",
                                       "mean_without_jerk_s:n", "mean_with_jerk_s:n", "limit_excess:n"}));
  QVERIFY(json["limit_excess"].toDouble() <= 1e-6);
  const double quick = json["mean_without_jerk_s"].toDouble(), smooth = json["mean_with_jerk_s"].toDouble();
  QVERIFY2(quick > 1.0 && smooth > quick && smooth < 1.1 * quick, qPrintable(QString("%1 %2").arg(quick).arg(smooth)));
}

void TestCliKeys::quickEnough() {
  WW_SPEED("--version (target 50 ms)", kPrograms, 13.0, [] { runCli({"--version"}); });
  WW_SPEED("transform (target 80 ms)", kPrograms, 40.0, [&] {
    runCli({"transform", world_, "robot", "gripper/tool_frame"});
  });
}

QTEST_GUILESS_MAIN(TestCliKeys)
#include "test_cli_keys.moc"
