// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/scene_mesh.h"

#include <unordered_map>

#include "core/geometry/mesh_edit.h"
#include "core/geometry/wire_convert.h"

namespace ww::rpc {
namespace {

namespace so = intrinsic_proto::scene_object::v1;
using intrinsic_proto::geometry::v1::TransformedGeometry;

void add(const TransformedGeometry& placed, const Pose& root_t_link, const geometry::GeometryStore& store,
         SceneMesh& out) {
  const auto geometry = store.find(placed.geometry().geo_ref().exact_geometry_ref());
  const auto link_t_shape = geometry::toAffine(placed.ref_t_shape());
  if (!geometry || !link_t_shape.ok()) return;
  geometry::Mesh mesh = geometry::transformed(*geometry->mesh, Eigen::Affine3d(root_t_link.isometry()) * *link_t_shape);
  if (placed.geometry().material_overrides().has_base_color()) {
    const auto color = geometry::fromWire(placed.geometry().material_overrides().base_color());
    if (color.ok()) mesh.colors = {{0, static_cast<std::uint32_t>(mesh.triangles.size()), *color}};
  }
  geometry::append(mesh, out.mesh);
  out.has_primitives = out.has_primitives || !geometry->from_mesh;
}

}  // namespace

SceneMesh meshOf(const so::SceneObject& object, const std::string& purpose, const geometry::GeometryStore& store) {
  SceneMesh out;
  std::unordered_map<std::string, Pose> root_t_entity;  // parents come before their children
  for (const so::Entity& e : object.entities()) {
    Pose pose;
    if (const auto parent = root_t_entity.find(e.parent_name()); parent != root_t_entity.end()) {
      const auto parent_t_this = geometry::fromWireOrIdentity(e.has_parent_t_this(), e.parent_t_this());
      pose = parent_t_this.ok() ? parent->second * *parent_t_this : parent->second;
    }
    root_t_entity[e.name()] = pose;
    const auto& sets = e.link().geometry_component().named_geometries();
    const auto set = sets.find(purpose);
    if (set == sets.end()) continue;
    // In the order of their names: that of a map on the wire is not the same each time.
    std::map<std::string, const TransformedGeometry*> sorted;
    for (const auto& [name, placed] : set->second.named_geometries()) sorted.emplace(name, &placed);
    for (const auto& [name, placed] : sorted) add(*placed, pose, store, out);
  }
  return out;
}

}  // namespace ww::rpc
