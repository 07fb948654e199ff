// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QtTest>
#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "google/longrunning/operations.grpc.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planner_service.grpc.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_export.grpc.pb.h"
#include "intrinsic/scene/proto/v1/scene_object_import.grpc.pb.h"
#include "tests/rpc/served.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;
using Stub = pb::ObjectWorldService::Stub;

namespace {

int connectTo(const std::string& address) {
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const void* raw = &to;
  if (::connect(fd, static_cast<const sockaddr*>(raw), sizeof(to)) == 0) return fd;
  ::close(fd);
  return -1;
}

Outcome get(const Served& served, const std::string& name, const std::map<std::string, std::string>& metadata = {}) {
  pb::GetObjectRequest request;
  request.set_world_id("world");
  *request.mutable_object() = named(name);
  pb::Object object;
  return served.call(&Stub::GetObject, request, object, metadata);
}

// A large batch under one user data value.
pb::UpdateObjectPropertiesRequest large(std::size_t bytes) {
  pb::UpdateObjectPropertiesRequest request;
  request.set_world_id("world");
  *request.mutable_object() = named("crate");
  request.mutable_user_data()->set_policy(pb::UpdateUserData::POLICY_INSERT_OR_UPDATE);
  auto& value = (*request.mutable_user_data()->mutable_user_data())["big"];
  value.set_type_url("type.googleapis.com/x.Y");
  value.set_value(std::string(bytes, 'x'));
  return request;
}

}  // namespace

// Limits, the log, and the end.
class TestRpcServer : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void callsAreLogged() {
    std::atomic<int> told = 0;
    rpc::ServerOptions options;
    options.limits.log_entries = 3;
    options.on_call = [&](const rpc::CallRecord&) { ++told; };
    const Served served(options);
    for (int i = 0; i < 4; ++i) WW_OK(get(served, "crate", {{"worldwright-client", "cell_py"}}));
    WW_FAILS(get(served, "cart"), Code::kNotFound);
    QCOMPARE(told.load(), 5);
    const auto calls = served.server->calls();
    QCOMPARE(calls.size(), std::size_t{3});
    QCOMPARE(calls.back().number, std::uint64_t{5});
    QCOMPARE(calls.back().method, std::string("GetObject"));
    QCOMPARE(calls.back().world, std::string("world"));
    QCOMPARE(calls.back().code, Code::kNotFound);
    QVERIFY(calls.back().duration.count() > 0);
    QVERIFY(calls.back().problem.failure && !calls.back().problem.title.empty());
    QCOMPARE(calls.front().client, std::string("cell_py"));
    const auto clients = served.server->clients();
    QCOMPARE(clients.size(), std::size_t{2});
    QCOMPARE(clients.back().name, std::string("cell_py"));
    QCOMPARE(clients.back().calls, std::uint64_t{4});
    QCOMPARE(clients.back().running, 0);
  }

  void largeMessagesPass() {
    const Served served;
    pb::Object object;
    WW_OK(served.call(&Stub::UpdateObjectProperties, large(std::size_t{20} << 20), object));
    WW_OK(get(served, "crate"));
  }

  void tooMuchMetadataIsRefused() {
    const Served served;
    const Outcome refused = get(served, "crate", {{"filler", std::string(40000, 'x')}});
    QVERIFY(!refused.status.ok());
    // gRPC may close that connection; the client makes another.
    QTRY_VERIFY(get(served, "crate").status.ok());
  }

  void notesOfAPlanAreInTheTrailingMetadata() {
    namespace mp = intrinsic_proto::motion_planning::v1;
    const Served served;
    const auto planner = mp::MotionPlannerService::NewStub(served.channel());
    mp::MotionPlanningRequest request;
    request.set_world_id("world");
    *request.mutable_robot_specification()->mutable_robot_reference()->mutable_object_id() = named("robot");
    auto& segment = *request.mutable_motion_specification()->add_motion_segments();
    segment.set_motion_type(mp::MotionSegment::JOINT);
    for (int i = 0; i < 2; ++i) segment.mutable_target()->mutable_joint_position()->add_joints(0.2);
    std::set<std::string> first;
    for (int i = 0; i < 2; ++i) {  // the second answer is from the cache
      grpc::ClientContext context;
      mp::TrajectoryPlanningResponse response;
      const grpc::Status status = planner->PlanTrajectory(&context, request, &response);
      QVERIFY2(status.ok(), status.error_message().c_str());
      std::set<std::string> notes;
      for (const auto& [key, value] : context.GetServerTrailingMetadata()) {
        if (key == "worldwright-note") notes.emplace(value.data(), value.size());
      }
      QVERIFY(std::ranges::any_of(notes, [](const auto& n) { return n.find("is assumed") != std::string::npos; }));
      if (i == 0) first = notes;
      QVERIFY(notes == first);
    }
  }

  void warningsOfAnImportAreInTheTrailingMetadata() {
    namespace so = intrinsic_proto::scene_object::v1;
    namespace lro = google::longrunning;
    qputenv("WORLDWRIGHT_WORKER", (programFolder() + QStringLiteral("/worldwright-worker")).toUtf8());
    const Served served;
    so::ImportSceneObjectRequest request;
    request.mutable_file()->set_file_type(so::SceneFileData::SDF);
    request.mutable_file()->set_data(
        "<sdf version='1.9'><model name='half'><link name='base'><visual name='v'><geometry><mesh><uri>gone.stl</uri>"
        "</mesh></geometry></visual><collision name='c'><geometry><box><size>1 1 1</size></box></geometry></collision>"
        "</link></model></sdf>");
    lro::Operation started, done;
    grpc::ClientContext start, wait;
    QVERIFY(so::SceneObjectImport::NewStub(served.channel())->ImportSceneObject(&start, request, &started).ok());
    lro::WaitOperationRequest until;
    until.set_name(started.name());
    QVERIFY(lro::Operations::NewStub(served.channel())->WaitOperation(&wait, until, &done).ok());
    QVERIFY2(done.has_response(), done.error().message().c_str());
    const auto& trailing = wait.GetServerTrailingMetadata();
    const auto note = trailing.find("worldwright-note");
    QVERIFY(note != trailing.end());
    QVERIFY(std::string(note->second.data(), note->second.size()).find("gone.stl") != std::string::npos);
  }

  void anObjectIsExportedOverAConnection() {
    namespace so = intrinsic_proto::scene_object::v1;
    const Served served;
    so::ExportRequest request;
    so::SceneObject& object = *request.mutable_scene_object()->mutable_proto();
    object.set_name("part");
    object.add_entities()->set_name("base");
    object.mutable_entities(0)->mutable_link();
    so::ExportResponse response;
    grpc::ClientContext context;
    const grpc::Status status = so::SceneObjectExport::NewStub(served.channel())->Export(&context, request, &response);
    QVERIFY2(status.ok(), status.error_message().c_str());
    QVERIFY(response.sdf().find("<model name=\"part\"") != std::string::npos);
  }

  void largeErrorsReachTheClient() {
    const Served served;
    const Outcome outcome = get(served, std::string(100000, 'x'));
    WW_FAILS(outcome, Code::kNotFound);
    QVERIFY(outcome.status.error_message().size() < 1000);
  }

  void manyIdleConnectionsDoNotStarveOthers() {
    const Served served;
    std::vector<int> open;
    for (int i = 0; i < 400; ++i) {
      if (const int fd = connectTo(served.server->address()); fd >= 0) open.push_back(fd);
    }
    QVERIFY(open.size() > 300);
    WW_OK(get(served, "crate"));
    QElapsedTimer time;
    time.start();
    WW_OK(get(served, "crate"));
    QVERIFY2(time.elapsed() < 2000, "a call waits behind idle connections");
    for (const int fd : open) ::close(fd);
  }

  void stoppingEndsWithinASecond() {
    auto served = std::make_unique<Served>();
    std::atomic<bool> done = false;
    std::atomic<int> answered = 0;
    std::vector<std::jthread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([&] {
        const auto stub = pb::ObjectWorldService::NewStub(served->channel());
        while (!done) {
          grpc::ClientContext context;
          context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
          pb::ListObjectsRequest request;
          request.set_world_id("world");
          request.set_view(pb::FULL);
          pb::ListObjectsResponse response;
          if (stub->ListObjects(&context, request, &response).ok()) ++answered;
          else std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
      });
    }
    QTRY_VERIFY(answered > 20);
    QElapsedTimer time;
    time.start();
    served->server->stop();
    QVERIFY2(time.elapsed() < 1000, "stopping takes too long");
    served->server->stop();
    done = true;
    clients.clear();
    const Outcome after = get(*served, "crate");
    QCOMPARE(after.code(), Code::kUnavailable);
  }
};

QTEST_GUILESS_MAIN(TestRpcServer)
#include "test_rpc_server.moc"
