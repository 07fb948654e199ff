// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/selection.h"

#include <utility>

namespace ww::ui {
namespace {

// Nodes in the order in which each came last; what goes leaves a gap until all is taken.
class Order {
 public:
  explicit Order(std::size_t expected) {
    list_.reserve(expected);
    at_.reserve(expected);
  }
  void toEnd(const world::NodeRef& node) {
    drop(node);
    at_[node] = list_.size();
    list_.emplace_back(node);
  }
  // False when it was not there.
  bool drop(const world::NodeRef& node) {
    const auto found = at_.find(node);
    if (found == at_.end()) return false;
    list_[found->second].reset();
    at_.erase(found);
    return true;
  }
  std::vector<world::NodeRef> take() {
    std::vector<world::NodeRef> out;
    out.reserve(at_.size());
    for (const auto& node : list_)
      if (node) out.push_back(*node);
    return out;
  }

 private:
  std::vector<std::optional<world::NodeRef>> list_;
  NodeMap<std::size_t> at_;
};

bool isMovedByJoints(const world::Object& object, EntityId id) {
  for (const auto* at = object.entity(id); at; at = at->parent ? object.entity(at->parent) : nullptr)
    if (at->joint && at->joint->moves()) return true;
  return false;
}

}  // namespace

std::vector<world::NodeRef> wholeObjects(const world::World& world, const std::vector<world::NodeRef>& nodes) {
  Order out(nodes.size());
  for (const auto& node : nodes) {
    const auto* id = std::get_if<EntityId>(&node);
    const auto entity = id ? world.entity(*id) : nullptr;
    const auto object = entity ? world.object(entity->object) : nullptr;
    const bool whole = object && object->id != world::kRootObject && !isMovedByJoints(*object, *id);
    out.toEnd(whole ? world::NodeRef(object->id) : node);
  }
  return out.take();
}

std::optional<world::NodeRef> Selection::active() const {
  if (nodes_.empty()) return std::nullopt;
  return nodes_.back();
}

void Selection::select(const std::vector<world::NodeRef>& nodes, Mode mode) {
  touch_.reset();
  floor_touch_.reset();
  Order next(nodes.size() + (mode == Mode::kReplace ? 0 : nodes_.size()));
  if (mode != Mode::kReplace)
    for (const auto& node : nodes_) next.toEnd(node);
  for (const auto& node : nodes) {
    const bool was_there = mode == Mode::kToggle && next.drop(node);
    if (!was_there) next.toEnd(node);
  }
  take(next.take());
}

void Selection::take(std::vector<world::NodeRef> nodes) {
  if (nodes == nodes_) return;
  nodes_ = std::move(nodes);
  set_ = NodeSet(nodes_.begin(), nodes_.end());
  Q_EMIT changed();
}

void Selection::hover(std::optional<world::NodeRef> node) {
  if (node == hovered_) return;
  hovered_ = node;
  Q_EMIT hoverChanged();
}

void Selection::prune(const world::World& world) {
  if (hovered_ && !isInWorld(world, *hovered_)) hover(std::nullopt);
  std::vector<world::NodeRef> left = nodes_;
  std::erase_if(left, [&world](const world::NodeRef& node) { return !isInWorld(world, node); });
  take(std::move(left));
}

}  // namespace ww::ui
