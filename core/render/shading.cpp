// SPDX-License-Identifier: Apache-2.0
#include "core/render/shading.h"

#include <algorithm>
#include <cmath>

namespace ww::render {
namespace {

Vec3 rgb(int hex) { return Vec3((hex >> 16) & 0xff, (hex >> 8) & 0xff, hex & 0xff) / 255.0; }
Vec3 mix(const Vec3& a, const Vec3& b, double t) { return a + (b - a) * t; }

double smoothstep(double low, double high, double x) {
  const double t = std::clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

// Coverage of the nearest line of a unit grid; `w` is the size of a pixel in it.
double lines(const Vec3& q, const Eigen::Vector2d& w, double width) {
  const auto away = [](double x) { return std::abs(x - std::round(x)); };
  const double d = std::min(away(q.x()) / w.x(), away(q.y()) / w.y());
  return std::clamp(width + 0.5 - d, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.34, w.maxCoeff()));
}

// A place of the ground, and how far it moves from pixel to pixel.
struct OnGround {
  Vec3 point;
  double distance;
  Eigen::Vector2d size;
};

std::optional<OnGround> onGround(const View& view, double x, double y) {
  const Ray ray = view.wayAt(x, y);
  if (std::abs(ray.dir.z()) < 1e-6) return std::nullopt;
  const double t = -ray.origin.z() / ray.dir.z();
  if (t <= 0.0) return std::nullopt;
  OnGround g{ray.origin + t * ray.dir, t * ray.dir.norm(), Eigen::Vector2d::Zero()};
  for (const Vec3& step : view.steps()) {
    // The way turns by `step`, or starts as much aside.
    const Vec3 moved = (view.camera().ortho ? 1.0 : t) * (step - step.z() / ray.dir.z() * ray.dir);
    g.size += moved.head<2>().cwiseAbs();
  }
  return g;
}

double awayFrom(const View& view, const Vec3& point) {
  return (point.head<2>() - view.camera().target.head<2>()).norm();
}

}  // namespace

const Palette& paletteOf(Theme theme) {
  static const Palette kDark = {
      rgb(0x3a3f47), rgb(0x1b1d20), rgb(0xffffff), 0.07, 0.19, rgb(0x4c9aff), rgb(0xe5484d), rgb(0x46a758),
      rgb(0x3e63dd), rgb(0xff9f1c), rgb(0x282b2f), 0.9,  0.5,  0.10,          0.08,          1.0};
  static const Palette kLight = {
      rgb(0xe8ecf1), rgb(0xcfd5dd), rgb(0x1c1f23), 0.08, 0.22, rgb(0x0b65d8), rgb(0xe5484d), rgb(0x46a758),
      rgb(0x3e63dd), rgb(0xf08600), rgb(0xa6adb7), 0.95, 0.34, 0.012,         -0.15,         1.14};
  return theme == Theme::kDark ? kDark : kLight;
}

const Vec3& keyLightFrom() {
  static const Vec3 kKey = Vec3(0.36, -0.48, 0.80).normalized();
  return kKey;
}

double groundLight(const Light& light, const Palette& palette) {
  return (1.0 - 0.55 * (1.0 - static_cast<double>(light.sky))) *
         (1.0 - palette.floor_shade * (1.0 - static_cast<double>(light.key)));
}

namespace {

struct Material {
  double metal, rough;
};

// Of a colour that says no more.
Material guessed(const geometry::Color& c) {
  const double high = static_cast<double>(std::max({c.r, c.g, c.b}));
  const double low = static_cast<double>(std::min({c.r, c.g, c.b}));
  const double grey = 1.0 - smoothstep(0.05, 0.12, high - low);
  const double metal = grey * smoothstep(0.34, 0.46, high) * (1.0 - smoothstep(0.80, 0.88, high));
  const double rubber = grey * (1.0 - smoothstep(0.16, 0.28, high));
  const double hard = 0.42 + (0.34 - 0.42) * metal;
  return {0.8 * metal, hard + (0.85 - hard) * rubber};
}

// What a mirror of that roughness shows: sky, ground, a bright panel overhead and a narrow one at the left.
Vec3 surroundings(const Vec3& r, double rough) {
  const double soft = 0.08 + 0.75 * rough;
  const Vec3 c = mix(Vec3(0.15, 0.145, 0.14), Vec3(0.60, 0.63, 0.68), smoothstep(-soft, soft, r.z()));
  const double panel = smoothstep(0.72 - 0.55 * rough, 0.96 - 0.25 * rough, r.dot(Vec3(0.28, -0.52, 0.807)));
  const double side = smoothstep(0.80 - 0.45 * rough, 1.0, r.dot(Vec3(-0.80, -0.57, 0.18)));
  return c + Vec3::Constant((0.85 - 0.6 * rough) * panel + (0.9 - 0.7 * rough) * side);
}

}  // namespace

Vec3 edgeColor(const geometry::Color& face) {
  const double high = static_cast<double>(std::max({face.r, face.g, face.b}));
  return 0.42 * Vec3(face.r, face.g, face.b) + Vec3::Constant(0.36 * (1.0 - smoothstep(0.10, 0.30, high)));
}

// As the editor's light.glsl has it.
Vec3 shade(const Hit& hit, const View& view, const Light& light, const Palette& palette) {
  const Vec3& n = hit.normal;
  const Material material = guessed(hit.color);
  const Vec3 toEye = view.camera().ortho ? Vec3(-view.forward()) : (view.camera().eye - hit.point).normalized();
  Vec3 base = Vec3(hit.color.r, hit.color.g, hit.color.b).array().square();
  base += Vec3::Constant(palette.lift * std::pow(1.0 - std::min(base.maxCoeff(), 1.0), 4));
  const double open = static_cast<double>(light.sky);
  const double key = static_cast<double>(light.key) * std::max(n.dot(keyLightFrom()), 0.0);
  const Vec3 fill_from = (-view.forward() - 0.25 * view.right() + 0.35 * view.up()).normalized();
  const double fill = std::max(n.dot(fill_from), 0.0);
  const double away = 1.0 - std::clamp(n.dot(toEye), 0.0, 1.0);
  const Vec3 mirrored = mix(Vec3::Constant(0.04), base, material.metal);
  const Vec3 ambient = mix(Vec3(0.19, 0.185, 0.18), Vec3(0.36, 0.38, 0.41), 0.5 + 0.5 * n.z());
  const Vec3 all = ambient + key * Vec3(0.62, 0.61, 0.59) + fill * Vec3(0.20, 0.21, 0.22);
  Vec3 c = (1.0 - 0.72 * material.metal) * base.cwiseProduct(all);
  const Vec3 most = mirrored.cwiseMax(Vec3::Constant(1.0 - material.rough));
  const Vec3 share = mirrored + 0.5 * std::pow(away, 5) * (most - mirrored);
  const Vec3 r = 2.0 * n.dot(toEye) * n - toEye;
  const double shaded = 1.0 - 0.55 * (1.0 - static_cast<double>(light.key)) * material.metal;
  c += shaded * share.cwiseProduct(surroundings(r, material.rough));
  const double half_way = std::max(n.dot((keyLightFrom() + toEye).normalized()), 0.0);
  const double shine = 90.0 + (6.0 - 90.0) * std::sqrt(material.rough);
  c += mirrored * key * (0.06 * shine + 0.25) * std::pow(half_way, shine);
  c *= palette.exposure * (0.45 + 0.55 * open);
  const double rim = away * away * away;
  if (palette.rim >= 0.0) c += Vec3::Constant(palette.rim * rim);
  else c *= 1.0 + palette.rim * rim;
  const Vec3 over = (c.array() - 0.8).max(0.0);
  const Vec3 lit = c.cwiseMin(0.8).array() + over.array() / (1.0 + 2.0 * over.array());
  return lit.cwiseSqrt();
}

Vec3 background(const Palette& palette, double y, int pixel_x, int pixel_y) {
  const Vec3 c = mix(palette.background_bottom, palette.background_top, smoothstep(0.0, 1.0, 1.0 - y));
  std::uint32_t h =
      static_cast<std::uint32_t>(pixel_x) * 0x9e3779b1u ^ static_cast<std::uint32_t>(pixel_y) * 0x85ebca77u;
  h = (h ^ (h >> 15)) * 0x2c1b3c6du;
  h ^= h >> 13;
  return c + Vec3::Constant((static_cast<double>(h & 0xffff) / 65535.0 - 0.5) / 255.0);
}

std::optional<Ground> groundAt(const View& view, const Palette& palette, double reach, double x, double y) {
  const auto p = onGround(view, x, y);
  if (!p) return std::nullopt;
  Ground g;
  g.point = p->point;
  g.distance = p->distance;
  const double away = awayFrom(view, p->point) / reach;
  if (away >= 1.0) return std::nullopt;
  g.fade = 1.0 - smoothstep(0.35, 1.0, away);
  const Eigen::Vector2d w = p->size.cwiseMax(1e-6);
  const double major = std::max(lines(p->point, w, 0.6), lines(p->point * 0.1, w * 0.1, 0.7));
  g.opacity = palette.grid_minor * lines(p->point * 10.0, w * 10.0, 0.35);
  g.color = palette.line;
  g.opacity = g.opacity + (palette.grid_major - g.opacity) * major;
  for (const auto& [aside, size, color] :
       {std::tuple{p->point.y(), w.y(), palette.axis_x}, {p->point.x(), w.x(), palette.axis_y}}) {
    const double axis = std::clamp(1.4 - std::abs(aside) / size, 0.0, 1.0);
    g.color = mix(g.color, color, axis);
    g.opacity = g.opacity + (0.95 - g.opacity) * axis;
  }
  g.opacity *= g.fade;
  g.floor = palette.floor_share * (1.0 - smoothstep(0.10, 0.75, away));
  return g;
}

std::optional<Vec3> groundPoint(const View& view, double reach, double x, double y) {
  const Ray ray = view.wayAt(x, y);
  if (std::abs(ray.dir.z()) < 1e-6) return std::nullopt;
  const double t = -ray.origin.z() / ray.dir.z();
  const Vec3 point = ray.origin + t * ray.dir;
  return t > 0.0 && awayFrom(view, point) < reach ? std::optional(point) : std::nullopt;
}

}  // namespace ww::render
