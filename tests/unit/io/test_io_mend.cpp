// SPDX-License-Identifier: Apache-2.0
// What an import does without when its numbers cannot be, and what it keeps.
#include <google/protobuf/text_format.h>
#include <QtTest>

#include "core/io/object_mend.h"
#include "core/scene/validate.h"

using namespace ww;
using intrinsic_proto::scene_object::v1::SceneObject;

namespace {

SceneObject parsed(const std::string& text) {
  SceneObject object;
  if (!google::protobuf::TextFormat::ParseFromString(text, &object))
    qFatal("the test's own text is wrong: %s", text.c_str());
  return object;
}

SceneObject link(const std::string& physics) {
  return parsed("entities { name: 'a' link { physics_component { " + physics + " } } }");
}
SceneObject sensor(const std::string& component) {
  return parsed("entities { name: 'a' link {} } entities { name: 's' parent_name: 'a' sensor { sensor_component { " +
                component + " } } }");
}

}  // namespace

class TestIoMend : public QObject {
  Q_OBJECT

  Diagnostics told_;
  SceneObject mended(SceneObject object, std::size_t most = 1000) {
    told_.clear();
    io::mendObject(object, told_, most);
    if (const Status status = scene::validate(scene::ObjectIndex(object)).status(); !status.ok())
      qWarning("%s", status.line().c_str());
    return object;
  }

 private Q_SLOTS:
  void soundObjectsStayAsTheyAre() {
    const SceneObject object = link("mass_kg: 2 inertia { rows: 3 cols: 3 values: [1, 0, 0, 0, 1, 0, 0, 0, 1] }");
    QCOMPARE(mended(object).SerializeAsString(), object.SerializeAsString());
    QVERIFY(told_.empty());
  }

  void theMassStaysWhenTheInertiaGoes() {
    const auto physics = mended(link("mass_kg: 2 inertia { rows: 3 cols: 3 values: [-1, 0, 0, 0, 1, 0, 0, 0, 1] }"))
                             .entities(0)
                             .link()
                             .physics_component();
    QCOMPARE(physics.mass_kg(), 2.0);
    QVERIFY(!physics.has_inertia());
    QCOMPARE(told_.size(), std::size_t{1});
    QCOMPARE(told_[0].message, std::string("the inertia of link 'a' is left out: the inertia has a negative moment"));
    QCOMPARE(told_[0].path, std::string("a"));
    QVERIFY(!mended(link("mass_kg: -2")).entities(0).link().has_physics_component());
  }

  void aSensorKeepsItsKind() {
    const auto camera = mended(sensor("update_rate: 5 camera { properties { clip { near: 2 far: 1 } } }"))
                            .entities(1)
                            .sensor()
                            .sensor_component();
    QVERIFY(camera.has_camera() && !camera.camera().has_properties());
    QCOMPARE(told_[0].message,
             std::string("the settings of sensor 's' are left out: the far clipping plane is before the near one"));
    QVERIFY(
        mended(sensor("lidar { range { min_distance: nan } }")).entities(1).sensor().sensor_component().has_lidar());
    QVERIFY(mended(sensor("depth_camera { properties { horizontal_fov: -1 } }"))
                .entities(1)
                .sensor()
                .sensor_component()
                .has_depth_camera());
    QVERIFY(
        mended(sensor("update_rate: -1 force_torque {}")).entities(1).sensor().sensor_component().has_force_torque());
  }

  void aJointKeepsWhatIsSound() {
    const SceneObject object = mended(
        parsed("entities { name: 'a' link {} } entities { name: 'j' parent_name: 'a' joint { kinematics_component { "
               "motion_type: MOTION_TYPE_REVOLUTE damping: -1 friction: 2 } } } entities { name: 'b' parent_name: 'j' "
               "link {} }"));
    const auto& k = object.entities(1).joint().kinematics_component();
    QCOMPARE(k.damping(), 0.0);
    QCOMPARE(k.friction(), 2.0);
    QCOMPARE(told_[0].message, std::string("damping or friction of joint 'j' is below 0; it is left out"));
  }

  void warningsHaveAnEnd() {
    SceneObject object;
    for (int i = 0; i < 50; ++i) *object.add_entities() = link("mass_kg: -1").entities(0);
    told_.clear();
    io::mendObject(object, told_, 10);
    QCOMPARE(told_.size(), std::size_t{10});
    for (const auto& e : object.entities()) QVERIFY(!e.link().has_physics_component());
  }
};

QTEST_GUILESS_MAIN(TestIoMend)
#include "test_io_mend.moc"
