// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// Edits by file: both kinds of message, in all three forms, wholly or not at all.
class TestCliApply : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { world_ = makeSample(folder_); }

  void forms_data();
  void forms();
  void keys();
  void createsPrimitives();
  void objectsAreConfiguredAndUpdated();
  void allFaultsOfASceneObjectAreTold();
  void allOrNothing();
  void dryRunAndOut();
  void nothingChanged();
  void unknownFieldsStay();
  void badNumbers_data();
  void badNumbers();
  void deepNesting_data();
  void deepNesting();
  void largeInputs();
  void manyEdits();
  void commandsTakeTurns();
  void newFilesTakeTurns();
  void unknownTypesAreShown();

 private:
  QString copy(const QString& name) {
    const QString path = folder_.path(name);
    QFile::remove(path);
    if (!QFile::copy(world_, path)) qFatal("cannot copy");
    return path;
  }

  ScratchFolder folder_;
  QString world_;
};

static const QByteArray kRenameText =
    "update_object_name { object { by_name { object_name: \"crate\" } } name: \"box\" name_is_global_alias: true }";
static const QByteArray kRenameJson =
    R"({"update_object_name":{"object":{"by_name":{"object_name":"crate"}},"name":"box","name_is_global_alias":true}})";
// object { by_name { object_name: "crate" } } name: "box" name_is_global_alias: true, each length by hand.
static QByteArray field(int number, const QByteArray& bytes) {
  QByteArray out;
  int key = number << 3 | 2;
  for (; key > 127; key >>= 7) out += static_cast<char>(key | 128);
  return out + static_cast<char>(key) + static_cast<char>(bytes.size()) + bytes;
}
static QByteArray renameBinary() {
  return field(1, field(2, field(2, field(1, "crate"))) + field(3, "box") + QByteArray("\x28\x01", 2));
}

void TestCliApply::forms_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  QTest::newRow("updates, text") << "e.textproto"
                                 << "updates { " + kRenameText + " }";
  QTest::newRow("updates, json") << "e.json"
                                 << "{\"updates\":[" + kRenameJson + "]}";
  QTest::newRow("updates, camel case")
      << "e.json"
      << QByteArray(
             R"({"updates":[{"updateObjectName":{"object":{"byName":{"objectName":"crate"}},"name":"box","nameIsGlobalAlias":true}}]})");
  QTest::newRow("updates, binary") << "e.binpb" << field(1, renameBinary());
  QTest::newRow("edits, text") << "e.textproto"
                               << "edits { world_update { " + kRenameText + " } }";
  QTest::newRow("edits, json") << "e.json"
                               << "{\"edits\":[{\"world_update\":" + kRenameJson + "}]}";
  QTest::newRow("edits, binary") << "e.binpb" << field(1, field(1, renameBinary()));
  QTest::newRow("updates, text, standard input") << "-"
                                                 << "updates { " + kRenameText + " }";
  QTest::newRow("updates, json, standard input") << "-"
                                                 << " \n{\"updates\":[" + kRenameJson + "]}";
  QTest::newRow("edits, text, standard input") << "-"
                                               << "edits { world_update { " + kRenameText + " } }";
}

void TestCliApply::forms() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  const QString file = copy("forms.wright");
  const bool input = name == "-";
  const QJsonObject done =
      jsonOf({"apply", file, input ? name : folder_.write(name, bytes)}, 0, withInput(input ? bytes : QByteArray()));
  QCOMPARE(done["applied"].toInt(), 1);
  QVERIFY(done["changed"].toBool());
  QCOMPARE(jsonOf({"get", file, "box"})["name"].toString(), QString("box"));
  WW_COMPARE_EXIT(runCli({"get", file, "crate"}), 1);
  WW_COMPARE_EXIT(runCli({"verify", file}), 0);
}

void TestCliApply::keys() {
  const QJsonObject done =
      jsonOf({"apply", copy("keys.wright"), folder_.write("k.textproto", "updates { " + kRenameText + " }")});
  WW_VERIFY_FAULTLESS(keysFault(done, {"applied:n", "changed:b", "created:a", "content_hash:s", "dry_run:b"}));
}

void TestCliApply::createsPrimitives() {
  const QString file = copy("create.wright");
  const QString edits = folder_.write("create.textproto", R"(
    edits { create_object { name: "post" parent_object { reference { id: "root" } entity_filter { include_base_entity: true } } name_is_global_alias: true
      parent_object_t_created_object { position { x: 2 y: 0 z: 0.5 } orientation { w: 1 } }
      create_single_entity_object { geometry_component { named_geometries { key: "Intrinsic_Collision" value { named_geometries { key: "box" value { geometry {
        inline_geometry_data { exact_geometry { primitive_set { primitives { shape { box { size { x: 0.2 y: 0.2 z: 1 } } } } } } } } } } } } } } } }
    edits { copy_object { source { by_name { object_name: "fixture" } } name: "fixture_2" name_is_global_alias: true
      parent_object_t_copy { position { x: 2 y: 1 } orientation { w: 1 } } } })");
  const CliRun run = runCli({"apply", file, edits, "--json"});
  WW_COMPARE_EXIT(run, 0);
  QCOMPARE(run.json()["created"].toArray().size(), 2);
  for (const QJsonValue& made : run.json()["created"].toArray())
    QVERIFY(jsonOf({"get", file, made["id"].toString()})["name"] == made["name"]);
  const QJsonArray place = at(jsonOf({"transform", file, "root", "fixture_2"}), "a_t_b/position").toArray();
  QCOMPARE(place, (QJsonArray{2.0, 1.0, 0.0}));
}

void TestCliApply::objectsAreConfiguredAndUpdated() {
  const QString file = copy("updated.wright");
  const QString edits = folder_.write("updated.textproto", R"(
    edits { create_configured_object { config { new_frames { new_frame_name: "grip" } }
      request { name: "post" name_is_global_alias: true create_from_scene_object { scene_object {
        entities { name: "base" link {} } } } } } }
    edits { update_scene_object { object { by_name { object_name: "post" } } updates {
      updates { update_physics_properties { entity_name: "base" mass_kg: 4 } }
      updates { rename_entity { entity_name: "grip" new_entity_name: "handle" } } } } }
    edits { update_scene_object { object { by_name { object_name: "post" } } instance_updates {
      updates { update_simulation_properties { is_static: true } } } } })");
  WW_COMPARE_EXIT(runCli({"apply", file, edits}), 0);
  const QJsonObject post = jsonOf({"get", file, "post", "--view", "full"});
  QVERIFY(at(post, "object_component/simulation_component/is_static").toBool());
  QCOMPARE(jsonOf({"get", file, "post/handle"})["name"].toString(), QStringLiteral("handle"));
  bool weighed = false;
  const QJsonObject entities = post["entities"].toObject();
  for (const QJsonValue& entity : entities)
    weighed = weighed || at(entity.toObject(), "physics_component/mass_kg") == 4.0;
  QVERIFY(weighed);
}

void TestCliApply::allFaultsOfASceneObjectAreTold() {
  const QString edits = folder_.write("faults.textproto", R"(
    edits { create_object { name: "thing" parent_object { reference { id: "root" } entity_filter { include_base_entity: true } }
      create_from_scene_object { scene_object { name: "thing" entities { name: "base" link {} }
        entities { name: "base" parent_name: "base" frame {} }
        entities { name: "arm" parent_name: "bsae" link { physics_component { mass_kg: -1 } } } } } } })");
  const CliRun run = runCli({"apply", copy("faults.wright"), edits});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorLineFault(run, "INVALID_ARGUMENT"));
  for (const char* part : {"the scene object has 3 faults: two entities are named 'base'; ",
                           "; the parent 'bsae' of entity 'arm' does not exist; ", "; link 'arm': mass_kg is -1: "})
    QVERIFY2(run.err.contains(part), run.err);
}

void TestCliApply::allOrNothing() {
  const QString file = copy("atomic.wright");
  const QByteArray before = hashOf(file);
  const QString edits = folder_.write(
      "half.textproto",
      "updates { " + kRenameText + " }\nupdates { delete_object { object { by_name { object_name: \"nope\" } } } }");
  const CliRun run = runCli({"apply", file, edits, "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "NOT_FOUND"));
  QCOMPARE(hashOf(file), before);
}

void TestCliApply::dryRunAndOut() {
  const QString file = copy("dry.wright");
  const QByteArray before = hashOf(file);
  const QString edits = folder_.write("dry.textproto", "updates { " + kRenameText + " }");
  const QJsonObject dry = jsonOf({"apply", file, edits, "--dry-run"});
  QVERIFY(dry["dry_run"].toBool() && dry["changed"].toBool());
  QCOMPARE(hashOf(file), before);
  const QString out = folder_.path("dry_out.wright");
  const QJsonObject done = jsonOf({"apply", file, edits, "--out", out});
  QCOMPARE(done["content_hash"], dry["content_hash"]);
  QCOMPARE(jsonOf({"info", out})["content_hash"], dry["content_hash"]);
  QCOMPARE(hashOf(file), before);
  QCOMPARE(jsonOf({"apply", file, edits, "--dry-run", "--out", folder_.path("not.wright")})["dry_run"].toBool(), true);
  QVERIFY(!QFileInfo::exists(folder_.path("not.wright")));
}

void TestCliApply::nothingChanged() {
  const QString file = copy("same.wright");
  const QByteArray before = hashOf(file);
  const QJsonObject none = jsonOf({"apply", file, folder_.write("none.textproto", "")});
  QCOMPARE(none["applied"].toInt(-1), 0);
  QCOMPARE(none["changed"].toBool(true), false);
  QCOMPARE(hashOf(file), before);
}

// What a newer program put into a scene object is still there after later edits by this one.
void TestCliApply::unknownFieldsStay() {
  const QString file = copy("unknown.wright");
  const QByteArray unknown = QByteArray::fromHex("cae50309") + "from_2031";  // field 7769, nine bytes
  const QByteArray entity = field(1, "base") + field(5, QByteArray()) + unknown;
  const QByteArray spec = field(1, field(2, "later") + field(4, entity));
  const QByteArray create = field(2, "later") +
                            field(3, field(1, field(1, "root")) + field(2, QByteArray("\x08\x01", 2))) +
                            field(12, spec) + QByteArray("\x48\x01", 2);
  WW_COMPARE_EXIT(runCli({"apply", file, folder_.write("newer.binpb", field(1, field(2, create)))}), 0);
  QVERIFY(readFile(file).contains("from_2031"));
  const QByteArray move =
      "updates { update_transform { node_a { id: \"root\" } node_b { by_name { object { object_name: \"later\" } } } "
      "node_to_update { by_name { object { object_name: \"later\" } } } a_t_b { position { x: 1 } orientation { w: 1 } "
      "} } }";
  WW_COMPARE_EXIT(runCli({"apply", file, folder_.write("move.textproto", move)}), 0);
  const QString other = folder_.path("unknown_2.wright");
  WW_COMPARE_EXIT(runCli({"apply", file, folder_.write("none.textproto", ""), "--out", other}), 0);
  QVERIFY(readFile(other).contains("from_2031"));
  WW_COMPARE_EXIT(runCli({"verify", other}), 0);
}

void TestCliApply::badNumbers_data() {
  QTest::addColumn<QByteArray>("pose");
  QTest::newRow("nan") << QByteArray("position { x: nan } orientation { w: 1 }");
  QTest::newRow("inf") << QByteArray("position { x: inf } orientation { w: 1 }");
  QTest::newRow("nan rotation") << QByteArray("orientation { w: nan }");
  QTest::newRow("zero rotation") << QByteArray("orientation { w: 0 }");
  QTest::newRow("far from unit") << QByteArray("orientation { w: 5 }");
}

void TestCliApply::badNumbers() {
  QFETCH(QByteArray, pose);
  const QString file = copy("numbers.wright");
  const QByteArray before = hashOf(file);
  const QByteArray text =
      "updates { update_transform { node_a { id: \"root\" } node_b { by_name { object { object_name: \"crate\" } } } "
      "node_to_update { by_name { object { object_name: \"crate\" } } } a_t_b { " +
      pose + " } } }";
  const CliRun run = runCli({"apply", file, folder_.write("numbers.textproto", text), "--json"});
  WW_COMPARE_EXIT(run, 1);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "INVALID_ARGUMENT"));
  QCOMPARE(hashOf(file), before);
}

void TestCliApply::deepNesting_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QByteArray>("bytes");
  const int depth = 200000;
  QTest::newRow("text") << "deep.textproto"
                        << QByteArray("target { constraint_intersection { constraints ").repeated(1) +
                               QByteArray("{ constraint_intersection { constraints ").repeated(depth);
  QTest::newRow("json") << "deep.json"
                        << QByteArray("{\"target\":")
                               .append(QByteArray("{\"constraint_intersection\":{\"constraints\":[").repeated(depth));
  QTest::newRow("json lists") << "lists.json" << QByteArray("[").repeated(depth);
  QTest::newRow("text brackets") << "brackets.textproto"
                                 << "target " + QByteArray("{").repeated(depth);
  QTest::newRow("text lists") << "tl.textproto"
                              << "joints { joints: " + QByteArray("[").repeated(depth);
  QTest::newRow("binary") << "deep.binpb" << QByteArray("\x13").repeated(depth);
}

void TestCliApply::deepNesting() {
  QFETCH(QString, name);
  QFETCH(QByteArray, bytes);
  const CliRun run = runCli({"ik", world_, folder_.write(name, bytes), "--json"});
  WW_COMPARE_EXIT(run, 3);
  WW_VERIFY_FAULTLESS(errorObjectFault(run, "INVALID_ARGUMENT"));
}

void TestCliApply::largeInputs() {
  for (const char* name : {"large.textproto", "large.json", "large.binpb"}) {
    const QString file = folder_.write(name, "");
    QVERIFY(QFile::resize(file, 1ll << 30));
    const CliRun run = runCli({"apply", world_, file, "--dry-run", "--json"}, withTimeout(15000));
    WW_COMPARE_EXIT(run, 4);
    WW_VERIFY_FAULTLESS(errorObjectFault(run, "RESOURCE_EXHAUSTED"));
  }
}

void TestCliApply::manyEdits() {
  const QString file = copy("many.wright");
  QByteArray text;
  for (int i = 0; i < 300; ++i) {
    text += "edits { copy_object { source { by_name { object_name: \"part_1\" } } name: \"copy_" +
            QByteArray::number(i) + "\" } }\n";
  }
  QCOMPARE(jsonOf({"apply", file, folder_.write("many.textproto", text)})["created"].toArray().size(), 300);
  QCOMPARE(jsonOf({"info", file})["objects"].toInt(), 311);
  WW_COMPARE_EXIT(runCli({"verify", file}), 0);
}

void TestCliApply::commandsTakeTurns() {
  const QString file = copy("turns.wright");
  std::vector<std::unique_ptr<Running>> running;
  for (int i = 0; i < 8; ++i) {
    const QString edits = folder_.path(QStringLiteral("turn%1.textproto").arg(i));
    QFile out(edits);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(QStringLiteral("updates { create_frame { parent_object_with_filter { reference { id: 'root' } } "
                             "new_frame_name: 'turn%1' } }")
                  .arg(i)
                  .toUtf8());
    out.close();
    running.push_back(std::make_unique<Running>(QStringList{"apply", file, edits}));
  }
  for (const auto& one : running) QVERIFY(one->process.waitForFinished(30000));
  for (int i = 0; i < 8; ++i) WW_COMPARE_EXIT(runCli({"get", file, QStringLiteral("root/turn%1").arg(i)}), 0);
}

// Named as a user would, relative to where he is.
void TestCliApply::newFilesTakeTurns() {
  const QString stl = folder_.write("part.stl",
                                    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 "
                                    "0\nendloop\nendfacet\nendsolid s\n");
  const QString was = QDir::currentPath();
  QVERIFY(QDir::setCurrent(folder_.path({})));
  std::vector<std::unique_ptr<Running>> imports, made;
  for (int i = 0; i < 4; ++i)
    imports.push_back(std::make_unique<Running>(
        QStringList{"import", stl, "--into", "fresh.wright", "--name", QStringLiteral("part_%1").arg(i)}));
  for (int i = 0; i < 4; ++i) made.push_back(std::make_unique<Running>(QStringList{"new", "made.wright"}));
  int successes = 0;
  for (const auto& one : imports) QVERIFY(one->process.waitForFinished(60000) && one->process.exitCode() == 0);
  for (const auto& one : made) QVERIFY(one->process.waitForFinished(60000));
  for (const auto& one : made) successes += one->process.exitCode() == 0;
  QDir::setCurrent(was);
  for (int i = 0; i < 4; ++i)
    WW_COMPARE_EXIT(runCli({"get", folder_.path("fresh.wright"), QStringLiteral("part_%1").arg(i)}), 0);
  QCOMPARE(successes, 1);
  QCOMPARE(QDir(folder_.path({})).entryList({"*.lock"}, QDir::Files | QDir::Hidden), QStringList());
}

void TestCliApply::unknownTypesAreShown() {
  const QString file = copy("any.wright");
  const CliRun run = runCli(
      {"apply", file, "-"},
      withInput("edits { world_update { update_object_properties { object { by_name { object_name: 'table' } } "
                "user_data { policy: POLICY_INSERT "
                "user_data { key: 'x' value { type_url: 'type.googleapis.com/foo.Bar' value: 'hello' } } } } } }"));
  WW_COMPARE_EXIT(run, 0);
  const CliRun got = runCli({"get", file, "table", "--json"});
  WW_COMPARE_EXIT(got, 0);
  const QJsonObject any = at(got.json(), "object_component/user_data/x").toObject();
  QCOMPARE(any["@type"].toString(), QString("type.googleapis.com/foo.Bar"));
  QCOMPARE(QByteArray::fromBase64(any["value"].toString().toLatin1()), QByteArray("hello"));
  QVERIFY2(got.err.isEmpty(), got.err.constData());
}

QTEST_GUILESS_MAIN(TestCliApply)
#include "test_cli_apply.moc"
