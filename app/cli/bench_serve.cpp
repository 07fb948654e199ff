// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_serve.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/rpc/serve_bench.h"

namespace ww::cli {
namespace {

Json batchJson(const rpc::BatchTimes& b) {
  return {{"objects", b.objects},
          {"updates", b.updates},
          {"total_ms", {{"p50", b.total_ms.p50}, {"p95", b.total_ms.p95}}},
          {"apply_ms", b.apply_ms},
          {"answer_ms", b.answer_ms},
          {"serialise_ms", b.serialise_ms},
          {"transport_ms", b.transport_ms},
          {"request_bytes", b.request_bytes},
          {"answer_bytes", b.answer_bytes}};
}

std::string batchText(const rpc::BatchTimes& b) {
  return fmt::format(
      "UpdateWorldResources, {} updates in a world of {} objects, BASIC: p50 {:.2f} ms, p95 {:.2f} ms\n"
      "  apply {:.2f} ms, answer {:.2f} ms, serialise {:.2f} ms, transport {:.2f} ms; {} bytes there, {} back\n",
      b.updates, b.objects, b.total_ms.p50, b.total_ms.p95, b.apply_ms, b.answer_ms, b.serialise_ms, b.transport_ms,
      b.request_bytes, b.answer_bytes);
}

}  // namespace

int benchServe(Run& run) {
  rpc::ServeBenchOptions options;
  options.stop = run.stop;
  const auto result = rpc::benchServe(options);
  if (!result.ok()) return fail(run, result.status());
  const rpc::ServeBench& r = result.value();
  const Json json = {{"calls", r.calls},
                     {"get_transform_us", {{"p50", r.get_transform_us.p50}, {"p95", r.get_transform_us.p95}}},
                     {"batch", batchJson(r.small)},
                     {"large_batch", batchJson(r.large)}};
  print(run, json,
        fmt::format("GetTransform over loopback, {} calls: p50 {:.0f} us, p95 {:.0f} us (wall)\n{}{}", r.calls,
                    r.get_transform_us.p50, r.get_transform_us.p95, batchText(r.small), batchText(r.large)));
  return kDone;
}

}  // namespace ww::cli
