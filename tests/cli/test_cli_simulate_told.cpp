// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/cli/cases.h"

using namespace ww::test;

// What the verb `simulate` tells of large scenes, of scripts and of runs that go wrong.
class TestCliSimulateTold : public QObject {
  Q_OBJECT

 private:
  static QByteArray crate(const QByteArray& alias) {
    return "edits { create_object { name: 'crate' " + alias +
           "parent_object { reference { id: 'root' } entity_filter { include_base_entity: true } } "
           "parent_object_t_created_object { position { z: 1 } orientation { w: 1 } } "
           "create_from_scene_object { scene_object { name: 'crate' entities { name: 'body' link { physics_component "
           "{ mass_kg: 2 inertia { rows: 3 cols: 3 values: [0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01] } } } } } } } }";
  }

 private Q_SLOTS:
  void initTestCase() {
    world_ = folder_.path("cell.wright");
    QCOMPARE(runCli({"new", world_}).exit, 0);
    const CliRun run =
        runCli({"apply", world_, folder_.write("crate.textproto", crate("name_is_global_alias: true "))});
    QVERIFY2(run.exit == 0, run.describe().constData());
  }

  // What is held has another name, and has moved from where it began all the same.
  void whatIsHeldHasMovedFromWhereItBegan() {
    const QString cell = folder_.path("held.wright");
    WW_COMPARE_EXIT(runCli({"new", cell}), 0);
    WW_COMPARE_EXIT(runCli({"apply", cell, folder_.write("plain.textproto", crate({}))}), 0);
    const QString script = folder_.write(
        "held.textproto",
        "operations { time: 0 spawn_model { model_name: 'second' copy_of: 'crate' initial_pose { position { x: 3 z: 5 "
        "} "
        "orientation { w: 1 } } } } operations { time: 0.2 hold_model { model_name: 'crate' link_name: 'second::body' "
        "} }");
    const CliRun run = runCli({"simulate", cell, "--seconds", "0.3", "--no-floor", "--script", script, "--json"});
    WW_COMPARE_EXIT(run, 0);
    double moved = 0.0;
    for (const QJsonValue model : run.json()["models"].toArray())
      if (model["name"].toString() == "second/crate") moved = model["moved_m"].toDouble();
    QVERIFY2(moved > 0.4, run.describe().constData());
  }

  // Of a chain of many joints those that moved most have a line; JSON has all.
  void ofManyJointsThoseThatMovedMostAreTold() {
    const QString cell = folder_.path("chain.wright");
    QByteArray urdf = "<robot name='chain'><link name='l0'/>";
    for (int i = 1; i <= 30; ++i) {
      const QByteArray n = QByteArray::number(i), before = QByteArray::number(i - 1);
      urdf += "<link name='l" + n +
              "'><inertial><origin xyz='0.05 0 0'/><mass value='0.1'/><inertia ixx='0.001' ixy='0' ixz='0' iyy='0.001' "
              "iyz='0' izz='0.001'/></inertial></link><joint name='j" +
              n + "' type='continuous'><parent link='l" + before + "'/><child link='l" + n +
              "'/><origin xyz='0.1 0 0'/><axis xyz='0 1 0'/></joint>";
    }
    WW_COMPARE_EXIT(runCli({"import", folder_.write("chain.urdf", urdf + "</robot>"), "--into", cell}), 0);
    const QStringList asked{"simulate", cell, "--seconds", "0.6", "--no-floor", "--free-joints"};
    const CliRun text = runCli(asked), json = runCli(asked + QStringList{"--json"});
    const QJsonArray joints = json.json()["models"].toArray()[0].toObject()["joints"].toArray();
    QVERIFY2(joints.size() > 15, json.describe().constData());
    QCOMPARE(text.out.count(" at the start, "), 10 + 1);  // and that of the energy
    const QByteArray rest = "and " + QByteArray::number(joints.size() - 10) + " more joints";
    QVERIFY2(text.out.contains(rest), text.describe().constData());
    std::vector<std::pair<double, QByteArray>> far;
    for (const QJsonValue joint : joints)
      far.emplace_back(-std::abs(joint["end"].toDouble() - joint["start"].toDouble()),
                       joint["name"].toString().toUtf8());
    std::ranges::sort(far);
    for (std::size_t i = 0; i < far.size(); ++i)
      QVERIFY2(text.out.contains("  " + far[i].second + ": ") == (i < 10), far[i].second.constData());
  }

  // What a script puts there at the start has its energy at the start.
  void theEnergyAtTheStartHasWhatIsSpawnedThen() {
    const QString script = folder_.write(
        "late.textproto",
        "operations { time: 0 spawn_model { model_name: 'second' copy_of: 'crate' initial_pose { position { x: 3 z: 5 "
        "} "
        "orientation { w: 1 } } } } operations { time: 0.05 spawn_model { model_name: 'third' copy_of: 'crate' "
        "initial_pose { position { x: 6 z: 50 } orientation { w: 1 } } } }");
    const CliRun run = runCli({"simulate", world_, "--seconds", "0.1", "--script", script, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    const double start = run.json()["energy"].toObject()["start"].toObject()["potential_j"].toDouble();
    QVERIFY2(std::abs(start - 2 * 9.81 * (1 + 5)) < 0.1, run.describe().constData());
  }

  // Of a model that is not there all are named that are, also those that stand.
  void modelsThatStandAreNamed() {
    const QString script = folder_.write(
        "stand.textproto",
        "operations { time: 0 spawn_model { model_name: 'pillar' copy_of: 'crate' is_static: true initial_pose { "
        "position { x: 3 z: 5 } orientation { w: 1 } } } } "
        "operations { time: 0 delete_model { model_name: 'nobody' } }");
    const CliRun run = runCli({"simulate", world_, "--seconds", "0.1", "--script", script});
    QVERIFY2(run.exit != 0 && run.err.contains("crate") && run.err.contains("pillar"), run.describe().constData());
  }

  // What flies out of all bounds ends the run; the record has it up to then, and can be replayed.
  void aRunThatEndsOutOfBoundsIsRecorded() {
    const QString script = folder_.write(
        "out.textproto",
        "operations { time: 0.05 apply_body_wrench { body_name: 'crate::body' reference_frame: 'crate::body' wrench { "
        "force { x: 1e9 } } duration: 1 } }");
    for (const char* ending : {"json", "binpb", "csv"}) {
      const QString record = folder_.path(QByteArray("out.") + ending);
      CliRun run = runCli({"simulate", world_, "--seconds", "1", "--script", script, "--record", record, "--json"});
      const QByteArray told = at(run.json(), "error/message").toString().toUtf8();
      QVERIFY2(run.exit == 1 && at(run.json(), "error/title").toString().contains("left all bounds"),
               run.describe().constData());
      QVERIFY2(told.contains("what happened up to") && told.contains(record.toUtf8()), run.describe().constData());
      QVERIFY(QFile::exists(record));
      if (record.endsWith("csv")) continue;
      run = runCli({"simulate", world_, "--replay", record, "--json"});
      QVERIFY2(run.exit == 0 && run.json()["replayed"].toBool(), run.describe().constData());
      QVERIFY2(run.json()["frames"].toInt() >= 6 && run.json()["seconds"].toDouble() >= 0.05,
               run.describe().constData());
    }
    // An error of the script leaves a record alone that is there.
    const QString record = folder_.path("out.json");
    const QByteArray before = readAll(record);
    const QString wrong = folder_.write("wrong.textproto", "operations { time: 0.1 delete_model { model_name: 'x' } }");
    QVERIFY(runCli({"simulate", world_, "--script", wrong, "--record", record}).exit != 0);
    QCOMPARE(readAll(record), before);
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

QTEST_GUILESS_MAIN(TestCliSimulateTold)
#include "test_cli_simulate_told.moc"
