// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include <grpcpp/support/server_interceptor.h>

#include <string>

namespace ww::rpc {

// Answers requests whose bytes are no message of the call: INVALID_ARGUMENT, with what belongs there, where the library
// says INTERNAL and no word. It reads requests before any service here is asked, so that this is the one place for it.
class BrokenRequests final : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  grpc::experimental::Interceptor* CreateServerInterceptor(grpc::experimental::ServerRpcInfo* info) override;
};

// What protobuf logs in a thread that reads a request: which text is not UTF-8 it tells nowhere else.
void noteParserWords(const std::string& text);

}  // namespace ww::rpc
