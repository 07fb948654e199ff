// SPDX-License-Identifier: Apache-2.0
// A log and a planned motion on one time line.
#include <QCheckBox>
#include <QDoubleSpinBox>

#include "app/editor/isaac_desk.h"
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
  double postX() {
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
