// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace google::protobuf {
class Message;
}

namespace ww::rpc {

// One call, as what does its work sees it.
struct CallContext {
  std::string client;  // author of its edits
  std::string peer;
  // Asked to stop when the client cancels, its time is over, or the server stops. Long work looks at it,
  // and then ends with CANCELLED.
  std::stop_token stop;
  std::chrono::system_clock::time_point deadline;
  // What the client should know about an answer, such as a field that has no effect: sent in the
  // trailing metadata `worldwright-note`.
  std::vector<std::string> notes;
  // Beside the ExtendedStatus, in the details of an error.
  std::vector<std::shared_ptr<const google::protobuf::Message>> error_details;
};

}  // namespace ww::rpc
