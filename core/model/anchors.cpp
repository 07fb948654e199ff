// SPDX-License-Identifier: Apache-2.0
#include "core/model/anchors.h"

namespace ww::model {

Anchors::Anchors(const Model& model, std::span<const EntityId> movers) : model_(model) {
  known_[kFixedBody] = {};
  for (std::size_t k = 0; k < movers.size(); ++k) {
    const BodyIndex i = model.bodyOf(movers[k]);
    WW_CHECK(i != kFixedBody && model.body(i).entity == movers[k]);
    known_[i] = {static_cast<int>(k), {}};
  }
}

// Down from the nearest body that is known, as chains may be thousands of joints long.
const Anchors::Anchor& Anchors::ofBody(BodyIndex i) {
  std::vector<BodyIndex> path;
  for (; !known_.contains(i); i = model_.body(i).parent) path.push_back(i);
  const Anchor* at = &known_.at(i);
  for (; !path.empty(); path.pop_back()) {
    const Pose parent_t_body = model_.parentT(path.back());
    at = &(known_[path.back()] = {at->mover, at->mover_t_node * parent_t_body});
  }
  return *at;
}

Anchors::Anchor Anchors::of(world::NodeRef node) {
  const Ride ride = model_.ride(node);
  if (ride.body == kFixedBody) return {-1, ride.body_t_node};
  const Anchor& on = ofBody(ride.body);
  return {on.mover, on.mover_t_node * ride.body_t_node};
}

}  // namespace ww::model
