// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <thread>

#include "app/cli/failures.h"
#include "app/cli/figures.h"
#include "app/cli/last_work.h"
#include "app/cli/log_actions.h"
#include "app/cli/notes.h"
#include "app/cli/turn.h"
#include "app/cli/verb.h"
#include "core/base/finding.h"
#include "core/interop/isaac/failures.h"
#include "core/interop/isaac/sockets.h"
#include "core/io/text_scan.h"
#include "core/sensing/failures.h"
#include "core/usecase/exchange/imu_stream.h"
#include "core/usecase/exchange/isaac_link.h"

namespace ww::cli {
namespace {

constexpr int kMostThreads = 4;    // that measure: some are for whoever reads
constexpr double kPatience = 2.0;  // seconds until it is told that the application is not there

struct IsaacOptions {
  std::string file, out, publish, read, record, role = "simulator", base, udp_to, udp_at;
  std::vector<std::string> sensors, right_sensors, contents, units, channels;
  std::string release = "2020.1";
  double seconds = 0.0, rate = 0.0, baseline = usecase::kUsualBaseline;
  bool no_collisions = false;
};

std::string checkRate(const std::string& text) {
  double rate = 0.0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), rate);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  if (whole && rate >= usecase::kLeastRate && rate <= usecase::kMostRate) return {};
  return fmt::format("'{}' is not a rate from {} to {} a second\ngive measurements a second, for instance 10", text,
                     usecase::kLeastRate, usecase::kMostRate);
}

unsigned contentsOf(const std::vector<std::string>& words) {
  unsigned out = words.empty() ? usecase::kUsualContents : 0u;
  for (const auto& [word, contents] : usecase::contentWords())
    if (std::ranges::find(words, word) != words.end()) out |= contents;
  return out;
}

std::vector<std::string> contentNames() {
  std::vector<std::string> out;
  for (const auto& [word, contents] : usecase::contentWords()) out.emplace_back(word);
  return out;
}

// Of a sensor that measures nothing of what was asked for nothing would ever come.
Status checkMeasures(const sensing::Sensor& sensor, unsigned contents) {
  constexpr unsigned kScans = usecase::kTellScan | usecase::kTellFlatScan | usecase::kTellCloud;
  const arg::Node node{sensor.name, sensor.entity.value};
  if (!sensor.isCamera() && !(contents & kScans)) return ww::fail(sensing::failures::kNotACamera, {{"sensor", node}});
  if (sensor.isCamera() && !(contents & ~(usecase::kTellScan | usecase::kTellFlatScan)))
    return ww::fail(sensing::failures::kNotALidar, {{"sensor", node}});
  return okStatus();
}

// Sensors that can be streamed, by their full names.
Result<std::vector<usecase::SensorStream>> streamsOf(const IsaacOptions& o, const world::World& world) {
  std::vector<usecase::SensorStream> out;
  const auto release = o.release == "2020.2" ? isaac::Release::k2020_2 : isaac::Release::k2020_1;
  for (const bool right : {false, true}) {
    for (const std::string& name : right ? o.right_sensors : o.sensors) {
      WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorNamed(world, name));
      WW_TRY(sensing::check(sensor));
      if (right && !sensor.isCamera())
        return ww::fail(sensing::failures::kNotACamera, {{"sensor", arg::Node{sensor.name, sensor.entity.value}}});
      WW_TRY(checkMeasures(sensor, contentsOf(o.contents)));
      out.push_back({sensor.name, o.rate, contentsOf(o.contents), right, release, o.baseline});
    }
  }
  return out;
}

// A name that the bridge knows nothing of would never be heard of again.
Status checkChannel(const std::string& channel) {
  if (isaac::typeOfChannel(channel) != 0) return okStatus();
  std::vector<std::string> known;
  for (const isaac::BridgeChannel& one : isaac::bridgeChannels()) known.emplace_back(one.name);
  return withNearest(ww::fail(failures::kNoBridgeChannel, {{"name", arg::Name{channel}}, {"names", arg::Names{known}}}),
                     channel, known);
}

// Those of the role, and what was asked for. The first of what cannot be is told.
Result<usecase::LinkOptions> wiresOf(const Run& run, const IsaacOptions& o) {
  const bool follows = o.role == "application";
  auto out = usecase::usualOptions(follows ? isaac::Role::kApplication : isaac::Role::kSimulator);
  if (!o.publish.empty()) {
    WW_ASSIGN(out.publish_at, listenAddress(run, o.publish));
  }
  if (!o.read.empty()) {
    WW_ASSIGN(out.read_from, isaac::addressOf(o.read));
  }
  if (!o.udp_to.empty()) {
    WW_ASSIGN(out.udp_to, isaac::addressOf(o.udp_to));
  }
  if (!o.udp_at.empty()) {
    WW_ASSIGN(out.udp_at, listenAddress(run, o.udp_at));
  }
  for (const std::string& names : o.channels) {
    WW_TRY(out.channels.add(names));
    WW_TRY(checkChannel(names.substr(0, names.find('='))));
  }
  if (!isaac::checkApart(out.publish_at, out.read_from).ok())
    return ww::fail(failures::kReadsItself, {{"address", arg::Words{out.read_from.text()}}});
  out.base = o.base;
  out.units = o.units;
  out.collisions = !o.no_collisions;
  out.threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, kMostThreads);
  return out;
}

// Whether the objects that are named are there.
Status checkNames(const IsaacOptions& o, const world::World& world) {
  for (const std::string& unit : o.units) WW_TRY(usecase::unitNamed(world, unit).status());
  const ObjectId base = o.base.empty() ? world::kRootObject : world.find(o.base);
  if (base) return okStatus();
  std::vector<std::string> known;
  world.forEachObject([&](const world::Object& object) { known.push_back(object.name); });
  return withNearest(ww::fail(isaac::failures::kNoActor, {{"name", arg::Name{o.base}}}), o.base, known);
}

std::string peerNames(const usecase::LinkReport& report) {
  std::string out;
  for (const isaac::PeerStatistics& peer : report.receivers) out += (out.empty() ? "" : ", ") + peer.peer;
  return out;
}

// Says once what has changed: who is connected, what was refused, that the application is not there (the connection is
// tried on and on), that a sensor measures nothing.
class IsaacNews {
 public:
  void tell(const Run& run, const usecase::LinkReport& report) {
    if (const std::string now = peerNames(report); now != peers_) {
      warn(run, now.empty() ? "nobody is connected" : "connected: " + now);
      peers_ = now;
    }
    tellRefused(run, report);
    if (!told_missing_ && report.seconds >= kPatience) {
      told_missing_ = true;
      if (report.source.connections == 0) warn(run, report.source.last_failure.line());
    }
    for (const usecase::StreamState& stream : report.streams)
      if (!stream.failure.ok() && told_.insert(stream.sensor).second) warn(run, stream.failure.line());
    for (; lacking_ < report.lacking.first.size(); ++lacking_) add(run, report.lacking.first[lacking_]);
    note(run, report.contacts_left_out);
    note(run, report.udp_failure);
    note(run, report.served.trouble);
    somebody_ = somebody_ || !report.receivers.empty();
  }
  // Channels that came and that nothing was taken from, each once; a log keeps them all the same.
  void tellIdle(const Run& run, const IsaacOptions& o, const std::vector<usecase::SeenChannel>& channels) {
    const bool follows = o.role == "application";
    for (const usecase::SeenChannel& one : channels) {
      if (!one.came || one.idle == 0 || one.idle < one.count || !o.record.empty()) continue;
      const std::string name = io::cleanUtf8(one.last.channel, 255);
      if (!idle_.insert(name).second) continue;
      const std::vector<std::string> taken =
          follows ? std::vector<std::string>{"pose_tree", "pose", "bodies", "joint_state", "scenario_reply"}
                  : std::vector<std::string>{"joint_position", "teleport", "scenario_actors", "scenario_control",
                                             "base_command"};
      notes_.push_back(findingOf(
          withNearest(ww::fail(failures::kChannelIdle, {{"channel", arg::Name{name}}, {"names", arg::Names{taken}}}),
                      name, taken)));
      warnOf(run, {notes_.back()});
    }
  }
  void tellFirst(const Run& run, const IsaacOptions& o) {
    if (o.sensors.empty() && o.right_sensors.empty() && !(o.contents.empty() && o.rate == 0.0))
      note(run, ww::fail(failures::kNothingStreamed));
  }
  // At the end.
  void tellLast(const Run& run, const IsaacOptions& o, const usecase::LinkReport& report) {
    if (!told_missing_ && report.source.connections == 0 && report.source.last_failure.failure)
      note(run, report.source.last_failure);
    const bool said = report.published > 0 || o.role != "application";  // that has orders alone to give
    if (!somebody_ && said && o.record.empty()) note(run, ww::fail(failures::kNobodyRead));
  }
  const Diagnostics& notes() const { return notes_; }

 private:
  // Each of those that have come since the last time, as long as they are known.
  void tellRefused(const Run& run, const usecase::LinkReport& report) {
    const std::uint64_t since = report.refused - refused_;
    const auto& known = report.refusals;
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(since, known.size()));
    if (since > count) warn(run, fmt::format("{} more messages were refused", since - count));
    for (std::size_t i = known.size() - count; i < known.size(); ++i)
      warn(run, fmt::format("{}: {}", known[i].channel, known[i].why.line()));
    refused_ = report.refused;
  }
  // Each kind once.
  void note(const Run& run, const Status& status) {
    if (!status.ok() && told_.insert(std::string(status.failure->row->code)).second) add(run, status);
  }
  void add(const Run& run, const Status& status) {
    notes_.push_back(findingOf(status));
    warnOf(run, {notes_.back()});
  }

  std::string peers_;
  std::uint64_t refused_ = 0;
  std::size_t lacking_ = 0;
  bool told_missing_ = false, somebody_ = false;
  std::set<std::string> told_, idle_;
  Diagnostics notes_;
};

// Until it is stopped, the time is over, or what is to be recorded cannot be. What came of it; `recorded` is why not
// all is in the log.
Result<usecase::LinkReport> exchangeMessages(const Run& run, const IsaacOptions& o, usecase::IsaacLink& link,
                                             IsaacNews& news, Status& recorded) {
  if (!o.record.empty()) WW_TRY(link.startLog(o.record));
  usecase::LinkReport report;
  while (!run.stop.stop_requested()) {
    report = link.report();
    recorded = report.log_failure;
    news.tell(run, report);
    news.tellIdle(run, o, link.channels());
    if (!recorded.ok()) break;
    if (o.seconds > 0.0 && report.seconds >= o.seconds) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  if (*run.timed_out) {
    // Given up: nothing is left of it.
    (void)link.endLog();
    std::error_code error;
    if (!o.record.empty()) std::filesystem::remove_all(o.record, error);
    return ww::fail(failures::kCancelled);
  }
  link.fallSilent();
  link.flush(run.stop.stop_requested() ? 0.4 : 2.0);
  const Status ended = link.endLog();
  if (recorded.ok()) recorded = ended;
  report = link.report();
  news.tell(run, report);
  news.tellIdle(run, o, link.channels());
  news.tellLast(run, o, report);
  return report;
}

Json streamsJson(const usecase::LinkReport& report) {
  Json out = Json::array();
  for (const usecase::StreamState& one : report.streams)
    out.push_back({{"sensor", one.sensor}, {"rate", one.rate}, {"measured", one.frames}, {"left_out", one.late}});
  return out;
}

// What went over UDP; of several wires there is one of these.
isaac::PeerStatistics sentOverUdp(const usecase::LinkReport& report, const IsaacOptions& o) {
  if (o.udp_to.empty() || report.receivers.empty()) return {};
  return report.receivers.back();
}

Json exchangeJson(const Run& run, const usecase::LinkReport& report, const IsaacOptions& o, const IsaacNews& news) {
  const isaac::PeerStatistics sent = sentOverUdp(report, o);
  Json out{{"received", report.received},
           {"refused", report.refused},
           {"published", report.published},
           {"passed_over", {{"times", report.lacking.times}, {"names", report.lacking.names}}},
           {"tcp",
            {{"dropped", report.served.dropped},
             {"turned_away", report.served.turned_away},
             {"let_go", report.served.let_go}}},
           {"udp",
            {{"received", report.udp.messages},
             {"damaged", report.udp.damaged},
             {"lost", report.udp.lost},
             {"sent", sent.messages},
             {"dropped", sent.dropped}}},
           {"sensors", streamsJson(report)}};
  addNotes(run, out, news.notes());
  return out;
}

std::string exchangeText(const usecase::LinkReport& report, const IsaacOptions& o) {
  std::string out = fmt::format("received {}, published {}", counted(report.received, "message"),
                                counted(report.published, "message"));
  if (report.served.dropped > 0)
    out += fmt::format("; {} left out for slow readers", counted(report.served.dropped, "picture"));
  if (report.lacking.names > 0)
    out += fmt::format("; passed over {} of {} that this world does not have", counted(report.lacking.times, "place"),
                       counted(report.lacking.names, "name"));
  const isaac::PeerStatistics sent = sentOverUdp(report, o);
  if (!o.udp_to.empty()) out += fmt::format("; over UDP sent {}, dropped {}", sent.messages, sent.dropped);
  return out + "\n";
}

int runIsaac(Run& run, const IsaacOptions& o) {
  int exit = kDone;
  auto options = wiresOf(run, o);
  if (!options.ok()) return failUsage(run, options.status());
  std::optional<Turn> turn;
  if (!o.out.empty()) {
    auto taken = Turn::take(run, o.out);
    if (!taken.ok()) return fail(run, taken.status());
    turn.emplace(std::move(*taken));
  }
  const auto loaded = load(run, o.file, exit);
  if (!loaded) return exit;
  const auto streams = streamsOf(o, loaded->world);
  if (!streams.ok()) return fail(run, streams.status());
  if (const Status named = checkNames(o, loaded->world); !named.ok()) return fail(run, named);
  options->streams = *streams;
  const auto session = std::make_shared<session::WorldSession>(loaded->world, run.store);
  auto link = usecase::IsaacLink::start(session, *options);
  if (!link.ok()) return fail(run, link.status());
  // For programs that start this one: where it listens.
  if (!run.json) std::cout << (*link)->address().text() << std::endl;
  if (!run.json && options->udp_at) std::cout << "udp " << (*link)->udpAddress().text() << std::endl;
  const LastWork keeps;  // without --seconds to be stopped is its end: what came of it is kept, and told
  IsaacNews news;
  news.tellFirst(run, o);
  Status recorded;
  const auto done = exchangeMessages(run, o, **link, news, recorded);
  if (!done.ok()) return fail(run, done.status());
  link->reset();
  if (!o.out.empty()) {
    Run ending = run;
    if (!*run.timed_out) ending.stop = {};
    exit = save(ending, o.out, *session->snapshot().world);
    if (exit != kDone) return exit;
  }
  // What clients did is kept all the same.
  if (!recorded.ok()) return fail(run, recorded);
  print(run, exchangeJson(run, *done, o, news), exchangeText(*done, o));
  return kDone;
}

void addRun(CLI::App& sub, IsaacOptions& o) {
  sub.add_option("--seconds", o.seconds, "how long; until it is stopped if not given")->check(checkSeconds);
  sub.add_option("--record", o.record, "keep all messages in a new log here");
  sub.add_option("--out", o.out, "save the world here in the end");
  sub.add_option("--sensor", o.sensors, "OBJECT:SENSOR to stream while somebody is connected; may come again")
      ->allow_extra_args(false);
  sub.add_option("--right", o.right_sensors, "OBJECT:SENSOR to stream as the second camera of a stereo pair")
      ->allow_extra_args(false);
  sub.add_option("--release", o.release,
                 "of the SDK: 2020.1, pictures with their intrinsics, or 2020.2, images and intrinsics beside them")
      ->check(oneOf({"2020.1", "2020.2"}));
  sub.add_option("--baseline", o.baseline,
                 "disparity without a --right: metres to the second camera; 0.1 if not given, else as the two stand")
      ->check(checkBaseline);
  sub.add_option("--rate", o.rate, "measurements a second; those of the sensor, or 10, if not given")->check(checkRate);
  sub.add_option(
         "--what", o.contents,
         "of the sensors: color, depth, disparity, segmentation, boxes, things, tags; scan, flat; cloud; color, "
         "depth and scan if not given; may come again")
      ->check(oneOf(contentNames()))
      ->allow_extra_args(false);
}

}  // namespace

void addIsaac(CLI::App& app, Run& run) {
  auto [sub, o] =
      addVerb<IsaacOptions>(app, run, "isaac", "a world as the simulator of an application of the Isaac SDK", runIsaac);
  sub->add_option("FILE", o->file, "world file; stays as it is")->required();
  sub->add_option("--publish", o->publish,
                  "HOST:PORT or a port to listen at: poses, bodies, joints, actors; 127.0.0.1:55000 if not given");
  sub->add_option("--read", o->read,
                  "HOST:PORT of the other side: actors, teleport, joint positions; 127.0.0.1:55001 if not given");
  sub->add_option("--role", o->role,
                  "simulator, or application: the world follows a simulator at 55000 and serves its orders at 55001")
      ->check(oneOf({"simulator", "application"}));
  sub->add_option("--udp-to", o->udp_to, "HOST:PORT that messages without data beside them are sent to, too");
  sub->add_option("--udp-at", o->udp_at, "HOST:PORT or a port where orders may come over UDP");
  sub->add_option("--base", o->base, "OBJECT that commands on base_command move");
  sub->add_option("--imu", o->units,
                  "OBJECT, OBJECT:LINK or OBJECT:FRAME that carries an inertial unit; may come again")
      ->allow_extra_args(false);
  sub->add_option("--channel", o->channels, "CHANNEL=NAME: another name for a channel; may come again")
      ->allow_extra_args(false);
  sub->add_flag("--no-collisions", o->no_collisions, "collisions are not told");
  addRun(*sub, *o);
}

}  // namespace ww::cli
