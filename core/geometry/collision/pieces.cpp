// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>

#include "core/geometry/collision/cells.h"
#include "core/geometry/collision/deviation.h"
#include "core/geometry/collision/kind_makers.h"
#include "core/geometry/mass_properties.h"
#include "core/geometry/simplify.h"

namespace ww::geometry::collision_making {
namespace {

// Space is cut by planes; the hull of the surface on one side of a plane, with the points of the cut, holds all of the
// solid that is there, so that nothing that is seen is missing. A single cut through a ring or a housing saves nothing:
// so more cells are made than pieces were asked for, those first whose hulls reach farthest beyond the solid, and
// joined again where that blocks least. Cuts go across the axes and, as arcs need it, across what lies between them.
constexpr int kCutsAlongAxis = 7, kCutsBetween = 3;
constexpr std::size_t kMostFlats = 6;         // planes along each axis that cuts follow, those with the most surface
constexpr std::size_t kMostLookedAt = 3'000;  // triangles by which cuts are compared
constexpr std::size_t kMostAnyway = 40'000;   // where so few cannot be had
constexpr double kWorthwhile = 0.002;         // of a hull: what a cut is to save, and joining two may cost at any time
constexpr double kNearEnough = 0.002;  // of the size of the mesh: hulls that reach no farther are left as they are
constexpr double kFull = 0.02;         // of a hull: with less empty space it needs no more cuts
constexpr double kDoneCounts = 0.25;   // m^3 saved that a m^3 of solid counts for that needs no more cuts
constexpr double kSamePlane = 1e-9;    // of the size of the mesh
constexpr std::size_t kMoreCells = 32, kFewCells = 24;
constexpr std::size_t kAllPairs = 48;  // pieces, of which any two may be joined; of more those that touch

struct Part {
  Cell looked;        // by which cuts are compared
  Soup surface;       // all of it
  double hull = 0.0;  // m^3
  double gap = 0.0;   // metres that the hull reaches beyond the solid
  std::optional<Cut> cut;
};

// Of faces that lie alike, with their area.
struct Facing {
  Vec3 normal;  // unit
  double area = 0.0;
};

std::vector<Facing> facings(const Soup& surface) {
  constexpr std::size_t kMost = 100;
  constexpr double kAlike = 0.9999;
  std::vector<Facing> out;
  for (const auto& t : surface) {
    const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
    if (n.isZero()) continue;
    const Vec3 unit = n.normalized();
    const auto same = std::ranges::find_if(out, [&](const Facing& f) { return std::abs(f.normal.dot(unit)) > kAlike; });
    if (same != out.end()) same->area += n.norm();
    else if (out.size() < kMost) out.push_back({unit, n.norm()});
  }
  return out;
}

// The axes, or where most of the surface faces other ways at right angles, these; then the middle between any two.
std::vector<Vec3> cutDirections(const Soup& surface) {
  constexpr double kRight = 0.02, kLittle = 0.3;  // of a right angle; of the surface
  const std::vector<Facing> all = facings(surface);
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
  double area = 0.0;
  for (const auto& t : surface) area += (t[1] - t[0]).cross(t[2] - t[0]).norm();
  if (const auto first = std::ranges::max_element(all, {}, &Facing::area); first != all.end()) {
    const auto across = [&](const Facing& f) { return std::abs(f.normal.dot(first->normal)) < kRight ? f.area : -1.0; };
    const auto second = std::ranges::max_element(all, {}, across);
    const bool is_flat = first->normal.cwiseAbs().maxCoeff() > 1.0 - 1e-9;
    if (across(*second) > 0.0 && first->area + second->area > kLittle * area &&
        !(is_flat && second->normal.cwiseAbs().maxCoeff() > 1.0 - 1e-9)) {
      frame.col(0) = first->normal;
      frame.col(1) = (second->normal - first->normal * first->normal.dot(second->normal)).normalized();
      frame.col(2) = frame.col(0).cross(frame.col(1));
    }
  }
  std::vector<Vec3> out{frame.col(0), frame.col(1), frame.col(2)};
  for (int i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) out.push_back((frame.col(i) + sign * frame.col((i + 1) % 3)).normalized());
  return out;
}

class Cutter {
 public:
  Cutter(const Mesh& mesh, std::stop_token stop) : stop_(std::move(stop)) {
    Part all;
    for (const Triangle& t : mesh.triangles)
      all.surface.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
    all.looked.space = mesh.bounds();
    tolerance_ = kSamePlane * all.looked.space.size().norm();
    if (mesh.triangles.size() <= kMostLookedAt) {
      all.looked.surface = all.surface;
      closed_ = isClosed(mesh);
    } else {
      lookAtFewer(mesh, all);
    }
    directions_ = cutDirections(all.looked.surface);
    near_m_ = kNearEnough * all.looked.space.size().norm();
    seen_ = std::make_unique<SeenSolid>(meshOf(all.looked.surface), stop_);
    measure(all);
    parts_.push_back(std::move(all));
  }

  // Cuts until there are so many, or until no more is worth it.
  void cutInto(std::size_t most, const Progress& progress) {
    while (parts_.size() < most && !stop_.stop_requested()) {
      progress.report(static_cast<double>(parts_.size()) / static_cast<double>(most));
      const auto worst =
          std::ranges::max_element(parts_, {}, [](const Part& part) { return part.cut ? part.gap : -1.0; });
      if (!worst->cut) return;
      divide(*worst);
    }
  }

  std::vector<Part>& parts() { return parts_; }
  const SeenSolid& seen() const { return *seen_; }
  double near_m() const { return near_m_; }  // metres: hulls that reach no farther beyond the solid are good

 private:
  void lookAtFewer(const Mesh& mesh, Part& all) {
    const double share = static_cast<double>(kMostLookedAt) / static_cast<double>(mesh.triangles.size());
    const Mesh fewer = reduced(joined(mesh), {share, all.looked.space.size().norm()});
    closed_ = fewer.triangles.size() <= kMostAnyway && isClosed(fewer);
    const std::size_t step = fewer.triangles.size() / kMostAnyway + 1;
    for (std::size_t i = 0; i < fewer.triangles.size(); i += step) {
      const Triangle& t = fewer.triangles[i];
      all.looked.surface.push_back({fewer.vertices[t[0]], fewer.vertices[t[1]], fewer.vertices[t[2]]});
    }
  }

  // All of the hull where the mesh bounds nothing: then the hulls are to be small.
  double emptyIn(const Cell& cell, double hull) const {
    return closed_ ? std::clamp(hull - cell.solid(), 0.0, hull) : hull;
  }

  // Where faces lie across a direction: walls, tops, steps.
  std::vector<double> flats(const Cell& cell, const Vec3& along) const {
    std::map<double, double> area_at;
    for (const auto& t : cell.surface) {
      const Vec3 n = (t[1] - t[0]).cross(t[2] - t[0]);
      if (std::abs(n.dot(along)) < 0.999 * n.norm() || n.isZero()) continue;
      const double at = along.dot(t[0]);
      const auto near = area_at.lower_bound(at - tolerance_);
      if (near != area_at.end() && near->first <= at + tolerance_) near->second += n.norm();
      else area_at[at] = n.norm();
    }
    std::vector<std::pair<double, double>> sorted;
    for (const auto& [at, area] : area_at) sorted.emplace_back(area, at);
    std::ranges::sort(sorted, std::greater());
    // The ends of the cell are among them, and no cuts.
    if (sorted.size() > kMostFlats + 2) sorted.resize(kMostFlats + 2);
    std::vector<double> out(sorted.size());
    std::ranges::transform(sorted, out.begin(), [](const auto& flat) { return flat.second; });
    return out;
  }

  std::vector<Cut> candidates(const Cell& cell) const {
    std::vector<Cut> out;
    for (std::size_t i = 0; i < directions_.size(); ++i) {
      const Vec3& along = directions_[i];
      const auto [least, most] = extent(cell, along);
      std::vector<double> at = flats(cell, along);
      const int cuts = i < 3 ? kCutsAlongAxis : kCutsBetween;
      for (int k = 1; k <= cuts; ++k) at.push_back(least + (most - least) * k / (cuts + 1));
      for (const double x : at)
        if (x > least + 4.0 * tolerance_ && x < most - 4.0 * tolerance_) out.push_back({along, x});
    }
    return out;
  }

  static std::pair<double, double> extent(const Cell& cell, const Vec3& along) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const auto& t : cell.surface)
      for (const Vec3& p : t) {
        least = std::min(least, along.dot(p));
        most = std::max(most, along.dot(p));
      }
    return {least, most};
  }

  // How good a cut is, m^3: empty space that is free at once, and solid that has found its piece.
  double worth(const Part& part, const Cut& cut) const {
    const Halves sides = halves(part.looked, cut, tolerance_);
    double left = 0.0, done = 0.0;
    for (const Cell* side : {&sides.low, &sides.high}) {
      const double hull = hullVolume(pointsOf(side->surface), stop_);
      left += hull;
      if (closed_ && emptyIn(*side, hull) <= kFull * hull) done += hull;
    }
    return part.hull - left + kDoneCounts * done;
  }

  static MeshPtr meshOf(const Soup& soup) {
    auto out = std::make_shared<Mesh>();
    out->vertices = pointsOf(soup);
    for (std::uint32_t i = 0; i < soup.size(); ++i) out->triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    return out;
  }

  void measure(Part& part) const {
    Result<Mesh> hull = convexHull(pointsOf(part.looked.surface), stop_);
    if (!hull.ok()) return;  // stopped, or flat
    part.hull = volumeOf(*hull);
    part.gap = seen_->beyond(std::make_shared<const Mesh>(std::move(hull).value()), stop_);
    if (part.gap > near_m_) findCut(part);
  }

  void findCut(Part& part) const {
    double most = kWorthwhile * part.hull;
    for (const Cut& cut : candidates(part.looked)) {
      if (stop_.stop_requested()) return;
      const double its = worth(part, cut);
      if (its <= most) continue;
      most = its;
      part.cut = cut;
    }
    if (part.cut) return;
    // Nothing is gained by one cut: more of them may.
    double longest = 8.0 * tolerance_;
    for (const Vec3& along : std::span(directions_).first(3)) {
      const auto [from, to] = extent(part.looked, along);
      if (to - from <= longest) continue;
      longest = to - from;
      part.cut = Cut{along, 0.5 * (from + to)};
    }
  }

  void divide(Part& part) {
    const Cut cut = *part.cut;
    Halves looked = halves(part.looked, cut, tolerance_);
    Halves all = halves({std::move(part.surface), {}, part.looked.space}, cut, tolerance_);
    part = side(std::move(looked.low), std::move(all.low));
    if (stop_.stop_requested()) return;
    parts_.push_back(side(std::move(looked.high), std::move(all.high)));
  }

  Part side(Cell looked, Cell all) const {
    Part out;
    out.looked = std::move(looked);
    out.surface = std::move(all.surface);
    measure(out);
    return out;
  }

  std::stop_token stop_;
  double tolerance_ = 0.0, near_m_ = 0.0;  // metres
  std::vector<Vec3> directions_;           // across which cuts go
  bool closed_ = false;
  std::unique_ptr<SeenSolid> seen_;
  std::vector<Part> parts_;
};

// A convex piece and the box of space that it was made in.
struct Piece {
  Mesh hull;
  double volume = 0.0;  // m^3
  Bounds space;
};

// Joins pieces: of the pairs whose hull adds the least empty space the one whose hull reaches least beyond the solid.
class Joiner {
 public:
  // `near_m`: hulls that reach no farther beyond it are as good as any, metres.
  Joiner(std::vector<Piece> pieces, const SeenSolid& seen, double near_m, std::stop_token stop)
      : pieces_(std::move(pieces)), seen_(seen), near_m_(near_m), stop_(std::move(stop)) {
    for (std::size_t i = 0; i < pieces_.size() && !stop_.stop_requested(); ++i) addPairsOf(i);
  }

  // Until there are no more than `most`, and as long as it adds next to nothing.
  void join(std::size_t most, const Progress& progress) {
    const std::size_t before = pieces_.size();
    while (!stop_.stop_requested()) {
      if (pairs_.empty() && count() > most && !any_) lookAtAnyTwo();
      if (pairs_.empty()) return;
      progress.report(static_cast<double>(before - count()) / static_cast<double>(before));
      const auto best = bestPair();
      const auto [a, b] = best->first;
      const bool free = best->second.added <= kWorthwhile * std::min(pieces_[a].volume, pieces_[b].volume) &&
                        best->second.gap <= near_m_;
      if (count() <= most && !free) return;
      joinPair(a, b);
    }
  }

  std::vector<Piece> take() {
    std::erase_if(pieces_, [](const Piece& piece) { return piece.hull.triangles.empty(); });
    return std::move(pieces_);
  }

 private:
  using Pair = std::pair<std::size_t, std::size_t>;
  struct Cost {
    double added = 0.0;  // m^3 of empty space
    double gap = -1.0;   // metres that their hull reaches beyond the solid; below 0: not looked at
  };
  using Pairs = std::map<Pair, Cost>;

  Pairs::iterator bestPair() {
    constexpr std::ptrdiff_t kLookedAt = 8;
    std::vector<Pairs::iterator> sorted;
    for (auto it = pairs_.begin(); it != pairs_.end(); ++it) sorted.push_back(it);
    const auto end = sorted.begin() + std::min<std::ptrdiff_t>(kLookedAt, std::ssize(sorted));
    std::partial_sort(sorted.begin(), end, sorted.end(),
                      [](const auto& a, const auto& b) { return a->second.added < b->second.added; });
    for (auto it = sorted.begin(); it != end; ++it) {
      if ((*it)->second.gap >= 0.0) continue;
      Result<Mesh> hull = convexHull(cornersOf((*it)->first.first, (*it)->first.second), stop_);
      (*it)->second.gap = hull.ok() ? seen_.beyond(std::make_shared<const Mesh>(std::move(hull).value()), stop_) : 0.0;
    }
    return *std::min_element(sorted.begin(), end, [this](const auto& a, const auto& b) {
      const double gap_a = std::max(a->second.gap, near_m_), gap_b = std::max(b->second.gap, near_m_);
      return std::tie(gap_a, a->second.added) < std::tie(gap_b, b->second.added);
    });
  }

  std::size_t count() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(pieces_, [](const Piece& piece) { return !piece.hull.triangles.empty(); }));
  }

  std::vector<Vec3> cornersOf(std::size_t a, std::size_t b) const {
    std::vector<Vec3> out = pieces_[a].hull.vertices;
    out.insert(out.end(), pieces_[b].hull.vertices.begin(), pieces_[b].hull.vertices.end());
    return out;
  }

  bool touch(const Bounds& a, const Bounds& b) const {
    const double near = 1e-9 * (a.size().norm() + b.size().norm());
    return ((a.min.array() <= b.max.array() + near) && (b.min.array() <= a.max.array() + near)).all();
  }

  // Where empty space lies between those that are left.
  void lookAtAnyTwo() {
    any_ = true;
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (!pieces_[i].hull.triangles.empty()) addPairsOf(i);
  }

  void addPairsOf(std::size_t i) {
    const bool any = any_ || count() <= kAllPairs;
    for (std::size_t j = 0; j < pieces_.size() && !stop_.stop_requested(); ++j) {
      if (j == i || pieces_[j].hull.triangles.empty()) continue;
      const Pair pair = std::minmax(i, j);
      if (pairs_.contains(pair) || (!any && !touch(pieces_[i].space, pieces_[j].space))) continue;
      pairs_[pair].added = hullVolume(cornersOf(i, j), stop_) - pieces_[i].volume - pieces_[j].volume;
    }
  }

  void joinPair(std::size_t a, std::size_t b) {
    Result<Mesh> hull = convexHull(cornersOf(a, b), stop_);
    std::erase_if(pairs_, [&](const auto& pair) {
      const auto [i, j] = pair.first;
      return i == a || i == b || j == a || j == b;
    });
    if (!hull.ok()) return;  // stopped
    pieces_[a].hull = std::move(hull).value();
    pieces_[a].volume = hullVolume(pieces_[a].hull.vertices, stop_);
    pieces_[a].space.add(pieces_[b].space);
    pieces_[b] = {};
    addPairsOf(a);
  }

  std::vector<Piece> pieces_;
  const SeenSolid& seen_;
  double near_m_;
  std::stop_token stop_;
  bool any_ = false;
  Pairs pairs_;
};

std::vector<Piece> hullsOf(std::vector<Part> parts, const std::stop_token& stop) {
  std::vector<Piece> out;
  for (Part& part : parts) {
    Result<Mesh> hull = convexHull(pointsOf(part.surface), stop);
    if (!hull.ok()) continue;  // stopped, or as flat as the cut: it lies on its neighbour
    Piece piece{std::move(hull).value(), 0.0, part.looked.space};
    piece.volume = hullVolume(piece.hull.vertices, stop);
    out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace

Made pieces(const Mesh& mesh, const CollisionWish& wish, std::stop_token stop, const Progress& progress) {
  WW_ASSIGN(Mesh around, convexHull(mesh.vertices, stop));
  const auto most = static_cast<std::size_t>(wish.pieces);
  std::vector<Piece> list;
  if (most > 1) {
    Cutter cutter(mesh, stop);
    cutter.cutInto(std::min(std::max(4 * most, kFewCells), most + kMoreCells), progress.portion(0.0, 0.7));
    if (stop.stop_requested()) return cancelledMaking();
    list = hullsOf(std::move(cutter.parts()), stop);
    if (stop.stop_requested()) return cancelledMaking();
    Joiner joiner(std::move(list), cutter.seen(), cutter.near_m(), stop);
    joiner.join(most, progress.portion(0.7, 1.0));
    list = joiner.take();
  } else {
    list.push_back({std::move(around), 0.0, mesh.bounds()});
  }
  if (stop.stop_requested()) return cancelledMaking();
  std::vector<Shape> out;
  for (Piece& piece : list) {
    Shape shape;
    shape.mesh = std::make_shared<const Mesh>(std::move(piece.hull));
    out.push_back(std::move(shape));
  }
  return out;
}

}  // namespace ww::geometry::collision_making
