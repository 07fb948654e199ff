// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <optional>
#include <vector>

#include "core/world/world.h"

namespace ww::ui {

// What is selected, in the order it was selected (the last is the active one), and what the pointer
// hovers over. Shared by all views; not part of the history. Selecting anywhere selects everywhere.
class Selection : public QObject {
  Q_OBJECT
 public:
  enum class Mode { kReplace, kAdd, kToggle };
  explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

  const std::vector<world::NodeRef>& nodes() const { return nodes_; }
  std::optional<world::NodeRef> active() const;
  std::optional<world::NodeRef> hovered() const { return hovered_; }
  bool contains(const world::NodeRef& node) const;

  void select(const std::vector<world::NodeRef>& nodes, Mode mode = Mode::kReplace);
  void clear() { select({}); }
  void hover(std::optional<world::NodeRef> node);
  // Drops nodes that the world no longer has.
  void prune(const world::World& world);

 Q_SIGNALS:
  void changed();
  void hoverChanged();

 private:
  std::vector<world::NodeRef> nodes_;
  std::optional<world::NodeRef> hovered_;
};

}  // namespace ww::ui
