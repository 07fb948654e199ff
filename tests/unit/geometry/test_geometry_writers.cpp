// SPDX-License-Identifier: Apache-2.0
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cstring>
#include <sstream>

#include "core/geometry/glb_writer.h"
#include "core/geometry/obj_writer.h"
#include "core/geometry/stl_writer.h"
#include "tests/unit/geometry/shapes.h"

using namespace ww;
using namespace ww::geometry;

namespace {
std::uint32_t u32(const std::string& s, std::size_t at) {
  std::uint32_t x;
  std::memcpy(&x, s.data() + at, 4);
  return x;
}
float f32(const std::string& s, std::size_t at) {
  float x;
  std::memcpy(&x, s.data() + at, 4);
  return x;
}
}  // namespace

class TestGeometryWriters : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void glbIsSoundAndHoldsTheMesh() {
    Mesh mesh = tessellate(Box{Vec3(1, 2, 3)});
    mesh.colors = {{0, 4, {1, 0, 0, 1}}, {6, 2, {0, 0, 1, 0.5f}}};
    const std::string glb = toGlb(mesh, {0, 1, 0, 1});
    QCOMPARE(glb.substr(0, 4), std::string("glTF"));
    QCOMPARE(u32(glb, 4), 2u);
    QCOMPARE(std::size_t(u32(glb, 8)), glb.size());
    const std::size_t json_size = u32(glb, 12);
    QCOMPARE(json_size % 4, std::size_t(0));
    const auto doc = QJsonDocument::fromJson(QByteArray(glb.data() + 20, qsizetype(json_size)));
    QVERIFY(doc.isObject());
    const std::size_t bin = 20 + json_size + 8;
    QCOMPARE(std::size_t(u32(glb, bin - 8)), glb.size() - bin);
    const auto accessors = doc["accessors"].toArray();
    const auto views = doc["bufferViews"].toArray();
    const auto primitives = doc["meshes"][0]["primitives"].toArray();
    QCOMPARE(primitives.size(), 3);
    QCOMPARE(doc["materials"].toArray().size(), 3);
    int triangles = 0;
    for (const auto& p : primitives) {
      const auto accessor = accessors[p.toObject()["indices"].toInt()].toObject();
      const auto view = views[accessor["bufferView"].toInt()].toObject();
      QCOMPARE(view["byteLength"].toInt(), 4 * accessor["count"].toInt());
      triangles += accessor["count"].toInt() / 3;
      for (int i = 0; i < accessor["count"].toInt(); ++i) {
        QVERIFY(u32(glb, bin + std::size_t(view["byteOffset"].toInt() + 4 * i)) < mesh.vertices.size());
      }
    }
    QCOMPARE(triangles, 12);
    QCOMPARE(accessors[0].toObject()["max"].toArray()[2].toDouble(), 1.5);
    QCOMPARE(f32(glb, bin), float(mesh.vertices[0].x()));
    QVERIFY(toGlb(Mesh{}).empty());
  }

  void glbHoldsATree() {
    auto box = std::make_shared<Mesh>(tessellate(Box{}));
    box->colors = {{0, 4, {1, 0, 0, 1}}};
    GlbScene scene{"cell \"1\"", {}, {}};
    const GlbMaterial steel{"steel", {0, 0, 1, 1}, 0.75, 0.25};
    scene.meshes.push_back({"box", box, steel});
    scene.meshes.push_back({"plain", box, steel, true});
    Eigen::Affine3d scaled = Eigen::Affine3d::Identity();
    scaled.linear().diagonal() << 1, 2, 3;
    scene.nodes.push_back({"arm", -1, Eigen::Affine3d(Eigen::Translation3d(0.1, 0.2, 1.0 / 3.0))});
    scene.nodes.push_back({"body", 0, Eigen::Affine3d::Identity(), 0});
    scene.nodes.push_back({"stretched", 0, scaled, 1});
    const std::string glb = toGlb(scene);
    const auto doc = QJsonDocument::fromJson(QByteArray(glb.data() + 20, qsizetype(u32(glb, 12))));
    QVERIFY(doc.isObject());
    const auto nodes = doc["nodes"].toArray();
    QCOMPARE(nodes.size(), 4);
    QCOMPARE(nodes[0].toObject()["name"].toString(), QString("cell \"1\""));
    QCOMPARE(nodes[0].toObject()["children"].toArray(), QJsonArray{1});
    QCOMPARE(nodes[1].toObject()["children"].toArray(), (QJsonArray{2, 3}));
    // Places in full precision; only what stretches needs a matrix.
    QCOMPARE(nodes[1].toObject()["translation"].toArray()[2].toDouble(), 1.0 / 3.0);
    QVERIFY(!nodes[2].toObject().contains("matrix") && !nodes[2].toObject().contains("rotation"));
    QCOMPARE(nodes[3].toObject()["matrix"].toArray()[5].toDouble(), 2.0);
    QCOMPARE(nodes[3].toObject()["mesh"].toInt(), 1);
    // Red and steel; where the material covers all, steel alone.
    QCOMPARE(doc["meshes"][0]["primitives"].toArray().size(), 2);
    QCOMPARE(doc["meshes"][1]["primitives"].toArray().size(), 1);
    const auto materials = doc["materials"].toArray();
    QCOMPARE(materials.size(), 2);
    int found = 0;
    for (const auto& m : materials) {
      if (m.toObject()["name"].toString() != "steel") continue;
      ++found;
      const auto pbr = m.toObject()["pbrMetallicRoughness"].toObject();
      QCOMPARE(pbr["metallicFactor"].toDouble(), 0.75);
      QCOMPARE(pbr["roughnessFactor"].toDouble(), 0.25);
      QCOMPARE(pbr["baseColorFactor"].toArray()[2].toDouble(), 1.0);
    }
    QCOMPARE(found, 1);
  }

  void stlHoldsTheTriangles() {
    const Mesh mesh = tessellate(Cylinder{2, 1}, 16);
    const std::string stl = toStl(mesh, 1000.0);
    QCOMPARE(stl.size(), 84 + 50 * mesh.triangles.size());
    QCOMPARE(std::size_t(u32(stl, 80)), mesh.triangles.size());
    QVERIFY(stl.rfind("solid", 0) != 0);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      const std::size_t at = 84 + 50 * i;
      const Vec3 n(f32(stl, at), f32(stl, at + 4), f32(stl, at + 8));
      QVERIFY(std::abs(n.norm() - 1.0) < 1e-6);
      QCOMPARE(f32(stl, at + 12), float(1000.0 * mesh.vertices[mesh.triangles[i][0]].x()));
    }
  }

  void objReadsBackExactly() {
    const Mesh mesh = tessellate(Sphere{1.0 / 3.0}, 12);
    std::istringstream in(toObj(mesh));
    std::vector<Vec3> vertices;
    std::size_t faces = 0;
    for (std::string line; std::getline(in, line);) {
      std::istringstream words(line);
      std::string kind, x, y, z;
      words >> kind >> x >> y >> z;
      if (kind == "v") vertices.push_back({std::stod(x), std::stod(y), std::stod(z)});
      if (kind == "f") {
        QCOMPARE(std::stoul(x), 1ul + mesh.triangles[faces][0]);
        QCOMPARE(std::stoul(z), 1ul + mesh.triangles[faces][2]);
        ++faces;
      }
    }
    QVERIFY(vertices == mesh.vertices);
    QCOMPARE(faces, mesh.triangles.size());
  }
};

QTEST_GUILESS_MAIN(TestGeometryWriters)
#include "test_geometry_writers.moc"
