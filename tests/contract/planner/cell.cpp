// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "core/geometry/wire_convert.h"
#include "core/session/edit_builders.h"
#include "core/world/records/records.h"
#include "core/world/updates/editor.h"
#include "core/world/updates/edits.h"
#include "core/world/updates/instantiate.h"
#include "intrinsic/scene/proto/v1/scene_object.pb.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::test {
namespace {

namespace so = intrinsic_proto::scene_object::v1;

void addCollision(so::Entity& entity, const geometry::Shape& shape, geometry::GeometryStore& store) {
  auto geometry = store.intern(shape);
  WW_CHECK(geometry.ok());
  auto& sets = *entity.mutable_link()->mutable_geometry_component()->mutable_named_geometries();
  auto& placed = (*sets["Intrinsic_Collision"].mutable_named_geometries())["body"];
  placed.mutable_geometry()->mutable_geo_ref()->set_exact_geometry_ref((*geometry)->ref);
}

geometry::Shape capsule(const Vec3& from, const Vec3& to, double radius) {
  const Vec3 way = to - from;
  geometry::Shape shape;
  Eigen::Affine3d place = Eigen::Affine3d::Identity();
  place.translate(0.5 * (from + to));
  place.rotate(Quat::FromTwoVectors(Vec3::UnitZ(), way.norm() > 0 ? way : Vec3(Vec3::UnitZ())));
  shape.primitives.push_back({geometry::Capsule{way.norm(), radius}, place});
  return shape;
}

struct Link {
  char axis;
  Vec3 way;  // from its joint to the next
  double radius;
  double limit;
};

so::Entity& addEntity(so::SceneObject& arm, const std::string& name, const std::string& parent) {
  so::Entity& entity = *arm.add_entities();
  entity.set_name(name);
  entity.set_parent_name(parent);
  return entity;
}

void addJoint(so::SceneObject& arm, const std::string& name, const std::string& parent, const Link& link,
              const Vec3& at, bool rates) {
  auto* k = addEntity(arm, name, parent).mutable_joint()->mutable_kinematics_component();
  k->set_motion_type(intrinsic_proto::world::KinematicsComponent::MOTION_TYPE_REVOLUTE);
  geometry::toWire(Vec3(link.axis == 'x', link.axis == 'y', link.axis == 'z'), k->mutable_axis());
  geometry::toWire(Pose::translation(at.x(), at.y(), at.z()), k->mutable_parent_t_inboard());
  for (auto* limits : {k->mutable_system_limits(), k->mutable_application_limits()}) {
    limits->mutable_fixed_limits()->set_lower(-link.limit);
    limits->mutable_fixed_limits()->set_upper(link.limit);
    const double inf = std::numeric_limits<double>::infinity();
    limits->set_velocity(rates ? 2.0 : inf);
    limits->set_acceleration(rates ? 5.0 : inf);
    limits->set_jerk(inf);
    limits->set_effort(inf);
  }
}

}  // namespace

Cell::Cell() = default;

ObjectId Cell::addArm(const std::string& name, int joint_count, const Pose& pose, bool rates) {
  const std::vector<Link> six{{'z', {0, 0, 0.2}, 0.06, 3.0},   {'y', {0, 0, 0.4}, 0.05, 2.2},
                              {'y', {0, 0, 0.2}, 0.045, 2.6},  {'z', {0, 0, 0.2}, 0.04, 3.1},
                              {'y', {0, 0, 0.05}, 0.035, 2.1}, {'z', {0, 0, 0.05}, 0.03, 6.2}};
  const std::vector<Link> seven{{'z', {0, 0, 0.2}, 0.06, 2.9}, {'y', {0, 0, 0.2}, 0.055, 2.0},
                                {'z', {0, 0, 0.2}, 0.05, 2.9}, {'y', {0, 0, 0.2}, 0.045, 2.1},
                                {'z', {0, 0, 0.2}, 0.04, 2.9}, {'y', {0, 0, 0.05}, 0.035, 2.0},
                                {'z', {0, 0, 0.05}, 0.03, 3.0}};
  const std::vector<Link> five{six[0], six[1], six[2], {'y', {0, 0, 0.15}, 0.035, 2.1}, six[5]};
  const auto& links = joint_count == 7 ? seven : joint_count == 5 ? five : six;
  so::SceneObject arm;
  so::Entity& base = addEntity(arm, "base", "");
  addCollision(base, capsule({0, 0, 0.07}, {0, 0, 0.13}, 0.06), *store);
  std::string parent = "base";
  Vec3 at(0, 0, 0.2);
  for (std::size_t i = 0; i < links.size(); ++i) {
    addJoint(arm, fmt::format("joint_{}", i + 1), parent, links[i], at, rates);
    parent = fmt::format("link_{}", i + 1);
    so::Entity& link = addEntity(arm, parent, fmt::format("joint_{}", i + 1));
    addCollision(link, capsule(Vec3::Zero(), 0.999 * links[i].way, links[i].radius), *store);
    at = links[i].way;
  }
  so::Entity& flange = addEntity(arm, "flange", parent);
  flange.mutable_frame()->set_is_attachment_frame(true);
  geometry::toWire(Pose::translation(0, 0, 0.08), flange.mutable_parent_t_this());
  // The wrist's capsules overlap by construction.
  for (std::size_t i = 4; i < links.size() + 1; ++i) {
    for (std::size_t k = i + 2; k < links.size() + 1; ++k) {
      auto* pair = arm.mutable_collision_rules()->add_exclusion_rules();
      pair->set_is_excluded(true);
      pair->mutable_entity_pair()->mutable_left_entity()->set_entity_name(fmt::format("link_{}", i));
      pair->mutable_entity_pair()->mutable_right_entity()->set_entity_name(fmt::format("link_{}", k));
    }
  }
  world::WorldEditor editor(world, *store);
  auto made = world::instantiate(editor, {name, true, world::kRootObject, world::kRootEntity, pose}, arm);
  WW_CHECK(made.ok());
  world = std::move(editor).finish();
  return *made;
}

void Cell::follow(ObjectId robot, const std::vector<scene::Follow>& follows) {
  world::WorldEditor editor(world, *store);
  world::Object changed = *world.peek(robot);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>(*changed.message);
  scene::setFollows(*record->mutable_content(), follows);
  changed.message = std::move(record);
  WW_CHECK(world::deriveJoints(changed).ok());
  editor.replace(std::move(changed));
  world = std::move(editor).finish();
}

ObjectId Cell::addShape(const std::string& name, const geometry::Shape& shape, const Pose& pose, ObjectId parent,
                        EntityId parent_entity) {
  so::SceneObject object;
  addCollision(addEntity(object, "body", ""), shape, *store);
  world::WorldEditor editor(world, *store);
  auto made = world::instantiate(editor, {name, true, parent, parent_entity, pose}, object);
  WW_CHECK(made.ok());
  world = std::move(editor).finish();
  return *made;
}

ObjectId Cell::addBox(const std::string& name, const Vec3& size, const Pose& pose, ObjectId parent,
                      EntityId parent_entity) {
  geometry::Shape shape;
  shape.primitives.push_back({geometry::Box{size}, Eigen::Affine3d::Identity()});
  return addShape(name, shape, pose, parent, parent_entity);
}

FrameId Cell::addFrame(ObjectId object, EntityId entity, const std::string& name, const Pose& pose) {
  world::WorldEditor editor(world, *store);
  world::Frame frame;
  frame.id = FrameId{editor.newId()};
  frame.entity = EntityId{editor.newId()};
  frame.name = name;
  frame.object = object;
  frame.parent_entity = entity;
  frame.parent_t_this = pose;
  frame.message = std::make_shared<const worldwright::v1::FrameRecord>();
  editor.add(frame);
  world = std::move(editor).finish();
  return frame.id;
}

void Cell::setRules(const std::string& textproto) {
  intrinsic_proto::world::CollisionSettings settings;
  WW_CHECK(google::protobuf::TextFormat::ParseFromString(textproto, &settings));
  world::WorldEditor editor(world, *store);
  editor.setCollisionSettings(settings);
  world = std::move(editor).finish();
}

void Cell::setObjectRules(ObjectId object, const std::string& textproto) {
  so::CollisionRules rules;
  WW_CHECK(google::protobuf::TextFormat::ParseFromString(textproto, &rules));
  world::Object changed = *world.object(object);
  auto record = std::make_shared<worldwright::v1::ObjectRecord>();
  if (changed.message) *record = *changed.message;
  *record->mutable_content()->mutable_collision_rules() = rules;
  changed.message = record;
  world::WorldEditor editor(world, *store);
  editor.replace(changed);
  world = std::move(editor).finish();
}

void Cell::setJoints(ObjectId robot, const JointVector& q) {
  auto moved = world::apply(world, *session::setJoints(robot, q), *store);
  WW_CHECK(moved.ok());
  world = *moved;
}

EntityId Cell::entity(const std::string& object, const std::string& name) const {
  const auto* entity = world.object(id(object))->entityNamed(name);
  WW_CHECK(entity);
  return entity->id;
}

FrameId Cell::frame(const std::string& object, const std::string& name) const {
  const auto frame = world.frameNamed(id(object), name);
  WW_CHECK(static_cast<bool>(frame));
  return frame;
}

JointVector joints(std::initializer_list<double> values) {
  JointVector q(static_cast<Eigen::Index>(values.size()));
  Eigen::Index i = 0;
  for (const double v : values) q[i++] = v;
  return q;
}

geometry::Mesh boxMesh(const Vec3& size, int n) {
  geometry::Mesh mesh;
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    for (const double side : {-0.5, 0.5}) {
      const Eigen::Index u = (axis + 1) % 3, v = (axis + 2) % 3;
      const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
      for (int i = 0; i <= n; ++i) {
        for (int j = 0; j <= n; ++j) {
          Vec3 p;
          p[axis] = side * size[axis];
          p[u] = (static_cast<double>(i) / n - 0.5) * size[u];
          p[v] = (static_cast<double>(j) / n - 0.5) * size[v];
          mesh.vertices.push_back(p);
        }
      }
      const auto m = static_cast<std::uint32_t>(n + 1);
      for (std::uint32_t i = 0; i + 1 < m; ++i) {
        for (std::uint32_t j = 0; j + 1 < m; ++j) {
          const std::uint32_t a = first + i * m + j, b = a + m, c = b + 1, d = a + 1;
          if (side > 0) mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {a, c, d}});
          else mesh.triangles.insert(mesh.triangles.end(), {{a, c, b}, {a, d, c}});
        }
      }
    }
  }
  return mesh;
}

geometry::Mesh notchedMesh() {
  // Profile in x-z, counter-clockwise seen from -y, extruded along y.
  const std::vector<std::pair<double, double>> p{{0, 0}, {0.2, 0}, {0.2, 0.1}, {0.1, 0.1}, {0.1, 0.2}, {0, 0.2}};
  geometry::Mesh mesh;
  for (const double y : {0.0, 0.1}) {
    for (const auto& [x, z] : p) mesh.vertices.emplace_back(x, y, z);
  }
  for (std::uint32_t i = 0; i < 6; ++i) {
    const std::uint32_t j = (i + 1) % 6;
    mesh.triangles.push_back({i, j, j + 6});
    mesh.triangles.push_back({i, j + 6, i + 6});
  }
  // The L as a fan around its inner corner (index 3).
  for (const auto& [a, b] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{{4, 5}, {5, 0}, {0, 1}, {1, 2}}) {
    mesh.triangles.push_back({3, b, a});
    mesh.triangles.push_back({9, a + 6, b + 6});
  }
  // Outward: the sides above wind the other way round for this profile.
  double six = 0.0;
  for (const auto& t : mesh.triangles) six += mesh.vertices[t[0]].dot(mesh.vertices[t[1]].cross(mesh.vertices[t[2]]));
  if (six < 0.0) {
    for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  }
  return mesh;
}

}  // namespace ww::test
