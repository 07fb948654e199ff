// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/figures.h"
#include "app/cli/log_actions.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/interop/isaac/subscriber.h"
#include "core/interop/isaac/world_exchange.h"

namespace ww::cli {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double kPatience = 2.0;  // seconds until it is told that the application is not there

struct IsaacOptions {
  std::string file, out, publish = "127.0.0.1:55000", read = "127.0.0.1:55001", record;
  double seconds = 0.0;
};

struct IsaacEnds {
  std::unique_ptr<isaac::Publisher> publisher;
  std::unique_ptr<isaac::Subscriber> subscriber;
  std::unique_ptr<isaac::CaskWriter> log;
};

struct IsaacTally {
  std::uint64_t received = 0, refused = 0, published = 0;
};

Result<IsaacEnds> openEnds(const IsaacOptions& o, const isaac::Address& at, const isaac::Address& from) {
  IsaacEnds out;
  WW_ASSIGN(out.publisher, isaac::Publisher::listen(at));
  WW_ASSIGN(out.subscriber, isaac::Subscriber::connect(from));
  if (!o.record.empty()) {
    WW_ASSIGN(out.log, isaac::CaskWriter::create(o.record));
  }
  return out;
}

std::string peerNames(const isaac::Publisher& publisher) {
  std::string out;
  for (const isaac::PeerStatistics& peer : publisher.peers()) out += (out.empty() ? "" : ", ") + peer.peer;
  return out;
}

Status tell(IsaacEnds& ends, isaac::WorldExchange& exchange, std::int64_t time_ns, IsaacTally& tally) {
  for (isaac::Message& message : exchange.publish(time_ns)) {
    WW_TRY(ends.publisher->publish(message));
    ++tally.published;
    if (ends.log) WW_TRY(ends.log->write(std::move(message)));
  }
  return okStatus();
}

// Does what the message asks for. In the log it stands at the time when it came: the clock of the other side is
// another.
Status take(Run& run, IsaacEnds& ends, isaac::WorldExchange& exchange, isaac::Message message, IsaacTally& tally) {
  ++tally.received;
  const auto done = exchange.receive(message);
  if (!done.ok()) {
    ++tally.refused;
    warn(run, fmt::format("{}: {}", message.channel, done.status().line()));
  }
  message.pubtime_ns = isaac::publishingClockNs();
  return ends.log ? ends.log->write(std::move(message)) : okStatus();
}

// Says once that the application is not there; the connection is tried on and on.
void tellMissing(const Run& run, const IsaacEnds& ends, double since_s, bool& told) {
  if (told || since_s < kPatience) return;
  told = true;
  if (const isaac::SubscriberState state = ends.subscriber->state(); state.connections == 0)
    warn(run, state.last_failure.line());
}

// Until it is stopped, or the time is over.
Status exchangeMessages(Run& run, const IsaacOptions& o, session::WorldSession& session, IsaacEnds& ends,
                        IsaacTally& tally) {
  isaac::WorldExchange exchange(session);
  const auto start = SteadyClock::now();
  std::string peers;
  bool told = false;
  while (!run.stop.stop_requested()) {
    const auto since = SteadyClock::now() - start;
    const double since_s = std::chrono::duration<double>(since).count();
    if (o.seconds > 0.0 && since_s >= o.seconds) break;
    tellMissing(run, ends, since_s, told);
    const std::string now = peerNames(*ends.publisher);
    if (now != peers) {
      warn(run, now.empty() ? "nobody is connected" : "connected: " + now);
      exchange.tellAll();
      peers = now;
    }
    if (auto message = ends.subscriber->next(0.02)) WW_TRY(take(run, ends, exchange, std::move(*message), tally));
    WW_TRY(tell(ends, exchange, std::chrono::duration_cast<std::chrono::nanoseconds>(since).count(), tally));
  }
  ends.publisher->flush(2.0);
  return ends.log ? ends.log->close() : okStatus();
}

int runIsaac(Run& run, const IsaacOptions& o) {
  int exit = kDone;
  const auto from = isaac::addressOf(o.read);
  if (!from.ok()) return failUsage(run, from.status());
  const auto at = listenAddress(run, o.publish);
  if (!at.ok()) return failUsage(run, at.status());
  std::optional<Turn> turn;
  if (!o.out.empty()) {
    auto taken = Turn::take(run, o.out);
    if (!taken.ok()) return fail(run, taken.status());
    turn.emplace(std::move(*taken));
  }
  const auto loaded = load(run, o.file, exit);
  if (!loaded) return exit;
  auto ends = openEnds(o, *at, *from);
  if (!ends.ok()) return fail(run, ends.status());
  // For programs that start this one: where it listens.
  if (!run.json) std::cout << ends->publisher->address().text() << std::endl;
  session::WorldSession session(loaded->world, run.store);
  IsaacTally tally;
  if (const Status done = exchangeMessages(run, o, session, *ends, tally); !done.ok()) return fail(run, done);
  if (!o.out.empty()) {
    exit = save(run, o.out, *session.snapshot().world);
    if (exit != kDone) return exit;
  }
  print(run, Json{{"received", tally.received}, {"refused", tally.refused}, {"published", tally.published}},
        fmt::format("received {}, published {}\n", counted(tally.received, "message"),
                    counted(tally.published, "message")));
  return kDone;
}

}  // namespace

void addIsaac(CLI::App& app, Run& run) {
  auto [sub, o] =
      addVerb<IsaacOptions>(app, run, "isaac", "a world as the simulator of an application of the Isaac SDK", runIsaac);
  sub->add_option("FILE", o->file, "world file; stays as it is")->required();
  sub->add_option("--publish", o->publish,
                  "HOST:PORT or a port to listen at: poses, bodies, joints, actors; 127.0.0.1:55000 if not given");
  sub->add_option("--read", o->read,
                  "HOST:PORT of the application: actors, teleport, joint positions; 127.0.0.1:55001 if not given");
  sub->add_option("--seconds", o->seconds, "how long; until it is stopped if not given")->check(checkSeconds);
  sub->add_option("--record", o->record, "keep all messages in a new log here");
  sub->add_option("--out", o->out, "save the world here in the end");
}

}  // namespace ww::cli
