// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHBoxLayout>
#include <QWidget>

class QToolButton;

namespace ww::editor {

// The buttons above the view. Where there is not room for all, those go that the view cube and the menus have, too.
class ToolStrip : public QWidget {
  Q_OBJECT
 public:
  explicit ToolStrip(QWidget* parent = nullptr);
  void add(QToolButton* button, bool can_go = false);
  void addGap();
  void addStretch() { row_->addStretch(1); }
  // With none of those that can go, also while they are shown.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int widthOf(bool all) const;

  QHBoxLayout* row_;
  QList<QToolButton*> stay_, can_go_;
  int gaps_ = 0;  // pixels
};

}  // namespace ww::editor
