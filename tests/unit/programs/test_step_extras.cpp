// SPDX-License-Identifier: Apache-2.0
// Limits, conditions and collision settings of a step, added, changed and removed as plain data.
#include "core/session/program_steps.h"
#include "core/usecase/programs/robot_of.h"
#include "core/usecase/programs/step_extras.h"
#include "program_cell.h"

using namespace ww;
using namespace ww::test;
using usecase::ExtraOffer;
using usecase::ExtraValue;
using usecase::StepExtra;

class TestStepExtras : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyOfferIsAddedAndTakenAway();
  void theProgramIsPlannedWithEachCondition_data();
  void theProgramIsPlannedWithEachCondition();
  void conditionsStandSideBySide();
  void rulesBeginWithThoseOfTheWorld();
  void aBoundOfABoxLeavesTheOthers();
  void severalStepsAtOnce();
  void aLinkThatIsTheToolGetsAFrame();
  void theToolIsSlowOnItsWayToAConfiguration();

 private:
  static void fill(ProgramCell& out) {
    const FrameId pick = out.world()->frameNamed(world::kRootObject, "pick");
    session::MoveSpec above{world::NodeRef(pick)}, to{world::NodeRef(pick)};
    above.frame_t_tool = Pose::translation(0, 0, -0.08);
    to.kind = program::MotionKind::kLinear;
    if (!out.commit(session::addMove(*out.world(), "p", 0, above)).ok() ||
        !out.commit(session::addMove(*out.world(), "p", 1, to)).ok())
      qFatal("no program");
  }
  static const ExtraOffer& offer(std::string_view id) {
    return *std::ranges::find(usecase::extraOffers(), id, &ExtraOffer::id);
  }
  static std::vector<StepExtra> extras(const ProgramCell& cell, std::size_t step = 1) {
    return usecase::stepExtras(*cell.world(), "p", step);
  }
  static void add(ProgramCell& cell, std::string_view id, std::vector<std::size_t> steps = {1}) {
    const Status done = cell.commit(usecase::addExtra(*cell.world(), "p", steps, offer(id)));
    QVERIFY2(done.ok(), done.line().c_str());
  }
  static std::size_t fieldAt(const StepExtra& extra, std::string_view path) {
    const auto& fields = extra.kind->fields;
    return static_cast<std::size_t>(
        std::ranges::find(fields, path, [](const auto& f) { return std::string_view(f.path); }) - fields.begin());
  }
  static double number(const StepExtra& extra, std::string_view path) {
    return std::get<double>(extra.values.at(fieldAt(extra, path)));
  }
  static void set(ProgramCell& cell, const StepExtra& extra, std::string_view path, const ExtraValue& value) {
    const std::size_t step = 1;
    QVERIFY(cell.commit(usecase::changeExtra(*cell.world(), "p", {&step, 1}, extra, fieldAt(extra, path), value)).ok());
  }
};

void TestStepExtras::everyOfferIsAddedAndTakenAway() {
  ProgramCell cell;
  fill(cell);
  const auto plain = cell.world()->data().record->programs(0).SerializeAsString();
  const std::size_t step = 1;
  for (const ExtraOffer& one : usecase::extraOffers()) {
    QVERIFY(extras(cell).empty());
    const auto before = cell.session.history().entries.size();
    add(cell, one.id);
    QCOMPARE(cell.session.history().entries.size(), before + 1);
    const auto now = extras(cell);
    const auto its = std::ranges::find_if(now, [&](const StepExtra& extra) { return extra.kind->id == one.kind; });
    QVERIFY2(its != now.end(), std::string(one.id).c_str());
    QCOMPARE(its->values.size(), its->kind->fields.size());
    for (std::size_t i = now.size(); i-- > 0;)
      QVERIFY(cell.commit(usecase::removeExtra(*cell.world(), "p", {&step, 1}, now[i])).ok());
    QCOMPARE(cell.world()->data().record->programs(0).SerializeAsString(), plain);
  }
}

void TestStepExtras::theProgramIsPlannedWithEachCondition_data() {
  QTest::addColumn<QString>("id");
  for (const ExtraOffer& one : usecase::extraOffers())
    QTest::newRow(std::string(one.id).c_str()) << QString::fromStdString(std::string(one.id));
}

// What is added as it is offered holds on the way that the step has: nobody has to know numbers first.
void TestStepExtras::theProgramIsPlannedWithEachCondition() {
  QFETCH(QString, id);
  if (id == QLatin1String("point_at")) QSKIP("points at the middle of the world until somebody says where");
  ProgramCell cell;
  fill(cell);
  add(cell, id.toStdString());
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
}

void TestStepExtras::conditionsStandSideBySide() {
  ProgramCell cell;
  fill(cell);
  for (const char* id : {"upright", "box", "upright"}) add(cell, id);
  auto now = extras(cell);
  QCOMPARE(now.size(), std::size_t{3});
  QCOMPARE(now[1].kind->id, std::string_view("rotation_cone"));
  QCOMPARE(now[1].index, std::size_t{1});
  set(cell, now[1], "cone_opening_half_angle", 0.3);
  now = extras(cell);
  QCOMPARE(number(now[1], "cone_opening_half_angle"), 0.3);
  QVERIFY(number(now[0], "cone_opening_half_angle") < 0.1);
  const std::size_t step = 1;
  QVERIFY(cell.commit(usecase::removeExtra(*cell.world(), "p", {&step, 1}, now[0])).ok());
  QVERIFY(cell.commit(usecase::removeExtra(*cell.world(), "p", {&step, 1}, extras(cell).back())).ok());
  // The one that is left stands alone, as it was.
  const auto& move = cell.world()->data().record->programs(0).steps(1).move();
  QVERIFY(move.path_constraints().has_rotation_cone());
  QCOMPARE(move.path_constraints().rotation_cone().cone_opening_half_angle(), 0.3);
}

void TestStepExtras::rulesBeginWithThoseOfTheWorld() {
  ProgramCell cell;
  fill(cell);
  const int of_world = cell.world()->collisionSettings().collision_rules_size();
  add(cell, "rule");
  auto now = extras(cell);
  const StepExtra rule = now.back();
  QCOMPARE(rule.kind->id, std::string_view("rule"));
  QCOMPARE(rule.index, static_cast<std::size_t>(of_world));
  const world::NodeRef part(cell.world()->aliasNamed("part_1"));
  set(cell, rule, "left", session::StepNode{part, {}});
  set(cell, rule, "collision_action.margin.hard_margin", 0.02);
  const StepExtra changed = extras(cell).back();
  QVERIFY(std::get<session::StepNode>(changed.values[fieldAt(changed, "left")]).node == part);
  QVERIFY(std::get<session::StepNode>(changed.values[fieldAt(changed, "right")]).words.empty());
  QCOMPARE(number(changed, "collision_action.margin.hard_margin"), 0.02);
  QCOMPARE(number(changed, "collision_action.is_excluded"), 0.0);
}

void TestStepExtras::aBoundOfABoxLeavesTheOthers() {
  ProgramCell cell;
  fill(cell);
  add(cell, "box");
  auto program = cell.world()->data().record->programs(0);
  auto& box = *program.mutable_steps(1)->mutable_move()->mutable_path_constraints()->mutable_position_bounding_box();
  box.clear_lower_bounds();
  box.clear_upper_bounds();
  QVERIFY(cell.commit(session::setProgram(program)).ok());
  QCOMPARE(number(extras(cell)[0], "upper_bounds.x"), std::numeric_limits<double>::infinity());
  set(cell, extras(cell)[0], "lower_bounds.z", 0.1);
  const StepExtra now = extras(cell)[0];
  QCOMPARE(number(now, "lower_bounds.z"), 0.1);
  QCOMPARE(number(now, "lower_bounds.x"), -std::numeric_limits<double>::infinity());
  QCOMPARE(number(now, "upper_bounds.z"), std::numeric_limits<double>::infinity());
}

void TestStepExtras::severalStepsAtOnce() {
  ProgramCell cell;
  fill(cell);
  QVERIFY(cell.commit(session::addWait(*cell.world(), "p", 2, 1.0)).ok());
  add(cell, "joint_speed", {0, 1, 2, 77});
  const auto list = [&](std::size_t step) { return std::get<std::vector<double>>(extras(cell, step)[0].values[0]); };
  QCOMPARE(list(0).size(), cell.world()->peek(cell.world()->find("robot"))->moving_joints.size());
  QCOMPARE(list(0), list(1));
  QVERIFY(extras(cell, 2).empty());
  auto slower = list(1);
  slower[2] = 0.25;
  const std::size_t steps[] = {0, 1};
  QVERIFY(cell.commit(usecase::changeExtra(*cell.world(), "p", steps, extras(cell)[0], 0, slower)).ok());
  QCOMPARE(list(0)[2], 0.25);
  QCOMPARE(list(1)[2], 0.25);
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
}

// As of robots that were imported: their tool is their last link, and nothing on the wire names links.
void TestStepExtras::aLinkThatIsTheToolGetsAFrame() {
  ProgramCell cell;
  QVERIFY(cell.commit(session::deleteObject(cell.world()->aliasNamed("gripper"), true)).ok());
  for (const FrameId frame : cell.world()->framesOf(*cell.world()->object(cell.world()->find("robot"))))
    QVERIFY(cell.commit(session::deleteFrame(frame, true)).ok());
  const ObjectId robot = usecase::robotOfProgram(*cell.world(), "p").value();
  const auto tool = usecase::toolOfProgram(*cell.world(), "p");
  QVERIFY(tool && std::holds_alternative<EntityId>(*tool));
  const world::Object& object = *cell.world()->peek(robot);
  JointVector q = object.jointPositions();
  q[0] += 0.3;
  QVERIFY(cell.commit(session::addMove(*cell.world(), "p", 0, {q})).ok());
  QVERIFY(cell.commit(session::addMove(*cell.world(), "p", 1, {object.jointPositions()})).ok());
  const auto before = cell.session.history().entries.size();
  add(cell, "box", {0, 1});
  QCOMPARE(cell.session.history().entries.size(), before + 1);
  const auto moving = std::get<session::StepNode>(extras(cell).front().values.front());
  QVERIFY(moving.node && std::holds_alternative<FrameId>(*moving.node));
  QVERIFY(positionDistance(cell.world()->rootT(*moving.node), cell.world()->rootT(*tool)) < 1e-9);
  QCOMPARE(std::get<session::StepNode>(extras(cell, 0).front().values.front()).words, moving.words);
  const auto outcome = cell.plan("p");
  QVERIFY2(outcome.ok(), outcome.status().line().c_str());
}

// Joint positions name no frame: the limit is of the tool all the same.
void TestStepExtras::theToolIsSlowOnItsWayToAConfiguration() {
  ProgramCell cell;
  QVERIFY(cell.commit(session::addMove(*cell.world(), "p", 0, {std::string("home")})).ok());
  const FrameId pick = cell.world()->frameNamed(world::kRootObject, "pick");
  QVERIFY(cell.commit(session::addMove(*cell.world(), "p", 0, {world::NodeRef(pick)})).ok());
  const auto fast = cell.plan("p");
  QVERIFY2(fast.ok(), fast.status().line().c_str());
  add(cell, "tool_speed", {1});
  const auto slow = cell.plan("p");
  QVERIFY2(slow.ok(), slow.status().line().c_str());
  QVERIFY2(slow->duration > fast->duration + 0.2, std::to_string(slow->duration - fast->duration).c_str());
  QVERIFY(cell.commit(session::setProgramPlan("p", *slow->plan)).ok());
  QVERIFY(cell.check("p").state == usecase::PlanState::kFresh);
}

QTEST_GUILESS_MAIN(TestStepExtras)
#include "test_step_extras.moc"
