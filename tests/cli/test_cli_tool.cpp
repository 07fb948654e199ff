// SPDX-License-Identifier: Apache-2.0
// Robots of other makers, as they come: which tool is planned for, and what comes near.
#include "tests/cli/cases.h"

using namespace ww::test;

class TestCliTool : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();

  void importedRobotsArePlannedFor_data();
  void importedRobotsArePlannedFor();
  void theGrippersToolComesFirst();
  void linesOfAnOffsetWristAreExported();
  void anotherToolIsChosen();
  void whatDoesNotMoveIsRefused();
  void theNearestPairIsTold();
  void aGripperIsNoRobotToPlanFor();
  void aToolOnAFingerIsTheArms();

 private:
  static QString corpus(const QString& path) { return sharedPath(QStringLiteral("corpus/urdf/") + path); }
  // A robot of the corpus with a frame `pick` before it.
  QString armWithGripper();
  QString robotWorld(const QString& urdf, const QByteArray& place);
  QString apply(const QString& world, const QByteArray& edits);

  ScratchFolder folder_;
  QString sample_;
  int made_ = 0;
};

static const char* const kXacro = "urdf_files_dataset/ros-industrial/xacro_generated/";
static const char* const kGripper = "robotiq/robotiq_2f_85_gripper_visualization/urdf/robotiq_arg2f_85_model.urdf";

void TestCliTool::initTestCase() { sample_ = makeSample(folder_); }

QString TestCliTool::apply(const QString& world, const QByteArray& edits) {
  const QString out = folder_.path(QStringLiteral("world_%1.wright").arg(++made_));
  const CliRun run =
      runCli({"apply", world, folder_.write(QStringLiteral("edits_%1.textproto").arg(made_), edits), "--out", out});
  if (run.exit != 0) qWarning("%s", run.describe().constData());
  return out;
}

QString TestCliTool::robotWorld(const QString& urdf, const QByteArray& place) {
  const QString world = folder_.path(QStringLiteral("robot_%1.wright").arg(++made_));
  const CliRun run = runCli({"import", corpus(urdf), "--into", world, "--name", "robot"});
  if (run.exit != 0) qWarning("%s", run.describe().constData());
  return apply(world,
               "updates { create_frame { new_frame_name: 'pick' parent_object { id: 'root' } parent_t_new_frame { " +
                   place + " orientation { y: 1 } } } }");
}

void TestCliTool::importedRobotsArePlannedFor_data() {
  QTest::addColumn<QString>("urdf");
  QTest::addColumn<QByteArray>("place");
  QTest::addColumn<QString>("tool");
  const QString xacro = QLatin1String(kXacro);
  const QByteArray place = "position { x: 0.45 y: 0.1 z: 0.5 }";
  QTest::newRow("KUKA KR10") << xacro + QStringLiteral("kuka/kuka_kr10_support/urdf/kr10r900_2.urdf") << place
                             << "robot:tool0";
  QTest::newRow("FANUC CRX10") << xacro + QStringLiteral("fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf") << place
                               << "robot:tool0";
  QTest::newRow("KUKA iiwa") << "tesseract/support/urdf/lbr_iiwa_14_r820.urdf" << place << "robot:tool0";
  QTest::newRow("ABB IRB 140") << "urdf_files_dataset/robotics-toolbox/abb_irb140/urdf/irb140QT.urdf" << place
                               << "robot:tool0";
}

void TestCliTool::importedRobotsArePlannedFor() {
  QFETCH(QString, urdf);
  QFETCH(QByteArray, place);
  QFETCH(QString, tool);
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset");
  const QString world = robotWorld(urdf, place);
  const QJsonObject plan = jsonOf({"plan", world, "--to", "pick"});
  // Of one the meshes are missing: that plan looked at nothing, and says so.
  const bool has_meshes = !urdf.contains("irb140");
  QCOMPARE(at(plan, "report/validated").toBool(), has_meshes);
  QCOMPARE(at(plan, "report/checked").toBool(), has_meshes);
  QCOMPARE(at(plan, "report/tool/ref").toString(), tool);
  QVERIFY(!at(plan, "report/tool/why").toString().isEmpty());
  const CliRun text = runCli({"plan", world, "--to", "pick"});
  QVERIFY2(text.out.contains("tool: " + tool.toUtf8() + " ("), text.describe().constData());
}

// On its flange, its parts overlapping each other as they do in its file. Empty when the import fails.
QString TestCliTool::armWithGripper() {
  const QString world =
      robotWorld(QLatin1String(kXacro) + QStringLiteral("kuka/kuka_kr10_support/urdf/kr10r900_2.urdf"),
                 "position { x: 0.45 y: 0.1 z: 0.5 }");
  const CliRun hand = runCli({"import", corpus(QLatin1String(kXacro) + QLatin1String(kGripper)), "--into", world,
                              "--name", "gripper", "--parent", "robot/tool0"});
  return hand.exit == 0 ? world : QString();
}

void TestCliTool::theGrippersToolComesFirst() {
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset");
  const QString world = armWithGripper();
  QVERIFY(!world.isEmpty());
  QCOMPARE(at(jsonOf({"plan", world, "--to", "pick"}), "report/tool/ref").toString(), QStringLiteral("robot:tool0"));
  const QString with_tool =
      apply(world,
            "updates { create_frame { new_frame_name: 'Grasp_1' parent_object { by_name { object_name: 'gripper' } } "
            "parent_t_new_frame { position { z: 0.15 } orientation { w: 1 } } } }");
  const QJsonObject plan = jsonOf({"plan", with_tool, "--to", "pick"});
  QCOMPARE(at(plan, "report/tool/ref").toString(), QStringLiteral("gripper/Grasp_1"));
  QVERIFY(at(plan, "report/tool/why").toString().contains(QStringLiteral("gripper")));
}

// An arm whose wrist has an offset has shoulder and elbow all the same, and languages of its kind name them.
void TestCliTool::linesOfAnOffsetWristAreExported() {
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset");
  const QString crx =
      robotWorld(QLatin1String(kXacro) + QStringLiteral("fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf"),
                 "position { x: 0.45 y: 0.1 z: 0.5 }");
  const QByteArray pick = "frame { by_name { frame { object_name: \"root\" frame_name: \"pick\" } } } ";
  const QString world =
      apply(crx, "edits { set_program { program { name: \"line\" steps { move { " + pick +
                     "frame_t_tool { position { z: -0.1 } orientation { w: 1 } } } } steps { name: \"down\" move { " +
                     pick + "motion_type: LINEAR } } } } }");
  WW_COMPARE_EXIT(runCli({"program", "plan", world, "line"}), 0);
  const QString ls = folder_.path("line.ls"), rapid = folder_.path("line.mod");
  WW_COMPARE_EXIT(runCli({"program", "export", world, "line", "--dialect", "fanuc-ls", "--out", ls}), 0);
  const QByteArray text = readFile(ls);
  QVERIFY2(text.contains("CONFIG : 'F U T, 0, 0, 0'") || text.contains("CONFIG : 'N U T, 0, 0, 0'"), text.constData());
  WW_COMPARE_EXIT(runCli({"program", "export", world, "line", "--dialect", "rapid", "--out", rapid}), 0);
  QVERIFY2(readFile(rapid).contains("MoveL down"), readFile(rapid).constData());
}

void TestCliTool::anotherToolIsChosen() {
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset");
  const QString world =
      robotWorld(QLatin1String(kXacro) + QStringLiteral("fanuc/fanuc_crx10ia_support/urdf/crx10ial.urdf"),
                 "position { x: 0.45 y: 0.1 z: 0.5 }");
  const QJsonObject plan = jsonOf({"plan", world, "--to", "pick", "--tool", "robot:link_6"});
  QCOMPARE(at(plan, "report/tool/ref").toString(), QStringLiteral("robot:link_6"));
}

void TestCliTool::whatDoesNotMoveIsRefused() {
  for (const char* still : {"table", "pick", "robot:base"}) {
    const CliRun run = runCli({"plan", sample_, "--to", "pick", "--tool", still});
    WW_COMPARE_EXIT(run, 1);
    QVERIFY2(run.err.contains("does not move with") || run.err.contains("there is no"), run.err);
  }
  const CliRun alone = runCli({"plan", sample_, "--tool", "robot"});
  WW_COMPARE_EXIT(alone, 2);
}

void TestCliTool::theNearestPairIsTold() {
  const QJsonObject plan = jsonOf({"plan", sample_, "--to", "behind_fixture"});
  const QJsonArray pair = at(plan, "report/min_clearance_pair").toArray();
  QCOMPARE(pair.size(), 2);
  const double time = at(plan, "report/min_clearance_at_s").toDouble();
  QVERIFY(time >= 0.0 && time <= at(plan, "report/cycle_time_s").toDouble());
  const CliRun text = runCli({"plan", sample_, "--to", "behind_fixture"});
  QVERIFY2(text.out.contains((pair[0].toString() + QStringLiteral(" and ") + pair[1].toString()).toUtf8()),
           text.describe().constData());
  QCOMPARE(at(plan, "report/tool/ref").toString(), QStringLiteral("gripper/tool_frame"));
}

void TestCliTool::aGripperIsNoRobotToPlanFor() {
  const CliRun run = runCli({"plan", sample_, "--to", "pick"});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(!run.err.contains("several robots"), run.err);
}

// The gripper stands in the world as it is: its finger takes the tool to the place all the same.
void TestCliTool::aToolOnAFingerIsTheArms() {
  WW_REQUIRE_SHARED("corpus/urdf/urdf_files_dataset");
  const QString world = armWithGripper();
  QVERIFY(!world.isEmpty());
  const QString with_tool =
      apply(world,
            "updates { create_frame { new_frame_name: 'tool_frame' parent_object_with_filter { reference { by_name { "
            "object_name: 'gripper' } } entity_filter { entity_names: 'right_inner_knuckle' } } "
            "parent_t_new_frame { position { z: 0.15 } orientation { w: 1 } } } }");
  const CliRun run = runCli({"plan", with_tool, "--to", "pick"});
  WW_COMPARE_EXIT(run, 0);
  QVERIFY2(!run.err.contains("several robots") && run.out.contains("tool: gripper/tool_frame ("),
           run.describe().constData());
}

QTEST_GUILESS_MAIN(TestCliTool)
#include "test_cli_tool.moc"
