// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <limits>
#include <thread>

#include "core/base/hash.h"
#include "core/geometry/store.h"
#include "core/geometry/wire_convert.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "tests/unit/geometry/shapes.h"
#include "worldwright/v1/geometry.pb.h"

using namespace ww;
using namespace ww::geometry;
using intrinsic_proto::geometry::v1::InlineGeometry;
using worldwright::v1::GeometryBlob;

namespace {

MeshPtr cadMesh() {
  Mesh mesh = tessellate(Cylinder{1.0, 0.25}, 12);
  mesh.colors = {{0, 6, {1, 0, 0, 1}}, {6, 6, {0, 0.2f, 1, 0.4f}}};
  CadFace face;
  face.count = 24;
  face.surface = CadFace::Surface::kCylinder;
  face.origin = Vec3(0, 0, 0.5);
  face.radius = 0.25;
  mesh.faces = {face};
  mesh.edges = {{Vec3(0, 0, 0), Vec3(1, 2, 3)}, {}};
  return std::make_shared<Mesh>(mesh);
}

GeometryBlob meshBlob() {
  Shape shape;
  shape.mesh = cadMesh();
  return toBlob(shape);
}

// Field 1000, a varint: unknown to every message.
const std::string kUnknown("\xC0\x3E\x05", 3);

}  // namespace

class TestGeometryStore : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void primitivesRoundTrip() {
    GeometryStore store;
    Shape shape;
    for (const auto& [name, primitive] : examplePrimitives()) {
      Eigen::Affine3d t(Pose::fromRpy(Vec3(1, 2, double(shape.primitives.size())), 0.1, 0.2, 0.3).isometry());
      shape.primitives.push_back({primitive, shape.primitives.empty() ? Eigen::Affine3d::Identity() : t});
    }
    const auto geometry = store.intern(shape);
    QVERIFY2(geometry.ok(), geometry.status().line().c_str());
    const GeometryPtr& g = *geometry;
    QVERIFY(!g->from_mesh);
    QCOMPARE(g->shape.primitives.size(), shape.primitives.size());
    for (std::size_t i = 0; i < shape.primitives.size(); ++i) {
      QCOMPARE(g->shape.primitives[i].primitive.index(), shape.primitives[i].primitive.index());
      QVERIFY(g->shape.primitives[i].ref_t_shape.matrix() == shape.primitives[i].ref_t_shape.matrix());
    }
    QCOMPARE(g->ref, "sha256:" + toHex(sha256(*store.bytes(g->ref))));
    QCOMPARE(store.find(g->ref), g);
    QCOMPARE(*store.intern(shape), g);
    QCOMPARE(*store.intern(toBlob(g->shape)), g);
    QCOMPARE(store.size(), std::size_t(1));
  }

  void meshesRoundTripWithAllTheyHold() {
    GeometryStore store, other;
    Shape shape;
    shape.mesh = cadMesh();
    const auto geometry = store.intern(shape);
    QVERIFY2(geometry.ok(), geometry.status().line().c_str());
    const auto again = other.internBytes(*store.bytes((*geometry)->ref));
    QVERIFY(again.ok());
    QCOMPARE((*again)->ref, (*geometry)->ref);
    const Mesh &a = *shape.mesh, &b = *(*again)->mesh;
    QVERIFY((*again)->from_mesh);
    QVERIFY(a.vertices == b.vertices && a.triangles == b.triangles && a.normals == b.normals && a.edges == b.edges);
    QCOMPARE(b.colors.size(), std::size_t(2));
    QCOMPARE(b.colors[1].first, 6u);
    QVERIFY(b.colors[1].color == a.colors[1].color);
    QCOMPARE(b.faces[0].surface, CadFace::Surface::kCylinder);
    QVERIFY(b.faces[0].origin == a.faces[0].origin);
    QCOMPARE(b.faces[0].radius, 0.25);
  }

  void unknownFieldsSurviveByteForByte() {
    GeometryStore store, other;
    InlineGeometry wire = meshBlob().wire();
    std::string bytes = wire.SerializeAsString() + kUnknown;
    QVERIFY(wire.ParseFromString(bytes));
    const auto plain = store.intern(meshBlob().wire());
    const auto geometry = store.intern(wire);
    QVERIFY(geometry.ok());
    QVERIFY((*plain)->ref != (*geometry)->ref);
    GeometryBlob blob;
    QVERIFY(blob.ParseFromString(*store.bytes((*geometry)->ref)));
    QCOMPARE(blob.wire().SerializeAsString(), bytes);
    // Bytes of another version keep their name, whatever order it writes fields in.
    const std::string odd = kUnknown + *store.bytes((*geometry)->ref);
    const auto foreign = other.internBytes(odd);
    QVERIFY(foreign.ok());
    QCOMPARE((*foreign)->ref, "sha256:" + toHex(sha256(odd)));
    QCOMPARE(*other.bytes((*foreign)->ref), odd);
  }

  void hostileMeshesAreRefused() {
    using Change = void (*)(GeometryBlob&);
    const Change changes[] = {
        [](GeometryBlob& b) { b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->set_faces(4, -1); },
        [](GeometryBlob& b) {
          b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->set_faces(4, 1 << 30);
        },
        [](GeometryBlob& b) { b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->add_faces(0); },
        [](GeometryBlob& b) { b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->clear_faces(); },
        [](GeometryBlob& b) { b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->clear_vertices(); },
        [](GeometryBlob& b) { b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->add_vertices(0); },
        [](GeometryBlob& b) {
          b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->set_vertices(
              7, std::numeric_limits<double>::quiet_NaN());
        },
        [](GeometryBlob& b) {
          b.mutable_wire()->mutable_exact_geometry()->mutable_triangle_mesh()->set_vertices(0, 1e300);
        },
        [](GeometryBlob& b) { b.mutable_extras()->add_normals(1.0f); },
        [](GeometryBlob& b) { b.mutable_extras()->set_normals(2, std::numeric_limits<float>::infinity()); },
        [](GeometryBlob& b) { b.mutable_extras()->mutable_colors(0)->set_first(0xffffffffu); },
        [](GeometryBlob& b) { b.mutable_extras()->mutable_faces(0)->set_count(0xffffffffu); },
        [](GeometryBlob& b) { b.mutable_extras()->mutable_faces(0)->add_origin(1.0); },
        [](GeometryBlob& b) { b.mutable_extras()->mutable_edges(0)->add_points(1.0); },
        [](GeometryBlob& b) {
          b.mutable_extras()->mutable_edges(0)->set_points(1, -std::numeric_limits<double>::infinity());
        },
    };
    GeometryStore store;
    for (const Change& change : changes) {
      GeometryBlob blob = meshBlob();
      change(blob);
      const Status status = store.intern(blob).status();
      QCOMPARE(status.code, Code::kInvalidArgument);
      QVERIFY(!status.title.empty());
      QCOMPARE(store.internBytes(blob.SerializeAsString()).status().code, Code::kInvalidArgument);
    }
    QCOMPARE(store.size(), std::size_t(0));
  }

  void hostilePrimitivesAreRefused() {
    GeometryStore store;
    QCOMPARE(store.intern(InlineGeometry{}).status().code, Code::kInvalidArgument);
    QCOMPARE(store.intern(Shape{}).status().code, Code::kInvalidArgument);
    InlineGeometry wire;
    auto* set = wire.mutable_exact_geometry()->mutable_primitive_set();
    QCOMPARE(store.intern(wire).status().code, Code::kInvalidArgument);
    auto* placed = set->add_primitives();
    QCOMPARE(store.intern(wire).status().code, Code::kInvalidArgument);
    placed->mutable_shape()->mutable_sphere()->set_radius(1.0);
    QVERIFY(store.intern(wire).ok());
    toWire(Vec3(0, 1, 1), placed->mutable_ref_t_shape()->mutable_trs()->mutable_scale());
    QCOMPARE(store.intern(wire).status().code, Code::kInvalidArgument);
    placed->clear_ref_t_shape();
    placed->mutable_shape()->mutable_sphere()->set_radius(1e200);
    QCOMPARE(store.intern(wire).status().code, Code::kInvalidArgument);
    placed->mutable_shape()->mutable_sphere()->set_radius(1.0);
    for (int i = 0; i < 30'000; ++i) *set->add_primitives() = set->primitives(0);
    QCOMPARE(store.intern(wire).status().code, Code::kInvalidArgument);
  }

  void whatCannotBeShownIsSaid() {
    GeometryStore store;
    InlineGeometry wire;
    wire.mutable_renderable()->set_glb_bytes("glTF");
    const Status status = store.intern(wire).status();
    QCOMPARE(status.code, Code::kInvalidArgument);
    QVERIFY(status.title.find("renderable") != std::string::npos);
    QVERIFY(!status.hint.empty());
    wire.mutable_exact_geometry()->mutable_point_cloud()->add_points(1.0);
    QVERIFY(store.intern(wire).status().title.find("point cloud") != std::string::npos);
    // A renderable beside exact geometry is kept.
    wire.mutable_exact_geometry()
        ->mutable_primitive_set()
        ->add_primitives()
        ->mutable_shape()
        ->mutable_sphere()
        ->set_radius(1);
    QVERIFY(store.intern(wire).ok());
  }

  void damagedBytesNeverCrash() {
    GeometryStore store;
    const std::string good = meshBlob().SerializeAsString();
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
      std::string bytes = good;
      for (int k = 0; k < 3; ++k) bytes[random() % bytes.size()] = static_cast<char>(random());
      if (i % 4 == 0) bytes.resize(random() % bytes.size());
      const auto result = store.internBytes(bytes);
      if (result.ok()) QVERIFY((*result)->mesh->validate().ok());
    }
  }

  void unusedGeometriesAreDropped() {
    GeometryStore store;
    Shape ball, box;
    ball.primitives.push_back({Sphere{}, Eigen::Affine3d::Identity()});
    box.primitives.push_back({Box{}, Eigen::Affine3d::Identity()});
    const GeometryPtr kept = *store.intern(ball);
    const std::string gone = (*store.intern(box))->ref;
    store.dropUnused();
    QCOMPARE(store.size(), std::size_t(1));
    QCOMPARE(store.find(kept->ref), kept);
    QVERIFY(!store.find(gone));
    QVERIFY(!store.bytes(gone));
    QVERIFY(store.intern(box).ok());
  }

  void manyThreadsGetOneGeometry() {
    GeometryStore store;
    Shape shape;
    shape.mesh = cadMesh();
    std::vector<GeometryPtr> got(8);
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 0; i < got.size(); ++i) {
        threads.emplace_back([&, i] {
          for (int k = 0; k < 20; ++k) {
            got[i] = *store.intern(shape);
            store.dropUnused();
          }
        });
      }
    }
    const GeometryPtr now = *store.intern(shape);
    QCOMPARE(store.size(), std::size_t(1));
    QVERIFY(store.find(now->ref) == now);
    for (const GeometryPtr& g : got) QCOMPARE(g->ref, now->ref);
  }
};

QTEST_GUILESS_MAIN(TestGeometryStore)
#include "test_geometry_store.moc"
