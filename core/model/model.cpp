// SPDX-License-Identifier: Apache-2.0
#include "core/model/model.h"

#include <algorithm>
#include <atomic>

#include "core/model/compiler.h"

namespace ww::model {
namespace {

std::vector<std::uint64_t> numbersOf(const world::PersistentMap<world::ChunkedSet>& sets, BodyIndex i) {
  std::vector<std::uint64_t> out;
  const world::ChunkedSet* set = sets.find(key(i));
  if (!set) return out;
  out.reserve(set->size());
  set->forEach([&](std::uint64_t n, world::Present) { out.push_back(n); });
  return out;
}

}  // namespace

Model Model::make(world::World world, const ModelOptions& options) {
  Model out;
  out.world_ = std::move(world);
  auto free = std::make_shared<std::vector<ObjectId>>(options.free);
  std::ranges::sort(*free);
  out.free_ = std::move(free);
  Compiler(out).all();
  return out;
}

Model Model::updated(world::World after, const world::WorldDiff& diff) const {
  Model out = *this;
  out.world_ = std::move(after);
  Compiler(out).change(diff);
  return out;
}

Model Model::updated(world::World after) const {
  const world::WorldDiff diff = world::diff(world_, after);
  return updated(std::move(after), diff);
}

Model Model::floating(std::vector<ObjectId> objects) const {
  std::ranges::sort(objects);
  objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
  Model out = *this;
  Compiler(out).refloat(std::move(objects));
  return out;
}

const Body& Model::body(BodyIndex i) const {
  const Body* found = bodies_.find(key(i));
  WW_CHECK(found);
  return *found;
}

const Model::ObjectPart& Model::part(ObjectId object) const {
  const ObjectPart* found = parts_.find(object.value);
  WW_CHECK(found);
  return *found;
}

std::vector<BodyIndex> Model::childrenOf(BodyIndex i) const {
  std::vector<BodyIndex> out;
  for (const std::uint64_t n : numbersOf(children_, i)) out.push_back(static_cast<BodyIndex>(n));
  return out;
}

BodyIndex Model::carriedBy(EntityId joint) const {
  const world::EntityOwner* owner = world_.owner(joint);
  if (!owner || owner->frame) return kNoBody;
  const BodyIndex body = ride(owner->object, joint).body;
  const Body& b = this->body(body);
  return b.kind == BodyKind::kJoint && b.entity == joint ? body : kNoBody;
}

std::vector<BodyIndex> Model::jointsOf(ObjectId object) const {
  const ObjectPart& p = part(object);
  std::vector<BodyIndex> out;
  for (int k = 0; k < p.joints; ++k) out.push_back(p.first_joint + k);
  return out;
}

const world::Entity& Model::jointEntity(BodyIndex i) const {
  const Body& b = body(i);
  WW_CHECK(b.kind == BodyKind::kJoint);
  const Layout::JointRow& row = part(b.object).layout->joints[static_cast<std::size_t>(b.joint)];
  return *world_.peek(b.object)->entities[row.entity];
}

const world::Joint& Model::joint(BodyIndex i) const { return *jointEntity(i).joint; }

const std::string& Model::jointName(BodyIndex i) const { return jointEntity(i).name; }

double Model::position(BodyIndex i) const {
  const Body& b = body(i);
  const double* own = positions_.find(key(b.follows() ? b.leader : i));
  if (!own) return 0.0;
  return b.follows() ? b.multiplier * *own + b.offset : *own;
}

Pose Model::parentT(BodyIndex i) const {
  const Body& b = body(i);
  return b.kind == BodyKind::kFree ? world_.rootT(b.object) : b.parent_t_body.at(position(i));
}

Pose Model::rootT(BodyIndex i) const {
  Pose out;
  for (; i > kFixedBody; i = body(i).parent) out = parentT(i) * out;
  return out;
}

Ride Model::ride(ObjectId object, EntityId entity) const {
  const ObjectPart& p = part(object);
  if (!p.layout) return {p.body, p.body_t_object};
  const Layout::Seat& seat = p.layout->seat(entity);
  return {p.bodyOf(seat), p.bodyT(seat)};
}

Ride Model::ride(world::NodeRef node) const {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const ObjectPart& p = part(*id);
    return {p.body, p.body_t_object};
  }
  if (const auto* id = std::get_if<EntityId>(&node)) {
    const world::EntityOwner* owner = world_.owner(*id);
    WW_CHECK(owner);
    return owner->frame ? ride(owner->frame) : ride(owner->object, *id);
  }
  const world::Frame* f = world_.peek(std::get<FrameId>(node));
  WW_CHECK(f);
  const ObjectId object = f->object;
  const EntityId entity = f->parent_entity;
  Pose entity_t_frame = f->parent_t_this;
  for (f = world_.peek(f->parent_frame); f; f = world_.peek(f->parent_frame))
    entity_t_frame = f->parent_t_this * entity_t_frame;
  Ride out = ride(object, entity);
  out.body_t_node = out.body_t_node * entity_t_frame;
  return out;
}

std::vector<ObjectId> Model::objectsOn(BodyIndex i) const {
  std::vector<ObjectId> out;
  for (const std::uint64_t n : numbersOf(riders_, i)) out.push_back({n});
  return out;
}

std::vector<EntityId> Model::entitiesOn(BodyIndex i) const {
  std::vector<EntityId> out;
  const auto add = [&](ObjectId id) {
    const ObjectPart& p = part(id);
    for (const world::EntityPtr& e : world_.peek(id)->entities) {
      if (!p.layout || p.bodyOf(p.layout->seat(e->id)) == i) out.push_back(e->id);
    }
  };
  // A joint's own object does not ride on it, a free body's does.
  if (const Body& b = body(i); b.kind == BodyKind::kJoint) add(b.object);
  for (const ObjectId id : objectsOn(i)) add(id);
  return out;
}

std::vector<FrameId> Model::framesOn(BodyIndex i) const {
  std::vector<FrameId> out;
  const auto add = [&](ObjectId id) {
    for (const FrameId frame : world_.framesOf(*world_.peek(id))) {
      if (ride(id, world_.peek(frame)->parent_entity).body == i) out.push_back(frame);
    }
  };
  if (const Body& b = body(i); b.kind == BodyKind::kJoint) add(b.object);
  for (const ObjectId id : objectsOn(i)) add(id);
  return out;
}

}  // namespace ww::model
