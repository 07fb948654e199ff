// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "core/session/pose_builders.h"
#include "ui/bridge/pose_layer.h"
#include "ui/widgets/pose_editor.h"

namespace ww::ui {

// The poses of what is selected, each in its own parent or all in the world, as the editor of poses has it.
// Holds nothing: made where it is used, of nodes that are there.
class NodePoses {
 public:
  NodePoses(const world::World& world, const std::vector<world::NodeRef>& nodes, PoseEditor::Reference reference)
      : world_(world), nodes_(nodes), reference_(reference) {}

  // Why they cannot be set; empty when they can.
  QString whyNot() const;
  // With what is dragged or previewed.
  Pose shown(const world::NodeRef& node, const PoseLayer& layer) const;
  MixedNumbers mixed(const PoseLayer& layer, Notation notation) const;
  // One batch for all; null when the change gives one of them no orientation.
  session::EditsPtr edits(const PoseChange& change) const;
  // What the edits would make of it, shown in the layer.
  void preview(const PoseChange& change, PoseLayer& layer) const;

 private:
  world::NodeRef referenceOf(const world::NodeRef& node) const;
  Pose stored(const world::NodeRef& node) const;

  const world::World& world_;
  const std::vector<world::NodeRef>& nodes_;
  PoseEditor::Reference reference_;
};

}  // namespace ww::ui
