// SPDX-License-Identifier: Apache-2.0
#include "core/collision/narrow/gjk.h"

#include <algorithm>
#include <cmath>

namespace ww::collision {
namespace {

// The simplex spanned by some of the points, with weights of its point nearest to the origin.
void keep(Simplex& s, std::initializer_list<std::pair<int, double>> parts) {
  const Simplex old = s;
  s.size = 0;
  for (const auto& [index, weight] : parts) {
    s.p[static_cast<std::size_t>(s.size)] = old.p[static_cast<std::size_t>(index)];
    s.weight[static_cast<std::size_t>(s.size++)] = weight;
  }
}

Vec3 nearest(const Simplex& s) {
  Vec3 v = Vec3::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(s.size); ++i) v += s.weight[i] * s.p[i].w;
  return v;
}

void reduceSegment(Simplex& s) {
  const Vec3 &a = s.p[0].w, &b = s.p[1].w;
  const Vec3 ab = b - a;
  const double t = -a.dot(ab), l = ab.squaredNorm();
  if (t <= 0.0 || l <= 0.0) keep(s, {{0, 1.0}});
  else if (t >= l) keep(s, {{1, 1.0}});
  else keep(s, {{0, 1.0 - t / l}, {1, t / l}});
}

// Ericson 5.1.5 with the origin as the point.
void reduceTriangle(Simplex& s) {
  const Vec3 &a = s.p[0].w, &b = s.p[1].w, &c = s.p[2].w;
  const Vec3 ab = b - a, ac = c - a;
  const double d1 = -ab.dot(a), d2 = -ac.dot(a);
  if (d1 <= 0.0 && d2 <= 0.0) return keep(s, {{0, 1.0}});
  const double d3 = -ab.dot(b), d4 = -ac.dot(b);
  if (d3 >= 0.0 && d4 <= d3) return keep(s, {{1, 1.0}});
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
    const double t = d1 - d3 > 0.0 ? d1 / (d1 - d3) : 0.0;
    return keep(s, {{0, 1.0 - t}, {1, t}});
  }
  const double d5 = -ab.dot(c), d6 = -ac.dot(c);
  if (d6 >= 0.0 && d5 <= d6) return keep(s, {{2, 1.0}});
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
    const double t = d2 - d6 > 0.0 ? d2 / (d2 - d6) : 0.0;
    return keep(s, {{0, 1.0 - t}, {2, t}});
  }
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
    const double span = (d4 - d3) + (d5 - d6);
    const double t = span > 0.0 ? (d4 - d3) / span : 0.0;
    return keep(s, {{1, 1.0 - t}, {2, t}});
  }
  const double sum = va + vb + vc;
  keep(s, {{0, va / sum}, {1, vb / sum}, {2, vc / sum}});
}

// False when the origin lies inside: then the simplex stays as it is.
bool reduceTetrahedron(Simplex& s) {
  static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  const Simplex whole = s;
  double best = std::numeric_limits<double>::infinity(), size = 0.0;
  for (const DifferencePoint& p : whole.p) size = std::max(size, p.w.norm());
  bool outside = false;
  for (const auto& f : kFaces) {
    const auto at = [&whole, &f](int k) -> const DifferencePoint& { return whole.p[static_cast<std::size_t>(f[k])]; };
    const Vec3 ab = at(1).w - at(0).w, ac = at(2).w - at(0).w, ad = at(3).w - at(0).w;
    const Vec3 n = ab.cross(ac);
    const double side = n.dot(ad), origin = -n.dot(at(0).w);
    // What rounding may make of it, also where the face is a sliver. A flat tetrahedron encloses nothing: all its faces
    // are looked at.
    const double flat = 1e-14 * size * (ab.norm() + ac.norm()) * ad.norm();
    if (std::abs(side) > flat && side * origin >= 0.0) continue;
    outside = true;
    Simplex face;
    face.size = 3;
    for (int k = 0; k < 3; ++k) face.p[static_cast<std::size_t>(k)] = at(k);
    reduceTriangle(face);
    if (const double d = nearest(face).squaredNorm(); d < best) best = d, s = face;
  }
  return outside;
}

bool reduce(Simplex& s) {
  if (s.size == 1) s.weight[0] = 1.0;
  if (s.size == 2) reduceSegment(s);
  else if (s.size == 3) reduceTriangle(s);
  else if (s.size == 4) return reduceTetrahedron(s);
  return true;
}

DifferencePoint differenceSupport(const Support& a, const Support& b, const Vec3& direction) {
  DifferencePoint out;
  out.a = a.support(direction);
  out.b = b.support(-direction);
  out.w = out.a - out.b;
  return out;
}

bool contains(const Simplex& s, const Vec3& w) {
  return std::any_of(s.p.begin(), s.p.begin() + s.size, [&w](const DifferencePoint& q) { return q.w == w; });
}

struct Gjk {
  Simplex simplex;
  Vec3 v = Vec3::Zero();  // nearest point found
  bool overlap = false;
  bool unknown = false;        // some place is no number
  double beyond_bound = -1.0;  // set when the search ended early: the distance is no less
  double apart = 0.0;          // what was proved: the distance is no less
};

constexpr double kPrecise = 1e-11;  // relative, of the squared distance

Gjk runGjk(const Support& a, const Support& b, double beyond, double precision = kPrecise) {
  Gjk s;
  s.simplex.size = 1;
  // From one body to the other: bodies that are apart are mostly told so at once.
  const Vec3 way = b.inside() - a.inside();
  s.simplex.p[0] = differenceSupport(a, b, way.squaredNorm() > 1e-20 ? way : Vec3(1.0, 0.3, 0.1));
  s.simplex.weight[0] = 1.0;
  s.v = s.simplex.p[0].w;
  double scale2 = s.v.squaredNorm();
  for (int i = 0; i < 100; ++i) {
    const double vv = s.v.squaredNorm();
    if (!(vv <= std::numeric_limits<double>::max()) || s.simplex.size == 4) {
      s.unknown = true;
      return s;
    }
    if (vv <= 1e-28 * scale2 || vv <= 1e-30) {
      s.overlap = true;
      return s;
    }
    const DifferencePoint w = differenceSupport(a, b, -s.v);
    const double vw = s.v.dot(w.w);
    if (vw > 0.0 && vw * vw > beyond * beyond * vv) {
      s.beyond_bound = vw / std::sqrt(vv);
      return s;
    }
    if (vw > 0.0) s.apart = std::max(s.apart, vw / std::sqrt(vv));
    // Where rounding leaves no better point, and nothing yet separates the bodies, they overlap. Of a sliver the
    // nearest point may turn away again from a direction that did.
    const bool proved = s.apart > 1e-12 * std::sqrt(scale2);
    s.overlap = !proved && vw <= 0.0;
    if (vv - vw <= precision * vv || contains(s.simplex, w.w)) return s;
    scale2 = std::max(scale2, w.w.squaredNorm());
    Simplex next = s.simplex;
    next.p[static_cast<std::size_t>(next.size++)] = w;
    if (!reduce(next)) {
      if (proved) return s;
      s.simplex = next;
      s.overlap = true;
      return s;
    }
    const Vec3 v = nearest(next);
    if (v.squaredNorm() >= vv) return s;
    s.overlap = false;
    s.simplex = next;
    s.v = v;
  }
  return s;
}

DifferencePoint weighted(const Simplex& s) {
  DifferencePoint out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(s.size); ++i) {
    out.a += s.weight[i] * s.p[i].a;
    out.b += s.weight[i] * s.p[i].b;
    out.w += s.weight[i] * s.p[i].w;
  }
  return out;
}

// A body elsewhere.
class Moved final : public Support {
 public:
  Moved(const Support& body, const Vec3& by) : body_(&body), by_(by) {}
  Vec3 support(const Vec3& d) const override { return body_->support(d) + by_; }
  Vec3 inside() const override { return body_->inside() + by_; }

 private:
  const Support* body_;
  Vec3 by_;
};

}  // namespace

DifferencePoint nearestPoint(Simplex s) {
  if (s.size < 4) {
    reduce(s);
    return weighted(s);
  }
  DifferencePoint best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t left_out = 0; left_out < 4; ++left_out) {
    Simplex face;
    face.size = 3;
    for (std::size_t k = 0; k < 3; ++k) face.p[k] = s.p[k < left_out ? k : k + 1];
    const DifferencePoint p = nearestPoint(face);
    if (const double d = p.w.squaredNorm(); d < least) least = d, best = p;
  }
  return best;
}

std::optional<DifferencePoint> nearestOfDifference(const Support& a, const Support& b, const Vec3& target) {
  const Gjk s = runGjk(a, Moved(b, target), std::numeric_limits<double>::infinity(), 1e-14);
  if (s.overlap || s.unknown) return std::nullopt;
  DifferencePoint out = weighted(s.simplex);
  out.b -= target;
  out.w = out.a - out.b;
  return out;
}

ConvexDistance convexDistance(const Support& a, const Support& b, double beyond, double enough) {
  const double radii = a.radius() + b.radius();
  const Gjk s = runGjk(a, b, beyond + radii);
  ConvexDistance out;
  if (s.unknown) {
    out.distance = -1.0;  // "apart" would be a guess
    return out;
  }
  if (s.beyond_bound >= 0.0) {
    out.distance = s.beyond_bound - radii;
    return out;
  }
  if (s.overlap) {
    out = penetration(a, b, s.simplex, -(enough + radii));
  } else {
    const DifferencePoint nearest = weighted(s.simplex);
    out.a = nearest.a;
    out.b = nearest.b;
    out.distance = s.v.norm();
    out.normal = -s.v / out.distance;
  }
  out.distance -= radii;
  out.a += a.radius() * out.normal;
  out.b -= b.radius() * out.normal;
  return out;
}

}  // namespace ww::collision
