// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/shot.h"

#include <cmath>

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
      for (std::size_t i = first; i < last; ++i) lookAt(i, hits[i - first]);
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

  void lookAt(std::size_t i, const rays::RawHit& raw) {
    Vec3 color = Vec3(0.62, 0.66, 0.70);  // of the sky
    if (raw.any()) {
      const rays::Hit hit = room_.refined(pose_.p, pose_.q * camera_.rays.dir(i), raw);
      if (o_.normals) out_.normals[i] = (pose_.q.conjugate() * hit.normal).cast<float>();
      if (o_.color) color = lit(hit);
    } else if (o_.normals) {
      out_.normals[i].setZero();
    }
    if (!o_.color) return;
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t number = (std::uint64_t{1} << 40) + 3 * i + static_cast<std::uint64_t>(k);
      const double level = std::clamp(color_noise_.applied(color[k], number), 0.0, 1.0);
      out_.rgb[3 * i + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(std::lround(255.0 * level));
    }
  }

  Vec3 lit(const rays::Hit& hit) const {
    const double slope = hit.normal.dot(lampFrom());
    const Eigen::Vector3f lamp = lampFrom().cast<float>();
    const Vec3 off = hit.point + 1e-4 * hit.face_normal;
    const bool dark = slope <= 0.0 || room_.blocked(off, std::span(&lamp, 1), 1e3) > 0;
    const double light = 0.42 + 0.14 * hit.normal.z() + (dark ? 0.0 : 0.50 * slope);
    return light * Vec3(double{hit.color.r}, double{hit.color.g}, double{hit.color.b});
  }

  const rays::Room& room_;
  const Camera& camera_;
  Pose pose_;
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

std::vector<float> disparities(const Camera& camera, const Shot& shot, double baseline) {
  std::vector<float> out(shot.depth.size(), 0.0f);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (std::isfinite(shot.depth[i]) && shot.depth[i] > 0.0f)
      out[i] = static_cast<float>(camera.optics.fx * baseline / static_cast<double>(shot.depth[i]));
  }
  return out;
}

}  // namespace ww::sensing
