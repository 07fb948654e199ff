// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

#include "core/io/importer.h"
#include "core/io/suspicion.h"
#include "tests/contract/io/sample_files.h"
#include "tests/support/reference_speed.h"

using namespace ww;
using namespace ww::io;
using intrinsic_proto::scene_object::v1::Entity;

namespace {

using Shapes = google::protobuf::Map<std::string, intrinsic_proto::geometry::v1::TransformedGeometry>;

const Shapes& visuals(const ImportResult& result) {
  return result.objects.front()
      .object.entities(0)
      .link()
      .geometry_component()
      .named_geometries()
      .at("Intrinsic_Visual")
      .named_geometries();
}

}  // namespace

// Every reader on small files, through the real worker.
class TestIoImporters : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void stlKeepsAllTriangles() {
    const auto text = import("tetra.stl", samples::stlText());
    QVERIFY2(text.ok(), text.status().line().c_str());
    QCOMPARE(text->counts.triangles, std::uint64_t{4});
    QCOMPARE(text->counts.collision_triangles, std::uint64_t{4});
    QCOMPARE(text->geometries.front()->mesh->vertices.size(), std::size_t{4});
    checkBox(text->bounds_m, Vec3(0, 0, 0), Vec3(1, 1, 1));
    const auto binary = import("Trap.STL", samples::stlBinary());
    QVERIFY2(binary.ok(), binary.status().line().c_str());
    QCOMPARE(binary->counts.triangles, std::uint64_t{2});
  }

  void unitUpAxisScaleAndRotationApplyOnce() {
    ImportOptions options;
    options.unit_scale = 0.001;
    options.uniform_scale = 2.0;
    options.up = UpAxis::kY;
    options.rotation = Quat(Eigen::AngleAxisd(M_PI_2, Vec3::UnitZ()));
    const auto result = import("tetra.stl", samples::stlText(), options);
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->unit, std::string("mm"));
    // y up: (x, y, z) -> (x, -z, y), then a quarter turn about z: (z, x, y), all of length 2 mm.
    checkBox(result->bounds_m, Vec3(0, 0, 0), Vec3(0.002, 0.002, 0.002));
    options.rotation.reset();
    checkBox(import("tetra.stl", samples::stlText(), options)->bounds_m, Vec3(0, -0.002, 0), Vec3(0.002, 0, 0.002));
  }

  void objReadsItsMaterialFile() {
    write("square.mtl", samples::mtl());
    const auto result = import("square.obj", samples::obj());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{2});
    checkBox(result->bounds_m, Vec3(0, 0, 0), Vec3(2, 2, 0));
    const auto color = visuals(*result).begin()->second.geometry().material_overrides().base_color();
    QCOMPARE(color.red(), 1.0f);
    QCOMPARE(color.green(), 0.0f);
  }

  void objNumbersMayLackTheirZero() {
    const auto result =
        import("dots.obj", "# .5\nv 0 0 0\n v -.5 .25 -0.5\nv\t1.5 +.5 .75e1\nvt .1 .2\nf -3 -2 -1\r\n");
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{1});
    checkBox(result->bounds_m, Vec3(-0.5, 0, -0.5), Vec3(1.5, 0.5, 7.5));
  }

  void plyIsRead() {
    const auto result = import("t.ply", samples::ply());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{1});
  }

  void gltfStandsUpAndSharesItsMesh() {
    for (const auto& [name, bytes] : {std::pair{"t.gltf", samples::gltf()}, {"t.glb", samples::glb()}}) {
      const auto result = import(name, bytes);
      QVERIFY2(result.ok(), result.status().line().c_str());
      QCOMPARE(result->counts.triangles, std::uint64_t{2});
      QCOMPARE(result->geometries.size(), std::size_t{1});
      checkBox(result->bounds_m, Vec3(0, 0, 0), Vec3(6, 0, 2));
      QVERIFY(visuals(*result).contains("left") && visuals(*result).contains("right"));
      QCOMPARE(visuals(*result).at("left").geometry().material_overrides().base_color().green(), 1.0f);
    }
  }

  void colladaUnitAndUpAxisApplyOnce() {
    checkBox(import("z.dae", samples::dae("Z_UP", 1))->bounds_m, Vec3(10, 0, 0), Vec3(11, 1, 0));
    checkBox(import("y.dae", samples::dae("Y_UP", 0.01))->bounds_m, Vec3(0.1, 0, 0), Vec3(0.11, 0, 0.01));
    checkBox(import("x.dae", samples::dae("X_UP", 0.0254))->bounds_m, Vec3(-0.0254, 0, 0.254), Vec3(0, 0, 0.2794));
  }

  void stepKeepsPartsColoursUnitsAndSurfaces_data() {
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("metres");
    QTest::newRow("millimetres") << "mm" << 0.001;
    QTest::newRow("inches") << "in" << 0.0254;
  }
  void stepKeepsPartsColoursUnitsAndSurfaces() {
    QFETCH(QString, unit);
    QFETCH(double, metres);
    const auto result = import("pair.step", samples::stepAssembly(unit.toStdString()));
    QVERIFY2(result.ok(), (result.status().line() + result.status().message).c_str());
    QCOMPARE(result->counts.solids, std::uint64_t{2});
    QCOMPARE(result->counts.parts, std::uint64_t{2});
    QCOMPARE(result->counts.triangles, std::uint64_t{24});
    QCOMPARE(result->geometries.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(result->unit), unit);
    checkBox(result->shown_m, Vec3(0, 0, 0) * metres, Vec3(100, 20, 30) * metres);
    const auto& parts = visuals(*result);
    QVERIFY(parts.contains("pair/block") && parts.contains("pair/block #2"));
    QCOMPARE(parts.at("pair/block").geometry().material_overrides().base_color().blue(), 1.0f);
    const geometry::Mesh& mesh = *result->geometries.front()->mesh;
    QCOMPARE(mesh.faces.size(), std::size_t{6});
    QCOMPARE(mesh.edges.size(), std::size_t{12});
    Vec3 sum = Vec3::Zero();
    for (const geometry::CadFace& face : mesh.faces) {
      QCOMPARE(face.surface, geometry::CadFace::Surface::kPlane);
      // Outward: away from the middle of the box.
      QVERIFY(face.axis.dot(mesh.vertices[mesh.triangles[face.first][0]] - Vec3(5, 10, 15) * metres) > 0.0);
      sum += face.axis;
    }
    QVERIFY(sum.norm() < 1e-9);
  }

  void urdfGivesLinksJointsMeshesAndLimits() {
    std::filesystem::create_directories(root() / "two_arm/meshes");
    std::filesystem::create_directories(root() / "two_arm/urdf");
    write("two_arm/package.xml", "<package><name>two_arm</name></package>");
    write("two_arm/meshes/tetra.STL", samples::stlText());
    const auto result = import("two_arm/urdf/arm.urdf", samples::urdf());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.links, std::uint64_t{2});
    QCOMPARE(result->counts.joints, std::uint64_t{1});
    const auto& object = result->objects.front().object;
    QCOMPARE(object.name(), std::string("two_arm"));
    const Entity& joint = entity(*result, "turn");
    const auto& k = joint.joint().kinematics_component();
    QCOMPARE(joint.parent_name(), std::string("base"));
    QCOMPARE(k.raw_value(), 1.0);  // 0 lies outside of the limits
    QCOMPARE(k.axis().z(), 1.0);
    QCOMPARE(k.system_limits().fixed_limits().upper(), 1.5);
    QCOMPARE(k.system_limits().velocity(), 2.0);
    QCOMPARE(k.application_limits().velocity(), 1.9);
    QCOMPARE(k.application_limits().effort(), 7.0);
    QCOMPARE(entity(*result, "arm").parent_name(), std::string("turn"));
    QCOMPARE(entity(*result, "base").link().physics_component().mass_kg(), 4.0);
    QCOMPARE(result->diagnostics.size(), std::size_t{3});  // 6 m^3 of 4 kg are light, but not beyond belief
    QCOMPARE(result->diagnostics.back().code, std::string("names-changed"));
    QVERIFY(isSuspicion(result->diagnostics.back()));
    QVERIFY(!isSuspicion(result->diagnostics.front()));
    QCOMPARE(result->diagnostics.front().code, std::string("mesh-missing"));
    QCOMPARE(result->diagnostics[1].code, std::string("other-case"));  // tetra.stl is tetra.STL
    QVERIFY(result->diagnostics.front().message.find("missing.stl") != std::string::npos);
    // The tetrahedron of 1 mm at one metre over the joint.
    QVERIFY(std::abs(result->shown_m.max.z() - 1.5) < 1e-9);
  }

  void sdfGivesFramesSensorsAndPoses() {
    const auto result = import("lift.sdf", samples::sdf());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.links, std::uint64_t{2});
    QCOMPARE(result->counts.frames, std::uint64_t{1});
    QCOMPARE(result->counts.sensors, std::uint64_t{1});
    QVERIFY(result->objects.front().object.simulation_spec().is_static());
    QCOMPARE(result->objects.front().file_t_object.p.z(), 4.0);
    const auto& k = entity(*result, "slide").joint().kinematics_component();
    QVERIFY(std::abs(k.parent_t_inboard().position().z() - 1.0) < 1e-12);
    QVERIFY(std::abs(k.outboard_t_child().position().z() - 1.0) < 1e-12);
    QVERIFY(std::abs(entity(*result, "slide").parent_t_this().position().z() - 2.0) < 1e-12);
    QCOMPARE(entity(*result, "grip").parent_name(), std::string("head"));
    QCOMPARE(entity(*result, "eye").sensor().sensor_component().camera().properties().image().width(), 320);
    // Cameras look along z on the wire, along x in SDF: z of the sensor is x of the link.
    const auto& q = entity(*result, "eye").parent_t_this().orientation();
    QVERIFY((Quat(q.w(), q.x(), q.y(), q.z()) * Vec3::UnitZ() - Vec3::UnitX()).norm() < 1e-9);
  }

  // Within its sensor, and turned there: what it sees is seen from there.
  void aCameraStandsWhereItsOwnPoseSays() {
    const auto result = import("eye.sdf",
                               "<sdf version='1.9'><model name='m'><link name='l'><sensor name='eye' type='camera'>"
                               "<pose>0 0.2 0 0 0 1.5707963267948966</pose><camera><pose>0.5 0 0 0 0 0.3</pose>"
                               "<horizontal_fov>1</horizontal_fov><image><width>32</width><height>24</height></image>"
                               "<clip><near>0.1</near><far>9</far></clip></camera></sensor></link></model></sdf>");
    QVERIFY2(result.ok(), result.status().line().c_str());
    const auto& eye = entity(*result, "eye").parent_t_this();
    const Vec3 place(eye.position().x(), eye.position().y(), eye.position().z());
    QVERIFY((place - Vec3(0, 0.7, 0)).norm() < 1e-9);
    const auto& q = eye.orientation();
    const Vec3 looks = Quat(q.w(), q.x(), q.y(), q.z()) * Vec3::UnitZ();
    QVERIFY((looks - Vec3(-std::sin(0.3), std::cos(0.3), 0)).norm() < 1e-9);
  }

  void includesComeFromTheFolderAndCirclesAreSeen() {
    std::filesystem::create_directories(root() / "models/lift");
    write("models/lift/model.config", "<model><sdf version=\"1.9\">model.sdf</sdf></model>");
    write("models/lift/model.sdf", samples::sdf());
    const char* world =
        "<sdf version='1.9'><world name='w'><include><uri>model://lift</uri><name>a</name><pose>1 0 0 0 0 "
        "0</pose></include>"
        "<include><uri>model://lift</uri><name>b</name></include><include><uri>https://example.org/x</uri></include></"
        "world></sdf>";
    const auto result = import("models/cell.world", world);
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.models, std::uint64_t{2});
    QCOMPARE(result->objects.front().file_t_object.p.x(), 1.0);
    QCOMPARE(result->diagnostics.front().code, std::string("include-missing"));
    write(
        "models/lift/model.sdf",
        "<sdf version='1.9'><model name='m'><link name='l'/><include><uri>model://lift</uri></include></model></sdf>");
    const auto circle = import(
        "models/lift/model.sdf",
        "<sdf version='1.9'><model name='m'><link name='l'/><include><uri>model://lift</uri></include></model></sdf>");
    QVERIFY(!circle.ok());
    QVERIFY(circle.status().title.find("includes itself") != std::string::npos);
  }

  // The library keeps 2.6 MB for each model of a document: 1,300 at once would need 3.4 GB and were refused here.
  void aLargeSdfWorldIsReadABatchAtATime() {
    constexpr int kModels = test::speedsCount() ? 1300 : 300;  // a minute and more with a sanitizer
    ImportOptions options;
    options.memory_limit_mb = 1024;
    const auto result = import("large.world", samples::sdfWorld(kModels), options);
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.models, std::uint64_t{kModels});
    QCOMPARE(result->counts.collision_triangles, std::uint64_t{12 * kModels});
    QCOMPARE(result->geometries.size(), std::size_t{1});
    for (const std::size_t i : {0, 99, 100, kModels * 3 / 5, kModels - 1}) {
      QCOMPARE(result->objects[i].object.name(), "m" + std::to_string(i));
      QCOMPARE(result->objects[i].file_t_object.p.x(), static_cast<double>(i));
    }
    QVERIFY(warnings(*result).empty());
  }

  void whatABatchCannotKnowIsSeen() {
    constexpr int kModels = 250;
    // The name of the first once more, in the last batch.
    const auto twice = import("twice.world", samples::sdfWorld(kModels, "<model name='m0'><link name='l'/></model>"));
    QVERIFY2(twice.ok(), twice.status().line().c_str());
    QCOMPARE(twice->counts.models, std::uint64_t{kModels});
    QCOMPARE(warnings(*twice), std::vector<std::string>{"the world has two models named 'm0'; the first one is read"});
    // Models that stand relative to others.
    const auto tied = import("tied.world", samples::sdfWorld(kModels,
                                                             "<model name='last'><pose relative_to='m7'>0 2 0 0 0 0"
                                                             "</pose><link name='l'/></model>"));
    QVERIFY2(tied.ok(), tied.status().line().c_str());
    QCOMPARE(tied->objects.back().file_t_object.p, Vec3(7, 2, 0));
    // A model that cannot be read makes the world unsound, wherever it stands, and its line is told.
    const auto damaged = import("damaged.world", samples::sdfWorld(kModels, "<model name='x'>\n<link/></model>"));
    QVERIFY(!damaged.ok());
    QVERIFY2(damaged.status().title.find(":253") != std::string::npos, damaged.status().line().c_str());
  }

  void zipTakesItsMainFileAndNothingFromOutside() {
    const auto result = import(
        "bundle.zip",
        samples::zip(
            {{"cell/model.sdf",
              "<sdf version='1.9'><model name='m'><link name='l'><visual "
              "name='v'><geometry><mesh><uri>meshes/t.stl</uri></mesh></geometry></visual></link></model></sdf>"},
             {"cell/meshes/t.stl", samples::stlText()},
             {"../evil.stl", samples::stlText()},
             {"__MACOSX/._x.stl", "x"}}));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{4});
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    QVERIFY(result->diagnostics.front().message.find("../evil.stl") != std::string::npos);
    QVERIFY(!import("none.zip", samples::zip({{"readme.txt", "x"}})).ok());
  }

  void filesOutsideAreNotRead() {
    write("secret.stl", samples::stlText());
    std::filesystem::create_directories(root() / "inner");
    const auto result =
        import("inner/m.sdf",
               "<sdf version='1.9'><model name='m'><link name='l'><visual "
               "name='v'><geometry><mesh><uri>../secret.stl</uri></mesh></geometry></visual></link></model></sdf>");
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{0});
    QVERIFY(result->diagnostics.front().message.find("secret.stl") != std::string::npos);
    ImportOptions options;
    options.search_dirs = {root()};
    QCOMPARE(import("inner/m.sdf", read("inner/m.sdf"), options)->counts.triangles, std::uint64_t{4});
  }

  void namesAreSanitisedAndTheOldOnesKept() {
    const auto result = import("Träger 1.stl", samples::stlText());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->objects.front().object.name(), std::string("Traeger_1"));
    QCOMPARE(result->objects.front().original_names.at("Traeger_1"), std::string("Träger 1"));
    ImportOptions options;
    options.name = "carrier";
    QCOMPARE(import("Träger 1.stl", samples::stlText(), options)->objects.front().object.name(),
             std::string("carrier"));
  }

  void collisionCanBeDroppedAndColourSet() {
    ImportOptions options;
    options.drop_collision = true;
    options.color = geometry::Color{0.25f, 0.5f, 0.75f, 1.0f};
    const auto result = import("tetra.stl", samples::stlText(), options);
    QCOMPARE(result->counts.collision_triangles, std::uint64_t{0});
    QCOMPARE(visuals(*result).begin()->second.geometry().material_overrides().base_color().green(), 0.5f);
  }

  void damagedFilesGiveAMessage_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    const auto half = [](const std::string& s) { return QByteArray::fromStdString(s.substr(0, s.size() / 2)); };
    QTest::newRow("step") << "h.step" << half(samples::stepAssembly("mm"));
    QTest::newRow("gltf") << "h.gltf" << half(samples::gltf());
    QTest::newRow("glb") << "h.glb" << half(samples::glb());
    QTest::newRow("dae") << "h.dae" << half(samples::dae("Z_UP", 1));
    QTest::newRow("ply") << "h.ply" << QByteArray("ply\nformat ascii 1.0\nelement vertex 3\n");
    QTest::newRow("urdf") << "h.urdf" << half(samples::urdf());
    QTest::newRow("sdf") << "h.sdf" << half(samples::sdf());
    QTest::newRow("zip") << "h.zip" << half(samples::zip({{"a.stl", samples::stlText()}}));
    QTest::newRow("stl") << "h.stl" << QByteArray("solid a\nfacet normal 0 0 0\nouter loop\nvertex 1,5 0 0\n");
  }
  void damagedFilesGiveAMessage() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    const auto result = import(name.toStdString(), bytes.toStdString());
    QVERIFY(!result.ok());
    QVERIFY(!result.status().title.empty() && !result.status().hint.empty());
    QVERIFY(result.status().code != Code::kInternal);
  }

  void strictTurnsWarningsIntoAFailure() {
    ImportOptions options;
    options.strict = true;
    const std::string cut = samples::stlBinary().substr(0, 150);
    QVERIFY(import("cut.stl", cut).ok());
    QCOMPARE(import("cut.stl", cut, options).status().code, Code::kFailedPrecondition);
  }

  void budgetsHold() {
    ImportOptions options;
    options.max_triangles = 3;
    QCOMPARE(import("tetra.stl", samples::stlText(), options).status().code, Code::kResourceExhausted);
    options = {};
    options.max_instances = 1;
    QCOMPARE(import("pair.step", samples::stepAssembly("mm"), options).status().code, Code::kResourceExhausted);
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root() / name, std::ios::binary) << bytes;
  }
  std::string read(const std::string& name) const {
    std::ifstream in(root() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Result<ImportResult> import(const std::string& name, const std::string& bytes, const ImportOptions& options = {}) {
    write(name, bytes);
    return importFile(root() / name, options, store_, {}, Progress());
  }
  static std::vector<std::string> warnings(const ImportResult& result) {
    std::vector<std::string> out;
    for (const Diagnostic& d : result.diagnostics)
      if (d.severity == Diagnostic::Severity::kWarning) out.push_back(d.message);
    return out;
  }
  static const Entity& entity(const ImportResult& result, const std::string& name) {
    static const Entity none;
    for (const Entity& e : result.objects.front().object.entities())
      if (e.name() == name) return e;
    return none;
  }
  static void checkBox(const Bounds& box, const Vec3& min, const Vec3& max) {
    const double tolerance_m = 1e-6;
    QVERIFY2((box.min - min).norm() < tolerance_m && (box.max - max).norm() < tolerance_m,
             qPrintable(QString("%1 %2 %3 to %4 %5 %6")
                            .arg(box.min.x())
                            .arg(box.min.y())
                            .arg(box.min.z())
                            .arg(box.max.x())
                            .arg(box.max.y())
                            .arg(box.max.z())));
  }

  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoImporters)
#include "test_io_importers.moc"
