// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHeaderView>

#include "ui/panels/rules/rule_matrix_model.h"

namespace ww::ui {

// Names beside or, turned, above the matrix. The arrow before an object opens it to its bodies.
class RuleMatrixHead : public QHeaderView {
  Q_OBJECT
 public:
  RuleMatrixHead(Qt::Orientation side, RuleMatrixModel& lines, QWidget* parent);
  // Side of a cell, pixels.
  static int cellSize(const QWidget& widget);
  // The line that is under the pointer or has the keys; -1: none.
  void setLit(int section);
  // Middle of the arrow of a line, in the viewport.
  QPoint arrowOf(int section) const;

 Q_SIGNALS:
  void chosen(int section);
  void foldAsked(int section);

 protected:
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;
  QSize sectionSizeFromContents(int section) const override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;

 private:
  int sectionAt(const QPoint& at) const { return logicalIndexAt(at); }
  void paintLine(QPainter& painter, const QSize& size, int section) const;

  RuleMatrixModel& lines_;
  int lit_ = -1;
};

}  // namespace ww::ui
