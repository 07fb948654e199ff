// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/hand/hand_choice.h"

#include <algorithm>

#include "core/kinematics/tool.h"
#include "core/model/carriers.h"

namespace ww::usecase {
namespace {

ObjectId objectOf(const world::World& world, const world::NodeRef& node) {
  if (const auto* frame = std::get_if<FrameId>(&node))
    return world.peek(*frame) ? world.peek(*frame)->object : ObjectId{};
  if (const auto* entity = std::get_if<EntityId>(&node)) {
    const auto owner = world.owner(*entity);
    return owner ? owner->object : ObjectId{};
  }
  const ObjectId object = std::get<ObjectId>(node);
  return world.peek(object) ? object : ObjectId{};
}

// The object itself, or what carries it.
ObjectId robotAt(const world::World& world, ObjectId object) {
  for (auto at = world.object(object); at && at->id != world::kRootObject; at = world.object(at->parent))
    if (kinematics::isArm(world, at->id) &&
        (at->id == object || model::isCarriedBy(world, at->id, world.peek(object)->parent_entity)))
      return at->id;
  return {};
}

std::optional<HandChoice> choiceOf(const world::World& world, const world::NodeRef& node) {
  const ObjectId robot = robotAt(world, objectOf(world, node));
  if (!robot) return std::nullopt;
  if (const auto* frame = std::get_if<FrameId>(&node);
      frame && model::isCarriedBy(world, robot, world.peek(*frame)->parent_entity))
    return HandChoice{robot, node};
  const auto tool = kinematics::toolOf(world, robot);
  return tool ? std::optional(HandChoice{robot, *tool}) : std::nullopt;
}

}  // namespace

std::optional<HandChoice> handChoice(const world::World& world, std::span<const world::NodeRef> selected) {
  // Of many that were selected at once nobody means one further back.
  constexpr std::size_t kMost = 16;
  for (std::size_t i = 0; i < std::min(kMost, selected.size()); ++i)
    if (const auto choice = choiceOf(world, selected[selected.size() - 1 - i])) return choice;
  if (!selected.empty()) return std::nullopt;
  std::optional<HandChoice> only;
  int robots = 0;
  world.forEachObject([&](const world::Object& object) {
    if (robots > 1 || !object.isKinematic() || !kinematics::isArm(world, object.id)) return;
    only = choiceOf(world, object.id);
    ++robots;
  });
  return robots == 1 ? only : std::nullopt;
}

Pose jogged(const Pose& root_t_tool, const Quat& root_q_axes, int axis, double amount) {
  const Vec3 along = root_q_axes * Vec3(Vec3::Unit(axis % 3));
  if (axis < 3) return {root_t_tool.p + amount * along, root_t_tool.q};
  return {root_t_tool.p, (Quat(Eigen::AngleAxisd(amount, along)) * root_t_tool.q).normalized()};
}

}  // namespace ww::usecase
