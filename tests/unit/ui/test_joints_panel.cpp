// SPDX-License-Identifier: Apache-2.0
// Joints that follow others: in the joints panel, and in poses that are shown.
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "core/session/edit_builders.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
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
};

QTEST_MAIN(TestJointsPanel)
#include "test_joints_panel.moc"
