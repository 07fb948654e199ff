// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <fstream>

#include "core/base/failure.h"
#include "core/io/importer.h"
#include "tests/contract/io/sample_files.h"

using namespace ww;
using namespace ww::io;

namespace {

using intrinsic_proto::scene_object::v1::Entity;

std::size_t shapesIn(const ImportResult& result, const std::string& set) {
  std::size_t out = 0;
  for (const Entity& e : result.objects.front().object.entities()) {
    const auto& sets = e.link().geometry_component().named_geometries();
    if (sets.contains(set)) out += sets.at(set).named_geometries().size();
  }
  return out;
}

std::string robot(const std::string& in_link) {
  return "<robot name='r'><link name='arm'>" + in_link + "</link></robot>";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

std::string binaryStl(float v) {
  std::string out = samples::stlBinary();
  for (std::size_t at = 84 + 12; at + 36 < out.size(); at += 50) std::memcpy(out.data() + at, &v, sizeof v);
  return out;
}

}  // namespace

// What a file holds and cannot be taken over is told, with the true reason.
class TestIoRefusals : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void droppedUrdfShapesAreTold_data() {
    QTest::addColumn<QString>("shape");
    QTest::addColumn<QString>("why");
    QTest::newRow("not a number") << "<geometry><sphere radius='nan'/></geometry>"
                                  << "the radius of its sphere is 'nan', and has to be a number";
    QTest::newRow("nothing") << "<geometry/>"
                             << "it has no geometry";
    QTest::newRow("no geometry") << ""
                                 << "it has no geometry";
    QTest::newRow("unknown") << "<geometry><cone radius='1'/></geometry>"
                             << "cone is no shape of URDF";
    QTest::newRow("half") << "<geometry><cylinder radius='1'/></geometry>"
                          << "its cylinder has no length";
    QTest::newRow("two numbers") << "<geometry><box size='1 1'/></geometry>"
                                 << "the size of its box has to be three numbers, and is '1 1'";
    QTest::newRow("origin") << "<origin xyz='a b c'/><geometry><box size='1 1 1'/></geometry>"
                            << "the xyz of its <origin> has to be three numbers, and is 'a b c'";
    QTest::newRow("mesh") << "<geometry><mesh/></geometry>"
                          << "its mesh has no filename";
    QTest::newRow("empty name") << "<geometry><mesh filename=''/></geometry>"
                                << "its mesh has no filename";
    QTest::newRow("capsule") << "<geometry><capsule radius='-1' length='1'/></geometry>"
                             << "";
  }
  void droppedUrdfShapesAreTold() {
    QFETCH(QString, shape);
    QFETCH(QString, why);
    for (const std::string kind : {"collision", "visual"}) {
      const std::string box = "<" + kind + "><geometry><box size='1 1 1'/></geometry></" + kind + ">";
      const std::string bad = "<" + kind + ">" + shape.toStdString() + "</" + kind + ">";
      const auto result = import("r.urdf", robot(box + bad + box));
      QVERIFY2(result.ok(), result.status().line().c_str());
      QCOMPARE(result->diagnostics.size(), std::size_t{1});
      const QString message = QString::fromStdString(result->diagnostics.front().message);
      QVERIFY2(message.startsWith("a shape of link 'arm' is left out") && message.contains(why), qPrintable(message));
      // What stands behind it in the link stays.
      QCOMPARE(shapesIn(*result, kind == "visual" ? "Intrinsic_Visual" : "Intrinsic_Collision"), std::size_t{2});
      ImportOptions strict;
      strict.strict = true;
      QCOMPARE(import("r.urdf", robot(box + bad + box), strict).status().code, Code::kFailedPrecondition);
    }
  }

  void urdfCapsulesAreRead() {
    const auto result =
        import("r.urdf", robot("<visual><geometry><cylinder radius='0.1' length='1'/></geometry></visual>"
                               "<visual><geometry><capsule radius='0.1' length='1'/></geometry></visual>"
                               "<collision><geometry><capsule radius='0.2' length='1'/></geometry></collision>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QVERIFY(result->diagnostics.empty());
    QCOMPARE(shapesIn(*result, "Intrinsic_Visual"), std::size_t{2});
    QVERIFY(std::abs(result->shown_m.size().z() - 1.4) < 1e-9);
    QCOMPARE(result->geometries.size(), std::size_t{3});
  }

  void urdfShapesBehindABadInertiaStay() {
    const auto result = import(
        "r.urdf",
        robot("<inertial><mass value='heavy'/></inertial><visual><geometry><box size='1 1 1'/></geometry></visual>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(shapesIn(*result, "Intrinsic_Visual"), std::size_t{1});
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    QVERIFY(result->diagnostics.front().message.starts_with("the inertia of link 'arm' is left out: "));
  }

  void urdfSecondShapeInOneElementIsTold() {
    const auto result =
        import("r.urdf", robot("<visual><geometry><box size='1 1 1'/><sphere radius='1'/></geometry></visual>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    // What is no shape is in the wrong place, and nothing to see is lost.
    QVERIFY(import("r.urdf", robot("<visual><geometry><box size='1 1 1'/><material name='grey'/></geometry></visual>"))
                ->diagnostics.empty());
  }

  void urdfLinkWithTwoParentsIsRefused() {
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
      return "<joint name='" + name + "' type='fixed'><parent link='" + parent + "'/><child link='" + child +
             "'/></joint>";
    };
    const std::string links = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>";
    const auto twice =
        import("r.urdf", links + joint("ab", "a", "b") + joint("ac", "a", "c") + joint("bc", "b", "c") + "</robot>");
    QCOMPARE(twice.status().code, Code::kInvalidArgument);
    QCOMPARE(twice.status().title, std::string("r.urdf:1: link 'c' is the child of two joints, 'ac' and 'bc'"));
    QVERIFY(twice.status().failure);
    QCOMPARE(twice.status().failure->row->code, std::string_view("io.urdf-two-parents"));
    QCOMPARE(std::get<arg::Name>(*twice.status().failure->find("second")).text, std::string("bc"));
    const auto ring = import("r.urdf", links + joint("bc", "b", "c") + joint("cb", "c", "b") + "</robot>");
    QVERIFY2(ring.ok(), ring.status().line().c_str());
    QCOMPARE(ring->diagnostics.size(), std::size_t{2});
  }

  void missingMaterialFilesAreNamed() {
    const auto result = import("square.obj", samples::obj());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    QCOMPARE(result->diagnostics.front().message,
             std::string("the material file 'square.mtl' of 'square.obj' is missing, and its colours with it"));
    write("outside.mtl", samples::mtl());
    std::filesystem::create_directories(root() / "inner");
    const std::string outside = replaced(samples::obj(), "square.mtl", "../outside.mtl");
    const auto forbidden = import("inner/square.obj", outside);
    QVERIFY2(forbidden.ok(), forbidden.status().line().c_str());
    QCOMPARE(forbidden->diagnostics.size(), std::size_t{1});
    QVERIFY(forbidden->diagnostics.front().message.starts_with(
        "the material file '../outside.mtl' of 'square.obj' is not read"));
    ImportOptions options;
    options.search_dirs = {root()};
    QVERIFY(import("inner/square.obj", outside, options)->diagnostics.empty());
  }

  void unitsAreThoseOfTheFile() {
    QCOMPARE(import("z.dae", samples::dae("Z_UP", 0.0254))->unit, std::string("in"));
    QCOMPARE(import("z.dae", samples::dae("Z_UP", 0.01))->unit, std::string("cm"));
    const std::string millimetres = samples::stepAssembly("mm");
    QCOMPARE(import("um.step", replaced(millimetres, "SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT(.MICRO.,.METRE.)"))->unit,
             std::string("um"));
    QCOMPARE(import("km.step", replaced(millimetres, "SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT(.KILO.,.METRE.)"))->unit,
             std::string("km"));
    QCOMPARE(import("m.step", replaced(millimetres, "SI_UNIT(.MILLI.,.METRE.)", "SI_UNIT($,.METRE.)"))->unit,
             std::string("m"));
  }

  void anotherUnitThanTheFilesIsTold() {
    ImportOptions inches;
    inches.unit_scale = 0.0254;
    for (const auto& [name, bytes, unit] : {std::tuple{"a.step", samples::stepAssembly("mm"), "mm"},
                                            {"z.dae", samples::dae("Z_UP", 0.01), "cm"},
                                            {"a.urdf", robot(""), "m"}}) {
      const auto result = import(name, bytes, inches);
      QVERIFY2(result.ok(), result.status().line().c_str());
      QCOMPARE(result->diagnostics.size(), std::size_t{1});
      QCOMPARE(result->diagnostics.front().message,
               fmt::format("the unit is not changed to in: the file says its own, {}", unit));
    }
    QVERIFY(import("a.step", samples::stepAssembly("in"), inches)->diagnostics.empty());
  }

  void numbersThatCannotBePlacedAreRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("why");
    const auto row = [](const char* tag, const char* name, const std::string& bytes, const char* why) {
      QTest::newRow(tag) << name << QByteArray::fromStdString(bytes) << why;
    };
    const char* triangles = "can be placed: their coordinates are not finite or beyond 1e9 m";
    row("infinite STL", "a.stl", binaryStl(INFINITY), triangles);
    row("huge STL", "a.stl", binaryStl(1e30f), triangles);
    row("huge text STL", "a.stl", replaced(samples::stlText(), "vertex ", "vertex 1e400"), triangles);
    row("huge OBJ", "a.obj", "v 1e30 0 0\nv 1e30 1 0\nv 1e30 0 1\nf 1 2 3\n", triangles);
    row("huge PLY", "a.ply", replaced(samples::ply(), "0 0 0\n1 0 0\n0 1 0", "1e30 0 0\n1e30 0 0\n1e30 1 0"),
        triangles);
    const char* places = "is not finite or beyond 1e9 m";
    for (const char* number : {"1e300", "1e30"}) {
      const std::string matrix = fmt::format("\"matrix\":[{0},0,0,0,0,{0},0,0,0,0,{0},0,0,0,0,1],\"mesh\":0", number);
      row(fmt::format("glTF matrix {}", number).c_str(), "a.gltf",
          replaced(replaced(samples::gltf(), ",\"translation\":[5,0,0]", ""), "\"mesh\":0", matrix), places);
    }
    row("glTF place", "a.gltf",
        replaced(replaced(samples::gltf(), ",\"translation\":[5,0,0]", ""), "\"mesh\":0",
                 "\"translation\":[1e15,0,0],\"mesh\":0"),
        places);
    row("STEP", "a.step", replaced(samples::stepAssembly("mm"), "(10.000000,", "(1E999,"),
        "the coordinate 1E999 of the point #");
  }
  void numbersThatCannotBePlacedAreRefused() {
    QFETCH(QString, name);
    QFETCH(QByteArray, bytes);
    QFETCH(QString, why);
    const auto result = import(name.toStdString(), bytes.toStdString());
    QVERIFY(!result.ok());
    QCOMPARE(result.status().code, Code::kInvalidArgument);
    QVERIFY2(QString::fromStdString(result.status().title).contains(why), result.status().line().c_str());
  }

  void partsThatCannotBePlacedAreTold() {
    const auto result = import("a.gltf", replaced(samples::gltf(), "[5,0,0]", "[1e15,0,0]"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    QCOMPARE(result->diagnostics.front().message,
             std::string("'right' is left out: its size or place is not finite or beyond 1e9 m"));
    QCOMPARE(result->counts.triangles, std::uint64_t{1});
  }

  void scaleSaysItsBounds() {
    ImportOptions options;
    options.uniform_scale = 1e200;
    QCOMPARE(import("t.stl", samples::stlText(), options).status().title,
             std::string("the uniform scale 1e+200 does not lie between 1e-9 and 1e9"));
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root() / name, std::ios::binary) << bytes;
  }
  Result<ImportResult> import(const std::string& name, const std::string& bytes, const ImportOptions& options = {}) {
    write(name, bytes);
    return importFile(root() / name, options, store_, {}, Progress());
  }

  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoRefusals)
#include "test_io_refusals.moc"
