// SPDX-License-Identifier: Apache-2.0
#include "core/session/sensor_facts.h"

#include <algorithm>

#include "worldwright/v1/file.pb.h"

namespace ww::session {
namespace {

using intrinsic_proto::world::SensorComponent;

Phrase kindOf(const SensorComponent& sensor) {
  switch (sensor.type_oneof_case()) {
    case SensorComponent::kCamera: return phrase(WW_TEXT("Core", "Camera"));
    case SensorComponent::kDepthCamera: return phrase(WW_TEXT("Core", "Depth camera"));
    case SensorComponent::kForceTorque: return phrase(WW_TEXT("Core", "Force and torque sensor"));
    case SensorComponent::kLidar: return phrase(WW_TEXT("Core", "Laser scanner"));
    case SensorComponent::TYPE_ONEOF_NOT_SET: break;
  }
  return phrase(WW_TEXT("Core", "Sensor of a kind that is not told"));
}

arg::Count countOf(std::int64_t count) { return {static_cast<std::uint64_t>(std::max<std::int64_t>(0, count))}; }

void tellCamera(const SensorComponent::CommonCameraProperties& camera, std::vector<Phrase>& out) {
  if (camera.has_image())
    out.push_back(phrase(WW_TEXT("Core", "{width} x {height} pixels"),
                         {{"width", countOf(camera.image().width())}, {"height", countOf(camera.image().height())}}));
  if (camera.horizontal_fov() > 0.0)
    out.push_back(
        phrase(WW_TEXT("Core", "sees {angle} from side to side"), {{"angle", arg::Angle{camera.horizontal_fov()}}}));
  if (camera.has_clip())
    out.push_back(phrase(WW_TEXT("Core", "sees from {near} to {far}"),
                         {{"near", arg::Length{camera.clip().near()}}, {"far", arg::Length{camera.clip().far()}}}));
}

void tellLidar(const SensorComponent::Lidar& lidar, std::vector<Phrase>& out) {
  const auto scan = [&](const char* text, const SensorComponent::Scan& s) {
    out.push_back(phrase(
        text,
        {{"count", countOf(s.samples())}, {"from", arg::Angle{s.min_angle()}}, {"to", arg::Angle{s.max_angle()}}}));
  };
  if (lidar.has_horizontal()) scan(WW_TEXT("Core", "{count} rays from {from} to {to}"), lidar.horizontal());
  if (lidar.has_vertical()) scan(WW_TEXT("Core", "{count} rows from {from} to {to}"), lidar.vertical());
  if (lidar.has_range())
    out.push_back(phrase(
        WW_TEXT("Core", "measures from {near} to {far}"),
        {{"near", arg::Length{lidar.range().min_distance()}}, {"far", arg::Length{lidar.range().max_distance()}}}));
}

}  // namespace

std::vector<Phrase> sensorFacts(const world::Entity& entity) {
  if (!entity.message || !entity.message->content().has_sensor()) return {};
  const SensorComponent& sensor = entity.message->content().sensor().sensor_component();
  std::vector<Phrase> out{kindOf(sensor)};
  if (sensor.has_camera()) tellCamera(sensor.camera().properties(), out);
  if (sensor.has_depth_camera()) tellCamera(sensor.depth_camera().properties(), out);
  if (sensor.has_lidar()) tellLidar(sensor.lidar(), out);
  if (sensor.update_rate() > 0.0)
    out.push_back(phrase(WW_TEXT("Core", "{rate} times a second"), {{"rate", arg::Number{sensor.update_rate()}}}));
  if (!sensor.topic().empty())
    out.push_back(phrase(WW_TEXT("Core", "topic {topic}"), {{"topic", arg::Name{sensor.topic()}}}));
  return out;
}

}  // namespace ww::session
