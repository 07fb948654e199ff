// SPDX-License-Identifier: Apache-2.0
#include "app/editor/tool_strip.h"

#include <QFrame>

namespace ww::editor {
namespace {

constexpr int kSpacing = 2, kLine = 11;  // pixels

}  // namespace

ToolStrip::ToolStrip(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(kSpacing);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void ToolStrip::add(QWidget* button, Goes goes) {
  row_->addWidget(button);
  parts_.push_back({button, goes, false});
}

void ToolStrip::addLine() {
  auto* line = new QFrame(this);
  line->setObjectName(QStringLiteral("toolLine"));
  line->setFixedWidth(kLine);
  row_->addWidget(line);
  parts_.push_back({line, Goes::kNever, true});
}

int ToolStrip::widthOf(Goes shown) const {
  int width = 0;
  for (const Part& part : parts_)
    if (part.goes <= shown) width += (part.is_line ? kLine : part.widget->sizeHint().width()) + kSpacing;
  return width;
}

QSize ToolStrip::minimumSizeHint() const { return {widthOf(Goes::kNever), row_->minimumSize().height()}; }

void ToolStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const Goes shown = width() >= widthOf(Goes::kFirst)  ? Goes::kFirst
                     : width() >= widthOf(Goes::kLast) ? Goes::kLast
                                                       : Goes::kNever;
  for (const Part& part : parts_) part.widget->setVisible(part.goes <= shown);
}

}  // namespace ww::editor
