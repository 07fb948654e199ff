// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QAbstractTableModel>
#include <QTimer>
#include <memory>
#include <vector>

#include "core/usecase/rules/rule_matrix.h"

namespace ww::ui {

// The matrix of rules as a table: what filters leave of it. Cells are worked out when they are looked at, in each turn
// of the event loop for some milliseconds only.
class RuleMatrixModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using Line = usecase::RuleMatrix::Row;
  explicit RuleMatrixModel(QObject* parent = nullptr);

  // Another version of the world and its rules; what is open stays so.
  void show(const world::World& world, const collision::RuleSet& rules);
  void setOpen(ObjectId object, bool open);
  // All words of a text must be in a name: of rows, of columns.
  void filter(const QString& rows, const QString& columns);
  bool isFiltered() const { return !row_filter_.isEmpty() || !column_filter_.isEmpty(); }
  // How many objects there are, filters aside.
  int objectCount() const { return objects_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation side, int role) const override;

  // Vertical: of the rows.
  const Line& line(Qt::Orientation side, int section) const;
  QString name(Qt::Orientation side, int section) const;
  static world::NodeRef nodeOf(const Line& line);
  // Where a node stands, -1 where it does not.
  int find(Qt::Orientation side, const world::NodeRef& node) const;
  const QString& longestName() const { return longest_; }

  // Null when it is the next turn's; then more() follows.
  const usecase::Cell* look(int row, int column);
  const usecase::Cell& cell(int row, int column) const { return matrix_->cell(at(row), other(column)); }
  // Who, and what is done about them and why.
  QString words(int row, int column) const;

 Q_SIGNALS:
  void more();

 private:
  std::size_t at(int row) const { return static_cast<std::size_t>(rows_[static_cast<std::size_t>(row)]); }
  std::size_t other(int column) const { return static_cast<std::size_t>(columns_[static_cast<std::size_t>(column)]); }
  const std::vector<int>& lines(Qt::Orientation side) const { return side == Qt::Vertical ? rows_ : columns_; }
  void nameLines();
  void applyFilters();
  std::vector<int> matching(const QString& filter) const;
  QString fullName(const Line& line) const;

  world::World world_;
  std::unique_ptr<usecase::RuleMatrix> matrix_;
  std::vector<QString> names_;  // of all lines
  std::vector<int> rows_, columns_;
  QString row_filter_, column_filter_, longest_;
  int objects_ = 0;
  qint64 spent_ns_ = 0;  // in this turn
  bool missing_ = false;
  QTimer next_turn_;
};

}  // namespace ww::ui
