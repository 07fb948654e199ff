// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/sensor_stream.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/usecase/exchange/sensor_told.h"
#include "core/usecase/failures.h"

namespace ww::usecase {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr double kAtOnce = -1.0;  // seconds

// Those that share the names of their channels.
enum class StreamKind { kCamera, kRightCamera, kScanner };
StreamKind streamKindOf(const sensing::Sensor& sensor, bool right) {
  if (!sensor.isCamera()) return StreamKind::kScanner;
  return right ? StreamKind::kRightCamera : StreamKind::kCamera;
}

// How far the second camera of a pair is from the first: along x of the first, turned as it is.
Result<double> baselineOf(const world::World& world, const model::Overlay& places, EntityId first, EntityId second) {
  constexpr double kLeast = 1e-4, kMostAside = 0.02, kMostTurn = 0.01;  // metres; of the distance; radians
  const Pose first_t_second = places.aTB(first, second);
  const double along = first_t_second.p.x(), aside = first_t_second.p.tail<2>().norm();
  const double turn = Quat::Identity().angularDistance(first_t_second.q);
  if (along > kLeast && aside <= kMostAside * along && turn <= kMostTurn) return along;
  return fail(failures::kNotAPair, {{"first", arg::Node{world.display(first), first.value}},
                                    {"second", arg::Node{world.display(second), second.value}},
                                    {"along", arg::Length{along}},
                                    {"aside", arg::Length{aside}},
                                    {"turn", arg::Angle{turn}}});
}

}  // namespace

const std::vector<std::pair<std::string_view, unsigned>>& contentWords() {
  static const std::vector<std::pair<std::string_view, unsigned>> kWords = {{"color", kTellColor | kTellDepthColor},
                                                                            {"depth", kTellDepth},
                                                                            {"segmentation", kTellSegmentation},
                                                                            {"boxes", kTellBoxes},
                                                                            {"things", kTellThings},
                                                                            {"tags", kTellTags},
                                                                            {"scan", kTellScan},
                                                                            {"flat", kTellFlatScan},
                                                                            {"cloud", kTellCloud},
                                                                            {"disparity", kTellDisparity}};
  return kWords;
}

// The rooms and ray tables that the next measurement takes over.
struct SensorTeller::Studio {
  std::optional<rays::Room> room;
  world::WorldPtr world;
  std::map<EntityId, sensing::Camera> cameras;
  std::map<EntityId, sensing::Beams> beams;
};

Result<std::vector<isaac::Message>> SensorTeller::tell(const ShownWorld& shown, const sensing::Sensor& sensor,
                                                       const Wish& wish, std::stop_token stop) {
  WW_TRY(sensing::check(sensor));
  if (!studio_) studio_ = std::make_shared<Studio>();
  Studio& s = *studio_;
  model::Overlay places(shown.models->of(*shown.world));
  places.set(shown.shown);
  double baseline = wish.baseline;
  if (wish.second && (wish.contents & kTellDisparity) && sensor.isCamera() && !wish.right) {
    WW_ASSIGN(baseline, baselineOf(*shown.world, places, sensor.entity, wish.second));
  }
  WW_ASSIGN(rays::Room room, rays::Room::make(places, rays::Shown::kVisual, s.room ? &*s.room : nullptr));
  s.room.emplace(std::move(room));
  const Measuring now{
      *shown.world,      places,     *s.room,      sensor, places.rootT(sensor.entity),     wish.contents,
      wish.number,       wish.frame, wish.threads, stop,   wish.right && sensor.isCamera(), baseline,
      shown.names.get(), wish.period};
  if (sensor.isCamera()) {
    auto at = s.cameras.find(sensor.entity);
    if (at == s.cameras.end() || !(at->second.optics == sensor.optics))
      at = s.cameras.insert_or_assign(sensor.entity, sensing::Camera(sensor.optics, stop)).first;
    return inRelease(wish.release, sensor.optics, tellCamera(now, at->second));
  }
  auto at = s.beams.find(sensor.entity);
  if (at == s.beams.end() || !(at->second.lidar == sensor.lidar))
    at = s.beams.insert_or_assign(sensor.entity, sensing::Beams(sensor.lidar)).first;
  return tellScanner(now, at->second);
}

SensorStreams::SensorStreams(std::vector<SensorStream> streams, int threads)
    : streams_(std::move(streams)), states_(streams_.size()), next_s_(streams_.size(), kAtOnce), threads_(threads) {
  for (std::size_t i = 0; i < streams_.size(); ++i) states_[i].sensor = streams_[i].sensor;
}

double SensorStreams::nextDue() const {
  return next_s_.empty() ? std::numeric_limits<double>::infinity() : *std::ranges::min_element(next_s_);
}

bool SensorStreams::isDue(double time_s) const { return nextDue() <= time_s; }

void SensorStreams::pass(double time_s) {
  for (double& next : next_s_) next = std::max(next, time_s);
}

EntityId SensorStreams::secondOf(const world::World& world) const {
  const auto right = std::ranges::find(streams_, true, &SensorStream::right);
  if (right == streams_.end()) return {};
  const auto sensor = sensing::sensorNamed(world, right->sensor);
  return sensor.ok() && sensor->isCamera() ? sensor->entity : EntityId{};
}

std::vector<isaac::Message> SensorStreams::measure(const ShownWorld& shown, double time_s, std::stop_token stop) {
  std::vector<isaac::Message> out;
  std::map<StreamKind, int> count;
  for (std::size_t i = 0; i < streams_.size() && !stop.stop_requested(); ++i) {
    StreamState& state = states_[i];
    const auto sensor = sensing::sensorNamed(*shown.world, streams_[i].sensor);
    const int number = sensor.ok() ? ++count[streamKindOf(*sensor, streams_[i].right)] : 1;
    const double own = sensor.ok() && sensor->rate > 0.0 ? sensor->rate : kUsualRate;
    state.rate = std::clamp(streams_[i].rate > 0.0 ? streams_[i].rate : own, kLeastRate, kMostRate);
    if (next_s_[i] > time_s) continue;
    // To the beat of the rate, whatever the last one took; before the first one nothing is late.
    if (next_s_[i] < 0.0) next_s_[i] = time_s;
    const double beats = std::floor((time_s - next_s_[i]) * state.rate);
    state.late += static_cast<std::uint64_t>(beats);
    next_s_[i] += (beats + 1.0) / state.rate;
    state.failure = sensor.status();
    if (!sensor.ok()) continue;
    const auto start = SteadyClock::now();
    SensorTeller::Wish wish{streams_[i].contents, number,
                            state.frames,         threads_,
                            streams_[i].right,    streams_[i].release,
                            streams_[i].baseline, secondOf(*shown.world),
                            1.0 / state.rate};
    auto told = teller_.tell(shown, *sensor, wish, stop);
    state.failure = told.status();
    // What else it measures needs no pair.
    if (!told.ok() && told.status().failure && told.status().failure->row == &failures::kNotAPair) {
      wish.contents &= ~static_cast<unsigned>(kTellDisparity);
      if (wish.contents != 0) told = teller_.tell(shown, *sensor, wish, stop);
      if (!told.ok()) state.failure = told.status();
    }
    state.seconds = std::chrono::duration<double>(SteadyClock::now() - start).count();
    if (!told.ok()) continue;
    ++state.frames;
    std::ranges::move(*told, std::back_inserter(out));
  }
  return out;
}

}  // namespace ww::usecase
