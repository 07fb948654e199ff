// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/flow_layout.h"

#include <QWidget>
#include <algorithm>

namespace ww::ui {

FlowLayout::FlowLayout(QWidget* parent, int gap_x, int gap_y, Spare spare)
    : QLayout(parent), gap_x_(gap_x), gap_y_(gap_y), spare_(spare) {
  setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item) { items_.emplace_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  if (index < 0 || index >= count()) return nullptr;
  QLayoutItem* item = items_[static_cast<std::size_t>(index)].release();
  items_.erase(items_.begin() + index);
  return item;
}

QSize FlowLayout::sizeHint() const {
  int width = 0;
  for (const auto& item : items_)
    if (!item->isEmpty()) width += (width > 0 ? gap_x_ : 0) + item->sizeHint().width();
  return {width, arrange(width_ > 0 ? width_ : width, nullptr)};
}

QSize FlowLayout::minimumSize() const {
  int width = 0;
  for (const auto& item : items_)
    if (!item->isEmpty()) width = std::max(width, item->minimumSize().width());
  return {width, sizeHint().height()};
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  const int before = sizeHint().height();
  width_ = rect.width();
  arrange(width_, &rect);
  if (parentWidget() && sizeHint().height() != before) parentWidget()->updateGeometry();
}

int FlowLayout::arrange(int width, const QRect* in) const {
  std::vector<QLayoutItem*> row;
  int used = 0, height = 0, top = 0;
  const auto end = [&] {
    if (row.empty()) return;
    if (in) placeRow(row, std::max(0, width - used), height, in->topLeft() + QPoint(0, top));
    top += height + gap_y_;
    row.clear();
    used = height = 0;
  };
  for (const auto& item : items_) {
    if (item->isEmpty()) continue;
    const QSize wanted = item->sizeHint();
    if (!row.empty() && used + gap_x_ + wanted.width() > width) end();
    used += (row.empty() ? 0 : gap_x_) + wanted.width();
    height = std::max(height, wanted.height());
    row.push_back(item.get());
  }
  end();
  return std::max(0, top - gap_y_);
}

void FlowLayout::placeRow(const std::vector<QLayoutItem*>& row, int free, int height, QPoint at) const {
  const int share = spare_ == Spare::kShared ? free / static_cast<int>(row.size()) : 0;
  const int most = geometry().right() + 1 - at.x();
  for (QLayoutItem* item : row) {
    const int width = std::min(item->sizeHint().width() + share, std::max(most, item->minimumSize().width()));
    item->setGeometry(QRect(at, QSize(width, height)));
    at.rx() += width + gap_x_;
  }
}

}  // namespace ww::ui
