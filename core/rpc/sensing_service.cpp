// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/sensing_service.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "core/geometry/wire_convert.h"
#include "core/rpc/wire_help.h"
#include "core/sensing/cloud.h"
#include "core/sensing/detections.h"
#include "core/sensing/failures.h"
#include "core/sensing/labels.h"
#include "core/sensing/sensor.h"
#include "core/simulation/failures.h"
#include "core/usecase/sensing/force.h"
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

std::pair<int, int> sizeOf(const sensing::Sensor& sensor) {
  if (sensor.isCamera()) return {sensor.optics.width, sensor.optics.height};
  if (sensor.kind == SensorKind::kLidar) return {sensor.lidar.around.count, sensor.lidar.up.count};
  return {0, 0};
}

template <typename T>
void addData(v1::SensorContents contents, const std::vector<T>& values, v1::Measurement& out) {
  v1::Measurement::Data& data = *out.add_data();
  data.set_contents(contents);
  data.set_bytes(values.data(), values.size() * sizeof(T));
}

// What is measured where.
struct Look {
  const world::World& world;
  const rays::Room& room;
  const sensing::Sensor& sensor;
  const v1::MeasureRequest& request;
  std::stop_token stop;

  bool wants(v1::SensorContents contents) const {
    return std::ranges::find(request.contents(), contents) != request.contents().end();
  }
  sensing::NoiseKey key() const { return {request.seed(), sensor.entity.value, request.frame()}; }
  sensing::Noise noise() const { return request.without_noise() ? sensing::Noise{} : sensor.noise; }
};

bool isOfCamera(int contents) {
  return contents >= v1::SENSOR_CONTENTS_COLORS && contents <= v1::SENSOR_CONTENTS_OBJECTS;
}

// Contents as they are asked for, or the usual ones.
Result<v1::MeasureRequest> withContents(v1::MeasureRequest request, const sensing::Sensor& sensor) {
  const arg::Node name{sensor.name, sensor.entity.value};
  for (const int contents : request.contents()) {
    if (isOfCamera(contents) && !sensor.isCamera()) return fail(sensing::failures::kNotACamera, {{"sensor", name}});
    if (contents == v1::SENSOR_CONTENTS_RANGES && sensor.isCamera())
      return fail(sensing::failures::kNotALidar, {{"sensor", name}});
    if (contents == v1::SENSOR_CONTENTS_WRENCH) return fail(sensing::failures::kNotAForceSensor, {{"sensor", name}});
  }
  if (request.contents_size() > 0) return request;
  if (!sensor.isCamera()) request.add_contents(v1::SENSOR_CONTENTS_RANGES);
  if (sensor.kind == SensorKind::kCamera) request.add_contents(v1::SENSOR_CONTENTS_COLORS);
  if (sensor.isCamera()) request.add_contents(v1::SENSOR_CONTENTS_DEPTHS);
  return request;
}

template <typename T>
std::vector<float> flattened(const std::vector<T>& vectors) {
  std::vector<float> out;
  out.reserve(3 * vectors.size());
  for (const auto& v : vectors) out.insert(out.end(), v.data(), v.data() + 3);
  return out;
}

void addObjects(const Look& look, const sensing::Shot& shot, v1::Measurement& out) {
  std::map<ObjectId, std::uint16_t> places;
  for (const sensing::Box2& box : sensing::boxesIn(shot)) {
    v1::Measurement::SeenObject& seen = *out.add_objects();
    seen.set_name(look.world.display(box.object));
    seen.set_left(static_cast<std::uint32_t>(box.left));
    seen.set_top(static_cast<std::uint32_t>(box.top));
    seen.set_right(static_cast<std::uint32_t>(box.right));
    seen.set_bottom(static_cast<std::uint32_t>(box.bottom));
    places[box.object] = static_cast<std::uint16_t>(out.objects_size());
  }
  std::vector<std::uint16_t> numbers;
  for (const ObjectId object : shot.objects) numbers.push_back(object ? places[object] : std::uint16_t{0});
  addData(v1::SENSOR_CONTENTS_OBJECTS, numbers, out);
}

void addClasses(const Look& look, const sensing::Shot& shot, v1::Measurement& out) {
  const sensing::Labels labels(look.world);
  for (const std::string& name : labels.names()) out.add_classes(name);
  std::vector<std::uint16_t> numbers;
  for (const ObjectId object : shot.objects) numbers.push_back(labels.of(object));
  addData(v1::SENSOR_CONTENTS_CLASSES, numbers, out);
}

Status measureCamera(const Look& look, v1::Measurement& out) {
  const sensing::Optics& optics = look.sensor.optics;
  for (const double number : {optics.fx, optics.fy, optics.cx, optics.cy}) out.add_intrinsics(number);
  const sensing::Camera camera(optics);
  sensing::ShotOptions o;
  o.color = look.wants(v1::SENSOR_CONTENTS_COLORS);
  o.normals = look.wants(v1::SENSOR_CONTENTS_NORMALS);
  o.noise_key = look.key();
  o.period = look.sensor.period();
  (look.sensor.kind == SensorKind::kCamera ? o.color_noise : o.depth_noise) = look.noise();
  WW_ASSIGN(const sensing::Shot shot,
            sensing::shoot(look.room, camera, look.world.rootT(look.sensor.entity), o, look.stop));
  if (o.color) addData(v1::SENSOR_CONTENTS_COLORS, shot.rgb, out);
  if (look.wants(v1::SENSOR_CONTENTS_DEPTHS)) addData(v1::SENSOR_CONTENTS_DEPTHS, shot.depth, out);
  if (look.wants(v1::SENSOR_CONTENTS_DISTANCES))
    addData(v1::SENSOR_CONTENTS_DISTANCES, sensing::distances(camera, shot), out);
  if (o.normals) addData(v1::SENSOR_CONTENTS_NORMALS, flattened(shot.normals), out);
  if (look.wants(v1::SENSOR_CONTENTS_CLASSES)) addClasses(look, shot, out);
  if (look.wants(v1::SENSOR_CONTENTS_OBJECTS)) addObjects(look, shot, out);
  if (look.wants(v1::SENSOR_CONTENTS_POINTS))
    addData(v1::SENSOR_CONTENTS_POINTS, flattened(sensing::cloudOf(camera, shot).points), out);
  return okStatus();
}

Status measureScanner(const Look& look, v1::Measurement& out) {
  const sensing::Beams beams(look.sensor.lidar);
  sensing::ScanOptions o;
  o.noise = look.noise();
  o.noise_key = look.key();
  o.period = look.sensor.period();
  WW_ASSIGN(const sensing::Scan scan,
            sensing::scan(look.room, beams, look.world.rootT(look.sensor.entity), o, look.stop));
  if (look.wants(v1::SENSOR_CONTENTS_RANGES)) addData(v1::SENSOR_CONTENTS_RANGES, scan.ranges, out);
  if (look.wants(v1::SENSOR_CONTENTS_POINTS))
    addData(v1::SENSOR_CONTENTS_POINTS, flattened(sensing::cloudOf(beams, scan).points), out);
  return okStatus();
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
  if (request.physics_s() >= 0.0 && request.physics_s() <= SensingCalls::kMostPhysics) return okStatus();
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
  WW_ASSIGN(const world::WorldPtr world, findWorld({worlds_, call, kept_}, request.world_id()));
  WW_ASSIGN(const sensing::Sensor sensor, sensing::sensorNamed(*world, request.sensor()));
  const bool wrench = sensor.kind == SensorKind::kForceTorque;
  WW_TRY(wrench ? checkWrench(request, sensor) : sensing::check(sensor));
  WW_ASSIGN(const v1::MeasureRequest wanted,
            wrench ? Result<v1::MeasureRequest>(request) : withContents(request, sensor));
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
        const Look look{*world, *room, sensor, wanted, std::move(stop)};
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
    WW_ASSIGN(const v1::Measurement measured, measure(measure_now, call));
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

}  // namespace ww::rpc
