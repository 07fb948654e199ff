// SPDX-License-Identifier: Apache-2.0
#include "ui/bridge/selection.h"

#include <algorithm>

namespace ww::ui {
namespace {

bool exists(const world::World& world, const world::NodeRef& node) {
  if (const auto* object = std::get_if<ObjectId>(&node)) return world.object(*object) != nullptr;
  if (const auto* frame = std::get_if<FrameId>(&node)) return world.frame(*frame) != nullptr;
  return world.owner(std::get<EntityId>(node)) != nullptr;
}

}  // namespace

std::optional<world::NodeRef> Selection::active() const {
  if (nodes_.empty()) return std::nullopt;
  return nodes_.back();
}

bool Selection::contains(const world::NodeRef& node) const {
  return std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end();
}

void Selection::select(const std::vector<world::NodeRef>& nodes, Mode mode) {
  std::vector<world::NodeRef> next = mode == Mode::kReplace ? std::vector<world::NodeRef>{} : nodes_;
  for (const auto& node : nodes) {
    const auto found = std::find(next.begin(), next.end(), node);
    const bool present = found != next.end();
    if (present) next.erase(found);
    if (!present || mode != Mode::kToggle) next.push_back(node);
  }
  if (next == nodes_) return;
  nodes_ = std::move(next);
  Q_EMIT changed();
}

void Selection::hover(std::optional<world::NodeRef> node) {
  if (node == hovered_) return;
  hovered_ = node;
  Q_EMIT hoverChanged();
}

void Selection::prune(const world::World& world) {
  const auto gone = [&world](const world::NodeRef& node) { return !exists(world, node); };
  if (hovered_ && gone(*hovered_)) hover(std::nullopt);
  if (std::erase_if(nodes_, gone) > 0) Q_EMIT changed();
}

}  // namespace ww::ui
