// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <map>
#include <mutex>
#include <vector>

#include "core/jobs/runner.h"
#include "core/rpc/failures.h"
#include "core/rpc/wire_status.h"
#include "google/rpc/status.pb.h"

namespace ww::rpc {
namespace {

namespace lro = google::longrunning;
using google::protobuf::Any;
using TimePoint = std::chrono::steady_clock::time_point;

constexpr std::string_view kCollection = "operations";
constexpr int kDefaultPage = 100, kLargestPage = 1000;
constexpr std::size_t kPageBytes = 32u << 20;
constexpr std::chrono::seconds kLongestWait{600};
// Before the deadline of the call, so that the answer is still in time.
constexpr std::chrono::milliseconds kAnswerTime{50};
constexpr std::chrono::milliseconds kPoll{25};

Status unknown(const std::string& name) {
  return fail(failures::kNoSuchOperation, {{"name", arg::Name{shortened(name, 200)}}});
}

// Empty: both kinds.
Result<std::optional<bool>> readFilter(const std::string& given) {
  std::string filter = given;
  std::erase_if(filter, [](char c) { return c == ' ' || c == '\t'; });
  if (filter.empty()) return std::optional<bool>();
  if (filter == "done=true" || filter == "done") return std::optional(true);
  if (filter == "done=false" || filter == "-done") return std::optional(false);
  return fail(failures::kBadFilter, {{"filter", arg::Name{shortened(given, 200)}}});
}

Result<std::uint64_t> readToken(const std::string& token) {
  std::uint64_t last = 0;
  if (token.empty()) return last;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), last);
  if (error != std::errc{} || end != token.data() + token.size()) {
    return fail(failures::kBadPageToken);
  }
  return last;
}

Result<std::chrono::milliseconds> readTimeout(const lro::WaitOperationRequest& request) {
  if (!request.has_timeout()) return std::chrono::milliseconds(kLongestWait);
  const auto& t = request.timeout();
  if (t.seconds() < 0 || t.nanos() < 0 || t.nanos() > 999'999'999) {
    return fail(failures::kBadTimeout);
  }
  const std::int64_t seconds = std::min<std::int64_t>(t.seconds(), kLongestWait.count());
  return std::chrono::milliseconds(seconds * 1000 + t.nanos() / 1'000'000);
}

}  // namespace

struct OperationStore::Impl {
  struct Entry {
    std::uint64_t number = 0;
    lro::Operation message;
    jobs::Job<Any> job;
    Notes notes;
    TimePoint finished;
  };

  // Outlives the store in the hands of a job that is just ending.
  struct Shared {
    SteadyClock clock;
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::uint64_t, Entry> entries;
    std::size_t unfinished = 0;

    void finish(std::uint64_t number, const jobs::Outcome<Any>& outcome) {
      const std::lock_guard lock(mutex);
      --unfinished;
      if (const auto it = entries.find(number); it != entries.end()) set(it->second, outcome);
      changed.notify_all();
    }

    void set(Entry& entry, const jobs::Outcome<Any>& outcome) const {
      if (entry.message.done()) return;
      entry.message.set_done(true);
      entry.finished = clock();
      if (const auto* value = std::get_if<Any>(&outcome)) {
        *entry.message.mutable_response() = *value;
      } else {
        const auto* error = std::get_if<Status>(&outcome);
        *entry.message.mutable_error() =
            toRpcStatus(error ? *error : fail(failures::kCancelled, {{"what", arg::Words{entry.message.name()}}}));
      }
    }

    // A job that is cancelled before its turn has ended, though no thread has come to it.
    void settle(Entry& entry) const {
      if (!entry.message.done() && entry.job && entry.job.info().state == jobs::JobState::kCancelled) {
        set(entry, jobs::Outcome<Any>(jobs::Cancelled{}));
      }
    }
  };

  Impl(OperationLimits l, SteadyClock clock)
      : limits(l),
        base(static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count())),
        runner(l.threads) {
    shared->clock = clock ? std::move(clock) : [] { return std::chrono::steady_clock::now(); };
  }

  // Null when there is none.
  Entry* find(const std::string& name) {
    sweep();
    for (auto& [number, entry] : shared->entries) {
      if (entry.message.name() == name) return &entry;
    }
    return nullptr;
  }

  void sweep() {
    const TimePoint oldest = shared->clock() - limits.keep_finished;
    std::vector<std::pair<TimePoint, std::uint64_t>> finished;
    for (auto& [number, entry] : shared->entries) {
      shared->settle(entry);
      if (entry.message.done()) finished.emplace_back(entry.finished, number);
    }
    std::sort(finished.begin(), finished.end());
    const std::size_t surplus = finished.size() > limits.max_finished ? finished.size() - limits.max_finished : 0;
    for (std::size_t i = 0; i < finished.size(); ++i) {
      if (i < surplus || finished[i].first < oldest) shared->entries.erase(finished[i].second);
    }
  }

  const OperationLimits limits;
  const std::uint64_t base;  // so that names of an earlier run of the program are not met again
  std::uint64_t last = 0;
  int waiters = 0;
  const std::shared_ptr<Shared> shared = std::make_shared<Shared>();
  jobs::JobRunner runner;  // last: its end needs the rest
};

OperationStore::OperationStore(OperationLimits limits, SteadyClock clock)
    : impl_(std::make_unique<Impl>(limits, std::move(clock))) {}
OperationStore::~OperationStore() = default;

Result<lro::Operation> OperationStore::start(std::string_view kind, const Any& metadata, Work work, Notes notes) {
  const auto shared = impl_->shared;
  std::uint64_t number = 0;
  std::string name;
  {
    const std::lock_guard lock(shared->mutex);
    if (shared->unfinished >= impl_->limits.max_unfinished) {
      return fail(failures::kTooManyOperations, {{"count", arg::Count{shared->unfinished}}});
    }
    ++shared->unfinished;
    number = ++impl_->last;
    name = fmt::format("{}/{}-{:x}-{}", kCollection, kind, impl_->base, number);
    Impl::Entry& entry = shared->entries[number];
    entry.number = number;
    entry.message.set_name(name);
    *entry.message.mutable_metadata() = metadata;
    entry.notes = std::move(notes);
  }
  const auto job = impl_->runner.run<Any>(
      name, std::move(work), [shared, number](const jobs::Outcome<Any>& outcome) { shared->finish(number, outcome); });
  const std::lock_guard lock(shared->mutex);
  const auto it = shared->entries.find(number);
  if (it == shared->entries.end()) return unknown(name);  // deleted by someone who guessed its name
  it->second.job = job;
  impl_->sweep();
  const auto kept = shared->entries.find(number);
  return kept == shared->entries.end() ? Result<lro::Operation>(unknown(name)) : kept->second.message;
}

Result<lro::Operation> OperationStore::get(const std::string& name) {
  const std::lock_guard lock(impl_->shared->mutex);
  const Impl::Entry* entry = impl_->find(name);
  if (!entry) return unknown(name);
  return entry->message;
}

std::vector<std::string> OperationStore::notes(const std::string& name) {
  const std::lock_guard lock(impl_->shared->mutex);
  const Impl::Entry* entry = impl_->find(name);
  if (!entry || !entry->message.done() || !entry->notes) return {};
  // One that was cancelled is done before its work has ended.
  const auto& message = entry->message;
  return message.has_error() && message.error().code() == static_cast<int>(Code::kCancelled)
             ? std::vector<std::string>()
             : *entry->notes;
}

Result<lro::ListOperationsResponse> OperationStore::list(const lro::ListOperationsRequest& request) {
  WW_ASSIGN(const std::optional<bool> done, readFilter(request.filter()));
  WW_ASSIGN(const std::uint64_t after, readToken(request.page_token()));
  if (request.page_size() < 0) return fail(failures::kBadPageSize, {{"most", arg::Count{kLargestPage}}});
  if (!request.name().empty() && request.name() != kCollection) {
    return fail(failures::kNoSuchCollection, {{"name", arg::Name{shortened(request.name(), 200)}}});
  }
  const int page = request.page_size() == 0 ? kDefaultPage : std::min(request.page_size(), kLargestPage);
  const std::lock_guard lock(impl_->shared->mutex);
  impl_->sweep();
  lro::ListOperationsResponse out;
  std::size_t bytes = 0;
  for (const auto& [number, entry] : impl_->shared->entries) {
    if (number <= after || (done && entry.message.done() != *done)) continue;
    bytes += entry.message.ByteSizeLong();
    if (out.operations_size() > 0 && (out.operations_size() == page || bytes > kPageBytes)) return out;
    *out.add_operations() = entry.message;
    out.set_next_page_token(std::to_string(number));
  }
  out.clear_next_page_token();
  return out;
}

Result<lro::Operation> OperationStore::wait(const lro::WaitOperationRequest& request, const CallContext& call) {
  WW_ASSIGN(const std::chrono::milliseconds timeout, readTimeout(request));
  // Waiting is by the real clock, whatever clock tells when operations expire.
  const TimePoint now = std::chrono::steady_clock::now();
  const auto left = call.deadline - std::chrono::system_clock::now();
  const TimePoint end =
      now + std::min<std::chrono::steady_clock::duration>(timeout, std::max(left - kAnswerTime, left * 0));
  const auto& shared = impl_->shared;
  std::unique_lock lock(shared->mutex);
  const bool may_block = impl_->waiters < impl_->limits.max_waiters;
  ++impl_->waiters;
  const auto goOn = [&](const Impl::Entry* entry) {
    return entry && !entry->message.done() && may_block && std::chrono::steady_clock::now() < end &&
           !call.stop.stop_requested();
  };
  const Impl::Entry* entry = impl_->find(request.name());
  while (goOn(entry)) {
    shared->changed.wait_until(lock, std::min(end, std::chrono::steady_clock::now() + kPoll));
    entry = impl_->find(request.name());
  }
  --impl_->waiters;
  if (!entry) return unknown(request.name());
  if (call.stop.stop_requested()) return fail(failures::kWaitCancelled);
  return entry->message;
}

Status OperationStore::cancel(const std::string& name) {
  jobs::Job<Any> job;
  {
    const std::lock_guard lock(impl_->shared->mutex);
    const Impl::Entry* entry = impl_->find(name);
    if (!entry) return unknown(name);
    if (!entry->message.done()) job = entry->job;
  }
  if (job) job.cancel();
  impl_->shared->changed.notify_all();
  return okStatus();
}

Status OperationStore::remove(const std::string& name) {
  const std::lock_guard lock(impl_->shared->mutex);
  const Impl::Entry* entry = impl_->find(name);
  if (!entry) return unknown(name);
  impl_->shared->entries.erase(entry->number);
  return okStatus();
}

}  // namespace ww::rpc
