// SPDX-License-Identifier: Apache-2.0
#include "core/geometry/simplify.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/geometry/bvh.h"
#include "core/geometry/weld.h"

namespace ww::geometry {
namespace {

constexpr std::uint32_t kNoVertex = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kMeasured = 2'000;  // points of a level
constexpr double kBetween = 1.5;          // what lies between them may be so much farther
constexpr double kLeastGain = 0.75;       // a level with more of the triangles is not worth its memory
constexpr double kAnyError = 0.2;         // of the mesh's extent: beyond it nothing looks alike
constexpr std::size_t kFewest = 12;       // indices: of a tetrahedron; a patch of no more stays as it is

using Indices = std::vector<unsigned>;

// The triangles of one colour.
struct ColorPatch {
  bool colored = false;
  Color color;
  Indices indices;  // of welded points
};

// The fine mesh as the simplifier wants it: points joined, floats about the centre.
class CoarseMaker {
 public:
  explicit CoarseMaker(const Mesh& mesh) : mesh_(mesh), same_(weld(mesh.vertices)) {
    const Bounds bounds = mesh.bounds();
    const Vec3 centre = bounds.empty() ? Vec3(Vec3::Zero()) : bounds.center();
    // Each place once: the simplifier takes others there for seams, whether triangles use them or not, and leaves them.
    std::vector<unsigned> point_of(mesh.vertices.size());
    for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) {
      if (same_[v] != v) continue;
      point_of[v] = static_cast<unsigned>(vertex_.size());
      vertex_.push_back(v);
      for (int k = 0; k < 3; ++k) points_.push_back(static_cast<float>(mesh.vertices[v][k] - centre[k]));
    }
    scale_ = meshopt_simplifyScale(points_.data(), vertex_.size(), kStride);
    findPatches(point_of);
    listWedges();
  }

  std::size_t triangles() const {
    std::size_t all = 0;
    for (const ColorPatch& p : patches_) all += p.indices.size() / 3;
    return all;
  }

  double scale() const { return scale_; }  // what errors are fractions of, metres

  // Brings all patches down to about a share of their triangles, unless the error grows beyond that; the error of it
  // in metres.
  double reduce(double share, double most_error_m) {
    const float most = scale_ > 0.0f ? static_cast<float>(most_error_m / static_cast<double>(scale_)) : 0.0f;
    double worst = 0.0;
    for (ColorPatch& p : patches_) {
      if (p.indices.size() <= kFewest) continue;
      const std::size_t triangles = p.indices.size() / 3;
      const auto target = static_cast<std::size_t>(share * static_cast<double>(triangles)) * 3;
      Indices out(p.indices.size());
      float error = 0.0f;
      // Where colours meet, the points stay: no crack opens between them.
      const unsigned options = patches_.size() > 1 ? unsigned{meshopt_SimplifyLockBorder} : 0u;
      const std::size_t count =
          meshopt_simplify(out.data(), p.indices.data(), p.indices.size(), points_.data(), vertex_.size(), kStride,
                           std::max(target, kFewest), most, options, &error);
      out.resize(count);
      p.indices = std::move(out);
      worst = std::max(worst, static_cast<double>(error * scale_));
    }
    return worst;
  }

  Mesh build() const {
    Mesh out;
    std::vector<std::uint32_t> made(mesh_.vertices.size(), kNoVertex);
    for (const ColorPatch& p : patches_) {
      if (p.indices.empty()) continue;
      Indices ordered(p.indices.size());
      meshopt_optimizeVertexCache(ordered.data(), p.indices.data(), p.indices.size(), vertex_.size());
      const auto first = static_cast<std::uint32_t>(out.triangles.size());
      for (std::size_t i = 0; i + 2 < ordered.size(); i += 3) addTriangle(&ordered[i], made, out);
      if (p.colored) {
        const auto count = static_cast<std::uint32_t>(out.triangles.size()) - first;
        out.colors.push_back({first, count, p.color});
      }
    }
    return out;
  }

 private:
  static constexpr std::size_t kStride = 3 * sizeof(float);

  void findPatches(const std::vector<unsigned>& point_of) {
    std::vector<int> patch_of(mesh_.triangles.size(), -1);
    std::unordered_map<std::uint64_t, int> by_color;
    for (const ColorRun& run : mesh_.colors) {
      std::uint64_t key = 0;
      for (const float x : {run.color.r, run.color.g, run.color.b, run.color.a})
        key = key << 16 | static_cast<std::uint64_t>(std::lround(65535.0f * std::clamp(x, 0.0f, 1.0f)));
      const auto [it, fresh] = by_color.try_emplace(key, static_cast<int>(patches_.size()));
      if (fresh) patches_.push_back({true, run.color, {}});
      for (std::uint32_t t = run.first; t < run.first + run.count; ++t) patch_of[t] = it->second;
    }
    const int plain = static_cast<int>(patches_.size());
    patches_.push_back({});
    for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
      const Triangle& v = mesh_.triangles[t];
      const unsigned a = point_of[same_[v[0]]], b = point_of[same_[v[1]]], c = point_of[same_[v[2]]];
      if (a == b || b == c || c == a) continue;
      Indices& indices = patches_[static_cast<std::size_t>(patch_of[t] < 0 ? plain : patch_of[t])].indices;
      indices.insert(indices.end(), {a, b, c});
    }
    std::erase_if(patches_, [](const ColorPatch& p) { return p.indices.empty(); });
  }

  // The vertices at each joined point: they differ in their normals.
  void listWedges() {
    if (mesh_.normals.empty()) return;
    next_.assign(mesh_.vertices.size(), kNoVertex);
    for (std::uint32_t v = 0; v < mesh_.vertices.size(); ++v) {
      if (same_[v] == v) continue;
      next_[v] = next_[same_[v]];
      next_[same_[v]] = v;
    }
  }

  void addTriangle(const unsigned* points, std::vector<std::uint32_t>& made, Mesh& out) const {
    Triangle t{};
    const auto at = [&](int k) -> const Vec3& { return mesh_.vertices[vertex_[points[k]]]; };
    const Vec3 normal = (at(1) - at(0)).cross(at(2) - at(0)).normalized();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = wedge(vertex_[points[k]], normal);
      if (made[v] == kNoVertex) {
        made[v] = static_cast<std::uint32_t>(out.vertices.size());
        out.vertices.push_back(mesh_.vertices[v]);
        if (!mesh_.normals.empty()) out.normals.push_back(mesh_.normals[v]);
      }
      t[k] = made[v];
    }
    out.triangles.push_back(t);
  }

  // The vertex at a point whose normal suits a triangle best.
  std::uint32_t wedge(std::uint32_t point, const Vec3& normal) const {
    if (mesh_.normals.empty()) return point;
    std::uint32_t best = point;
    double most = -2.0;
    for (std::uint32_t v = point; v != kNoVertex; v = next_[v]) {
      const double like = mesh_.normals[v].cast<double>().dot(normal);
      if (like > most) most = like, best = v;
    }
    return best;
  }

  const Mesh& mesh_;
  std::vector<std::uint32_t> same_, next_;
  std::vector<std::uint32_t> vertex_;  // of each point, the first there
  std::vector<float> points_;
  float scale_ = 1.0f;
  std::vector<ColorPatch> patches_;
};

// The nearest point of a triangle, by the region of its plane that the point stands over.
double squaredDistance(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 corner[3] = {a, b, c};
  const Vec3 normal = (b - a).cross(c - a);
  const double area = normal.squaredNorm();
  bool over = area > 0.0;
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Vec3 &from = corner[k], edge = corner[(k + 1) % 3] - from;
    over = over && normal.cross(edge).dot(p - from) >= 0.0;
    const double length = edge.squaredNorm();
    const double t = length > 0.0 ? std::clamp((p - from).dot(edge) / length, 0.0, 1.0) : 0.0;
    best = std::min(best, (p - from - t * edge).squaredNorm());
  }
  if (!over) return best;
  const double height = normal.dot(p - a);
  return height * height / area;
}

double nearestTo(const Vec3& p, const TriangleBvh& tree, double reach) {
  const Mesh& mesh = *tree.mesh();
  for (;; reach *= 3.0) {
    HalfSpace box[6];
    for (int k = 0; k < 6; ++k) {
      box[k].normal = (k % 2 ? 1.0 : -1.0) * Vec3::Unit(k / 2);
      box[k].offset = box[k].normal.dot(p) + reach;
    }
    double best = std::numeric_limits<double>::infinity();
    tree.forEachInConvex(box, [&](std::uint32_t t, Overlap) {
      const Triangle& v = mesh.triangles[t];
      best = std::min(best, squaredDistance(p, mesh.vertices[v[0]], mesh.vertices[v[1]], mesh.vertices[v[2]]));
      return true;
    });
    if (best <= reach * reach) return std::sqrt(best);
  }
}

}  // namespace

double distanceBetween(const Mesh& fine, const MeshPtr& coarse, std::size_t samples, double near) {
  if (fine.vertices.empty() || coarse->triangles.empty() || samples == 0) return 0.0;
  const TriangleBvh tree(coarse);
  const double least = 1e-6 * (fine.bounds().max - fine.bounds().min).norm();
  const std::size_t step = std::max<std::size_t>(1, fine.vertices.size() / samples);
  double worst = 0.0;
  for (std::size_t i = 0; i < fine.vertices.size(); i += step)
    worst = std::max(worst, nearestTo(fine.vertices[i], tree, std::max({near, least, 1e-12})));
  return worst;
}

Mesh reduced(const Mesh& mesh, const Reduction& reduction) {
  CoarseMaker maker(mesh);
  maker.reduce(reduction.share, reduction.error_m);
  return maker.build();
}

std::vector<CoarseMesh> coarseLevels(const Mesh& mesh, const CoarseOptions& options, std::stop_token stop) {
  std::vector<CoarseMesh> levels;
  if (mesh.triangles.size() <= options.fewest) return levels;
  CoarseMaker maker(mesh);
  double estimated = 0.0;
  std::size_t last = mesh.triangles.size();
  while (levels.size() < options.levels && last > options.fewest && !stop.stop_requested()) {
    estimated += maker.reduce(1.0 / options.step, kAnyError * maker.scale());
    const std::size_t now = maker.triangles();
    if (now == 0 || static_cast<double>(now) > kLeastGain * static_cast<double>(last)) break;
    if (stop.stop_requested()) break;
    const auto built = std::make_shared<const Mesh>(maker.build());
    const double before = levels.empty() ? 0.0 : levels.back().error;
    const double measured = kBetween * distanceBetween(mesh, built, kMeasured, 0.5 * estimated);
    levels.push_back({built, std::max({measured, estimated, before})});
    last = now;
  }
  return levels;
}

}  // namespace ww::geometry
