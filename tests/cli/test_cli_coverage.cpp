// SPDX-License-Identifier: Apache-2.0
// An answer says what it looked at: nothing is "free of collisions" of which nothing was looked at.
#include "tests/cli/cases.h"

using namespace ww::test;

class TestCliCoverage : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void checksSayWhatTheyLookedAt();
  void nothingThereIsNotFree();
  void switchedOffIsNotFree();
  void excludedIsNotFree();
  void whatRulesHideIsTold();
  void ofMoreThanAThousandPairsNoTotalIsTold();
  void aRobotThatKeepsOffItselfAloneIsLeftOut();
  void whatHasNoCollisionGeometryIsNamed();
  void linksWithoutCollisionGeometryAreNamed();
  void openMeshesAreNamed();
  void pathsSayWhoseSettings();
  void plansAreNotValidatedBlindly();
  void whatCoarseChecksPassOverIsFound();
  void inverseKinematicsSaysSo();
  void plansAndPathsAgreeOnBases();
  void exclusionsHoldForPathsAsForPlans();

 private:
  QString edited(const QString& name, const QByteArray& updates);
  QByteArray path(const QByteArray& settings) const;

  ScratchFolder folder_;
  QString world_;
};

void TestCliCoverage::initTestCase() { world_ = makeSample(folder_); }

// A copy of the cell with these updates.
QString TestCliCoverage::edited(const QString& name, const QByteArray& updates) {
  const QString out = folder_.path(name + ".wright");
  const CliRun run = runCli({"apply", world_, folder_.write(name + ".textproto", updates), "--out", out});
  return run.exit == 0 ? out : QString();
}

static const QByteArray kRobot = "robot_reference { object_id { by_name { object_name: \"robot\" } } } ";
static QByteArray triangle() {
  return "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
         "0\nendloop\nendfacet\nendsolid "
         "a\n";
}

static const QByteArray kOff = "collision_settings { disable_collision_checking: true }";

QByteArray TestCliCoverage::path(const QByteArray& settings) const {
  QByteArrayList joints;
  for (const double v : namedJoints(world_, "home")) joints << QByteArray::number(v, 'g', 17);
  return kRobot + "waypoint { joints: [" + joints.join(", ") + "] } " + settings;
}

void TestCliCoverage::checksSayWhatTheyLookedAt() {
  const QJsonObject json = jsonOf({"check", world_});
  WW_VERIFY_FAULTLESS(keysFault(json, {"in_collision:b", "pairs:a", "checked:b", "settings:s", "left_out:a"}));
  QVERIFY(json["checked"].toBool());
  QCOMPARE(json["settings"].toString(), QString("world"));
  QVERIFY(!json.contains("not_checked") && json["left_out"].toArray().isEmpty());
  const QByteArray text = runCli({"check", world_}).out;
  QVERIFY2(text.startsWith("no collisions\nchecked: ") && text.contains("by the rules of the world, margin 0"), text);
  QVERIFY(json["pairs_checked"].toInt() > 0 && json["pairs_checked"].toInt() < json["pairs_of_bodies"].toInt());
}

void TestCliCoverage::nothingThereIsNotFree() {
  const QString empty = folder_.path("empty.wright");
  const CliRun made = runCli({"new", empty});
  WW_COMPARE_EXIT(made, 0);
  const QJsonObject json = jsonOf({"check", empty});
  QVERIFY(!json["checked"].toBool() && !json["in_collision"].toBool());
  const QByteArray text = runCli({"check", empty}).out;
  QVERIFY2(text.startsWith("not checked: ") && !text.contains("no collisions"), text);
}

void TestCliCoverage::switchedOffIsNotFree() {
  const QString off = edited("off", "updates { update_collision_settings { " + kOff + " } }");
  QVERIFY(!off.isEmpty());
  const QJsonObject json = jsonOf({"check", off});
  QVERIFY(!json["checked"].toBool());
  QVERIFY(json["not_checked"].toString().contains("switched off"));
  const QByteArray text = runCli({"check", off}).out;
  QVERIFY2(text.startsWith("not checked: checking is switched off in the collision settings of the world\n"), text);
}

void TestCliCoverage::excludedIsNotFree() {
  const QString out = folder_.path("two.wright");
  const QString part = folder_.write("part.stl", triangle());
  const CliRun import = runCli({"import", part, part, "--into", out, "--name", "part", "--unit", "m"});
  WW_COMPARE_EXIT(import, 0);
  QVERIFY(jsonOf({"check", out})["checked"].toBool());
  const CliRun rule = runCli({"apply", out, folder_.write("rule.textproto", R"(updates { update_collision_settings {
    collision_settings { collision_rules { left { object { by_name { object_name: "part" } } }
                                           collision_action { is_excluded: true } } } } })")});
  WW_COMPARE_EXIT(rule, 0);
  const QJsonObject json = jsonOf({"check", out});
  QVERIFY2(!json["checked"].toBool() && json["not_checked"].toString().contains("exclude every pair"),
           qPrintable(json["not_checked"].toString()));
}

// Updates that put an object of the root somewhere, and that exclude it, against another one or against all.
static QByteArray put(const QByteArray& object, const QByteArray& position) {
  const auto node = [](const QByteArray& name) { return "{ by_name { object { object_name: \"" + name + "\" } } } "; };
  return "updates { update_transform { node_a " + node("root") + "node_b " + node(object) + "node_to_update " +
         node(object) + "a_t_b { position { " + position + " } orientation { w: 1 } } } }\n";
}
static QByteArray exclude(const QByteArray& left, const QByteArray& right = {}) {
  const auto side = [](const QByteArray& name) { return " { object { by_name { object_name: \"" + name + "\" } } } "; };
  return "updates { update_collision_settings { collision_settings { collision_rules { left" + side(left) +
         (right.isEmpty() ? QByteArray() : "right" + side(right)) + "collision_action { is_excluded: true } } } } }\n";
}

void TestCliCoverage::whatRulesHideIsTold() {
  const QString world = edited("hidden", put("part_1", "x: 0.6 y: 0.2 z: 0.69") + exclude("part_1", "table"));
  QVERIFY(!world.isEmpty());
  const QJsonObject json = jsonOf({"check", world});
  const QJsonArray hidden = json["excluded_overlaps"].toArray();
  QCOMPARE(hidden.size(), 1);
  QVERIFY(hidden[0].toObject()["distance_m"].toDouble() < -0.01);
  const QByteArray text = runCli({"check", world}).out;
  QVERIFY2(text.contains("left out by rule 0: ") && text.contains("part_1:") && text.contains(" overlap by "), text);
  QVERIFY(jsonOf({"check", world_})["excluded_overlaps"].toArray().isEmpty());
}

// Of 46 blocks in one place each touches each other one: 1035 pairs.
void TestCliCoverage::ofMoreThanAThousandPairsNoTotalIsTold() {
  QByteArray blocks;
  for (int i = 0; i < 46; ++i)
    blocks += "edits { create_object { name: \"block_" + QByteArray::number(i) + R"(" name_is_global_alias: true
      parent_object { reference { id: "root" } entity_filter { include_base_entity: true } }
      parent_object_t_created_object { position { x: 20 } orientation { w: 1 } }
      create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value {
        named_geometries { key: "box" value { geometry { inline_geometry_data { exact_geometry { primitive_set {
          primitives { shape { box { size { x: 1 y: 1 z: 1 } } } } } } } } } } } } } } } }
)";
  const QString world = edited("heap", blocks);
  QVERIFY(!world.isEmpty());
  const QJsonObject json = runCli({"check", world, "--json"}).json();
  QVERIFY(json["more"].toBool(false));
  QCOMPARE(json["pairs"].toArray().size(), 1000);
  const QByteArray text = runCli({"check", world}).out;
  QVERIFY2(text.contains("more than 1000 pairs collide: these are the deepest"), text.right(600));
  QVERIFY(!jsonOf({"check", world_})["more"].toBool(true));
  QVERIFY(!runCli({"check", world_}).out.contains("more than"));
}

void TestCliCoverage::aRobotThatKeepsOffItselfAloneIsLeftOut() {
  const QString world = edited("alone", put("robot", "x: 0.6 z: 0.3") + exclude("robot"));
  QVERIFY(!world.isEmpty());
  QVERIFY2(runCli({"check", world}).out.contains("left out: rules exclude every pair of robot"),
           runCli({"check", world}).out);
}

void TestCliCoverage::linksWithoutCollisionGeometryAreNamed() {
  const QString file = folder_.write("half.urdf", R"(<robot name="half">
<link name="base"><visual><geometry><box size="0.1 0.1 0.1"/></geometry></visual>
<collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
<link name="arm"><visual><geometry><box size="0.1 0.1 0.5"/></geometry></visual></link>
<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>)");
  const QString world = folder_.path("half.wright");
  QVERIFY(QFile::copy(world_, world));
  const CliRun import = runCli({"import", file, "--into", world, "--pose", "3,0,0,1,0,0,0"});
  WW_COMPARE_EXIT(import, 0);
  QCOMPARE(jsonOf({"check", world})["left_out"].toArray(), QJsonArray{"half:arm"});
  const QByteArray text = runCli({"check", world}).out;
  QVERIFY2(text.contains("half:arm has no collision geometry: not looked at"), text);
}

void TestCliCoverage::openMeshesAreNamed() {
  QByteArray lid = triangle();  // two sides of a corner: much is inside, and no solid
  lid.replace("endsolid a\n", "");
  lid += "facet normal 0 1 0\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\nendfacet\nendsolid a\n";
  const QString world = folder_.path("open.wright");
  QVERIFY(QFile::copy(world_, world));
  const CliRun import = runCli({"import", folder_.write("corner.stl", lid), "--into", world, "--unit", "m", "--pose",
                                "5,0,0,1,0,0,0", "--name", "corner"});
  WW_COMPARE_EXIT(import, 0);
  QCOMPARE(jsonOf({"check", world})["open_meshes"].toArray(), QJsonArray{"corner"});
  QVERIFY(runCli({"check", world}).out.contains("corner has open meshes: what is wholly inside is not found"));
  QVERIFY(!jsonOf({"check", world_}).contains("open_meshes"));
}

void TestCliCoverage::whatHasNoCollisionGeometryIsNamed() {
  const QString world = folder_.path("seen.wright");
  QVERIFY(QFile::copy(world_, world));
  const QString part = folder_.write("ghost.stl", triangle());
  const QString name = "ghost";
  const CliRun import = runCli({"import", part, "--into", world, "--name", name, "--unit", "m", "--drop-collision"});
  WW_COMPARE_EXIT(import, 0);
  const QJsonObject json = jsonOf({"check", world});
  QVERIFY(json["checked"].toBool());
  QCOMPARE(json["left_out"].toArray(), QJsonArray{name});
  QVERIFY(runCli({"check", world}).out.contains("ghost has no collision geometry: not looked at"));
  const QJsonObject plan = jsonOf({"plan", world, "--to", "behind_fixture"});
  QCOMPARE(at(plan, "report/left_out").toArray(), QJsonArray{name});
}

void TestCliCoverage::pathsSayWhoseSettings() {
  const QJsonObject bare = jsonOf({"path-check", world_, folder_.write("a.textproto", path({}))});
  QCOMPARE(bare["settings"].toString(), QString("default"));
  QVERIFY(bare["checked"].toBool() && !bare["has_collision"].toBool());
  const QString off = folder_.write("b.textproto", path(kOff));
  const QJsonObject json = jsonOf({"path-check", world_, off});
  QCOMPARE(json["settings"].toString(), QString("request"));
  QVERIFY(!json["checked"].toBool() && !json["has_collision"].toBool());
  const QByteArray text = runCli({"path-check", world_, off}).out;
  QVERIFY2(text.startsWith("not checked: checking is switched off in the collision settings of the request\n"), text);
}

void TestCliCoverage::plansAreNotValidatedBlindly() {
  const QString off = edited("off2", "updates { update_collision_settings { " + kOff + " } }");
  const QJsonObject plan = jsonOf({"plan", off, "--to", "behind_fixture"});
  QVERIFY(!at(plan, "report/validated").toBool() && !at(plan, "report/checked").toBool());
  QVERIFY(!at(plan, "report/not_checked").toString().isEmpty());
  const QByteArray text = runCli({"plan", off, "--to", "behind_fixture"}).out;
  QVERIFY2(text.startsWith("not checked: ") && !text.contains(", validated") && !text.contains("clearance"), text);
  const QString motion = folder_.path("blind.csv");
  WW_COMPARE_EXIT(runCli({"plan", off, "--to", "behind_fixture", "--out", motion, "--quiet"}), 0);
  const QJsonObject judged = jsonOf({"validate", off, motion});
  QVERIFY(!judged["valid"].toBool(true) && !judged["checked"].toBool(true) && judged["limits_valid"].toBool());
  const QJsonObject sound = jsonOf({"plan", world_, "--to", "behind_fixture"});
  QVERIFY(at(sound, "report/validated").toBool() && at(sound, "report/checked").toBool());
}

// A thin plate in the way of the wrist, where no check of so coarse a spacing falls.
void TestCliCoverage::whatCoarseChecksPassOverIsFound() {
  const QString thin = edited("thin", R"(edits { create_object { name: "plate" name_is_global_alias: true
    parent_object { reference { by_name { object_name: "root" } } entity_filter { include_base_entity: true } }
    parent_object_t_created_object { position { x: 0.384136656 y: 0.357860349 z: 1.455 } orientation { w: 1 } }
    create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value {
      named_geometries { key: "box" value { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives {
        shape { box { size { x: 0.02 y: 0.0005 z: 0.02 } } } } } } } } } } } } } } } })");
  QVERIFY(!thin.isEmpty());
  const QByteArray request =
      jointMotion({1.2, 0, 0, 0, 0, 0}, "JOINT", "collision_settings { collision_check_spacing: 1 }");
  const QByteArray start = "robot_specification { start_configuration { joints: [0.3, 0, 0, 0, 0, 0] } ";
  const CliRun run =
      runCli({"plan", thin,
              folder_.write("thin_plan.textproto", QByteArray(request).replace("robot_specification {", start))});
  WW_COMPARE_EXIT(run, 0);  // the spacing is obeyed
  QVERIFY2(run.out.contains("not validated: it collides between two checks"), run.describe());
  QVERIFY2(run.err.contains("plate"), run.describe());
}

void TestCliCoverage::inverseKinematicsSaysSo() {
  const QByteArray target =
      kRobot +
      "target { cartesian_pose { moving_frame { by_name { frame { object_name: \"gripper\" frame_name: \"tool_frame\" "
      "} } } target_frame { by_name { object { object_name: \"root\" } } } target_frame_offset { position { x: 0.5 z: "
      "0.9 } orientation { x: 1 } } } } ";
  const CliRun bare = runCli({"ik", world_, folder_.write("ik.textproto", target), "--json"});
  WW_COMPARE_EXIT(bare, 0);
  QVERIFY(!QJsonDocument::fromJson(bare.out).object()["checked"].toBool());
  QVERIFY2(bare.err.contains("not checked for collisions"), bare.err);
  const CliRun checked =
      runCli({"ik", world_, folder_.write("ik2.textproto", target + "collision_settings { }"), "--json"});
  QVERIFY(checked.exit != 0 || QJsonDocument::fromJson(checked.out).object()["checked"].toBool());
  QVERIFY(!checked.err.contains("not checked"));
  // The keys of `check`, with the settings of the request, or none.
  const QByteArrayList keys = {"checked:b", "settings:s", "left_out:a"};
  WW_VERIFY_FAULTLESS(keysFault(bare.json(), keys + QByteArrayList{"not_checked:s", "hint:s"}));
  QCOMPARE(bare.json()["settings"].toString(), QString("none"));
  const QJsonObject shown =
      jsonOf({"ik", world_,
              folder_.write("ik3.textproto", target + "disable_error_on_collisions: true collision_settings { }")});
  WW_VERIFY_FAULTLESS(keysFault(shown, keys));
  QCOMPARE(shown["settings"].toString(), QString("request"));
  QVERIFY(shown["checked"].toBool() && !shown.contains("not_checked"));
  // Settings that leave nothing to be looked at find nothing valid.
  const QByteArray rule =
      "collision_rules { left { object { by_name { object_name: \"robot\" } } } left { object { by_name { object_name: "
      "\"gripper\" } } } %1 collision_action { is_excluded: true } } ";
  QByteArray all = rule, within = rule;
  all.replace("%1", "");
  within.replace("%1",
                 "right { object { by_name { object_name: \"robot\" } } } right { object { by_name { object_name: "
                 "\"gripper\" } } }");
  const QByteArray excluded = target + "collision_settings { " + all + within + "} ";
  const QJsonObject none = jsonOf({"ik", world_, folder_.write("ik4.textproto", excluded)});
  QVERIFY(!none["checked"].toBool());
  QCOMPARE(at(none, "ik_debug_information/ik_solutions/0/validation_result/collision_validity_check").toString(),
           QString());
}

// What collides wherever the robot stands: a plan leaves it out and a check of a path tells it, in the same words.
void TestCliCoverage::plansAndPathsAgreeOnBases() {
  const QString sunk = edited("sunk", R"(edits { create_object { name: "slab" name_is_global_alias: true
    parent_object { reference { by_name { object_name: "root" } } entity_filter { include_base_entity: true } }
    parent_object_t_created_object { position { z: 0.7 } orientation { w: 1 } }
    create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value {
      named_geometries { key: "box" value { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives {
        shape { box { size { x: 0.3 y: 0.3 z: 0.1 } } } } } } } } } } } } } } } })");
  QVERIFY(!sunk.isEmpty());
  const CliRun plan = runCli({"plan", sunk, "--to", "home"});
  WW_COMPARE_EXIT(plan, 0);
  const CliRun walk = runCli({"path-check", sunk, folder_.write("sunk.textproto", path({}))});
  WW_COMPARE_EXIT(walk, 1);
  for (const CliRun& run : {plan, walk})
    QVERIFY2((run.err + run.out).contains("'robot:base_link' and 'slab:slab' overlap by"), run.describe());
  QVERIFY2(plan.out.contains("validated but for what overlaps wherever the robot stands"), plan.describe());
  // The judge of the same motion says what the plan said.
  const QString file = folder_.path("sunk.csv");
  WW_COMPARE_EXIT(runCli({"plan", sunk, "--to", "home", "--out", file, "--no-note", "all"}), 0);
  const CliRun judged = runCli({"validate", sunk, file});
  WW_COMPARE_EXIT(judged, 0);
  QVERIFY2(judged.err.contains("'robot:base_link' and 'slab:slab' overlap by") &&
               judged.out.startsWith("valid but for what overlaps wherever the robot stands: "),
           judged.describe());
  const QJsonObject verdict = jsonOf({"validate", sunk, file});
  QVERIFY(verdict["valid"].toBool());
  QVERIFY(at(verdict, "notes/0").toString().contains("overlap by"));
  QCOMPARE(at(verdict, "note_codes/0").toString(), QString("planning.collides-anywhere"));
  QVERIFY2(walk.out.startsWith("wherever the robot stands: ") && walk.out.contains("move 'slab:slab' or 'robot'") &&
               !walk.out.contains("waypoints in between"),
           walk.describe());
}

// A pair that the world excludes is excluded for both, whose settings are not in the request.
void TestCliCoverage::exclusionsHoldForPathsAsForPlans() {
  const auto box = [](const QByteArray& rule) {
    return QByteArray(R"(edits { create_object { name: "block" name_is_global_alias: true
    parent_object { reference { by_name { object_name: "root" } } entity_filter { include_base_entity: true } }
    parent_object_t_created_object { position { x: 0.4 z: 1.3 } orientation { w: 1 } }
    create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value {
      named_geometries { key: "box" value { geometry { inline_geometry_data { exact_geometry { primitive_set { primitives {
        shape { box { size { x: 0.8 y: 0.8 z: 0.8 } } } } } } } } } } } } } } } })") +
           rule;
  };
  const QString there = edited("there", box({}));
  const QString excluded = edited("excluded", box(R"(edits { world_update { update_collision_settings {
    collision_settings { collision_rules { left { object { by_name { object_name: "block" } } }
                                           collision_action { is_excluded: true } } } } } })"));
  QVERIFY(!there.isEmpty() && !excluded.isEmpty());
  const QString request = folder_.write("excluded_path.textproto", path({}));
  QVERIFY(jsonOf({"path-check", there, request}, 1)["has_collision"].toBool());
  QVERIFY(!jsonOf({"path-check", excluded, request})["has_collision"].toBool());
  WW_COMPARE_EXIT(runCli({"plan", there, "--to", "ready"}), 1);
  WW_COMPARE_EXIT(runCli({"plan", excluded, "--to", "ready"}), 0);
  // What the world does not check at all, neither looks at.
  const QString off = edited("off3", "updates { update_collision_settings { " + kOff + " } }");
  QVERIFY(!jsonOf({"path-check", off, request})["checked"].toBool());
}

QTEST_GUILESS_MAIN(TestCliCoverage)
#include "test_cli_coverage.moc"
