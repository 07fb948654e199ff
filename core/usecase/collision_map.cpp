// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/collision_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/geometry/collision/surface_distance.h"
#include "core/geometry/failures.h"
#include "core/geometry/mesh_edit.h"

namespace ww::usecase {
namespace {

using Corners = std::array<Vec3, 3>;

constexpr std::size_t kWantedPieces = 6'000;    // about so many triangles of a map
constexpr std::size_t kMostPieces = 24'000;     // no more are divided
constexpr std::size_t kMostTriangles = 60'000;  // a surface of more is shown by fewer
constexpr double kBefore = 1e-3;                // of its size, that a map stands before its surface
constexpr double kLeastSeen = 1e-3;             // of its size: less is no difference to look at
constexpr std::size_t kStopEvery = 256;

// A triangle of the picture, and the triangle of the surface that it is shown for.
struct Piece {
  Corners shown, own;
  Vec3 middle() const { return (own[0] + own[1] + own[2]) / 3.0; }
};

double areaOf(const Corners& c) { return 0.5 * (c[1] - c[0]).cross(c[2] - c[0]).norm(); }

Corners cornersOf(const geometry::Mesh& mesh, const geometry::Triangle& t) {
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

std::vector<Piece> wholePieces(const geometry::Mesh& mesh) {
  std::vector<Piece> out;
  out.reserve(mesh.triangles.size());
  for (const geometry::Triangle& t : mesh.triangles) out.push_back({cornersOf(mesh, t), cornersOf(mesh, t)});
  return out;
}

// One vertex of each cell of a grid stands for all in it; what has its corners in three cells stays, once.
class FewerPieces {
 public:
  FewerPieces(const geometry::Mesh& mesh, double cell) : mesh_(mesh), low_(mesh.bounds().min), cell_(cell) {}

  std::vector<Piece> make() {
    std::vector<std::uint32_t> first;
    first.reserve(mesh_.vertices.size());
    for (std::uint32_t i = 0; i < mesh_.vertices.size(); ++i)
      first.push_back(cells_.try_emplace(keyOf(mesh_.vertices[i]), i).first->second);
    std::vector<Piece> out;
    std::set<std::array<std::uint32_t, 3>> known;
    for (const geometry::Triangle& t : mesh_.triangles) {
      std::array<std::uint32_t, 3> at{first[t[0]], first[t[1]], first[t[2]]};
      if (at[0] == at[1] || at[1] == at[2] || at[2] == at[0]) continue;
      const Corners shown{mesh_.vertices[at[0]], mesh_.vertices[at[1]], mesh_.vertices[at[2]]};
      std::rotate(at.begin(), std::ranges::min_element(at), at.end());  // the same with its back is another one
      if (known.insert(at).second) out.push_back({shown, cornersOf(mesh_, t)});
    }
    return out;
  }

 private:
  std::uint64_t keyOf(const Vec3& p) const {
    constexpr int kBits = 21;
    std::uint64_t key = 0;
    for (int i = 0; i < 3; ++i) key = key << kBits | static_cast<std::uint64_t>((p[i] - low_[i]) / cell_);
    return key;
  }

  const geometry::Mesh& mesh_;
  Vec3 low_;
  double cell_;
  std::unordered_map<std::uint64_t, std::uint32_t> cells_;  // to their first vertex
};

// Halves at the longest edge until none is longer.
std::vector<Piece> divided(std::vector<Piece> open, double longest) {
  std::vector<Piece> out;
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    std::size_t from = 0;
    double most = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double length = (piece.shown[(i + 1) % 3] - piece.shown[i]).norm();
      if (length > most) most = length, from = i;
    }
    if (most <= longest || out.size() + open.size() >= kMostPieces) {
      out.push_back(piece);
      continue;
    }
    const std::size_t to = (from + 1) % 3, tip = (from + 2) % 3;
    const auto halves = [&](const Corners& c) -> std::pair<Corners, Corners> {
      const Vec3 middle = 0.5 * (c[from] + c[to]);
      return {{c[from], middle, c[tip]}, {middle, c[to], c[tip]}};
    };
    const auto shown = halves(piece.shown), own = halves(piece.own);
    open.push_back({shown.first, own.first});
    open.push_back({shown.second, own.second});
  }
  return out;
}

// Few enough for a picture, and small enough.
std::vector<Piece> pieced(const geometry::Mesh& mesh) {
  double area = 0.0;
  for (const geometry::Triangle& t : mesh.triangles) area += areaOf(cornersOf(mesh, t));
  // Of a surface about one and a half cells are met for each area of a side, and two triangles are between them.
  const double cell = std::sqrt(3.0 * area / static_cast<double>(kMostPieces));
  const bool many = mesh.triangles.size() > kMostTriangles && cell > 0.0;
  const double longest = std::sqrt(4.0 * area / static_cast<double>(kWantedPieces));
  return divided(many ? FewerPieces(mesh, cell).make() : wholePieces(mesh), longest);
}

// Puts triangles into a map, each with its corners and before its surface.
class MapMaker {
 public:
  explicit MapMaker(double before) : before_(before) {}
  void add(const Corners& c, double off_m) {
    const Vec3 normal = (c[1] - c[0]).cross(c[2] - c[0]).normalized();
    if (!normal.allFinite()) return;
    const auto first = static_cast<std::uint32_t>(map_.mesh.vertices.size());
    for (const Vec3& p : c) map_.mesh.vertices.push_back(p + before_ * normal);
    map_.mesh.triangles.push_back({first, first + 1, first + 2});
    map_.off_m.push_back(static_cast<float>(off_m));
  }
  DeviationMap take() { return std::move(map_); }

 private:
  double before_;
  DeviationMap map_;
};

// What a map is asked of.
struct MapWork {
  const geometry::Mesh& seen;
  MapMaker& maker;
  const std::stop_token& stop;
};

// Puts pieces into the map, each with how far off its middle is; none: it is left out.
Status addPieces(const std::vector<Piece>& pieces, const MapWork& work, const Progress& progress,
                 const std::function<std::optional<double>(const Vec3&)>& offAt) {
  std::size_t done = 0;
  for (const Piece& piece : pieces) {
    if (done++ % kStopEvery == 0) {
      if (work.stop.stop_requested()) return cancelledTrial();
      progress.report(static_cast<double>(done) / static_cast<double>(pieces.size()));
    }
    if (const auto off = offAt(piece.middle())) work.maker.add(piece.shown, *off);
  }
  return okStatus();
}

// What is checked: how far from what is seen.
Status addBlocked(const MapWork& work, const geometry::Mesh& checked, const Progress& progress) {
  const geometry::SurfaceDistance surface(std::make_shared<const geometry::Mesh>(work.seen));
  return addPieces(pieced(checked), work, progress, [&](const Vec3& middle) -> std::optional<double> {
    std::uint32_t nearest = 0;
    const double distance = surface.to(middle, nearest);
    return surface.inside(middle) ? 0.0 : distance;
  });
}

// What is seen and lies outside of all parts, with how far.
Status addMissing(const MapWork& work, const std::vector<geometry::Mesh>& parts, double least,
                  const Progress& progress) {
  std::vector<geometry::SurfaceDistance> solids;
  solids.reserve(parts.size());
  for (const geometry::Mesh& part : parts) solids.emplace_back(std::make_shared<const geometry::Mesh>(part));
  return addPieces(pieced(work.seen), work, progress, [&](const Vec3& middle) -> std::optional<double> {
    double missing = std::numeric_limits<double>::infinity();
    for (const geometry::SurfaceDistance& solid : solids) {
      std::uint32_t nearest = 0;
      missing = std::min(missing, solid.inside(middle) ? 0.0 : solid.to(middle, nearest));
      if (missing < least) return std::nullopt;
    }
    return -missing;
  });
}

}  // namespace

Status cancelledTrial() { return fail(geometry::failures::kCollisionShapeCancelled); }

Result<DeviationMap> mapOf(const geometry::Mesh& seen, const session::LinkShapes& shapes, geometry::CollisionKind kind,
                           const std::stop_token& stop, const Progress& progress) {
  constexpr int kSegments = 48;
  std::vector<geometry::Mesh> parts;
  geometry::Mesh checked;
  for (const geometry::Shape& part : shapes.parts) {
    parts.push_back(part.mesh ? *part.mesh : geometry::tessellate(part, kSegments));
    geometry::append(parts.back(), checked);
  }
  const double size = seen.bounds().size().norm();
  MapMaker maker(kBefore * size);
  const MapWork work{seen, maker, stop};
  if (kind == geometry::CollisionKind::kSame) {
    WW_TRY(addPieces(pieced(checked), work, progress, [](const Vec3&) { return 0.0; }));
    return maker.take();
  }
  const double least = kLeastSeen * size;
  const bool missing = !parts.empty() && shapes.deviation.missing_m >= least;
  WW_TRY(addBlocked(work, checked, progress.portion(0.0, missing ? 0.5 : 1.0)));
  if (missing) WW_TRY(addMissing(work, parts, least, progress.portion(0.5, 1.0)));
  return maker.take();
}

}  // namespace ww::usecase
