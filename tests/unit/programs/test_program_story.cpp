// SPDX-License-Identifier: Apache-2.0
// Programs that cannot be planned: why, in which postures, and what helps.
#include <cmath>
#include <numbers>

#include "core/planning/robot_scene.h"
#include "core/session/step_change.h"
#include "core/usecase/programs/failure_story.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using usecase::RemedyKind;

namespace {

usecase::FailureStory storyIn(const ProgramCell& cell, const std::string& name) {
  usecase::ProgramFailure why;
  const auto outcome = cell.plan(name, &why);
  if (outcome.ok()) return {};
  return usecase::storyOf(*cell.world(), name, outcome.status(), why, {});
}

const usecase::Remedy* remedyOf(const usecase::FailureStory& story, RemedyKind kind) {
  const auto found = std::ranges::find(story.remedies, kind, &usecase::Remedy::kind);
  return found == story.remedies.end() ? nullptr : &*found;
}

std::string told(const usecase::FailureStory& story) {
  std::string out = story.status.line();
  for (const auto& remedy : story.remedies) out += " | " + plain(remedy.text);
  return out;
}

void addFrame(ProgramCell& cell, const std::string& name, const Pose& pose) {
  QVERIFY(cell.commit(session::createFrame(world::kRootObject, world::kRootEntity, name, pose)).ok());
}

// Boxes beside the cell, where nothing that moves comes near.
void addShelf(ProgramCell& cell, int boxes) {
  std::vector<session::EditsPtr> all;
  for (int i = 0; i < boxes; ++i)
    all.push_back(session::createPrimitive(world::kRootObject, {}, fmt::format("stored_{}", i),
                                           geometry::Box{Vec3::Constant(0.1)}, geometry::Color(),
                                           Pose::translation(i % 40, 50, i / 40)));
  QVERIFY(cell.commit(session::join(all)).ok());
}

// How many nodes of the world's tries are touched meanwhile: what it costs, the same on every machine.
template <typename Work>
std::uint64_t visitsOf(Work&& work) {
  const std::uint64_t before = world::nodesVisited();
  work();
  return world::nodesVisited() - before;
}

Pose downAt(double x, double y, double z) {
  return Pose::translation(x, y, z) * Pose::rotation(Vec3::UnitY(), std::numbers::pi);
}

}  // namespace

class TestProgramStory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aTargetOutOfReachIsMoved();
  void aTargetInsideSomethingIsTold();
  void aPostureTellsTheDepthThatTheRefusalTells();
  void aJointThatAWholeTurnBringsBackIsNotBlamed();
  void limitsAreRaisedWhereThatHelps();
  void tooFewJointsAreTold();
  void theWorldIsAsTheStepsBeforeLeftIt();
  void whatIsNoMotionHasNoStory();
  void aStopEndsTrying();
  void aSceneThatIsGivenTellsTheSame();
  void aSceneThatIsGivenSavesMakingOne();
};

void TestProgramStory::aTargetOutOfReachIsMoved() {
  ProgramCell cell;
  addFrame(cell, "far", downAt(1.35, 0, 0.9));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "far") + "} } ");
  const auto story = storyIn(cell, "p");
  QCOMPARE(program::placeText(story.place), std::string("1"));
  QVERIFY(story.robot == cell.world()->find("robot") && story.joints && story.joint_names.size() == 6);
  const auto* move = remedyOf(story, RemedyKind::kMoveTarget);
  QVERIFY2(move && move->is_tried, told(story).c_str());
  QVERIFY(cell.commit(move->edits).ok());
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
  // The frame itself stays: others may mean it as well.
  const FrameId far = cell.world()->frameNamed(world::kRootObject, "far");
  QVERIFY(positionDistance(cell.world()->rootT(far), downAt(1.35, 0, 0.9)) < 1e-12);
}

void TestProgramStory::aTargetInsideSomethingIsTold() {
  ProgramCell cell;
  // The tips of the fingers below the top of the table.
  addFrame(cell, "deep", downAt(0.6, -0.15, 0.70));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "deep") + "} } ");
  const auto story = storyIn(cell, "p");
  QVERIFY2(!story.contacts.empty(), told(story).c_str());
  QVERIFY2(!story.candidates.empty(), told(story).c_str());
  for (const auto& candidate : story.candidates) QVERIFY(!candidate.isFree());
  QVERIFY(std::ranges::any_of(story.candidates, [](const auto& one) { return one.contact.has_value(); }));
  // To turn it would not help: it is moved out, by what it takes.
  QVERIFY2(story.status.hint.find("move the goal out of") == 0 && story.status.hint.find("turn") == std::string::npos,
           story.status.hint.c_str());
  const auto* move = remedyOf(story, RemedyKind::kMoveTarget);
  QVERIFY2(move && move->is_tried, told(story).c_str());
  const auto* exclude = remedyOf(story, RemedyKind::kExcludePair);
  QVERIFY2(exclude, told(story).c_str());
  const int rules = cell.world()->collisionSettings().collision_rules_size();
  QVERIFY(cell.commit(exclude->edits).ok());
  QCOMPARE(cell.world()->collisionSettings().collision_rules_size(), rules + 1);
}

// The first pair that a check comes upon is another, or less deep, than the deepest measured in full.
void TestProgramStory::aPostureTellsTheDepthThatTheRefusalTells() {
  ProgramCell cell;
  addFrame(cell, "deep", downAt(0.6, -0.15, 0.60));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "deep") + "} } ");
  const auto story = storyIn(cell, "p");
  QVERIFY2(!story.candidates.empty() && !story.contacts.empty(), told(story).c_str());
  auto checked = planning::RobotScene::make(collision::Scene::make(*story.before), story.robot, nullptr);
  QVERIFY(checked.ok());
  (void)checked->forgetConstant();
  for (const auto& candidate : story.candidates) {
    const auto all = checked->all(candidate.joints);
    QCOMPARE(candidate.contact.has_value(), !all.empty());
    if (all.empty()) continue;
    QVERIFY(candidate.contact->a == all.front().a && candidate.contact->b == all.front().b);
    QVERIFY2(std::abs(candidate.contact->distance_m - all.front().distance_m) < 1e-9,
             qPrintable(QStringLiteral("%1 of %2").arg(candidate.contact->distance_m).arg(all.front().distance_m)));
  }
}

// Joint 6 may stand at 300 degrees, and not at -60; what stands in the way is joint 5.
void TestProgramStory::aJointThatAWholeTurnBringsBackIsNotBlamed() {
  ProgramCell cell;
  const ObjectId robot = cell.world()->find("robot");
  const auto& object = *cell.world()->peek(robot);
  const JointVector now = object.jointPositions();
  JointVector there = now;
  there[5] -= 1.0;
  there[4] -= 0.4;
  const FrameId tool = cell.world()->frameNamed(cell.world()->aliasNamed("gripper"), "tool_frame");
  QVERIFY(cell.commit(session::setJoints(robot, there)).ok());
  const Pose root_t_goal = cell.world()->rootT(tool);
  QVERIFY(cell.commit(session::setJoints(robot, now)).ok());
  constexpr double kTurn = 2.0 * std::numbers::pi;
  QVERIFY(
      cell.commit(session::setJointLimits(robot, object.movingJointName(5), now[5] - 0.3, now[5] + kTurn - 0.4)).ok());
  QVERIFY(cell.commit(session::setJointLimits(robot, object.movingJointName(4), now[4] - 0.1, now[4] + 0.1)).ok());
  addFrame(cell, "beside", root_t_goal);
  cell.add("name: \"p\" steps { move { frame " + frame("root", "beside") + "} } ");
  const auto story = storyIn(cell, "p");
  QVERIFY2(!story.candidates.empty(), told(story).c_str());
  int blamed = 0;
  for (const auto& candidate : story.candidates) {
    if (candidate.joint < 0) continue;
    const auto& joint = cell.world()->peek(robot)->movingJoint(static_cast<std::size_t>(candidate.joint));
    const double at = candidate.joints[candidate.joint];
    for (const double turned : {at - kTurn, at + kTurn})
      QVERIFY2(turned < joint.application.lower || turned > joint.application.upper,
               qPrintable(QStringLiteral("joint %1 at %2").arg(candidate.joint + 1).arg(at)));
    blamed += candidate.joint == 4;
  }
  QVERIFY(blamed > 0);
}

void TestProgramStory::limitsAreRaisedWhereThatHelps() {
  ProgramCell cell;
  const ObjectId robot = cell.world()->find("robot");
  const auto before = cell.world();
  // Where it stands now, but for joint 1, which may not turn there any more.
  const auto& first = before->peek(robot)->movingJoint(0);
  const std::string name = before->peek(robot)->movingJointName(0);
  QVERIFY(cell.commit(session::setJointLimits(robot, name, first.value - 0.2, first.value + 0.1)).ok());
  addFrame(cell, "beside", downAt(0.45 * std::cos(0.35), 0.45 * std::sin(0.35), 1.0));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "beside") + "} } ");
  const auto story = storyIn(cell, "p");
  QVERIFY2(!story.candidates.empty(), told(story).c_str());
  QVERIFY(std::ranges::any_of(story.candidates, [](const auto& one) { return one.joint == 0; }));
  const auto* raise = remedyOf(story, RemedyKind::kRaiseLimit);
  QVERIFY2(raise && raise->is_tried, told(story).c_str());
  QVERIFY(cell.commit(raise->edits).ok());
  QVERIFY(cell.world()->peek(robot)->movingJoint(0).application.upper > first.value + 0.2);
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
}

// A gripper has one joint for its finger: no turning of the target helps it.
void TestProgramStory::tooFewJointsAreTold() {
  ProgramCell cell;
  const ObjectId gripper = cell.world()->aliasNamed("gripper");
  const EntityId finger = cell.world()->peek(gripper)->entityNamed("finger_left")->id;
  QVERIFY(cell.commit(session::createFrame(gripper, finger, "tip", Pose())).ok());
  cell.add(
      "name: \"p\" robot { by_name { object_name: \"gripper\" } } steps { move { tool { by_name { frame { "
      "object_name: \"gripper\" frame_name: \"tip\" } } } frame " +
      frame("root", "pick") + "} } ");
  const auto story = storyIn(cell, "p");
  const std::string text = told(story);
  QVERIFY2(text.find("has too few joints") != std::string::npos, text.c_str());
  QVERIFY2(text.find("only 'finger_left_joint' moves the tool") != std::string::npos, text.c_str());
  QVERIFY2(text.find(" too far ") != std::string::npos, text.c_str());
  QVERIFY2(text.find("turn the goal") == std::string::npos, text.c_str());
  const auto* near = remedyOf(story, RemedyKind::kComeNear);
  QVERIFY2(near && near->is_tried, text.c_str());
  QVERIFY(cell.commit(near->edits).ok());
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
}

void TestProgramStory::theWorldIsAsTheStepsBeforeLeftIt() {
  ProgramCell cell;
  addFrame(cell, "far", downAt(1.35, 0, 0.9));
  cell.add("name: \"p\" " + moveAbove("pick", 0.1) + "steps { attach { object " + ww::test::object("part_1") + "} } " +
           "steps { move { frame " + frame("root", "far") + "} } ");
  const auto story = storyIn(cell, "p");
  QCOMPARE(program::placeText(story.place), std::string("3"));
  QVERIFY(story.before.has_value());
  const ObjectId part = cell.world()->find("part_1"), robot = cell.world()->find("robot");
  QVERIFY(story.before->isAncestor(robot, part) && !cell.world()->isAncestor(robot, part));
  const auto tool = story.before->frameNamed(story.before->aliasNamed("gripper"), "tool_frame");
  const Pose pick = cell.world()->rootT(cell.world()->frameNamed(world::kRootObject, "pick"));
  QVERIFY((story.before->rootT(tool).p - pick * Vec3(0, 0, -0.1)).norm() < 1e-6);
}

void TestProgramStory::whatIsNoMotionHasNoStory() {
  ProgramCell cell;
  cell.add("name: \"p\" steps { call { program: \"gone\" } } ");
  const auto story = storyIn(cell, "p");
  QVERIFY(!story.status.ok() && story.candidates.empty() && story.remedies.empty() && !story.before);
}

void TestProgramStory::aStopEndsTrying() {
  ProgramCell cell;
  addFrame(cell, "far", downAt(1.35, 0, 0.9));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "far") + "} } ");
  usecase::ProgramFailure why;
  const auto outcome = cell.plan("p", &why);
  QVERIFY(!outcome.ok());
  std::stop_source stop;
  stop.request_stop();
  planning::PlanOptions options;
  options.stop = stop.get_token();
  const auto story = usecase::storyOf(*cell.world(), "p", outcome.status(), why, options);
  QVERIFY(std::ranges::none_of(story.remedies, &usecase::Remedy::is_tried));
}

// Where there is a scene, the postures and the trials come from it; what they tell is the same.
void TestProgramStory::aSceneThatIsGivenTellsTheSame() {
  ProgramCell cell;
  addFrame(cell, "deep", downAt(0.6, -0.15, 0.70));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "deep") + "} } ");
  usecase::ProgramFailure why;
  const auto outcome = cell.plan("p", &why);
  QVERIFY(!outcome.ok());
  planning::PlanOptions options;
  options.scene = collision::Scene::make(*cell.world(), std::make_shared<collision::ShapeCache>());
  const ObjectId table = cell.world()->find("table");
  const auto hitsTable = [&](const usecase::Candidate& candidate) {
    if (!candidate.contact) return false;
    const auto owns = [&](EntityId entity) { return cell.world()->owner(entity)->object == table; };
    return owns(candidate.contact->a) || owns(candidate.contact->b);
  };
  const auto alone = usecase::storyOf(*cell.world(), "p", outcome.status(), why, {});
  const auto given = usecase::storyOf(*cell.world(), "p", outcome.status(), why, options);
  QCOMPARE(given.candidates.size(), alone.candidates.size());
  for (std::size_t i = 0; i < given.candidates.size(); ++i)
    QCOMPARE(hitsTable(given.candidates[i]), hitsTable(alone.candidates[i]));
  QCOMPARE(given.remedies.size(), alone.remedies.size());
}

// Of a thousand boxes that nothing comes near: the first scene costs them all, one that is given none of them.
void TestProgramStory::aSceneThatIsGivenSavesMakingOne() {
  constexpr int kBoxes = 1000;
  ProgramCell cell;
  addShelf(cell, kBoxes);
  addFrame(cell, "deep", downAt(0.6, -0.15, 0.70));
  cell.add("name: \"p\" steps { move { frame " + frame("root", "deep") + "} } ");
  const world::WorldPtr world = cell.world();
  usecase::ProgramFailure why;
  const auto outcome = cell.plan("p", &why);
  QVERIFY(!outcome.ok());
  planning::PlanOptions given;
  given.scene = collision::Scene::make(*world);

  const auto storyWith = [&](const planning::PlanOptions& options) {
    return visitsOf([&] { (void)usecase::storyOf(*world, "p", outcome.status(), why, options); });
  };
  const auto planWith = [&](const planning::PlanOptions& options) {
    return visitsOf([&] { (void)usecase::planProgram(*world, "p", options); });
  };
  const std::uint64_t scene = visitsOf([&] { (void)collision::Scene::make(*world); });
  QVERIFY(scene > kBoxes);
  const std::uint64_t told = storyWith(given), told_alone = storyWith({});
  QVERIFY2(told + scene <= told_alone + scene / 4, qPrintable(QStringLiteral("%1 of %2").arg(told).arg(told_alone)));
  const std::uint64_t planned = planWith(given), planned_alone = planWith({});
  QVERIFY2(planned + scene <= planned_alone + scene / 4,
           qPrintable(QStringLiteral("%1 of %2").arg(planned).arg(planned_alone)));
}

QTEST_GUILESS_MAIN(TestProgramStory)
#include "test_program_story.moc"
