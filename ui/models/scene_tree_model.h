// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <QItemSelection>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ui/bridge/session_bridge.h"
#include "ui/models/scene_filter.h"

namespace ww::ui {

// Frames on frames, gathered when first asked for.
class FrameRiders {
 public:
  // What the tree lists below a frame: frames on it, objects attached to it.
  std::vector<world::NodeRef> below(const world::World& world, FrameId id, EntityChains& chains);
  void forget() { known_ = false; }

 private:
  std::unordered_map<FrameId, std::vector<FrameId>> on_;
  bool known_ = false;
};

// Objects, entities and frames as a tree, the entities of an object as the chain that they are. Children are made when
// they are first asked for; a change of the world touches only the rows that its diff names, and where these are many,
// the views look at all of them once instead of at each. Dragging to another row reparents and keeps the pose in the
// world. Objects of one entity do not show it. An object that is attached to a frame is listed under that frame.
class SceneTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Roles {
    kNodeRole = Qt::UserRole + 1,
    kTypeRole
  };  // type: "robot", "object", "link", "joint", "sensor", "frame"

  explicit SceneTreeModel(SessionBridge& bridge, QObject* parent = nullptr);
  ~SceneTreeModel() override;

  // Makes the rows on the way to the node; invalid when the tree does not show it.
  QModelIndex indexOf(world::NodeRef node);
  // The same for many, as few ranges; those without a row go to `missing`.
  QItemSelection rowsOf(const std::vector<world::NodeRef>& nodes, std::vector<world::NodeRef>& missing);
  static std::optional<world::NodeRef> nodeOf(const QModelIndex& index);
  // Makes all rows.
  void fetchAll();
  // Only what fits is listed, with the way to it; "" lists all. A reset; all rows are there while it holds.
  void setFilter(const QString& text);
  bool isFiltered() const { return filter_.isActive(); }
  // Lists these too, until the filter is another one.
  void keep(const std::vector<world::NodeRef>& nodes);
  std::function<QString(const world::NodeRef&)> state_text;  // for screen readers, behind name and kind: ", hidden"
  // Rows that have rows below them, of those that were made.
  QModelIndexList parents() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& = {}) const override { return 1; }
  bool hasChildren(const QModelIndex& parent = {}) const override;
  bool canFetchMore(const QModelIndex& parent) const override;
  void fetchMore(const QModelIndex& parent) override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;
  Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
  bool canDropMimeData(const QMimeData*, Qt::DropAction, int, int, const QModelIndex&) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction, int row, int column, const QModelIndex& parent) override;

 Q_SIGNALS:
  // Why a drop was not taken.
  void refused(const QString& reason);
  // Before the reset that shows it: nodes of the same number mean others.
  void anotherWorldComes();

 private:
  struct Item;
  struct Plan;
  using Plans = std::vector<Plan>;
  Item* itemAt(const QModelIndex& index) const;
  Item* itemOf(const world::NodeRef& node) const;
  QModelIndex indexFor(const Item* item) const;
  bool shows(const world::NodeRef& node) const { return !filter_.isActive() || shown_.contains(node); }
  std::vector<world::NodeRef> childrenOf(const world::NodeRef& node) const;
  bool hasAny(const world::NodeRef& node) const;
  void fetch(Item& item);
  std::unique_ptr<Item> makeItem(const world::NodeRef& node, Item& parent);
  void forget(const Item& item);
  void reset();
  void fetchShown();
  void apply(const ChangePtr& change);
  std::vector<world::NodeRef> touchedParents(const session::Change& change) const;
  std::vector<world::NodeRef> fetchedNodes() const;
  Plans plansFor(const std::vector<world::NodeRef>& parents) const;
  bool belongs(const world::NodeRef& node, const Item& parent) const;  // by the world
  bool isBelow(const world::NodeRef& node, const Item& parent) const;  // by the rows
  std::size_t steps(const Plan& plan) const;
  bool carryOut(const Plans& plans);  // false: by a reset
  void dropRows(Item& item, bool tell);
  void addRows(Item& item, const Plan& plan);
  void setRows(Item& item, const Plan& plan);
  void moveRow(Item& item, int from, int to);
  void tellChanged(const std::vector<world::NodeRef>& rows);

  SessionBridge& bridge_;
  world::WorldPtr world_;  // what the rows show; follows the session by its changes
  std::unique_ptr<Item> root_;
  NodeMap<Item*> items_;
  SceneFilter filter_;
  NodeSet shown_;  // while the filter is active
  mutable FrameRiders riders_;
  mutable EntityChains chains_;
};

// What of a tree is dragged; empty when it is something else.
std::vector<world::NodeRef> draggedNodes(const QMimeData& data);

}  // namespace ww::ui
