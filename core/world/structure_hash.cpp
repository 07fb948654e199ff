// SPDX-License-Identifier: Apache-2.0
#include "core/world/structure_hash.h"

#include "core/base/hash.h"
#include "core/world/canonical.h"
#include "core/world/diff.h"
#include "intrinsic/world/proto/collision_settings.pb.h"
#include "worldwright/v1/file.pb.h"

namespace ww::world {
namespace {

void addBytes(Hasher& hasher, const google::protobuf::MessageLite& message) {
  const std::string bytes = canonicalBytes(message);
  hasher.add(bytes.size()).add(bytes);
}

// A fixed pose of a link is structure; the pose of a joint follows its position.
worldwright::v1::EntityRecord structureOf(const Entity& entity) {
  worldwright::v1::EntityRecord record = toRecord(entity);
  if (!entity.joint) return record;
  record.mutable_content()->clear_parent_t_this();
  record.mutable_content()->mutable_joint()->mutable_kinematics_component()->clear_raw_value();
  return record;
}

std::array<std::uint64_t, 4> sumOf(Hasher& hasher) {
  const Sha256 digest = hasher.finish();
  std::array<std::uint64_t, 4> out{};
  for (std::size_t i = 0; i < digest.size(); ++i) out[i / 8] |= std::uint64_t{digest[i]} << (8 * (i % 8));
  return out;
}

}  // namespace

StructureHash::StructureHash(const World& world) {
  world.forEachObject([this](const Object& o) { add(o, false); });
  world.forEachFrame([this](const Frame& f) { add(f, false); });
  addSettings(world, false);
}

StructureHash StructureHash::updated(const World& before, const World& after) const {
  StructureHash next = *this;
  const WorldDiff changes = diff(before, after);
  for (const ObjectChange& c : changes.objects) {
    if (c.before) next.add(*c.before, true);
    if (c.after) next.add(*c.after, false);
  }
  for (const FrameChange& c : changes.frames) {
    if (c.before) next.add(*c.before, true);
    if (c.after) next.add(*c.after, false);
  }
  if (changes.collision_settings) {
    next.addSettings(before, true);
    next.addSettings(after, false);
  }
  return next;
}

void StructureHash::add(const Object& object, bool away) {
  Hasher hasher;
  hasher.add("o");
  worldwright::v1::ObjectRecord record = toRecord(object);
  record.clear_parent_entity_t_this();
  addBytes(hasher, record);
  for (const EntityPtr& e : object.entities) addBytes(hasher, structureOf(*e));
  add(sumOf(hasher), away);
}

void StructureHash::add(const Frame& frame, bool away) {
  Hasher hasher;
  hasher.add("f");
  worldwright::v1::FrameRecord record = toRecord(frame);
  record.mutable_content()->clear_parent_t_this();
  addBytes(hasher, record);
  add(sumOf(hasher), away);
}

void StructureHash::addSettings(const World& world, bool away) {
  Hasher hasher;
  hasher.add("c");
  addBytes(hasher, world.collisionSettings());
  add(sumOf(hasher), away);
}

void StructureHash::add(const Sum& digest, bool away) {
  for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += away ? 0 - digest[i] : digest[i];
}

std::string StructureHash::text() const {
  Hasher hasher;
  hasher.add("structure");
  for (const std::uint64_t part : sum_) hasher.add(part);
  return "sha256:" + toHex(hasher.finish());
}

}  // namespace ww::world
