// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <QtTest>
#include <set>

#include "tests/rpc/reflection_client.h"
#include "tests/rpc/served.h"
#include "tests/support/folders.h"

using namespace ww;
using namespace ww::test;

namespace {

// Codes that a call with an empty request may end with.
const std::set<grpc::StatusCode> kAllowed{grpc::StatusCode::OK, grpc::StatusCode::INVALID_ARGUMENT,
                                          grpc::StatusCode::NOT_FOUND, grpc::StatusCode::FAILED_PRECONDITION};

}  // namespace

// What the server says of itself is what the .proto files say, and all of it works.
class TestRpcReflection : public QObject {
  Q_OBJECT

  Served served_;
  google::protobuf::FileDescriptorSet built_;

 private Q_SLOTS:
  void initTestCase() {
    const QByteArray bytes = readFile(buildFolder() + QStringLiteral("/wire.desc"));
    QVERIFY(built_.ParseFromArray(bytes.constData(), static_cast<int>(bytes.size())));
  }

  void theServicesAreAllThere() {
    const std::vector<std::string> services = listServices(served_.channel());
    const std::set<std::string> names(services.begin(), services.end());
    for (const char* wanted :
         {"intrinsic_proto.world.ObjectWorldService", "worldwright.v1.ProgramService", "worldwright.v1.SensingService",
          "worldwright.v1.SimulationService", "intrinsic_proto.scene_object.v1.SceneObjectExport",
          "grpc.reflection.v1alpha.ServerReflection", "grpc.health.v1.Health"}) {
      QVERIFY2(names.contains(wanted), wanted);
    }
  }

  void theDescriptorsAreThoseOfTheProtoFiles() {
    std::map<std::string, google::protobuf::FileDescriptorProto> files;
    for (const auto& file : built_.file()) files[file.name()] = file;
    int compared = 0;
    for (const std::string& service : listServices(served_.channel())) {
      if (service.starts_with("grpc.")) continue;
      for (google::protobuf::FileDescriptorProto served : filesOf(served_.channel(), service)) {
        QVERIFY2(files.contains(served.name()), served.name().c_str());
        google::protobuf::FileDescriptorProto wanted = files[served.name()];
        clearJsonNames(wanted);
        clearJsonNames(served);
        QVERIFY2(served.SerializeAsString() == wanted.SerializeAsString(), served.name().c_str());
        ++compared;
      }
    }
    QVERIFY(compared > 0);
  }

  // gRPC serves it without a description; clients that go by reflection need one, to call it and to read its answer.
  void theHealthServiceIsDescribed() {
    for (const char* symbol : {"grpc.health.v1.Health", "grpc.health.v1.Health.Check", "grpc.health.v1.Health.Watch",
                               "grpc.health.v1.HealthCheckRequest", "grpc.health.v1.HealthCheckResponse"}) {
      google::protobuf::DescriptorPool pool;
      for (const google::protobuf::FileDescriptorProto& file : filesOf(served_.channel(), symbol))
        QVERIFY(pool.BuildFile(file));
      const auto* service = pool.FindServiceByName("grpc.health.v1.Health");
      QVERIFY2(service, symbol);
      const auto* check = service->FindMethodByName("Check");
      const auto* watch = service->FindMethodByName("Watch");
      QVERIFY(check && !check->server_streaming() && watch && watch->server_streaming());
      QCOMPARE(check->input_type()->FindFieldByName("service")->number(), 1);
      const auto* status = check->output_type()->FindFieldByNumber(1);
      QVERIFY(status && status->enum_type());
      QCOMPARE(status->enum_type()->FindValueByNumber(1)->name(), std::string("SERVING"));
      QCOMPARE(status->enum_type()->FindValueByNumber(3)->name(), std::string("SERVICE_UNKNOWN"));
    }
  }

  void noCallIsUnimplemented() {
    int called = 0;
    for (const std::string& service : listServices(served_.channel())) {
      if (service.starts_with("grpc.")) continue;
      const auto* descriptor = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(service);
      QVERIFY2(descriptor, service.c_str());
      for (int i = 0; i < descriptor->method_count(); ++i) {
        const grpc::Status status = callEmpty(served_.channel(), "/" + service + "/" + descriptor->method(i)->name());
        QVERIFY2(kAllowed.contains(status.error_code()),
                 (service + "/" + descriptor->method(i)->name() + ": " + std::to_string(status.error_code()) + " " +
                  status.error_message())
                     .c_str());
        QVERIFY2(status.ok() || !status.error_details().empty(), descriptor->method(i)->full_name().c_str());
        ++called;
      }
    }
    QVERIFY(called >= 37);
  }

  void theServerIsHealthy() {
    std::string response;
    const grpc::Status status = callBytes(served_.channel(), "/grpc.health.v1.Health/Check", {}, response);
    QVERIFY2(status.ok(), status.error_message().c_str());
    QCOMPARE(response, std::string("\x08\x01"));  // SERVING
  }
};

QTEST_GUILESS_MAIN(TestRpcReflection)
#include "test_rpc_reflection.moc"
