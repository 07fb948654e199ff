// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/wire_status.h"

#include <chrono>

#include "core/base/failure.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"

namespace ww::rpc {
namespace {

// Metadata of at most 8 KiB is taken by every client; non-ASCII text triples and details grow by a third.
constexpr std::size_t kTextBytes = 600;
constexpr std::size_t kReportBytes = 1500;
constexpr std::size_t kDetailBytes = 3600;

intrinsic_proto::status::ExtendedStatus extendedStatus(const Status& status) {
  intrinsic_proto::status::ExtendedStatus out;
  out.mutable_status_code()->set_component("worldwright");
  out.mutable_status_code()->set_code(static_cast<std::uint32_t>(status.code));
  out.set_severity(intrinsic_proto::status::ExtendedStatus::ERROR);
  out.set_title(shortened(status.title, kTextBytes));
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(now);
  out.mutable_timestamp()->set_seconds(seconds.count());
  out.mutable_timestamp()->set_nanos(static_cast<int>(std::chrono::nanoseconds(now - seconds).count()));
  out.mutable_user_report()->set_message(
      shortened(status.message.empty() ? status.title : status.message, kReportBytes));
  if (!status.hint.empty()) out.mutable_user_report()->set_instructions(shortened(status.hint, kTextBytes));
  if (!status.subject.empty())
    out.mutable_debug_report()->set_message("subject: " + shortened(status.subject, kTextBytes / 3));
  return out;
}

// For failures that do not say what to do.
const char* usualHint(Code code) {
  switch (code) {
    case Code::kNotFound: return "look at what the world has now";
    case Code::kAlreadyExists: return "choose another name";
    case Code::kDeadlineExceeded: return "give it a longer deadline, or ask for less";
    case Code::kResourceExhausted: return "send less at once, or try again later";
    case Code::kUnavailable:
    case Code::kAborted: return "try again";
    case Code::kCancelled: return "nothing was changed; send it again if it is still wanted";
    case Code::kInternal: return "report this, with the request";
    default: return "correct the request and send it again";
  }
}

// Words for all ways in: clients know no options of the command line.
Status completed(Status status) {
  if (status.failure) status.hint = hintText(*status.failure, status.failure->row->hint, plainVoice());
  if (status.hint.empty()) status.hint = usualHint(status.code);
  return status;
}

}  // namespace

google::rpc::Status toRpcStatus(const Status& given,
                                const std::vector<std::shared_ptr<const google::protobuf::Message>>& details) {
  const Status status = completed(given);
  google::rpc::Status out;
  out.set_code(static_cast<int>(status.code));
  out.set_message(shortened(status.hint.empty() ? status.title : status.title + ": " + status.hint, kTextBytes));
  out.add_details()->PackFrom(extendedStatus(status));
  for (const auto& detail : details) {
    out.add_details()->PackFrom(*detail);
    if (out.ByteSizeLong() > kDetailBytes) out.mutable_details()->RemoveLast();
  }
  return out;
}

grpc::Status toGrpcStatus(const Status& status,
                          const std::vector<std::shared_ptr<const google::protobuf::Message>>& details) {
  if (status.ok()) return grpc::Status::OK;
  const google::rpc::Status rpc = toRpcStatus(status, details);
  return {static_cast<grpc::StatusCode>(status.code), rpc.message(), rpc.SerializeAsString()};
}

}  // namespace ww::rpc
