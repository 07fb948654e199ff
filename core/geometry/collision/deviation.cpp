// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/deviation.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <queue>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/collision/surface_distance.h"

namespace ww::geometry {
namespace {

constexpr double kRelative = 0.05, kAbsolute = 2e-5;  // metres
constexpr std::size_t kMostSteps = 20'000;            // triangles that are divided

using Corners = std::array<Vec3, 3>;

// A convex solid, or one whose surface is made of convex elements. The distance to a convex set is a convex function:
// over a triangle it is largest at a corner, which bounds the distance to the whole solid.
class Target {
 public:
  virtual ~Target() = default;
  // Metres to the solid, 0 inside; `element` is the nearest.
  virtual double to(const Vec3& p, std::uint32_t& element) const = 0;
  virtual double toElement(const Vec3& p, std::uint32_t element) const = 0;
  // Whether all within `radius` of `p` is inside.
  virtual bool deepInside(const Vec3& p, double radius) const = 0;
};

class SurfaceTarget : public Target {
 public:
  explicit SurfaceTarget(const MeshPtr& mesh) : surface_(mesh) {}
  double to(const Vec3& p, std::uint32_t& element) const override {
    const double d = surface_.to(p, element);
    return d > 0.0 && surface_.inside(p) ? 0.0 : d;
  }
  double toElement(const Vec3& p, std::uint32_t element) const override { return surface_.toTriangle(p, element); }
  bool deepInside(const Vec3& p, double radius) const override {
    std::uint32_t nearest = 0;
    return surface_.to(p, nearest) > radius && surface_.inside(p);
  }

 private:
  SurfaceDistance surface_;
};

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

// One convex part.
class ConvexPart {
 public:
  explicit ConvexPart(const Shape& shape) {
    if (!shape.mesh) {
      primitive_ = &shape.primitives.front();
      shape_t_ref_ = primitive_->ref_t_shape.inverse();
      return;
    }
    surface_ = std::make_unique<SurfaceDistance>(shape.mesh);
    for (const Triangle& t : shape.mesh->triangles) {
      const Vec3 &a = shape.mesh->vertices[t[0]], &b = shape.mesh->vertices[t[1]], &c = shape.mesh->vertices[t[2]];
      const Vec3 n = (b - a).cross(c - a).normalized();
      if (n.allFinite()) planes_.push_back({n, n.dot(a)});
    }
  }

  // Below 0 inside, for primitives and meshes alike.
  double signedDistance(const Vec3& p) const {
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

 private:
  static constexpr std::size_t kManyPlanes = 200;  // beyond, trees of boxes are quicker than looking at each

  const PlacedPrimitive* primitive_ = nullptr;
  Eigen::Affine3d shape_t_ref_ = Eigen::Affine3d::Identity();
  std::unique_ptr<SurfaceDistance> surface_;
  std::vector<HalfSpace> planes_;
};

class ConvexTarget : public Target {
 public:
  explicit ConvexTarget(const Shape& part) : part_(part) {}
  double to(const Vec3& p, std::uint32_t& element) const override {
    element = 0;
    return toElement(p, 0);
  }
  double toElement(const Vec3& p, std::uint32_t) const override { return std::max(0.0, part_.signedDistance(p)); }
  bool deepInside(const Vec3& p, double radius) const override { return part_.signedDistance(p) < -radius; }

 private:
  ConvexPart part_;
};

// The largest distance of points of a surface from a target, by dividing triangles that may have it.
class Farthest {
 public:
  // `seen_m`: what is known already, metres.
  Farthest(const Target& target, double seen_m, std::size_t most_steps = kMostSteps)
      : target_(target), seen_(seen_m), most_steps_(most_steps) {}
  double seen() const { return seen_; }  // metres: so far there is one

  Result<double> of(const Mesh& surface, std::stop_token stop, const Progress& progress) {
    constexpr double kLooking = 0.7;  // of the work; the rest is the dividing
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
      if (i % 256 == 0) {
        if (stop.stop_requested()) return collision_making::cancelledMaking();
        progress.report(kLooking * static_cast<double>(i) / static_cast<double>(surface.triangles.size()));
      }
      const Triangle& t = surface.triangles[i];
      add({surface.vertices[t[0]], surface.vertices[t[1]], surface.vertices[t[2]]});
    }
    for (std::size_t step = 0; !waiting_.empty() && step < most_steps_; ++step) {
      if (step % 256 == 0) {
        if (stop.stop_requested()) return collision_making::cancelledMaking();
        progress.report(kLooking + (1.0 - kLooking) * static_cast<double>(step) / static_cast<double>(most_steps_));
      }
      const Candidate next = waiting_.top();
      if (next.most <= seen_ * (1.0 + kRelative) + kAbsolute) break;
      waiting_.pop();
      divide(next.corners);
    }
    return waiting_.empty() ? seen_ : std::max(seen_, waiting_.top().most);
  }

 private:
  struct Candidate {
    double most;  // no point of it is farther
    Corners corners;
    bool operator<(const Candidate& other) const { return most < other.most; }
  };

  double largestTo(std::uint32_t element, const Corners& c) const {
    double most = 0.0;
    for (const Vec3& corner : c) most = std::max(most, target_.toElement(corner, element));
    return most;
  }

  void add(const Corners& c) {
    const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
    std::uint32_t element = 0;
    const double at_middle = target_.to(middle, element);
    seen_ = std::max(seen_, at_middle);
    double reach = 0.0;
    for (const Vec3& corner : c) reach = std::max(reach, (corner - middle).norm());
    double most = std::min(at_middle + reach, largestTo(element, c));
    if (at_middle == 0.0 && worth(most) && target_.deepInside(middle, reach)) return;
    for (std::size_t i = 0; i < 3 && worth(most); ++i) {
      std::uint32_t near_corner = 0;
      seen_ = std::max(seen_, target_.to(c[i], near_corner));
      most = std::min(most, largestTo(near_corner, c));
    }
    if (worth(most)) waiting_.push({most, c});
  }

  bool worth(double most) const { return most > seen_ * (1.0 + kRelative) + kAbsolute; }

  void divide(const Corners& c) {
    const Vec3 ab = (c[0] + c[1]) / 2.0, bc = (c[1] + c[2]) / 2.0, ca = (c[2] + c[0]) / 2.0;
    add({c[0], ab, ca});
    add({ab, c[1], bc});
    add({ca, bc, c[2]});
    add({ab, bc, ca});
  }

  const Target& target_;
  std::priority_queue<Candidate> waiting_;
  double seen_ = 0.0;
  std::size_t most_steps_;
};

// The largest distance of points inside a convex body from a target: in a hollow it is far from both surfaces. By
// dividing boxes, those first that may have the largest, until there were so many: it is never more than is there.
class Deepest {
 public:
  Deepest(const Target& target, const ConvexPart& body, double seen_m, std::size_t most_boxes = kMostBoxes)
      : target_(target), body_(body), seen_(seen_m), most_boxes_(most_boxes) {}

  Result<double> in(const Bounds& bounds, std::stop_token stop, const Progress& progress) {
    add(bounds.center(), bounds.size() / 2.0);
    for (std::size_t step = 0; !waiting_.empty() && step < most_boxes_; ++step) {
      if (step % 256 == 0) {
        if (stop.stop_requested()) return collision_making::cancelledMaking();
        progress.report(static_cast<double>(step) / static_cast<double>(most_boxes_));
      }
      const Candidate next = waiting_.top();
      if (!worth(next.most)) break;
      waiting_.pop();
      divide(next);
    }
    return seen_;
  }

 private:
  struct Candidate {
    double most;  // no point of it is farther
    Vec3 middle, half;
    bool operator<(const Candidate& other) const { return most < other.most; }
  };

  void add(const Vec3& middle, const Vec3& half) {
    const double reach = half.norm(), to_body = body_.signedDistance(middle);
    if (to_body > reach) return;
    std::uint32_t element = 0;
    const double here = target_.to(middle, element);
    if (to_body <= 0.0) seen_ = std::max(seen_, here);
    if (!worth(here + reach) || (here == 0.0 && target_.deepInside(middle, reach))) return;
    waiting_.push({here + reach, middle, half});
  }

  bool worth(double most) const { return most > seen_ * (1.0 + kRelative) + kAbsolute; }

  // Long boxes become less so.
  void divide(const Candidate& box) {
    const double longest = box.half.maxCoeff();
    Vec3 half = box.half;
    for (int i = 0; i < 3; ++i) half[i] = box.half[i] > 0.6 * longest ? box.half[i] / 2.0 : box.half[i];
    const Vec3 shift = box.half - half;
    for (int k = 0; k < 8; ++k) {
      const Vec3 sign((k & 1) ? 1.0 : -1.0, (k & 2) ? 1.0 : -1.0, (k & 4) ? 1.0 : -1.0);
      bool twice = false;
      for (int i = 0; i < 3; ++i) twice = twice || (shift[i] == 0.0 && sign[i] > 0.0);
      if (!twice) add(box.middle + sign.cwiseProduct(shift), half);
    }
  }

  static constexpr std::size_t kMostBoxes = 4'000;

  const Target& target_;
  const ConvexPart& body_;
  std::priority_queue<Candidate> waiting_;
  double seen_ = 0.0;
  std::size_t most_boxes_;
};

// The largest distance of points of a checked part from what is seen: of its surface, and of what a convex one fills.
Result<double> blockedBy(const Shape& part, bool convex, const Target& visible, double seen_m, std::stop_token stop,
                         const Progress& progress) {
  constexpr int kSegments = 96;
  const MeshPtr surface = part.mesh ? part.mesh : std::make_shared<const Mesh>(tessellate(part, kSegments));
  WW_ASSIGN(const double on_it, Farthest(visible, seen_m).of(*surface, stop, progress.portion(0.0, 0.6)));
  if (!convex) return on_it;
  return Deepest(visible, ConvexPart(part), on_it).in(surface->bounds(), stop, progress.portion(0.6, 1.0));
}

}  // namespace

struct SeenSolid::Impl {
  explicit Impl(MeshPtr mesh) : target(std::move(mesh)) {}
  SurfaceTarget target;
};
SeenSolid::SeenSolid(MeshPtr mesh) : impl_(std::make_unique<Impl>(std::move(mesh))) {}
SeenSolid::~SeenSolid() = default;

double SeenSolid::beyond(const MeshPtr& convex, std::stop_token stop) const {
  constexpr std::size_t kLooks = 200;
  Shape part;
  part.mesh = convex;
  Farthest on_it(impl_->target, 0.0, kLooks);
  if (!on_it.of(*convex, stop, {}).ok()) return 0.0;
  const auto in_it = Deepest(impl_->target, ConvexPart(part), on_it.seen(), kLooks).in(convex->bounds(), stop, {});
  return in_it.ok() ? *in_it : 0.0;
}

Result<CollisionDeviation> deviationOf(const Mesh& seen, const std::vector<Shape>& parts, bool convex,
                                       std::stop_token stop, const Progress& progress) {
  CollisionDeviation out;
  if (parts.empty()) return out;
  // Several pieces hold all by the way they are made, and where two of them meet a triangle is divided without end.
  if (!convex || parts.size() == 1) {
    std::unique_ptr<Target> checked;
    if (convex) checked = std::make_unique<ConvexTarget>(parts.front());
    else checked = std::make_unique<SurfaceTarget>(parts.front().mesh);
    WW_ASSIGN(out.missing_m, Farthest(*checked, 0.0).of(seen, stop, progress.portion(0.0, 0.5)));
  }
  const SurfaceTarget visible(std::make_shared<const Mesh>(seen));
  const Progress rest = progress.portion(0.5, 1.0);
  const auto all = static_cast<double>(parts.size());
  double done = 0.0;
  for (const Shape& part : parts) {
    const Progress its = rest.portion(done / all, (done + 1.0) / all);
    WW_ASSIGN(out.blocked_m, blockedBy(part, convex, visible, out.blocked_m, stop, its));
    done += 1.0;
  }
  return out;
}

}  // namespace ww::geometry
