// SPDX-License-Identifier: Apache-2.0
#include "core/world/views/references.h"
#include "tests/rpc/planner_case.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::rpc;

class TestRpcPlanner : public QObject, PlannerCase {
  Q_OBJECT

 private Q_SLOTS:
  void init() { start(); }
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

  // What is asked wrongly is not answered because something like it was asked before.
  void aTimeoutThatCannotBeIsRefusedWhateverIsKept() {
    auto request = motion(mp::MotionSegment::ANY);
    QVERIFY(planner_->planTrajectory(request, call_).ok());
    for (const int seconds : {0, -1}) {
      request.mutable_motion_planner_config()->mutable_timeout_sec()->set_seconds(seconds);
      WW_REFUSED(planner_->planTrajectory(request, call_), Code::kInvalidArgument, "timeout");
    }
    request.mutable_motion_planner_config()->mutable_timeout_sec()->set_seconds(60);
    QVERIFY(planner_->planTrajectory(request, call_).ok());
    QCOMPARE(planner_->cachedPlans(), std::size_t{1});
  }

  // A frame in the world and the way back of an edit change nothing that a plan depends on.
  void anUnrelatedEditKeepsTheCache() {
    const auto session = worlds_->find("world").value();
    WW_GET(const auto first, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    session::CommitRequest commit;
    commit.label = "frame";
    commit.edits = session::createFrame(world::kRootObject, {}, "corner_of_the_hall", Pose::translation(4, 4, 0));
    QVERIFY(session->commit(commit).ok());
    WW_GET(const auto second, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QCOMPARE(second.SerializeAsString(), first.SerializeAsString());
    QCOMPARE(planner_->cachedPlans(), std::size_t{1});
    moveTable();
    WW_GET(const auto moved, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QCOMPARE(planner_->cachedPlans(), std::size_t{2});
    QVERIFY(session->undo().ok());
    WW_GET(const auto undone, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QCOMPARE(undone.SerializeAsString(), first.SerializeAsString());
    QCOMPARE(planner_->cachedPlans(), std::size_t{2});
  }

  // What was moved is not in the way of the plan: it is the answer still, unless a new one is asked for; with the
  // fixture gone from the way a new one is found only then.
  void aPlanThatStillHoldsIsTheAnswer() {
    WW_GET(const auto first, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    const auto session = worlds_->find("world").value();
    session::CommitRequest commit;
    commit.label = "delete";
    commit.edits = session::deleteObject(session->snapshot().world->find("fixture"), true);
    QVERIFY(session->commit(commit).ok());
    call_.notes.clear();
    WW_GET(const auto held, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QCOMPARE(held.SerializeAsString(), first.SerializeAsString());
    QVERIFY(noted("smallest clearance"));
    auto anew = motion(mp::MotionSegment::ANY);
    anew.mutable_motion_planner_config()->set_skip_fuzzy_cache_check(true);
    WW_GET(const auto shorter, planner_->planTrajectory(anew, call_));
    QVERIFY(shorter.discretized().time_since_start().rbegin()->seconds() * 1000 +
                shorter.discretized().time_since_start().rbegin()->nanos() / 1000000 <
            first.discretized().time_since_start().rbegin()->seconds() * 1000 +
                first.discretized().time_since_start().rbegin()->nanos() / 1000000);
  }

  // It holds under higher limits as well, and is slower than need be.
  void aPlanUnderLowerLimitsIsNoAnswerUnderHigher() {
    const auto session = worlds_->find("world").value();
    const world::WorldPtr world = session->snapshot().world;
    const auto robot = world->object(world->find("robot"));
    auto slower = std::make_shared<worldwright::v1::Edits>();
    auto& joints = *slower->add_edits()->mutable_world_update()->mutable_update_object_joints();
    joints.mutable_object()->set_id(world::toWire(robot->id));
    for (std::size_t i = 0; i < robot->moving_joints.size(); ++i) {
      joints.add_joint_names(robot->movingJointName(i));
      joints.mutable_joint_application_limits()->mutable_max_velocity()->add_values(0.1);
    }
    const auto secondsOf = [](const mp::TrajectoryPlanningResponse& plan) {
      const auto& end = *plan.discretized().time_since_start().rbegin();
      return static_cast<double>(end.seconds()) + 1e-9 * end.nanos();
    };
    session::CommitRequest commit;
    commit.label = "limits";
    commit.edits = slower;
    QVERIFY(session->commit(commit).ok());
    WW_GET(const auto slow, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(session->undo().ok());
    WW_GET(const auto quick, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY2(secondsOf(quick) < 0.9 * secondsOf(slow), std::to_string(secondsOf(quick)).c_str());
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

  void theSegmentThatWasNotCheckedIsNamedByItsNumber() {
    auto request = motion(mp::MotionSegment::ANY);
    auto& segments = *request.mutable_motion_specification();
    mp::MotionSegment& back = *segments.add_motion_segments();
    for (const double q : home_) back.mutable_target()->mutable_joint_position()->add_joints(q);
    back.mutable_collision_settings()->set_disable_collision_checking(true);
    WW_GET(const auto plan, planner_->planTrajectory(request, call_));
    QVERIFY(noted("not checked: segment 2 of 2: checking is switched off"));
  }

  void plansTellOfThingsFarAway() {
    const auto session = worlds_->find("world").value();
    session::CommitRequest commit;
    commit.label = "move";
    commit.edits = session::setPose(session->snapshot().world->find("table"), world::kRootObject,
                                    Pose::translation(520.0, 0.0, 700.0));
    QVERIFY(session->commit(commit).ok());
    WW_GET(const auto plan, planner_->planTrajectory(motion(mp::MotionSegment::ANY), call_));
    QVERIFY(noted("'table' stands 8") && noted("usecase.far-away: "));
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
         {"compute_swept_volume", "curve_parameters", "path_planning_step_size", "collision_check_spacing_override",
          "path_constraints", "cartesian_limits", "timeout_sec"}) {
      QTest::newRow(field) << QString(field);
    }
  }
  void fieldsThatAreNotSupported() {
    QFETCH(QString, field);
    auto request = motion(mp::MotionSegment::ANY);
    auto& segment = *request.mutable_motion_specification()->mutable_motion_segments(0);
    auto& config = *request.mutable_motion_planner_config();
    if (field == "compute_swept_volume") request.set_compute_swept_volume(true);
    if (field == "curve_parameters")
      request.mutable_motion_specification()
          ->mutable_curve_parameters()
          ->mutable_cartesian_blending()
          ->set_translation_corner_rounding(-0.1);
    if (field == "path_planning_step_size") config.set_path_planning_step_size(0.1);
    if (field == "collision_check_spacing_override") config.set_collision_check_spacing_override(0.02);
    if (field == "path_constraints") segment.mutable_path_constraints();
    if (field == "cartesian_limits") segment.mutable_cartesian_limits();
    if (field == "timeout_sec") config.mutable_timeout_sec()->set_seconds(-1);
    WW_REFUSED(planner_->planTrajectory(request, call_), Code::kInvalidArgument, field.toStdString());
    WW_REFUSED(planner_->planPath(request, call_), Code::kInvalidArgument, field.toStdString());
  }

  // What became of a corner is told beside the answer.
  void roundedCornersAreTold() {
    auto request = motion(mp::MotionSegment::JOINT);
    auto& spec = *request.mutable_motion_specification();
    const auto goTo = [&](mp::MotionSegment& segment, double first, double second) {
      segment.set_motion_type(mp::MotionSegment::JOINT);
      auto& joints = *segment.mutable_target()->mutable_joint_position();
      joints.clear_joints();
      for (int i = 0; i < 6; ++i) joints.add_joints(home_[i] + (i == 0 ? first : i == 5 ? second : 0.0));
    };
    goTo(*spec.mutable_motion_segments(0), 0.2, 0.0);
    goTo(*spec.add_motion_segments(), 0.2, 0.4);
    spec.mutable_curve_parameters()->mutable_joint_blending()->set_desired_tightness_rad(0.05);
    QVERIFY2(planner_->planTrajectory(request, call_).ok(), "rounded");
    QVERIFY(noted("corner after segment 1 rounded within"));
    call_.notes.clear();
    spec.mutable_curve_parameters()->clear_joint_blending();
    spec.mutable_curve_parameters()->mutable_cartesian_blending()->set_translation_corner_rounding(0.05);
    QVERIFY2(planner_->planTrajectory(request, call_).ok(), "stops");
    QVERIFY(noted("the robot stops after segment 1"));
  }

  // Kept apart from the cache, which may be cleared.
  void motionsAreLockedAndLoaded() {
    auto request = motion(mp::MotionSegment::ANY);
    auto& lock = *request.mutable_motion_planner_config()->mutable_lock_motion_configuration();
    lock.mutable_save_motion_command();
    const auto saved = planner_->planTrajectory(request, call_);
    QVERIFY2(saved.ok(), saved.status().line().c_str());
    QCOMPARE(planner_->lockedMotions(), std::size_t{1});
    planner_->clearCache();
    lock.mutable_load_motion_command()->set_motion_id(saved->lock_motion_id());
    const auto again = planner_->planTrajectory(request, call_);
    QVERIFY2(again.ok(), again.status().line().c_str());
    QCOMPARE(again->discretized().SerializeAsString(), saved->discretized().SerializeAsString());
    lock.mutable_load_motion_command()->set_motion_id("elsewhere");
    WW_REFUSED(planner_->planTrajectory(request, call_), Code::kNotFound, "elsewhere");
  }

  // What the robot takes up is a mesh that the geometry service has, the same for the same motion.
  void theSweptVolumeIsKeptForClients() {
    const auto keeper = std::make_shared<GeometryKeeper>(worlds_->sharedStore());
    PlannerCalls planner(*worlds_, {}, keeper);
    auto request = motion(mp::MotionSegment::ANY);
    request.set_compute_swept_volume(true);
    WW_GET(const auto plan, planner.planTrajectory(request, call_));
    QCOMPARE(plan.swept_volume_size(), 1);
    const std::string ref = plan.swept_volume(0).geometry_storage_refs().geometry_ref();
    const auto geometry = keeper->find(ref);
    QVERIFY(geometry != nullptr);
    QCOMPARE(plan.swept_volume(0).ref_t_shape_aff().rows(), 4);
    WW_GET(const auto again, planner.planTrajectory(request, call_));
    QCOMPARE(again.SerializeAsString(), plan.SerializeAsString());
    WW_GET(const auto path, planner.planPath(request, call_));
    QCOMPARE(path.swept_volume(0).geometry_storage_refs().geometry_ref(), ref);
    // Without it there is none.
    request.set_compute_swept_volume(false);
    WW_GET(const auto without, planner.planTrajectory(request, call_));
    QCOMPARE(without.swept_volume_size(), 0);
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
               "segment 2 of 2: the goal is outside the joint limits");
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
};

QTEST_GUILESS_MAIN(TestRpcPlanner)
#include "test_rpc_planner.moc"
