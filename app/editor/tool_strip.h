// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHBoxLayout>
#include <QWidget>
#include <vector>

namespace ww::editor {

// One row of buttons. Where there is not room for all, those go that the view cube and the menus have, too.
class ToolStrip : public QWidget {
  Q_OBJECT
 public:
  // Which go first when room is short.
  enum class Goes { kNever, kLast, kFirst };
  explicit ToolStrip(QWidget* parent = nullptr);
  void add(QWidget* button, Goes goes = Goes::kNever);
  // A line, and what stands after it: it goes with the last button of its group.
  void addLine();
  void addStretch() { row_->addStretch(1); }
  // With none of those that can go, also while they are shown.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Part {
    QWidget* widget;
    Goes goes;
    bool is_line;
  };
  int widthOf(Goes shown) const;

  QHBoxLayout* row_;
  std::vector<Part> parts_;
};

}  // namespace ww::editor
