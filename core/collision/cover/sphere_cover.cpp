// SPDX-License-Identifier: Apache-2.0
#include "core/collision/cover/sphere_cover.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <unordered_map>

#include "core/collision/cover/cells.h"
#include "core/collision/narrow/body_distance.h"

namespace ww::collision {
namespace {

constexpr int kSegments = 16;           // of the polyhedron around a round body
constexpr double kSlack = 1e-9;         // metres, for rounding
constexpr std::size_t kMostTried = 33;  // centres of inner spheres

// The box around a convex body, along its own axes where these are at right angles.
void setBox(const ConvexShape& convex, SphereCover& out) {
  const Eigen::Matrix3d r = convex.axes();
  Vec3 low, high;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const Vec3 n = r.col(i);
    high[i] = convex.support(n).dot(n) + convex.radius();
    low[i] = convex.support(-n).dot(n) - convex.radius();
  }
  out.body_t_box = {r * (0.5 * (low + high)), Quat(r)};
  out.half = 0.5 * (high - low) + Vec3::Constant(kSlack);
}

void setBox(const Bounds& box, SphereCover& out) {
  out.body_t_box = {box.center(), Quat::Identity()};
  out.half = 0.5 * box.size() + Vec3::Constant(kSlack);
}

Vec3 outward(const Solid& solid, const geometry::Triangle& t) {
  const Vec3& a = solid.vertices[t[0]];
  const Vec3 n = (solid.vertices[t[1]] - a).cross(solid.vertices[t[2]] - a);
  return a.dot(n) < 0.0 ? Vec3(-n) : n;
}

struct Plane {
  Vec3 n;
  double d;
};

// A polyhedron around the origin whose corners are on a convex body, and how much larger one is that holds the body.
struct Hull {
  std::vector<Plane> planes;
  double factor = 1.0, size = 0.0;  // of the larger one
  bool holds(const Vec3& p, double times) const {
    return std::ranges::all_of(planes, [&](const Plane& plane) { return plane.n.dot(p) <= plane.d * times + kSlack; });
  }
  // No point of the larger one is farther from the body.
  double excess() const { return size * (1.0 - 1.0 / factor) + kSlack; }
  // So much around a point lies in the body, or it is no farther from it than the negative; without bound outside.
  double depth(const Vec3& p) const {
    double out = std::numeric_limits<double>::infinity();
    for (const Plane& plane : planes) out = std::min(out, plane.d - plane.n.dot(p));
    if (!planes.empty() && out >= 0.0) return out;
    return holds(p, factor) ? -excess() : -std::numeric_limits<double>::infinity();
  }
};

// Widens a polyhedron until it holds the convex body: each of its faces is then beyond all of it.
Hull widen(Solid& solid, const ConvexShape& convex, const Pose& body_t_box) {
  Hull out;
  for (const auto& t : solid.triangles) {
    const Vec3 raw = outward(solid, t);
    const double length = raw.norm();
    if (!(length > 1e-18)) continue;
    const Vec3 n = raw / length, in_body = body_t_box.q * n;
    const double d = n.dot(solid.vertices[t[0]]);
    const double least = (convex.support(in_body) - body_t_box.p).dot(in_body) + convex.radius();
    if (!(d > 1e-12)) continue;
    out.factor = std::max(out.factor, least / d);
    out.planes.push_back({n, d});
  }
  out.factor *= 1.0 + 1e-9;
  for (Vec3& v : solid.vertices) {
    v *= out.factor;
    out.size = std::max(out.size, v.norm());
  }
  solid.inside = [out](const Vec3& p) { return out.holds(p, out.factor); };
  return out;
}

Sphere sphereOf(const SphereGroup& g, int i) { return {Vec3(g.x[i], g.y[i], g.z[i]), g.r[i]}; }

// Where inner spheres may have their centres: first the middle of the box.
std::vector<Vec3> centers(const SphereCover& cover) {
  std::vector<Vec3> out{Vec3::Zero(), cover.root.center};
  for (const SphereGroup& g : cover.outer)
    for (int i = 0; i < g.count; ++i) out.push_back(sphereOf(g, i).center);
  if (out.size() > kMostTried) out.resize(kMostTried);
  return out;
}

bool holdsBox(const Hull& hull, const Vec3& half) {
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 sign((corner & 1U) != 0 ? 1 : -1, (corner & 2U) != 0 ? 1 : -1, (corner & 4U) != 0 ? 1 : -1);
    if (!hull.holds(sign.cwiseProduct(half), 1.0)) return false;
  }
  return true;
}

// A box that lies in a convex body: first alike to the one around it, then longer where there is room.
Vec3 coreOf(const Hull& hull, const Vec3& half) {
  constexpr int kSteps = 20;
  const auto largest = [&hull](const Vec3& from, const Vec3& to) {
    double good = 0.0, bad = 1.0;
    if (holdsBox(hull, to)) return to;
    for (int i = 0; i < kSteps; ++i) {
      const double middle = 0.5 * (good + bad);
      (holdsBox(hull, from + middle * (to - from)) ? good : bad) = middle;
    }
    return Vec3(from + good * (to - from));
  };
  if (hull.planes.empty()) return Vec3::Zero();
  Vec3 core = largest(Vec3::Zero(), half);
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    Vec3 longer = core;
    longer[axis] = half[axis];
    core = largest(core, longer);
  }
  core -= Vec3::Constant(4.0 * kSlack + 1e-8 * half.norm());
  return core.minCoeff() > 0.0 ? core : Vec3(Vec3::Zero());
}

// Depths are of points in the frame of the box.
template <typename Depth>
void setInner(SphereCover& cover, const Depth& depth) {
  std::vector<Sphere> spheres;
  for (const Vec3& c : centers(cover)) {
    const double r = depth(c) - kSlack - 1e-8 * cover.half.norm();
    if (r > 0.0) spheres.push_back({c, r});
  }
  cover.inner = chosen(std::move(spheres));
}

// Around a centre that is so deep in the body, all that is no farther lies in it: a point of the sphere is no farther
// from the body than what is left of the radius. Nor than across the sphere, to what it is around, which may stand out
// of the body by the excess.
template <typename Depth>
void setError(SphereCover& cover, const Depth& depth, double excess) {
  for (const SphereGroup& g : cover.outer) {
    for (int i = 0; i < g.count; ++i) {
      const Sphere s = sphereOf(g, i);
      const double most = 2.0 * s.radius + excess;
      if (g.below[i] != kNoGroup || most + kSlack <= cover.error) continue;
      cover.error = std::max(cover.error, std::min(s.radius - depth(s.center), most) + kSlack);
    }
  }
}

void take(CellSpheres&& cells, SphereCover& out) {
  out.root = cells.root;
  out.outer = std::move(cells.groups);
}

// Round all over: one sphere says it all.
SphereCover coverOfBall(const ConvexShape& ball) {
  SphereCover out;
  setBox(ball, out);
  out.root = {Vec3::Zero(), ball.radius() + kSlack};
  out.outer.push_back(emptyGroup());
  add(out.outer[0], out.root);
  out.inner = emptyGroup();
  if (ball.radius() > kSlack) add(out.inner, {Vec3::Zero(), ball.radius() - kSlack});
  out.error = 2.0 * kSlack;
  return out;
}

// What is known of points of a body. Cells have most of their corners in common, and both inner spheres and the error
// ask around the centres of outer ones.
template <typename Value>
class Known {
 public:
  template <typename Make>
  Value of(const Vec3& p, const Make& make) {
    const auto [at, fresh] = known_.try_emplace({p.x(), p.y(), p.z()});
    if (fresh) at->second = make(p);
    return at->second;
  }

 private:
  using Point = std::array<double, 3>;
  struct Hash {
    std::size_t operator()(const Point& p) const {
      std::size_t h = 0;
      for (const double v : p) h = h * 1000003U ^ std::hash<double>{}(v);
      return h;
    }
  };
  std::unordered_map<Point, Value, Hash> known_;
};

struct Part {
  Sphere sphere;
  std::uint32_t below = kNoGroup;
};

Sphere aroundAll(std::span<const Part> parts) {
  Bounds box;
  for (const Part& p : parts) {
    box.add(Vec3(p.sphere.center - Vec3::Constant(p.sphere.radius)));
    box.add(Vec3(p.sphere.center + Vec3::Constant(p.sphere.radius)));
  }
  Sphere out{box.center(), 0.0};
  for (const Part& p : parts)
    out.radius = std::max(out.radius, (p.sphere.center - out.center).norm() + p.sphere.radius + kSlack);
  return out;
}

// Fills a group with up to eight spheres around all parts.
void fill(std::vector<SphereGroup>& groups, std::size_t group, std::span<Part> parts) {
  if (parts.size() <= static_cast<std::size_t>(kGroup)) {
    for (const Part& p : parts) add(groups[group], p.sphere, p.below);
    return;
  }
  Bounds box;
  for (const Part& p : parts) box.add(p.sphere.center);
  Eigen::Index axis = 0;
  box.size().maxCoeff(&axis);
  std::ranges::stable_sort(parts, {}, [axis](const Part& p) { return p.sphere.center[axis]; });
  const std::size_t size = (parts.size() + kGroup - 1) / kGroup;
  for (std::size_t first = 0; first < parts.size(); first += size) {
    const auto some = parts.subspan(first, std::min(size, parts.size() - first));
    const auto below = static_cast<std::uint32_t>(groups.size());
    groups.push_back(emptyGroup());
    add(groups[group], aroundAll(some), some.size() == 1 ? some[0].below : below);
    fill(groups, below, some);
  }
}

SphereGroup moved(const SphereGroup& g, const Pose& to, std::uint32_t offset) {
  SphereGroup out = emptyGroup();
  for (int i = 0; i < g.count; ++i) {
    Sphere s = sphereOf(g, i);
    s.center = to * s.center;
    s.radius += kSlack;
    add(out, s, g.below[i] == kNoGroup ? kNoGroup : g.below[i] + offset);
  }
  return out;
}

}  // namespace

std::size_t SphereCover::finest() const {
  std::size_t out = 0;
  for (const SphereGroup& g : outer)
    for (int i = 0; i < g.count; ++i) out += g.below[i] == kNoGroup ? 1 : 0;
  return out;
}

const SphereCover& LazyCover::get() const {
  std::call_once(once_, [this] {
    cover_ = make_();
    make_ = nullptr;
  });
  return cover_;
}

SphereCover coverOf(const ConvexShape& convex, const geometry::Primitive& primitive,
                    const Eigen::Affine3d& body_t_shape) {
  if (convex.isBall()) return coverOfBall(convex);
  SphereCover out;
  setBox(convex, out);
  const geometry::Mesh mesh = geometry::tessellate(primitive, kSegments);
  const Pose box_t_body = out.body_t_box.inverse();
  Solid solid;
  for (const Vec3& v : mesh.vertices) solid.vertices.push_back(box_t_body * (body_t_shape * v));
  solid.triangles = mesh.triangles;
  const Hull hull = widen(solid, convex, out.body_t_box);
  take(divide(solid), out);
  const auto depth = [&hull](const Vec3& p) { return hull.depth(p); };
  setInner(out, depth);
  out.core = coreOf(hull, out.half);
  setError(out, depth, hull.excess());
  return out;
}

SphereCover coverOf(const TriMesh& mesh) {
  SphereCover out;
  setBox(mesh.bounds(), out);
  const Vec3 middle = out.body_t_box.p;
  Solid solid;
  for (const Vec3& v : mesh.vertices()) solid.vertices.push_back(v - middle);
  solid.triangles = mesh.triangles();
  Known<bool> inside;
  const auto isInside = [&](const Vec3& p) { return mesh.maybeInside(p + middle); };
  if (mesh.closed()) solid.inside = [&](const Vec3& p) { return inside.of(p, isInside); };
  take(divide(solid), out);
  out.inner = emptyGroup();
  Known<double> depths;
  const auto newDepth = [&](const Vec3& p) {
    const double d = surfaceDistance(mesh, p + middle);
    return mesh.surelyInside(p + middle) ? d : -d;
  };
  const auto depth = [&](const Vec3& p) { return depths.of(p, newDepth); };
  if (mesh.closed()) setInner(out, depth);
  setError(out, depth, 0.0);
  return out;
}

SphereCover joinedCover(const std::vector<const SphereCover*>& pieces) {
  if (pieces.size() == 1) return *pieces.front();
  Bounds box;
  for (const SphereCover* c : pieces) {
    const Eigen::Affine3d body_t_box(c->body_t_box.isometry());
    Bounds own;
    own.add(Vec3(-c->half));
    own.add(c->half);
    box.add(own.transformed(body_t_box));
  }
  SphereCover out;
  setBox(box, out);
  out.outer.push_back(emptyGroup());
  std::vector<Part> parts;
  std::vector<Sphere> inner;
  for (const SphereCover* c : pieces) {
    const Pose to = out.body_t_box.inverse() * c->body_t_box;
    const auto offset = static_cast<std::uint32_t>(out.outer.size());
    for (const SphereGroup& g : c->outer) out.outer.push_back(moved(g, to, offset));
    parts.push_back({{to * c->root.center, c->root.radius + kSlack}, offset});
    for (int i = 0; i < c->inner.count; ++i)
      inner.push_back({to * sphereOf(c->inner, i).center, sphereOf(c->inner, i).radius - kSlack});
    out.error = std::max(out.error, c->error + 2.0 * kSlack);
  }
  out.root = aroundAll(parts);
  fill(out.outer, 0, parts);
  out.inner = chosen(std::move(inner));
  return out;
}

LazyCoverPtr lazyCoverOf(const BodyShape& shape) {
  std::vector<LazyCoverPtr> pieces;
  for (const Piece& piece : shape.pieces) pieces.push_back(piece.cover);
  if (pieces.empty()) return nullptr;
  if (pieces.size() == 1) return pieces.front();
  return std::make_shared<const LazyCover>([pieces] {
    std::vector<const SphereCover*> covers;
    covers.reserve(pieces.size());
    for (const LazyCoverPtr& piece : pieces) covers.push_back(&piece->get());
    return joinedCover(covers);
  });
}

}  // namespace ww::collision
