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
  arrange(1);
}

void ClockBar::setGrows(bool on) {
  setSizePolicy(QSizePolicy::Preferred, on ? QSizePolicy::Expanding : QSizePolicy::Fixed);
}

int ClockBar::widthOf(std::initializer_list<const QWidget*> widgets) {
  int width = 0;
  for (const QWidget* w : widgets) width += std::max(w->minimumWidth(), w->sizeHint().width()) + kSpacing;
  return width;
}

int ClockBar::widthOfClock() const { return widthOf({parts_.start, parts_.play, parts_.time}); }
int ClockBar::widthOfRest() const { return widthOf({parts_.speed, parts_.loop, parts_.more}); }

// The width of three rows also while there are fewer: they give way.
QSize ClockBar::minimumSizeHint() const {
  return {std::max(widthOfClock(), widthOfRest()), grid_->minimumSize().height()};
}

// One row; the timeline above the others; or these in two rows as well.
void ClockBar::arrange(int rows) {
  rows_ = rows;
  for (QWidget* w :
       {parts_.start, parts_.play, parts_.time, parts_.timeline, parts_.below, parts_.speed, parts_.loop, parts_.more})
    grid_->removeWidget(w);
  const int row = rows == 1 ? 0 : 2;
  for (QWidget* w : {parts_.timeline, parts_.below}) {
    const int its = w == parts_.timeline ? 0 : 1;
    if (rows > 1) grid_->addWidget(w, its, 0, 1, 7);
    else grid_->addWidget(w, its, 3);
  }
  grid_->addWidget(parts_.start, row, 0);
  grid_->addWidget(parts_.play, row, 1);
  grid_->addWidget(parts_.time, row, 2);
  if (rows == 3) {
    grid_->addWidget(parts_.loop, 3, 0);
    grid_->addWidget(parts_.more, 3, 1);
    grid_->addWidget(parts_.speed, 3, 2);
  } else {
    grid_->addWidget(parts_.speed, row, 4);
    grid_->addWidget(parts_.loop, row, 5);
    grid_->addWidget(parts_.more, row, 6);
  }
  grid_->setColumnStretch(3, 1);
  grid_->setRowStretch(1, 1);
  updateGeometry();
}

void ClockBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int others = widthOfClock() + widthOfRest();
  const int rows = width() < others ? 3 : width() < others + kShortestTimeline ? 2 : 1;
  if (rows != rows_) arrange(rows);
}

}  // namespace ww::ui
