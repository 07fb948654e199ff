// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <fstream>

#include "core/io/importer.h"
#include "tests/contract/io/gltf_samples.h"

using namespace ww;
using namespace ww::io;
using samples::QuantisedGltf;

// Quantised and compressed glTF files through the real worker.
class TestIoGltf : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bin = qgetenv("WW_BIN_DIR");
    if (!bin.isEmpty()) qputenv("WORLDWRIGHT_WORKER", bin + "/worldwright-worker");
  }

  void normalisedShortsAreReadToTheBit() {
    const QuantisedGltf sample;
    const float half = 16384 / 32767.0f, least = 1 / 32767.0f;
    write("beside.bin", sample.buffer());
    for (const auto& [name, bytes] :
         {std::pair{"q.glb", sample.glb()}, {"q.gltf", sample.gltf()}, {"file.gltf", sample.json("beside.bin")}}) {
      const auto result = import(name, bytes);
      QVERIFY2(result.ok(), result.status().line().c_str());
      QCOMPARE(result->counts.triangles, std::uint64_t{2});
      compareVertices(result, {{0, 0, 0}, {1, 0, 0}, {1, half, 0}, {-1, half, least}});
    }
  }

  void plainBytesAreScaledByTheirNode() {
    QuantisedGltf sample;
    sample.type = 5121;
    sample.normalized = false;
    sample.stride = 4;
    sample.corners = {{0, 0, 0}, {255, 0, 0}, {255, 100, 0}, {0, 100, 7}};
    compareVertices(import("b.glb", sample.glb()), {{0, 0, 0}, {255, 0, 0}, {255, 100, 0}, {0, 100, 7}});
    sample.node = R"("name":"part","mesh":0,"scale":[0.5,0.5,0.5],"translation":[10,0,0])";
    const auto result = import("b.gltf", sample.gltf());
    QVERIFY2(result.ok(), result.status().line().c_str());
    // y up: (x, y, z) -> (x, -z, y).
    QVERIFY((result->bounds_m.min - Vec3(10, -3.5, 0)).norm() < 1e-6);
    QVERIFY((result->bounds_m.max - Vec3(137.5, 0, 50)).norm() < 1e-6);
  }

  void normalsOfBytesAreRead() {
    QuantisedGltf sample;
    sample.normals = true;
    sample.stride = 12;
    const auto result = import("n.glb", sample.glb());
    QVERIFY2(result.ok(), result.status().line().c_str());
    const geometry::Mesh& mesh = *result->geometries.front()->mesh;
    QCOMPARE(mesh.normals.size(), mesh.vertices.size());
    for (const auto& n : mesh.normals) QVERIFY((n - Eigen::Vector3f(0, 0, 1)).norm() < 1e-6f);
  }

  void theLastElementNeedsNoPadding() {
    QuantisedGltf sample;
    sample.view_length = "30";  // three strides of 8 and 6 bytes
    const auto result = import("tight.glb", sample.glb());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{2});
  }

  void sparseValuesArePutIn() {
    QuantisedGltf sample;
    sample.sparse = R"({"count":1,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}})";
    const float half = 16384 / 32767.0f;
    compareVertices(import("s.glb", sample.glb()), {{0, 0, 0}, {1, 0, 0}, {1, half, 0}, {0, 1, 0}});
    sample.view = "";  // all but the named ones are zero
    compareVertices(import("s.glb", sample.glb()), {{0, 0, 0}, {0, 1, 0}});
  }

  void quantisedDracoMeshesAreRead() {
    const auto result = import("d.glb", samples::dracoGlb());
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->counts.triangles, std::uint64_t{2});
    const float half = 16384 / 32767.0f;
    compareVertices(result, {{0, 0, 0}, {1, 0, 0}, {1, half, 0}, {0, half, 0}});
  }

  void lyingFilesAreRefusedWithAReason_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* name, const char* reason, auto change) {
      QuantisedGltf sample;
      change(sample);
      QTest::newRow(name) << QByteArray::fromStdString(sample.glb()) << QString(reason);
    };
    row("accessor beyond its view", "asks for 5 elements", [](auto& s) { s.count = "5"; });
    row("count of 2^31", "asks for 2147483648 elements", [](auto& s) { s.count = "2147483648"; });
    row("count of 2^64 - 1", "reaches beyond", [](auto& s) { s.count = "18446744073709551615"; });
    row("count that is negative", "has -4 as its count", [](auto& s) { s.count = "-4"; });
    row("count of nothing", "has 0 as its count", [](auto& s) { s.count = "0"; });
    row("offset of 2^64 - 1", "reaches beyond", [](auto& s) { s.offset = "18446744073709551615"; });
    row("offset that is negative", "reaches beyond", [](auto& s) { s.offset = "-8"; });
    row("stride of 1", "no sound stride", [](auto& s) { s.said_stride = "1"; });
    row("stride of 2^63", "no sound stride", [](auto& s) { s.said_stride = "9223372036854775808"; });
    row("stride that is no number", "no sound stride", [](auto& s) { s.said_stride = "\"8\""; });
    row("missing view", "no buffer view", [](auto& s) { s.view = ""; });
    row("view that does not exist", "does not exist", [](auto& s) { s.view = "\"bufferView\":77,"; });
    row("view beyond its buffer", "asks for 4096 bytes", [](auto& s) { s.view_length = "4096"; });
    row("view of 2^64 - 1", "asks for 18446744073709551615 bytes",
        [](auto& s) { s.view_length = "18446744073709551615"; });
    row("type that does not exist", "has 4294972418 as its componentType", [](auto& s) { s.said_type = "4294972418"; });
    row("sparse index beyond the count", "sparse values", [](auto& s) {
      s.sparse =
          R"({"count":1,"indices":{"bufferView":1,"byteOffset":2,"componentType":5125},"values":{"bufferView":3}})";
    });
    row("sparse count of 2^40", "sparse values", [](auto& s) {
      s.sparse = R"({"count":1099511627776,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}})";
    });
    row("sparse, without a base, of 2^31", "more than", [](auto& s) {
      s.view = "";
      s.count = "2147483648";
      s.sparse = R"({"count":1,"indices":{"bufferView":2,"componentType":5123},"values":{"bufferView":3}})";
    });
    QTest::newRow("damaged Draco mesh") << QByteArray::fromStdString(samples::dracoGlb(true)) << QString("Draco");
  }
  void lyingFilesAreRefusedWithAReason() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const auto result = import("lie.glb", bytes.toStdString());
    QVERIFY(!result.ok());
    QVERIFY2(QString::fromStdString(result.status().title).contains(reason), result.status().line().c_str());
    QVERIFY(!result.status().hint.empty());
  }

  void buffersOutsideAreNotRead() {
    write("secret.bin", QuantisedGltf().buffer());
    std::filesystem::create_directories(root() / "inner");
    const auto result = import("inner/out.gltf", QuantisedGltf().json("../secret.bin"));
    QVERIFY(!result.ok());
    QCOMPARE(result.status().code, Code::kPermissionDenied);
    QVERIFY(!import("inner/web.gltf", QuantisedGltf().json("https://example.org/a.bin")).ok());
    QVERIFY(!import("inner/none.gltf", QuantisedGltf().json("none.bin")).ok());
  }

 private:
  std::filesystem::path root() const { return dir_.path().toStdString(); }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(root() / name, std::ios::binary) << bytes;
  }
  Result<ImportResult> import(const std::string& name, const std::string& bytes) {
    write(name, bytes);
    return importFile(root() / name, {}, store_, {}, Progress());
  }

  // The vertices of the only mesh, in any order.
  static void compareVertices(const Result<ImportResult>& result, const std::vector<Vec3>& wanted) {
    QVERIFY2(result.ok(), result.status().line().c_str());
    QCOMPARE(result->geometries.size(), std::size_t{1});
    const auto& have = result->geometries.front()->mesh->vertices;
    QCOMPARE(have.size(), wanted.size());
    for (const Vec3& v : wanted) {
      QVERIFY2(std::ranges::count(have, v) == 1,
               qPrintable(QString("%1 %2 %3").arg(v.x(), 0, 'g', 17).arg(v.y(), 0, 'g', 17).arg(v.z(), 0, 'g', 17)));
    }
  }

  QTemporaryDir dir_;
  geometry::GeometryStore store_;
};

QTEST_GUILESS_MAIN(TestIoGltf)
#include "test_io_gltf.moc"
