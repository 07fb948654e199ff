// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/serve_bench.h"
#include "tests/rpc/calls.h"

using namespace ww;
using namespace ww::rpc;

// That the measurement runs and adds up; how quick things are depends on the machine.
class TestRpcBench : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void partsAddUp() {
    ServeBenchOptions options;
    options.calls = 40;
    options.batches = 3;
    options.updates = 50;
    options.small_world = 20;
    options.large_world = 200;
    WW_GET(const ServeBench bench, benchServe(options));
    QVERIFY(bench.get_transform_us.p50 > 0.0 && bench.get_transform_us.p50 <= bench.get_transform_us.p95);
    for (const BatchTimes& b : {bench.small, bench.large}) {
      QVERIFY(b.apply_ms > 0.0 && b.serialise_ms > 0.0 && b.transport_ms >= 0.0);
      QVERIFY(b.request_bytes > 50 * 20 && b.answer_bytes > 0);
    }
    QCOMPARE(bench.large.objects, 200);
  }

  void canBeCancelled() {
    std::stop_source stop;
    stop.request_stop();
    ServeBenchOptions options;
    options.small_world = 10;
    options.large_world = 10;
    options.stop = stop.get_token();
    WW_REFUSED(benchServe(options), Code::kCancelled, "");
  }
};

QTEST_GUILESS_MAIN(TestRpcBench)
#include "test_rpc_bench.moc"
