// SPDX-License-Identifier: Apache-2.0
// What the sample cell promises: its postures are free and in reach, the straight way to behind_fixture
// meets one pair only, and there is another way.
#include <QtTest>

#include "core/collision/check.h"
#include "core/planning/plan.h"
#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "core/world/views/references.h"
#include "resources/samples/samples.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;

class TestSampleCell : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() { world_ = std::make_unique<world::World>(samples::makeSample("pick_and_place", store_).value()); }

  void everyPostureIsFree_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"home", "ready", "stow", "zero", "behind_fixture"}) QTest::newRow(name) << name;
  }
  void everyPostureIsFree() {
    QFETCH(QString, name);
    const auto q = planning::namedConfiguration(*world_, robot(), name.toStdString());
    QVERIFY2(q.ok(), q.status().line().c_str());
    apply(*session::setJoints(robot(), *q));
    const auto contacts = collision::checkWorld(*world_);
    QVERIFY2(contacts.empty(), contacts.empty() ? "" : collision::describe(*world_, contacts.front()).c_str());
  }

  void everySampleStartsFree() {
    for (const auto& info : samples::sampleList()) {
      const auto world = samples::makeSample(info.name, store_);
      const auto contacts = collision::checkWorld(*world);
      QVERIFY2(contacts.empty(),
               contacts.empty() ? "" : (info.name + ": " + collision::describe(*world, contacts.front())).c_str());
    }
  }

  void theFixtureStandsInTheStraightWayOnly() {
    const auto refused = plan(planning::MotionType::kJoint, configuration("behind_fixture"));
    QCOMPARE(refused.status().code, Code::kFailedPrecondition);
    qInfo("%s", refused.status().line().c_str());
    QVERIFY(refused.status().title.find("link_4") != std::string::npos);
    QVERIFY(refused.status().title.find("fixture") != std::string::npos);
    const auto any = plan(planning::MotionType::kAny, configuration("behind_fixture"));
    QVERIFY2(any.ok(), any.status().line().c_str());

    session::CollisionRuleEdit rule;
    const auto link = std::get<EntityId>(world::resolveText(*world_, "robot:link_4").value());
    rule.left = {{robot(), link}};
    rule.right = {{world_->find("fixture"), {}}};
    apply(*session::addCollisionRule(*world_, rule));
    const auto straight = plan(planning::MotionType::kJoint, configuration("behind_fixture"));
    QVERIFY2(straight.ok(), straight.status().line().c_str());
  }

  void framesAreInReachFromHome_data() {
    QTest::addColumn<QString>("frame");
    QTest::addColumn<bool>("straight");
    QTest::newRow("pick joint") << "pick" << true;
    QTest::newRow("pick any") << "pick" << false;
    QTest::newRow("place any") << "place" << false;
    QTest::newRow("behind_fixture any") << "behind_fixture" << false;
  }
  void framesAreInReachFromHome() {
    QFETCH(QString, frame);
    QFETCH(bool, straight);
    planning::PoseGoal goal;
    goal.moving = world_->frameNamed(world_->find("gripper"), "tool_frame");
    goal.target = world_->frameNamed(world::kRootObject, frame.toStdString());
    const auto made = plan(straight ? planning::MotionType::kJoint : planning::MotionType::kAny, goal);
    QVERIFY2(made.ok(), made.status().line().c_str());
  }

 private:
  ObjectId robot() const { return world_->find("robot"); }
  JointVector configuration(const char* name) const {
    return planning::namedConfiguration(*world_, robot(), name).value();
  }
  void apply(const worldwright::v1::Edits& edits) { *world_ = world::apply(*world_, edits, store_).value(); }
  Result<planning::Plan> plan(planning::MotionType type, const planning::Goal& goal) const {
    planning::MotionRequest request;
    request.robot = robot();
    request.segments.resize(1);
    request.segments[0].type = type;
    request.segments[0].goal = goal;
    return planning::planMotion(*world_, request, {});
  }

  geometry::GeometryStore store_;
  std::unique_ptr<world::World> world_;
};

QTEST_GUILESS_MAIN(TestSampleCell)
#include "test_sample_cell.moc"
