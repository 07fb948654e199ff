// SPDX-License-Identifier: Apache-2.0
#include "app/editor/tool_strip.h"

#include <QToolButton>

namespace ww::editor {
namespace {

constexpr int kSpacing = 2, kGap = 12;  // pixels

}  // namespace

ToolStrip::ToolStrip(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  row_->setContentsMargins(6, 3, 6, 3);
  row_->setSpacing(kSpacing);
}

void ToolStrip::add(QToolButton* button, bool can_go) {
  row_->addWidget(button);
  (can_go ? can_go_ : stay_) << button;
}

void ToolStrip::addGap() {
  row_->addSpacing(kGap);
  gaps_ += kGap + kSpacing;
}

int ToolStrip::widthOf(bool all) const {
  const QMargins edge = row_->contentsMargins();
  int width = edge.left() + edge.right() + gaps_;
  for (const auto* button : stay_) width += button->sizeHint().width() + kSpacing;
  for (const auto* button : can_go_) width += all ? button->sizeHint().width() + kSpacing : 0;
  return width;
}

QSize ToolStrip::minimumSizeHint() const { return {widthOf(false), row_->minimumSize().height()}; }

void ToolStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool all = width() >= widthOf(true);
  for (auto* button : can_go_) button->setVisible(all);
}

}  // namespace ww::editor
