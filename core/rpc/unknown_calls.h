// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include <grpcpp/generic/async_generic_service.h>

namespace ww::rpc {

// Answers calls that no service here has: UNIMPLEMENTED, with the call and those that were perhaps meant, where the
// library says nothing at all.
class UnknownCalls final : public grpc::CallbackGenericService {
 public:
  grpc::ServerGenericBidiReactor* CreateReactor(grpc::GenericCallbackServerContext* context) override;
};

}  // namespace ww::rpc
