// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/geometry/features/round_patch.h"
#include "core/geometry/weld.h"

namespace ww::geometry::features {
namespace {

constexpr double kFlat = 0.9999;             // cosine, 0.8 degrees: one plane
constexpr double kSmooth = 0.64;             // cosine, 50 degrees: one curved surface
constexpr double kMostError = 0.02;          // of the radius
constexpr double kLeastShare = 1e-3;         // of the whole surface, for a plane
constexpr std::size_t kLeastTriangles = 16;  // eight facets around

class Sets {
 public:
  explicit Sets(std::size_t n) : above_(n) { std::iota(above_.begin(), above_.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (above_[i] != i) i = above_[i] = above_[above_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) { above_[find(a)] = find(b); }

 private:
  std::vector<std::uint32_t> above_;
};

using FacetGroups = std::map<std::uint32_t, std::vector<std::uint32_t>>;

class Fit {
 public:
  Fit(const Mesh& mesh, FeatureSet& out) : mesh_(mesh), out_(out) {}

  void run() {
    measure();
    findNeighbours();
    const FacetGroups flats = grouped([this](std::uint32_t a, std::uint32_t b) { return cosine(a, b) > kFlat; });
    const FacetGroups curved = grouped([this](std::uint32_t a, std::uint32_t b) { return cosine(a, b) > kSmooth; });
    std::vector<RoundPatch> patches;
    for (const auto& [root, triangles] : curved) {
      RoundPatch patch = cylinderOf(triangles);
      if (patch.radius > 0.0) patches.push_back(std::move(patch));
    }
    addRound(std::move(patches), out_);
    for (const auto& [root, triangles] : flats) addPlane(triangles);
  }

 private:
  void measure() {
    const std::size_t n = mesh_.triangles.size();
    normals_.resize(n);
    areas_.resize(n);
    for (std::size_t t = 0; t < n; ++t) {
      const auto& c = mesh_.triangles[t];
      const Vec3 across_both =
          (mesh_.vertices[c[1]] - mesh_.vertices[c[0]]).cross(mesh_.vertices[c[2]] - mesh_.vertices[c[0]]);
      areas_[t] = 0.5 * across_both.norm();
      normals_[t] = areas_[t] > 0.0 ? Vec3(across_both / (2.0 * areas_[t])) : Vec3(Vec3::Zero());
      whole_area_ += areas_[t];
    }
  }

  double cosine(std::uint32_t a, std::uint32_t b) const { return normals_[a].dot(normals_[b]); }

  void findNeighbours() {
    const std::vector<std::uint32_t> corner = weld(mesh_.vertices);
    struct Side {
      std::uint64_t edge;
      std::uint32_t triangle;
    };
    std::vector<Side> sides;
    sides.reserve(3 * mesh_.triangles.size());
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
      for (int i = 0; i < 3; ++i) {
        const auto [a, b] = std::minmax(corner[mesh_.triangles[t][i]], corner[mesh_.triangles[t][(i + 1) % 3]]);
        sides.push_back({std::uint64_t{a} << 32 | b, t});
      }
    }
    std::ranges::sort(sides, {}, [](const Side& s) { return std::pair(s.edge, s.triangle); });
    for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
      if (sides[i].edge == sides[i + 1].edge) neighbours_.emplace_back(sides[i].triangle, sides[i + 1].triangle);
    }
  }

  template <typename Together>
  FacetGroups grouped(Together&& together) const {
    Sets sets(mesh_.triangles.size());
    for (const auto& [a, b] : neighbours_) {
      if (together(a, b)) sets.join(a, b);
    }
    FacetGroups out;
    for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
      if (areas_[t] > 0.0) out[sets.find(t)].push_back(t);
    }
    return out;
  }

  // The normals of a cylinder lie across its axis. Null when those of the triangles do not.
  Vec3 axisOf(const std::vector<std::uint32_t>& triangles) const {
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (const std::uint32_t t : triangles) spread += areas_[t] * normals_[t] * normals_[t].transpose();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(spread);
    const Vec3 values = solver.eigenvalues();  // ascending
    if (values[0] > 1e-4 * values[2] || values[1] < 0.05 * values[2]) return Vec3::Zero();
    return canonical(solver.eigenvectors().col(0));
  }

  std::vector<std::uint32_t> cornersOf(const std::vector<std::uint32_t>& triangles) const {
    std::vector<std::uint32_t> out;
    for (const std::uint32_t t : triangles) out.insert(out.end(), mesh_.triangles[t].begin(), mesh_.triangles[t].end());
    std::ranges::sort(out);
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }

  // The circle that fits best across the axis (Kasa 1976).
  void fitCircle(const std::vector<std::uint32_t>& corners, RoundPatch& patch) const {
    const Vec3 x = across(patch.axis), y = patch.axis.cross(x), base = mesh_.vertices[corners.front()];
    Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
    Vec3 b = Vec3::Zero();
    for (const std::uint32_t v : corners) {
      const Vec3 d = mesh_.vertices[v] - base;
      const Vec3 row(d.dot(x), d.dot(y), 1.0);
      a += row * row.transpose();
      b += row * (row[0] * row[0] + row[1] * row[1]);
    }
    const Vec3 s = a.ldlt().solve(b);
    const double squared = s[2] + 0.25 * (s[0] * s[0] + s[1] * s[1]);
    if (!s.allFinite() || !(squared > 0.0)) return;
    patch.p = base + 0.5 * (s[0] * x + s[1] * y);
    patch.radius = std::sqrt(squared);
  }

  // How far a point lies from the surface of the cylinder.
  static double offSurface(const RoundPatch& patch, const Vec3& q) {
    const Vec3 d = q - patch.p;
    return std::abs((d - patch.axis * patch.axis.dot(d)).norm() - patch.radius);
  }

  // Radius 0 when the triangles are no piece of a cylinder.
  RoundPatch cylinderOf(const std::vector<std::uint32_t>& triangles) const {
    RoundPatch patch;
    if (triangles.size() < kLeastTriangles) return {};
    patch.axis = axisOf(triangles);
    if (patch.axis.isZero()) return {};
    const std::vector<std::uint32_t> corners = cornersOf(triangles);
    fitCircle(corners, patch);
    if (!(patch.radius > 0.0)) return {};
    patch.low = patch.high = patch.axis.dot(mesh_.vertices[corners.front()] - patch.p);
    for (const std::uint32_t v : corners) {
      const Vec3& q = mesh_.vertices[v];
      patch.error = std::max(patch.error, offSurface(patch, q));
      const double along = patch.axis.dot(q - patch.p);
      patch.low = std::min(patch.low, along);
      patch.high = std::max(patch.high, along);
      patch.angles.push_back(angleAbout(patch, q));
    }
    if (patch.error > kMostError * patch.radius) return {};
    patch.triangles = triangles;
    // Between its corners a facet lies within the circle.
    for (const std::uint32_t t : triangles) {
      const auto& c = mesh_.triangles[t];
      const Vec3& first = mesh_.vertices[c[0]];
      for (const Vec3& middle :
           {Vec3(0.5 * (first + mesh_.vertices[c[1]])), Vec3(0.5 * (first + mesh_.vertices[c[2]]))})
        patch.error = std::max(patch.error, offSurface(patch, middle));
    }
    patch.inner = looksInward(mesh_, patch);
    return patch;
  }

  void addPlane(const std::vector<std::uint32_t>& triangles) {
    Feature f;
    f.kind = Feature::Kind::kPlane;
    Vec3 normal = Vec3::Zero(), sum = Vec3::Zero();
    for (const std::uint32_t t : triangles) {
      if (out_.of_triangle[t] != FeatureSet::kNone) return;
      const auto& c = mesh_.triangles[t];
      f.area += areas_[t];
      normal += areas_[t] * normals_[t];
      sum += areas_[t] * (mesh_.vertices[c[0]] + mesh_.vertices[c[1]] + mesh_.vertices[c[2]]) / 3.0;
    }
    if (f.area < kLeastShare * whole_area_ || normal.isZero()) return;
    f.center = sum / f.area;
    f.axis = normal.normalized();
    f.along = across(f.axis);
    for (const std::uint32_t t : triangles)
      for (const std::uint32_t v : mesh_.triangles[t])
        f.error = std::max(f.error, std::abs(f.axis.dot(mesh_.vertices[v] - f.center)));
    if (f.error > kMostError * std::sqrt(f.area)) return;  // bent little by little
    out_.features.push_back(f);
    for (const std::uint32_t t : triangles) out_.of_triangle[t] = static_cast<std::int32_t>(out_.features.size()) - 1;
  }

  const Mesh& mesh_;
  FeatureSet& out_;
  std::vector<Vec3> normals_;
  std::vector<double> areas_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> neighbours_;
  double whole_area_ = 0.0;
};

}  // namespace

void addFittedFaces(const Mesh& mesh, FeatureSet& out) { Fit(mesh, out).run(); }

}  // namespace ww::geometry::features
