// SPDX-License-Identifier: Apache-2.0
#include "core/world/views/nearest.h"

#include <algorithm>

#include "core/world/views/references.h"

namespace ww::world {
namespace {

constexpr std::size_t kMostLookedAt = 2000, kShown = 6, kMostMeant = 3;

template <typename NameOf>
std::vector<std::string> namesOf(std::size_t count, NameOf&& nameOf) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(count, kMostLookedAt); ++i) names.push_back(nameOf(i));
  return names;
}

template <typename Id>
void add(const PersistentSet& ids, std::vector<NodeRef>& out) {
  ids.forEach([&](std::uint64_t id, Present) {
    if (out.size() < kMostLookedAt) out.emplace_back(Id{id});
  });
}

const std::string& ownName(const World& world, const NodeRef& node) {
  if (const auto* id = std::get_if<ObjectId>(&node)) return world.peek(*id)->name;
  return world.peek(std::get<FrameId>(node))->name;
}

Status withMeant(Status status, std::vector<std::string> meant) {
  if (!status.failure || meant.empty()) return status;
  auto failure = std::make_shared<Failure>(*status.failure);
  failure->near = std::move(meant);
  status.hint = hintText(*failure, plainVoice());
  status.failure = std::move(failure);
  return status;
}

}  // namespace

arg::Node nodeArg(const World& world, NodeRef node) {
  return {world.display(node), std::visit([](auto id) { return id.value; }, node)};
}

arg::Node nodeArg(const Object& object) { return {object.name, object.id.value}; }

std::vector<std::string> entityNames(const Object& object) {
  return namesOf(object.entities.size(), [&](std::size_t i) { return object.entities[i]->name; });
}

std::vector<std::string> movingJointNames(const Object& object) {
  return namesOf(object.moving_joints.size(), [&](std::size_t i) { return object.movingJointName(i); });
}

std::vector<std::string> frameNames(const World& world, const Object& object) {
  std::vector<NodeRef> frames;
  add<FrameId>(object.frames, frames);
  return namesOf(frames.size(), [&](std::size_t i) { return ownName(world, frames[i]); });
}

arg::Names listArg(std::vector<std::string> names, std::size_t all) {
  if (names.size() < all) names.resize(std::min(names.size(), kShown));
  return {std::move(names)};
}

std::vector<NodeRef> childrenOn(const World& world, ObjectId object) {
  std::vector<NodeRef> nodes;
  add<ObjectId>(world.peek(object)->children, nodes);
  return nodes;
}

std::vector<NodeRef> nodesOn(const World& world, ObjectId object) {
  std::vector<NodeRef> nodes;
  add<FrameId>(world.peek(object)->frames, nodes);
  add<ObjectId>(world.peek(object)->children, nodes);
  return nodes;
}

std::vector<NodeRef> nodesFromRoot(const World& world, bool with_frames) {
  std::vector<NodeRef> nodes{kRootObject};
  for (std::size_t i = 0; i < nodes.size() && nodes.size() < kMostLookedAt; ++i) {
    const auto* id = std::get_if<ObjectId>(&nodes[i]);
    if (!id) continue;
    const Object& object = *world.peek(*id);
    if (with_frames) add<FrameId>(object.frames, nodes);
    add<ObjectId>(object.children, nodes);
  }
  nodes.erase(nodes.begin());
  return nodes;
}

namespace {

// Nodes whose own names are like the wanted one, as `shown` tells them.
template <typename Shown>
Status withNear(Status status, const World& world, std::string_view wanted, std::span<const NodeRef> nodes,
                Shown&& shown) {
  std::vector<std::string> names;
  names.reserve(nodes.size());
  for (const NodeRef& node : nodes) names.push_back(ownName(world, node));
  std::vector<std::string> meant;
  for (const std::string& name : nearestNames(wanted, names, kMostMeant)) {
    for (std::size_t i = 0; i < nodes.size() && meant.size() < kMostMeant; ++i) {
      if (names[i] == name) meant.push_back(shown(nodes[i]));
    }
  }
  return withMeant(std::move(status), std::move(meant));
}

}  // namespace

Status withNearNodes(Status status, const World& world, std::string_view wanted, std::span<const NodeRef> nodes) {
  return withNear(std::move(status), world, wanted, nodes, [&](const NodeRef& node) { return world.display(node); });
}

Status withNearIds(Status status, const World& world, std::string_view wanted, std::span<const NodeRef> nodes) {
  return withNear(std::move(status), world, wanted, nodes, [&](const NodeRef& node) {
    return std::visit([](auto id) { return toWire(id); }, node) + " (" + world.display(node) + ")";
  });
}

Status withNearEntities(Status status, const World& world, std::string_view wanted) {
  if (!status.failure || !status.failure->near.empty()) return status;
  std::vector<std::string> names, shown;
  world.forEachObject([&](const Object& object) {
    for (const auto& entity : object.entities) {
      if (names.size() == kMostLookedAt) return;
      names.push_back(entity->name);
      shown.push_back(world.display(entity->id));
    }
  });
  std::vector<std::string> meant, near = nearestNames(wanted, names, kMostMeant);
  if (std::ranges::find(names, wanted) != names.end()) near = {std::string(wanted)};
  for (const std::string& name : near) {
    for (std::size_t i = 0; i < names.size() && meant.size() < kMostMeant; ++i) {
      if (names[i] == name) meant.push_back(shown[i]);
    }
  }
  return withMeant(std::move(status), std::move(meant));
}

Status withNearNames(Status status, std::string_view wanted, std::span<const std::string> names,
                     const std::string& before) {
  std::vector<std::string> meant;
  for (const std::string& name : nearestNames(wanted, names, kMostMeant)) meant.push_back(before + name);
  return withMeant(std::move(status), std::move(meant));
}

}  // namespace ww::world
