// SPDX-License-Identifier: Apache-2.0
#include <QDir>

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
    // A pose that someone changed in the record is none that the replay has.
    QByteArray moved = readAll(record);
    const qsizetype at = moved.lastIndexOf("\"z\": ");
    QVERIFY(at > 0);
    moved.replace(at + 5, 1, "7");
    run = runCli({"simulate", world_, "--replay", folder_.write("moved.json", moved)});
    QVERIFY2(run.exit == 1 && run.err.contains("the replay differs"), run.describe().constData());
    // Another figure in the script, and the replay says where it differs.
    QByteArray changed = readAll(record);
    changed.replace("\"x\": 2\n", "\"x\": 2.5\n");
    QVERIFY(changed != readAll(record));
    run = runCli({"simulate", world_, "--replay", folder_.write("changed.json", changed)});
    QCOMPARE(run.exit, 1);
    QVERIFY2(run.err.contains("the replay differs"), run.describe().constData());
  }

  // Of mechanisms, too, each figure stands below its head.
  void tablesHaveAColumnForEachHead() {
    const QString cell = folder_.path("robot.wright"), table = folder_.path("robot.csv");
    WW_COMPARE_EXIT(runCli({"new", cell, "--sample", "pick_and_place"}), 0);
    const QString script = folder_.write("turn.textproto",
                                         "operations { set_model_configuration { model_name: 'robot' joint_names: "
                                         "['joint_1'] joint_positions: [0.25] } }");
    WW_COMPARE_EXIT(runCli({"simulate", cell, "--seconds", "0.01", "--script", script, "--record", table}), 0);
    const QList<QByteArray> rows = readAll(table).trimmed().split('\n');
    const QList<QByteArray> heads = rows.front().split(',');
    const auto place = heads.indexOf("position");
    bool turned = false;
    for (const QByteArray& row : rows) {
      const QList<QByteArray> cells = row.split(',');
      QVERIFY2(cells.size() == heads.size(), row.constData());
      turned |= cells[2] == "robot::joint_1" && std::abs(cells[place].toDouble() - 0.25) < 1e-9;
    }
    QVERIFY(turned);
  }

  // What force-torque sensors measure stands in records and tables: here the weight of what hangs on a joint.
  void recordsTellForcesOfSensors() {
    const QString cell = folder_.path("sensor.wright"), table = folder_.path("sensor.csv");
    const QString model = folder_.write(
        "arm.sdf",
        "<sdf version='1.9'><model name='arm'><pose>0 0 1 0 0 0</pose><link name='base'><inertial><mass>5</mass>"
        "</inertial></link><joint name='w' type='fixed'><parent>world</parent><child>base</child></joint><link "
        "name='a'><inertial><pose>0.1 0 0 0 0 0</pose><mass>2</mass></inertial></link><joint name='j' type='revolute'>"
        "<parent>base</parent><child>a</child><axis><xyz>0 0 1</xyz></axis><sensor name='ft' type='force_torque'>"
        "<force_torque><frame>child</frame><measure_direction>parent_to_child</measure_direction></force_torque>"
        "</sensor></joint></model></sdf>");
    WW_COMPARE_EXIT(runCli({"import", model, "--into", cell}), 0);
    WW_COMPARE_EXIT(runCli({"simulate", cell, "--seconds", "0.05", "--record", table}), 0);
    const QList<QByteArray> rows = readAll(table).trimmed().split('\n');
    const QList<QByteArray> heads = rows.front().split(','), last = rows.back().split(',');
    QCOMPARE(last.size(), heads.size());
    QCOMPARE(last[1], QByteArray("force_torque"));
    QCOMPARE(last[2], QByteArray("arm::ft"));
    QVERIFY2(std::abs(last[heads.indexOf("force_z_n")].toDouble() - 2 * 9.81) < 1e-6, rows.back().constData());
    QVERIFY2(std::abs(last[heads.indexOf("torque_y_nm")].toDouble() + 2 * 9.81 * 0.1) < 1e-6, rows.back().constData());
    const QString record = folder_.path("sensor.json");
    WW_COMPARE_EXIT(runCli({"simulate", cell, "--seconds", "0.05", "--record", record}), 0);
    QVERIFY(readAll(record).contains("force_torques"));
    WW_COMPARE_EXIT(runCli({"simulate", cell, "--replay", record}), 0);
  }

  // An arm that falls has moved, though its base stands; one that a weak drive cannot hold is off.
  void whatJointsDidIsTold() {
    const QString cell = folder_.path("arms.wright");
    const auto arm = [&](const char* effort) {
      return folder_.write("arm.urdf", QByteArray("<robot name='arm'><link name='base'/><link name='rod'><inertial>"
                                                  "<origin xyz='0.5 0 0'/><mass value='1'/><inertia ixx='0.01' ixy='0' "
                                                  "ixz='0' iyy='0.01' iyz='0' izz='0.01'/></inertial></link><joint "
                                                  "name='swing' type='revolute'><parent link='base'/><child "
                                                  "link='rod'/><axis xyz='0 1 0'/><limit lower='-3' upper='3' "
                                                  "velocity='10' effort='") +
                                           effort + "'/></joint></robot>");
    };
    const auto joints = [&](const QStringList& more) {
      const CliRun run = runCli(QStringList{"simulate", cell, "--seconds", "0.3", "--no-floor", "--json"} + more);
      return run.json()["models"].toArray()[0].toObject()["joints"].toArray();
    };
    WW_COMPARE_EXIT(runCli({"import", arm("2"), "--into", cell}), 0);
    const QJsonObject weak = joints({})[0].toObject();
    QCOMPARE(weak["name"].toString(), QStringLiteral("swing"));
    QVERIFY(weak["end"].toDouble() > 0.1);
    QVERIFY(std::abs(weak["off"].toDouble() + weak["end"].toDouble()) < 1e-9);
    const QJsonObject loose = joints({"--free-joints"})[0].toObject();
    QVERIFY(loose["end"].toDouble() > weak["end"].toDouble() && !loose.contains("off"));
    const CliRun text = runCli({"simulate", cell, "--seconds", "0.3", "--no-floor"});
    QVERIFY2(text.out.contains("from where its drive is to hold it"), text.describe().constData());
    QFile::remove(cell);
    WW_COMPARE_EXIT(runCli({"import", arm("20"), "--into", cell}), 0);
    QVERIFY(joints({}).isEmpty());
  }

  void aScriptHoldsAndLetsGo() {
    const QString script = folder_.write(
        "hold.textproto",
        "operations { time: 0 spawn_model { model_name: 'rack' is_static: true model_xml: '<robot name=\"r\"><link "
        "name=\"post\"><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link></robot>' "
        "initial_pose { position { x: 3 z: 0.5 } orientation { w: 1 } } } } "
        "operations { time: 0 hold_model { model_name: 'crate' link_name: 'rack::post' } } "
        "operations { time: 0.2 release_model { model_name: 'crate' } }");
    CliRun run = runCli({"simulate", world_, "--seconds", "0.4", "--script", script, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    double moved = -1.0;
    for (const QJsonValue& model : run.json()["models"].toArray()) {
      if (model["name"].toString() == QLatin1String("crate")) moved = model["moved_m"].toDouble();
    }
    QVERIFY2(std::abs(moved - 0.5 * 9.81 * 0.04) < 5e-3, run.describe().constData());
    const QString again =
        folder_.write("again.textproto", "operations { time: 0.1 release_model { model_name: 'crate' } }");
    run = runCli({"simulate", world_, "--seconds", "0.2", "--script", again});
    QVERIFY2(run.exit != 0 && run.err.contains("nothing holds"), run.describe().constData());
    QVERIFY2(run.err.contains("entry 1 of the script"), run.describe().constData());
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
      QVERIFY(std::abs(model["moved_m"].toDouble() - 0.4) < 2e-3);
    }
    QVERIFY(found);
  }

  // The drives follow the plan, which holds the part, and a picture of each frame is written.
  void aProgramIsPlayedOnDrives() {
    const QString world = makeSample(folder_, "sample.wright");
    const QString edits = folder_.write(
        "program.textproto",
        "edits { set_program { program { name: 'pick_up' steps { move { frame { by_name { frame { object_name: 'root' "
        "frame_name: 'pick' } } } frame_t_tool { position { z: -0.1 } orientation { w: 1 } } } } "
        "steps { attach { object { by_name { object_name: 'part_1' } } } } "
        "steps { move { frame { by_name { frame { object_name: 'root' frame_name: 'place' } } } "
        "frame_t_tool { position { z: -0.2 } orientation { w: 1 } } } } } } }");
    CliRun run = runCli({"apply", world, edits, "--no-note", "all"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    run = runCli({"simulate", world, "--program", "pick_up"});
    QVERIFY2(run.exit != 0 && run.err.contains("is not planned"), run.describe().constData());
    run = runCli({"program", "plan", world, "pick_up"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    const QString record = folder_.path("run.binpb");
    run = runCli({"simulate", world, "--program", "pick_up", "--record", record, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    const QJsonObject program = run.json()["program"].toObject();
    QVERIFY(std::abs(run.json()["seconds"].toDouble() - program["duration_s"].toDouble() - 0.5) < 2e-3);
    QCOMPARE(program["joints"].toArray().size(), 6);
    for (const QJsonValue joint : program["joints"].toArray()) {
      QVERIFY2(joint["largest_error_rad"].toDouble() < 0.02, run.describe().constData());
      QVERIFY2(joint["largest_torque_nm"].toDouble() > 0.0 &&
                   joint["largest_torque_nm"].toDouble() <= joint["effort_limit"].toDouble() + 1e-9,
               run.describe().constData());
    }
    bool carried = false;
    for (const QJsonValue model : run.json()["models"].toArray())
      carried |= model["name"].toString() == QStringLiteral("part_1") && model["moved_m"].toDouble() > 0.2;
    QVERIFY2(carried, run.describe().constData());
    // To the bit, from what the record says of itself.
    const QString hash = run.json()["state_hash"].toString();
    run = runCli({"simulate", world, "--replay", record, "--json"});
    QVERIFY2(run.exit == 0 && run.json()["state_hash"].toString() == hash, run.describe().constData());
    // Pictures.
    const QString picture = folder_.path("run.png");
    run = runCli({"simulate", world, "--program", "pick_up", "--seconds", "0.2", "--every", "100", "--pictures",
                  picture, "--json"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    QCOMPARE(run.json()["pictures"].toObject()["count"].toInt(), 3);
    const QByteArray first = readAll(folder_.path("run_0001.png")), last = readAll(folder_.path("run_0003.png"));
    QVERIFY(first.startsWith("\x89PNG") && last.startsWith("\x89PNG") && first != last);
    QCOMPARE(runCli({"simulate", world, "--pictures", folder_.path("run.bmp")}).exit, 2);
    QVERIFY2(!run.err.contains("no longer holds"), run.describe().constData());
    aPlanThatNoLongerHoldsIsTold(world);
  }

  // What it runs is the old one, and that is said with how to have a new one.
  void aPlanThatNoLongerHoldsIsTold(const QString& world) {
    const QString moved = folder_.path("moved.wright");
    const QString edits = folder_.write(
        "move.textproto",
        "edits { world_update { update_transform { node_a { id: 'root' } node_b { by_name { frame { object_name: "
        "'root' frame_name: 'pick' } } } node_to_update { by_name { frame { object_name: 'root' frame_name: 'pick' } "
        "} } a_t_b { position { x: 0.5 y: 0.4 z: 0.8 } orientation { w: 1 } } } } }");
    CliRun run = runCli({"apply", world, edits, "--out", moved, "--no-note", "all"});
    QVERIFY2(run.exit == 0, run.describe().constData());
    run = runCli({"simulate", moved, "--program", "pick_up", "--seconds", "0.1"});
    QVERIFY2(run.exit == 0 && run.err.contains("the plan of 'pick_up' no longer holds, and is simulated as it was") &&
                 run.err.contains("program plan"),
             run.describe().constData());
    run = runCli({"simulate", moved, "--program", "pick_up", "--seconds", "0.1", "--json"});
    const QJsonArray codes = run.json()["note_codes"].toArray();
    QVERIFY2(codes.contains(QJsonValue(QStringLiteral("cli.stale-plan-runs"))), run.describe().constData());
  }

  // A ball that a script throws is in all pictures, wherever it goes; other views and sizes as `render` has them.
  void picturesShowTheWholeRun() {
    const QString script = folder_.write(
        "throw.textproto",
        "operations { time: 0 spawn_model { model_name: 'ball' model_xml: \"<sdf version='1.9'><model "
        "name='ball'><link "
        "name='b'><inertial><mass>1</mass></inertial><visual name='v'><geometry><sphere><radius>0.1</radius></sphere>"
        "</geometry></visual></link></model></sdf>\" initial_pose { position { z: 1 } orientation { w: 1 } } "
        "initial_twist { linear { x: 5 } } } }");
    const auto pictures = [&](const QStringList& more) {
      const QString file = folder_.path("thrown.png");
      CliRun run = runCli(QStringList{"simulate", world_, "--no-floor", "--seconds", "0.8", "--every", "200",
                                      "--script", script, "--pictures", file, "--json"} +
                          more);
      if (run.exit != 0) qFatal("%s", run.describe().constData());
      QList<QByteArray> out;
      for (int i = 1; i <= 5; ++i)
        out << readAll(folder_.path(QStringLiteral("thrown_%1.png").arg(i, 4, 10, QChar('0'))));
      return out;
    };
    const QList<QByteArray> usual = pictures({});
    for (int i = 2; i < 5; ++i) QVERIFY2(usual[i] != usual[i - 1], qPrintable(QString::number(i)));
    const QList<QByteArray> other = pictures({"--view", "front", "--size", "320x200"});
    QCOMPARE(other.front().mid(16, 8), QByteArray::fromHex("00000140000000c8"));
    for (int i = 2; i < 5; ++i) QVERIFY2(other[i] != other[i - 1], qPrintable(QString::number(i)));
    const QString file = folder_.path("x.png");
    for (const QStringList& wrong : {QStringList{"--view", "sideways"}, QStringList{"--size", "0x8"}}) {
      const CliRun run = runCli(QStringList{"simulate", world_, "--pictures", file} + wrong);
      QVERIFY2(run.exit == 2 && run.err.count("error:") == 1, run.describe().constData());
    }
    QCOMPARE(runCli({"simulate", world_, "--pictures", file, "--view", "camera:nobody"}).exit, 1);
  }

  // What stands in for ffmpeg here keeps its arguments and its pictures; one that fails leaves nothing behind.
  void aMovieIsMadeByFfmpeg() {
    const QString movie = folder_.path("run.mp4"), programs = folder_.path("programs");
    QVERIFY(QDir().mkpath(programs));
    const QByteArray path = qgetenv("PATH");
    const auto put = [&](const QByteArray& script) {
      QFile file(programs + "/ffmpeg");
      if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
      file.write("#!/bin/sh\n" + script);
      file.close();
      file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    const auto film = [&] {
      return runCli({"simulate", world_, "--seconds", "0.1", "--every", "50", "--movie", movie, "--json"});
    };
    put("for last; do :; done\nprintf '%s ' \"$@\" > \"$last\"\ncat >> \"$last\"\n");
    qputenv("PATH", programs.toLocal8Bit() + ":" + path);
    CliRun run = film();
    QVERIFY2(run.exit == 0, run.describe().constData());
    QCOMPARE(run.json()["movie"].toObject()["pictures"].toInt(), 3);
    const QByteArray made = readAll(movie);
    QVERIFY2(made.contains("-framerate 20.000000 "), made.left(200).constData());
    QVERIFY2(made.contains("pad=ceil(iw/2)*2:ceil(ih/2)*2 "), made.left(200).constData());  // of odd sizes
    QCOMPARE(made.count("\x89PNG"), 3);
    put("for last; do :; done\necho half > \"$last\"\ncat > /dev/null\nexit 1\n");
    run = film();
    QVERIFY2(run.exit != 0 && run.err.contains("could not make the movie"), run.describe().constData());
    QVERIFY(!QFile::exists(movie));
    // One that takes nothing is no end of this program.
    put("exit 1\n");
    QVERIFY2(film().err.contains("could not make the movie"), "it should fail");
    QFile::remove(programs + "/ffmpeg");
    qputenv("PATH", programs.toLocal8Bit());
    run = film();
    QVERIFY2(run.exit != 0 && run.err.contains("cannot be started"), run.describe().constData());
    qputenv("PATH", path);
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
