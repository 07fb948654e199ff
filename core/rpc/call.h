// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include <grpcpp/server_context.h>

#include <condition_variable>
#include <functional>
#include <list>
#include <thread>

#include "core/base/hash.h"
#include "core/rpc/call_context.h"
#include "core/rpc/call_log.h"

namespace ww::rpc {

// What every call of every service passes through: token, the client's name, deadline, exceptions,
// errors with their details, the log. Thread-safe.
class Calls {
 public:
  Calls(const std::string& token, const ServerLimits& limits, CallLog& log);
  ~Calls();

  // Runs `work`, unless the call is refused. `world` is for the log; `bytes` is the size of the request.
  grpc::Status run(grpc::ServerContext& context, std::string_view method, std::string_view world, std::size_t bytes,
                   const std::function<Status(CallContext&)>& work);
  // Asks all calls under way to end, and refuses those that come.
  void stopAll();

 private:
  using Clock = std::chrono::system_clock;
  struct Running {
    grpc::ServerContext* context;
    std::stop_source stop;
    Clock::time_point started, deadline;
    std::size_t bytes = 0;
    bool late = false;
  };

  // UNAUTHENTICATED without the right token, CANCELLED and DEADLINE_EXCEEDED as the call says, UNAVAILABLE when all
  // calls end, RESOURCE_EXHAUSTED beyond the limits; and as `fn` fails.
  Status admit(const grpc::ServerContext& context, CallContext& call) const;
  Status enter(Running& running, std::list<Running*>::iterator& place);
  Clock::time_point deadlineOf(const grpc::ServerContext& context) const;
  Status work(Running& running, CallContext& call, const std::function<Status(CallContext&)>& fn);
  void watch(std::stop_token stop);
  bool look();

  const bool needs_token_;
  const Sha256 token_hash_;
  const ServerLimits limits_;
  CallLog& log_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::list<Running*> running_;
  bool stopping_ = false;
  bool watching_ = false;
  std::jthread watcher_;  // last: it uses the others
};

}  // namespace ww::rpc
