// SPDX-License-Identifier: Apache-2.0
// What is seen: GLB, OBJ, STL and STEP, out and in again.
#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "core/exchange/failures.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/wire_convert.h"
#include "resources/samples/samples.h"
#include "tests/contract/exchange/same_object.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

// A link with a shape, placed and coloured.
SceneObject shown(const geometry::Shape& shape, geometry::GeometryStore& store, const Eigen::Affine3d& place,
                  const std::optional<geometry::Color>& color) {
  SceneObject out;
  out.set_name("part");
  auto& link = *out.add_entities();
  link.set_name("base");
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& geometry = (*sets["Intrinsic_Visual"].mutable_named_geometries())["cover"];
  geometry.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref((*store.intern(shape))->ref);
  geometry::toWire(place, geometry.mutable_ref_t_shape());
  if (color) {
    auto& material = *geometry.mutable_geometry()->mutable_material_overrides();
    geometry::toWire(*color, material.mutable_base_color());
    material.set_metalness(0.25);
    material.set_roughness(0.75);
  }
  return out;
}

geometry::Shape primitive(const geometry::Primitive& p) {
  geometry::Shape out;
  out.primitives.push_back({p, Eigen::Affine3d::Identity()});
  return out;
}

// A box of two colours.
geometry::Shape dice() {
  auto mesh = std::make_shared<geometry::Mesh>(geometry::tessellate(geometry::Box{Vec3(0.1, 0.2, 0.3)}));
  mesh->colors = {{0, 4, {1, 0, 0, 1}}, {4, 8, {0, 0.2f, 1, 1}}};
  geometry::Shape out;
  out.mesh = std::move(mesh);
  return out;
}

Eigen::Affine3d somewhere() { return Eigen::Affine3d(Pose::fromRpy(Vec3(0.3, -0.2, 0.15), 0.3, -0.7, 1.1).isometry()); }

Bounds boundsOf(const SceneObject& object, const geometry::GeometryStore& store) {
  Bounds out;
  for (const auto& entity : object.entities()) {
    if (!entity.has_link()) continue;
    for (const auto& [kind, set] : entity.link().geometry_component().named_geometries()) {
      for (const auto& [name, g] : set.named_geometries()) {
        const Eigen::Affine3d place = *geometry::toAffine(g.ref_t_shape());
        for (const Vec3& v : store.find(g.geometry().geo_ref().exact_geometry_ref())->mesh->vertices)
          out.add(Vec3(place * v));
      }
    }
  }
  return out;
}

}  // namespace

class TestExportSurfaces : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { qputenv("WORLDWRIGHT_WORKER", (programFolder() + "/worldwright-worker").toUtf8()); }
  void shapesComeBack_data();
  void shapesComeBack();
  void aStretchedSphereIsAnEllipsoidInStep();
  void bodiesOfOneMeshAreSolidsOfTheirOwn();
  void flatFacesNeedNoCurvesInThem();
  void whatCameFromCadGoesOutExactly();
  void robotsStandAsTheyDo();
  void millimetresForThoseWhoReadThem();
  void nothingToSeeIsSaid();
  void aSceneObjectHoldsItsGeometry();
  void lossesAreTold();
  void aStopWritesNothing();

 private:
  std::filesystem::path folder() {
    const QString path = folder_.filePath(QString::number(++made_));
    QDir().mkpath(path);
    return path.toStdString();
  }
  QTemporaryDir folder_;
  int made_ = 0;
};

void TestExportSurfaces::shapesComeBack_data() {
  QTest::addColumn<QString>("format");
  QTest::addColumn<QString>("shape");
  for (const char* format : {"glb", "obj", "stl", "step"})
    for (const char* shape : {"box", "sphere", "cylinder", "capsule", "ellipsoid", "dice", "mirrored"})
      QTest::addRow("%s of a %s", format, shape) << QString(format) << QString(shape);
}

void TestExportSurfaces::shapesComeBack() {
  QFETCH(QString, format);
  QFETCH(QString, shape);
  geometry::GeometryStore store;
  geometry::Shape made = dice();
  if (shape == "box") made = primitive(geometry::Box{Vec3(0.1, 0.2, 0.3)});
  if (shape == "sphere") made = primitive(geometry::Sphere{0.1});
  if (shape == "cylinder") made = primitive(geometry::Cylinder{0.3, 0.1});
  if (shape == "capsule") made = primitive(geometry::Capsule{0.3, 0.1});
  if (shape == "ellipsoid") made = primitive(geometry::Ellipsoid{Vec3(0.1, 0.2, 0.3)});
  Eigen::Affine3d place = somewhere();
  if (shape == "mirrored") place = place * Eigen::Scaling(-1.0, 1.0, 0.5);
  const bool own = shape == "dice" || shape == "mirrored";
  const SceneObject object =
      shown(made, store, place, own ? std::nullopt : std::optional<geometry::Color>({0.8f, 0.4f, 0.2f, 1.0f}));
  const auto file = exported(sceneOf(object), format.toStdString(), folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  const SceneObject& after = back->objects.front().object;
  const Bounds a = boundsOf(object, store), b = boundsOf(after, store);
  // Round shapes are cut into triangles anew where they were exact.
  const bool round = !own && shape != "box";
  const double slack = format == "step" && round ? 2e-3 : 1e-6;
  QVERIFY2((a.min - b.min).norm() < slack && (a.max - b.max).norm() < slack,
           qPrintable(QString("%1 %2").arg((a.min - b.min).norm()).arg((a.max - b.max).norm())));
  if (format == "stl") return;  // no colours
  const auto before_colors = surfaceByColor(object, store), after_colors = surfaceByColor(after, store);
  if (format == "step" && round) {
    QCOMPARE(after_colors.size(), std::size_t{1});
    return;
  }
  const QStringList found = colorDifferences(before_colors, after_colors);
  QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("; "))));
}

void TestExportSurfaces::aStretchedSphereIsAnEllipsoidInStep() {
  geometry::GeometryStore store;
  Eigen::Affine3d place = somewhere();
  place = place * Eigen::Scaling(1.0, 2.0, 3.0);
  const SceneObject object = shown(primitive(geometry::Sphere{0.1}), store, place, {});
  const auto file = exported(sceneOf(object), "step", folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const QByteArray text = readFile(QString::fromStdString(file->string()));
  QVERIFY(text.startsWith("ISO-10303-21"));
  QVERIFY(text.contains("'cover'") && text.contains("MILLI"));
  const auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(back->counts.solids, std::uint64_t{1});
  QVERIFY((boundsOf(object, store).size() - boundsOf(back->objects.front().object, store).size()).norm() < 4e-3);
}

// A hollow box and a small one beside it, in one mesh: neither is the hollow of the other, and all face outwards.
void TestExportSurfaces::bodiesOfOneMeshAreSolidsOfTheirOwn() {
  auto mesh = std::make_shared<geometry::Mesh>();
  const auto add = [&](const Vec3& size, const Vec3& at, bool is_hollow) {
    const geometry::Mesh box = geometry::tessellate(geometry::Primitive(geometry::Box{size}));
    const auto first = static_cast<std::uint32_t>(mesh->vertices.size());
    for (const Vec3& v : box.vertices) mesh->vertices.push_back(v + at);
    for (geometry::Triangle t : box.triangles) {
      if (is_hollow) std::swap(t[1], t[2]);
      mesh->triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  };
  add(Vec3(0.05, 0.05, 0.05), Vec3(1, 0, 0), false);
  add(Vec3(0.3, 0.3, 0.3), Vec3::Zero(), false);
  add(Vec3(0.1, 0.1, 0.1), Vec3::Zero(), true);
  geometry::Shape shape;
  shape.mesh = mesh;
  geometry::GeometryStore store;
  const auto file = exported(sceneOf(shown(shape, store, Eigen::Affine3d::Identity(), {})), "step", folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const auto back = imported(*file, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  QCOMPARE(back->counts.solids, std::uint64_t{2});
  double volume = 0.0;
  for (const auto& g : back->geometries) {
    const auto mass = geometry::massProperties(*g->mesh);
    QVERIFY(mass.ok());
    volume += mass->volume;
  }
  QVERIFY2(std::abs(volume - (0.027 - 0.001 + 0.000125)) < 1e-9, qPrintable(QString::number(volume, 'g', 9)));
  for (const Diagnostic& d : back->diagnostics)
    QVERIFY2(d.message.find("inside out") == std::string::npos, d.message.c_str());
}

// Half of the file of a mesh were curves that say nothing, and half of its time; round faces keep theirs.
void TestExportSurfaces::flatFacesNeedNoCurvesInThem() {
  geometry::GeometryStore store;
  geometry::Shape ball;
  ball.mesh = std::make_shared<const geometry::Mesh>(geometry::tessellate(geometry::Sphere{0.1}, 24));
  const auto written = [&](const geometry::Shape& shape) {
    const auto file = exported(sceneOf(shown(shape, store, somewhere(), {})), "step", folder(), store);
    if (!file.ok()) return QByteArray(file.status().line().c_str());
    QFile out(QString::fromStdString(*file));
    return out.open(QIODevice::ReadOnly) ? out.readAll() : QByteArray();
  };
  const QByteArray flat = written(ball), round = written(primitive(geometry::Cylinder{0.2, 0.05}));
  QVERIFY2(flat.contains("ADVANCED_FACE") && !flat.contains("PCURVE"), flat.left(300));
  QVERIFY2(flat.size() < 1'300 * static_cast<qsizetype>(ball.mesh->triangles.size()),
           qPrintable(QString::number(flat.size())));
  QVERIFY2(round.contains("CYLINDRICAL_SURFACE") && round.contains("PCURVE"), round.left(300));
}

// A bracket with bores: they are round again, and not cut into facets.
void TestExportSurfaces::whatCameFromCadGoesOutExactly() {
  geometry::GeometryStore store;
  const std::filesystem::path file = (sourceFolder() + QStringLiteral("/resources/models/bracket.step")).toStdString();
  const auto read = imported(file, store);
  QVERIFY2(read.ok(), read.status().line().c_str());
  const auto cylinders = [&](const SceneObject& object) {
    std::size_t count = 0;
    for (const auto& [name, g] :
         object.entities(0).link().geometry_component().named_geometries().at("Intrinsic_Visual").named_geometries())
      for (const geometry::CadFace& face : store.find(g.geometry().geo_ref().exact_geometry_ref())->mesh->faces)
        count += face.surface == geometry::CadFace::Surface::kCylinder;
    return count;
  };
  const SceneObject& before = read->objects.front().object;
  QVERIFY(cylinders(before) > 0);
  Diagnostics losses;
  const auto out = exported(sceneOf(before), "step", folder(), store, &losses);
  QVERIFY2(out.ok(), out.status().line().c_str());
  QVERIFY(std::none_of(losses.begin(), losses.end(), [](const Diagnostic& d) { return d.code == "faceted-parts"; }));
  const auto back = imported(*out, store);
  QVERIFY2(back.ok(), back.status().line().c_str());
  const SceneObject& after = back->objects.front().object;
  QCOMPARE(cylinders(after), cylinders(before));
  QCOMPARE(back->counts.solids, read->counts.solids);
  QCOMPARE(back->counts.parts, read->counts.parts);
  const Bounds a = boundsOf(before, store), b = boundsOf(after, store);
  QVERIFY((a.min - b.min).norm() < 1e-6 && (a.max - b.max).norm() < 1e-6);
  const QStringList found = colorDifferences(surfaceByColor(before, store), surfaceByColor(after, store));
  QVERIFY2(found.isEmpty(), qPrintable(found.join(QStringLiteral("; "))));
  // Without, there are triangles alone, and that is told.
  io::ImportOptions bare;
  bare.drop_exact = true;
  geometry::GeometryStore other;
  const auto small = io::importFile(file, bare, other, {}, Progress());
  QVERIFY2(small.ok(), small.status().line().c_str());
  QVERIFY(exported(sceneOf(small->objects.front().object), "step", folder(), other, &losses).ok());
  QVERIFY(std::any_of(losses.begin(), losses.end(), [](const Diagnostic& d) { return d.code == "faceted-parts"; }));
}

void TestExportSurfaces::robotsStandAsTheyDo() {
  for (const char* format : {"glb", "obj", "stl", "step"}) {
    geometry::GeometryStore store;
    const auto robot = samples::libraryObject("gripper", store);
    if (!robot.ok()) QSKIP("the library has no gripper");
    const auto file = exported(sceneOf(*robot), format, folder(), store);
    QVERIFY2(file.ok(), file.status().line().c_str());
    const auto back = imported(*file, store);
    QVERIFY2(back.ok(), back.status().line().c_str());
    double before = 0.0, after = 0.0;
    for (const auto& [color, area] : surfaceByColor(*robot, store)) before += area;
    for (const auto& [color, area] : surfaceByColor(back->objects.front().object, store)) after += area;
    QVERIFY2(std::abs(before - after) < 1e-3 * before, format);
    if (std::string_view(format) == "stl") continue;
    const QStringList found =
        colorDifferences(surfaceByColor(*robot, store), surfaceByColor(back->objects.front().object, store));
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1String(format) + found.join(QStringLiteral("; "))));
  }
}

void TestExportSurfaces::millimetresForThoseWhoReadThem() {
  geometry::GeometryStore store;
  const SceneObject object = shown(primitive(geometry::Box{Vec3(0.1, 0.2, 0.3)}), store, somewhere(), {});
  exchange::ExportOptions options;
  options.unit_scale = 1000.0;
  for (const char* format : {"stl", "obj"}) {
    options.format = format;
    const auto made = exchange::exportScene(sceneOf(object), options, store, {}, Progress());
    QVERIFY2(made.ok(), made.status().line().c_str());
    const std::filesystem::path out = folder() / ("box." + std::string(format));
    QVERIFY(exchange::publish(*made, out).ok());
    io::ImportOptions in;
    in.unit_scale = 1e-3;
    const auto back = io::importFile(out, in, store, {}, Progress());
    QVERIFY2(back.ok(), back.status().line().c_str());
    const Vec3 size = boundsOf(back->objects.front().object, store).size();
    QVERIFY((size - boundsOf(object, store).size()).norm() < 1e-6);
  }
}

void TestExportSurfaces::nothingToSeeIsSaid() {
  geometry::GeometryStore store;
  SceneObject object;
  object.set_name("point");
  object.add_entities()->set_name("base");
  object.mutable_entities(0)->mutable_link();
  for (const char* format : {"glb", "obj", "stl", "step"}) {
    const auto refused = exported(sceneOf(object), format, folder(), store);
    QVERIFY(!refused.ok());
    QCOMPARE(refused.status().failure->row, &exchange::failures::kNothingToSee);
  }
}

void TestExportSurfaces::aSceneObjectHoldsItsGeometry() {
  geometry::GeometryStore store;
  const SceneObject object = shown(dice(), store, somewhere(), {});
  const auto file = exported(sceneOf(object), "scene-object", folder(), store);
  QVERIFY2(file.ok(), file.status().line().c_str());
  const QByteArray text = readFile(QString::fromStdString(file->string()));
  QVERIFY(text.contains("inline_geometry_data") && !text.contains("exact_geometry_ref"));
  // Another store knows it by the text alone.
  geometry::GeometryStore other;
  SceneObject again = object;
  exchange::ExportScene scene = sceneOf(again);
  const auto missing = exported(scene, "sdf", folder(), other);
  QVERIFY(!missing.ok());
  QCOMPARE(missing.status().code, Code::kNotFound);
}

void TestExportSurfaces::lossesAreTold() {
  geometry::GeometryStore store;
  const auto robot = samples::libraryObject(samples::libraryList().front().name, store);
  QVERIFY(robot.ok());
  Diagnostics losses;
  QVERIFY(exported(sceneOf(*robot), "glb", folder(), store, &losses).ok());
  const auto told = [&](const char* code) {
    return std::any_of(losses.begin(), losses.end(), [&](const Diagnostic& d) { return d.code == code; });
  };
  QVERIFY(told("joints-lost"));
  QVERIFY(told("collision-lost"));
  QVERIFY(!told("sensors-lost"));
}

void TestExportSurfaces::aStopWritesNothing() {
  geometry::GeometryStore store;
  const SceneObject object = shown(dice(), store, somewhere(), {});
  std::stop_source stop;
  stop.request_stop();
  for (const exchange::ExportFormat& format : exchange::exportFormats()) {
    exchange::ExportOptions options;
    options.format = format.id;
    const auto made = exchange::exportScene(sceneOf(object), options, store, stop.get_token(), Progress());
    QVERIFY(!made.ok());
    QCOMPARE(made.status().code, Code::kCancelled);
  }
}

QTEST_GUILESS_MAIN(TestExportSurfaces)
#include "test_export_surfaces.moc"
