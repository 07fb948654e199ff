// SPDX-License-Identifier: Apache-2.0
#include "core/world/records/hashes.h"

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "core/base/hash.h"
#include "core/world/records/canonical.h"
#include "core/world/records/unknown_fields.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

using worldwright::v1::EntityRecord;
using worldwright::v1::FrameRecord;
using worldwright::v1::ObjectRecord;

std::string_view bytesOf(const Sha256& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

Sha256 hashOf(char kind, const google::protobuf::MessageLite& message) {
  const std::string bytes = canonicalBytes(message);
  return Hasher().add(std::string_view(&kind, 1)).add(bytes).finish();
}

void add(Hasher& hasher, double number) { hasher.add(std::bit_cast<std::uint64_t>(number)); }

// A pose, and what a newer program has sent with it.
void add(Hasher& hasher, const Pose& pose, const intrinsic_proto::Pose& kept) {
  for (const double number : {pose.p.x(), pose.p.y(), pose.p.z(), pose.q.x(), pose.q.y(), pose.q.z(), pose.q.w()})
    add(hasher, number);
  if (!hasUnknown(kept)) return;
  intrinsic_proto::Pose unknown;
  keepUnknown(kept, &unknown);
  hasher.add(canonicalBytes(unknown));
}

ObjectRecord structureOf(const Object& object) {
  Object bare = object;
  bare.entities = {};
  ObjectRecord record = toRecord(bare);
  record.clear_parent_entity_t_this();
  return record;
}

// A fixed pose of a link is structure; the pose of a joint follows its position.
EntityRecord structureOf(const Entity& entity) {
  EntityRecord record = toRecord(entity);
  if (!entity.joint) return record;
  record.mutable_content()->clear_parent_t_this();
  record.mutable_content()->mutable_joint()->mutable_kinematics_component()->clear_raw_value();
  return record;
}

FrameRecord structureOf(const Frame& frame) {
  FrameRecord record = toRecord(frame);
  record.mutable_content()->clear_parent_t_this();
  return record;
}

bool sameBits(std::initializer_list<double> a, std::initializer_list<double> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}

// Whether the message of an entity that is no joint is its record, bit by bit: as a rule it is, after loading.
bool isItsRecord(const Entity& e) {
  const EntityRecord& r = *e.message;
  const auto& content = r.content();
  if (e.joint || !r.has_content() || r.id() != e.id.value || r.object() != e.object.value ||
      r.parent() != e.parent.value || content.name() != e.name)
    return false;
  const auto& pose = content.parent_t_this();
  if (!content.has_parent_t_this() || !pose.has_position() || !pose.has_orientation()) return false;
  const Vec3& p = e.parent_t_this.p;
  const Quat q = normalizedOnce(e.parent_t_this.q);
  return sameBits({p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()},
                  {pose.position().x(), pose.position().y(), pose.position().z(), pose.orientation().x(),
                   pose.orientation().y(), pose.orientation().z(), pose.orientation().w()});
}

bool sameButForPosition(const Joint& a, const Joint& b) {
  return a.motion == b.motion && a.axis == b.axis && a.parent_t_inboard == b.parent_t_inboard &&
         a.outboard_t_child == b.outboard_t_child && a.system == b.system && a.application == b.application;
}

}  // namespace

Sha256 structureDigest(const Object& object) {
  return object.digests.structure.orMade([&] { return hashOf('o', structureOf(object)); });
}
Sha256 structureDigest(const Entity& entity) {
  // Most of the time would go into copying the record.
  return entity.digests.structure.orMade(
      [&] { return isItsRecord(entity) ? hashOf('e', *entity.message) : hashOf('e', structureOf(entity)); });
}
Sha256 structureDigest(const Frame& frame) {
  return frame.digests.structure.orMade([&] { return hashOf('f', structureOf(frame)); });
}

Sha256 contentDigest(const Object& object) {
  return object.digests.content.orMade([&] {
    const Sha256 entities = object.entities.digest([](const Entity& e) { return contentDigest(e); });
    Hasher all;
    all.add(bytesOf(structureDigest(object))).add(bytesOf(entities));
    add(all, object.parent_entity_t_this, object.message->parent_entity_t_this());
    return all.finish();
  });
}

Sha256 contentDigest(const Entity& entity) {
  if (!entity.joint) return structureDigest(entity);
  return entity.digests.content.orMade([&] {
    Hasher all;
    all.add(bytesOf(structureDigest(entity)));
    add(all, entity.joint->value);
    add(all, entity.parent_t_this, entity.message->content().parent_t_this());
    return all.finish();
  });
}

Sha256 contentDigest(const Frame& frame) {
  return frame.digests.content.orMade([&] {
    Hasher all;
    all.add(bytesOf(structureDigest(frame)));
    add(all, frame.parent_t_this, frame.message->content().parent_t_this());
    return all.finish();
  });
}

bool sameStructure(const Object& a, const Object& b) {
  return a.id == b.id && a.message == b.message && a.name == b.name &&
         a.name_is_global_alias == b.name_is_global_alias && a.parent == b.parent && a.parent_entity == b.parent_entity;
}

bool sameStructure(const Entity& a, const Entity& b) {
  if (a.id != b.id || a.message != b.message || a.name != b.name || a.object != b.object || a.parent != b.parent)
    return false;
  if (!a.joint || !b.joint) return !a.joint && !b.joint && a.parent_t_this == b.parent_t_this;
  return sameButForPosition(*a.joint, *b.joint);
}

bool sameStructure(const Frame& a, const Frame& b) {
  return a.id == b.id && a.message == b.message && a.name == b.name && a.entity == b.entity && a.object == b.object &&
         a.parent_entity == b.parent_entity && a.parent_frame == b.parent_frame && a.is_attachment == b.is_attachment;
}

void setCollisionSettings(WorldData& data, std::shared_ptr<const intrinsic_proto::world::CollisionSettings> settings) {
  data.settings_digest = hashOf('c', *settings);
  data.collision_settings = std::move(settings);
}

namespace {

// Records hold plans of some megabytes, and most edits leave the record as it is: the last one is remembered.
Sha256 digestOfRecord(const std::shared_ptr<const worldwright::v1::WorldRecord>& held) {
  thread_local std::weak_ptr<const worldwright::v1::WorldRecord> last;
  thread_local Sha256 digest{};
  if (last.lock() == held) return digest;
  worldwright::v1::WorldRecord record = *held;
  record.clear_next_id();
  record.clear_last_update();
  record.clear_collision_settings();
  digest = hashOf('w', record);
  last = held;
  return digest;
}

}  // namespace

std::string contentHash(const World& world) {
  const WorldData& d = world.data();
  const Sha256 objects = d.objects.digest([](const ObjectSeat& seat) { return contentDigest(*seat.object); });
  const Sha256 frames = d.frames.digest([](const FrameSeat& seat) { return contentDigest(*seat.frame); });
  Hasher all;
  all.add(bytesOf(digestOfRecord(d.record))).add(bytesOf(d.settings_digest)).add(bytesOf(objects)).add(bytesOf(frames));
  return "sha256:" + toHex(all.finish());
}

}  // namespace ww::world
