// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/sensing_service.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/geometry/wire_convert.h"
#include "core/rpc/sensing_contents.h"
#include "core/rpc/wire_help.h"
#include "core/sensing/failures.h"
#include "core/simulation/failures.h"
#include "core/usecase/sensing/force.h"
#include "core/usecase/sensing/sight_along.h"
#include "worldwright/v1/sensing_service.pb.h"

namespace ww::rpc {
namespace {

namespace v1 = worldwright::v1;
using sensing::SensorKind;

v1::SensorKind kindOnWire(SensorKind kind) {
  switch (kind) {
    case SensorKind::kCamera: return v1::SENSOR_KIND_CAMERA;
    case SensorKind::kDepthCamera: return v1::SENSOR_KIND_DEPTH_CAMERA;
    case SensorKind::kLidar: return v1::SENSOR_KIND_LASER_SCANNER;
    case SensorKind::kForceTorque: return v1::SENSOR_KIND_FORCE_TORQUE;
    default: return v1::SENSOR_KIND_OTHER;
  }
}

v1::CheckSightResponse::Seen seenOnWire(sensing::Seen seen) {
  switch (seen) {
    case sensing::Seen::kSeen: return v1::CheckSightResponse::SEEN_SEEN;
    case sensing::Seen::kHidden: return v1::CheckSightResponse::SEEN_HIDDEN;
    case sensing::Seen::kOutside: break;
  }
  return v1::CheckSightResponse::SEEN_OUTSIDE;
}

std::pair<int, int> sizeOf(const sensing::Sensor& sensor) {
  if (sensor.isCamera()) return {sensor.optics.width, sensor.optics.height};
  if (sensor.kind == SensorKind::kLidar) return {sensor.lidar.around.count, sensor.lidar.up.count};
  return {0, 0};
}

void addVector(const Vec3& v, google::protobuf::RepeatedField<double>& out) { out.Add(v.data(), v.data() + 3); }

v1::MeasuredWrench wrenchOnWire(const world::World& world, const usecase::ForceReading& reading) {
  v1::MeasuredWrench out;
  addVector(reading.force(), *out.mutable_force());
  addVector(reading.torque(), *out.mutable_torque());
  out.set_axes(world.display(reading.cut.axes));
  out.set_child(world.display(reading.cut.child));
  if (reading.cut.parent) out.set_parent(world.display(reading.cut.parent));
  out.set_on_child(reading.cut.on_child);
  out.set_mass(reading.hanging.mass);
  addVector(reading.hanging.com, *out.mutable_center());
  for (int row = 0; row < 3; ++row) addVector(reading.hanging.inertia.row(row), *out.mutable_inertia());
  for (const EntityId link : reading.cut.weightless) out.add_without_mass(world.display(link));
  out.set_physics_s(reading.seconds);
  return out;
}

Status measureWrench(const world::WorldPtr& world, const std::shared_ptr<geometry::GeometryStore>& store,
                     const sensing::Sensor& sensor, const v1::MeasureRequest& request, const std::stop_token& stop,
                     v1::Measurement& out) {
  std::optional<sensing::NoiseKey> key;
  if (!request.without_noise()) key = sensing::NoiseKey{request.seed(), sensor.entity.value, request.frame()};
  const auto rootT = [&](EntityId id) { return world->rootT(id); };
  WW_ASSIGN(const usecase::ForceReading reading,
            request.physics_s() > 0.0 ? usecase::forceAfter(*world, store, sensor, request.physics_s(), key, stop)
                                      : usecase::forceAtRest(*world, sensor, rootT, key));
  *out.mutable_wrench() = wrenchOnWire(*world, reading);
  return okStatus();
}

// What keeps it from measuring.
Status problemOf(const world::World& world, const sensing::Sensor& sensor) {
  if (sensor.kind != SensorKind::kForceTorque) return sensing::check(sensor);
  WW_ASSIGN(const simulation::LoadCut cut, simulation::loadCutOf(world, sensor.entity));
  return simulation::checkRests(world, cut);
}

// Those of a force-torque sensor.
Status checkWrench(const v1::MeasureRequest& request, const sensing::Sensor& sensor) {
  for (const int contents : request.contents()) {
    if (contents == v1::SENSOR_CONTENTS_WRENCH) continue;
    return fail(isOfCamera(contents) ? sensing::failures::kNotACamera : sensing::failures::kNotALidar,
                {{"sensor", arg::Node{sensor.name, sensor.entity.value}}});
  }
  if (request.physics_s() >= 0.0 && request.physics_s() <= usecase::kMostForceSeconds) return okStatus();
  return fail(simulation::failures::kOutOfRange, {{"field", arg::Words{"physics_s"}},
                                                  {"value", arg::Number{request.physics_s()}},
                                                  {"range", phrase(WW_TEXT("Core", "0 to 60 seconds"))}});
}

Status checkRate(double rate) {
  if (rate == 0.0 || (rate >= SensingCalls::kLeastRate && rate <= SensingCalls::kMostRate)) return okStatus();
  return fail(simulation::failures::kOutOfRange,
              {{"field", arg::Words{"rate"}},
               {"value", arg::Number{rate}},
               {"range", phrase(WW_TEXT("Core", "0.01 to 100 a second, or 0 for that of the sensor"))}});
}

double rateOf(const v1::WatchSensorRequest& request, const sensing::Sensor& sensor) {
  const double own = sensor.rate > 0.0 ? sensor.rate : SensingCalls::kUsualRate;
  return request.rate() > 0.0 ? request.rate() : std::clamp(own, SensingCalls::kLeastRate, SensingCalls::kMostRate);
}

}  // namespace

SensingCalls::SensingCalls(session::WorldRegistry& worlds, const std::set<std::string>& kept)
    : worlds_(worlds), kept_(kept), pool_(phrase(WW_TEXT("Core", "measurements"))) {}
SensingCalls::~SensingCalls() = default;

// The room is made outside of the lock: nobody waits for what another works out.
Result<std::shared_ptr<const rays::Room>> SensingCalls::Rooms::of(const world::World& world) {
  std::shared_ptr<const rays::Room> before;
  {
    const std::lock_guard lock(mutex);
    before = last;
  }
  WW_ASSIGN(rays::Room made, rays::Room::make(world, rays::Shown::kVisual, before.get()));
  auto out = std::make_shared<const rays::Room>(std::move(made));
  const std::lock_guard lock(mutex);
  last = out;
  return out;
}

Result<v1::ListSensorsResponse> SensingCalls::list(const v1::ListSensorsRequest& request, CallContext& call) const {
  WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, request.world_id()));
  v1::ListSensorsResponse out;
  for (const sensing::Sensor& sensor : sensing::sensorsOf(*world)) {
    v1::SensorSummary& summary = *out.add_sensors();
    summary.set_name(sensor.name);
    summary.set_kind(kindOnWire(sensor.kind));
    const auto [width, height] = sizeOf(sensor);
    summary.set_width(static_cast<std::uint32_t>(std::max(0, width)));
    summary.set_height(static_cast<std::uint32_t>(std::max(0, height)));
    summary.set_rate(sensor.rate);
    if (const Status wrong = problemOf(*world, sensor); !wrong.ok()) summary.set_problem(wrong.title);
  }
  return out;
}

Result<v1::Measurement> SensingCalls::measure(const v1::MeasureRequest& request, CallContext& call) {
  return measureOne(request, call, nullptr);
}

Result<v1::Measurement> SensingCalls::measureOne(const v1::MeasureRequest& request, CallContext& call,
                                                 const v1::WatchSensorRequest* watch) {
  WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, request.world_id()));
  WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorNamed(*world, request.sensor()));
  WW_TRY(checkContents(request));
  const bool wrench = sensor.kind == SensorKind::kForceTorque;
  WW_TRY(wrench ? checkWrench(request, sensor) : sensing::check(sensor));
  WW_ASSIGN(const v1::MeasureRequest wanted,
            wrench ? Result<v1::MeasureRequest>(request) : withContents(request, sensor));
  if (!wrench) WW_TRY(checkSize(wanted, sensor));
  const double period = watch ? 1.0 / rateOf(*watch, sensor) : sensor.period();
  // Values, not references: the work may outlive a call that was cancelled.
  return pool_.run<v1::Measurement>(
      call, [=, rooms = rooms_, store = worlds_.sharedStore()](std::stop_token stop) -> Result<v1::Measurement> {
        v1::Measurement out;
        out.set_sensor(sensor.name);
        out.set_frame(wanted.frame());
        geometry::toWire(world->rootT(sensor.entity), out.mutable_root_t_sensor());
        const auto [width, height] = sizeOf(sensor);
        out.set_width(static_cast<std::uint32_t>(width));
        out.set_height(static_cast<std::uint32_t>(height));
        if (wrench) {
          WW_TRY(measureWrench(world, store, sensor, wanted, stop, out));
          return out;
        }
        WW_ASSIGN(const std::shared_ptr<const rays::Room> room, rooms->of(*world));
        const Look look{*world, *room, sensor, wanted, std::move(stop), period};
        WW_TRY(sensor.isCamera() ? measureCamera(look, out) : measureScanner(look, out));
        return out;
      });
}

Status SensingCalls::watch(const v1::WatchSensorRequest& request, CallContext& call, const Send& send) {
  using SteadyClock = std::chrono::steady_clock;
  WW_TRY(checkRate(request.rate()));
  v1::MeasureRequest measure_now = request.measure();
  auto next = SteadyClock::now();
  while (!call.stop.stop_requested()) {
    WW_ASSIGN(const v1::Measurement measured, measureOne(measure_now, call, &request));
    if (!send(measured)) break;
    measure_now.set_frame(measure_now.frame() + 1);
    WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, measure_now.world_id()));
    WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorNamed(*world, measure_now.sensor()));
    const std::chrono::duration<double> period(1.0 / rateOf(request, sensor));
    next = std::max(next + std::chrono::duration_cast<SteadyClock::duration>(period), SteadyClock::now());
    // In short sleeps, so that it ends soon.
    while (!call.stop.stop_requested() && SteadyClock::now() < next)
      std::this_thread::sleep_until(std::min(next, SteadyClock::now() + std::chrono::milliseconds(50)));
  }
  return okStatus();
}

Result<v1::CheckSightResponse> SensingCalls::sight(const v1::CheckSightRequest& request, CallContext& call) {
  WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, request.world_id()));
  WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorNamed(*world, request.sensor()));
  const double every = request.every_s() == 0.0 ? usecase::SightQuestion().every : request.every_s();
  if (!(every > 0.0) || !std::isfinite(every))
    return fail(simulation::failures::kOutOfRange, {{"field", arg::Words{"every_s"}},
                                                    {"value", arg::Number{request.every_s()}},
                                                    {"range", phrase(WW_TEXT("Core", "more than 0 seconds"))}});
  return pool_.run<v1::CheckSightResponse>(call, [=](std::stop_token stop) -> Result<v1::CheckSightResponse> {
    WW_ASSIGN(const auto spans,
              usecase::sights(*world, {sensor, request.object(), request.program(), every}, std::move(stop)));
    v1::CheckSightResponse out;
    for (const usecase::SightSpan& span : spans) {
      v1::CheckSightResponse::Span& told = *out.add_spans();
      told.set_from_s(span.from);
      told.set_to_s(span.to);
      told.set_seen(seenOnWire(span.sight.seen));
      told.set_share(span.sight.share);
      if (span.sight.hidden_by) told.set_hidden_by(world->display(span.sight.hidden_by));
    }
    return out;
  });
}

}  // namespace ww::rpc
