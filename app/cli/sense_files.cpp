// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sense_files.h"

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/failures.h"
#include "core/render/png.h"
#include "core/render/render.h"

namespace ww::cli {
namespace {

Json sensedPose(const Pose& pose) {
  return {{"position", {pose.p.x(), pose.p.y(), pose.p.z()}},
          {"orientation_wxyz", {pose.q.w(), pose.q.x(), pose.q.y(), pose.q.z()}}};
}

Json sweepJson(const sensing::Sweep& sweep) {
  return {{"count", sweep.count}, {"from_rad", sweep.from}, {"to_rad", sweep.to}};
}

Json rangeJson(float range) {
  if (std::isfinite(range)) return static_cast<double>(range);
  return range < 0.0f ? Json(0) : Json(nullptr);
}

}  // namespace

std::string toPfm(int width, int height, int channels, const std::vector<float>& values) {
  std::string out =
      (channels == 3 ? "PF\n" : "Pf\n") + std::to_string(width) + " " + std::to_string(height) + "\n-1.0\n";
  const auto row = static_cast<std::size_t>(width) * static_cast<std::size_t>(channels);
  out.reserve(out.size() + 4 * values.size());
  // Rows go from the bottom to the top.
  for (int y = height - 1; y >= 0; --y) {
    for (std::size_t i = 0; i < row; ++i) {
      const auto word = std::bit_cast<std::uint32_t>(values[static_cast<std::size_t>(y) * row + i]);
      for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(word >> shift & 0xff));
    }
  }
  return out;
}

Result<std::string> greyPng(int width, int height, const std::vector<float>& values) {
  float least = std::numeric_limits<float>::infinity(), most = -least;
  for (const float v : values) {
    if (!std::isfinite(v)) continue;
    least = std::min(least, v), most = std::max(most, v);
  }
  render::Image image{width, height, {}};
  image.rgb.reserve(3 * values.size());
  for (const float v : values) {
    const float share = most > least ? (v - least) / (most - least) : 0.0f;
    const auto grey = static_cast<std::uint8_t>(std::isfinite(v) ? std::lround(255.0f - 215.0f * share) : 0);
    image.rgb.insert(image.rgb.end(), 3, grey);
  }
  return render::toPng(image);
}

Result<std::string> numberPng(int width, int height, const std::vector<std::uint64_t>& numbers) {
  WW_ASSIGN(const render::Image image, render::idMask({{}, numbers, {}}, width, height));
  return render::toPng(image);
}

Result<std::string> normalPng(int width, int height, const std::vector<Eigen::Vector3f>& normals) {
  render::Image image{width, height, {}};
  image.rgb.reserve(3 * normals.size());
  for (const Eigen::Vector3f& n : normals)
    for (int k = 0; k < 3; ++k)
      image.rgb.push_back(static_cast<std::uint8_t>(std::lround(127.5f * std::clamp(n[k] + 1.0f, 0.0f, 2.0f))));
  return render::toPng(image);
}

Json boxesJson(const world::World& world, const sensing::Labels& labels, const std::vector<sensing::Box2>& flat,
               const std::vector<sensing::Box3>& solid) {
  const auto named = [&](ObjectId object) {
    return Json{{"object", world.display(object)},
                {"id", object.value},
                {"class", labels.names()[labels.of(object)]},
                {"class_number", labels.of(object)}};
  };
  Json out{{"detections2", Json::array()}, {"detections3", Json::array()}};
  for (const sensing::Box2& box : flat) {
    Json row = named(box.object);
    row.update(Json{
        {"left", box.left}, {"top", box.top}, {"right", box.right}, {"bottom", box.bottom}, {"pixels", box.pixels}});
    out["detections2"].push_back(std::move(row));
  }
  for (const sensing::Box3& box : solid) {
    Json row = named(box.object);
    row["sensor_t_box"] = sensedPose(box.sensor_t_box);
    row["size_m"] = {box.size.x(), box.size.y(), box.size.z()};
    out["detections3"].push_back(std::move(row));
  }
  return out;
}

Json tagsJson(const std::vector<sensing::SeenTag>& tags) {
  Json out = Json::array();
  for (const sensing::SeenTag& seen : tags) {
    Json corners = Json::array();
    for (const sensing::Vec2& c : seen.corners) corners.push_back({c.x(), c.y()});
    out.push_back({{"id", seen.tag.id},
                   {"size_m", seen.tag.size},
                   {"camera_t_tag", sensedPose(seen.camera_t_tag)},
                   {"corners_xy", std::move(corners)}});
  }
  return out;
}

Json scanJson(const sensing::Beams& beams, const sensing::Scan& scan) {
  Json ranges = Json::array();
  const auto up = static_cast<std::size_t>(beams.lidar.up.count);
  for (std::size_t at = 0; at < scan.ranges.size(); at += up) {
    Json column = Json::array();
    for (std::size_t j = 0; j < up; ++j) column.push_back(rangeJson(scan.ranges[at + j]));
    ranges.push_back(std::move(column));
  }
  return {{"around", sweepJson(beams.lidar.around)},
          {"up", sweepJson(beams.lidar.up)},
          {"nearest_m", beams.lidar.nearest},
          {"farthest_m", beams.lidar.farthest},
          {"ranges_m", std::move(ranges)}};
}

Json flatScanJson(const sensing::Beams& beams, const sensing::Scan& scan) {
  const sensing::FlatScan flat = sensing::flatScan(beams, scan);
  Json ranges = Json::array();
  for (const float range : flat.ranges) ranges.push_back(rangeJson(range));
  return {{"angles_rad", flat.angles},
          {"nearest_m", beams.lidar.nearest},
          {"farthest_m", beams.lidar.farthest},
          {"ranges_m", std::move(ranges)}};
}

const char* kindWord(sensing::SensorKind kind) {
  switch (kind) {
    case sensing::SensorKind::kCamera: return "camera";
    case sensing::SensorKind::kDepthCamera: return "depth camera";
    case sensing::SensorKind::kLidar: return "lidar";
    default: return "sensor";
  }
}

const char* seenWord(sensing::Seen seen) {
  switch (seen) {
    case sensing::Seen::kSeen: return "seen";
    case sensing::Seen::kHidden: return "hidden";
    case sensing::Seen::kOutside: break;
  }
  return "outside";
}

// An example that works: what is not the sensor's own.
Status nothingToWatch(const world::World& w, const sensing::Sensor& sensor) {
  const ObjectId own = w.owner(sensor.entity)->object;
  std::string example = "OBJECT";
  w.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject && object.id != own && example == "OBJECT") example = w.display(object.id);
  });
  return ww::fail(failures::kSenseNoWatch, {{"example", arg::Words{example}}});
}

}  // namespace ww::cli
