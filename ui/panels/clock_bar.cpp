// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/clock_bar.h"

#include <QGridLayout>
#include <algorithm>

namespace ww::ui {
namespace {

constexpr int kSpacing = 4;
constexpr int kShortestTimeline = 140;  // a shorter one cannot be aimed at

}  // namespace

ClockBar::ClockBar(const Parts& parts, QWidget* parent) : QWidget(parent), parts_(parts), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(kSpacing);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  arrange(false);
}

void ClockBar::setGrows(bool on) {
  setSizePolicy(QSizePolicy::Preferred, on ? QSizePolicy::Expanding : QSizePolicy::Fixed);
}

int ClockBar::widthOfOthers() const {
  int width = 0;
  for (const QWidget* w : {parts_.start, parts_.play, parts_.time, parts_.speed, parts_.loop, parts_.more})
    width += std::max(w->minimumWidth(), w->sizeHint().width()) + kSpacing;
  return width;
}

// The width of two rows also while there is one: the one gives way.
QSize ClockBar::minimumSizeHint() const { return {widthOfOthers(), grid_->minimumSize().height()}; }

void ClockBar::arrange(bool two_rows) {
  two_rows_ = two_rows;
  for (QWidget* w :
       {parts_.start, parts_.play, parts_.time, parts_.timeline, parts_.below, parts_.speed, parts_.loop, parts_.more})
    grid_->removeWidget(w);
  const int row = two_rows ? 2 : 0;
  for (QWidget* w : {parts_.timeline, parts_.below}) {
    const int its = w == parts_.timeline ? 0 : 1;
    if (two_rows) grid_->addWidget(w, its, 0, 1, 7);
    else grid_->addWidget(w, its, 3);
  }
  grid_->addWidget(parts_.start, row, 0);
  grid_->addWidget(parts_.play, row, 1);
  grid_->addWidget(parts_.time, row, 2);
  grid_->addWidget(parts_.speed, row, 4);
  grid_->addWidget(parts_.loop, row, 5);
  grid_->addWidget(parts_.more, row, 6);
  grid_->setColumnStretch(3, 1);
  grid_->setRowStretch(1, 1);
  updateGeometry();
}

void ClockBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool two_rows = width() < widthOfOthers() + kShortestTimeline;
  if (two_rows != two_rows_) arrange(two_rows);
}

}  // namespace ww::ui
