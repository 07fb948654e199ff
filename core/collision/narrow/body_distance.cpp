// SPDX-License-Identifier: Apache-2.0
#include "core/collision/narrow/body_distance.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ww::collision {
namespace {

constexpr int kMaxDepthPairs = 4096;  // overlapping pairs whose depth is measured
constexpr std::size_t kMaxSamples = 512;

// The nearest (or deepest) pair so far.
struct DistanceSearch {
  DistanceQuery query;
  ConvexDistance best;
  int depths = 0;
  bool done = false;

  // Pairs with a larger lower bound cannot change the result.
  double reach() const { return std::min(query.beyond, std::max(0.0, best.distance)); }
  void offer(const ConvexDistance& d) {
    if (d.distance > query.beyond) return;
    depths += d.distance < 0.0 ? 1 : 0;
    if (d.distance < best.distance) best = d;
    done = done || best.distance < query.enough || depths > kMaxDepthPairs;
  }
};

double boxGap(const Vec3& offset, const Vec3& halves) { return (offset.cwiseAbs() - halves).cwiseMax(0.0).norm(); }

// The second body's frame seen from the first's.
struct Relative {
  Eigen::Matrix3d r, abs_r;
  Vec3 p;
  explicit Relative(const Pose& a_t_b) : r(a_t_b.q.toRotationMatrix()), abs_r(r.cwiseAbs()), p(a_t_b.p) {}
  Vec3 map(const Vec3& v) const { return r * v + p; }
  // Lower bound of the distance of two boxes, by the axes of both.
  double gap(const TriNode& a, const TriNode& b) const {
    const Vec3 offset = r * b.center + p - a.center;
    const double in_a = boxGap(offset, a.half + abs_r * b.half);
    const double in_b = boxGap(r.transpose() * offset, b.half + abs_r.transpose() * a.half);
    return std::max(in_a, in_b);
  }
};

TriangleSupport triangle(const TriMesh& mesh, std::uint32_t i) {
  const auto& t = mesh.triangles()[i];
  return {mesh.vertices()[t[0]], mesh.vertices()[t[1]], mesh.vertices()[t[2]]};
}

// Half sizes and middle of the box around a triangle.
struct TriBox {
  Vec3 center, half;
  TriBox(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
    center = 0.5 * (low + high);
    half = 0.5 * (high - low);
  }
};

// A convex body in the frame of a mesh, with two boxes around it: along the axes of that frame, and along its own,
// which is the tighter one of what is long and askew.
class ConvexInMesh {
 public:
  ConvexInMesh(const ConvexShape& convex, const Pose& mesh_t_convex)
      : support_(convex, mesh_t_convex), bounds_(support_.bounds()) {
    const Eigen::Matrix3d axes = convex.axes();
    Vec3 low, high;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Vec3 n = axes.col(i);
      high[i] = convex.support(n).dot(n) + convex.radius();
      low[i] = convex.support(-n).dot(n) - convex.radius();
    }
    box_r_mesh_ = (mesh_t_convex.q.toRotationMatrix() * axes).transpose();
    abs_ = box_r_mesh_.cwiseAbs();
    center_ = mesh_t_convex * Vec3(axes * (0.5 * (low + high)));
    half_ = 0.5 * (high - low);
  }
  const PlacedConvex& support() const { return support_; }
  const Bounds& bounds() const { return bounds_; }
  // Lower bounds of the distance to what is in a box, and to a triangle.
  double gap(const TriNode& node) const {
    const double along = boxGap(node.center - bounds_.center(), node.half + 0.5 * bounds_.size());
    return std::max(along, boxGap(box_r_mesh_ * (node.center - center_), half_ + abs_ * node.half));
  }
  double gap(const TriMesh& mesh, const geometry::Triangle& t) const {
    const auto inBox = [&](std::uint32_t v) { return Vec3(box_r_mesh_ * (mesh.vertices()[v] - center_)); };
    const TriBox box(inBox(t[0]), inBox(t[1]), inBox(t[2]));
    return boxGap(box.center, half_ + box.half);
  }

 private:
  PlacedConvex support_;
  Bounds bounds_;
  Eigen::Matrix3d box_r_mesh_, abs_;
  Vec3 center_, half_;  // of its own box; center in the mesh's frame
};

// A mesh against a convex body. Results: a is the mesh.
void meshAgainstConvex(const TriMesh& mesh, const ConvexInMesh& convex, DistanceSearch& s) {
  const auto gap = [&](std::uint32_t n) { return convex.gap(mesh.nodes()[n]); };
  std::vector<std::pair<double, std::uint32_t>> stack{{gap(0), 0}};
  while (!stack.empty() && !s.done) {
    const auto [bound, index] = stack.back();
    stack.pop_back();
    if (bound > s.reach()) continue;
    const TriNode& node = mesh.nodes()[index];
    if (node.count == 0) {
      std::pair<double, std::uint32_t> near{gap(node.first), node.first}, far{gap(node.first + 1), node.first + 1};
      if (near.first > far.first) std::swap(near, far);
      stack.push_back(far);
      stack.push_back(near);
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count && !s.done; ++i) {
      if (convex.gap(mesh, mesh.triangles()[i]) > s.reach()) continue;
      s.offer(convexDistance(triangle(mesh, i), convex.support(), s.reach(), s.query.enough));
    }
  }
}

void leafPairs(const TriMesh& a, const TriNode& na, const TriMesh& b, const TriNode& nb, const Relative& rel,
               DistanceSearch& s) {
  for (std::uint32_t j = nb.first; j < nb.first + nb.count && !s.done; ++j) {
    const auto& t = b.triangles()[j];
    const Vec3 v[3] = {rel.map(b.vertices()[t[0]]), rel.map(b.vertices()[t[1]]), rel.map(b.vertices()[t[2]])};
    const TriangleSupport second(v[0], v[1], v[2]);
    const TriBox box(v[0], v[1], v[2]);
    if (boxGap(box.center - na.center, box.half + na.half) > s.reach()) continue;
    for (std::uint32_t i = na.first; i < na.first + na.count && !s.done; ++i) {
      const auto& u = a.triangles()[i];
      const TriBox own(a.vertices()[u[0]], a.vertices()[u[1]], a.vertices()[u[2]]);
      if (boxGap(box.center - own.center, box.half + own.half) > s.reach()) continue;
      s.offer(convexDistance(triangle(a, i), second, s.reach(), s.query.enough));
    }
  }
}

void meshAgainstMesh(const TriMesh& a, const TriMesh& b, const Relative& rel, DistanceSearch& s) {
  struct Visit {
    double bound;
    std::uint32_t a, b;
  };
  std::vector<Visit> stack{{rel.gap(a.nodes()[0], b.nodes()[0]), 0, 0}};
  while (!stack.empty() && !s.done) {
    const Visit visit = stack.back();
    stack.pop_back();
    if (visit.bound > s.reach()) continue;
    const TriNode &na = a.nodes()[visit.a], &nb = b.nodes()[visit.b];
    if (na.count > 0 && nb.count > 0) {
      leafPairs(a, na, b, nb, rel, s);
      continue;
    }
    const bool split_a = nb.count > 0 || (na.count == 0 && na.half.squaredNorm() >= nb.half.squaredNorm());
    const auto kid = [&](std::uint32_t k) {
      const std::uint32_t ka = split_a ? na.first + k : visit.a, kb = split_a ? visit.b : nb.first + k;
      return Visit{rel.gap(a.nodes()[ka], b.nodes()[kb]), ka, kb};
    };
    Visit near = kid(0), far = kid(1);
    if (near.bound > far.bound) std::swap(near, far);
    stack.push_back(far);
    stack.push_back(near);
  }
}

// How deep a ball lies in a closed mesh that its center is in: as far as it must move to leave it, at least.
ConvexDistance ballDepth(const TriMesh& mesh, const Vec3& center, double radius) {
  DistanceSearch s;
  const ConvexShape point(geometry::Sphere{1e-12}, Eigen::Affine3d(Eigen::Translation3d(center)));
  meshAgainstConvex(mesh, ConvexInMesh(point, Pose()), s);
  s.best.distance = -std::max(0.0, s.best.distance) - radius;
  // The mesh (a) is left through its nearest point: it must move away from there.
  s.best.normal = -s.best.normal;
  s.best.b = center - radius * s.best.normal;
  return s.best;
}

// How deep a point lies in a closed mesh: its distance to the surface.
ConvexDistance pointDepth(const TriMesh& mesh, const Vec3& p) { return ballDepth(mesh, p, 0.0); }

// Points of a body that lie in a closed mesh; `points` in the mesh's frame. Results: a is the mesh.
template <typename PointAt>
void sunkenPoints(const TriMesh& mesh, std::size_t count, const PointAt& pointAt, DistanceSearch& s) {
  if (!mesh.closed()) return;
  const std::size_t step = std::max<std::size_t>(1, count / kMaxSamples);
  for (std::size_t i = 0; i < count && !s.done; i += step) {
    const Vec3 p = pointAt(i);
    if (mesh.inside(p)) s.offer(pointDepth(mesh, p));
  }
}

// Where the surfaces of both lie in each other, what is within b tells whether it is within a.
void sunkenInside(const TriMesh& a, const TriMesh& b, const Pose& a_t_b, DistanceSearch& s) {
  const auto& inner = b.innerPoints();
  sunkenPoints(
      a, inner.size(), [&](std::size_t i) { return a_t_b * inner[i]; }, s);
  if (b.closed()) return;
  const auto middle = [&](std::size_t i) {
    const auto& t = b.triangles()[i];
    return a_t_b * Vec3((b.vertices()[t[0]] + b.vertices()[t[1]] + b.vertices()[t[2]]) / 3.0);
  };
  sunkenPoints(a, b.triangles().size(), middle, s);
}

ConvexDistance swapped(ConvexDistance d) {
  std::swap(d.a, d.b);
  d.normal = -d.normal;
  return d;
}

ConvexDistance toFrame(ConvexDistance d, const Pose& frame_t_a) {
  d.a = frame_t_a * d.a;
  d.b = frame_t_a * d.b;
  d.normal = frame_t_a.q * d.normal;
  return d;
}

bool boxesMeet(const Bounds& a, const Bounds& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

// The ball about the center that a convex body holds.
double innerRadius(const ConvexShape& convex) {
  if (convex.isBall()) return convex.radius();
  const double depth = convexDistance(PointSupport(convex.center()), ConvexSupport(convex)).distance;
  return std::isfinite(depth) ? std::max(0.0, -depth) : 0.0;
}

// Points within a convex body at places, some of them just below its surface.
void sunkenInside(const TriMesh& mesh, const ConvexShape& convex, const Pose& mesh_t_convex, DistanceSearch& s) {
  constexpr std::size_t kMostInner = 32;
  const auto& samples = convex.samples();
  const std::size_t step = std::max<std::size_t>(1, samples.size() / kMostInner);
  for (const double share : {0.5, 0.9}) {
    for (std::size_t i = 0; i < samples.size() && !s.done; i += step) {
      const Vec3 p = mesh_t_convex * Vec3(convex.center() + share * (samples[i] - convex.center()));
      if (mesh.inside(p)) s.offer(pointDepth(mesh, p));
    }
  }
}

// Mesh a with a convex b, result in a's frame. Whole search, so that depths and enclosure are seen.
ConvexDistance meshConvex(const TriMesh& mesh, const ConvexShape& convex, const Pose& mesh_t_convex,
                          const DistanceQuery& q) {
  DistanceSearch s{q, {}, 0, false};
  const ConvexInMesh placed(convex, mesh_t_convex);
  meshAgainstConvex(mesh, placed, s);
  if (s.done || !boxesMeet(mesh.bounds(), placed.bounds())) return s.best;
  // Where the surfaces do not meet, the body is wholly inside or wholly outside.
  const Vec3 center = mesh_t_convex * convex.center();
  if (mesh.inside(center)) s.offer(ballDepth(mesh, center, innerRadius(convex)));
  if (s.best.distance > 0.0 || s.done || !mesh.closed()) return s.best;
  sunkenPoints(
      mesh, convex.samples().size(), [&](std::size_t i) { return mesh_t_convex * convex.samples()[i]; }, s);
  sunkenInside(mesh, convex, mesh_t_convex, s);
  return s.best;
}

// Enclosure of b's pieces in a when the surfaces do not meet.
void enclosedPieces(const TriMesh& a, const TriMesh& b, const Pose& a_t_b, DistanceSearch& s) {
  if (!a.closed()) return;
  for (const auto v : b.pieceVertices()) {
    const Vec3 p = a_t_b * b.vertices()[v];
    if (!s.done && a.inside(p)) s.offer(pointDepth(a, p));
  }
  if (s.best.distance < 0.0) sunkenInside(a, b, a_t_b, s);
}

ConvexDistance meshMesh(const TriMesh& a, const TriMesh& b, const Pose& a_t_b, const DistanceQuery& q) {
  DistanceSearch s{q, {}, 0, false};
  meshAgainstMesh(a, b, Relative(a_t_b), s);
  if (s.done) return s.best;
  const Pose b_t_a = a_t_b.inverse();
  DistanceSearch in_a{q, {}, 0, false}, in_b{q, {}, 0, false};
  if (s.best.distance > 0.0) {
    enclosedPieces(a, b, a_t_b, in_a);
    if (!in_a.done) enclosedPieces(b, a, b_t_a, in_b);
  } else {
    sunkenPoints(
        a, b.vertices().size(), [&](std::size_t i) { return a_t_b * b.vertices()[i]; }, in_a);
    if (!in_a.done)
      sunkenPoints(
          b, a.vertices().size(), [&](std::size_t i) { return b_t_a * a.vertices()[i]; }, in_b);
    if (!in_a.done && !in_b.done) sunkenInside(a, b, a_t_b, in_a);
    if (!in_a.done && !in_b.done) sunkenInside(b, a, b_t_a, in_b);
  }
  if (in_a.best.distance < s.best.distance) s.best = in_a.best;
  if (in_b.best.distance < s.best.distance) s.best = swapped(toFrame(in_b.best, a_t_b));
  return s.best;
}

ConvexDistance convexConvex(const Piece& a, const Piece& b, const Pose& a_t_b, const DistanceQuery& q) {
  return convexDistance(ConvexSupport(*a.convex), PlacedConvex(*b.convex, a_t_b), q.beyond, q.enough);
}

ConvexDistance meshConvexPieces(const Piece& a, const Piece& b, const Pose& a_t_b, const DistanceQuery& q) {
  return meshConvex(*a.mesh, *b.convex, a_t_b, q);
}

ConvexDistance meshMeshPieces(const Piece& a, const Piece& b, const Pose& a_t_b, const DistanceQuery& q) {
  return meshMesh(*a.mesh, *b.mesh, a_t_b, q);
}

constexpr NarrowRow kNarrowRows[] = {
    {"convex_convex", PieceKind::kConvex, PieceKind::kConvex, &convexConvex},
    {"mesh_convex", PieceKind::kMesh, PieceKind::kConvex, &meshConvexPieces},
    {"mesh_mesh", PieceKind::kMesh, PieceKind::kMesh, &meshMeshPieces},
};

// The row of each pair of kinds, and whether its sides are the other way round.
struct NarrowCell {
  const NarrowRow* row = nullptr;
  bool turned = false;
};
using NarrowCells = std::array<std::array<NarrowCell, kPieceKinds>, kPieceKinds>;

constexpr NarrowCells narrowCells() {
  NarrowCells out{};
  for (const NarrowRow& row : kNarrowRows) {
    const auto a = static_cast<std::size_t>(row.a), b = static_cast<std::size_t>(row.b);
    if (a != b) out[b][a] = {&row, true};
    out[a][b] = {&row, false};
  }
  return out;
}
constexpr NarrowCells kNarrowCells = narrowCells();

constexpr bool everyPairHasARow() {
  for (const auto& line : kNarrowCells) {
    for (const NarrowCell& cell : line) {
      if (!cell.row) return false;
    }
  }
  return true;
}
static_assert(everyPairHasARow());

ConvexDistance pieceDistance(const Piece& a, const Pose& frame_t_a, const Piece& b, const Pose& frame_t_b,
                             const DistanceQuery& q) {
  const NarrowCell cell = kNarrowCells[static_cast<std::size_t>(a.kind())][static_cast<std::size_t>(b.kind())];
  // What is too far apart is not looked at any further.
  if (cell.turned) {
    const ConvexDistance d = cell.row->distance(b, a, frame_t_b.inverse() * frame_t_a, q);
    return d.distance > q.beyond ? d : swapped(toFrame(d, frame_t_b));
  }
  const ConvexDistance d = cell.row->distance(a, b, frame_t_a.inverse() * frame_t_b, q);
  return d.distance > q.beyond ? d : toFrame(d, frame_t_a);
}

Bounds placedBounds(const Bounds& bounds, const Pose& frame_t_body) {
  const Eigen::Matrix3d r = frame_t_body.q.toRotationMatrix().cwiseAbs();
  const Vec3 c = frame_t_body * bounds.center(), h = r * (0.5 * bounds.size());
  Bounds out;
  out.min = c - h;
  out.max = c + h;
  return out;
}

struct PiecePair {
  double gap = 0.0;  // of their boxes
  std::uint32_t a = 0, b = 0;
};

// Pairs of pieces whose boxes are no farther apart, the nearest first: with what these say the others mostly need no
// look.
std::vector<PiecePair> piecesByGap(const BodyShape& a, const Pose& frame_t_a, const BodyShape& b, const Pose& frame_t_b,
                                   double beyond) {
  std::vector<Bounds> boxes_b;
  boxes_b.reserve(b.pieces.size());
  for (const Piece& piece : b.pieces) boxes_b.push_back(placedBounds(piece.bounds, frame_t_b));
  std::vector<PiecePair> out;
  for (std::uint32_t i = 0; i < a.pieces.size(); ++i) {
    const Bounds box = placedBounds(a.pieces[i].bounds, frame_t_a);
    for (std::uint32_t k = 0; k < boxes_b.size(); ++k) {
      const double gap = boxGap(box.center() - boxes_b[k].center(), 0.5 * (box.size() + boxes_b[k].size()));
      if (!(gap > beyond)) out.push_back({gap, i, k});
    }
  }
  std::ranges::stable_sort(out, {}, &PiecePair::gap);
  return out;
}

}  // namespace

double surfaceDistance(const TriMesh& mesh, const Vec3& p) { return -pointDepth(mesh, p).distance; }

std::span<const NarrowRow> narrowRows() { return kNarrowRows; }

ConvexDistance bodyDistance(const BodyShape& a, const Pose& frame_t_a, const BodyShape& b, const Pose& frame_t_b,
                            const DistanceQuery& query) {
  if (a.pieces.size() == 1 && b.pieces.size() == 1) {
    const auto d = pieceDistance(a.pieces[0], frame_t_a, b.pieces[0], frame_t_b, query);
    return d.distance > query.beyond ? ConvexDistance() : d;
  }
  ConvexDistance best;
  DistanceQuery q = query;
  for (const PiecePair& pair : piecesByGap(a, frame_t_a, b, frame_t_b, query.beyond)) {
    if (pair.gap > q.beyond) break;
    const auto d = pieceDistance(a.pieces[pair.a], frame_t_a, b.pieces[pair.b], frame_t_b, q);
    if (d.distance > q.beyond || d.distance >= best.distance) continue;
    best = d;
    q.beyond = std::min(q.beyond, std::max(0.0, d.distance));
    if (best.distance < query.enough) return best;
  }
  return best;
}

}  // namespace ww::collision
