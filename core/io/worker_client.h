// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/base/phrase.h"
#include "core/base/status.h"

namespace worldwright::v1 {
class FromWorker;
class ToWorker;
}  // namespace worldwright::v1

namespace ww::io {

struct WorkerLimits {
  std::uint64_t memory_bytes = 0;  // resident; 0: none
  double cpu_s = 0;                // the worker ends itself above it; here only for the message
  double wall_s = 600;
  std::uint64_t output_bytes = 8ull << 30;  // all messages together
};

// How one run of the worker ended.
struct WorkerExit {
  enum class Kind { kDone, kCancelled, kTimeOut, kMemory, kCpu, kCrashed, kKilled, kExited, kBadOutput };
  Kind kind = Kind::kDone;
  int signal = 0;
  int exit_code = 0;
  bool out_of_memory = false;  // kKilled: the system ended it, or another program meanwhile, for want of memory
  double seconds = 0;
  std::uint64_t peak_bytes = 0;
  Phrase stage;        // what it was doing last
  std::string output;  // the end of what it printed, cleaned
};

// $WORLDWRIGHT_WORKER, or worldwright-worker beside this program, or in ../libexec/worldwright.
// NOT_FOUND when there is none.
Result<std::filesystem::path> findWorker();

// Starts the worker, sends the request, hands every message (hello apart) to `take` on the calling thread, and
// ends the process whatever happens. `take` returns false to stop it because of bad output, or sets `finished`
// after the last message. Fails only when the worker cannot be started.
using TakeMessage = std::function<bool(const worldwright::v1::FromWorker&, bool& finished)>;
Result<WorkerExit> runWorker(const std::filesystem::path& program, const worldwright::v1::ToWorker& request,
                             const std::filesystem::path& scratch, const WorkerLimits& limits, std::stop_token stop,
                             const TakeMessage& take);

}  // namespace ww::io
