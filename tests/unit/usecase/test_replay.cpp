// SPDX-License-Identifier: Apache-2.0
// Calls of the planner that are made again from a package: in the world as it was, to the bit.
#include <QtTest>

#include "cell.h"
#include "core/usecase/motion.h"
#include "core/usecase/replay.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/unit/planning/post_cell.h"
#include "worldwright/v1/replay.pb.h"

using namespace ww;
using namespace ww::usecase;
using namespace ww::test;

namespace {

mp::MotionPlanningRequest motionTo(const char* goal, const char* type = "ANY", const std::string& rest = {}) {
  return parse<mp::MotionPlanningRequest>(fmt::format(
      "robot_specification {{ {} start_configuration {{ {} }} }} motion_specification {{ motion_segments {{ "
      "motion_type: {} target {{ joint_position {{ {} }} }} }} }} {}",
      kRobot, kLeft, type, goal, rest));
}

mp::IkRequest postures() {
  return parse<mp::IkRequest>(fmt::format("{} {} max_num_solutions: 4", kRobot, ikTarget(0.4, 0.2)));
}

planning::Segment segmentTo(planning::Goal goal, planning::MotionType type = planning::MotionType::kAny) {
  planning::Segment out;
  out.goal = std::move(goal);
  out.type = type;
  return out;
}

Replay recorded(const ReplayCall& call, const ReplayOutcome& outcome) { return {call, outcome, "id_1", "1.2.3"}; }

}  // namespace

class TestReplay : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aTrajectoryComesOutTheSame();
  void aPathAndPosturesComeOutTheSame();
  void aFailureIsAnOutcome();
  void anotherWorldIsAnotherOutcome();
  void whatIsKeptElsewhereIsLeftAlone();
  void lockedMotionsAreNotPacked();
  void timeLimitsAreThoseOfNow();
  void whatIsNoPackageIsRefused();
  void packagesOfNewerProgramsAreRefused();
  void damagedWorldsAreRefused();
  void requestsSayWhatMotionsDo();
  void whatNoRequestCanSayIsRefused();
  void errorsCarryWhatTheyAreAbout();

 private:
  // Packs, unpacks and makes the call again.
  static Result<ReplayOutcome> again(const Cell& cell, const Replay& replay, Status* what = nullptr) {
    WW_ASSIGN(const std::string bytes, packReplay(replay, cell.world, *cell.store));
    geometry::GeometryStore store;
    WW_ASSIGN(const ReplayInWorld package, unpackReplay(bytes, store));
    return runReplay(package, {}, what);
  }
};

void TestReplay::aTrajectoryComesOutTheSame() {
  const Cell cell = postCell();
  const auto request = motionTo(kRight);
  const auto answer = planning::planTrajectory(cell.world, request, {});
  QVERIFY2(answer.ok(), answer.status().line().c_str());
  const ReplayCall call = replayCall(ReplayMethod::kPlanTrajectory, request, 1);
  const ReplayOutcome then = replayOutcome(answer);
  QCOMPARE(then.answer_sha256.size(), std::size_t{64});
  const auto bytes = packReplay(recorded(call, then), cell.world, *cell.store);
  QVERIFY2(bytes.ok(), bytes.status().line().c_str());
  geometry::GeometryStore store;
  const auto package = unpackReplay(*bytes, store);
  QVERIFY2(package.ok(), package.status().line().c_str());
  QCOMPARE(package->logging_id, std::string("id_1"));
  QCOMPARE(package->program_version, std::string("1.2.3"));
  QVERIFY(package->expected == then && package->call.request == call.request);
  QCOMPARE(world::contentHash(*package->world), world::contentHash(cell.world));
  const auto now = runReplay(*package, {});
  QVERIFY2(now.ok() && *now == then, now.ok() ? now->answer_sha256.c_str() : now.status().line().c_str());
  // Another seed goes another way round the post.
  ReplayCall other = call;
  other.seed = 7;
  const auto elsewhere = again(cell, recorded(other, then));
  QVERIFY(elsewhere.ok() && elsewhere->failure.empty());
}

void TestReplay::aPathAndPosturesComeOutTheSame() {
  const Cell cell = postCell();
  const auto request = motionTo(kRight);
  const ReplayOutcome path = replayOutcome(planning::planPath(cell.world, request, {}));
  const auto path_again = again(cell, recorded(replayCall(ReplayMethod::kPlanPath, request, 1), path));
  QVERIFY(path.failure.empty() && path_again.ok() && *path_again == path);
  const auto found = planning::computeIk(cell.world, postures(), {});
  QVERIFY2(found.ok(), found.status().line().c_str());
  const ReplayOutcome ik = replayOutcome(found);
  const auto ik_again = again(cell, recorded(replayCall(postures(), 1), ik));
  QVERIFY(ik_again.ok() && *ik_again == ik);
}

void TestReplay::aFailureIsAnOutcome() {
  const Cell cell = postCell();
  const auto request = motionTo(kRight, "JOINT");  // through the post
  const auto answer = planning::planTrajectory(cell.world, request, {});
  QCOMPARE(answer.status().code, Code::kFailedPrecondition);
  const ReplayOutcome then = replayOutcome(answer);
  QVERIFY2(then.failure.starts_with("planning."), then.failure.c_str());
  Status what;
  const auto now = again(cell, recorded(replayCall(ReplayMethod::kPlanTrajectory, request, 1), then), &what);
  QVERIFY(now.ok() && *now == then);
  QCOMPARE(what.title, answer.status().title);
}

void TestReplay::anotherWorldIsAnotherOutcome() {
  const Cell cell = postCell();
  const auto request = motionTo(kRight);
  const ReplayOutcome then = replayOutcome(planning::planTrajectory(cell.world, request, {}));
  Cell bare;  // without the post
  bare.addArm("arm", 6);
  const auto now = again(bare, recorded(replayCall(ReplayMethod::kPlanTrajectory, request, 1), then));
  QVERIFY(now.ok() && now->failure.empty() && !(*now == then));
}

// Meshes and locked motions are kept by a service: the motion is the same without them.
void TestReplay::whatIsKeptElsewhereIsLeftAlone() {
  const Cell cell = postCell();
  const ReplayOutcome then = replayOutcome(planning::planTrajectory(cell.world, motionTo(kRight), {}));
  const auto request = motionTo(
      kRight, "ANY",
      "compute_swept_volume: true motion_planner_config { lock_motion_configuration { save_motion_command { } } }");
  const auto now = again(cell, recorded(replayCall(ReplayMethod::kPlanTrajectory, request, 1), then));
  QVERIFY2(now.ok(), now.status().line().c_str());
  QVERIFY(*now == then);
}

void TestReplay::lockedMotionsAreNotPacked() {
  const Cell cell = postCell();
  const auto request = motionTo(
      kRight, "ANY", "motion_planner_config { lock_motion_configuration { load_motion_command { motion_id: 'x' } } }");
  const auto packed =
      packReplay(recorded(replayCall(ReplayMethod::kPlanTrajectory, request, 1), {"00", {}}), cell.world, *cell.store);
  QCOMPARE(packed.status().code, Code::kFailedPrecondition);
  QCOMPARE(std::string(packed.status().failure->row->code), std::string("usecase.replay-locked"));
}

void TestReplay::timeLimitsAreThoseOfNow() {
  const Cell cell = postCell();
  const ReplayOutcome then = replayOutcome(planning::planTrajectory(cell.world, motionTo(kRight), {}));
  const auto request = motionTo(kRight, "ANY", "motion_planner_config { timeout_sec { nanos: 1000 } }");
  const Replay replay = recorded(replayCall(ReplayMethod::kPlanTrajectory, request, 1), then);
  const auto now = again(cell, replay);
  QVERIFY2(now.ok() && *now == then, now.status().line().c_str());
  // One of now ends it.
  const auto bytes = packReplay(replay, cell.world, *cell.store);
  geometry::GeometryStore store;
  const auto package = unpackReplay(*bytes, store);
  planning::PlanOptions none;
  none.deadline = planning::Clock::now() - std::chrono::seconds(1);
  QCOMPARE(runReplay(*package, none).status().code, Code::kDeadlineExceeded);
  std::stop_source stop;
  stop.request_stop();
  planning::PlanOptions stopped;
  stopped.stop = stop.get_token();
  QCOMPARE(runReplay(*package, stopped).status().code, Code::kCancelled);
}

void TestReplay::whatIsNoPackageIsRefused() {
  const Cell cell = postCell();
  geometry::GeometryStore store;
  const auto whole = packReplay(recorded(replayCall(ReplayMethod::kPlanTrajectory, motionTo(kRight), 1), {"00", {}}),
                                cell.world, *cell.store);
  QVERIFY(whole.ok());
  for (const std::string& bytes :
       {std::string(), std::string("no package at all"), whole->substr(0, whole->size() / 2)}) {
    const Status refused = unpackReplay(bytes, store).status();
    QVERIFY2(!refused.ok() && !refused.hint.empty(), refused.line().c_str());
  }
  worldwright::v1::ReplayPackage package;
  QVERIFY(package.ParseFromString(*whole));
  package.clear_plan_trajectory();
  QCOMPARE(unpackReplay(package.SerializeAsString(), store).status().code, Code::kInvalidArgument);
  QVERIFY(package.ParseFromString(*whole));
  package.clear_answer_sha256();
  QCOMPARE(unpackReplay(package.SerializeAsString(), store).status().code, Code::kInvalidArgument);
}

void TestReplay::packagesOfNewerProgramsAreRefused() {
  const Cell cell = postCell();
  geometry::GeometryStore store;
  worldwright::v1::ReplayPackage package;
  QVERIFY(package.ParseFromString(*packReplay(
      recorded(replayCall(ReplayMethod::kPlanTrajectory, motionTo(kRight), 1), {"00", {}}), cell.world, *cell.store)));
  package.set_version(2);
  const Status refused = unpackReplay(package.SerializeAsString(), store).status();
  QCOMPARE(refused.code, Code::kUnimplemented);
  QVERIFY2(refused.title.find("2") != std::string::npos, refused.line().c_str());
}

void TestReplay::damagedWorldsAreRefused() {
  const Cell cell = postCell();
  geometry::GeometryStore store;
  worldwright::v1::ReplayPackage package;
  QVERIFY(package.ParseFromString(*packReplay(
      recorded(replayCall(ReplayMethod::kPlanTrajectory, motionTo(kRight), 1), {"00", {}}), cell.world, *cell.store)));
  std::string& file = *package.mutable_world_file();
  for (std::size_t i = file.size() / 2; i < file.size(); i += 97) file[i] = static_cast<char>(~file[i]);
  QVERIFY(!unpackReplay(package.SerializeAsString(), store).ok());
  file.clear();
  QVERIFY(!unpackReplay(package.SerializeAsString(), store).ok());
}

// Joint positions, and poses, from where the robot stands and from elsewhere, of all kinds.
void TestReplay::requestsSayWhatMotionsDo() {
  Cell cell = postCell();
  const ObjectId arm = cell.id("arm");
  cell.setJoints(arm, joints({-1.3, 0.6, 1.3, 0, 0.6, 0}));
  const Pose there = cell.world.rootT(cell.frame("arm", "flange"));
  cell.setJoints(arm, joints({1.3, 0.6, 1.3, 0, 0.6, 0}));
  const FrameId place = cell.addFrame(world::kRootObject, world::kRootEntity, "place", there);
  Target target;
  target.robot = arm;
  target.node = place;
  for (const bool given : {false, true}) {
    if (given) target.start = joints({1.0, 0.6, 1.3, 0, 0.6, 0});
    const auto move = moveTo(cell.world, target);
    QVERIFY2(move.ok(), move.status().line().c_str());
    const auto request = requestOf(cell.world, move->motion);
    QVERIFY2(request.ok(), request.status().line().c_str());
    const auto own = planning::planMotion(cell.world, move->motion, {});
    const auto wire = planning::planTrajectory(cell.world, *request, {});
    QVERIFY2(own.ok() && wire.ok(), wire.status().line().c_str());
    QVERIFY(replayOutcome(wire) == replayOutcome(Result(planning::toWire(own->trajectory))));
  }
  planning::MotionRequest motion;
  motion.robot = arm;
  for (const auto type : {planning::MotionType::kAny, planning::MotionType::kJoint, planning::MotionType::kLinear}) {
    motion.segments = {segmentTo(planning::Goal(joints({1.0, 0.6, 1.3, 0, 0.6, 0})), type)};
    const auto request = requestOf(cell.world, motion);
    QVERIFY(request.ok());
    const auto read = planning::toMotionRequest(cell.world, *request);
    QVERIFY(read.ok() && read->segments.front().type == type);
    QVERIFY(std::get<JointVector>(read->segments.front().goal) == std::get<JointVector>(motion.segments.front().goal));
  }
}

void TestReplay::whatNoRequestCanSayIsRefused() {
  const Cell cell = postCell();
  const EntityId link = cell.entity("arm", "link_6");
  planning::MotionRequest motion;
  motion.robot = cell.id("arm");
  motion.segments = {
      segmentTo(planning::Goal(planning::PoseGoal{link, world::kRootObject, Pose::translation(0.4, 0, 0.6)}))};
  QCOMPARE(requestOf(cell.world, motion).status().code, Code::kFailedPrecondition);
  motion.segments = {segmentTo(planning::Goal(joints({1.0, 0.6, 1.3, 0, 0.6, 0})), planning::MotionType::kLinear)};
  motion.segments.front().tool = world::NodeRef(link);
  const Status refused = requestOf(cell.world, motion).status();
  QCOMPARE(std::string(refused.failure->row->code), std::string("usecase.replay-tool"));
  QVERIFY2(refused.title.find("link_6") != std::string::npos, refused.line().c_str());
}

// The target that has no solution, the limits that held, the settings that were checked by.
void TestReplay::errorsCarryWhatTheyAreAbout() {
  const Cell cell = postCell();
  mp::MotionPipelineError error;
  auto request = motionTo("joints: [2.9, 2.1, 2.7, 0, 0, 0]", "JOINT");  // the third joint ends at 2.6
  QVERIFY(!planning::planTrajectory(cell.world, request, {}, &error).ok());
  const auto& limits = error.motion_planning_error(0).joint_limit_error();
  QCOMPARE(limits.joint_limits().max_position().values_size(), 6);
  QCOMPARE(limits.joint_limits().max_position().values(2), 2.6);
  QCOMPARE(limits.joint_positions().joints(2), 2.7);
  request = motionTo(kRight, "JOINT");
  auto& settings = *request.mutable_motion_specification()->mutable_motion_segments(0)->mutable_collision_settings();
  settings.set_minimum_margin(0.004);
  QVERIFY(!planning::planTrajectory(cell.world, request, {}, &error).ok());
  QCOMPARE(error.motion_planning_error(0).collision_error().collision_settings().SerializeAsString(),
           settings.SerializeAsString());
  const auto far = parse<mp::IkRequest>(fmt::format("{} {}", kRobot, ikTarget(5.0, 0.0)));
  QVERIFY(!planning::computeIk(cell.world, far, {}, &error).ok());
  QCOMPARE(error.motion_planning_error(0).ik_error().constraint().SerializeAsString(),
           far.target().SerializeAsString());
  request = motionTo(kRight);
  *request.mutable_motion_specification()->mutable_motion_segments(0)->mutable_target() = far.target();
  QVERIFY(!planning::planTrajectory(cell.world, request, {}, &error).ok());
  QCOMPARE(error.motion_planning_error(0).ik_error().constraint().SerializeAsString(),
           far.target().SerializeAsString());
}

QTEST_GUILESS_MAIN(TestReplay)
#include "test_replay.moc"
