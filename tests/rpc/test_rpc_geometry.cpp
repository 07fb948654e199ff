// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QTemporaryDir>
#include <atomic>

#include "core/geometry/glb_writer.h"
#include "core/rpc/geometry_service.h"
#include "core/rpc/mesh_lod.h"
#include "tests/contract/io/sample_files.h"
#include "tests/rpc/calls.h"
#include "worldwright/v1/edits.pb.h"

using namespace ww;
using namespace ww::rpc;
namespace v0 = intrinsic_proto::geometry;
namespace v1 = intrinsic_proto::geometry::v1;

namespace {

void fillTetrahedron(v1::TriangleMesh* mesh) {
  for (const double v : {0., 0., 0., 1., 0., 0., 0., 1., 0., 0., 0., 1.}) mesh->add_vertices(v);
  for (const int i : {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}) mesh->add_faces(i);
}

v0::CreateGeometryRequest tetrahedron() {
  v0::CreateGeometryRequest out;
  fillTetrahedron(out.mutable_data()->mutable_inline_geometry()->mutable_exact_geometry()->mutable_triangle_mesh());
  return out;
}

v0::CreateGeometryRequest box(double x) {
  v0::CreateGeometryRequest out;
  auto* size =
      out.mutable_data()->mutable_primitive_set()->add_primitives()->mutable_shape()->mutable_box()->mutable_size();
  size->set_x(x);
  size->set_y(0.2);
  size->set_z(0.3);
  return out;
}

v0::GetGeometryRequest get(const v1::GeometryStorageRefs& refs) {
  v0::GetGeometryRequest out;
  *out.mutable_geometry_storage_refs() = refs;
  return out;
}

v0::GetRenderableRequest draw(const v1::GeometryStorageRefs& refs, unsigned lod = 0) {
  v0::GetRenderableRequest out;
  *out.mutable_geometry_storage_refs() = refs;
  out.set_lod_level(lod);
  return out;
}

struct Service {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::shared_ptr<std::atomic<std::int64_t>> seconds = std::make_shared<std::atomic<std::int64_t>>(0);
  std::shared_ptr<GeometryKeeper> keeper;
  GeometryCalls calls;
  rpc::CallContext call = test::call();

  explicit Service(KeeperLimits limits = {})
      : keeper(std::make_shared<GeometryKeeper>(store, limits,
                                                [s = seconds] {
                                                  return std::chrono::steady_clock::time_point(
                                                      std::chrono::seconds(100'000 + s->load()));
                                                })),
        calls(keeper) {}
};

}  // namespace

class TestRpcGeometry : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    test::useBuiltWorker();
    // Where no other program comes and goes.
    qputenv("TMPDIR", QFile::encodeName(temporary_.path()));
  }

  void meshComesBack() {
    Service s;
    WW_GET(const auto made, s.calls.createGeometry(tetrahedron(), s.call));
    QVERIFY(QString::fromStdString(made.geometry_storage_refs().exact_geometry_ref()).startsWith("sha256:"));
    QVERIFY(!made.geometry_storage_refs().keep_renderable());
    WW_GET(const auto got, s.calls.getGeometry(get(made.geometry_storage_refs()), s.call));
    QCOMPARE(got.SerializeAsString(), made.SerializeAsString());
    QCOMPARE(got.inline_geometry().exact_geometry().triangle_mesh().vertices_size(), 12);
    QVERIFY(!got.has_geometry_v0());
    WW_GET(const auto again, s.calls.createGeometry(tetrahedron(), s.call));
    QCOMPARE(again.geometry_storage_refs().exact_geometry_ref(), made.geometry_storage_refs().exact_geometry_ref());
    WW_GET(const auto renderable, s.calls.getRenderable(draw(made.geometry_storage_refs()), s.call));
    QVERIFY(QByteArray::fromStdString(renderable.renderable().glb_bytes()).startsWith("glTF"));
    QCOMPARE(renderable.lod_level(), 0u);
  }

  void primitivesComeBackAsPrimitives() {
    Service s;
    WW_GET(const auto made, s.calls.createGeometry(box(0.1), s.call));
    QCOMPARE(made.inline_geometry().exact_geometry().primitive_set().primitives_size(), 1);
    WW_GET(const auto drawn, s.calls.getRenderable(draw(made.geometry_storage_refs()), s.call));
    QVERIFY(drawn.renderable().glb_bytes().size() > 500);
  }

  void oldGenerationIsAnsweredInItsForm() {
    Service s;
    v0::CreateGeometryRequest request;
    auto* size = request.mutable_data()->mutable_primitive_set_v0()->add_primitives()->mutable_box()->mutable_size();
    size->set_x(0.1);
    size->set_y(0.2);
    size->set_z(0.3);
    WW_GET(const auto made, s.calls.createGeometry(request, s.call));
    QCOMPARE(made.geometry_v0().exact_geometry().primitive_set().primitives(0).box().size().z(), 0.3);
    v0::GetGeometryRequest old;
    *old.mutable_geometry_storage_refs_v0() = made.geometry_storage_refs_v0();
    WW_GET(const auto got, s.calls.getGeometry(old, s.call));
    QVERIFY(got.has_geometry_v0());
    WW_GET(const auto present, s.calls.createGeometry(box(0.1), s.call));
    QCOMPARE(present.geometry_storage_refs().exact_geometry_ref(), made.geometry_storage_refs().exact_geometry_ref());
    v0::CreateGeometryRequest mesh;
    auto* triangles = mesh.mutable_data()->mutable_geometry_v0()->mutable_exact_geometry()->mutable_triangle_mesh();
    v1::TriangleMesh now;
    fillTetrahedron(&now);
    QVERIFY(triangles->ParseFromString(now.SerializeAsString()));
    WW_GET(const auto old_mesh, s.calls.createGeometry(mesh, s.call));
    WW_GET(const auto new_mesh, s.calls.createGeometry(tetrahedron(), s.call));
    QCOMPARE(old_mesh.geometry_storage_refs().exact_geometry_ref(),
             new_mesh.geometry_storage_refs().exact_geometry_ref());
    v0::GetRenderableRequest draw_old;
    draw_old.mutable_geometry_storage_refs_v0()->set_geometry_ref(
        new_mesh.geometry_storage_refs().exact_geometry_ref());
    WW_GET(const auto drawn, s.calls.getRenderable(draw_old, s.call));
    QCOMPARE(drawn.renderable_v0().gltf_string(), drawn.renderable().glb_bytes());
  }

  void filesBecomeMeshes_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("triangles");
    QTest::newRow("obj") << 0 << 2;
    QTest::newRow("stl text") << 1 << 4;
    QTest::newRow("stl binary") << 2 << 2;
    QTest::newRow("glb") << 3 << 2;
    QTest::newRow("gltf") << 4 << 2;
  }
  void filesBecomeMeshes() {
    QFETCH(int, kind);
    QFETCH(int, triangles);
    Service s;
    v0::CreateGeometryRequest request;
    auto& data = *request.mutable_data();
    if (kind == 0) data.set_obj_data(::samples::obj());
    if (kind == 1) data.set_stl_bytes(::samples::stlText());
    if (kind == 2) data.set_stl_bytes(::samples::stlBinary());
    if (kind == 3) data.set_gltf_bytes(::samples::glb());
    if (kind == 4) data.set_gltf_bytes(::samples::gltf());
    WW_GET(const auto made, s.calls.createGeometry(request, s.call));
    const auto geometry = s.store->find(made.geometry_storage_refs().exact_geometry_ref());
    QCOMPARE(geometry->mesh->triangles.size(), static_cast<std::size_t>(triangles));
    // Numbers as in the file: the triangles of the glTF lie in its plane of x and y, 2 high.
    if (kind >= 3)
      QVERIFY(std::abs(geometry->bounds.max.y() - 2.0) < 1e-6 && std::abs(geometry->bounds.max.z()) < 1e-6);
    if (kind != 3) return;
    QVERIFY(made.geometry_storage_refs().keep_renderable());
    WW_GET(const auto drawn, s.calls.getRenderable(draw(made.geometry_storage_refs()), s.call));
    QCOMPARE(drawn.renderable().glb_bytes(), ::samples::glb());  // as the client gave it
  }

  void whatIsNotSoundIsRefused() {
    Service s;
    WW_REFUSED(s.calls.createGeometry({}, s.call), Code::kInvalidArgument, "data");
    v0::CreateGeometryRequest bad = tetrahedron();
    auto* mesh = bad.mutable_data()->mutable_inline_geometry()->mutable_exact_geometry()->mutable_triangle_mesh();
    mesh->set_faces(0, 99);
    WW_REFUSED(s.calls.createGeometry(bad, s.call), Code::kInvalidArgument, "data");
    mesh->set_faces(0, -1);
    WW_REFUSED(s.calls.createGeometry(bad, s.call), Code::kInvalidArgument, "-1");
    mesh->set_faces(0, 0);
    mesh->set_vertices(2, std::numeric_limits<double>::quiet_NaN());
    WW_REFUSED(s.calls.createGeometry(bad, s.call), Code::kInvalidArgument, "data");
    WW_REFUSED(s.calls.createGeometry(box(-0.1), s.call), Code::kInvalidArgument, "data");
    WW_REFUSED(s.calls.createGeometry(box(std::numeric_limits<double>::infinity()), s.call), Code::kInvalidArgument,
               "data");
    v0::CreateGeometryRequest points;
    points.mutable_data()->mutable_inline_geometry()->mutable_exact_geometry()->mutable_point_cloud()->add_points(1);
    WW_REFUSED(s.calls.createGeometry(points, s.call), Code::kInvalidArgument, "point clouds");
    v0::CreateGeometryRequest file;
    file.mutable_data()->set_stl_bytes("this is no mesh");
    const Status stl = s.calls.createGeometry(file, s.call).status();
    QVERIFY2(!stl.ok() && stl.line().find("/tmp") == std::string::npos, stl.line().c_str());
    file.mutable_data()->set_obj_data("");
    WW_REFUSED(s.calls.createGeometry(file, s.call), Code::kInvalidArgument, "empty");
    v0::CreateGeometryRequest glb = tetrahedron();
    glb.mutable_data()->mutable_inline_geometry()->mutable_renderable()->set_glb_bytes("no glb at all");
    WW_REFUSED(s.calls.createGeometry(glb, s.call), Code::kInvalidArgument, "binary glTF");
    QCOMPARE(s.keeper->size(), std::size_t{0});
  }

  void unknownReferences() {
    Service s;
    v1::GeometryStorageRefs refs;
    WW_REFUSED(s.calls.getGeometry(get(refs), s.call), Code::kInvalidArgument, "geometry_storage_refs");
    refs.set_exact_geometry_ref("sha256:0123");
    WW_REFUSED(s.calls.getGeometry(get(refs), s.call), Code::kNotFound, "sha256:0123");
    WW_REFUSED(s.calls.getRenderable(draw(refs), s.call), Code::kNotFound, "sha256:0123");
    WW_REFUSED(s.calls.getRenderable({}, s.call), Code::kInvalidArgument, "geometry_storage_refs");
  }

  void unusedGeometryLivesAnHour() {
    Service s;
    WW_GET(const auto made, s.calls.createGeometry(box(0.1), s.call));
    s.store->dropUnused();  // of somebody else
    *s.seconds = 3599;
    WW_GET(const auto got, s.calls.getGeometry(get(made.geometry_storage_refs()), s.call));  // asked for: another hour
    QCOMPARE(got.geometry_storage_refs().exact_geometry_ref(), made.geometry_storage_refs().exact_geometry_ref());
    *s.seconds = 3599 + 3599;
    WW_GET(const auto other, s.calls.createGeometry(box(0.2), s.call));
    QVERIFY(s.calls.getGeometry(get(made.geometry_storage_refs()), s.call).ok());
    *s.seconds = 3 * 3600;
    const geometry::GeometryPtr held =
        s.store->find(other.geometry_storage_refs().exact_geometry_ref());  // as a world does
    WW_GET(const auto third, s.calls.createGeometry(box(0.3), s.call));
    QCOMPARE(s.calls.getGeometry(get(made.geometry_storage_refs()), s.call).status().code, Code::kNotFound);
    QVERIFY(s.calls.getGeometry(get(other.geometry_storage_refs()), s.call).ok());
    QVERIFY(s.calls.getGeometry(get(third.geometry_storage_refs()), s.call).ok());
  }

  // Of what no world uses the oldest goes first; what a world uses counts for nothing.
  void unusedGeometryGivesWayOldestFirst() {
    Service s({.max_bytes = 4000});
    const auto moved = [&](double x) {
      auto request = tetrahedron();
      request.mutable_data()
          ->mutable_inline_geometry()
          ->mutable_exact_geometry()
          ->mutable_triangle_mesh()
          ->set_vertices(3, x);
      return s.calls.createGeometry(request, s.call);
    };
    WW_GET(const auto first, moved(1));
    WW_GET(const auto used, moved(2));
    const geometry::GeometryPtr held = s.store->find(used.geometry_storage_refs().exact_geometry_ref());
    for (int i = 3; i < 30; ++i) {
      *s.seconds = *s.seconds + 1;
      QVERIFY(moved(i).ok());
      QVERIFY2(i > 4 || s.calls.getGeometry(get(first.geometry_storage_refs()), s.call).ok(), "asked for just now");
    }
    QCOMPARE(s.calls.getGeometry(get(first.geometry_storage_refs()), s.call).status().code, Code::kNotFound);
    QVERIFY(s.calls.getGeometry(get(used.geometry_storage_refs()), s.call).ok());
    WW_GET(const auto last, moved(29));
    QVERIFY(s.calls.getGeometry(get(last.geometry_storage_refs()), s.call).ok());
    QCOMPARE(s.store->size(), s.keeper->size());
  }

  void whatIsTooMuchAloneIsRefused() {
    Service s({.max_bytes = 100});
    QCOMPARE(s.calls.createGeometry(tetrahedron(), s.call).status().code, Code::kResourceExhausted);
    QCOMPARE(s.store->size(), std::size_t{0});
  }

  void coarserLevelsHaveFewerTriangles() {
    Service s;
    v0::CreateGeometryRequest request;
    request.mutable_data()->mutable_primitive_set()->add_primitives()->mutable_shape()->mutable_sphere()->set_radius(
        1.0);
    WW_GET(const auto made, s.calls.createGeometry(request, s.call));
    std::size_t last = std::numeric_limits<std::size_t>::max();
    for (const unsigned lod : {0u, 4u, 6u}) {
      WW_GET(const auto drawn, s.calls.getRenderable(draw(made.geometry_storage_refs(), lod), s.call));
      QCOMPARE(drawn.lod_level(), lod);
      QVERIFY(drawn.renderable().glb_bytes().size() < last);
      last = drawn.renderable().glb_bytes().size();
    }
    WW_GET(const auto most, s.calls.getRenderable(draw(made.geometry_storage_refs(), 4'000'000'000u), s.call));
    QCOMPARE(most.lod_level(), static_cast<unsigned>(kCoarsestLod));
    const auto sphere = s.store->find(made.geometry_storage_refs().exact_geometry_ref());
    const geometry::Mesh coarse = coarser(*sphere->mesh, 5);
    QVERIFY(coarse.validate().ok());
    QVERIFY((coarse.bounds().size() - sphere->bounds.size()).norm() < 0.1);
    // Not farther from the sphere than the level allows.
    for (const Vec3& v : coarse.vertices) QVERIFY(std::abs(v.norm() - 1.0) < 0.02);
  }

  // A flat face needs no triangles, however fine it was: what is cut into cells would keep hundreds.
  void flatFacesGoFirst() {
    geometry::Mesh mesh;
    constexpr unsigned kSide = 40;
    for (unsigned y = 0; y <= kSide; ++y) {
      for (unsigned x = 0; x <= kSide; ++x) mesh.vertices.emplace_back(x, y, 0.0);
    }
    for (unsigned y = 0; y < kSide; ++y) {
      for (unsigned x = 0; x < kSide; ++x) {
        const unsigned a = y * (kSide + 1) + x, b = a + kSide + 1;
        mesh.triangles.push_back({a, a + 1, b});
        mesh.triangles.push_back({a + 1, b + 1, b});
      }
    }
    mesh.colors = {{0, kSide * kSide, {1, 0, 0, 1}}, {kSide * kSide, kSide * kSide, {0, 0, 1, 1}}};
    std::size_t last = mesh.triangles.size();
    for (const int lod : {1, 3, 6}) {
      const geometry::Mesh coarse = coarser(mesh, lod);
      QVERIFY(coarse.validate().ok());
      QVERIFY(coarse.triangles.size() < last);
      QCOMPARE(coarse.colors.size(), std::size_t{2});
      QCOMPARE(coarse.bounds().size(), Vec3(kSide, kSide, 0));
      last = coarse.triangles.size();
    }
    mesh.colors.clear();
    QVERIFY(coarser(mesh, 6).triangles.size() <= 60);
  }

  void objectsAreMadeFromReferences() {
    Service s;
    WW_GET(const auto made, s.calls.createGeometry(box(0.1), s.call));
    worldwright::v1::Edits edits;
    auto& create = *edits.add_edits()->mutable_create_object();
    create.set_name("part");
    create.mutable_parent_object()->mutable_reference()->set_id("root");
    create.mutable_parent_object()->mutable_entity_filter()->set_include_base_entity(true);
    auto& sets =
        *create.mutable_create_single_entity_object()->mutable_geometry_component()->mutable_named_geometries();
    auto& placed = (*sets["Intrinsic_Visual"].mutable_named_geometries())["box"];
    *placed.mutable_geometry()->mutable_geo_ref() = made.geometry_storage_refs();
    session::WorldSession session(world::World(), s.store);
    session::CommitRequest commit;
    commit.label = "create";
    commit.edits = std::make_shared<worldwright::v1::Edits>(edits);
    const auto committed = session.commit(commit);
    QVERIFY2(committed.ok(), committed.status().line().c_str());
    *s.seconds = 2 * 3600;
    WW_GET(const auto next, s.calls.createGeometry(box(0.4), s.call));             // sweeps
    QVERIFY(s.calls.getGeometry(get(made.geometry_storage_refs()), s.call).ok());  // the world holds it
    QVERIFY(next.has_geometry_storage_refs());
  }

  void nothingIsLeftInTheTemporaryFolder() {
    const auto count = [] { return QDir::temp().entryList({"worldwright-*"}, QDir::Dirs).size(); };
    const auto before = count();
    Service s;
    v0::CreateGeometryRequest file;
    file.mutable_data()->set_stl_bytes(::samples::stlText());
    QVERIFY(s.calls.createGeometry(file, s.call).ok());
    file.mutable_data()->set_stl_bytes("bad");
    QVERIFY(!s.calls.createGeometry(file, s.call).ok());
    QTRY_VERIFY(count() <= before);
  }

 private:
  QTemporaryDir temporary_;
};

QTEST_GUILESS_MAIN(TestRpcGeometry)
#include "test_rpc_geometry.moc"
