// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/import_collision.h"

#include <fmt/format.h>

#include <map>

#include "core/geometry/wire_convert.h"

namespace ww::usecase {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using Set = intrinsic_proto::world::GeometryComponent::GeometrySet;

constexpr const char* kVisualKind = "Intrinsic_Visual";
constexpr const char* kCollisionKind = "Intrinsic_Collision";
using Known = std::map<std::string, geometry::GeometryPtr>;

// The triangles of a set in the frame of its link.
geometry::Mesh joinedMesh(const Set& set, const Known& known) {
  geometry::Mesh out;
  for (const auto& [name, placed] : set.named_geometries()) {
    const auto shape = known.find(placed.geometry().geo_ref().exact_geometry_ref());
    const auto link_t_shape = geometry::toAffine(placed.ref_t_shape());
    if (shape == known.end() || !link_t_shape.ok()) continue;
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const Vec3& v : shape->second->mesh->vertices) out.vertices.push_back(*link_t_shape * v);
    const bool mirrored = link_t_shape->linear().determinant() < 0.0;
    for (const geometry::Triangle& t : shape->second->mesh->triangles)
      out.triangles.push_back({t[0] + first, t[mirrored ? 2 : 1] + first, t[mirrored ? 1 : 2] + first});
  }
  return out;
}

geometry::Mesh sourceOf(const so::Entity& link, const Known& known) {
  const auto& sets = link.link().geometry_component().named_geometries();
  for (const char* kind : {kVisualKind, kCollisionKind}) {
    const auto set = sets.find(kind);
    if (set == sets.end()) continue;
    if (geometry::Mesh mesh = joinedMesh(set->second, known); !mesh.triangles.empty()) return mesh;
  }
  return {};
}

Status setParts(const std::vector<geometry::Shape>& parts, geometry::GeometryStore& store, io::ImportResult& read,
                so::Entity& link) {
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  sets.erase(kCollisionKind);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    WW_ASSIGN(const geometry::GeometryPtr kept, store.intern(parts[i]));
    const std::string name = parts.size() == 1 ? "collision" : fmt::format("collision_{}", i + 1);
    auto& entry = (*sets[kCollisionKind].mutable_named_geometries())[name];
    entry.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(kept->ref);
    geometry::toWire(Eigen::Affine3d(Eigen::Affine3d::Identity()), entry.mutable_ref_t_shape());
    read.counts.collision_triangles += kept->mesh->triangles.size();
    read.geometries.push_back(kept);
  }
  return okStatus();
}

std::size_t linkCount(const io::ImportResult& read) {
  std::size_t out = 0;
  for (const io::ImportedObject& one : read.objects)
    for (const so::Entity& entity : one.object.entities()) out += entity.has_link() ? 1 : 0;
  return out;
}

}  // namespace

Result<std::vector<ImportedCollision>> remakeCollision(io::ImportResult& read, const geometry::CollisionWish& wish,
                                                       geometry::GeometryStore& store, std::stop_token stop,
                                                       const Progress& progress) {
  Known known;
  for (const geometry::GeometryPtr& g : read.geometries) known[g->ref] = g;
  const std::size_t all = linkCount(read);
  std::vector<ImportedCollision> out;
  std::size_t done = 0;
  read.counts.collision_triangles = 0;
  for (io::ImportedObject& one : read.objects) {
    for (so::Entity& entity : *one.object.mutable_entities()) {
      if (!entity.has_link()) continue;
      progress.report(static_cast<double>(done++) / static_cast<double>(all));
      const geometry::Mesh seen = sourceOf(entity, known);
      if (seen.triangles.empty()) continue;
      auto made = geometry::makeCollisionShapes(seen, wish, stop);
      if (!made.ok()) return Status(made.status()).in(entity.name());
      WW_TRY(setParts(made->parts, store, read, entity));
      out.push_back({one.object.name(), entity.name(), made->parts.size(), seen.triangles.size(), made->triangles,
                     made->deviation});
    }
  }
  return out;
}

}  // namespace ww::usecase
