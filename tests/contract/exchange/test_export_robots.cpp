// SPDX-License-Identifier: Apache-2.0
// SDF and URDF: out, in again, and the same.
#include <google/protobuf/wrappers.pb.h>

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <set>

#include "core/exchange/failures.h"
#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/inertial_unit.h"
#include "core/scene/joint.h"
#include "core/scene/own_data.h"
#include "resources/samples/samples.h"
#include "tests/contract/exchange/same_object.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

const Kept kUrdf{.frames = false, .rates = false, .sensors = false};
const Kept kSdf{.world = "of_world"};  // which SDF keeps for itself
constexpr int kOfEach = 10;            // models of the corpus

// Sound models of a format, spread over the corpus.
QStringList corpusFiles(const QString& format) {
  QFile manifest(sharedPath(QStringLiteral("corpus/MANIFEST.tsv")));
  QStringList all, out;
  if (!manifest.open(QIODevice::ReadOnly)) return out;
  for (const QByteArray& line : manifest.readAll().split('\n')) {
    const QList<QByteArray> fields = line.split('\t');
    if (fields.size() > 6 && fields[1] == format.toLatin1() && fields[2] == "sound" && fields[6].toInt() < 500'000)
      all << QString::fromUtf8(fields[0]);
  }
  for (int i = 0; i < kOfEach && !all.isEmpty(); ++i) out << all[i * all.size() / kOfEach];
  return out;
}

}  // namespace

class TestExportRobots : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("WORLDWRIGHT_WORKER", (programFolder() + "/worldwright-worker").toUtf8()); }
  void samplesComeBack_data();
  void samplesComeBack();
  void aWholeCellComesBack();
  void meshesMayGoInOneZip();
  void followersComeBack();
  void inertialUnitsComeBack();
  void aJointBesideItsLinkIsRefusedByUrdfAlone();
  void frictionComesBackOrIsTold();
  void inertiaWithoutAMassIsTold();
  void limitsThatAreNoneComeBack();
  void namesOfShapesStay();
  void corpusModelsComeBack_data();
  void corpusModelsComeBack();

 private:
  std::filesystem::path folder() {
    const QString path = folder_.filePath(QString::number(++made_));
    QDir().mkpath(path);
    return path.toStdString();
  }
  // One object out and in again.
  void trip(const SceneObject& object, const std::string& format, geometry::GeometryStore& store, bool zip = false);

  QTemporaryDir folder_;
  int made_ = 0;
};

void TestExportRobots::trip(const SceneObject& object, const std::string& format, geometry::GeometryStore& store,
                            bool zip) {
  const auto file = exported(sceneOf(object), format, folder(), store, nullptr, zip);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(back->objects.size(), std::size_t{1});
  const QStringList found = differences(object, back->objects.front().object, store, format == "urdf" ? kUrdf : kSdf);
  QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("; "))));
}

void TestExportRobots::samplesComeBack_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("format");
  for (const samples::SampleInfo& sample : samples::libraryList())
    for (const char* format : {"sdf", "urdf"})
      QTest::addRow("%s as %s", sample.name.c_str(), format) << QString::fromStdString(sample.name) << QString(format);
}

void TestExportRobots::samplesComeBack() {
  QFETCH(QString, name);
  QFETCH(QString, format);
  geometry::GeometryStore store;
  const auto object = samples::libraryObject(name.toStdString(), store);
  QVERIFY2(object.ok(), object.status().line().c_str());
  trip(*object, format.toStdString(), store);
}

void TestExportRobots::aWholeCellComesBack() {
  geometry::GeometryStore store;
  exchange::ExportScene scene;
  scene.name = "cell";
  scene.is_world = true;
  double x = 0.0;
  for (const char* name : {"arm6", "table", "gripper"}) {
    const auto object = samples::libraryObject(name, store);
    if (!object.ok()) continue;
    scene.objects.push_back({*object, Pose::fromRpy(Vec3(x += 1.3, -0.4, 0.25), 0.1, M_PI_2, -2.0)});
  }
  QVERIFY(scene.objects.size() >= 2);
  const auto file = exported(scene, "sdf", folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(back->objects.size(), scene.objects.size());
  for (const exchange::ExportedObject& wanted : scene.objects) {
    const auto found = std::find_if(back->objects.begin(), back->objects.end(), [&](const io::ImportedObject& o) {
      return o.object.name() == wanted.object.name();
    });
    QVERIFY(found != back->objects.end());
    QVERIFY(positionDistance(found->file_t_object, wanted.scene_t_object) < 1e-9);
    QVERIFY(rotationDistance(found->file_t_object, wanted.scene_t_object) < 1e-8);
    const QStringList said = differences(wanted.object, found->object, store);
    QVERIFY2(said.isEmpty(), qPrintable(said.join(QStringLiteral("; "))));
  }
  // URDF has one robot: all of them on a link that is the world.
  const auto urdf = exported(scene, "urdf", folder(), store);
  QVERIFY2(urdf.ok(), urdf.status().line().c_str());
  const auto robot = imported(*urdf, store);
  QVERIFY2(robot.ok(), robot.status().line().c_str());
  QCOMPARE(robot->objects.size(), std::size_t{1});
  QCOMPARE(robot->objects.front().object.entities(0).name(), std::string("world"));
}

void TestExportRobots::meshesMayGoInOneZip() {
  geometry::GeometryStore store;
  const auto object = samples::libraryObject(samples::libraryList().front().name, store);
  QVERIFY(object.ok());
  trip(*object, "sdf", store, true);
}

void TestExportRobots::followersComeBack() {
  geometry::GeometryStore store;
  const std::string text =
      "<robot name='claw'><link name='a'/><link name='b'/><link name='c'/>"
      "<joint name='jb' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>"
      "<limit effort='1' velocity='2' lower='-0.5' upper='0.5'/></joint>"
      "<joint name='jc' type='revolute'><parent link='a'/><child link='c'/><axis xyz='0 1 0'/>"
      "<limit effort='1' velocity='4' lower='-1.5' upper='1.5'/><mimic joint='jb' multiplier='-2' "
      "offset='0.1'/></joint>"
      "</robot>";
  const std::filesystem::path file = folder() / "claw.urdf";
  QFile out(QString::fromStdString(file.string()));
  QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text.c_str()) > 0);
  out.close();
  const auto claw = imported(file, store);
  QVERIFY2(claw.ok(), claw.status().line().c_str());
  QCOMPARE(scene::followsOf(claw->objects.front().object)->size(), std::size_t{1});
  trip(claw->objects.front().object, "sdf", store);
  trip(claw->objects.front().object, "urdf", store);
}

// What a file says of an inertial unit stands in the file that is written, where other programs read it.
void TestExportRobots::inertialUnitsComeBack() {
  const std::filesystem::path source = folder() / "rig.sdf";
  std::ofstream(source) << R"(<sdf version="1.9"><model name="rig"><link name="base">
<sensor name="nose" type="imu"><pose>0.1 0.2 0.3 0 0 0.5</pose><update_rate>200</update_rate><topic>a&amp;b</topic><imu>
<angular_velocity><x><noise type="gaussian"><mean>0.25</mean><stddev>0.0125</stddev></noise></x></angular_velocity>
<linear_acceleration><z><noise type="gaussian"><stddev>0.5</stddev><bias_mean>0.75</bias_mean></noise></z>
</linear_acceleration></imu></sensor></link></model></sdf>)";
  geometry::GeometryStore store;
  const auto read = imported(source, store);
  QVERIFY2(read.ok(), read.status().line().c_str());
  SceneObject object = read->objects.front().object;
  const auto unit = [](const SceneObject& of, const char* frame) {
    return scene::inertialUnitFromText(scene::inertialUnitText(of.user_data(), frame).value_or(""));
  };
  const auto wanted = unit(object, "nose");
  QVERIFY(wanted && wanted->rate == 200.0 && wanted->linear_acceleration[2].bias_mean == 0.75);
  trip(object, "sdf", store);
  const auto text = [&](const std::filesystem::path& file) {
    std::ifstream in(file);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  Diagnostics losses;
  auto file = exported(sceneOf(object), "sdf", folder(), store, &losses);
  QVERIFY2(file.ok(), file.status().line().c_str());
  QVERIFY(losses.empty());
  QVERIFY(text(*file).find("<sensor name=\"nose\" type=\"imu\">") != std::string::npos);
  for (const char* kept : {"0.0125", "a&amp;b"})
    QVERIFY2(text(*file).find(kept) != std::string::npos, text(*file).c_str());
  QVERIFY(text(*file).find("<frame") == std::string::npos && text(*file).find("inertial_unit_of") == std::string::npos);
  auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QVERIFY(unit(back->objects.front().object, "nose") == wanted);
  // Where something hangs on its frame, that stays beside it; text that is no sensor stays data.
  auto& probe = *object.add_entities();
  probe.set_name("probe");
  probe.set_parent_name("nose");
  probe.mutable_frame();
  geometry::toWire(Pose::translation(0, 0, 1), probe.mutable_parent_t_this());
  google::protobuf::StringValue none;
  none.set_value("<sensor type='imu'></sensor><model>");
  (*object.mutable_user_data())[scene::kInertialUnitOf + "probe"].PackFrom(none);
  file = exported(sceneOf(object), "sdf", folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  const SceneObject& more = back->objects.front().object;
  const auto named = [&](const char* name) {
    return std::ranges::any_of(more.entities(), [&](const auto& e) { return e.name() == name && e.has_frame(); });
  };
  QVERIFY(named("nose") && named("probe") && named("nose_unit") && more.entities_size() == 4);
  QCOMPARE(scene::inertialUnitText(more.user_data(), "probe").value_or(""), none.value());
  QVERIFY(std::ranges::any_of(more.entities(), [&](const auto& e) { return unit(more, e.name().c_str()) == wanted; }));
}

// Two links and a joint, whose axis is a hand's breadth from the origin of the second.
static SceneObject hinge(double off) {
  SceneObject out;
  out.set_name("hinge");
  out.add_entities()->set_name("base");
  out.mutable_entities(0)->mutable_link();
  auto& joint = *out.add_entities();
  joint.set_name("turn");
  joint.set_parent_name("base");
  auto& k = *joint.mutable_joint()->mutable_kinematics_component();
  k.set_motion_type(scene::KinematicsComponent::MOTION_TYPE_REVOLUTE);
  geometry::toWire(Pose::translation(0.2, 0, 0), k.mutable_parent_t_inboard());
  geometry::toWire(Pose::fromRpy(Vec3(off, 0, 0.3), 0.4, 0.5, 0.6), k.mutable_outboard_t_child());
  k.set_raw_value(0.0);
  geometry::toWire(*scene::parentTJoint(k, 0.0), joint.mutable_parent_t_this());
  auto& door = *out.add_entities();
  door.set_name("door");
  door.set_parent_name("turn");
  door.mutable_link();
  geometry::toWire(Pose::identity(), door.mutable_parent_t_this());
  return out;
}

void TestExportRobots::aJointBesideItsLinkIsRefusedByUrdfAlone() {
  geometry::GeometryStore store;
  const auto refused = exported(sceneOf(hinge(0.1)), "urdf", folder(), store);
  QVERIFY(!refused.ok());
  QCOMPARE(refused.status().code, Code::kFailedPrecondition);
  QCOMPARE(refused.status().failure->row, &exchange::failures::kUrdfOffAxis);
  QVERIFY(refused.status().title.find("turn") != std::string::npos);
  trip(hinge(0.1), "sdf", store);
  // Along its axis it may stand where it likes.
  trip(hinge(0.0), "urdf", store);
}

static bool isTold(const Diagnostics& losses, const FailureRow& row, const char* link) {
  return std::ranges::any_of(losses, [&](const Diagnostic& d) {
    return d.failure && d.failure->row == &row && d.message.find(link) != std::string::npos;
  });
}

void TestExportRobots::frictionComesBackOrIsTold() {
  using exchange::failures::kSurfaceLost;
  for (const char* format : {"urdf", "sdf"}) {
    geometry::GeometryStore store;
    SceneObject object = hinge(0.0);
    auto& physics = *object.mutable_entities(2)->mutable_link()->mutable_physics_component();
    physics.mutable_friction()->set_mu(0.9);
    physics.mutable_friction()->set_mu2(0.7);
    physics.set_contact_kp(1e5);
    Diagnostics losses;
    const auto file = exported(sceneOf(object), format, folder(), store, &losses);
    QVERIFY2(file.ok(), file.status().line().c_str());
    // SDF says it of collision shapes, and the door has none.
    const bool is_sdf = format == std::string("sdf");
    QCOMPARE(isTold(losses, kSurfaceLost, "door"), is_sdf);
    const auto back = imported(*file, store);
    QVERIFY2(back.ok(), back.status().line().c_str());
    const auto& entities = back->objects.front().object.entities();
    const auto door = std::ranges::find_if(entities, [](const auto& e) { return e.name() == "door"; });
    QVERIFY(door != entities.end());
    const auto& kept = door->link().physics_component();
    QCOMPARE(kept.friction().mu(), is_sdf ? 0.0 : 0.9);
    QCOMPARE(kept.friction().mu2(), is_sdf ? 0.0 : 0.7);
    QCOMPARE(kept.contact_kp(), is_sdf ? 0.0 : 1e5);
    physics.mutable_torsional()->set_coefficient(0.5);
    losses.clear();
    QVERIFY(exported(sceneOf(object), format, folder(), store, &losses).ok());
    QVERIFY(isTold(losses, kSurfaceLost, "door"));
  }
}

void TestExportRobots::inertiaWithoutAMassIsTold() {
  for (const char* format : {"urdf", "sdf"}) {
    geometry::GeometryStore store;
    SceneObject object = hinge(0.0);
    geometry::toWire(Eigen::Matrix3d(Eigen::Matrix3d::Identity()),
                     object.mutable_entities(2)->mutable_link()->mutable_physics_component()->mutable_inertia());
    Diagnostics losses;
    QVERIFY(exported(sceneOf(object), format, folder(), store, &losses).ok());
    QVERIFY(isTold(losses, exchange::failures::kInertiaLost, "door"));
  }
}

void TestExportRobots::limitsThatAreNoneComeBack() {
  geometry::GeometryStore store;
  for (const double lower : {-std::numeric_limits<double>::infinity(), -1.0}) {
    SceneObject object = hinge(0.0);
    auto& k = *object.mutable_entities(1)->mutable_joint()->mutable_kinematics_component();
    k.set_motion_type(scene::KinematicsComponent::MOTION_TYPE_PRISMATIC);
    geometry::toWire(*scene::parentTJoint(k, 0.0), object.mutable_entities(1)->mutable_parent_t_this());
    for (auto* limits : {k.mutable_system_limits(), k.mutable_application_limits()}) {
      limits->mutable_fixed_limits()->set_lower(lower);
      limits->mutable_fixed_limits()->set_upper(std::numeric_limits<double>::infinity());
    }
    trip(object, "sdf", store);
    trip(object, "urdf", store);
  }
}

// What is seen of a mesh is called as it was, however often it goes out and comes in.
void TestExportRobots::namesOfShapesStay() {
  const std::filesystem::path source = folder();
  std::ofstream(source / "plate.obj") << "o inner\nv 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\n"
                                         "f 1 4 3\nf 2 3 4\n";
  std::ofstream(source / "a.urdf") << R"(<robot name="r"><link name="base"><visual name="cover"><geometry>
<mesh filename="plate.obj"/></geometry></visual><visual><origin xyz="0 0 1"/><geometry><mesh filename="plate.obj"/>
</geometry></visual></link></robot>)";
  const auto names = [](const SceneObject& object) {
    std::set<std::string> out;
    const auto& sets = object.entities(0).link().geometry_component().named_geometries();
    if (const auto set = sets.find("Intrinsic_Visual"); set != sets.end())
      for (const auto& [name, shape] : set->second.named_geometries()) out.insert(name);
    return out;
  };
  geometry::GeometryStore store;
  const auto read = imported(source / "a.urdf", store);
  QVERIFY2(read.ok(), read.status().line().c_str());
  QCOMPARE(names(read->objects.front().object), (std::set<std::string>{"cover", "inner"}));
  for (const char* format : {"urdf", "sdf"}) {
    SceneObject object = read->objects.front().object;
    for (int i = 0; i < 2; ++i) {
      const auto file = exported(sceneOf(object), format, folder(), store);
      QVERIFY2(file.ok(), file.status().line().c_str());
      const auto back = imported(*file, store);
      QVERIFY2(back.ok(), back.status().line().c_str());
      object = back->objects.front().object;
      QCOMPARE(names(object), names(read->objects.front().object));
    }
  }
}

void TestExportRobots::corpusModelsComeBack_data() {
  QTest::addColumn<QString>("path");
  QTest::addColumn<QString>("format");
  for (const char* format : {"urdf", "sdf"})
    for (const QString& path : corpusFiles(QLatin1String(format)))
      for (const char* out : {"sdf", "urdf"}) QTest::addRow("%s as %s", qPrintable(path), out) << path << QString(out);
  if (sharedPath(QStringLiteral("corpus")).isEmpty()) QTest::newRow("none") << QString() << QString();
}

void TestExportRobots::corpusModelsComeBack() {
  QFETCH(QString, path);
  QFETCH(QString, format);
  WW_REQUIRE_SHARED("corpus/MANIFEST.tsv");
  geometry::GeometryStore store;
  const auto read = imported(sharedPath(QStringLiteral("corpus/") + path).toStdString(), store);
  QVERIFY2(read.ok(), read.status().line().c_str());
  for (const io::ImportedObject& object : read->objects) {
    const auto file = exported(sceneOf(object.object), format.toStdString(), folder(), store);
    // What URDF cannot say it refuses with the joint.
    if (!file.ok() && format == QLatin1String("urdf") && file.status().code == Code::kFailedPrecondition) continue;
    QVERIFY2(file.ok(), file.status().line().c_str());
    const auto back = imported(*file, store);
    QVERIFY2(back.ok(), back.status().line().c_str());
    const QStringList found =
        differences(object.object, back->objects.front().object, store, format == QLatin1String("urdf") ? kUrdf : kSdf);
    QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("; ")).left(2000)));
  }
}

QTEST_GUILESS_MAIN(TestExportRobots)
#include "test_export_robots.moc"
