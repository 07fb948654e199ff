// SPDX-License-Identifier: Apache-2.0
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>

#include <QtTest>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "core/base/log.h"
#include "core/rpc/call.h"
#include "google/rpc/status.pb.h"
#include "tests/rpc/served.h"

using namespace ww;
using namespace ww::test;

namespace {

// One call that does what the test says.
class OneCall final : public pb::ObjectWorldService::Service {
 public:
  explicit OneCall(rpc::Calls& calls) : calls_(calls) {}
  std::function<Status(rpc::CallContext&)> work;
  std::atomic<std::size_t> bytes{0};

  grpc::Status ListWorlds(grpc::ServerContext* context, const pb::ListWorldsRequest*,
                          pb::ListWorldsResponse*) override {
    return calls_.run(*context, "ListWorlds", "", bytes, work);
  }

 private:
  rpc::Calls& calls_;
};

struct Fixture {
  explicit Fixture(const rpc::ServerLimits& limits = {}) : calls("", limits, log), service(calls) {
    grpc::ServerBuilder builder;
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service);
    server = builder.BuildAndStart();
    stub = pb::ObjectWorldService::NewStub(
        grpc::CreateChannel("127.0.0.1:" + std::to_string(port), grpc::InsecureChannelCredentials()));
  }

  Outcome call(std::function<Status(rpc::CallContext&)> work, grpc::ClientContext& context) {
    service.work = std::move(work);
    pb::ListWorldsResponse response;
    Outcome outcome{stub->ListWorlds(&context, {}, &response), {}};
    for (const auto& [key, value] : context.GetServerTrailingMetadata())
      outcome.trailing.emplace(std::string(key.data(), key.size()), std::string(value.data(), value.size()));
    return outcome;
  }
  Outcome call(std::function<Status(rpc::CallContext&)> work) {
    grpc::ClientContext context;
    return call(std::move(work), context);
  }

  rpc::CallLog log{10, {}};
  rpc::Calls calls;
  OneCall service;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<pb::ObjectWorldService::Stub> stub;
};

Status untilStopped(rpc::CallContext& call) {
  for (int i = 0; i < 5000 && !call.stop.stop_requested(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return fail(call.stop.stop_requested() ? Code::kCancelled : Code::kInternal, "waited");
}

}  // namespace

// What every call passes through.
class TestRpcCalls : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void exceptionsBecomeErrors() {
    Fixture f;
    WW_FAILS(f.call([](rpc::CallContext&) -> Status { throw std::bad_alloc(); }), Code::kResourceExhausted);
    setLogSink([](LogLevel, std::string_view) {});
    const Outcome outcome = f.call([](rpc::CallContext&) -> Status { throw std::runtime_error("torn"); });
    setLogSink({});
    WW_FAILS(outcome, Code::kInternal);
    QVERIFY(outcome.details().title().ends_with(": torn"));
    QCOMPARE(f.log.calls().size(), std::size_t{2});
  }

  // Each alone is taken; both at once would need more memory than there is for them.
  void largeRequestsAreNotTakenAllAtOnce() {
    rpc::ServerLimits limits;
    limits.memory_bytes = 1000;
    Fixture f(limits);
    f.service.bytes = 900;
    std::atomic<bool> entered{false}, go_on{false};
    f.service.work = [&](rpc::CallContext&) {
      entered = true;
      while (!go_on) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return okStatus();
    };
    std::jthread first([&] {
      grpc::ClientContext context;
      pb::ListWorldsResponse response;
      QVERIFY(f.stub->ListWorlds(&context, {}, &response).ok());
    });
    while (!entered) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    grpc::ClientContext context;
    pb::ListWorldsResponse response;
    const grpc::Status second = f.stub->ListWorlds(&context, {}, &response);
    QCOMPARE(second.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    QVERIFY(second.error_message().find("try again") != std::string::npos);
    go_on = true;
    first.join();
    WW_OK(f.call([](rpc::CallContext&) { return okStatus(); }));
  }

  void theDefaultDeadlineEndsACall() {
    rpc::ServerLimits limits;
    limits.default_deadline = std::chrono::milliseconds(100);
    Fixture f(limits);
    QElapsedTimer time;
    time.start();
    WW_FAILS(f.call(untilStopped), Code::kDeadlineExceeded);
    QVERIFY(time.elapsed() >= 90 && time.elapsed() < 2000);
  }

  void theLongestDeadlineHoldsToo() {
    rpc::ServerLimits limits;
    limits.longest_deadline = std::chrono::milliseconds(100);
    Fixture f(limits);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::hours(2));
    WW_FAILS(f.call(untilStopped, context), Code::kDeadlineExceeded);
  }

  void aClientCanCancel() {
    Fixture f;
    grpc::ClientContext context;
    std::atomic<bool> stopped = false;
    std::jthread cancel([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      context.TryCancel();
    });
    const Outcome outcome = f.call(
        [&](rpc::CallContext& call) {
          const Status status = untilStopped(call);
          stopped = call.stop.stop_requested();
          return status;
        },
        context);
    QCOMPARE(outcome.code(), Code::kCancelled);
    QTRY_VERIFY_WITH_TIMEOUT(stopped, 2000);
    QTRY_COMPARE(f.log.calls().size(), std::size_t{1});
    QCOMPARE(f.log.calls().front().code, Code::kCancelled);
  }

  void stoppingCancelsAndRefuses() {
    Fixture f;
    std::jthread stop([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      f.calls.stopAll();
    });
    WW_FAILS(f.call(untilStopped), Code::kUnavailable);
    WW_FAILS(f.call([](rpc::CallContext&) { return okStatus(); }), Code::kUnavailable);
  }

  void notesAreTold() {
    Fixture f;
    const Outcome outcome = f.call([](rpc::CallContext& call) {
      call.notes.push_back("collision_checker_config has no effect\n\xc3\xa9");
      return okStatus();
    });
    WW_OK(outcome);
    QCOMPARE(outcome.trailing.find("worldwright-note")->second,
             std::string("collision_checker_config has no effect???"));
  }

  void furtherDetailsStandBesideTheFirst() {
    Fixture f;
    const Outcome outcome = f.call([](rpc::CallContext& call) {
      call.error_details.push_back(std::make_shared<pb::ObjectReference>(named("crate")));
      return fail(Code::kFailedPrecondition, "no way");
    });
    WW_FAILS(outcome, Code::kFailedPrecondition);
    google::rpc::Status rpc;
    QVERIFY(rpc.ParseFromString(outcome.status.error_details()));
    QCOMPARE(rpc.details_size(), 2);
    QVERIFY(rpc.details(1).Is<pb::ObjectReference>());
  }
};

QTEST_GUILESS_MAIN(TestRpcCalls)
#include "test_rpc_calls.moc"
