// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <map>
#include <mutex>

#include "core/rpc/server.h"

namespace ww::rpc {

// The last calls, and who made them. Thread-safe.
class CallLog {
 public:
  CallLog(std::size_t entries, std::function<void(const CallRecord&)> on_call)
      : limit_(entries), on_call_(std::move(on_call)) {}

  void begin(const std::string& client, const std::string& peer);
  void end(CallRecord record);

  std::vector<CallRecord> calls() const;
  std::vector<ClientInfo> clients() const;

 private:
  void forgetOldClients(std::chrono::system_clock::time_point now);

  const std::size_t limit_;
  const std::function<void(const CallRecord&)> on_call_;
  mutable std::mutex mutex_;
  std::deque<CallRecord> calls_;
  std::map<std::pair<std::string, std::string>, ClientInfo> clients_;  // by peer and name
  std::uint64_t count_ = 0;
};

}  // namespace ww::rpc
