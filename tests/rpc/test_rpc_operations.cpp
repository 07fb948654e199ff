// SPDX-License-Identifier: Apache-2.0
#include <google/protobuf/duration.pb.h>

#include <atomic>
#include <latch>
#include <thread>

#include "core/rpc/operations.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"
#include "tests/rpc/calls.h"

using namespace ww;
using namespace ww::rpc;
namespace lro = google::longrunning;
using google::protobuf::Any;

namespace {

Any text(const std::string& value) {
  google::protobuf::Duration d;
  d.set_seconds(static_cast<std::int64_t>(value.size()));
  Any out;
  out.PackFrom(d);
  return out;
}

OperationStore::Work quick() {
  return [](std::stop_token, const Progress&) -> Result<Any> { return text("done"); };
}

// Ends when it is told to.
OperationStore::Work untilStopped() {
  return [](std::stop_token stop, const Progress&) -> Result<Any> {
    while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return fail(Code::kCancelled, "stopped");
  };
}

lro::WaitOperationRequest waitFor(const std::string& name, std::int64_t milliseconds) {
  lro::WaitOperationRequest out;
  out.set_name(name);
  out.mutable_timeout()->set_seconds(milliseconds / 1000);
  out.mutable_timeout()->set_nanos(static_cast<int>(milliseconds % 1000) * 1'000'000);
  return out;
}

}  // namespace

class TestRpcOperations : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void runsToItsResponse() {
    OperationStore store;
    WW_GET(const lro::Operation started, store.start("import", text("m"), quick()));
    QVERIFY(QString::fromStdString(started.name()).startsWith("operations/import-"));
    QVERIFY(started.has_metadata());
    WW_GET(const lro::Operation done, store.wait(waitFor(started.name(), 5000), test::call()));
    QVERIFY(done.done() && done.has_response() && !done.has_error());
    WW_GET(const lro::Operation again, store.get(started.name()));
    QCOMPARE(again.SerializeAsString(), done.SerializeAsString());
  }

  void failureIsInTheOperation() {
    OperationStore store;
    WW_GET(const lro::Operation started, store.start("import", {}, [](std::stop_token, const Progress&) -> Result<Any> {
      return fail(Code::kInvalidArgument, "the file is broken").withHint("mend it");
    }));
    WW_GET(const lro::Operation done, store.wait(waitFor(started.name(), 5000), test::call()));
    QVERIFY(done.done() && done.has_error());
    QCOMPARE(done.error().code(), 3);
    intrinsic_proto::status::ExtendedStatus details;
    QVERIFY(done.error().details_size() > 0 && done.error().details(0).UnpackTo(&details));
    QCOMPARE(details.title(), std::string("the file is broken"));
    QCOMPARE(details.user_report().instructions(), std::string("mend it"));
  }

  void cancelEndsRunningAndQueued() {
    OperationStore store({.threads = 1});
    WW_GET(const lro::Operation running, store.start("a", {}, untilStopped()));
    WW_GET(const lro::Operation queued, store.start("a", {}, untilStopped()));
    QVERIFY(store.cancel(queued.name()).ok());
    WW_GET(const lro::Operation ended, store.get(queued.name()));  // at once, though its turn has not come
    QVERIFY(ended.done());
    QCOMPARE(ended.error().code(), 1);
    QVERIFY(store.cancel(running.name()).ok());
    WW_GET(const lro::Operation stopped, store.wait(waitFor(running.name(), 5000), test::call()));
    QVERIFY(stopped.done());
    QCOMPARE(stopped.error().code(), 1);
    QVERIFY(store.cancel(running.name()).ok());  // of one that has ended: nothing
    QCOMPARE(store.cancel("operations/none").code, Code::kNotFound);
  }

  void waitEndsInTime() {
    OperationStore store;
    WW_GET(const lro::Operation op, store.start("a", {}, untilStopped()));
    QElapsedTimer timer;
    timer.start();
    WW_GET(const lro::Operation early, store.wait(waitFor(op.name(), 60), test::call()));
    QVERIFY(!early.done());
    QVERIFY(timer.elapsed() >= 50 && timer.elapsed() < 3000);
    timer.restart();
    WW_GET(const lro::Operation late,
           store.wait(waitFor(op.name(), 60000), test::call(std::chrono::milliseconds(200))));
    QVERIFY(!late.done());
    QVERIFY2(timer.elapsed() < 1500, "the deadline of the call counts");
    std::stop_source stop;
    rpc::CallContext gone = test::call();
    gone.stop = stop.get_token();
    stop.request_stop();
    QCOMPARE(store.wait(waitFor(op.name(), 60000), gone).status().code, Code::kCancelled);
    WW_REFUSED(store.wait(waitFor("operations/none", 10), test::call()), Code::kNotFound, "operations/none");
    lro::WaitOperationRequest bad = waitFor(op.name(), 0);
    bad.mutable_timeout()->set_seconds(-1);
    WW_REFUSED(store.wait(bad, test::call()), Code::kInvalidArgument, "timeout");
  }

  void tooManyWaitersReturnAtOnce() {
    OperationStore store({.max_waiters = 0});
    WW_GET(const lro::Operation op, store.start("a", {}, untilStopped()));
    QElapsedTimer timer;
    timer.start();
    WW_GET(const lro::Operation now, store.wait(waitFor(op.name(), 10000), test::call()));
    QVERIFY(!now.done() && timer.elapsed() < 1000);
  }

  void deleteForgetsButDoesNotStop() {
    OperationStore store;
    const auto ran = std::make_shared<std::atomic<bool>>(false);
    const auto go = std::make_shared<std::latch>(1);
    WW_GET(const lro::Operation op,
           store.start("a", {}, [ran, go](std::stop_token stop, const Progress&) -> Result<Any> {
             go->wait();
             *ran = !stop.stop_requested();
             return text("x");
           }));
    QVERIFY(store.remove(op.name()).ok());
    QCOMPARE(store.get(op.name()).status().code, Code::kNotFound);
    QCOMPARE(store.remove(op.name()).code, Code::kNotFound);
    go->count_down();
    QTRY_VERIFY(ran->load());
  }

  void listPagesAndFilters() {
    OperationStore store({.threads = 1});
    std::vector<std::string> names;
    for (int i = 0; i < 5; ++i) {
      WW_GET(const lro::Operation op, store.start("a", {}, quick()));
      names.push_back(op.name());
    }
    WW_GET(const lro::Operation last, store.wait(waitFor(names.back(), 5000), test::call()));
    QVERIFY(last.done());
    WW_GET(const lro::Operation running, store.start("a", {}, untilStopped()));
    lro::ListOperationsRequest request;
    request.set_page_size(2);
    std::vector<std::string> seen;
    for (int pages = 0; pages < 10; ++pages) {
      WW_GET(const lro::ListOperationsResponse page, store.list(request));
      QVERIFY(page.operations_size() <= 2);
      for (const auto& op : page.operations()) seen.push_back(op.name());
      if (page.next_page_token().empty()) break;
      request.set_page_token(page.next_page_token());
    }
    names.push_back(running.name());
    QVERIFY(seen == names);
    lro::ListOperationsRequest done;
    done.set_filter("done = true");
    done.set_name("operations");
    WW_GET(const lro::ListOperationsResponse finished, store.list(done));
    QCOMPARE(finished.operations_size(), 5);
    done.set_filter("done=false");
    WW_GET(const lro::ListOperationsResponse unfinished, store.list(done));
    QCOMPARE(unfinished.operations_size(), 1);
  }

  void listRefusesWhatItDoesNotKnow() {
    OperationStore store;
    lro::ListOperationsRequest request;
    request.set_filter("name=x");
    WW_REFUSED(store.list(request), Code::kInvalidArgument, "filter");
    request.Clear();
    request.set_page_size(-1);
    WW_REFUSED(store.list(request), Code::kInvalidArgument, "page_size");
    request.Clear();
    request.set_page_token("7x");
    WW_REFUSED(store.list(request), Code::kInvalidArgument, "page_token");
    request.Clear();
    request.set_name("jobs");
    WW_REFUSED(store.list(request), Code::kNotFound, "jobs");
  }

  void finishedOnesExpire() {
    const auto now = std::make_shared<std::atomic<std::int64_t>>(0);  // seconds
    OperationStore store({.keep_finished = std::chrono::seconds(60)}, [now] {
      return std::chrono::steady_clock::time_point(std::chrono::seconds(now->load() + 1000));
    });
    WW_GET(const lro::Operation op, store.start("a", {}, quick()));
    WW_GET(const lro::Operation running, store.start("a", {}, untilStopped()));
    WW_GET(const lro::Operation done, store.wait(waitFor(op.name(), 5000), test::call()));
    QVERIFY(done.done());
    *now = 59;
    QVERIFY(store.get(op.name()).ok());
    *now = 61;
    QCOMPARE(store.get(op.name()).status().code, Code::kNotFound);
    QVERIFY(store.get(running.name()).ok());  // what runs does not
  }

  void limitsHold() {
    OperationStore store({.threads = 1, .max_unfinished = 2, .max_finished = 3});
    WW_GET(const lro::Operation a, store.start("a", {}, untilStopped()));
    WW_GET(const lro::Operation b, store.start("a", {}, untilStopped()));
    WW_REFUSED(store.start("a", {}, quick()), Code::kResourceExhausted, "2");
    QVERIFY(store.cancel(a.name()).ok() && store.cancel(b.name()).ok());
    Result<lro::Operation> next = store.start("a", {}, quick());
    QTRY_VERIFY(next.ok() || (next = store.start("a", {}, quick())).ok());
    for (int i = 0; i < 6; ++i) {
      Result<lro::Operation> op = store.start("a", {}, quick());
      while (!op.ok()) op = store.start("a", {}, quick());
      WW_GET(const lro::Operation done, store.wait(waitFor(op.value().name(), 5000), test::call()));
      QVERIFY(done.done());
    }
    WW_GET(const lro::ListOperationsResponse all, store.list({}));
    QCOMPARE(all.operations_size(), 3);
  }

  void manyThreadsAtOnce() {
    OperationStore store({.threads = 2, .max_unfinished = 1000});
    std::atomic<int> done{0};
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < 25; ++i) {
          const auto op = store.start("a", {}, i % 3 == 0 ? untilStopped() : quick());
          if (!op.ok()) continue;
          if (i % 3 == 0) static_cast<void>(store.cancel(op.value().name()));
          const auto end = store.wait(waitFor(op.value().name(), 10000), test::call());
          if (end.ok() && end.value().done()) ++done;
          if ((i + t) % 5 == 0) static_cast<void>(store.remove(op.value().name()));
          static_cast<void>(store.list({}));
        }
      });
    }
    threads.clear();
    QCOMPARE(done.load(), 100);
  }
};

QTEST_GUILESS_MAIN(TestRpcOperations)
#include "test_rpc_operations.moc"
