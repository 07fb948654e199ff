// SPDX-License-Identifier: Apache-2.0
// Joints that follow others: in the joints panel, and in poses that are shown. Joints that are simulated.
#include <google/protobuf/text_format.h>
#include <QtTest>

#include <cmath>

#include "core/session/edit_builders.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "resources/samples/object_builder.h"
#include "ui/panels/joints_panel.h"

using namespace ww;

namespace {

// Two fingers that turn against each other by one joint.
const char* kClaw = R"(
entities { name: 'base' link {} }
entities { name: 'lead' parent_name: 'base' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE
  system_limits { fixed_limits { lower: -1 upper: 1 } } } } }
entities { name: 'left' parent_name: 'lead' link {} }
entities { name: 'mirror' parent_name: 'base' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE
  parent_t_inboard { position { x: 0.1 } orientation { w: 1 } } } } }
entities { name: 'right' parent_name: 'mirror' link {} }
user_data { key: 'WORLDWRIGHT_JOINT_FOLLOWERS' value { [type.googleapis.com/worldwright.v1.JointFollowers] {
  followers { joint: 'mirror' leader: 'lead' multiplier: -1 offset: 0.5 } } } })";

const char* kArm = R"(
entities { name: 'base' link {} }
entities { name: 'a' parent_name: 'base' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE
  system_limits { fixed_limits { lower: -1 upper: 1 } } } } }
entities { name: 'upper' parent_name: 'a' link {} }
entities { name: 'b' parent_name: 'upper' joint { kinematics_component { motion_type: MOTION_TYPE_REVOLUTE
  system_limits { fixed_limits { lower: -1 upper: 1 } } } } }
entities { name: 'flange' parent_name: 'b' link {} })";

}  // namespace

class TestJointsPanel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Though the gripper on it came first.
  void itOpensWithTheArm() {
    auto store = std::make_shared<geometry::GeometryStore>();
    ui::SessionBridge bridge(std::make_shared<session::WorldSession>(world::World(), store));
    for (const auto& [name, text] : {std::pair("claw", kClaw), std::pair("arm", kArm)}) {
      intrinsic_proto::scene_object::v1::SceneObject object;
      QVERIFY(google::protobuf::TextFormat::ParseFromString(text, &object));
      object.set_name(name);
      QVERIFY(bridge.commit(QStringLiteral("add"),
                            session::createFromSceneObject(world::kRootObject, world::kRootEntity, name, object, {})));
    }
    const auto world = bridge.snapshot().world;
    const ObjectId arm = world->find("arm");
    QVERIFY(
        bridge.commit(QStringLiteral("mount"),
                      session::reparentObject(world->find("claw"), arm, world->peek(arm)->entityNamed("flange")->id)));
    ui::Selection selection;
    ui::PoseLayer layer;
    const ui::JointsPanel panel(bridge, selection, layer);
    QCOMPARE(panel.rows().size(), std::size_t{2});
  }

  void whatFollowsIsShownBelowItsLeader() {
    auto store = std::make_shared<geometry::GeometryStore>();
    ui::SessionBridge bridge(std::make_shared<session::WorldSession>(world::World(), store));
    intrinsic_proto::scene_object::v1::SceneObject claw;
    QVERIFY(google::protobuf::TextFormat::ParseFromString(kClaw, &claw));
    claw.set_name("claw");
    QVERIFY(bridge.commit(QStringLiteral("claw"),
                          session::createFromSceneObject(world::kRootObject, world::kRootEntity, "claw", claw, {})));
    ui::Selection selection;
    ui::PoseLayer layer;
    ui::JointsPanel panel(bridge, selection, layer);
    static_cast<QWidget&>(panel).show();
    QCOMPARE(panel.rows().size(), std::size_t{1});
    QCOMPARE(panel.followers().size(), std::size_t{1});
    QVERIFY2(panel.followers()[0]->text().startsWith(QStringLiteral("mirror follows lead: -1")),
             qPrintable(panel.followers()[0]->text()));
    const QString at_rest = panel.followers()[0]->text();
    // While the slider moves, both fingers are shown where they would be.
    QSlider* slider = panel.rows()[0]->slider();
    slider->setSliderDown(true);
    slider->setSliderPosition(slider->maximum());
    QVERIFY(!layer.empty());
    QVERIFY(panel.followers()[0]->text() != at_rest);
    const world::World& world = *bridge.snapshot().world;
    const ObjectId id = world.find("claw");
    const auto moved = bridge.tried(world, session::setJoints(id, layer.joints().at(id)));
    for (const char* name : {"left", "right"}) {
      const EntityId finger = world.peek(id)->entityNamed(name)->id;
      const Pose shown = layer.rootT(world, finger), meant = moved->rootT(finger);
      QVERIFY(positionDistance(shown, meant) < 1e-12 && rotationDistance(shown, meant) < 1e-12);
      QVERIFY(rotationDistance(shown, world.rootT(finger)) > 0.5);
    }
    QCOMPARE(layer.overrides().movers(world).size(), std::size_t{2});
    slider->setSliderDown(false);
    QCOMPARE(bridge.snapshot().world->peek(id)->entityNamed("mirror")->joint->value,
             -bridge.snapshot().world->peek(id)->entityNamed("lead")->joint->value + 0.5);
  }

  // A rod that falls: its row tells its angle in the simulation, and again the world's once that has ended.
  void whatIsSimulatedIsTold() {
    auto store = std::make_shared<geometry::GeometryStore>();
    ui::SessionBridge bridge(std::make_shared<session::WorldSession>(world::World(), store));
    samples::LinkSpec rod;
    rod.collision = {samples::boxAt(Vec3(0.02, 0.02, 1.0), Pose::translation(0.3, 0, -0.5))};
    rod.mass = 1.0;
    samples::JointSpec swing;
    swing.axis = Vec3::UnitY();
    swing.lower = -3.0;
    swing.upper = 3.0;
    swing.velocity = 20.0;
    swing.acceleration = swing.jerk = 1000.0;
    swing.effort = 100.0;
    samples::ObjectBuilder builder("pendulum", *store);
    builder.link("base", "", {}).joint("swing", "base", swing).link("rod", "swing", rod);
    QVERIFY(bridge.commit(QStringLiteral("add"),
                          session::createFromSceneObject(world::kRootObject, world::kRootEntity, "pendulum",
                                                         builder.finish().value(), Pose::translation(0, 0, 2))));
    ui::Selection selection;
    ui::PoseLayer layer;
    ui::Physics physics(bridge, selection, layer);
    auto options = physics.options();
    options.plan.hold_joints = false;
    physics.setOptions(options);
    ui::JointsPanel panel(bridge, selection, layer);
    panel.setPhysics(physics);
    static_cast<QWidget&>(panel).show();
    QCOMPARE(panel.rows().size(), std::size_t{1});
    QVERIFY(panel.simulatedLabel()->isHidden() && panel.rows()[0]->isEnabled());
    physics.step(300);
    QTRY_VERIFY_WITH_TIMEOUT(physics.shown() && physics.shown()->step == 300, 20000);
    const double angle = physics.shown()->joints.at(0).positions[0];
    QVERIFY2(std::abs(angle) > 0.1, qPrintable(QString::number(angle)));
    QTRY_COMPARE(panel.rows()[0]->value(), angle);
    QVERIFY(panel.simulatedLabel()->isVisible() && !panel.rows()[0]->isEnabled());
    // An edit of the world does not take that away.
    const ObjectId id = bridge.snapshot().world->find("pendulum");
    QVERIFY(bridge.commit(QStringLiteral("jog"), session::setJoint(id, "swing", 0.5)));
    QCOMPARE(panel.rows()[0]->value(), angle);
    physics.stop();
    QTRY_COMPARE(panel.rows()[0]->value(), 0.5);
    QVERIFY(panel.simulatedLabel()->isHidden() && panel.rows()[0]->isEnabled());
  }
};

QTEST_MAIN(TestJointsPanel)
#include "test_joints_panel.moc"
