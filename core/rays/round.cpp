// SPDX-License-Identifier: Apache-2.0
#include "core/rays/round.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ww::rays {
namespace {

constexpr double kFarApart = 0.2;  // radii along the ray: no mesh lies so far inside

std::optional<Round> roundOf(const geometry::PlacedPrimitive& placed) {
  Round out;
  Vec3 radii = Vec3::Zero();
  if (const auto* ball = std::get_if<geometry::Sphere>(&placed.primitive)) {
    radii.setConstant(ball->radius);
  } else if (const auto* ellipsoid = std::get_if<geometry::Ellipsoid>(&placed.primitive)) {
    radii = ellipsoid->radii;
  } else if (const auto* tube = std::get_if<geometry::Cylinder>(&placed.primitive)) {
    out.kind = RoundKind::kTube;
    radii.setConstant(tube->radius);
    out.half_length = 0.5 * tube->length / tube->radius;
  } else if (const auto* capsule = std::get_if<geometry::Capsule>(&placed.primitive)) {
    out.kind = RoundKind::kCapsule;
    radii.setConstant(capsule->radius);
    out.half_length = 0.5 * capsule->length / capsule->radius;
  }
  if (!(radii.minCoeff() > 0.0)) return std::nullopt;
  out.unit_t_geometry = (placed.ref_t_shape * Eigen::Scaling(radii)).inverse();
  if (!out.unit_t_geometry.matrix().allFinite() || !std::isfinite(out.half_length)) return std::nullopt;
  return out;
}

using Roots = std::array<double, 2>;  // ascending; infinite: none

Roots rootsOf(double a, double half_b, double c) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double under = half_b * half_b - a * c;
  if (!(a > 0.0) || under < 0.0) return {kNone, kNone};
  const double q = -(half_b + std::copysign(std::sqrt(under), half_b));
  const double one = q / a, other = q == 0.0 ? one : c / q;
  return {std::min(one, other), std::max(one, other)};
}

class FirstMeeting {
 public:
  FirstMeeting(const Vec3& origin, const Vec3& dir, double from) : origin_(origin), dir_(dir), from_(from) {}

  // The part between two heights.
  void ball(double height, double low, double high) {
    const Vec3 at = origin_ - height * Vec3::UnitZ();
    take(rootsOf(dir_.squaredNorm(), at.dot(dir_), at.squaredNorm() - 1.0), low, high);
  }
  void tube(double half_length) {
    const auto o = origin_.head<2>(), d = dir_.head<2>();
    take(rootsOf(d.squaredNorm(), o.dot(d), o.squaredNorm() - 1.0), -half_length, half_length);
  }
  double first() const { return first_; }

 private:
  void take(const Roots& roots, double low, double high) {
    for (const double t : roots) {
      const double z = origin_.z() + t * dir_.z();
      if (t >= from_ && t < first_ && z >= low && z <= high) first_ = t;
    }
  }

  const Vec3 &origin_, &dir_;
  const double from_;
  double first_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::vector<RoundRun> roundRuns(const geometry::Shape& shape, const geometry::Mesh& mesh, int segments) {
  std::vector<RoundRun> out;
  std::size_t end = 0;
  bool some = false;
  for (const geometry::PlacedPrimitive& placed : shape.primitives) {
    end += geometry::tessellate(placed.primitive, segments).triangles.size();
    out.push_back({static_cast<std::uint32_t>(end), roundOf(placed)});
    some |= out.back().round.has_value();
  }
  if (!some || end != mesh.triangles.size()) out.clear();
  return out;
}

std::optional<double> meets(const Round& round, const Vec3& origin, const Vec3& dir, double from, double met_mesh) {
  constexpr double kAny = std::numeric_limits<double>::infinity();
  FirstMeeting meeting(origin, dir, from);
  const double h = round.half_length;
  if (round.kind == RoundKind::kBall) {
    meeting.ball(0.0, -kAny, kAny);
  } else {
    meeting.tube(h);
    if (round.kind == RoundKind::kCapsule) {
      meeting.ball(h, h, kAny);
      meeting.ball(-h, -kAny, -h);
    }
  }
  const double apart = std::abs(meeting.first() - met_mesh) * dir.norm();
  if (!(apart <= kFarApart)) return std::nullopt;
  // The lid of a tube is flat.
  constexpr double kLid = 1e-6;
  const double z = std::abs(origin.z() + met_mesh * dir.z());
  if (round.kind == RoundKind::kTube && z > h - kLid * std::max(1.0, h)) return std::nullopt;
  return meeting.first();
}

}  // namespace ww::rays
