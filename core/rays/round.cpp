// SPDX-License-Identifier: Apache-2.0
#include "core/rays/round.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/geometry/mesh_edit.h"

namespace ww::rays {
namespace {

constexpr double kKept = 1.0 + 1e-6;  // what rounding to floats may take off

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

// The part of a ray within something convex; empty where it passes by.
struct Within {
  double enter = std::numeric_limits<double>::infinity(), leave = -std::numeric_limits<double>::infinity();
  bool empty() const { return !(enter <= leave); }
};
constexpr Within kAll{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

// Of radius 1 about the origin; from where the ray is nearest, or the distance of what is far would eat the digits.
template <typename Vector>
Within inBall(const Vector& origin, const Vector& dir) {
  const double length = dir.squaredNorm();
  if (!(length > 0.0)) return origin.squaredNorm() <= 1.0 ? kAll : Within{};
  const double nearest = -origin.dot(dir) / length;
  const double under = 1.0 - (origin + nearest * dir).squaredNorm();
  if (!(under >= 0.0)) return {};
  const double half = std::sqrt(under / length);
  return {nearest - half, nearest + half};
}

Within between(double half_length, double height, double slope) {
  if (slope == 0.0) return std::abs(height) <= half_length ? kAll : Within{};
  const double low = (-half_length - height) / slope, high = (half_length - height) / slope;
  return {std::min(low, high), std::max(low, high)};
}

Within inTube(double half_length, const Vec3& origin, const Vec3& dir) {
  const Within around = inBall(Eigen::Vector2d(origin.head<2>()), Eigen::Vector2d(dir.head<2>()));
  const Within along = between(half_length, origin.z(), dir.z());
  return {std::max(around.enter, along.enter), std::min(around.leave, along.leave)};
}

Within inRound(const Round& round, const Vec3& origin, const Vec3& dir) {
  if (round.kind == RoundKind::kBall) return inBall(origin, dir);
  Within out = inTube(round.half_length, origin, dir);
  if (round.kind == RoundKind::kTube) return out;
  // What is convex is met once: first by whichever part comes first.
  if (out.empty()) out = {};
  for (const double height : {-round.half_length, round.half_length}) {
    const Within end = inBall(Vec3(origin - height * Vec3::UnitZ()), dir);
    if (!end.empty()) out = {std::min(out.enter, end.enter), std::max(out.leave, end.leave)};
  }
  return out;
}

// How much larger a mesh with corners on a round one is that has none of it outside.
double growth(RoundKind kind, int segments) {
  const double around = std::cos(std::numbers::pi / segments);
  if (kind == RoundKind::kTube) return kKept / around;
  const int steps = kind == RoundKind::kBall ? std::max(2, segments / 2) : 2 * std::max(1, segments / 4);
  return kKept / (around * std::cos(0.5 * std::numbers::pi / steps));
}

// Its lids stay where they are.
void grow(const Round& round, int segments, geometry::Mesh& mesh) {
  const double by = growth(round.kind, segments);
  const Eigen::Affine3d geometry_t_unit = round.unit_t_geometry.inverse();
  for (Vec3& vertex : mesh.vertices) {
    Vec3 at = round.unit_t_geometry * vertex;
    const double lid = std::clamp(at.z(), -round.half_length, round.half_length);
    at = round.kind == RoundKind::kTube ? Vec3(by * at.x(), by * at.y(), kKept * at.z())
                                        : Vec3(by * at.x(), by * at.y(), lid + by * (at.z() - lid));
    vertex = geometry_t_unit * at;
  }
}

}  // namespace

RoundMesh roundMesh(const geometry::Shape& shape, int segments) {
  RoundMesh out;
  geometry::Mesh all;
  for (const geometry::PlacedPrimitive& placed : shape.primitives) {
    geometry::Mesh mesh = geometry::transformed(geometry::tessellate(placed.primitive, segments), placed.ref_t_shape);
    const std::optional<Round> round = roundOf(placed);
    if (round) grow(*round, segments, mesh);
    geometry::append(mesh, all);
    out.runs.push_back({static_cast<std::uint32_t>(all.triangles.size()), round});
  }
  out.mesh = std::make_shared<const geometry::Mesh>(std::move(all));
  return out;
}

std::optional<double> meets(const Round& round, const Vec3& origin, const Vec3& dir, double from) {
  const Within within = inRound(round, origin, dir);
  if (within.empty() || !(within.leave >= from)) return std::nullopt;
  const double t = within.enter >= from ? within.enter : within.leave;
  return std::isfinite(t) ? std::optional(t) : std::nullopt;
}

}  // namespace ww::rays
