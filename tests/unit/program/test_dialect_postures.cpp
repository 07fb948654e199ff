// SPDX-License-Identifier: Apache-2.0
// What controllers call a posture, against examples of their documents and of users.
#include <QtTest>
#include <clocale>

#include "core/program/dialects/posture.h"
#include "core/program/dialects/writing.h"
#include "tests/unit/program/sample_program.h"

using namespace ww;
using namespace ww::test;
using namespace ww::program::dialects;

namespace {

Axes axesOf(std::initializer_list<double> degrees) {
  Axes axes;
  for (const double value : degrees) axes.arm.push_back(value * kDegree);
  return axes;
}

}  // namespace

class TestDialectPostures : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void confdataCountsQuarterTurns() {
    const auto conf = confData(axesOf({-10, 0, 0, 95, -5, 200}), {-1, -1});
    QCOMPARE(conf[0], -1);
    QCOMPARE(conf[1], 1);
    QCOMPARE(conf[2], 2);
    QCOMPARE(conf[3], 7);
    QCOMPARE(confData(axesOf({0, 0, 0, 90, 5, -90}), {1, 1}), (std::array<int, 4>{0, 1, -1, 0}));
    QCOMPARE(confData(axesOf({179, 0, 0, -181, 5, 400}), {1, -1}), (std::array<int, 4>{1, -3, 4, 2}));
  }
  // The table of the RAPID manual, row by row.
  void cfxTellsTheEightPosturesApart() {
    int wanted = 0;
    for (const bool left : {false, true})
      for (const bool down : {false, true})
        for (const double axis_5 : {30.0, -30.0}) {
          Posture posture{1, 1};
          if (left) posture.shoulder = -1;
          if (down) posture.elbow = -1;
          QCOMPARE(confData(axesOf({0, 0, 0, 0, axis_5, 0}), posture)[3], wanted++);
        }
  }
  void turnBitsAreTheSignsOfTheAxes() {
    QCOMPARE(turnBits(axesOf({-1, -1, -1, -1, -1, -1})), 63);
    QCOMPARE(turnBits(axesOf({1, 1, 1, 1, 1, 1})), 0);
    QCOMPARE(turnBits(axesOf({-10, 0, 0, 95, -5, 200})), 17);
  }
  void statusBitsAreShoulderElbowAndWrist() {
    const Axes plain = axesOf({0, 0, 0, 0, 30, 0});
    QCOMPARE(statusBits(plain, {1, -1}), 0);
    QCOMPARE(statusBits(plain, {-1, -1}), 1);
    QCOMPARE(statusBits(plain, {1, 1}), 2);
    QCOMPARE(statusBits(axesOf({0, 0, 0, 0, -30, 0}), {1, -1}), 4);
    QCOMPARE(statusBits(axesOf({0, 0, 0, 0, 190, 0}), {1, -1}), 4);
    QCOMPARE(statusBits(axesOf({0, 0, 0, 0, -190, 0}), {1, -1}), 0);
  }
  // An R-2000iB in one pose, by joint positions that its controller showed.
  void configStringsAreThoseOfAController() {
    const Axes not_flipped = axesOf({7.962, -5.284, -36.250, 77.661, -51.975, -79.273});
    const Axes flipped = axesOf({7.962, -5.284, -36.250, -102.339, 51.975, 100.727});
    QCOMPARE(fanucConfig(not_flipped, {1, 1}), std::string("N U T, 0, 0, 0"));
    QCOMPARE(fanucConfig(flipped, {1, 1}), std::string("F U T, 0, 0, 0"));
    QCOMPARE(fanucConfig(not_flipped, {-1, -1}), std::string("N D B, 0, 0, 0"));
  }
  void turnsGoFromHalfToHalf() {
    const auto turns = [](double degrees) { return fanucConfig(axesOf({0, 0, 0, 0, -1, degrees}), {1, 1}).substr(13); };
    for (const auto& [degrees, wanted] : {std::pair(179.9, "0"), std::pair(180.0, "1"), std::pair(539.9, "1"),
                                          std::pair(540.0, "2"), std::pair(-179.9, "0"), std::pair(-180.0, "-1")})
      QCOMPARE(QString::fromStdString(turns(degrees)), QString::fromLatin1(wanted));
  }
  // Rounding in the last digit of a planner must not change what the robot does.
  void zeroButForRoundingCountsAsZero() {
    const Axes noise = axesOf({-1e-9, -1e-9, -1e-9, -1e-9, -1e-9, -1e-9});
    QCOMPARE(turnBits(noise), 0);
    QCOMPARE(statusBits(noise, {1, -1}), 0);
    QCOMPARE(confData(noise, {1, 1}), (std::array<int, 4>{0, 0, 0, 0}));
    QCOMPARE(fanucConfig(noise, {1, 1}), std::string("N U T, 0, 0, 0"));
  }

  void figuresHaveNoMinusZeroAndOneForm() {
    QCOMPARE(fixed(-1e-9, 3), std::string("0.000"));
    QCOMPARE(fixed(-0.0, 0), std::string("0"));
    QCOMPARE(fixed(-0.0004, 3), std::string("0.000"));
    QCOMPARE(fixed(-0.0006, 3), std::string("-0.001"));
    QCOMPARE(fixed(1e9, 3), std::string("1000000000.000"));
    const FixedAngles half = fixedAngles(Quat(Eigen::AngleAxisd(-M_PI, Vec3::UnitZ())));
    QCOMPARE(half.z, std::string("180.0000"));
    const Vec3 turn = rotationVector(Quat(0, 0, -1, 0));
    QVERIFY(turn.isApprox(Vec3(0, M_PI, 0), 1e-12));
    QVERIFY(oneSign(Quat(-0.5, 0.5, -0.5, 0.5)).coeffs().isApprox(Quat(0.5, -0.5, 0.5, -0.5).coeffs()));
  }
  // A comma for a point would be another program.
  void theLocaleDoesNotMatter() {
    const std::string before = textIn("krl", tenPoses());
    const char* german = std::setlocale(LC_ALL, "de_DE.UTF-8");
    const std::string with = textIn("krl", tenPoses());
    std::setlocale(LC_ALL, "C.UTF-8");
    QCOMPARE(with, before);
    if (german == nullptr) QSKIP("there is no German locale here");
  }
};

QTEST_GUILESS_MAIN(TestDialectPostures)
#include "test_dialect_postures.moc"
