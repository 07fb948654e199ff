// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractItemModel>
#include <map>
#include <memory>
#include <vector>

#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// Objects, entities and frames as a tree. Children are made when they are first asked for; a change
// of the world touches only the rows that its diff names. Dragging to another row reparents and keeps
// the pose in the world. Objects of one entity do not show it. An object that is attached to a frame is
// listed under that frame.
class SceneTreeModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Roles { kNodeRole = Qt::UserRole + 1, kTypeRole };  // type: "robot", "object", "link", "joint", "sensor", "frame"

  explicit SceneTreeModel(SessionBridge& bridge, QObject* parent = nullptr);
  ~SceneTreeModel() override;

  // Makes the rows on the way to the node; invalid when the tree does not show it.
  QModelIndex indexOf(world::NodeRef node);
  static std::optional<world::NodeRef> nodeOf(const QModelIndex& index);
  // Makes all rows, as a search needs them.
  void fetchAll();

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

 private:
  struct Item;
  Item* itemAt(const QModelIndex& index) const;
  QModelIndex indexFor(const Item* item) const;
  std::vector<world::NodeRef> childrenOf(const world::NodeRef& node) const;
  void fetch(Item& item);
  void sync(Item& item, bool removing);
  void forget(const Item& item);
  void reset();
  void apply(const ChangePtr& change);
  QString attachment(const world::NodeRef& node) const;
  QString whyNotReparent(const world::NodeRef& node, const world::NodeRef& target) const;

  SessionBridge& bridge_;
  world::WorldPtr world_;  // what the rows show; follows the session by its changes
  std::unique_ptr<Item> root_;
  std::map<world::NodeRef, Item*> items_;
};

}  // namespace ww::ui
