// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/world/updates/attach.h"
#include "core/world/updates/helpers.h"
#include "core/world/updates/kind.h"
#include "core/world/updates/labels.h"
#include "core/world/updates/transform_nodes.h"
#include "core/world/values/attachment.h"
#include "core/world/views/references.h"
#include "intrinsic/world/proto/object_world_updates.pb.h"

namespace ww::world::updates {
namespace {

Result<NodeRef> nodeA(const World& world, const pb::UpdateTransformRequest& request) {
  return resolveNode(world, request.node_a(), request.has_node_a_filter() ? &request.node_a_filter() : nullptr);
}

Result<NodeRef> nodeB(const World& world, const pb::UpdateTransformRequest& request) {
  return resolveNode(world, request.node_b(), request.has_node_b_filter() ? &request.node_b_filter() : nullptr);
}

// The nodes from this one up to the root, itself first: objects and frames only (poses that can be set).
std::vector<NodeRef> settableChain(const World& world, NodeRef node) {
  std::vector<NodeRef> chain;
  const auto addFrames = [&](FrameId id) {
    for (const Frame* f = world.peek(id); f; f = world.peek(f->parent_frame)) chain.push_back(f->id);
  };
  ObjectId at;
  if (const auto* frame = std::get_if<FrameId>(&node)) {
    addFrames(*frame);
    at = world.peek(*frame)->object;
  } else if (const auto* entity = std::get_if<EntityId>(&node)) {
    at = world.owner(*entity)->object;
  } else {
    at = std::get<ObjectId>(node);
  }
  for (const Object* o = world.peek(at); o; o = world.peek(o->parent)) {
    chain.push_back(o->id);
    addFrames(attachedTo(world, *o));
  }
  return chain;
}

bool holds(const std::vector<NodeRef>& chain, const NodeRef& node) {
  return std::find(chain.begin(), chain.end(), node) != chain.end();
}

// The entity or frame that a settable node is posed in.
NodeRef directParent(const World& world, const NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node)) {
    const FramePtr f = world.frame(*frame);
    return f->parent_frame ? NodeRef(f->parent_frame) : NodeRef(f->parent_entity);
  }
  const Object& object = *world.peek(std::get<ObjectId>(node));
  const FrameId frame = attachedTo(world, object);
  return frame ? NodeRef(frame) : NodeRef(object.parent_entity);
}

// On the wire the parent of an object is the parent object, whatever entity it hangs on; the same for a frame.
bool isChildOf(const World& world, const NodeRef& child, const NodeRef& parent) {
  if (std::holds_alternative<EntityId>(child) || child == NodeRef(kRootObject)) return false;
  const NodeRef direct = directParent(world, child);
  if (direct == parent) return true;
  // What hangs on a frame hangs on the link that carries it.
  const auto* frame = std::get_if<FrameId>(&direct);
  if (frame && std::holds_alternative<ObjectId>(child) && NodeRef(world.peek(*frame)->parent_entity) == parent)
    return true;
  const auto* parent_object = std::get_if<ObjectId>(&parent);
  if (!parent_object || child == parent) return false;
  if (const auto* entity = std::get_if<EntityId>(&direct)) return world.owner(*entity)->object == *parent_object;
  return std::holds_alternative<ObjectId>(child) && world.peek(std::get<ObjectId>(child))->parent == *parent_object;
}

Result<NodeRef> nodeBetween(const World& world, const pb::UpdateTransformRequest& request, const NodeRef& a,
                            const NodeRef& b) {
  if (a == b) return fail(failures::kSameNode, {{"node", nodeArg(world, a)}});
  if (!request.has_node_to_update()) {
    if (isChildOf(world, b, a)) return b;
    if (isChildOf(world, a, b)) return a;
    return fail(failures::kNotNeighbours, {{"b", nodeArg(world, b)}, {"a", nodeArg(world, a)}});
  }
  WW_ASSIGN(const NodeRef node, resolve(world, request.node_to_update()));
  const bool above_a = holds(settableChain(world, a), node), above_b = holds(settableChain(world, b), node);
  if (above_a == above_b) {
    return fail(above_a ? failures::kAboveBoth : failures::kAboveNeither,
                {{"node", nodeArg(world, node)}, {"a", nodeArg(world, a)}, {"b", nodeArg(world, b)}});
  }
  return node;
}

// `sent` is the message of the pose when it is that pose.
Status setPose(WorldEditor& editor, const NodeRef& node, const Pose& pose, const intrinsic_proto::Pose* sent) {
  if (!pose.p.allFinite()) return fail(failures::kMovedBeyondNumbers, {{"node", nodeArg(editor.world(), node)}});
  const bool news = sent && hasUnknown(*sent);
  if (const auto* frame = std::get_if<FrameId>(&node)) {
    if (editor.world().peek(*frame)->parent_t_this == pose && !news) return okStatus();
    Frame changed = *editor.world().peek(*frame);
    changed.parent_t_this = pose;
    if (news) rememberPose(changed, *sent);
    replaceAndCarry(editor, std::move(changed));
    return okStatus();
  }
  const Object& object = *editor.world().peek(std::get<ObjectId>(node));
  const FrameId frame = attachedTo(editor.world(), object);
  Pose in_entity = frame ? entityTFrame(editor.world(), *editor.world().peek(frame)) * pose : pose;
  in_entity.q = normalizedOnce(in_entity.q);
  if (object.parent_entity_t_this == in_entity && !news) return okStatus();
  Object changed = object;
  changed.parent_entity_t_this = in_entity;
  if (news) rememberPose(changed, *sent);
  editor.replace(std::move(changed));
  return okStatus();
}

}  // namespace

static Status transform(WorldEditor& editor, const pb::UpdateTransformRequest& request) {
  const World& world = editor.world();
  WW_ASSIGN(const NodeRef a, nodeA(world, request));
  WW_ASSIGN(const NodeRef b, nodeB(world, request));
  if (!request.has_a_t_b()) {
    return fail(failures::kPoseUnset,
                {{"field", arg::Words{"a_t_b"}}, {"b", nodeArg(world, b)}, {"a", nodeArg(world, a)}});
  }
  WW_ASSIGN(const Pose a_t_b, poseIn("a_t_b", request.a_t_b()));
  WW_ASSIGN(const NodeRef node, nodeBetween(world, request, a, b));
  const NodeRef parent = directParent(world, node);
  const auto* a_object = std::get_if<ObjectId>(&a);
  // Then it is stored bit for bit as it was sent.
  const bool as_sent =
      node == b && (parent == a || (a_object && parent == NodeRef(world.peek(*a_object)->rootEntity())));
  Pose parent_t_node = a_t_b;
  if (!as_sent) {
    // The node moves b (or a) rigidly: root_t_b' = root_t_a * a_t_b.
    parent_t_node = holds(settableChain(world, b), node) ? world.aTB(parent, a) * a_t_b * world.aTB(b, node)
                                                         : world.aTB(parent, b) * a_t_b.inverse() * world.aTB(a, node);
    parent_t_node.q = normalizedOnce(parent_t_node.q);
  }
  return as_sent ? setPose(editor, node, parent_t_node, &request.a_t_b())
                 : setPose(editor, node, parent_t_node, nullptr);
}

namespace {

Phrase transformLabel(const World& w, const pb::UpdateTransformRequest& u) {
  const auto node = nodeToUpdate(w, u);
  if (node.ok()) return labelOfOne(WW_TEXT("Core", "Move {name}"), labelName(w.display(*node)));
  const pb::TransformNodeReference& ref = u.has_node_to_update() ? u.node_to_update() : u.node_b();
  const pb::TransformNodeReferenceByName& by_name = ref.by_name();
  const std::string text = by_name.has_frame() ? by_name.frame().object_name() + "/" + by_name.frame().frame_name()
                                               : by_name.object().object_name();
  return labelOfOne(WW_TEXT("Core", "Move {name}"), labelName(text.empty() ? ref.id() : text));
}

std::string transformStream(const pb::UpdateTransformRequest& u) {
  if (u.has_node_to_update()) return streamTarget('t', u.node_to_update());
  return streamTarget('a', u.node_a()) + streamTarget('b', u.node_b());
}

}  // namespace

EditKinds transformKinds() {
  return {wireKind<transform, transformLabel, transformStream>(pb::ObjectWorldUpdate::kUpdateTransform)};
}

}  // namespace ww::world::updates

namespace ww::world {

Result<NodeRef> resolveNode(const World& world, const pb::TransformNodeReference& ref,
                            const pb::ObjectEntityFilter* filter) {
  WW_ASSIGN(const NodeRef node, resolve(world, ref));
  // A filter that asks for nothing is as good as none.
  if (!filter ||
      (!filter->include_base_entity() && !filter->include_final_entity() && !filter->include_all_entities() &&
       filter->entity_references().empty() && filter->entity_names().empty())) {
    return node;
  }
  const auto* object = std::get_if<ObjectId>(&node);
  if (!object) return fail(failures::kFilterOnFrame, {{"frame", nodeArg(world, node)}});
  WW_ASSIGN(const std::vector<EntityId> picked, resolve(world, *object, *filter));
  if (picked.size() != 1) {
    return fail(failures::kFilterPicksMany, {{"object", nodeArg(world, node)}, {"count", arg::Count{picked.size()}}});
  }
  if (picked.front() == world.peek(*object)->rootEntity()) return node;
  const FrameId frame = world.owner(picked.front())->frame;
  return frame ? NodeRef(frame) : NodeRef(picked.front());
}

Result<NodeRef> nodeToUpdate(const World& world, const pb::UpdateTransformRequest& request) {
  WW_ASSIGN(const NodeRef a, updates::nodeA(world, request));
  WW_ASSIGN(const NodeRef b, updates::nodeB(world, request));
  return updates::nodeBetween(world, request, a, b);
}

}  // namespace ww::world
