// SPDX-License-Identifier: Apache-2.0
// Physics as its panel has it: played, stepped, looked back at, kept; the world stays as it is until then.
#include <QSignalSpy>
#include <QtTest>

#include "core/session/object_properties.h"
#include "core/world/records/hashes.h"
#include "resources/samples/object_builder.h"
#include "ui/bridge/collision_watch.h"
#include "ui/panels/physics/checks_page.h"
#include "ui/panels/physics/forces_page.h"
#include "ui/panels/physics/physics_panel.h"
#include "ui/panels/physics/physics_text.h"
#include "ui/panels/physics/push_page.h"
#include "ui/panels/timeline/rate_text.h"

using namespace ww;
using namespace ww::ui;

class TestPhysics : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init();
  void cleanup();
  void aBoxFallsInTheViewAndNotInTheWorld();
  void itIsSteppedAndLookedBackAt();
  void posesAreKeptAsOneStep();
  void theWorldIsEditedMeanwhile();
  void othersThatShowPosesGoFirst();
  void checksAreRepaired();
  void whatIsSelectedIsPushed();
  void pushesAreReadWithUnitsAndRefusedWithAReason();
  void whoIsSlowSaysWhy();
  void longMechanismsAreNamed();
  void whatMovesIsPulled();
  void aRunThatCannotBeginIsTold();
  void whatRestsIsNoAlarm();
  void jointsOfARobotHaveColoursOfTheirOwn();
  void forcesAreTold();

 private:
  using State = Physics::State;
  ObjectId addBox(const char* name, const Vec3& p, double mass);
  double shownHeight(ObjectId id) const { return layer_->rootT(*world(), id).p.z(); }
  world::WorldPtr world() const { return bridge_->snapshot().world; }
  PhysicsBar& bar() { return *panel_->bar(); }
  void click(QAbstractButton* button) {
    QVERIFY2(button->isEnabled(), qPrintable(button->accessibleName()));
    QTest::mouseClick(button, Qt::LeftButton);
  }

  std::unique_ptr<SessionBridge> bridge_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<PoseLayer> layer_;
  std::unique_ptr<Physics> physics_;
  std::unique_ptr<PhysicsPanel> panel_;
  ObjectId crate_;
};

ObjectId TestPhysics::addBox(const char* name, const Vec3& p, double mass) {
  bridge_->commit(QStringLiteral("make"),
                  session::createPrimitive(world::kRootObject, world::kRootEntity, name, geometry::Box{{0.1, 0.1, 0.1}},
                                           {}, Pose::translation(p.x(), p.y(), p.z())));
  const ObjectId id = world()->childNamed(world::kRootObject, name);
  const auto link = world()->entity(world()->peek(id)->rootEntity());
  if (const auto edit = session::physicsOfShape(*link, mass))
    bridge_->commit(QStringLiteral("weigh"), session::setLinkPhysics(*world(), link->id, *edit));
  return id;
}

void TestPhysics::init() {
  bridge_ = std::make_unique<SessionBridge>(
      std::make_shared<session::WorldSession>(world::World(), std::make_shared<geometry::GeometryStore>()));
  selection_ = std::make_unique<Selection>();
  layer_ = std::make_unique<PoseLayer>();
  physics_ = std::make_unique<Physics>(*bridge_, *selection_, *layer_);
  crate_ = addBox("crate", Vec3(0, 0, 1), 1.0);
  panel_ = std::make_unique<PhysicsPanel>(*physics_);
  panel_->resize(900, 300);
  static_cast<QWidget&>(*panel_).show();
  QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
}

void TestPhysics::cleanup() {
  panel_.reset();
  physics_.reset();
}

void TestPhysics::aBoxFallsInTheViewAndNotInTheWorld() {
  const std::string before = world::contentHash(*world());
  QVERIFY(!bar().stopButton()->isEnabled() && !bar().keepButton()->isEnabled());
  click(bar().playButton());
  QTRY_COMPARE_WITH_TIMEOUT(physics_->state(), State::kPlaying, 20000);
  QTRY_VERIFY_WITH_TIMEOUT(shownHeight(crate_) < 0.06, 20000);
  QVERIFY(physics_->shown()->time > 0.4);
  QVERIFY2(bar().pace()->text().contains(QLatin1Char('x')), qPrintable(bar().pace()->text()));
  QCOMPARE(world()->rootT(crate_).p.z(), 1.0);
  QCOMPARE(world::contentHash(*world()), before);
  click(bar().playButton());
  QTRY_COMPARE(physics_->state(), State::kPaused);
  const double time = physics_->shown()->time;
  QTest::qWait(100);
  QCOMPARE(physics_->shown()->time, time);
  click(bar().resetButton());
  QTRY_COMPARE(shownHeight(crate_), 1.0);
  QVERIFY(physics_->isOn());
  click(bar().stopButton());
  QCOMPARE(physics_->state(), State::kOff);
  QVERIFY(layer_->empty());
  QCOMPARE(world::contentHash(*world()), before);
}

void TestPhysics::itIsSteppedAndLookedBackAt() {
  bar().steps()->setValue(50);
  for (int i = 1; i <= 4; ++i) {
    QTRY_VERIFY(bar().stepButton()->isEnabled());
    click(bar().stepButton());
    QTRY_VERIFY(physics_->shown() && physics_->shown()->step == static_cast<std::uint64_t>(50 * i));
  }
  const double last = shownHeight(crate_);
  QCOMPARE(bar().line()->maximum(), 4);
  QVERIFY(!bar().goOnButton()->isEnabled());
  bar().line()->setValue(2);
  QCOMPARE(physics_->shown()->step, std::uint64_t{100});
  QVERIFY(shownHeight(crate_) > last);
  QVERIFY2(bar().time()->text().contains(QStringLiteral("0")), qPrintable(bar().time()->text()));
  click(bar().goOnButton());
  QTRY_COMPARE(bar().line()->maximum(), 2);
  bar().steps()->setValue(100);
  QTRY_VERIFY(bar().stepButton()->isEnabled());
  click(bar().stepButton());
  QTRY_COMPARE(physics_->shown()->step, std::uint64_t{200});
  QVERIFY(std::abs(shownHeight(crate_) - last) < 1e-9);
}

void TestPhysics::posesAreKeptAsOneStep() {
  const ObjectId other = addBox("other", Vec3(1, 0, 0.5), 1.0);
  const std::string before = world::contentHash(*world());
  bar().steps()->setValue(1500);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics_->shown() && physics_->shown()->step == 1500, 20000);
  QSignalSpy said(panel_.get(), &PhysicsPanel::message);
  selection_->select({other});
  bar().keepAction(Physics::Keep::kSelected)->trigger();
  QCOMPARE(said.count(), 1);
  QCOMPARE(world()->rootT(crate_).p.z(), 1.0);
  QVERIFY(std::abs(world()->rootT(other).p.z() - 0.05) < 2e-3);
  QVERIFY(!physics_->isOn() && layer_->empty());
  bridge_->undo();
  QCOMPARE(world::contentHash(*world()), before);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics_->shown() && physics_->shown()->step == 1500, 20000);
  bar().keepAction(Physics::Keep::kSettled)->trigger();
  QVERIFY(std::abs(world()->rootT(crate_).p.z() - 0.05) < 2e-3);
  QVERIFY(std::abs(world()->rootT(other).p.z() - 0.05) < 2e-3);
  bridge_->undo();
  QCOMPARE(world::contentHash(*world()), before);
}

void TestPhysics::theWorldIsEditedMeanwhile() {
  click(bar().stepButton());
  QTRY_VERIFY(physics_->shown());
  QVERIFY(!panel_->againButton()->isVisible());
  bridge_->commit(QStringLiteral("move"), session::setPose(crate_, world::kRootObject, Pose::translation(0, 0, 0.3)));
  QTRY_VERIFY(physics_->isStale());
  QVERIFY2(panel_->said().contains(QStringLiteral("earlier")), qPrintable(panel_->said()));
  QVERIFY(physics_->isOn());
  // Back to what it was made of: it is of this world again.
  bridge_->undo();
  QTRY_VERIFY(!physics_->isStale());
  bridge_->redo();
  QTRY_VERIFY(physics_->isStale());
  click(panel_->againButton());
  QTRY_VERIFY(physics_->shown());
  QVERIFY(!physics_->isStale());
  QCOMPARE(shownHeight(crate_), 0.3);
}

void TestPhysics::othersThatShowPosesGoFirst() {
  click(bar().playButton());
  QTRY_VERIFY(physics_->shown() && physics_->shown()->time > 0.1);
  layer_->setRootTObject(crate_, Pose::translation(5, 0, 2));
  QTest::qWait(100);
  QCOMPARE(layer_->rootT(*world(), crate_).p.x(), 5.0);
  layer_->clear();
  QTRY_VERIFY(!layer_->empty());
  QVERIFY(layer_->rootT(*world(), crate_).p.x() < 1.0);
}

void TestPhysics::checksAreRepaired() {
  addBox("other", Vec3(0.05, 0, 1), 1.0);  // in the crate
  auto* checks = new ChecksPage(*bridge_, *selection_, *physics_);
  panel_->addPage(QStringLiteral("checks"), QStringLiteral("Checks"), checks);
  QTRY_VERIFY_WITH_TIMEOUT(checks->isUpToDate(), 20000);
  QCOMPARE(checks->count(), 1);
  QVERIFY2(checks->texts().front().contains(QStringLiteral("other")), qPrintable(checks->texts().front()));
  QTest::mouseClick(checks->repairButton(0, 0), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(checks->isUpToDate(), 20000);
  QCOMPARE(checks->count(), 0);
  bridge_->undo();
  QTRY_COMPARE_WITH_TIMEOUT(checks->count(), 1, 20000);
}

// Ten newtons for a tenth of a second make one metre a second of a kilogram.
void TestPhysics::whatIsSelectedIsPushed() {
  auto* push = new PushPage(*bridge_, *selection_, *physics_);
  panel_->addPage(QStringLiteral("push"), QStringLiteral("Push"), push);
  QVERIFY(!push->pushButton()->isEnabled());
  click(bar().stepButton());
  QTRY_VERIFY(physics_->shown());
  QVERIFY2(push->said().contains(QStringLiteral("Select")), qPrintable(push->said()));
  selection_->select({crate_});
  push->force(0)->setValue(10.0);
  push->duration()->setValue(0.1);
  click(push->pushButton());
  QTRY_VERIFY2(push->said().contains(QStringLiteral("is pushed")), qPrintable(push->said()));
  bar().steps()->setValue(200);
  click(bar().stepButton());
  QTRY_COMPARE(physics_->shown()->step, std::uint64_t{201});
  QVERIFY(std::abs(physics_->shown()->flying.front().twist.linear.x() - 1.0) < 1e-6);
  QVERIFY(physics_->shown()->flying.front().twist.angular.norm() < 1e-9);
}

void TestPhysics::pushesAreReadWithUnitsAndRefusedWithAReason() {
  auto* push = new PushPage(*bridge_, *selection_, *physics_);
  panel_->addPage(QStringLiteral("push"), QStringLiteral("Push"), push);
  click(bar().stepButton());
  QTRY_VERIFY(physics_->shown());
  selection_->select({crate_});
  const auto type = [](QuantityField* field, const char* text) {
    field->edit()->setFocus();
    field->edit()->selectAll();
    QTest::keyClicks(field->edit(), QLatin1String(text));
    QTest::keyClick(field->edit(), Qt::Key_Return);
  };
  type(push->force(0), "2e3");
  QCOMPARE(push->force(0)->value(), 2000.0);
  type(push->force(1), "0.5 kN");
  QCOMPARE(push->force(1)->value(), 500.0);
  type(push->torque(2), "20N * 0.3m");
  QVERIFY(std::abs(push->torque(2)->value() - 6.0) < 1e-12);
  type(push->duration(), "50ms");
  QCOMPARE(push->duration()->value(), 0.05);
  type(push->start(), "-5");
  QVERIFY(push->start()->hasError());
  click(push->pushButton());
  QTest::qWait(100);
  QVERIFY2(!push->said().contains(QStringLiteral("is pushed")), qPrintable(push->said()));
  QVERIFY(push->start()->errorLabel()->isVisible());
  QCOMPARE(push->start()->edit()->text(), QStringLiteral("-5"));
  type(push->start(), "0");
  for (const char* wrong : {"abc", "1e9", "1e300", "5 kg", "2 s"}) {
    type(push->force(0), wrong);
    QVERIFY2(push->force(0)->hasError(), wrong);
  }
  type(push->force(0), "2*9.81");
  QCOMPARE(push->force(0)->value(), 2 * 9.81);
  click(push->pushButton());
  QTRY_VERIFY2(push->said().contains(QStringLiteral("is pushed")), qPrintable(push->said()));
  type(bar().steps(), "1.5");
  QVERIFY(bar().steps()->hasError());
  const auto at = physics_->shown()->step;
  click(bar().stepButton());
  QTest::qWait(100);
  QCOMPARE(physics_->shown()->step, at);
  type(bar().steps(), "1e2");
  click(bar().stepButton());
  QTRY_COMPARE(physics_->shown()->step, at + 100);
}

void TestPhysics::whoIsSlowSaysWhy() {
  click(bar().playButton());
  QTRY_COMPARE_WITH_TIMEOUT(physics_->state(), State::kPlaying, 20000);
  physics_->setSpeed(1e6);
  QTRY_VERIFY_WITH_TIMEOUT(whySlow(*physics_).contains(QStringLiteral("takes")), 20000);
  physics_->setSpeed(0.01);
  QTRY_VERIFY_WITH_TIMEOUT(whySlow(*physics_).isEmpty(), 20000);
  QCOMPARE(millisecondsText(330.4), QStringLiteral("330"));
  QCOMPARE(millisecondsText(3.34), QStringLiteral("3.3"));
  QCOMPARE(millisecondsText(0.051), QStringLiteral("0.051"));
}

// Who wonders why it is slow is told which mechanism it is, and that it has too many joints.
void TestPhysics::longMechanismsAreNamed() {
  samples::ObjectBuilder builder("snake", bridge_->sharedSession()->store());
  std::string last = "base";
  builder.link(last, "", {{}, {samples::boxAt(Vec3::Constant(0.02))}, 1.0});
  for (int i = 0; i < 70; ++i) {
    samples::JointSpec joint;
    joint.lower = -3.0;
    joint.upper = 3.0;
    joint.velocity = joint.acceleration = joint.jerk = joint.effort = 10.0;
    joint.parent_t_inboard = Pose::translation(0, 0, 0.03);
    const std::string name = std::to_string(i);
    builder.joint("joint" + name, last, joint);
    last = "link" + name;
    builder.link(last, "joint" + name, {{}, {samples::boxAt(Vec3::Constant(0.02))}, 0.1});
  }
  const auto object = builder.finish();
  QVERIFY(object.ok());
  bridge_->commit(QStringLiteral("make"),
                  session::createFromSceneObject(world::kRootObject, world::kRootEntity, "snake", *object, {}));
  click(bar().playButton());
  QTRY_COMPARE_WITH_TIMEOUT(physics_->state(), State::kPlaying, 20000);
  physics_->setSpeed(1e6);
  QTRY_VERIFY_WITH_TIMEOUT(whySlow(*physics_).contains(QStringLiteral("snake costs the most, with its 70 joints")),
                           20000);
}

// The crate hangs in the air on its spring, and falls when it is let go.
void TestPhysics::whatMovesIsPulled() {
  const EntityId link = world()->peek(crate_)->rootEntity();
  QVERIFY(!physics_->canPull(link));
  click(bar().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics_->canPull(link), 20000);
  physics_->pull(link, Vec3::Zero(), Vec3(0, 0, 2));
  QTRY_VERIFY_WITH_TIMEOUT(shownHeight(crate_) > 1.8, 20000);
  QTRY_VERIFY(physics_->shown()->pull && physics_->shown()->pull->link == link);
  physics_->pullTo(Vec3(1, 0, 2));
  QTRY_VERIFY_WITH_TIMEOUT(layer_->rootT(*world(), crate_).p.x() > 0.9, 20000);
  physics_->letGo();
  QTRY_VERIFY_WITH_TIMEOUT(shownHeight(crate_) < 0.06, 20000);
  QVERIFY(!physics_->shown()->pull);
  // What is not there is told.
  QSignalSpy failed(physics_.get(), &Physics::failed);
  physics_->pull(EntityId{987654}, Vec3::Zero(), Vec3::Zero());
  QTRY_COMPARE(failed.count(), 1);
  click(bar().playButton());
  QTRY_COMPARE(physics_->state(), State::kPaused);
  QVERIFY(!physics_->canPull(link));
}

void TestPhysics::aRunThatCannotBeginIsTold() {
  auto run = std::make_shared<usecase::ControllerRun>();
  run->title = "nobody";
  simulation::JointTrajectory trajectory;
  trajectory.model_name = "nobody";
  trajectory.joint_names = {"j"};
  trajectory.points.push_back({0.0, {0.0}, {}});
  run->trajectories.push_back(trajectory);
  QSignalSpy failed(physics_.get(), &Physics::failed);
  physics_->playOn(run);
  QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
  QVERIFY(!physics_->run());
  QTRY_COMPARE(physics_->state(), State::kPaused);
}

void TestPhysics::jointsOfARobotHaveColoursOfTheirOwn() {
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      const QColor a = jointColor(i), b = jointColor(k);
      const double apart = std::hypot(a.red() - b.red(), a.green() - b.green(), a.blue() - b.blue());
      QVERIFY2(apart > 55.0, qPrintable(QStringLiteral("%1 and %2").arg(a.name(), b.name())));
    }
}

// What lies on the floor presses on it with its weight, and sticks.
void TestPhysics::forcesAreTold() {
  auto* forces = new ForcesPage(*physics_);
  panel_->addPage(QStringLiteral("forces"), QStringLiteral("Forces"), forces);
  panel_->showPage(QStringLiteral("forces"));
  QVERIFY(!forces->said().isEmpty());
  bar().steps()->setValue(2000);
  click(bar().stepButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics_->shown() && physics_->shown()->step == 2000, 20000);
  QTRY_COMPARE(forces->contacts()->topLevelItemCount(), 1);
  const QTreeWidgetItem& row = *forces->contacts()->topLevelItem(0);
  QVERIFY2(row.text(0).startsWith(QStringLiteral("crate")), qPrintable(row.text(0)));
  QCOMPARE(row.text(1), QStringLiteral("the floor"));
  QVERIFY2(row.text(2).startsWith(QStringLiteral("9.8")), qPrintable(row.text(2)));
  QCOMPARE(row.text(4), QStringLiteral("stick"));
  QVERIFY(forces->said().isEmpty());
  physics_->stop();
  QTRY_COMPARE(forces->contacts()->topLevelItemCount(), 0);
}

// What is carried or gripped is in what holds it by some hundredths of a millimetre, else there would be no force.
void TestPhysics::whatRestsIsNoAlarm() {
  bridge_->commit(QStringLiteral("make"),
                  session::createPrimitive(world::kRootObject, world::kRootEntity, "stand",
                                           geometry::Box{{0.1, 0.1, 0.1}}, {}, Pose::translation(0, 0, 0.05)));
  CollisionWatch watch(*bridge_, *layer_);
  click(bar().playButton());
  QTRY_VERIFY_WITH_TIMEOUT(physics_->shown() && physics_->shown()->time > 1.0, 20000);
  click(bar().playButton());
  QTRY_COMPARE(physics_->state(), State::kPaused);
  QVERIFY(shownHeight(crate_) > 0.14 && shownHeight(crate_) < 0.151);
  const auto found = [&](double depth, double touch) {
    model::Overrides shown = layer_->overrides();
    shown.objects[crate_].p.z() = 0.15 - depth;
    layer_->set(shown, touch);
    if (!QTest::qWaitFor([&] { return watch.isMoving() && watch.isUpToDate(); }, 20000)) qFatal("not checked");
    return watch.collisions().size();
  };
  const double touch = layer_->touch();
  QCOMPARE(found(5e-5, touch), std::size_t{0});
  QCOMPARE(found(5e-5, 0.0), std::size_t{1});
  QCOMPARE(found(0.01, touch), std::size_t{1});
}

QTEST_MAIN(TestPhysics)
#include "test_physics.moc"
