// SPDX-License-Identifier: Apache-2.0
#include "core/io/step_export.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/base/scratch_dir.h"
#include "core/io/failure_wire.h"
#include "core/io/failures.h"
#include "core/io/frame_io.h"
#include "core/io/worker_client.h"
#include "worldwright/v1/worker.pb.h"

namespace ww::io {
namespace fs = std::filesystem;
namespace pb = worldwright::v1;

namespace {

// A minute, and a second for each 20 kB: ten times what facets were seen to take.
double cpuLimitOf(const pb::StepAssembly& assembly) {
  return 60.0 + static_cast<double>(assembly.ByteSizeLong()) / 2e4;
}

pb::ToWorker requestFor(const fs::path& scratch, const WorkerLimits& limits) {
  pb::ToWorker out;
  pb::WorkerStepRequest& r = *out.mutable_step();
  r.set_protocol_version(kWorkerProtocol);
  r.set_scratch_dir(scratch.string());
  r.set_memory_limit_bytes(limits.memory_bytes);
  r.set_cpu_limit_s(static_cast<std::uint32_t>(std::clamp(limits.cpu_s, 1.0, 1e6)));
#ifndef WW_SANITIZED
  r.set_limit_address_space(true);
#endif
  return out;
}

Status endOf(const WorkerExit& exit, const Status& failure, const WorkerLimits& limits) {
  using Kind = WorkerExit::Kind;
  switch (exit.kind) {
    case Kind::kDone: return failure;
    case Kind::kCancelled: return fail(failures::kStepWriteCancelled);
    case Kind::kTimeOut: return fail(failures::kStepWriteTooLong, {{"limit", arg::Seconds{limits.wall_s}}});
    case Kind::kCpu: return fail(failures::kStepWriteTooLong, {{"limit", arg::Seconds{limits.cpu_s}}});
    case Kind::kMemory: return fail(failures::kStepWriteMemory, {{"limit", arg::Bytes{limits.memory_bytes}}});
    default: return fail(failures::kStepWriteDied);
  }
}

}  // namespace

Result<std::string> writeStep(const pb::StepAssembly& assembly, std::uint64_t memory_limit_mb, std::stop_token stop,
                              const Progress& progress) {
  WW_ASSIGN(const fs::path program, findWorker());
  WW_ASSIGN(const ScratchDir scratch, ScratchDir::make());
  WorkerLimits limits;
  limits.memory_bytes = memory_limit_mb << 20;
  limits.cpu_s = cpuLimitOf(assembly);
  limits.wall_s = 2.0 * limits.cpu_s + 30.0;
  std::ofstream in(scratch.path() / "assembly.bin", std::ios::binary);
  if (!assembly.SerializeToOstream(&in) || !in.flush()) return fail(failures::kStepWriteDied);
  in.close();
  Status failure;
  const auto take = [&](const pb::FromWorker& message, bool& finished) {
    if (message.has_progress()) {
      const double fraction = message.progress().fraction();
      if (std::isfinite(fraction)) progress.report(std::clamp(fraction, 0.0, 1.0));
    }
    if (message.has_failure()) failure = fromWire(message.failure());
    finished = message.has_failure() || message.has_done();
    return true;
  };
  WW_ASSIGN(const WorkerExit exit,
            runWorker(program, requestFor(scratch.path(), limits), scratch.path(), limits, std::move(stop), take));
  WW_TRY(endOf(exit, failure, limits));
  std::ifstream made(scratch.path() / "assembly.step", std::ios::binary);
  std::ostringstream text;
  if (!made || !(text << made.rdbuf())) return fail(failures::kStepWriteDied);
  return std::move(text).str();
}

}  // namespace ww::io
