// SPDX-License-Identifier: Apache-2.0
// What stands in SDF, URDF and the text of scene objects.
#include <google/protobuf/any.pb.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/text_format.h>

#include <QtTest>

#include "core/exchange/failures.h"
#include "core/io/text_scan.h"
#include "core/scene/self_collide.h"
#include "core/scene/surface_more.h"
#include "core/scene/validate.h"
#include "tests/unit/exchange/objects.h"

using namespace ww;
using namespace ww::test;

class TestExchangeSdf : public QObject {
  Q_OBJECT

 private:
  static bool isTold(const exchange::ExportResult& result, const char* code) {
    return std::any_of(result.losses.begin(), result.losses.end(),
                       [code](const Diagnostic& d) { return d.code == code; });
  }

 private Q_SLOTS:
  void aRobotInSdf() {
    geometry::GeometryStore store;
    const std::string sdf = text(slide(store), "sdf", store);
    has(sdf, "<sdf version=\"1.9\" xmlns:intrinsic=\"intrinsic\">\n  <model name=\"slide\" canonical_link=\"base\">");
    has(sdf,
        "<visual name=\"body\">\n        <pose>0 0 0 0 0 0</pose>\n        <geometry>\n          <box>\n"
        "            <size>1 0.5 0.25</size>");
    // Names of siblings differ in SDF.
    has(sdf, "<collision name=\"body_collision\">");
    has(sdf, "<diffuse>1 0 0 1</diffuse>");
    has(sdf, "<metalness>0.25</metalness>\n              <roughness>0.5</roughness>");
    has(sdf, "<pose>0 0 0.125 0 0 0</pose>\n        <mass>2</mass>");
    has(sdf, "<iyy>0.75</iyy>");
    has(sdf, "<joint name=\"slide_joint\" type=\"prismatic\">\n      <pose relative_to=\"base\">0 0 1 0 0 0</pose>");
    has(sdf, "<lower>0</lower>\n          <upper>0.5</upper>\n          <velocity>2</velocity>");
    has(sdf, "<link name=\"carriage\">\n      <pose relative_to=\"slide_joint\">0 0 0 0 0 0</pose>");
    has(sdf, "<frame name=\"tool\" attached_to=\"carriage\" intrinsic:create_entity=\"true\">");
    QVERIFY(io::scanXml(sdf).ok());
  }

  void surfacesInSdf() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    scene::SurfaceMore surface;
    surface.restitution_coefficient = 0.8;
    surface.rolling_friction = 0.002;
    surface.max_vel = 0.5;
    scene::keepSurface("base", surface, object);
    auto& torsional = *object.mutable_entities(0)->mutable_link()->mutable_physics_component()->mutable_torsional();
    torsional.set_coefficient(0.7);
    torsional.set_surface_radius(0.25);
    const std::string sdf = text(object, "sdf", store);
    has(sdf, "<restitution_coefficient>0.8</restitution_coefficient>");
    has(sdf, "<rolling_friction>0.002</rolling_friction>");
    has(sdf, "<max_vel>0.5</max_vel>");
    has(sdf, "<surface_radius>0.25</surface_radius>");
  }

  // As it is said, and nothing where it is not.
  void selfCollideInSdf() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    QVERIFY(text(object, "sdf", store).find("self_collide") == std::string::npos);
    scene::keepSelfCollide({}, false, object);
    scene::keepSelfCollide("carriage", true, object);
    const std::string sdf = text(object, "sdf", store);
    has(sdf, "canonical_link=\"base\">\n    <self_collide>false</self_collide>");
    has(sdf, "</pose>\n      <self_collide>true</self_collide>");
    // Not a second time as user data.
    QVERIFY(sdf.find("self_collide_of") == std::string::npos);
  }

  void aRobotInUrdf() {
    geometry::GeometryStore store;
    const std::string urdf = text(slide(store), "urdf", store);
    has(urdf, "<robot name=\"slide\">");
    has(urdf, "<box size=\"1 0.5 0.25\"/>");
    has(urdf, "<color rgba=\"1 0 0 1\"/>");
    has(urdf, "<joint name=\"slide_joint\" type=\"prismatic\">\n    <origin xyz=\"0 0 1\" rpy=\"0 0 0\"/>");
    has(urdf, "<axis xyz=\"1 0 0\"/>\n    <limit lower=\"0\" upper=\"0.5\" effort=\"1e+16\" velocity=\"2\"/>");
    has(urdf, "<link name=\"tool\"/>");
    QVERIFY(io::scanXml(urdf).ok());
  }

  void wordsOfOthersDoNoHarm() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    addShape(*object.mutable_entities(0), "Intrinsic_Visual", "a\"><plugin name='x'/>::b", geometry::Sphere{1}, {},
             store);
    object.mutable_simulation_spec()->add_extra_inlined_plugins("<plugin name='good' filename='a.so'/>");
    object.mutable_simulation_spec()->add_extra_inlined_plugins("</model><plugin name='bad' filename='b.so'/>");
    object.mutable_simulation_spec()->add_extra_inlined_plugins("<include>bad</include>");
    const std::string sdf = text(object, "sdf", store);
    QVERIFY(io::scanXml(sdf).ok());
    has(sdf, "<plugin name='good' filename='a.so'/>");
    QVERIFY(sdf.find("bad") == std::string::npos && sdf.find("<plugin name='x'") == std::string::npos);
    QVERIFY(sdf.find("::") == std::string::npos);
  }

  void aLinkThatIsCalledWorldIsAnother() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    object.mutable_entities(0)->set_name("world");
    object.mutable_entities(1)->set_parent_name("world");
    auto& solver = *object.mutable_properties()->mutable_kinematics()->add_ik_solvers();
    solver.set_ik_solver("numeric");
    solver.set_tip_link_name("world");
    const std::string sdf = text(object, "sdf", store);
    has(sdf, "<link name=\"of_world\">");
    has(sdf, "<intrinsic:ik_solver tip_link_name=\"of_world\">numeric<");
    const auto result = made(alone(object), "sdf", store);
    QVERIFY(result.ok() && isTold(*result, "names-changed"));
    const auto plain = made(alone(slide(store)), "sdf", store);
    QVERIFY(plain.ok() && !isTold(*plain, "names-changed"));
  }

  // SDF has the kind of noise as an element there, and as an attribute in all other sensors.
  void noiseOfScannersIsAnElement() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    auto& eye = *object.add_entities();
    eye.set_name("eye");
    eye.set_parent_name("base");
    auto& lidar = *eye.mutable_sensor()->mutable_sensor_component()->mutable_lidar();
    lidar.mutable_horizontal()->set_samples(10);
    lidar.mutable_noise()->set_type(intrinsic_proto::world::SensorComponent::Noise::TYPE_GAUSSIAN);
    lidar.mutable_noise()->set_stddev(0.25);
    const auto isLost = [&] {
      const auto result = made(alone(object), "sdf", store);
      return result.ok() && isTold(*result, "noise-lost");
    };
    const std::string sdf = text(object, "sdf", store);
    has(sdf,
        "<noise>\n            <type>gaussian</type>\n            <mean>0</mean>\n            "
        "<stddev>0.25</stddev>\n          </noise>");
    QVERIFY(sdf.find("<noise type") == std::string::npos);
    QVERIFY(!isLost());
    object.mutable_entities(object.entities_size() - 1)
        ->mutable_sensor()
        ->mutable_sensor_component()
        ->mutable_lidar()
        ->mutable_noise()
        ->set_bias_mean(0.01);
    QVERIFY(isLost());
  }

  void inertiaThatCannotBeBecomesTheNearestThatCan() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    auto& physics = *object.mutable_entities(0)->mutable_link()->mutable_physics_component();
    geometry::toWire(Eigen::MatrixXd(Eigen::Matrix3d(Vec3(0.1, 0.2, 0.5).asDiagonal())), physics.mutable_inertia());
    for (const char* format : {"sdf", "urdf"}) {
      const auto result = made(alone(object), format, store);
      QVERIFY2(result.ok(), result.status().line().c_str());
      // Half of what 0.1 and 0.2 lack of 0.5 goes to each.
      has(result->files.front().bytes, std::string_view(format) == "sdf" ? "<ixx>0.2" : "ixx=\"0.2");
      has(result->files.front().bytes, std::string_view(format) == "sdf" ? "<izz>0.5" : "izz=\"0.5");
      QVERIFY(isTold(*result, "inertia-changed") && !isTold(*result, "inertia-lost"));
    }
    geometry::toWire(Eigen::MatrixXd(Eigen::Matrix3d(Eigen::Matrix3d::Zero())), physics.mutable_inertia());
    for (const char* format : {"sdf", "urdf"}) {
      const auto result = made(alone(object), format, store);
      QVERIFY2(result.ok(), result.status().line().c_str());
      QVERIFY(result->files.front().bytes.find("ixx") == std::string::npos);
      QVERIFY(isTold(*result, "inertia-lost"));
    }
  }

  void userDataIsText() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    google::protobuf::Any known, strange;
    intrinsic_proto::Pose pose;
    geometry::toWire(Pose::translation(1, 2, 3), &pose);
    known.PackFrom(pose);
    strange.set_type_url("type.googleapis.com/somebody.Else");
    strange.set_value("\x08\x07");
    (*object.mutable_user_data())["camera_place"] = known;
    (*object.mutable_user_data())["other"] = strange;
    exchange::ExportOptions options;
    options.format = "sdf";
    auto made = exchange::exportScene(alone(object), options, store, {}, Progress());
    QVERIFY2(made.ok(), made.status().line().c_str());
    has(made->files.front().bytes, "[type.googleapis.com/intrinsic_proto.Pose]");
    has(made->files.front().bytes, "type_url: &quot;type.googleapis.com/somebody.Else&quot;");
    // With a description of the type its fields have names.
    auto types = std::make_shared<google::protobuf::FileDescriptorSet>();
    QVERIFY(google::protobuf::TextFormat::ParseFromString(
        "file { name: 'else.proto' package: 'somebody' syntax: 'proto3' message_type { name: 'Else' field { name: "
        "'count' number: 1 label: LABEL_OPTIONAL type: TYPE_INT32 } } }",
        types.get()));
    options.user_data_types = types;
    made = exchange::exportScene(alone(object), options, store, {}, Progress());
    QVERIFY2(made.ok(), made.status().line().c_str());
    has(made->files.front().bytes, "count: 7");
    options.with_user_data = false;
    made = exchange::exportScene(alone(object), options, store, {}, Progress());
    QVERIFY(made.ok() && made->files.front().bytes.find("user_data") == std::string::npos);
    QVERIFY(std::any_of(made->losses.begin(), made->losses.end(),
                        [](const Diagnostic& d) { return d.code == "rules-lost"; }));
  }

  void aSceneObjectReadsBack() {
    geometry::GeometryStore store;
    const SceneObject object = slide(store);
    SceneObject back;
    QVERIFY(google::protobuf::TextFormat::ParseFromString(text(object, "scene-object", store), &back));
    QVERIFY(scene::validate(scene::ObjectIndex(back)).ok());
    QCOMPARE(back.entities_size(), object.entities_size());
    // Its geometry is the same to another store.
    geometry::GeometryStore other;
    const auto again = made(alone(back), "sdf", other);
    QVERIFY2(again.ok(), again.status().line().c_str());
    QCOMPARE(again->files.front().bytes, text(object, "sdf", store));
  }

  void anUnsoundObjectIsRefused() {
    geometry::GeometryStore store;
    SceneObject object = slide(store);
    object.mutable_entities(2)->set_parent_name("nobody");
    for (const exchange::ExportFormat& format : exchange::exportFormats()) {
      const auto refused = made(alone(object), std::string(format.id), store);
      QCOMPARE(refused.status().code, Code::kInvalidArgument);
      QVERIFY(refused.status().line().find("slide") != std::string::npos);
    }
    QCOMPARE(made({"none", {}, true}, "sdf", store).status().failure->row, &exchange::failures::kNothingToExport);
  }

 private:
  std::string text(const SceneObject& object, const char* format, geometry::GeometryStore& store) {
    const auto result = made(alone(object), format, store);
    if (!result.ok()) qWarning("%s", result.status().line().c_str());
    return result.ok() ? result->files.front().bytes : std::string();
  }
  static void has(const std::string& whole, const std::string& part) {
    if (whole.find(part) == std::string::npos) qWarning("%s", whole.c_str());
    QVERIFY2(whole.find(part) != std::string::npos, part.c_str());
  }
};

QTEST_GUILESS_MAIN(TestExchangeSdf)
#include "test_exchange_sdf.moc"
