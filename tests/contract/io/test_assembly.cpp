// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/failure.h"
#include "core/geometry/wire_convert.h"
#include "core/io/importer.h"
#include "core/scene/part_sources.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::io;
using intrinsic_proto::scene_object::v1::SceneObject;

namespace {

// machine: a bed, two carriages of one kind (a base plate and two bolts each), a plate painted green where it stands,
// and a guard that the file hides. The base plate of the right carriage is painted yellow from above.
constexpr const char* kMachine = "/tests/contract/io/machine.step";

using Shape = intrinsic_proto::geometry::v1::TransformedGeometry;

std::map<std::string, Shape> shapesOf(const intrinsic_proto::scene_object::v1::Entity& entity) {
  std::map<std::string, Shape> out;
  const auto& sets = entity.link().geometry_component().named_geometries();
  if (!sets.contains("Intrinsic_Visual")) return out;
  for (const auto& [name, shape] : sets.at("Intrinsic_Visual").named_geometries()) out[name] = shape;
  return out;
}

// Red, green and blue of what overrides the shape's own colours; empty when nothing does.
QString colorOf(const Shape& shape) {
  if (!shape.geometry().has_material_overrides()) return {};
  const auto& c = shape.geometry().material_overrides().base_color();
  return QStringLiteral("%1 %2 %3")
      .arg(std::lround(c.red() * 100))
      .arg(std::lround(c.green() * 100))
      .arg(std::lround(c.blue() * 100));
}

// Where each link of an object stands in the file.
std::map<std::string, Pose> linkPoses(const ImportedObject& one) {
  std::map<std::string, Pose> out;
  for (const auto& e : one.object.entities()) {
    const Pose above = e.parent_name().empty() ? one.file_t_object : out.at(e.parent_name());
    const auto here = geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this());
    out[e.name()] = e.parent_name().empty() ? above : above * here.value();
  }
  return out;
}

const Diagnostic* told(const ImportResult& result, const char* row) {
  const auto found = std::ranges::find_if(result.diagnostics, [&](const Diagnostic& d) {
    return d.failure && d.failure->row->code == std::string_view(row);
  });
  return found == result.diagnostics.end() ? nullptr : &*found;
}

}  // namespace

// STEP assemblies as one object, as links, as objects: names, places, colours, what is hidden.
class TestAssembly : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void oneObjectNamesItsInstances() {
    const auto result = machine(PartMode::kOne);
    QCOMPARE(result.objects.size(), std::size_t{1});
    std::set<std::string> names;
    for (const auto& [name, shape] : shapesOf(result.objects.front().object.entities(0))) names.insert(name);
    const std::set<std::string> wanted = {
        "machine/bed",
        "machine/green plate",
        "machine/left carriage/base plate",
        "machine/left carriage/bolt",
        "machine/left carriage/bolt #2",
        "machine/right carriage/base plate",
        "machine/right carriage/bolt",
        "machine/right carriage/bolt #2",
    };
    QCOMPARE(names, wanted);
    QCOMPARE(result.geometries.size(), std::size_t{3});  // bed, plate, bolt: each once
  }

  void partsAreLinks() {
    const auto result = machine(PartMode::kLinks);
    QCOMPARE(result.objects.size(), std::size_t{1});
    QCOMPARE(result.counts.links, std::uint64_t{11});
    QCOMPARE(result.counts.joints, std::uint64_t{0});
    QCOMPARE(result.geometries.size(), std::size_t{3});
    std::map<std::string, std::string> parents;
    for (const auto& e : result.objects.front().object.entities()) parents[e.name()] = e.parent_name();
    const std::map<std::string, std::string> wanted = {
        {"machine", ""},
        {"bed", "machine"},
        {"green_plate", "machine"},
        {"left_carriage", "machine"},
        {"base_plate", "left_carriage"},
        {"bolt", "left_carriage"},
        {"bolt_2", "left_carriage"},
        {"right_carriage", "machine"},
        {"base_plate_2", "right_carriage"},
        {"bolt_3", "right_carriage"},
        {"bolt_4", "right_carriage"},
    };
    QCOMPARE(parents, wanted);
  }

  void linksStandWhereTheFileHasThem() {
    const auto poses = linkPoses(machine(PartMode::kLinks).objects.front());
    // Placed by hand: the right carriage is turned a quarter about z at (110, 10, 20), its second bolt another quarter.
    const Pose right{Vec3(0.11, 0.01, 0.02), Quat(Eigen::AngleAxisd(M_PI_2, Vec3::UnitZ()))};
    const Pose bolt = right * Pose{Vec3(0.06, 0, 0), Quat(Eigen::AngleAxisd(M_PI_2, Vec3::UnitZ()))};
    for (const auto& [name, wanted] : {std::pair<std::string, Pose>{"right_carriage", right}, {"bolt_4", bolt}}) {
      QVERIFY((poses.at(name).p - wanted.p).norm() < 1e-12);
      QVERIFY(poses.at(name).q.angularDistance(wanted.q) < 1e-12);
    }
  }

  void eachPartIsAnObject() {
    const auto result = machine(PartMode::kObjects);
    std::map<std::string, Pose> objects;
    for (const ImportedObject& one : result.objects) objects[one.object.name()] = one.file_t_object;
    QCOMPARE(result.objects.size(), std::size_t{8});
    QCOMPARE(objects.size(), std::size_t{8});
    QCOMPARE(result.geometries.size(), std::size_t{3});
    const auto links = linkPoses(machine(PartMode::kLinks).objects.front());
    for (const auto& [name, pose] : objects) {
      QVERIFY2(links.contains(name), name.c_str());
      QVERIFY((links.at(name).p - pose.p).norm() < 1e-12);
      QVERIFY(links.at(name).q.angularDistance(pose.q) < 1e-12);
    }
  }

  void allThreeFillTheSameRoom() {
    const Bounds one = machine(PartMode::kOne).shown_m;
    for (const PartMode mode : {PartMode::kLinks, PartMode::kObjects}) {
      const Bounds other = machine(mode).shown_m;
      QVERIFY((one.min - other.min).norm() < 1e-9);
      QVERIFY((one.max - other.max).norm() < 1e-9);
    }
  }

  // The plate has a red face and is grey; one instance is painted green, another yellow from two levels above.
  void theColourOfAnInstanceWins() {
    const auto shapes = shapesOf(machine(PartMode::kOne).objects.front().object.entities(0));
    QCOMPARE(colorOf(shapes.at("machine/green plate")), QStringLiteral("0 100 0"));
    QCOMPARE(colorOf(shapes.at("machine/right carriage/base plate")), QStringLiteral("100 100 0"));
    QCOMPARE(colorOf(shapes.at("machine/left carriage/base plate")), QString());
    QCOMPARE(colorOf(shapes.at("machine/left carriage/bolt")), QStringLiteral("0 0 100"));
  }

  void whatTheFileHidesIsLeftOutAndTold() {
    const auto result = machine(PartMode::kOne);
    QCOMPARE(result.counts.parts, std::uint64_t{8});
    QVERIFY(result.shown_m.max.z() < 0.07);  // the guard is 200 mm high
    const Diagnostic* hidden = told(result, "io.step-hidden");
    QVERIFY(hidden != nullptr);
    QVERIFY(hidden->message.find("machine/guard") != std::string::npos);
    QCOMPARE(hidden->severity, Diagnostic::Severity::kInfo);
  }

  void layersAndVolumesAreTold() {
    const auto result = machine(PartMode::kOne);
    const Diagnostic* layers = told(result, "io.step-layers");
    QVERIFY(layers != nullptr);
    QVERIFY(layers->message.find("fixtures") != std::string::npos);
    QVERIFY(told(result, "io.step-volumes-hold") != nullptr);
    // The file states 500 cm^3 for a bed of 200 x 100 x 20 mm.
    const Diagnostic* off = told(result, "io.step-volume-off");
    QVERIFY(off != nullptr);
    QVERIFY(off->message.find("400") != std::string::npos && off->message.find("500") != std::string::npos);
  }

  // A letter of a record is damaged: the library goes on without what it describes, and that is told with its line.
  void whatTheLibraryCannotTakeInIsTold_data() {
    QTest::addColumn<QByteArray>("was");
    QTest::addColumn<QByteArray>("is");
    QTest::addColumn<QByteArray>("place");
    QTest::newRow("another type") << QByteArray("#89 = ORIENTED_EDGE") << QByteArray("#89 = OEDGE") << QByteArray(":");
    QTest::newRow("bytes in a type") << QByteArray("#145 = ORIENTED_EDGE") << QByteArray("#145 = ORI\x01?TED_EDGE")
                                     << QByteArray("");
    QTest::newRow("of another kind") << QByteArray("#117 = ORIENTED_EDGE('',*,*,#118")
                                     << QByteArray("#117 = ORIENTED_EDGE('',*,*,#42") << QByteArray(":");
  }
  void whatTheLibraryCannotTakeInIsTold() {
    QFETCH(QByteArray, was);
    QFETCH(QByteArray, is);
    QFETCH(QByteArray, place);
    QFile sound(test::sourceFolder() + QLatin1String(kMachine));
    QVERIFY(sound.open(QIODevice::ReadOnly));
    QByteArray text = sound.readAll();
    QCOMPARE(text.count(was), 1);
    text.replace(was, is);
    const QTemporaryDir folder;
    QFile damaged(folder.filePath(QStringLiteral("damaged.step")));
    QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write(text) == text.size());
    damaged.close();
    const ImportResult result = import(damaged.fileName(), PartMode::kOne);
    const Diagnostic* untaken = told(result, "io.step-untaken");
    QVERIFY(untaken != nullptr || told(result, "io.step-record") != nullptr);
    if (untaken == nullptr) return;
    QCOMPARE(untaken->severity, Diagnostic::Severity::kWarning);
    QVERIFY2(untaken->message.starts_with("damaged.step" + place.toStdString()), untaken->message.c_str());
    QVERIFY(told(machine(PartMode::kOne), "io.step-untaken") == nullptr);
  }

  void sourcesAreKept() {
    const auto result = machine(PartMode::kLinks);
    const scene::PartSources sources = scene::partSourcesOf(result.objects.front().object);
    QCOMPARE(sources.mode, std::string("links"));
    QCOMPARE(sources.resolution, std::string("coarse"));
    QCOMPARE(sources.sha256.size(), std::size_t{64});
    QVERIFY(QString::fromStdString(sources.file).endsWith(QLatin1String("machine.step")));
    QCOMPARE(sources.parts.size(), std::size_t{11});
    const auto bolt = std::ranges::find(sources.parts, "bolt_4", &scene::PartSource::entity);
    QVERIFY(bolt != sources.parts.end());
    QCOMPARE(bolt->path, std::string("machine/right carriage/bolt #2"));
    QCOMPARE(bolt->part, std::string("bolt"));
    QVERIFY(scene::partSourcesOf(machine(PartMode::kOne).objects.front().object).parts.empty());
  }

  // For files that were drawn with y up.
  void standsUp() {
    ImportOptions options;
    options.up = UpAxis::kY;
    for (const PartMode mode : {PartMode::kOne, PartMode::kObjects}) {
      options.parts = mode;
      const auto up =
          importFile((test::sourceFolder() + QLatin1String(kMachine)).toStdString(), options, store_, {}, {});
      QVERIFY2(up.ok(), up.status().line().c_str());
      const auto lying = machine(mode);
      const Vec3 was = lying.shown_m.size(), is = up->shown_m.size();
      QVERIFY((is - Vec3(was.x(), was.z(), was.y())).norm() < 1e-9);
      QVERIFY(std::abs(up->shown_m.min.z() - lying.shown_m.min.y()) < 1e-9);
      QVERIFY(std::abs(up->bounds_m.min.z() - lying.bounds_m.min.y()) < 1e-9);
    }
  }

  void theSameEachTime() {
    QCOMPARE(machine(PartMode::kLinks).objects.front().object.SerializeAsString().size(),
             machine(PartMode::kLinks).objects.front().object.SerializeAsString().size());
    const auto data = [&] {
      return machine(PartMode::kLinks).objects.front().object.user_data().at(scene::kPartSourcesKey).value();
    };
    QCOMPARE(data(), data());
  }

  // Real assemblies: as many parts in each way, and as links nothing is called as its number alone.
  void realAssemblies_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("parts");
    QTest::newRow("five kinds of parts, eighteen solids") << "step/OCCT/data/step/trj6_as1-tc-214.stp" << 18;
    QTest::newRow("another system") << "step/OCCT/data/step/trj2_as1-md-214.stp" << 18;
  }
  void realAssemblies() {
    QFETCH(QString, file);
    QFETCH(int, parts);
    const QString path = test::sharedPath(QStringLiteral("corpus/") + file);
    if (path.isEmpty()) QSKIP("WORLDWRIGHT_SHARED is not set, or lacks this file");
    const auto one = import(path, PartMode::kOne), links = import(path, PartMode::kLinks);
    const auto objects = import(path, PartMode::kObjects);
    if (parts > 0) QCOMPARE(one.counts.parts, std::uint64_t(parts));
    QCOMPARE(links.counts.parts, one.counts.parts);
    QCOMPARE(objects.objects.size(), std::size_t(one.counts.parts));
    QVERIFY(links.counts.links > one.counts.parts);  // and the assemblies
    QCOMPARE(links.counts.triangles, one.counts.triangles);
    QVERIFY((links.shown_m.max - one.shown_m.max).norm() < 1e-9);
    QVERIFY((objects.shown_m.min - one.shown_m.min).norm() < 1e-9);
  }

 private:
  ImportResult import(const QString& path, PartMode mode) {
    ImportOptions options;
    options.parts = mode;
    auto result = importFile(path.toStdString(), options, store_, {}, {});
    if (result.ok()) return std::move(result.value());
    qWarning("%s", result.status().line().c_str());
    return {};
  }
  ImportResult machine(PartMode mode) {
    ImportResult result = import(test::sourceFolder() + QLatin1String(kMachine), mode);
    if (result.objects.empty()) qFatal("the machine was not read");
    return result;
  }

  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestAssembly)
#include "test_assembly.moc"
