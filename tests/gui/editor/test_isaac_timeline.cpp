// SPDX-License-Identifier: Apache-2.0
// A log and a planned motion on one time line.
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QScreen>

#include "app/editor/isaac_desk.h"
#include "app/editor/log_timeline.h"
#include "core/interop/isaac/cask.h"
#include "core/interop/isaac/spatial.h"
#include "tests/gui/editor/motion_test.h"
#include "ui/bridge/isaac_log.h"
#include "ui/panels/isaac/isaac_window.h"

using namespace ww;
using namespace ww::editor;

class TestIsaacTimeline : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void whoMovesTheOneMovesTheOther();
  void aGhostStandsWhereTheRobotWasRecorded();
  void theLogStartsLater();
  void anotherThingThatIsShownEndsItWithoutTheMotion();
  void theEndOfTheMotionEndsBoth();

 private:
  void openBoth() {
    openCell();
    record();
    planTo(QStringLiteral("right"), 0, State::kFresh);
    run("tools.messages");
    QVERIFY(QTest::qWaitForWindowExposed(desk().page()));
    page().tabs()->setCurrentWidget(page().messages());
    page().messages()->openLog(log_);
    QTRY_VERIFY_WITH_TIMEOUT(desk().log().isOpen(), 20000);
  }
  IsaacDesk& desk() { return *window_->findChild<IsaacDesk*>(); }
  ui::IsaacWindow& page() { return *desk().page(); }
  ui::MotionClock& logClock() { return *page().messages()->bar()->clock(); }
  ui::MotionClock& motionClock() { return *motion().clock(); }
  void click(const char* name) {
    auto* box = page().findChild<QCheckBox*>(QLatin1String(name));
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(10, box->height() / 2));
  }
  // The post goes from 0.5 m to 2.5 m in two seconds; what the arm did then was something else.
  void record() {
    log_ = folder_.filePath(QStringLiteral("run_%1").arg(++logs_));
    const auto log = isaac::CaskWriter::create(log_.toStdString());
    QVERIFY(log.ok());
    for (int i = 0; i <= 40; ++i) {
      isaac::Message post = isaac::messageOf(isaac::PoseEdge{"world", "post", Pose::translation(0.5 + 0.05 * i, 0, 0)});
      isaac::Message arm = isaac::messageOf(std::vector<isaac::Quantity>{{"arm/joint_1", "position", 0.01 * i}});
      post.channel = "pose";
      arm.channel = "joint_state";
      for (isaac::Message* message : {&post, &arm}) {
        message->uuid = isaac::newUuid();
        message->pubtime_ns = i * 50'000'000ll;
        QVERIFY((*log)->write(*message).ok());
      }
    }
    QVERIFY((*log)->close().ok());
  }
  // Where things are is worked out beside the window.
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(desk().log().isUpToDate(), 20000); }
  double postX() {
    settle();
    const auto& objects = window_->poseLayer().objects();
    const auto at = objects.find(world()->find("post"));
    return at == objects.end() ? NAN : at->second.p.x();
  }
  bool armIsPlannedAt(double seconds) {
    const auto& joints = window_->poseLayer().joints();
    const auto at = joints.find(arm());
    return at != joints.end() && at->second == motion().currentPlan()->at(seconds);
  }
  QString log_;
  int logs_ = 0;
};

void TestIsaacTimeline::whoMovesTheOneMovesTheOther() {
  openBoth();
  click("logWithMotion");
  QVERIFY(desk().log().isShown());
  // By the line of the motion: five tenths further.
  auto* line = motionClock().timeline();
  line->setFocus();
  QTest::keyClick(line, Qt::Key_Home);
  QCOMPARE(desk().log().time(), 0.0);
  QCOMPARE(postX(), 0.5);
  for (int i = 0; i < 5; ++i) QTest::keyClick(line, Qt::Key_Right);
  const double there = motionClock().seconds();
  QVERIFY(there > 0.0);
  QCOMPARE(desk().log().time(), there);
  QCOMPARE(logClock().seconds(), there);
  QVERIFY(armIsPlannedAt(there));
  QVERIFY(std::abs(postX() - (0.5 + 0.05 * std::floor(there / 0.05 + 1e-9))) < 1e-9);
  // By that of the log.
  auto* log_line = logClock().timeline();
  page().activateWindow();
  log_line->setFocus();
  QTest::keyClick(log_line, Qt::Key_Home);
  QCOMPARE(motionClock().seconds(), 0.0);
  for (int i = 0; i < 15; ++i) QTest::keyClick(log_line, Qt::Key_Right);
  QVERIFY(logClock().seconds() > there);
  QCOMPARE(motionClock().seconds(), std::min(logClock().seconds(), motionClock().duration()));
  QVERIFY(armIsPlannedAt(motionClock().seconds()));
  QVERIFY(postX() > 0.5);
  // Played, both come to the end of what plays.
  QTest::keyClick(log_line, Qt::Key_Space);
  QTRY_VERIFY_WITH_TIMEOUT(!logClock().isPlaying(), 30000);
  QCOMPARE(postX(), 2.5);
  QVERIFY(armIsPlannedAt(std::min(2.0, motionClock().duration())));
  if (qEnvironmentVariableIsSet("WW_SHOTS")) {
    QTest::qWait(300);
    page().grab().save(qEnvironmentVariable("WW_SHOTS") + QStringLiteral("/log_motion.png"));
  }
}

void TestIsaacTimeline::aGhostStandsWhereTheRobotWasRecorded() {
  openBoth();
  const auto ghosts = [&] { return window_->findChild<LogTimeline*>()->ghostCount(); };
  auto* words = page().findChild<QLabel*>(QStringLiteral("logGhostWords"));
  auto* box = page().findChild<QCheckBox*>(QStringLiteral("logGhost"));
  QVERIFY(!box->isEnabled() && ghosts() == 0);
  click("logWithMotion");
  QVERIFY(box->isEnabled() && box->isChecked());
  motionClock().scrub(0.5);
  settle();
  // The arm, and what hangs on it; the log had its first joint at 0.1 by then.
  QVERIFY2(ghosts() >= 1, qPrintable(words->text()));
  const double way = std::abs(motion().currentPlan()->at(0.5)[0] - 0.1) * 180.0 / M_PI;
  const QString far = QLocale().toString(way, 'f', 1);
  const auto& recorded = desk().log().recorded().joints;
  QVERIFY(recorded.contains(arm()) && std::abs(recorded.at(arm())[0] - 0.1) < 1e-9);
  QVERIFY2(words->text().contains(QStringLiteral("beside the plan")), qPrintable(words->text()));
  if (words->text().contains(QStringLiteral("joint_1")))
    QVERIFY2(words->text().contains(far), qPrintable(words->text()));
  QVERIFY(armIsPlannedAt(0.5));
  if (qEnvironmentVariableIsSet("WW_SHOTS")) {
    page().move(1380, 860);
    QTest::qWait(1500);
    window_->screen()->grabWindow(0).save(qEnvironmentVariable("WW_SHOTS") + QStringLiteral("/log_ghost.png"));
    page().grab().save(qEnvironmentVariable("WW_SHOTS") + QStringLiteral("/log_ghost_bar.png"));
  }
  click("logGhost");
  QVERIFY(!box->isChecked() && ghosts() == 0 && words->text().isEmpty());
  QVERIFY(armIsPlannedAt(0.5));
  click("logGhost");
  QVERIFY(ghosts() >= 1);
  // It goes along, and goes with the log.
  motionClock().scrub(0.3);
  settle();
  QVERIFY(std::abs(desk().log().recorded().joints.at(arm())[0] - 0.06) < 1e-9);
  click("logWithMotion");
  QVERIFY(ghosts() == 0 && !box->isEnabled());
  // Of a log that knows nothing of the robot, that is said.
  page().messages()->openLog(log_);
  QTRY_VERIFY_WITH_TIMEOUT(desk().log().isOpen(), 20000);
  desk().log().setChannelOn("joint_state", false);
  click("logWithMotion");
  motionClock().scrub(0.4);
  QTRY_VERIFY2_WITH_TIMEOUT(words->text().contains(QStringLiteral("nothing of what is planned")),
                            qPrintable(words->text()), 20000);
  QVERIFY(ghosts() == 0);
}

void TestIsaacTimeline::theLogStartsLater() {
  openBoth();
  click("logWithMotion");
  auto* start = page().findChild<QDoubleSpinBox*>(QStringLiteral("logStart"));
  QVERIFY(start->isEnabled());
  start->setFocus();
  start->selectAll();
  QTest::keyClicks(start, QLocale().toString(0.2));
  QTest::keyClick(start, Qt::Key_Return);
  QCOMPARE(motionClock().seconds(), 0.2);
  motionClock().scrub(0.1);
  QCOMPARE(desk().log().time(), 0.0);
  motionClock().scrub(0.5);
  QVERIFY(std::abs(desk().log().time() - 0.3) < 1e-9);
}

void TestIsaacTimeline::anotherThingThatIsShownEndsItWithoutTheMotion() {
  openBoth();
  click("logShow");
  QVERIFY(desk().log().isShown());
  motionClock().scrub(0.3);
  QVERIFY(!desk().log().isShown());
  click("logWithMotion");
  QVERIFY(desk().log().isShown());
  click("logWithMotion");
  motionClock().scrub(0.4);
  QVERIFY(!desk().log().isShown());
}

void TestIsaacTimeline::theEndOfTheMotionEndsBoth() {
  openBoth();
  click("logWithMotion");
  motionClock().scrub(0.3);
  QVERIFY(!window_->poseLayer().empty());
  run("motion.stop");
  QVERIFY(window_->poseLayer().empty());
  QVERIFY(!desk().log().isShown());
}

int main(int argc, char** argv) { return runWindowTest<TestIsaacTimeline>(argc, argv); }
#include "test_isaac_timeline.moc"
