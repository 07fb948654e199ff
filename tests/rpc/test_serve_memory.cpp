// SPDX-License-Identifier: Apache-2.0
// What deleted worlds took is given back: the size of the server stays as it is.
#include <unistd.h>

#include <QFile>
#include <QProcess>
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "intrinsic/world/proto/object_world_service.grpc.pb.h"
#include "tests/rpc/served.h"
#include "tests/support/cli_run.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

constexpr int kWorlds = 200;
constexpr int kWarm = 100;      // worlds until all threads and pools of the server are there
constexpr int kSide = 100;      // of the mesh that each world gets for its own: 20,000 triangles, about 1 MB
constexpr double kMost = 1.06;  // of the size until kWarm

// In a process of its own, whose size is nobody else's.
class Server {
 public:
  explicit Server(const QString& file) {
    // In small pages: large ones would hide what is left behind.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("GLIBC_TUNABLES"), QStringLiteral("glibc.malloc.hugetlb=0"));
    process_.setProcessEnvironment(environment);
    process_.start(programFolder() + QStringLiteral("/worldwright"), {QStringLiteral("serve"), file});
    while (process_.waitForReadyRead(20000) && !process_.canReadLine()) {}
    stub_ = pb::ObjectWorldService::NewStub(
        grpc::CreateChannel(process_.readLine().trimmed().toStdString(), grpc::InsecureChannelCredentials()));
  }
  ~Server() {
    process_.kill();
    process_.waitForFinished();
  }

  template <typename Request, typename Response>
  bool call(grpc::Status (pb::ObjectWorldService::Stub::*method)(grpc::ClientContext*, const Request&, Response*),
            const Request& request, Response& response) {
    grpc::ClientContext context;
    const grpc::Status status = ((*stub_).*method)(&context, request, &response);
    if (!status.ok()) qWarning("%s", status.error_message().c_str());
    return status.ok();
  }

  double megabytes() const {
    QFile file(QStringLiteral("/proc/%1/statm").arg(process_.processId()));
    if (!file.open(QIODevice::ReadOnly)) return 0.0;
    return file.readAll().split(' ').value(1).toDouble() * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6;
  }

 private:
  QProcess process_;
  std::unique_ptr<pb::ObjectWorldService::Stub> stub_;
};

// A square of waves that no other world has.
pb::CreateObjectRequest wavesFor(const std::string& world, int number) {
  pb::CreateObjectRequest request;
  request.set_world_id(world);
  request.set_name("waves");
  *request.mutable_parent_object() = base("root");
  auto& component = *request.mutable_create_single_entity_object()->mutable_geometry_component();
  auto& placed = (*(*component.mutable_named_geometries())["Intrinsic_Collision"].mutable_named_geometries())["waves"];
  auto& mesh =
      *placed.mutable_geometry()->mutable_inline_geometry_data()->mutable_exact_geometry()->mutable_triangle_mesh();
  for (int y = 0; y <= kSide; ++y) {
    for (int x = 0; x <= kSide; ++x)
      for (const double v : {0.01 * x, 0.01 * y, 5.0 + 1e-3 * std::sin(x + number)}) mesh.add_vertices(v);
  }
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      const int a = y * (kSide + 1) + x, b = a + kSide + 1;
      for (const int v : {a, a + 1, b + 1, a, b + 1, b}) mesh.add_faces(v);
    }
  }
  return request;
}

}  // namespace

class TestServeMemory : public QObject {
  Q_OBJECT

  ScratchFolder folder_;

  // One world's life: a clone that is changed, looked at, checked and deleted.
  static bool live(Server& server, int number) {
    const std::string id = "w" + std::to_string(number);
    pb::CloneWorldRequest clone;
    clone.set_world_id("init_world");
    clone.set_cloned_world_id(id);
    pb::WorldMetadata metadata;
    pb::Object object;
    pb::ListObjectsRequest list;
    list.set_world_id(id);
    list.set_view(pb::FULL);
    pb::ListObjectsResponse objects;
    pb::DeleteWorldRequest end;
    end.set_world_id(id);
    google::protobuf::Empty done;
    using Stub = pb::ObjectWorldService::Stub;
    return server.call(&Stub::CloneWorld, clone, metadata) &&
           server.call(&Stub::CreateObject, wavesFor(id, number), object) &&
           server.call(&Stub::ListObjects, list, objects) && server.call(&Stub::DeleteWorld, end, done);
  }

 private Q_SLOTS:
  void aHundredWorldsLeaveNothingBehind() {
    const QString file = folder_.path(QStringLiteral("cell.wright"));
    const CliRun samples = runCli({QStringLiteral("new"), QStringLiteral("--list-samples")});
    const QString sample = QString::fromUtf8(samples.out.split('\n').value(0).split(' ').value(0));
    WW_COMPARE_EXIT(runCli({QStringLiteral("new"), file, QStringLiteral("--sample"), sample}), 0);
    Server server(file);
    // It breathes by some megabytes: what stays shows when the least size later is above the largest before.
    double warm = 0.0, end = 1e9;
    for (int i = 0; i < kWorlds; ++i) {
      QVERIFY(live(server, i));
      if (i >= kWarm / 2 && i < kWarm) warm = std::max(warm, server.megabytes());
      if (i >= kWorlds - kWarm / 2) end = std::min(end, server.megabytes());
    }
    qInfo("at most %.1f MB before %d worlds, at least %.1f MB before %d", warm, kWarm, end, kWorlds);
    QVERIFY2(end < kMost * warm, "deleted worlds hold memory");
  }
};

QTEST_GUILESS_MAIN(TestServeMemory)
#include "test_serve_memory.moc"
