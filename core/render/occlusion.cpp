// SPDX-License-Identifier: Apache-2.0
#include "core/render/occlusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/render/shading.h"

namespace ww::render {
namespace {

// 4 by 4 turns, no two neighbours alike.
constexpr int kTurn[4][4] = {{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

constexpr int kTurns = 16;
constexpr int kKeyRays = 4;
constexpr double kKeyRadius = 0.06;  // of the light's disc at a distance of 1:
                                     // the edge of a shadow is that soft
constexpr double kOff = 1e-4;        // metres off the surface, so that it does not hide itself
constexpr double kFarAway = 1e6;     // metres
constexpr double kSkyRange = 0.45;   // metres: how near a thing must be to shade another
constexpr std::size_t kMostRays = 256;

// The i-th of n points of equal areas of the unit disc, along a golden spiral.
Eigen::Vector2d onDisc(int i, int n, int turn) {
  const double r = std::sqrt((i + 0.5) / n);
  const double a = 2.0 * std::numbers::pi * (i * 0.61803398875 + static_cast<double>(turn) / kTurns);
  return {r * std::cos(a), r * std::sin(a)};
}

constexpr float kNoDepth = std::numeric_limits<float>::infinity();
constexpr float kNotSampled = -1.0f;  // its neighbours' values stand for it

bool holds(const Bounds& bounds, const Vec3& point) {
  return !bounds.empty() && !((bounds.min - point).array() > kSkyRange).any() &&
         !((point - bounds.max).array() > kSkyRange).any();
}

// Where these bounds throw their shadow on the ground.
Bounds shadowOf(const Bounds& bounds) {
  Bounds shadow;
  const Vec3& key = keyLightFrom();
  for (int corner = 0; corner < 8 && !bounds.empty(); ++corner) {
    Vec3 p;
    for (int k = 0; k < 3; ++k) p[k] = corner >> k & 1 ? bounds.max[k] : bounds.min[k];
    shadow.add(p - std::max(p.z(), 0.0) / key.z() * key);
  }
  return shadow;
}

}  // namespace

SoftLight::SoftLight(const RayScene& scene, int sky_rays, double range) : scene_(scene), range_(range) {
  const Vec3& key = keyLightFrom();
  const Vec3 side = key.unitOrthogonal(), other = key.cross(side);
  for (int turn = 0; turn < kTurns; ++turn) {
    auto& sky = sky_.emplace_back();
    for (int i = 0; i < sky_rays; ++i) {
      const Eigen::Vector2d p = onDisc(i, sky_rays, turn);
      sky.push_back(Vec3(p.x(), p.y(), std::sqrt(1.0 - p.squaredNorm())).cast<float>());
    }
    auto& keys = key_.emplace_back();
    for (int i = 0; i < kKeyRays; ++i) {
      const Eigen::Vector2d p = kKeyRadius * onDisc(i, kKeyRays, turn);
      keys.push_back((key + p.x() * side + p.y() * other).normalized().cast<float>());
    }
  }
}

float SoftLight::openSky(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const {
  const auto& rays = sky_[static_cast<std::size_t>(kTurn[pixel_y & 3][pixel_x & 3])];
  if (rays.empty()) return 1.0f;
  const Vec3 side = normal.unitOrthogonal();
  Eigen::Matrix3f root_r_point;
  root_r_point << side.cast<float>(), normal.cross(side).cast<float>(), normal.cast<float>();
  std::array<Eigen::Vector3f, kMostRays> turned;
  const std::size_t n = std::min(rays.size(), turned.size());
  for (std::size_t i = 0; i < n; ++i) turned[i] = root_r_point * rays[i];
  const int hidden = scene_.blocked(point + kOff * normal, std::span(turned.data(), n), range_);
  return 1.0f - static_cast<float>(hidden) / static_cast<float>(n);
}

float SoftLight::keyLight(const Vec3& point, const Vec3& normal, int pixel_x, int pixel_y) const {
  const auto& rays = key_[static_cast<std::size_t>(kTurn[pixel_y & 3][pixel_x & 3])];
  const int hidden = scene_.blocked(point + kOff * normal, rays, kFarAway);
  return 1.0f - static_cast<float>(hidden) / static_cast<float>(rays.size());
}

Vec3 SeenPixels::pointAt(int x, int y, float along) const {
  const Ray ray = view.rayAt(x + 0.5, y + 0.5);
  return ray.origin + static_cast<double>(along) / ray.dir.dot(view.forward()) * ray.dir;
}

LightPass::LightPass(const RayScene& scene, const SeenPixels& pixels, int sky_rays, double ground)
    : pixels_(pixels),
      light_(scene, sky_rays, kSkyRange),
      width_(pixels.view.width()),
      height_(pixels.view.height()),
      ground_(ground),
      depth_(pixels.depth),
      sky_(pixels.ids.size(), 1.0f),
      key_(sky_),
      soft_sky_(sky_),
      soft_key_(sky_) {
  for (const Instance& i : scene.instances()) near_scene_.add(i.geometry->bounds.transformed(i.root_t_shape));
  shadows_ = shadowOf(near_scene_);
}

void LightPass::findGround(int y) {
  for (int x = 0; x < width_ && ground_ > 0.0; ++x) {
    const std::size_t at = pixels_.index(x, y);
    if (!isGround(at)) continue;
    const auto point = groundPoint(pixels_.view, ground_, x + 0.5, y + 0.5);
    if (point) depth_[at] = static_cast<float>(pixels_.view.depthOf(*point));
  }
}

Vec3 LightPass::normalAt(std::size_t at) const {
  return isGround(at) ? Vec3(Vec3::UnitZ()) : Vec3(pixels_.seen[at].normal.cast<double>());
}

// Two pixels of one surface, so to say.
bool LightPass::alike(std::size_t a, std::size_t b) const {
  return pixels_.ids[a] == pixels_.ids[b] && std::abs(depth_[a] - depth_[b]) < 0.02f * depth_[b] &&
         (isGround(a) || pixels_.seen[a].normal.dot(pixels_.seen[b].normal) > 0.9f);
}

// Whether a pixel has neighbours to learn from; those of the other colour of
// the chess board have not.
bool LightPass::learns(int x, int y) const {
  if (((x + y) & 1) == 0 || x == 0 || y == 0 || x + 1 == width_ || y + 1 == height_) return false;
  const std::size_t at = pixels_.index(x, y), row = static_cast<std::size_t>(width_);
  return alike(at - 1, at) || alike(at + 1, at) || alike(at - row, at) || alike(at + row, at);
}

bool LightPass::takesKey(std::size_t at, const Vec3& point) const {
  return isGround(at) ? holds(shadows_, point) : normalAt(at).dot(keyLightFrom()) > 0.0;
}

void LightPass::sample(int y) {
  for (int x = 0; x < width_; ++x) {
    const std::size_t at = pixels_.index(x, y);
    if (depth_[at] == kNoDepth || (isGround(at) && pixels_.view.camera().eye.z() <= 0)) continue;
    const Vec3 point = pixels_.pointAt(x, y, depth_[at]), normal = normalAt(at);
    const bool near = !isGround(at) || holds(near_scene_, point), key = takesKey(at, point);
    if (!near && !key) continue;
    const bool learns_here = learns(x, y);
    if (near) sky_[at] = learns_here || isBetween(x, y) ? kNotSampled : light_.openSky(point, normal, x, y);
    if (key) key_[at] = learns_here ? kNotSampled : light_.keyLight(point, normal, x, y);
  }
}

// In the middle of four pixels that have rays.
bool LightPass::isBetween(int x, int y) const {
  return (x & 1) == 1 && (y & 1) == 1 && x + 1 < width_ && y + 1 < height_;
}

// What four pixels agree in of a surface: all or nothing of the light. None when they do not.
std::optional<float> LightPass::agreed(const std::vector<float>& values, std::size_t at,
                                       const std::array<std::size_t, 4>& around) const {
  const float first = values[around[0]];
  if (first != 0.0f && first != 1.0f) return std::nullopt;
  for (const std::size_t other : around)
    if (values[other] != first || !alike(other, at)) return std::nullopt;
  return first;
}

void LightPass::sampleRims(int y) {
  const std::size_t row = static_cast<std::size_t>(width_);
  for (int x = 1; x + 1 < width_ && y > 0 && y + 1 < height_; ++x) {
    const std::size_t at = pixels_.index(x, y);
    if (key_[at] == kNotSampled) {
      const auto key = agreed(key_, at, {at - 1, at + 1, at - row, at + row});
      key_[at] = key ? *key : light_.keyLight(pixels_.pointAt(x, y, depth_[at]), normalAt(at), x, y);
    }
    if (sky_[at] == kNotSampled && isBetween(x, y)) {
      const auto sky = agreed(sky_, at, {at - row - 1, at - row + 1, at + row - 1, at + row + 1});
      sky_[at] = sky ? *sky : light_.openSky(pixels_.pointAt(x, y, depth_[at]), normalAt(at), x, y);
    }
  }
}

// Pixels join only where depth and id agree. Those without a sample get the
// mean of those that have one.
void LightPass::blurRow(int y, const std::vector<float>& from, std::vector<float>& to) const {
  const int top = std::max(y - 2, 0), bottom = std::min(y + 1, height_ - 1);
  for (int x = 0; x < width_; ++x) {
    const std::size_t at = pixels_.index(x, y);
    if (depth_[at] == kNoDepth) continue;
    float sum = 0, weight = 0;
    for (int j = top; j <= bottom; ++j) {
      for (int i = std::max(x - 2, 0); i <= std::min(x + 1, width_ - 1); ++i) {
        const std::size_t other = pixels_.index(i, j);
        if (from[other] < 0.0f) continue;
        if (pixels_.ids[other] != pixels_.ids[at] || std::abs(depth_[other] - depth_[at]) > 0.03f * depth_[at])
          continue;
        sum += from[other];
        weight += 1;
      }
    }
    to[at] = weight > 0.0f ? sum / weight : 1.0f;
  }
}

void LightPass::blur(int y) {
  blurRow(y, sky_, soft_sky_);
  blurRow(y, key_, soft_key_);
}

void LightPass::blurSky(int y) { blurRow(y, soft_sky_, sky_); }

}  // namespace ww::render
