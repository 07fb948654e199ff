// SPDX-License-Identifier: Apache-2.0
// Every kind of step in every dialect, statement by statement.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "tests/unit/program/dialect_readers.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

// Empty when all stand there in that order, else the first that does not.
std::string missingIn(const std::string& text, std::initializer_list<const char*> pieces) {
  std::size_t at = 0;
  for (const char* piece : pieces) {
    at = text.find(piece, at);
    if (at == text.npos) return piece + std::string(" is missing or too early in\n") + text;
    at += std::string_view(piece).size();
  }
  return {};
}

#define WW_HAS(text, ...)                                        \
  do {                                                           \
    const std::string ww_missing = missingIn(text, __VA_ARGS__); \
    QVERIFY2(ww_missing.empty(), ww_missing.c_str());            \
  } while (false)

}  // namespace

class TestDialectSteps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void urScript() {
    const std::string text = textIn("urscript", busyProgram());
    WW_HAS(text,
           {"def Pick_and_place():\n", "  # home\n",
            "  movej([0.00000000, -1.57079633, 1.57079633, 0.00000000, 0.78539816, 0.00000000], a=2.500000, "
            "v=1.000000, r=0.010000)\n",
            "  # approach\n",
            "  movel(pose_trans(base_frame, p[0.400000, 0.000000, 0.300000, 0.00000000, 0.00000000, 0.00000000]), "
            "a=0.800000, v=0.250000, r=0.005000)\n",
            "v=0.250000)\n", "  set_standard_digital_out(3, True)\n", "  sleep(0.500)\n",
            "  while get_standard_digital_in(2) != True:\n    sync()\n  end\n",
            "  # Lift, then \"go\"\n  # to the table\n",
            "  movej(get_inverse_kin(pose_trans(base_frame, p[0.000000, 0.400000, 0.300000, 0.00000000, 0.00000000, "
            "0.00000000]), [0.00000000, -1.57079633,",
            "]), a=5.000000, v=2.000000)\n", "  set_standard_digital_out(3, False)\n  sleep(0.200)\n",
            "  Other_program()\nend\n"});
  }
  void rapid() {
    const std::string text = textIn("rapid", busyProgram());
    WW_HAS(text, {"MODULE Pick_and_place_mod\n",
                  "CONST jointtarget home:=",
                  "CONST robtarget approach:=",
                  "CONST robtarget pick:=",
                  "CONST robtarget place:=",
                  "CONST speeddata speed:=[500.000,500,5000,1000];",
                  "CONST speeddata speed_2:=[250.000,90.0000,5000,1000];",
                  "CONST speeddata speed_3:=[250.000,500,5000,1000];",
                  "CONST zonedata zone:=[FALSE,10.000,15.000,15.000,1.500,15.000,1.500];",
                  "CONST zonedata zone_2:=[FALSE,5.000,7.500,7.500,0.750,7.500,0.750];",
                  "  PROC Pick_and_place()\n",
                  "    MoveAbsJ home,speed,zone,tool\\WObj:=base;\n",
                  "    MoveL approach,speed_2,zone_2,tool\\WObj:=base;\n",
                  "    MoveL pick,speed_3,fine,tool\\WObj:=base;\n",
                  "    SetDO gripper_close,1;\n",
                  "    WaitTime 0.500;\n",
                  "    WaitDI part_there,1;\n",
                  "    ! Lift, then \"go\"\n    ! to the table\n",
                  "    MoveJ place,vmax,fine,tool\\WObj:=base;\n",
                  "    SetDO gripper_close,0;\n    WaitTime 0.200;\n",
                  "    Other_program;\n  ENDPROC\nENDMODULE\n"});
  }
  void krl() {
    const std::string text = textIn("krl", busyProgram());
    WW_HAS(text, {"DEF Pick_and_place()\n", "  BAS (#VEL_PTP,50.00)\n  $APO.CPTP=50.00\n", "C_PTP\n",
                  "  $VEL.CP=0.250000\n  $VEL.ORI1=90.0000\n  $VEL.ORI2=90.0000\n  $ACC.CP=0.800000\n"
                  "  $APO.CDIS=5.000\n  LIN approach C_DIS\n",
                  "  LIN pick\n  $OUT[3]=TRUE\n  WAIT SEC 0.500\n  WAIT FOR $IN[2]==TRUE\n",
                  "  ; - Lift, then \"go\"\n  ; - to the table\n", "  BAS (#VEL_PTP,100.00)\n  PTP place\n",
                  "  $OUT[3]=FALSE\n  WAIT SEC 0.200\n", "  Other_program()\n  $TOOL={", "END\n",
                  "DEFDAT Pick_and_place\n", "DECL E6POS place=", "ENDDAT\n"});
    // HOME is the controller's own.
    WW_HAS(text, {"PTP home_1 C_PTP\n", "DECL E6AXIS home_1={"});
  }
  void fanuc() {
    const std::string text = textIn("fanuc-ls", busyProgram());
    WW_HAS(text, {"/PROG  PICK_AND_PLACE\n", ":J P[1:home] 50% CNT50 ;\n", ":L P[2:approach] 250mm/sec CNT20 ;\n",
                  ":L P[3:pick] 250mm/sec FINE ;\n", ":  DO[3]=ON ;\n", ":  WAIT 0.50(sec) ;\n", ":  WAIT DI[2]=ON ;\n",
                  ":  !Lift, then \"go\" ;\n", ":  !to the table ;\n", ":J P[4:place] 100% FINE ;\n",
                  ":  DO[3]=OFF ;\n", ":  WAIT 0.20(sec) ;\n", ":  CALL OTHER_PROGRAM ;\n", ":  UFRAME_NUM=1 ;\n",
                  "/POS\nP[1:\"home\"]{\n", "/END\n"});
    const std::size_t lines = text.find("LINE_COUNT\t= ");
    QCOMPARE(std::atoi(text.c_str() + lines + 13), static_cast<int>(QByteArray::fromStdString(text).count(" ;\n")));
  }
  // Of joint moves that are to accelerate less: said where it is so, and taken back after them.
  void ownAccelerationsAreSaid() {
    RobotProgram program = busyProgram();
    std::get<Move>(program.steps[0].what).speed.joint_acceleration_share = 0.3;
    WW_HAS(textIn("urscript", program), {", a=1.500000, v="});
    WW_HAS(textIn("rapid", program),
           {"    AccSet 30.0,100;\n    MoveAbsJ home,", "    AccSet 100.0,100;\n", "    MoveL approach,"});
    WW_HAS(textIn("krl", program), {"  BAS (#ACC_PTP,30.00)\n", "  BAS (#ACC_PTP,100.00)\n"});
    WW_HAS(textIn("fanuc-ls", program), {":J P[1:home] 50% CNT50 ACC30 ;\n", ":J P[4:place] 100% FINE ;\n"});
    WW_HAS(textIn("json", program), {"\"joint_acceleration_share\": 0.300000000"});
    std::get<Move>(program.steps[0].what).speed.joint_acceleration_share = 0.1;
    WW_HAS(textIn("rapid", program),
           {"! planned with 10.0 per cent, which is less than can be said\n    AccSet 20.0,100;\n"});
  }
  // Of the tool on a line: as statements where there are some, else as comments, and never as nothing.
  void limitsOfTheToolAreSaidOrTold() {
    RobotProgram program = busyProgram();
    std::get<Move>(program.steps[1].what).speed.angular_rad_s2 = 120 * kDegree;
    WW_HAS(textIn("urscript", program),
           {"  # approach\n  # planned with at most 90.000 deg/s, 120.000 deg/s2 of the tool, which no statement here "
            "says\n  movel(",
            ", a=0.800000, v=0.250000", "  # pick\n  movel("});
    // The robot's own again for what has no limit.
    WW_HAS(textIn("rapid", program),
           {"    MoveAbsJ home,", "    ! planned with at most 120.000 deg/s2 of the tool, which no statement",
            "    PathAccLim TRUE\\AccMax:=0.800000,TRUE\\DecelMax:=0.800000;\n"
            "    MoveL approach,speed_2,",
            "    PathAccLim FALSE,FALSE;\n    MoveL pick,"});
    WW_HAS(textIn("krl", program), {"  $ACC.CP=0.800000\n  $ACC.ORI1=120.0000\n  $ACC.ORI2=120.0000\n", "  LIN appr"});
    WW_HAS(textIn("fanuc-ls", program),
           {":  !planned with at most 0.800 ;\n", ":  !m/s2, 90.000 deg/s, 120.000 ;\n",
            ":  !deg/s2 of the tool, which no ;\n", ":  !statement here says ;\n", ":L P[2:approach] 250mm/sec"});
    WW_HAS(textIn("json", program), {"\"linear_m_s2\": 0.800000000, \"angular_rad_s2\": 2.094395102"});
    for (const Dialect& dialect : dialects())
      QVERIFY(textIn(dialect.id, tenPoses()).find("planned") == std::string::npos);
  }
  void leastAccelerationsOfTheToolAreTold() {
    RobotProgram program = busyProgram();
    std::get<Move>(program.steps[1].what).speed.linear_m_s2 = 0.05;
    std::get<Move>(program.steps[2].what).speed.linear_m_s2 = 0.05;
    program.steps.insert(program.steps.begin() + 3, Step{"", Call{"Other program"}});
    WW_HAS(textIn("rapid", program),
           {"    ! planned with 0.050000 m/s2, which is less than can be said\n"
            "    PathAccLim TRUE\\AccMax:=0.100000,TRUE\\DecelMax:=0.100000;\n",
            "    ! pick\n    MoveL pick,", "    PathAccLim FALSE,FALSE;\n    Other_program;\n"});
  }
  // A line that turns the tool where it is has the speed of its turning in LS, whole degrees at most as many; in
  // URScript, which knows that of the tool's point alone, the time of the plan.
  void turningInPlaceHasItsSpeed() {
    RobotProgram program = busyProgram();
    std::get<Move>(program.steps[2].what).speed = {.linear_m_s = 0.001, .angular_rad_s = 45.7 * kDegree};
    WW_HAS(textIn("fanuc-ls", program), {":L P[3:pick] 45deg/sec FINE ;\n"});
    QVERIFY(textIn("fanuc-ls", program).find("45.7") == std::string::npos);
    WW_HAS(textIn("urscript", program), {"planned with at most 45.700 deg/s of the tool", "v=0.001000)\n"});
    std::get<Move>(program.steps[2].what).speed.planned_s = 2.3456;
    const std::string timed = textIn("urscript", program);
    WW_HAS(timed, {"  # pick\n  movel(pose_trans(base_frame, p[", "]), t=2.346)\n"});
    QVERIFY(timed.find("45.7") == std::string::npos);
    QVERIFY(timed.find("v=0.001") == std::string::npos);
  }
  void limitsOfWaitingEndTheProgram() {
    RobotProgram program = busyProgram();
    std::get<AwaitSignal>(program.steps[5].what) = {{"part \"1\"", 2}, false, 2.5};
    WW_HAS(
        textIn("urscript", program),
        {"  waited = 0.0\n  while get_standard_digital_in(2) != False:\n    sleep(0.01)\n    waited = waited + 0.01\n"
         "    if waited >= 2.500:\n      popup(\"waited in vain for part _1_\", error=True, blocking=True)\n"
         "      halt\n    end\n  end\n"});
    std::get<AwaitSignal>(program.steps[5].what).signal.name = "part_1";
    WW_HAS(textIn("rapid", program), {"    WaitDI part_1,0\\MaxTime:=2.500;\n"});
  }

  void csv() {
    const auto rows = readCsv(textIn("csv", busyProgram()));
    QCOMPARE(rows.size(), std::size_t{13});
    for (const auto& row : rows) QCOMPARE(row.size(), rows[0].size());
    const auto cell = [&](std::size_t row, const char* column) {
      const auto at = std::find(rows[0].begin(), rows[0].end(), column) - rows[0].begin();
      return rows[row][static_cast<std::size_t>(at)];
    };
    QCOMPARE(cell(1, "kind"), std::string("tool"));
    QCOMPARE(cell(3, "name"), std::string("home"));
    QCOMPARE(cell(3, "joint_share"), std::string("0.500000000"));
    QCOMPARE(cell(4, "blend_m"), std::string("0.005000000"));
    QCOMPARE(cell(6, "signal"), std::string("gripper_close"));
    QCOMPARE(cell(6, "number"), std::string("3"));
    QCOMPARE(cell(6, "on"), std::string("1"));
    QCOMPARE(cell(7, "seconds"), std::string("0.500000000"));
    QCOMPARE(cell(9, "text"), std::string("Lift, then \"go\"\nto the table"));
    QCOMPARE(cell(11, "position"), std::string("0.020000000"));
    QCOMPARE(cell(12, "text"), std::string("Other program"));
  }
  void json() {
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(textIn("json", busyProgram())), &error);
    QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(error.errorString()));
    const QJsonArray steps = document[QStringLiteral("steps")].toArray();
    QCOMPARE(steps.size(), qsizetype{10});
    const auto kind = [&](int i) { return steps[i][QStringLiteral("kind")].toString(); };
    QCOMPARE(kind(0), QStringLiteral("joint"));
    QCOMPARE(kind(1), QStringLiteral("linear"));
    QCOMPARE(kind(7), QStringLiteral("joint-to-pose"));
    QCOMPARE(steps[1][QStringLiteral("blend")][QStringLiteral("radius_m")].toDouble(), 0.005);
    QCOMPARE(steps[3][QStringLiteral("on")].toBool(), true);
    QCOMPARE(steps[6][QStringLiteral("text")].toString(), QStringLiteral("Lift, then \"go\"\nto the table"));
    QCOMPARE(steps[8][QStringLiteral("signal")].toString(), QStringLiteral("gripper_close"));
    QCOMPARE(steps[9][QStringLiteral("program")].toString(), QStringLiteral("Other program"));
  }
};

QTEST_GUILESS_MAIN(TestDialectSteps)
#include "test_dialect_steps.moc"
