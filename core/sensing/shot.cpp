// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/shot.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/sensing/blocks.h"
#include "core/sensing/failures.h"

namespace ww::sensing {
namespace {

constexpr float kNoDepth = std::numeric_limits<float>::infinity();
constexpr std::size_t kShotBlock = 2048;  // pixels

// A lamp over the shoulder of the world, and the sky.
const Vec3& lampFrom() {
  static const Vec3 kFrom = Vec3(0.35, -0.45, 0.82).normalized();
  return kFrom;
}

class Exposure {
 public:
  Exposure(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options)
      : room_(room),
        camera_(camera),
        pose_(root_t_camera),
        turn_(root_t_camera.q.toRotationMatrix()),
        o_(options),
        depth_noise_(options.depth_noise, options.noise_key, options.period),
        color_noise_(options.color_noise, options.noise_key, options.period) {
    const std::size_t n = camera.rays.size();
    out_.width = camera.optics.width;
    out_.height = camera.optics.height;
    out_.depth.resize(n);
    if (o_.things) out_.objects.resize(n);
    if (o_.normals) out_.normals.resize(n);
    if (o_.color) out_.rgb.resize(3 * n);
  }

  void expose(std::size_t first, std::size_t last) {
    std::array<rays::RawHit, kShotBlock> hits;
    const rays::Reach reach{static_cast<float>(camera_.optics.near), static_cast<float>(camera_.optics.far)};
    room_.cast(pose_, camera_.rays, first, last, reach, hits);
    const float* z = camera_.rays.z();
    for (std::size_t i = first; i < last; ++i) {
      const rays::RawHit& hit = hits[i - first];
      out_.depth[i] = hit.any() ? hit.t * z[i] : kNoDepth;
    }
    if (o_.things) tellThings(first, last, hits.data());
    if (o_.normals || o_.color)
      for (std::size_t i = first; i < last; i += 8)
        lookAt(i, std::span(hits).subspan(i - first, std::min<std::size_t>(8, last - i)));
    if (!depth_noise_.on()) return;
    for (std::size_t i = first; i < last; ++i) {
      const double noisy = depth_noise_.applied(static_cast<double>(out_.depth[i]), i);
      out_.depth[i] = static_cast<float>(std::max(0.0, noisy));
    }
  }

  Shot take() { return std::move(out_); }

 private:
  void tellThings(std::size_t first, std::size_t last, const rays::RawHit* hits) {
    const std::vector<rays::Instance>& instances = room_.instances();
    for (std::size_t i = first; i < last; ++i)
      out_.objects[i] = hits[i - first].any() ? instances[hits[i - first].instance].object : ObjectId{};
  }

  // Up to eight neighbours, whose shadows cost little more than one.
  void lookAt(std::size_t first, std::span<const rays::RawHit> raw) {
    std::array<rays::Hit, 8> hits;
    for (std::size_t k = 0; k < raw.size(); ++k) {
      if (raw[k].any()) hits[k] = room_.refined(pose_.p, turn_ * camera_.rays.dir(first + k), raw[k]);
      if (!o_.normals) continue;
      if (raw[k].any()) out_.normals[first + k] = (turn_.transpose() * hits[k].normal).cast<float>();
      else out_.normals[first + k].setZero();
    }
    if (!o_.color) return;
    const unsigned dark = darkOf(raw, hits);
    for (std::size_t k = 0; k < raw.size(); ++k) {
      const Vec3 sky = Vec3(0.62, 0.66, 0.70);
      putColor(first + k, raw[k].any() ? lit(hits[k], (dark >> k & 1u) != 0) : sky);
    }
  }

  void putColor(std::size_t i, const Vec3& color) {
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t number = (std::uint64_t{1} << 40) + 3 * i + static_cast<std::uint64_t>(k);
      const double level = std::clamp(color_noise_.applied(color[k], number), 0.0, 1.0);
      out_.rgb[3 * i + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(std::lround(255.0 * level));
    }
  }

  // A bit for each that the lamp does not reach.
  unsigned darkOf(std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) const {
    constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
    std::array<Vec3, 8> off;
    unsigned away = 0, asked = 0;
    for (std::size_t k = 0; k < raw.size(); ++k) {
      const bool faces = raw[k].any() && hits[k].normal.dot(lampFrom()) > 0.0;
      off[k] = faces ? Vec3(hits[k].point + 1e-4 * hits[k].face_normal) : Vec3::Constant(kNowhere);
      (faces ? asked : away) |= 1u << k;
    }
    if (asked == 0) return away;
    static const Eigen::Vector3f kLamp = lampFrom().cast<float>();
    return away | room_.blockedFrom(std::span(off).first(raw.size()), kLamp, 1e3);
  }

  static Vec3 lit(const rays::Hit& hit, bool dark) {
    const double slope = hit.normal.dot(lampFrom());
    const double light = 0.42 + 0.14 * hit.normal.z() + (dark ? 0.0 : 0.50 * slope);
    return light * Vec3(double{hit.color.r}, double{hit.color.g}, double{hit.color.b});
  }

  const rays::Room& room_;
  const Camera& camera_;
  Pose pose_;
  Eigen::Matrix3d turn_;  // of the pose
  const ShotOptions& o_;
  NoiseSource depth_noise_, color_noise_;
  Shot out_;
};

}  // namespace

Result<Shot> shoot(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options,
                   std::stop_token stop) {
  Exposure exposure(room, camera, root_t_camera, options);
  const bool all = inBlocks(camera.rays.size(), kShotBlock, options.threads, stop,
                            [&](std::size_t first, std::size_t last) { exposure.expose(first, last); });
  if (!all) return fail(failures::kCancelled);
  return exposure.take();
}

std::vector<float> distances(const Camera& camera, const Shot& shot) {
  std::vector<float> out(shot.depth.size(), kNoDepth);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Vec3 dir = camera.rays.dir(i);
    if (std::isfinite(shot.depth[i]) && dir.z() != 0.0)
      out[i] = static_cast<float>(static_cast<double>(shot.depth[i]) * dir.norm() / dir.z());
  }
  return out;
}

namespace {

// Where a second camera shows what this one does: lenses bend a shift as they bend the picture.
std::vector<float> bentDisparities(const Camera& camera, const Shot& shot, double baseline) {
  std::vector<float> out(shot.depth.size(), 0.0f);
  std::vector<std::size_t> pixels;
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Vec3 dir = camera.rays.dir(i);
    if (!std::isfinite(shot.depth[i]) || shot.depth[i] == 0.0f || dir.z() == 0.0) continue;
    pixels.push_back(i);
    points.emplace_back(static_cast<double>(shot.depth[i]) / dir.z() * dir - Vec3(baseline, 0.0, 0.0));
  }
  const auto seen = projected(camera.optics, points);
  for (std::size_t k = 0; k < pixels.size(); ++k) {
    const double column = static_cast<double>(pixels[k] % static_cast<std::size_t>(shot.width)) + 0.5;
    if (seen[k]) out[pixels[k]] = static_cast<float>(column - seen[k]->x());
  }
  return out;
}

}  // namespace

std::vector<float> disparities(const Camera& camera, const Shot& shot, double baseline) {
  if (camera.optics.lens != Lens::kPinhole) return bentDisparities(camera, shot, baseline);
  std::vector<float> out(shot.depth.size(), 0.0f);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (std::isfinite(shot.depth[i]) && shot.depth[i] > 0.0f)
      out[i] = static_cast<float>(camera.optics.fx * baseline / static_cast<double>(shot.depth[i]));
  }
  return out;
}

}  // namespace ww::sensing
