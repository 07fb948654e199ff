// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/paint.h"

#include <array>
#include <cmath>
#include <limits>

namespace ww::sensing {
namespace {

constexpr int kLeastStep = 8;  // levels of 255: less is shading, not an edge

// A lamp over the shoulder of the world, and the sky.
const Vec3& lampFrom() {
  static const Vec3 kFrom = Vec3(0.35, -0.45, 0.82).normalized();
  return kFrom;
}
const Vec3& sky() {
  static const Vec3 kSky(0.62, 0.66, 0.70);
  return kSky;
}

Vec3 lit(const rays::Hit& hit, bool dark) {
  const double slope = hit.normal.dot(lampFrom());
  const double light = 0.42 + 0.14 * hit.normal.z() + (dark ? 0.0 : 0.50 * slope);
  return light * Vec3(double{hit.color.r}, double{hit.color.g}, double{hit.color.b});
}

std::uint8_t stepBetween(const Eigen::Vector3f& a, const Eigen::Vector3f& b) {
  return static_cast<std::uint8_t>(std::clamp(255.0f * (a - b).cwiseAbs().maxCoeff(), 0.0f, 255.0f));
}

}  // namespace

Painter::Painter(const rays::Room& room, const Camera& camera, const Pose& root_t_camera, const ShotOptions& options)
    : room_(room),
      camera_(camera),
      pose_(root_t_camera),
      turn_(root_t_camera.q.toRotationMatrix()),
      noise_(options.color_noise, options.noise_key, options.period),
      width_(static_cast<std::size_t>(camera.optics.width)) {
  if (!options.color) return;
  sketch_.resize(camera.rays.size());
  step_.resize(camera.rays.size());
}

void Painter::sketch(std::size_t first, std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) {
  const Colors colors = seen(raw, hits);
  for (std::size_t k = 0; k < raw.size(); ++k) sketch_[first + k] = colors[k].cast<float>();
}

void Painter::compare(std::size_t first, std::size_t last) {
  std::array<std::size_t, 256> count{};
  for (std::size_t i = first; i < last; ++i) {
    const std::size_t x = i % width_;
    std::uint8_t step = 0;
    const auto with = [&](std::size_t other) { step = std::max(step, stepBetween(sketch_[i], sketch_[other])); };
    if (x > 0) with(i - 1);
    if (x + 1 < width_) with(i + 1);
    if (i >= width_) with(i - width_);
    if (i + width_ < sketch_.size()) with(i + width_);
    step_[i] = step;
    ++count[step];
  }
  for (std::size_t step = 0; step < count.size(); ++step) count_[step] += count[step];
}

// That of the weakest edge there are rays for; those of things apart have them in any case.
int Painter::leastStep() const {
  constexpr int kStrong = 48;  // levels
  std::size_t left = sketch_.size() / 32;
  int step = 255;
  for (; step >= kLeastStep; --step) {
    const std::size_t here = count_[static_cast<std::size_t>(step)];
    if (step < kStrong && here > left) break;
    left -= std::min(left, here);
  }
  return step + 1;
}

void Painter::finish(std::size_t first, std::size_t last, std::vector<std::uint8_t>& rgb) const {
  std::vector<std::size_t> edges;
  const int least = leastStep();
  for (std::size_t i = first; i < last; ++i)
    if (step_[i] >= least && camera_.rays.isRay(i)) edges.push_back(i);
  std::vector<Vec3> smoothed;
  smooth(edges, smoothed);
  auto edge = edges.begin();
  for (std::size_t i = first; i < last; ++i) {
    Vec3 color = sketch_[i].cast<double>();
    if (edge != edges.end() && *edge == i) color = smoothed[static_cast<std::size_t>(edge++ - edges.begin())];
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t number = (std::uint64_t{1} << 40) + 3 * i + static_cast<std::uint64_t>(k);
      const double level = std::clamp(noise_.applied(color[k], number), 0.0, 1.0);
      rgb[3 * i + static_cast<std::size_t>(k)] = static_cast<std::uint8_t>(std::lround(255.0 * level));
    }
  }
}

void Painter::smooth(std::span<const std::size_t> pixels, std::vector<Vec3>& colors) const {
  rays::Bundle rays;
  for (const std::size_t pixel : pixels) addRays(pixel, rays);
  std::vector<rays::RawHit> hits(rays.size());
  const rays::Reach reach{static_cast<float>(camera_.optics.near), static_cast<float>(camera_.optics.far)};
  room_.cast(pose_, rays, 0, rays.size(), reach, hits);
  for (std::size_t at = 0; at < hits.size(); at += 8) {
    std::array<rays::Hit, 8> near;
    const auto raw = std::span(hits).subspan(at, 8);
    for (std::size_t k = 0; k < 8; ++k)
      if (raw[k].any()) near[k] = room_.refined(pose_.p, turn_ * rays.dir(at + k), raw[k]);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& color : seen(raw, near)) sum += color;
    colors.emplace_back(0.125 * sum);
  }
}

// From a pixel's ray to that of the next one, `stride` on; `at` of `count` in that direction.
Vec3 Painter::across(std::size_t pixel, std::size_t at, std::size_t count, std::size_t stride) const {
  const std::size_t before = at > 0 && camera_.rays.isRay(pixel - stride) ? pixel - stride : pixel;
  const std::size_t behind = at + 1 < count && camera_.rays.isRay(pixel + stride) ? pixel + stride : pixel;
  if (before == behind) return Vec3::Zero();
  return (camera_.rays.dir(behind) - camera_.rays.dir(before)) / static_cast<double>((behind - before) / stride);
}

// Spread so that each eighth of the pixel's width has one, and each of its height: an edge along it moves by eighths.
void Painter::addRays(std::size_t pixel, rays::Bundle& rays) const {
  constexpr std::array<double, 8> kRows = {3, 6, 0, 5, 2, 7, 1, 4};
  const Vec3 middle = camera_.rays.dir(pixel), right = across(pixel, pixel % width_, width_, 1),
             down = across(pixel, pixel / width_, sketch_.size() / width_, width_);
  for (std::size_t k = 0; k < 8; ++k)
    rays.add(middle + (static_cast<double>(k) - 3.5) / 8.0 * right + (kRows[k] - 3.5) / 8.0 * down);
}

// Neighbours' shadows cost little more than one.
Painter::Colors Painter::seen(std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) const {
  const unsigned dark = darkOf(raw, hits);
  Colors out;
  for (std::size_t k = 0; k < raw.size(); ++k) out[k] = raw[k].any() ? lit(hits[k], (dark >> k & 1u) != 0) : sky();
  return out;
}

// A bit for each that the lamp does not reach.
unsigned Painter::darkOf(std::span<const rays::RawHit> raw, const std::array<rays::Hit, 8>& hits) const {
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

}  // namespace ww::sensing
