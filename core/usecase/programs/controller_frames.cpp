// SPDX-License-Identifier: Apache-2.0
#include "core/usecase/programs/controller_frames.h"

#include <optional>

#include "core/kinematics/last_link.h"
#include "core/model/carriers.h"

namespace ww::usecase {
namespace {

std::optional<EntityId> linkNamed(const world::Object& robot, std::string_view name) {
  for (const auto& entity : robot.entities)
    if (entity->kind == world::EntityKind::kLink && entity->name == name) return entity->id;
  return std::nullopt;
}

// The nearest link above, which a joint stands on.
std::optional<EntityId> linkBelow(const world::Object& robot, EntityId joint) {
  const auto* entity = robot.entity(joint);
  while (entity != nullptr && entity->parent) {
    entity = robot.entity(entity->parent);
    if (entity != nullptr && entity->kind == world::EntityKind::kLink) return entity->id;
  }
  return std::nullopt;
}

}  // namespace

world::NodeRef flangeOf(const world::World& world, const world::Object& robot) {
  for (const char* name : {"tool0", "flange"}) {
    if (const FrameId frame = world.frameNamed(robot.id, name)) return frame;
    if (const auto link = linkNamed(robot, name)) return *link;
  }
  return kinematics::lastLinkOf(world, robot).entity;
}

world::NodeRef baseOf(const world::World& world, const world::Object& robot) {
  const char* const kBase = "base";
  if (const FrameId frame = world.frameNamed(robot.id, kBase)) {
    const EntityId on = world.peek(frame)->parent_entity;
    if (!model::isCarriedBy(world, robot.id, on)) return frame;
  }
  if (const auto link = linkNamed(robot, kBase); link && !model::isCarriedBy(world, robot.id, *link)) return *link;
  for (const std::size_t joint : robot.moving_joints) {
    const auto link = linkBelow(robot, robot.entities[joint]->id);
    if (link && !model::isCarriedBy(world, robot.id, *link)) return *link;
  }
  return robot.id;
}

}  // namespace ww::usecase
