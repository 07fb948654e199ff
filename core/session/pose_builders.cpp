// SPDX-License-Identifier: Apache-2.0
#include "core/session/pose_builders.h"

#include <algorithm>

#include "core/geometry/wire_convert.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "worldwright/v1/edits.pb.h"

namespace ww::session {

namespace pb = intrinsic_proto::world;

void setNode(const world::NodeRef& node, pb::TransformNodeReference* ref) {
  if (const auto* object = std::get_if<ObjectId>(&node)) ref->set_id(world::toWire(*object));
  else if (const auto* frame = std::get_if<FrameId>(&node)) ref->set_id(world::toWire(*frame));
}

namespace {

// The wire reaches an entity by a filter of its object.
void setReference(const world::World& world, const world::NodeRef& reference, pb::UpdateTransformRequest& request) {
  const auto* entity = std::get_if<EntityId>(&reference);
  if (!entity) return setNode(reference, request.mutable_node_a());
  const world::EntityOwner* owner = world.owner(*entity);
  if (!owner) return;
  if (owner->frame) return setNode(owner->frame, request.mutable_node_a());
  setNode(owner->object, request.mutable_node_a());
  if (world.peek(owner->object)->rootEntity() != *entity)
    request.mutable_node_a_filter()->add_entity_references()->set_id(world::toWire(*entity));
}

int depth(const world::World& world, world::NodeRef node) {
  int steps = 0;
  for (; node != world::NodeRef(world::kRootObject); ++steps) node = poseParent(world, node);
  return steps;
}

}  // namespace

world::NodeRef poseParent(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) {
    const world::Object& object = *world.peek(*id);
    if (!object.parent) return world::kRootObject;
    if (const FrameId frame = world::attachedTo(world, object)) return frame;
    return object.parent_entity ? world::NodeRef(object.parent_entity) : world::NodeRef(object.parent);
  }
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const world::Frame& frame = *world.peek(*id);
    return frame.parent_frame ? world::NodeRef(frame.parent_frame) : world::NodeRef(frame.parent_entity);
  }
  const EntityId id = std::get<EntityId>(node);
  const world::EntityOwner& owner = *world.owner(id);
  if (owner.frame) return owner.frame;
  const world::Entity* entity = world.peek(owner.object)->entity(id);
  return entity && entity->parent ? world::NodeRef(entity->parent) : world::NodeRef(owner.object);
}

std::vector<world::NodeRef> parentsFirst(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  std::vector<std::pair<int, world::NodeRef>> order;
  for (const world::NodeRef& node : nodes) order.emplace_back(depth(world, node), node);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<world::NodeRef> out;
  for (const auto& [steps, node] : order) out.push_back(node);
  return out;
}

EditsPtr setPoses(const world::World& world, std::vector<PosedNode> nodes) {
  std::vector<std::pair<int, const PosedNode*>> order;
  for (const PosedNode& node : nodes) order.emplace_back(depth(world, node.node), &node);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  auto edits = std::make_shared<worldwright::v1::Edits>();
  for (const auto& [steps, posed] : order) {
    pb::UpdateTransformRequest& r = *edits->add_edits()->mutable_world_update()->mutable_update_transform();
    setReference(world, posed->reference, r);
    setNode(posed->node, r.mutable_node_b());
    setNode(posed->node, r.mutable_node_to_update());
    geometry::toWire(posed->reference_t_node, r.mutable_a_t_b());
  }
  return edits;
}

}  // namespace ww::session
