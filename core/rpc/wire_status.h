// SPDX-License-Identifier: Apache-2.0
#pragma once
// Private to this folder's .cpp files: includes gRPC.
#include <grpcpp/support/status.h>

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/base/text.h"

namespace google::protobuf {
class Message;
}

namespace google::rpc {
class Status;
}

namespace ww::rpc {

// google.rpc.Status with an ExtendedStatus (title, report, instructions; for programs, in the debug report, the stable
// code of the kind of failure and its arguments as lines "key: value"; in its context what it comes from) and the
// further details, cut so that it fits into the 8 KiB of metadata that clients take.
google::rpc::Status toRpcStatus(const Status& status,
                                const std::vector<std::shared_ptr<const google::protobuf::Message>>& details = {});
// Of a failure, as gRPC sends it: canonical code, title and hint as its text, the former as `grpc-status-details-bin`.
grpc::Status toGrpcStatus(const Status& status,
                          const std::vector<std::shared_ptr<const google::protobuf::Message>>& details = {});

}  // namespace ww::rpc
