// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTableView>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "ui/panels/rules/rule_matrix_head.h"

namespace ww::ui {

// The cells of the matrix: looked at, chosen, painted over by mouse or keys. Changes nothing by itself.
class RuleMatrixGrid : public QTableView {
  Q_OBJECT
 public:
  explicit RuleMatrixGrid(RuleMatrixModel& cells, QWidget* parent = nullptr);

  // What dragging paints; without one a click chooses.
  void setBrush(std::optional<usecase::Brush> brush);
  std::optional<usecase::Brush> brush() const { return brush_; }
  bool isPainting() const { return is_painting_; }
  void giveUp();
  // Whether the stroke that is being painted has the cell, or its mirror image.
  bool isPainted(int row, int column) const;
  // The half below the diagonal says what the upper says; it is dimmed while both are seen.
  bool isMirrored(int row, int column) const;
  // What has the keys stays so, and what is seen stays in place, while the cells are made anew.
  void resetAround(const std::function<void()>& reset);
  // The most cells of one stroke: a rule for each has to be made while the user waits.
  static constexpr std::size_t kMostCells = 300;

 Q_SIGNALS:
  void looked(int row, int column);  // under the pointer, or with the keys
  void chosen(int row, int column);
  void painted(const std::vector<ww::usecase::Stroke>& cells);
  void tooMany();
  void foldAsked(ww::ObjectId object);
  void brushLeft();

 protected:
  bool event(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyboardSearch(const QString&) override {}
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void currentChanged(const QModelIndex& now, const QModelIndex& before) override;
  void leaveEvent(QEvent* event) override;

 private:
  using Key = std::pair<world::NodeRef, world::NodeRef>;
  Key keyOf(int row, int column) const;
  bool take(int row, int column);
  void takeTo(const QPoint& at);
  void paintChosen();
  void finish();
  bool canGiveUp() const;
  void light(int row, int column);

  RuleMatrixModel& cells_;
  RuleMatrixHead *beside_, *above_;
  std::optional<usecase::Brush> brush_;
  bool is_painting_ = false;
  QModelIndex last_;                     // of the stroke
  std::vector<usecase::Stroke> stroke_;  // by ids: the cells may be made anew meanwhile
  std::set<Key> stroke_has_;
};

}  // namespace ww::ui
