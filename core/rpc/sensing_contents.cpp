// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/sensing_contents.h"

#include <algorithm>
#include <cmath>

#include "core/geometry/wire_convert.h"
#include "core/sensing/calibration.h"
#include "core/sensing/cloud.h"
#include "core/sensing/detections.h"
#include "core/sensing/failures.h"
#include "core/sensing/fiducials.h"
#include "core/sensing/labels.h"

namespace ww::rpc {
namespace {

namespace v1 = worldwright::v1;
using sensing::SensorKind;

constexpr double kUsualBaseline = 0.1;  // metres

template <typename T>
void addData(v1::SensorContents contents, const std::vector<T>& values, v1::Measurement& out) {
  v1::Measurement::Data& data = *out.add_data();
  data.set_contents(contents);
  data.set_bytes(values.data(), values.size() * sizeof(T));
}

template <typename T>
std::vector<float> flattened(const std::vector<T>& vectors) {
  std::vector<float> out;
  out.reserve(3 * vectors.size());
  for (const auto& v : vectors) out.insert(out.end(), v.data(), v.data() + 3);
  return out;
}

// The objects in the picture, in the order of `boxes`.
void addObjects(const Look& look, const std::vector<sensing::Box2>& boxes, v1::Measurement& out) {
  for (const sensing::Box2& box : boxes) {
    v1::Measurement::SeenObject& seen = *out.add_objects();
    seen.set_name(look.world.display(box.object));
    seen.set_left(static_cast<std::uint32_t>(box.left));
    seen.set_top(static_cast<std::uint32_t>(box.top));
    seen.set_right(static_cast<std::uint32_t>(box.right));
    seen.set_bottom(static_cast<std::uint32_t>(box.bottom));
    seen.set_pixels(box.pixels);
  }
}

void addObjectNumbers(const sensing::Shot& shot, const std::vector<sensing::Box2>& boxes, v1::Measurement& out) {
  std::map<ObjectId, std::uint16_t> places;
  for (const sensing::Box2& box : boxes) places[box.object] = static_cast<std::uint16_t>(places.size() + 1);
  std::vector<std::uint16_t> numbers;
  for (const ObjectId object : shot.objects) numbers.push_back(object ? places[object] : std::uint16_t{0});
  addData(v1::SENSOR_CONTENTS_OBJECTS, numbers, out);
}

void addBoxes(const Look& look, const std::vector<sensing::Box2>& boxes, v1::Measurement& out) {
  const sensing::Labels labels(look.world);
  std::vector<ObjectId> seen;
  for (const sensing::Box2& box : boxes) seen.push_back(box.object);
  for (const sensing::Box3& solid :
       sensing::boxesAround(look.room, seen, sensing::rootTOf(look.world), look.world.rootT(look.sensor.entity))) {
    v1::Measurement::Box& box = *out.add_boxes();
    box.set_name(look.world.display(solid.object));
    box.set_object_class(labels.names()[labels.of(solid.object)]);
    geometry::toWire(solid.sensor_t_box, box.mutable_sensor_t_box());
    box.mutable_size()->Add(solid.size.data(), solid.size.data() + 3);
  }
}

void addTags(const Look& look, v1::Measurement& out) {
  const Pose root_t_camera = look.world.rootT(look.sensor.entity);
  for (const sensing::SeenTag& seen :
       sensing::tagsSeen(look.world, look.room, look.sensor.optics, sensing::rootTOf(look.world), root_t_camera)) {
    v1::Measurement::SeenTag& tag = *out.add_tags();
    tag.set_id(seen.tag.id);
    tag.set_size_m(seen.tag.size);
    geometry::toWire(seen.camera_t_tag, tag.mutable_camera_t_tag());
    for (const sensing::Vec2& corner : seen.corners) tag.mutable_corners()->Add(corner.data(), corner.data() + 2);
  }
}

void addCalibration(const Look& look, v1::Measurement& out) {
  out.mutable_calibration()->set_camera_info(sensing::toCameraInfo(look.sensor));
  out.mutable_calibration()->set_open_cv(sensing::toOpenCv(look.sensor, look.world.rootT(look.sensor.entity)));
}

void addClasses(const Look& look, const sensing::Shot& shot, v1::Measurement& out) {
  const sensing::Labels labels(look.world);
  for (const std::string& name : labels.names()) out.add_classes(name);
  std::vector<std::uint16_t> numbers;
  for (const ObjectId object : shot.objects) numbers.push_back(labels.of(object));
  addData(v1::SENSOR_CONTENTS_CLASSES, numbers, out);
}

void addDisparities(const Look& look, const sensing::Camera& camera, const sensing::Shot& shot, v1::Measurement& out) {
  const double asked = look.request.baseline_m();
  addData(v1::SENSOR_CONTENTS_DISPARITIES, sensing::disparities(camera, shot, asked > 0.0 ? asked : kUsualBaseline),
          out);
}

bool isOfScanner(int contents) {
  return contents == v1::SENSOR_CONTENTS_RANGES || contents == v1::SENSOR_CONTENTS_FLAT_RANGES;
}

// Calibration and tags are exact, and come of no picture.
bool needsShot(const v1::MeasureRequest& request) {
  return std::ranges::any_of(request.contents(), [](int contents) {
    return contents != v1::SENSOR_CONTENTS_CALIBRATION && contents != v1::SENSOR_CONTENTS_TAGS;
  });
}

}  // namespace

bool Look::wants(v1::SensorContents contents) const {
  return std::ranges::find(request.contents(), contents) != request.contents().end();
}

bool isOfCamera(int contents) {
  switch (contents) {
    case v1::SENSOR_CONTENTS_COLORS:
    case v1::SENSOR_CONTENTS_DEPTHS:
    case v1::SENSOR_CONTENTS_DISTANCES:
    case v1::SENSOR_CONTENTS_NORMALS:
    case v1::SENSOR_CONTENTS_CLASSES:
    case v1::SENSOR_CONTENTS_OBJECTS:
    case v1::SENSOR_CONTENTS_DISPARITIES:
    case v1::SENSOR_CONTENTS_BOXES:
    case v1::SENSOR_CONTENTS_TAGS:
    case v1::SENSOR_CONTENTS_CALIBRATION: return true;
    default: return false;
  }
}

Status checkContents(const v1::MeasureRequest& request) {
  for (const int contents : request.contents()) {
    if (v1::SensorContents_IsValid(contents) && contents != v1::SENSOR_CONTENTS_UNSPECIFIED) continue;
    return fail(sensing::failures::kNoContents, {{"number", arg::Number{static_cast<double>(contents)}},
                                                 {"most", arg::Number{double{v1::SensorContents_MAX}}}});
  }
  const double baseline = request.baseline_m();
  if (baseline == 0.0 || (baseline > 0.0 && std::isfinite(baseline))) return okStatus();
  return fail(sensing::failures::kBaseline, {{"baseline", arg::Number{baseline}}});
}

Result<v1::MeasureRequest> withContents(v1::MeasureRequest request, const sensing::Sensor& sensor) {
  const arg::Node name{sensor.name, sensor.entity.value};
  for (const int contents : request.contents()) {
    if (isOfCamera(contents) && !sensor.isCamera()) return fail(sensing::failures::kNotACamera, {{"sensor", name}});
    if (isOfScanner(contents) && sensor.isCamera()) return fail(sensing::failures::kNotALidar, {{"sensor", name}});
    if (contents == v1::SENSOR_CONTENTS_WRENCH) return fail(sensing::failures::kNotAForceSensor, {{"sensor", name}});
  }
  if (request.contents_size() > 0) return request;
  if (!sensor.isCamera()) request.add_contents(v1::SENSOR_CONTENTS_RANGES);
  if (sensor.kind == SensorKind::kCamera) request.add_contents(v1::SENSOR_CONTENTS_COLORS);
  if (sensor.isCamera()) request.add_contents(v1::SENSOR_CONTENTS_DEPTHS);
  return request;
}

Status checkSize(const v1::MeasureRequest& request, const sensing::Sensor& sensor) {
  constexpr std::uint64_t kMost = 1ull << 30;  // bytes: half of what the library dies of
  constexpr std::pair<v1::SensorContents, std::uint64_t> kBytes[] = {
      {v1::SENSOR_CONTENTS_COLORS, 3},      {v1::SENSOR_CONTENTS_DEPTHS, 4},  {v1::SENSOR_CONTENTS_DISTANCES, 4},
      {v1::SENSOR_CONTENTS_NORMALS, 12},    {v1::SENSOR_CONTENTS_CLASSES, 2}, {v1::SENSOR_CONTENTS_OBJECTS, 2},
      {v1::SENSOR_CONTENTS_RANGES, 4},      {v1::SENSOR_CONTENTS_POINTS, 12}, {v1::SENSOR_CONTENTS_DISPARITIES, 4},
      {v1::SENSOR_CONTENTS_FLAT_RANGES, 12}};
  std::uint64_t each = 0;
  for (const auto& [contents, bytes] : kBytes)
    if (std::ranges::find(request.contents(), contents) != request.contents().end()) each += bytes;
  const std::uint64_t count =
      sensor.isCamera()
          ? static_cast<std::uint64_t>(sensor.optics.width) * static_cast<std::uint64_t>(sensor.optics.height)
          : static_cast<std::uint64_t>(sensor.lidar.around.count) * static_cast<std::uint64_t>(sensor.lidar.up.count);
  if (each * count <= kMost) return okStatus();
  return fail(sensing::failures::kTooMuch, {{"sensor", arg::Node{sensor.name, sensor.entity.value}},
                                            {"size", arg::Bytes{each * count}},
                                            {"limit", arg::Bytes{kMost}}});
}

Status measureCamera(const Look& look, v1::Measurement& out) {
  const sensing::Optics& optics = look.sensor.optics;
  for (const double number : {optics.fx, optics.fy, optics.cx, optics.cy}) out.add_intrinsics(number);
  if (look.wants(v1::SENSOR_CONTENTS_CALIBRATION)) addCalibration(look, out);
  if (look.wants(v1::SENSOR_CONTENTS_TAGS)) addTags(look, out);
  if (!needsShot(look.request)) return okStatus();
  const sensing::Camera camera(optics, look.stop);
  sensing::ShotOptions o;
  o.color = look.wants(v1::SENSOR_CONTENTS_COLORS);
  o.normals = look.wants(v1::SENSOR_CONTENTS_NORMALS);
  o.noise_key = look.key();
  o.period = look.period;
  (look.sensor.kind == SensorKind::kCamera ? o.color_noise : o.depth_noise) = look.noise();
  WW_ASSIGN(const sensing::Shot shot,
            sensing::shoot(look.room, camera, look.world.rootT(look.sensor.entity), o, look.stop));
  if (o.color) addData(v1::SENSOR_CONTENTS_COLORS, shot.rgb, out);
  if (look.wants(v1::SENSOR_CONTENTS_DEPTHS)) addData(v1::SENSOR_CONTENTS_DEPTHS, shot.depth, out);
  if (look.wants(v1::SENSOR_CONTENTS_DISTANCES))
    addData(v1::SENSOR_CONTENTS_DISTANCES, sensing::distances(camera, shot), out);
  if (o.normals) addData(v1::SENSOR_CONTENTS_NORMALS, flattened(shot.normals), out);
  if (look.wants(v1::SENSOR_CONTENTS_CLASSES)) addClasses(look, shot, out);
  const bool numbers = look.wants(v1::SENSOR_CONTENTS_OBJECTS), boxes = look.wants(v1::SENSOR_CONTENTS_BOXES);
  const auto flat = numbers || boxes ? sensing::boxesIn(shot) : std::vector<sensing::Box2>();
  addObjects(look, flat, out);
  if (numbers) addObjectNumbers(shot, flat, out);
  if (boxes) addBoxes(look, flat, out);
  if (look.wants(v1::SENSOR_CONTENTS_DISPARITIES)) addDisparities(look, camera, shot, out);
  if (look.wants(v1::SENSOR_CONTENTS_POINTS))
    addData(v1::SENSOR_CONTENTS_POINTS, flattened(sensing::cloudOf(camera, shot).points), out);
  return okStatus();
}

Status measureScanner(const Look& look, v1::Measurement& out) {
  const sensing::Beams beams(look.sensor.lidar);
  sensing::ScanOptions o;
  o.noise = look.noise();
  o.noise_key = look.key();
  o.period = look.period;
  WW_ASSIGN(const sensing::Scan scan,
            sensing::scan(look.room, beams, look.world.rootT(look.sensor.entity), o, look.stop));
  if (look.wants(v1::SENSOR_CONTENTS_RANGES)) addData(v1::SENSOR_CONTENTS_RANGES, scan.ranges, out);
  if (look.wants(v1::SENSOR_CONTENTS_FLAT_RANGES)) {
    const sensing::FlatScan flat = sensing::flatScan(beams, scan);
    addData(v1::SENSOR_CONTENTS_FLAT_RANGES, flat.ranges, out);
    out.mutable_flat_angles()->Add(flat.angles.begin(), flat.angles.end());
  }
  if (look.wants(v1::SENSOR_CONTENTS_POINTS))
    addData(v1::SENSOR_CONTENTS_POINTS, flattened(sensing::cloudOf(beams, scan).points), out);
  return okStatus();
}

}  // namespace ww::rpc
