// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

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
    QTest::newRow("not a number") << "<geometry><sphere radius='nan'/></geometry>" << "the radius of its sphere is no sound number: nan";
    QTest::newRow("nothing") << "<geometry/>" << "it has no geometry";
    QTest::newRow("no geometry") << "" << "it has no geometry";
    QTest::newRow("unknown") << "<geometry><cone radius='1'/></geometry>" << "cone is no shape of URDF";
    QTest::newRow("half") << "<geometry><cylinder radius='1'/></geometry>" << "its cylinder has no length";
    QTest::newRow("two numbers") << "<geometry><box size='1 1'/></geometry>" << "the size of its box is no sound number: 1 1";
    QTest::newRow("origin") << "<origin xyz='a b c'/><geometry><box size='1 1 1'/></geometry>" << "";
    QTest::newRow("mesh") << "<geometry><mesh/></geometry>" << "its mesh has no filename";
    QTest::newRow("empty name") << "<geometry><mesh filename=''/></geometry>" << "its mesh has no filename";
    QTest::newRow("capsule") << "<geometry><capsule radius='-1' length='1'/></geometry>" << "";
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
      QVERIFY2(message.startsWith("a shape of link arm is left out: ") && message.contains(why), qPrintable(message));
      // What stands behind it in the link stays.
      QCOMPARE(shapesIn(*result, kind == "visual" ? "Intrinsic_Visual" : "Intrinsic_Collision"), std::size_t{2});
      ImportOptions strict;
      strict.strict = true;
      QCOMPARE(import("r.urdf", robot(box + bad + box), strict).status().code, Code::kFailedPrecondition);
    }
  }

  void urdfCapsulesAreRead() {
    const auto result = import("r.urdf", robot("<visual><geometry><cylinder radius='0.1' length='1'/></geometry></visual>"
                                               "<visual><geometry><capsule radius='0.1' length='1'/></geometry></visual>"
                                               "<collision><geometry><capsule radius='0.2' length='1'/></geometry></collision>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QVERIFY(result->diagnostics.empty());
    QCOMPARE(shapesIn(*result, "Intrinsic_Visual"), std::size_t{2});
    QVERIFY(std::abs(result->shown_m.size().z() - 1.4) < 1e-9);
    QCOMPARE(result->geometries.size(), std::size_t{3});
  }

  void urdfShapesBehindABadInertiaStay() {
    const auto result = import("r.urdf", robot("<inertial><mass value='heavy'/></inertial><visual><geometry><box size='1 1 1'/></geometry></visual>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(shapesIn(*result, "Intrinsic_Visual"), std::size_t{1});
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
    QVERIFY(result->diagnostics.front().message.starts_with("the inertia of link arm is left out: "));
  }

  void urdfSecondShapeInOneElementIsTold() {
    const auto result = import("r.urdf", robot("<visual><geometry><box size='1 1 1'/><sphere radius='1'/></geometry></visual>"));
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->diagnostics.size(), std::size_t{1});
  }

  void urdfLinkWithTwoParentsIsRefused() {
    const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
      return "<joint name='" + name + "' type='fixed'><parent link='" + parent + "'/><child link='" + child + "'/></joint>";
    };
    const std::string links = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>";
    const auto twice = import("r.urdf", links + joint("ab", "a", "b") + joint("ac", "a", "c") + joint("bc", "b", "c") + "</robot>");
    QCOMPARE(twice.status().code, Code::kInvalidArgument);
    QCOMPARE(twice.status().title, std::string("link c is the child of two joints, ac and bc"));
    const auto ring = import("r.urdf", links + joint("bc", "b", "c") + joint("cb", "c", "b") + "</robot>");
    QVERIFY2(ring.ok(), ring.status().line().c_str());
    QCOMPARE(ring->diagnostics.size(), std::size_t{2});
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  void write(const std::string& name, const std::string& bytes) const { std::ofstream(root() / name, std::ios::binary) << bytes; }
  Result<ImportResult> import(const std::string& name, const std::string& bytes, const ImportOptions& options = {}) {
    write(name, bytes);
    return importFile(root() / name, options, store_, {}, Progress());
  }

  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoRefusals)
#include "test_io_refusals.moc"
