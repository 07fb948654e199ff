// SPDX-License-Identifier: Apache-2.0
#include "core/model/layout.h"

#include <algorithm>
#include <unordered_map>

namespace ww::model {
namespace {

using world::Entity;
using world::EntityPtr;
using world::Object;

// Where an entity sits; the seats of those before it are there.
Layout::Seat seatOf(const Layout& layout, const Entity& entity, const std::unordered_map<EntityId, int>& index,
                    int joint) {
  if (joint >= 0) return {joint, {}};
  if (!entity.parent) return {};
  const Layout::Seat& above = layout.seats[static_cast<std::size_t>(index.at(entity.parent))];
  return {above.joint, above.piece_t_entity * entity.parent_t_this};
}

Layout::JointRow rowOf(const Layout& layout, const Entity& entity, std::size_t at,
                       const std::unordered_map<EntityId, int>& index) {
  Layout::JointRow row;
  row.entity = at;
  row.moves = bool(entity.parent);
  if (!row.moves) return row;
  const Layout::Seat& above = layout.seats[static_cast<std::size_t>(index.at(entity.parent))];
  row.inboard = {above.joint, above.piece_t_entity * entity.joint->parent_t_inboard};
  return row;
}

// Rows of the joints that an object's followers follow.
void linkFollowers(const Object& object, Layout& layout) {
  std::unordered_map<std::size_t, int> row_of;
  for (std::size_t k = 0; k < layout.joints.size(); ++k) row_of.emplace(layout.joints[k].entity, static_cast<int>(k));
  for (const world::Follower& f : object.followers) {
    Layout::JointRow& row = layout.joints[static_cast<std::size_t>(row_of.at(f.entity))];
    row.leader = row_of.at(object.moving_joints[f.leader]);
    row.multiplier = f.multiplier;
    row.offset = f.offset;
  }
}

bool sameJoint(const world::Joint& a, const world::Joint& b) {
  return a.motion == b.motion && a.axis == b.axis && a.parent_t_inboard == b.parent_t_inboard &&
         a.outboard_t_child == b.outboard_t_child;
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

std::shared_ptr<const Layout> Layout::of(const Object& object) {
  if (isSinglePiece(object)) return nullptr;
  auto out = std::make_shared<Layout>();
  std::unordered_map<EntityId, int> index;
  index.reserve(object.entities.size());
  for (std::size_t i = 0; i < object.entities.size(); ++i) {
    const Entity& e = *object.entities[i];
    const bool moves = e.joint && e.joint->moves();
    if (moves) out->joints.push_back(rowOf(*out, e, i, index));
    out->seats.push_back(seatOf(*out, e, index, moves ? static_cast<int>(out->joints.size()) - 1 : -1));
    index.emplace(e.id, static_cast<int>(i));
    out->by_id.emplace_back(e.id, static_cast<int>(i));
  }
  std::ranges::sort(out->by_id);
  if (!object.followers.empty()) linkFollowers(object, *out);
  return out;
}

bool sameLayout(const Object& a, const Object& b) {
  if (a.entities.size() != b.entities.size() || !(a.followers == b.followers)) return false;
  bool same = true;
  world::EntityList::diff(a.entities, b.entities,
                          [&](std::uint64_t, const world::EntityPtr* before, const world::EntityPtr* after) {
                            same = same && sameEntity(**before, **after);
                          });
  return same;
}

}  // namespace ww::model
