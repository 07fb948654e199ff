// SPDX-License-Identifier: Apache-2.0
// Kinematics and checks of paths, and how long checks end.
#include "tests/rpc/planner_case.h"

using namespace ww;
using namespace ww::rpc;

class TestRpcPlannerChecks : public QObject, PlannerCase {
  Q_OBJECT

 private Q_SLOTS:
  void init() { start(); }
  // With the limit, and that they are radians.
  void jointTargetsBeyondLimits() {
    mp::IkRequest ik;
    ik.set_world_id("world");
    setRobot(ik.mutable_robot_reference());
    for (const double q : {0.0, 90.0, 0.3, 0.0, 0.9, 0.0}) ik.mutable_target()->mutable_joint_position()->add_joints(q);
    WW_REFUSED(planner_->computeIk(ik, call_), Code::kOutOfRange, "'joint_2' is 5027 deg above its limit of 130 deg");
    WW_REFUSED(planner_->computeIk(ik, call_), Code::kOutOfRange, "positions are radians: if 90 degrees");
    // The details say the same.
    const auto error = std::dynamic_pointer_cast<const mp::MotionPipelineError>(call_.error_details.back());
    QVERIFY(error);
    const auto& limit = error->motion_planning_error(0).joint_limit_error();
    QCOMPARE(limit.error_context(), mp::ErrorContext::GOAL_CONF_VALIDATION);
    QCOMPARE(limit.joint_positions().joints(1), 90.0);
    QCOMPARE(limit.joint_limits().max_position().values_size(), 6);
  }
  void forwardAndInverse() {
    mp::FkRequest fk;
    fk.set_world_id("world");
    setRobot(fk.mutable_robot_reference());
    for (const double q : goal_) fk.mutable_joints()->add_joints(q);
    fk.mutable_reference()->set_id("root");
    setFrame(fk.mutable_target(), "robot", "flange");
    WW_GET(const auto pose, planner_->computeFk(fk, call_));
    mp::IkRequest ik;
    ik.set_world_id("world");
    setRobot(ik.mutable_robot_reference());
    auto& target = *ik.mutable_target()->mutable_cartesian_pose();
    setFrame(target.mutable_moving_frame(), "robot", "flange");
    target.mutable_target_frame()->set_id("root");
    *target.mutable_target_frame_offset() = pose.reference_t_target();
    WW_GET(const auto solved, planner_->computeIk(ik, call_));
    QVERIFY(solved.solutions_size() > 0);
    fk.clear_joints();
    for (const double q : solved.solutions(0).joints()) fk.mutable_joints()->add_joints(q);
    WW_GET(const auto again, planner_->computeFk(fk, call_));
    QVERIFY(std::abs(again.reference_t_target().position().x() - pose.reference_t_target().position().x()) < 1e-6);
    target.mutable_target_frame_offset()->mutable_position()->set_x(50.0);
    WW_REFUSED(planner_->computeIk(ik, call_), Code::kOutOfRange, "reach");
    QCOMPARE(call_.error_details.size(), std::size_t{1});
    fk.mutable_joints()->add_joints(0.0);
    WW_REFUSED(planner_->computeFk(fk, call_), Code::kInvalidArgument, "joints");
    fk.set_world_id("nowhere");
    WW_REFUSED(planner_->computeFk(fk, call_), Code::kNotFound, "nowhere");
    WW_REFUSED(planner_->computeIk({}, call_), Code::kInvalidArgument, "world_id");
    ik.set_max_num_solutions(-1);
    WW_REFUSED(planner_->computeIk(ik, call_), Code::kInvalidArgument, "max_num_solutions");
  }

  void pathsAreChecked() {
    mp::CheckCollisionsRequest request;
    request.set_world_id("world");
    setRobot(request.mutable_robot_reference());
    for (const JointVector& q : {home_, goal_}) {
      auto* waypoint = request.add_waypoint();
      for (const double v : q) waypoint->add_joints(v);
    }
    WW_GET(const auto found, planner_->checkCollisions(request, call_));
    QVERIFY(found.has_collision());
    QVERIFY(!found.collision_debug_msg().empty());
    request.mutable_collision_settings()->set_disable_collision_checking(true);
    WW_GET(const auto none, planner_->checkCollisions(request, call_));
    QVERIFY(!none.has_collision());
    request.clear_waypoint();
    WW_REFUSED(planner_->checkCollisions(request, call_), Code::kInvalidArgument, "waypoint");
    request.set_world_id("");
    QVERIFY(!planner_->checkCollisions(request, call_).ok());
  }

  // Whose rules, how many pairs, how closely, and what was left out; the message of a free path has no collision to
  // tell.
  void answersSayWhatWasLookedAt() {
    WW_GET(const auto free, planner_->checkCollisions(shortCheck(), call_));
    QVERIFY(!free.has_collision());
    QVERIFY2(free.collision_debug_msg().empty(), free.collision_debug_msg().c_str());
    const QRegularExpression looked(
        "^checked: \\d+ of \\d+ pairs of bodies, by the exclusions of the world, "
        "margin 0 .*, every 0.00195 rad or m of the way$");
    QVERIFY(std::ranges::any_of(
        call_.notes, [&](const std::string& note) { return looked.match(QString::fromStdString(note)).hasMatch(); }));
    call_.notes.clear();
    mp::CheckCollisionsRequest coarse = shortCheck();
    coarse.mutable_collision_settings()->set_collision_check_spacing(50.0);
    QVERIFY(planner_->checkCollisions(coarse, call_).ok());
    QVERIFY(noted("by the collision settings of the request") && noted("every 1 rad or m of the way"));
    QVERIFY(noted("planning.coarse-path: ") && noted("planning.spacing-cut: checks every 50 radians or metres"));
    mp::IkRequest ik;
    ik.set_world_id("world");
    setRobot(ik.mutable_robot_reference());
    for (const double q : home_) ik.mutable_target()->mutable_joint_position()->add_joints(q);
    ik.mutable_collision_settings();
    QVERIFY(planner_->computeIk(ik, call_).ok());
    QVERIFY(noted("checked: ") && noted("pairs of bodies, by the collision settings of the request"));
    QVERIFY(!noted("by the rules of the world"));
    QVERIFY(planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_).ok());
    QVERIFY(noted("pairs of bodies, by the rules of the world, margin 0"));
  }

  // A tool that hangs on the robot and stands elsewhere is told by each.
  void aToolFarFromItsFlangeIsNoted() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "move";
    commit.edits = session::setPose(world->find("gripper"), world::kRootObject, Pose::translation(2.0, 0.0, 1.0));
    QVERIFY(session->commit(commit).ok());
    const char* told = "validate.tool-off-mount: 'gripper' hangs on 'robot:link_6' and stands 1.";
    QVERIFY(planner_->checkCollisions(shortCheck(), call_).ok());
    QVERIFY2(noted(told), "path");
    call_.notes.clear();
    QVERIFY(planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_).ok());
    QVERIFY2(noted(told), "plan");
  }

  void cancelEndsPlanning() {
    std::stop_source stop;
    call_.stop = stop.get_token();
    std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      stop.request_stop();
    });
    QElapsedTimer timer;
    timer.start();
    WW_REFUSED(planner_->checkCollisions(longCheck(), call_), Code::kCancelled, "");
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  }

  void deadlineEndsPlanning() {
    call_ = test::call(std::chrono::milliseconds(300));
    QElapsedTimer timer;
    timer.start();
    WW_REFUSED(planner_->checkCollisions(longCheck(), call_), Code::kDeadlineExceeded, "");
    QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
  }

  void atMostSoManyWait() {
    PlannerLimits limits;
    limits.at_once = 1;
    limits.max_waiting = 1;
    PlannerCalls narrow(*worlds_, limits);
    std::stop_source stop;
    std::vector<std::jthread> busy;
    std::atomic<int> cancelled{0};
    for (int i = 0; i < 2; ++i) {
      busy.emplace_back([&] {
        rpc::CallContext c = test::call();
        c.stop = stop.get_token();
        if (narrow.checkCollisions(longCheck(), c).status().code == Code::kCancelled) ++cancelled;
      });
    }
    QTRY_COMPARE(narrow.unfinished(), 2);
    WW_REFUSED(narrow.checkCollisions(shortCheck(), call_), Code::kResourceExhausted, "2 calls");
    mp::FkRequest fk;  // short calls are not held up
    fk.set_world_id("world");
    setRobot(fk.mutable_robot_reference());
    fk.mutable_reference()->set_id("root");
    setFrame(fk.mutable_target(), "robot", "flange");
    QVERIFY(narrow.computeFk(fk, call_).ok());
    stop.request_stop();
    busy.clear();
    QCOMPARE(cancelled.load(), 2);
    QTRY_VERIFY(narrow.checkCollisions(shortCheck(), call_).ok());
  }

  // "Free" says nothing of what a rule hides, so that is told beside it.
  void overlapsThatRulesHideAreNoted() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    const ObjectId robot = world->find("robot");
    session::CommitRequest commit;
    commit.label = "add";
    commit.edits = session::createPrimitive(world::kRootObject, {}, "screen", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                            world->rootT(world->frameNamed(robot, "flange")));
    QVERIFY(session->commit(commit).ok());
    mp::CheckCollisionsRequest request;
    request.set_world_id("world");
    setRobot(request.mutable_robot_reference());
    auto& waypoint = *request.add_waypoint();
    for (const double q : world->object(robot)->jointPositions()) waypoint.add_joints(q);
    WW_GET(const auto hit, planner_->checkCollisions(request, call_));
    QVERIFY(hit.has_collision());
    QVERIFY(hit.collision_debug_msg().find("screen") != std::string::npos);
    QVERIFY(!noted("planning.hidden-overlap"));
    auto& rule = *request.mutable_collision_settings()->add_collision_rules();
    rule.add_left()->mutable_object()->mutable_by_name()->set_object_name("screen");
    rule.mutable_collision_action()->set_is_excluded(true);
    WW_GET(const auto free, planner_->checkCollisions(request, call_));
    QVERIFY2(!free.has_collision(), free.collision_debug_msg().c_str());
    QVERIFY(noted("planning.hidden-overlap"));
    QVERIFY(noted("rule 0 of the collision settings has them not checked"));
  }
};

QTEST_GUILESS_MAIN(TestRpcPlannerChecks)
#include "test_rpc_planner_checks.moc"
