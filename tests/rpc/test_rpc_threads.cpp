// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <atomic>
#include <thread>

#include "tests/rpc/served.h"

using namespace ww;
using namespace ww::test;

// Eight clients read while one writes: each answer is of one version of the world.
class TestRpcThreads : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void readersSeeWholeVersions() {
    const Served served;
    constexpr int kWrites = 200;
    std::atomic<bool> done = false;
    std::atomic<int> torn = 0, failed = 0, reads = 0;
    std::vector<std::jthread> readers;
    for (int i = 0; i < 8; ++i) {
      readers.emplace_back([&] {
        const auto stub = pb::ObjectWorldService::NewStub(served.channel());
        while (!done) {
          grpc::ClientContext context;
          pb::ListObjectsRequest request;
          request.set_world_id("world");
          *request.add_query_objects() = named("table");
          *request.add_query_objects() = named("crate");
          pb::ListObjectsResponse response;
          const grpc::Status status = stub->ListObjects(&context, request, &response);
          if (!status.ok() || response.objects_size() != 2) {
            if (++failed == 1) qWarning("%d: %s", status.error_code(), status.error_message().c_str());
            continue;
          }
          ++reads;
          // Both were moved by one batch.
          const double x = response.objects(0).object_component().parent_t_this().position().x();
          if (x != response.objects(1).object_component().parent_t_this().position().x() + 1) ++torn;
        }
      });
    }
    for (int i = 1; i <= kWrites; ++i) {
      grpc::ClientContext context;
      pb::UpdateWorldResourcesRequest request;
      request.set_world_id("world");
      const auto move = [&](const char* in, const char* what, double x) {
        auto* u = request.mutable_world_updates()->add_updates()->mutable_update_transform();
        *u->mutable_node_a() = node(in);
        *u->mutable_node_b() = node(what);
        *u->mutable_a_t_b() = at(x, 0, 0);
      };
      move("root", "table", i + 1);
      move("table", "crate", i);
      pb::UpdateWorldResourcesResponse response;
      QVERIFY(served.stub->UpdateWorldResources(&context, request, &response).ok());
    }
    QTRY_VERIFY(reads > 50);
    done = true;
    readers.clear();
    QCOMPARE(torn.load(), 0);
    QCOMPARE(failed.load(), 0);
    QCOMPARE(served.session()->history().entries.size(), std::size_t{1});
    QCOMPARE(served.session()->worldSwaps(), served.session()->accountedSwaps());
  }
};

QTEST_GUILESS_MAIN(TestRpcThreads)
#include "test_rpc_threads.moc"
