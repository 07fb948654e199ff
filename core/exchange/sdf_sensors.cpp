// SPDX-License-Identifier: Apache-2.0
#include "core/exchange/sdf_sensors.h"

#include <algorithm>
#include <array>

#include "core/io/text_scan.h"
#include "core/scene/inertial_unit.h"

namespace ww::exchange {
namespace {

using Sensor = intrinsic_proto::world::SensorComponent;

void putNoise(const Sensor::Noise& noise, XmlText& out) {
  if (noise.type() == Sensor::Noise::TYPE_UNSPECIFIED) return;
  out.open("noise", {{"type", noise.type() == Sensor::Noise::TYPE_GAUSSIAN ? "gaussian" : "gaussian_quantized"}});
  out.leaf("mean", numberText(noise.mean()));
  out.leaf("stddev", numberText(noise.stddev()));
  out.leaf("bias_mean", numberText(noise.bias_mean()));
  out.leaf("bias_stddev", numberText(noise.bias_stddev()));
  out.leaf("dynamic_bias_stddev", numberText(noise.dynamic_bias_stddev()));
  out.leaf("dynamic_bias_correlation_time", numberText(noise.dynamic_bias_correlation_time()));
  out.leaf("precision", numberText(noise.precision()));
  out.close();
}

bool isMoreThanPlain(const Sensor::Noise& n) {
  if (n.type() == Sensor::Noise::TYPE_UNSPECIFIED) return false;
  return n.type() == Sensor::Noise::TYPE_GAUSSIAN_QUANTIZED || n.bias_mean() != 0.0 || n.bias_stddev() != 0.0 ||
         n.dynamic_bias_stddev() != 0.0 || n.precision() != 0.0;
}

// That of a camera or scanner has three elements alone.
void putPlainNoise(const Sensor::Noise& noise, XmlText& out) {
  if (noise.type() == Sensor::Noise::TYPE_UNSPECIFIED) return;
  out.open("noise");
  out.leaf("type", "gaussian");
  out.leaf("mean", numberText(noise.mean()));
  out.leaf("stddev", numberText(noise.stddev()));
  out.close();
}

const char* formatOf(Sensor::Image::Format format) {
  using Image = Sensor::Image;
  switch (format) {
    case Image::FORMAT_L8: return "L8";
    case Image::FORMAT_B8G8R8: return "B8G8R8";
    case Image::FORMAT_BAYER_RGGB8: return "BAYER_RGGB8";
    case Image::FORMAT_BAYER_BGGR8: return "BAYER_BGGR8";
    case Image::FORMAT_BAYER_GBRG8: return "BAYER_GBRG8";
    case Image::FORMAT_BAYER_GRBG8: return "BAYER_GRBG8";
    default: return "R8G8B8";
  }
}

void putLens(const Sensor::CommonCameraProperties& camera, XmlText& out) {
  if (!camera.has_intrinsics()) return;
  const auto& i = camera.intrinsics();
  // Without a centre it is the middle of the picture here, which a file has to say.
  const bool sized = camera.has_image();
  const double cx = i.cx() == 0.0 && sized ? 0.5 * static_cast<double>(camera.image().width()) : i.cx();
  const double cy = i.cy() == 0.0 && sized ? 0.5 * static_cast<double>(camera.image().height()) : i.cy();
  out.open("lens");
  out.open("intrinsics");
  out.leaf("fx", numberText(i.fx()));
  out.leaf("fy", numberText(i.fy()));
  out.leaf("cx", numberText(cx));
  out.leaf("cy", numberText(cy));
  out.leaf("s", "0");
  out.close();
  out.close();
}

void putCamera(const Sensor::CommonCameraProperties& camera, XmlText& out) {
  out.open("camera");
  if (camera.horizontal_fov() > 0.0) out.leaf("horizontal_fov", numberText(camera.horizontal_fov()));
  if (camera.has_image()) {
    out.open("image");
    out.leaf("width", std::to_string(camera.image().width()));
    out.leaf("height", std::to_string(camera.image().height()));
    out.leaf("format", formatOf(camera.image().format()));
    out.close();
  }
  if (camera.has_clip()) {
    out.open("clip");
    out.leaf("near", numberText(camera.clip().near()));
    out.leaf("far", numberText(camera.clip().far()));
    out.close();
  }
  putPlainNoise(camera.noise(), out);
  const auto& d = camera.distortion();
  if (camera.has_distortion()) {
    out.open("distortion");
    out.leaf("k1", numberText(d.k1()));
    out.leaf("k2", numberText(d.k2()));
    out.leaf("k3", numberText(d.k3()));
    out.leaf("p1", numberText(d.p1()));
    out.leaf("p2", numberText(d.p2()));
    out.close();
  }
  putLens(camera, out);
  if (camera.visibility_mask() != 0) out.leaf("visibility_mask", std::to_string(camera.visibility_mask()));
  out.close();
}

void putScan(const char* tag, const Sensor::Scan& scan, XmlText& out) {
  out.open(tag);
  out.leaf("samples", std::to_string(scan.samples()));
  out.leaf("resolution", numberText(scan.resolution()));
  out.leaf("min_angle", numberText(scan.min_angle()));
  out.leaf("max_angle", numberText(scan.max_angle()));
  out.close();
}

void putLidar(const Sensor::Lidar& lidar, XmlText& out) {
  out.open("lidar");
  out.open("scan");
  putScan("horizontal", lidar.horizontal(), out);
  if (lidar.has_vertical()) putScan("vertical", lidar.vertical(), out);
  out.close();
  out.open("range");
  out.leaf("min", numberText(lidar.range().min_distance()));
  out.leaf("max", numberText(lidar.range().max_distance()));
  out.leaf("resolution", numberText(lidar.range().resolution()));
  out.close();
  putPlainNoise(lidar.noise(), out);
  out.close();
}

void putNoise3(const char* tag, const Sensor::Noise3D& noise, XmlText& out) {
  out.open(tag);
  for (const auto& [axis, n] : {std::pair("x", &noise.x()), std::pair("y", &noise.y()), std::pair("z", &noise.z())}) {
    out.open(axis);
    putNoise(*n, out);
    out.close();
  }
  out.close();
}

void putForceTorque(const Sensor::ForceTorque& sensor, XmlText& out) {
  using Ft = Sensor::ForceTorque;
  out.open("force_torque");
  out.leaf("frame", sensor.frame() == Ft::FRAME_PARENT  ? "parent"
                    : sensor.frame() == Ft::FRAME_CHILD ? "child"
                                                        : "sensor");
  out.leaf("measure_direction",
           sensor.measure_direction() == Ft::MEASURE_DIRECTION_PARENT_TO_CHILD ? "parent_to_child" : "child_to_parent");
  if (sensor.has_force_noise()) putNoise3("force", sensor.force_noise(), out);
  if (sensor.has_torque_noise()) putNoise3("torque", sensor.torque_noise(), out);
  out.close();
}

// Cameras of SDF look along x, with z up; on the wire along z, with y down.
Pose sdfPose(const Sensor& sensor, const Pose& parent_t_sensor) {
  if (!sensor.has_camera() && !sensor.has_depth_camera()) return parent_t_sensor;
  Eigen::Matrix3d sdf_r_wire;  // columns: right, down and forward
  sdf_r_wire << 0, 0, 1, -1, 0, 0, 0, -1, 0;
  return parent_t_sensor * Pose{Vec3::Zero(), Quat(sdf_r_wire).conjugate()};
}

}  // namespace

bool losesNoise(const Sensor& sensor) {
  return isMoreThanPlain(sensor.has_camera()         ? sensor.camera().properties().noise()
                         : sensor.has_depth_camera() ? sensor.depth_camera().properties().noise()
                                                     : sensor.lidar().noise());
}

bool putSdfSensor(const std::string& name, const Sensor& sensor, const Pose& parent_t_sensor, XmlText& out) {
  const char* type = sensor.has_camera()         ? "camera"
                     : sensor.has_depth_camera() ? "depth_camera"
                     : sensor.has_lidar()        ? "lidar"
                     : sensor.has_force_torque() ? "force_torque"
                                                 : nullptr;
  if (type == nullptr) return false;
  out.open("sensor", {{"name", name}, {"type", type}});
  out.leaf("pose", poseText(sdfPose(sensor, parent_t_sensor)));
  if (sensor.always_on()) out.leaf("always_on", "true");
  out.leaf("update_rate", numberText(sensor.update_rate()));
  if (!sensor.topic().empty()) out.leaf("topic", sensor.topic());
  if (sensor.has_camera()) putCamera(sensor.camera().properties(), out);
  if (sensor.has_depth_camera()) putCamera(sensor.depth_camera().properties(), out);
  if (sensor.has_lidar()) putLidar(sensor.lidar(), out);
  if (sensor.has_force_torque()) putForceTorque(sensor.force_torque(), out);
  out.close();
  return true;
}

namespace {

// The reader of SDF hands on texts in which each & stands for itself.
std::string withSoundAmpersands(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] != '&') continue;
    const std::string_view rest = text.substr(i + 1);
    const bool is_entity = std::ranges::any_of(std::array{"amp;", "lt;", "gt;", "quot;", "apos;", "#"},
                                               [rest](const char* known) { return rest.starts_with(known); });
    if (!is_entity) out += "amp;";
  }
  return out;
}

}  // namespace

bool putSdfUnit(const std::string& name, const std::string& kept, const Pose& link_t_unit, XmlText& out) {
  // Text of others: what is no whole element would spoil the file.
  const auto body = io::scanXml(kept).ok() ? scene::inertialUnitBody(kept) : std::nullopt;
  if (!body) return false;
  out.open("sensor", {{"name", name}, {"type", "imu"}});
  out.leaf("pose", poseText(link_t_unit));
  const std::string_view rest = io::trim(*body);
  if (!rest.empty()) out.raw(withSoundAmpersands(rest));
  out.close();
  return true;
}

}  // namespace ww::exchange
