// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/sensor.h"

#include <google/protobuf/wrappers.pb.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/scene/own_data.h"
#include "core/sensing/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::sensing {
namespace {

using Component = intrinsic_proto::world::SensorComponent;

constexpr int kMostBeams = 1 << 22;

int clamped(std::int64_t value, int otherwise) {
  if (value <= 0) return otherwise;
  return static_cast<int>(std::min<std::int64_t>(value, std::numeric_limits<int>::max()));
}

Noise noiseOf(const Component::Noise& n) {
  Noise out;
  out.on = n.type() != Component::Noise::TYPE_UNSPECIFIED;
  out.quantized = n.type() == Component::Noise::TYPE_GAUSSIAN_QUANTIZED;
  out.mean = n.mean();
  out.stddev = n.stddev();
  out.bias_mean = n.bias_mean();
  out.bias_stddev = n.bias_stddev();
  out.dynamic_bias_stddev = n.dynamic_bias_stddev();
  out.dynamic_bias_time = n.dynamic_bias_correlation_time();
  out.precision = n.precision();
  return out;
}

Optics opticsOf(const Component::CommonCameraProperties& p) {
  constexpr double kWidest = 3.1;  // radians: what a picture in a plane shows
  const bool is_said = p.horizontal_fov() != 0.0;
  const bool can_be = p.horizontal_fov() > 0.0 && p.horizontal_fov() < kWidest;
  Optics o = symmetricOptics(clamped(p.image().width(), 640), clamped(p.image().height(), 480),
                             can_be ? p.horizontal_fov() : std::numbers::pi / 3);
  if (is_said && !can_be) o.fx = o.fy = std::nan("");  // checked before it measures
  if (p.has_intrinsics() && p.intrinsics().fx() > 0.0 && p.intrinsics().fy() > 0.0) {
    o.fx = p.intrinsics().fx();
    o.fy = p.intrinsics().fy();
    if (p.intrinsics().cx() != 0.0) o.cx = p.intrinsics().cx();
    if (p.intrinsics().cy() != 0.0) o.cy = p.intrinsics().cy();
  }
  const auto& d = p.distortion();
  o.distortion = {d.k1(), d.k2(), d.p1(), d.p2(), d.k3()};
  if (o.distortion != std::array<double, 5>{}) o.lens = Lens::kBrown;
  if (p.clip().near() > 0.0) o.near = p.clip().near();
  if (p.clip().far() > 0.0) o.far = p.clip().far();
  return o;
}

Sweep sweepOf(const Component::Scan& scan) {
  const double resolution = scan.resolution() > 0.0 ? scan.resolution() : 1.0;
  const double count = std::round(static_cast<double>(scan.samples()) * resolution);
  return {count < 1.0          ? 1
          : count > kMostBeams ? kMostBeams + 1
                               : static_cast<int>(count),
          scan.min_angle(), scan.max_angle()};
}

Lidar lidarOf(const Component::Lidar& l) {
  Lidar out;
  out.around = sweepOf(l.horizontal());
  out.up = sweepOf(l.vertical());
  out.nearest = std::max(0.0, l.range().min_distance());
  if (l.range().max_distance() > 0.0) out.farthest = l.range().max_distance();
  out.step = l.range().resolution();
  return out;
}

// Deprecated, and what older files have.
const Component::ForceTorqueDevicePluginSpec& olderSettings(const Component::ForceTorque& f) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  return f.force_torque_device_plugin();
#pragma GCC diagnostic pop
}

// Older settings have one noise for all axes.
AxisErrors axesOf(const Component::ForceTorque& f) {
  AxisErrors out;
  const auto& older = olderSettings(f);
  const auto set = [&](std::size_t first, bool known, const Component::Noise3D& noise, const Component::Noise& all) {
    const Component::Noise* axes[] = {&noise.x(), &noise.y(), &noise.z()};
    for (std::size_t i = 0; i < 3; ++i) out.noise[first + i] = noiseOf(known ? *axes[i] : all);
  };
  set(0, f.has_force_noise(), f.force_noise(), older.force_noise());
  set(3, f.has_torque_noise(), f.torque_noise(), older.torque_noise());
  if (older.max_force_per_axis() > 0.0) out.most_force = older.max_force_per_axis();
  if (older.max_torque_per_axis() > 0.0) out.most_torque = older.max_torque_per_axis();
  return out;
}

constexpr std::size_t kFisheyeTerms = 4;

// Numbers apart by blanks or commas; four, else none of it counts as one.
std::array<double, 5> fisheyeTerms(std::string_view text) {
  std::array<double, 5> terms{};
  std::size_t count = 0;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" ,\t\n"), text.size()));
    if (text.empty()) break;
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || count == kFisheyeTerms) return {std::nan(""), 0.0, 0.0, 0.0, 0.0};
    terms[count++] = value;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return count == kFisheyeTerms ? terms : std::array<double, 5>{std::nan(""), 0.0, 0.0, 0.0, 0.0};
}

// The focal length, in pixels, that shows that much of the world across the picture; as it was where the lens cannot.
double wideFocus(const Optics& optics, double horizontal_fov) {
  Optics unit = optics;
  unit.fx = unit.fy = 1.0;
  unit.cx = unit.cy = 0.0;
  unit.function.cutoff = std::numbers::pi;  // it hides, and bends nothing
  const auto edge = project(unit, Vec3(std::sin(0.5 * horizontal_fov), 0.0, std::cos(0.5 * horizontal_fov)));
  return edge && edge->x() > 0.0 ? 0.5 * optics.width / edge->x() : optics.fx;
}

// In place of what the component says of distortion, for which it knows no wide lens.
void addWideLens(const world::World& world, const world::Entity& entity, const Component::CommonCameraProperties& p,
                 Optics& optics) {
  const world::Object* object = world.peek(entity.object);
  if (!object || !object->message) return;
  const auto& data = object->message->content().user_data();
  const auto found = data.find(fisheyeKey(entity.name));
  google::protobuf::StringValue text;
  if (found == data.end() || !found->second.UnpackTo(&text)) return;
  const auto function = lensTextOf(text.value());
  optics.lens = function ? Lens::kFunction : Lens::kFisheye;
  optics.distortion = function ? std::array<double, 5>{} : fisheyeTerms(text.value());
  if (function) optics.function = function->function;
  if (p.intrinsics().fx() > 0.0 && p.intrinsics().fy() > 0.0) return;
  if (function && function->focal > 0.0) optics.fx = optics.fy = 0.5 * optics.width * function->focal;
  else if (p.horizontal_fov() > 0.0 && p.horizontal_fov() < 2.0 * std::numbers::pi)
    optics.fx = optics.fy = wideFocus(optics, p.horizontal_fov());
}

Sensor sensorOf(const world::World& world, const world::Entity& entity, const Component& c) {
  Sensor out;
  out.entity = entity.id;
  out.object = entity.object;
  out.name = world.display(entity.id);
  out.rate = c.update_rate();
  if (c.has_camera() || c.has_depth_camera()) {
    const auto& p = c.has_camera() ? c.camera().properties() : c.depth_camera().properties();
    out.kind = c.has_camera() ? SensorKind::kCamera : SensorKind::kDepthCamera;
    out.optics = opticsOf(p);
    addWideLens(world, entity, p, out.optics);
    out.noise = noiseOf(p.noise());
  } else if (c.has_lidar()) {
    out.kind = SensorKind::kLidar;
    out.lidar = lidarOf(c.lidar());
    out.noise = noiseOf(c.lidar().noise());
  } else if (c.has_force_torque()) {
    out.kind = SensorKind::kForceTorque;
    out.axes = axesOf(c.force_torque());
  }
  return out;
}

const Component* componentOf(const world::Entity& entity) {
  if (entity.kind != world::EntityKind::kSensor || !entity.message) return nullptr;
  return &entity.message->content().sensor().sensor_component();
}

bool answersTo(const std::string& path, std::string_view name) {
  const std::size_t colon = path.rfind(':');
  const std::string_view all = path;
  return all == name || all.substr(colon + 1) == name || all.substr(0, colon) == name;
}

Status noneNamed(std::string_view name, const std::vector<Sensor>& sensors) {
  const arg::Name wanted{std::string(name)};
  if (sensors.empty()) return fail(failures::kNoSensors, {{"name", wanted}});
  std::vector<std::string> paths, answers;
  for (const Sensor& s : sensors) {
    paths.push_back(s.name);
    answers.push_back(s.name);
    answers.push_back(s.name.substr(s.name.rfind(':') + 1));
  }
  if (name.empty()) return fail(failures::kUnnamedSensor, {{"sensors", arg::Names{std::move(paths)}}});
  return withNearest(fail(failures::kNoSensor, {{"name", wanted}, {"sensors", arg::Names{std::move(paths)}}}), name,
                     answers);
}

bool finite(std::initializer_list<double> values) {
  for (const double v : values)
    if (!std::isfinite(v)) return false;
  return true;
}

Status checkCamera(const Sensor& s) {
  const Optics& o = s.optics;
  if (o.width > scene::kMostSensorPixels || o.height > scene::kMostSensorPixels || o.width < 1 || o.height < 1)
    return fail(failures::kPictureSize, {{"sensor", arg::Node{s.name, s.entity.value}},
                                         {"width", arg::Words{std::to_string(o.width)}},
                                         {"height", arg::Words{std::to_string(o.height)}},
                                         {"most", arg::Count{scene::kMostSensorPixels}}});
  const auto& d = o.distortion;
  const bool bends = o.lens != Lens::kFunction || o.function.isSound();
  if (!bends || !finite({o.fx, o.fy, o.cx, o.cy, d[0], d[1], d[2], d[3], d[4]}) || o.fx < 1e-3 || o.fy < 1e-3)
    return fail(failures::kLens, {{"sensor", arg::Node{s.name, s.entity.value}}});
  if (!finite({o.near, o.far}) || o.near >= o.far)
    return fail(
        failures::kClip,
        {{"sensor", arg::Node{s.name, s.entity.value}}, {"near", arg::Length{o.near}}, {"far", arg::Length{o.far}}});
  return okStatus();
}

Status checkLidar(const Sensor& s) {
  const Lidar& l = s.lidar;
  const double beams = static_cast<double>(l.around.count) * static_cast<double>(l.up.count);
  if (beams > kMostBeams)
    return fail(failures::kBeams, {{"sensor", arg::Node{s.name, s.entity.value}}, {"most", arg::Count{kMostBeams}}});
  if (!finite({l.around.from, l.around.to, l.up.from, l.up.to, l.nearest, l.farthest, l.step}) ||
      l.nearest >= l.farthest)
    return fail(failures::kSweep, {{"sensor", arg::Node{s.name, s.entity.value}}});
  return okStatus();
}

}  // namespace

std::string fisheyeKey(std::string_view sensor) { return scene::kFisheyeOf + std::string(sensor); }

std::vector<Sensor> sensorsOf(const world::World& world) {
  std::vector<Sensor> out;
  world.forEachObject([&](const world::Object& object) {
    for (const world::EntityPtr& e : object.entities)
      if (const Component* c = componentOf(*e)) out.push_back(sensorOf(world, *e, *c));
  });
  return out;
}

Result<Sensor> sensorNamed(const world::World& world, std::string_view name) {
  const std::vector<Sensor> all = sensorsOf(world);
  std::vector<const Sensor*> matching;
  for (const Sensor& s : all)
    if (answersTo(s.name, name)) matching.push_back(&s);
  if (matching.empty()) return noneNamed(name, all);
  if (matching.size() == 1) return *matching.front();
  std::vector<std::string> paths;
  paths.reserve(matching.size());
  for (const Sensor* s : matching) paths.push_back(s->name);
  return fail(failures::kManySensors, {{"name", arg::Name{std::string(name)}},
                                       {"count", arg::Count{matching.size()}},
                                       {"sensors", arg::Names{std::move(paths)}}});
}

Result<Sensor> sensorAt(const world::World& world, EntityId entity) {
  const world::EntityPtr found = world.entity(entity);
  const Component* c = found ? componentOf(*found) : nullptr;
  if (!c) return fail(failures::kNotASensor, {{"id", arg::Words{std::to_string(entity.value)}}});
  return sensorOf(world, *found, *c);
}

std::array<double, 6> told(const Sensor& sensor, std::array<double, 6> axes, const NoiseKey& key) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double most = i < 3 ? sensor.axes.most_force : sensor.axes.most_torque;
    // Each axis has a bias of its own.
    NoiseKey own = key;
    own.sensor = key.sensor * axes.size() + i;
    axes[i] = std::clamp(NoiseSource(sensor.axes.noise[i], own, sensor.period()).applied(axes[i], 0), -most, most);
  }
  return axes;
}

Status check(const Sensor& sensor) {
  if (sensor.isCamera()) return checkCamera(sensor);
  if (sensor.kind == SensorKind::kLidar) return checkLidar(sensor);
  return fail(failures::kSeesNothing, {{"sensor", arg::Node{sensor.name, sensor.entity.value}}});
}

}  // namespace ww::sensing
