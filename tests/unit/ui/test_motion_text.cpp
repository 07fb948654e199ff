// SPDX-License-Identifier: Apache-2.0
// Why a motion failed, and what can be done about it from the window.
#include <QSignalSpy>
#include <QTest>

#include "resources/samples/samples.h"
#include "ui/bridge/collision_pair.h"
#include "ui/bridge/core_planner.h"
#include "ui/bridge/motion_text.h"
#include "ui/bridge/status_text.h"
#include "ui/panels/rule_text.h"
#include "ui/settings/preferences.h"

using namespace ww;
using namespace ww::ui;

class TestMotionText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void outOfReachSaysHowFarAndWhere();
  void anObliqueWayIsToldAlongTheAxes();
  void numbersInMillimetresAreSuspected();
  void whatIsOddIsTold();
  void timeThatRanOutIsSaid();
  void allThatTheCoreKnowsIsTold();
  void aPairIsExcludedAndCheckedAgain();
  void anExclusionFreesTheMotion();
  void aReasonIsGivenWhereNothingCanBeDone();
  void aRuleOfEverythingIsToldAsSuch();
  void rulesBearTheNumberOfTheCommandLine();
  void lengthsAreInTheUnitOfTheUser_data();
  void lengthsAreInTheUnitOfTheUser();
  void failuresAreInTheUnitsOfTheUser();

 private:
  world::WorldPtr world() const { return bridge_->snapshot().world; }
  ObjectId find(const char* name) const { return world()->childNamed(world::kRootObject, name); }
  QString toldOf(const Vec3& place);
  MotionOutcome planBehind();
  std::unique_ptr<SessionBridge> bridge_;
};

void TestMotionText::init() {
  auto store = std::make_shared<geometry::GeometryStore>();
  auto world = samples::makeSample("pick_and_place", *store).value();
  bridge_ = std::make_unique<SessionBridge>(std::make_shared<session::WorldSession>(std::move(world), store));
}

QString TestMotionText::toldOf(const Vec3& place) {
  if (!bridge_->commit(QStringLiteral("Add"), session::createFrame(world::kRootObject, world::kRootEntity, "far",
                                                                   Pose::translation(place.x(), place.y(), place.z()))))
    return {};
  usecase::Target target;
  target.robot = find("robot");
  target.start = world()->object(target.robot)->jointPositions();
  target.node = world()->frameNamed(world::kRootObject, "far");
  const MotionOutcome outcome = corePlanner()(world(), target, {}, {});
  return outcome.plan ? QString() : toMessage(outcome.status).title;
}

MotionOutcome TestMotionText::planBehind() {
  usecase::Target target;
  target.robot = find("robot");
  target.start = world()->object(target.robot)->jointPositions();
  target.configuration = "behind_fixture";
  target.type = planning::MotionType::kJoint;
  return corePlanner()(world(), target, {}, {});
}

void TestMotionText::outOfReachSaysHowFarAndWhere() {
  const QString told = toldOf(Vec3(50, 0, 0.5));
  QVERIFY2(told.contains(QStringLiteral(" mm out of reach: ")) && told.contains(QStringLiteral(" mm too far along +x")),
           qPrintable(told));
  QVERIFY2(!told.contains(QStringLiteral(" m ")), qPrintable(told));
}

void TestMotionText::anObliqueWayIsToldAlongTheAxes() {
  const QString told = toldOf(Vec3(40, -40, 0.5));
  QVERIFY2(told.contains(QStringLiteral(" mm along +x and ")) && told.contains(QStringLiteral(" mm along -y")) &&
               !told.contains(QLatin1Char('z')),
           qPrintable(told));
}

void TestMotionText::numbersInMillimetresAreSuspected() {
  usecase::Target target;
  target.robot = find("robot");
  target.start = world()->object(target.robot)->jointPositions();
  QVERIFY(bridge_->commit(QStringLiteral("Add"), session::createFrame(world::kRootObject, world::kRootEntity, "far",
                                                                      Pose::translation(450, 200, 300))));
  target.node = world()->frameNamed(world::kRootObject, "far");
  const Message told = toMessage(corePlanner()(world(), target, {}, {}).status);
  QVERIFY2(told.title.startsWith(QStringLiteral("The goal cannot be reached: ")), qPrintable(told.title));
  QVERIFY2(told.hint.contains(QStringLiteral("millimetres")) && told.hint.contains(QStringLiteral("'robot' reaches")),
           qPrintable(told.hint));
}

void TestMotionText::whatIsOddIsTold() {
  QVERIFY(bridge_->commit(QStringLiteral("Add"), session::createFrame(world::kRootObject, world::kRootEntity, "up",
                                                                      Pose::translation(0.5, 0.2, 1.4))));
  usecase::Target target;
  target.robot = find("robot");
  target.start = world()->object(target.robot)->jointPositions();
  target.node = world()->frameNamed(world::kRootObject, "up");
  const MotionOutcome outcome = corePlanner()(world(), target, {}, {});
  const Diagnostics& notes = outcome.plan ? outcome.plan->notes : outcome.notes;
  QStringList lines;
  for (const Diagnostic& note : notes) lines << toLine(note);
  QVERIFY2(
      lines.join(QLatin1Char('\n')).contains(QStringLiteral("points upwards: the robot comes from below. Turn the")),
      qPrintable(lines.join(QLatin1Char('\n'))));
}

// Not that there is no way, which nobody knows.
void TestMotionText::timeThatRanOutIsSaid() {
  usecase::Target target;
  target.robot = find("robot");
  target.start = world()->object(target.robot)->jointPositions();
  target.configuration = "behind_fixture";
  // Too short to end, long enough to begin: that differs by machine and build.
  MotionOutcome outcome;
  for (MotionEffort effort{.deadline_s = 1e-3}; effort.deadline_s < 1.0; effort.deadline_s *= 2.0) {
    outcome = corePlanner({}, effort)(world(), target, {}, {});
    if (outcome.plan || !toMessage(outcome.status).title.contains(QStringLiteral("could begin"))) break;
  }
  QVERIFY(!outcome.plan);
  QCOMPARE(outcome.status.code, Code::kDeadlineExceeded);
  const Message told = toMessage(outcome.status);
  QVERIFY2(told.title.contains(QStringLiteral("ran out of time")), qPrintable(told.title));
  QVERIFY2(told.hint.startsWith(QStringLiteral("Plan again")), qPrintable(told.hint));
}

// The same sentence as on the command line, in millimetres.
void TestMotionText::allThatTheCoreKnowsIsTold() {
  const MotionOutcome outcome = planBehind();
  QVERIFY(!outcome.plan);
  const Message told = toMessage(outcome.status);
  for (const char* part : {"The straight joint motion is blocked at ", "overlap by", " mm", "first touched at"})
    QVERIFY2(told.title.contains(QLatin1String(part)), qPrintable(told.title));
  QVERIFY2(told.hint.contains(QStringLiteral("Around obstacles")), qPrintable(told.hint));
  QVERIFY2(told.hint.contains(QStringLiteral("move 'fixture")), qPrintable(told.hint));
  QVERIFY2(!told.title.contains(QStringLiteral(" m ")), qPrintable(told.title));
}

void TestMotionText::aPairIsExcludedAndCheckedAgain() {
  const auto pair = collisionPair(*world(), {find("robot"), find("fixture")});
  QVERIFY(pair && whyNotAllow(*bridge_, pair).isEmpty());
  QVERIFY(whyNotCheck(*bridge_, pair).contains(QStringLiteral("checked already")));
  QVERIFY(allowCollisions(*bridge_, *pair));
  QCOMPARE(QString::fromStdString(plain(bridge_->session().undoName().label)),
           QStringLiteral("Allow collisions between robot and fixture"));
  QVERIFY(whyNotAllow(*bridge_, pair).contains(QStringLiteral("already")));
  QVERIFY(whyNotCheck(*bridge_, pair).isEmpty());
  bridge_->undo();
  QVERIFY(whyNotAllow(*bridge_, pair).isEmpty());
  bridge_->redo();
  QVERIFY(checkCollisions(*bridge_, *pair));
  QVERIFY(whyNotAllow(*bridge_, pair).isEmpty() && !whyNotCheck(*bridge_, pair).isEmpty());
}

void TestMotionText::anExclusionFreesTheMotion() {
  const MotionOutcome blocked = planBehind();
  QVERIFY(!blocked.plan);
  const auto pair = collisionPair(*world(), blocked.involved);
  QVERIFY(pair && std::holds_alternative<EntityId>(pair->a));
  QVERIFY(allowCollisions(*bridge_, *pair));
  const MotionOutcome now = planBehind();
  QVERIFY(now.plan || now.involved != blocked.involved);
}

void TestMotionText::aReasonIsGivenWhereNothingCanBeDone() {
  const QString choose = whyNotAllow(*bridge_, collisionPair(*world(), {find("robot")}));
  QVERIFY(choose.startsWith(QStringLiteral("Select exactly two")));
  QCOMPARE(whyNotCheck(*bridge_, std::nullopt), choose);
  QVERIFY(!collisionPair(*world(), {find("robot"), find("fixture"), find("table")}));
  QVERIFY(!collisionPair(*world(), {find("robot"), world::kRootObject}));
  QVERIFY(!collisionPair(*world(), {find("robot"), world()->frameNamed(find("gripper"), "tool_frame")}));
  // The two sides of a joint are never checked.
  const auto robot = world()->object(find("robot"));
  std::vector<EntityId> links;
  for (const auto& entity : robot->entities)
    if (!entity->collision.empty()) links.push_back(entity->id);
  QVERIFY(links.size() > 2);
  const auto near = collisionPair(*world(), {links[0], links[1]});
  QVERIFY2(whyNotAllow(*bridge_, near).contains(QStringLiteral("never checked")),
           qPrintable(whyNotAllow(*bridge_, near)));
}

void TestMotionText::aRuleOfEverythingIsToldAsSuch() {
  QVERIFY(bridge_->commit(QStringLiteral("rule"),
                          session::addCollisionRule(*world(), {{{find("fixture"), {}}}, {}, true, 0.0})));
  const auto pair = collisionPair(*world(), {find("robot"), find("fixture")});
  QVERIFY2(whyNotCheck(*bridge_, pair).contains(QStringLiteral("against everything")),
           qPrintable(whyNotCheck(*bridge_, pair)));
}

void TestMotionText::rulesBearTheNumberOfTheCommandLine() {
  while (true) {
    const auto next = session::removeCollisionRule(*world(), 0);
    if (!bridge_->commit(QStringLiteral("none"), next)) break;
  }
  QVERIFY(allowCollisions(*bridge_, *collisionPair(*world(), {find("robot"), find("fixture")})));
  const QString told = ruleTexts(*world(), find("fixture")).join(QLatin1Char('\n'));
  QVERIFY2(told.contains(QStringLiteral("(rule 0)")), qPrintable(told));
}

void TestMotionText::lengthsAreInTheUnitOfTheUser_data() {
  QTest::addColumn<QString>("unit");
  QTest::addColumn<double>("metres");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* unit, double metres, const char* text) {
    QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(unit)).arg(metres))) << unit << metres << text;
  };
  row("mm", 0.0, "0 mm");
  row("mm", 4e-7, "less than 0.001 mm");
  row("mm", 1e-6, "0.001 mm");
  row("mm", 0.0000995, "0.10 mm");
  row("mm", 0.0032, "3.20 mm");
  row("mm", 0.1, "100 mm");
  row("mm", -0.01234, "-12.3 mm");
  row("in", 0.0, "0 in");
  row("in", 0.0254, "1.00 in");
  row("in", 0.0032, "0.126 in");
  row("in", 0.00002, "0.0008 in");
  row("in", 1e-6, "less than 0.0001 in");
  row("m", 0.0032, "0.0032 m");
  row("m", 0.123456, "0.123 m");
  row("m", 1.5, "1.50 m");
  row("m", 1e-6, "0.000001 m");
  row("m", 9e-7, "less than 0.000001 m");
  row("ft", 0.3048, "1.00 ft");
  row("cm", 0.001, "0.100 cm");
}

void TestMotionText::lengthsAreInTheUnitOfTheUser() {
  QFETCH(QString, unit);
  QFETCH(double, metres);
  QFETCH(QString, text);
  const auto usual = Preferences::instance().values();
  auto chosen = usual;
  chosen.length_unit = unit;
  Preferences::instance().set(chosen);
  const QString told = ww::ui::lengthText(metres);
  Preferences::instance().set(usual);
  QCOMPARE(told, text);
}

// "... has to come 0.4 in nearer", of a target that is too far.
void TestMotionText::failuresAreInTheUnitsOfTheUser() {
  const auto usual = Preferences::instance().values();
  auto chosen = usual;
  chosen.length_unit = QStringLiteral("in");
  Preferences::instance().set(chosen);
  const QString told = toldOf({3.0, 0.0, 0.5});
  Preferences::instance().set(usual);
  QVERIFY2(told.contains(QStringLiteral(" in")) && !told.contains(QStringLiteral(" m")), qPrintable(told));
}

QTEST_MAIN(TestMotionText)
#include "test_motion_text.moc"
