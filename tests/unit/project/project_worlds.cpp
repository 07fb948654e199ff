// SPDX-License-Identifier: Apache-2.0
#include "project_worlds.h"

#include <fmt/format.h>

#include <random>

#include "core/world/updates/editor.h"
#include "core/world/updates/instantiate.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::project {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

void addUnknown(google::protobuf::Message& message, const std::string& text) {
  message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(9001, text);
}

so::SceneObject sceneObject(const std::string& ref, bool with_frame) {
  so::SceneObject out;
  so::Entity& link = *out.add_entities();
  link.set_name("body");
  auto& sets = *link.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  for (const char* kind : {"Intrinsic_Visual", "Intrinsic_Collision"}) {
    auto& placed = (*sets[kind].mutable_named_geometries())["shape"];
    placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref(ref);
    addUnknown(placed, "of a placed geometry");
  }
  addUnknown(link, "of an entity");
  if (with_frame) {
    so::Entity& frame = *out.add_entities();
    frame.set_name("grasp");
    frame.set_parent_name("body");
    frame.mutable_frame();
    addUnknown(frame, "of a frame");
  }
  addUnknown(out, "of a scene object");
  return out;
}

ObjectId addObject(world::WorldEditor& editor, const std::string& name, const std::string& ref, bool with_frame) {
  world::NewObject place;
  place.name = name;
  place.parent = world::kRootObject;
  place.parent_entity = world::kRootEntity;
  auto id = world::instantiate(editor, place, sceneObject(ref, with_frame));
  WW_CHECK(id.ok());
  return *id;
}

std::string boxRef(geometry::GeometryStore& store, double size) {
  geometry::Shape shape;
  shape.primitives.push_back({geometry::Box{Vec3::Constant(size)}, Eigen::Affine3d::Identity()});
  auto made = store.intern(shape);
  WW_CHECK(made.ok());
  return (*made)->ref;
}

ObjectId boxNamed(const world::World& world, int index) {
  const ObjectId id = world.childNamed(world::kRootObject, fmt::format("box_{}", index));
  WW_CHECK(id);
  return id;
}

}  // namespace

world::World sampleWorld(geometry::GeometryStore& store, int boxes) {
  world::WorldEditor editor(world::World{}, store);
  for (int i = 0; i < boxes; ++i) addObject(editor, fmt::format("box_{}", i), boxRef(store, 0.1 * (1 + i % 3)), i == 0);
  world::WorldData data = std::move(editor).finish().data();
  worldwright::v1::WorldRecord record = *data.record;
  addUnknown(record, "of a world");
  data.record = std::make_shared<const worldwright::v1::WorldRecord>(record);
  return world::World(data);
}

world::World withMovedBox(const world::World& world, geometry::GeometryStore& store, int index, double x) {
  world::WorldEditor editor(world, store);
  Pose pose;
  pose.p = Vec3(x, 0, 0);
  editor.move(boxNamed(world, index), world::kRootObject, world::kRootEntity, pose);
  return std::move(editor).finish();
}

world::World withoutBox(const world::World& world, geometry::GeometryStore& store, int index) {
  world::WorldEditor editor(world, store);
  editor.removeObject(boxNamed(world, index));
  return std::move(editor).finish();
}

world::World withMesh(const world::World& world, geometry::GeometryStore& store, std::size_t vertices, unsigned seed) {
  auto mesh = std::make_shared<geometry::Mesh>();
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
  for (std::size_t i = 0; i < vertices; ++i) {
    mesh->vertices.emplace_back(coordinate(random), coordinate(random), coordinate(random));
  }
  for (std::uint32_t i = 0; i + 2 < vertices; i += 3) mesh->triangles.push_back({i, i + 1, i + 2});
  geometry::Shape shape;
  shape.mesh = std::move(mesh);
  auto made = store.intern(shape);
  WW_CHECK(made.ok());
  world::WorldEditor editor(world, store);
  addObject(editor, fmt::format("mesh_{}", seed), (*made)->ref, false);
  return std::move(editor).finish();
}

}  // namespace ww::project
