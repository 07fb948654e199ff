// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cases.h"

using namespace ww::test;

// The verb `program`: programs in world files.
class TestCliPrograms : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void listAndShow();
  void showTellsAllOfAStep();
  void planIsKeptInTheFile();
  void whatComesNearestIsShownAfterwards();
  void lockedStepsKeepTheirMotion();
  void planElsewhereOrNowhere();
  void checkTellsWhatNoLongerHolds();
  void exportWritesThePlan();
  void whatWasNotCheckedIsSaid();
  void whatCollidesBetweenChecksIsSaid();
  void exportIntoAFolder();
  void exportRefusesWhatDoesNotHold();
  void exportKnowsTheNamesOfTheProgram();
  void exportCountsJointsAsTheController();
  void actionsMayStandBehindTheFile();
  void wrongWords();

 private:
  // A copy of the world with the program.
  QString fresh(const QString& name) {
    const QString path = folder_.path(name);
    QFile::remove(path);
    if (!QFile::copy(world_, path)) qFatal("cannot copy");
    return path;
  }
  void apply(const QString& world, const QByteArray& edits) {
    const QString file = folder_.write("edits.textproto", "edits { " + edits + " }");
    const CliRun run = runCli({"apply", world, file, "--no-note", "all"});
    if (run.exit != 0) qFatal("%s", run.describe().constData());
  }

  ScratchFolder folder_;
  QString world_;
};

namespace {

const QByteArray kFrame = "{ by_name { frame { object_name: \"root\" frame_name: \"pick\" } } }";
const QByteArray kPart = "{ by_name { object { object_name: \"part_1\" } } }";
const QByteArray kProgram =
    "set_program { program { name: \"pick_up\" comment: \"from the table\" "
    "steps { name: \"above\" move { frame " +
    kFrame +
    " frame_t_tool { position { z: -0.1 } orientation { w: 1 } } } } "
    "steps { move { frame " +
    kPart +
    " frame_t_tool { position { z: 0.0355 } orientation { y: 1 } } motion_type: LINEAR } } "
    "steps { attach { object { by_name { object_name: \"part_1\" } } } } "
    "steps { wait { seconds: 0.5 } off: true } } }";
const QByteArray kMovePart =
    "world_update { update_transform { node_a { id: \"root\" } node_b { by_name { object { object_name: \"part_1\" } } "
    "} "
    "node_to_update { by_name { object { object_name: \"part_1\" } } } "
    "a_t_b { position { x: 0.524 y: 0 z: 0.7205 } orientation { w: 1 } } } }";

}  // namespace

void TestCliPrograms::initTestCase() {
  world_ = makeSample(folder_);
  apply(world_, kProgram);
}

void TestCliPrograms::listAndShow() {
  const QJsonObject list = jsonOf({"program", "list", world_});
  QCOMPARE(list["programs"].toArray().size(), 1);
  WW_VERIFY_FAULTLESS(keysFault(at(list, "programs/0").toObject(),
                                {"name:s", "comment:s", "steps:n", "state:s", "duration_s:x", "findings:n"}));
  QCOMPARE(at(list, "programs/0/state").toString(), QString("unplanned"));
  QVERIFY(at(list, "programs/0/duration_s").isNull());
  const QJsonObject shown = jsonOf({"program", "show", world_, "pick_up"});
  WW_VERIFY_FAULTLESS(keysFault(
      shown, {"name:s", "comment:s", "state:s", "changes:a", "details:a", "steps:a", "findings:a", "program:o"}));
  QCOMPARE(at(shown, "steps/1/text").toString(), QString("Move straight to part_1"));
  QCOMPARE(at(shown, "steps/0/name").toString(), QString("above"));
  QVERIFY(at(shown, "steps/3/off").toBool());
  QVERIFY(at(shown, "steps/0/begins_s").isNull());
  QCOMPARE(at(shown, "program/steps").toArray().size(), 4);
  const CliRun text = runCli({"program", "show", world_, "pick_up"});
  QVERIFY2(text.out.contains("3. Attach part_1\n") && text.out.contains("4. Wait 0.5 s, off\n"), text.out.constData());
  const QString empty = folder_.path("empty.wright");
  WW_COMPARE_EXIT(runCli({"new", empty}), 0);
  QCOMPARE(runCli({"program", "list", empty}).out, QByteArray("no programs\n"));
}

// All that a step holds is told, not only where it goes.
void TestCliPrograms::showTellsAllOfAStep() {
  const QString world = fresh("details.wright");
  apply(world,
        "set_program { program { name: \"slow\" robot { by_name { object_name: \"robot\" } } steps { move { frame " +
            kFrame +
            " frame_t_tool { position { z: -0.1 } orientation { z: 1 } } speed: 0.5 motion_type: LINEAR "
            "blend { cartesian_blending { translation_corner_rounding: 0.02 } } "
            "joint_limits { max_velocity { values: [1, 1, 1, 1, 1, 0.5] } } "
            "cartesian_limits { max_translational_velocity: 0.25 } "
            "path_constraints { rotation_cone { moving_frame " +
            kFrame + " target_frame " + kFrame +
            " moving_axis { z: 1 } cone_opening_half_angle: 0.1 } } } } "
            "steps { await_signal { signal: \"ready\" on: true expected_seconds: 3 } } } }");
  const CliRun text = runCli({"program", "show", world, "slow"});
  for (const char* told :
       {"robot: robot\n", "tool: gripper/tool_frame, as found\n", "(0, 0, -0.1) m in the target",
        "at 50 % of the speed", "corner of straight moves: 0.02 m", "turned in the target by 180 deg",
        "Speed of the joints: At most joint_1 57.3", "Speed of the tool: At most 0.25 m/s",
        "An axis keeps its direction: ", "expected to take 3 s"})
    QVERIFY2(text.out.contains(told), (QByteArray(told) + " in\n" + text.out).constData());
  const QJsonObject shown = jsonOf({"program", "show", world, "slow"});
  QVERIFY(at(shown, "steps/0/details").toArray().size() >= 7);
}

void TestCliPrograms::planIsKeptInTheFile() {
  const QString world = fresh("planned.wright");
  const QJsonObject plan = jsonOf({"program", "plan", world, "pick_up"});
  WW_VERIFY_FAULTLESS(
      keysFault(plan, {"name:s", "duration_s:n", "seed:n", "saved:b", "steps:a", "notes:a", "note_codes:a",
                       "min_clearance_m:n", "min_clearance_at_s:n", "min_clearance_pair:a", "min_clearance_step:s"}));
  // What comes nearest, when, and in which step, by its name where it has one.
  QCOMPARE(at(plan, "min_clearance_step").toString(), QString("2"));
  QCOMPARE(at(plan, "min_clearance_at_s").toDouble(), at(plan, "steps/1/min_clearance_at_s").toDouble());
  QCOMPARE(at(plan, "min_clearance_pair").toArray().size(), 2);
  QCOMPARE(at(plan, "steps/0/name").toString(), QString("above"));
  QCOMPARE(at(plan, "steps/1/text").toString(), QString("Move straight to part_1"));
  const CliRun text = runCli({"program", "plan", world, "pick_up", "--dry-run"});
  QVERIFY2(text.out.contains("1. Move to root/pick (above), from 0 s to ") &&
               text.out.contains(" in step 2 (Move straight to part_1): '"),
           text.out.constData());
  QCOMPARE(plan["steps"].toArray().size(), 3);
  QVERIFY(plan["saved"].toBool());
  QCOMPARE(at(plan, "steps/0/robot").toString(), QString("robot"));
  QVERIFY(at(plan, "steps/0/ends_s").toDouble() > 0.1);
  QCOMPARE(at(plan, "steps/2/holds").toInt(), 1);
  const QJsonObject list = jsonOf({"program", "list", world});
  QCOMPARE(at(list, "programs/0/state").toString(), QString("fresh"));
  QCOMPARE(at(list, "programs/0/duration_s").toDouble(), plan["duration_s"].toDouble());
  const QJsonObject shown = jsonOf({"program", "show", world, "pick_up"});
  QCOMPARE(at(shown, "steps/1/begins_s").toDouble(), at(plan, "steps/0/ends_s").toDouble());
  WW_COMPARE_EXIT(runCli({"verify", world}), 0);
  // Planned again with the same seed it is the same plan: nothing changes.
  const QByteArray hash = jsonOf({"info", world})["content_hash"].toString().toUtf8();
  QVERIFY(at(list, "programs/0/checked").toBool());
  QVERIFY(shown["checked"].toBool());
  QVERIFY(shown.contains("spacing"));
  jsonOf({"program", "plan", world, "pick_up"});
  QCOMPARE(jsonOf({"info", world})["content_hash"].toString().toUtf8(), hash);
}

void TestCliPrograms::whatComesNearestIsShownAfterwards() {
  const QString world = fresh("near.wright");
  QVERIFY(!jsonOf({"program", "show", world, "pick_up"}).contains("min_clearance_m"));
  const QJsonObject plan = jsonOf({"program", "plan", world, "pick_up"});
  const QJsonObject shown = jsonOf({"program", "show", world, "pick_up"});
  for (const char* key : {"min_clearance_m", "min_clearance_at_s", "min_clearance_pair", "min_clearance_step"})
    QCOMPARE(shown[key], plan[key]);
  const CliRun text = runCli({"program", "show", world, "pick_up"});
  QVERIFY2(text.out.contains("least clearance ") && text.out.contains(" in step 2 (Move straight to part_1): '"),
           text.out.constData());
}

void TestCliPrograms::lockedStepsKeepTheirMotion() {
  const QString world = fresh("locked.wright");
  WW_COMPARE_EXIT(runCli({"program", "lock", world, "pick_up", "2"}), 1);
  const QJsonObject before = jsonOf({"program", "plan", world, "pick_up"});
  const QJsonObject locked = jsonOf({"program", "lock", world, "pick_up", "2"});
  WW_VERIFY_FAULTLESS(keysFault(locked, {"name:s", "locked:a"}));
  QCOMPARE(locked["locked"].toArray(), QJsonArray{2});
  const CliRun text = runCli({"program", "show", world, "pick_up"});
  QVERIFY2(text.out.contains("2. Move straight to part_1, locked, from "), text.out.constData());
  const QJsonObject shown = jsonOf({"program", "show", world, "pick_up"});
  QVERIFY(at(shown, "steps/1/locked").toBool() && !at(shown, "steps/0/locked").toBool());
  QCOMPARE(shown["state"].toString(), QString("fresh"));
  // With another seed, too.
  const QJsonObject again = jsonOf({"program", "plan", world, "pick_up", "--seed", "5"});
  QVERIFY(at(again, "steps/1/locked").toBool());
  const auto takes = [](const QJsonObject& plan) {
    return at(plan, "steps/1/ends_s").toDouble() - at(plan, "steps/1/begins_s").toDouble();
  };
  QVERIFY(std::abs(takes(again) - takes(before)) < 1e-9);
  WW_COMPARE_EXIT(runCli({"verify", world}), 0);
  // All at once, and back.
  const CliRun all = runCli({"program", "lock", world, "pick_up", "all"});
  QVERIFY2(all.exit == 0 && all.out.startsWith("pick_up: locked step"), all.describe().constData());
  const CliRun none = runCli({"program", "unlock", world, "pick_up", "all"});
  QVERIFY2(none.exit == 0 && none.out.contains(": unlocked steps 1, 2"), none.describe().constData());
  const CliRun odd = runCli({"program", "lock", world, "pick_up", "second"});
  QVERIFY2(odd.exit == 1 && odd.err.contains("second"), odd.describe().constData());
  WW_COMPARE_EXIT(runCli({"program", "lock", world, "pick_up"}), 2);
}

void TestCliPrograms::planElsewhereOrNowhere() {
  const QString world = fresh("source.wright"), other = folder_.path("other.wright");
  const QByteArray bytes = hashOf(world);
  QVERIFY(!jsonOf({"program", "plan", world, "pick_up", "--dry-run"})["saved"].toBool());
  jsonOf({"program", "plan", world, "pick_up", "--out", other});
  QCOMPARE(hashOf(world), bytes);
  QCOMPARE(at(jsonOf({"program", "list", other}), "programs/0/state").toString(), QString("fresh"));
}

void TestCliPrograms::checkTellsWhatNoLongerHolds() {
  const QString world = fresh("checked.wright");
  const QJsonObject unplanned = jsonOf({"program", "check", world, "pick_up"}, 1);
  QCOMPARE(unplanned["state"].toString(), QString("unplanned"));
  jsonOf({"program", "plan", world, "pick_up"});
  const QJsonObject sound = jsonOf({"program", "check", world, "pick_up"});
  WW_VERIFY_FAULTLESS(keysFault(sound, {"name:s", "state:s", "verdict:s", "changes:a", "findings:a"}));
  QCOMPARE(sound["state"].toString(), QString("fresh"));
  apply(world, kMovePart);
  QCOMPARE(at(jsonOf({"program", "list", world}), "programs/0/state").toString(), QString("changed"));
  const QByteArray bytes = hashOf(world);
  const QJsonObject stale = jsonOf({"program", "check", world, "pick_up"}, 1);
  QCOMPARE(hashOf(world), bytes);
  QCOMPARE(stale["state"].toString(), QString("stale"));
  QVERIFY2(stale["verdict"].toString().startsWith("part_1 moved 0.004 m: step 2 no longer holds"),
           qPrintable(stale["verdict"].toString()));
  QCOMPARE(at(stale, "findings/0/step").toString(), QString("2"));
  QCOMPARE(at(stale, "findings/0/failure").toString(), QString("validate.misses-goal"));
  const CliRun text = runCli({"program", "check", world, "pick_up"});
  WW_COMPARE_EXIT(text, 1);
  QVERIFY2(text.out.startsWith("pick_up: part_1 moved 0.004 m"), text.out.constData());
  QVERIFY2(text.out.contains("\nstep 2: "), text.out.constData());
  // It is the target that moved: no seed leads to where it was.
  QVERIFY2(text.out.contains("plan the motion again") && !text.out.contains("seed"), text.out.constData());
}

void TestCliPrograms::exportWritesThePlan() {
  const QString world = fresh("exported.wright"), out = folder_.path("pick_up.json");
  jsonOf({"program", "plan", world, "pick_up"});
  const QByteArray bytes = hashOf(world);
  const QJsonObject json = jsonOf({"program", "export", world, "pick_up", "--dialect", "json", "--out", out});
  WW_VERIFY_FAULTLESS(keysFault(json, {"name:s", "dialect:s", "files:a"}));
  QCOMPARE(json["files"].toArray().size(), 1);
  QCOMPARE(at(json, "files/0").toString(), out);
  QCOMPARE(hashOf(world), bytes);
  QFile file(out);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QJsonObject written = QJsonDocument::fromJson(file.readAll()).object();
  QCOMPARE(written["name"].toString(), QString("pick_up"));
  QCOMPARE(written["robot"].toString(), QString("robot"));
  const QJsonArray steps = written["steps"].toArray();
  QCOMPARE(steps.first().toObject()["name"].toString(), QString("start"));
  QCOMPARE(steps.last().toObject()["text"].toString(), QString("attach part_1"));
  // The same again, and to standard output.
  const CliRun text = runCli({"program", "export", world, "pick_up", "--dialect", "json", "--out", "-"});
  WW_COMPARE_EXIT(text, 0);
  QCOMPARE(QJsonDocument::fromJson(text.out).object(), written);
  // It attaches, and neither sets a signal nor moves the gripper: nothing would hold the part on a controller.
  QVERIFY2(text.err.contains("'part_1'") && text.err.contains("[export-no-grasp]"), text.err.constData());
}

// With checking off no word of a program may be read as "free of collisions".
void TestCliPrograms::whatWasNotCheckedIsSaid() {
  const QString world = fresh("checked_by.wright");
  const QJsonObject sound = jsonOf({"program", "plan", world, "pick_up"});
  WW_VERIFY_FAULTLESS(keysFault(sound, {"checked:b", "settings:s", "spacing:n", "left_out:a"}));
  QVERIFY(sound["checked"].toBool());
  const QByteArray told = runCli({"program", "check", world, "pick_up"}).out;
  QVERIFY2(told.contains("\nchecked: ") && told.contains("by the rules of the world"), told.constData());
  WW_COMPARE_EXIT(runCli({"rules", world, "--checking", "off"}), 0);
  const QByteArray planned = runCli({"program", "plan", world, "pick_up"}).out;
  QVERIFY2(planned.startsWith("not checked: checking is switched off"), planned.constData());
  QVERIFY2(planned.contains("checked_by.wright --checking on`"), planned.constData());
  const QByteArray checked = runCli({"program", "check", world, "pick_up"}).out;
  QVERIFY2(checked.startsWith("not checked: "), checked.constData());
  QVERIFY(!jsonOf({"program", "check", world, "pick_up"})["checked"].toBool(true));
  const QByteArray shown = runCli({"program", "show", world, "pick_up"}).out;
  QVERIFY2(shown.startsWith("not checked: "), shown.constData());
  const QByteArray listed = runCli({"program", "list", world}).out;
  QVERIFY2(listed.contains(", not checked for collisions"), listed.constData());
  QVERIFY(!at(jsonOf({"program", "list", world}), "programs/0/checked").toBool(true));
  const QStringList exported = {"program",   "export", world,   "pick_up",
                                "--dialect", "json",   "--out", folder_.path("off.json")};
  const CliRun script = runCli(exported);
  WW_COMPARE_EXIT(script, 0);
  QVERIFY2(script.err.contains("was not checked for collisions"), script.describe().constData());
  QVERIFY(!jsonOf(exported)["checked"].toBool(true));
}

// A spacing of one radian is obeyed, and what the search for the least clearance finds between is told by every verb.
void TestCliPrograms::whatCollidesBetweenChecksIsSaid() {
  const QString world = fresh("coarse.wright");
  apply(world, "world_update { update_collision_settings { collision_settings { collision_check_spacing: 1 } } }");
  apply(world, R"(set_program { program { name: "through" start_configuration: "home"
    steps { move { frame { by_name { frame { object_name: "root" frame_name: "place" } } } } } } })");
  const QString motion = folder_.path("through.csv");
  const CliRun single = runCli({"plan", world, "--to", "place", "--out", motion});
  WW_COMPARE_EXIT(single, 0);
  QVERIFY2(single.out.contains("not validated: it collides between two checks"), single.describe().constData());
  QVERIFY2(single.err.contains("[between-checks]"), single.describe().constData());
  const CliRun judged = runCli({"validate", world, motion});
  WW_COMPARE_EXIT(judged, 1);
  QVERIFY2(judged.out.contains("between two checks") && judged.out.contains("'crate:crate'"), judged.out.constData());
  const QJsonObject verdict = jsonOf({"validate", world, motion}, 1);
  QVERIFY(!verdict["valid"].toBool(true));
  QCOMPARE(at(verdict, "problem/code").toString(), QString("FAILED_PRECONDITION"));
  const QByteArray said = "the plan of 'through' is not validated: step 1 collides between two checks";
  const CliRun planned = runCli({"program", "plan", world, "through"});
  WW_COMPARE_EXIT(planned, 0);
  QVERIFY2(planned.out.startsWith(said) && planned.err.contains("'crate:crate'"), planned.describe().constData());
  const QJsonObject checked = jsonOf({"program", "check", world, "through"});
  QVERIFY(!checked["validated"].toBool(true) && at(checked, "colliding_steps/0").toString() == "1");
  QVERIFY(runCli({"program", "check", world, "through"}).out.startsWith(said));
  QVERIFY(runCli({"program", "list", world}).out.contains("fresh, 0.666 s, not validated: it collides between"));
  const CliRun script = runCli({"program", "export", world, "through", "--dialect", "json", "--out", "-"});
  WW_COMPARE_EXIT(script, 0);
  QVERIFY2(script.err.contains(said), script.describe().constData());
}

void TestCliPrograms::exportIntoAFolder() {
  const QString world = fresh("folder.wright");
  jsonOf({"program", "plan", world, "pick_up"});
  const CliRun alone =
      runCli({"program", "export", world, "pick_up", "--dialect", "krl", "--out", folder_.path("pick_up.src")});
  WW_COMPARE_EXIT(alone, 2);
  QVERIFY2(alone.err.contains("folder"), alone.err.constData());
  const QString folder = folder_.path("krl");
  QVERIFY(QDir().mkpath(folder));
  const QJsonObject json = jsonOf({"program", "export", world, "pick_up", "--dialect", "krl", "--out", folder});
  QCOMPARE(json["files"].toArray().size(), 2);
  QVERIFY(QFile::exists(folder + "/pick_up.src") && QFile::exists(folder + "/pick_up.dat"));
}

void TestCliPrograms::exportRefusesWhatDoesNotHold() {
  const QString world = fresh("refused.wright"), out = folder_.path("refused.json");
  const auto code = [&](const QStringList& words) {
    return jsonOf(QStringList{"program", "export", world, "pick_up"} + words, 1)["error"]
        .toObject()["failure"]
        .toString();
  };
  QCOMPARE(code({"--dialect", "json", "--out", out}), QString("usecase.export-unplanned"));
  jsonOf({"program", "plan", world, "pick_up"});
  // What is told of a signal or gripper that the program has not would be told in vain.
  const QStringList how{"--dialect", "json", "--out", out};
  QCOMPARE(code(how + QStringList{"--signal", "valve=3"}), QString("usecase.export-no-signal-at-all"));
  QCOMPARE(code(how + QStringList{"--gripper", "thumb=grip"}), QString("usecase.export-no-gripper-at-all"));
  QVERIFY(!QFile::exists(out));
  apply(world, kMovePart);
  QCOMPARE(code({"--dialect", "json", "--out", out}), QString("usecase.export-stale"));
  QVERIFY(!QFile::exists(out));
  WW_COMPARE_EXIT(runCli({"program", "export", world, "pick_up", "--out", out}), 2);
  WW_COMPARE_EXIT(runCli({"program", "export", world, "pick_up", "--dialect", "basic", "--out", out}), 2);
  WW_COMPARE_EXIT(
      runCli({"program", "export", world, "pick_up", "--dialect", "json", "--out", out, "--signal", "gripping"}), 2);
  WW_COMPARE_EXIT(runCli({"program", "check", world, "pick_up", "--dialect", "json"}), 2);
}

// Fanuc counts axis 3 from the horizontal, which nothing in a description says.
void TestCliPrograms::exportCountsJointsAsTheController() {
  const QString world = fresh("axes.wright"), out = folder_.path("axes.ls");
  apply(world,
        "set_program { program { name: \"turn\" start_configuration: \"home\" steps { move { constraint { "
        "joint_position { joints: [0.1, 0.3, 0.2, 0.1, 0.9, 0.2] } } motion_type: JOINT } } } }");
  jsonOf({"program", "plan", world, "turn"});
  const QStringList to_ls{"program", "export", world, "turn", "--dialect", "fanuc-ls", "--out", out};
  const auto text = [&out] {
    QFile file(out);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  };
  jsonOf(to_ls);
  QVERIFY2(text().contains("J2=   17.1887 deg,\tJ3=   11.4592 deg"), text());
  jsonOf(to_ls + QStringList{"--axis", "joint_3=1,0,-1", "--axis", "joint_2=-1,90"});
  // J2 = 90 - 17.1887, J3 = 11.4592 - J2.
  QVERIFY2(text().contains("J2=   72.8113 deg,\tJ3=  -61.3521 deg"), text());
  const CliRun unknown = runCli(to_ls + QStringList{"--axis", "joint_33=1"});
  WW_COMPARE_EXIT(unknown, 1);
  QVERIFY2(unknown.err.contains("joint_33") && unknown.err.contains("joint_3'"), unknown.err.constData());
  for (const char* bad : {"joint_3", "joint_3=2", "joint_3=1,x", "joint_3=1,0,0,0", "=1"})
    WW_COMPARE_EXIT(runCli(to_ls + QStringList{"--axis", bad}), 2);
}

void TestCliPrograms::exportKnowsTheNamesOfTheProgram() {
  const QString world = fresh("names.wright"), out = folder_.path("names.src");
  apply(world, "set_program { program { name: \"grip\" steps { move { frame " + kFrame +
                   " } } steps { set_signal { signal: \"valve_3\" on: true } } steps { set_joint { object { by_name { "
                   "object_name: \"gripper\" } } joint: \"finger_left_joint\" position: 0.03 } } } }");
  jsonOf({"program", "plan", world, "grip"});
  const auto told = [&](const QStringList& words) {
    return runCli(QStringList{"program", "export", world, "grip", "--dialect", "krl", "--out", out} + words).err;
  };
  const QByteArray signal = told({"--gripper", "finger_left_joint=grip", "--signal", "valve3=3"});
  QVERIFY2(signal.contains("'grip' has no signal 'valve3': did you mean 'valve_3'?"), signal);
  const QByteArray joint = told({"--gripper", "finger_lfet_joint=grip"});
  QVERIFY2(joint.contains("by the joint 'finger_lfet_joint': did you mean 'finger_left_joint'?"), joint);
  // Steps are counted as in the program, though the file begins with a move to the start.
  const QByteArray needed = told({});
  QVERIFY2(
      needed.contains("step 3 moves 'finger_left_joint'") && needed.contains("--gripper 'finger_left_joint'=SIGNAL"),
      needed);
  const QByteArray number = told({"--gripper", "finger_left_joint=grip"});
  QVERIFY2(number.contains("--signal 'grip'=NUMBER"), number);
  QVERIFY(!QFile::exists(out));
}

void TestCliPrograms::actionsMayStandBehindTheFile() {
  QCOMPARE(jsonOf({"program", world_, "list"}), jsonOf({"program", "list", world_}));
}

void TestCliPrograms::wrongWords() {
  WW_COMPARE_EXIT(runCli({"program", "list", world_, "pick_up"}), 2);
  WW_COMPARE_EXIT(runCli({"program", "show", world_}), 2);
  WW_COMPARE_EXIT(runCli({"program", "check", world_, "pick_up", "--out", "x.wright"}), 2);
  WW_COMPARE_EXIT(runCli({"program", "drop", world_}), 2);
  WW_COMPARE_EXIT(runCli({"program", "show", folder_.path("none.wright"), "pick_up"}), 3);
  WW_COMPARE_EXIT(runCli({"program", "plan", world_, "pick_up", "--timeout", "0.001"}), 4);
}

QTEST_GUILESS_MAIN(TestCliPrograms)
#include "test_cli_programs.moc"
