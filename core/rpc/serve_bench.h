// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <stop_token>
#include <string>

#include "core/base/status.h"

namespace ww::rpc {

struct ServeBenchOptions {
  int calls = 2000;  // of GetTransform
  int batches = 50;  // of UpdateWorldResources, each of `updates`
  int updates = 1000;
  int small_world = 100;  // objects
  int large_world = 10'000;
  std::stop_token stop;
};

// Wall time as a client over loopback sees it, milliseconds, the other load of the machine included.
struct Percentiles {
  double p50 = 0, p95 = 0;
};

// One kind of batch on one world: the whole call, and its parts as they take when done alone. What the parts
// leave over is transport: sockets, threads, copies.
struct BatchTimes {
  int objects = 0, updates = 0;
  Percentiles total_ms;
  double apply_ms = 0;      // medians: the commit,
  double answer_ms = 0;     // making the answer's messages,
  double serialise_ms = 0;  // request and answer to bytes and back,
  double transport_ms = 0;  // and the rest
  std::size_t request_bytes = 0, answer_bytes = 0;
};

struct ServeBench {
  int calls = 0;
  Percentiles get_transform_us;
  BatchTimes small, large;
};

// Starts a server of its own on a free port of loopback, and measures it from a client in this process.
// CANCELLED after a stop; else as servers start and calls fail.
Result<ServeBench> benchServe(const ServeBenchOptions& options);

}  // namespace ww::rpc
