// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/mesh_lod.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace ww::rpc {
namespace {

constexpr std::size_t kFewTriangles = 200;
constexpr double kErrorAtOne = 5e-4;  // of the largest extent, at the first level; each further one allows twice that

// The same places under one index: normals and colours do not tear a surface apart.
struct WeldedMesh {
  std::vector<Eigen::Vector3f> vertices;
  std::vector<unsigned> index;  // of each vertex of the mesh
};

struct PlaceHash {
  std::size_t operator()(const std::array<double, 3>& p) const {
    std::size_t out = 0;
    for (const double v : p) out = out * 1'000'003 + std::hash<double>()(v);
    return out;
  }
};

WeldedMesh welded(const geometry::Mesh& mesh) {
  const Vec3 middle = mesh.bounds().center();
  WeldedMesh out;
  std::unordered_map<std::array<double, 3>, unsigned, PlaceHash> known;
  for (const Vec3& v : mesh.vertices) {
    const auto [it, fresh] =
        known.emplace(std::array<double, 3>{v.x(), v.y(), v.z()}, static_cast<unsigned>(out.vertices.size()));
    if (fresh) out.vertices.push_back((v - middle).cast<float>());
    out.index.push_back(it->second);
  }
  return out;
}

// A run of triangles of one colour, which is made coarser by itself; its border stays, so that runs keep together.
struct Piece {
  std::uint32_t first = 0, count = 0;
  const geometry::Color* color = nullptr;
};

std::vector<Piece> pieces(const geometry::Mesh& mesh) {
  std::vector<Piece> out;
  std::uint32_t at = 0;
  for (const geometry::ColorRun& run : mesh.colors) {
    if (run.first > at) out.push_back({at, run.first - at, nullptr});
    out.push_back({run.first, run.count, &run.color});
    at = run.first + run.count;
  }
  const auto end = static_cast<std::uint32_t>(mesh.triangles.size());
  if (at < end) out.push_back({at, end - at, nullptr});
  return out;
}

std::vector<unsigned> simplified(const geometry::Mesh& mesh, const WeldedMesh& weld, const Piece& piece, int lod) {
  std::vector<unsigned> indices;
  indices.reserve(3 * std::size_t{piece.count});
  for (std::uint32_t i = piece.first; i < piece.first + piece.count; ++i) {
    const geometry::Triangle& t = mesh.triangles[i];
    const unsigned a = weld.index[t[0]], b = weld.index[t[1]], c = weld.index[t[2]];
    if (a == b || b == c || c == a) continue;
    for (const unsigned v : {a, b, c}) indices.push_back(v);
  }
  if (indices.empty()) return indices;
  std::vector<unsigned> out(indices.size());
  const std::size_t target = std::min(indices.size(), std::max<std::size_t>(12, (indices.size() >> lod) / 3 * 3));
  const auto error = static_cast<float>(kErrorAtOne * std::exp2(lod - 1));
  const unsigned options = mesh.colors.empty() ? 0u : static_cast<unsigned>(meshopt_SimplifyLockBorder);
  out.resize(meshopt_simplify(out.data(), indices.data(), indices.size(), weld.vertices.front().data(),
                              weld.vertices.size(), sizeof(Eigen::Vector3f), target, error, options));
  return out;
}

}  // namespace

geometry::Mesh coarser(const geometry::Mesh& mesh, int lod) {
  if (lod <= 0 || mesh.triangles.size() <= kFewTriangles || !(mesh.bounds().size().norm() > 0.0)) return mesh;
  lod = std::min(lod, kCoarsestLod);
  const WeldedMesh weld = welded(mesh);
  const Vec3 middle = mesh.bounds().center();
  geometry::Mesh out;
  std::unordered_map<unsigned, std::uint32_t> used;
  for (const Piece& piece : pieces(mesh)) {
    const auto first = static_cast<std::uint32_t>(out.triangles.size());
    const std::vector<unsigned> kept = simplified(mesh, weld, piece, lod);
    for (std::size_t i = 0; i + 2 < kept.size(); i += 3) {
      geometry::Triangle t{};
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [it, fresh] = used.emplace(kept[i + k], static_cast<std::uint32_t>(out.vertices.size()));
        if (fresh) out.vertices.push_back(middle + weld.vertices[kept[i + k]].cast<double>());
        t[k] = it->second;
      }
      out.triangles.push_back(t);
    }
    const auto count = static_cast<std::uint32_t>(out.triangles.size()) - first;
    if (piece.color != nullptr && count > 0) out.colors.push_back({first, count, *piece.color});
  }
  return out.triangles.empty() ? mesh : out;
}

}  // namespace ww::rpc
