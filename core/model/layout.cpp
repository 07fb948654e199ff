// SPDX-License-Identifier: Apache-2.0
#include "core/model/layout.h"

#include <algorithm>

namespace ww::model {
namespace {

using world::Entity;
using world::EntityPtr;
using world::Object;

// Where an entity sits; the seats of those before it are there.
Layout::Seat seatOf(const Layout& layout, const Entity& entity, const std::unordered_map<EntityId, int>& index, int joint) {
  if (joint >= 0) return {joint, {}};
  if (!entity.parent) return {};
  const Layout::Seat& above = layout.seats[static_cast<std::size_t>(index.at(entity.parent))];
  return {above.joint, above.piece_t_entity * entity.parent_t_this};
}

Layout::JointRow rowOf(const Layout& layout, const Entity& entity, const std::unordered_map<EntityId, int>& index) {
  Layout::JointRow row;
  row.moves = bool(entity.parent);
  if (!row.moves) return row;
  const Layout::Seat& above = layout.seats[static_cast<std::size_t>(index.at(entity.parent))];
  row.inboard = {above.joint, above.piece_t_entity * entity.joint->parent_t_inboard};
  return row;
}

// Goes from leader to leader up to an independent joint.
void resolveLeader(const Object& object, const Followers& followers, const std::unordered_map<EntityId, int>& moving, std::size_t joint,
                   Layout::JointRow& row) {
  double multiplier = 1.0, offset = 0.0;
  EntityId at = object.entities[object.moving_joints[joint]]->id;
  std::size_t steps = 0;
  for (auto f = followers.find(at); f != followers.end(); f = followers.find(at)) {
    if (!moving.contains(f->second.leader) || ++steps > moving.size()) return;
    offset += multiplier * f->second.offset;
    multiplier *= f->second.multiplier;
    at = f->second.leader;
  }
  if (steps == 0) return;
  row.leader = moving.at(at);
  row.multiplier = multiplier;
  row.offset = offset;
}

bool sameJoint(const world::Joint& a, const world::Joint& b) {
  return a.motion == b.motion && a.axis == b.axis && a.parent_t_inboard == b.parent_t_inboard && a.outboard_t_child == b.outboard_t_child;
}

bool sameEntity(const Entity& a, const Entity& b) {
  if (a.id != b.id || a.parent != b.parent || a.joint.has_value() != b.joint.has_value()) return false;
  if (a.joint && a.joint->moves()) return sameJoint(*a.joint, *b.joint);
  return !(b.joint && b.joint->moves()) && a.parent_t_this == b.parent_t_this;
}

}  // namespace

const Layout::Seat& Layout::seat(EntityId entity) const {
  const auto it = std::ranges::lower_bound(by_id, entity, {}, &std::pair<EntityId, int>::first);
  WW_CHECK(it != by_id.end() && it->first == entity);
  return seats[static_cast<std::size_t>(it->second)];
}

std::shared_ptr<const Layout> Layout::of(const Object& object, const Followers& followers) {
  if (object.entities.size() == 1 && object.moving_joints.empty()) return nullptr;
  auto out = std::make_shared<Layout>();
  std::unordered_map<EntityId, int> index, moving;
  index.reserve(object.entities.size());
  for (std::size_t i = 0; i < object.entities.size(); ++i) {
    const Entity& e = *object.entities[i];
    const bool moves = out->joints.size() < object.moving_joints.size() && object.moving_joints[out->joints.size()] == i;
    if (moves) {
      moving.emplace(e.id, static_cast<int>(out->joints.size()));
      out->joints.push_back(rowOf(*out, e, index));
    }
    out->seats.push_back(seatOf(*out, e, index, moves ? static_cast<int>(out->joints.size()) - 1 : -1));
    index.emplace(e.id, static_cast<int>(i));
    out->by_id.emplace_back(e.id, static_cast<int>(i));
  }
  std::ranges::sort(out->by_id);
  if (!followers.empty()) {
    for (std::size_t k = 0; k < out->joints.size(); ++k) resolveLeader(object, followers, moving, k, out->joints[k]);
  }
  return out;
}

bool sameLayout(const Object& a, const Object& b) {
  if (a.entities.size() != b.entities.size()) return false;
  for (std::size_t i = 0; i < a.entities.size(); ++i) {
    if (a.entities[i] != b.entities[i] && !sameEntity(*a.entities[i], *b.entities[i])) return false;
  }
  return true;
}

}  // namespace ww::model
