// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench_collision_cells.h"

#include <fmt/format.h>

#include <cmath>

#include "core/session/edit_builders.h"
#include "core/world/updates/edits.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::cli {
namespace {

// A ball with dents: closed, and not convex.
geometry::Mesh dentedBall(int triangles, double radius, int dents) {
  const int around = 2 * static_cast<int>(std::sqrt(triangles / 4.0)), up = around / 2;
  geometry::Mesh out;
  const auto at = [&](int i, int k) {
    const double u = 2.0 * M_PI * i / around, v = M_PI * k / up;
    const double r = radius * (1.0 + 0.15 * std::sin(dents * v) * std::cos(dents * u));
    return Vec3(r * std::sin(v) * std::cos(u), r * std::sin(v) * std::sin(u), r * std::cos(v));
  };
  out.vertices.push_back({0, 0, radius});
  for (int k = 1; k < up; ++k)
    for (int i = 0; i < around; ++i) out.vertices.push_back(at(i, k));
  out.vertices.push_back({0, 0, -radius});
  const auto index = [&](int i, int k) {
    if (k == 0) return std::uint32_t{0};
    if (k == up) return static_cast<std::uint32_t>(out.vertices.size() - 1);
    return static_cast<std::uint32_t>(1 + (k - 1) * around + i % around);
  };
  for (int k = 0; k < up; ++k) {
    for (int i = 0; i < around; ++i) {
      if (k > 0) out.triangles.push_back({index(i, k), index(i, k + 1), index(i + 1, k)});
      if (k + 1 < up) out.triangles.push_back({index(i + 1, k), index(i, k + 1), index(i + 1, k + 1)});
    }
  }
  return out;
}

intrinsic_proto::scene_object::v1::SceneObject objectOf(const std::string& geometry) {
  intrinsic_proto::scene_object::v1::SceneObject out;
  auto* body = out.add_entities();
  body->set_name("body");
  auto& sets = *body->mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& placed = (*sets["Intrinsic_Collision"].mutable_named_geometries())["body"];
  placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(geometry);
  return out;
}

}  // namespace

std::string hallPartName(int i) { return fmt::format("hall_part_{}", i); }

Result<world::World> makeCellInHall(const world::World& cell, int objects, geometry::GeometryStore& store) {
  const auto box = session::createPrimitive(world::kRootObject, {}, "part", geometry::Box{Vec3(0.1, 0.1, 0.1)}, {}, {});
  worldwright::v1::Edits edits;
  for (int i = 0; i < objects; ++i) {
    auto* create = edits.add_edits()->mutable_create_object();
    *create = box->edits(0).create_object();
    create->set_name(hallPartName(i));
    create->set_name_is_global_alias(true);
    auto* pose = create->mutable_parent_object_t_created_object();
    pose->mutable_position()->set_x(3.0 + 0.2 * (i % 100));
    pose->mutable_position()->set_y(3.0 + 0.2 * (i / 100));
    pose->mutable_orientation()->set_w(1.0);
  }
  return world::apply(cell, edits, store);
}

Result<world::World> makeRobotAmongMeshes(const world::World& cell, int objects, int triangles,
                                          geometry::GeometryStore& store) {
  const ObjectId robot = cell.find("robot");
  const Vec3 base = cell.rootT(robot).p;
  std::vector<ObjectId> others;
  cell.forEachObject([&](const world::Object& object) {
    if (object.id != world::kRootObject && object.parent == world::kRootObject && object.id != robot)
      others.push_back(object.id);
  });
  WW_ASSIGN(world::World out, world::apply(cell, *session::deleteObjects(others, true), store));
  for (int i = 0; i < objects; ++i) {
    geometry::Shape shape;
    shape.mesh =
        std::make_shared<const geometry::Mesh>(dentedBall(triangles / objects, 0.07 + 0.002 * (i % 10), 3 + i % 5));
    WW_ASSIGN(const geometry::GeometryPtr geometry, store.intern(shape));
    // In rings around the robot.
    const double angle = 2.4 * i, away = 0.55 + 0.1 * (i % 5);
    const Vec3 at = base + Vec3(away * std::cos(angle), away * std::sin(angle), 0.1 + 0.15 * (i % 7));
    const auto edit = session::createFromSceneObject(world::kRootObject, {}, fmt::format("mesh_{}", i),
                                                     objectOf(geometry->ref), {at, Quat::Identity()});
    WW_ASSIGN(out, world::apply(out, *edit, store));
  }
  return out;
}

}  // namespace ww::cli
