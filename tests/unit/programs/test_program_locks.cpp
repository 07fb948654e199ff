// SPDX-License-Identifier: Apache-2.0
// Steps that keep their motion when a program is planned anew.
#include <numbers>

#include "core/base/failure.h"
#include "core/program/expand.h"
#include "core/program/planned.h"
#include "core/session/program_data.h"
#include "core/session/program_steps.h"
#include "core/session/step_change.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/lock.h"
#include "core/usecase/programs/mirror.h"
#include "core/usecase/programs/play.h"
#include "core/usecase/programs/show.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using usecase::PlanState;
using worldwright::v1::Program;
using worldwright::v1::ProgramPlan;

namespace {

constexpr double kTiny = 1e-6;

session::EditsPtr obstacleAt(const Vec3& place) {
  return session::createPrimitive(world::kRootObject, world::kRootEntity, "obstacle",
                                  geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {place, Quat::Identity()});
}

JointVector startOf(const worldwright::v1::PlannedStep& step) {
  const auto& motion = step.motion();
  return Eigen::Map<const JointVector>(motion.positions().data(), motion.positions_size() / motion.times_size());
}

bool sameMotion(const worldwright::v1::PlannedStep& a, const worldwright::v1::PlannedStep& b) {
  return a.motion().SerializeAsString() == b.motion().SerializeAsString();
}

}  // namespace

class TestProgramLocks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init();
  void aLockedMotionIsKept();
  void whatGoesBeforeEndsWhereItBegins();
  void theTargetBeforeWasMoved();
  void somethingInItsWayIsTold();
  void whatElseNoLongerHolds();
  void anotherStartIsTold();
  void cornersAreLockedTogether();
  void aBlendIntoALockIsAStop();
  void jointsThatAreSetAreLocked();
  void aLockChangesNoPlan();
  void copiesHaveNoLock();
  void whatCannotBeLocked();
  void badLocksAreRefused();

 private:
  const Program& program() const { return cell_->world()->data().record->programs(0); }
  const ProgramPlan& plan() const { return *usecase::lastPlanOf(*cell_->world(), "p"); }
  Status lock(std::vector<std::size_t> steps, bool on = true) {
    WW_ASSIGN(const usecase::LockEdit made, usecase::lockSteps(*cell_->world(), "p", steps, on));
    changed_ = made.steps;
    return cell_->commit(made.edits);
  }
  // With another seed, so that nothing is the same by chance.
  Result<usecase::ProgramOutcome> anew(usecase::ProgramFailure* why = nullptr) const {
    planning::PlanOptions options;
    options.seed = 7;
    return usecase::planProgram(*cell_->world(), "p", options, why);
  }
  Status change(std::size_t step, const session::StepChange& change) {
    return cell_->commit(session::changeSteps(*cell_->world(), "p", std::vector{step}, change));
  }
  JointVector robot() const { return cell_->world()->peek(cell_->world()->aliasNamed("robot"))->jointPositions(); }

  std::unique_ptr<ProgramCell> cell_;
  std::vector<std::size_t> changed_;
};

void TestProgramLocks::init() {
  cell_ = std::make_unique<ProgramCell>();
  cell_->add("name: \"p\" " + moveAbove("pick", 0.1) + moveAbove("place", 0.2) + wait(0.5) + moveAbove("pick", 0.2));
  const Status planned = cell_->planAndKeep("p");
  QVERIFY2(planned.ok(), planned.line().c_str());
}

void TestProgramLocks::aLockedMotionIsKept() {
  const ProgramPlan before = plan();
  QVERIFY(lock({1}).ok());
  QCOMPARE(changed_, std::vector<std::size_t>{1});
  QVERIFY(program().steps(1).has_locked());
  // Slower before and behind it: those are planned anew, and this is not.
  QVERIFY(change(0, {.speed = 0.05}).ok());
  QVERIFY(change(3, {.speed = 0.05}).ok());
  const auto outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const ProgramPlan& after = *outcome->plan;
  QVERIFY(sameMotion(after.steps(1), before.steps(1)));
  QVERIFY(after.steps(1).was_locked() && !after.steps(0).was_locked() && !after.steps(3).was_locked());
  QVERIFY(!after.steps(1).step().has_locked());
  QVERIFY(!sameMotion(after.steps(0), before.steps(0)) && !sameMotion(after.steps(3), before.steps(3)));
  // All of it is told as of other steps, and it joins on at both ends.
  QCOMPARE(after.steps(1).min_clearance() > 0.0, true);
  QVERIFY(std::abs(after.steps(1).min_clearance() - before.steps(1).min_clearance()) < 1e-4);
  QVERIFY(after.steps(1).has_root_t_tool_ends() && after.steps(1).has_nearest());
  const auto planned = program::plannedProgram(after);
  QVERIFY2(planned.ok(), planned.status().line().c_str());
  const auto& steps = planned->steps;
  QVERIFY((steps[0].motion.q.back() - steps[1].motion.q.front()).cwiseAbs().maxCoeff() < kTiny);
  QVERIFY((steps[1].motion.q.back() - steps[3].motion.q.front()).cwiseAbs().maxCoeff() < kTiny);
  QCOMPARE(steps[1].begins, steps[0].ends);
  // Unlocked it is planned like the rest.
  QVERIFY(lock({1}, false).ok());
  QVERIFY(!program().steps(1).has_locked());
  QVERIFY(change(1, {.speed = 0.5}).ok());
  const auto free = anew();
  QVERIFY(free.ok() && !free->plan->steps(1).was_locked() && !sameMotion(free->plan->steps(1), before.steps(1)));
}

// The posture that a target leaves open is that of the locked motion, be it the nearest or not.
void TestProgramLocks::whatGoesBeforeEndsWhereItBegins() {
  JointVector flipped = startOf(plan().steps(1));
  QCOMPARE(flipped.size(), Eigen::Index{6});
  const JointVector usual = flipped;
  flipped[3] += flipped[3] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  flipped[4] = -flipped[4];
  flipped[5] += flipped[5] > 0.0 ? -std::numbers::pi : std::numbers::pi;
  const session::StepTarget to_frame = world::NodeRef(cell_->world()->frameNamed(world::kRootObject, "pick"));
  QVERIFY(change(0, {.target = session::StepTarget(flipped)}).ok());
  Status planned = cell_->planAndKeep("p");
  QVERIFY2(planned.ok(), planned.line().c_str());
  QVERIFY(lock({1}).ok());
  QVERIFY(change(0, {.target = to_frame, .frame_t_tool = std::optional(Pose::translation(0, 0, -0.1))}).ok());
  const auto outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const JointVector begins = startOf(outcome->plan->steps(1));
  QVERIFY((begins - flipped).cwiseAbs().maxCoeff() < kTiny);
  // Alone it would have gone to the usual one.
  QVERIFY(lock({1}, false).ok());
  const auto free = anew();
  QVERIFY(free.ok());
  QVERIFY((startOf(free->plan->steps(1)) - usual).cwiseAbs().maxCoeff() < 1e-3);
  // Straight there no line leads from where the robot stands: that is told, and the lock stays.
  QVERIFY(cell_->session.undo().ok());
  QVERIFY(program().steps(1).has_locked());
  QVERIFY(change(0, {.kind = program::MotionKind::kLinear}).ok());
  usecase::ProgramFailure why;
  const Status line = anew(&why).status();
  QVERIFY(!line.ok());
  QCOMPARE(program::placeText(why.place), std::string("1"));
  QVERIFY2(line.title.find("step 1") != std::string::npos, line.line().c_str());
}

void TestProgramLocks::theTargetBeforeWasMoved() {
  QVERIFY(lock({1}).ok());
  QVERIFY(change(0, {.frame_t_tool = std::optional(Pose::translation(0, 0, -0.13))}).ok());
  usecase::ProgramFailure why;
  const Status status = anew(&why).status();
  QCOMPARE(codeOf(status), std::string("usecase.locked-join"));
  QCOMPARE(program::placeText(why.place), std::string("1"));
  QVERIFY2(status.line().find("step 2 is locked, and its motion begins 0.03 m away") != std::string::npos,
           status.line().c_str());
}

void TestProgramLocks::somethingInItsWayIsTold() {
  QVERIFY(lock({1}).ok());
  const ProgramPlan before = plan();
  // Where the tool is in the middle of it.
  const auto playback = usecase::Playback::make(*cell_->world(), before);
  QVERIFY(playback.ok());
  const auto there = playback->at(0.5 * (before.steps(1).begins() + before.steps(1).ends()));
  QVERIFY(there.ok());
  const Pose tool = there->rootT(there->frameNamed(there->aliasNamed("gripper"), "tool_frame"));
  QVERIFY(cell_->commit(obstacleAt(tool.p)).ok());
  usecase::ProgramFailure why;
  const Status status = anew(&why).status();
  QCOMPARE(codeOf(status), std::string("usecase.locked-broken"));
  QCOMPARE(program::placeText(why.place), std::string("2"));
  QVERIFY2(status.title.find("obstacle") != std::string::npos, status.line().c_str());
  QVERIFY2(status.hint.find("unlock the step") != std::string::npos, status.hint.c_str());
  // Neither the plan that is kept nor the lock has changed.
  QVERIFY(sameMotion(plan().steps(1), before.steps(1)) && program().steps(1).has_locked());
  QVERIFY(lock({1}, false).ok());
  const auto around = anew();
  QVERIFY2(around.ok(), around.status().line().c_str());
}

void TestProgramLocks::whatElseNoLongerHolds() {
  QVERIFY(lock({1}).ok());
  const auto told = [this] {
    const Status status = anew().status();
    return codeOf(status) == "usecase.locked-broken" ? status.title : status.line();
  };
  // Slower than it is driven.
  QVERIFY(change(1, {.speed = 0.2}).ok());
  QVERIFY2(told().find("its locked motion no longer holds") != std::string::npos, told().c_str());
  QVERIFY(cell_->session.undo().ok());
  // Another target than it has.
  QVERIFY(change(1, {.frame_t_tool = std::optional(Pose::translation(0, 0, -0.25))}).ok());
  QVERIFY2(told().find("its locked motion no longer holds") != std::string::npos, told().c_str());
  QVERIFY(cell_->session.undo().ok());
  // A line that it does not keep.
  QVERIFY(change(1, {.kind = program::MotionKind::kLinear}).ok());
  QVERIFY2(told().find("its locked motion no longer holds") != std::string::npos, told().c_str());
  QVERIFY(cell_->session.undo().ok());
  // Limits of the robot.
  const ObjectId robot = cell_->world()->aliasNamed("robot");
  QVERIFY(cell_->commit(session::setJointLimits(robot, "joint_1", -1.1, 0.5)).ok());
  const Status limited = anew().status();
  QVERIFY2(!limited.ok(), "joint_1 has no such place any more");
  QVERIFY(cell_->session.undo().ok());
  // A path constraint that was put on since.
  Program upright = program();
  upright.mutable_steps(1)->mutable_move()->mutable_path_constraints()->CopyFrom(
      programOf("name: \"c\" steps { move { configuration: \"home\" path_constraints { position_bounding_box { "
                "moving_frame { by_name { frame { object_name: \"gripper\" frame_name: \"tool_frame\" } } } "
                "target_frame { by_name { frame { object_name: \"root\" frame_name: \"pick\" } } } "
                "lower_bounds { x: -0.01 y: -0.01 z: -0.01 } upper_bounds { x: 0.01 y: 0.01 z: 0.01 } } } } }")
          .steps(0)
          .move()
          .path_constraints());
  QVERIFY(cell_->commit(session::setProgram(upright)).ok());
  QVERIFY2(told().find("its locked motion no longer holds") != std::string::npos, told().c_str());
  QVERIFY(cell_->session.undo().ok());
  QVERIFY(anew().ok());
}

void TestProgramLocks::anotherStartIsTold() {
  QVERIFY(lock({0}).ok());
  const ObjectId arm = cell_->world()->aliasNamed("robot");
  QVERIFY(cell_->commit(session::setJoint(arm, "joint_1", robot()[0] + 0.1)).ok());
  usecase::ProgramFailure why;
  const Status status = anew(&why).status();
  QCOMPARE(codeOf(status), std::string("usecase.locked-broken"));
  QCOMPARE(program::placeText(why.place), std::string("1"));
  QVERIFY2(status.title.find("does not stand where the step starts") != std::string::npos, status.line().c_str());
}

// What goes through a rounded corner is one motion.
void TestProgramLocks::cornersAreLockedTogether() {
  const std::string blend = "blend { joint_blending { desired_tightness_rad: 0.05 } }";
  cell_->add("name: \"p\" " + moveAbove("pick", 0.1, blend) + moveAbove("pick", 0.02) + moveAbove("place", 0.2));
  QVERIFY(cell_->planAndKeep("p").ok());
  const ProgramPlan before = plan();
  QVERIFY(before.steps(0).goes_on());
  QVERIFY(lock({1}).ok());
  QCOMPARE(changed_, (std::vector<std::size_t>{0, 1}));
  QVERIFY(program().steps(0).locked().goes_on() && program().steps(1).locked().comes_on());
  QVERIFY(change(2, {.speed = 0.5}).ok());
  const auto outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  for (const int i : {0, 1}) QVERIFY(sameMotion(outcome->plan->steps(i), before.steps(i)));
  QVERIFY(outcome->plan->steps(0).goes_on() && outcome->plan->steps(0).has_corner());
  // Torn apart it leads nowhere.
  Program torn = program();
  torn.mutable_steps(1)->clear_locked();
  QVERIFY(cell_->commit(session::setProgram(torn)).ok());
  usecase::ProgramFailure why;
  const Status status = anew(&why).status();
  QCOMPARE(codeOf(status), std::string("usecase.locked-corner-torn"));
  QCOMPARE(program::placeText(why.place), std::string("1"));
  QVERIFY(cell_->session.undo().ok());
  Program alone = program();
  alone.mutable_steps()->DeleteSubrange(1, 2);
  QVERIFY(cell_->commit(session::setProgram(alone)).ok());
  QCOMPARE(codeOf(anew().status()), std::string("usecase.locked-corner-open"));
  QVERIFY(cell_->session.undo().ok());
  // Unlocked together as well.
  QVERIFY(lock({0}, false).ok());
  QCOMPARE(changed_, (std::vector<std::size_t>{0, 1}));
}

void TestProgramLocks::aBlendIntoALockIsAStop() {
  QVERIFY(lock({1}).ok());
  program::Blend blend;
  blend.joint_radians = 0.05;
  QVERIFY(change(0, {.blend = blend}).ok());
  auto outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  QCOMPARE(textOf(outcome->notes), std::string("1:usecase.blend-into-locked"));
  QVERIFY(outcome->plan->steps(0).stops_all_the_same());
  QVERIFY(change(0, {.blend = program::Blend{}}).ok());
  QVERIFY(change(1, {.blend = blend}).ok());
  outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  QCOMPARE(textOf(outcome->notes), std::string("2:usecase.blend-of-locked"));
}

void TestProgramLocks::jointsThatAreSetAreLocked() {
  cell_->add("name: \"p\" steps { set_joint { object " + object("gripper") +
             "joint: \"finger_left_joint\" position: 0.022 } } " + wait(1));
  QVERIFY(cell_->planAndKeep("p").ok());
  const ProgramPlan before = plan();
  QVERIFY(lock({0, 1}).ok());
  QCOMPARE(changed_, std::vector<std::size_t>{0});
  const auto outcome = anew();
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  QVERIFY(sameMotion(outcome->plan->steps(0), before.steps(0)));
  QCOMPARE(outcome->plan->steps(0).object_name(), std::string("gripper"));
  QVERIFY(change(0, {.position = 0.01}).ok());
  QCOMPARE(codeOf(anew().status()), std::string("usecase.locked-broken"));
}

void TestProgramLocks::aLockChangesNoPlan() {
  QVERIFY(lock({1}).ok());
  QCOMPARE(usecase::lookAtPlan(*cell_->world(), "p")->state, PlanState::kFresh);
  QVERIFY(session::programData(*cell_->world(), "p")->steps[1].locked);
  QVERIFY((*usecase::programLines(*cell_->world(), "p"))[1].locked);
  // One of another motion does.
  Program other = program();
  *other.mutable_steps(1)->mutable_locked()->mutable_motion() = plan().steps(0).motion();
  QVERIFY(cell_->commit(session::setProgram(other)).ok());
  const auto check = cell_->check("p");
  QCOMPARE(textOf(check.findings), std::string("2:usecase.step-changed"));
  QCOMPARE(plain(check.changes.front()), std::string("step 2 is locked with another motion"));
}

void TestProgramLocks::copiesHaveNoLock() {
  QVERIFY(lock({1}).ok());
  QVERIFY(cell_->commit(session::duplicateSteps(*cell_->world(), "p", std::vector<std::size_t>{1})).ok());
  QVERIFY(program().steps(1).has_locked() && !program().steps(2).has_locked());
  QVERIFY(program::sameWork(program().steps(1), program().steps(2)));
  const auto mirrored =
      usecase::mirrorSteps(*cell_->world(), "p", std::vector<std::size_t>{1}, usecase::MirrorPlane::kSides);
  QVERIFY(mirrored.ok() && cell_->commit(*mirrored).ok());
  QVERIFY(program().steps(1).has_locked() && !program().steps(2).has_locked());
}

void TestProgramLocks::whatCannotBeLocked() {
  QCOMPARE(codeOf(lock({2})), std::string("usecase.lock-nothing"));
  QCOMPARE(codeOf(lock({9})), std::string("usecase.lock-no-step"));
  QVERIFY(change(1, {.speed = 0.5}).ok());
  QCOMPARE(codeOf(lock({1})), std::string("usecase.lock-unplanned"));
  QVERIFY(cell_->commit(session::forgetProgramPlan("p")).ok());
  QCOMPARE(codeOf(lock({1})), std::string("usecase.program-not-planned"));
  cell_->add("name: \"outer\" " + call("p") + moveAbove("pick", 0.1));
  const auto called = usecase::lockSteps(*cell_->world(), "outer", std::vector<std::size_t>{0}, true);
  QCOMPARE(codeOf(called.status()), std::string("usecase.lock-called"));
  QCOMPARE(usecase::lockSteps(*cell_->world(), "none", std::vector<std::size_t>{0}, true).status().code,
           Code::kNotFound);
}

void TestProgramLocks::badLocksAreRefused() {
  QVERIFY(lock({1}).ok());
  const auto refused = [this](auto spoil) {
    Program bad = program();
    spoil(bad);
    return codeOf(cell_->commit(session::setProgram(bad)));
  };
  QCOMPARE(refused([](Program& p) { *p.mutable_steps(2)->mutable_locked() = p.steps(1).locked(); }),
           std::string("program.lock-no-motion"));
  QCOMPARE(refused([](Program& p) { p.mutable_steps(1)->mutable_locked()->mutable_motion()->set_times(0, 1.0); }),
           std::string("program.bad-lock"));
  QCOMPARE(refused([](Program& p) { p.mutable_steps(1)->mutable_locked()->mutable_joints()->RemoveLast(); }),
           std::string("program.bad-lock"));
  // Of a robot with other joints.
  Program other = program();
  other.mutable_steps(1)->mutable_locked()->set_joints(0, "elbow");
  QVERIFY(cell_->commit(session::setProgram(other)).ok());
  const Status status = anew().status();
  QVERIFY2(status.title.find("it moves other joints than") != std::string::npos, status.line().c_str());
}

QTEST_GUILESS_MAIN(TestProgramLocks)
#include "test_program_locks.moc"
