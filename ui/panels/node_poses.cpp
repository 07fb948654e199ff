// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/node_poses.h"

#include <QCoreApplication>

#include "ui/models/node_text.h"

namespace ww::ui {
namespace {

struct PoseTexts {
  Q_DECLARE_TR_FUNCTIONS(NodePoses)
};

// Drawing more at each step of a drag would be felt in the window.
constexpr std::size_t kMostPreviewed = 100;

}  // namespace

QString NodePoses::whyNot() const {
  for (const world::NodeRef& node : nodes_) {
    const bool fixed = std::holds_alternative<EntityId>(node);
    if (!fixed && node != world::NodeRef(world::kRootObject)) continue;
    if (!fixed) return PoseTexts::tr("The world itself has no pose that could be set.");
    if (nodes_.size() == 1)
      return PoseTexts::tr("Where it stands follows from its object and the joints. Select the object to move it.");
    return PoseTexts::
        tr("Where %1 stands follows from its object and the joints. Take it out of the selection to move the others.")
            .arg(nodeName(world_, node));
  }
  return {};
}

world::NodeRef NodePoses::referenceOf(const world::NodeRef& node) const {
  return reference_ == PoseEditor::Reference::kWorld ? world::NodeRef(world::kRootObject)
                                                     : session::poseParent(world_, node);
}

// As it is kept, not recomputed, where that is what is asked for.
Pose NodePoses::stored(const world::NodeRef& node) const {
  const world::NodeRef reference = referenceOf(node);
  if (const auto* id = std::get_if<FrameId>(&node); id && reference_ == PoseEditor::Reference::kParent)
    return world_.peek(*id)->parent_t_this;
  const auto* object = std::get_if<ObjectId>(&node);
  if (object && reference == world::NodeRef(world_.peek(*object)->parent_entity))
    return world_.peek(*object)->parent_entity_t_this;
  return reference == world::NodeRef(world::kRootObject) ? world_.rootT(node) : world_.aTB(reference, node);
}

Pose NodePoses::shown(const world::NodeRef& node, const PoseLayer& layer) const {
  if (layer.empty()) return stored(node);
  const Pose root_t_node = layer.rootT(world_, node);
  return reference_ == PoseEditor::Reference::kWorld ? root_t_node
                                                     : layer.rootT(world_, referenceOf(node)).inverse() * root_t_node;
}

MixedNumbers NodePoses::mixed(const PoseLayer& layer, Notation notation) const {
  MixedNumbers out = MixedNumbers::none(notation);
  if (nodes_.size() < 2) return out;
  const Pose active = shown(nodes_.back(), layer);
  for (const world::NodeRef& node : nodes_) {
    if (out.complete()) break;
    out.compare(active, shown(node, layer), notation);
  }
  return out;
}

session::EditsPtr NodePoses::edits(const PoseChange& change) const {
  std::vector<session::PosedNode> posed;
  for (const world::NodeRef& node : nodes_) {
    const auto pose = change.of(stored(node));
    if (!pose) return nullptr;
    posed.push_back({node, referenceOf(node), *pose});
  }
  return session::setPoses(world_, std::move(posed));
}

void NodePoses::preview(const PoseChange& change, PoseLayer& layer) const {
  if (nodes_.size() > kMostPreviewed) return;
  for (const world::NodeRef& node : session::parentsFirst(world_, nodes_)) {
    const auto pose = change.of(stored(node));
    if (!pose) continue;
    const Pose root_t_node = layer.rootT(world_, referenceOf(node)) * *pose;
    if (const auto* object = std::get_if<ObjectId>(&node)) layer.setRootTObject(*object, root_t_node);
    if (const auto* frame = std::get_if<FrameId>(&node)) layer.setRootTFrame(*frame, root_t_node);
  }
}

}  // namespace ww::ui
