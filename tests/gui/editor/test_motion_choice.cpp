// SPDX-License-Identifier: Apache-2.0
// Which robot, tool and target a motion is planned for when nobody says; where the robot stands on it after.
#include <algorithm>

#include "core/usecase/repairs.h"
#include "core/world/views/references.h"
#include "tests/gui/editor/motion_test.h"
#include "tests/support/cli_run.h"
#include "ui/widgets/name_box.h"

using namespace ww;
using namespace ww::editor;

class TestMotionChoice : public MotionTest {
  Q_OBJECT
 private Q_SLOTS:
  void movedToAMomentAllSaysThatMoment();
  void aToolOnAFingerIsTheRobots();
  void anArmTakesThePlaceOfALooseGripper();
  void theFrameSelectedIsTheTarget();
  void aNewFrameIsTheTarget();
  void whatIsInvolvedIsSelectedToBeMoved();
  void aTargetToBeMetFromBelowIsTurnedOver();
  void aTargetOnAPartIsTurnedOver();
  void aTargetThatPointsOutOfASideIsTurnedOver();
  void longNamesKeepBothEnds();
  void aMotionOfTheWorldBeforeIsNotTold();
};

void TestMotionChoice::movedToAMomentAllSaysThatMoment() {
  openCell();
  planTo(QStringLiteral("right"), 0, State::kFresh);
  auto* move = link(QStringLiteral("Move the robot here"));
  auto* end = link(QStringLiteral("Move to the end"));
  const double half = 0.5 * motion().currentPlan()->duration();
  const JointVector there = motion().currentPlan()->at(half);
  motion().scrub(motion().currentPlan()->duration());
  QVERIFY(!(move->isVisible() && end->isVisible()));
  motion().scrub(half);
  const QString told = clockText();
  const int at = motion().timeline()->value();
  QTest::mouseClick(move, Qt::LeftButton);
  QTRY_VERIFY((standing() - there).cwiseAbs().maxCoeff() < 1e-9);
  QTRY_COMPARE(chip(), QStringLiteral("Robot moved"));
  QVERIFY(window_->poseLayer().empty() && !motion().isPreviewing());
  QCOMPARE(clockText(), told);
  QCOMPARE(motion().timeline()->value(), at);
  QVERIFY(!move->isVisible() && end->isVisible());
  QTest::mouseClick(end, Qt::LeftButton);
  QTRY_VERIFY((standing() - kRight).cwiseAbs().maxCoeff() < 1e-9);
  QTRY_COMPARE(motion().timeline()->value(), motion().timeline()->maximum());
  QVERIFY(!move->isVisible() && !end->isVisible());
  // Back where the motion starts, and there again.
  run("edit.undo");
  run("edit.undo");
  QTRY_COMPARE(chip(), QStringLiteral("Plan fresh"));
  QCOMPARE(motion().timeline()->value(), 0);
  QVERIFY2(clockText().startsWith(QStringLiteral("0.00 / ")), qPrintable(clockText()));
  // Nothing is shown of a preview that was ended.
  motion().scrub(half);
  motion().stop();
  QVERIFY2(clockText().startsWith(QStringLiteral("0.00 / ")), qPrintable(clockText()));
}

namespace {

const char kHand[] =
    "<robot name='hand'><link name='palm'/><link name='finger'/>"
    "<joint name='finger_joint' type='revolute'><parent link='palm'/><child link='finger'/>"
    "<origin xyz='0 0 0.1'/><axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint></robot>";

}  // namespace

// A gripper of one moving finger; on nothing, or on a link of the arm.
static void addHand(const QString& file, const QString& world, const QStringList& where) {
  const auto run = test::runCli(QStringList{"import", file, "--into", world, "--name", "hand"} + where);
  WW_COMPARE_EXIT(run, 0);
}

void TestMotionChoice::aToolOnAFingerIsTheRobots() {
  openCell(false);
  const QString file = folder_.filePath(QStringLiteral("finger.wright"));
  saveTo(file);
  window_->document().reset();  // which lets go of the file
  addHand(write(QStringLiteral("hand.urdf"), kHand), file, {"--parent", "arm/flange"});
  window_->openFiles({file});
  QTRY_VERIFY_WITH_TIMEOUT(arm() && world()->childNamed(arm(), "hand"), 60000);
  QTRY_COMPARE(motion().robotBox()->count(), 2);
  const ObjectId hand = world()->childNamed(arm(), "hand");
  const EntityId finger = world()->object(hand)->entityNamed("finger")->id;
  window_->selection().select({finger});
  QVERIFY(window_->bridge().commit(QStringLiteral("tool"),
                                   session::createFrame(hand, finger, "tool_frame", Pose::translation(0, 0, 0.1))));
  window_->selection().select({world()->frameNamed(hand, "tool_frame")});
  QTRY_VERIFY(motion().choice()->toolBox()->findText(QStringLiteral("hand/tool_frame")) >= 0);
  QCOMPARE(motion().robotBox()->currentText(), QStringLiteral("arm"));
  QCOMPARE(motion().choice()->toolBox()->currentText(), QStringLiteral("hand/tool_frame"));
  planTo(QStringLiteral("place"), 0, State::kFresh);
  motion().moveToEnd();
  QTRY_VERIFY(positionDistance(world()->rootT(world()->frameNamed(hand, "tool_frame")),
                               world()->rootT(world()->frameNamed(world::kRootObject, "place"))) < 1e-4);
}

void TestMotionChoice::anArmTakesThePlaceOfALooseGripper() {
  window_->openFiles({write(QStringLiteral("hand.urdf"), kHand)});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(motion().robotBox()->currentText(), QStringLiteral("hand"));
  QByteArray urdf = "<robot name='arm'><link name='link_0'/>";
  for (int i = 1; i <= 6; ++i)
    urdf += QStringLiteral(
                "<link name='link_%1'/><joint name='joint_%1' type='revolute'><parent link='link_%2'/>"
                "<child link='link_%1'/><origin xyz='0 0 0.2'/><axis xyz='0 %3 %4'/>"
                "<limit lower='-2' upper='2' effort='1' velocity='1'/></joint>")
                .arg(i)
                .arg(i - 1)
                .arg(i % 2)
                .arg(1 - i % 2)
                .toLatin1();
  QTRY_VERIFY(!wizard());
  window_->openFiles({write(QStringLiteral("arm.urdf"), urdf + "</robot>")});
  QTRY_VERIFY_WITH_TIMEOUT(wizard() && wizard()->importButton()->isEnabled(), 60000);
  QTest::mouseClick(wizard()->importButton(), Qt::LeftButton);
  QTRY_COMPARE(motion().robotBox()->count(), 2);
  QTRY_COMPARE(motion().robotBox()->currentText(), QStringLiteral("arm"));
  // What is selected counts, and a gripper that is wanted is planned for.
  window_->selection().select({world()->childNamed(world::kRootObject, "hand")});
  QCOMPARE(motion().robotBox()->currentText(), QStringLiteral("hand"));
}

void TestMotionChoice::theFrameSelectedIsTheTarget() {
  openCell(false);
  const Pose there = world()->rootT(world()->frameNamed(world::kRootObject, "place"));
  QVERIFY(window_->bridge().commit(
      QStringLiteral("frame"),
      session::createFrame(world::kRootObject, world::kRootEntity, "frame_2", there * Pose::translation(0, 0, -0.05))));
  QTRY_VERIFY(motion().targetBox()->findText(QStringLiteral("frame_2")) >= 0);
  choose(motion().targetBox(), QStringLiteral("place"));
  QVERIFY2(motion().reportText().contains(QStringLiteral("Target: place")), qPrintable(motion().reportText()));
  window_->selection().select({world()->frameNamed(world::kRootObject, "frame_2")});
  // Seen before it is planned, by the button or by keys.
  QCOMPARE(motion().targetBox()->currentText(), QStringLiteral("frame_2"));
  QVERIFY2(motion().reportText().contains(QStringLiteral("Target: frame_2")), qPrintable(motion().reportText()));
  QTest::mouseClick(motion().findChild<QPushButton*>(QStringLiteral("primary")), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
  QVERIFY2(motion().title().endsWith(QStringLiteral("frame_2")), qPrintable(motion().title()));
  // What is chosen by hand stays, until another frame is selected.
  choose(motion().targetBox(), QStringLiteral("left"));
  run("motion.plan");
  QCOMPARE(motion().targetBox()->currentText(), QStringLiteral("left"));
  QTRY_VERIFY_WITH_TIMEOUT(motion().state() == State::kFresh, 60000);
  window_->selection().select({world()->frameNamed(world::kRootObject, "place")});
  QCOMPARE(motion().targetBox()->currentText(), QStringLiteral("place"));
  run("motion.plan");
  QTRY_VERIFY_WITH_TIMEOUT(motion().state() == State::kFresh, 60000);
  QVERIFY2(motion().title().endsWith(QStringLiteral("place")), qPrintable(motion().title()));
  // Of several none is meant, and nothing is chosen by selecting something else.
  window_->selection().select(
      {world()->frameNamed(world::kRootObject, "place"), world()->frameNamed(world::kRootObject, "frame_2")});
  window_->selection().select({arm()});
  QCOMPARE(motion().targetBox()->currentText(), QStringLiteral("place"));
}

void TestMotionChoice::aNewFrameIsTheTarget() {
  openCell(false);
  choose(motion().targetBox(), QStringLiteral("left"));
  window_->selection().clear();
  run("add.frame");
  const auto made = window_->selection().active();
  QVERIFY(made && std::holds_alternative<FrameId>(*made));
  const QString name = QString::fromStdString(world()->frame(std::get<FrameId>(*made))->name);
  QTRY_COMPARE(motion().targetBox()->currentText(), name);
}

void TestMotionChoice::whatIsInvolvedIsSelectedToBeMoved() {
  openCell();
  planTo(QStringLiteral("right"), 1, State::kFailed);
  link(QStringLiteral("Show what is involved"))->click();
  const auto& selected = window_->selection();
  QCOMPARE(selected.nodes().size(), std::size_t{2});
  QVERIFY(selected.contains(world()->find("post")));
  const bool link = std::any_of(selected.nodes().begin(), selected.nodes().end(),
                                [](const auto& node) { return std::holds_alternative<EntityId>(node); });
  QVERIFY2(link, "a link that joints move stays one");
}

void TestMotionChoice::aTargetToBeMetFromBelowIsTurnedOver() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const auto place = world::resolveText(*world(), "place").value();
  const Pose was = world()->rootT(place);
  QVERIFY(window_->bridge().commit(QStringLiteral("turn"), usecase::turnedOver(*world(), place)));
  QTRY_VERIFY_WITH_TIMEOUT(motion().targetBox()->findText(QStringLiteral("place")) >= 0, 60000);
  planTo(QStringLiteral("place"), 0, State::kFailed);
  auto* turn = link(QStringLiteral("Turn the target over"));
  QVERIFY2(turn && turn->isVisible(), qPrintable(motion().reportText()));
  QTest::mouseClick(turn, Qt::LeftButton);
  QVERIFY((world()->rootT(place).p - was.p).norm() < 1e-12);
  QVERIFY(world()->rootT(place).q.angularDistance(was.q) < 1e-9);
  QTRY_VERIFY(!turn->isVisible());
  QTest::mouseClick(link(QStringLiteral("Plan again")), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
}

// A frame made by a click on a part has its z axis up: postures from below exist, and the part is in their way.
void TestMotionChoice::aTargetOnAPartIsTurnedOver() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const auto place = world::resolveText(*world(), "place").value();
  Pose high = world()->rootT(place);
  high.p.z() += 0.35;
  const Pose slab_in_root{high.p - Vec3(0, 0, 0.03), Quat::Identity()};
  const auto slab =
      session::createPrimitive(world::kRootObject, world::kRootEntity, "slab", geometry::Box{Vec3(0.2, 0.2, 0.02)},
                               {0.5f, 0.5f, 0.5f, 1.0f}, slab_in_root);
  const auto on = session::createFrame(world::kRootObject, world::kRootEntity, "on_slab", {high.p, Quat::Identity()});
  QVERIFY(window_->bridge().commit(QStringLiteral("slab"), slab));
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"), on));
  QTRY_VERIFY_WITH_TIMEOUT(motion().targetBox()->findText(QStringLiteral("on_slab")) >= 0, 60000);
  planTo(QStringLiteral("on_slab"), 0, State::kFailed);
  auto* turn = link(QStringLiteral("Turn the target over"));
  QVERIFY2(turn && turn->isVisible(), qPrintable(motion().reportText()));
  QTest::mouseClick(turn, Qt::LeftButton);
  QTRY_VERIFY(!turn->isVisible());
  QTest::mouseClick(link(QStringLiteral("Plan again")), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
}

// On a side the axis lies flat: no side is below. The tool would have to stand in the part.
void TestMotionChoice::aTargetThatPointsOutOfASideIsTurnedOver() {
  run("file.sample");
  QTRY_VERIFY_WITH_TIMEOUT(world()->objectCount() > 4, 60000);
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  const Vec3 place = world()->rootT(world::resolveText(*world(), "place").value()).p + Vec3(0, 0, 0.35);
  // A thin board that stands beside the robot's arm: as far to reach from either side.
  const Vec3 robot = world()->rootT(world()->find("robot")).p;
  const Vec3 out = (robot - place).cwiseProduct(Vec3(1, 1, 0)).normalized().cross(Vec3::UnitZ());
  const Pose face{place, Quat::FromTwoVectors(Vec3::UnitZ(), out)};
  const auto board =
      session::createPrimitive(world::kRootObject, world::kRootEntity, "board", geometry::Box{Vec3(0.12, 0.12, 0.02)},
                               {0.5f, 0.5f, 0.5f, 1.0f}, {place - 0.02 * out, face.q});
  const auto on = session::createFrame(world::kRootObject, world::kRootEntity, "on_board", face);
  QVERIFY(window_->bridge().commit(QStringLiteral("board"), board));
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"), on));
  QTRY_VERIFY_WITH_TIMEOUT(motion().targetBox()->findText(QStringLiteral("on_board")) >= 0, 60000);
  planTo(QStringLiteral("on_board"), 0, State::kFailed);
  auto* turn = link(QStringLiteral("Turn the target over"));
  QVERIFY2(turn && turn->isVisible(), qPrintable(motion().reportText()));
  QTest::mouseClick(turn, Qt::LeftButton);
  QTRY_VERIFY(!turn->isVisible());
  QTest::mouseClick(link(QStringLiteral("Plan again")), Qt::LeftButton);
  QTRY_VERIFY2_WITH_TIMEOUT(motion().state() == State::kFresh, qPrintable(motion().reportText()), 60000);
}

void TestMotionChoice::longNamesKeepBothEnds() {
  openCell();
  const std::string name = "target_in_the_middle_of_the_large_table_beside_the_window";
  QVERIFY(window_->bridge().commit(QStringLiteral("frame"), session::createFrame(world::kRootObject, world::kRootEntity,
                                                                                 name, Pose::translation(1, 0, 1))));
  window_->selection().select({world()->frameNamed(world::kRootObject, name)});
  auto* box = dynamic_cast<ui::NameBox*>(motion().choice()->targetBox());
  QVERIFY(box);
  QTRY_COMPARE(box->currentText(), QString::fromStdString(name));
  const auto fits = [&] {
    const QString shown = box->shownText();
    return shown.contains(QChar(u'…')) && shown.startsWith(QStringLiteral("tar")) &&
           shown.endsWith(QStringLiteral("dow")) && box->fontMetrics().horizontalAdvance(shown) < box->width();
  };
  box->resize(220, box->height());
  QVERIFY2(fits(), qPrintable(QStringLiteral("%1: %2").arg(box->width()).arg(box->shownText())));
}

// Not even in place of the one that is planned now.
void TestMotionChoice::aMotionOfTheWorldBeforeIsNotTold() {
  openCell();
  choose(motion().targetBox(), QStringLiteral("right"));
  window_->actions().refresh();
  action("motion.plan")->trigger();
  QCOMPARE(motion().state(), State::kPlanning);
  window_->bridge().session().replace(world::World(*world()));
  QTRY_COMPARE(motion().state(), State::kNone);
  planTo(QStringLiteral("place"), 0, State::kFresh);
  QVERIFY(motion().currentPlan()->world == world());
  QTRY_COMPARE_WITH_TIMEOUT(window_->jobs().running(), 0, 60000);
  QTest::qWait(100);
  QVERIFY(motion().currentPlan() && motion().currentPlan()->world == world());
}

int main(int argc, char** argv) { return runWindowTest<TestMotionChoice>(argc, argv); }
#include "test_motion_choice.moc"
