// SPDX-License-Identifier: Apache-2.0
#pragma once
// Not for use outside this folder: what the tree model is made of.
#include "ui/models/scene_tree_model.h"

namespace ww::ui {

struct SceneTreeModel::Item {
  world::NodeRef node;
  Item* parent = nullptr;
  int row = 0;  // among the parent's
  bool fetched = false;
  std::vector<std::unique_ptr<Item>> children;

  void renumber(std::size_t from) {
    for (std::size_t i = from; i < children.size(); ++i) children[i]->row = static_cast<int>(i);
  }
};

// What the rows below a node shall be.
struct SceneTreeModel::Plan {
  world::NodeRef parent;
  std::vector<world::NodeRef> wanted;
};

}  // namespace ww::ui
