// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/collision/deviation.h"

#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <queue>
#include <span>
#include <unordered_map>

#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/collision/solid_distance.h"

namespace ww::geometry {
namespace {

constexpr double kRelative = 0.05, kAbsolute = 2e-5;  // metres: what has to be known
constexpr double kFiner = 0.1, kFinerSteps = 0.05;    // of these: what is looked for in that share of the steps
constexpr std::size_t kMostSteps = 20'000;            // triangles that are divided
constexpr std::size_t kMostBoxes = 40'000, kFewBoxes = 4'000;  // that are divided, in all parts and at least in each

// The largest distance there is: at least `found_m`, as there is such a point, and at most `most_m`.
struct Reach {
  double found_m = 0.0, most_m = 0.0;
};

// What is looked at in turn, those first that may have the farthest point. `Piece`: of a surface, or of space.
template <typename Piece>
class Search {
 public:
  explicit Search(Reach known) : known_(known) {}

  bool worth(double most, double share = kFiner) const {
    return most > known_.found_m * (1.0 + share * kRelative) + share * kAbsolute;
  }
  bool isMore(double distance_m) const { return distance_m > known_.found_m; }
  void found(double distance_m) { known_.found_m = std::max(known_.found_m, distance_m); }
  // No point of the piece is farther than `most`.
  void add(double most, const Piece& piece) {
    if (worth(most)) waiting_.push({most, piece});
    else known_.most_m = std::max(known_.most_m, most);
  }
  // Until no piece may have a point that is much farther, or there were so many.
  template <typename Divide>
  Status run(std::size_t most_steps, const std::stop_token& stop, const Progress& progress, Divide&& divide) {
    const auto goesOn = [&](std::size_t step) {
      return worth(waiting_.top().most,
                   static_cast<double>(step) < kFinerSteps * static_cast<double>(most_steps) ? kFiner : 1.0);
    };
    for (std::size_t step = 0; step < most_steps && !waiting_.empty() && goesOn(step); ++step) {
      if (step % 32 == 0) {
        if (stop.stop_requested()) return collision_making::cancelledMaking();
        progress.report(static_cast<double>(step) / static_cast<double>(most_steps));
      }
      const Piece next = waiting_.top().piece;
      waiting_.pop();
      divide(next);
    }
    return okStatus();
  }
  Reach reach() const {
    const double waiting = waiting_.empty() ? 0.0 : waiting_.top().most;
    return {known_.found_m, std::max({known_.found_m, known_.most_m, waiting})};
  }

 private:
  struct Waiting {
    double most;
    Piece piece;
    bool operator<(const Waiting& other) const { return most < other.most; }
  };
  std::priority_queue<Waiting> waiting_;
  Reach known_;
};

// The largest distance to the nearer of several convex elements, over what has these corners: no more than that of any
// mean of the distances, which is convex, so at a corner. Between two walls, and wherever a point is the farthest
// because it lies between elements, there is a mean that is hardly more than the distance itself.
class NearestOf {
 public:
  NearestOf(const Target& target, std::span<const Vec3> corners) : target_(target), corners_(corners) {}

  void add(std::uint32_t element) {
    const auto known = std::span(elements_).first(count_);
    if (count_ == kMost || std::ranges::find(known, element) != known.end()) return;
    elements_[count_] = element;
    Distances& its = distances_[count_++];
    double most = 0.0;
    for (std::size_t k = 0; k < corners_.size(); ++k)
      most = std::max(most, its[k] = target_.toElement(corners_[k], element));
    if (most >= most_) return;
    most_ = most;
    mean_ = its;
  }

  double most() const { return std::min(most_, bound_); }  // metres
  void atMost(double most_m) { bound_ = std::min(bound_, most_m); }
  // Finds the best mean of a few steps.
  void mean() {
    constexpr int kSteps = 12;
    for (int i = 0; i < kSteps && count_ > 1; ++i) {
      const auto means = std::span(mean_).first(corners_.size());
      const auto worst = static_cast<std::size_t>(std::ranges::max_element(means) - means.begin());
      const auto all = std::span(distances_).first(count_);
      if (!mix(*std::ranges::min_element(all, {}, [worst](const Distances& d) { return d[worst]; }))) break;
    }
  }

 private:
  static constexpr std::size_t kMost = 9;
  using Distances = std::array<double, 8>;  // to each corner, metres

  // The share of `other` is looked for by thirds: the largest of linear functions has one valley.
  bool mix(const Distances& other) {
    const auto at = [&](double share) {
      double most = 0.0;
      for (std::size_t k = 0; k < corners_.size(); ++k) most = std::max(most, mean_[k] + share * (other[k] - mean_[k]));
      return most;
    };
    double low = 0.0, high = 1.0;
    for (int i = 0; i < 12; ++i) {
      const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
      if (at(a) < at(b)) high = b;
      else low = a;
    }
    const double share = 0.5 * (low + high), most = at(share);
    if (most >= most_ * (1.0 - 1e-4)) return false;
    for (std::size_t k = 0; k < corners_.size(); ++k) mean_[k] += share * (other[k] - mean_[k]);
    most_ = most;
    return true;
  }

  const Target& target_;
  std::span<const Vec3> corners_;
  std::size_t count_ = 0;
  std::array<std::uint32_t, kMost> elements_{};
  std::array<Distances, kMost> distances_{};
  Distances mean_{};                                                       // the best
  double most_ = std::numeric_limits<double>::infinity(), bound_ = most_;  // by distances; otherwise known
};

struct Facet {
  Corners corners;
  bool is_off = false;  // nothing of it lies on the surface that distances are taken to
};

// Of points of a surface from a target, by dividing triangles.
class Farthest {
 public:
  Farthest(const Target& target, Reach known, std::size_t most_steps = kMostSteps)
      : target_(target), search_(known), most_steps_(most_steps) {}
  Reach reach() const { return search_.reach(); }

  // CANCELLED.
  Status lookAt(const Mesh& surface, std::stop_token stop, const Progress& progress) {
    constexpr double kLooking = 0.7;  // of the work; the rest is the dividing
    lookAround(surface);
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
      if (i % 256 == 0) {
        if (stop.stop_requested()) return collision_making::cancelledMaking();
        progress.report(kLooking * static_cast<double>(i) / static_cast<double>(surface.triangles.size()));
      }
      const Triangle& t = surface.triangles[i];
      add({{surface.vertices[t[0]], surface.vertices[t[1]], surface.vertices[t[2]]}});
    }
    return search_.run(most_steps_, stop, progress.portion(kLooking, 1.0), [this](const Facet& f) { divide(f); });
  }

 private:
  // Here and there: with a point that is far off most triangles are known not to have a farther one.
  void lookAround(const Mesh& surface) {
    constexpr std::size_t kFew = 200;
    const std::size_t step = surface.triangles.size() / kFew + 1;
    for (std::size_t i = 0; i < surface.triangles.size(); i += step)
      lookAt(surface.vertices[surface.triangles[i].front()]);
  }

  // Metres to the surface; near_ is the nearest of it.
  double lookAt(const Vec3& p) {
    const double off = target_.near(p, near_);
    if (search_.isMore(off) && !target_.isInside(p)) search_.found(off);
    return off;
  }

  void add(const Facet& facet) {
    const Corners& c = facet.corners;
    NearestOf nearest(target_, c);
    nearest.add(near_);  // of its neighbour
    if (search_.worth(nearest.most())) lookInto(c, nearest);
    search_.add(nearest.most(), facet);
  }

  void lookInto(const Corners& c, NearestOf& nearest) {
    const Vec3 middle = (c[0] + c[1] + c[2]) / 3.0;
    double reach = 0.0;
    for (const Vec3& corner : c) reach = std::max(reach, (corner - middle).norm());
    const double off = target_.near(middle, near_);
    nearest.add(near_);
    nearest.atMost(off + reach);
    if (!search_.isMore(off) && !search_.worth(nearest.most())) return;
    if (!target_.isInside(middle)) {
      search_.found(off);
    } else {
      nearest.atMost(reach);
      if (search_.worth(reach) && target_.holds(c, middle, reach)) return nearest.atMost(0.0);
    }
    for (std::size_t i = 0; i < 3 && search_.worth(nearest.most()); ++i) {
      lookAt(c[i]);
      nearest.add(near_);
    }
    if (search_.worth(nearest.most())) nearest.mean();
  }

  // What lies on the surface is left out; what reaches over a slot is cut along it, and is quickly known.
  void divide(const Facet& facet) {
    const Corners& c = facet.corners;
    if (const auto off = facet.is_off ? std::nullopt : target_.offSurface(c)) {
      for (const Corners& part : *off) add({part, true});
      return;
    }
    const Vec3 ab = (c[0] + c[1]) / 2.0, bc = (c[1] + c[2]) / 2.0, ca = (c[2] + c[0]) / 2.0;
    for (const Corners& part : {Corners{c[0], ab, ca}, {ab, c[1], bc}, {ca, bc, c[2]}, {ab, bc, ca}})
      add({part, facet.is_off});
  }

  const Target& target_;
  std::uint32_t near_ = 0;  // what was the nearest last
  Search<Facet> search_;
  std::size_t most_steps_;
};

// A box along the axes of the body.
struct Room {
  Vec3 middle, half;  // metres, the middle from the origin along these axes
};

struct Work {
  Reach known;
  bool convex = true;
  std::size_t most_boxes = 0;
  std::stop_token stop;
  Progress progress;
};

// Of points inside a convex body from a target, by dividing boxes: in a hollow they are far from both surfaces. What
// lies on the surface of the body is known before. The farthest point within has near points of the target all around
// it: where all of the target near a box faces one way, a point farther that way is farther off, and it is not there.
class Deepest {
 public:
  Deepest(const SurfaceTarget& target, const ConvexPart& body, Reach known, std::size_t most_boxes)
      : target_(target), body_(body), axes_(body.axes()), search_(known), most_boxes_(most_boxes) {}
  Reach reach() const { return search_.reach(); }

  // `surface`: of the body. CANCELLED.
  Status lookIn(const Mesh& surface, std::stop_token stop, const Progress& progress) {
    Bounds bounds;
    for (const Vec3& v : surface.vertices) bounds.add(axes_.transpose() * v);
    add({bounds.center(), bounds.size() / 2.0});
    return search_.run(most_boxes_, stop, progress, [this](const Room& box) { divide(box); });
  }

 private:
  void add(const Room& box) {
    const Vec3 middle = axes_ * box.middle;
    const double reach = box.half.norm(), to_body = body_.signedDistance(middle);
    if (to_body > reach) return;
    const double off = target_.near(middle, near_);
    double here = off;
    if (search_.worth(off + reach)) {
      const bool is_inside = target_.isInside(middle);
      if (is_inside) here = 0.0;
      if (to_body <= 0.0) search_.found(here);
      if (is_inside && to_body <= 0.0 && isFull(box, reach)) return;
      // The nearest points of what is in the box are no farther from its middle.
      if (target_.facesOneWay(middle, here + 2.0 * reach)) return;
    }
    double most = here + reach;
    if (search_.worth(most) && reach < 2.0 * here) most = std::min(most, between(box));
    search_.add(most, box);
  }

  // Whether all of the body in a box is inside of the target as its middle is.
  bool isFull(const Room& box, double reach) const {
    return target_.holds(axes_ * box.middle, reach, [&](const FacingPlane& plane) {
      const Vec3 normal = axes_.transpose() * plane.normal;
      const double of_box = normal.dot(box.middle) + normal.cwiseAbs().dot(box.half);
      if (of_box <= plane.at) return of_box;
      const auto [known, is_new] = of_body_.try_emplace(plane.triangle, 0.0);
      if (is_new) known->second = body_.farthestAlong(plane.normal);
      return std::min(of_box, known->second);
    });
  }

  // `near_` is what is nearest to its middle.
  double between(const Room& box) const {
    std::array<Vec3, 8> corners;
    for (int k = 0; k < 8; ++k) corners[k] = axes_ * (box.middle + signOf(k).cwiseProduct(box.half));
    NearestOf nearest(target_, corners);
    nearest.add(near_);
    for (const Vec3& corner : corners) {
      std::uint32_t near_corner = near_;
      target_.near(corner, near_corner);
      nearest.add(near_corner);
    }
    nearest.mean();
    return nearest.most();
  }

  static Vec3 signOf(int k) { return {(k & 1) ? 1.0 : -1.0, (k & 2) ? 1.0 : -1.0, (k & 4) ? 1.0 : -1.0}; }

  // Long boxes become less so.
  void divide(const Room& box) {
    const double longest = box.half.maxCoeff();
    Vec3 half = box.half;
    for (int i = 0; i < 3; ++i) half[i] = box.half[i] > 0.6 * longest ? box.half[i] / 2.0 : box.half[i];
    const Vec3 shift = box.half - half;
    for (int k = 0; k < 8; ++k) {
      const Vec3 sign = signOf(k);
      bool twice = false;
      for (int i = 0; i < 3; ++i) twice = twice || (shift[i] == 0.0 && sign[i] > 0.0);
      if (!twice) add({box.middle + sign.cwiseProduct(shift), half});
    }
  }

  const SurfaceTarget& target_;
  std::uint32_t near_ = 0;  // what was the nearest last
  const ConvexPart& body_;
  Eigen::Matrix3d axes_;
  mutable std::unordered_map<std::uint32_t, double> of_body_;  // how far it reaches along normals of triangles, metres
  Search<Room> search_;
  std::size_t most_boxes_;
};

constexpr int kSegments = 96;

// How far the round surface of a part may lie from its triangles, all of whose corners are on it, metres.
double roundingOf(const Shape& part) {
  double most = 0.0;
  for (const PlacedPrimitive& placed : part.primitives) {
    double radius = 0.0;
    if (const auto* cylinder = std::get_if<Cylinder>(&placed.primitive)) radius = cylinder->radius;
    // Round both ways.
    else if (const auto* sphere = std::get_if<Sphere>(&placed.primitive)) radius = 2.0 * sphere->radius;
    else if (const auto* capsule = std::get_if<Capsule>(&placed.primitive)) radius = 2.0 * capsule->radius;
    else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&placed.primitive))
      radius = 2.0 * ellipsoid->radii.maxCoeff();
    const Eigen::JacobiSVD<Eigen::Matrix3d> stretch(placed.ref_t_shape.linear());
    most = std::max(most, stretch.singularValues()[0] * radius * (1.0 - std::cos(std::numbers::pi / kSegments)));
  }
  return most;
}

// Of points of a checked part from what is seen: of its surface, and of what a convex one fills.
Result<Reach> blockedBy(const Shape& part, const SurfaceTarget& visible, const Work& work) {
  const MeshPtr surface = part.mesh ? part.mesh : std::make_shared<const Mesh>(tessellate(part, kSegments));
  Farthest on_it(visible, work.known);
  WW_TRY(on_it.lookAt(*surface, work.stop, work.progress.portion(0.0, 0.6)));
  if (!work.convex) return on_it.reach();
  const ConvexPart body(part);
  Deepest in_it(visible, body, on_it.reach(), work.most_boxes);
  WW_TRY(in_it.lookIn(*surface, work.stop, work.progress.portion(0.6, 1.0)));
  return in_it.reach();
}

}  // namespace

struct SeenSolid::Impl {
  MeshPtr mesh;
  SurfaceTarget target;
};
SeenSolid::SeenSolid(MeshPtr mesh, const std::stop_token& stop) : impl_(new Impl{mesh, SurfaceTarget(mesh, stop)}) {}
SeenSolid::~SeenSolid() = default;

double SeenSolid::beyond(const MeshPtr& convex, std::stop_token stop) const {
  constexpr std::size_t kLooks = 200;
  Shape part;
  part.mesh = convex;
  Farthest on_it(impl_->target, {}, kLooks);
  if (!on_it.lookAt(*convex, stop, {}).ok()) return 0.0;
  const ConvexPart body(part);
  Deepest in_it(impl_->target, body, on_it.reach(), kLooks);
  return in_it.lookIn(*convex, stop, {}).ok() ? in_it.reach().found_m : 0.0;
}

bool isWellKnown(double most_m, double found_m) {
  constexpr double kMicro = 1e-6;
  return most_m <= (1.0 + kRelative) * found_m + kAbsolute + kMicro;
}

void CollisionDeviation::add(const CollisionDeviation& other) {
  missing_m = std::max(missing_m, other.missing_m);
  blocked_m = std::max(blocked_m, other.blocked_m);
  missing_found_m = std::max(missing_found_m, other.missing_found_m);
  blocked_found_m = std::max(blocked_found_m, other.blocked_found_m);
}

Result<CollisionDeviation> SeenSolid::deviation(const std::vector<Shape>& parts, bool convex, std::stop_token stop,
                                                const Progress& progress) const {
  CollisionDeviation out;
  if (parts.empty()) return out;
  if (stop.stop_requested()) return collision_making::cancelledMaking();
  // Several pieces hold all by the way they are made, and where two of them meet a triangle is divided without end.
  if (!convex || parts.size() == 1) {
    std::unique_ptr<Target> checked;
    if (convex) checked = std::make_unique<ConvexTarget>(parts.front());
    else checked = std::make_unique<SurfaceTarget>(parts.front().mesh, stop);
    Farthest missing(*checked, {});
    WW_TRY(missing.lookAt(*impl_->mesh, stop, progress.portion(0.0, 0.5)));
    out.missing_m = missing.reach().most_m;
    out.missing_found_m = missing.reach().found_m;
  }
  const Progress rest = progress.portion(0.5, 1.0);
  const auto all = static_cast<double>(parts.size());
  Reach blocked;
  double done = 0.0, rounding = 0.0;
  for (const Shape& part : parts) {
    rounding = std::max(rounding, roundingOf(part));
    const Progress its = rest.portion(done / all, (done + 1.0) / all);
    WW_ASSIGN(blocked, blockedBy(part, impl_->target,
                                 {blocked, convex, std::max(kFewBoxes, kMostBoxes / parts.size()), stop, its}));
    done += 1.0;
  }
  out.blocked_m = blocked.most_m + rounding;
  out.blocked_found_m = blocked.found_m;
  return out;
}

Result<CollisionDeviation> deviationOf(const Mesh& seen, const std::vector<Shape>& parts, bool convex,
                                       std::stop_token stop, const Progress& progress) {
  if (parts.empty()) return CollisionDeviation{};
  return SeenSolid(std::make_shared<const Mesh>(seen), stop).deviation(parts, convex, stop, progress);
}

}  // namespace ww::geometry
