// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QHBoxLayout>
#include <QTimer>
#include <QWidget>

namespace ww::editor {

// The chips of state at the lower left of the view, over it; between and beside them the view is seen and takes the
// pointer. Narrower than the view, they elide their texts. A chip whose text gets shorter keeps its width for a moment:
// while things move texts change all the time, and where a chip was its picture stays until the view is drawn again.
class ViewChips : public QWidget {
  Q_OBJECT
 public:
  explicit ViewChips(QWidget* host);
  // Chips in it are made in this widget: in others they would be native windows, which show what was there before.
  QHBoxLayout* row() const { return row_; }
  // Of the view, in the host.
  void setRoom(const QRect& room);
  // Over the view also where the window system stacks them: its window is made later than this one.
  void toFront();

 Q_SIGNALS:
  // Over that part of the host; empty: nothing is shown.
  void placed(const QRect& area);

 protected:
  bool event(QEvent* event) override;

 private:
  void place();
  // Whether all are as wide as they want to be.
  bool keepWidths();

  QHBoxLayout* row_;
  QRect room_;
  QTimer narrower_;
};

}  // namespace ww::editor
