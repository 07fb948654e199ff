// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include "core/rpc/call.h"

namespace ww::rpc {

// Runs one call whose work gives its answer: fn(CallContext&) -> Result<Response>, or Status for an empty one.
// Fails as it does, and as Calls::run().
template <typename Response, typename Fn>
grpc::Status answer(Calls& calls, grpc::ServerContext& context, std::string_view method, std::string_view world,
                    std::size_t bytes, Response* response, Fn fn) {
  return calls.run(context, method, world, bytes, [&](CallContext& call) -> Status {
    if constexpr (std::is_same_v<decltype(fn(call)), Status>) {
      return fn(call);
    } else {
      WW_ASSIGN(*response, fn(call));
      return okStatus();
    }
  });
}

}  // namespace ww::rpc
