// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>

#include "core/scene/limits.h"

using namespace ww;
using scene::Limits;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

// What planners, programs, services, imports and the window all ask of limits.
class TestSceneLimits : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aPositionIsWithinByTheSameSlackForAll();
  void aRangeIsWithinAnother();
  void whatBothAllow();
  void aJointStartsAtZeroOrInTheMiddle();
  void aPositionIsRefusedByWhatItIsBeyond();
};

void TestSceneLimits::aPositionIsWithinByTheSameSlackForAll() {
  const Limits limits{-1.0, 2.0};
  QCOMPARE(scene::excessOf(0.5, limits), -1.5);
  QCOMPARE(scene::excessOf(2.5, limits), 0.5);
  QCOMPARE(scene::excessOf(-1.25, limits), 0.25);
  QVERIFY(scene::excessOf(1e6, Limits()) < 0.0);
  for (const double end : {limits.lower, limits.upper}) {
    const double out = end < 0.0 ? -1.0 : 1.0;
    QVERIFY(scene::isWithin(end, limits, 0.0));
    QVERIFY(scene::isWithin(end + out * 0.5 * scene::kLimitSlack, limits));
    QVERIFY(!scene::isWithin(end + out * 2.0 * scene::kLimitSlack, limits));
    QVERIFY(scene::isWithin(end + out * 0.5 * scene::kRoundingSlack, limits, scene::kRoundingSlack));
    QCOMPARE(scene::nearestWithin(end + out, limits), end);
  }
  QCOMPARE(scene::nearestWithin(0.3, limits), 0.3);
  QVERIFY(!scene::isWithin(std::nan(""), limits));
  QVERIFY(scene::isWithin(-1e6, Limits()));
}

void TestSceneLimits::aRangeIsWithinAnother() {
  const Limits outer{-1.0, 1.0, 2.0, 3.0, 4.0, 5.0};
  QVERIFY(scene::isRangeInOrder(outer) && scene::isRangeInOrder(Limits()) && !scene::isRangeInOrder({1.0, -1.0}));
  QVERIFY(scene::areWithin(outer, outer));
  QVERIFY(scene::isRangeWithin({-1.0 - 0.5 * scene::kLimitSlack, 1.0}, outer));
  QVERIFY(!scene::isRangeWithin({-1.0 - 1e-6, 1.0}, outer));
  QVERIFY(!scene::isRangeWithin(Limits(), outer));
  for (double Limits::*const rate : {&Limits::velocity, &Limits::acceleration, &Limits::jerk, &Limits::effort}) {
    Limits inner = outer;
    inner.*rate *= 1.0 + 0.5 * scene::kLimitSlack;
    QVERIFY(scene::areWithin(inner, outer));
    inner.*rate *= 1.001;
    QVERIFY(!scene::areWithin(inner, outer));
    QVERIFY(scene::isRangeWithin(inner, outer));
  }
}

void TestSceneLimits::whatBothAllow() {
  const Limits both = scene::intersection({-1.0, 2.0, 3.0}, {0.0, 5.0, 1.0});
  QCOMPARE(both.lower, 0.0);
  QCOMPARE(both.upper, 2.0);
  QCOMPARE(both.velocity, 1.0);
  QVERIFY(!scene::isRangeInOrder(scene::intersection({0.0, 1.0}, {2.0, 3.0})));
}

void TestSceneLimits::aJointStartsAtZeroOrInTheMiddle() {
  QCOMPARE(scene::startPosition(Limits()), 0.0);
  QCOMPARE(scene::startPosition({0.0, 2.0}), 0.0);
  QCOMPARE(scene::startPosition({1.0, 2.0}), 1.5);
  QCOMPARE(scene::startPosition({1.0, kInfinity}), 1.0);
  QCOMPARE(scene::startPosition({-kInfinity, -1.0}), -1.0);
}

void TestSceneLimits::aPositionIsRefusedByWhatItIsBeyond() {
  const Limits limits{-1.0, 1.0};
  QVERIFY(scene::checkPosition("j1", 1.0 + 0.5 * scene::kLimitSlack, limits, false).ok());
  const Status far = scene::checkPosition("j1", -1.5, limits, false);
  QCOMPARE(far.code, Code::kInvalidArgument);
  QVERIFY2(far.line().find("0.5") != std::string::npos || far.line().find("28.6") != std::string::npos,
           far.line().c_str());
  QVERIFY(scene::looksLikeDegrees(90.0, -2.0, 2.0) && !scene::looksLikeDegrees(1.0, -2.0, 2.0));
  QVERIFY(scene::looksLikeMillimetres(400.0, 0.0, 0.5) && !scene::looksLikeMillimetres(0.4, 0.0, 0.5));
}

QTEST_GUILESS_MAIN(TestSceneLimits)
#include "test_scene_limits.moc"
