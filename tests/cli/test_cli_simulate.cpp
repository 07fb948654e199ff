// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// The verb `simulate`: scripts, records, replays.
class TestCliSimulate : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    world_ = folder_.path("cell.wright");
    QCOMPARE(runCli({"new", world_}).exit, 0);
    const QString edits = folder_.write(
        "crate.textproto",
        "edits { create_object { name: 'crate' name_is_global_alias: true "
        "parent_object { reference { id: 'root' } entity_filter { include_base_entity: true } } "
        "parent_object_t_created_object { position { z: 1 } orientation { w: 1 } } "
        "create_from_scene_object { scene_object { name: 'crate' entities { name: 'body' link { physics_component "
        "{ mass_kg: 2 inertia { rows: 3 cols: 3 values: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] } } } } } } } }");
    const CliRun run = runCli({"apply", world_, edits});
    QVERIFY2(run.exit == 0, run.describe().constData());
  }

  void whatFallsFalls() {
    const QByteArray before = readAll(world_);
    const CliRun run = runCli({"simulate", world_, "--seconds", "0.5", "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    const QJsonObject json = run.json();
    QCOMPARE(json["steps"].toInt(), 500);
    // It would fall through a floor as well, which is said.
    QVERIFY2(json["note_codes"].toArray().contains(QStringLiteral("simulation.no-collider")),
             run.describe().constData());
    QCOMPARE(json["note_hints"].toArray().size(), json["notes"].toArray().size());
    QVERIFY2(!json["note_hints"].toArray()[0].toString().isEmpty(), run.describe().constData());
    const QJsonObject crate = json["models"].toArray()[0].toObject();
    QCOMPARE(crate["name"].toString(), QStringLiteral("crate"));
    QVERIFY(std::abs(crate["moved_m"].toDouble() - 0.5 * 9.81 * 0.25) < 5e-3);
    const QJsonObject energy = json["energy"].toObject();
    QVERIFY(std::abs(energy["end"].toObject()["kinetic_j"].toDouble() - 0.5 * 2 * 4.905 * 4.905) < 1e-6);
    QCOMPARE(readAll(world_), before);
  }

  // Nothing is simulated: what should be known before is told, each finding with its repairs.
  void whatShouldBeKnownBefore() {
    const QByteArray before = readAll(world_);
    CliRun run = runCli({"simulate", world_, "--check", "--json"});
    QCOMPARE(run.exit, 1);
    QVERIFY(!run.json()["ok"].toBool());
    const QJsonArray findings = run.json()["findings"].toArray();
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings[0]["code"].toString(), QStringLiteral("simulation.no-collider"));
    QCOMPARE(findings[0]["objects"].toArray()[0].toString(), QStringLiteral("crate"));
    QCOMPARE(findings[0]["fixes"].toArray().size(), 1);
    run = runCli({"simulate", world_, "--check"});
    QVERIFY2(run.out.contains("crate"), run.describe().constData());
    QCOMPARE(readAll(world_), before);
    const QString empty = folder_.path("empty.wright");
    QCOMPARE(runCli({"new", empty}).exit, 0);
    QCOMPARE(runCli({"simulate", empty, "--check"}).exit, 0);
  }

  void aScriptIsRecordedAndReplayed() {
    const QString script =
        folder_.write("push.textproto",
                      "operations { time: 0.1 apply_body_wrench { body_name: 'crate::body' wrench { force { x: 2 } } "
                      "duration: 0.1 } } operations { time: 0.2 set_link_properties { link_name: 'crate' properties { "
                      "mass: 4 ixx: 0.01 iyy: 0.01 izz: 0.01 gravity_mode: true } } }");
    const QString record = folder_.path("record.json"), table = folder_.path("record.csv");
    CliRun run = runCli({"simulate", world_, "--seconds", "0.3", "--script", script, "--record", record, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QCOMPARE(run.json()["operations"].toArray().size(), 2);
    QCOMPARE(run.json()["frames"].toInt(), 31);
    const QString hash = run.json()["state_hash"].toString();
    run = runCli({"simulate", world_, "--replay", record, "--record", table, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QCOMPARE(run.json()["state_hash"].toString(), hash);
    QVERIFY(run.json()["replayed"].toBool());
    const QByteArray rows = readAll(table);
    QVERIFY(rows.startsWith("time_s,kind,name"));
    QCOMPARE(rows.count("\n"), 1 + 31 * 2);
    // Another figure in the script, and the replay says where it differs.
    QByteArray changed = readAll(record);
    changed.replace("\"x\": 2\n", "\"x\": 2.5\n");
    QVERIFY(changed != readAll(record));
    run = runCli({"simulate", world_, "--replay", folder_.write("changed.json", changed)});
    QCOMPARE(run.exit, 1);
    QVERIFY2(run.err.contains("the replay differs"), run.describe().constData());
  }

  // Of a model in a field no file is named, and least of all one of our own.
  void aBrokenModelIsNamedByItsField() {
    const QString script =
        folder_.write("broken.textproto", "operations { time: 0 spawn_model { model_name: 'b' model_xml: '<sdf' } }");
    const CliRun run = runCli({"simulate", world_, "--script", script, "--seconds", "0.1"});
    QVERIFY2(run.exit != 0 && run.err.contains("model_xml"), run.describe().constData());
    QVERIFY2(!run.err.contains("model.sdf"), run.describe().constData());
  }

  void aModelIsSpawned() {
    const QString script = folder_.write(
        "spawn.textproto",
        "operations { time: 0 spawn_model { model_name: 'ball' model_xml: '<robot name=\"b\"><link name=\"l\">"
        "<inertial><mass value=\"1\"/><inertia ixx=\"0.1\" iyy=\"0.1\" izz=\"0.1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"
        "</inertial><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link></robot>' "
        "initial_pose { position { x: 3 z: 0.5 } orientation { w: 1 } } } }");
    const CliRun run = runCli({"simulate", world_, "--seconds", "1", "--script", script, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    bool found = false;
    for (const QJsonValue model : run.json()["models"].toArray()) {
      if (model["name"].toString() != QStringLiteral("ball")) continue;
      found = true;
      QVERIFY(std::abs(model["pose"]["position"][2].toDouble() - 0.1) < 1e-3);
    }
    QVERIFY(found);
  }

 private:
  static QByteArray readAll(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read");
    return file.readAll();
  }

  ScratchFolder folder_;
  QString world_;
};

QTEST_GUILESS_MAIN(TestCliSimulate)
#include "test_cli_simulate.moc"
