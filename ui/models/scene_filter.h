// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QStringList>

#include "ui/bridge/node_set.h"
#include "ui/models/entity_chain.h"

namespace ww::ui {

// What is listed under what in the tree: an object under the frame that it is attached to, else under its
// parent; an entity of several where its chain says. None for the root and for an entity that has no row.
std::optional<world::NodeRef> treeParent(const world::World& world, const world::NodeRef& node, EntityChains& chains);

// Which nodes of a world a text asks for. Words must all fit: part of a name, or "type:robot" (object,
// robot, link, joint, sensor, frame).
class SceneFilter {
 public:
  // False when it asks for the same as before; else what was kept is forgotten.
  bool setText(const QString& text);
  bool isActive() const { return !words_.isEmpty(); }
  bool fits(const world::World& world, const world::NodeRef& node) const;
  // Shown whether it fits or not.
  void keep(const world::NodeRef& node) { kept_.insert(node); }
  void forgetKept() { kept_.clear(); }
  // The nodes that fit, those that are kept, and those on the way to them.
  NodeSet shown(const world::World& world, EntityChains& chains) const;

 private:
  QStringList words_;
  NodeSet kept_;
};

}  // namespace ww::ui
