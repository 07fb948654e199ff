// SPDX-License-Identifier: Apache-2.0
#include "core/io/worker/odd_meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/geometry/mass_properties.h"
#include "core/io/failures.h"
#include "core/io/text_scan.h"
#include "core/io/worker/odd_scene.h"

namespace ww::io::worker {
namespace {

constexpr std::uint64_t kMostTriangles = 4'000'000;  // looked at in one import
constexpr double kHole = 0.05;                       // of its surface, from which on a mesh is open
constexpr double kSurface = 0.6;                     // from which on it is a surface that encloses nothing
constexpr double kTight = 1e-3;                      // below which its volume means something
constexpr double kDoubled = 0.01;                    // of its triangles, from which on they are no slip
constexpr double kFlat = 1e-3;                       // a sheet is meant to have no inside

bool isSheet(const Bounds& bounds) { return bounds.size().minCoeff() <= kFlat * bounds.size().maxCoeff(); }

// Meshes of one kind, the worst first.
struct OddMeshes {
  std::string worst;
  double by = -1.0;
  geometry::MeshGaps gaps;
  std::vector<std::string> names;
  void add(const std::string& name, double how_much, const geometry::MeshGaps& g) {
    names.push_back(name);
    if (how_much <= by) return;
    by = how_much;
    worst = name;
    gaps = g;
  }
};

std::string nameOf(const PlacedShape& placed, const Node& link) {
  return cleanUtf8(placed.name.empty() ? link.name : placed.name, 200);
}

void tellMeshes(const OddMeshes& open, const OddMeshes& inside_out, const OddMeshes& doubled, std::size_t total,
                Reporter& report) {
  const auto args = [total](const OddMeshes& found) {
    return std::array<FailureArg, 3>{FailureArg{"total", arg::Count{total}},
                                     FailureArg{"count", arg::Count{found.names.size()}},
                                     FailureArg{"meshes", arg::Names{found.names}}};
  };
  if (!open.names.empty()) {
    const auto [all, count, meshes] = args(open);
    const double percent = std::min(100.0, std::ceil(100.0 * open.gaps.open_area / open.gaps.area));
    report.note("mesh-open",
                fail(failures::kMeshOpen, {{"mesh", arg::Name{open.worst}},
                                           {"edges", arg::Count{open.gaps.open_edges}},
                                           {"percent", arg::Number{percent}},
                                           all,
                                           count,
                                           meshes}),
                open.worst);
  }
  if (!doubled.names.empty()) {
    const auto [all, count, meshes] = args(doubled);
    report.note(
        "mesh-doubled",
        fail(failures::kMeshDoubled,
             {{"mesh", arg::Name{doubled.worst}}, {"doubled", arg::Count{doubled.gaps.doubled}}, all, count, meshes}),
        doubled.worst);
  }
  if (inside_out.names.empty()) return;
  const auto [all, count, meshes] = args(inside_out);
  report.note("mesh-inside-out",
              fail(failures::kMeshInsideOut, {{"mesh", arg::Name{inside_out.worst}}, all, count, meshes}),
              inside_out.worst);
}

}  // namespace

const ShapeLook& ShapeLooks::of(const ShapePtr& shape) {
  const auto [at, fresh] = looks_.try_emplace(shape.get());
  ShapeLook& out = at->second;
  if (!fresh) return out;
  if (shape->mesh) {
    lookAtMesh(*shape->mesh, out);
    return out;
  }
  out.bounds = geometry::tessellate(*shape, 12).bounds();
  if (const auto properties = geometry::massProperties(*shape); properties.ok()) out.volume = properties->volume;
  return out;
}

void ShapeLooks::lookAtMesh(const geometry::Mesh& mesh, ShapeLook& out) {
  out.is_mesh = true;
  out.bounds = mesh.bounds();
  triangles_ += mesh.triangles.size();
  if (triangles_ > kMostTriangles || mesh.triangles.empty() || !mesh.validate().ok()) return;
  out.gaps = geometry::gapsOf(mesh);
  const auto& gaps = out.gaps;
  const bool tight = gaps.open_area <= kTight * gaps.area;
  out.open = gaps.open_area > kHole * gaps.area && gaps.open_area < kSurface * gaps.area && !isSheet(out.bounds);
  out.doubled = static_cast<double>(gaps.doubled) > kDoubled * static_cast<double>(mesh.triangles.size());
  if (tight && !out.doubled) out.volume = std::abs(gaps.volume);
  out.inside_out = tight && -gaps.volume > 1e-5 * std::pow(gaps.area, 1.5);
}

void tellOddMeshes(const Scene& scene, ShapeLooks& looks, bool drop_collision, Reporter& report) {
  OddMeshes open, inside_out, doubled;
  std::set<const geometry::Shape*> seen, collide;
  std::size_t meshes = 0;
  const auto look = [&](const PlacedShape& placed, const Node& node, bool collides) {
    const ShapeLook& shape = looks.of(placed.shape);
    if (!shape.is_mesh) return;
    if (seen.insert(placed.shape.get()).second) {
      ++meshes;
      if (shape.doubled) doubled.add(nameOf(placed, node), static_cast<double>(shape.gaps.doubled), shape.gaps);
      if (shape.inside_out) inside_out.add(nameOf(placed, node), shape.gaps.area, shape.gaps);
    }
    if (collides && shape.open && collide.insert(placed.shape.get()).second)
      open.add(nameOf(placed, node), shape.gaps.open_area, shape.gaps);
  };
  for (const Model& model : scene.models) {
    for (const Node& node : model.nodes) {
      const auto* link = std::get_if<LinkPart>(&node.part);
      if (!link) continue;
      for (const PlacedShape& s : link->visuals) look(s, node, link->collide_with_visuals && !drop_collision);
      for (const PlacedShape& s : link->collisions) look(s, node, !drop_collision);
    }
  }
  tellMeshes(open, inside_out, doubled, meshes, report);
}

}  // namespace ww::io::worker
