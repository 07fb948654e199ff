// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/base/log.h"
#include "core/rpc/client_name.h"
#include "core/rpc/failures.h"
#include "core/rpc/wire_status.h"

namespace ww::rpc {
namespace {

constexpr std::chrono::milliseconds kTick{20};
constexpr int kIdleTicks = 50;

std::optional<std::string> metadata(const grpc::ServerContext& context, std::string_view key) {
  const auto& all = context.client_metadata();
  const auto it = all.find(grpc::string_ref(key.data(), key.size()));
  if (it == all.end()) return std::nullopt;
  return std::string(it->second.data(), it->second.size());
}

// Takes the same time wherever two hashes differ.
bool equalHashes(const Sha256& a, const Sha256& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned>(a[i] ^ b[i]);
  return difference == 0;
}

// Text that a header can carry.
std::string headerText(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

}  // namespace

Calls::Calls(const std::string& token, const ServerLimits& limits, CallLog& log)
    : needs_token_(!token.empty()),
      token_hash_(sha256(token)),
      limits_(limits),
      log_(log),
      watcher_([this](std::stop_token stop) { watch(std::move(stop)); }) {}

Calls::~Calls() {
  {
    const std::lock_guard lock(mutex_);
    watcher_.request_stop();
  }
  wake_.notify_all();
}

Status Calls::admit(const grpc::ServerContext& context, CallContext& call) const {
  call.peer = peerAddress(context.peer());
  call.client = nameFromAgent(metadata(context, "user-agent").value_or(""), call.peer);
  if (needs_token_) {
    const std::string sent = metadata(context, "authorization").value_or("");
    if (sent.empty()) return fail(failures::kTokenMissing);
    constexpr std::string_view kBearer = "Bearer ";
    if (!sent.starts_with(kBearer)) return fail(failures::kTokenForm);
    if (!equalHashes(sha256(std::string_view(sent).substr(kBearer.size())), token_hash_))
      return fail(failures::kTokenWrong);
  }
  if (const auto name = metadata(context, kClientMetadata)) {
    WW_TRY(checkClientName(*name));
    call.client = *name;
  }
  return okStatus();
}

Calls::Clock::time_point Calls::deadlineOf(const grpc::ServerContext& context) const {
  const auto now = Clock::now();
  const auto given = context.deadline();
  if (given == Clock::time_point::max()) return now + limits_.default_deadline;
  return std::min(given, now + limits_.longest_deadline);
}

Status Calls::work(Running& running, CallContext& call, const std::function<Status(CallContext&)>& fn) {
  Status status = fail(failures::kCallCancelled);
  try {
    if (!call.stop.stop_requested()) status = fn(call);
  } catch (const std::bad_alloc&) {
    return fail(failures::kNoMemory);
  } catch (const std::exception& error) {
    log(LogLevel::kError, fmt::format("a call failed unexpectedly: {}", error.what()));
    return fail(failures::kUnexpected, {{"reason", arg::Words{error.what()}}});
  }
  if (status.code != Code::kCancelled) return status;
  const std::lock_guard lock(mutex_);
  if (running.late) return fail(failures::kTooLate, {{"what", told(status)}});
  if (stopping_) return fail(failures::kStopping);
  return status;
}

// A request takes several times its size in memory while it is worked on.
Status Calls::enter(Running& running, std::list<Running*>::iterator& place) {
  const std::lock_guard lock(mutex_);
  std::size_t under_way = running.bytes;
  for (const Running* other : running_) under_way += other->bytes;
  if (under_way > limits_.memory_bytes / 2 && under_way > running.bytes) {
    return fail(failures::kBusy);
  }
  place = running_.insert(running_.end(), &running);
  if (stopping_) running.stop.request_stop();
  if (!watching_) wake_.notify_one();
  return okStatus();
}

grpc::Status Calls::run(grpc::ServerContext& context, std::string_view method, std::string_view world,
                        std::size_t bytes, const std::function<Status(CallContext&)>& fn) {
  const auto start = std::chrono::steady_clock::now();
  CallContext call;
  Status status = admit(context, call);
  log_.begin(call.client, call.peer);
  Running running{&context, {}, Clock::now(), deadlineOf(context), bytes, false};
  CallRecord record{0, running.started, call.client, call.peer, std::string(method), std::string(world), Code::kOk, {},
                    {}};
  if (status.ok()) {
    call.stop = running.stop.get_token();
    call.deadline = running.deadline;
    std::list<Running*>::iterator place;
    status = enter(running, place);
    if (status.ok()) {
      status = work(running, call, fn);
      const std::lock_guard lock(mutex_);
      running_.erase(place);
    }
  }
  for (const std::string& note : call.notes)
    context.AddTrailingMetadata("worldwright-note", headerText(shortened(note, 300)));
  record.code = status.code;
  record.problem = status;
  record.duration = std::chrono::steady_clock::now() - start;
  log_.end(std::move(record));
  return toGrpcStatus(status, call.error_details);
}

void Calls::stopAll() {
  const std::lock_guard lock(mutex_);
  stopping_ = true;
  for (Running* running : running_) running->stop.request_stop();
}

// Looks at the calls under way; true when there are any. Young ones are left alone: most end at once.
bool Calls::look() {
  const auto now = Clock::now();
  for (Running* running : running_) {
    if (running->stop.stop_requested() || now - running->started < kTick) continue;
    running->late = now >= running->deadline;
    if (running->late || running->context->IsCancelled()) running->stop.request_stop();
  }
  return !running_.empty();
}

void Calls::watch(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  int idle = kIdleTicks;
  while (!stop.stop_requested()) {
    watching_ = idle < kIdleTicks;
    if (watching_) wake_.wait_for(lock, kTick);
    else wake_.wait(lock, [&] { return stop.stop_requested() || !running_.empty(); });
    idle = look() ? 0 : idle + 1;
  }
}

}  // namespace ww::rpc
