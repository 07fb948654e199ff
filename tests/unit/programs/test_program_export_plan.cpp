// SPDX-License-Identifier: Apache-2.0
// What is exported is what was planned: corners, speeds, and the frames that a controller counts from.
#include <cmath>

#include "core/kinematics/joint_tree.h"
#include "core/program/planned.h"
#include "core/usecase/programs/controller_frames.h"
#include "core/usecase/programs/export_notes.h"
#include "core/usecase/programs/last_plan.h"
#include "core/usecase/programs/robot_export.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
namespace dialects = ww::program::dialects;

namespace {

const std::string kTool = "moving_frame " + frame("gripper", "tool_frame");

// A straight motion of the tool by so much, metres, along its own axes.
std::string lineBy(double x, double y, double z, const std::string& more = {}) {
  return fmt::format(
      "steps {{ move {{ constraint {{ relative_position_equality {{ {} relative_position {{ x: {} y: {} z: {} }} }} }} "
      "motion_type: LINEAR {} }} }} ",
      kTool, x, y, z, more);
}
std::string jointsTo(const std::string& positions, const std::string& more = {}) {
  return "steps { move { constraint { joint_position { joints: [" + positions + "] } } motion_type: JOINT " + more +
         " } } ";
}
std::string lineBlend(double metres) {
  return fmt::format("blend {{ cartesian_blending {{ translation_corner_rounding: {} }} }}", metres);
}
const std::string kJointBlend = "blend { joint_blending { desired_tightness_rad: 0.05 } }";
const std::string kHead = "name: \"p\" start_configuration: \"home\" ";

std::vector<dialects::Move> movesOf(const dialects::RobotProgram& program) {
  std::vector<dialects::Move> out;
  for (const auto& step : program.steps)
    if (const auto* move = std::get_if<dialects::Move>(&step.what)) out.push_back(*move);
  return out;
}

}  // namespace

class TestProgramExportPlan : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    cell_ = std::make_unique<ProgramCell>();
    outcome_ = {};
  }
  void cornersOfLinesAreThoseOfThePlan();
  void cornersOfJointsAreTheTargets();
  void cornersOfJointsHaveARadiusWhereTheLanguageHas();
  void aStopIsExportedAsAStop();
  void pointsOnTheWayAreNoStops();
  void theStartIsSaidOnce();
  void plansOfBeforeAreToBeMadeAnew();
  void ownLimitsSlowTheJoints();
  void ownAccelerationsAreSaid();
  void linesSayTheirAcceleration();
  void limitsThatNoLanguageSaysAreTold();
  void whatALanguageDoesNotSayIsNoted();
  void aLineThatDoesNotTurnSaysNoTurn();
  void halfATurnHasAPlaceBetween();
  void framesOfTheControllerAreFoundByName();
  void theBaseIsWhereTheFirstJointStands();
  void linesOfAnArmWithARailNameItsPosture();

 private:
  void make(const std::string& steps, bool plan = true);
  // The dialect's text.
  std::string textIn(const char* dialect) const;

  std::unique_ptr<ProgramCell> cell_;
  usecase::ProgramOutcome outcome_;
  dialects::RobotProgram made_;
  std::vector<dialects::Move> moves_;
};

void TestProgramExportPlan::make(const std::string& steps, bool plan) {
  if (plan) {
    cell_->add(kHead + steps);
    auto outcome = cell_->plan("p");
    QVERIFY2(outcome.ok(), outcome.status().line().c_str());
    outcome_ = std::move(*outcome);
  }
  usecase::ExportChoices choices;
  choices.blend_share = 0.5;
  auto made = usecase::robotProgram(*cell_->world(), *outcome_.plan, choices);
  QVERIFY2(made.ok(), made.status().line().c_str());
  made_ = std::move(*made);
  moves_ = movesOf(made_);
}

std::string TestProgramExportPlan::textIn(const char* dialect) const {
  const auto files = dialects::exportProgram(dialect, made_);
  return files.ok() ? files->front().text : files.status().line();
}

// Far more is asked for than fits: the radius is the one that was used, and the corner is where the lines meet.
void TestProgramExportPlan::cornersOfLinesAreThoseOfThePlan() {
  make(lineBy(0, 0, 0.1, lineBlend(5)) + lineBy(0, 0.1, 0));
  QCOMPARE(moves_.size(), std::size_t{3});
  const Vec3 start = moves_[0].base_t_tool.p;
  // The tool points down and its x axis back.
  QVERIFY((moves_[1].base_t_tool.p - (start + Vec3(0, 0, -0.1))).norm() < 1e-6);
  QVERIFY((moves_[2].base_t_tool.p - (start + Vec3(0, 0.1, -0.1))).norm() < 1e-6);
  QVERIFY2(moves_[1].blend.radius_m > 0.01 && moves_[1].blend.radius_m <= 0.05 + 1e-9,
           std::to_string(moves_[1].blend.radius_m).c_str());
  QCOMPARE(moves_[1].blend.radius_m, outcome_.plan->steps(0).corner().metres());
  QVERIFY(outcome_.plan->steps(0).goes_on() && moves_[2].blend.none());
}

void TestProgramExportPlan::cornersOfJointsAreTheTargets() {
  make(jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2", kJointBlend) + jointsTo("0.5,0.3,0.4,0.1,0.5,-1.2"));
  QCOMPARE(moves_.size(), std::size_t{3});
  const double target[] = {0.5, 0.3, 0.3, 0.1, 0.9, -0.2};
  for (std::size_t i = 0; i < 6; ++i) QVERIFY(std::abs(moves_[1].joints[i] - target[i]) < 1e-9);
  QVERIFY(moves_[1].blend.radius_m == 0.0 && moves_[1].blend.share == 0.5);
  // The plan passes by.
  const auto planned = program::plannedProgram(*outcome_.plan);
  QVERIFY(std::abs(planned->steps[0].motion.q.back()[0] - 0.5) > 1e-4);
}

// Languages that say how far the tool may pass by get that of the plan: within 0.05 rad of the corner on either side.
void TestProgramExportPlan::cornersOfJointsHaveARadiusWhereTheLanguageHas() {
  make(jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2", kJointBlend) + jointsTo("0.9,0.3,0.4,0.1,0.5,-1.2"));
  usecase::ExportChoices choices;
  choices.joint_corner_radii = true;
  const auto made = usecase::robotProgram(*cell_->world(), *outcome_.plan, choices);
  QVERIFY2(made.ok(), made.status().line().c_str());
  const double metres = movesOf(*made)[1].blend.radius_m;
  QVERIFY2(metres > 0.002 && metres < 0.06, std::to_string(metres).c_str());
  // No farther than the tool gets within 0.05 rad of every joint, before the corner and after it.
  const auto tree = kinematics::JointTree::make(*cell_->world(), cell_->world()->aliasNamed("robot"));
  QVERIFY(tree.ok());
  const auto planned = program::plannedProgram(*outcome_.plan);
  const kinematics::Riding riding = tree->riding(*usecase::nodeWithId(*cell_->world(), outcome_.plan->steps(0).tool()));
  const Vec3 corner = tree->rootT(riding, planned->steps[0].corner->q).p;
  for (const auto& step : {planned->steps[0], planned->steps[1]}) {
    double farthest = 0.0;
    for (const JointVector& q : step.motion.q)
      if ((q - planned->steps[0].corner->q).cwiseAbs().maxCoeff() <= 0.05 + 1e-9)
        farthest = std::max(farthest, (tree->rootT(riding, q).p - corner).norm());
    QVERIFY2(metres <= farthest + 1e-6, fmt::format("{} of {}", metres, farthest).c_str());
  }
  for (const char* dialect : {"urscript", "rapid"}) {
    const auto files = dialects::exportProgram(dialect, *made);
    QVERIFY2(files.ok(), files.status().line().c_str());
    QVERIFY2(files->front().text.find("a stop in this program") == std::string::npos, files->front().text.c_str());
  }
  QVERIFY(dialects::exportProgram("urscript", *made)->front().text.find(", r=") != std::string::npos);
  choices.joint_corner_radii = false;
  QVERIFY(movesOf(*usecase::robotProgram(*cell_->world(), *outcome_.plan, choices))[1].blend.none());
}

// Between a line and another motion the planner stops, whatever was asked for.
void TestProgramExportPlan::aStopIsExportedAsAStop() {
  make(lineBy(0, 0, -0.1, lineBlend(0.02)) + moveAbove("place", 0.2));
  QVERIFY(!outcome_.plan->steps(0).goes_on() && outcome_.plan->steps(0).stops_all_the_same());
  QVERIFY(moves_[1].blend.none());
  for (const auto& step : made_.steps) QVERIFY(!std::holds_alternative<dialects::Comment>(step.what));
}

// What goes around something has points on the way, which the plan passes without a stop.
void TestProgramExportPlan::pointsOnTheWayAreNoStops() {
  make(moveAbove("pick", 0.05) + moveAbove("place", 0.05, "motion_type: ANY"));
  usecase::ExportChoices choices;
  choices.joint_corner_radii = true;
  const auto made = usecase::robotProgram(*cell_->world(), *outcome_.plan, choices);
  QVERIFY2(made.ok(), made.status().line().c_str());
  const auto moves = movesOf(*made);
  QVERIFY2(moves.size() > 4, "the motions go straight: nothing is shown here");
  for (std::size_t i = 2; i + 1 < moves.size(); ++i) {
    QVERIFY2(moves[i].blend.radius_m >= 1e-4, std::to_string(i).c_str());
    for (const std::size_t other : {i - 1, i + 1})
      QVERIFY(moves[i].blend.radius_m + moves[other].blend.radius_m <=
              (moves[i].base_t_tool.p - moves[other].base_t_tool.p).norm() + 1e-9);
  }
  QVERIFY(moves.back().blend.none() && moves[1].blend.none());
  const auto text = dialects::exportProgram("urscript", *made)->front().text;
  QVERIFY2(text.find("stops in this program") == std::string::npos, text.c_str());
  // Where the language has no radius, it is told.
  choices.joint_corner_radii = false;
  const auto stops = usecase::robotProgram(*cell_->world(), *outcome_.plan, choices);
  QVERIFY(movesOf(*stops).size() > 3 && movesOf(*stops)[2].blend.none());
  QVERIFY(dialects::exportProgram("krl", *stops)->front().text.find("stops in this program") != std::string::npos);
}

void TestProgramExportPlan::theStartIsSaidOnce() {
  make(jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2"));
  QCOMPARE(moves_.size(), std::size_t{2});
  // It begins by going home, where the robot stands.
  const auto& q = moves_[0].joints;
  make(jointsTo(fmt::format("{}", fmt::join(q, ","))) + jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2"));
  QCOMPARE(moves_.size(), std::size_t{2});
  // What comes before is done there.
  make(wait(1) + jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2"));
  QCOMPARE(moves_.size(), std::size_t{2});
  QVERIFY(std::holds_alternative<dialects::Move>(made_.steps.front().what));
}

void TestProgramExportPlan::plansOfBeforeAreToBeMadeAnew() {
  make(lineBy(0, 0, 0.1, lineBlend(0.02)) + lineBy(0, 0.1, 0));
  worldwright::v1::ProgramPlan old = *outcome_.plan;
  old.mutable_steps(0)->clear_corner();
  const auto made = usecase::robotProgram(*cell_->world(), old, {});
  QCOMPARE(codeOf(made.status()), std::string("usecase.export-stale"));
}

void TestProgramExportPlan::ownLimitsSlowTheJoints() {
  const std::string target = "0.5,0.3,0.3,0.1,0.9,-0.2";
  make(jointsTo(target));
  QCOMPARE(moves_[1].speed.joint_share, 1.0);
  make(jointsTo(target, "joint_limits { max_velocity { values: [0.5, 0.5, 0.5, 0.5, 0.5, 0.5] } }"));
  const double least = std::ranges::min(made_.joints, {}, &dialects::RobotJoint::max_speed).max_speed;
  const double share = moves_[1].speed.joint_share;
  QVERIFY2(share > 0.02 && share <= 0.5 / least + 1e-9, std::to_string(share).c_str());
  // Languages that have no share of joint speeds get the tool's.
  QVERIFY(moves_[1].speed.linear_m_s > 0.001);
  make("steps { move { frame " + frame("root", "place") +
       "frame_t_tool { position { z: -0.15 } orientation { w: 1 } } cartesian_limits { max_translational_velocity: 0.1 "
       "} } } ");
  QVERIFY(moves_.size() >= 2);
  for (std::size_t i = 1; i < moves_.size(); ++i) {
    QVERIFY2(moves_[i].speed.joint_share < 0.2, std::to_string(moves_[i].speed.joint_share).c_str());
    QVERIFY(moves_[i].speed.linear_m_s <= 0.1001);
  }
}

void TestProgramExportPlan::ownAccelerationsAreSaid() {
  const std::string target = "0.5,0.3,0.3,0.1,0.9,-0.2";
  make(jointsTo(target));
  QCOMPARE(moves_[1].speed.joint_acceleration_share, 1.0);
  make(jointsTo(target, "joint_limits { max_acceleration { values: [1, 1, 1, 1, 1, 1] } }"));
  double most = 0.0;
  for (const auto& joint : made_.joints) most = std::max(most, joint.max_acceleration);
  QVERIFY(most > 1.0);
  QCOMPARE(moves_[1].speed.joint_acceleration_share, 1.0 / most);
  QVERIFY2(textIn("krl").find("BAS (#ACC_PTP,") != std::string::npos, textIn("krl").c_str());
}

void TestProgramExportPlan::linesSayTheirAcceleration() {
  make(lineBy(0, 0, 0.1, "cartesian_limits { max_translational_velocity: 0.1 max_translational_acceleration: 0.5 }"));
  QCOMPARE(moves_[1].speed.linear_m_s2, 0.5);
  QVERIFY(moves_[1].speed.linear_m_s > 0.05 && moves_[1].speed.linear_m_s <= 0.1001);
  QVERIFY(textIn("urscript").find(", a=0.500000, v=") != std::string::npos);
  QVERIFY(textIn("rapid").find("PathAccLim TRUE\\AccMax:=0.500000,") != std::string::npos);
  QVERIFY(textIn("fanuc-ls").find("!planned with at most 0.500 ;") != std::string::npos);
  make(lineBy(0, 0, 0.1, "cartesian_limits { max_rotational_acceleration: 0.5 }"));
  QCOMPARE(moves_[1].speed.angular_rad_s2, 0.5);
}

// What no language has a statement for is told beside the move.
void TestProgramExportPlan::limitsThatNoLanguageSaysAreTold() {
  const std::string six = "values: [9, 9, 9, 9, 9, 9]";
  make(lineBy(0, 0, 0.1));
  QVERIFY(textIn("krl").find("planned with") == std::string::npos);
  make(lineBy(0, 0, 0.1, "joint_limits { max_acceleration { " + six + " } max_jerk { " + six + " } }"));
  for (const char* dialect : {"krl", "rapid", "urscript", "json"}) {
    QVERIFY2(textIn(dialect).find("planned with accelerations of the joints") != std::string::npos, dialect);
    QVERIFY2(textIn(dialect).find("planned with jerks of the joints") != std::string::npos, dialect);
  }
}

// Beside the file, too: nobody reads all of it.
void TestProgramExportPlan::whatALanguageDoesNotSayIsNoted() {
  const std::string six = "values: [9, 9, 9, 9, 9, 9]";
  const auto notes = [this](const char* dialect) {
    std::string out;
    for (const Status& note : usecase::exportNotes(*cell_->world(), "p", dialect)) out += note.title + "|";
    return out;
  };
  const auto keep = [this] { QVERIFY(cell_->commit(session::setProgramPlan("p", *outcome_.plan)).ok()); };
  make(lineBy(0, 0, 0.1));
  keep();
  QCOMPARE(notes("krl"), std::string());
  make(lineBy(0, 0, 0.05, "joint_limits { max_jerk { " + six + " } }") +
       lineBy(0, 0, 0.05,
              "cartesian_limits { max_translational_acceleration: 0.5 } joint_limits { max_jerk { " + six + " } }"));
  keep();
  for (const char* dialect : {"krl", "rapid", "urscript", "fanuc-ls", "csv"})
    QVERIFY2(notes(dialect).find("the jerk of the joints, which steps 1, 2 of 'p' have") != std::string::npos,
             notes(dialect).c_str());
  QVERIFY2(notes("fanuc-ls").find("Fanuc LS has no statement for the acceleration of the tool, which step 2") !=
               std::string::npos,
           notes("fanuc-ls").c_str());
  // KRL has one, and data has a column.
  QVERIFY2(notes("krl").find("acceleration of the tool") == std::string::npos, notes("krl").c_str());
  QVERIFY2(notes("csv").find("acceleration of the tool") == std::string::npos, notes("csv").c_str());
}

void TestProgramExportPlan::aLineThatDoesNotTurnSaysNoTurn() {
  make(lineBy(0, 0, 0.1));
  QCOMPARE(moves_[1].speed.angular_rad_s, 0.0);
  QVERIFY2(textIn("krl").find("$VEL.ORI1") == std::string::npos, textIn("krl").c_str());
  QVERIFY(textIn("rapid").find(",500,5000,1000]") != std::string::npos);
  make("steps { move { constraint { relative_rotation_equality { " + kTool +
       "relative_rotation { x: 0.0499792 w: 0.9987503 } } } motion_type: LINEAR } } ");
  QVERIFY(moves_[1].speed.angular_rad_s > 0.01);
}

// A controller could turn the tool either way.
void TestProgramExportPlan::halfATurnHasAPlaceBetween() {
  make("steps { name: \"flip\" move { constraint { relative_cartesian_pose { " + kTool +
       "relative_pose { position { z: 0.05 } orientation { z: 1 } } } } motion_type: LINEAR } } ");
  QCOMPARE(moves_.size(), std::size_t{3});
  QVERIFY(moves_[1].kind == dialects::MoveKind::kLinear);
  for (std::size_t i = 1; i < 3; ++i) {
    const double turn = rotationDistance(moves_[i - 1].base_t_tool, moves_[i].base_t_tool);
    QVERIFY2(turn > 1.0 && turn < 2.2, std::to_string(turn).c_str());
  }
  // Each half has half of the time.
  for (std::size_t i = 1; i < 3; ++i)
    QVERIFY(std::abs(2.0 * moves_[i].speed.planned_s - outcome_.plan->steps(0).ends()) < 1e-9);
  QVERIFY(std::abs(moves_[1].base_t_tool.p.z() - 0.5 * (moves_[0].base_t_tool.p.z() + moves_[2].base_t_tool.p.z())) <
          0.02);
}

// As in descriptions of ROS-Industrial: "base" is the controller's zero, "tool0" its flange.
void TestProgramExportPlan::framesOfTheControllerAreFoundByName() {
  make(jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2"));
  const Pose before = moves_[1].base_t_tool, flange_t_tool = made_.flange_t_tool;
  const world::WorldPtr world = cell_->world();
  const auto robot = world->find("robot");
  const auto& entities = world->peek(robot)->entities;
  const auto link = [&](const char* name) {
    return (*std::ranges::find(entities, name, [](const auto& entity) { return entity->name; }))->id;
  };
  const FrameId flange = cell_->world()->frameNamed(robot, "flange");
  QVERIFY(cell_->commit(session::createFrame(robot, link("base_link"), "base", Pose::translation(0, 0, 0.457))).ok());
  QVERIFY(
      cell_->commit(session::createFrame(robot, link("link_6"), "tool0", Pose::translation(0.01, 0.02, 0.03))).ok());
  const auto frameOf = [&](const char* name) { return cell_->world()->frameNamed(robot, name); };
  const Pose flange_t_tool0 = cell_->world()->aTB(flange, frameOf("tool0"));
  QVERIFY(flange_t_tool0.p.norm() > 0.01);
  const Pose robot_t_base = cell_->world()->aTB(robot, cell_->world()->frameNamed(robot, "base"));
  QVERIFY(std::abs(robot_t_base.p.z() - 0.457) < 1e-9);
  make({}, false);
  QVERIFY(positionDistance(robot_t_base * moves_[1].base_t_tool, before) < 1e-9);
  QVERIFY(positionDistance(flange_t_tool0 * made_.flange_t_tool, flange_t_tool) < 1e-9);
  QVERIFY2(textIn("urscript").find("# Base: base\n") != std::string::npos, textIn("urscript").c_str());
}

void TestProgramExportPlan::theBaseIsWhereTheFirstJointStands() {
  make(jointsTo("0.5,0.3,0.3,0.1,0.9,-0.2"));
  QCOMPARE(made_.base_name, std::string("base_link"));
  // On a rail the base goes with the arm, and the rail has its own. What an arm's joints move is no base of it.
  ProgramCell cell("arm_on_rail");
  const auto robot = cell.world()->find("robot"), rail = cell.world()->find("rail");
  const auto link = [&](ObjectId of, const char* name) -> world::NodeRef {
    const auto& entities = cell.world()->peek(of)->entities;
    return (*std::ranges::find(entities, name, [](const auto& entity) { return entity->name; }))->id;
  };
  const auto base = [&](ObjectId of) { return usecase::baseOf(*cell.world(), *cell.world()->peek(of)); };
  QVERIFY(base(robot) == link(robot, "base_link") && base(rail) == link(rail, "bed"));
  const EntityId hand = std::get<EntityId>(link(robot, "link_6"));
  QVERIFY(cell.commit(session::createFrame(robot, hand, "base", Pose())).ok());
  QVERIFY(base(robot) == link(robot, "base_link"));
}

// A rail that is a joint of the robot itself, as some makers' files have it.
void TestProgramExportPlan::linesOfAnArmWithARailNameItsPosture() {
  ProgramCell cell("empty_table");
  auto robot = samples::libraryObject("rail", *cell.store).value();
  const auto arm = samples::libraryObject("arm6", *cell.store).value();
  robot.clear_properties();
  for (const auto& entity : arm.entities()) {
    auto& added = *robot.add_entities();
    added = entity;
    if (!entity.parent_name().empty()) continue;
    added.set_parent_name("carriage");
    added.mutable_parent_t_this()->mutable_position()->set_z(0.065);
    added.mutable_parent_t_this()->mutable_orientation()->set_w(1.0);
  }
  QVERIFY(
      cell.commit(session::createFromSceneObject(world::kRootObject, {}, "robot", robot, Pose::translation(4, 0, 0)))
          .ok());
  const auto lines = [&](double x) {
    return fmt::format(
        "name: \"p\" steps {{ move {{ constraint {{ joint_position {{ joints: [0.3,0.5,0.3,0.3,0.1,0.9,-0.2] }} }} "
        "motion_type: JOINT }} }} steps {{ move {{ constraint {{ relative_position_equality {{ moving_frame {} "
        "relative_position {{ x: {} }} }} }} motion_type: LINEAR }} }}",
        frame("robot", "flange"), x);
  };
  cell.add(lines(-0.05));
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  const auto made = usecase::robotProgram(*cell.world(), *outcome->plan, {});
  QVERIFY2(made.ok(), made.status().line().c_str());
  QVERIFY(made->joints[0].external && !made->joints[1].external);
  const auto moves = movesOf(*made);
  QVERIFY(moves.back().kind == dialects::MoveKind::kLinear);
  QVERIFY(moves.back().posture.shoulder != 0 && moves.back().posture.elbow != 0);
  for (const char* dialect : {"rapid", "krl", "fanuc-ls"}) {
    const auto files = dialects::exportProgram(dialect, *made);
    QVERIFY2(files.ok(), files.status().line().c_str());
  }
}

QTEST_GUILESS_MAIN(TestProgramExportPlan)
#include "test_program_export_plan.moc"
