// SPDX-License-Identifier: Apache-2.0
#include "core/sensing/optics.h"

#include <cmath>
#include <numbers>

namespace ww::sensing {
namespace {

constexpr int kMostSteps = 50;
constexpr double kClose = 1e-13;

// The square of the radius up to which a lens by Brown is one to one: where what it makes of a radius stops growing.
double brownLimit(const std::array<double, 5>& d) {
  const auto slope = [&](double s) { return 1.0 + s * (3.0 * d[0] + s * (5.0 * d[1] + s * 7.0 * d[4])); };
  constexpr double kWidest = 40.0;  // tan(81 degrees), squared
  constexpr int kSteps = 4000;
  for (int i = 1; i <= kSteps; ++i) {
    if (slope(kWidest * i / kSteps) > 0.0) continue;
    double low = kWidest * (i - 1) / kSteps, high = kWidest * i / kSteps;
    for (int k = 0; k < 60; ++k) (slope(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
    return low;
  }
  return std::numeric_limits<double>::infinity();
}

struct Bent {
  Vec2 at;
  Eigen::Matrix2d slope;
};

Bent brown(const std::array<double, 5>& d, const Vec2& p) {
  const double x = p.x(), y = p.y(), s = p.squaredNorm();
  const double radial = 1.0 + s * (d[0] + s * (d[1] + s * d[4]));
  const double growth = d[0] + s * (2.0 * d[1] + s * 3.0 * d[4]);  // of radial, by s
  Bent out;
  out.at =
      radial * p + Vec2(2.0 * d[2] * x * y + d[3] * (s + 2.0 * x * x), d[2] * (s + 2.0 * y * y) + 2.0 * d[3] * x * y);
  const double cross = 2.0 * x * y * growth + 2.0 * d[2] * x + 2.0 * d[3] * y;
  out.slope << radial + 2.0 * x * x * growth + 2.0 * d[2] * y + 6.0 * d[3] * x, cross, cross,
      radial + 2.0 * y * y * growth + 6.0 * d[2] * y + 2.0 * d[3] * x;
  return out;
}

struct Turned {
  double at, slope;
};

Turned fisheye(const std::array<double, 5>& d, double angle) {
  const double s = angle * angle;
  return {angle * (1.0 + s * (d[0] + s * (d[1] + s * (d[2] + s * d[3])))),
          1.0 + s * (3.0 * d[0] + s * (5.0 * d[1] + s * (7.0 * d[2] + s * 9.0 * d[3])))};
}

// The angle up to which it is one to one.
double fisheyeLimit(const std::array<double, 5>& d) {
  constexpr int kSteps = 1800;
  for (int i = 1; i <= kSteps; ++i) {
    const double angle = std::numbers::pi * i / kSteps;
    if (fisheye(d, angle).slope <= 0.0) return std::numbers::pi * (i - 1) / kSteps;
  }
  return std::numbers::pi;
}

// How far from the middle a wide lens shows an angle, in focal lengths.
Turned turned(const Optics& o, double angle) {
  if (o.lens == Lens::kFisheye) return fisheye(o.distortion, angle);
  const LensFunction::Value value = o.function(angle);
  return {value.at, value.slope};
}

// What of a lens costs something to find, once for all pixels.
class LensInverse {
 public:
  explicit LensInverse(const Optics& o) : o_(o) {
    if (o.lens == Lens::kBrown) limit_ = brownLimit(o.distortion);
    if (o.lens == Lens::kFisheye) limit_ = fisheyeLimit(o.distortion);
    if (o.lens == Lens::kFunction) {
      least_ = o.function.first();
      limit_ = o.function.isSound() ? o.function.last() : -1.0;
    }
  }

  std::optional<Vec2> project(const Vec3& p) const {
    if (!p.allFinite()) return std::nullopt;
    if (isWide(o_.lens)) return projectWide(p);
    if (p.z() <= 1e-9) return std::nullopt;
    Vec2 at = p.head<2>() / p.z();
    if (o_.lens == Lens::kBrown) {
      if (at.squaredNorm() > limit_) return std::nullopt;
      at = brown(o_.distortion, at).at;
    }
    return toPixel(at);
  }

  std::optional<Vec3> direction(const Vec2& pixel) const {
    if (!pixel.allFinite()) return std::nullopt;
    const Vec2 bent((pixel.x() - o_.cx) / o_.fx, (pixel.y() - o_.cy) / o_.fy);
    if (isWide(o_.lens)) return wideDirection(bent);
    if (o_.lens == Lens::kPinhole) return Vec3(bent.x(), bent.y(), 1.0);
    return brownDirection(bent);
  }

 private:
  std::optional<Vec2> toPixel(const Vec2& at) const { return Vec2(o_.fx * at.x() + o_.cx, o_.fy * at.y() + o_.cy); }

  std::optional<Vec2> projectWide(const Vec3& p) const {
    const double aside = p.head<2>().norm(), angle = std::atan2(aside, p.z());
    if (p.norm() < 1e-12 || angle > limit_ || angle < least_) return std::nullopt;
    const double radius = turned(o_, angle).at;
    if (aside >= 1e-300) return toPixel(radius / aside * p.head<2>());
    if (radius > 0.0) return std::nullopt;  // a ring: it lies in no direction
    return toPixel(Vec2::Zero());
  }

  std::optional<Vec3> wideDirection(const Vec2& bent) const {
    const double wanted = bent.norm();
    if (limit_ < least_ || wanted > turned(o_, limit_).at || wanted < turned(o_, least_).at) return std::nullopt;
    const double close = kClose * std::max(1.0, wanted);
    double angle = std::clamp(wanted, least_, limit_), low = least_, high = limit_;
    for (int i = 0; i < kMostSteps; ++i) {
      const Turned t = turned(o_, angle);
      if (std::abs(t.at - wanted) < close) break;
      (t.at < wanted ? low : high) = angle;
      const double next = angle - (t.at - wanted) / t.slope;
      angle = next > low && next < high ? next : 0.5 * (low + high);
    }
    if (std::abs(turned(o_, angle).at - wanted) > 1e3 * close) return std::nullopt;
    if (wanted <= 1e-300 && angle > 1e-9) return std::nullopt;  // a ring all around, in one point
    const Vec2 aside = wanted > 1e-300 ? Vec2(bent / wanted) : Vec2(Vec2::Zero());
    return Vec3(aside.x() * std::sin(angle), aside.y() * std::sin(angle), std::cos(angle));
  }

  std::optional<Vec3> brownDirection(const Vec2& bent) const {
    Vec2 at = bent;
    if (at.squaredNorm() > limit_) at *= 0.9 * std::sqrt(limit_ / at.squaredNorm());
    double miss = (brown(o_.distortion, at).at - bent).norm();
    for (int i = 0; i < kMostSteps && miss > kClose; ++i) {
      const Bent b = brown(o_.distortion, at);
      if (std::abs(b.slope.determinant()) < 1e-12) return std::nullopt;
      const Vec2 step = b.slope.inverse() * (b.at - bent);
      double share = 1.0, better = miss;
      for (; share > 1e-3; share *= 0.5) {
        better = (brown(o_.distortion, at - share * step).at - bent).norm();
        if (better < miss) break;
      }
      if (better >= miss) break;
      at -= share * step;
      miss = better;
    }
    if (!(miss < 1e-12 * std::max(1.0, bent.norm())) || at.squaredNorm() > limit_) return std::nullopt;
    return Vec3(at.x(), at.y(), 1.0);
  }

  Optics o_;
  double least_ = 0.0, limit_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Optics symmetricOptics(int width, int height, double horizontal_fov) {
  Optics o;
  o.width = width;
  o.height = height;
  o.cx = 0.5 * width;
  o.cy = 0.5 * height;
  o.fx = o.fy = 0.5 * width / std::tan(0.5 * horizontal_fov);
  return o;
}

std::optional<Vec2> project(const Optics& optics, const Vec3& point) { return LensInverse(optics).project(point); }

std::vector<std::optional<Vec2>> projected(const Optics& optics, std::span<const Vec3> points) {
  const LensInverse lens(optics);
  std::vector<std::optional<Vec2>> out;
  out.reserve(points.size());
  for (const Vec3& point : points) out.push_back(lens.project(point));
  return out;
}

Vec3 rayTowards(const Optics& optics, const Vec3& point) {
  return isWide(optics.lens) ? Vec3(point.normalized()) : Vec3(point / point.z());
}

std::optional<Vec3> direction(const Optics& optics, const Vec2& pixel) { return LensInverse(optics).direction(pixel); }

std::vector<std::optional<Vec3>> directions(const Optics& optics, const std::vector<Vec2>& pixels) {
  const LensInverse lens(optics);
  std::vector<std::optional<Vec3>> out;
  out.reserve(pixels.size());
  for (const Vec2& pixel : pixels) out.push_back(lens.direction(pixel));
  return out;
}

rays::Bundle rayTable(const Optics& optics, const std::stop_token& stop) {
  const LensInverse lens(optics);
  rays::Bundle out;
  for (int y = 0; y < optics.height && !stop.stop_requested(); ++y) {
    for (int x = 0; x < optics.width; ++x) {
      if (const auto dir = lens.direction(Vec2(x + 0.5, y + 0.5))) out.add(*dir);
      else out.addNone();
    }
  }
  return out;
}

}  // namespace ww::sensing
