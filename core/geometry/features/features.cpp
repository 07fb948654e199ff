// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/features/features.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/geometry/features/round_patch.h"

namespace ww::geometry {
namespace {

// The point of a triangle that is nearest to p (Ericson 2005).
Vec3 nearestOnTriangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0.0 && d2 <= 0.0) return a;
  const Vec3 bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0.0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return a + ab * (d1 / (d1 - d3));
  const Vec3 cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0.0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double denominator = 1.0 / (va + vb + vc);
  return a + ab * (vb * denominator) + ac * (vc * denominator);
}

struct NearTriangle {
  std::uint32_t triangle = 0;
  double squared = std::numeric_limits<double>::infinity();  // of the distance
};

NearTriangle nearestTriangle(const Mesh& mesh, const Vec3& p) {
  NearTriangle out;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& c = mesh.triangles[t];
    const Vec3 q = nearestOnTriangle(p, mesh.vertices[c[0]], mesh.vertices[c[1]], mesh.vertices[c[2]]);
    const double d = (q - p).squaredNorm();
    if (d < out.squared) out = {t, d};
  }
  return out;
}

// How far a point is from the rim of a round feature: at either end of bores and pins.
double offRim(const Feature& f, const Vec3& p) {
  double out = std::numeric_limits<double>::infinity();
  for (const double side : {-0.5, 0.5}) {
    const Vec3 d = p - (f.center + f.axis * (side * f.length));
    const double along = f.axis.dot(d), out_of_axis = (d - f.axis * along).norm();
    out = std::min(out, std::hypot(along, out_of_axis - f.radius));
  }
  return out;
}

bool hasRim(const Feature& f) {
  return f.kind == Feature::Kind::kBore || f.kind == Feature::Kind::kPin || f.kind == Feature::Kind::kCircle;
}

}  // namespace

double distanceTo(const Mesh& mesh, const Vec3& p) { return std::sqrt(nearestTriangle(mesh, p).squared); }

FeatureSet findFeatures(const Mesh& mesh) {
  FeatureSet out;
  out.of_triangle.assign(mesh.triangles.size(), FeatureSet::kNone);
  if (!mesh.faces.empty()) features::addExactFaces(mesh, out);
  else if (mesh.triangles.size() <= kMostFittedTriangles) features::addFittedFaces(mesh, out);
  return out;
}

std::optional<std::size_t> featureNear(const FeatureSet& set, const Mesh& mesh, const Vec3& p, double reach) {
  if (mesh.triangles.empty()) return std::nullopt;
  const std::int32_t own = set.of_triangle[nearestTriangle(mesh, p).triangle];
  const bool flat =
      own == FeatureSet::kNone || set.features[static_cast<std::size_t>(own)].kind == Feature::Kind::kPlane;
  if (!flat) return static_cast<std::size_t>(own);
  std::optional<std::size_t> best;
  double least = reach;
  for (std::size_t i = 0; i < set.features.size(); ++i) {
    if (!hasRim(set.features[i])) continue;
    const double off = offRim(set.features[i], p);
    // Bores and pins come first: a rim of one of them is no better.
    if (off > least || (best && off > least - 1e-9)) continue;
    best = i;
    least = off;
  }
  if (best) return best;
  return own == FeatureSet::kNone ? std::nullopt : std::optional(static_cast<std::size_t>(own));
}

Pose framePose(const Feature& f, const Vec3& near) {
  const bool upper = f.axis.dot(near - f.center) >= 0.0;
  const bool round = f.length > 0.0;
  const Vec3 z = round && !upper ? Vec3(-f.axis) : f.axis;
  const Vec3 x = (f.along - z * z.dot(f.along)).normalized();
  Eigen::Matrix3d axes;
  axes << x, z.cross(x), z;
  return {f.center + (round ? Vec3(z * (0.5 * f.length)) : Vec3(Vec3::Zero())), Quat(axes).normalized()};
}

}  // namespace ww::geometry
