// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/geometry/wire_convert.h"
#include "core/scene/followers.h"
#include "core/scene/joint.h"
#include "core/world/failures/failures.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

namespace pb = intrinsic_proto::world;
namespace so = intrinsic_proto::scene_object::v1;
using geometry::fromWire;
using geometry::fromWireOrIdentity;

Result<JointLimits> toLimits(const pb::KinematicsComponent::Limits& l) {
  WW_TRY(scene::first(scene::limitFaults(l)));
  return scene::limitsOf(l);
}

Result<MotionType> toMotion(const pb::KinematicsComponent& c) {
  WW_TRY(scene::checkMotionType(c));
  return scene::motionOf(c);
}

EntityKind kindOf(const so::Entity& content) {
  if (content.has_joint()) return EntityKind::kJoint;
  if (content.has_sensor()) return EntityKind::kSensor;
  return EntityKind::kLink;
}

Result<PlacedGeometry> toPlacedOne(const std::string& name, const intrinsic_proto::geometry::v1::TransformedGeometry& t,
                                   const geometry::GeometryStore& store) {
  PlacedGeometry out;
  out.name = name;
  if (!t.geometry().has_geo_ref()) return fail(failures::kGeometryEmpty, {{"name", arg::Name{name}}});
  const std::string& ref = t.geometry().geo_ref().exact_geometry_ref();
  out.geometry = store.find(ref);
  if (!out.geometry) return fail(failures::kNoSuchGeometry, {{"name", arg::Name{name}}, {"ref", arg::Name{ref}}});
  WW_ASSIGN(out.ref_t_shape, geometry::toAffine(t.ref_t_shape()));
  if (t.geometry().material_overrides().has_base_color()) {
    WW_ASSIGN(const geometry::Color color, fromWire(t.geometry().material_overrides().base_color()));
    out.color = color;
  }
  return out;
}

constexpr const char* kVisualPurpose = "Intrinsic_Visual";
constexpr const char* kCollisionPurpose = "Intrinsic_Collision";

// Of purposes that only others know.
std::vector<geometry::GeometryPtr> otherGeometry(const pb::GeometryComponent& component,
                                                 const geometry::GeometryStore& store) {
  std::vector<geometry::GeometryPtr> out;
  for (const auto& [purpose, set] : component.named_geometries()) {
    if (purpose == kVisualPurpose || purpose == kCollisionPurpose) continue;
    for (const auto& [name, transformed] : set.named_geometries()) {
      geometry::GeometryPtr found = store.find(transformed.geometry().geo_ref().exact_geometry_ref());
      if (found) out.push_back(std::move(found));
    }
  }
  return out;
}

}  // namespace

ObjectPtr makeRootObject() {
  auto record = std::make_shared<worldwright::v1::EntityRecord>();
  record->mutable_content()->mutable_link();
  auto entity = std::make_shared<Entity>();
  entity->id = kRootEntity;
  entity->object = kRootObject;
  entity->name = "root";
  entity->message = std::move(record);
  auto root = std::make_shared<Object>();
  root->id = kRootObject;
  root->name = "root";
  root->name_is_global_alias = true;
  root->entities.push_back(std::move(entity));
  root->message = std::make_shared<worldwright::v1::ObjectRecord>();
  return root;
}

Result<Joint> toJoint(const pb::KinematicsComponent& c) {
  Joint joint;
  WW_ASSIGN(joint.motion, toMotion(c));
  WW_ASSIGN(joint.parent_t_inboard, fromWireOrIdentity(c.has_parent_t_inboard(), c.parent_t_inboard()));
  WW_ASSIGN(joint.outboard_t_child, fromWireOrIdentity(c.has_outboard_t_child(), c.outboard_t_child()));
  WW_ASSIGN(joint.axis, scene::axisOf(c));
  WW_ASSIGN(joint.system, toLimits(c.system_limits()));
  WW_ASSIGN(joint.application, toLimits(scene::limitsInForce(c)));
  if (c.has_raw_value() && !std::isfinite(c.raw_value()))
    return fail(failures::kJointPosition, {{"value", arg::Number{c.raw_value()}}});
  joint.value = scene::positionOf(c);
  return joint;
}

// The deprecated list counts only when there are no named geometries. It is not kept, but made anew
// when the component is sent.
static void takeOldGeometries(pb::GeometryComponent::GeometrySet& set) {
  for (int i = 0; set.named_geometries_size() == i && i < set.geometries_size(); ++i) {
    const auto& old = set.geometries(i);
    const auto& refs = old.geometry_storage_refs();
    auto& named = (*set.mutable_named_geometries())[fmt::format("geometry_{}", i + 1)];
    auto* ref = named.mutable_geometry()->mutable_geo_ref();
    ref->set_exact_geometry_ref(refs.geometry_ref().empty() ? refs.fingerprint() : refs.geometry_ref());
    ref->set_renderable_ref(refs.renderable_ref());
    if (old.has_ref_t_shape_aff()) *named.mutable_ref_t_shape()->mutable_matrix4d() = old.ref_t_shape_aff();
  }
  set.clear_geometries();
}

void addOldGeometries(pb::GeometryComponent& component) {
  for (auto& [kind, set] : *component.mutable_named_geometries()) {
    set.clear_geometries();
    std::map<std::string, const intrinsic_proto::geometry::v1::TransformedGeometry*> sorted;
    for (const auto& [name, transformed] : set.named_geometries()) sorted[name] = &transformed;
    for (const auto& [name, transformed] : sorted) {
      auto* old = set.add_geometries();
      const auto& ref = transformed->geometry().geo_ref();
      old->mutable_geometry_storage_refs()->set_fingerprint(ref.exact_geometry_ref());
      old->mutable_geometry_storage_refs()->set_geometry_ref(ref.exact_geometry_ref());
      old->mutable_geometry_storage_refs()->set_renderable_ref(ref.renderable_ref());
      const auto ref_t_shape = geometry::toAffine(transformed->ref_t_shape());
      if (ref_t_shape.ok())
        geometry::toWire(Eigen::MatrixXd(ref_t_shape.value().matrix()), old->mutable_ref_t_shape_aff());
    }
  }
}

Result<std::vector<PlacedGeometry>> toPlaced(const pb::GeometryComponent& component, const std::string& kind,
                                             const geometry::GeometryStore& store) {
  std::vector<PlacedGeometry> out;
  const auto set = component.named_geometries().find(kind);
  if (set == component.named_geometries().end()) return out;
  for (const auto& [name, transformed] : set->second.named_geometries()) {
    WW_ASSIGN(PlacedGeometry placed, toPlacedOne(name, transformed, store));
    out.push_back(std::move(placed));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return out;
}

Status internGeometry(pb::GeometryComponent& component, geometry::GeometryStore& store,
                      std::vector<geometry::GeometryPtr>& made) {
  for (auto& [kind, set] : *component.mutable_named_geometries()) {
    takeOldGeometries(set);
    for (auto& [name, transformed] : *set.mutable_named_geometries()) {
      auto& g = *transformed.mutable_geometry();
      if (!g.has_inline_geometry_data()) continue;
      Result<geometry::GeometryPtr> interned = store.intern(g.inline_geometry_data());
      if (!interned.ok())
        return within(interned.status(), phrase(WW_TEXT("Core", "geometry {name}"), {{"name", arg::Name{name}}}));
      g.mutable_geo_ref()->set_exact_geometry_ref(interned.value()->ref);
      made.push_back(std::move(interned).value());
    }
  }
  return okStatus();
}

Status internGeometry(so::SceneObject& scene_object, geometry::GeometryStore& store,
                      std::vector<geometry::GeometryPtr>& made) {
  for (so::Entity& e : *scene_object.mutable_entities()) {
    if (e.link().has_geometry_component())
      WW_TRY(internGeometry(*e.mutable_link()->mutable_geometry_component(), store, made));
  }
  return okStatus();
}

Result<EntityPtr> toEntity(std::shared_ptr<const worldwright::v1::EntityRecord> message,
                           const geometry::GeometryStore& store) {
  const worldwright::v1::EntityRecord& record = *message;
  auto e = std::make_shared<Entity>();
  const so::Entity& content = record.content();
  e->id = {record.id()};
  e->object = {record.object()};
  e->parent = {record.parent()};
  e->name = content.name();
  e->kind = kindOf(content);
  if (e->kind == EntityKind::kJoint) {
    Result<Joint> joint = toJoint(content.joint().kinematics_component());
    if (!joint.ok())
      return within(joint.status(), phrase(WW_TEXT("Core", "joint {name}"), {{"name", arg::Name{e->name}}}));
    e->parent_t_this = joint.value().parentTThis(joint.value().value);
    e->joint = std::move(joint).value();
  } else {
    WW_ASSIGN(e->parent_t_this, fromWireOrIdentity(content.has_parent_t_this(), content.parent_t_this()));
  }
  if (content.has_link()) {
    const pb::GeometryComponent& g = content.link().geometry_component();
    WW_ASSIGN(e->visual, toPlaced(g, kVisualPurpose, store));
    WW_ASSIGN(e->collision, toPlaced(g, kCollisionPurpose, store));
    e->other_geometry = otherGeometry(g, store);
  }
  e->message = std::move(message);
  return EntityPtr(std::move(e));
}

Result<EntityPtr> toEntity(const worldwright::v1::EntityRecord& record, const geometry::GeometryStore& store) {
  return toEntity(std::make_shared<const worldwright::v1::EntityRecord>(record), store);
}

Result<FramePtr> toFrame(std::shared_ptr<const worldwright::v1::FrameRecord> message) {
  const worldwright::v1::FrameRecord& record = *message;
  auto f = std::make_shared<Frame>();
  f->id = {record.id()};
  f->entity = {record.entity()};
  f->name = record.content().name();
  f->object = {record.object()};
  f->parent_entity = {record.parent_entity()};
  f->parent_frame = {record.parent_frame()};
  WW_ASSIGN(f->parent_t_this,
            fromWireOrIdentity(record.content().has_parent_t_this(), record.content().parent_t_this()));
  f->is_attachment = record.content().frame().is_attachment_frame();
  f->message = std::move(message);
  return FramePtr(std::move(f));
}

Result<FramePtr> toFrame(const worldwright::v1::FrameRecord& record) {
  return toFrame(std::make_shared<const worldwright::v1::FrameRecord>(record));
}

Result<Object> toObject(std::shared_ptr<const worldwright::v1::ObjectRecord> message) {
  const worldwright::v1::ObjectRecord& record = *message;
  Object o;
  o.id = {record.id()};
  o.name = record.name();
  o.name_is_global_alias = record.name_is_global_alias();
  o.parent = {record.parent()};
  o.parent_entity = {record.parent_entity()};
  WW_ASSIGN(o.parent_entity_t_this,
            fromWireOrIdentity(record.has_parent_entity_t_this(), record.parent_entity_t_this()));
  o.message = std::move(message);
  return o;
}

Result<Object> toObject(const worldwright::v1::ObjectRecord& record) {
  return toObject(std::make_shared<const worldwright::v1::ObjectRecord>(record));
}

namespace {

bool moves(const Entity& entity) { return entity.joint && entity.joint->moves(); }

// Takes what follows others out of `moving`.
Status deriveFollowers(Object& o, std::vector<std::size_t>& moving) {
  o.followers = {};
  WW_ASSIGN(const std::vector<scene::Follow> follows, scene::followsOf(o.message->content()));
  if (follows.empty()) return okStatus();
  std::map<std::string, std::size_t> joints;
  for (const std::size_t i : moving) joints.emplace(o.entities[i]->name, i);
  const scene::Resolved resolved = scene::resolveFollows(follows, [&](const std::string& name) {
    return joints.contains(name) ? scene::JointState::kMoves : scene::JointState::kNone;
  });
  if (!resolved.faults.empty()) return resolved.faults.front().fault;
  std::map<std::size_t, const scene::Follow*> by_entity;
  for (const scene::Follow& f : resolved.follows) by_entity.emplace(joints.at(f.joint), &f);
  std::erase_if(moving, [&](std::size_t i) { return by_entity.contains(i); });
  std::vector<Follower> followers;
  for (const auto& [entity, f] : by_entity) {
    const auto leader = std::ranges::lower_bound(moving, joints.at(f->leader)) - moving.begin();
    followers.push_back({entity, static_cast<std::size_t>(leader), f->multiplier, f->offset});
  }
  o.followers = std::move(followers);
  return okStatus();
}

Result<NamedConfiguration> configurationOf(const Object& o, const so::NamedConfiguration& c) {
  NamedConfiguration named{c.name(), JointVector(static_cast<Eigen::Index>(o.moving_joints.size()))};
  for (std::size_t i = 0; i < o.moving_joints.size(); ++i) {
    const auto it = c.joint_positions().find(o.movingJointName(i));
    if (it == c.joint_positions().end()) {
      return fail(failures::kConfigurationGap,
                  {{"configuration", arg::Name{c.name()}}, {"joint", arg::Name{o.movingJointName(i)}}});
    }
    if (!std::isfinite(it->second))
      return fail(failures::kConfigurationValue, {{"configuration", arg::Name{c.name()}},
                                                  {"joint", arg::Name{o.movingJointName(i)}},
                                                  {"value", arg::Number{it->second}}});
    named.positions[static_cast<Eigen::Index>(i)] = it->second;
  }
  return named;
}

}  // namespace

bool derivesAlike(const Entity& before, const Entity& after) {
  return moves(before) == moves(after) && (!moves(after) || before.name == after.name);
}

Status deriveConfigurations(Object& o) {
  std::vector<NamedConfiguration> all;
  for (const so::NamedConfiguration& c : o.message->content().properties().kinematics().named_configurations()) {
    WW_ASSIGN(NamedConfiguration named, configurationOf(o, c));
    all.push_back(std::move(named));
  }
  o.configurations = std::move(all);
  return okStatus();
}

void placeFollowers(Object& o) {
  for (const Follower& f : o.followers) {
    const double value = f.at(o.movingJoint(f.leader).value);
    if (o.entities[f.entity]->joint->value == value) continue;
    auto placed = std::make_shared<Entity>(*o.entities[f.entity]);
    placed->joint->value = value;
    placed->parent_t_this = placed->joint->parentTThis(value);
    o.entities.set(f.entity, std::move(placed));
  }
}

void completeConfigurations(const Object& o, so::Kinematics& kinematics) {
  if (o.followers.empty()) return;
  for (so::NamedConfiguration& c : *kinematics.mutable_named_configurations()) {
    auto& positions = *c.mutable_joint_positions();
    for (const Follower& f : o.followers) {
      const auto leader = positions.find(o.movingJointName(f.leader));
      if (leader != positions.end()) positions[o.nameOf(f)] = f.at(leader->second);
    }
  }
}

Status deriveJoints(Object& o) {
  std::vector<std::size_t> moving;
  std::size_t i = 0;
  for (const EntityPtr& e : o.entities) {
    if (moves(*e)) moving.push_back(i);
    ++i;
  }
  WW_TRY(deriveFollowers(o, moving));
  o.moving_joints = std::move(moving);
  placeFollowers(o);
  return deriveConfigurations(o);
}

}  // namespace ww::world
