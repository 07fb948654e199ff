// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "core/planning/plan.h"
#include "core/rpc/planner_service.h"
#include "core/session/edit_builders.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/rpc/calls.h"

using namespace ww;
using namespace ww::rpc;

namespace {

void setRobot(mp::RobotReference* out) { out->mutable_object_id()->mutable_by_name()->set_object_name("robot"); }

void setFrame(intrinsic_proto::world::TransformNodeReference* out, const std::string& object,
              const std::string& frame) {
  out->mutable_by_name()->mutable_frame()->set_object_name(object);
  out->mutable_by_name()->mutable_frame()->set_frame_name(frame);
}

}  // namespace

class TestRpcPlanner : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    worlds_ = test::sampleWorlds();
    planner_ = std::make_unique<PlannerCalls>(*worlds_);
    call_ = test::call();
    const world::WorldPtr world = worlds_->find("world").value()->snapshot().world;
    home_ = planning::namedConfiguration(*world, world->find("robot"), "home").value();
    goal_ = planning::namedConfiguration(*world, world->find("robot"), "behind_fixture").value();
  }

  void plansATrajectory() {
    WW_GET(const auto plan, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(plan.discretized().state_size() > 2);
    const auto& last = plan.discretized().state(plan.discretized().state_size() - 1);
    for (int i = 0; i < 6; ++i) QVERIFY(std::abs(last.position(i) - goal_[i]) < 1e-6);
    QVERIFY(call_.error_details.empty());
  }

  // The moving frame as its own target: from where the robot stands.
  void plansALineFromWhereItIs() {
    auto request = motion(mp::MotionSegment::LINEAR);
    auto& target = *request.mutable_motion_specification()->mutable_motion_segments(0)->mutable_target();
    auto& pose = *target.mutable_cartesian_pose();
    setFrame(pose.mutable_moving_frame(), "gripper", "tool_frame");
    setFrame(pose.mutable_target_frame(), "gripper", "tool_frame");
    pose.mutable_target_frame_offset()->mutable_position()->set_z(-0.05);
    pose.mutable_target_frame_offset()->mutable_orientation()->set_w(1.0);
    WW_GET(const auto plan, planner_->planTrajectory(request, call_));
    const auto toolAt = [&](const google::protobuf::RepeatedField<double>& joints) {
      mp::FkRequest fk;
      fk.set_world_id("world");
      setRobot(fk.mutable_robot_reference());
      for (const double q : joints) fk.mutable_joints()->add_joints(q);
      fk.mutable_reference()->set_id("root");
      setFrame(fk.mutable_target(), "gripper", "tool_frame");
      const auto found = planner_->computeFk(fk, call_).value().reference_t_target().position();
      return Vec3(found.x(), found.y(), found.z());
    };
    const auto& states = plan.discretized().state();
    const Vec3 from = toolAt(states[0].position()), to = toolAt(states[states.size() - 1].position());
    QVERIFY(std::abs((to - from).norm() - 0.05) < 1e-6);
    for (const auto& state : states) {
      const Vec3 way = toolAt(state.position()) - from, along = (to - from).normalized();
      QVERIFY((way - way.dot(along) * along).norm() < 5e-4);
    }
  }

  void solvesForAPositionAlone() {
    mp::IkRequest request;
    request.set_world_id("world");
    setRobot(request.mutable_robot_reference());
    auto& position = *request.mutable_target()->mutable_position_equality();
    setFrame(position.mutable_moving_frame(), "gripper", "tool_frame");
    position.mutable_target_frame()->set_id("root");
    position.mutable_target_frame_offset()->set_x(0.5);
    position.mutable_target_frame_offset()->set_z(1.0);
    request.set_max_num_solutions(3);
    WW_GET(const auto found, planner_->computeIk(request, call_));
    QCOMPARE(found.solutions_size(), 3);
  }

  void plansAPath() {
    WW_GET(const auto path, planner_->planPath(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(path.path().waypoints_size() >= 3);
  }

  void equalRequestsComeFromTheCache() {
    WW_GET(const auto first, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QCOMPARE(planner_->cachedPlans(), std::size_t{1});
    auto request = motion(mp::MotionSegment::ANY);
    request.set_caller_id("another skill");
    WW_GET(const auto second, planner_->planTrajectory(request, call_));
    QCOMPARE(second.SerializeAsString(), first.SerializeAsString());
    QCOMPARE(planner_->cachedPlans(), std::size_t{1});
    moveTable();  // another state of the world
    QVERIFY(planner_->planTrajectory(request, call_).ok());
    QCOMPARE(planner_->cachedPlans(), std::size_t{2});
    planner_->clearCache();
    QCOMPARE(planner_->cachedPlans(), std::size_t{0});
  }

  void notesOfAPlanReachTheClient() {
    sinkABoxIntoTheBase();
    for (const char* time : {"planned", "from the cache"}) {
      call_.notes.clear();
      WW_GET(const auto plan, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
      QCOMPARE(planner_->cachedPlans(), std::size_t{1});
      QVERIFY2(noted("wherever the robot stands") && noted("smallest clearance"), time);
    }
    call_.notes.clear();
    WW_GET(const auto path, planner_->planPath(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(noted("wherever the robot stands"));
  }

  void aPlanThatLookedAtNothingSaysSo() {
    auto request = motion(mp::MotionSegment::JOINT);  // blocked, if anything is looked at
    request.mutable_motion_specification()
        ->mutable_motion_segments(0)
        ->mutable_collision_settings()
        ->set_disable_collision_checking(true);
    WW_GET(const auto plan, planner_->planTrajectory(request, call_));
    QVERIFY(noted("not checked: checking is switched off in the collision settings of the request"));
    QVERIFY(noted("clear disable_collision_checking"));
    QVERIFY(!noted("clearance"));
  }

  void plansTellOfThingsFarAway() {
    const auto session = worlds_->find("world").value();
    session::CommitRequest commit;
    commit.label = "move";
    commit.edits = session::setPose(session->snapshot().world->find("table"), world::kRootObject,
                                    Pose::translation(520.0, 0.0, 700.0));
    QVERIFY(session->commit(commit).ok());
    WW_GET(const auto plan, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(noted("'table' stands 8") && noted("[usecase.far-away]"));
  }

  void solutionsThatWereNotCheckedSaySo() {
    mp::IkRequest request;
    request.set_world_id("world");
    setRobot(request.mutable_robot_reference());
    auto& pose = *request.mutable_target()->mutable_cartesian_pose();
    auto& tool = *pose.mutable_moving_frame()->mutable_by_name()->mutable_frame();
    tool.set_object_name("robot");
    tool.set_frame_name("flange");
    pose.mutable_target_frame()->mutable_by_name()->mutable_object()->set_object_name("root");
    auto& at = *pose.mutable_target_frame_offset();
    at.mutable_position()->set_x(0.5);
    at.mutable_position()->set_z(1.0);
    at.mutable_orientation()->set_x(1.0);
    WW_GET(const auto bare, planner_->computeIk(request, call_));
    QVERIFY(noted("not checked: the request has no collision_settings: add collision_settings"));
    call_.notes.clear();
    request.mutable_collision_settings()->set_disable_collision_checking(true);
    WW_GET(const auto off, planner_->computeIk(request, call_));
    QVERIFY(noted("not checked: checking is switched off in the collision settings of the request"));
    QCOMPARE(off.ik_debug_information().ik_solutions(0).validation_result().collision_validity_check(),
             mp::JointConfigurationValidationResult::UNKNOWN);
  }

  void collisionsAreInTheDetails() {
    WW_REFUSED(planner_->planTrajectory(motion(mp::MotionSegment::JOINT), call_), Code::kFailedPrecondition, "fixture");
    QCOMPARE(call_.error_details.size(), std::size_t{1});
    const auto* error = dynamic_cast<const mp::MotionPipelineError*>(call_.error_details.front().get());
    QVERIFY(error != nullptr);
    QVERIFY(error->motion_planning_error(0).collision_error().collision_debug_size() > 0);
  }

  void worldsAreApart() {
    const auto session = worlds_->find("world").value();
    session::CommitRequest commit;
    commit.label = "delete";
    commit.edits = session::deleteObject(session->snapshot().world->find("fixture"), true);
    QVERIFY(session->commit(commit).ok());
    QVERIFY(planner_->planTrajectory(motion(mp::MotionSegment::JOINT), call_).ok());
    auto other = motion(mp::MotionSegment::JOINT);
    other.set_world_id("init_world");
    QCOMPARE(planner_->planTrajectory(other, call_).status().code, Code::kFailedPrecondition);
    other.set_world_id("nowhere");
    WW_REFUSED(planner_->planTrajectory(other, call_), Code::kNotFound, "nowhere");
  }

  void fieldsThatAreNotSupported_data() {
    QTest::addColumn<QString>("field");
    for (const char* field :
         {"compute_swept_volume", "curve_parameters", "lock_motion_configuration", "path_planning_step_size",
          "collision_check_spacing_override", "path_constraints", "cartesian_limits", "timeout_sec"}) {
      QTest::newRow(field) << QString(field);
    }
  }
  void fieldsThatAreNotSupported() {
    QFETCH(QString, field);
    auto request = motion(mp::MotionSegment::ANY);
    auto& segment = *request.mutable_motion_specification()->mutable_motion_segments(0);
    auto& config = *request.mutable_motion_planner_config();
    if (field == "compute_swept_volume") request.set_compute_swept_volume(true);
    if (field == "curve_parameters") request.mutable_motion_specification()->mutable_curve_parameters();
    if (field == "lock_motion_configuration") config.mutable_lock_motion_configuration()->mutable_save_motion_command();
    if (field == "path_planning_step_size") config.set_path_planning_step_size(0.1);
    if (field == "collision_check_spacing_override") config.set_collision_check_spacing_override(0.02);
    if (field == "path_constraints") segment.mutable_path_constraints();
    if (field == "cartesian_limits") segment.mutable_cartesian_limits();
    if (field == "timeout_sec") config.mutable_timeout_sec()->set_seconds(-1);
    WW_REFUSED(planner_->planTrajectory(request, call_), Code::kInvalidArgument, field.toStdString());
    WW_REFUSED(planner_->planPath(request, call_), Code::kInvalidArgument, field.toStdString());
  }

  void failuresNameTheirSegment() {
    auto request = motion(mp::MotionSegment::ANY);
    *request.mutable_motion_specification()->add_motion_segments() = request.motion_specification().motion_segments(0);
    request.mutable_motion_specification()
        ->mutable_motion_segments(1)
        ->mutable_target()
        ->mutable_joint_position()
        ->set_joints(1, 100.0);
    WW_REFUSED(planner_->planPath(request, call_), Code::kOutOfRange,
               "segment 1: the goal is outside the joint limits");
  }

  void goalsBeyondAllMeasureAreRefused() {
    auto request = motion(mp::MotionSegment::JOINT);
    request.mutable_motion_specification()
        ->mutable_motion_segments(0)
        ->mutable_target()
        ->mutable_joint_position()
        ->set_joints(5, 1e100);
    WW_REFUSED(planner_->planTrajectory(request, call_), Code::kInvalidArgument, "joint_position");
    auto check = shortCheck();
    check.mutable_waypoint(0)->set_joints(0, -1e300);
    WW_REFUSED(planner_->checkCollisions(check, call_), Code::kInvalidArgument, "waypoint");
  }

  void checkerConfigIsTakenAndNoted() {
    auto request = motion(mp::MotionSegment::ANY);
    request.mutable_motion_planner_config()->mutable_collision_checker_config();
    QVERIFY(planner_->planPath(request, call_).ok());
    QVERIFY(!call_.notes.empty() && call_.notes.front().find("collision_checker_config") != std::string::npos);
    request.clear_motion_planner_config();
    request.set_snapshot_world_id("zz");
    call_.notes.clear();
    QVERIFY(planner_->planPath(request, call_).ok());
    QVERIFY(noted("snapshot_world_id has no effect"));
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

 private:
  mp::MotionPlanningRequest motion(mp::MotionSegment::MotionType type) const {
    mp::MotionPlanningRequest out;
    out.set_world_id("world");
    auto& robot = *out.mutable_robot_specification();
    setRobot(robot.mutable_robot_reference());
    for (const double q : home_) robot.mutable_start_configuration()->add_joints(q);
    auto& segment = *out.mutable_motion_specification()->add_motion_segments();
    segment.set_motion_type(type);
    for (const double q : goal_) segment.mutable_target()->mutable_joint_position()->add_joints(q);
    return out;
  }

  mp::CheckCollisionsRequest shortCheck() const {
    mp::CheckCollisionsRequest out;
    out.set_world_id("world");
    setRobot(out.mutable_robot_reference());
    for (const double v : home_) {
      if (out.waypoint().empty()) out.add_waypoint();
      out.mutable_waypoint(0)->add_joints(v);
    }
    return out;
  }

  // To and fro for minutes, without a collision.
  mp::CheckCollisionsRequest longCheck() const {
    mp::CheckCollisionsRequest out = shortCheck();
    out.mutable_collision_settings()->set_collision_check_spacing(1e-4);
    out.mutable_collision_settings()->add_collision_rules()->mutable_collision_action()->set_is_excluded(true);
    for (int i = 0; i < 2000; ++i) {
      auto* waypoint = out.add_waypoint();
      for (int j = 0; j < 6; ++j) waypoint->add_joints(home_[j] + (i % 2 ? 0.5 : -0.5));
    }
    return out;
  }

  bool noted(const char* words) const {
    return std::ranges::any_of(call_.notes, [&](const auto& n) { return n.find(words) != std::string::npos; });
  }

  void sinkABoxIntoTheBase() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "add";
    commit.edits = session::createPrimitive(world::kRootObject, {}, "plinth", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {},
                                            world->rootT(world->find("robot")));
    QVERIFY(session->commit(commit).ok());
  }

  void moveTable() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    session::CommitRequest commit;
    commit.label = "move";
    commit.edits = session::setPose(world->find("table"), world::kRootObject,
                                    Pose{world->rootT(world->find("table")).p - Vec3(0, 0, 0.01), Quat::Identity()});
    QVERIFY(session->commit(commit).ok());
  }

  std::shared_ptr<session::WorldRegistry> worlds_;
  std::unique_ptr<PlannerCalls> planner_;
  rpc::CallContext call_;
  JointVector home_, goal_;
};

QTEST_GUILESS_MAIN(TestRpcPlanner)
#include "test_rpc_planner.moc"
