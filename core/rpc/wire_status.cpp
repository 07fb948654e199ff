// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/wire_status.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>

#include "core/base/failure.h"
#include "google/rpc/status.pb.h"
#include "intrinsic/motion_planning/proto/v1/motion_planning_error.pb.h"
#include "intrinsic/util/status/extended_status.pb.h"

namespace ww::rpc {
namespace {

// Metadata of at most 8 KiB is taken by every client; non-ASCII text triples and details grow by a third.
constexpr std::size_t kTextBytes = 600;
constexpr std::size_t kReportBytes = 1500;
constexpr std::size_t kDebugBytes = 500;
constexpr std::size_t kDetailBytes = 3600;

// As text without marks around names, so that programs can read it.
class BareVoice : public Voice {
 public:
  std::string quoted(const std::string& name) const override { return name; }
};

std::string oneLine(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return shortened(text, kTextBytes / 3);
}

// Lines "key: value" for programs: the stable code of the kind of failure, its subject, and its arguments.
std::string debugReport(const Status& status) {
  std::string out;
  const auto add = [&](std::string_view key, const std::string& value) {
    const std::string line = fmt::format("{}{}: {}", out.empty() ? "" : "\n", key, oneLine(value));
    if (out.size() + line.size() <= kDebugBytes) out += line;
  };
  if (status.failure) add("failure", std::string(status.failure->row->code));
  if (!status.subject.empty()) add("subject", status.subject);
  if (!status.failure) return out;
  for (const FailureArg& a : status.failure->args)
    add(a.key, filledIn(fmt::format("{{{}}}", a.key).c_str(), *status.failure, BareVoice()));
  if (!status.failure->near.empty()) add("near", fmt::format("{}", fmt::join(status.failure->near, ", ")));
  return out;
}

// What the instructions are for comes first; details may say it themselves, up to a colon.
std::string reportText(const Status& status) {
  if (status.message.empty()) return status.title;
  const std::string first = status.message.substr(0, status.message.find_first_of(":\n"));
  const bool said = first.size() >= std::min<std::size_t>(status.title.size(), 20) && status.title.starts_with(first);
  return said ? status.message : status.title + "\n" + status.message;
}

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
  out.mutable_user_report()->set_message(shortened(reportText(status), kReportBytes));
  if (!status.hint.empty()) out.mutable_user_report()->set_instructions(shortened(status.hint, kTextBytes));
  if (const std::string report = debugReport(status); !report.empty()) out.mutable_debug_report()->set_message(report);
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
    case Code::kCancelled: return "nothing was changed; start it again if it is still wanted";
    case Code::kInternal: return "report this, with the request";
    default: return "change in the request what the message names";
  }
}

// Words for all ways in: clients know no options of the command line.
std::string neutralHint(const Status& status) {
  if (!status.failure) return status.hint;
  std::string hint = hintText(*status.failure, status.failure->row->hint, plainVoice());
  for (const Status& cause : status.failure->causes)
    if (hint.empty()) hint = neutralHint(cause);
  return hint;
}

Status completed(Status status) {
  status.hint = neutralHint(status);
  if (status.hint.empty()) status.hint = usualHint(status.code);
  return status;
}

// What it comes from, each with what that comes from.
void addCauses(const Status& status, int depth, intrinsic_proto::status::ExtendedStatus& out) {
  constexpr int kDeepest = 4;
  if (!status.failure || depth == kDeepest) return;
  for (Status cause : status.failure->causes) {
    cause.hint = neutralHint(cause);
    auto& entry = *out.add_context();
    entry = extendedStatus(cause);
    addCauses(cause, depth + 1, entry);
  }
}

using intrinsic_proto::motion_planning::v1::MotionPipelineError;

// Takes the last collision out. False where there is none.
bool dropCollision(MotionPipelineError& error) {
  for (auto& one : *error.mutable_motion_planning_error()) {
    if (!one.has_collision_error() || one.collision_error().collision_debug().empty()) continue;
    one.mutable_collision_error()->mutable_collision_debug()->RemoveLast();
    return true;
  }
  return false;
}

// As it is told, with how many were taken out behind the text of the last that is left.
MotionPipelineError withCount(MotionPipelineError error, int dropped) {
  for (auto& one : *error.mutable_motion_planning_error()) {
    if (!one.has_collision_error() || one.collision_error().collision_debug().empty()) continue;
    auto& last = *one.mutable_collision_error()->mutable_collision_debug()->rbegin();
    last.set_error_message(fmt::format("{} (left out here: {} more)", last.error_message(), dropped));
    break;
  }
  return error;
}

// The first collisions say more than none.
void packShortened(const google::protobuf::Message& detail, google::rpc::Status& out) {
  out.add_details()->PackFrom(detail);
  const auto* whole = dynamic_cast<const MotionPipelineError*>(&detail);
  MotionPipelineError shorter;
  if (whole) shorter = *whole;
  for (int dropped = 1; out.ByteSizeLong() > kDetailBytes; ++dropped) {
    out.mutable_details()->RemoveLast();
    if (!whole || !dropCollision(shorter)) return;
    out.add_details()->PackFrom(withCount(shorter, dropped));
  }
}

}  // namespace

google::rpc::Status toRpcStatus(const Status& given,
                                const std::vector<std::shared_ptr<const google::protobuf::Message>>& details) {
  const Status status = completed(given);
  google::rpc::Status out;
  out.set_code(static_cast<int>(status.code));
  out.set_message(shortened(status.hint.empty() ? status.title : status.title + ": " + status.hint, kTextBytes));
  auto extended = extendedStatus(status);
  out.add_details()->PackFrom(extended);
  for (const auto& detail : details) packShortened(*detail, out);
  // All that led to it, or where there is no room none: its text is in the title.
  const std::size_t without = out.ByteSizeLong() - extended.ByteSizeLong();
  addCauses(status, 0, extended);
  if (without + extended.ByteSizeLong() <= kDetailBytes) out.mutable_details(0)->PackFrom(extended);
  return out;
}

grpc::Status toGrpcStatus(const Status& status,
                          const std::vector<std::shared_ptr<const google::protobuf::Message>>& details) {
  if (status.ok()) return grpc::Status::OK;
  const google::rpc::Status rpc = toRpcStatus(status, details);
  return {static_cast<grpc::StatusCode>(status.code), rpc.message(), rpc.SerializeAsString()};
}

}  // namespace ww::rpc
