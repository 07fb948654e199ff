// SPDX-License-Identifier: Apache-2.0
// Programs as windows read, change, mirror and draw them.
#include <cmath>
#include <numbers>

#include "core/session/program_steps.h"
#include "core/session/step_change.h"
#include "core/usecase/programs/mirror.h"
#include "core/usecase/programs/play.h"
#include "core/usecase/programs/robot_of.h"
#include "core/usecase/programs/route.h"
#include "core/usecase/programs/via_points.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using session::StepChange;

namespace {

template <typename What>
const What& whatOf(const session::ProgramData& data, std::size_t step) {
  return std::get<What>(data.steps.at(step).what);
}

}  // namespace

class TestProgramParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void allOfAProgramIsRead();
  void changesLeaveTheRestAlone();
  void numbersAreChangedByThemselves();
  void changesOfEveryKind();
  void programsAreCopiedAndGivenAStart();
  void onlyTheRotationIsLetGo();
  void posesAreMirrored();
  void stepsAreMirroredBehindTheLast();
  void whatCannotBeMirrored();
  void theRouteIsThatOfThePlan();
  void aChangedStepLeavesTheRoute();
  void viaPointsKeepTheWay();
  void cutCornersKeepTheWay();
  void whoseProgramItIs();
};

void TestProgramParts::allOfAProgramIsRead() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  QCOMPARE(session::programNames(*cell.world()), std::vector<std::string>{"pick_and_place"});
  const auto data = session::programData(*cell.world(), "pick_and_place");
  QVERIFY(data && data->steps.size() == 10 && !data->is_newer);
  QVERIFY(std::holds_alternative<std::monostate>(data->start));
  const auto& above = whatOf<session::MoveData>(*data, 0);
  const auto& target = std::get<session::StepNode>(above.target);
  QCOMPARE(target.words, std::string("root/pick"));
  QVERIFY(target.node == world::NodeRef(cell.world()->frameNamed(world::kRootObject, "pick")));
  QVERIFY(std::abs(above.frame_t_tool->p.z() + 0.1) < 1e-12);
  QCOMPARE(whatOf<session::MoveData>(*data, 1).kind, program::MotionKind::kLinear);
  QCOMPARE(data->steps[1].name, std::string("reach"));
  QCOMPARE(whatOf<session::JointData>(*data, 2).joint, std::string("finger_left_joint"));
  QCOMPARE(whatOf<session::SignalData>(*data, 3).signal, std::string("gripping"));
  QVERIFY(whatOf<session::HoldData>(*data, 4).attaches && !whatOf<session::HoldData>(*data, 7).attaches);
  QVERIFY(whatOf<session::SignalData>(*data, 8).awaits);
  QCOMPARE(whatOf<session::SignalData>(*data, 8).expected_seconds, 5.0);
  QCOMPARE(whatOf<session::WaitData>(*data, 9).seconds, 0.5);
  // What has gone is told by its name.
  QVERIFY(cell.commit(session::deleteFrame(cell.world()->frameNamed(world::kRootObject, "pick"), true)).ok());
  const auto later = session::programData(*cell.world(), "pick_and_place");
  const auto& gone = std::get<session::StepNode>(whatOf<session::MoveData>(*later, 0).target);
  QVERIFY(!gone.node && gone.words.find("pick") != std::string::npos);
  QVERIFY(!session::programData(*cell.world(), "other"));
  QCOMPARE(session::freeProgramName(*cell.world(), "pick_and_place"), std::string("pick_and_place_2"));
}

void TestProgramParts::changesLeaveTheRestAlone() {
  ProgramCell cell;
  // What windows do not show stays in a step that they change.
  cell.add("name: \"p\" " + moveAbove("pick", 0.1, "cartesian_limits { max_translational_velocity: 0.2 }") + wait(1.0));
  const std::size_t steps[] = {0, 1, 7};
  StepChange change;
  change.speed = 0.5;
  change.kind = program::MotionKind::kLinear;
  change.name = "down";
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", steps, change)).ok());
  const auto& program = cell.world()->data().record->programs(0);
  QVERIFY(program.steps(0).move().has_cartesian_limits());
  QCOMPARE(program.steps(0).move().speed(), 0.5);
  QCOMPARE(program.steps(0).name(), std::string("down"));
  QVERIFY(program.steps(0).move().has_frame_t_tool());
  QCOMPARE(program.steps(1).wait().seconds(), 1.0);
  QCOMPARE(program.steps(1).name(), std::string("down"));
  // Full speed is not written down.
  change = {};
  change.speed = 1.0;
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", steps, change)).ok());
  QVERIFY(!cell.world()->data().record->programs(0).steps(0).move().has_speed());
}

// Of several steps each keeps its others.
void TestProgramParts::numbersAreChangedByThemselves() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1) + moveAbove("place", 0.25));
  const std::size_t first = 0, both[] = {0, 1};
  const Quat turned = Pose::rotation(Vec3::UnitZ(), 0.3).q;
  StepChange change;
  change.frame_t_tool = std::optional(Pose{Vec3(0, 0, -0.1), turned});
  change.blend = program::Blend{0.02, 0.03, 0.04};
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", {&first, 1}, change)).ok());
  change = {};
  change.offset_metres[0] = 0.05;
  change.blend_metres = 0.01;
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", both, change)).ok());
  const auto data = session::programData(*cell.world(), "p");
  const auto& one = whatOf<session::MoveData>(*data, 0);
  const auto& other = whatOf<session::MoveData>(*data, 1);
  QVERIFY((one.frame_t_tool->p - Vec3(0.05, 0, -0.1)).norm() < 1e-12);
  QVERIFY(one.frame_t_tool->q.angularDistance(turned) < 1e-9);
  QVERIFY((other.frame_t_tool->p - Vec3(0.05, 0, -0.25)).norm() < 1e-12);
  QVERIFY(one.blend.metres == 0.01 && one.blend.radians == 0.03 && one.blend.joint_radians == 0.04);
  QVERIFY(other.blend.metres == 0.01 && other.blend.joint_radians == 0.0);
  // A target that is no node has no place in one.
  change = {};
  change.target = std::string("home");
  change.offset_metres[2] = 0.1;
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", {&first, 1}, change)).ok());
  QVERIFY(!whatOf<session::MoveData>(*session::programData(*cell.world(), "p"), 0).frame_t_tool);
}

void TestProgramParts::changesOfEveryKind() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  std::vector<std::size_t> all(10);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  StepChange change;
  change.target = std::string("home");
  change.blend = program::Blend{0.01, 0.0, 0.0};
  change.seconds = 2.0;
  change.signal = "valve";
  change.value = 3.0;
  change.object = cell.world()->find("part_2");
  change.comment = "all";
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "pick_and_place", all, change)).ok());
  const auto data = session::programData(*cell.world(), "pick_and_place");
  const auto& move = whatOf<session::MoveData>(*data, 0);
  QCOMPARE(std::get<std::string>(move.target), std::string("home"));
  QVERIFY(!move.frame_t_tool && move.blend.metres == 0.01);
  QCOMPARE(whatOf<session::HoldData>(*data, 4).object.words, std::string("part_2"));
  QCOMPARE(whatOf<session::HoldData>(*data, 7).object.words, std::string("part_2"));
  QCOMPARE(whatOf<session::SignalData>(*data, 3).signal, std::string("valve"));
  QCOMPARE(std::get<double>(whatOf<session::SignalData>(*data, 8).value), 3.0);
  QCOMPARE(whatOf<session::SignalData>(*data, 8).expected_seconds, 2.0);
  QCOMPARE(whatOf<session::WaitData>(*data, 9).seconds, 2.0);
  QCOMPARE(data->steps[9].comment, std::string("all"));
}

void TestProgramParts::programsAreCopiedAndGivenAStart() {
  ProgramCell cell;
  QVERIFY(cell.commit(session::newProgram("one")).ok());
  QVERIFY(cell.commit(session::addWait(*cell.world(), "one", 0, 1.0)).ok());
  QVERIFY(cell.commit(session::copyProgram(*cell.world(), "one", "two")).ok());
  QCOMPARE(session::programData(*cell.world(), "two")->steps.size(), std::size_t{1});
  QVERIFY(cell.commit(session::setProgramStart(*cell.world(), "two", std::string("home"))).ok());
  QVERIFY(session::programData(*cell.world(), "two")->start == session::ProgramStart(std::string("home")));
  const JointVector q = JointVector::Constant(6, 0.1);
  QVERIFY(cell.commit(session::setProgramStart(*cell.world(), "two", q)).ok());
  QVERIFY(std::get<JointVector>(session::programData(*cell.world(), "two")->start) == q);
  QVERIFY(cell.commit(session::setProgramStart(*cell.world(), "two", {})).ok());
  QVERIFY(session::sameProgram(*cell.world(), *cell.world(), "two"));
  const auto before = cell.world();
  QVERIFY(cell.commit(session::addWait(*cell.world(), "two", 0, 1.0)).ok());
  QVERIFY(!session::sameProgram(*before, *cell.world(), "two") && session::sameProgram(*before, *cell.world(), "one"));
}

void TestProgramParts::onlyTheRotationIsLetGo() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.2));
  const auto tool = cell.world()->frameNamed(cell.world()->aliasNamed("gripper"), "tool_frame");
  const std::size_t first = 0;
  StepChange change;
  change.position_alone_of = world::NodeRef(tool);
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", {&first, 1}, change)).ok());
  const auto& move = cell.world()->data().record->programs(0).steps(0).move();
  QVERIFY(move.constraint().has_position_equality());
  QVERIFY(std::abs(move.constraint().position_equality().target_frame_offset().z() + 0.2) < 1e-12);
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto playback = usecase::Playback::make(*cell.world(), *outcome->plan);
  const Pose pick = cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick"));
  QVERIFY((playback->after().rootT(tool).p - pick * Vec3(0, 0, -0.2)).norm() < 1e-6);
}

void TestProgramParts::posesAreMirrored() {
  const Pose down = Pose::translation(0.4, 0.2, 0.3) * Pose::rotation(Vec3::UnitX(), std::numbers::pi) *
                    Pose::rotation(Vec3::UnitZ(), 0.3);
  for (const auto plane : {usecase::MirrorPlane::kSides, usecase::MirrorPlane::kFrontBack}) {
    const Pose seen = usecase::mirrored(down, plane);
    QVERIFY(std::abs(seen.q.norm() - 1.0) < 1e-12);
    QVERIFY((seen.q * Vec3::UnitZ() + Vec3::UnitZ()).norm() < 1e-12);
    const Pose back = usecase::mirrored(seen, plane);
    QVERIFY(positionDistance(back, down) < 1e-12 && rotationDistance(back, down) < 1e-7);
  }
  QVERIFY((usecase::mirrored(down, usecase::MirrorPlane::kSides).p - Vec3(0.4, -0.2, 0.3)).norm() < 1e-12);
  QVERIFY((usecase::mirrored(down, usecase::MirrorPlane::kFrontBack).p - Vec3(-0.4, 0.2, 0.3)).norm() < 1e-12);
}

void TestProgramParts::stepsAreMirroredBehindTheLast() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1, "motion_type: LINEAR speed: 0.5") + wait(1.0) +
           "steps { move { configuration: \"home\" } } " + wait(2.0));
  const std::size_t chosen[] = {0, 2};
  const auto edits = usecase::mirrorSteps(*cell.world(), "p", chosen, usecase::MirrorPlane::kSides);
  QVERIFY2(edits.ok(), edits.status().line().c_str());
  QVERIFY(cell.commit(*edits).ok());
  const auto data = session::programData(*cell.world(), "p");
  QCOMPARE(data->steps.size(), std::size_t{6});
  const auto& copy = whatOf<session::MoveData>(*data, 3);
  QVERIFY(copy.kind == program::MotionKind::kLinear && copy.speed == 0.5);
  const ObjectId robot = cell.world()->find("robot");
  QVERIFY(std::get<session::StepNode>(copy.target).node == world::NodeRef(robot));
  const Pose pick =
      cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick")) * Pose::translation(0, 0, -0.1);
  const Pose seen = usecase::mirrored(cell.world()->rootT(robot).inverse() * pick, usecase::MirrorPlane::kSides);
  QVERIFY(positionDistance(*copy.frame_t_tool, seen) < 1e-9);
  QVERIFY(whatOf<session::MoveData>(*data, 4).frame_t_tool.has_value());
  QCOMPARE(whatOf<session::WaitData>(*data, 5).seconds, 2.0);
}

void TestProgramParts::whatCannotBeMirrored() {
  ProgramCell cell;
  const std::size_t first = 0;
  QCOMPARE(codeOf(usecase::mirrorSteps(*cell.world(), "p", {&first, 1}, usecase::MirrorPlane::kSides).status()),
           std::string("program.no-programs"));
  cell.add("name: \"p\" steps { move { constraint { joint_position { joints: 0.1 } } } } ");
  QCOMPARE(codeOf(usecase::mirrorSteps(*cell.world(), "p", {&first, 1}, usecase::MirrorPlane::kSides).status()),
           std::string("usecase.mirror-no-pose"));
}

void TestProgramParts::theRouteIsThatOfThePlan() {
  ProgramCell cell;
  cell.add(pickAndPlace());
  const auto open = usecase::programRoute(model::Model::make(*cell.world()), "pick_and_place");
  QCOMPARE(open.size(), std::size_t{4});
  QVERIFY(!open[0].is_planned && open[0].points.size() == 1 && open[1].points.size() == 2);
  const Pose pick = cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick"));
  QVERIFY((open[0].root_t_target->p - pick * Vec3(0, 0, -0.1)).norm() < 1e-9);
  const Status kept = cell.planAndKeep("pick_and_place");
  QVERIFY2(kept.ok(), kept.line().c_str());
  const auto route = usecase::programRoute(model::Model::make(*cell.world()), "pick_and_place");
  QCOMPARE(route.size(), std::size_t{4});
  for (std::size_t i = 0; i < route.size(); ++i) {
    QVERIFY(route[i].is_planned && route[i].points.size() >= 2);
    QVERIFY((route[i].points.back() - route[i].root_t_target->p).norm() < 1e-9);
    if (i > 0) QVERIFY((route[i].points.front() - route[i - 1].points.back()).norm() < 1e-6);
  }
  // The line is one.
  const Vec3 along = (route[1].points.back() - route[1].points.front()).normalized();
  for (const Vec3& p : route[1].points) QVERIFY((p - route[1].points.front()).cross(along).norm() < 1e-3);
  QVERIFY((open[0].root_t_target->p - route[0].root_t_target->p).norm() < 1e-6);
  QVERIFY(usecase::programRoute(model::Model::make(*cell.world()), "other").empty());
}

void TestProgramParts::aChangedStepLeavesTheRoute() {
  ProgramCell cell;
  cell.add("name: \"p\" " + moveAbove("pick", 0.1) + moveAbove("place", 0.15));
  QVERIFY(cell.planAndKeep("p").ok());
  const std::size_t second = 1;
  StepChange change;
  change.frame_t_tool = std::optional(Pose::translation(0, 0, -0.3));
  QVERIFY(cell.commit(session::changeSteps(*cell.world(), "p", {&second, 1}, change)).ok());
  const auto route = usecase::programRoute(model::Model::make(*cell.world()), "p");
  QVERIFY(route.size() == 2 && route[0].is_planned && !route[1].is_planned);
  QVERIFY((route[1].points.front() - route[0].points.back()).norm() < 1e-9);
  const auto playback = usecase::Playback::ofLastPlan(*cell.world(), "p");
  QVERIFY(playback.ok() && playback->riders().empty());
  QCOMPARE(codeOf(usecase::Playback::ofLastPlan(*cell.world(), "q").status()), std::string("program.no-such-program"));
}

void TestProgramParts::viaPointsKeepTheWay() {
  program::Motion motion;
  const auto add = [&](double time, double x, double y) {
    motion.times.push_back(time);
    motion.q.push_back((JointVector(2) << x, y).finished());
    motion.v.push_back(JointVector::Zero(2));
    motion.a.push_back(JointVector::Zero(2));
  };
  // Straight, then around a corner.
  for (int i = 0; i <= 10; ++i) add(i, 0.1 * i, 0.0);
  for (int i = 1; i <= 10; ++i) add(10 + i, 1.0, 0.1 * i);
  const auto points = usecase::viaPoints(motion, 0.001);
  QCOMPARE(points.size(), std::size_t{3});
  QVERIFY((points[1] - (JointVector(2) << 1.0, 0.0).finished()).norm() < 1e-9);
  QCOMPARE(usecase::viaPoints(motion, 10.0).size(), std::size_t{2});
}

// A tool on two links of a metre. Whatever a controller does from where the tool is as near to the point as the radius
// says, until it is as far away again, stays in the triangle of the corner.
void TestProgramParts::cutCornersKeepTheWay() {
  const usecase::ToolPlace tool = [](const JointVector& q) {
    return Vec3(std::cos(q[0]) + std::cos(q[0] + q[1]), std::sin(q[0]) + std::sin(q[0] + q[1]), 0.0);
  };
  constexpr double kTolerance = 0.004;
  using Points = std::initializer_list<std::pair<double, double>>;
  const auto through = [](Points points) {
    std::vector<JointVector> out;
    for (const auto& [a, b] : points) (out.emplace_back(2) << a, b).finished();
    return out;
  };
  const std::vector<JointVector> way =
      through({{0, 0.5}, {0.4, 0.9}, {0.5, 0.5}, {0.9, 0.55}, {1.3, 0.5}, {1.3, 0.45}, {1.25, 0.45}, {1.8, 1.0}});
  const auto radii = usecase::cornerRadii(way, kTolerance, tool, 0.1, 0.2);
  QCOMPARE(radii.size(), way.size());
  QVERIFY(radii.front() == 0.1 && radii.back() == 0.2);
  for (std::size_t i = 0; i + 1 < way.size(); ++i)
    QVERIFY(radii[i] + radii[i + 1] <= (tool(way[i]) - tool(way[i + 1])).norm() + 1e-12);
  for (std::size_t i = 1; i + 1 < way.size(); ++i) {
    QVERIFY2(radii[i] > 1e-3, std::to_string(i).c_str());
    // Where it comes so near for the first time.
    const auto entry = [&](const JointVector& from) {
      constexpr int kSteps = 4000;
      int k = 0;
      while (k < kSteps && (tool(from + (way[i] - from) * k / kSteps) - tool(way[i])).norm() > radii[i]) ++k;
      return JointVector(from + (way[i] - from) * k / kSteps);
    };
    const JointVector in = entry(way[i - 1]), out = entry(way[i + 1]);
    double farthest = 0.0;
    for (int k = 0; k <= 100; ++k) {
      const JointVector q = in + (out - in) * k / 100;
      const auto distance = [&](const JointVector& end) {
        const JointVector along = (end - way[i]).normalized();
        return (q - way[i] - along * std::max(0.0, along.dot(q - way[i]))).norm();
      };
      farthest = std::max(farthest, std::min(distance(way[i - 1]), distance(way[i + 1])));
    }
    QVERIFY2(farthest <= kTolerance + 1e-5, fmt::format("{}: {}", i, farthest).c_str());
  }
  // Straight on, nothing limits it but its neighbours; back the way it came it leaves nothing.
  QVERIFY(usecase::cornerRadii(through({{0, 0}, {0.1, 0}, {0.2, 0}}), 1e-6, tool, 0, 0)[1] > 0.09);
  QCOMPARE(usecase::cornerRadii(through({{0, 0}, {0, 0}, {0.2, 0}}), 1e-3, tool, 0, 0)[1], 0.0);
}

void TestProgramParts::whoseProgramItIs() {
  ProgramCell cell;
  cell.add("name: \"p\" " + wait(1.0));
  QVERIFY(usecase::robotOfProgram(*cell.world(), "p") == cell.world()->find("robot"));
  QVERIFY(usecase::robotOfProgram(*cell.world(), "") == cell.world()->find("robot"));
  const auto tool = usecase::toolOfProgram(*cell.world(), "p");
  QVERIFY(tool && cell.world()->display(*tool) == "gripper/tool_frame");
  const ProgramCell none("empty_table");
  QVERIFY(!usecase::robotOfProgram(*none.world(), "p"));
}

QTEST_GUILESS_MAIN(TestProgramParts)
#include "test_program_parts.moc"
