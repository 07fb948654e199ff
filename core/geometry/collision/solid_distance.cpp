// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/solid_distance.h"

#include <algorithm>
#include <limits>

namespace ww::geometry {
namespace {

constexpr double kSamePlace = 1e-9;       // of the size
constexpr std::size_t kManyPlanes = 200;  // beyond, trees of boxes are quicker than looking at each

// Metres from the outside of a primitive, below 0 inside, in its own frame.
double signedTo(const Box& b, const Vec3& p) {
  const Vec3 d = p.cwiseAbs() - b.size / 2.0;
  return d.cwiseMax(0.0).norm() + std::min(d.maxCoeff(), 0.0);
}
double signedTo(const Sphere& s, const Vec3& p) { return p.norm() - s.radius; }
double signedTo(const Cylinder& c, const Vec3& p) {
  const Eigen::Vector2d d(p.head<2>().norm() - c.radius, std::abs(p.z()) - c.length / 2.0);
  return d.cwiseMax(0.0).norm() + std::min(d.maxCoeff(), 0.0);
}
double signedTo(const Capsule& c, const Vec3& p) {
  return (p - Vec3(0, 0, std::clamp(p.z(), -c.length / 2.0, c.length / 2.0))).norm() - c.radius;
}

// The largest direction . p of a primitive in its own frame, metres.
double farthestOf(const Box& b, const Vec3& direction) { return direction.cwiseAbs().dot(b.size) / 2.0; }
double farthestOf(const Sphere& s, const Vec3& direction) { return s.radius * direction.norm(); }
double farthestOf(const Cylinder& c, const Vec3& direction) {
  return c.radius * direction.head<2>().norm() + std::abs(direction.z()) * c.length / 2.0;
}
double farthestOf(const Capsule& c, const Vec3& direction) {
  return c.radius * direction.norm() + std::abs(direction.z()) * c.length / 2.0;
}

bool isOn(const Corners& triangle, const Vec3& normal, const Vec3& p) {
  for (std::size_t i = 0; i < 3; ++i)
    if (normal.dot((triangle[(i + 1) % 3] - triangle[i]).cross(p - triangle[i])) < 0.0) return false;
  return true;
}

// Whether solids lie on both sides where a triangle lies on others that face it: else it is a sheet without thickness.
bool isContact(const Corners& triangle, std::vector<Corners>& facing, const SurfaceDistance& surface, double same_m) {
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  const auto middle = [](const Corners& c) -> Vec3 { return (c[0] + c[1] + c[2]) / 3.0; };
  bool any = false;
  for (Corners& other : facing) {
    std::swap(other[1], other[2]);
    for (const Vec3& p : {middle(triangle), middle(other)}) {
      if (!isOn(triangle, normal, p) || !isOn(other, normal, p)) continue;
      any = true;
      for (const double side : {10.0, -10.0})
        if (!surface.inside(p + side * same_m * normal)) return false;
    }
  }
  return any;
}

// Null where no triangle lies on one that faces it, and when stopped.
MeshPtr withoutContacts(const Mesh& mesh, const SurfaceDistance& surface, double same_m, const std::stop_token& stop) {
  auto out = std::make_shared<Mesh>();
  bool any = false;
  std::size_t looked_at = 0;
  for (const Triangle& t : mesh.triangles) {
    if (looked_at++ % 256 == 0 && stop.stop_requested()) return nullptr;
    const Corners all{mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
    std::vector<Corners> facing;
    std::optional<std::vector<Corners>> left;
    if (surface.inPlaneOf(all, same_m, -1, facing) && isContact(all, facing, surface, same_m))
      left = uncovered(all, facing, same_m);
    any = any || left;
    for (const Corners& c : left ? *left : std::vector<Corners>{all}) {
      const auto first = static_cast<std::uint32_t>(out->vertices.size());
      out->vertices.insert(out->vertices.end(), c.begin(), c.end());
      out->triangles.push_back({first, first + 1, first + 2});
    }
  }
  return any ? out : nullptr;
}

}  // namespace

SurfaceTarget::SurfaceTarget(const MeshPtr& mesh, const std::stop_token& stop)
    : surface_(mesh), same_m_(kSamePlace * mesh->bounds().size().norm()) {
  if (!surface_.closed()) return;
  if (MeshPtr outer = withoutContacts(*mesh, surface_, same_m_, stop))
    outer_ = std::make_unique<SurfaceDistance>(outer, surface_.insideOut());
}

std::optional<std::vector<Corners>> SurfaceTarget::offSurface(const Corners& triangle) const {
  std::vector<Corners> same;
  if (!surface_.inPlaneOf(triangle, same_m_, 0, same) || same.empty()) return std::nullopt;
  return uncovered(triangle, same, same_m_);
}

double SurfaceTarget::toElement(const Vec3& p, std::uint32_t element) const { return surface_.toTriangle(p, element); }

// On the way from `p` to any other of it no triangle is met from behind: it would have to lie before its plane.
bool SurfaceTarget::holds(const Vec3& p, double radius, const std::function<double(const FacingPlane&)>& reach) const {
  std::vector<FacingPlane> planes;
  if (!outer().planesWithin(p, radius, planes)) return false;
  return std::ranges::all_of(planes, [&](const FacingPlane& plane) { return reach(plane) <= plane.at + same_m_; });
}

bool SurfaceTarget::holds(const Corners& triangle, const Vec3& p, double radius) const {
  return holds(p, radius, [&](const FacingPlane& plane) {
    return std::max({plane.normal.dot(triangle[0]), plane.normal.dot(triangle[1]), plane.normal.dot(triangle[2])});
  });
}

bool SurfaceTarget::facesOneWay(const Vec3& p, double radius) const {
  constexpr int kTries = 8;
  constexpr double kClearly = 0.02, kTurn = 0.1;  // cosines between a way and a normal
  std::vector<FacingPlane> planes;
  if (!outer().planesWithin(p, radius, planes)) return false;
  Vec3 way = Vec3::Zero();
  for (const FacingPlane& plane : planes) way += plane.normal;
  for (int i = 0; i < kTries && way.norm() > 1e-9; ++i) {
    way.normalize();
    Vec3 worst = way;
    for (const FacingPlane& plane : planes)
      if (plane.normal.dot(way) < worst.dot(way)) worst = plane.normal;
    if (worst.dot(way) >= kClearly) return true;
    way += (kTurn - 1.5 * worst.dot(way)) * worst;
  }
  return false;
}

ConvexPart::ConvexPart(const Shape& shape) {
  if (!shape.mesh) {
    primitive_ = &shape.primitives.front();
    shape_t_ref_ = primitive_->ref_t_shape.inverse();
    return;
  }
  mesh_ = shape.mesh;
  surface_ = std::make_unique<SurfaceDistance>(mesh_);
  for (const Triangle& t : shape.mesh->triangles) {
    const Vec3 &a = shape.mesh->vertices[t[0]], &b = shape.mesh->vertices[t[1]], &c = shape.mesh->vertices[t[2]];
    const Vec3 n = (b - a).cross(c - a).normalized();
    if (n.allFinite()) planes_.push_back({n, n.dot(a)});
  }
}

double ConvexPart::signedDistance(const Vec3& p) const {
  if (primitive_ != nullptr) {
    const Vec3 local = shape_t_ref_ * p;
    return std::visit(
        [&](const auto& s) {
          if constexpr (requires { signedTo(s, local); }) return signedTo(s, local);
          else return std::numeric_limits<double>::infinity();
        },
        primitive_->primitive);
  }
  std::uint32_t nearest = 0;
  if (planes_.size() > kManyPlanes) {
    const double distance = surface_->to(p, nearest);
    return surface_->inside(p) ? -distance : distance;
  }
  double most = -std::numeric_limits<double>::infinity();
  for (const HalfSpace& plane : planes_) most = std::max(most, plane.normal.dot(p) - plane.offset);
  return most <= 0.0 ? most : surface_->to(p, nearest);
}

double ConvexPart::farthestAlong(const Vec3& direction) const {
  double out = -std::numeric_limits<double>::infinity();
  if (mesh_) {
    for (const Vec3& v : mesh_->vertices) out = std::max(out, direction.dot(v));
    return out;
  }
  const Vec3 local = primitive_->ref_t_shape.linear().transpose() * direction;
  const double along = std::visit(
      [&](const auto& s) {
        if constexpr (requires { farthestOf(s, local); }) return farthestOf(s, local);
        else return std::numeric_limits<double>::infinity();
      },
      primitive_->primitive);
  return direction.dot(primitive_->ref_t_shape.translation()) + along;
}

Eigen::Matrix3d ConvexPart::axes() const {
  if (!mesh_) return primitive_->ref_t_shape.linear();
  // Those faces first that lie across what was found before.
  std::vector<Vec3> found;
  for (int i = 0; i < 2; ++i) {
    Vec3 best = Vec3::Zero();
    for (const Triangle& t : mesh_->triangles) {
      const Vec3& a = mesh_->vertices[t[0]];
      Vec3 n = (mesh_->vertices[t[1]] - a).cross(mesh_->vertices[t[2]] - a);
      for (const Vec3& axis : found) n = n.cross(axis).norm() * (n - n.dot(axis) * axis).normalized();
      if (n.allFinite() && n.norm() > best.norm()) best = n;
    }
    if (best.isZero(0.0)) return Eigen::Matrix3d::Identity();
    found.push_back(best.normalized());
  }
  Eigen::Matrix3d out;
  out << found[0], found[1], found[0].cross(found[1]);
  return out;
}

double ConvexTarget::near(const Vec3& p, std::uint32_t& element) const {
  element = 0;
  return toElement(p, 0);
}

double ConvexTarget::toElement(const Vec3& p, std::uint32_t) const { return std::max(0.0, part_.signedDistance(p)); }

// What is not told by its corners is not there.
bool ConvexTarget::holds(const Corners&, const Vec3&, double) const { return false; }

}  // namespace ww::geometry
