// SPDX-License-Identifier: Apache-2.0
#include "core/session/collision_shapes.h"

#include <fmt/format.h>

#include "core/geometry/store.h"
#include "core/session/failures.h"
#include "core/world/views/references.h"
#include "intrinsic/scene/proto/v1/scene_object_updates.pb.h"
#include "worldwright/v1/edits.pb.h"
#include "worldwright/v1/geometry.pb.h"

namespace ww::session {
namespace {

using so_update = intrinsic_proto::scene_object::v1::GeometryUpdate;

void setPart(const geometry::Shape& part, const std::string& name, so_update& update) {
  auto& set = *update.add_geometries_to_set();
  set.set_type(so_update::GEOMETRY_TYPE_COLLISION);
  set.set_geometry_name(name);
  *set.mutable_geometry()->mutable_geometry()->mutable_inline_geometry_data() = geometry::toBlob(part).wire();
}

}  // namespace

geometry::Mesh seenMesh(const world::Entity& link) {
  geometry::Mesh out;
  for (const world::PlacedGeometry& placed : link.visual) {
    const auto first = static_cast<std::uint32_t>(out.vertices.size());
    for (const Vec3& v : placed.geometry->mesh->vertices) out.vertices.push_back(placed.ref_t_shape * v);
    const bool mirrored = placed.ref_t_shape.linear().determinant() < 0.0;
    for (const geometry::Triangle& t : placed.geometry->mesh->triangles)
      out.triangles.push_back({t[0] + first, t[mirrored ? 2 : 1] + first, t[mirrored ? 1 : 2] + first});
  }
  return out;
}

Result<LinkShapes> collisionShapesOf(const world::Entity& link, const geometry::CollisionWish& wish,
                                     std::stop_token stop, const Progress& progress) {
  const geometry::Mesh seen = seenMesh(link);
  WW_ASSIGN(geometry::CollisionShapes made, geometry::makeCollisionShapes(seen, wish, std::move(stop), progress));
  LinkShapes out;
  out.link = link.name;
  out.parts = std::move(made.parts);
  out.seen_triangles = seen.triangles.size();
  out.triangles = made.triangles;
  out.deviation = made.deviation;
  return out;
}

std::vector<const world::Entity*> linksWithShapes(const world::World& world, ObjectId object, EntityId entity) {
  std::vector<const world::Entity*> out;
  for (const auto& one : world.peek(object)->entities) {
    if (!one->visual.empty() && (!entity || one->id == entity)) out.push_back(one.get());
  }
  return out;
}

EditsPtr setCollisionShapes(ObjectId object, std::span<const LinkShapes> links) {
  auto edits = std::make_shared<worldwright::v1::Edits>();
  auto& request = *edits->add_edits()->mutable_update_scene_object();
  request.mutable_object()->set_id(world::toWire(object));
  for (const LinkShapes& link : links) {
    so_update& update = *request.mutable_updates()->add_updates()->mutable_update_geometry();
    update.set_entity_name(link.link);
    update.add_geometries_to_remove()->set_type(so_update::GEOMETRY_TYPE_COLLISION);
    for (std::size_t i = 0; i < link.parts.size(); ++i)
      setPart(link.parts[i], link.parts.size() == 1 ? "collision" : fmt::format("collision_{}", i + 1), update);
  }
  return edits;
}

}  // namespace ww::session
