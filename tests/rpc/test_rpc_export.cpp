// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <fstream>

#include "core/geometry/wire_convert.h"
#include "core/io/importer.h"
#include "core/rpc/export_service.h"
#include "core/world/views/views.h"
#include "intrinsic/geometry/proto/v1/inline_geometry.pb.h"
#include "tests/rpc/calls.h"
#include "worldwright/v1/geometry.pb.h"

using namespace ww;
using namespace ww::rpc;
namespace so = intrinsic_proto::scene_object::v1;

namespace {

struct Service {
  std::shared_ptr<geometry::GeometryStore> store = std::make_shared<geometry::GeometryStore>();
  std::shared_ptr<GeometryKeeper> keeper = std::make_shared<GeometryKeeper>(store);
  ExportCalls exports{keeper};
  rpc::CallContext call = test::call();

  Result<so::ExportResponse> exported(const so::ExportRequest& request) { return exports.exportObject(request, call); }
};

so::ExportRequest request(const so::SceneObject& object, bool geometries) {
  so::ExportRequest out;
  *out.mutable_scene_object()->mutable_proto() = object;
  out.set_format(so::ExportRequest::EXPORT_FORMAT_SDF);
  out.set_include_geometries(geometries);
  return out;
}

}  // namespace

class TestRpcExport : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { test::useBuiltWorker(); }

  void anArchiveReadsBack() {
    Service s;
    WW_GET(const so::SceneObject object, samples::libraryObject("gripper", *s.store));
    WW_GET(const so::ExportResponse response, s.exported(request(object, true)));
    QVERIFY(response.has_zip_archive() && !response.has_sdf());
    const std::string file = folder_.filePath("gripper.zip").toStdString();
    std::ofstream(file, std::ios::binary) << response.zip_archive();
    WW_GET(const io::ImportResult back, io::importFile(file, {}, *s.store, {}, Progress()));
    QCOMPARE(back.objects.size(), std::size_t{1});
    const so::SceneObject& again = back.objects.front().object;
    QCOMPARE(again.name(), object.name());
    QVERIFY(again.entities_size() >= object.entities_size());
    QVERIFY(back.counts.triangles > 0);
  }

  void withoutGeometriesItIsText() {
    Service s;
    WW_GET(const so::SceneObject object, samples::libraryObject("gripper", *s.store));
    WW_GET(const so::ExportResponse response, s.exported(request(object, false)));
    QVERIFY(response.has_sdf());
    QVERIFY(response.sdf().starts_with("<?xml") && response.sdf().find("<model name=\"gripper\"") != std::string::npos);
    QVERIFY(response.sdf().find("<mesh>") == std::string::npos);
    // What was left out is told beside the answer.
    QVERIFY(std::any_of(s.call.notes.begin(), s.call.notes.end(),
                        [](const std::string& note) { return note.find("left out") != std::string::npos; }));
  }

  void geometryMayComeInline() {
    Service s;
    geometry::GeometryStore elsewhere;
    WW_GET(so::SceneObject object, samples::libraryObject("carton", elsewhere));
    WW_REFUSED(s.exported(request(object, true)), Code::kNotFound, "not known here");
    for (so::Entity& entity : *object.mutable_entities())
      for (auto& [purpose, set] : *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries())
        for (auto& [name, placed] : *set.mutable_named_geometries()) {
          worldwright::v1::GeometryBlob blob;
          QVERIFY(blob.ParseFromString(*elsewhere.bytes(placed.geometry().geo_ref().exact_geometry_ref())));
          *placed.mutable_geometry()->mutable_inline_geometry_data() = blob.wire();
        }
    WW_GET(const so::ExportResponse response, s.exported(request(object, true)));
    QVERIFY(!response.zip_archive().empty());
  }

  void userDataComesWhenItIsAskedFor() {
    Service s;
    WW_GET(so::SceneObject object, samples::libraryObject("carton", *s.store));
    intrinsic_proto::Pose pose;
    geometry::toWire(Pose::translation(1, 2, 3), &pose);
    (*object.mutable_user_data())["place"].PackFrom(pose);
    so::ExportRequest asked = request(object, false);
    WW_GET(const so::ExportResponse without, s.exported(asked));
    QVERIFY(without.sdf().find("user_data") == std::string::npos);
    asked.set_include_user_data(true);
    WW_GET(const so::ExportResponse with, s.exported(asked));
    QVERIFY(with.sdf().find("intrinsic_proto.Pose") != std::string::npos);
  }

  void whatCannotBeDoneIsRefused() {
    Service s;
    WW_REFUSED(s.exported({}), Code::kInvalidArgument, "scene_object.proto");
    WW_GET(so::SceneObject object, samples::libraryObject("carton", *s.store));
    so::ExportRequest other = request(object, true);
    other.set_format(static_cast<so::ExportRequest::ExportFormat>(7));
    WW_REFUSED(s.exported(other), Code::kInvalidArgument, "format 7");
    // Unspecified is SDF, the only one there is.
    other.set_format(so::ExportRequest::EXPORT_FORMAT_UNSPECIFIED);
    QVERIFY(s.exported(other).ok());
    object.mutable_entities(0)->set_parent_name("nobody");
    WW_REFUSED(s.exported(request(object, true)), Code::kInvalidArgument, "carton");
  }

 private:
  QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(TestRpcExport)
#include "test_rpc_export.moc"
