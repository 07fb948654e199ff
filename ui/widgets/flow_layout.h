// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QLayout>
#include <memory>
#include <vector>

namespace ww::ui {

// As many side by side as there is room for, the others below them. What is hidden takes no room. Its height is
// that for the width it has, so that what stands around it may scroll.
class FlowLayout : public QLayout {
 public:
  enum class Spare { kRight, kShared };  // where the room that a row leaves goes
  FlowLayout(QWidget* parent, int gap_x, int gap_y, Spare spare = Spare::kRight);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  QSize sizeHint() const override;
  QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;

 private:
  // Of rows in that width, placed when a rectangle is given.
  int arrange(int width, const QRect* in) const;
  void placeRow(const std::vector<QLayoutItem*>& row, int free, int height, QPoint at) const;

  std::vector<std::unique_ptr<QLayoutItem>> items_;
  int gap_x_, gap_y_, width_ = 0;
  Spare spare_;
};

}  // namespace ww::ui
