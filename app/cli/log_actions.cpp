// SPDX-License-Identifier: Apache-2.0
#include "app/cli/log_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/last_work.h"
#include "app/cli/log_lines.h"
#include "app/cli/notes.h"
#include "app/cli/ticker.h"
#include "core/base/finding.h"
#include "core/base/system_words.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/subscriber.h"

namespace ww::cli {
namespace {

using SteadyClock = std::chrono::steady_clock;

double secondsSince(SteadyClock::time_point start) {
  return std::chrono::duration<double>(SteadyClock::now() - start).count();
}

// Waits in small parts, so that a stop is seen within a tenth of a second.
bool waitUntil(const Run& run, SteadyClock::time_point time) {
  while (SteadyClock::now() < time) {
    if (run.stop.stop_requested()) return false;
    std::this_thread::sleep_until(std::min(time, SteadyClock::now() + std::chrono::milliseconds(100)));
  }
  return !run.stop.stop_requested();
}

// The first receiver, for at most so many seconds.
bool waitForPeer(const Run& run, const isaac::Publisher& publisher, double seconds) {
  const auto start = SteadyClock::now();
  while (publisher.peers().empty()) {
    if (run.stop.stop_requested() || secondsSince(start) >= seconds) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

std::string leftOut(std::uint64_t pictures) {
  return pictures == 0 ? std::string() : fmt::format(", {} left out for slow readers", counted(pictures, "picture"));
}

struct Played {
  std::uint64_t messages = 0, unreadable = 0;
};

// Waits until no receiver has more than so many messages before it, as long as any of them is taken. False when they
// take no more.
bool waitForReaders(const Run& run, isaac::Publisher& publisher, std::uint64_t most) {
  constexpr double kPatience = 5.0;  // seconds
  std::uint64_t taken = 0;
  auto last = SteadyClock::now();
  while (!run.stop.stop_requested()) {
    std::uint64_t now = 0, waiting = 0;
    for (const isaac::PeerStatistics& peer : publisher.peers()) {
      now += peer.bytes;
      waiting = std::max(waiting, peer.waiting);
    }
    if (waiting <= most) return true;
    if (now != taken) last = SteadyClock::now();
    taken = now;
    if (secondsSince(last) >= kPatience) return false;
    publisher.flush(0.02);
  }
  return true;
}

Result<Played> play(Run& run, const LogOptions& options, const isaac::CaskReader& log, isaac::Publisher& publisher) {
  constexpr std::uint64_t kMostWaiting = 1000;  // messages: far from what a receiver is let go for
  WW_ASSIGN(const auto steps, isaac::stepsOf(log, options.choice()));
  const Ticker ticker(run, "playing");
  Played out;
  bool takes = true;
  const auto start = SteadyClock::now();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const double since = (static_cast<double>(steps[i].pubtime_ns) - static_cast<double>(steps[0].pubtime_ns)) * 1e-9;
    // What lies a year ahead is damage and not a pause.
    const double wait_s = std::clamp(since / options.speed, 0.0, 3e7);
    const auto due = start + std::chrono::duration_cast<SteadyClock::duration>(std::chrono::duration<double>(wait_s));
    if (!waitUntil(run, due)) break;
    ticker.progress().report(static_cast<double>(i) / static_cast<double>(steps.size()));
    const isaac::LogChannel& channel = log.channels()[steps[i].channel];
    const auto message = log.message(channel, channel.entries[steps[i].entry]);
    if (!message.ok()) {
      ++out.unreadable;
      continue;
    }
    takes = takes && waitForReaders(run, publisher, kMostWaiting);
    WW_TRY(publisher.publish(*message));
    ++out.messages;
  }
  waitForReaders(run, publisher, 0);
  return out;
}

// Why not all that was played, but for pictures, is where it was to go.
Status missed(const isaac::Publisher& publisher) {
  const isaac::ServedTotals served = publisher.totals();
  if (served.let_go > 0) return served.trouble;
  for (const isaac::PeerStatistics& peer : publisher.peers())
    if (peer.waiting > 0)
      return ww::fail(failures::kNotTaken, {{"address", arg::Words{peer.peer}}, {"count", arg::Count{peer.waiting}}});
  return okStatus();
}

// What of a log cannot be read, and who was turned away.
void tellPlayed(const Run& run, const isaac::CaskReader& log, const Played& played, const isaac::ServedTotals& served) {
  for (const Status& note : log.notes()) warnOf(run, {findingOf(note)});
  if (played.unreadable > 0)
    warnOf(run, {findingOf(ww::fail(failures::kMessagesUnread, {{"count", arg::Count{played.unreadable}}}))});
  if (played.messages + played.unreadable == 0) warnOf(run, nothingChosen(log));
  if (served.turned_away > 0 && !served.trouble.ok()) warnOf(run, {findingOf(served.trouble)});
}

Status nobodyAnswers(const isaac::Subscriber& subscriber) {
  const Status failure = subscriber.state().last_failure;
  if (!failure.ok()) return failure;
  return ww::fail(isaac::failures::kCannotConnect,
                  {{"address", arg::Words{subscriber.address().text()}}, {"reason", systemWords(ETIMEDOUT)}});
}

// What came of a recording: where it failed so, nothing shall be left of it.
struct Recorded {
  Status nothing;  // nobody was there, or it was given up
  Status unkept;   // a message that could not be written
};

Recorded record(const Run& run, const LogOptions& options, isaac::Subscriber& subscriber, isaac::CaskWriter& log,
                SteadyClock::time_point start) {
  const Ticker ticker(run, "recording");
  bool came = false;
  while (!run.stop.stop_requested()) {
    const double since = secondsSince(start);
    if (options.seconds > 0.0 && since >= options.seconds) break;
    if (options.seconds > 0.0) ticker.progress().report(since / options.seconds);
    const auto state = subscriber.state();
    came = came || state.connections > 0;
    if (!came && since >= options.wait_s) break;
    auto message = subscriber.next(0.1);
    // The other side has ended, and all that it sent is here.
    if (!message && came && !state.connected && options.seconds <= 0.0) break;
    if (!message) continue;
    const auto& wanted = options.channels;
    if (!wanted.empty() && std::ranges::find(wanted, message->channel) == wanted.end()) continue;
    if (const Status kept = log.write(std::move(*message)); !kept.ok()) return {{}, kept};
  }
  came = came || subscriber.state().connections > 0;
  if (*run.timed_out || (!came && run.stop.stop_requested())) return {ww::fail(failures::kCancelled), {}};
  return {came ? okStatus() : nobodyAnswers(subscriber), {}};
}

}  // namespace

Result<isaac::Address> listenAddress(const Run& run, const std::string& text) {
  WW_ASSIGN(isaac::Address address, isaac::addressOf(text));
  if (!address.isLoopback())
    warnOf(run, {findingOf(ww::fail(failures::kPublicAddress, {{"address", arg::Words{address.text()}}}))});
  return address;
}

int recordLog(Run& run, const LogOptions& options) {
  const auto address = isaac::addressOf(options.address.empty() ? "55000" : options.address);
  if (!address.ok()) return failUsage(run, address.status());
  const auto log = isaac::CaskWriter::create(options.log);
  if (!log.ok()) return fail(run, log.status());
  const auto subscriber = isaac::Subscriber::connect(*address);
  if (!subscriber.ok()) return failUsage(run, subscriber.status());
  const LastWork keeps;  // without --seconds to be stopped is its end
  const auto start = SteadyClock::now();
  const Recorded done = record(run, options, **subscriber, **log, start);
  const Status closed = (*log)->close();
  if (!done.nothing.ok()) {
    // Nothing is left, or the next attempt would find a log there.
    std::error_code error;
    std::filesystem::remove_all(options.log, error);
    return fail(run, closed.ok() ? done.nothing : closed);
  }
  if (!done.unkept.ok()) return fail(run, done.unkept);
  if (!closed.ok()) return fail(run, closed);
  const auto state = (*subscriber)->state();
  const std::uint64_t written = (*log)->written();
  print(run,
        Json{{"log", options.log}, {"messages", written}, {"dropped", state.dropped}, {"seconds", secondsSince(start)}},
        fmt::format("{}: recorded {}{}\n", options.log, counted(written, "message"), leftOut(state.dropped)));
  return kDone;
}

int playLog(Run& run, const LogOptions& options) {
  const auto log = isaac::CaskReader::open(options.log);
  if (!log.ok()) return failInput(run, log.status());
  const auto address = listenAddress(run, options.address.empty() ? "55000" : options.address);
  if (!address.ok()) return failUsage(run, address.status());
  const auto publisher = isaac::Publisher::listen(*address);
  if (!publisher.ok()) return fail(run, publisher.status());
  // Nothing is kept for those that come later, so the first is waited for.
  warn(run, fmt::format("publishing at {}", (*publisher)->address().text()));
  if (!waitForPeer(run, **publisher, options.wait_s) && !run.stop.stop_requested())
    warnOf(run, {findingOf(ww::fail(failures::kNobodyConnected))});
  const auto played = play(run, options, *log, **publisher);
  if (!played.ok()) return fail(run, played.status());
  if (run.stop.stop_requested()) return fail(run, ww::fail(failures::kCancelled));
  const isaac::ServedTotals served = (*publisher)->totals();
  tellPlayed(run, *log, *played, served);
  if (const Status lost = missed(**publisher); !lost.ok()) return fail(run, lost);
  print(run,
        Json{{"log", options.log},
             {"messages", played->messages},
             {"unreadable", played->unreadable},
             {"dropped", served.dropped}},
        fmt::format("{}: played {}{}\n", options.log, counted(played->messages, "message"), leftOut(served.dropped)));
  return played->unreadable == 0 && log->notes().empty() ? kDone : kUnreadable;
}

}  // namespace ww::cli
