// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/shot.h"

#include <array>
#include <cmath>
#include <limits>
#include <span>

#include "core/sensing/blocks.h"
#include "core/sensing/failures.h"
#include "core/sensing/paint.h"

namespace ww::sensing {
namespace {

constexpr float kNoDepth = std::numeric_limits<float>::infinity();
constexpr std::size_t kShotBlock = 2048;  // pixels

class Exposure {
 public:
  Exposure(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options)
      : room_(room),
        camera_(camera),
        pose_(root_t_camera),
        turn_(root_t_camera.q.toRotationMatrix()),
        o_(options),
        depth_noise_(options.depth_noise, options.noise_key, options.period),
        painter_(room, camera, root_t_camera, options) {
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
    if (depth_noise_.on()) disturb(first, last);
  }

  void compare(std::size_t first, std::size_t last) { painter_.compare(first, last); }
  void paint(std::size_t first, std::size_t last) { painter_.finish(first, last, out_.rgb); }

  Shot take() { return std::move(out_); }

 private:
  // Along the axis; of a wide lens along each ray, as aside of it the axis says next to nothing.
  void disturb(std::size_t first, std::size_t last) {
    const bool wide = isWide(camera_.optics.lens);
    const float* z = camera_.rays.z();
    for (std::size_t i = first; i < last; ++i) {
      if (!std::isfinite(out_.depth[i])) continue;
      const double share = wide ? static_cast<double>(z[i]) : 1.0;
      if (share == 0.0) continue;
      const double noisy = depth_noise_.applied(static_cast<double>(out_.depth[i]) / share, i);
      out_.depth[i] = static_cast<float>(std::max(0.0, noisy) * share);
    }
  }

  void tellThings(std::size_t first, std::size_t last, const rays::RawHit* hits) {
    const std::vector<rays::Instance>& instances = room_.instances();
    for (std::size_t i = first; i < last; ++i)
      out_.objects[i] = hits[i - first].any() ? instances[hits[i - first].instance].object : ObjectId{};
  }

  // Up to eight neighbours.
  void lookAt(std::size_t first, std::span<const rays::RawHit> raw) {
    std::array<rays::Hit, 8> hits;
    for (std::size_t k = 0; k < raw.size(); ++k) {
      if (raw[k].any()) hits[k] = room_.refined(pose_.p, turn_ * camera_.rays.dir(first + k), raw[k]);
      if (!o_.normals) continue;
      if (raw[k].any()) out_.normals[first + k] = (turn_.transpose() * hits[k].normal).cast<float>();
      else out_.normals[first + k].setZero();
    }
    if (o_.color) painter_.sketch(first, raw, hits);
  }

  const rays::Room& room_;
  const Camera& camera_;
  Pose pose_;
  Eigen::Matrix3d turn_;  // of the pose
  const ShotOptions& o_;
  NoiseSource depth_noise_;
  Painter painter_;
  Shot out_;
};

}  // namespace

Result<Shot> shoot(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options,
                   std::stop_token stop) {
  Exposure exposure(room, camera, root_t_camera, options);
  const auto all = [&](void (Exposure::*step)(std::size_t, std::size_t)) {
    return inBlocks(camera.rays.size(), kShotBlock, options.threads, stop,
                    [&](std::size_t first, std::size_t last) { (exposure.*step)(first, last); });
  };
  if (!all(&Exposure::expose)) return fail(failures::kCancelled);
  if (options.color && !(all(&Exposure::compare) && all(&Exposure::paint))) return fail(failures::kCancelled);
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
