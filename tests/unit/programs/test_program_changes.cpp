// SPDX-License-Identifier: Apache-2.0
// Whether the last plan of a program still holds, after edits and after opening the file.
#include <QTemporaryDir>

#include "core/base/failure.h"
#include "core/program/planned.h"
#include "core/project/project.h"
#include "core/session/object_properties.h"
#include "core/session/rule_builders.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/robot_of.h"
#include "core/usecase/programs/show.h"
#include "core/usecase/programs/step_motion.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using usecase::PlanState;

namespace {

std::string verdict(const usecase::ProgramCheck& check) { return plain(usecase::verdictOf(check)); }

session::EditsPtr boxAt(const char* name, const Vec3& place) {
  return session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                  {place, Quat::Identity()});
}

}  // namespace

class TestProgramChanges : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void freshAfterPlanning();
  void whatDoesNotMatter();
  void whatStandsOnTheBaseIsNotCarried();
  void aMovedPartBreaksTheStepsThatNameIt();
  void somethingInTheWay();
  void aChangeThatDoesNoHarm();
  void aRoundedCornerIsOnNoLine();
  void aRoundedCornerIsJudged();
  void relativeTargetsCountFromTheCorner();
  void pathConstraintsAreJudged();
  void ownRulesAndToolLimits();
  void anotherToolIsTheLikeliest();
  void namesThatMeanOthers();
  void whatIsMountedRidesAlong();
  void aMovedFrame();
  void limitsRulesAndSteps();
  void theRobotStandsElsewhere();
  void undoMakesItFreshAgain();
  void freshAndStaleAfterOpening();
  void theNearestIsKnownAfterOpening();
  void checksCanBeStopped();
  void aPlanOfAnotherRobot();

 private:
  PlanState look() const { return usecase::lookAtPlan(*cell_->world(), "p")->state; }
  EntityId link(const char* of, const char* name) const {
    return cell_->world()->peek(cell_->world()->aliasNamed(of))->entityNamed(name)->id;
  }
  std::unique_ptr<ProgramCell> cell_;
};

// Down to a part, up again, and to the side.
void TestProgramChanges::init() {
  cell_ = std::make_unique<ProgramCell>();
  const std::string over = "{ by_name { object { object_name: \"part_1\" } } } ";
  cell_->add("name: \"p\" " + moveAbove("pick", 0.1) + "steps { move { frame " + over +
             "frame_t_tool { position { z: 0.0355 } orientation { y: 1 } } motion_type: LINEAR } } " +
             moveAbove("pick", 0.1, "motion_type: LINEAR") + wait(1) + moveAbove("place", 0.2));
  QCOMPARE(look(), PlanState::kUnplanned);
  QCOMPARE(verdict(cell_->check("p")), std::string("not planned"));
  const Status status = cell_->planAndKeep("p");
  QVERIFY2(status.ok(), status.line().c_str());
}

void TestProgramChanges::freshAfterPlanning() {
  QCOMPARE(look(), PlanState::kFresh);
  const auto check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kFresh);
  QVERIFY(check.changes.empty() && check.findings.empty());
  QVERIFY(check.duration > 1.0);
  QCOMPARE(verdict(check), std::string("the plan is up to date"));
}

void TestProgramChanges::whatDoesNotMatter() {
  QVERIFY(cell_->commit(boxAt("far", Vec3(8, 8, 0))).ok());
  QVERIFY(cell_->commit(session::renameObject(cell_->world()->aliasNamed("part_4"), "shaft_4", true)).ok());
  QVERIFY(cell_->commit(session::createFrame(world::kRootObject, world::kRootEntity, "other", {})).ok());
  auto noted = cell_->world()->data().record->programs(0);
  noted.set_comment("for the morning shift");
  noted.mutable_steps(0)->set_name("approach");
  QVERIFY(cell_->commit(session::setProgram(noted)).ok());
  cell_->add("name: \"q\"" + wait(1));
  QCOMPARE(look(), PlanState::kFresh);
}

// A cabinet that hangs on the robot's base, out of its reach: no motion of the robot moves it, or meets it.
void TestProgramChanges::whatStandsOnTheBaseIsNotCarried() {
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  const EntityId base = cell_->world()->peek(robot)->rootEntity();
  QVERIFY(cell_
              ->commit(session::createPrimitive(robot, base, "cabinet", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                                Pose::translation(8, 8, 0)))
              .ok());
  QVERIFY(cell_->planAndKeep("p").ok());
  QVERIFY(cell_->commit(boxAt("half_way", Vec3(5, 5, 0))).ok());
  QCOMPARE(look(), PlanState::kFresh);
  const ObjectId cabinet = cell_->world()->childNamed(robot, "cabinet");
  QVERIFY(cell_->commit(session::setPose(cabinet, world::kRootObject, Pose::translation(8, 9, 0))).ok());
  QCOMPARE(look(), PlanState::kFresh);
}

void TestProgramChanges::aMovedPartBreaksTheStepsThatNameIt() {
  QVERIFY(cell_->move("part_1", Vec3(0.004, 0, 0)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  const auto check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kStale);
  QCOMPARE(textOf(check.findings), std::string("2:validate.misses-goal"));
  const std::string text = verdict(check);
  QVERIFY2(text.starts_with("part_1 moved 0.004 m: step 2 no longer holds"), text.c_str());
  // Planned again, it holds.
  QVERIFY(cell_->planAndKeep("p").ok());
  QCOMPARE(look(), PlanState::kFresh);
}

void TestProgramChanges::somethingInTheWay() {
  // Where the tool is in the middle of the second step, and so at the ends of its neighbours.
  const world::World& w = *cell_->world();
  const Pose pick = w.rootT(w.frameNamed(world::kRootObject, "pick"));
  QVERIFY(cell_->commit(boxAt("crate_2", pick.p + Vec3(0, 0, 0.15))).ok());
  const auto check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kStale);
  std::string changes;
  for (const Phrase& change : check.changes) changes += plain(change) + ";";
  QCOMPARE(changes, std::string("crate_2 came within reach;"));
  QVERIFY2(textOf(check.findings).starts_with("1:validate.collides 2:validate.collides 3:validate.collides"),
           textOf(check.findings).c_str());
  const std::string text = verdict(check);
  QVERIFY2(text.find("steps 1, 2") != std::string::npos && text.ends_with("no longer hold"), text.c_str());
}

void TestProgramChanges::aChangeThatDoesNoHarm() {
  QVERIFY(cell_->move("part_4", Vec3(0.002, 0, 0)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  const auto check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kHolds);
  QVERIFY(check.findings.empty());
  QCOMPARE(verdict(check), std::string("part_4 moved 0.002 m: every step still holds"));
}

void TestProgramChanges::aRoundedCornerIsOnNoLine() {
  cell_->add("name: \"p\" " + moveAbove("pick", 0.15) +
             moveAbove("pick", 0.05,
                       "motion_type: LINEAR blend { cartesian_blending { translation_corner_rounding: 0.02 } }") +
             "steps { move { frame " + frame("root", "pick") +
             "frame_t_tool { position { x: 0.08 z: -0.05 } orientation { w: 1 } } motion_type: LINEAR } } ");
  QVERIFY(cell_->planAndKeep("p").ok());
  QVERIFY(usecase::lastPlanOf(*cell_->world(), "p")->steps(1).goes_on());
  QVERIFY(cell_->move("part_4", Vec3(0.002, 0, 0)).ok());
  const auto check = cell_->check("p");
  QVERIFY2(check.state == PlanState::kHolds, textOf(check.findings).c_str());
}

// The program goes by its target, and a controller is told that.
void TestProgramChanges::aRoundedCornerIsJudged() {
  const world::World& w = *cell_->world();
  const Pose corner = w.rootT(w.frameNamed(world::kRootObject, "pick")) * Pose::translation(0, 0, -0.05);
  QVERIFY(cell_->commit(session::createFrame(world::kRootObject, world::kRootEntity, "corner", corner)).ok());
  cell_->add("name: \"p\" " + moveAbove("pick", 0.15) +
             moveAbove("corner", 0.0,
                       "motion_type: LINEAR blend { cartesian_blending { translation_corner_rounding: 0.02 } }") +
             "steps { move { frame " + frame("root", "pick") +
             "frame_t_tool { position { x: 0.08 z: -0.05 } orientation { w: 1 } } motion_type: LINEAR } } ");
  QVERIFY(cell_->planAndKeep("p").ok());
  QVERIFY(usecase::lastPlanOf(*cell_->world(), "p")->steps(1).goes_on());
  const FrameId frame = cell_->world()->frameNamed(world::kRootObject, "corner");
  QVERIFY(cell_->commit(session::setPose(frame, world::kRootObject, corner * Pose::translation(0, 0.05, 0))).ok());
  const auto check = cell_->check("p");
  QCOMPARE(textOf(check.findings), std::string("2:validate.misses-goal"));
}

// Not from where the robot passes by.
void TestProgramChanges::relativeTargetsCountFromTheCorner() {
  const auto line = [](double y, double z, const char* more) {
    return fmt::format(
        "steps {{ move {{ constraint {{ relative_position_equality {{ moving_frame {} relative_position {{ y: {} z: {} "
        "}} }} }} motion_type: LINEAR {} }} }} ",
        frame("gripper", "tool_frame"), y, z, more);
  };
  cell_->add("name: \"p\" start_configuration: \"home\" " +
             line(0, 0.1, "blend { cartesian_blending { translation_corner_rounding: 0.03 } }") + line(0.1, 0, ""));
  QVERIFY(cell_->planAndKeep("p").ok());
  QVERIFY(usecase::lastPlanOf(*cell_->world(), "p")->steps(0).goes_on());
  QVERIFY(cell_->commit(session::setMinimumMargin(*cell_->world(), 0.0001)).ok());
  const auto check = cell_->check("p");
  QVERIFY2(check.state == PlanState::kHolds, textOf(check.findings).c_str());
}

void TestProgramChanges::pathConstraintsAreJudged() {
  QVERIFY(cell_->commit(session::createFrame(world::kRootObject, world::kRootEntity, "upright", {})).ok());
  const std::string cone = "path_constraints { rotation_cone { moving_frame " + frame("gripper", "tool_frame") +
                           "target_frame " + frame("root", "upright") +
                           "moving_axis { z: 1 } target_axis { z: -1 } cone_opening_half_angle: 0.1 } } ";
  cell_->add("name: \"p\" " + moveAbove("pick", 0.15) + moveAbove("pick", 0.05, "motion_type: LINEAR " + cone));
  const Status planned = cell_->planAndKeep("p");
  QVERIFY2(planned.ok(), planned.line().c_str());
  const FrameId upright = cell_->world()->frameNamed(world::kRootObject, "upright");
  const auto lean = [&](double angle) {
    return cell_->commit(session::setPose(upright, world::kRootObject, Pose::rotation(Vec3::UnitX(), angle)));
  };
  QVERIFY(lean(0.05).ok());
  QVERIFY2(cell_->check("p").state == PlanState::kHolds, textOf(cell_->check("p").findings).c_str());
  QVERIFY(lean(0.5).ok());
  QCOMPARE(textOf(cell_->check("p").findings), std::string("2:validate.not-held"));
}

void TestProgramChanges::ownRulesAndToolLimits() {
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  const std::vector<session::OwnRuleUpdate> rule{
      {session::RulePolicy::kAppend, {"link_2", "link_6", false, false, 0.0}}};
  QVERIFY(cell_->commit(session::updateOwnRules(robot, rule)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY2(verdict(cell_->check("p")).starts_with("the collision rules of robot were changed"),
           verdict(cell_->check("p")).c_str());
  QVERIFY(cell_->session.undo().ok());
  QCOMPARE(look(), PlanState::kFresh);
  session::ToolLimits limits;
  limits.speed = 0.01;
  QVERIFY(cell_->commit(session::setToolLimits(*cell_->world()->peek(robot), limits)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY2(verdict(cell_->check("p")).starts_with("robot has other limits"), verdict(cell_->check("p")).c_str());
  // A plan of before says nothing of them.
  QVERIFY(cell_->session.undo().ok());
  worldwright::v1::ProgramPlan old = *usecase::lastPlanOf(*cell_->world(), "p");
  old.mutable_key()->mutable_program()->resize(32);
  for (auto& object : *old.mutable_key()->mutable_objects()) {
    object.mutable_shape()->resize(std::min<std::size_t>(object.shape().size(), 32));
    object.mutable_limits()->resize(std::min<std::size_t>(object.limits().size(), 32));
  }
  QVERIFY(cell_->commit(session::setProgramPlan("p", old)).ok());
  QCOMPARE(look(), PlanState::kFresh);
}

void TestProgramChanges::anotherToolIsTheLikeliest() {
  const world::WorldPtr before = cell_->world();
  const auto tool = std::get<FrameId>(*usecase::toolOfProgram(*before, "p"));
  const ObjectId gripper = before->aliasNamed("gripper");
  QVERIFY(cell_
              ->commit(session::createFrame(
                  gripper, before->peek(tool)->parent_entity, "tcp",
                  before->aTB(before->peek(tool)->parent_entity, tool) * Pose::translation(0, 0, 0.05)))
              .ok());
  QVERIFY(*usecase::toolOfProgram(*cell_->world(), "p") != world::NodeRef(tool));
  QCOMPARE(look(), PlanState::kChanged);
  const auto check = cell_->check("p");
  QVERIFY2(verdict(check).starts_with("the program now refers to gripper/tcp"), verdict(check).c_str());
  QCOMPARE(check.state, PlanState::kStale);
}

void TestProgramChanges::namesThatMeanOthers() {
  const auto rename = [&](const char* from, const char* to) {
    const FrameId frame = cell_->world()->frameNamed(world::kRootObject, from);
    return cell_->commit(session::renameFrame(frame, to)).ok();
  };
  QVERIFY(rename("pick", "other") && rename("place", "pick") && rename("other", "place"));
  QCOMPARE(look(), PlanState::kChanged);
  const auto check = cell_->check("p");
  QVERIFY2(verdict(check).starts_with("a name in the program now means another"), verdict(check).c_str());
  QCOMPARE(check.state, PlanState::kStale);
}

// Wherever the robot stands when something is mounted on it.
void TestProgramChanges::whatIsMountedRidesAlong() {
  cell_->add("name: \"p\" start_configuration: \"home\" " + moveAbove("pick", 0.1));
  QVERIFY(cell_->planAndKeep("p").ok());
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  QVERIFY(cell_->commit(session::setJoint(robot, "joint_1", 2.8)).ok());
  QCOMPARE(look(), PlanState::kFresh);
  QVERIFY(cell_
              ->commit(session::createPrimitive(robot, link("robot", "link_6"), "stick",
                                                geometry::Box{Vec3(0.03, 0.03, 0.6)}, {}, Pose::translation(0, 0, 0.4)))
              .ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY2(verdict(cell_->check("p")).starts_with("stick now rides along"), verdict(cell_->check("p")).c_str());
}

void TestProgramChanges::aMovedFrame() {
  const world::World& w = *cell_->world();
  const FrameId place = w.frameNamed(world::kRootObject, "place");
  Pose pose = w.rootT(place);
  pose.p.x() += 0.01;
  QVERIFY(cell_->commit(session::setPose(place, world::kRootObject, pose)).ok());
  const auto check = cell_->check("p");
  QCOMPARE(textOf(check.findings), std::string("5:validate.misses-goal"));
  QVERIFY2(verdict(check).starts_with("root/place moved 0.01 m"), verdict(check).c_str());
  // Gone, it is named as what is missing.
  QVERIFY(cell_->commit(session::deleteFrame(place, true)).ok());
  const auto gone = cell_->check("p");
  QCOMPARE(gone.state, PlanState::kStale);
  QCOMPARE(gone.findings.size(), std::size_t{1});
  QCOMPARE(program::placeText(gone.findings.front().place), std::string("5"));
}

void TestProgramChanges::limitsRulesAndSteps() {
  // A joint that may no longer go where it goes.
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  QVERIFY(cell_->commit(session::setJointLimits(robot, "joint_1", -1.1, 0.5)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  auto check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kStale);
  QVERIFY2(textOf(check.findings).find("5:validate.exceeds-position") != std::string::npos,
           textOf(check.findings).c_str());
  QVERIFY(cell_->session.undo().ok());
  // Rules.
  QVERIFY(cell_->commit(session::setMinimumMargin(*cell_->world(), 0.0001)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY(cell_->session.undo().ok());
  QCOMPARE(look(), PlanState::kFresh);
  // A step.
  auto changed = cell_->world()->data().record->programs(0);
  changed.mutable_steps(4)->mutable_move()->set_speed(0.5);
  QVERIFY(cell_->commit(session::setProgram(changed)).ok());
  check = cell_->check("p");
  QCOMPARE(textOf(check.findings), std::string("5:usecase.step-changed"));
  QVERIFY2(verdict(check).starts_with("the program was changed"), verdict(check).c_str());
  // One more of them: the old plan is of another program.
  *changed.add_steps() = changed.steps(3);
  QVERIFY(cell_->commit(session::setProgram(changed)).ok());
  check = cell_->check("p");
  QCOMPARE(check.state, PlanState::kStale);
  QVERIFY2(verdict(check).find("planned again") != std::string::npos, verdict(check).c_str());
}

void TestProgramChanges::theRobotStandsElsewhere() {
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  QVERIFY(cell_->commit(session::setJoint(robot, "joint_1", 0.1)).ok());
  const auto check = cell_->check("p");
  QCOMPARE(textOf(check.findings), std::string("1:usecase.step-starts-elsewhere"));
  QVERIFY2(verdict(check).starts_with("the joints of robot stand elsewhere"), verdict(check).c_str());
  // A program that says where it starts does not care.
  auto started = cell_->world()->data().record->programs(0);
  started.set_start_configuration("home");
  QVERIFY(cell_->commit(session::setProgram(started)).ok());
  QVERIFY(cell_->planAndKeep("p").ok());
  QVERIFY(cell_->commit(session::setJoint(robot, "joint_1", -0.1)).ok());
  QCOMPARE(look(), PlanState::kFresh);
}

void TestProgramChanges::undoMakesItFreshAgain() {
  auto changed = cell_->world()->data().record->programs(0);
  changed.mutable_steps(0)->mutable_move()->set_speed(0.5);
  QVERIFY(cell_->commit(session::setProgram(changed)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY(cell_->session.undo().ok());
  QCOMPARE(look(), PlanState::kFresh);
  QVERIFY(cell_->move("part_1", Vec3(0.004, 0, 0)).ok());
  QCOMPARE(look(), PlanState::kChanged);
  QVERIFY(cell_->move("part_1", Vec3(-0.004, 0, 0)).ok());
  QCOMPARE(look(), PlanState::kFresh);
}

void TestProgramChanges::freshAndStaleAfterOpening() {
  QTemporaryDir folder;
  const std::string path = folder.filePath("cell.wright").toStdString();
  const auto reopened = [&]() -> PlanState {
    const Status saved = project::save(project::systemVfs(), path, *cell_->world(), *cell_->store).status();
    if (!saved.ok()) qFatal("%s", saved.line().c_str());
    geometry::GeometryStore fresh;
    const auto loaded = project::load(project::systemVfs(), path, fresh);
    if (!loaded.ok()) qFatal("%s", loaded.status().line().c_str());
    return usecase::lookAtPlan(loaded->world, "p")->state;
  };
  QCOMPARE(reopened(), PlanState::kFresh);
  QVERIFY(cell_->move("part_1", Vec3(0.004, 0, 0)).ok());
  QCOMPARE(reopened(), PlanState::kChanged);
}

// What a plan comes nearest to, and when, is in the file.
void TestProgramChanges::theNearestIsKnownAfterOpening() {
  const auto before = program::plannedProgram(*usecase::lastPlanOf(*cell_->world(), "p"));
  const program::PlannedStep* near = program::nearestStep(*before);
  QVERIFY(near && near->nearest);
  QTemporaryDir folder;
  const std::string path = folder.filePath("cell.wright").toStdString();
  QVERIFY(project::save(project::systemVfs(), path, *cell_->world(), *cell_->store).ok());
  geometry::GeometryStore fresh;
  const auto loaded = project::load(project::systemVfs(), path, fresh);
  QVERIFY(loaded.ok());
  const auto after = program::plannedProgram(*usecase::lastPlanOf(loaded->world, "p"));
  const program::PlannedStep* again = program::nearestStep(*after);
  QVERIFY(again && again->nearest);
  QCOMPARE(again->place, near->place);
  QCOMPARE(again->nearest->seconds, near->nearest->seconds);
  QVERIFY(again->nearest->a == near->nearest->a && again->nearest->b == near->nearest->b);
  QCOMPARE(usecase::nearestName(loaded->world, again->nearest->a, {}), loaded->world.display(near->nearest->a));
  // Of what has gone the name that it had.
  QCOMPARE(usecase::nearestName(loaded->world, EntityId{999'999}, again->nearest->b_name), near->nearest->b_name);
  QVERIFY(!near->nearest->a_name.empty() && !near->nearest->b_name.empty());
}

void TestProgramChanges::checksCanBeStopped() {
  QVERIFY(cell_->move("part_1", Vec3(0.004, 0, 0)).ok());
  planning::PlanOptions options;
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  QCOMPARE(usecase::checkPlanOf(*cell_->world(), "p", options).status().code, Code::kCancelled);
  options = {};
  options.deadline = planning::Clock::now() - std::chrono::seconds(1);
  QCOMPARE(codeOf(usecase::checkPlanOf(*cell_->world(), "p", options).status()), std::string("usecase.check-time-out"));
  QCOMPARE(codeOf(usecase::checkPlanOf(*cell_->world(), "q", {}).status()), std::string("program.no-such-program"));
}

// A plan that somebody brought from elsewhere.
void TestProgramChanges::aPlanOfAnotherRobot() {
  worldwright::v1::ProgramPlan plan = cell_->world()->data().record->program_plans(0);
  auto& motion = *plan.mutable_steps(0)->mutable_motion();
  motion.Clear();
  motion.add_times(0);
  motion.add_positions(0);
  motion.add_velocities(0);
  motion.add_accelerations(0);
  auto& mover = *plan.add_movers();
  mover = plan.movers(0);
  mover.mutable_joints()->DeleteSubrange(1, 5);
  mover.mutable_revolute()->Truncate(1);
  plan.mutable_steps(0)->set_mover(1);
  plan.mutable_key()->clear_rules();
  QVERIFY(cell_->commit(session::setProgramPlan("p", plan)).ok());
  const auto check = cell_->check("p");
  QVERIFY2(textOf(check.findings).starts_with("1:usecase.plan-of-other"), textOf(check.findings).c_str());
}

QTEST_GUILESS_MAIN(TestProgramChanges)
#include "test_program_changes.moc"
