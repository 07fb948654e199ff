// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/call_log.h"

#include <algorithm>

namespace ww::rpc {
namespace {

constexpr std::chrono::minutes kRemembered{10};
constexpr std::size_t kMaxClients = 1000;

}  // namespace

void CallLog::begin(const std::string& client, const std::string& peer) {
  const auto now = std::chrono::system_clock::now();
  const std::lock_guard lock(mutex_);
  const auto [it, is_new] = clients_.try_emplace({peer, client});
  ClientInfo& info = it->second;
  if (is_new) info = {client, peer, 0, 0, now, now};
  ++info.calls;
  ++info.running;
  info.last_call = now;
  if (is_new) forgetOldClients(now);
}

void CallLog::end(CallRecord record) {
  {
    const std::lock_guard lock(mutex_);
    record.number = ++count_;
    if (const auto it = clients_.find({record.peer, record.client}); it != clients_.end()) --it->second.running;
    calls_.push_back(record);
    if (calls_.size() > limit_) calls_.pop_front();
  }
  if (on_call_) on_call_(record);
}

void CallLog::forgetOldClients(std::chrono::system_clock::time_point now) {
  std::erase_if(clients_,
                [&](const auto& row) { return row.second.running == 0 && now - row.second.last_call > kRemembered; });
  while (clients_.size() > kMaxClients) {
    const auto oldest = std::min_element(clients_.begin(), clients_.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second.running > 0, a.second.last_call) < std::pair(b.second.running > 0, b.second.last_call);
    });
    if (oldest->second.running > 0) return;
    clients_.erase(oldest);
  }
}

std::vector<CallRecord> CallLog::calls() const {
  const std::lock_guard lock(mutex_);
  return {calls_.begin(), calls_.end()};
}

std::vector<ClientInfo> CallLog::clients() const {
  const auto now = std::chrono::system_clock::now();
  std::vector<ClientInfo> list;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, info] : clients_) {
      if (info.running > 0 || now - info.last_call <= kRemembered) list.push_back(info);
    }
  }
  std::sort(list.begin(), list.end(),
            [](const ClientInfo& a, const ClientInfo& b) { return a.last_call > b.last_call; });
  return list;
}

}  // namespace ww::rpc
