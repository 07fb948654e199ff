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
using FindGeometry = std::function<geometry::GeometryPtr(const std::string& ref)>;

// The triangles of a set in the frame of its link.
geometry::Mesh joinedMesh(const Set& set, const FindGeometry& find) {
  geometry::Mesh out;
  for (const auto& [name, placed] : set.named_geometries()) {
    const geometry::GeometryPtr shape = find(placed.geometry().geo_ref().exact_geometry_ref());
    const auto link_t_shape = geometry::toAffine(placed.ref_t_shape());
    if (!shape || !link_t_shape.ok()) continue;
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const Vec3& v : shape->mesh->vertices) out.vertices.push_back(*link_t_shape * v);
    const bool mirrored = link_t_shape->linear().determinant() < 0.0;
    for (const geometry::Triangle& t : shape->mesh->triangles)
      out.triangles.push_back({t[0] + first, t[mirrored ? 2 : 1] + first, t[mirrored ? 1 : 2] + first});
  }
  return out;
}

geometry::Mesh meshToCheck(const so::Entity& link, const FindGeometry& find) {
  const auto& sets = link.link().geometry_component().named_geometries();
  for (const char* kind : {kVisualKind, kCollisionKind}) {
    const auto set = sets.find(kind);
    if (set == sets.end()) continue;
    if (geometry::Mesh mesh = joinedMesh(set->second, find); !mesh.triangles.empty()) return mesh;
  }
  return {};
}

Status setParts(const std::vector<geometry::Shape>& parts, geometry::GeometryStore& store,
                std::vector<geometry::GeometryPtr>& all, so::Entity& link) {
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  sets.erase(kCollisionKind);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    WW_ASSIGN(const geometry::GeometryPtr kept, store.intern(parts[i]));
    const std::string name = parts.size() == 1 ? "collision" : fmt::format("collision_{}", i + 1);
    auto& entry = (*sets[kCollisionKind].mutable_named_geometries())[name];
    entry.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(kept->ref);
    geometry::toWire(Eigen::Affine3d(Eigen::Affine3d::Identity()), entry.mutable_ref_t_shape());
    all.push_back(kept);
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

Result<std::optional<ImportedCollision>> remakeCollisionOf(so::Entity& link, const geometry::CollisionWish& wish,
                                                           const FindGeometry& find, geometry::GeometryStore& store,
                                                           std::vector<geometry::GeometryPtr>& kept,
                                                           std::stop_token stop) {
  const geometry::Mesh seen = meshToCheck(link, find);
  if (seen.triangles.empty()) return std::optional<ImportedCollision>();
  auto made = geometry::makeCollisionShapes(seen, wish, std::move(stop));
  if (!made.ok()) return Status(made.status()).in(link.name());
  WW_TRY(setParts(made->parts, store, kept, link));
  return std::optional(
      ImportedCollision{{}, link.name(), made->parts.size(), seen.triangles.size(), made->triangles, made->deviation});
}

Result<std::vector<ImportedCollision>> remakeCollision(io::ImportResult& read, const geometry::CollisionWish& wish,
                                                       geometry::GeometryStore& store, std::stop_token stop,
                                                       const Progress& progress) {
  std::map<std::string, geometry::GeometryPtr> known;
  for (const geometry::GeometryPtr& g : read.geometries) known[g->ref] = g;
  const FindGeometry find = [&known](const std::string& ref) {
    const auto found = known.find(ref);
    return found == known.end() ? nullptr : found->second;
  };
  const std::size_t all = linkCount(read);
  std::vector<ImportedCollision> out;
  std::size_t done = 0;
  read.counts.collision_triangles = 0;
  for (io::ImportedObject& one : read.objects) {
    for (so::Entity& entity : *one.object.mutable_entities()) {
      if (!entity.has_link()) continue;
      progress.report(static_cast<double>(done++) / static_cast<double>(all));
      const std::size_t before = read.geometries.size();
      WW_ASSIGN(auto made, remakeCollisionOf(entity, wish, find, store, read.geometries, stop));
      if (!made) continue;
      for (std::size_t i = before; i < read.geometries.size(); ++i)
        read.counts.collision_triangles += read.geometries[i]->mesh->triangles.size();
      made->object = one.object.name();
      out.push_back(*std::move(made));
    }
  }
  return out;
}

}  // namespace ww::usecase
