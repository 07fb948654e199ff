// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/mount.h"

#include "core/kinematics/tool.h"
#include "core/model/carriers.h"
#include "core/usecase/failures.h"
#include "core/world/values/attachment.h"

namespace ww::usecase {
namespace {

ObjectId ownerOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return *id;
  if (const auto* id = std::get_if<FrameId>(&node)) return world.frame(*id) ? world.frame(*id)->object : ObjectId{};
  const auto* owner = world.owner(std::get<EntityId>(node));
  return owner ? owner->object : ObjectId{};
}

// Entities with collision geometry that keep still against the given one.
std::vector<session::RuleSide> rigidWith(const world::World& world, const world::Object& object, EntityId entity) {
  std::vector<session::RuleSide> sides;
  const EntityId mover = moverOf(world, object, entity);
  for (const auto& e : object.entities)
    if (!e->collision.empty() && moverOf(world, object, e->id) == mover) sides.push_back({object.id, e->id});
  return sides;
}

session::EditsPtr hung(const world::NodeRef& node, const Mount& on) {
  if (const auto* object = std::get_if<ObjectId>(&node))
    return on.frame ? session::reparentObjectToFrame(*object, on.frame)
                    : session::reparentObject(*object, on.object->id, on.entity);
  const FrameId frame = std::get<FrameId>(node);
  return on.frame ? session::reparentFrameToFrame(frame, on.frame)
                  : session::reparentFrame(frame, on.object->id, on.entity);
}

}  // namespace

Result<Mount> mountAt(const world::World& world, const world::NodeRef& node, const Pose& node_t_this) {
  const Status gone = fail(failures::kPlaceGone);
  Mount mount;
  mount.object = world.object(ownerOf(world, node));
  if (!mount.object) return gone;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    mount.entity = world.frame(*id)->parent_entity;
    mount.frame = *id;
  } else {
    const auto* entity = std::get_if<EntityId>(&node);
    mount.entity = entity ? *entity : mount.object->rootEntity();
    if (!mount.object->entity(mount.entity)) return gone;
  }
  mount.object_t_this = world.aTB(mount.object->id, node) * node_t_this;
  return mount;
}

EntityId moverOf(const world::World& world, const world::Object& object, EntityId entity) {
  const auto carriers = model::carriersOf(world, entity);
  return carriers.empty() || carriers.front()->object != object.id ? EntityId{} : carriers.front()->id;
}

std::optional<session::CollisionRuleEdit> bolted(const world::World& after, const Mount& mount,
                                                 std::span<const ObjectId> objects) {
  if (!mount.object->isKinematic()) return std::nullopt;
  session::CollisionRuleEdit rule;
  rule.right = rigidWith(after, *mount.object, mount.entity);
  for (const ObjectId id : objects) {
    const auto object = after.object(id);
    const auto own = object ? rigidWith(after, *object, object->rootEntity()) : std::vector<session::RuleSide>();
    rule.left.insert(rule.left.end(), own.begin(), own.end());
  }
  return rule.left.empty() || rule.right.empty() ? std::nullopt : std::optional(rule);
}

bool isCarried(const world::World& world, const world::NodeRef& node,
               const std::function<bool(const world::NodeRef&)>& is_other) {
  const auto rides = [&](FrameId frame) {
    return world::ridesOnAny(world, frame, [&](FrameId at) { return is_other(at); });
  };
  const auto is_carrier = [&](ObjectId id) { return id && id != world::kRootObject && is_other(id); };
  const world::Object* at = nullptr;
  if (const auto* id = std::get_if<FrameId>(&node)) {
    const world::Frame* frame = world.peek(*id);
    if (!frame) return false;
    if (rides(frame->parent_frame) || is_carrier(frame->object)) return true;
    at = world.peek(frame->object);
  } else if (const auto* object = std::get_if<ObjectId>(&node)) {
    at = world.peek(*object);
  }
  for (; at && at->parent; at = world.peek(at->parent))
    if (is_carrier(at->parent) || rides(world::attachedTo(world, *at))) return true;
  return false;
}

std::vector<world::NodeRef> withoutCarried(const world::World& world, std::span<const world::NodeRef> nodes) {
  const std::unordered_set<world::NodeRef> all(nodes.begin(), nodes.end());
  const auto is_other = [&](const world::NodeRef& other) { return all.contains(other); };
  std::vector<world::NodeRef> out;
  for (const auto& node : nodes)
    if (!isCarried(world, node, is_other)) out.push_back(node);
  return out;
}

Result<session::EditsPtr> attached(const world::World& world, const TryEdits& tried,
                                   std::span<const world::NodeRef> nodes, const world::NodeRef& target, AttachWay way) {
  WW_ASSIGN(const Mount mount, mountAt(world, target));
  std::vector<session::EditsPtr> edits;
  std::vector<ObjectId> anew;
  for (const auto& node : withoutCarried(world, nodes)) {
    const auto* id = std::get_if<ObjectId>(&node);
    const auto object = id ? world.object(*id) : nullptr;
    if (id && !object) return fail(failures::kPlaceGone);
    if (object && object->parent_entity != mount.entity) anew.push_back(*id);
    edits.push_back(hung(node, mount));
    // On an attachment frame it would go there by itself.
    if (way == AttachWay::kPutThere) edits.push_back(session::setPose(node, mount.object->id, mount.object_t_this));
    else if (object && mount.frame)
      edits.push_back(session::setPose(node, mount.object->id, world.aTB(mount.object->id, node)));
  }
  session::EditsPtr all = session::join(edits);
  if (way == AttachWay::kStays || anew.empty() || !mount.object->isKinematic()) return all;
  WW_ASSIGN(const world::World after, tried(all));
  if (const auto rule = bolted(after, mount, anew)) all = session::join({all, session::addCollisionRule(after, *rule)});
  return all;
}

std::optional<world::NodeRef> mountOf(const world::World& world, const world::Object& robot) {
  for (const FrameId id : world.framesOf(robot)) {
    const auto frame = world.frame(id);
    if (frame->is_attachment && moverOf(world, robot, frame->parent_entity)) return world::NodeRef(id);
  }
  for (const auto& choice : kinematics::toolChoices(world, robot.id))
    if (ownerOf(world, choice.node) == robot.id) return choice.node;
  return std::nullopt;
}

std::vector<world::NodeRef> likelyMounts(const world::World& world, std::span<const world::NodeRef> nodes) {
  constexpr std::size_t kMost = 8;
  const std::unordered_set<world::NodeRef> others(nodes.begin(), nodes.end());
  std::vector<world::NodeRef> out;
  world.forEachObject([&](const world::Object& object) {
    if (out.size() >= kMost || !kinematics::isArm(world, object.id) || hangsOnAny(world, object.id, others)) return;
    if (const auto mount = mountOf(world, object)) out.push_back(*mount);
  });
  return out;
}

bool hangsOnAny(const world::World& world, const world::NodeRef& node,
                const std::unordered_set<world::NodeRef>& others) {
  if (others.contains(node)) return true;
  if (const auto* id = std::get_if<FrameId>(&node))
    if (world::ridesOnAny(world, *id, [&](FrameId at) { return others.contains(at); })) return true;
  for (const world::Object* at = world.peek(ownerOf(world, node)); at; at = world.peek(at->parent))
    if (others.contains(at->id)) return true;
  return false;
}

}  // namespace ww::usecase
