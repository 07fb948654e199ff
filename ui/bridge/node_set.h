// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "core/world/values/world.h"

namespace ww::ui {

struct NodeHash {
  std::size_t operator()(const world::NodeRef& node) const {
    const std::uint64_t id = std::visit([](const auto& i) { return i.value; }, node);
    return std::hash<std::uint64_t>()(id << 2 | node.index());
  }
};
using NodeSet = std::unordered_set<world::NodeRef, NodeHash>;
template <typename T>
using NodeMap = std::unordered_map<world::NodeRef, T, NodeHash>;

// Whether the world has it.
inline bool isInWorld(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return world.peek(*object) != nullptr;
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.peek(*frame) != nullptr;
  return world.owner(std::get<EntityId>(node)) != nullptr;
}

}  // namespace ww::ui
