// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/status.h"
#include "core/rpc/call_context.h"
#include "google/longrunning/operations.pb.h"

namespace ww::rpc {

struct OperationLimits {
  int threads = 2;                           // run at once
  std::size_t max_unfinished = 32;           // running or waiting for their turn
  std::size_t max_finished = 256;            // kept; the oldest go first
  std::chrono::seconds keep_finished{3600};  // finished ones are forgotten after this time
  int max_waiters = 16;                      // calls of wait() that block; further ones return at once
};

using SteadyClock = std::function<std::chrono::steady_clock::time_point()>;

// Calls that outlive their RPC, as google.longrunning has them. An operation that was cancelled ends with the
// error CANCELLED, which is no fault of the server. Thread-safe. Its end cancels what runs and waits for it.
class OperationStore {
 public:
  using Operation = google::longrunning::Operation;
  using Work = std::function<Result<google::protobuf::Any>(std::stop_token, const Progress&)>;
  using Notes = std::shared_ptr<const std::vector<std::string>>;

  explicit OperationStore(OperationLimits limits = {}, SteadyClock clock = {});
  ~OperationStore();

  // Starts the work on a thread of lower priority. Names are operations/<kind>-<number>, never used twice.
  // RESOURCE_EXHAUSTED when too many are unfinished.
  // `notes`: what the work leaves to be told of its answer or failure; it is not looked at before the work has ended.
  Result<Operation> start(std::string_view kind, const google::protobuf::Any& metadata, Work work, Notes notes = {});

  // NOT_FOUND for names that never were, were deleted or have expired; so below.
  Result<Operation> get(const std::string& name);
  // What should be known of its answer beside it; empty before it is done, and of one that is not there.
  std::vector<std::string> notes(const std::string& name);
  // In the order of their starts. The filter is empty, "done=true" or "done=false"; the name is empty, or the
  // collection "operations"; INVALID_ARGUMENT for all else.
  Result<google::longrunning::ListOperationsResponse> list(const google::longrunning::ListOperationsRequest& request);
  // The operation when it is done, or as it is after the timeout, or a little before the call's deadline. NOT_FOUND,
  // CANCELLED when the call is to stop, INVALID_ARGUMENT for a timeout that is none.
  Result<Operation> wait(const google::longrunning::WaitOperationRequest& request, const CallContext& call);
  // Asks for the end; fine for one that has ended. NOT_FOUND.
  Status cancel(const std::string& name);
  // Forgets it; one that runs goes on, for nobody. NOT_FOUND.
  Status remove(const std::string& name);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace ww::rpc
