// SPDX-License-Identifier: Apache-2.0
#include "core/interop/isaac/heard.h"

#include <utility>

#include "core/interop/isaac/actor_names.h"

namespace ww::isaac {

void Heard::addRiders(const world::World& now, const world::World* told, ObjectId mover, std::uint64_t told_at,
                      const std::map<ObjectId, Pose>& said, Riders& out) const {
  std::vector<ObjectId> open = now.childrenOf(*now.peek(mover));
  while (!open.empty()) {
    const ObjectId id = open.back();
    open.pop_back();
    for (const ObjectId child : now.childrenOf(*now.peek(id))) open.push_back(child);
    const Pose pose = now.rootT({id});
    const auto heard = poses.find(id);
    const bool rests =
        heard != poses.end() ? heard->second == pose : told && told->peek(id) && told->rootT({id}) == pose;
    if (!rests) continue;
    const auto at = placed_at.find(id);
    bool& stays = out[id];
    stays = stays || said.contains(id) || (at != placed_at.end() && at->second > told_at);
  }
}

std::vector<Quantity> Heard::orders(std::vector<Quantity> shown, const world::World* told) {
  std::vector<Quantity> out;
  for (Quantity& q : shown) {
    const auto at = joints.find(q.entity);
    const auto before = told ? jointLike(*told, q.entity) : std::nullopt;
    const bool known = at != joints.end() ? at->second == q.value : before && positionOf(*told, *before) == q.value;
    if (known) continue;
    joints[q.entity] = q.value;
    if (const auto bare = bare_joints.find(q.entity); bare != bare_joints.end()) q.entity = bare->second;
    out.push_back(std::move(q));
  }
  return out;
}

}  // namespace ww::isaac
