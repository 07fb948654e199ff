// SPDX-License-Identifier: Apache-2.0
// The clock of a motion: its keys, and the part that is played.
#include <QSignalSpy>
#include <QtTest>

#include "ui/panels/motion_clock.h"
#include "ui/panels/timeline/mark_strip.h"
#include "ui/panels/timeline/motion_plots.h"

using namespace ww;
using namespace ww::ui;

class TestMotionClock : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
  void keysOfTheClock();
  void keysOfThePartAndTheSpeed();
  void aPartIsPlayedAgainAndAgain();
  void aPartEndsWithItsMotion();
  void curvesAreFoldedAway();
};

void TestMotionClock::keysOfTheClock() {
  MotionClock clock(nullptr);
  clock.resize(600, 60);
  clock.show();
  auto* line = clock.timeline();
  QTest::keyClick(line, Qt::Key_Right);
  QCOMPARE(clock.seconds(), 0.0);  // there is no motion
  clock.setDuration(4.0);
  clock.marks()->setMarks({{TimeMark::Kind::kStep, 1.0, 1.0, 1.0, {}}, {TimeMark::Kind::kNear, 2.0, 3.0, 2.5, {}}});
  QTest::keyClick(line, Qt::Key_Right);
  QVERIFY(std::abs(clock.seconds() - 0.02) < 1e-9);
  QTest::keyClick(line, Qt::Key_Right, Qt::ShiftModifier);
  QVERIFY(std::abs(clock.seconds() - 0.22) < 1e-9);
  QTest::keyClick(clock.marks(), Qt::Key_Left);
  QVERIFY(std::abs(clock.seconds() - 0.20) < 1e-9);
  QTest::keyClick(clock.plots()->canvas(), Qt::Key_PageDown);
  QCOMPARE(clock.seconds(), 1.0);
  QTest::keyClick(line, Qt::Key_PageDown);
  QCOMPARE(clock.seconds(), 2.5);
  QTest::keyClick(line, Qt::Key_PageDown);
  QCOMPARE(clock.seconds(), 4.0);
  QTest::keyClick(line, Qt::Key_PageUp);
  QCOMPARE(clock.seconds(), 2.5);
  QTest::keyClick(line, Qt::Key_End);
  QCOMPARE(clock.seconds(), 4.0);
  QTest::keyClick(line, Qt::Key_Home);
  QCOMPARE(clock.seconds(), 0.0);
  QTest::keyClick(line, Qt::Key_Space);
  QVERIFY(clock.isPlaying());
  QTRY_VERIFY(clock.seconds() > 0.1);
  QTest::keyClick(line, Qt::Key_Space);
  QVERIFY(!clock.isPlaying());
}

void TestMotionClock::keysOfThePartAndTheSpeed() {
  MotionClock clock(nullptr);
  clock.resize(600, 60);
  clock.show();
  clock.setDuration(4.0);
  auto* line = clock.timeline();
  clock.scrub(3.0);
  QTest::keyClick(line, Qt::Key_O);
  QCOMPARE(clock.range().value_or(TimeRange()), (TimeRange{0.0, 3.0}));
  clock.scrub(1.0);
  QTest::keyClick(line, Qt::Key_I);
  QCOMPARE(clock.range().value_or(TimeRange()), (TimeRange{1.0, 3.0}));
  QTest::keyClick(line, Qt::Key_End);
  QCOMPARE(clock.seconds(), 3.0);
  QTest::keyClick(line, Qt::Key_Home);
  QCOMPARE(clock.seconds(), 1.0);
  QTest::keyClick(line, Qt::Key_Delete);
  QVERIFY(!clock.range());
  QTest::keyClick(line, Qt::Key_L);
  QVERIFY(clock.repeats());
  QCOMPARE(clock.speed(), 1.0);
  QTest::keyClick(line, Qt::Key_Plus);
  QCOMPARE(clock.speed(), 2.0);
  for (int i = 0; i < 9; ++i) QTest::keyClick(line, Qt::Key_Minus);
  QCOMPARE(clock.speed(), 0.1);
}

void TestMotionClock::aPartIsPlayedAgainAndAgain() {
  MotionClock clock(nullptr);
  clock.setDuration(4.0);
  clock.setRange(TimeRange{1.0, 1.3});
  double least = 10.0, most = -10.0;
  int back = 0;
  double before = 0.0;
  connect(&clock, &MotionClock::shown, &clock, [&](double seconds) {
    least = std::min(least, seconds);
    most = std::max(most, seconds);
    back += seconds < before;
    before = seconds;
  });
  clock.playOrPause();  // from where the part begins
  QTRY_VERIFY(!clock.isPlaying());
  QCOMPARE(clock.seconds(), 1.3);
  QVERIFY(least >= 1.0 && most <= 1.3);
  QTest::keyClick(clock.timeline(), Qt::Key_L);
  clock.playOrPause();
  back = 0;
  QTRY_VERIFY(back >= 2);
  QVERIFY(clock.isPlaying() && least >= 1.0 && most <= 1.3);
  clock.playOrPause();
}

void TestMotionClock::aPartEndsWithItsMotion() {
  MotionClock clock(nullptr);
  clock.setDuration(4.0);
  clock.setRange(TimeRange{1.0, 9.0});
  QCOMPARE(clock.range().value_or(TimeRange()), (TimeRange{1.0, 4.0}));
  clock.setRange(TimeRange{5.0, 9.0});  // of which nothing is left
  QCOMPARE(clock.range().value_or(TimeRange()), (TimeRange{1.0, 4.0}));
  clock.setDuration(4.0);
  QVERIFY(clock.range());
  clock.setDuration(3.0);
  QVERIFY(!clock.range());
  clock.setDuration(std::nullopt);
  clock.setRange(TimeRange{0.0, 1.0});
  QVERIFY(!clock.range());
}

// What is not there takes no height.
void TestMotionClock::curvesAreFoldedAway() {
  MotionClock clock(nullptr);
  clock.resize(700, 60);
  clock.show();
  const int bare = clock.sizeHint().height();
  clock.setDuration(4.0);
  QCoreApplication::processEvents();
  const int marked = clock.sizeHint().height();
  QVERIFY2(marked > bare && marked < bare + 24, qPrintable(QString::number(marked - bare)));
  QSignalSpy told(&clock, &MotionClock::plotsShown);
  clock.showPlots(true);
  QCoreApplication::processEvents();
  QCOMPARE(told.count(), 1);
  QVERIFY(clock.sizeHint().height() > marked + 60);
  clock.showPlots(false);
  clock.setDuration(std::nullopt);
  QCoreApplication::processEvents();
  QCOMPARE(clock.sizeHint().height(), bare);
}

QTEST_MAIN(TestMotionClock)
#include "test_motion_clock.moc"
