// SPDX-License-Identifier: Apache-2.0
// What glTF files pack, repeat and bend.
#include <meshoptimizer.h>

#include <QtTest>

#include <cmath>

#include "tests/contract/io/gltf_samples.h"
#include "tests/contract/io/import_here.h"

using namespace ww;

namespace {

struct Corner {
  float x, y, z;
};
// A square of 1 x 2 in the plane of x and y.
const std::vector<Corner> kSquare = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};
const std::vector<std::uint32_t> kTriangles = {0, 1, 2, 0, 2, 3};

template <typename T>
std::string bytesOf(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

std::string packedVertices() {
  std::vector<unsigned char> out(meshopt_encodeVertexBufferBound(kSquare.size(), sizeof(Corner)));
  out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), kSquare.data(), kSquare.size(), sizeof(Corner)));
  return bytesOf(out);
}
std::string packedIndices() {
  std::vector<unsigned char> out(meshopt_encodeIndexBufferBound(kTriangles.size(), kSquare.size()));
  out.resize(meshopt_encodeIndexBuffer(out.data(), out.size(), kTriangles.data(), kTriangles.size()));
  return bytesOf(out);
}

std::string number(std::size_t n) { return std::to_string(n); }

// A GLB whose two views are packed, and stand in the JSON as views of a buffer without bytes.
std::string packedGlb(std::string vertices, const std::string& indices, const std::string& filter = "NONE") {
  vertices.resize((vertices.size() + 3) / 4 * 4, '\0');
  const std::string rest = indices + std::string(3 - (indices.size() + 3) % 4, '\0');
  const std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"part","mesh":0}],)"
      R"("extensionsUsed":["EXT_meshopt_compression"],"extensionsRequired":["EXT_meshopt_compression"],)"
      R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],"accessors":[)"
      R"({"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,2,0]},)"
      R"({"bufferView":1,"componentType":5125,"count":6,"type":"SCALAR"}],"bufferViews":[)"
      R"({"buffer":1,"byteLength":48,"byteStride":12,"target":34962,"extensions":{"EXT_meshopt_compression":{"buffer":0,)"
      R"("byteLength":)" +
      number(packedVertices().size()) + R"(,"byteStride":12,"count":4,"mode":"ATTRIBUTES","filter":")" + filter +
      R"("}}},{"buffer":1,"byteOffset":48,"byteLength":24,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteOffset":)" +
      number(vertices.size()) + R"(,"byteLength":)" + number(indices.size()) +
      R"(,"byteStride":4,"count":6,"mode":"TRIANGLES"}}}],"buffers":[{"byteLength":)" +
      number(vertices.size() + rest.size()) +
      R"(},{"byteLength":72,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}]})";
  return samples::glbOf(json, vertices + rest);
}

// One triangle, with more in its nodes, and more accessors and views over `binary` from index 1 and 1 on.
std::string triangleGlb(const std::string& node, const std::string& more, const std::string& accessors,
                        const std::string& views, const std::string& binary, const std::string& attributes = "") {
  const std::vector<Corner> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::string json =
      R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"name":"part","mesh":0)" + node + "}" +
      more + R"(,"meshes":[{"primitives":[{"attributes":{"POSITION":0)" + attributes +
      R"(}}]}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]})" +
      accessors + R"(],"bufferViews":[{"buffer":0,"byteLength":36})" + views + R"(],"buffers":[{"byteLength":)" +
      number(36 + binary.size()) + "}]}";
  return samples::glbOf(json, bytesOf(corners) + binary);
}

}  // namespace

class TestIoGltfParts : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { samples::ImportHere::useOwnWorker(); }
  void init() { here_ = std::make_unique<samples::ImportHere>(); }

  void packedViewsAreRead() {
    const auto read = here_->import("a.glb", packedGlb(packedVertices(), packedIndices()));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{2});
    // y up: (x, y, z) -> (x, -z, y).
    QVERIFY((read->shown_m.size() - Vec3(1, 0, 2)).norm() < 1e-6);
  }

  void damagedPackedViewsAreRefused_data() {
    QTest::addColumn<QByteArray>("bytes");
    const auto row = [](const char* name, const std::string& bytes) {
      QTest::newRow(name) << QByteArray::fromStdString(bytes);
    };
    std::string vertices = packedVertices(), indices = packedIndices();
    vertices[0] = '\x7f';
    row("vertices", packedGlb(vertices, packedIndices()));
    indices[0] = '\x7f';
    row("indices", packedGlb(packedVertices(), indices));
    row("cut", packedGlb(packedVertices(), packedIndices().substr(0, 3)));
    row("filter that is none", packedGlb(packedVertices(), packedIndices(), "SEPIA"));
    row("filter of another size", packedGlb(packedVertices(), packedIndices(), "QUATERNION"));
  }
  void damagedPackedViewsAreRefused() {
    QFETCH(QByteArray, bytes);
    const auto read = here_->import("a.glb", bytes.toStdString());
    QVERIFY(!read.ok());
    QCOMPARE(samples::codeOf(read.status()), QStringLiteral("io.gltf-meshopt"));
  }

  void instancesAreAllThere() {
    const std::vector<float> places = {0, 0, 0, 5, 0, 0, 0, 7, 0}, sizes = {1, 1, 1, 1, 1, 1, 2, 2, 2};
    const std::string glb = triangleGlb(
        R"(,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":1,"SCALE":2}}})", "]",
        R"(,{"bufferView":1,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":2,"componentType":5126,"count":3,"type":"VEC3"})",
        R"(,{"buffer":0,"byteOffset":36,"byteLength":36},{"buffer":0,"byteOffset":72,"byteLength":36})",
        bytesOf(places) + bytesOf(sizes));
    const auto read = here_->import("a.glb", glb);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{3});
    QVERIFY((read->shown_m.size() - Vec3(6, 0, 9)).norm() < 1e-6);
    here_->options.max_instances = 2;
    QCOMPARE(here_->import("a.glb", glb).status().code, Code::kResourceExhausted);
  }

  // Without matrices, the format has the joints stand where they bind.
  void skinsThatSayNotHowTheyBindAreRead() {
    const std::vector<std::uint8_t> joints(12, 0);
    const std::vector<float> weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const std::string glb = triangleGlb(
        R"(,"skin":0)", R"(,{"name":"bone"}],"skins":[{"joints":[1]}])",
        R"(,{"bufferView":1,"componentType":5121,"count":3,"type":"VEC4"},{"bufferView":2,"componentType":5126,"count":3,"type":"VEC4"})",
        R"(,{"buffer":0,"byteOffset":36,"byteLength":12},{"buffer":0,"byteOffset":48,"byteLength":48})",
        bytesOf(joints) + bytesOf(weights), R"(,"JOINTS_0":1,"WEIGHTS_0":2)");
    const auto read = here_->import("a.glb", glb);
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{1});
    const bool told = std::ranges::any_of(read->diagnostics, [](const Diagnostic& d) { return d.code == "not-kept"; });
    QVERIFY(told);
  }

  void placesNeedNotBeginWithTheFirstSet() {
    const std::vector<float> places = {0, 0, 1, 0, 0, 1};
    const auto read =
        here_->import("a.glb", triangleGlb("", "]", R"(,{"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"})",
                                           R"(,{"buffer":0,"byteOffset":36,"byteLength":24})", bytesOf(places),
                                           R"(,"TEXCOORD_1":1)"));
    QVERIFY2(read.ok(), read.status().line().c_str());
    QCOMPARE(read->counts.triangles, std::uint64_t{1});
  }

 private:
  std::unique_ptr<samples::ImportHere> here_;
};

QTEST_GUILESS_MAIN(TestIoGltfParts)
#include "test_io_gltf_parts.moc"
