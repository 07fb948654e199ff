// SPDX-License-Identifier: Apache-2.0
// Where a frame is, which joint positions bring it somewhere, what is hit on the way: asked by the wire's messages.
#include <fmt/format.h>
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "cell.h"
#include "core/geometry/wire_convert.h"
#include "core/kinematics/joint_tree.h"
#include "core/planning/wire.h"
#include "core/world/views/references.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "tests/unit/planning/post_cell.h"

using namespace ww;
using namespace ww::planning;
using namespace ww::test;

class TestPlanningQuestions : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void forwardKinematics();
  void forwardKinematicsIsTheWorldsAfterACommit();
  void inverseKinematics();
  void aSeedOutsideTheLimitsIsNoted();
  void posturesOutsideTheLimitsAreShown();
  void inverseKinematicsWithCollisions();
  void checkOfAPath();
  void whatLiesBetweenSamplesIsMet();
  void checkReportsWhatCutsTheBase();
  void whatNoJointPartsHidesNoOtherCollision();
  void aTrajectoryBeforeItsStartIsRefused();
  void timesThatAreNoDurationsAreRefused_data();
  void timesThatAreNoDurationsAreRefused();
  void quinticsAreTakenForWhatTheyAre();
};

void TestPlanningQuestions::forwardKinematics() {
  const Cell cell = postCell();
  const std::string nodes =
      R"(reference { id: "root" } target { by_name { frame { object_name: "arm" frame_name: "flange" } } } )";
  const auto out = computeFk(model::Model::make(cell.world),
                             parse<mp::FkRequest>(kRobot + nodes + "joints { joints: [0, 0, 0, 0, 0, 0] }"));
  QVERIFY2(out.ok(), out.status().line().c_str());
  QVERIFY(std::abs(out->reference_t_target().position().z() - 1.33) < 1e-12);
  QCOMPARE(out->reference_t_target().orientation().w(), 1.0);
  QCOMPARE(computeFk(model::Model::make(cell.world), parse<mp::FkRequest>(kRobot + nodes + "joints { joints: [0] }"))
               .status()
               .code,
           Code::kInvalidArgument);
}

// What is asked for other joint positions is what the world says once they are committed.
void TestPlanningQuestions::forwardKinematicsIsTheWorldsAfterACommit() {
  Cell cell = postCell();
  const std::string nodes =
      R"(reference { by_name { object { object_name: "post" } } }
         target { by_name { frame { object_name: "arm" frame_name: "flange" } } } )";
  const model::Model model = model::Model::make(cell.world);
  for (int i = 0; i < 20; ++i) {
    JointVector q = cell.world.peek(cell.id("arm"))->jointPositions();
    for (Eigen::Index k = 0; k < q.size(); ++k) q[k] = std::sin(1.0 + 2.7 * i + 1.3 * static_cast<double>(k));
    auto request = parse<mp::FkRequest>(kRobot + nodes);
    for (const double v : q) request.mutable_joints()->add_joints(v);
    const auto out = computeFk(model, request);
    QVERIFY2(out.ok(), out.status().line().c_str());
    cell.setJoints(cell.id("arm"), q);
    const Pose meant = cell.world.aTB(cell.id("post"), cell.frame("arm", "flange"));
    const Pose got = geometry::fromWire(out->reference_t_target()).value();
    QVERIFY(positionDistance(got, meant) < 1e-12 && rotationDistance(got, meant) < 1e-7);
  }
  const auto refused = [&](const std::string& request, Code code, const char* why) {
    const Status status = computeFk(model, parse<mp::FkRequest>(request)).status();
    QVERIFY2(status.code == code && status.line().find(why) != std::string::npos, status.line().c_str());
  };
  refused(kRobot + nodes + "joints { joints: [0] }", Code::kInvalidArgument,
          "joints: 6 joint positions are needed, 1 was given");
  refused(kRobot + nodes + "joints { joints: [0, 0, nan, 0, 0, 0] }", Code::kInvalidArgument,
          "joints: joint positions must be finite numbers");
  refused("robot_reference { object_id { by_name { object_name: 'nowhere' } } }" + nodes, Code::kNotFound, "nowhere");
}

void TestPlanningQuestions::inverseKinematics() {
  const Cell cell = postCell();
  const auto out = computeIk(cell.world,
                             parse<mp::IkRequest>(fmt::format("{} {} starting_joints {{ {} }} max_num_solutions: 3",
                                                              kRobot, ikTarget(0.4, 0.2), kLeft)),
                             {});
  QVERIFY2(out.ok(), out.status().line().c_str());
  QVERIFY2(out->solutions_size() >= 2 && out->solutions_size() <= 3, fmt::format("{}", out->solutions_size()).c_str());
  const auto tree = kinematics::JointTree::make(cell.world, cell.id("arm"));
  const JointVector q = Eigen::Map<const JointVector>(out->solutions(0).joints().data(), 6);
  QVERIFY((tree->rootT(tree->riding(cell.frame("arm", "flange")), q).p - Vec3(0.4, 0.2, 0.4)).norm() < 1e-8);
}

void TestPlanningQuestions::aSeedOutsideTheLimitsIsNoted() {
  const Cell cell = postCell();
  const auto notes = [&](const char* seed) {
    Diagnostics odd;
    const auto out =
        computeIk(cell.world,
                  parse<mp::IkRequest>(fmt::format("{} {} starting_joints {{ {} }}", kRobot, ikTarget(0.4, 0.2), seed)),
                  {}, nullptr, &odd);
    return out.ok() ? odd : Diagnostics(9);
  };
  QVERIFY(notes("joints: [0, 1, 0, 0, 0, 0]").empty());
  const Diagnostics odd = notes("joints: [0, 2.4, 0, 0, 0, 0]");
  QCOMPARE(odd.size(), 1u);
  QVERIFY2(odd[0].message.find("the starting joints are outside the joint limits: 'joint_2' is ") == 0,
           odd[0].message.c_str());
}

// Every posture of the arm is told, and those that its limits rule out as such.
void TestPlanningQuestions::posturesOutsideTheLimitsAreShown() {
  using Validity = mp::JointConfigurationValidationResult;
  const Cell cell = postCell();
  const std::string request =
      fmt::format("{} {} starting_joints {{ {} }} collision_settings {{}} ", kRobot, ikTarget(0.4, 0.2), kLeft);
  const auto out = computeIk(cell.world, parse<mp::IkRequest>(request), {});
  QVERIFY2(out.ok(), out.status().line().c_str());
  const auto tree = kinematics::JointTree::make(cell.world, cell.id("arm"));
  const auto riding = tree->riding(cell.frame("arm", "flange"));
  int outside = 0;
  for (const auto& one : out->ik_debug_information().ik_solutions()) {
    const JointVector q = Eigen::Map<const JointVector>(one.joint_configuration().joints().data(), 6);
    QVERIFY((tree->rootT(riding, q).p - Vec3(0.4, 0.2, 0.4)).norm() < 1e-8);
    bool within = true;
    for (std::size_t j = 0; j < 6; ++j)
      within = within && scene::isWithin(q[static_cast<Eigen::Index>(j)], tree->limits()[j], scene::kRoundingSlack);
    const auto& result = one.validation_result();
    QCOMPARE(result.limit_validity_check(), within ? Validity::VALID : Validity::VIOLATED);
    QCOMPARE(result.constraint_validatity_check(), Validity::VALID);
    QVERIFY(result.collision_validity_check() != Validity::UNKNOWN);
    outside += within ? 0 : 1;
  }
  QVERIFY2(outside > 0, fmt::format("{}", out->ik_debug_information().ik_solutions_size()).c_str());
  // What is no answer is not one.
  QVERIFY(out->ik_debug_information().ik_solutions_size() >= out->solutions_size() + outside);
}

void TestPlanningQuestions::inverseKinematicsWithCollisions() {
  const Cell cell = postCell();  // the target lies in the post
  const std::string base =
      fmt::format("{} {} starting_joints {{ {} }} collision_settings {{}} ", kRobot, ikTarget(0.5, 0.0), kLeft);
  mp::MotionPipelineError error;
  const auto out = computeIk(cell.world, parse<mp::IkRequest>(base), {}, &error);
  QCOMPARE(out.status().code, Code::kFailedPrecondition);
  QVERIFY2(out.status().title.find("post") != std::string::npos, out.status().title.c_str());
  QVERIFY2(out.status().hint.find("move the goal or 'post:body'") == 0, out.status().hint.c_str());
  QVERIFY(error.motion_planning_error(0).has_collision_error());
  const auto shown = computeIk(cell.world, parse<mp::IkRequest>(base + "disable_error_on_collisions: true"), {});
  QVERIFY(shown.ok());
  QCOMPARE(shown->solutions_size(), 0);
  QVERIFY(shown->ik_debug_information().ik_solutions(0).collision_checking_debug_info().collisions_size() > 0);
}

void TestPlanningQuestions::checkOfAPath() {
  const Cell cell = postCell();
  const auto blocked = checkCollisions(
      cell.world,
      parse<mp::CheckCollisionsRequest>(fmt::format("{} waypoint {{ {} }} waypoint {{ {} }}", kRobot, kLeft, kRight)),
      {});
  QVERIFY(blocked.ok() && blocked->has_collision());
  QVERIFY(blocked->collision_debug_msg().find("post") != std::string::npos);
  const auto free = checkCollisions(
      cell.world, parse<mp::CheckCollisionsRequest>(fmt::format("{} waypoint {{ {} }}", kRobot, kLeft)), {});
  QVERIFY(free.ok() && !free->has_collision());
  const auto off = checkCollisions(
      cell.world,
      parse<mp::CheckCollisionsRequest>(fmt::format(
          "{} waypoint {{ {} }} waypoint {{ {} }} collision_settings {{ disable_collision_checking: true }}", kRobot,
          kLeft, kRight)),
      {});
  QVERIFY(off.ok() && !off->has_collision());
  QCOMPARE(checkCollisions(cell.world, parse<mp::CheckCollisionsRequest>(kRobot), {}).status().code,
           Code::kInvalidArgument);
}

// A needle goes past a grain, both thinner than the way between two samples.
void TestPlanningQuestions::whatLiesBetweenSamplesIsMet() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const Vec3 tiny(1e-4, 1e-4, 1e-4);
  const ObjectId needle = cell.addBox("needle", tiny, Pose::translation(0, 0, 0.3), arm, cell.entity("arm", "link_6"));
  const auto look = [&](const std::string& settings, Diagnostics& notes, PathHit& hit, bool& proved) {
    const std::string rest = "0.6, 1.3, 0, -0.6, 0] }";
    return checkCollisions(cell.world,
                           parse<mp::CheckCollisionsRequest>(std::string(kRobot) + "waypoint { joints: [0, " + rest +
                                                             "waypoint { joints: [0.5, " + rest + settings),
                           {}, nullptr, &notes, &hit, nullptr, &proved);
  };
  Diagnostics notes;
  PathHit hit;
  bool proved = false;
  const auto free = look("", notes, hit, proved);
  QVERIFY(free.ok());
  QVERIFY(!free->has_collision() && proved);
  JointVector q(6);
  q << 0.5 * 100.5 / 256.0, 0.6, 1.3, 0, -0.6, 0;
  const auto tree = kinematics::JointTree::make(cell.world, arm);
  QVERIFY(tree.ok());
  const EntityId grain = cell.world.peek(needle)->entities.front()->id;
  cell.addBox("grain", tiny, tree->rootT(tree->riding(grain), q));
  const auto met = look("", notes, hit, proved);
  QVERIFY(met.ok());
  QVERIFY(met->has_collision() && !proved);
  QVERIFY2(met->collision_debug_msg().starts_with("39 % of the way from waypoint 1 to 2: 'needle"),
           met->collision_debug_msg().c_str());
  QVERIFY(hit.waypoint == 1 && std::abs(hit.share - 100.5 / 256.0) < 1e-3 && hit.contact.distance_m < 0.0);
  // Whoever asks for few places gets no more, and is told so.
  const auto coarse = look("collision_settings { collision_check_spacing: 0.4 }", notes, hit, proved);
  QVERIFY(coarse.ok());
  QVERIFY(!coarse->has_collision() && !proved);
  QVERIFY(std::ranges::any_of(
      notes, [](const Diagnostic& note) { return note.message.find("is 0.1 mm thick") != std::string::npos; }));
}

void TestPlanningQuestions::checkReportsWhatCutsTheBase() {
  Cell cell = postCell();
  cell.addBox("crate", {0.1, 0.1, 0.1}, Pose::translation(0.09, 0, 0.1));  // 0.02 m into the base
  const auto request = [](const std::string& settings) {
    return parse<mp::CheckCollisionsRequest>(fmt::format("{} waypoint {{ {} }} {}", kRobot, kLeft, settings));
  };
  const auto cut = checkCollisions(cell.world, request(""), {});
  QVERIFY(cut.ok() && cut->has_collision());
  const QString text = QString::fromStdString(cut->collision_debug_msg());
  QVERIFY2(text.contains("arm:base") && text.contains("crate") && text.contains("overlap by 0.02"), qPrintable(text));
  const auto excluded = checkCollisions(
      cell.world, request(R"(collision_settings { collision_rules { left { object { by_name { object_name: "crate" } } }
          collision_action { is_excluded: true } } })"),
      {});
  QVERIFY(excluded.ok() && !excluded->has_collision());
  // Where the arm can go is another question.
  const auto ik = computeIk(cell.world,
                            parse<mp::IkRequest>(fmt::format("{} {} starting_joints {{ {} }} collision_settings {{}}",
                                                             kRobot, ikTarget(0.4, 0.3), kLeft)),
                            {});
  QVERIFY2(ik.ok(), ik.status().line().c_str());
}

// Parts that ride together within a margin: plans and postures are not refused for it and say so, a check of a path
// counts it, and says what else there is.
void TestPlanningQuestions::whatNoJointPartsHidesNoOtherCollision() {
  Cell cell;
  const ObjectId arm = cell.addArm("arm", 6);
  const EntityId last = cell.entity("arm", "link_6");
  cell.addBox("left", {0.04, 0.04, 0.04}, Pose::translation(0, 0, 0.2), arm, last);
  cell.addBox("right", {0.04, 0.04, 0.04}, Pose::translation(0.05, 0, 0.2), arm, last);  // 10 mm apart
  const std::string rule = R"(collision_rules { left { object { by_name { object_name: "left" } } }
      right { object { by_name { object_name: "right" } } } collision_action { margin { hard_margin: 0.03 } } })";
  cell.setRules(rule);
  const std::string settings = " collision_settings { " + rule + " }";
  const auto look = [&](Diagnostics& notes, PathHit& hit) {
    return checkCollisions(cell.world,
                           parse<mp::CheckCollisionsRequest>(fmt::format("{} waypoint {{ {} }} waypoint {{ {} }} {}",
                                                                         kRobot, kLeft, kRight, settings)),
                           {}, nullptr, &notes, &hit);
  };
  Diagnostics notes;
  PathHit hit;
  const auto alone = look(notes, hit);
  QVERIFY(alone.ok() && alone->has_collision() && hit.anywhere);
  const QString text = QString::fromStdString(alone->collision_debug_msg());
  QVERIFY2(text.startsWith(
               "wherever the robot stands: 'left:body' and 'right:body' are only 0.01 m apart, 0.03 m are asked for") &&
               text.endsWith("but for that the path is free, and no plan or posture is refused for it"),
           qPrintable(text));
  QVERIFY(notes.empty());
  // With a post between the waypoints that is what is told, and the pair beside it.
  cell.addBox("post", {0.08, 0.08, 1.4}, Pose::translation(0.5, 0, 0.7));
  const auto both = look(notes, hit);
  QVERIFY(both.ok() && both->has_collision() && !hit.anywhere);
  QVERIFY2(both->collision_debug_msg().find("'post:body'") != std::string::npos, both->collision_debug_msg().c_str());
  QCOMPARE(notes.size(), 1u);
  QVERIFY2(notes[0].message ==
               "'left:body' and 'right:body' are only 0.01 m apart wherever the robot stands, and 0.03 m are asked "
               "for: that does "
               "not hinder the motion",
           notes[0].message.c_str());
}

void TestPlanningQuestions::aTrajectoryBeforeItsStartIsRefused() {
  mp::TrajectoryPlanningResponse answer;
  for (const int seconds : {0, 1, -2}) {
    answer.mutable_discretized()->add_time_since_start()->set_seconds(seconds);
    auto& state = *answer.mutable_discretized()->add_state();
    for (auto* numbers : {state.mutable_position(), state.mutable_velocity(), state.mutable_acceleration()})
      numbers->Add(0.5);
  }
  const auto refused = toTrajectory(answer);
  QVERIFY(!refused.ok());
  QCOMPARE(refused.status().code, Code::kInvalidArgument);
  QVERIFY2(refused.status().line().find("state 3 of the trajectory is at -2 s") != std::string::npos,
           refused.status().line().c_str());
  answer.mutable_discretized()->mutable_time_since_start(2)->set_seconds(2);
  const auto sound = toTrajectory(answer);
  QVERIFY(sound.ok());
  QCOMPARE(sound->times, (std::vector<double>{0.0, 1.0, 2.0}));
}

void TestPlanningQuestions::timesThatAreNoDurationsAreRefused_data() {
  QTest::addColumn<qint64>("seconds");
  QTest::addColumn<int>("nanos");
  QTest::addColumn<bool>("sound");
  QTest::newRow("two signs") << qint64(5) << -5 << false;
  QTest::newRow("two signs, below 0") << qint64(-5) << 5 << false;
  QTest::newRow("more than a second of nanoseconds") << qint64(1) << 1'000'000'000 << false;
  QTest::newRow("more than all time") << (qint64(1) << 40) << 0 << false;
  QTest::newRow("nanoseconds alone") << qint64(0) << 999'999'999 << true;
  QTest::newRow("both") << qint64(90) << 5 << true;
}

void TestPlanningQuestions::timesThatAreNoDurationsAreRefused() {
  QFETCH(qint64, seconds);
  QFETCH(int, nanos);
  QFETCH(bool, sound);
  mp::MotionPlanningRequest request;
  auto& timeout = *request.mutable_motion_planner_config()->mutable_timeout_sec();
  timeout.set_seconds(seconds);
  timeout.set_nanos(nanos);
  const auto deadline = deadlineOf(request);
  QCOMPARE(deadline.ok(), sound);
  if (sound) return;
  QCOMPARE(deadline.status().code, Code::kInvalidArgument);
  QVERIFY2(deadline.status().line().find("motion_planner_config.timeout_sec has") != std::string::npos,
           deadline.status().line().c_str());
  mp::TrajectoryPlanningResponse answer;
  *answer.mutable_discretized()->add_time_since_start() = timeout;
  answer.mutable_discretized()->add_state()->add_position(0.5);
  answer.mutable_discretized()->mutable_state(0)->add_velocity(0.0);
  answer.mutable_discretized()->mutable_state(0)->add_acceleration(0.0);
  QVERIFY(toTrajectory(answer).status().line().find("time_since_start[0] has") != std::string::npos);
}

// From rest to rest in 2 s the quintic is 10 x^3 - 15 x^4 + 6 x^5 of the way, at most 15/8 of the mean speed and
// 10/sqrt(3) of the way by the time squared; the cubic through the same states would be at 3/2 of it.
void TestPlanningQuestions::quinticsAreTakenForWhatTheyAre() {
  mp::TrajectoryPlanningResponse answer;
  auto& wire = *answer.mutable_discretized();
  wire.set_interpolation_type(intrinsic_proto::icon::INTERPOLATION_TYPE_QUINTIC_POLYNOMIAL);
  for (const int i : {0, 1}) {
    wire.add_time_since_start()->set_seconds(2 * i);
    auto& state = *wire.add_state();
    state.add_position(0.2 + 0.8 * i);
    state.add_velocity(0.0);
    state.add_acceleration(0.0);
  }
  const auto taken = toTrajectory(answer);
  QVERIFY(taken.ok());
  double speed = 0.0, acceleration = 0.0;
  for (double t = 0.0; t <= 2.0; t += 0.00037) {
    const JointState s = taken->sample(t);
    const double x = t / 2.0;
    QVERIFY(std::abs(s.q[0] - (0.2 + 0.8 * (x * x * x * (10.0 + x * (-15.0 + 6.0 * x))))) < 1e-9);
    speed = std::max(speed, s.v[0]);
    acceleration = std::max(acceleration, std::abs(s.a[0]));
  }
  QVERIFY2(std::abs(speed - 0.4 * 15.0 / 8.0) < 1e-5, fmt::format("{}", speed).c_str());
  QVERIFY2(std::abs(acceleration - 0.2 * 10.0 / std::sqrt(3.0)) < 1e-4, fmt::format("{}", acceleration).c_str());
  QCOMPARE(taken->times.back(), 2.0);
  QCOMPARE(taken->states.back().q[0], 1.0);
  // Where times stand there is nothing between; who judges it says so.
  wire.mutable_time_since_start(1)->set_seconds(0);
  QCOMPARE(toTrajectory(answer)->times.size(), std::size_t(2));
}

QTEST_GUILESS_MAIN(TestPlanningQuestions)
#include "test_planning_questions.moc"
