// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QWidget>

#include "ui/bridge/selection.h"
#include "ui/bridge/session_bridge.h"
#include "ui/panels/rules/rule_matrix_grid.h"
#include "ui/widgets/quantity_field.h"

class QBoxLayout;
class QButtonGroup;

namespace ww::ui {

// Who is checked against whom, as a matrix of objects that open to their bodies: read, chosen, painted over. What is
// painted is one step of the history. It follows the world while it is seen.
class RuleMatrixPanel : public QWidget {
  Q_OBJECT
 public:
  RuleMatrixPanel(SessionBridge& bridge, Selection& selection, QWidget* parent = nullptr);

  // The cell of two objects or bodies, opened to them, with the keys; false where there is none.
  bool showPair(const world::NodeRef& a, const world::NodeRef& b);

  RuleMatrixGrid* grid() const { return grid_; }
  RuleMatrixModel* cells() const { return cells_; }
  QToolButton* brushButton(std::optional<usecase::Brush> brush) const;
  QuantityField* marginField() const { return margin_; }
  QLineEdit* rowFilter() const { return rows_; }
  QLineEdit* columnFilter() const { return columns_; }
  // What is said of the cell that is looked at, or of what was painted.
  QString told() const { return told_->text(); }

 Q_SIGNALS:
  // A cell was clicked: who they are is selected.
  void pairChosen(const ww::world::NodeRef& a, const ww::world::NodeRef& b);

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void arrange();
  QWidget* makeTools();
  QWidget* makeLegend();
  void addBrush(QLayout* row, std::optional<usecase::Brush> brush, const char* id, const QString& text,
                const QString& tip);
  void paintIcons();
  void follow(const session::Change& change);
  void refreshSoon();
  void refresh();
  void applyFilters();
  void setOpen(ObjectId object, bool open);
  void fold(ObjectId object);
  void look(int row, int column);
  void choose(int row, int column);
  void paintOver(const std::vector<usecase::Stroke>& cells);
  QString stepName(const std::vector<usecase::Stroke>& cells) const;
  QString whyNothing() const;
  static QString allOff();
  QString whatWasDone(const std::vector<usecase::Stroke>& cells);
  void tell(const QString& text);

  SessionBridge& bridge_;
  Selection& selection_;
  world::WorldPtr world_;  // of what is shown, with its rules
  std::optional<collision::RuleSet> rules_;
  bool is_stale_ = true, is_asked_ = false;
  double margin_m_;
  RuleMatrixModel* cells_;
  RuleMatrixGrid* grid_;
  QButtonGroup* brushes_;
  QuantityField* margin_;
  QLineEdit *rows_, *columns_;
  QLabel *told_, *empty_;
  QWidget* words_;  // what is said of the cell, and what the signs mean
  QBoxLayout* body_;
  QList<QLabel*> legend_;
};

}  // namespace ww::ui
