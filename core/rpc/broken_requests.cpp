// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/broken_requests.h"

#include <google/protobuf/descriptor.h>

#include <string>
#include <string_view>

#include "core/base/failure.h"
#include "core/rpc/failures.h"
#include "core/rpc/wire_status.h"

namespace ww::rpc {
namespace {

using grpc::experimental::InterceptionHookPoints;

// The field of the last request of this thread that is no text, with its message; empty when all are.
thread_local std::string bad_text;

// "a.b.Service/Call" as people read it, and the message that it takes.
Status brokenRequest(std::string path, const std::string& field) {
  if (path.starts_with('/')) path.erase(0, 1);
  if (!field.empty())
    return fail(failures::kRequestNotUtf8, {{"call", arg::Words{path}}, {"field", arg::Words{field}}});
  const std::size_t slash = path.find('/');
  const auto* service = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(path.substr(0, slash));
  const auto* call =
      service && slash != std::string::npos ? service->FindMethodByName(path.substr(slash + 1)) : nullptr;
  return fail(failures::kBrokenRequest, {{"call", arg::Words{path}},
                                         {"type", arg::Words{call ? call->input_type()->full_name() : "its request"}}});
}

class Retold final : public grpc::experimental::Interceptor {
 public:
  explicit Retold(const char* method) : method_(method) { bad_text.clear(); }
  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::POST_RECV_MESSAGE)) field_ = bad_text;
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      // What fails here always says why.
      const grpc::Status status = methods->GetSendStatus();
      if (status.error_code() == grpc::StatusCode::INTERNAL && status.error_message().empty())
        methods->ModifySendStatus(toGrpcStatus(brokenRequest(method_, field_)));
    }
    methods->Proceed();
  }

 private:
  const char* method_;  // lives as long as the call
  std::string field_;
};

}  // namespace

void noteParserWords(const std::string& text) {
  constexpr std::string_view kBefore = "String field '", kBehind = "' contains invalid UTF-8 data when parsing";
  const std::size_t end = text.find(kBehind);
  if (text.starts_with(kBefore) && end != std::string::npos && bad_text.empty())
    bad_text = text.substr(kBefore.size(), end - kBefore.size());
}

grpc::experimental::Interceptor* BrokenRequests::CreateServerInterceptor(grpc::experimental::ServerRpcInfo* info) {
  return new Retold(info->method());
}

}  // namespace ww::rpc
