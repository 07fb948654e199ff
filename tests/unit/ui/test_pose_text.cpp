// SPDX-License-Identifier: Apache-2.0
#include <QApplication>
#include <QClipboard>
#include <QTest>

#include "ui/widgets/pose_text.h"

using namespace ww;
using namespace ww::ui;

class TestPoseText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void allFormsAreRead_data();
  void allFormsAreRead();
  void whatCouldMeanTwoThingsIsRefused_data();
  void whatCouldMeanTwoThingsIsRefused();
  void otherTextIsNotMeantAsAPose_data();
  void otherTextIsNotMeantAsAPose();
  void theClipboardKeepsEachBit();
};

// All are 0.1, -0.2, 0.3 m and 90 degrees about z.
void TestPoseText::allFormsAreRead_data() {
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QString::fromUtf8(text); };
  row("numbers", "0.1 -0.2 0.3 0.7071067811865476 0 0 0.7071067811865476");
  row("commas", "0.1,-0.2,0.3,0.7071067811865476,0,0,0.7071067811865476");
  row("brackets", "[0.1, -0.2, 0.3] [0.7071067811865476, 0, 0, 0.7071067811865476]");
  row("semicolons", "0.1; -0.2; 0.3; 0.7071067811865476; 0; 0; 0.7071067811865476");
  row("tabs of a sheet", "0.1\t-0.2\t0.3\t0.7071067811865476\t0\t0\t0.7071067811865476");
  row("units and a quaternion", "100mm -200mm 300mm 0.7071067811865476 0 0 0.7071067811865476");
  row("units", "100 mm, -20 cm, 0.3 m, 0 deg, 0 deg, 90 deg");
  row("units without blanks", "100mm,-200mm,300mm,0deg,0deg,90deg");
  row("zero needs none", "100mm -200mm 300mm 0 0 90\u00b0");
  row("unit behind three", "100 -200 300 mm 0 0 90 deg");
  row("radians", "0.1m -0.2m 0.3m 0rad 0rad 1.5707963267948966rad");
  row("matrix", "0 -1 0 0.1\n1 0 0 -0.2\n0 0 1 0.3\n0 0 0 1");
  row("matrix of three rows", "0 -1 0 0.1  1 0 0 -0.2  0 0 1 0.3");
  row("matrix with brackets", "[[0, -1, 0, 0.1],\n [1, 0, 0, -0.2],\n [0, 0, 1, 0.3],\n [0, 0, 0, 1]]");
  row("matrix without blanks", "[[0,-1,0,0.1],[1,0,0,-0.2],[0,0,1,0.3],[0,0,0,1]]");
  row("JSON of the command line",
      R"({"position": [0.1, -0.2, 0.3], "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]})");
  row("JSON within",
      R"({"name": "a", "world_t_this": {"position": [0.1, -0.2, 0.3], "orientation": [0.7071067811865476, 0, 0, 0.7071067811865476]}})");
  row("JSON of a message",
      R"({"position": {"x": 0.1, "y": -0.2, "z": 0.3}, "orientation": {"z": 0.7071067811865476, "w": 0.7071067811865476}})");
  row("text of a message",
      "position { x: 0.1 y: -0.2 z: 0.3 } orientation { z: 0.7071067811865476 w: 0.7071067811865476 }");
  row("YAML",
      "pose:\n  position:\n    x: 0.1\n    y: -0.2\n    z: 0.3\n  orientation:\n    x: 0.0\n    y: 0.0\n    z: "
      "0.7071067811865476\n    w: 0.7071067811865476\n");
  row("words of the command line",
      "position 0.1 -0.2 0.3 m\norientation wxyz 0.7071067811865476 0 0 0.7071067811865476\n");
  row("URDF", R"(<origin xyz="0.1 -0.2 0.3" rpy="0 0 1.5707963267948966"/>)");
}

void TestPoseText::allFormsAreRead() {
  QFETCH(QString, text);
  const PoseReading reading = readPose(text);
  QVERIFY2(reading.pose, qPrintable(reading.problem));
  QVERIFY((reading.pose->p - Vec3(0.1, -0.2, 0.3)).norm() < 1e-12);
  QVERIFY(reading.pose->q.angularDistance(Quat(Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitZ()))) < 1e-7);
}

void TestPoseText::whatCouldMeanTwoThingsIsRefused_data() {
  QTest::addColumn<QString>("text");
  const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QString::fromUtf8(text); };
  row("six without units", "0.1 0.2 0.3 0 0 90");
  row("angles without a unit", "100 mm 200 mm 300 mm 0 0 90");
  row("lengths as angles", "100 mm 200 mm 300 mm 1 mm 0 0");
  row("no unit quaternion", "0.1 0.2 0.3 1 1 0 0");
  row("five", "1 2 3 4 5");
  row("a matrix that shears", "1 1 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
  row("a matrix in columns", "0 1 0 0  -1 0 0 0  0 0 1 0  0.1 -0.2 0.3 1");
  row("too far", "20000 0 0 1 0 0 0");
  row("two poses",
      R"([{"position": [1,2,3], "orientation": [1,0,0,0]}, {"position": [1,2,4], "orientation": [1,0,0,0]}])");
  row("two messages", "position { x: 1 } orientation { w: 1 } position { x: 2 } orientation { w: 1 }");
  row("no orientation", "position { x: 1 }");
  row("four of three", R"({"position": [1,2,3,4], "orientation": [1,0,0,0]})");
}

void TestPoseText::whatCouldMeanTwoThingsIsRefused() {
  QFETCH(QString, text);
  const PoseReading reading = readPose(text);
  QVERIFY(!reading.pose);
  QVERIFY(!reading.problem.isEmpty());
}

void TestPoseText::otherTextIsNotMeantAsAPose_data() {
  QTest::addColumn<QString>("text");
  for (const char* text :
       {"", "12", "25.4mm + 1in", "1 + 2 + 3", "1 2 3", "0.5 0.5 0.5 0.5", "5' 3\"", "a b c d e f", "{}x"})
    QTest::newRow(text) << QString::fromLatin1(text);
}

void TestPoseText::otherTextIsNotMeantAsAPose() {
  QFETCH(QString, text);
  const PoseReading reading = readPose(text);
  QVERIFY(!reading.pose && reading.problem.isEmpty());
}

void TestPoseText::theClipboardKeepsEachBit() {
  const Pose pose{Vec3(0.1, 1.0 / 3.0, -2.0 / 7.0), normalizedOnce(Quat(0.3, -0.4, 0.5, 0.6))};
  for (const auto& n : notations()) {
    const QString text = poseToText(pose, n.notation);
    putPoseOnClipboard(pose, text);
    QCOMPARE(QApplication::clipboard()->text(), text);
    QVERIFY(readPastedPose(text).pose && *readPastedPose(text).pose == pose);
  }
  // Another text than that is read for itself.
  QVERIFY(readPastedPose(QStringLiteral("0 0 0 1 0 0 0")).pose->p.isZero());
}

QTEST_MAIN(TestPoseText)
#include "test_pose_text.moc"
