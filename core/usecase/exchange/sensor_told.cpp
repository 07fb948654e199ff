// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/exchange/sensor_told.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "core/interop/isaac/seen_messages.h"
#include "core/interop/isaac/sensor_messages.h"
#include "core/sensing/calibration.h"
#include "core/sensing/cloud.h"
#include "core/sensing/fiducials.h"
#include "core/sensing/labels.h"

namespace ww::usecase {
namespace {

using Messages = std::vector<isaac::Message>;

constexpr unsigned kOfShot = kTellColor | kTellDepthColor | kTellDepth | kTellSegmentation | kTellBoxes | kTellThings |
                             kTellCloud | kTellDisparity;

void tellOn(const Measuring& m, const char* channel, isaac::Message message, Messages& out) {
  message.channel = channel;
  if (m.right) message.channel += "_right";
  if (m.number > 1) message.channel += "_" + std::to_string(m.number);
  out.push_back(std::move(message));
}

// Of a frame that has x to the right and y down; a vector in a picture begins with the row.
isaac::Pinhole pinholeOf(const sensing::Optics& optics) {
  const sensing::Optics o = sensing::calibrated(optics).optics;
  return {o.fy, o.fx, o.cy, o.cx};
}

// A component counts k1 k2 p1 p2 k3, a message the radial ones first.
isaac::Distortion distortionOf(const sensing::Optics& optics) {
  const sensing::Optics o = sensing::calibrated(optics).optics;
  const auto& k = o.distortion;
  switch (o.lens) {
    case sensing::Lens::kBrown: return {false, {k[0], k[1], k[4], k[2], k[3]}};
    case sensing::Lens::kFisheye: return {true, {k[0], k[1], k[2], k[3]}};
    case sensing::Lens::kPinhole:
    case sensing::Lens::kFunction: break;  // the latter is none that measures anything
  }
  return {};
}

template <typename T>
isaac::Buffer bufferOf(const std::vector<T>& values) {
  return std::make_shared<const std::string>(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

Status addColor(const Measuring& m, const sensing::Shot& shot, Messages& out) {
  isaac::CameraPicture picture;
  picture.picture = {shot.height, shot.width, 3, isaac::PixelType::kUint8, bufferOf(shot.rgb)};
  picture.pinhole = pinholeOf(m.sensor.optics);
  picture.distortion = distortionOf(m.sensor.optics);
  WW_ASSIGN(isaac::Message message, isaac::colorMessage(picture));
  tellOn(m, "color", std::move(message), out);
  return okStatus();
}

// Where nothing is hit it is infinite, as REP 118 of ROS has it.
Status addDepth(const Measuring& m, const sensing::Shot& shot, Messages& out) {
  isaac::CameraPicture picture;
  picture.picture = {shot.height, shot.width, 1, isaac::PixelType::kFloat32, bufferOf(shot.depth)};
  picture.pinhole = pinholeOf(m.sensor.optics);
  picture.min_depth_m = m.sensor.optics.near;
  picture.max_depth_m = m.sensor.optics.far;
  // Its planes count along the rays, depth along the axis.
  if (sensing::isWide(m.sensor.optics.lens))
    for (const float depth : shot.depth)
      picture.min_depth_m = std::min(picture.min_depth_m, static_cast<double>(depth));
  WW_ASSIGN(isaac::Message message, isaac::depthMessage(picture));
  tellOn(m, "depth", std::move(message), out);
  return okStatus();
}

Status addDisparity(const Measuring& m, const sensing::Camera& camera, const sensing::Shot& shot, Messages& out) {
  isaac::CameraPicture picture;
  const std::vector<float> shifts = sensing::disparities(camera, shot, m.baseline);
  picture.picture = {shot.height, shot.width, 1, isaac::PixelType::kFloat32, bufferOf(shifts)};
  picture.pinhole = pinholeOf(m.sensor.optics);
  picture.baseline_m = m.baseline;
  picture.min_disparity = m.sensor.optics.fx * m.baseline / m.sensor.optics.far;
  picture.max_disparity = m.sensor.optics.fx * m.baseline / m.sensor.optics.near;
  if (m.sensor.optics.lens != sensing::Lens::kPinhole) {
    // Off the middle a lens shows less of a shift, or more.
    for (const float shift : shifts) {
      if (shift <= 0.0f) continue;
      picture.min_disparity = std::min(picture.min_disparity, static_cast<double>(shift));
      picture.max_disparity = std::max(picture.max_disparity, static_cast<double>(shift));
    }
  }
  WW_ASSIGN(isaac::Message message, isaac::disparityMessage(picture));
  tellOn(m, "disparity", std::move(message), out);
  return okStatus();
}

constexpr std::uint16_t kLastClass = 255;  // a pixel of classes is a byte

// Numbers of 16 bits: the ids of objects where all have room, else their places among them.
class Instances {
 public:
  explicit Instances(const world::World& world) {
    std::vector<ObjectId> all;
    world.forEachObject([&](const world::Object& object) { all.push_back(object.id); });
    std::ranges::sort(all);
    if (all.empty() || all.back().value <= kMost) return;
    for (std::size_t i = 0; i < all.size(); ++i)
      places_[all[i]] = static_cast<std::uint16_t>(std::min<std::size_t>(i + 1, kMost));
  }
  std::uint16_t of(ObjectId object) const {
    if (places_.empty()) return static_cast<std::uint16_t>(object.value);
    const auto at = places_.find(object);
    return at == places_.end() ? std::uint16_t{0} : at->second;
  }

 private:
  static constexpr std::uint64_t kMost = 65535;
  std::map<ObjectId, std::uint16_t> places_;
};

Status addSegmentation(const Measuring& m, const sensing::Shot& shot, Messages& out) {
  const sensing::Labels labels(m.world);
  const Instances instances(m.world);
  isaac::SegmentedPicture picture;
  picture.rows = shot.height;
  picture.cols = shot.width;
  picture.class_names = labels.names();
  picture.pinhole = pinholeOf(m.sensor.optics);
  for (const ObjectId object : shot.objects) {
    const std::uint16_t number = labels.of(object);
    picture.classes.push_back(static_cast<std::uint8_t>(std::min<std::uint16_t>(number, kLastClass)));
    picture.instances.push_back(instances.of(object));
  }
  if (picture.class_names.size() > kLastClass + 1u) {
    picture.class_names.resize(kLastClass + 1u);
    picture.class_names.back() = "others";  // that there is no number for
  }
  WW_ASSIGN(isaac::Message message, isaac::segmentationMessage(picture));
  tellOn(m, "segmentation", std::move(message), out);
  return okStatus();
}

// A prediction names a class, the same as the picture of classes has for it.
void addDetections(const Measuring& m, const sensing::Shot& shot, Messages& out) {
  const sensing::Labels labels(m.world);
  const auto classOf = [&](ObjectId object) { return labels.names()[labels.of(object)]; };
  std::vector<ObjectId> seen;
  std::vector<isaac::SeenThing> things;
  for (const sensing::Box2& box : sensing::boxesIn(shot)) {
    seen.push_back(box.object);
    things.push_back({classOf(box.object), static_cast<double>(box.left), static_cast<double>(box.top),
                      static_cast<double>(box.right), static_cast<double>(box.bottom), Pose()});
  }
  if (m.contents & kTellBoxes) tellOn(m, "bounding_boxes", isaac::boxesMessage(things), out);
  if (!(m.contents & kTellThings)) return;
  std::vector<isaac::SeenThing> in_space;
  for (const auto& box : sensing::boxesAround(m.room, seen, sensing::rootTOf(m.places), m.root_t_sensor))
    in_space.push_back({classOf(box.object), 0, 0, 0, 0, box.sensor_t_box});
  tellOn(m, "detections3", isaac::thingsMessage(in_space), out);
}

void addTags(const Measuring& m, Messages& out) {
  std::vector<isaac::SeenTagInfo> tags;
  for (const sensing::SeenTag& seen :
       sensing::tagsSeen(m.world, m.room, m.sensor.optics, sensing::rootTOf(m.places), m.root_t_sensor)) {
    isaac::SeenTagInfo& one = tags.emplace_back();
    one.id = seen.tag.id;
    one.camera_t_tag = seen.camera_t_tag;
    for (std::size_t i = 0; i < seen.corners.size(); ++i) one.corners[i] = {seen.corners[i].x(), seen.corners[i].y()};
  }
  tellOn(m, "fiducials", isaac::tagsMessage(tags), out);
}

Status addCloud(const Measuring& m, const char* channel, const sensing::Cloud& cloud, Messages& out) {
  std::vector<Vec3> points;
  points.reserve(cloud.points.size());
  for (const Eigen::Vector3f& p : cloud.points) points.emplace_back(p.cast<double>());
  WW_ASSIGN(isaac::Message message, isaac::pointMessage(points));
  tellOn(m, channel, std::move(message), out);
  return okStatus();
}

double rangeOnWire(float range) {
  // REP 117: minus infinity is nearer than can be measured.
  return range < 0.0f || std::isnan(range) ? -1.0 : static_cast<double>(range);
}

Status addScan(const Measuring& m, const sensing::Beams& beams, const sensing::Scan& scan, Messages& out) {
  isaac::Scan told;
  for (int i = 0; i < beams.lidar.around.count; ++i)
    told.theta_rad.push_back(static_cast<float>(beams.lidar.around.angle(i)));
  for (int i = 0; i < beams.lidar.up.count; ++i) told.phi_rad.push_back(static_cast<float>(beams.lidar.up.angle(i)));
  for (const float range : scan.ranges) told.ranges_m.push_back(rangeOnWire(range));
  told.farthest_m = beams.lidar.farthest;
  WW_ASSIGN(isaac::Message message, isaac::scanMessage(told));
  tellOn(m, "rangescan", std::move(message), out);
  return okStatus();
}

void addFlatScan(const Measuring& m, const sensing::Beams& beams, const sensing::Scan& scan, Messages& out) {
  const sensing::FlatScan row = sensing::flatScan(beams, scan);
  isaac::FlatRanges told;
  for (const double angle : row.angles) told.angles_rad.push_back(static_cast<float>(angle));
  for (const float range : row.ranges) told.ranges_m.push_back(rangeOnWire(range));
  told.farthest_m = beams.lidar.farthest;
  tellOn(m, "flatscan", isaac::flatScanMessage(told), out);
}

}  // namespace

Result<Messages> tellCamera(const Measuring& m, const sensing::Camera& camera) {
  Messages out;
  const bool is_plain = m.sensor.kind == sensing::SensorKind::kCamera;
  if (m.contents & kOfShot) {
    sensing::ShotOptions o;
    o.color = m.contents & (is_plain ? kTellColor : kTellDepthColor);
    o.noise_key = {.sensor = m.sensor.entity.value, .frame = m.frame};
    o.period = m.period;
    o.threads = m.threads;
    (is_plain ? o.color_noise : o.depth_noise) = m.sensor.noise;
    WW_ASSIGN(const sensing::Shot shot, sensing::shoot(m.room, camera, m.root_t_sensor, o, m.stop));
    if (o.color) WW_TRY(addColor(m, shot, out));
    if (m.contents & kTellDepth) WW_TRY(addDepth(m, shot, out));
    if (m.contents & kTellDisparity && !m.right) WW_TRY(addDisparity(m, camera, shot, out));
    if (m.contents & kTellSegmentation) WW_TRY(addSegmentation(m, shot, out));
    if (m.contents & (kTellBoxes | kTellThings)) addDetections(m, shot, out);
    if (m.contents & kTellCloud) WW_TRY(addCloud(m, "point_cloud", sensing::cloudOf(camera, shot), out));
  }
  if (m.contents & kTellTags) addTags(m, out);
  return out;
}

Result<Messages> tellScanner(const Measuring& m, const sensing::Beams& beams) {
  Messages out;
  if (!(m.contents & (kTellScan | kTellFlatScan | kTellCloud))) return out;
  sensing::ScanOptions o;
  o.noise = m.sensor.noise;
  o.noise_key = {.sensor = m.sensor.entity.value, .frame = m.frame};
  o.period = m.period;
  o.threads = m.threads;
  WW_ASSIGN(const sensing::Scan scan, sensing::scan(m.room, beams, m.root_t_sensor, o, m.stop));
  if (m.contents & kTellScan) WW_TRY(addScan(m, beams, scan, out));
  if (m.contents & kTellFlatScan) addFlatScan(m, beams, scan, out);
  if (m.contents & kTellCloud) WW_TRY(addCloud(m, "lidar_cloud", sensing::cloudOf(beams, scan), out));
  return out;
}

Result<Messages> inRelease(isaac::Release release, const sensing::Optics& optics, Result<Messages> told) {
  if (!told.ok() || release == isaac::Release::k2020_1) return told;
  Messages out;
  for (isaac::Message& message : *told) {
    WW_ASSIGN(Messages images, isaac::asImages(std::move(message), distortionOf(optics)));
    std::ranges::move(images, std::back_inserter(out));
  }
  return out;
}

}  // namespace ww::usecase
