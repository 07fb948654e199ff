// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractListModel>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/history/tree.h"
#include "ui/bridge/session_bridge.h"

namespace ww::ui {

// All states of the history, also those of branches that were left, as rows: what branches off stands indented below
// the state that it left. A change touches the rows that differ.
class HistoryTreeModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Roles { kDepthRole = Qt::UserRole + 1, kCheckpointRole, kOnLineRole, kPictureRole };
  HistoryTreeModel(SessionBridge& bridge, std::shared_ptr<history::Tree> tree, QObject* parent = nullptr);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  int currentRow() const;               // -1: none
  history::NodeId idAt(int row) const;  // 0: none
  int rowOf(history::NodeId id) const;  // -1: none
  // Names are told by the tree to nobody.
  void reload();

 private:
  struct Row {
    history::NodePtr node;
    int depth = 0;
    bool on_line = false;  // of the world as it is, or what can be redone there
  };
  static std::vector<Row> rowsOf(const history::Tree::View& view);
  QString textOf(const Row& row) const;
  QString whenOf(const Row& row) const;
  void exchange(std::vector<Row> rows);
  std::size_t arrange(std::size_t from, std::size_t to, const std::map<history::NodeId, std::size_t>& wanted);

  std::shared_ptr<history::Tree> tree_;
  std::vector<Row> rows_;
  history::NodeId current_ = 0;
};

}  // namespace ww::ui
