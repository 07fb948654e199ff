// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <QList>
#include <optional>
#include <utility>
#include <vector>

#include "ui/bridge/collision_watch.h"

namespace ww::ui {

// Pairs in collision with their figures. Rows keep their places while the figures change: what comes is added at the
// end, what goes takes its row along. The first of a new list are the deepest.
class ContactsModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Column { kPair, kDepth, kMargin, kRule, kColumns };
  using Pair = std::pair<EntityId, EntityId>;
  using QAbstractTableModel::QAbstractTableModel;

  void set(const world::World& world, const std::vector<Collision>& contacts);
  const Collision& contact(int row) const { return rows_[row].contact; }
  static Pair pairOf(const Collision& contact) { return std::minmax(contact.a, contact.b); }
  std::optional<int> rowOf(const Pair& pair) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    Collision contact;
    QString names;
  };
  QList<Row> rows_;
};

}  // namespace ww::ui
