// SPDX-License-Identifier: Apache-2.0
#include "core/kinematics/last_link.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/kinematics/tool_names.h"
#include "core/model/carriers.h"

namespace ww::kinematics {
namespace {

// The moving joints of the robot itself that carry a link, from its base on.
using Chain = std::vector<EntityId>;

Chain chainTo(const world::World& world, ObjectId robot, EntityId link) {
  Chain chain;
  for (const auto& joint : model::carriersOf(world, link))
    if (joint->object == robot) chain.push_back(joint->id);
  std::ranges::reverse(chain);
  return chain;
}

int depthOf(const world::Object& object, const world::Entity& entity) {
  int depth = 0;
  for (const auto* at = &entity; at->parent; at = object.entity(at->parent)) ++depth;
  return depth;
}

bool isNamedFinger(const world::Object& robot, EntityId joint) {
  if (isFingerName(robot.entity(joint)->name)) return true;
  return std::ranges::any_of(robot.entities,
                             [&](const auto& e) { return e->parent == joint && isFingerName(e->name); });
}

class Ends {
 public:
  Ends(const world::World& world, const world::Object& robot) : world_(world), robot_(robot) {
    for (const auto& entity : robot.entities)
      if (entity->kind == world::EntityKind::kLink) chains_.emplace_back(entity, chainTo(world, robot.id, entity->id));
  }
  LastLink last() const;

 private:
  LastLink farthest() const;
  bool fingersAfter(const Chain& chain, std::size_t count) const;
  EntityId linkBefore(EntityId joint) const;

  const world::World& world_;
  const world::Object& robot_;
  std::vector<std::pair<world::EntityPtr, Chain>> chains_;
};

LastLink Ends::farthest() const {
  const EntityId only = robot_.finalEntity();
  if (only && !chainTo(world_, robot_.id, only).empty()) return {only, LastLink::Why::kOnly};
  LastLink found;
  std::pair<std::size_t, int> farthest{0, 0};
  for (const auto& [link, chain] : chains_) {
    const std::pair far{chain.size(), depthOf(robot_, *link)};
    if (chain.empty() || far <= farthest) continue;
    farthest = far;
    found.entity = link->id;
  }
  // Joints with no link behind them.
  if (!found.entity && robot_.isKinematic()) found.entity = robot_.entities[robot_.moving_joints.back()]->id;
  return found;
}

// Whether what follows behind the first joints of a chain are fingers: named so, or several short ones side by side.
// A finger that nothing carries is a robot of its own.
// One that is as long as what carries it may be an arm of two, or the rods of a parallel linkage.
bool Ends::fingersAfter(const Chain& chain, std::size_t count) const {
  const auto named = [this](EntityId joint) { return isNamedFinger(robot_, joint); };
  if (named(chain[count]))
    return std::none_of(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(count), named);
  std::map<EntityId, std::size_t> branches;  // by their first joints: how many joints follow each other
  for (const auto& [link, other] : chains_) {
    if (other.size() <= count ||
        !std::equal(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(count), other.begin()))
      continue;
    auto& length = branches[other[count]];
    length = std::max(length, other.size() - count);
  }
  return branches.size() > 1 && std::ranges::all_of(branches, [&](const auto& b) { return b.second < count; });
}

EntityId Ends::linkBefore(EntityId joint) const {
  const auto* at = robot_.entity(robot_.entity(joint)->parent);
  while (at && at->kind != world::EntityKind::kLink) at = robot_.entity(at->parent);
  return at ? at->id : EntityId{};
}

LastLink Ends::last() const {
  const LastLink end = farthest();
  if (!end.entity) return end;
  const Chain chain = chainTo(world_, robot_.id, end.entity);
  for (std::size_t count = 1; count < chain.size(); ++count) {
    if (!fingersAfter(chain, count)) continue;
    if (const EntityId link = linkBefore(chain[count])) return {link, LastLink::Why::kBeforeFingers};
  }
  return end;
}

}  // namespace

LastLink lastLinkOf(const world::World& world, const world::Object& robot) { return Ends(world, robot).last(); }

}  // namespace ww::kinematics
