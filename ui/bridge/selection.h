// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QObject>
#include <optional>
#include <vector>

#include "ui/bridge/node_set.h"

namespace ww::ui {

// Where an entity was clicked in the view: the point, z out of the surface.
struct Touch {
  world::NodeRef node;  // what the click selected
  EntityId entity;
  Pose entity_t_point;
};

// What to select of things that were found: the object in the place of an entity that moves with it as a whole,
// so that it can be moved at once; a link that joints move stays one. Each once.
std::vector<world::NodeRef> wholeObjects(const world::World& world, const std::vector<world::NodeRef>& nodes);

// What is selected, in the order it was selected (the last is the active one), and what the pointer
// hovers over. Shared by all views; not part of the history. Selecting anywhere selects everywhere.
// Asking for one costs the same however many are selected; selecting, the number of both.
class Selection : public QObject {
  Q_OBJECT
 public:
  enum class Mode { kReplace, kAdd, kToggle };
  explicit Selection(QObject* parent = nullptr) : QObject(parent) {}

  const std::vector<world::NodeRef>& nodes() const { return nodes_; }
  std::optional<world::NodeRef> active() const;
  std::optional<world::NodeRef> hovered() const { return hovered_; }
  // Of the click that selected, if it was one in the view.
  const std::optional<Touch>& touch() const { return touch_; }
  // Of the click that selected nothing: where on the floor it was, root frame, metres.
  const std::optional<Vec3>& floorTouch() const { return floor_touch_; }
  bool contains(const world::NodeRef& node) const { return set_.contains(node); }

  void select(const std::vector<world::NodeRef>& nodes, Mode mode = Mode::kReplace);
  void setTouch(const Touch& touch) { touch_ = touch; }
  void setFloorTouch(const std::optional<Vec3>& p_in_root) { floor_touch_ = p_in_root; }
  void clear() { select({}); }
  void hover(std::optional<world::NodeRef> node);
  // Drops nodes that the world no longer has.
  void prune(const world::World& world);

 Q_SIGNALS:
  void changed();
  void hoverChanged();

 private:
  void take(std::vector<world::NodeRef> nodes);

  std::vector<world::NodeRef> nodes_;
  NodeSet set_;  // the same
  std::optional<world::NodeRef> hovered_;
  std::optional<Touch> touch_;
  std::optional<Vec3> floor_touch_;
};

}  // namespace ww::ui
