// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QListWidget>
#include <algorithm>
#include <utility>

namespace ww::ui {

// As high as what it lists, up to some rows of one line, fewer where the screen is low; then it is scrolled.
class ImportWarnings : public QListWidget {
 public:
  explicit ImportWarnings(QWidget* parent) : QListWidget(parent) {
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
  }
  QSize sizeHint() const override { return {QListWidget::sizeHint().width(), height_}; }
  QSize minimumSizeHint() const override {
    const int two_rows = 2 * (fontMetrics().lineSpacing() + kRowPadding) + 2 * frameWidth() + 2;
    return {QListWidget::minimumSizeHint().width(), std::min(height_, two_rows)};
  }

 protected:
  void updateGeometries() override {
    QListWidget::updateGeometries();
    constexpr int kMostRows = 6;
    const int row = fontMetrics().lineSpacing() + kRowPadding;
    const int all = count() > 0 ? visualItemRect(item(count() - 1)).bottom() - visualItemRect(item(0)).top() + 1 : row;
    const int wanted = std::min(all, kMostRows * row) + 2 * frameWidth() + 2;
    if (std::exchange(height_, wanted) != wanted) updateGeometry();
  }

 private:
  static constexpr int kRowPadding = 8;  // pixels, as the style sheet has it
  int height_ = 0;
};

}  // namespace ww::ui
