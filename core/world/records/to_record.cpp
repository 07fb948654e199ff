// SPDX-License-Identifier: Apache-2.0

#include <cmath>
#include <set>

#include "core/base/hash.h"
#include "core/geometry/wire_convert.h"
#include "core/proto/sorted_bytes.h"
#include "core/world/records/canonical.h"
#include "core/world/records/load.h"
#include "core/world/values/world.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {

std::string canonicalBytes(const google::protobuf::MessageLite& message) { return proto::sortedBytes(message); }

namespace {

namespace pb = intrinsic_proto::world;

void addRecord(Hasher& all, char kind, std::uint64_t id, const google::protobuf::MessageLite& message) {
  const std::string bytes = canonicalBytes(message);
  all.add(std::string_view(&kind, 1)).add(id).add(bytes.size()).add(bytes);
}

bool sameLimits(const JointLimits& l, const pb::KinematicsComponent::Limits& m) {
  const auto rate = [](double v) { return v > 0 ? v : std::numeric_limits<double>::infinity(); };
  const double lower = m.has_fixed_limits() ? m.fixed_limits().lower() : -std::numeric_limits<double>::infinity();
  const double upper = m.has_fixed_limits() ? m.fixed_limits().upper() : std::numeric_limits<double>::infinity();
  return l.lower == lower && l.upper == upper && l.velocity == rate(m.velocity()) &&
         l.acceleration == rate(m.acceleration()) && l.jerk == rate(m.jerk()) && l.effort == rate(m.effort());
}

void writeLimits(const JointLimits& l, pb::KinematicsComponent::Limits* m) {
  const auto rate = [](double v) { return std::isfinite(v) ? v : 0.0; };
  m->mutable_fixed_limits()->set_lower(l.lower);
  m->mutable_fixed_limits()->set_upper(l.upper);
  m->set_velocity(rate(l.velocity));
  m->set_acceleration(rate(l.acceleration));
  m->set_jerk(rate(l.jerk));
  m->set_effort(rate(l.effort));
}

void writeJoint(const Joint& joint, pb::KinematicsComponent* c) {
  c->set_raw_value(joint.value);
  if (c->has_parent_t_inboard() || !(joint.parent_t_inboard == Pose{})) {
    geometry::toWire(joint.parent_t_inboard, c->mutable_parent_t_inboard());
  }
  // What did not change keeps its bytes: an unset limit stays unset.
  if (!sameLimits(joint.system, c->system_limits())) writeLimits(joint.system, c->mutable_system_limits());
  const auto& application = c->has_application_limits() ? c->application_limits() : c->system_limits();
  if (!sameLimits(joint.application, application)) writeLimits(joint.application, c->mutable_application_limits());
}

void write(const Object& o, worldwright::v1::ObjectRecord& r) {
  r.CopyFrom(*o.message);
  r.set_id(o.id.value);
  r.set_name(o.name);
  r.set_name_is_global_alias(o.name_is_global_alias);
  r.set_parent(o.parent.value);
  r.set_parent_entity(o.parent_entity.value);
  geometry::toWire(o.parent_entity_t_this, r.mutable_parent_entity_t_this());
  r.clear_entities();
  for (const EntityPtr& e : o.entities) r.add_entities(e->id.value);
}

void write(const Entity& e, worldwright::v1::EntityRecord& r) {
  r.CopyFrom(*e.message);
  r.set_id(e.id.value);
  r.set_object(e.object.value);
  r.set_parent(e.parent.value);
  auto* content = r.mutable_content();
  content->set_name(e.name);
  geometry::toWire(e.parent_t_this, content->mutable_parent_t_this());
  if (e.joint) writeJoint(*e.joint, content->mutable_joint()->mutable_kinematics_component());
}

void write(const Frame& f, worldwright::v1::FrameRecord& r) {
  r.CopyFrom(*f.message);
  r.set_id(f.id.value);
  r.set_entity(f.entity.value);
  r.set_object(f.object.value);
  r.set_parent_entity(f.parent_entity.value);
  r.set_parent_frame(f.parent_frame.value);
  r.mutable_content()->set_name(f.name);
  geometry::toWire(f.parent_t_this, r.mutable_content()->mutable_parent_t_this());
  r.mutable_content()->mutable_frame()->set_is_attachment_frame(f.is_attachment);
}

template <typename Record, typename Part>
Record recordOf(const Part& part) {
  Record record;
  write(part, record);
  return record;
}

template <typename Record, typename Part>
void hashPart(Hasher& all, char kind, const Part& part) {
  addRecord(all, kind, part.id.value, recordOf<Record>(part));
}

}  // namespace

worldwright::v1::ObjectRecord toRecord(const Object& o) { return recordOf<worldwright::v1::ObjectRecord>(o); }
worldwright::v1::EntityRecord toRecord(const Entity& e) { return recordOf<worldwright::v1::EntityRecord>(e); }
worldwright::v1::FrameRecord toRecord(const Frame& f) { return recordOf<worldwright::v1::FrameRecord>(f); }

worldwright::v1::WorldRecord toRecord(const World& world) {
  worldwright::v1::WorldRecord r = *world.data().record;
  r.set_next_id(world.nextId());
  *r.mutable_collision_settings() = world.collisionSettings();
  return r;
}

std::string flatContentHash(const World& world) {
  Hasher all;
  worldwright::v1::WorldRecord record = toRecord(world);
  record.clear_next_id();
  record.clear_last_update();
  addRecord(all, 'w', 0, record);
  world.forEachObject([&](const Object& o) {
    hashPart<worldwright::v1::ObjectRecord>(all, 'o', o);
    for (const EntityPtr& e : o.entities) hashPart<worldwright::v1::EntityRecord>(all, 'e', *e);
  });
  world.forEachFrame([&](const Frame& f) { hashPart<worldwright::v1::FrameRecord>(all, 'f', f); });
  return "sha256:" + toHex(all.finish());
}

std::vector<std::string> geometryRefs(const World& world) {
  std::set<std::string> refs;
  world.forEachObject([&](const Object& o) {
    for (const EntityPtr& e : o.entities) {
      for (const PlacedGeometry& g : e->visual) refs.insert(g.geometry->ref);
      for (const PlacedGeometry& g : e->collision) refs.insert(g.geometry->ref);
      for (const geometry::GeometryPtr& g : e->other_geometry) refs.insert(g->ref);
    }
  });
  return {refs.begin(), refs.end()};
}

}  // namespace ww::world
